//! A signature taken apart: what stands before the name, parameters, what stands behind.

use crate::brackets::{close_lists, empty_pair};
use crate::parameters::{Meanings, Parameter, Written};
use crate::script;
use crate::slot::{List, Slot};
use crate::tokens::{Kind, Token};
use indexer_core::{Definition, ParameterKind, Span, SymbolKind, facts::FileFacts};

/// A signature in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    /// What stands before the name.
    pub(crate) before: Written,
    /// What stands behind the name and is no parameter: type parameters, what a call gives, bases.
    pub(crate) behind: Written,
    pub(crate) parameters: Vec<Parameter>,
    /// True where a line before the definition says its type (`f :: a -> b`): how its clauses call what they are given
    /// is none of the signature.
    pub(crate) is_announced: bool,
    /// Whether calls may give arguments by their names, where the way in which parameters are written says that.
    pub(crate) names_arguments: Option<bool>,
}

/// Takes a definition apart: its tokens from its signature on, of which the first `length` are the signature.
pub(crate) fn head(
    facts: &FileFacts,
    definition: &Definition,
    (text, all, length): (&str, &[Token], usize),
    meanings: &Meanings,
) -> Head {
    let tokens = &all[..length];
    let place = |at: u32| tokens.partition_point(|token| token.span.start < at);
    let name = place(definition.name_span.start).min(tokens.len());
    let own = facts.name(definition.name);
    if let Some(says) = announced(tokens, text).filter(|_| is_behind(definition.name_span, tokens)) {
        let type_of: Vec<&Token> = tokens[says..].iter().collect();
        let behind = Written::of(&type_of, text, meanings);
        return Head { behind, is_announced: true, names_arguments: Some(false), ..Head::default() };
    }
    let given: Vec<_> = facts.parameters(definition.parameters).iter().collect();
    let spans: Vec<Span> = given.iter().map(|one| one.name_span).collect();
    let is_script = definition.kind == SymbolKind::Function && script::is_script(all, text, &spans);
    let list = List::new(tokens, text, (own, name), &spans);
    let mut taken = vec![false; tokens.len()];
    let mut parameters = Vec::new();
    let mut is_listed = true;
    let placed = slash(tokens, text);
    for (nth, parameter) in given.iter().enumerate() {
        let (called, kind) = (facts.name(parameter.name), parameter.kind);
        let is_marked = !parameter.default.is_unknown();
        if is_script {
            let found = script::parameter((all, text), called, (parameter.name_span, kind), meanings);
            let found = found.unwrap_or_else(|| Parameter::bare(called, kind, true));
            if let Some(slot) = list.slot(nth).filter(|slot| !taken[slot.at]) {
                taken[slot.start..slot.end].fill(true);
            }
            parameters.push(found);
            continue;
        }
        let Some(slot) = list.slot(nth).filter(|slot| !taken[slot.at]) else {
            parameters.push(Parameter::bare(called, kind, is_marked));
            continue;
        };
        taken[slot.start..slot.end].fill(true);
        slot.mark.clone().for_each(|at| taken[at] = true);
        is_listed &= slot.is_listed;
        let is_field = definition.kind == SymbolKind::Struct;
        let read = Slot::parameter(&slot, (called, kind), is_field, meanings);
        let is_placed = kind != ParameterKind::Receiver && placed.is_some_and(|mark| slot.at < mark);
        parameters.push(Parameter { is_marked: read.is_marked || is_marked, is_placed, ..read });
    }
    if !parameters.iter().any(|one| matches!(one.kind, ParameterKind::Rest | ParameterKind::RestKeywords)) {
        let rest = rest_of(tokens, text, &mut taken);
        parameters.extend(rest.then(|| Parameter::bare(REST, ParameterKind::Rest, false)));
    }
    close_lists(tokens, text, &mut taken);
    between(tokens, text, name, &mut taken);
    close_lists(tokens, text, &mut taken);
    empty_pair(tokens, text, name, &mut taken);
    documentation(tokens, text, definition, &mut taken);
    let rest = |range: std::ops::Range<usize>| {
        let free: Vec<&Token> = range.filter(|at| !taken[*at]).map(|at| &tokens[at]).collect();
        free
    };
    let behind = rest((name + 1).min(tokens.len())..tokens.len());
    let behind = if definition.kind.is_callable() { without_assignment(&behind, text) } else { &behind };
    Head {
        before: Written::of(&rest(0..name), text, meanings),
        behind: Written::of(without_end(behind, text), text, meanings),
        parameters,
        is_announced: false,
        names_arguments: match (is_script, is_listed) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        },
    }
}

