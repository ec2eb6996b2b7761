//! Symbols that macros define. Whether a macro makes a definition of a name in its arguments is known
//! only after linking; this says which candidates became symbols, and which tokens stay references.

use indexer_core::{DefId, Edge, FileFacts, Flags, Makes, Owner, Reference, Span, SymbolKind, Tally};
use indexer_store::SymbolRecord;

/// The symbols of a file: its definitions without the candidates that no macro made into one.
#[derive(Debug, Default)]
pub(crate) struct MacroSymbols {
    /// The index of each definition among the symbols; empty where all are symbols.
    indexes: Vec<Option<u32>>,
    /// The names of the candidates that are symbols, in order, with what they are.
    made: Vec<(Span, SymbolKind, Flags)>,
}

impl MacroSymbols {
    pub(crate) fn new(facts: &FileFacts, made: &[Makes]) -> Self {
        if facts.candidates.is_empty() {
            return Self::default();
        }
        let mut candidates = facts.candidates.iter().map(|one| one.definition).peekable();
        let mut symbols = Self::default();
        let mut count = 0;
        for (definition, id) in facts.definitions.iter().zip((0..).map(DefId)) {
            let is_candidate = candidates.next_if_eq(&id).is_some();
            let makes = made.binary_search_by_key(&id, |makes| makes.definition).ok().map(|at| made[at]);
            if let Some(Makes { kind, flags, .. }) = makes.filter(|_| is_candidate) {
                symbols.made.push((definition.name_span, kind, definition.flags.with(flags)));
            }
            let is_symbol = !is_candidate || makes.is_some();
            symbols.indexes.push(is_symbol.then_some(count));
            count += u32::from(is_symbol);
        }
        symbols
    }

    /// The index of a definition among the symbols; `None` for a candidate that did not become one.
    pub(crate) fn index(&self, id: DefId) -> Option<u32> {
        if self.indexes.is_empty() { Some(id.0) } else { self.indexes.get(id.index()).copied().flatten() }
    }

    /// The kind and flags of a definition; a macro may change both.
    pub(crate) fn kind(&self, facts: &FileFacts, id: DefId) -> (SymbolKind, Flags) {
        let definition = facts.definition(id);
        match self.made.binary_search_by_key(&definition.name_span, |(span, ..)| *span) {
            Ok(at) => (self.made[at].1, self.made[at].2),
            Err(_) => (definition.kind, definition.flags),
        }
    }

    /// The symbol in which a reference stands: the innermost definition that is a symbol.
    pub(crate) fn enclosing(&self, facts: &FileFacts, reference: &Reference) -> Option<u32> {
        let id = reference.enclosing?;
        self.index(id).or_else(|| match facts.definition(id).owner {
            Owner::Definition(around) => self.index(around),
            _ => None,
        })
    }

    /// False for the token that names what a macro makes.
    pub(crate) fn is_reference(&self, token: Span) -> bool {
        self.made.binary_search_by_key(&token, |(span, ..)| *span).is_err()
    }

    /// What calls run beside what they name, by the index among the references that are kept.
    pub(crate) fn implied(&self, facts: &FileFacts, mut implied: Vec<(u32, Edge)>) -> Vec<(u32, Edge)> {
        for (at, _) in implied.iter_mut().filter(|_| !self.made.is_empty()) {
            let token = facts.references.get(*at as usize).map(|reference| reference.span);
            *at -= self.made.partition_point(|(span, ..)| Some(*span) < token) as u32;
        }
        implied
    }

    /// The tally with the tokens that name what macros make among the definitions.
    pub(crate) fn tally(&self, tally: Tally) -> Tally {
        let made = (self.made.len() as u32).min(tally.references);
        Tally { definitions: tally.definitions + made, references: tally.references - made, ..tally }
    }

    /// True where the same candidates are the same among the symbols of an older record.
    pub(crate) fn same_as(&self, older: &[SymbolRecord]) -> bool {
        let made = older.iter().filter(|symbol| symbol.flags.has(Flags::MADE));
        made.map(|symbol| (symbol.name_span, symbol.kind, symbol.flags)).eq(self.made.iter().copied())
    }
}
