//! How a name answers a query.

use std::cmp::Reverse;

/// How close a name is to what was asked, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// The same name.
    Exact,
    /// The name starts with the query.
    Prefix,
    /// The query stands inside the name.
    Contains,
    /// The letters of the query stand in the name in order from word to word, or the name is one
    /// or two typing errors away.
    Fuzzy,
}

impl Grade {
    /// The word that answers and arguments use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Grade::Exact => "exact",
            Grade::Prefix => "prefix",
            Grade::Contains => "contains",
            Grade::Fuzzy => "fuzzy",
        }
    }
}

/// How a name answers, and how well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How close.
    pub grade: Grade,
    /// Between 0 and 1; every exact hit is above every prefix hit, and so on.
    pub score: f32,
}

/// How `name` answers `query`, `None` where it does not. Upper and lower case are the same, but
/// equal case scores higher. O(length of both), for fuzzy their product.
pub fn match_name(query: &str, name: &str) -> Option<Hit> {
    if query.is_empty() || name.is_empty() {
        return None;
    }
    if query == name {
        return Some(Hit { grade: Grade::Exact, score: 1.0 });
    }
    if lacking(query, name) > MOST_ERRORS {
        return None;
    }
    let folded = name.to_lowercase();
    let query_folded = query.to_lowercase();
    if folded == query_folded {
        return Some(Hit { grade: Grade::Exact, score: 0.95 });
    }
    // A name is the better hit the more of it the query covers.
    let cover = query_folded.len() as f32 / folded.len().max(query_folded.len()) as f32;
    let case = if name.contains(query) { 0.02 } else { 0.0 };
    match folded.find(&query_folded) {
        Some(0) => Some(Hit { grade: Grade::Prefix, score: 0.75 + 0.15 * cover + case }),
        Some(at) => {
            let word = if starts_word(name, at) { 0.03 } else { 0.0 };
            Some(Hit { grade: Grade::Contains, score: 0.5 + 0.15 * cover + word + case })
        }
        None => fuzzy(&query_folded, &folded, name).map(|score| Hit { grade: Grade::Fuzzy, score }),
    }
}

/// Typing errors in the longest words.
const MOST_ERRORS: u32 = 2;

/// How many letters of `query` do not stand in `name` at all: at least so many typing errors are
/// between them, and none is a part of the other. 0 where not all is ASCII. O(length of both).
fn lacking(query: &str, name: &str) -> u32 {
    let letters =
        |text: &str| text.bytes().fold(0_u64, |all, byte| all | 1 << (byte.to_ascii_lowercase() & 63));
    if !query.is_ascii() || !name.is_ascii() {
        return 0;
    }
    (letters(query) & !letters(name)).count_ones()
}

/// True where a word of `name` starts at byte `at`: after `_`, or at a capital after a small letter.
fn starts_word(name: &str, at: usize) -> bool {
    let bytes = name.as_bytes();
    at == 0
        || at < bytes.len()
            && (!bytes[at - 1].is_ascii_alphanumeric()
                || (bytes[at].is_ascii_uppercase() && !bytes[at - 1].is_ascii_uppercase()))
}

/// At most 0.45.
fn fuzzy(query: &str, folded: &str, name: &str) -> Option<f32> {
    // Two errors in a short word are another word.
    let allowed = match query.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    if allowed > 0 && folded.len().abs_diff(query.len()) <= allowed {
        let errors = distance(query, folded);
        if errors <= allowed {
            return Some(0.45 - 0.05 * errors as f32);
        }
    }
    initials(query, folded, name).then(|| 0.1 + 0.2 * query.len() as f32 / folded.len() as f32)
}

/// True when the query is a sequence of beginnings of words of the name: `gdr` in
/// `get_directory_root`, `getdir` in `getDirectory`. O(query x name).
fn initials(query: &str, folded: &str, name: &str) -> bool {
    if query.len() < 2 || !folded.is_ascii() || !name.is_ascii() || !query.is_ascii() {
        return false;
    }
    let (query, folded) = (query.as_bytes(), folded.as_bytes());
    // reach[i]: the first i letters of the query are used up, the last of them at byte `at - 1`.
    let mut ends: Vec<bool> = vec![false; query.len() + 1];
    let mut open = ends.clone();
    ends[0] = true;
    for (at, letter) in folded.iter().enumerate() {
        let start = starts_word(name, at);
        let mut next = vec![false; query.len() + 1];
        for used in 0..query.len() {
            if *letter == query[used] && (open[used] || (start && ends[used])) {
                next[used + 1] = true;
            }
        }
        for (all, new) in ends.iter_mut().zip(&next) {
            *all |= new;
        }
        open = next;
    }
    ends[query.len()]
}

