//! Patterns, conditions and loops, and what they say of the names that they bind.

use super::names::{plain_span, value_as};
use super::nodes;
use super::state::{Expected, Swift, lower_free, take_expected};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeKind, Span};

/// The current token is a local.
fn bind_token(walk: &mut Walk<'_, '_>, value: ExprId) {
    if walk.text() == "_" || walk.text() == "self" {
        walk.neither();
        return;
    }
    let end = walk.local().end;
    let span = plain_span(walk);
    walk.build.bind_token(span, value, end);
}

/// What a pattern is read in.
#[derive(Clone, Copy)]
struct Around {
    /// What is compared, or taken apart.
    of: ExprId,
    /// True where bare names in it are bound.
    binds: bool,
}

/// The current node is a pattern of a value.
fn pattern(walk: &mut Walk<'_, '_>, around: Around) {
    walk.lower_with(|walk| {
        let mut open = Parts::new(around);
        let is_case = has_point(walk);
        let items = count_items(walk);
        walk.children(|walk, field| open.part(walk, field, (is_case, items)));
        ExprId::UNKNOWN
    });
}

fn has_point(walk: &Walk<'_, '_>) -> bool {
    let node = walk.node();
    node.children(&mut node.walk()).any(|one| one.kind() == ".")
}

fn count_items(walk: &Walk<'_, '_>) -> usize {
    let node = walk.node();
    node.children(&mut node.walk()).filter(|one| one.kind() == "pattern").count()
}

/// A pattern while its parts are met one after the other.
struct Parts {
    around: Around,
    /// What stands before the point of a case.
    type_of_case: Option<ExprId>,
    /// The case that was named.
    case: Option<ExprId>,
    /// How many of its parts were met.
    met: u32,
    has_point: bool,
    has_as: bool,
    /// A value behind `as`, which is known before the pattern ends.
    cast: Option<ExprId>,
}

impl Parts {
    fn new(around: Around) -> Self {
        let (type_of_case, case, met) = (None, None, 0);
        Self { around, type_of_case, case, met, has_point: false, has_as: false, cast: None }
    }

    /// Takes the current node. `is_case` says whether the pattern names a case, and how many patterns it holds.
    fn part(&mut self, walk: &mut Walk<'_, '_>, field: Field, (is_case, items): (bool, usize)) {
        match walk.kind() {
            "value_binding_pattern" => self.around.binds = true,
            "." => self.has_point = true,
            "as" | "is" => self.has_as = true,
            "pattern" => self.inner(walk, (is_case, items)),
            _ if walk.is_identifier() && self.has_point && self.case.is_none() => self.name_case(walk),
            "simple_identifier" if is_label(walk) => walk.neither(),
            "simple_identifier"
                if walk.is_identifier() && (self.around.binds || field == Field::BoundIdentifier) =>
            {
                bind_token(walk, self.around.of);
            }
            "simple_identifier" if walk.is_identifier() => drop(value_as(walk, Expected::Nothing)),
            "user_type" if is_case && !self.has_as => self.type_of_case = Some(walk.lower_as(Role::Type)),
            _ if self.has_as && walk.is_named() && !walk.node().is_extra() => {
                let of = walk.lower_as(Role::Type);
                let value = walk.build.instance(of);
                if let Some(slot) = self.cast {
                    walk.build.fill(slot, value);
                }
            }
            _ if walk.is_named() && !walk.node().is_extra() => {
                value_as(walk, Expected::Value(self.around.of));
            }
            _ => walk.other(),
        }
    }

    fn inner(&mut self, walk: &mut Walk<'_, '_>, (is_case, items): (bool, usize)) {
        let index = self.met;
        self.met += 1;
        let of = match self.case {
            Some(pattern) => {
                let of = self.around.of;
                walk.build.expression(Expression::Payload { of, pattern, index })
            }
            None if is_case => ExprId::UNKNOWN,
            None if items > 1 && !self.around.of.is_unknown() => {
                walk.build.expression(Expression::Item { of: self.around.of, index })
            }
            // `a as A`: what is bound is of the type that is to come.
            None if walk.next_kind() == Some("as") => *self.cast.insert(walk.build.slot()),
            None => self.around.of,
        };
        pattern(walk, Around { of, binds: self.around.binds });
    }

    /// The current token names a case of the type that is written, or of what is compared.
    fn name_case(&mut self, walk: &mut Walk<'_, '_>) {
        let of = self.type_of_case.unwrap_or(self.around.of);
        let access = if self.type_of_case.is_some() { Access::Value } else { Access::Path };
        let span = plain_span(walk);
        let name = walk.build.name(span);
        let member = walk.build.expression(Expression::Member { of, name, access });
        walk.with_role(Role::Read, |walk| walk.build.use_member(span, member));
        self.case = Some(member);
    }
}

