//! Macros: definitions, invocations, and what their arguments hold.
//!
//! The grammar gives arguments as bare tokens. They are deferred ([`crate::deferred`]): `(a, b)`
//! parses as a tuple, `[a; n]` as an array, `{ ... }` as a block whose items are those of the place.

use super::items::{self, Head};
use super::{declared, expressions, hygienic, lexer, made, pasted, paths, tokens};
use crate::build::Build;
use crate::deferred::{Deferred, Rewrite};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, CollectionKind, ExprId, Expression, Flags, List, LiteralKind, Namespace, Role, ScopeKind, Span,
    SymbolKind, Visibility,
};

/// `macro_rules! name { ... }`: the tokens of its rules name nothing by themselves, but for paths from the root of a crate.
pub(super) fn definition(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let span = walk.span();
    let (mut head, mut bodies) = (Head::new(walk), Vec::new());
    walk.children(|walk, field| match field {
        Field::Name => {
            head.name(walk, SymbolKind::Macro, Namespace::MACRO);
            head.signature_end = walk.span().end;
        }
        _ if walk.is_named() => {
            bodies.extend(walk.node().child_by_field_name("right").map(crate::walk::span_of));
            paths::all_neither(walk);
        }
        _ => {}
    });
    walk.build.restore(place);
    if let Some(id) = head.finish(walk, span.start, place.inherited()) {
        pasted::note(walk, id);
        made::note(walk, id);
        made::note_implemented(walk, id);
        let definition = walk.build.definition(id);
        let is_exported = definition.flags.has(Flags::EXPORTED);
        if is_exported {
            definition.visibility = Visibility::Public;
        }
        hygienic::note(walk, id, &bodies, is_exported);
    }
    ExprId::UNKNOWN
}

/// Macros whose arguments are a program text of another kind, or options of the compiler: nothing in them is a name here.
const OPAQUE: &[&str] =
    &["quote", "quote_spanned", "stringify", "parse_quote", "asm", "global_asm", "cfg", "T"];

/// `name!(...)`.
pub(super) fn invocation(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut name = "";
    let (mut value, mut callee) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    let enclosing = walk.build.enclosing;
    let invocation = made::Invocation::of(walk);
    pasted::paste(walk);
    walk.children(|walk, field| {
        if field == Field::Macro {
            let text = walk.text();
            name = text.rsplit("::").next().unwrap_or(text).trim();
            let of = expressions::macro_name(walk);
            callee = of;
            if let Some(id) = invocation.and_then(|one| made::candidate(walk, one, of)) {
                walk.build.enclosing = Some(id);
            }
        } else if walk.kind() == "token_tree" {
            if is_opaque(name) {
                value = value_of(walk.build, name).value;
                paths::all_neither(walk);
                return;
            }
            let known = value_of(walk.build, name);
            value = known.value;
            if is_of_rule(walk.build, name) {
                let given = walk.build.list(&[known.value]);
                value = walk.build.expression(Expression::Call { of: callee, arguments: given });
            }
            let rewrite = if name == "matches" { as_match(walk) } else { as_statics(walk) };
            defer(walk, known.slot, rewrite);
        } else {
            walk.lower_named();
        }
    });
    walk.build.enclosing = enclosing;
    value
}

/// What a macro gives, as far as its name says.
pub(super) struct Known {
    /// What it gives.
    pub(super) value: ExprId,
    /// An expression that is to become what its arguments are; unknown where nobody asks.
    pub(super) slot: ExprId,
}

/// What the macro `name` gives.
pub(super) fn value_of(build: &mut Build<'_>, name: &str) -> Known {
    let literal = match name {
        "vec" | "smallvec" => {
            let empty = Expression::Collection(CollectionKind::List, List::default());
            let slot = build.expression(empty);
            return Known { value: slot, slot };
        }
        "dbg" => {
            let slot = build.expression(Expression::Union(List::default()));
            return Known { value: slot, slot };
        }
        "format" | "concat" | "env" | "include_str" => LiteralKind::String,
        "matches" | "cfg" => LiteralKind::Boolean,
        "include_bytes" => LiteralKind::Bytes,
        "line" | "column" => LiteralKind::Integer,
        // What is written to says which error there may be.
        "write" | "writeln" => {
            let of = of_library(build, &["result", "Result"]);
            return Known { value: build.instance(of), slot: ExprId::UNKNOWN };
        }
        "option_env" => {
            let (of, text) = (of_library(build, &["option", "Option"]), paths::bare(build, "str"));
            let of = build.apply(of, &[text]);
            return Known { value: build.instance(of), slot: ExprId::UNKNOWN };
        }
        _ if is_of_rule(build, name) => {
            let empty = Expression::Collection(CollectionKind::List, List::default());
            let slot = build.expression(empty);
            return Known { value: slot, slot };
        }
        _ => return Known { value: ExprId::UNKNOWN, slot: ExprId::UNKNOWN },
    };
    Known { value: build.literal(literal), slot: ExprId::UNKNOWN }
}

