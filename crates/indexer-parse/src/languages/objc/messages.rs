//! Messages: `[receiver a:x b:y]` calls the member `a:b:`.

use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Role, Span};
use tree_sitter::Node;

/// So many words of a selector are read: people write a dozen at most.
const MOST_WORDS: usize = 64;

/// Says whether a node in a field is a word of a selector.
type IsWord<'f> = &'f dyn Fn(&Node<'_>, Option<&str>) -> bool;

/// The name of a message: its words, each with a colon for what it is given.
pub(super) struct Selector {
    /// As people write it: `a:b:`.
    pub(super) text: String,
    /// Its first word.
    pub(super) token: Span,
}

impl Selector {
    /// That of a method: words, each before a parameter.
    pub(super) fn of_method(walk: &Walk<'_, '_>, node: Node<'_>) -> Option<Self> {
        let is_colon = |one: &Node<'_>| one.kind() == "method_parameter";
        Self::read(walk, node, (&|one, _| one.kind() == "identifier", &is_colon))
    }

    /// That of a message.
    fn of_message(walk: &Walk<'_, '_>, node: Node<'_>) -> Option<Self> {
        Self::read(walk, node, (&|_, field| field == Some("method"), &|one| one.kind() == ":"))
    }

    fn read(
        walk: &Walk<'_, '_>,
        node: Node<'_>,
        (is_word, is_colon): (IsWord<'_>, &dyn Fn(&Node<'_>) -> bool),
    ) -> Option<Self> {
        let (mut text, mut token, mut words) = (String::new(), None, 0);
        let mut cursor = node.walk();
        let mut is_there = cursor.goto_first_child();
        while is_there && words < MOST_WORDS {
            let one = cursor.node();
            if is_word(&one, cursor.field_name()) && one.start_byte() < one.end_byte() {
                token = token.or(Some(span_of(one)));
                text.push_str(walk.build.text(span_of(one)));
                words += 1;
            } else if is_colon(&one) {
                text.push(':');
                words += 1;
            }
            is_there = cursor.goto_next_sibling();
        }
        Some(Selector { text, token: token? })
    }
}

/// `[receiver a:x b:y]`.
pub(super) fn message(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let selector = Selector::of_message(walk, node);
    let (mut of, mut callee) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    let mut given = Vec::new();
    let mark = walk.build.uses.mark();
    walk.children(|walk, field| match field {
        Field::Receiver => of = walk.lower_as(Role::Read),
        Field::Method if walk.is_identifier() => match selector.as_ref().filter(|_| callee.is_unknown()) {
            Some(selector) => callee = named(walk, of, selector),
            None => walk.neither(),
        },
        _ if walk.is_named() && !walk.node().is_extra() => given.push(walk.lower_as(Role::Read)),
        _ => walk.other(),
    });
    walk.build.uses.retag(mark, callee, Role::Call);
    let value = walk.call_of(mark, callee, &given);
    selector.and_then(|selector| made(walk, of, &selector.text)).unwrap_or(value)
}

/// The current word is the first of a selector: a member of what the message is sent to.
fn named(walk: &mut Walk<'_, '_>, of: ExprId, selector: &Selector) -> ExprId {
    let name = walk.build.names.made(&selector.text);
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    walk.build.use_member_as(name, selector.token, member);
    member
}

/// What `[A alloc]` and `[A new]` make, and `init..` gives back, is of the class that was asked: the language says so.
fn made(walk: &mut Walk<'_, '_>, of: ExprId, selector: &str) -> Option<ExprId> {
    let is_instance = matches!(
        walk.build.facts.expression(of),
        Expression::Instance(_) | Expression::SelfInstance(_) | Expression::Super(_)
    );
    let rest = selector.strip_prefix("init");
    let is_init = rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_lowercase()));
    if is_init && is_instance {
        return Some(match walk.build.facts.expression(of) {
            Expression::Super(scope) => walk.build.expression(Expression::SelfInstance(scope)),
            _ => of,
        });
    }
    let is_name = matches!(walk.build.facts.expression(of), Expression::Name { .. });
    let makes = matches!(selector, "alloc" | "new");
    (makes && is_name).then(|| walk.build.expression(Expression::Instance(of)))
}

/// `@selector(a:b:)`: a member of something that nothing here says.
pub(super) fn selector(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let mut is_counted = false;
    walk.each_child(|walk, _| match walk.is_identifier() {
        true if std::mem::replace(&mut is_counted, true) => walk.neither(),
        true => {}
        false => walk.other(),
    });
    let text = walk.build.text(span);
    let Some(open) = text.find('(') else {
        walk.build.tally.neither += u32::from(is_counted);
        return ExprId::UNKNOWN;
    };
    let inner = text[open + 1..].trim_end_matches(')');
    let words: String = inner.split_whitespace().collect();
    let first = words.split(':').next().unwrap_or("").len();
    let start = span.start + (open + 1 + inner.len() - inner.trim_start().len()) as u32;
    if first == 0 {
        walk.build.tally.neither += u32::from(is_counted);
        return ExprId::UNKNOWN;
    }
    let name = walk.build.names.made(&words);
    let of = ExprId::UNKNOWN;
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    walk.with_role(Role::Read, |walk| {
        walk.build.use_member_as(name, Span::new(start, start + first as u32), member);
    });
    if !is_counted {
        walk.build.uses.uncount_last();
    }
    ExprId::UNKNOWN
}

/// `@protocol(P)` names a protocol, `@weakify(a)` calls a macro, `@(a)` is a value.
pub(super) fn at(walk: &mut Walk<'_, '_>) -> ExprId {
    if !walk.text().starts_with("@protocol") {
        return walk.lower_children();
    }
    let mut is_word = true;
    protocol_of(walk, &mut is_word);
    ExprId::UNKNOWN
}

fn protocol_of(walk: &mut Walk<'_, '_>, is_word: &mut bool) {
    walk.each_child(|walk, _| {
        if walk.is_identifier() && std::mem::take(is_word) {
            walk.neither();
        } else if walk.is_identifier() {
            let token = walk.span();
            walk.with_role(Role::Type, |walk| walk.build.use_name(token, super::hooks::PROTOCOL));
        } else if matches!(walk.kind(), "argument_list" | "call_expression" | "parenthesized_expression") {
            walk.lower_with(|walk| {
                protocol_of(walk, is_word);
                ExprId::UNKNOWN
            });
        } else {
            walk.other();
        }
    });
}
