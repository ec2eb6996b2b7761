//! What stands before a signature: attributes and decorators, each by itself.

use crate::aspect::{Aspect, Facet, aspect};
use crate::parameters::joined;
use crate::tokens::{Kind, Token, hash};

/// What stands before a signature.
#[derive(Clone, Debug)]
pub(crate) struct Attributes {
    /// Hash of all of it; the own name of the symbol counts as any other's.
    hash: u64,
    /// All of it, as it is written.
    text: String,
    each: Vec<Attribute>,
}

/// One attribute or decorator.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Attribute {
    /// Its path: `derive` of `#[derive(Debug)]`, `app.route` of `@app.route("/")`.
    name: String,
    text: String,
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

/// Takes the tokens before a signature apart.
pub(crate) fn attributes(tokens: &[Token], text: &str, own: &str) -> Attributes {
    let mut each = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let end = end_of(tokens, text, at);
        if let Some(end) = end {
            let name = name_of(&tokens[at..end], text);
            each.push(Attribute { name, text: joined(tokens[at..end].iter(), text) });
        }
        at = end.unwrap_or(at + 1);
    }
    Attributes { hash: hash(tokens.iter(), text, own), text: joined(tokens.iter(), text), each }
}

/// Where the attribute that begins at `at` ends; `None` where none begins.
fn end_of(tokens: &[Token], text: &str, at: usize) -> Option<usize> {
    let is = |at: usize, mark: &str| tokens.get(at).is_some_and(|one| one.text(text) == mark);
    if is(at, "[") || is(at, "#") && is(at + 1, "[") {
        return Some(behind_brackets(tokens, text, at + usize::from(is(at, "#"))));
    }
    if !is(at, "@") {
        return None;
    }
    // A path, then perhaps arguments. Anything else is an expression, which ends with its line.
    let is_word = |at: usize| tokens.get(at).is_some_and(|one| one.kind == Kind::Word);
    let mut end = at + 1;
    while is_word(end) {
        end += 1;
        if !(is(end, ".") && is_word(end + 1)) {
            break;
        }
        end += 1;
    }
    if is(end, "(") {
        end = behind_brackets(tokens, text, end);
    }
    let rest = (end..tokens.len()).take_while(|at| !is(*at, "@") && tokens[*at].kind != Kind::Line);
    let goes_on = is(end, ".") || is(end, "[");
    Some(if goes_on { rest.last().map_or(end, |last| last + 1) } else { end.max(at + 1) })
}

/// Behind the bracket that closes the one at `at`.
fn behind_brackets(tokens: &[Token], text: &str, at: usize) -> usize {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.text(text) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

fn name_of(tokens: &[Token], text: &str) -> String {
    let path = tokens.iter().skip_while(|token| token.kind != Kind::Word);
    let path = path.take_while(|token| token.kind == Kind::Word || matches!(token.text(text), "." | ":"));
    joined(path, text)
}

/// The attribute that says what is made for a type: `#[derive(Clone, serde::Serialize)]`.
const DERIVE: &str = "derive";

/// The last names of what is derived.
fn derived(all: &[Attribute]) -> Vec<&str> {
    let lists = all.iter().filter(|one| one.name == DERIVE).filter_map(|one| {
        let (_, behind) = one.text.split_once('(')?;
        behind.rsplit_once(')').map(|(inside, _)| inside)
    });
    let names = lists.flat_map(|inside| inside.split(','));
    names.filter_map(|path| path.rsplit(':').next()).map(str::trim).filter(|name| !name.is_empty()).collect()
}

impl Attributes {
    /// What is different: which attributes came, went and say something else. Where none did, `None` as name
    /// and all that stands there; nothing where both are equal.
    pub(crate) fn differences(&self, new: &Self) -> Vec<Aspect> {
        if self == new {
            return Vec::new();
        }
        let without = |all: &[Attribute], others: &[Attribute]| -> Vec<Attribute> {
            let mut left = others.to_vec();
            let is_other = |one: &&Attribute| match left.iter().position(|other| other == *one) {
                Some(same) => {
                    left.remove(same);
                    false
                }
                None => true,
            };
            all.iter().filter(is_other).cloned().collect()
        };
        let (gone, mut come) = (without(&self.each, &new.each), without(&new.each, &self.each));
        let kept = derived(&new.each);
        let underived = derived(&self.each).into_iter().filter(|one| !kept.contains(one));
        let mut found: Vec<Aspect> =
            underived.map(|one| aspect(Facet::DeriveRemoved, Some(one), None, None)).collect();
        for one in gone {
            let name = Some(one.name.as_str());
            match come.iter().position(|other| other.name == one.name) {
                Some(other) => {
                    let other = come.remove(other);
                    found.push(aspect(Facet::AttributeChanged, name, Some(&one.text), Some(&other.text)));
                }
                None => found.push(aspect(Facet::AttributeRemoved, name, Some(&one.text), None)),
            }
        }
        for one in &come {
            found.push(aspect(Facet::AttributeAdded, Some(&one.name), None, Some(&one.text)));
        }
        if found.is_empty() {
            found.push(aspect(Facet::AttributeChanged, None, Some(&self.text), Some(&new.text)));
        }
        found
    }
}