/// A type of the standard library, whatever its name means at the place.
fn of_library(build: &mut Build<'_>, path: &[&str]) -> ExprId {
    let mut of = paths::bare(build, "::");
    for step in ["std"].iter().chain(path) {
        let name = build.names.made(step);
        of = build.expression(Expression::Member { of, name, access: Access::Path });
    }
    of
}

/// True for macros of which a rule of a framework speaks: what they are given is as what a function is given.
fn is_of_rule(build: &Build<'_>, name: &str) -> bool {
    (build.language.rules.frameworks)().is_some_and(|rules| rules.macros.contains_key(name))
}

/// True for macros whose arguments name nothing here.
pub(super) fn is_opaque(name: &str) -> bool {
    OPAQUE.contains(&name)
}

/// True for words that are keywords outside of token trees.
pub(super) fn is_word(text: &str) -> bool {
    text.len() <= 6 && WORDS.contains(&text)
}

/// What a token tree holds, as far as a look at its own tokens says.
enum Content {
    /// No name at all.
    Nothing,
    /// What does not parse as an expression (`a => b`): parsing it again would be in vain.
    Tokens,
    /// Perhaps expressions or items.
    Code,
}

fn look(walk: &mut Walk<'_, '_>) -> Content {
    let braces = walk.build.source.as_bytes().get(walk.span().start as usize) == Some(&b'{');
    let mut content = Content::Nothing;
    // A closure's parameters and labels have a `:` too.
    let mut typed = braces;
    walk.children_while(|walk, node| {
        match walk.kind_of(node) {
            // What is repeated stands here where a macro's rules are broken.
            "=>" | "$" | "token_repetition" => content = Content::Tokens,
            "|" | "||" | "'" => typed = true,
            ":" if !typed => content = Content::Tokens,
            "identifier" | "token_tree" | "self" => content = Content::Code,
            _ => {}
        }
        !matches!(content, Content::Tokens)
    });
    content
}

/// The current token tree is read, now or again, unless it holds nothing.
fn defer(walk: &mut Walk<'_, '_>, slot: ExprId, rewrite: Option<Rewrite>) {
    let span = walk.span();
    // Where the closing delimiter is missing, `(x` is as short as `()`.
    if span.len() <= 2 && !walk.text().ends_with(|last: char| last.is_alphanumeric() || last == '_') {
        return;
    }
    if rewrite.is_none()
        && let Some(value) = tokens::read(walk)
    {
        walk.build.fill(slot, value);
        return;
    }
    match look(walk) {
        Content::Nothing => return,
        Content::Tokens => {
            scan(walk);
            return;
        }
        Content::Code => {}
    }
    postpone(walk.build, span, slot, rewrite);
}

/// True for a token tree that is to be parsed again.
pub(super) fn is_code(walk: &mut Walk<'_, '_>) -> bool {
    matches!(look(walk), Content::Code)
}

/// The token tree at `span` is parsed again.
pub(super) fn postpone(build: &mut Build<'_>, span: Span, slot: ExprId, rewrite: Option<Rewrite>) {
    let place = build.place();
    let reading = build.reading;
    // Of the rewritten, only `matches!` becomes another construct.
    let lower = if rewrite.is_some_and(|rewrite| rewrite.middle.is_some()) { matched } else { statement };
    let identifiers = if reading == 0 { lexer::identifiers(build.source, span) } else { None };
    let one = Deferred { span, place, lower, scan, slot, rewrite, reading, identifiers };
    build.deferred.push(one);
}

