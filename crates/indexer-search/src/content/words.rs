//! Words of code and of sentences: identifiers taken apart, stems, words that say nothing.
//!
//! Both sides of a search go through these functions, so that `HttpRequest`, `http_request` and "HTTP
//! requests" meet.

use xxhash_rust::xxh3::xxh3_64;

/// A word as postings know it: 32 bits of the hash of its stem. Two words that share them share their
/// postings; with 300,000 different words that is the fate of one in 14,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, bincode::Encode, bincode::Decode)]
pub struct Term(pub u32);

impl Term {
    /// The term of a word that is in lower case and stemmed.
    pub fn of(stemmed: &str) -> Self {
        Self(xxh3_64(stemmed.as_bytes()) as u32)
    }

    /// The term under which definitions of a name stand, case and all.
    pub fn written(name: &str) -> Self {
        Self::apart(b'=', name)
    }

    /// The term under which definitions of a name stand however it is written: `OpenAPI` and `open_api`.
    pub fn otherwise_written(name: &str) -> Self {
        Self::otherwise_written_by(name, &mut String::new())
    }

    /// The same with memory that is used again.
    pub(crate) fn otherwise_written_by(name: &str, buffer: &mut String) -> Self {
        fold(name, buffer);
        Self::apart(b'~', stem(buffer))
    }

    /// The term under which files stand that hand a name on from elsewhere.
    pub fn handed_on(name: &str) -> Self {
        Self::apart(b'>', name)
    }

    /// No word begins with such a mark, so these meet no word.
    fn apart(mark: u8, name: &str) -> Self {
        let mut short = [mark; 128];
        if let Some(rest) = short.get_mut(1..=name.len()) {
            rest.copy_from_slice(name.as_bytes());
            return Self(xxh3_64(&short[..=name.len()]) as u32);
        }
        Self(xxh3_64(&[&[mark], name.as_bytes()].concat()) as u32)
    }
}

/// Longest identifier that is read, in bytes: what is longer is data.
const LONGEST: usize = 64;

/// What a byte is in an identifier.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' | b'_' => WORD,
            b'a'..=b'z' | b'A'..=b'Z' => WORD | LETTER,
            128.. => WORD | LETTER | FOREIGN,
            _ => 0,
        };
        byte += 1;
    }
    classes
};
/// It stands in identifiers.
const WORD: u8 = 1;
/// It is a letter or a part of one.
const LETTER: u8 = 2;
/// It is a part of a character that is not ASCII.
const FOREIGN: u8 = 4;

/// Calls `each` with every identifier or word of `text`: runs of letters, digits and `_` that hold a
/// letter, of at least two bytes and at most 64. O(length).
pub fn each_identifier<'a>(text: &'a str, mut each: impl FnMut(&'a str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let mut seen = CLASSES[usize::from(bytes[at])];
        if seen == 0 {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        while let Some(byte) = bytes.get(at) {
            let class = CLASSES[usize::from(*byte)];
            if class == 0 {
                break;
            }
            seen |= class;
            at += 1;
        }
        if seen & LETTER != 0 && (2..=LONGEST).contains(&(at - start)) {
            // Bytes above 127 count as letters, so a run ends where a character ends.
            let identifier = &text[start..at];
            if seen & FOREIGN == 0 || identifier.contains(char::is_alphabetic) {
                each(identifier);
            }
        }
    }
}

/// Calls `each` with the parts of an identifier, as written: `parseHTTPRequest_v2` is `parse`, `HTTP`,
/// `Request`, `v2`. Digits stay with the letters before them.
pub fn each_part<'a>(identifier: &'a str, mut each: impl FnMut(&'a str)) {
    let bytes = identifier.as_bytes();
    let mut start = 0;
    for at in 0..bytes.len() {
        let (here, next) = (bytes[at], bytes.get(at + 1).copied().unwrap_or(b'_'));
        if here == b'_' {
            start = at + 1;
            continue;
        }
        let lower = here.is_ascii_lowercase() || here >= 128;
        let camel = (lower || here.is_ascii_digit()) && next.is_ascii_uppercase();
        let after = bytes.get(at + 2).copied().unwrap_or(b'_');
        // The last capital of a run begins a word, except before a plural: `URLs`.
        let acronym = here.is_ascii_uppercase()
            && next.is_ascii_uppercase()
            && after.is_ascii_lowercase()
            && (after != b's' || bytes.get(at + 3).is_some_and(u8::is_ascii_lowercase));
        if camel || acronym || next == b'_' {
            each(&identifier[start..=at]);
            start = at + 1;
        }
    }
}

/// Calls `each` with the terms of one identifier: the stem of each part, and the whole where it has
/// several. `true` marks the whole.
pub fn each_term(identifier: &str, mut each: impl FnMut(Term, bool)) {
    let folded = folded(identifier);
    let (mut parts, mut start) = (0, 0);
    if identifier.is_ascii() {
        // Folding keeps the length, so a part of the identifier is a part of what is folded.
        each_part(identifier, |part| {
            parts += 1;
            if let Some(part) = folded.get(start..start + part.len())
                && part.len() > 1
                && !is_silent(part)
            {
                each(Term::of(stem(part)), false);
            }
            start += part.len();
        });
    } else {
        each_part(identifier, |part| {
            parts += 1;
            let part = part.to_lowercase();
            if part.len() > 1 && !is_silent(&part) {
                each(Term::of(stem(&part)), false);
            }
        });
    }
    if parts > 1 {
        each(Term::of(stem(&folded)), true);
    }
}

