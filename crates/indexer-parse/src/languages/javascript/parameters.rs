//! Parameters of functions: names, patterns, defaults, and fields that they declare.

use super::classes;
use super::functions::Open;
use super::narrow;
use super::patterns::{self, Binder};
use super::state::{Remembers, This, union_of};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::expression::List;
use indexer_core::{
    Bound, CollectionKind, ExprId, Expression, LiteralKind, Namespace, Parameter, ParameterId, ParameterKind,
    Role, Span, SymbolKind, Visibility,
};

/// The parameters of a function with the patterns that some are.
#[derive(Default)]
pub(super) struct Found {
    all: Vec<Parameter>,
    values: Vec<(Span, ExprId)>,
}

pub(super) fn all(walk: &mut Walk<'_, '_>, open: &mut Open) -> List {
    let mut found = Found::default();
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            one(walk, open, &mut found);
        } else {
            walk.lower();
        }
    });
    add(walk, open, found)
}

/// Adds the parameters and binds those that are names.
pub(super) fn add(walk: &mut Walk<'_, '_>, open: &Open, found: Found) -> List {
    let scope = open.scope.unwrap_or(walk.build.scope);
    let names: Vec<_> = found.all.iter().map(|p| p.name).collect();
    let run = walk.build.parameters(found.all);
    for (i, (span, value)) in found.values.into_iter().enumerate() {
        if !span.is_empty() {
            let bound = Bound::Parameter(ParameterId(run.start + i as u32));
            walk.build.bind(scope, names[i], Namespace::VALUE, bound, value);
        }
    }
    run
}

/// What one parameter says, before its value is known.
struct Read {
    span: Span,
    kind: ParameterKind,
    annotation: ExprId,
    default: ExprId,
    /// A field that the parameter declares (`constructor(private a)`).
    field: Option<Visibility>,
    optional: bool,
}

/// Reads one parameter. Names are bound by the caller; the names of a pattern at once, as parts of
/// the parameter's value.
pub(super) fn one(walk: &mut Walk<'_, '_>, open: &mut Open, found: &mut Found) {
    let at = found.all.len() as u32;
    let mut read = Read {
        span: Span::default(),
        kind: ParameterKind::Plain,
        annotation: ExprId::UNKNOWN,
        default: ExprId::UNKNOWN,
        field: None,
        optional: walk.kind() == "optional_parameter",
    };
    let mut is_this = false;
    let is_pattern = read_parameter(walk, &mut read, &mut is_this);
    if is_this {
        let this = walk.build.expression(Expression::Instance(read.annotation));
        walk.top().this = This::Given(this);
        return;
    }
    let name = if read.span.is_empty() {
        walk.build.names.made(&at.to_string())
    } else {
        walk.build.name(read.span)
    };
    if read.annotation.is_unknown() {
        read.annotation = open.types.parameter(walk.build.names.get(name), at as usize);
    }
    if read.optional && read.default.is_unknown() {
        read.default = walk.build.literal(LiteralKind::None);
    }
    let value = parameter_value(walk, &read, open, at);
    // What a declaration says of a function with a name, whoever calls it expects: `const A: FC<Props> = ({ a }) => ..`.
    if let Some(expected) = open.expected.filter(|expected| expected.is_declared && open.id.is_some())
        && read.annotation.is_unknown()
        && read.kind == ParameterKind::Plain
    {
        read.annotation = walk.build.expression(Expression::Given { of: expected.of, index: at });
    }
    if is_pattern {
        let binder = Binder::local(walk.build.scope);
        walk.lower_with(|walk| {
            pattern_of(walk, value, &binder);
            ExprId::UNKNOWN
        });
    }
    if let Some(visibility) = read.field {
        field(walk, open, &read, value, visibility);
    }
    let Read { span, kind, annotation, default, .. } = read;
    found.all.push(Parameter { name, name_span: span, kind, annotation, default });
    found.values.push((span, value));
}

