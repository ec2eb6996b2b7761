//! Parts of a signature: what is written in one, what that means, and parameters.

use crate::tokens::{Kind, Token};
use indexer_core::ParameterKind;
use rustc_hash::FxHashMap;

/// What the names that begin at these bytes lead to, where that is proved: two paths to one type are equal
/// in it.
pub(crate) type Meanings = FxHashMap<u32, u64>;

/// Stands before what a path leads to.
const MEANT: char = '\u{1}';

/// A part of a signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) text: String,
    /// The text with what its paths lead to in place of the paths; empty where no path is known to lead
    /// anywhere.
    meant: String,
}

impl Written {
    pub(crate) fn of(tokens: &[&Token], text: &str, meanings: &Meanings) -> Self {
        let written = joined(tokens.iter().copied(), text);
        let meant = meant(tokens, text, meanings).map_or_else(String::new, |parts| parts.join(" "));
        Self { text: written, meant }
    }

    /// True where both say the same, though by other paths; `now` is what the types of this state are in the other one,
    /// where they are there under another key.
    pub(crate) fn means(&self, other: &Self, now: &FxHashMap<u64, u64>) -> bool {
        !self.meant.is_empty() && (self.meant == other.meant || self.meant_now(now) == other.meant)
    }

    fn meant_now(&self, now: &FxHashMap<u64, u64>) -> String {
        let part = |part: &str| {
            let known = part.strip_prefix(MEANT).and_then(|key| u64::from_str_radix(key, 16).ok());
            known
                .and_then(|key| now.get(&key))
                .map_or_else(|| part.to_owned(), |key| format!("{MEANT}{key:x}"))
        };
        self.meant.split(' ').map(part).collect::<Vec<_>>().join(" ")
    }
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) kind: ParameterKind,
    /// What stands around its name, without the default: mostly its type. Whether the body may assign it is
    /// no part of that.
    pub(crate) of: Written,
    pub(crate) default: Option<String>,
    /// True where a call may leave it out though no default is written: a mark at its name (`a?: string`), or what the
    /// facts say of it.
    pub(crate) is_marked: bool,
    /// True for a field without a name that others cannot name.
    pub(crate) is_private: bool,
    /// True where calls give it at its place alone, though others are given by name: it stands before a `/` (Python).
    pub(crate) is_placed: bool,
}

impl Parameter {
    /// One of which the signature shows nothing but that it is there.
    pub(crate) fn bare(name: &str, kind: ParameterKind, is_marked: bool) -> Self {
        let of = Written::default();
        Self {
            name: name.to_owned(),
            kind,
            of,
            default: None,
            is_marked,
            is_private: false,
            is_placed: false,
        }
    }

    /// True for one that the function keeps to itself, though calls could name it: `_mode`.
    pub(crate) fn is_underscored(&self) -> bool {
        self.kind == ParameterKind::Plain && self.name.starts_with('_')
    }

    /// True where a call may leave it out.
    pub(crate) fn is_optional(&self) -> bool {
        self.default.is_some()
            || self.is_marked
            || matches!(
                self.kind,
                ParameterKind::Rest | ParameterKind::RestKeywords | ParameterKind::Receiver
            )
    }
}

/// The tokens with one part for each path that is known to lead somewhere; `None` where none is.
fn meant(tokens: &[&Token], text: &str, meanings: &Meanings) -> Option<Vec<String>> {
    let mut parts: Vec<String> = Vec::new();
    // Where the path that is read began among the parts.
    let mut path: Option<usize> = None;
    let mut is_known = false;
    let is_colon = |i: usize| tokens.get(i).is_some_and(|one| one.text(text) == ":");
    let joins = |i: usize| {
        tokens.get(i).is_some_and(|one| one.text(text) == ".")
            || (is_colon(i) && (is_colon(i + 1) || i > 0 && is_colon(i - 1)))
    };
    for (i, token) in tokens.iter().enumerate() {
        let written = token.text(text);
        if token.kind == Kind::Word {
            let begun = *path.get_or_insert(parts.len());
            let last_of_path = !joins(i + 1);
            match meanings.get(&token.span.start).filter(|_| last_of_path) {
                Some(meaning) => {
                    parts.truncate(begun);
                    parts.push(format!("{MEANT}{meaning:x}"));
                    is_known = true;
                }
                None => parts.push(written.to_owned()),
            }
            if last_of_path {
                path = None;
            }
        } else {
            parts.push(written.to_owned());
            if !joins(i) {
                path = None;
            }
        }
    }
    is_known.then_some(parts)
}

/// Tokens as text, spaces only where words would run together and behind commas.
pub(crate) fn joined<'t>(tokens: impl Iterator<Item = &'t Token>, text: &str) -> String {
    let mut out = String::new();
    let mut last: Option<&Token> = None;
    for token in tokens {
        let wordy = |one: &Token| matches!(one.kind, Kind::Word | Kind::Literal);
        let apart = last.is_some_and(|last| {
            (wordy(last) && wordy(token)) || matches!(last.text(text), "," | ":") || token.text(text) == "-"
        });
        if apart && !out.ends_with(':') || last.is_some_and(|last| last.text(text) == ",") {
            out.push(' ');
        }
        out.push_str(token.text(text).trim());
        last = Some(token);
    }
    out.replace("->", "-> ")
}
