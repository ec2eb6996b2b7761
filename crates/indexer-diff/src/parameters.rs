//! A signature taken apart: what stands before the name, parameters, what stands behind.

use crate::tokens::{Kind, Token};
use indexer_core::{Definition, ParameterKind, facts::FileFacts};

/// A signature in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    /// What stands before the name.
    pub(crate) before: String,
    /// What stands behind the name and is no parameter: type parameters, what a call gives, bases.
    pub(crate) behind: String,
    pub(crate) parameters: Vec<Parameter>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) kind: ParameterKind,
    /// What stands around its name, without the default: mostly its type.
    pub(crate) of: String,
    pub(crate) default: Option<String>,
    /// True where a mark behind its name says that a call may leave it out: `a?: string`.
    pub(crate) is_marked: bool,
}

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
pub(crate) fn head(facts: &FileFacts, definition: &Definition, text: &str, tokens: &[Token]) -> Head {
    let place = |at: u32| tokens.partition_point(|token| token.span.start < at);
    let name = place(definition.name_span.start).min(tokens.len());
    let mut taken = vec![false; tokens.len()];
    let mut parameters = Vec::new();
    for parameter in facts.parameters(definition.parameters) {
        let at = place(parameter.name_span.start);
        let own = facts.name(parameter.name).to_owned();
        if at >= tokens.len() || taken[at] {
            let kind = parameter.kind;
            parameters.push(Parameter {
                name: own,
                kind,
                of: String::new(),
                default: None,
                is_marked: false,
            });
            continue;
        }
        let (start, end) = around(tokens, text, at);
        taken[start..end].fill(true);
        let value = (start..end).find(|at| is(tokens, text, *at, "=") && !is(tokens, text, at + 1, ">"));
        let until = value.unwrap_or(end);
        let named: Vec<&Token> =
            (start..until).filter(|i| *i != at || own != tokens[at].text(text)).map(|i| &tokens[i]).collect();
        let default = value.map(|value| joined(tokens[value + 1..end].iter(), text));
        let of = joined(named.into_iter(), text);
        let is_marked = is(tokens, text, at + 1, "?");
        let of = if is_marked { of.strip_prefix('?').unwrap_or(&of) } else { &of };
        let of = bare(of.trim_start_matches(':').trim()).to_owned();
        parameters.push(Parameter { name: own, kind: parameter.kind, of, default, is_marked });
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
    let rest = |range: std::ops::Range<usize>| {
        let free = range.filter(|at| !taken[*at] && !matches!(tokens[*at].text(text), "(" | ")" | ","));
        joined(free.map(|at| &tokens[at]), text)
    };
    Head { before: rest(0..name), behind: rest((name + 1).min(tokens.len())..tokens.len()), parameters }
}

/// A type without brackets around the whole of it that only group: `(A | B)`, and no pair or list.
fn bare(of: &str) -> &str {
    let Some(inside) = of.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return of };
    let mut depth = 0i32;
    for mark in inside.chars() {
        match mark {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => return of,
            _ => {}
        }
        if depth < 0 {
            return of;
        }
    }
    if inside.is_empty() { of } else { inside.trim() }
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
