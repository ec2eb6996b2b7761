//! Blocks, assignments and control flow.

use super::declarations::boolean;
use super::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Name, Namespace, Role, ScopeKind};

/// The right side of an assignment.
#[derive(Debug, Default)]
pub(super) struct Values {
    items: Vec<ExprId>,
    /// The only value may be followed by one that says whether it is there (`v, ok := m[k]`).
    checked: bool,
    /// What is iterated over: the first target is its key, the second its element.
    ranged: bool,
}

impl Values {
    /// The values of the current `expression_list` (or of the single expression).
    pub(super) fn of(walk: &mut Walk<'_, '_>) -> Self {
        if walk.kind() != "expression_list" {
            let checked = is_checked(walk.kind());
            return Self { items: vec![walk.lower()], checked, ranged: false };
        }
        let (mut items, mut checked) = (Vec::new(), false);
        walk.lower_with(|walk| {
            walk.each_child(|walk, node| {
                if node.is_named() && !node.is_extra() {
                    checked = is_checked(walk.kind_of(node));
                    items.push(walk.lower_node(node));
                } else {
                    walk.other();
                }
            });
            ExprId::UNKNOWN
        });
        Self { items, checked, ranged: false }
    }

    /// Values that each belong to the target at their place.
    pub(super) fn plain(items: Vec<ExprId>) -> Self {
        Self { items, ..Self::default() }
    }

