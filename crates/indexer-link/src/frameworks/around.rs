//! What stands around a place in a file: a function, or the variable that holds a value of which it is a part.

use super::entries::{File, is_value};
use crate::value::Symbol;
use indexer_core::{DefId, Definition, Span};

impl File<'_, '_, '_> {
    /// What stands around a reference: a function, a variable that it is a part of the value of, or the file.
    pub(super) fn around(&self, at: u32) -> Option<String> {
        let reference = self.unit.facts.references.get(at as usize)?;
        if let Some(def) = reference.enclosing {
            return self.printed(Symbol { file: self.db.file(), def });
        }
        match self.value_around(reference.span) {
            Some(def) => self.printed(Symbol { file: self.db.file(), def }),
            None => Some(self.unit.path.to_owned()),
        }
    }

    /// The innermost variable or field of whose value something is a part. O(values around), after the first time.
    fn value_around(&self, span: Span) -> Option<DefId> {
        let all = &self.unit.facts.definitions;
        let values_around = self.values_around.get_or_init(|| values_around(all));
        let before = all.partition_point(|one| one.name_span.start <= span.start);
        let mut at = before.checked_sub(1)?;
        while !(is_value(all[at].kind) && all[at].span.covers(span)) {
            at = values_around[at]?.index();
        }
        Some(DefId(at as u32))
    }
}

/// For each definition the innermost variable or field before it of whose value it is a part.
fn values_around(all: &[Definition]) -> Vec<Option<DefId>> {
    let mut open: Vec<DefId> = Vec::new();
    let mut around = Vec::with_capacity(all.len());
    for (definition, id) in all.iter().zip((0..).map(DefId)) {
        while open.last().is_some_and(|last| !all[last.index()].span.covers(definition.name_span)) {
            open.pop();
        }
        around.push(open.last().copied());
        if is_value(definition.kind) {
            open.push(id);
        }
    }
    around
}