/// `matches!(e, p if g)` parses as `match e {p if g =>0}` where the bytes around leave room.
pub(super) fn as_match(walk: &mut Walk<'_, '_>) -> Option<Rewrite> {
    let mut comma = None;
    let mut last = 0;
    let start = walk.span().start as usize;
    walk.each_child(|walk, _| {
        if walk.kind() == "," {
            last = walk.span().start;
            comma.get_or_insert(last);
        }
    });
    let comma = comma.filter(|comma| *comma == last)?;
    let head = walk.build.source.as_bytes().get(start.checked_sub(8)?..start)?;
    (head == b"matches!").then_some(Rewrite {
        head: b"match    ",
        middle: Some((comma, b'{')),
        tail: b"=>0}",
    })
}

/// `{ static A: T = a }`, which thread-local variables may be: it parses with the semicolon that is left out.
fn as_statics(walk: &mut Walk<'_, '_>) -> Option<Rewrite> {
    let (mut statics, mut last) = (false, "");
    if walk.build.source.as_bytes().get(walk.span().start as usize) != Some(&b'{') {
        return None;
    }
    walk.each_child(|walk, _| {
        let text = walk.text();
        statics |= text == "static";
        if !walk.node().is_extra() && text != "}" {
            last = text;
        }
    });
    let is_open = statics && !matches!(last, ";" | "{");
    is_open.then_some(Rewrite { head: b"{", middle: None, tail: b";}" })
}

/// The statement to which a rewritten `matches!` parsed.
fn matched(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.role = Role::Read;
    walk.lower();
    ExprId::UNKNOWN
}

/// The statement to which a token tree parsed.
fn statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.inherited.add(Flags::IN_MACRO);
    walk.build.role = Role::Read;
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "block" => content(walk),
        "array_expression" => value = walk.lower(),
        "tuple_expression" | "parenthesized_expression" => value = arguments(walk),
        _ if walk.is_named() => value = walk.lower(),
        _ => {}
    });
    value
}

/// `(a, b)`: a name that is assigned directly (`x = y`) is a named argument, no variable.
fn arguments(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut values = Vec::new();
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.lower();
            return;
        }
        let value = if walk.kind() == "assignment_expression" { named_argument(walk) } else { walk.lower() };
        values.push(value);
    });
    let list = walk.build.list(&values);
    match values.as_slice() {
        [one] => *one,
        _ => walk.build.expression(Expression::Collection(CollectionKind::List, list)),
    }
}

fn named_argument(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Left if walk.kind() == "identifier" => walk.neither(),
        _ if walk.is_named() => value = walk.lower(),
        _ => {}
    });
    value
}

/// `{ ... }`: at the place of items its items belong there; inside a function it is a block, unless it holds nothing
/// but items.
fn content(walk: &mut Walk<'_, '_>) {
    let kind = walk.build.facts.scopes[walk.build.scope.index()].kind;
    let is_place =
        matches!(kind, ScopeKind::File | ScopeKind::Module | ScopeKind::Type | ScopeKind::Extension);
    if is_place || holds_items(walk) {
        items::members(walk, &mut String::new());
    } else {
        walk.lower();
    }
}

/// True for a block with items alone, and at least one.
fn holds_items(walk: &Walk<'_, '_>) -> bool {
    let node = walk.node();
    let mut cursor = node.walk();
    let mut any = false;
    let mut all = node.named_children(&mut cursor);
    let only = all.all(|child| match child.kind() {
        "attribute_item" | "line_comment" | "block_comment" => true,
        kind => {
            any = true;
            kind.ends_with("_item") || kind == "use_declaration"
        }
    });
    only && any
}

/// Words that are identifiers among bare tokens and keywords elsewhere.
const WORDS: &[&str] =
    &["else", "in", "dyn", "ref", "move", "extern", "try", "yield", "where", "static", "_"];

/// Tokens that did not parse, or stand in broken code: chains of names, and calls of them.
pub(super) fn loose(walk: &mut Walk<'_, '_>) -> ExprId {
    scan(walk)
}

/// How the next name goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Root,
    Path,
    Dot,
}

struct Scan {
    chain: ExprId,
    step: Step,
    /// A name that was met and waits for what follows it.
    waiting: Option<Span>,
    /// Its mark among uses, for calls.
    mark: usize,
}

/// A name among bare tokens may stand for a type too: `T: Send`.
const EITHER: Namespace = Namespace::VALUE.with(Namespace::TYPE);

