//! Matching a path against wildcards as git's `wildmatch` does, in steps that grow with the length of
//! both: git's own way back, and that of its ports, doubles with every `**/` of a pattern.

use smallvec::SmallVec;

/// A pattern with wildcards, ready to be matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wildcards {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// This byte.
    Byte(u8),
    /// `?`: any byte but a slash.
    Any,
    /// `[a-z]`: one of these bytes; a slash is none.
    OneOf(Box<[bool; 256]>),
    /// `*`: any number of bytes, none of them a slash.
    Star,
    /// `**` at the end: all the rest.
    Rest,
    /// `**/`: any number of folders.
    Folders,
}

/// Places in a pattern: how many of its parts are matched.
type Places = SmallVec<[u32; 16]>;

impl Wildcards {
    /// Reads a pattern; `None` for one that git reads and matches with nothing.
    pub(crate) fn new(pattern: &[u8]) -> Option<Self> {
        let mut parts = Vec::with_capacity(pattern.len());
        let mut at = 0;
        while let Some(byte) = pattern.get(at) {
            at += 1;
            match byte {
                b'\\' => {
                    parts.push(Part::Byte(*pattern.get(at)?));
                    at += 1;
                }
                b'?' => parts.push(Part::Any),
                b'[' => {
                    let (bytes, end) = one_of(pattern, at)?;
                    parts.push(Part::OneOf(bytes));
                    at = end;
                }
                b'*' => {
                    let first = at - 1;
                    while pattern.get(at) == Some(&b'*') {
                        at += 1;
                    }
                    let is_whole = first.checked_sub(1).is_none_or(|before| pattern[before] == b'/');
                    match pattern.get(at) {
                        _ if at - first < 2 || !is_whole => parts.push(Part::Star),
                        None => parts.push(Part::Rest),
                        Some(b'/') => {
                            parts.push(Part::Folders);
                            at += 1;
                        }
                        Some(b'\\') if pattern.get(at + 1) == Some(&b'/') => parts.push(Part::Rest),
                        Some(_) => parts.push(Part::Star),
                    }
                }
                byte => parts.push(Part::Byte(*byte)),
            }
        }
        Some(Self { parts })
    }

    /// True where all of `path` matches. O(length of both, multiplied).
    pub(crate) fn matches(&self, path: &[u8]) -> bool {
        self.matches_counted(path, |_| ())
    }

    /// As [`matches`](Self::matches); `count` is told of the steps.
    fn matches_counted(&self, path: &[u8], mut count: impl FnMut(usize)) -> bool {
        let (mut now, mut next) = (Places::new(), Places::new());
        self.enter(0, &mut now);
        for byte in path {
            count(now.len());
            for place in &now {
                let Some(part) = self.parts.get(*place as usize) else { continue };
                let is_slash = *byte == b'/';
                let goes_on = match part {
                    Part::Byte(wanted) => wanted == byte,
                    Part::Any => !is_slash,
                    Part::OneOf(bytes) => bytes[usize::from(*byte)],
                    Part::Star => false,
                    Part::Rest => false,
                    Part::Folders => is_slash,
                };
                match part {
                    Part::Rest => self.enter(*place, &mut next),
                    Part::Star if !is_slash => self.enter(*place, &mut next),
                    // Inside of a folder's name: what follows begins behind a slash.
                    Part::Folders => add(*place, &mut next),
                    _ => {}
                }
                if goes_on {
                    self.enter(place + 1, &mut next);
                }
            }
            std::mem::swap(&mut now, &mut next);
            next.clear();
            if now.is_empty() {
                return false;
            }
        }
        now.last().is_some_and(|place| *place as usize == self.parts.len())
    }

    /// Adds a place, and those behind what may match nothing.
    fn enter(&self, mut place: u32, places: &mut Places) {
        loop {
            add(place, places);
            match self.parts.get(place as usize) {
                Some(Part::Star | Part::Rest | Part::Folders) => place += 1,
                _ => return,
            }
        }
    }
}

/// Adds a place. They are added in ascending order, so the last one tells which are there already.
fn add(place: u32, places: &mut Places) {
    if places.last().is_none_or(|last| *last < place) {
        places.push(place);
    }
}

/// Reads the bytes of `[...]`, which begin at `at`, and where it ends; `None` where it does not, or
/// names a class that does not exist.
fn one_of(pattern: &[u8], mut at: usize) -> Option<(Box<[bool; 256]>, usize)> {
    let mut bytes = Box::new([false; 256]);
    let is_negated = matches!(pattern.get(at), Some(b'!' | b'^'));
    at += usize::from(is_negated);
    let mut before = None;
    // The first one is a member also where it is a `]`.
    let mut byte = *pattern.get(at)?;
    loop {
        match byte {
            b'\\' => {
                at += 1;
                byte = *pattern.get(at)?;
                bytes[usize::from(byte)] = true;
                before = Some(byte);
            }
            b'-' if before.is_some() && pattern.get(at + 1).is_some_and(|next| *next != b']') => {
                at += 1;
                if pattern[at] == b'\\' {
                    at += 1;
                }
                let last = *pattern.get(at)?;
                let first = before.unwrap_or(last);
                (first..=last).for_each(|byte| bytes[usize::from(byte)] = true);
                before = None;
            }
            b'[' if pattern.get(at + 1) == Some(&b':') => {
                let name = &pattern[at + 2..];
                let close = name.iter().position(|byte| *byte == b']')?;
                match name[..close].strip_suffix(b":") {
                    Some(name) => {
                        let is_in = class(name)?;
                        (0..=u8::MAX)
                            .filter(|byte| is_in(*byte))
                            .for_each(|byte| bytes[usize::from(byte)] = true);
                        at += 2 + close;
                        before = None;
                    }
                    None => {
                        bytes[usize::from(b'[')] = true;
                        before = Some(b'[');
                    }
                }
            }
            byte => {
                bytes[usize::from(byte)] = true;
                before = Some(byte);
            }
        }
        at += 1;
        byte = *pattern.get(at)?;
        if byte == b']' {
            break;
        }
    }
    if is_negated {
        bytes.iter_mut().for_each(|is_in| *is_in = !*is_in);
    }
    bytes[usize::from(b'/')] = false;
    Some((bytes, at + 1))
}

