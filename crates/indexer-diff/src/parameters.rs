//! A signature taken apart: what stands before the name, parameters, what stands behind.

use crate::tokens::{Kind, Token};
use indexer_core::{Definition, ParameterKind, SymbolKind, facts::FileFacts};
use rustc_hash::FxHashMap;

/// What the names that begin at these bytes lead to, where that is proved: two paths to one type are equal
/// in it.
pub(crate) type Meanings = FxHashMap<u32, u64>;

/// A signature in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    /// What stands before the name.
    pub(crate) before: Written,
    /// What stands behind the name and is no parameter: type parameters, what a call gives, bases.
    pub(crate) behind: Written,
    pub(crate) parameters: Vec<Parameter>,
}

/// A part of a signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) text: String,
    /// The text with what its paths lead to in place of the paths; empty where no path is known to lead
    /// anywhere.
    meant: String,
}

impl Written {
    fn of(tokens: &[&Token], text: &str, meanings: &Meanings) -> Self {
        let written = joined(tokens.iter().copied(), text);
        let meant = meant(tokens, text, meanings).map_or_else(String::new, |parts| parts.join(" "));
        Self { text: written, meant }
    }

    /// True where both say the same, though by other paths.
    pub(crate) fn means(&self, other: &Self) -> bool {
        !self.meant.is_empty() && self.meant == other.meant
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
    /// True where a mark behind its name says that a call may leave it out: `a?: string`.
    pub(crate) is_marked: bool,
    /// True for a field without a name that others cannot name.
    pub(crate) is_private: bool,
}

/// Words before a parameter's name that only say what the body may do with it.
const BINDING: [&str; 2] = ["mut", "final"];
/// The word without which a field in parentheses is private.
const OPEN_FIELD: &str = "pub";

impl Parameter {
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

/// Takes the signature `tokens` of a definition apart.
pub(crate) fn head(
    facts: &FileFacts,
    definition: &Definition,
    (text, tokens): (&str, &[Token]),
    meanings: &Meanings,
) -> Head {
    let place = |at: u32| tokens.partition_point(|token| token.span.start < at);
    let name = place(definition.name_span.start).min(tokens.len());
    let mut taken = vec![false; tokens.len()];
    let mut parameters = Vec::new();
    for parameter in facts.parameters(definition.parameters) {
        let at = place(parameter.name_span.start);
        let (own, kind) = (facts.name(parameter.name), parameter.kind);
        if at >= tokens.len() || taken[at] {
            let (name, of) = (own.to_owned(), Written::default());
            parameters.push(Parameter { name, kind, of, default: None, is_marked: false, is_private: false });
            continue;
        }
        let (start, end) = around(tokens, text, at);
        taken[start..end].fill(true);
        let one = Slot { tokens, text, start, at, end };
        let is_field = definition.kind == SymbolKind::Struct;
        parameters.push(Parameter { kind, ..one.parameter(own, is_field, meanings) });
    }
    // What stands between parameters says how they are given (`*`, `/`), and each says so itself.
    if let (Some(mut first), Some(last)) =
        (taken.iter().position(|taken| *taken), taken.iter().rposition(|taken| *taken))
    {
        let separates = |at: usize| matches!(tokens[at].text(text), "," | "*" | "/");
        while first > name + 1 && separates(first - 1) {
            first -= 1;
        }
        let behind = (last + 1..tokens.len()).find(|at| !separates(*at)).unwrap_or(tokens.len());
        taken[first..behind].fill(true);
    }
    brackets(tokens, text, name, &mut taken);
    let rest = |range: std::ops::Range<usize>| {
        let free: Vec<&Token> = range.filter(|at| !taken[*at]).map(|at| &tokens[at]).collect();
        Written::of(&free, text, meanings)
    };
    Head { before: rest(0..name), behind: rest((name + 1).min(tokens.len())..tokens.len()), parameters }
}

/// The tokens of one parameter: `start..end`, with its name at `at`.
struct Slot<'t> {
    tokens: &'t [Token],
    text: &'t str,
    start: usize,
    at: usize,
    end: usize,
}

impl Slot<'_> {
    fn parameter(&self, own: &str, is_field: bool, meanings: &Meanings) -> Parameter {
        let Self { tokens, text, start, at, end } = *self;
        // The span of a receiver's name begins with its type: `&mut self`.
        let is_own = |i: usize| tokens[i].text(text) == own && tokens[i].kind == Kind::Word;
        let is_index = own.starts_with(|c: char| c.is_ascii_digit());
        let at = (at..end).find(|i| !is_index && is_own(*i)).unwrap_or(at);
        let value = (start..end).find(|at| is(tokens, text, *at, "=") && !is(tokens, text, at + 1, ">"));
        let until = value.unwrap_or(end);
        let is_named = own == tokens[at].text(text);
        let is_marked = is_named && is(tokens, text, at + 1, "?");
        // `mut` behind `&` is of the type.
        let binds = |i: usize| {
            is_named
                && i < at
                && BINDING.contains(&tokens[i].text(text))
                && (i == start || !is(tokens, text, i, "mut"))
        };
        let mut of: Vec<&Token> = (start..until)
            .filter(|i| !(binds(*i) || is_named && *i == at || is_marked && *i == at + 1))
            .map(|i| &tokens[i])
            .collect();
        if of.first().is_some_and(|first| first.text(text) == ":") {
            of.remove(0);
        }
        Parameter {
            name: own.to_owned(),
            kind: ParameterKind::Plain,
            of: Written::of(bare(&of, text), text, meanings),
            default: value.map(|value| joined(tokens[value + 1..end].iter(), text)),
            is_marked,
            is_private: is_field && !(start..end).any(|at| is(tokens, text, at, OPEN_FIELD)),
        }
    }
}

