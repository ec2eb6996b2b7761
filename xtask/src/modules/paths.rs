//! The paths that stand in Rust code: imports by the name that they give, and all others.

use std::collections::{BTreeMap, BTreeSet};

/// A path by its segments, as written.
type Path = Vec<String>;

/// What the code of one file names and defines.
#[derive(Debug, Default)]
pub(super) struct Paths {
    imports: BTreeMap<String, Path>,
    globs: Vec<Path>,
    /// Paths of private imports and of the code, not those that are only handed on (`pub use`).
    used: BTreeSet<Path>,
    defined: BTreeSet<String>,
}

/// Words after which the name of an item stands.
const ITEMS: &[&str] = &["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules"];

impl Paths {
    /// Reads code that holds no comments and no texts.
    pub(super) fn read(code: &str) -> Self {
        let tokens = tokens(code);
        let mut paths = Self::default();
        let mut at = 0;
        while at < tokens.len() {
            let token = tokens[at];
            if token == "use" {
                let handed_on = at > 0 && (tokens[at - 1] == "pub" || restricted(&tokens[..at]));
                at = Import { tokens: &tokens, at: at + 1, paths: &mut paths, handed_on }.tree(&[]);
            } else if ITEMS.contains(&token) {
                let name = tokens[at + 1..].iter().find(|one| is_word(one) && **one != "mut");
                paths.defined.extend(name.map(|name| (*name).to_owned()));
                at += 1;
            } else if is_word(token) && tokens.get(at + 1) == Some(&"::") {
                let mut path = vec![token.to_owned()];
                at += 1;
                while tokens.get(at) == Some(&"::") && tokens.get(at + 1).is_some_and(|next| is_word(next)) {
                    path.push(tokens[at + 1].to_owned());
                    at += 2;
                }
                paths.used.insert(path);
            } else {
                at += 1;
            }
        }
        paths
    }

    /// The paths whose ends this file uses.
    pub(super) fn used(&self) -> impl Iterator<Item = &[String]> {
        self.used.iter().map(Vec::as_slice)
    }

    /// What `name` is imported from.
    pub(super) fn import(&self, name: &str) -> Option<&[String]> {
        self.imports.get(name).map(Vec::as_slice)
    }

    /// The modules of which everything is imported.
    pub(super) fn globs(&self) -> impl Iterator<Item = &[String]> {
        self.globs.iter().map(Vec::as_slice)
    }

    /// Whether an item of this name is written here.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.defined.contains(name)
    }
}

/// Reads one `use`.
struct Import<'t, 'p> {
    tokens: &'t [&'t str],
    at: usize,
    paths: &'p mut Paths,
    handed_on: bool,
}

impl Import<'_, '_> {
    /// Reads a tree of imports below `prefix`; returns the position behind it.
    fn tree(&mut self, prefix: &[String]) -> usize {
        let mut path = prefix.to_vec();
        while let Some(token) = self.tokens.get(self.at).copied() {
            self.at += 1;
            match token {
                "::" => {}
                "{" => {
                    while !matches!(self.tokens.get(self.at), None | Some(&"}")) {
                        self.tree(&path);
                        self.at += usize::from(self.tokens.get(self.at) == Some(&","));
                    }
                    self.at += 1;
                    return self.at;
                }
                "*" => {
                    self.note(&path);
                    self.paths.globs.push(path);
                    return self.at;
                }
                "as" => {
                    let alias = self.tokens.get(self.at).copied().unwrap_or("_");
                    self.at += 1;
                    return self.named(alias, path);
                }
                "self" if path.len() > prefix.len() || !prefix.is_empty() => {}
                _ if is_word(token) => path.push(token.to_owned()),
                _ => {
                    self.at -= 1;
                    break;
                }
            }
        }
        let name = path.last().cloned().unwrap_or_default();
        self.named(&name, path)
    }

    fn named(&mut self, name: &str, path: Path) -> usize {
        self.note(&path);
        self.paths.imports.insert(name.to_owned(), path);
        self.at
    }

    fn note(&mut self, path: &[String]) {
        if !self.handed_on {
            self.paths.used.insert(path.to_vec());
        }
    }
}

/// Whether `pub(...)` stands at the end.
fn restricted(before: &[&str]) -> bool {
    let open = before.iter().rposition(|token| *token == "(");
    before.last() == Some(&")") && open.is_some_and(|open| open > 0 && before[open - 1] == "pub")
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, `::` and single characters; blanks are left out.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let of_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if of_word(first) {
            rest.find(|c| !of_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_have_the_names_that_they_give() {
        let paths =
            Paths::read("use crate::a::{self, B, c::{D as E, f::*}}; pub(crate) use super::g::H; fn i() {}");
        let import = |name: &str| paths.import(name).map(|path| path.join("::"));
        assert_eq!(import("a").as_deref(), Some("crate::a"));
        assert_eq!(import("B").as_deref(), Some("crate::a::B"));
        assert_eq!(import("E").as_deref(), Some("crate::a::c::D"));
        assert_eq!(import("H").as_deref(), Some("super::g::H"));
        assert_eq!(paths.globs().map(|path| path.join("::")).collect::<Vec<_>>(), ["crate::a::c::f"]);
        assert!(!paths.used().any(|path| path.contains(&"H".to_owned())), "handed on and not used");
        assert!(paths.defines("i") && !paths.defines("B"));
    }
}