/// Where the type begins of what is announced: `f, g :: a -> b`.
fn announced(tokens: &[Token], text: &str) -> Option<usize> {
    let is_mark = |at: usize| tokens.get(at).is_some_and(|one| one.text(text) == ":");
    (0..tokens.len()).find(|at| is_mark(*at) && is_mark(at + 1))
}

/// Where a `/` stands in a list by itself.
fn slash(tokens: &[Token], text: &str) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |one| one.text(text));
    let is_one = |at: usize| word(at) == "/" && word(at - 1) == "," && matches!(word(at + 1), "," | ")");
    (1..tokens.len()).find(|at| is_one(*at))
}

/// What stands for all further arguments where they have no name.
const REST: &str = "...";

/// Takes `...` where it stands in a list by itself; false where it does not.
fn rest_of(tokens: &[Token], text: &str, taken: &mut [bool]) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |one| one.text(text));
    let is_one = |at: usize| {
        (at..at + REST.len()).all(|at| word(at) == ".")
            && matches!(word(at.wrapping_sub(1)), "(" | "{" | ",")
            && matches!(word(at + REST.len()), ")" | "}" | ",")
    };
    let found = (0..tokens.len()).find(|at| is_one(*at) && !taken[*at]);
    if let Some(at) = found {
        taken[at..at + REST.len()].fill(true);
    }
    found.is_some()
}

/// True where a name stands behind the signature: in the clause that it announces.
fn is_behind(name: Span, tokens: &[Token]) -> bool {
    tokens.last().is_some_and(|last| last.span.end <= name.start)
}

/// What stands between parameters says how they are given (`*`, `/`), and each says so itself.
fn between(tokens: &[Token], text: &str, name: usize, taken: &mut [bool]) {
    let first = taken.iter().position(|taken| *taken);
    let (Some(mut first), Some(last)) = (first, taken.iter().rposition(|taken| *taken)) else { return };
    let separates = |at: usize| matches!(tokens[at].text(text), "," | "*" | "/" | ";" | "&");
    while first > name + 1 && (separates(first - 1) || taken[first - 1]) {
        first -= 1;
    }
    let behind = (last + 1..tokens.len()).find(|at| !separates(*at)).unwrap_or(tokens.len());
    // The name of what has a receiver stands between that and the others.
    for at in (first..behind).filter(|at| *at != name) {
        taken[at] = true;
    }
}

/// A text behind the name that is the documentation changes as that.
fn documentation(tokens: &[Token], text: &str, definition: &Definition, taken: &mut [bool]) {
    let Some(first) = definition.doc.as_deref().and_then(|doc| doc.lines().next()) else { return };
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Literal) {
        let inside = token.text(text).trim_matches(['"', '\'']).trim_start();
        taken[at] |= !first.is_empty() && inside.starts_with(first);
    }
}

/// What says of a function without what gives it to its name: `f <- function(a)`, `f = { a }: b`.
fn without_assignment<'a, 't>(of: &'a [&'t Token], text: &str) -> &'a [&'t Token] {
    let is = |at: usize, mark: &str| of.get(at).is_some_and(|one| one.text(text) == mark);
    let arrow = (0..of.len()).take_while(|at| is(*at, "<")).count();
    match () {
        () if arrow > 0 && is(arrow, "-") => &of[arrow + 1..],
        () if is(0, "=") && !is(1, ">") => &of[1..],
        () => of,
    }
}

/// Without the mark that ends a declaration.
fn without_end<'a, 't>(of: &'a [&'t Token], text: &str) -> &'a [&'t Token] {
    match of {
        [rest @ .., last] if matches!(last.text(text), "," | ";") => rest,
        _ => of,
    }
}
