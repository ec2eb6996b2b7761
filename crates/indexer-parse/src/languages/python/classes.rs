//! Classes, decorators, type parameters and type aliases.

use super::assign;
use super::functions::note_slot;
use super::state::{Decorated, Frame, FrameKind, Remembers};
use super::{statements, text, types};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    DefId, ExprId, Expression, Flags, List, Namespace, Owner, Role, ScopeKind, Span, SymbolKind,
    TypeParameter,
};

struct Open {
    id: DefId,
    bases: Vec<ExprId>,
    /// What is given beside them that rules of frameworks ask for: `table=True`.
    given: Vec<ExprId>,
    flags: Flags,
    colon: u32,
}

/// `class`.
pub(super) fn class(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let decorated = walk.state().decorated.take();
    let mut open: Option<Open> = None;
    walk.children(|walk, field| {
        if let Some(open) = &mut open {
            part(walk, field, open, span);
        } else if field == Field::Name && walk.is_identifier() {
            open = Some(begin(walk, decorated.as_ref()));
        } else {
            walk.lower();
        }
    });
    if let Some(open) = open {
        end(walk, open, decorated, span);
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn begin(walk: &mut Walk<'_, '_>, decorated: Option<&Decorated>) -> Open {
    let span = walk.span();
    let name = walk.build.text(span);
    let condition = walk.top().condition;
    let mut flags = Flags::NONE;
    for decorator in decorated.iter().flat_map(|d| &d.names) {
        match walk.build.names.get(*decorator) {
            "dataclass" | "define" | "frozen" | "mutable" | "attrs" | "dataclass_transform" => {
                flags.add(Flags::RECORD);
            }
            "deprecated" => flags.add(Flags::DEPRECATED),
            _ => {}
        }
    }
    if name.starts_with("Test") {
        flags.add(Flags::TEST);
    }
    if condition.is_some() {
        flags.add(Flags::CONDITIONAL);
    }
    let id = walk.build.define(span, SymbolKind::Class, Namespace::ANY);
    note_slot(walk, id);
    walk.build.definition(id).condition = condition;
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
    Open { id, bases: Vec::new(), given: Vec::new(), flags, colon: span.end }
}

fn part(walk: &mut Walk<'_, '_>, field: Field, open: &mut Open, span: Span) {
    match field {
        Field::TypeParameters => {
            let run = type_parameters(walk, span);
            walk.build.definition(open.id).type_parameters = run;
        }
        Field::Superclasses => walk.each_child(|walk, _| base(walk, open)),
        Field::Body => body(walk, open),
        _ => {
            if walk.kind() == ":" {
                open.colon = walk.span().start;
            }
            walk.lower();
        }
    }
}

fn base(walk: &mut Walk<'_, '_>, open: &mut Open) {
    let is_base = walk.is_named() && !walk.node().is_extra() && !walk.node().is_error();
    if !is_base || matches!(walk.kind(), "keyword_argument" | "list_splat" | "dictionary_splat") {
        let given = walk.lower();
        let rules = (walk.build.language.rules.frameworks)();
        if let Expression::Keyword { name, .. } = walk.build.facts.expression(given)
            && rules.is_some_and(|rules| rules.wanted.contains_key(walk.build.names.get(name)))
        {
            open.given.push(given);
        }
        return;
    }
    match walk.text().rsplit('.').next() {
        Some("NamedTuple") => open.flags.add(Flags::RECORD),
        Some("TestCase" | "IsolatedAsyncioTestCase") => open.flags.add(Flags::TEST),
        _ => {}
    }
    let base = walk.lower_as(Role::Inherit);
    open.bases.push(base);
}

fn body(walk: &mut Walk<'_, '_>, open: &Open) {
    let outer = walk.build.scope;
    let scope = walk.build.open_scope(ScopeKind::Type, walk.span());
    walk.build.definition(open.id).body = Some(scope);
    walk.state().frames.push(Frame::new(FrameKind::Class, scope, Some(open.id)));
    let doc = statements::body(walk);
    walk.build.definition(open.id).doc = doc;
    if let Some(frame) = walk.state().frames.pop() {
        let complexity = frame.complexity;
        assign::settle_frame(walk.build, frame);
        walk.top().complexity.take_in(complexity);
    }
    walk.build.scope = outer;
}

fn end(walk: &mut Walk<'_, '_>, open: Open, decorated: Option<Decorated>, span: Span) {
    let decorators = decorated.as_ref().map(|d| walk.build.list(&d.expressions)).unwrap_or_default();
    let bases = walk.build.list(&open.bases);
    if let Some(of) = open.bases.first().copied().filter(|_| !open.given.is_empty()) {
        let arguments = walk.build.list(&open.given);
        walk.build.expression(Expression::Call { of, arguments });
    }
    let signature = crate::text::folded(walk.build.text(Span::new(span.start, open.colon)));
    let name = walk.build.definition(open.id).name;
    let visibility = text::visibility(walk.build.names.get(name));
    let definition = walk.build.definition(open.id);
    definition.span = Span::new(decorated.map_or(span.start, |d| d.start), span.end);
    definition.flags = open.flags;
    definition.bases = bases;
    definition.decorators = decorators;
    definition.signature = signature;
    definition.visibility = visibility;
}

/// A definition with decorators: they wait for the definition.
pub(super) fn decorated(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut found = Decorated { start: walk.span().start, ..Decorated::default() };
    walk.children(|walk, field| {
        if field == Field::Definition {
            walk.state().decorated = Some(std::mem::take(&mut found));
            walk.lower();
            // A definition that was beyond a limit leaves them.
            walk.state().decorated = None;
        } else if walk.kind() == "decorator" {
            let text = walk.text().trim_start_matches('@').trim_start();
            let path = text.split(['(', '[', ' ', '\n', '#']).next().unwrap_or("").trim();
            let name = walk.build.names.name(path.rsplit('.').next().unwrap_or(path));
            let mut value = ExprId::UNKNOWN;
            let sign = walk.span().start;
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_named() && !walk.node().is_extra() {
                        value = walk.lower_as(Role::Decorate);
                    } else {
                        walk.lower();
                    }
                });
                value
            });
            // What the call gives is called with the definition.
            if matches!(walk.build.facts.expression(value), Expression::Call { .. }) {
                walk.build.invoke(Span::new(sign, sign + 1), value);
            }
            found.names.push(name);
            if !value.is_unknown() {
                found.expressions.push(value);
            }
        } else {
            walk.lower();
        }
    });
    ExprId::UNKNOWN
}

