//! Where a parameter stands in a signature, and what is written there.
//!
//! Languages write parameters in three ways, and what is read tells them apart: in lists, where commas and brackets enclose each
//! (`f(a: T, b)`, `(x : t) (y : u)`); side by side, where the signature shows nothing but their names (`f x y`, `[x y]`); and
//! between the parts of a name (`-add:(T)a at:(U)b`). A parameter that shares its commas and brackets with another one or with
//! the name of the function is none of a list, and then what stands around it is none of its type.

use crate::brackets::{bare, closing, is, opening};
use crate::parameters::{Meanings, Parameter, Written, joined};
use crate::tokens::{Kind, Token};
use indexer_core::{ParameterKind, Span};
use std::ops::Range;

/// Words before a parameter's name that only say what the body may do with it, or that it is a property too, which is a
/// symbol of its own.
const BINDING: [&str; 4] = ["mut", "final", "val", "var"];
/// The word without which a field in parentheses is private.
const OPEN_FIELD: &str = "pub";

/// The parameters of a signature, by where their names stand.
pub(crate) struct List<'t> {
    tokens: &'t [Token],
    text: &'t str,
    /// What is defined, and where that stands.
    own: (&'t str, usize),
    /// The tokens of each name; empty for those that stand behind the signature.
    names: Vec<Range<usize>>,
}

/// What one parameter takes of a signature.
#[derive(Clone, Debug)]
pub(crate) struct Slot<'t> {
    tokens: &'t [Token],
    text: &'t str,
    pub(crate) start: usize,
    /// Where its name begins.
    pub(crate) at: usize,
    pub(crate) end: usize,
    /// The tokens that are its name as it is written.
    name: Range<usize>,
    /// The tokens of its type, where the name stands behind it in brackets.
    type_of: Option<Range<usize>>,
    /// Marks before it, perhaps before its bracket: `?`, `~`, `~label:`.
    pub(crate) mark: Range<usize>,
    /// False for one that stands beside others without commas or brackets of its own.
    pub(crate) is_listed: bool,
}

impl<'t> List<'t> {
    pub(crate) fn new(tokens: &'t [Token], text: &'t str, own: (&'t str, usize), spans: &[Span]) -> Self {
        // The sign of a variable is of its token, and none of its name.
        let first = |at: u32| tokens.partition_point(|token| token.span.end <= at);
        let behind = |at: u32| tokens.partition_point(|token| token.span.start < at);
        let names = spans.iter().map(|span| first(span.start)..behind(span.end)).collect();
        Self { tokens, text, own, names }
    }

    /// What the parameter with this number takes; `None` where the signature does not show it.
    pub(crate) fn slot(&self, nth: usize) -> Option<Slot<'t>> {
        let (tokens, text) = (self.tokens, self.text);
        let name = self.names.get(nth)?.clone();
        let at = name.start;
        if at >= tokens.len() {
            return None;
        }
        let (start, end) = around(tokens, text, at);
        let others = self.names.iter().enumerate().filter(|(other, _)| *other != nth);
        let is_shared = (start..end).contains(&self.own.1)
            || others.map(|(_, other)| other.start).any(|other| other != at && (start..end).contains(&other));
        if is_shared {
            return Some(self.alone(name, end));
        }
        let mark = self.mark(start.checked_sub(1).filter(|at| is(tokens, text, *at, "(")).unwrap_or(0));
        Some(Slot { tokens, text, start, at, end, name, type_of: None, mark, is_listed: true })
    }

    /// A parameter beside others; `most` is where the commas or brackets around them all end.
    fn alone(&self, name: Range<usize>, most: usize) -> Slot<'t> {
        let (tokens, text, at) = (self.tokens, self.text, name.start);
        let mut slot = Slot {
            tokens,
            text,
            start: at,
            at,
            end: name.end.max(at + 1),
            name,
            type_of: None,
            mark: self.mark(at),
            is_listed: false,
        };
        if self.own.0.contains(':') {
            self.part_of_name(&mut slot);
        }
        let begins = |at: usize| {
            self.names.iter().any(|other| other.start == at)
                || is(tokens, text, at, "{")
                || is(tokens, text, at, "(")
        };
        // `a: b: c`.
        if is(tokens, text, slot.end, ":") && (slot.end + 1 == tokens.len() || begins(slot.end + 1)) {
            slot.end += 1;
        }
        // `def f a = 1, b`.
        let has_more = (slot.end..most).any(|at| self.names.iter().any(|other| other.start == at));
        if is(tokens, text, slot.end, "=") && !is(tokens, text, slot.end + 1, ">") && !has_more {
            slot.end = most;
        }
        slot
    }

    /// `at:(T)a` of a name of several parts.
    fn part_of_name(&self, slot: &mut Slot<'t>) {
        let (tokens, text, own) = (self.tokens, self.text, self.own.1);
        let mut start = slot.at;
        if start > 0 && is(tokens, text, start - 1, ")") {
            let open = opening(tokens, text, start - 1).filter(|at| *at > 0 && is(tokens, text, at - 1, ":"));
            let Some(open) = open else { return };
            slot.type_of = Some(open + 1..start - 1);
            start = open;
        }
        if start > 0 && is(tokens, text, start - 1, ":") {
            start -= 1;
            let is_label = start > own + 1 && tokens[start - 1].kind == Kind::Word;
            slot.start = start - usize::from(is_label);
        }
    }

    /// The marks that end before `at`: `?`, `~`, and either with a label and a colon behind it.
    fn mark(&self, at: usize) -> Range<usize> {
        let is_mark = |at: usize| is(self.tokens, self.text, at, "?") || is(self.tokens, self.text, at, "~");
        // The mark of an optional method stands at the name.
        let behind_name =
            |at: usize| at == self.own.1 + 1 && !self.own.0.is_empty() && touches(self.tokens, at);
        let is_label = at > 2
            && is(self.tokens, self.text, at - 1, ":")
            && self.tokens[at - 2].kind == Kind::Word
            && is_mark(at - 3);
        match at {
            _ if is_label => at - 3..at,
            _ if at > 0 && is_mark(at - 1) && !behind_name(at - 1) => at - 1..at,
            _ => at..at,
        }
    }
}