/// The classes of git, which are those of ASCII.
fn class(name: &[u8]) -> Option<fn(u8) -> bool> {
    Some(match name {
        b"alnum" => |byte| byte.is_ascii_alphanumeric(),
        b"alpha" => |byte| byte.is_ascii_alphabetic(),
        b"blank" => |byte| matches!(byte, b' ' | b'\t'),
        b"cntrl" => |byte| byte.is_ascii_control(),
        b"digit" => |byte| byte.is_ascii_digit(),
        b"graph" => |byte| byte.is_ascii_graphic(),
        b"lower" => |byte| byte.is_ascii_lowercase(),
        b"print" => |byte| byte.is_ascii_graphic() || byte == b' ',
        b"punct" => |byte| byte.is_ascii_punctuation(),
        b"space" => |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'),
        b"upper" => |byte| byte.is_ascii_uppercase(),
        b"xdigit" => |byte| byte.is_ascii_hexdigit(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gix::glob::{wildmatch, wildmatch::Mode};

    fn matches(pattern: &str, path: &str) -> bool {
        Wildcards::new(pattern.as_bytes()).is_some_and(|read| read.matches(path.as_bytes()))
    }

    /// All texts of up to `most` of these.
    fn all(of: &[&str], most: usize) -> Vec<String> {
        let mut made = vec![(0, String::new())];
        for at in 0.. {
            let Some((count, text)) = made.get(at).cloned() else { break };
            if count < most {
                made.extend(of.iter().map(|one| (count + 1, format!("{text}{one}"))));
            }
        }
        made.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn short_patterns_match_what_git_says() {
        let paths = all(&["a", "b", "/"], 5);
        let mut patterns = all(&["a", "/", "*", "?"], 5);
        patterns.extend(all(&["a", "/", "*", "/**/", "**", "[!a]", "\\/"], 4));
        let mut matched = 0;
        for pattern in &patterns {
            for path in &paths {
                let theirs =
                    wildmatch(pattern.as_str().into(), path.as_str().into(), Mode::NO_MATCH_SLASH_LITERAL);
                assert_eq!(matches(pattern, path), theirs, "{pattern} {path}");
                matched += usize::from(theirs);
            }
        }
        assert!(matched > 10_000, "{matched}");
    }

    #[test]
    fn classes_hold_what_they_hold_in_git() {
        let classes = [
            "[abc]",
            "[!abc]",
            "[^abc]",
            "[]a]",
            "[!]a]",
            "[a-c]",
            "[a-]",
            "[-a]",
            "[a\\]b]",
            "[\\a]",
            "[a",
            "[",
            "[]",
            "[!",
            "[[:alpha:]]",
            "[[:digit:]x]",
            "[[:nope:]]",
            "[[:alpha]",
            "[[:]",
            "[a-c-e]",
            "[c-a]",
            "[[:space:]]",
            "[[:punct:]-z]",
            "[[:graph:]]",
            "[[:print:]]",
            "[[:cntrl:]]",
            "[/a]",
            "[!a-z]",
            "[\\",
            "[[:xdigit:][:upper:]]",
            "[[:lower:][:blank:]]",
            "[[:alnum:]_]",
            "[a\\",
            "[a-\\c]",
            "[a-\\",
        ];
        for pattern in classes {
            for byte in 0..=127_u8 {
                let path = char::from(byte).to_string();
                let mode = Mode::NO_MATCH_SLASH_LITERAL;
                let theirs = wildmatch(pattern.into(), path.as_str().into(), mode);
                assert_eq!(matches(pattern, &path), theirs, "{pattern} {path:?}");
            }
        }
    }

    #[test]
    fn twice_the_rule_or_the_path_is_twice_the_work() {
        let steps = |pattern: &str, path: &str| {
            let mut steps = 0;
            let read = Wildcards::new(pattern.as_bytes()).unwrap();
            assert!(!read.matches_counted(path.as_bytes(), |more| steps += more), "{pattern}");
            steps
        };
        for (rule, folder) in [("/**/a*", "/aaaa"), ("**/", "a/"), ("*a", "aa"), ("[a]*", "a"), ("*?", "a")] {
            let of = |rules: usize, folders: usize| {
                steps(&format!("{}b", rule.repeat(rules)), &format!("{}/c", folder.repeat(folders)))
            };
            for (once, twice) in [(of(24, 400), of(48, 400)), (of(24, 400), of(24, 800))] {
                assert!(once > 0 && twice * 10 <= once * 23, "{rule} {folder}: {once} {twice}");
            }
        }
    }
}
