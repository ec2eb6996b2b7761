//! Expressions.

use super::state::Remembers;
use super::{classes, members, types};
use crate::operators::{self, Binary};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Lambda, LambdaId, List, LiteralKind, Role, ScopeKind};

/// A whole number: an `int`, unless it says that it is a `long`.
pub(super) fn integer(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.text().ends_with(['l', 'L']) {
        return types::primitive_value(walk, "long");
    }
    walk.build.literal(LiteralKind::Integer)
}

/// A `double`, unless it says that it is a `float`.
pub(super) fn float(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.text().ends_with(['f', 'F']) {
        return types::primitive_value(walk, "float");
    }
    walk.build.literal(LiteralKind::Float)
}

/// `new T(a)`, perhaps with a body; `outer.new T()`.
pub(super) fn creation(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let (mut of, mut arguments) = (ExprId::UNKNOWN, Vec::new());
    let (mut body, mut outer, mut before_new) = (None, None, true);
    walk.children(|walk, field| match (field, outer) {
        (Field::Type, Some(outer)) if walk.is_identifier() => {
            of = walk.with_role(Role::Call, |walk| walk.member_of(outer, Access::Value));
        }
        (Field::Type, _) => of = walk.lower_as(Role::Call),
        (Field::Arguments, _) => arguments = walk.lower_list(),
        _ if walk.kind() == "class_body" => body = Some(classes::anonymous(walk, of)),
        _ if walk.kind() == "new" => before_new = false,
        _ if before_new && walk.is_named() && !walk.node().is_extra() => outer = Some(walk.lower()),
        _ => walk.other(),
    });
    walk.build.role = role;
    let head = types::head(walk, of);
    walk.build.uses.set_arguments(mark, head, arguments.len());
    if let Some(id) = body {
        let class = walk.build.expression(Expression::Definition(id));
        return types::instance(walk, class);
    }
    let made = walk.build.uses.mark();
    // What stands there is a type, also where only the path of something outside is known.
    let of = if head == of { walk.build.apply(of, &[]) } else { of };
    walk.call_of(made, of, &arguments)
}

/// `this(a)` and `super(a)`: the constructors of the class around and of its base.
pub(super) fn constructor_call(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let (mut callee, mut arguments) = (ExprId::UNKNOWN, Vec::new());
    walk.children(|walk, field| match field {
        Field::Constructor => {
            let span = walk.span();
            callee = constructor(walk);
            if !callee.is_unknown() {
                walk.with_role(Role::Call, |walk| walk.build.use_member(span, callee));
                walk.build.uses.uncount_last();
            }
        }
        Field::Arguments => arguments = walk.lower_list(),
        _ => walk.other(),
    });
    walk.build.role = role;
    walk.call_of(mark, callee, &arguments)
}

/// What `this` or `super` names where it is called: a member of the class, under the name of the class.
fn constructor(walk: &mut Walk<'_, '_>) -> ExprId {
    let Some(class) = walk.state().classes.last().copied() else { return ExprId::UNKNOWN };
    let (of, name) = match walk.kind() {
        "super" => (class.base, types::last_name(walk, class.base)),
        _ => (this_type(walk), Some(class.name)),
    };
    match name {
        Some(name) => walk.build.expression(Expression::Member { of, name, access: Access::Value }),
        None => ExprId::UNKNOWN,
    }
}

fn this_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let scope = walk.type_scope();
    scope.map_or(ExprId::UNKNOWN, |scope| walk.build.expression(Expression::SelfType(scope)))
}

/// `x.a` and `T.this`.
pub(super) fn field(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let (mut of, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Object => of = walk.lower(),
        Field::Field if walk.is_identifier() => {
            walk.build.role = role;
            value = walk.member_of(of, Access::Value);
            walk.build.role = Role::Read;
        }
        Field::Field => value = types::instance(walk, of),
        _ if walk.kind() == "super" => of = walk.lower(),
        _ => walk.other(),
    });
    walk.build.role = role;
    value
}

/// `x::f`, `T::new`.
pub(super) fn method_reference(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| match (of, walk.kind()) {
        (None, _) if walk.is_named() && !walk.node().is_extra() => of = Some(walk.lower()),
        (Some(receiver), "identifier") if walk.is_identifier() => {
            value = walk.member_of(receiver, Access::Path);
        }
        (Some(receiver), "new") => {
            let head = types::head(walk, receiver);
            walk.build.uses.retag(mark, head, Role::Call);
            value = receiver;
        }
        _ => walk.other(),
    });
    value
}

