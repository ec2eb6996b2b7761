//! What a test says of a local: `assert isinstance(x, T)`, `if guard(x):`, `if not isinstance(x, T):
//! return`, and the branches of `if`, `elif` and `else`. From there on, the local is bound to what the test leaves of it.

use super::names::BUILTINS;
use super::state::{FrameKind, Remembers};
use crate::build::Build;
use crate::text::holds;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Name, Namespace};
use rustc_hash::FxHashSet;

/// A test of a local that its function binds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    name: Name,
    /// The local as it was.
    before: ExprId,
    /// What it is where the test said yes.
    then: ExprId,
    /// What it is where the test said no.
    otherwise: ExprId,
    /// The test is negated.
    negated: bool,
    /// It is a part of the condition: where that is not what the part asks for (`a and b` is false), nothing is known.
    is_part: bool,
}

/// The test that the current node was, which was just lowered to `value`.
pub(super) fn test(walk: &mut Walk<'_, '_>, value: ExprId) -> Option<Test> {
    if walk.kind() == "boolean_operator" {
        let id = walk.node().id();
        let last = walk.state().last_said.filter(|(node, _)| *node == id);
        return last.map(|(_, test)| Test { is_part: true, ..test });
    }
    let negated = walk.kind() == "not_operator";
    // The call below `not` was the last to be lowered.
    let call = match walk.kind() {
        "call" => value,
        "not_operator" => ExprId(walk.build.facts.expressions.len() as u32 - 1),
        _ => return None,
    };
    let Expression::Call { of, arguments } = walk.build.facts.expression(call) else { return None };
    let arguments = walk.build.facts.list(arguments).to_vec();
    let before = *arguments.first()?;
    let Expression::Name { name, scope, .. } = walk.build.facts.expression(before) else { return None };
    let frame = walk.top();
    if frame.kind != FrameKind::Function || scope != frame.scope {
        return None;
    }
    let first = frame.first_binding;
    let bound = walk.build.facts.bindings.get(first..)?;
    if !bound.iter().any(|one| one.scope == scope && one.name == name) {
        return None;
    }
    let Expression::Name { name: callee, .. } = walk.build.facts.expression(of) else { return None };
    let callee = walk.build.names.get(callee);
    let (is_instance, is_given) = (callee == "isinstance", holds(BUILTINS, callee));
    let then = match (is_instance, arguments.as_slice()) {
        (true, [_, types]) => instance(walk.build, *types),
        (false, [_]) if !is_given => walk.build.expression(Expression::Narrowed { of: before, by: call }),
        _ => return None,
    };
    if then.is_unknown() {
        return None;
    }
    // A function that says yes of a type need not say no of all others.
    let otherwise = match is_instance {
        true => walk.build.expression(Expression::Excluded { of: before, without: then }),
        false => before,
    };
    Some(Test { name, before, then, otherwise, negated, is_part: false })
}

fn instance(build: &mut Build<'_>, types: ExprId) -> ExprId {
    let all = match build.facts.expression(types) {
        Expression::Tuple(items) => build.facts.list(items).to_vec(),
        Expression::Name { .. } | Expression::Member { .. } => vec![types],
        _ => return ExprId::UNKNOWN,
    };
    let all: Vec<ExprId> = all.into_iter().map(|one| build.expression(Expression::Instance(one))).collect();
    build.union(&all)
}

/// What is known of a test from some place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Yes,
    No,
    /// It was not asked there.
    Nothing,
}

impl Test {
    /// What is known of the call where the whole condition is true, or false.
    pub(super) fn said(self, condition: bool) -> Said {
        match condition == self.negated {
            false => Said::Yes,
            true if self.is_part => Said::Nothing,
            true => Said::No,
        }
    }

    /// True where `and` (or `or`) passes on what the test says.
    pub(super) fn is_passed_on(self, is_or: bool) -> bool {
        self.said(!is_or) == Said::Yes
    }
}

/// From the byte `from` on, this is known of the test.
pub(super) fn bind(walk: &mut Walk<'_, '_>, test: Test, from: u32, said: Said) {
    let frame = walk.top();
    frame.narrowed.insert(test.name);
    let scope = frame.scope;
    let value = match said {
        Said::Yes => test.then,
        Said::No => test.otherwise,
        Said::Nothing => test.before,
    };
    walk.build.bind_local(scope, test.name, Namespace::ANY, from.max(1), value);
}

/// `assert`.
pub(super) fn assert_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let end = walk.span().end;
    let mut found = None;
    let mut is_first = true;
    walk.each_child(|walk, _| {
        let value = walk.lower();
        if walk.is_named() && !walk.node().is_extra() && std::mem::replace(&mut is_first, false) {
            found = test(walk, value);
        }
    });
    if let Some(test) = found {
        bind(walk, test, end, test.said(true));
    }
    ExprId::UNKNOWN
}

/// True for a block whose end is not reached.
pub(super) fn leaves(walk: &Walk<'_, '_>) -> bool {
    let node = walk.node();
    let last = node.named_child((node.named_child_count() as u32).saturating_sub(1));
    last.is_some_and(|last| {
        matches!(
            last.kind(),
            "return_statement" | "raise_statement" | "continue_statement" | "break_statement"
        )
    })
}

/// What the branches of an `if` say of locals, in order, while all of them so far leave.
#[derive(Debug, Default)]
pub(super) struct Branches {
    tests: Vec<Test>,
    /// How many branches there were, and how many of the first ones leave.
    count: usize,
    leaving: usize,
    has_else: bool,
}

impl Branches {
    /// Adds a branch that is taken where the test says yes, and where it is the `else` for any.
    pub(super) fn add(&mut self, test: Option<Test>, leaves: bool, is_else: bool) {
        self.leaving += usize::from(leaves && self.leaving == self.count);
        self.count += 1;
        self.has_else |= is_else;
        self.tests.extend(test);
    }

    /// Binds from the end of the statement on what is known there: the tests of branches that are left said no; and where
    /// only the `else` of one test leaves, that said yes.
    pub(super) fn bind_behind(&self, walk: &mut Walk<'_, '_>, end: u32, last_leaves: bool) {
        if let ([test], 2, true, true, 0) =
            (&*self.tests, self.count, self.has_else, last_leaves, self.leaving)
        {
            bind(walk, *test, end, test.said(true));
            return;
        }
        let mut seen = FxHashSet::default();
        if self.leaving == self.count {
            // The last one of a local says what all before it left.
            let last = self.tests.iter().rev().filter(|test| seen.insert(test.name));
            last.for_each(|test| bind(walk, *test, end, test.said(false)));
        } else {
            let first = self.tests.iter().filter(|test| seen.insert(test.name));
            first.for_each(|test| bind(walk, *test, end, Said::Nothing));
        }
    }
}