/// Takes the brackets around the parameters: those right around what is taken already, or the empty pair
/// behind the name and its type parameters. All others belong to types.
fn brackets(tokens: &[Token], text: &str, name: usize, taken: &mut [bool]) {
    let runs = taken.to_vec();
    for at in 1..tokens.len() {
        if runs[at] && !runs[at - 1] && is(tokens, text, at - 1, "(") {
            let end = (at..tokens.len()).find(|at| !runs[*at]).filter(|end| is(tokens, text, *end, ")"));
            if let Some(end) = end {
                taken[at - 1] = true;
                taken[end] = true;
            }
        }
    }
    let mut depth = 0i32;
    for at in (name + 1).min(tokens.len())..tokens.len() {
        match tokens[at].text(text) {
            _ if taken[at] => return,
            "<" | "[" => depth += 1,
            ">" | "]" => depth -= 1,
            "(" if depth == 0 => {
                if is(tokens, text, at + 1, ")") {
                    taken[at..at + 2].fill(true);
                }
                return;
            }
            _ => {}
        }
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
                    parts.push(format!("\u{1}{meaning:x}"));
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

/// A type without brackets around the whole of it that only group: `(A | B)`, and no pair or list.
fn bare<'a, 't>(of: &'a [&'t Token], text: &str) -> &'a [&'t Token] {
    let [first, inside @ .., last] = of else { return of };
    if first.text(text) != "(" || last.text(text) != ")" || inside.is_empty() {
        return of;
    }
    let mut depth = 0i32;
    for token in inside {
        match token.text(text) {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth -= 1,
            "," if depth == 0 => return of,
            _ => {}
        }
        if depth < 0 {
            return of;
        }
    }
    inside
}

fn is(tokens: &[Token], text: &str, at: usize, wanted: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.text(text) == wanted)
}

/// The tokens around `at` up to the commas or brackets that enclose them.
fn around(tokens: &[Token], text: &str, at: usize) -> (usize, usize) {
    let arrow = |at: usize| at > 0 && (is(tokens, text, at - 1, "-") || is(tokens, text, at - 1, "="));
    let mut depth = 0;
    let mut start = at;
    while start > 0 {
        match tokens[start - 1].text(text) {
            "," if depth == 0 => break,
            ")" | "]" | "}" => depth += 1,
            ">" if !arrow(start - 1) => depth += 1,
            "(" | "[" | "{" | "<" if depth == 0 => break,
            "(" | "[" | "{" | "<" => depth -= 1,
            _ => {}
        }
        start -= 1;
    }
    let mut end = at;
    depth = 0;
    while end < tokens.len() {
        match tokens[end].text(text) {
            "," if depth == 0 => break,
            "(" | "[" | "{" | "<" => depth += 1,
            ">" if arrow(end) => {}
            ")" | "]" | "}" | ">" if depth == 0 => break,
            ")" | "]" | "}" | ">" => depth -= 1,
            _ => {}
        }
        end += 1;
    }
    (start, end.max(at + 1))
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
