//! Expressions: what a value is, as far as the syntax says.

use super::expected::{self, Expected};
use super::head::lower_value;
use super::narrow::{self, Sides, Tests};
use super::state::{Remembers, union_of};
use super::{imports, jsdoc, prototypes, text};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, CollectionKind, ExprId, Expression, LiteralKind, Role, Span};

/// `a(b)`, `import(a)`, `require(a)`. A decorator that is called decorates.
pub(in crate::languages) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let named = walk.state().named.take();
    let node = walk.node();
    let callee_node = walk.child_of(node, Field::Function);
    let callee_text = match callee_node.map(|n| walk.kind_of(n)) {
        Some("identifier" | "member_expression" | "import") => {
            callee_node.map_or("", |n| walk.build.text(span_of(n)))
        }
        _ => "",
    };
    let arguments_node = walk.child_of(node, Field::Arguments);
    let first = arguments_node.and_then(|n| n.named_child(0));
    let import = imports::called(walk, callee_text, first);
    let into = first.and_then(|first| {
        let is_telling = !callee_text.is_empty() && callee_text.len() < 100;
        is_telling.then(|| prototypes::receives(walk, callee_text, first)).flatten()
    });
    let passes_name = matches!(callee_text, "Object.freeze" | "Object.seal" | "Object.preventExtensions");
    let before = walk.build.role;
    let role = if before == Role::Decorate { Role::Decorate } else { Role::Call };
    let mark = walk.build.uses.mark();
    let mut callee = ExprId::UNKNOWN;
    let mut slot = ExprId::UNKNOWN;
    let mut types = None;
    let mut arguments = Vec::new();
    walk.children(|walk, field| match field {
        Field::Function => {
            walk.build.role = role;
            callee = walk.lower();
            walk.build.role = Role::Read;
        }
        Field::Arguments if walk.kind() == "arguments" => {
            walk.build.role = Role::Read;
            // Where the statement around begins is none of what an argument declares.
            walk.state().start = None;
            let applied = match types.take() {
                Some(arguments) => walk.build.expression(Expression::Apply { of: callee, arguments }),
                None => callee,
            };
            slot = walk.open_call(applied);
            let parenthesis = walk.span().start;
            if callee_node.is_some_and(|callee| callee.kind() == "subscript_expression")
                && !callee.is_unknown()
            {
                // A member that a string names has no name of its own either.
                walk.build.invoke(Span::new(parenthesis, parenthesis + 1), callee);
            } else {
                walk.build.invoke_unnamed(parenthesis, callee);
            }
            let mut at = 0;
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if !walk.is_named() || walk.node().is_extra() {
                        walk.lower();
                        return;
                    }
                    let value = if at == 0 && passes_name {
                        lower_value(walk, named)
                    } else {
                        walk.state().into = into.filter(|_| at == 1 && walk.kind() == "object");
                        argument(walk, slot, at)
                    };
                    walk.state().into = None;
                    arguments.push(value);
                    at += 1;
                });
                ExprId::UNKNOWN
            });
        }
        Field::Arguments => {
            walk.build.role = Role::Read;
            arguments.push(walk.lower());
        }
        Field::TypeArguments => {
            let list = walk.lower_with(super::classes::types_in);
            if let Expression::Tuple(arguments) = walk.build.facts.expression(list) {
                types = Some(arguments);
            }
        }
        _ => drop(walk.lower()),
    });
    walk.build.role = before;
    if callee_text.ends_with("inherits") || callee_text.ends_with("setPrototypeOf") {
        prototypes::inherits(walk, callee_text, &arguments);
    }
    if slot.is_unknown() {
        slot = walk.open_call(callee);
    }
    let call = walk.close_call(slot, mark, callee, &arguments);
    put_through_method(walk, callee, &arguments);
    match (import, arguments.first()) {
        (Some(import), _) => import,
        (None, Some(first)) if passes_name => *first,
        // What is assigned to an object adds to it; what it is made from is most of it.
        (None, Some(first)) if matches!(callee_text, "Object.create" | "Object.assign") => {
            prototype_or_self(walk, *first)
        }
        _ => call,
    }
}

/// A call of a method that puts its last argument into the receiver.
fn put_through_method(walk: &mut Walk<'_, '_>, callee: ExprId, arguments: &[ExprId]) {
    let Expression::Member { of, name, .. } = walk.build.facts.expression(callee) else { return };
    let value = match (walk.build.names.get(name), arguments) {
        ("push" | "unshift" | "add", [value]) | ("set", [_, value]) => *value,
        _ => return,
    };
    walk.build.put(of, value);
}

/// An argument of a call, which knows what the callee expects.
fn argument(walk: &mut Walk<'_, '_>, call: ExprId, position: u32) -> ExprId {
    if expected::is_structure(walk) {
        let expected = Expected::argument(walk, call, position);
        expected::expect(walk, Some(expected));
    }
    narrow::lower(walk)
}