fn scan(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let tentative = std::mem::replace(&mut walk.build.tentative, true);
    let mut state = Scan { chain: ExprId::UNKNOWN, step: Step::Root, waiting: None, mark: 0 };
    let mut invoked = false;
    let mut items = declared::Items::of(walk, !tentative);
    walk.each_child(|walk, _| {
        let kind = walk.kind();
        if items.declares(walk) {
            state.settle(walk, EITHER);
            state.reset();
            items.define(walk);
            return;
        }
        match kind {
            "identifier" => {
                state.settle(walk, EITHER);
                if state.step == Step::Root {
                    state.chain = ExprId::UNKNOWN;
                }
                invoked = false;
                if WORDS.contains(&walk.text()) {
                    walk.neither();
                    state.reset();
                } else if !walk.span().is_empty() {
                    state.waiting = Some(walk.span());
                }
            }
            "self" => {
                state.settle(walk, EITHER);
                state.chain = paths::self_value(walk);
                state.step = Step::Root;
            }
            "crate" | "super" | "primitive_type" => {
                state.settle(walk, EITHER);
                state.chain = paths::keyword(walk);
                state.step = Step::Root;
            }
            "::" => {
                state.settle(walk, Namespace::TYPE);
                if state.chain.is_unknown() {
                    state.chain = paths::bare(walk.build, "::");
                }
                state.step = Step::Path;
            }
            "." => {
                state.settle(walk, EITHER);
                state.step = Step::Dot;
            }
            "!" => {
                walk.build.role = Role::Macro;
                invoked = state.settle(walk, Namespace::MACRO);
                walk.build.role = Role::Read;
                state.reset();
            }
            "token_tree" => {
                let delimiter = walk.text().as_bytes().first().copied();
                let callee = state.waiting.is_some();
                let called = callee && delimiter == Some(b'(');
                state.settle(walk, if called { Namespace::VALUE } else { EITHER });
                if delimiter == Some(b'(') && callee {
                    walk.build.uses.retag(state.mark, state.chain, Role::Call);
                    let call = Expression::Call { of: state.chain, arguments: List::default() };
                    state.chain = walk.build.expression(call);
                } else if delimiter == Some(b'[') && !state.chain.is_unknown() {
                    let index = ExprId::UNKNOWN;
                    state.chain = walk.build.expression(Expression::Index { of: state.chain, index });
                } else {
                    state.chain = ExprId::UNKNOWN;
                }
                state.step = Step::Root;
                let place = walk.build.place();
                items.enter(walk);
                nested(walk, !(invoked || callee));
                walk.build.restore(place);
                invoked = false;
            }
            _ => {
                state.settle(walk, EITHER);
                state.reset();
                invoked = false;
                walk.lower_named();
            }
        }
    });
    state.settle(walk, EITHER);
    walk.build.role = role;
    walk.build.tentative = tentative;
    ExprId::UNKNOWN
}

/// A token tree among tokens is read again as text of its own; names in it may be bound by the
/// macro, so that `tentative` stays.
fn nested(walk: &mut Walk<'_, '_>, tentative: bool) {
    let before = walk.build.tentative;
    walk.build.tentative = tentative || before;
    defer(walk, ExprId::UNKNOWN, None);
    walk.build.tentative = before;
}

impl Scan {
    fn reset(&mut self) {
        self.chain = ExprId::UNKNOWN;
        self.step = Step::Root;
    }

    /// The waiting name becomes the next part of the chain. False where none waits.
    fn settle(&mut self, walk: &mut Walk<'_, '_>, namespace: Namespace) -> bool {
        let Some(span) = self.waiting.take() else { return false };
        self.mark = walk.build.uses.mark();
        let text = walk.build.text(span);
        self.chain = match self.step {
            Step::Root if text == "Self" => {
                walk.build.tally.locals += 1;
                match paths::self_scope(walk.build) {
                    Some(scope) => walk.build.expression(Expression::SelfType(scope)),
                    None => ExprId::UNKNOWN,
                }
            }
            Step::Root => walk.build.use_name(span, namespace),
            step => {
                let access = if step == Step::Path { Access::Path } else { Access::Value };
                let name = walk.build.name(span);
                let member = Expression::Member { of: self.chain, name, access };
                let member = walk.build.expression(member);
                walk.build.use_member(span, member);
                member
            }
        };
        self.step = Step::Root;
        true
    }
}
