//! Assignments: targets are collected before their value is known and bound after it.

use super::state::{Frame, FrameKind, Item, Leaf, Pending, Redirect, Remembers, Slot, Target, Variable};
use super::{said, stores, text, types};
use crate::build::Build;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, Bound, CollectionKind, ExprId, Expression, Flags, LiteralKind, Name, Namespace, Owner, Role,
    ScopeId, Span, SymbolKind,
};

/// What is assigned, and where the statement stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assigned {
    pub value: ExprId,
    pub annotation: ExprId,
    pub alias: bool,
    /// The annotation is a type parameter, which the target stands for.
    pub parameter: bool,
    pub statement: Span,
}

impl Assigned {
    /// A value that the current node gives to its targets.
    pub(super) fn value(value: ExprId, statement: Span) -> Self {
        Self { value, annotation: ExprId::UNKNOWN, alias: false, parameter: false, statement }
    }
}

/// `a = b`, `a: T`, `a: T = b`; also `a = b = c`.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut assigned = Assigned::value(ExprId::UNKNOWN, walk.span());
    let mark = walk.state().targets.len();
    walk.children(|walk, field| match field {
        Field::Left => collect(walk, None, Item::At(0)),
        Field::Type => {
            assigned.alias = matches!(walk.text(), "TypeAlias" | "typing.TypeAlias" | "t.TypeAlias");
            let annotation = types::annotation(walk);
            if !assigned.alias {
                assigned.annotation = annotation;
            }
        }
        Field::Right if assigned.alias => assigned.value = walk.lower_as(Role::Type),
        Field::Right => {
            assigned.value = walk.lower();
            if let Some(lists) = said::lists(walk, mark) {
                said::use_listed(walk, lists);
            }
        }
        _ => drop(walk.lower()),
    });
    let parameter = type_variable(walk, mark, assigned);
    settle(walk, mark, parameter.unwrap_or(assigned));
    assigned.value
}

/// `T = TypeVar("T")` in a file: `T` stands for a type parameter.
fn type_variable(walk: &mut Walk<'_, '_>, mark: usize, assigned: Assigned) -> Option<Assigned> {
    let Expression::Call { of, arguments } = walk.build.facts.expression(assigned.value) else { return None };
    let (Expression::Name { name: callee, .. } | Expression::Member { name: callee, .. }) =
        walk.build.facts.expression(of)
    else {
        return None;
    };
    if walk.build.names.get(callee) != "TypeVar" || walk.top().kind != FrameKind::File {
        return None;
    }
    let [Target { leaf: Leaf::Name(span), parent: None, .. }] = walk.state().targets.get(mark..)? else {
        return None;
    };
    let span = *span;
    let build = &mut *walk.build;
    let arguments = build.facts.list(arguments).to_vec();
    let bounds: Vec<ExprId> = arguments
        .into_iter()
        .filter_map(|argument| match build.facts.expression(argument) {
            Expression::Keyword { name, value } if build.names.get(name) == "bound" => Some(value),
            _ => None,
        })
        .filter(|value| !matches!(build.facts.expression(*value), Expression::Literal(_)))
        .collect();
    let bounds = build.list(&bounds);
    let name = build.name(span);
    let place = build.place();
    let scope = build.open_scope(indexer_core::ScopeKind::Generics, span);
    build.bind_type_parameters(
        scope,
        vec![indexer_core::TypeParameter::bounded(name, bounds)],
        Namespace::ANY,
    );
    let annotation = build.use_name(span, Namespace::ANY);
    build.uses.silence_last();
    build.restore(place);
    Some(Assigned { annotation, parameter: true, ..assigned })
}

/// `a += b`: a use of `a` for files and classes; in a function it makes `a` local.
pub(super) fn augmented(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut lists = None;
    walk.children(|walk, field| {
        if field == Field::Left && walk.is_identifier() {
            let span = walk.span();
            lists = said::lists_by_name(walk, span);
        }
        if field != Field::Left {
            walk.lower();
            if let Some(lists) = lists.filter(|_| field == Field::Right) {
                said::use_listed(walk, lists);
            }
        } else if walk.is_identifier() {
            augmented_name(walk);
        } else {
            walk.lower_as(Role::Write);
        }
    });
    ExprId::UNKNOWN
}