/// What an object that is made from `value` is like: an instance, where it is a prototype.
fn prototype_or_self(walk: &mut Walk<'_, '_>, value: ExprId) -> ExprId {
    match walk.build.facts.expression(value) {
        Expression::Member { of, name, .. } if walk.build.names.get(name) == "prototype" => {
            walk.build.expression(Expression::Instance(of))
        }
        _ => value,
    }
}

/// `new A(b)`.
pub(in crate::languages) fn construct(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let before = walk.build.role;
    let mut callee = ExprId::UNKNOWN;
    let mut arguments = Vec::new();
    let mut types = None;
    let mut slot = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Constructor => {
            walk.build.role = Role::Call;
            callee = walk.lower();
            walk.build.role = Role::Read;
        }
        Field::Arguments => {
            walk.build.role = Role::Read;
            slot = walk.open_call(callee);
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_named() && !walk.node().is_extra() {
                        let value = argument(walk, slot, arguments.len() as u32);
                        arguments.push(value);
                    } else {
                        walk.lower();
                    }
                });
                ExprId::UNKNOWN
            });
        }
        Field::TypeArguments => {
            let list = walk.lower_with(super::classes::types_in);
            if let Expression::Tuple(list) = walk.build.facts.expression(list) {
                types = Some(list);
            }
        }
        _ => drop(walk.lower()),
    });
    walk.build.role = before;
    if slot.is_unknown() {
        slot = walk.open_call(callee);
    }
    let call = walk.close_call(slot, mark, callee, &arguments);
    match types {
        Some(arguments) if !callee.is_unknown() => {
            let of = walk.build.expression(Expression::Apply { of: callee, arguments });
            walk.build.expression(Expression::Instance(of))
        }
        _ => call,
    }
}

/// `a.b`.
pub(in crate::languages) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let mut receiver = ExprId::UNKNOWN;
    let mut member = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Object => {
            walk.build.role = Role::Read;
            receiver = narrow::lower(walk);
            walk.build.role = role;
        }
        Field::Property if walk.is_identifier() => member = walk.member_of(receiver, Access::Value),
        _ => drop(walk.lower()),
    });
    member
}

/// `a[b]`.
pub(in crate::languages) fn subscript(walk: &mut Walk<'_, '_>) -> ExprId {
    let before = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut of = ExprId::UNKNOWN;
    let mut index = ExprId::UNKNOWN;
    let mut key = None;
    walk.children(|walk, field| match field {
        Field::Object => of = narrow::lower(walk),
        Field::Index => {
            if walk.kind() == "string" {
                key = Some(walk.span());
            }
            index = walk.lower();
        }
        _ => drop(walk.lower()),
    });
    walk.build.role = before;
    if of.is_unknown() {
        return of;
    }
    let name_of = |span: Span| text::content(walk.build.text(span));
    if let Some(span) = key.filter(|span| !name_of(*span).contains('\\')) {
        let content = name_of(span);
        let name = walk.build.names.name(content);
        let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
        if content.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')) {
            // No token names the member: the text does, and the tally does not count it.
            walk.build.role = if before == Role::Write { before } else { Role::Read };
            walk.build.use_member(Span::new(span.start + 1, span.end - 1), member);
            walk.build.uses.uncount_last();
            walk.build.role = before;
        }
        return member;
    }
    let telling = matches!(walk.build.facts.expression(index), Expression::Literal(_))
        || walk.build.is_indexed_by_rules(of);
    let index = if telling { index } else { ExprId::UNKNOWN };
    walk.build.expression(Expression::Index { of, index })
}

/// `await a`.
pub(in crate::languages) fn awaited(walk: &mut Walk<'_, '_>) -> ExprId {
    let value = walk.lower_children();
    if value.is_unknown() { value } else { walk.build.expression(Expression::Awaited(value)) }
}

/// `yield a`, `yield* a`.
pub(in crate::languages) fn yielded(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut is_delegate = false;
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        is_delegate |= walk.kind() == "*";
        let lowered = walk.lower();
        if walk.is_named() && !walk.node().is_extra() {
            value = lowered;
        }
    });
    if is_delegate && !value.is_unknown() {
        value = walk.build.expression(Expression::Element(value));
    }
    let frame = walk.top();
    if frame.is_generator {
        frame.yields.push(value);
    }
    ExprId::UNKNOWN
}

