//! What Kotlin's hooks remember while the walk goes on.

use super::annotated;
use super::contexts::{self, Context};
use crate::build::Build;
use crate::memory::Memory;
use indexer_core::{Binding, Bound, DefId, ExprId, LambdaId, Name, Owner, ScopeId, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function without a name around the walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub id: LambdaId,
    pub scope: ScopeId,
    /// True where its parameters are written.
    pub has_parameters: bool,
    /// The name of what it is given to, or its label.
    pub label: Option<Name>,
}

/// A property whose accessors may follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub id: DefId,
    /// Where its accessors stand.
    pub scope: ScopeId,
    pub owner: Owner,
}

/// What a condition says of the types of locals.
#[derive(Debug, Default)]
pub(super) struct Tests {
    /// Where it holds.
    pub held: Vec<(Name, ExprId)>,
    /// Where it does not.
    pub failed: Vec<(Name, ExprId)>,
}

/// What Kotlin's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Kotlin {
    /// Functions without a name around, the innermost last.
    pub lambdas: Vec<Around>,
    /// The name of what the call around calls, for functions among its arguments.
    pub called: Option<Name>,
    /// What the condition that was lowered last says.
    pub tests: Tests,
    /// True where an accessor is a part of the property that is read.
    pub is_in_property: bool,
    /// The property that was read last.
    pub property: Option<Property>,
    /// The bases of each class without a name around, the innermost last.
    pub bases: Vec<Vec<ExprId>>,
    /// What stands before functions and properties and gives them names, in order.
    pub contexts: Vec<Context>,
    /// Annotations of function types that the parser does not see, in order; one that is read is empty.
    pub annotated: Vec<Span>,
    /// Companions: the scope of their members, and that of the type whose they are as well.
    pub companions: FxHashMap<ScopeId, ScopeId>,
}

impl Memory for Kotlin {
    /// What a companion declares is known in its type under its name alone, unless that has another such member.
    fn finish(&mut self, build: &mut Build<'_>) {
        contexts::read_rest(build, &self.contexts);
        annotated::read_rest(build, &self.annotated);
        if self.companions.is_empty() {
            return;
        }
        let types: FxHashSet<ScopeId> = self.companions.values().copied().collect();
        let all = &build.facts.bindings;
        let own = all.iter().filter(|one| types.contains(&one.scope));
        let own: FxHashSet<(ScopeId, Name)> = own.map(|one| (one.scope, one.name)).collect();
        let mut more: Vec<Binding> = Vec::new();
        for binding in all {
            let Some(outer) = self.companions.get(&binding.scope) else { continue };
            if matches!(binding.bound, Bound::Definition(_)) && !own.contains(&(*outer, binding.name)) {
                more.push(Binding { scope: *outer, ..binding.clone() });
            }
        }
        build.facts.bindings.append(&mut more);
    }
}
