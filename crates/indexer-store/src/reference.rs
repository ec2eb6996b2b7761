//! One reference of a view, and where it leads.

use crate::file::FileRef;
use crate::format::Section as S;
use crate::record::ReferenceRecord;
use crate::segment::Segment;
use crate::symbol::Symbol;
use crate::target::TargetRef;
use crate::view::View;
use indexer_core::{Position, Resolution, Role, Rule, Span};

/// A handle of a reference, valid for its view and the clones of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceRef {
    pub(crate) segment: u32,
    pub(crate) index: u32,
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
    fn segment(&self) -> &'v Segment {
        self.view.segment(self.at.segment)
    }

    /// The handle, without the view's lifetime.
    pub fn handle(&self) -> ReferenceRef {
        self.at
    }

    /// The name as written.
    pub fn name(&self) -> &'v str {
        self.segment().reference(self.at.index).name()
    }

    /// 1-based line and column (in characters) of the token.
    pub fn at(&self) -> Position {
        self.segment().reference(self.at.index).at()
    }

    /// The token of the name, in 0-based bytes.
    pub fn span(&self) -> Span {
        self.segment().reference(self.at.index).span()
    }

    /// What the code does with the target.
    pub fn role(&self) -> Role {
        self.segment().reference(self.at.index).role()
    }

    /// The innermost symbol with a body around it.
    pub fn enclosing(&self) -> Option<Symbol<'v>> {
        let enclosing = self.segment().columns.option(S::ReferenceEnclosing, self.at.index)?;
        self.file().symbol(enclosing)
    }

    /// The index (0-based) among the symbols of its file of the innermost symbol with a body around it.
    /// O(1), where [`enclosing`](Self::enclosing) looks the file up.
    pub fn enclosing_in_file(&self) -> Option<u32> {
        self.segment().columns.option(S::ReferenceEnclosing, self.at.index)
    }

    /// How many arguments the call has, for calls.
    pub fn arguments(&self) -> Option<u8> {
        self.segment().reference(self.at.index).arguments()
    }

    /// How certain the targets are.
    pub fn resolution(&self) -> Resolution {
        self.segment().reference(self.at.index).resolution()
    }

    /// The reason why these are the targets.
    pub fn rule(&self) -> Rule {
        self.segment().reference(self.at.index).rule()
    }

    /// Where it leads: as many as `Edge::targets` says.
    pub fn targets(&self) -> Vec<TargetRef<'v>> {
        self.segment().reference(self.at.index).targets()
    }

    /// For `unresolved`: how many symbols have the name and fit; see `Edge::candidates`.
    pub fn candidates(&self) -> u32 {
        self.segment().columns.get32(S::ReferenceCandidates, self.at.index)
    }

    /// The file that it is in. O(log files).
    pub fn file(&self) -> FileRef<'v> {
        let index = self.segment().columns.owner_of(S::FileReferenceStart, self.at.index);
        FileRef { view: self.view, segment: self.at.segment, index }
    }

    /// All that the segment holds about it, as plain values.
    pub fn record(&self) -> ReferenceRecord {
        self.segment().reference(self.at.index).record()
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
