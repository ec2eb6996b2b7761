//! Brackets around parameters: they say nothing that the parameters do not say.

use crate::tokens::Token;

pub(crate) fn is(tokens: &[Token], text: &str, at: usize, wanted: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.text(text) == wanted)
}

/// Where the bracket at `at` is closed, those of one kind counted together.
pub(crate) fn closing(tokens: &[Token], text: &str, at: usize) -> Option<usize> {
    let mut depth = 0i32;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.text(text) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// Where the bracket is opened that `at` closes.
pub(crate) fn opening(tokens: &[Token], text: &str, at: usize) -> Option<usize> {
    let mut depth = 0i32;
    for i in (0..=at.min(tokens.len().checked_sub(1)?)).rev() {
        match tokens[i].text(text) {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// Takes the brackets of lists of parameters, the innermost first: those that hold what is taken already, and marks between
/// that. All others belong to types.
pub(crate) fn close_lists(tokens: &[Token], text: &str, taken: &mut [bool]) {
    for at in (0..tokens.len()).rev() {
        if taken[at] || !matches!(tokens[at].text(text), "(" | "[" | "{") {
            continue;
        }
        let Some(end) = closing(tokens, text, at) else { continue };
        let inside = at + 1..end;
        let separates = |at: usize| matches!(tokens[at].text(text), "," | "*" | "/" | ";" | "&" | "?" | "~");
        if inside.clone().any(|at| taken[at]) && inside.clone().all(|at| taken[at] || separates(at)) {
            taken[at..=end].fill(true);
        }
    }
}

/// Takes the empty pair behind the name and its type parameters.
pub(crate) fn empty_pair(tokens: &[Token], text: &str, name: usize, taken: &mut [bool]) {
    let mut depth = 0i32;
    for at in (name + 1).min(tokens.len())..tokens.len() {
        match tokens[at].text(text) {
            _ if taken[at] => return,
            // `f <- function()`.
            "<" if is(tokens, text, at + 1, "-") => {}
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

/// A type without brackets around the whole of it that only group: `(A | B)`, and no pair or list.
pub(crate) fn bare<'a, 't>(of: &'a [&'t Token], text: &str) -> &'a [&'t Token] {
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
