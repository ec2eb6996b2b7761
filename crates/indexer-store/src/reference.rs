//! One reference of a view, and where it leads.

use crate::file::FileRef;
use crate::record::ReferenceRecord;
use crate::symbol::Symbol;
use crate::view::View;
use indexer_core::{Position, Resolution, Role, Rule, Span, SymbolKey, Target};

/// Which reference of a view: holds only for that view (and its clones).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceRef {
    pub(crate) segment: u32,
    pub(crate) index: u32,
}

/// What a reference leads to, borrowed from the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TargetRef<'v> {
    /// A symbol of this repository; look it up with [`View::symbol`].
    Symbol(SymbolKey),
    /// A module of this repository: the path of its file.
    Module(&'v str),
    /// Outside: package and path inside it.
    External(&'v str),
}

impl TargetRef<'_> {
    /// The same, owned.
    pub fn to_target(self) -> Target {
        match self {
            TargetRef::Symbol(key) => Target::Symbol(key),
            TargetRef::Module(path) => Target::Module(path.to_owned()),
            TargetRef::External(path) => Target::External(path.to_owned()),
        }
    }
}

/// A live reference of a view. Copy; reads on demand.
#[derive(Clone, Copy)]
pub struct Reference<'v> {
    pub(crate) view: &'v View,
    pub(crate) at: ReferenceRef,
}

impl View {
    /// The reference to read from.
    pub fn reference(&self, reference: ReferenceRef) -> Reference<'_> {
        Reference { view: self, at: reference }
    }
}

impl<'v> Reference<'v> {
    /// The handle, without the view's lifetime.
    pub fn handle(&self) -> ReferenceRef {
        let _ = self.view;
        self.at
    }

    /// The name as written.
    pub fn name(&self) -> &'v str {
        todo!()
    }

    /// 1-based line and column (in characters) of the token.
    pub fn at(&self) -> Position {
        todo!()
    }

    /// Bytes of the token, 0-based.
    pub fn span(&self) -> Span {
        todo!()
    }

    /// What is done with the target.
    pub fn role(&self) -> Role {
        todo!()
    }

    /// The innermost symbol with a body around it.
    pub fn enclosing(&self) -> Option<Symbol<'v>> {
        todo!()
    }

    /// How many arguments the call has, for calls.
    pub fn arguments(&self) -> Option<u8> {
        todo!()
    }

    /// How far the target is known.
    pub fn resolution(&self) -> Resolution {
        todo!()
    }

    /// What decided it.
    pub fn rule(&self) -> Rule {
        todo!()
    }

    /// Where it leads: as many as `Edge::targets` says.
    pub fn targets(&self) -> Vec<TargetRef<'v>> {
        todo!()
    }

    /// For `unresolved`: how many symbols have the name and could be meant.
    pub fn candidates(&self) -> u32 {
        todo!()
    }

    /// The file that it is in. O(log files).
    pub fn file(&self) -> FileRef<'v> {
        todo!()
    }

    /// Everything about it.
    pub fn record(&self) -> ReferenceRecord {
        todo!()
    }
}

impl std::fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = self.at();
        write!(
            f,
            "Reference({} {} {}:{}:{})",
            self.role(),
            self.name(),
            self.file().path(),
            at.line,
            at.column
        )
    }
}
