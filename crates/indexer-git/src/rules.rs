//! Files of rules in the syntax of `.gitignore`, and what they say together.

use crate::wildcards::Wildcards;
use gix::glob::{Pattern, pattern::Mode};
use std::sync::Arc;

/// The rules of one file.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The folder that they count from, relative to the top; "" for the top itself.
    base: String,
    rules: Vec<Rule>,
}

/// One line.
#[derive(Clone, Debug)]
struct Rule {
    /// As git reads it.
    pattern: Pattern,
    fit: Fit,
}

/// What a path must be to fit a rule.
#[derive(Clone, Debug)]
enum Fit {
    /// The text of the pattern.
    Same,
    /// It ends with the text behind the first byte of the pattern, a `*`.
    End,
    /// It begins with so many bytes of the text; the rest matches. Git compares what comes before the
    /// first wildcard and forgets it: `a**/b` fits `ab`.
    Wild(usize, Wildcards),
    /// Nothing is.
    Never,
}

/// Rules in the order in which they count: later ones first.
#[derive(Clone, Debug, Default)]
pub struct RuleStack {
    last: Option<Arc<Node>>,
}

#[derive(Debug)]
struct Node {
    rules: Rules,
    before: Option<Arc<Node>>,
}

impl Rules {
    /// The rules that `text` holds for what is below the folder `base`.
    pub fn parse(text: &[u8], base: &str) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut rules = Vec::new();
        for line in text.split(|b| *b == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            // Git reads such a file as text that ends at a NUL.
            let line = line.split(|b| *b == 0).next().unwrap_or(&[]);
            if !line.starts_with(b"#") {
                rules.extend(Pattern::from_bytes(without_trailing_spaces(line)).map(Rule::new));
            }
        }
        Self { base: base.to_owned(), rules }
    }

    /// True where there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// What the rules say of `path`, relative to the top: `Some(true)` that it is ignored,
    /// `Some(false)` that it is not, `None` nothing. The last rule that fits decides.
    pub fn decide(&self, path: &str, is_folder: bool) -> Option<bool> {
        let inside = match self.base.is_empty() {
            true => path,
            false => path.strip_prefix(&*self.base)?.strip_prefix('/')?,
        };
        let name = inside.rfind('/').map_or(inside, |slash| &inside[slash + 1..]);
        let last = self.rules.iter().rev().find(|rule| rule.fits(inside, name, is_folder))?;
        Some(!last.pattern.mode.contains(Mode::NEGATIVE))
    }
}

impl Rule {
    fn new(pattern: Pattern) -> Self {
        let fit = match pattern.first_wildcard_pos {
            None => Fit::Same,
            Some(0) if pattern.mode.contains(Mode::ENDS_WITH) && is_of_names(&pattern) => Fit::End,
            Some(at) => Wildcards::new(&pattern.text[at..]).map_or(Fit::Never, |read| Fit::Wild(at, read)),
        };
        Self { pattern, fit }
    }

    /// True where it fits a path, whose last part is `name`.
    fn fits(&self, path: &str, name: &str, is_folder: bool) -> bool {
        if self.pattern.mode.contains(Mode::MUST_BE_DIR) && !is_folder {
            return false;
        }
        let of = if is_of_names(&self.pattern) { name } else { path }.as_bytes();
        match &self.fit {
            Fit::Same => self.pattern.text == of,
            Fit::End => of.ends_with(&self.pattern.text[1..]),
            Fit::Wild(at, wild) => {
                of.strip_prefix(&self.pattern.text[..*at]).is_some_and(|rest| wild.matches(rest))
            }
            Fit::Never => false,
        }
    }
}

/// True for a pattern without a slash but at its end: it is one of names, at any depth.
fn is_of_names(pattern: &Pattern) -> bool {
    pattern.mode.contains(Mode::NO_SUB_DIR) && !pattern.mode.contains(Mode::ABSOLUTE)
}

impl RuleStack {
    /// These rules, and `rules` before them.
    #[must_use]
    pub fn with(&self, rules: Rules) -> Self {
        if rules.is_empty() {
            return self.clone();
        }
        Self { last: Some(Arc::new(Node { rules, before: self.last.clone() })) }
    }

    /// What they say together: the first file that says something decides.
    pub fn decide(&self, path: &str, is_folder: bool) -> Option<bool> {
        let mut next = self.last.as_deref();
        while let Some(node) = next {
            if let Some(said) = node.rules.decide(path, is_folder) {
                return Some(said);
            }
            next = node.before.as_deref();
        }
        None
    }
}

/// A space at the end counts behind a backslash only.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let mut end = 0;
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b' ' => at += 1,
            b'\\' if at + 1 < line.len() => {
                at += 2;
                end = at;
            }
            _ => {
                at += 1;
                end = at;
            }
        }
    }
    &line[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rule_that_fits_decides() {
        let rules = Rules::parse(b"\xef\xbb\xbf*.log\r\n!keep.log\n#c\nbuild/\n/top\na/b\nd\\ \n", "");
        assert_eq!(rules.decide("x/y.log", false), Some(true));
        assert_eq!(rules.decide("x/keep.log", false), Some(false));
        assert_eq!((rules.decide("x/build", true), rules.decide("build", false)), (Some(true), None));
        assert_eq!((rules.decide("top", false), rules.decide("x/top", false)), (Some(true), None));
        assert_eq!((rules.decide("a/b", false), rules.decide("x/a/b", false)), (Some(true), None));
        assert_eq!(rules.decide("d ", false), Some(true));
        // What git takes minutes for is read as fast as the rest.
        let slow = "/**/a*".repeat(24);
        let rules = Rules::parse(format!("{slow}b\n").as_bytes(), "");
        assert_eq!(rules.decide(&"aaaa/".repeat(60), false), None);
        assert_eq!(rules.decide(&format!("{}ab", "aaaa/".repeat(60)), false), Some(true));
        let rules = Rules::parse(b"a**/b\n/c*/\n", "");
        assert_eq!((rules.decide("ab", false), rules.decide("axb", false)), (Some(true), None));
        assert_eq!((rules.decide("cd", true), rules.decide("cd", false)), (Some(true), None));
    }

    #[test]
    fn nearer_files_count_more_and_only_below_their_folder() {
        let stack = RuleStack::default().with(Rules::parse(b"*.py", "")).with(Rules::parse(b"!a.py", "sub"));
        assert_eq!(stack.decide("sub/a.py", false), Some(false));
        assert_eq!(stack.decide("sub/b.py", false), Some(true));
        assert_eq!(stack.decide("a.py", false), Some(true));
        assert_eq!(stack.decide("subs/a.py", false), Some(true));
        assert_eq!(stack.decide("a.rs", false), None);
    }
}