/// Typing errors between two words: insertions, deletions, replacements and swaps of neighbours
/// (optimal string alignment). O(a x b).
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            next[j] = replaced.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// The names that may have been meant by `query`, nearest first, each once, at most `most`.
pub fn nearest<'a>(query: &str, names: impl Iterator<Item = &'a str>, most: usize) -> Vec<String> {
    let folded = query.to_lowercase();
    let length = folded.chars().count();
    let allowed = (length / 3).clamp(1, 4);
    let mut found: Vec<(usize, Reverse<u32>, &str)> = Vec::new();
    for name in names {
        if name.len() < 2 || name.len() > folded.len() * 3 + 8 || lacking(&folded, name) > allowed as u32 {
            continue;
        }
        let errors = if name.len().abs_diff(folded.len()) <= allowed {
            distance(&folded, &name.to_lowercase())
        } else {
            usize::MAX
        };
        let hit = match_name(query, name);
        if errors <= allowed || hit.is_some() {
            let score = hit.map_or(0, |h| (h.score * 1000.0) as u32);
            found.push((errors.min(allowed + 1), Reverse(score), name));
        }
    }
    found.sort_unstable();
    found.dedup_by(|a, b| a.2 == b.2);
    found.into_iter().take(most).map(|(_, _, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grade(query: &str, name: &str) -> Option<Grade> {
        match_name(query, name).map(|hit| hit.grade)
    }

    #[test]
    fn grades() {
        assert_eq!(grade("Cache", "Cache"), Some(Grade::Exact));
        assert_eq!(grade("cache", "Cache"), Some(Grade::Exact));
        assert_eq!(grade("cache", "CacheDir"), Some(Grade::Prefix));
        assert_eq!(grade("cache", "read_cache"), Some(Grade::Contains));
        assert_eq!(grade("cahce", "cache"), Some(Grade::Fuzzy));
        assert_eq!(grade("gdr", "get_directory_root"), Some(Grade::Fuzzy));
        assert_eq!(grade("getdir", "getTheDirectory"), Some(Grade::Fuzzy));
        assert_eq!(grade("dog", "cat"), None);
        assert_eq!(grade("", "cat"), None);
        assert_eq!(grade("gto", "get_directory_root"), None, "only beginnings of words");
    }

    #[test]
    fn scores_never_cross_grades() {
        let names = ["run", "Run", "runner", "run_all_of_the_very_many_things", "prerun", "a_run", "rin_it"];
        for query in ["run", "Run", "r", "runn"] {
            let mut hits: Vec<Hit> = names.iter().filter_map(|name| match_name(query, name)).collect();
            hits.sort_by(|a, b| b.score.total_cmp(&a.score));
            assert!(hits.is_sorted_by_key(|hit| hit.grade), "{query}: {hits:?}");
            assert!(hits.iter().all(|hit| (0.0..=1.0).contains(&hit.score)));
        }
    }

    #[test]
    fn swaps_count_once() {
        assert_eq!(distance("lookpu", "lookup"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn what_is_passed_over_at_once_would_not_have_matched() {
        let names = ["parse", "Sparse", "pars_e2", "get_directory_root", "HTTPServer", "x", "straße", "K1"];
        for query in ["prase", "gdr", "HtpServer", "k1", "zzz", "strasse", "root_dir", "parsers"] {
            for name in names {
                let errors = distance(&query.to_lowercase(), &name.to_lowercase());
                assert!(lacking(query, name) as usize <= errors, "{query} {name}");
                if name.to_lowercase().contains(&query.to_lowercase()) {
                    assert_eq!(lacking(query, name), 0, "{query} {name}");
                }
            }
        }
        assert_eq!(lacking("Quartz", "parser"), 4);
    }

    #[test]
    fn the_nearest_name_stands_first() {
        let names = ["parse", "parser", "sparse", "unrelated", "parse"];
        assert_eq!(nearest("prase", names.into_iter(), 2), ["parse"]);
        assert_eq!(nearest("parse", names.into_iter(), 3), ["parse", "parser", "sparse"]);
        assert!(nearest("zzzzzz", names.into_iter(), 5).is_empty());
    }
}