/// Reads the parts of a parameter; true where it is a pattern, which is then not yet walked.
fn read_parameter(walk: &mut Walk<'_, '_>, read: &mut Read, is_this: &mut bool) -> bool {
    if walk.is_identifier() {
        if read.span.is_empty() {
            read.span = walk.local();
            let name = walk.build.name(read.span);
            narrow::shadow(walk, name);
        } else {
            walk.lower();
        }
        return false;
    }
    match walk.kind() {
        "object_pattern" | "array_pattern" => {
            // It has no name, but it stands somewhere.
            let start = walk.span().start;
            read.span = Span::new(start, start);
            true
        }
        "this" => {
            *is_this = true;
            false
        }
        "rest_pattern" => {
            read.kind = ParameterKind::Rest;
            inside(walk, read, is_this)
        }
        "required_parameter" | "optional_parameter" | "assignment_pattern" => inside(walk, read, is_this),
        _ => {
            walk.lower();
            false
        }
    }
}

fn inside(walk: &mut Walk<'_, '_>, read: &mut Read, is_this: &mut bool) -> bool {
    let mut is_pattern = false;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Type => read.annotation = walk.lower_as(Role::Type),
            Field::Value | Field::Right => read.default = walk.lower(),
            Field::Decorator => drop(walk.lower()),
            _ => match walk.kind() {
                "accessibility_modifier" => {
                    read.field = Some(classes::visibility(walk.text()).unwrap_or(Visibility::Public));
                }
                "readonly" => {
                    read.field.get_or_insert(Visibility::Public);
                }
                "override_modifier" => {}
                _ if walk.is_named() && !walk.node().is_extra() => {
                    is_pattern |= read_parameter(walk, read, is_this);
                }
                _ => drop(walk.lower()),
            },
        });
        ExprId::UNKNOWN
    });
    is_pattern
}

/// Goes to the patterns that [`read_parameter`] left.
fn pattern_of(walk: &mut Walk<'_, '_>, value: ExprId, binder: &Binder) {
    match walk.kind() {
        "object_pattern" | "array_pattern" => patterns::bind(walk, value, binder),
        "rest_pattern" | "required_parameter" | "optional_parameter" | "assignment_pattern" => {
            walk.children(|walk, field| {
                if !matches!(field, Field::Type | Field::Value | Field::Right | Field::Decorator) {
                    pattern_of(walk, value, binder);
                }
            });
        }
        _ => {}
    }
}

fn parameter_value(walk: &mut Walk<'_, '_>, read: &Read, open: &Open, at: u32) -> ExprId {
    let build = &mut *walk.build;
    let value = if !read.annotation.is_unknown() {
        build.expression(Expression::Instance(read.annotation))
    } else if build.facts.expression(read.default) == Expression::Literal(LiteralKind::None) {
        ExprId::UNKNOWN
    } else {
        read.default
    };
    let expected =
        open.expected.filter(|_| read.kind == ParameterKind::Plain && read.annotation.is_unknown());
    if let Some(expected) = expected {
        let given = build.expression(Expression::Given { of: expected.of, index: at });
        return union_of(build, &[given, value]);
    }
    match (read.kind, open.lambda) {
        (ParameterKind::Rest, _) if read.annotation.is_unknown() => build.collection(
            CollectionKind::List,
            if value.is_unknown() { &[] } else { std::slice::from_ref(&value) },
        ),
        (ParameterKind::Plain, Some(id)) if read.annotation.is_unknown() => {
            let given = build.expression(Expression::LambdaParameter(id, at));
            union_of(build, &[given, value])
        }
        _ => value,
    }
}

/// A parameter that declares a field: its token is counted as the field's.
fn field(walk: &mut Walk<'_, '_>, open: &Open, read: &Read, value: ExprId, visibility: Visibility) {
    let (Some(class), false) = (open.class, read.span.is_empty()) else { return };
    let place = walk.build.place();
    walk.build.scope = class;
    if let Some(id) = open.id {
        walk.build.owner = walk.build.definition(id).owner;
    }
    let name = walk.build.name(read.span);
    let namespace = Namespace::MEMBER;
    let id = walk.build.define_as(name, read.span, SymbolKind::Field, class, namespace);
    walk.build.tally.definitions += 1;
    walk.build.tally.locals -= 1;
    walk.build.restore(place);
    // Inside the function, the name is the parameter's.
    let given = walk.build.use_name(read.span, Namespace::VALUE);
    walk.build.uses.silence_last();
    walk.build.put_into(id, given);
    let signature = crate::text::folded(walk.text());
    let span = walk.span();
    let definition = walk.build.definition(id);
    (definition.value, definition.visibility, definition.span) = (value, visibility, span);
    definition.signature = signature;
    walk.state().members.entry((class, name)).or_insert(Some(id));
}
