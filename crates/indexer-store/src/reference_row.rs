//! What the columns of a segment say of one reference.

use crate::columns::Columns;
use crate::format::Section as S;
use crate::record::ReferenceRecord;
use crate::target::TargetRef;
use indexer_core::{Position, Resolution, Role, Rule, Span, SymbolKey};

/// Reference `index` of a segment.
#[derive(Clone, Copy)]
pub(crate) struct ReferenceRow<'s> {
    pub(crate) columns: &'s Columns,
    pub(crate) index: u32,
}

impl<'s> ReferenceRow<'s> {
    pub(crate) fn name(self) -> &'s str {
        self.columns.name(self.columns.get32(S::ReferenceName, self.index))
    }

    pub(crate) fn span(self) -> Span {
        let start = self.columns.get32(S::ReferenceStart, self.index);
        Span::new(start, start.wrapping_add(self.columns.get32(S::ReferenceLength, self.index)))
    }

    pub(crate) fn at(self) -> Position {
        let [line, column] =
            [S::ReferenceLine, S::ReferenceColumn].map(|s| self.columns.get32(s, self.index));
        Position { line, column }
    }

    pub(crate) fn role(self) -> Role {
        let code = (self.columns.get(S::ReferenceRole, self.index) & 15) as u8;
        Role::from_code(code).unwrap_or_else(|| {
            self.columns.damage::<()>();
            Role::Read
        })
    }

    pub(crate) fn resolution(self) -> Resolution {
        let code = u8::try_from(self.columns.get(S::ReferenceRole, self.index) >> 4).ok();
        code.and_then(Resolution::from_code).unwrap_or_else(|| {
            self.columns.damage::<()>();
            Resolution::Unresolved
        })
    }

    pub(crate) fn rule(self) -> Rule {
        self.columns.code(S::ReferenceRule, self.index, Rule::from_code, Rule::None)
    }

    pub(crate) fn arguments(self) -> Option<u8> {
        let found = self.columns.option(S::ReferenceArguments, self.index)?;
        Some(u8::try_from(found).unwrap_or_else(|_| self.columns.damage()))
    }

    pub(crate) fn targets(self) -> Vec<TargetRef<'s>> {
        let mut found = Vec::new();
        self.each_target(|index| found.push(self.target(index)));
        found
    }

    /// Calls `visit` with the number of each target among those of its segment.
    pub(crate) fn each_target(self, mut visit: impl FnMut(u32)) {
        let Some(coded) = self.columns.get(S::ReferenceTarget, self.index).checked_sub(1) else { return };
        let Ok(value) = u32::try_from(coded / 2) else { return self.columns.damage() };
        if coded % 2 == 0 {
            return visit(value);
        }
        let count = self.columns.get32(S::TargetList, value);
        let Some(end) = value.checked_add(count).filter(|end| *end < self.columns.items(S::TargetList))
        else {
            return self.columns.damage();
        };
        (value + 1..=end).for_each(|i| visit(self.columns.get32(S::TargetList, i)));
    }

    pub(crate) fn record(self) -> ReferenceRecord {
        ReferenceRecord {
            name: self.name().into(),
            span: self.span(),
            at: self.at(),
            role: self.role(),
            enclosing: self.columns.option(S::ReferenceEnclosing, self.index),
            arguments: self.arguments(),
            resolution: self.resolution(),
            rule: self.rule(),
            targets: self.targets().into_iter().map(TargetRef::to_target).collect(),
            candidates: self.columns.get32(S::ReferenceCandidates, self.index),
        }
    }

    fn target(&self, index: u32) -> TargetRef<'s> {
        let keys = self.columns.items(S::Key);
        if index < keys {
            return TargetRef::Symbol(SymbolKey(self.columns.get(S::Key, index)));
        }
        let (index, modules) = (index - keys, self.columns.items(S::ModuleTarget));
        if index < modules {
            return TargetRef::Module(self.columns.text(self.columns.get32(S::ModuleTarget, index)));
        }
        TargetRef::External(self.columns.text(self.columns.get32(S::ExternalTarget, index - modules)))
    }
}
