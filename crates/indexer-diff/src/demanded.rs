//! What users must give that is no parameter of a function: fields of a type that are required, and what a module asks for.

use crate::brackets::{closing, is};
use crate::parameters::{Meanings, Parameter, Written, joined};
use crate::tokens::{Kind, Token};
use indexer_core::facts::FileFacts;
use indexer_core::{Definition, Owner, ParameterKind, Span, SymbolKind, Visibility};
use rustc_hash::FxHashMap;

/// The word before the name of a field without which its type cannot be made.
const REQUIRED: &str = "required";
/// The word with which a block begins that asks for a value: `variable "a" { type = string }`.
const INPUT: &str = "variable";
/// The word with which a type begins that others fill in; a mark behind the type of a field says that it must be.
const FILLED_IN: &str = "input ";

/// True where whoever makes the type, or uses the module, must give what is defined.
pub(crate) fn is_demanded(facts: &FileFacts, definition: &Definition, text: &str) -> bool {
    let signature = definition.signature.as_str();
    if is_input(definition) {
        return !has_attribute(definition.span.text(text), "default");
    }
    if !matches!(definition.kind, SymbolKind::Field | SymbolKind::Property) {
        return false;
    }
    let before = signature.split(facts.name(definition.name)).next().unwrap_or("");
    let is_word = |one: &str| one == REQUIRED;
    let is_filled_in = match definition.owner {
        Owner::Definition(owner) => facts.definition(owner).signature.starts_with(FILLED_IN),
        _ => false,
    };
    before.split(|c: char| !c.is_alphanumeric()).any(is_word) || is_filled_in && signature.ends_with('!')
}

/// True for a variant or field of a type of which users name all: a variant of an enumeration, and a field of a type whose
/// other fields are all public, so that others make its values. `unless` is the attribute that says that more may come.
pub(crate) fn is_of_whole(
    (facts, text): (&FileFacts, &str),
    owned: &FxHashMap<usize, Vec<usize>>,
    index: usize,
    unless: &str,
) -> bool {
    let Owner::Definition(owner) = facts.definitions[index].owner else { return false };
    let around = facts.definition(owner);
    let is_open = |one: &usize| {
        let one = &facts.definitions[*one];
        one.kind != SymbolKind::Field || one.visibility == Visibility::Public
    };
    let is_one = match (facts.definitions[index].kind, around.kind) {
        (SymbolKind::Variant, SymbolKind::Enum) => true,
        (SymbolKind::Field, SymbolKind::Struct) => {
            owned.get(&owner.index()).is_none_or(|fields| fields.iter().all(is_open))
        }
        _ => false,
    };
    let before = Span::new(around.span.start, around.name_span.start).text(text);
    let says = |line: &str| line.trim_start().starts_with('#') && line.contains(unless);
    is_one && !before.lines().any(says)
}

fn is_input(definition: &Definition) -> bool {
    let signature = definition.signature.as_str();
    let label = signature.strip_prefix(INPUT).map(str::trim_start);
    definition.kind == SymbolKind::Variable && label.is_some_and(|label| label.starts_with('"'))
}

/// True where a line of a block begins with this word and `=`.
fn has_attribute(block: &str, word: &str) -> bool {
    let is_one = |part: &str| {
        part.trim_start().strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    block.split(['\n', '{']).any(is_one)
}

/// What a block asks for as a parameter of its module: `body` is what stands behind the signature.
pub(crate) fn input(
    facts: &FileFacts,
    definition: &Definition,
    (text, body): (&str, &[Token]),
    meanings: &Meanings,
) -> Option<Parameter> {
    if !is_input(definition) {
        return None;
    }
    let attribute = |word: &str| {
        let mut at = 1;
        while at + 1 < body.len() {
            if body[at].kind == Kind::Word && body[at].text(text) == word && is(body, text, at + 1, "=") {
                return Some(&body[at + 2..end_of(body, text, at + 2)]);
            }
            at = match body[at].text(text) {
                "(" | "[" | "{" => closing(body, text, at)? + 1,
                _ => at + 1,
            };
        }
        None
    };
    let type_of: Vec<&Token> = attribute("type").unwrap_or_default().iter().collect();
    let default = attribute("default").map(|value| joined(value.iter(), text));
    let name = facts.name(definition.name);
    let name = name.rsplit('.').next().unwrap_or(name);
    let of = Written::of(&type_of, text, meanings);
    Some(Parameter { of, default, ..Parameter::bare(name, ParameterKind::Plain, false) })
}

/// Where the value ends that begins at `at`: with its line, brackets in it closed.
fn end_of(body: &[Token], text: &str, mut at: usize) -> usize {
    while at < body.len() {
        let next = match body[at].text(text) {
            "}" => return at,
            "(" | "[" | "{" => closing(body, text, at).map_or(body.len(), |close| close + 1),
            _ => at + 1,
        };
        let behind = body[next.min(body.len()) - 1].span.end as usize;
        let gap = body.get(next).and_then(|one| text.get(behind..one.span.start as usize));
        if gap.is_none_or(|gap| gap.contains('\n')) {
            return next;
        }
        at = next;
    }
    at
}
