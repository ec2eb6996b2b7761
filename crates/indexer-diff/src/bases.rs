//! What stands behind the name of a type: how it may be made, its type parameters, what it is made of.

use crate::alternatives::{is_said_more, split};
use std::collections::BTreeSet;

/// The words with which the types above a type begin.
const ABOVE: [&str; 4] = ["extends", "implements", "with", "permits"];
/// Who may make a type, from fewest to most; where nothing is said, all may.
const MAKERS: [&str; 4] = ["private", "internal", "protected", "public"];

/// What stands behind the name of a type, in parts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Above {
    /// Who may make it: the place in `MAKERS`.
    pub(crate) makers: usize,
    /// Type parameters and the conditions for them.
    rest: String,
    /// The types above it, as they are written, without what their making is given.
    pub(crate) types: BTreeSet<String>,
}

impl Above {
    pub(crate) fn of(written: &str) -> Self {
        let written = &*spaced(written);
        // `class A(B, metaclass=M)`.
        if let Some(inside) = written.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            let types = split(inside, ',').into_iter().map(|one| one.trim().to_owned());
            let types = types.filter(|one| !one.is_empty()).collect();
            return Self { makers: MAKERS.len() - 1, rest: String::new(), types };
        }
        let (written, conditions) = match written.strip_prefix("where ") {
            Some(_) => ("", written),
            None => written.find(" where ").map_or((written, ""), |at| written.split_at(at)),
        };
        let begins = begin_of_list(written);
        let (before, list) = written.split_at(begins.unwrap_or(written.len()));
        let mut makers = MAKERS.len() - 1;
        let mut rest: Vec<&str> = Vec::new();
        for word in before.split_whitespace() {
            match MAKERS.iter().position(|one| *one == word) {
                Some(at) => makers = at,
                None if word == "constructor" => {}
                None => rest.push(word),
            }
        }
        let mut types = BTreeSet::new();
        for part in split(list.trim_start_matches(':'), ',') {
            let mut one = String::new();
            for word in words(part) {
                if ABOVE.contains(&word) {
                    insert(&mut types, &one);
                    one.clear();
                } else {
                    one = if one.is_empty() { word.to_owned() } else { format!("{one} {word}") };
                }
            }
            insert(&mut types, &one);
        }
        Self { makers, rest: format!("{}{conditions}", rest.join(" ")), types }
    }

    /// True where nothing but who may make it, or how what is above is made, may differ.
    pub(crate) fn has_same_types(&self, other: &Self) -> bool {
        self.rest == other.rest && self.types == other.types
    }

    /// True where `other` has the same types above, some of them with arguments that are not said here, or by a path.
    pub(crate) fn is_said_more(&self, other: &Self) -> bool {
        let last = |one: &str| {
            let name = one.split('[').next().unwrap_or(one);
            one[name.rfind('.').map_or(0, |at| at + 1)..].to_owned()
        };
        let is_there = |one: &String| {
            let one = last(one);
            other.types.iter().map(|two| last(two)).any(|two| one == two || is_said_more(&one, &two))
        };
        self.rest == other.rest && self.types.len() == other.types.len() && self.types.iter().all(is_there)
    }

    /// True where `other` has all types above that this has.
    pub(crate) fn is_kept_by(&self, other: &Self) -> bool {
        self.rest == other.rest && self.types.is_subset(&other.types)
    }
}

/// With a blank between a closing bracket and a word.
fn spaced(written: &str) -> String {
    let mut out = String::with_capacity(written.len());
    let mut last = ' ';
    for c in written.chars() {
        if matches!(last, '>' | ')' | ']') && c.is_alphabetic() {
            out.push(' ');
        }
        out.push(c);
        last = c;
    }
    out
}

/// Where the list of types above begins.
fn begin_of_list(written: &str) -> Option<usize> {
    let mut depth = 0;
    let mut word = 0;
    for (at, c) in written.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ':' if depth == 0 => return Some(at),
            _ => {}
        }
        if !c.is_alphanumeric() && c != '_' {
            word = at + c.len_utf8();
        } else if depth == 0 {
            let rest = &written[word..];
            let is_word = |one: &str| {
                rest.strip_prefix(one).is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace()))
            };
            if at == word && ABOVE.iter().any(|one| is_word(one)) {
                return Some(at);
            }
        }
    }
    None
}

/// The words of one part, brackets with what they belong to.
fn words(part: &str) -> Vec<&str> {
    let mut found = split(part, ' ');
    found.retain(|word| !word.is_empty());
    found
}

/// Takes a type in, without what its making is given and without what it is delegated to.
fn insert(types: &mut BTreeSet<String>, written: &str) {
    let written = written.split(" by ").next().unwrap_or(written).trim();
    let mut depth = 0;
    let mut bare = String::new();
    for c in written.chars() {
        // What is given stands behind the name; `(A) -> B` begins with its bracket.
        if c == '(' && (depth > 0 || !bare.is_empty()) {
            depth += 1;
        } else if c == ')' && depth > 0 {
            depth -= 1;
        } else if depth == 0 {
            bare.push(c);
        }
    }
    let bare = bare.trim();
    if !bare.is_empty() {
        types.insert(bare.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn making_and_delegation_are_no_types() {
        let lazy = |mode: &str| format!(":Lazy<Module>by lazy({mode}, init)");
        assert!(Above::of(&lazy("A")).has_same_types(&Above::of(&lazy("B"))));
        let (private, protected) = (Above::of("private constructor"), Above::of("protected constructor"));
        assert!(private.has_same_types(&protected) && private.makers < protected.makers);
        assert!(Above::of(":A(x), B").has_same_types(&Above::of(":A(y), B")));
    }

    #[test]
    fn more_above_keeps_what_was_there() {
        assert!(Above::of("").is_kept_by(&Above::of("(t.Generic[T])")));
        assert!(Above::of("extends A").is_kept_by(&Above::of("extends A implements B, C")));
        assert!(!Above::of("extends A implements B").is_kept_by(&Above::of("extends A")));
        assert!(!Above::of("<T> :A").is_kept_by(&Above::of("<T, U> :A")));
        assert!(!Above::of(":A where T : X").is_kept_by(&Above::of(":A where T : Y")));
        assert!(!Above::of("<T>where T:X").is_kept_by(&Above::of("<T>where T:X, U:Y")));
        assert!(Above::of("<T>extends A<T>").is_kept_by(&Above::of("<T>extends A<T>implements B")));
    }
}
