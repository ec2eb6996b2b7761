//! What is read of the environment: `process.env.PORT`, `const { PORT } = process.env`, `os.environ["PORT"]`.

use super::entries::{File, entry};
use super::origin::Origin;
use super::uses::{indexes, taken};
use indexer_core::framework::{EntryDetail, Makes, Occasion};
use indexer_core::{Expression, FrameworkEntry, Role};

impl File<'_, '_, '_> {
    /// What a rule makes of the member that is read of what a reference names: it is the next reference.
    pub(super) fn read_of(&self, at: u32, origin: &Origin) -> Option<FrameworkEntry> {
        let rule = self.rules.of(&origin.path).find(|rule| rule.on == Occasion::Read)?;
        let Makes::Symbol(kind) = rule.makes else { return None };
        let facts = self.unit.facts;
        let [named, read] = facts.references.get(at as usize..)?.get(..2)? else { return None };
        let Expression::Member { of, .. } = facts.expression(read.expression) else { return None };
        // In a branch that says something of it, it is what it was in the condition: `if (process.env.A === "b") process.env.C`.
        let of = facts.narrowed(of);
        let is_named = of == named.expression || self.unit.last_name(of) == Some(facts.name(named.name));
        if !is_named || read.role != Role::Read {
            return None;
        }
        let (framework, is_certain) = (rule.framework.clone(), !origin.is_possible);
        let detail = EntryDetail { framework, is_certain, ..EntryDetail::default() };
        Some(entry(at + 1, kind, ("", facts.name(read.name)), &detail, None))
    }

    /// What a rule makes of the members that a pattern before it takes of what a reference names: `const { PORT } =
    /// process.env`.
    pub(super) fn taken_of(&self, at: u32, origin: &Origin, all: &mut Vec<FrameworkEntry>) {
        let Some(rule) = self.rules.of(&origin.path).find(|rule| rule.on == Occasion::Read) else { return };
        let Makes::Symbol(kind) = rule.makes else { return };
        let references = &self.unit.facts.references;
        let Some(named) = references.get(at as usize).map(|one| one.expression) else { return };
        let (framework, is_certain) = (rule.framework.clone(), !origin.is_possible);
        let detail = EntryDetail { framework, is_certain, ..EntryDetail::default() };
        let taken = self.taken.get_or_init(|| taken(self.unit)).get(&named).into_iter().flatten();
        for reference in taken.copied().filter(|reference| *reference < at) {
            let name = self.unit.facts.name(references[reference as usize].name);
            all.push(entry(reference, kind, ("", name), &detail, None));
        }
    }

    /// What a rule makes of the text in brackets behind what a reference names.
    pub(super) fn index_of(&self, at: u32, origin: &Origin) -> Option<FrameworkEntry> {
        let rule = self.rules.of(&origin.path).find(|rule| rule.on == Occasion::Index)?;
        let Makes::Symbol(kind) = rule.makes else { return None };
        let facts = self.unit.facts;
        let named = facts.references.get(at as usize)?.expression;
        let index = self.indexes.get_or_init(|| indexes(self.unit)).get(&named)?;
        let detail = EntryDetail {
            framework: rule.framework.clone(),
            is_certain: !origin.is_possible,
            ..EntryDetail::default()
        };
        Some(entry(at, kind, ("", facts.text(*index)?), &detail, None))
    }
}