/// `[T: Bound, *Ts, **P]`: opens a scope for them, which the caller leaves.
pub(super) fn type_parameters(walk: &mut Walk<'_, '_>, span: Span) -> List {
    let scope = walk.build.open_scope(ScopeKind::Generics, span);
    let mut found: Vec<TypeParameter> = Vec::new();
    walk.each_child(|walk, _| {
        if walk.kind() == "type" {
            type_parameter(walk, &mut found);
        } else {
            walk.lower();
        }
    });
    walk.build.bind_type_parameters(scope, found, Namespace::ANY)
}

fn type_parameter(walk: &mut Walk<'_, '_>, found: &mut Vec<TypeParameter>) {
    let (mut name, mut bounds) = (None, Vec::new());
    read_type_parameter(walk, &mut name, &mut bounds);
    if let Some(name) = name {
        let bounds = walk.build.list(&bounds);
        found.push(TypeParameter::bounded(name, bounds));
    }
}

fn read_type_parameter(
    walk: &mut Walk<'_, '_>,
    name: &mut Option<indexer_core::Name>,
    bounds: &mut Vec<ExprId>,
) {
    if name.is_some() {
        if walk.is_named() {
            let bound = types::annotation(walk);
            bounds.push(bound);
        } else {
            walk.lower();
        }
    } else if walk.is_identifier() {
        let span = walk.local();
        *name = Some(walk.build.name(span));
    } else if matches!(walk.kind(), "type" | "constrained_type" | "splat_type") {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| read_type_parameter(walk, name, bounds));
            ExprId::UNKNOWN
        });
    } else {
        walk.lower();
    }
}

/// `type X[T] = ...`.
pub(super) fn type_alias(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let mut id = None;
    walk.children(|walk, field| match field {
        Field::Left => alias_name(walk, &mut id, span),
        Field::Right => {
            let value = types::annotation(walk);
            if let Some(id) = id {
                walk.build.definition(id).value = value;
            }
        }
        _ => drop(walk.lower()),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn alias_name(walk: &mut Walk<'_, '_>, id: &mut Option<DefId>, span: Span) {
    if id.is_none() && walk.is_identifier() {
        let name = walk.text();
        let condition = walk.top().condition;
        let new = walk.build.define(walk.span(), SymbolKind::TypeAlias, Namespace::ANY);
        note_slot(walk, new);
        let signature = crate::text::folded(walk.build.text(span));
        let definition = walk.build.definition(new);
        definition.span = span;
        definition.signature = signature;
        definition.visibility = text::visibility(name);
        definition.condition = condition;
        if condition.is_some() {
            definition.flags.add(Flags::CONDITIONAL);
        }
        *id = Some(new);
    } else if let Some(id) = *id
        && walk.kind() == "type_parameter"
    {
        let run = type_parameters(walk, span);
        walk.build.definition(id).type_parameters = run;
    } else if matches!(walk.kind(), "type" | "generic_type") {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| alias_name(walk, id, span));
            ExprId::UNKNOWN
        });
    } else {
        walk.lower();
    }
}
