//! What Lua's hooks remember while the walk goes on.

use super::link::WHOLE;
use crate::build::Build;
use crate::memory::Memory;
use indexer_core::{Bound, DefId, ExprId, Name, Namespace, ScopeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name holds, where its file says so. The scope is that of the members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// A table.
    Table(ScopeId),
    /// A table whose metatable looks for what it does not have in that one.
    Instance(ScopeId),
}

/// Where the keys of a table that is written out belong.
#[derive(Clone, Copy, Debug)]
pub(super) enum Into {
    /// They are members of what is defined with it.
    Definition(DefId),
    /// They are fields of the instances of this table.
    Fields(ScopeId),
    /// They are members of a table without a name.
    Nothing,
}

/// How a function has its receiver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Receiver {
    /// Not at all: the name means what it means around.
    #[default]
    Missing,
    /// Unasked: `function a:b()`.
    Implied,
    /// As its first parameter: `function a.b(self)`.
    Written,
}

/// Names to which statements of the file without `local` assign.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// Those that are given anything, and how often.
    pub all: FxHashMap<Name, u32>,
    /// Those that are given a function.
    pub functions: FxHashSet<Name>,
}

/// What Lua's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Lua {
    /// What names of scopes hold.
    pub held: FxHashMap<(ScopeId, Name), Held>,
    /// The definitions that names of scopes and members of tables have.
    pub defined: FxHashMap<(ScopeId, Name), DefId>,
    /// In which table instances of a metatable look for members, where this file has both.
    pub index: FxHashMap<ScopeId, ScopeId>,
    /// Names that are bound to a part of a module, and the path to that.
    pub imported: FxHashMap<(ScopeId, Name), Vec<Name>>,
    /// Where this file adds to tables that others have made, by what it calls them.
    pub added: FxHashMap<(Option<ScopeId>, Name), ScopeId>,
    /// Names that `local` declares before a function is given to them.
    pub forward: FxHashSet<(ScopeId, Name)>,
    /// The table in which the function is defined that comes next.
    pub table: Option<ScopeId>,
    /// What the receiver of that function is.
    pub receiver: Receiver,
    /// How many bytes were looked through for names that the file may write.
    pub looked: usize,
    /// The names that the file writes, once that was asked.
    pub written: Option<Written>,
    /// What the file gives to who requires it.
    pub returned: Vec<ExprId>,
    /// True where `module` makes what the file sets globally the members of its module.
    pub is_module: bool,
}

impl Memory for Lua {
    /// What the file returns stands for all of it.
    fn finish(&mut self, build: &mut Build<'_>) {
        if self.is_module {
            return;
        }
        let value = build.union(&self.returned);
        let name = build.names.name(WHOLE);
        build.bind(ScopeId(0), name, Namespace::MEMBER, Bound::Alias, value);
    }
}
