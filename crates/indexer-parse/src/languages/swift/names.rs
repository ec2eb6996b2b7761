//! Names and types.

use super::state::{Expected, Swift, lower_expecting, lower_free};
use crate::shapes::type_scope;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, Span};

/// What a name is looked up as where a value stands: values, functions and types share their names.
pub(super) const TERM: Namespace = Namespace::ANY.with(Namespace::CALLABLE);

/// Names of modules that are imported are in a name space of their own: they stand before a point alone.
pub(super) const MODULE: Namespace = Namespace::TAG;

/// The bytes of a name without the marks that make a name of a word of the language.
pub(super) fn plain_span(walk: &Walk<'_, '_>) -> Span {
    let span = walk.span();
    let text = walk.text();
    let is_marked = text.len() > 2 && text.starts_with('`') && text.ends_with('`');
    if is_marked { Span::new(span.start + 1, span.end - 1) } else { span }
}

/// A name. `$0` is what a function without parameters is given, and a label of an argument is no name.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.span().is_empty() {
        return ExprId::UNKNOWN;
    }
    let is_type = matches!(walk.build.role, Role::Type | Role::Inherit | Role::Decorate);
    match walk.text() {
        "Self" => {
            walk.neither();
            self_type(walk)
        }
        "_" => {
            walk.neither();
            ExprId::UNKNOWN
        }
        text if text.starts_with('$') => {
            let index = text[1..].parse().ok();
            walk.neither();
            index.map_or(ExprId::UNKNOWN, |index| given(walk, index))
        }
        _ if walk.field() == Field::ExternalName => {
            walk.neither();
            ExprId::UNKNOWN
        }
        _ => {
            let span = plain_span(walk);
            walk.build.use_name(span, if is_type { Namespace::TYPE } else { TERM })
        }
    }
}

/// The type around.
pub(super) fn self_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let scope = type_scope(walk);
    scope.map_or(ExprId::UNKNOWN, |scope| walk.build.expression(Expression::SelfType(scope)))
}

/// `$0`.
fn given(walk: &mut Walk<'_, '_>, index: u32) -> ExprId {
    let around = walk.build.remembered.of::<Swift>().lambdas.iter().rev();
    let innermost = around.into_iter().find(|one| !one.has_parameters).map(|one| one.id);
    innermost.map_or(ExprId::UNKNOWN, |id| walk.build.expression(Expression::LambdaParameter(id, index)))
}

/// The current token as what has members: it may name a module too.
pub(super) fn qualifier(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_plain = walk.is_identifier() && !walk.text().starts_with('$') && walk.text() != "Self";
    if !is_plain || walk.kind() != "simple_identifier" {
        return walk.lower();
    }
    let span = plain_span(walk);
    walk.with_role(Role::Read, |walk| walk.build.use_name(span, TERM.with(MODULE)))
}

/// `A.B<C>` as a type.
pub(super) fn user_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = match walk.build.role {
        Role::Read => Role::Type,
        role => role,
    };
    let names = {
        let node = walk.node();
        node.children(&mut node.walk()).filter(|one| one.kind() == "type_identifier").count()
    };
    let (mut of, mut seen) = (ExprId::UNKNOWN, 0);
    walk.each_child(|walk, _| {
        if walk.is_identifier() {
            seen += 1;
            let own = if seen == names { role } else { Role::Type };
            of = walk.with_role(own, |walk| match (seen, walk.text()) {
                (1, "Self") => {
                    walk.neither();
                    self_type(walk)
                }
                (1, _) => {
                    let span = plain_span(walk);
                    let more = if names > 1 { MODULE } else { Namespace::TYPE };
                    walk.build.use_name(span, Namespace::TYPE.with(more))
                }
                // `A.Type` is no member.
                (_, "Type" | "Protocol") if seen == names => {
                    walk.neither();
                    metatype_of(walk, of)
                }
                _ => walk.member_of(of, Access::Value),
            });
        } else if walk.kind() == "type_arguments" {
            let arguments = walk.with_role(Role::Type, Walk::lower_list);
            of = walk.build.apply(of, &arguments);
        } else {
            walk.other();
        }
    });
    of
}

/// The last type that stands in the current node: what marks beside it say is not followed.
pub(super) fn marked_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = if walk.build.role == Role::Read { Role::Type } else { walk.build.role };
    let outer = std::mem::replace(&mut walk.build.role, role);
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            of = walk.lower();
        } else {
            walk.other();
        }
    });
    walk.build.role = outer;
    of
}

/// `A?`: what it holds, where there is something.
pub(super) fn optional_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = if walk.build.role == Role::Read { Role::Type } else { walk.build.role };
    let outer = std::mem::replace(&mut walk.build.role, role);
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Wrapped => of = walk.lower(),
        _ => walk.other(),
    });
    walk.build.role = outer;
    of
}

/// `A.Type`, where the grammar does not take it for a name.
pub(super) fn metatype(walk: &mut Walk<'_, '_>) -> ExprId {
    let of = marked_type(walk);
    metatype_of(walk, of)
}

fn metatype_of(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    if of.is_unknown() { of } else { walk.build.expression(Expression::Metatype(of)) }
}

/// `[A]`.
pub(super) fn array_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let item = marked_type(walk);
    if item.is_unknown() { item } else { walk.build.expression(Expression::Sequence(item)) }
}

/// `[A: B]`.
pub(super) fn dictionary_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.with_role(Role::Type, Walk::lower_list);
    let of = walk.build.made_type("Dictionary");
    if items.len() == 2 { walk.build.apply(of, &items) } else { of }
}

/// `A & B`: what has the members of each.
pub(super) fn composition(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.with_role(Role::Type, Walk::lower_list);
    walk.build.union(&items)
}

