//! Parameters of scripts: each may be left out unless an attribute says that it must be given, and each may be given by its
//! name. They stand in a block of the body (`param([int]$A)`) or, each with its type in square brackets, behind the name.

use crate::brackets::{closing, is};
use crate::parameters::{Meanings, Parameter, Written, joined};
use crate::slot::around;
use crate::tokens::Token;
use indexer_core::{ParameterKind, Span};

/// The word before the block.
const BLOCK: &str = "param";
/// The attribute that says of a parameter how it is given.
const ATTRIBUTE: &str = "parameter";
/// What it says of one that calls must give.
const MUST: &str = "mandatory";

/// True where the parameters of a function are those of a script.
pub(crate) fn is_script(all: &[Token], text: &str, names: &[Span]) -> bool {
    let place = |span: &Span| all.partition_point(|token| token.span.start < span.start);
    let is_variable = |at: &usize| all.get(*at).is_some_and(|one| one.text(text).starts_with('$'));
    names.iter().map(place).filter(is_variable).any(|at| {
        let (start, _) = around(all, text, at);
        let is_block = |at: usize| is_word(all, text, at, BLOCK) && is(all, text, start - 1, "(");
        // A function may be called `param`, too.
        let opens = |at: usize| is(all, text, at, "{") || is(all, text, at, "]");
        let in_block = start > 2 && is_block(start - 2) && opens(start - 3);
        in_block || start < at && is(all, text, at - 1, "]") && is(all, text, start, "[")
    })
}

fn is_word(all: &[Token], text: &str, at: usize, word: &str) -> bool {
    all.get(at).is_some_and(|one| one.text(text).eq_ignore_ascii_case(word))
}

/// One of them, with the type in the brackets before its name.
pub(crate) fn parameter(
    (all, text): (&[Token], &str),
    called: &str,
    (name, kind): (Span, ParameterKind),
    meanings: &Meanings,
) -> Option<Parameter> {
    let at = all.partition_point(|token| token.span.start < name.start);
    all.get(at).filter(|token| token.span.start == name.start)?;
    let (start, end) = around(all, text, at);
    let mut type_of: &[Token] = &[];
    let mut must = false;
    let mut next = start;
    while next < at && is(all, text, next, "[") {
        let close = closing(all, text, next).filter(|close| *close < at)?;
        let is_attribute = (next + 1..close).any(|at| is(all, text, at, "("));
        match is_attribute {
            true => must |= is_word(all, text, next + 1, ATTRIBUTE) && demands(all, text, next..close),
            false => type_of = &all[next..=close],
        }
        next = close + 1;
    }
    let type_of: Vec<&Token> = type_of.iter().collect();
    let value = (at + 1..end).find(|at| is(all, text, *at, "="));
    Some(Parameter {
        of: Written::of(&type_of, text, meanings),
        default: value.map(|value| joined(all[value + 1..end].iter(), text)),
        ..Parameter::bare(called, kind, !must)
    })
}

/// `Mandatory`, `Mandatory = $true`, and not `Mandatory = $false`.
fn demands(all: &[Token], text: &str, mut inside: std::ops::Range<usize>) -> bool {
    let said = inside.find(|at| is_word(all, text, *at, MUST));
    said.is_some_and(|at| !(is(all, text, at + 1, "=") && is_word(all, text, at + 2, "$false")))
}
