//! What macros made of the names of a file, taken over to another text of it.
//!
//! Which macro a name is given to, and what that makes of it, is decided by the invocations of the file, its macros, modules
//! and imports, and by other files. Where all of these are as they were when the file was linked, so is what is made.

use indexer_core::{Candidate, Definition, FileFacts, Flags, Makes, ScopeId, SymbolKind};
use indexer_store::FileRef;

/// What macros make of the names in `now`, sorted by definition, as linking found it for the text before, of which `linked` is
/// the record; `None` where something in the file that decides on it is not as before. The other files are those of then.
/// O(imports and definitions).
pub(crate) fn made_as_before(before: &FileFacts, linked: FileRef<'_>, now: &FileFacts) -> Option<Vec<Makes>> {
    if before.candidates.len() != now.candidates.len() || decisive(before) != decisive(now) {
        return None;
    }
    let symbols: Vec<_> = linked.symbols().filter(|symbol| symbol.flags().has(Flags::MADE)).collect();
    let made = |(old, new): (&Candidate, &Candidate)| {
        let token = before.definition(old.definition).name_span;
        let symbol = symbols.iter().find(|symbol| symbol.name_span() == token)?;
        let (kind, flags) = (symbol.kind(), symbol.flags());
        Some(Makes { definition: new.definition, argument: new.argument, kind, flags })
    };
    Some(before.candidates.iter().zip(&now.candidates).filter_map(made).collect())
}

/// All that decides on it in a file, in the order of the file, without places.
fn decisive(facts: &FileFacts) -> Vec<String> {
    let depth = |scope: ScopeId| {
        let parent = |scope: &ScopeId| facts.scopes.get(scope.index()).and_then(|info| info.parent);
        std::iter::successors(Some(scope), parent).take(facts.scopes.len()).count()
    };
    let is_candidate = |at: usize| {
        let candidates = &facts.candidates;
        candidates.binary_search_by_key(&at, |one| one.definition.index()).is_ok()
    };
    let of_definition = |at: usize, one: &Definition| {
        let is_reference =
            || facts.references.binary_search_by_key(&one.name_span, |reference| reference.span).is_ok();
        let makes = facts.makes.iter().find(|makes| makes.definition.index() == at);
        let makes = makes.map(|makes| (makes.argument, makes.kind, makes.flags));
        let path = one.declared_path.map(|path| facts.name(path));
        let own = (facts.name(one.name), one.kind, one.visibility, one.flags, depth(one.scope));
        match is_candidate(at) {
            true => format!("{own:?} {} {}", one.signature, is_reference()),
            false => format!("{own:?} {makes:?} {path:?}"),
        }
    };
    let definitions = facts.definitions.iter().enumerate().filter_map(|(at, one)| {
        let decides = matches!(one.kind, SymbolKind::Macro | SymbolKind::Module) || is_candidate(at);
        decides.then(|| (one.name_span.start, of_definition(at, one)))
    });
    let imports = facts.imports.iter().map(|one| {
        let path: Vec<&str> = one.path.iter().map(|name| facts.name(*name)).collect();
        let [alias, condition] = [one.alias, one.condition].map(|name| name.map(|name| facts.name(name)));
        let own = (one.shape, one.level, one.visibility, depth(one.scope));
        (one.span.start, format!("{path:?} {alias:?} {condition:?} {own:?}"))
    });
    let mut all: Vec<(u32, String)> = definitions.chain(imports).collect();
    // Stable: the imports of one token stay in their order.
    all.sort_by_key(|(start, _)| *start);
    all.into_iter().map(|(_, text)| text).collect()
}