/// Does a colon stand behind the current token? Then it is a label of what a case holds.
fn is_label(walk: &mut Walk<'_, '_>) -> bool {
    walk.next_kind() == Some(":")
}

/// A pattern where nothing is known of the value.
pub(super) fn of_nothing(walk: &mut Walk<'_, '_>) -> ExprId {
    pattern(walk, Around { of: ExprId::UNKNOWN, binds: false });
    ExprId::UNKNOWN
}

/// One of the conditions of a statement, while its parts are met.
enum Condition {
    /// An expression.
    Plain,
    /// `let a = b`: the name, and whether its value is to come.
    Bound(Option<Span>, bool),
    /// `case a = b`: what is compared is filled in behind the pattern.
    Case(Box<Parts>, ExprId, bool),
}

/// `if let a = b, case .c(let d) = e, f { } else { }`; the same of `guard` and `while`.
pub(super) fn condition(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected(walk);
    let is_guard = walk.kind() == "guard_statement";
    let place = walk.build.place();
    walk.build.meter.enter_if();
    if !is_guard {
        walk.build.open_scope(ScopeKind::Block, walk.span());
    }
    let (mut state, mut values, mut is_else) = (Condition::Plain, Vec::new(), false);
    // What stands in parentheses of a pattern is a part of it.
    let mut depth = 0_u32;
    walk.children(|walk, field| match walk.kind() {
        "statements" => values.push(super::state::lower_expecting(walk, expected)),
        "if_statement" if is_else => values.push(super::state::lower_expecting(walk, expected)),
        "else" => {
            is_else = true;
            finish(walk, &mut state);
            if !is_guard {
                // What was bound does not hold there.
                walk.build.restore(place);
            }
        }
        "(" => depth += 1,
        ")" => depth = depth.saturating_sub(1),
        "," | "{" if depth == 0 => finish(walk, &mut state),
        _ => part_of_condition(walk, field, &mut state),
    });
    walk.build.meter.leave();
    if !is_guard {
        walk.build.restore(place);
    }
    if values.len() > 1 { walk.build.union(&values) } else { ExprId::UNKNOWN }
}

/// A condition has ended.
fn finish(walk: &mut Walk<'_, '_>, state: &mut Condition) {
    if let Condition::Bound(Some(span), false) = std::mem::replace(state, Condition::Plain) {
        // `if let a`: what has the name outside.
        if walk.build.text(span) != "self" {
            let value = walk.with_role(Role::Read, |walk| walk.build.use_name(span, super::names::TERM));
            walk.build.bind_token(span, value, span.end);
        }
    }
}

fn part_of_condition(walk: &mut Walk<'_, '_>, field: Field, state: &mut Condition) {
    match state {
        Condition::Plain => match walk.kind() {
            "value_binding_pattern" => *state = Condition::Bound(None, false),
            "case" => {
                let whole = walk.build.slot();
                let parts = Parts::new(Around { of: whole, binds: false });
                *state = Condition::Case(Box::new(parts), whole, false);
            }
            _ if field == Field::BoundIdentifier && walk.is_identifier() => bind_token(walk, ExprId::UNKNOWN),
            _ if walk.is_named() && !walk.node().is_extra() => drop(value_as(walk, Expected::Nothing)),
            _ => walk.other(),
        },
        Condition::Bound(name, has_value) => match walk.kind() {
            "=" => *has_value = true,
            _ if walk.is_identifier() && name.is_none() => {
                let span = plain_span(walk);
                let is_shorthand = !matches!(walk.next_kind(), Some("=" | "type_annotation"));
                match (is_shorthand, walk.text()) {
                    (_, "self" | "_") => walk.neither(),
                    (true, _) => {}
                    (false, _) => drop(walk.local()),
                }
                *name = Some(span);
            }
            "type_annotation" => drop(walk.lower()),
            _ if *has_value && walk.is_named() && !walk.node().is_extra() => {
                let expected = take_expected(walk);
                let value = value_as(walk, expected);
                if let Some(span) = name.take() {
                    let end = walk.span().end;
                    if !matches!(walk.build.text(span), "self" | "_") {
                        walk.build.bind_token(span, value, end);
                    }
                }
            }
            // `let (a, b) = c`
            "pattern" => pattern(walk, Around { of: ExprId::UNKNOWN, binds: true }),
            _ => walk.other(),
        },
        Condition::Case(parts, whole, is_behind) => match walk.kind() {
            "=" => *is_behind = true,
            _ if *is_behind && walk.is_named() && !walk.node().is_extra() => {
                let whole = *whole;
                let value = value_as(walk, Expected::Nothing);
                walk.build.fill(whole, value);
            }
            _ if *is_behind => walk.other(),
            "type_annotation" => drop(walk.lower()),
            _ => {
                // What the pattern is made of stands beside the other conditions.
                parts.part(walk, field, (true, 0));
            }
        },
    }
}

