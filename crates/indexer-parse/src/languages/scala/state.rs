//! What Scala's hooks remember while the walk goes on.

use crate::build::Build;
use crate::memory::Memory;
use indexer_core::{Bound, DefId, ExprId, LambdaId, Name, Namespace, ScopeId};
use rustc_hash::FxHashSet;

/// A list of parameters of a function that is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    /// How many it has.
    pub count: u32,
    /// True where the compiler may fill it in (`implicit`, `using`).
    pub is_implicit: bool,
}

/// What Scala's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Scala {
    /// Expressions around in which `_` makes a function: that function, and how many of its parameters were met.
    pub placeholders: Vec<Option<(LambdaId, u32)>>,
    /// The lists of parameters of each function around, the innermost last.
    pub lists: Vec<Vec<Listed>>,
    /// How many bindings there were before each class around, the innermost last.
    pub begun: Vec<usize>,
    /// Classes and enumerations.
    pub types: FxHashSet<DefId>,
    /// The scopes and names of objects.
    pub objects: FxHashSet<(ScopeId, Name)>,
    /// The bases of each class without a name around, the innermost last.
    pub bases: Vec<Vec<ExprId>>,
}

impl Memory for Scala {
    /// As a value the name of a class is that of the object beside it, where there is one.
    fn finish(&mut self, build: &mut Build<'_>) {
        for binding in &mut build.facts.bindings {
            if let Bound::Definition(id) = binding.bound
                && self.types.contains(&id)
                && self.objects.contains(&(binding.scope, binding.name))
            {
                binding.namespace = Namespace::TYPE;
            }
        }
    }
}
