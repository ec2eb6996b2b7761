//! How a name answers a query.

use crate::spelling::{Spelling, distance_within};
use indexer_core::NameShape;
use std::cmp::Reverse;

indexer_core::worded! {
    /// How close a name is to what was asked, best first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Grade {
        /// The same name.
        Exact = "exact",
        /// The name starts with the query.
        Prefix = "prefix",
        /// The query stands inside the name.
        Contains = "contains",
        /// The letters of the query stand in the name in order from word to word, or the name is one
        /// or two typing errors away.
        Fuzzy = "fuzzy",
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

/// A name that is looked for among many.
#[derive(Debug)]
pub struct NameQuery<'q> {
    text: &'q str,
    /// In lower case.
    folded: String,
    shape: NameShape,
    spelling: Option<Spelling>,
    /// Typing errors of a name that matches.
    allowed: u32,
    /// Typing errors of a name that may have been meant.
    most: u32,
}

impl<'q> NameQuery<'q> {
    /// Reads what is looked for. O(length).
    pub fn new(text: &'q str) -> Self {
        let folded = text.to_lowercase();
        let letters = folded.chars().count();
        // Two errors in a short word are another word.
        let allowed = match letters {
            0..=3 => 0,
            4..=7 => 1,
            _ => 2,
        };
        let most = (letters / 3).clamp(1, 4) as u32;
        Self { text, shape: NameShape::of(text), spelling: Spelling::of(&folded), folded, allowed, most }
    }

    /// False only for the shapes of names that [`matched`](Self::matched) refuses. O(1).
    pub fn may_match(&self, name: NameShape) -> bool {
        self.shape.may_stand_in(name) || (self.allowed > 0 && self.shape.may_be_near(name, self.allowed))
    }

    /// False only for the shapes of names that [`nearest`] passes over. O(1).
    pub fn may_be_meant(&self, name: NameShape) -> bool {
        self.shape.may_be_near(name, self.most) || self.may_match(name)
    }

    /// How `name` answers, `None` where it does not. Upper and lower case are the same, but equal case
    /// scores higher. O(length of both).
    pub fn matched(&self, name: &str) -> Option<Hit> {
        if self.text.is_empty() || name.is_empty() {
            return None;
        }
        if self.text == name {
            return Some(Hit { grade: Grade::Exact, score: 1.0 });
        }
        let shape = NameShape::of(name);
        if self.shape.may_stand_in(shape)
            && let Some(hit) = self.inside(name)
        {
            return Some(hit);
        }
        self.fuzzy(name, shape).map(|score| Hit { grade: Grade::Fuzzy, score })
    }

    fn inside(&self, name: &str) -> Option<Hit> {
        let folded = name.to_lowercase();
        if folded == self.folded {
            return Some(Hit { grade: Grade::Exact, score: 0.95 });
        }
        let at = folded.find(&self.folded)?;
        let (cover, case) = (self.cover(&folded), if name.contains(self.text) { 0.02 } else { 0.0 });
        if at == 0 {
            return Some(Hit { grade: Grade::Prefix, score: 0.75 + 0.15 * cover + case });
        }
        let word = if starts_word(name, at) { 0.03 } else { 0.0 };
        Some(Hit { grade: Grade::Contains, score: 0.5 + 0.15 * cover + word + case })
    }

    /// A name is the better hit the more of it the query covers.
    fn cover(&self, folded: &str) -> f32 {
        self.folded.len() as f32 / folded.len().max(self.folded.len()) as f32
    }

    /// At most 0.45.
    fn fuzzy(&self, name: &str, shape: NameShape) -> Option<f32> {
        if self.allowed > 0
            && let Some(errors) = self.errors(name, shape, self.allowed)
        {
            return Some(0.45 - 0.05 * errors as f32);
        }
        let spelling = self.spelling.as_ref().filter(|_| self.shape.may_stand_in(shape))?;
        spelling
            .stands_for(name, starts_word)
            .then(|| 0.1 + 0.2 * self.folded.len() as f32 / name.len() as f32)
    }

    /// The typing errors between the two where there are at most so many.
    fn errors(&self, name: &str, shape: NameShape, most: u32) -> Option<u32> {
        if !self.shape.may_be_near(shape, most) {
            return None;
        }
        match &self.spelling {
            Some(spelling) if name.is_ascii() => {
                Some(spelling.distance(name)).filter(|errors| *errors <= most)
            }
            _ => {
                distance_within(&self.folded, &name.to_lowercase(), most as usize).map(|errors| errors as u32)
            }
        }
    }

    /// How well a name may have been meant, best first: errors, then score. `None` where it was not.
    fn meant(&self, name: &str) -> Option<(u32, Reverse<u32>)> {
        if name.len() < 2 || name.len() > self.folded.len() * 3 + 8 {
            return None;
        }
        let hit = self.matched(name);
        let errors = self.errors(name, NameShape::of(name), self.most);
        let score = Reverse(hit.map_or(0, |hit| (hit.score * 1000.0) as u32));
        errors.or(hit.map(|_| self.most + 1)).map(|errors| (errors, score))
    }
    /// The names that may have been meant, nearest first, each once, at most `most`. O(names).
    pub fn nearest<'a>(&self, names: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<String> {
        let found = names.into_iter().filter_map(|name| self.meant(name).map(|how| (how, name)));
        let mut found: Vec<((u32, Reverse<u32>), &str)> = found.collect();
        found.sort_unstable();
        found.dedup_by(|a, b| a.1 == b.1);
        found.into_iter().take(most).map(|(_, name)| name.to_owned()).collect()
    }
}

/// How `name` answers `query`: [`NameQuery::matched`] for one name.
pub fn match_name(query: &str, name: &str) -> Option<Hit> {
    NameQuery::new(query).matched(name)
}

/// True where a word of `name` starts at byte `at`: after `_`, or at a capital after a small letter.
fn starts_word(name: &str, at: usize) -> bool {
    let bytes = name.as_bytes();
    at == 0
        || at < bytes.len()
            && (!bytes[at - 1].is_ascii_alphanumeric()
                || (bytes[at].is_ascii_uppercase() && !bytes[at - 1].is_ascii_uppercase()))
}

/// The names that may have been meant by `query`: [`NameQuery::nearest`] of one question.
pub fn nearest<'a>(query: &str, names: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<String> {
    NameQuery::new(query).nearest(names, most)
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
    fn what_is_passed_over_at_once_would_not_have_matched() {
        let names = ["parse", "Sparse", "pars_e2", "get_directory_root", "HTTPServer", "x", "straße", "K1"];
        let (mut passed, mut held) = (0, 0);
        for query in ["prase", "gdr", "HtpServer", "k1", "zzz", "strasse", "root_dir", "parsers", "ß"] {
            let asked = NameQuery::new(query);
            for name in names {
                let shape = NameShape::of(name);
                assert!(asked.may_match(shape) || asked.matched(name).is_none(), "{query} {name}");
                assert!(asked.may_be_meant(shape) || asked.meant(name).is_none(), "{query} {name}");
                passed += usize::from(!asked.may_be_meant(shape));
                held += usize::from(asked.meant(name).is_some());
            }
        }
        assert!(passed > 30 && held > 4, "{passed} {held}");
    }

    #[test]
    fn the_nearest_name_stands_first() {
        let names = ["parse", "parser", "sparse", "unrelated", "parse"];
        let nearest = |query, most| super::nearest(query, names, most);
        assert_eq!(nearest("prase", 2), ["parse"]);
        assert_eq!(nearest("parse", 3), ["parse", "parser", "sparse"]);
        assert!(nearest("zzzzzz", 5).is_empty());
    }
}