fn augmented_name(walk: &mut Walk<'_, '_>) {
    let span = walk.span();
    let name = walk.build.name(span);
    let frame = walk.top();
    if frame.kind == FrameKind::Function && !frame.redirects.iter().any(|(n, _)| *n == name) {
        frame.augmented.push(name);
        walk.local();
        return;
    }
    walk.lower_as(Role::Write);
}

/// `a := b`.
pub(super) fn walrus(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut assigned = Assigned::value(ExprId::UNKNOWN, walk.span());
    let mark = walk.state().targets.len();
    walk.children(|walk, field| match field {
        Field::Name => collect(walk, None, Item::At(0)),
        Field::Value => assigned.value = walk.lower(),
        _ => drop(walk.lower()),
    });
    settle(walk, mark, assigned);
    assigned.value
}

/// The current node is a target: remembers it and its parts until [`settle`].
pub(super) fn collect(walk: &mut Walk<'_, '_>, parent: Option<usize>, item: Item) {
    if walk.is_identifier() {
        let leaf = Leaf::Name(walk.span());
        walk.state().targets.push(Target { parent, item, leaf, value: ExprId::UNKNOWN });
        return;
    }
    match walk.kind() {
        "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" | "expression_list" => {
            walk.lower_with(|walk| collect_items(walk, parent, item));
        }
        "list_splat_pattern" | "list_splat" => collect_only(walk, parent, Item::Rest),
        "parenthesized_expression" | "as_pattern_target" => collect_only(walk, parent, item),
        "attribute" => {
            walk.lower_with(|walk| collect_member(walk, parent, item));
        }
        "subscript" => {
            let value = walk.lower_as(Role::Read);
            if let Expression::Index { of, .. } | Expression::Item { of, .. } =
                walk.build.facts.expression(value)
            {
                let leaf = Leaf::Element(of);
                walk.state().targets.push(Target { parent, item, leaf, value: ExprId::UNKNOWN });
            }
        }
        _ => drop(walk.lower_as(Role::Read)),
    }
}

fn collect_only(walk: &mut Walk<'_, '_>, parent: Option<usize>, item: Item) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.is_named() {
                collect(walk, parent, item);
            } else {
                walk.lower();
            }
        });
        ExprId::UNKNOWN
    });
}

fn collect_items(walk: &mut Walk<'_, '_>, parent: Option<usize>, item: Item) -> ExprId {
    let state = walk.state();
    let pattern = state.targets.len();
    state.targets.push(Target { parent, item, leaf: Leaf::Pattern, value: ExprId::UNKNOWN });
    let (mut at, mut behind_rest) = (0, false);
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.lower();
            return;
        }
        collect(walk, Some(pattern), if behind_rest { Item::After } else { Item::At(at) });
        behind_rest |= matches!(walk.kind(), "list_splat_pattern" | "list_splat");
        at += 1;
    });
    ExprId::UNKNOWN
}

