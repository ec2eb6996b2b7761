//! `EXPORT(T *) f(int a)`: macros around the type of what a function gives.

use super::code::{Code, NONE};
use super::lexer::{Kind, Word};
use super::shapes::Shapes;
use super::state::What;

/// Between such a macro and the name of the function stand at most so many other macros.
const MOST_BETWEEN: usize = 3;

impl Shapes<'_, '_> {
    /// `EXPORT(T *) f(int a)`: the parser is given `T * f(int a)`. True where the macro at `name`, whose argument ends at
    /// `close`, stands around a type; what is in it is looked at next, as the beginning of a declaration.
    pub(super) fn type_inside(&mut self, name: usize, close: usize) -> bool {
        let class = self.classes.last().copied();
        if !is_type(&self.code, name + 2, close) || !declares_function(&self.code, (name, close), class) {
            return false;
        }
        let (of, around) = (self.code.tokens[name + 2].start, self.code.tokens[name].start);
        self.mask.notes.wrapped.push((of, around));
        self.hide(name, name, What::Use);
        for bracket in [name + 1, close] {
            self.put(bracket, "");
            self.gone[bracket] = true;
            self.code.pair[bracket] = NONE;
        }
        true
    }
}

/// True for tokens that can be nothing but a type with a name or a word for one: `const struct a *`, `T`.
fn is_type(code: &Code<'_>, first: usize, end: usize) -> bool {
    let mut words = 0;
    let mut at = first;
    while at < end {
        match code.kind(at) {
            Some(Kind::Keyword(Word::Specifier | Word::Tag)) => {}
            Some(Kind::Keyword(Word::Type)) => words += 1,
            Some(Kind::Name) => {
                words += 1;
                at = code.qualified_if(at);
            }
            Some(Kind::Mark(b'*')) if words > 0 => {}
            Some(Kind::Mark(b'&')) if words > 0 && code.cpp => {}
            _ => return false,
        }
        at += 1;
    }
    let names = (first..end).filter(|at| code.is_name(*at)).count();
    at == end && words > 0 && (code.cpp || names <= 1)
}

/// True where the name of a function follows the macro, with its parameters and what may stand behind these.
fn declares_function(code: &Code<'_>, (name, close): (usize, usize), class: Option<&str>) -> bool {
    let mut last = close + 1;
    while code.is_name(last) && code.is_name(last + 1) && last <= close + MOST_BETWEEN {
        last += 1;
    }
    if !code.is_name(last) {
        return false;
    }
    let declared = code.qualified_if(last);
    let Some(end) = code.closed(declared + 1) else { return false };
    let text = code.text(declared);
    // Of several macros one behind the other none is a function, and before constructors stands no type.
    let is_constructor = code.cpp
        && (class == Some(text)
            || declared > last && code.is(declared - 1, b':') && code.qualifier(last, declared) == text);
    if code.is_macro(declared) || text == code.text(name) || is_constructor {
        return false;
    }
    let behind = matches!(
        code.kind(end + 1),
        Some(Kind::Mark(b'{' | b';') | Kind::Name | Kind::Keyword(Word::Specifier | Word::Attribute))
    );
    // On a line of its own a call of another macro may stand.
    let is_apart = code.tokens[close + 1].first;
    behind && (!is_apart || are_parameters(code, declared + 2, end))
}

/// True for what arguments never look like: nothing, or a type with what it is the type of.
fn are_parameters(code: &Code<'_>, first: usize, end: usize) -> bool {
    match code.kind(first) {
        _ if first == end => true,
        Some(Kind::Keyword(Word::Specifier | Word::Type | Word::Tag)) => true,
        Some(Kind::Name) => {
            let next = code.qualified_if(first) + 1;
            next < end && matches!(code.kind(next), Some(Kind::Name | Kind::Mark(b'*' | b'&')))
        }
        _ => false,
    }
}