/// The identifier without underscores, in lower case.
fn folded(identifier: &str) -> String {
    let mut folded = String::with_capacity(identifier.len());
    fold(identifier, &mut folded);
    folded
}

/// Makes `folded` the identifier without underscores, in lower case.
pub(crate) fn fold(identifier: &str, folded: &mut String) {
    folded.clear();
    if identifier.is_ascii() {
        let letters = identifier.bytes().filter(|byte| *byte != b'_');
        folded.extend(letters.map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        folded.extend(identifier.chars().filter(|c| *c != '_').flat_map(char::to_lowercase));
    }
}

/// The term of a whole identifier, the same however it is written: `OpenAPI` and `open_api` are `openapi`.
pub fn whole(identifier: &str) -> Term {
    Term::of(stem(&folded(identifier)))
}

/// How terms begin: an identifier of which nothing begins so has none of them, and need not be taken apart. Stems keep the
/// first two letters of their word. One bit of 1,024 for each pair of letters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beginnings([u64; 16]);

impl Beginnings {
    /// Adds the terms of an identifier. O(length).
    pub(crate) fn add(&mut self, identifier: &str) {
        if identifier.is_ascii() {
            beginnings(identifier, |bit| self.0[bit / 64] |= 1 << (bit % 64));
        } else {
            // In lower case it may begin with any letters.
            self.0 = [u64::MAX; 16];
        }
    }

    /// False for an identifier that has none of the terms. O(length).
    pub(crate) fn may_meet(&self, identifier: &str) -> bool {
        let mut meets = !identifier.is_ascii();
        beginnings(identifier, |bit| meets |= self.0[bit / 64] & 1 << (bit % 64) != 0);
        meets
    }
}

/// Calls `each` with the bit of each pair of letters that a part of an identifier of ASCII begins with, and the whole of
/// it.
fn beginnings(identifier: &str, mut each: impl FnMut(usize)) {
    let bit = |first: u8, second: u8| {
        usize::from(first.to_ascii_lowercase() & 31) << 5 | usize::from(second.to_ascii_lowercase() & 31)
    };
    each_part(identifier, |part| {
        if let [first, second, ..] = part.as_bytes() {
            each(bit(*first, *second));
        }
    });
    let mut letters = identifier.bytes().filter(|byte| *byte != b'_');
    if let (Some(first), Some(second)) = (letters.next(), letters.next()) {
        each(bit(first, second));
    }
}

/// Words that say nothing about what code is about, sorted.
const SILENT: &[&str] = &[
    "about",
    "all",
    "also",
    "am",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "being",
    "both",
    "but",
    "by",
    "can",
    "code",
    "could",
    "did",
    "do",
    "does",
    "doing",
    "done",
    "each",
    "find",
    "for",
    "from",
    "get",
    "gets",
    "given",
    "goes",
    "had",
    "has",
    "have",
    "how",
    "if",
    "implement",
    "implementation",
    "implemented",
    "implements",
    "in",
    "inside",
    "into",
    "is",
    "it",
    "its",
    "let",
    "look",
    "made",
    "make",
    "makes",
    "may",
    "me",
    "might",
    "must",
    "no",
    "not",
    "of",
    "on",
    "or",
    "our",
    "out",
    "over",
    "shall",
    "should",
    "show",
    "so",
    "some",
    "such",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "to",
    "up",
    "use",
    "used",
    "uses",
    "using",
    "via",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "why",
    "will",
    "with",
    "within",
    "work",
    "works",
    "would",
    "you",
    "your",
];

/// The length of `implementation`.
const LONGEST_SILENT: usize = 14;

/// True for a word in lower case that says nothing.
pub fn is_silent(word: &str) -> bool {
    word.len() <= LONGEST_SILENT && SILENT.binary_search(&word).is_ok()
}

/// Endings that make one word of another, the longest first, with the fewest letters that must stay.
const ENDINGS: &[(&str, usize)] = &[
    ("ization", 3),
    ("isation", 3),
    ("ational", 4),
    ("izer", 3),
    ("iser", 3),
    ("izing", 3),
    ("ising", 3),
    ("ized", 3),
    ("ised", 3),
    ("ize", 3),
    ("ise", 4),
    ("ation", 4),
    ("ating", 4),
    ("ator", 4),
    ("ated", 4),
    ("ment", 4),
    ("ance", 4),
    ("ence", 4),
    ("able", 4),
    ("ible", 4),
    ("ness", 4),
    ("ate", 4),
    ("ity", 4),
    ("ing", 3),
    ("ion", 4),
    ("ive", 4),
    ("ful", 4),
    ("ed", 3),
    ("er", 4),
    ("or", 4),
    ("ly", 4),
    ("al", 4),
];

/// The stem of a word in lower case: endings taken away so that `serializer`, `serialized` and
/// `serialization` meet. Not English grammar: it may join words that only look alike. O(length).
pub fn stem(word: &str) -> &str {
    if word.len() < 4 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word;
    }
    let mut rest = match word.as_bytes() {
        [.., b's', b's'] | [.., b'u', b's'] | [.., b'i', b's'] | [.., b'i', b'a', b's'] => word,
        [.., b'i', b'e', b's'] if word.len() > 5 => &word[..word.len() - 2],
        [.., b'x' | b'h' | b's', b'e', b's'] => &word[..word.len() - 2],
        [.., b's'] => &word[..word.len() - 1],
        _ => word,
    };
    // Twice: `er` of `serializer`, then `ize`; `s` of `ratings` was taken before.
    for _ in 0..2 {
        let last = rest.as_bytes().last();
        // The last letter tells most of them apart.
        let ends = |ending: &str| ending.as_bytes().last() == last && rest.ends_with(ending);
        let Some((ending, _)) =
            ENDINGS.iter().find(|(ending, least)| rest.len() >= ending.len() + least && ends(ending))
        else {
            break;
        };
        rest = &rest[..rest.len() - ending.len()];
    }
    let bytes = rest.as_bytes();
    let end = match bytes {
        [_, _, .., b'e' | b'y' | b'i'] => bytes.len() - 1,
        [_, _, .., a, b] if a == b => bytes.len() - 1,
        _ => bytes.len(),
    };
    &rest[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(identifier: &str) -> Vec<&str> {
        let mut found = Vec::new();
        each_part(identifier, |part| found.push(part));
        found
    }

    #[test]
    fn silent_words_are_sorted_and_short() {
        assert!(
            SILENT.is_sorted() && SILENT.iter().all(|word| word.len() <= LONGEST_SILENT && is_silent(word))
        );
    }

    #[test]
    fn identifiers_come_apart() {
        assert_eq!(parts("parseHTTPRequest_v2"), ["parse", "HTTP", "Request", "v2"]);
        assert_eq!(parts("__init__"), ["init"]);
        assert_eq!(parts("URLs"), ["URLs"]);
        assert_eq!(parts("OAuth2PasswordBearer"), ["O", "Auth2", "Password", "Bearer"]);
        assert_eq!(parts("größteZahl"), ["größte", "Zahl"]);
        assert_eq!(parts("_"), [""; 0]);
    }

    #[test]
    fn words_of_one_family_have_one_stem() {
        for family in [
            &["serialize", "serializer", "serialized", "serializing", "serialization", "serializes"][..],
            &["route", "router", "routes", "routing", "routed"],
            &["match", "matcher", "matches", "matching", "matched"],
            &["generate", "generator", "generation", "generates", "generating"],
            &["dependency", "dependencies"],
            &["handle", "handler", "handling", "handlers"],
            &["validate", "validator", "validation", "validators"],
            &["map", "mapped", "mapping"],
            &["alias", "aliases"],
            &["schema", "schemas"],
        ] {
            let stems: Vec<&str> = family.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{family:?}: {stems:?}");
        }
        for (a, b) in [("class", "clap"), ("status", "state"), ("error", "err"), ("path", "patch")] {
            assert_ne!(stem(a), stem(b));
        }
    }

    #[test]
    fn both_ways_of_writing_meet() {
        let terms = |text: &str| {
            let mut found = Vec::new();
            each_identifier(text, |identifier| each_term(identifier, |term, _| found.push(term)));
            found
        };
        assert_eq!(terms("HttpRequest"), terms("http_request"));
        assert_eq!(terms("the HTTP requests")[..], terms("httpRequest")[..2]);
        assert!(terms("0x12 _ 7 é").iter().all(|term| *term == Term::of("0x12") || *term == Term::of("é")));
    }

    #[test]
    fn identifiers_with_a_term_in_common_begin_alike() {
        let families = "serialize serializers HTTPRequest http_requests OAuth2 oauth2s get_name getNames axes ax dependency \
                        dependencies x_y XY xy r2d2 __init__ init größte K\u{f6}nig k\u{f6}nig K\u{212a}ey kkey kkeys status";
        let words: Vec<&str> = families.split_whitespace().chain(SILENT.iter().copied()).collect();
        let terms = |identifier: &str| {
            let mut found = vec![whole(identifier)];
            each_term(identifier, |term, _| found.push(term));
            found
        };
        let (mut met, mut told) = (0, 0);
        for one in &words {
            let mut beginnings = Beginnings::default();
            beginnings.add(one);
            for other in &words {
                let meets = terms(one).iter().any(|term| terms(other).contains(term));
                assert!(beginnings.may_meet(other) || !meets, "{one} {other}");
                met += usize::from(meets);
                told += usize::from(!beginnings.may_meet(other));
            }
        }
        assert!(met > words.len() && told * 10 > words.len() * words.len() * 8, "{met} {told}");
        assert!(!Beginnings::default().may_meet("anything"));
    }

    #[test]
    fn silent_words_are_sorted() {
        assert!(SILENT.is_sorted());
    }
}