/// `switch a { case .b: }`: what any of its cases gives.
pub(super) fn switch(walk: &mut Walk<'_, '_>) -> ExprId {
    let expected = take_expected(walk);
    walk.build.meter.enter();
    let (mut of, mut values) = (ExprId::UNKNOWN, Vec::new());
    walk.children(|walk, field| match walk.kind() {
        "switch_entry" => values.push(walk.lower_with(|walk| entry(walk, of, expected))),
        _ if field == Field::Expr && walk.is_named() => of = value_as(walk, Expected::Nothing),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.union(&values)
}

fn entry(walk: &mut Walk<'_, '_>, of: ExprId, expected: Expected) -> ExprId {
    let place = walk.build.place();
    walk.build.meter.branches += 1;
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.kind() {
        "switch_pattern" => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| match walk.kind() {
                "pattern" => pattern(walk, Around { of, binds: false }),
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        "statements" => value = super::state::lower_expecting(walk, expected),
        _ if walk.is_named() && !walk.node().is_extra() => drop(value_as(walk, Expected::Nothing)),
        _ => walk.other(),
    });
    walk.build.restore(place);
    value
}

/// A case that stands by itself, in broken code.
pub(super) fn lone_entry(walk: &mut Walk<'_, '_>) -> ExprId {
    entry(walk, ExprId::UNKNOWN, Expected::Nothing)
}

/// `for a in b where c { }`.
pub(super) fn iteration(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let place = walk.build.place();
    walk.build.meter.branch();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    // What the names are parts of is known behind them.
    let whole = walk.build.slot();
    let is_case = walk.node().child_by_field_name("item").is_some_and(|item| {
        item.children(&mut item.walk()).any(|one| matches!(one.kind(), "case" | "value_binding_pattern"))
    });
    walk.children(|walk, field| match field {
        Field::Item if walk.is_named() => pattern(walk, Around { of: whole, binds: !is_case }),
        Field::Collection if walk.is_named() && !walk.node().is_extra() => {
            let of = value_as(walk, Expected::Nothing);
            if !of.is_unknown() {
                let item = walk.build.expression(Expression::Element(of));
                walk.build.fill(whole, item);
            }
        }
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `catch let a as A { }`; what is caught is `error`, where the pattern gives it no name.
pub(super) fn caught(walk: &mut Walk<'_, '_>) -> ExprId {
    take_expected(walk);
    let place = walk.build.place();
    walk.build.meter.branch();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    let (name, scope) = (walk.build.names.made("error"), walk.build.scope);
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Error if walk.is_named() => pattern(walk, Around { of: ExprId::UNKNOWN, binds: false }),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `let a: A = b, (c, d) = e`: a local, or a property of a type or the module.
pub(super) fn property(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer_expected = take_expected(walk);
    let outer = std::mem::take(&mut walk.build.remembered.of::<Swift>().property);
    let is_local = walk.build.scope_around(|kind| !matches!(kind, ScopeKind::Generics)).is_some_and(|id| {
        let kind = walk.build.facts.scopes[id.index()].kind;
        matches!(kind, ScopeKind::Function | ScopeKind::Lambda | ScopeKind::Block)
    });
    if is_local {
        locals(walk);
    } else {
        super::declare::beside_each_other(walk, &nodes::PROPERTY);
    }
    let state = walk.build.remembered.of::<Swift>();
    (state.property, state.expected) = (outer, outer_expected);
    ExprId::UNKNOWN
}

fn locals(walk: &mut Walk<'_, '_>) {
    let mut whole = walk.build.slot();
    // Names and where they are bound from: that is known where their part ends.
    let first = walk.build.facts.bindings.len();
    walk.children(|walk, field| match field {
        Field::Name if walk.kind() == "pattern" => {
            whole = walk.build.slot();
            walk.build.remembered.of::<Swift>().expected = Expected::Nothing;
            walk.build.remembered.of::<Swift>().property = ExprId::UNKNOWN;
            pattern(walk, Around { of: whole, binds: true });
        }
        Field::Value if walk.is_named() && !walk.node().is_extra() => {
            let expected = take_expected(walk);
            let declared = walk.build.remembered.of::<Swift>().property;
            let value = value_as(walk, expected);
            walk.build.fill(whole, if declared.is_unknown() { value } else { declared });
            // A name is none of the value that it is given.
            let end = walk.span().end;
            let scope = walk.build.scope;
            for one in walk.build.facts.bindings[first..].iter_mut() {
                if one.scope == scope
                    && one.from > 0
                    && one.from < end
                    && one.bound == indexer_core::Bound::Local
                {
                    one.from = end;
                }
            }
        }
        _ if walk.kind() == "type_annotation" => {
            walk.lower();
            let declared = walk.build.remembered.of::<Swift>().property;
            walk.build.fill(whole, declared);
        }
        _ if walk.kind() == "modifiers" || !walk.is_named() => walk.other(),
        _ => drop(lower_free(walk)),
    });
}
