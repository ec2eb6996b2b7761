//! What Go's hooks remember while the walk goes on.

use crate::memory::Memory;
use crate::walk::Walk;
use indexer_core::{DefId, ExprId, ExtensionId, Flags, Name, ScopeId};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Default)]
pub(super) struct State {
    /// What is true of every definition of the file.
    pub file_flags: Flags,
    /// The build constraint of the file.
    pub condition: Option<Name>,
    /// The package is `main`.
    pub is_program: bool,
    /// The methods of a type of the file, by the name of the type.
    pub receivers: FxHashMap<Name, ExtensionId>,
    /// Locals: a second `:=` of a name in one scope assigns.
    pub bound: FxHashSet<(ScopeId, Name)>,
    /// In a type switch: the name that its cases bind, and the value that is switched on.
    pub switched: Option<(Option<Name>, ExprId)>,
    /// The values of the constant before in a group: a constant without a value repeats them.
    pub repeated: Vec<ExprId>,
}

impl Memory for State {}

/// Shorthands that the hooks use on the walk.
pub(super) trait Remembers {
    fn state(&mut self) -> &mut State;
    /// Adds to a definition what is true of all of the file.
    fn mark(&mut self, id: DefId);
}

impl Remembers for Walk<'_, '_> {
    fn state(&mut self) -> &mut State {
        self.build.remembered.of()
    }

    fn mark(&mut self, id: DefId) {
        let (flags, condition) = (self.state().file_flags, self.state().condition);
        let definition = self.build.definition(id);
        definition.flags.add(flags);
        definition.condition = condition;
    }
}