/// The types of the items of a list in parentheses.
fn items_of(walk: &mut Walk<'_, '_>) -> Vec<ExprId> {
    let mut items = Vec::new();
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "tuple_type_item" => items.push(walk.lower_with(item)),
            _ if walk.is_named() && !walk.node().is_extra() => items.push(walk.lower()),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    items
}

/// `a: A`, of which the name says nothing.
pub(super) fn item(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.kind() == "simple_identifier" && walk.is_identifier() {
            walk.neither();
        } else if walk.is_named() && !walk.node().is_extra() && walk.kind() != "wildcard_pattern" {
            of = walk.lower_as(Role::Type);
        } else {
            walk.other();
        }
    });
    of
}

/// `(A, B)`; one in parentheses is itself.
pub(super) fn tuple_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut items = Vec::new();
    walk.with_role(Role::Type, |walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "tuple_type_item" => items.push(walk.lower_with(item)),
            _ if walk.is_named() && !walk.node().is_extra() => items.push(walk.lower()),
            _ => walk.other(),
        });
    });
    match items.as_slice() {
        [only] => *only,
        [] => ExprId::UNKNOWN,
        _ => {
            let items: Vec<ExprId> = items.iter().map(|one| walk.build.instance(*one)).collect();
            walk.build.tuple(&items)
        }
    }
}

/// `(A, b: B) -> C`.
pub(super) fn function_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let (mut taken, mut gives, mut is_behind) = (Vec::new(), ExprId::UNKNOWN, false);
    walk.children(|walk, field| match walk.kind() {
        "->" => is_behind = true,
        "tuple_type" if field == Field::Params => taken = items_of(walk),
        _ if !walk.is_named() || walk.node().is_extra() => walk.other(),
        "throws" | "throws_clause" => walk.other(),
        _ if is_behind => gives = walk.lower(),
        _ => taken.push(walk.lower()),
    });
    walk.build.role = role;
    let parameters = walk.build.list(&taken);
    walk.build.expression(Expression::FunctionType { parameters, returns: gives })
}

/// `: A` behind the name of a property; what it is given is of that type.
pub(super) fn annotation(walk: &mut Walk<'_, '_>) -> ExprId {
    let of = walk.with_role(Role::Type, marked_type);
    let value = walk.build.instance(of);
    let state = walk.build.remembered.of::<Swift>();
    state.property = value;
    state.expected = Expected::Value(value);
    of
}

/// `T: P` behind `where`: a further bound of a type parameter of the definition around.
pub(super) fn constraint(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut bound, mut names) = (None, ExprId::UNKNOWN, 0);
    walk.children(|walk, field| {
        if walk.kind() == "identifier" {
            names = walk.count_identifiers();
            walk.lower_with(|walk| {
                path(walk, &mut name);
                ExprId::UNKNOWN
            });
        } else if matches!(field, Field::Name | Field::InheritsFrom) && walk.is_named() {
            bound = walk.lower_as(Role::Type);
        } else {
            walk.other();
        }
    });
    let is_bound = walk.kind() == "inheritance_constraint" && names == 1;
    let Some(name) = name.filter(|_| is_bound && !bound.is_unknown()) else { return ExprId::UNKNOWN };
    let mut last = walk.build.facts.type_parameters.iter().rev().take(MOST_PARAMETERS);
    if let Some(back) = last.position(|one| one.name == name) {
        let at = walk.build.facts.type_parameters.len() - 1 - back;
        let known = walk.build.facts.type_parameters[at].bounds;
        let mut all = walk.build.facts.list(known).to_vec();
        all.push(bound);
        let bounds = walk.build.list(&all);
        walk.build.facts.type_parameters[at].bounds = bounds;
    }
    ExprId::UNKNOWN
}

/// Among so many type parameters that came last those of the definition around are looked for.
const MOST_PARAMETERS: usize = 32;

/// `T.Element`, as names with points between them.
fn path(walk: &mut Walk<'_, '_>, first: &mut Option<indexer_core::Name>) {
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if !walk.is_identifier() {
            walk.other();
        } else if first.is_none() {
            let span = plain_span(walk);
            *first = Some(walk.build.name(span));
            of = walk.lower_as(Role::Type);
        } else {
            of = walk.with_role(Role::Type, |walk| walk.member_of(of, Access::Value));
        }
    });
}

/// `self`.
pub(super) fn this(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.tally.neither += walk.count_identifiers();
    let scope = type_scope(walk);
    scope.map_or(ExprId::UNKNOWN, |scope| walk.build.expression(Expression::SelfInstance(scope)))
}

/// `@A(b: c)`: the words behind the name are conditions of the compiler or values.
pub(super) fn attribute(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let is_of_language = [
        "@available",
        "@objc",
        "@_spi",
        "@_specialize",
        "@convention",
        "@_implements",
        "@backDeployed",
        "@_semantics",
        "@inline",
    ]
    .iter()
    .any(|word| walk.text().starts_with(word));
    walk.each_child(|walk, _| {
        if walk.kind() == "user_type" && of.is_unknown() {
            of = walk.lower_as(Role::Decorate);
        } else if is_of_language || walk.is_identifier() {
            walk.build.tally.neither += walk.count_identifiers();
        } else if walk.is_named() && !walk.node().is_extra() {
            walk.with_role(Role::Read, lower_free);
        } else {
            walk.other();
        }
    });
    of
}

/// A list that names types alone.
pub(super) fn types(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Type, Walk::lower_children)
}

/// Lowers the current node as a value, of which `of` is expected.
pub(super) fn value_as(walk: &mut Walk<'_, '_>, of: Expected) -> ExprId {
    walk.with_role(Role::Read, |walk| lower_expecting(walk, of))
}