/// `a -> x`, `(a, b) -> { ... }`.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let expected = std::mem::replace(&mut walk.state().expected, ExprId::UNKNOWN);
    let result = std::mem::replace(&mut walk.state().result, ExprId::UNKNOWN);
    let scope = walk.build.open_scope(ScopeKind::Lambda, walk.span());
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    walk.build.facts.lambdas.push(Lambda {
        scope,
        parameters: List::default(),
        value: ExprId::UNKNOWN,
        argument_of: None,
    });
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Parameters => {
            let start = walk.build.facts.parameters.len() as u32;
            let parameters = match walk.kind() {
                "formal_parameters" => members::read_parameters(walk),
                _ => inferred(walk, (id, expected), start),
            };
            walk.build.facts.lambdas[id.index()].parameters = parameters;
        }
        Field::Body => value = walk.lower(),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.facts.lambdas[id.index()].value = value;
    walk.build.restore(place);
    walk.state().result = result;
    walk.build.expression(Expression::Lambda(id))
}

/// The parameters of a lambda that are only named: what they are, the type says that the lambda must be of, else what
/// it is passed to.
fn inferred(walk: &mut Walk<'_, '_>, (id, expected): (LambdaId, ExprId), start: u32) -> List {
    let value = |index: u32| match expected.is_unknown() {
        true => Expression::LambdaParameter(id, index),
        false => Expression::Given { of: expected, index },
    };
    if walk.is_identifier() {
        let value = walk.build.expression(value(0));
        members::add_inferred(walk, value);
    } else {
        let mut index = 0;
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| {
                if walk.is_identifier() {
                    let value = walk.build.expression(value(index));
                    members::add_inferred(walk, value);
                    index += 1;
                } else {
                    walk.other();
                }
            });
            ExprId::UNKNOWN
        });
    }
    List { start, len: walk.build.facts.parameters.len() as u32 - start }
}

/// `new T[n]` and `new T[]{a, b}`.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut element = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => element = walk.lower(),
        _ => walk.other(),
    });
    let array = types::array_of(walk, element);
    types::instance(walk, array)
}

/// `x++`.
pub(super) fn update(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let value = walk.lower_children();
    walk.build.uses.retag(mark, value, Role::Write);
    value
}

/// `(T) x`.
pub(super) fn cast(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut annotation = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type if annotation.is_unknown() => annotation = walk.lower(),
        Field::Value => {
            let expected = types::instance(walk, annotation);
            walk.lower_expected(expected);
        }
        _ => walk.other(),
    });
    types::instance(walk, annotation)
}

/// `!x` is a boolean, `-x` and the like a number no narrower than an `int`.
pub(super) fn unary(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut value, mut negated) = (ExprId::UNKNOWN, false);
    walk.children(|walk, field| match field {
        Field::Operator => negated = walk.kind() == "!",
        Field::Operand => value = walk.lower(),
        _ => walk.other(),
    });
    if negated {
        walk.build.literal(LiteralKind::Boolean)
    } else {
        walk.build.expression(Expression::Combined { left: value, right: value })
    }
}

/// `a ? b : c`: one of both.
pub(super) fn ternary(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let mut values = Vec::new();
    walk.children(|walk, field| match field {
        Field::Consequence | Field::Alternative => {
            let value = walk.lower();
            if !values.contains(&value) {
                values.push(value);
            }
        }
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.union(&values)
}

/// Comparisons and logic give a boolean, and with a text everything is one; what else an operator gives follows from the
/// types of both sides, where it shifts from that of the first.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_shift = walk.node().child_by_field_name("operator").is_some_and(|o| o.kind().len() > 1);
    let Binary { left, right, is_boolean } = operators::binary(walk);
    let is_annotation = walk.state().is_annotation;
    let is_string = |of| walk.build.facts.expression(of) == Expression::Literal(LiteralKind::String);
    if is_boolean {
        walk.build.literal(LiteralKind::Boolean)
    } else if is_shift {
        walk.build.expression(Expression::Combined { left, right: left })
    } else if is_annotation {
        // Rules of frameworks read the parts of a path: `@GetMapping(ROOT + "/x")`.
        walk.build.expression(Expression::Combined { left, right })
    } else if is_string(left) {
        left
    } else if is_string(right) {
        right
    } else {
        walk.build.expression(Expression::Combined { left, right })
    }
}

/// `"a"`.
pub(super) fn text(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    walk.build.plain_string(walk.span())
}