/// True where nothing stands between a token and the one before it.
fn touches(tokens: &[Token], at: usize) -> bool {
    at > 0 && tokens.get(at).is_some_and(|one| one.span.start == tokens[at - 1].span.end)
}

impl Slot<'_> {
    pub(crate) fn parameter(
        &self,
        (called, kind): (&str, ParameterKind),
        is_field: bool,
        meanings: &Meanings,
    ) -> Parameter {
        let Self { tokens, text, start, at, end, .. } = *self;
        let is_index = called.starts_with(|c: char| c.is_ascii_digit());
        // The span of a receiver's name begins with its type: `&mut self`.
        let is_own = |i: usize| tokens[i].text(text) == called && tokens[i].kind == Kind::Word;
        let found = (at..end).find(|i| !is_index && is_own(*i));
        let name = match found {
            Some(at) => at..at + 1,
            None if is_index => at..at,
            None if self.is_named(called) => self.name.clone(),
            None => at..at,
        };
        let is_first = |i: usize| is(tokens, text, i, "?") && name.start == i + 1 && i == start;
        let value = self.value(name.end.max(at));
        let until = value.clone().map_or(end, |value| value.start);
        let is_marked = is(tokens, text, name.end, "?") && name.end < until && !name.is_empty();
        // `mut` behind `&` is of the type.
        let binds = |i: usize| {
            i < name.start
                && BINDING.contains(&tokens[i].text(text))
                && (i == start || !is(tokens, text, i, "mut"))
        };
        let range = self.type_of.clone().unwrap_or(if self.is_listed { start..until } else { 0..0 });
        let is_of_name =
            |i: usize| name.contains(&i) || binds(i) || is_first(i) || is_marked && i == name.end;
        let mut of: Vec<&Token> = range.filter(|i| !is_of_name(*i)).map(|i| &tokens[i]).collect();
        if of.first().is_some_and(|first| first.text(text) == ":") {
            of.remove(0);
        }
        let default = value.filter(|value| !value.is_empty());
        let default =
            default.map(|value| joined(tokens[value].iter().skip_while(|one| is_sign(one, text)), text));
        let label = self.mark.len() > 1;
        let is_private = is_field && !(start..end).any(|at| is(tokens, text, at, OPEN_FIELD));
        Parameter {
            name: if label { tokens[self.mark.start + 1].text(text).to_owned() } else { called.to_owned() },
            kind: if self.mark.is_empty() { kind } else { ParameterKind::Keyword },
            of: Written::of(bare(&of, text), text, meanings),
            default,
            is_marked: is_marked || is_first(start) || self.mark.clone().any(|at| is(tokens, text, at, "?")),
            is_private,
            is_placed: false,
        }
    }

    /// True where the name is written as it is told: some languages fold its case.
    fn is_named(&self, called: &str) -> bool {
        let name: String = self.tokens[self.name.clone()].iter().map(|one| one.text(self.text)).collect();
        name.trim_start_matches('$').eq_ignore_ascii_case(called.trim_start_matches('$'))
    }

    /// The tokens of its default with the sign before that: `= 1`, `\\ 1`, `? 1`, `DEFAULT 1`. Empty where what is
    /// written there ends the type and is no default.
    fn value(&self, behind: usize) -> Option<Range<usize>> {
        let Self { tokens, text, end, .. } = *self;
        let is = |at: usize, mark: &str| is(tokens, text, at, mark);
        let mut at = behind;
        while at < end {
            if matches!(tokens[at].text(text), "(" | "[" | "{") {
                at = closing(tokens, text, at).map_or(end, |close| close + 1);
                continue;
            }
            // `a = %{b: c}` is a pattern for what is given.
            if is(at, "=") && is(at + 1, "%") {
                return Some(at..at);
            }
            let assigns = is(at, "=") && !is(at + 1, ">");
            let is_value =
                at == behind && is(at, "?") && at + 1 < end && !is(at + 1, ":") && !is(at + 1, "=");
            let is_word = at > behind && tokens[at].text(text).eq_ignore_ascii_case("default");
            if assigns || is_value || is_word || is(at, "\\") && is(at + 1, "\\") {
                return Some(at..end);
            }
            at += 1;
        }
        None
    }
}

/// True for what stands before a default.
fn is_sign(token: &Token, text: &str) -> bool {
    let sign = token.text(text);
    matches!(sign, "=" | "?" | "\\") || token.kind == Kind::Word && sign.eq_ignore_ascii_case("default")
}

/// The tokens around `at` up to the commas or brackets that enclose them.
pub(crate) fn around(tokens: &[Token], text: &str, at: usize) -> (usize, usize) {
    let arrow = |at: usize| at > 0 && (is(tokens, text, at - 1, "-") || is(tokens, text, at - 1, "="));
    let gives = |at: usize| is(tokens, text, at + 1, "-");
    let mut depth = 0;
    let mut start = at;
    while start > 0 {
        match tokens[start - 1].text(text) {
            "," | ";" if depth == 0 => break,
            ")" | "]" | "}" => depth += 1,
            ">" if !arrow(start - 1) => depth += 1,
            "<" if gives(start - 1) => {}
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
            "," | ";" if depth == 0 => break,
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
