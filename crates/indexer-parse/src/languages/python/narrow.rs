//! What a test says of a local: `assert isinstance(x, T)`, `if guard(x):`, `if not isinstance(x, T):
//! return`. From there on, the local is bound to what the test leaves of it.

use super::names::BUILTINS;
use super::state::{FrameKind, Remembers};
use crate::build::Build;
use crate::text::holds;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Name, Namespace};

/// A test of a local that its function binds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    name: Name,
    /// The local as it was.
    before: ExprId,
    /// What it is where the test said yes.
    then: ExprId,
    /// The test is negated.
    pub negated: bool,
}

/// The test that the current node was, which was just lowered to `value`.
pub(super) fn test(walk: &mut Walk<'_, '_>, value: ExprId) -> Option<Test> {
    if walk.kind() == "boolean_operator" {
        let id = walk.node().id();
        return walk.state().last_said.filter(|(node, _)| *node == id).map(|(_, said)| said);
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
    (!then.is_unknown()).then_some(Test { name, before, then, negated })
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

/// From the byte `from` on, the test holds (`yes`), or nothing is known of it any more.
pub(super) fn bind(walk: &mut Walk<'_, '_>, test: Test, from: u32, yes: bool) {
    let frame = walk.top();
    frame.narrowed.insert(test.name);
    let scope = frame.scope;
    let value = if yes { test.then } else { test.before };
    walk.build.bind_local(scope, test.name, Namespace::ANY, from.max(1), value);
}

/// `assert`.
pub(super) fn assert_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let end = walk.span().end;
    let mut found = None;
    let mut is_first = true;
    walk.children(|walk, _| {
        let value = walk.lower();
        if walk.is_named() && !walk.node().is_extra() && std::mem::replace(&mut is_first, false) {
            found = test(walk, value);
        }
    });
    if let Some(test) = found.filter(|test| !test.negated) {
        bind(walk, test, end, true);
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