fn collect_member(walk: &mut Walk<'_, '_>, parent: Option<usize>, item: Item) -> ExprId {
    let mut class = None;
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Object => {
            if walk.is_identifier() {
                let span = walk.span();
                let name = walk.build.name(span);
                class = walk.state().class_of_receiver(name);
            }
            of = walk.lower_as(Role::Read);
        }
        Field::Attribute if walk.is_identifier() => {
            let span = walk.span();
            if let Some(class) = class {
                let leaf = Leaf::Field { span, of, class };
                walk.state().targets.push(Target { parent, item, leaf, value: ExprId::UNKNOWN });
            } else {
                walk.with_role(Role::Write, |walk| walk.member_of(of, Access::Value));
            }
        }
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

/// Binds the targets that were collected since `mark`.
pub(super) fn settle(walk: &mut Walk<'_, '_>, mark: usize, assigned: Assigned) {
    let count = walk.state().targets.len();
    for i in mark..count {
        let target = walk.state().targets[i];
        let value = match target.parent {
            None => assigned.value,
            Some(parent) => {
                let of = walk.state().targets[parent].value;
                item_of(walk.build, of, target.item)
            }
        };
        let value = if target.parent.is_none() && matches!(target.item, Item::Rest) {
            item_of(walk.build, value, Item::Rest)
        } else {
            value
        };
        let assigned = Assigned { value, ..assigned };
        match target.leaf {
            Leaf::Pattern => walk.state().targets[i].value = value,
            Leaf::Name(span) => bind_name(walk, span, assigned),
            Leaf::Element(of) => stores::store(walk, of, value),
            Leaf::Field { span, of, class } => {
                let name = walk.build.name(span);
                let Assigned { value, annotation, statement, .. } = assigned;
                let enclosing = walk.build.enclosing;
                let pending = Pending { name, span, of, value, annotation, statement, enclosing };
                if let Some(frame) = walk.state().frames.get_mut(class) {
                    frame.pending.push(pending);
                }
            }
        }
    }
    walk.state().targets.truncate(mark);
}

fn item_of(build: &mut Build<'_>, of: ExprId, item: Item) -> ExprId {
    if of.is_unknown() {
        return of;
    }
    match item {
        Item::At(index) => {
            if let Expression::Tuple(items) = build.facts.expression(of) {
                return build.facts.list(items).get(index as usize).copied().unwrap_or(ExprId::UNKNOWN);
            }
            build.expression(Expression::Item { of, index })
        }
        Item::After => build.expression(Expression::Element(of)),
        Item::Rest => {
            let element = build.expression(Expression::Element(of));
            build.collection(CollectionKind::List, &[element])
        }
    }
}

/// Binds the name at `span` in the innermost frame that binds.
pub(super) fn bind_name(walk: &mut Walk<'_, '_>, span: Span, assigned: Assigned) {
    let name = walk.build.name(span);
    let state = walk.state();
    let at = state.binding_frame();
    let frame = &state.frames[at];
    let (kind, scope) = (frame.kind, frame.scope);
    match kind {
        FrameKind::File | FrameKind::Class => bind_variable(walk, at, name, span, assigned),
        _ => {
            let is_narrowed = frame.narrowed.contains(&name);
            let redirect = frame.redirects.iter().find(|(n, _)| *n == name).map(|(_, to)| *to);
            let scope = match redirect {
                Some(Redirect::Global) => {
                    let enclosing = walk.build.enclosing;
                    let Assigned { value, annotation, statement, .. } = assigned;
                    let of = ExprId::UNKNOWN;
                    let pending = Pending { name, span, of, value, annotation, statement, enclosing };
                    walk.state().frames[0].pending.push(pending);
                    return;
                }
                Some(Redirect::Nonlocal(scope)) => scope,
                None => scope,
            };
            if assigned.value.is_unknown() && !assigned.annotation.is_unknown() {
                let place = walk.build.facts.bindings.len();
                walk.state().frames[at].declared.push(place);
            }
            let build = &mut *walk.build;
            build.tally.locals += 1;
            let value = if assigned.annotation.is_unknown() {
                assigned.value
            } else {
                build.expression(Expression::Instance(assigned.annotation))
            };
            build.bind(scope, name, Namespace::ANY, Bound::Local, value);
            if is_narrowed {
                let from = assigned.statement.end.max(1);
                build.bind_local(scope, name, Namespace::ANY, from, value);
            }
        }
    }
}

fn bind_variable(walk: &mut Walk<'_, '_>, at: usize, name: Name, span: Span, assigned: Assigned) {
    let frame = &mut walk.state().frames[at];
    let (kind, scope, condition) = (frame.kind, frame.scope, frame.condition);
    if let Some(slot) = frame.slots.get(&name).copied() {
        if let Slot::Variable(i) = slot {
            add_value(&mut frame.variables[i], assigned.value, assigned.annotation);
        }
        let place = walk.build.place();
        walk.build.scope = scope;
        walk.build.role = Role::Write;
        walk.build.use_name(span, Namespace::ANY);
        walk.build.restore(place);
        return;
    }
    let place = walk.build.place();
    walk.build.scope = scope;
    let symbol = match kind {
        FrameKind::Class => SymbolKind::Field,
        _ if assigned.alias => SymbolKind::TypeAlias,
        _ => text::variable_kind(walk.build.names.get(name)),
    };
    let id = walk.build.define(span, symbol, Namespace::ANY);
    walk.build.restore(place);
    describe(walk.build, id, name, assigned.statement);
    let definition = walk.build.definition(id);
    definition.condition = condition;
    if condition.is_some() {
        definition.flags.add(Flags::CONDITIONAL);
    }
    let frame = &mut walk.state().frames[at];
    frame.slots.insert(name, Slot::Variable(frame.variables.len()));
    frame.variables.push(Variable {
        definition: id,
        values: vec![assigned.value],
        annotation: assigned.annotation,
        alias: assigned.alias || assigned.parameter,
    });
}

fn describe(build: &mut Build<'_>, id: indexer_core::DefId, name: Name, statement: Span) {
    let signature = crate::text::folded(build.text(statement));
    let visibility = text::visibility(build.names.get(name));
    let definition = build.definition(id);
    definition.span = statement;
    definition.signature = signature;
    definition.visibility = visibility;
}

fn add_value(variable: &mut Variable, value: ExprId, annotation: ExprId) {
    if variable.annotation.is_unknown() {
        variable.annotation = annotation;
    }
    // A variable without a value only has an annotation; an unknown one says nothing.
    if !variable.values.contains(&value) {
        variable.values.push(value);
    }
}

/// A file or class ends: settles what was assigned to it from elsewhere, and all values.
pub(super) fn settle_frame(build: &mut Build<'_>, mut frame: Frame) {
    for pending in std::mem::take(&mut frame.pending) {
        settle_pending(build, &mut frame, pending);
    }
    stores::settle_variables(build, &mut frame);
    for variable in &frame.variables {
        let value = if variable.annotation.is_unknown() {
            union_of(build, &variable.values)
        } else if variable.alias {
            variable.annotation
        } else {
            build.expression(Expression::Instance(variable.annotation))
        };
        build.definition(variable.definition).value = value;
    }
}

fn settle_pending(build: &mut Build<'_>, frame: &mut Frame, pending: Pending) {
    let place = build.place();
    let is_field = frame.kind == FrameKind::Class;
    build.enclosing = pending.enclosing;
    build.scope = frame.scope;
    build.owner = frame.definition.map_or(Owner::File, Owner::Definition);
    if let Some(slot) = frame.slots.get(&pending.name).copied() {
        if let Slot::Variable(i) = slot {
            add_value(&mut frame.variables[i], pending.value, pending.annotation);
        }
        build.role = Role::Write;
        if is_field {
            let access = Access::Value;
            let member = Expression::Member { of: pending.of, name: pending.name, access };
            let member = build.expression(member);
            build.use_member(pending.span, member);
        } else {
            build.use_name(pending.span, Namespace::ANY);
        }
    } else {
        let (kind, namespace) = if is_field {
            (SymbolKind::Field, Namespace::MEMBER)
        } else {
            (text::variable_kind(build.names.get(pending.name)), Namespace::ANY)
        };
        let id = build.define(pending.span, kind, namespace);
        describe(build, id, pending.name, pending.statement);
        frame.slots.insert(pending.name, Slot::Variable(frame.variables.len()));
        frame.variables.push(Variable {
            definition: id,
            values: vec![pending.value],
            annotation: pending.annotation,
            alias: false,
        });
    }
    build.restore(place);
}

/// The union of the values, without those that say nothing beside others: None, and unknown ones.
pub(super) fn union_of(build: &mut Build<'_>, values: &[ExprId]) -> ExprId {
    if let [one] = values {
        return *one;
    }
    let none = Expression::Literal(LiteralKind::None);
    let telling = values.iter().copied().filter(|v| !v.is_unknown() && build.facts.expression(*v) != none);
    let telling: Vec<ExprId> = telling.collect();
    match telling.as_slice() {
        [] => values.iter().copied().find(|v| !v.is_unknown()).unwrap_or(ExprId::UNKNOWN),
        _ => build.union(&telling),
    }
}

/// As [`settle`], for the targets of a comprehension, which binds them itself.
pub(super) fn settle_in_comprehension(
    walk: &mut Walk<'_, '_>,
    mark: usize,
    assigned: Assigned,
    scope: ScopeId,
) {
    let frame = walk.top();
    let kind = std::mem::replace(&mut frame.kind, FrameKind::Lambda);
    debug_assert_eq!(frame.scope, scope);
    settle(walk, mark, assigned);
    walk.top().kind = kind;
}