/// Operators with two sides.
pub(in crate::languages) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut sides = [ExprId::UNKNOWN; 2];
    let mut operator = "";
    let mut nodes = [None; 2];
    let mut left = Tests::default();
    let start = walk.span().start;
    let before = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.children(|walk, field| match field {
        Field::Left => {
            nodes[0] = Some(walk.node());
            sides[0] = narrow::lower(walk);
        }
        Field::Right => {
            let node = walk.node();
            nodes[1] = Some(node);
            let mark = walk.state().flow.mark();
            if let ("&&" | "||", Some(before)) = (operator, nodes[0]) {
                left = narrow::tests_of(walk, before, sides[0]);
                narrow::assume(walk, &left, operator == "&&", None);
            }
            sides[1] = narrow::lower(walk);
            walk.state().flow.back(mark);
        }
        Field::Operator => {
            operator = walk.kind();
            walk.lower();
        }
        _ => drop(walk.lower()),
    });
    walk.build.role = before;
    if let [Some(first), Some(second)] = nodes {
        let sides = Sides { left: (first, sides[0]), right: (second, sides[1]) };
        narrow::operator(walk, operator, sides, left);
    }
    match operator {
        "&&" | "||" | "??" => {
            walk.build.meter.branches += 1;
            // A run of one operator counts once for the mind.
            if walk.build.logical != Some((operator, start)) {
                walk.build.meter.cognitive += 1;
            }
            walk.build.logical = Some((operator, start));
            if operator == "&&" { sides[1] } else { union_of(walk.build, &sides) }
        }
        "+" => {
            let string = Expression::Literal(LiteralKind::String);
            let is_string = |side: usize| walk.build.facts.expression(sides[side]) == string;
            if is_string(0) || is_string(1) {
                walk.build.literal(LiteralKind::String)
            } else {
                ExprId::UNKNOWN
            }
        }
        "==" | "===" | "!=" | "!==" | "<" | "<=" | ">" | ">=" | "in" | "instanceof" => {
            walk.build.literal(LiteralKind::Boolean)
        }
        "-" | "*" | "/" | "%" | "**" | "|" | "&" | "^" | "<<" | ">>" | ">>>" => {
            walk.build.literal(LiteralKind::Float)
        }
        _ => ExprId::UNKNOWN,
    }
}

/// `!a`, `-a`, `typeof a`, `void a`, `delete a`.
pub(in crate::languages) fn unary(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut operator = "";
    let mut of = None;
    let before = std::mem::replace(&mut walk.build.role, Role::Read);
    walk.children(|walk, field| {
        if field == Field::Operator {
            operator = walk.kind();
        }
        let node = walk.node();
        let value = walk.lower();
        if field == Field::Argument {
            of = Some((node, value));
        }
    });
    walk.build.role = before;
    if let ("!", Some((node, value))) = (operator, of) {
        narrow::negation(walk, node, value);
    }
    let kind = match operator {
        "!" | "delete" => LiteralKind::Boolean,
        "typeof" => LiteralKind::String,
        "void" => LiteralKind::None,
        _ => LiteralKind::Float,
    };
    walk.build.literal(kind)
}

/// `a ? b : c`: one of both.
pub(in crate::languages) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let mut values = [ExprId::UNKNOWN; 2];
    let expected = expected::take(walk);
    let mut tests = Tests::default();
    walk.children(|walk, field| {
        let mark = walk.state().flow.mark();
        if matches!(field, Field::Consequence | Field::Alternative) {
            expected::expect(walk, expected);
            narrow::assume(walk, &tests, field == Field::Consequence, None);
        }
        let node = walk.node();
        let value = walk.lower_as(Role::Read);
        match field {
            Field::Condition => tests = narrow::tests_of(walk, node, value),
            Field::Consequence => values[0] = narrow::seen(walk, value),
            Field::Alternative => values[1] = narrow::seen(walk, value),
            _ => {}
        }
        walk.state().flow.back(mark);
    });
    walk.build.meter.leave();
    union_of(walk.build, &values)
}

/// `[a, b]`.
pub(in crate::languages) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut values: Vec<ExprId> = Vec::new();
    let expected = expected::take(walk).map(|expected| expected.element(walk));
    walk.each_child(|walk, _| {
        let is_spread = walk.kind() == "spread_element";
        expected::expect(walk, expected);
        let mut value = walk.lower_as(Role::Read);
        value = narrow::seen(walk, value);
        if is_spread && !value.is_unknown() {
            value = walk.build.expression(Expression::Element(value));
        }
        if walk.build.is_kept(&values, value) {
            values.push(value);
        }
    });
    walk.build.collection(CollectionKind::List, &values)
}

/// `(a)`: what the value is named goes through. A comment before it may say its type.
pub(in crate::languages) fn parenthesized(walk: &mut Walk<'_, '_>) -> ExprId {
    let named = walk.state().named.take();
    let said = jsdoc::before(walk);
    let expected = expected::take(walk);
    let expected = Expected::documented(walk, said).or(expected);
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| {
        if walk.is_named() && !walk.node().is_extra() && field != Field::Type {
            let role = walk.build.role;
            expected::expect(walk, expected);
            value = if named.is_some() { lower_value(walk, named) } else { walk.lower_as(role) };
        } else {
            walk.lower();
        }
    });
    if said.is_unknown() {
        return value;
    }
    let seen = walk.build.expression(Expression::Instance(said));
    walk.build.given(seen, value)
}

/// `a, b`: the last.
pub(in crate::languages) fn sequence(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_list().last().copied().unwrap_or(ExprId::UNKNOWN)
}

/// A template: a string with values in it, or one without any that is written like that.
pub(in crate::languages) fn template(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Read, |walk| walk.lower_children());
    walk.build.string(walk.span())
}

/// `new.target`, `import.meta`.
pub(in crate::languages) fn meta(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    ExprId::UNKNOWN
}

/// A name of a pattern that is met outside of one (in broken code).
pub(in crate::languages) fn stray_name(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.local();
    ExprId::UNKNOWN
}
