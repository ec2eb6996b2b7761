//! What C#'s hooks remember while the walk goes on.

use crate::build::Build;
use crate::memory::Memory;
use indexer_core::{Bound, DefId, ExprId, Name};
use rustc_hash::{FxHashMap, FxHashSet};

/// What C#'s hooks remember.
#[derive(Debug, Default)]
pub(super) struct CSharp {
    /// The nodes that name what the calls around call.
    pub called: FxHashSet<usize>,
    /// What the initializer that is lowered next sets the members of; unknown where nothing says it.
    pub made: ExprId,
    /// Generic types, with the names that they are bound to.
    pub generic: Vec<(DefId, Name)>,
}

impl Memory for CSharp {
    fn finish(&mut self, build: &mut Build<'_>) {
        let names: FxHashMap<DefId, Name> = self.generic.drain(..).collect();
        if names.is_empty() {
            return;
        }
        for binding in &mut build.facts.bindings {
            if let Bound::Definition(id) = binding.bound
                && let Some(name) = names.get(&id)
            {
                binding.name = *name;
            }
        }
    }
}