    pub(super) fn items(&self) -> &[ExprId] {
        &self.items
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The value of target `i` of `count`.
    pub(super) fn at(&self, walk: &mut Walk<'_, '_>, i: u32, count: u32) -> ExprId {
        let [only] = self.items[..] else {
            return self.items.get(i as usize).copied().unwrap_or(ExprId::UNKNOWN);
        };
        match (self.ranged, count, i) {
            (true, _, 0) => protocol(walk, only, "keyꞏ"),
            (true, _, _) => walk.build.expression(Expression::Element(only)),
            (false, 1, _) => only,
            (false, 2, 0) if self.checked => only,
            (false, 2, 1) if self.checked => boolean(walk),
            (false, ..) => walk.build.expression(Expression::Item { of: only, index: i }),
        }
    }
}

fn is_checked(kind: &str) -> bool {
    matches!(kind, "type_assertion_expression" | "index_expression" | "unary_expression")
}

/// Calls a member that only the stubs have.
pub(super) fn protocol(walk: &mut Walk<'_, '_>, of: ExprId, member: &str) -> ExprId {
    let name = walk.build.names.made(member);
    let of = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    let arguments = walk.build.list(&[]);
    walk.build.expression(Expression::Call { of, arguments })
}

/// Binds a local in the current scope, in force from the byte `from` on. A second declaration of a
/// name in one scope only assigns: the type stays that of the first.
pub(super) fn bind_local(walk: &mut Walk<'_, '_>, name: Name, from: u32, value: ExprId) {
    let scope = walk.build.scope;
    if walk.state().bound.insert((scope, name)) {
        walk.build.bind_local(scope, name, Namespace::ANY, from, value);
    }
}

/// `a, b := x, y`, `a, b = x, y`, `a := <-c` in a select, and what follows `for` before `range`.
/// The right side comes first, since the names of the left are not in force in it.
pub(super) fn assignment(walk: &mut Walk<'_, '_>) -> ExprId {
    let end = walk.span().end;
    let mut defines = walk.kind() == "short_var_declaration";
    let ranged = walk.kind() == "range_clause";
    let mut values = Values::default();
    walk.children(|walk, field| match field {
        Field::Left => {}
        Field::Right => values = Values::of(walk),
        _ => {
            defines |= walk.kind() == ":=";
            walk.other();
        }
    });
    values.ranged = ranged;
    let assigned = Assigned { values, defines, from: end };
    walk.child_in(Field::Left, |walk| targets(walk, &assigned));
    ExprId::UNKNOWN
}

/// What an assignment gives to its targets.
struct Assigned {
    values: Values,
    /// True where it declares them (`:=`).
    defines: bool,
    /// From which byte on they are in force.
    from: u32,
}

/// The current node holds the targets of an assignment.
fn targets(walk: &mut Walk<'_, '_>, assigned: &Assigned) {
    if walk.kind() != "expression_list" {
        target(walk, assigned, 0, 1);
        return;
    }
    let count = walk.node().named_child_count() as u32;
    let mut i = 0;
    walk.lower_with(|walk| {
        walk.each_child(|walk, node| {
            if node.is_named() && !node.is_extra() {
                target(walk, assigned, i, count);
                i += 1;
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
}

fn target(walk: &mut Walk<'_, '_>, assigned: &Assigned, i: u32, count: u32) {
    let Assigned { values, defines, from } = assigned;
    if walk.is_identifier() && walk.text() == "_" {
        walk.neither();
    } else if walk.is_identifier() && *defines {
        let span = walk.local();
        let name = walk.build.name(span);
        let value = values.at(walk, i, count);
        bind_local(walk, name, *from, value);
    } else {
        let into = write(walk);
        let value = if values.is_empty() { ExprId::UNKNOWN } else { values.at(walk, i, count) };
        walk.build.put(into, value);
    }
}

/// `return a`.
pub(super) fn returned(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut values = Values::default();
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            values = Values::of(walk);
        } else {
            walk.other();
        }
    });
    values.items().iter().for_each(|value| walk.build.put_result(*value));
    ExprId::UNKNOWN
}

/// The current expression is assigned to.
fn write(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let target = walk.lower();
    walk.build.uses.retag(mark, target, Role::Write);
    target
}

/// `x++` and `x--`.
pub(super) fn step(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            write(walk);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// A block is a scope.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_block();
    ExprId::UNKNOWN
}

/// `if`: what its initializer binds holds in all branches.
pub(super) fn if_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    let place = walk.build.place();
    let span = walk.span();
    walk.children(|walk, field| match field {
        Field::Initializer => {
            walk.build.open_scope(ScopeKind::Block, span);
            walk.lower();
        }
        Field::Alternative => walk.lower_else(),
        _ => walk.other(),
    });
    walk.build.restore(place);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `for`: its clause stands in a scope around the block.
pub(super) fn for_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.branch();
    let place = walk.build.place();
    let span = walk.span();
    walk.each_child(|walk, _| {
        if matches!(walk.kind(), "for_clause" | "range_clause") {
            walk.build.open_scope(ScopeKind::Block, span);
        }
        walk.other();
    });
    walk.build.restore(place);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `switch` over values, and `select`.
pub(super) fn switch(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter();
    let place = walk.build.place();
    let outer = walk.state().switched.take();
    let span = walk.span();
    walk.children(|walk, field| {
        if field == Field::Initializer {
            walk.build.open_scope(ScopeKind::Block, span);
        }
        walk.other();
    });
    walk.state().switched = outer;
    walk.build.restore(place);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `switch v := x.(type)`: each case binds `v` anew, as what it says.
pub(super) fn type_switch(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter();
    let place = walk.build.place();
    let span = walk.span();
    let (mut alias, mut subject) = (None, ExprId::UNKNOWN);
    let outer = walk.state().switched.take();
    walk.children(|walk, field| match field {
        Field::Initializer => {
            walk.build.open_scope(ScopeKind::Block, span);
            walk.lower();
        }
        Field::Alias => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if walk.is_identifier() && walk.text() == "_" {
                        walk.neither();
                    } else if walk.is_identifier() && alias.is_none() {
                        let token = walk.local();
                        alias = Some(walk.build.name(token));
                    } else {
                        walk.other();
                    }
                });
                ExprId::UNKNOWN
            });
        }
        Field::Value => subject = walk.lower(),
        _ => {
            if matches!(walk.kind(), "type_case" | "default_case") {
                walk.state().switched = Some((alias, subject));
            }
            walk.other();
        }
    });
    walk.state().switched = outer;
    walk.build.restore(place);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// A case of a switch or select is a scope.
pub(super) fn case(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let switched = walk.state().switched.take();
    let is_default = walk.kind() == "default_case";
    walk.build.meter.branches += u32::from(!is_default);
    let mut types = Vec::new();
    let mut opened = false;
    let span = walk.span();
    walk.children(|walk, field| match field {
        Field::Type if walk.is_named() => {
            let value = walk.lower();
            types.push(value);
        }
        _ => {
            if !opened && walk.is_named() && field != Field::Value {
                opened = true;
                walk.build.open_scope(ScopeKind::Block, span);
                if let Some((Some(name), subject)) = switched {
                    let value = match types[..] {
                        [only] if !only.is_unknown() => walk.build.expression(Expression::Instance(only)),
                        _ => subject,
                    };
                    bind_local(walk, name, 0, value);
                }
            }
            walk.other();
        }
    });
    walk.state().switched = switched;
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `break`, `continue` and `goto`: one with a label breaks the linear flow.
pub(super) fn jump(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut labelled = false;
    walk.each_child(|walk, _| {
        labelled |= walk.kind() == "label_name";
        walk.other();
    });
    walk.build.meter.cognitive += u32::from(labelled);
    ExprId::UNKNOWN
}
