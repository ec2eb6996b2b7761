//! The types of places, found when they are asked: the universe stands as the snapshot's view has it.

use crate::link::database::Database;
use crate::link::fresh_files::FreshFiles;
use crate::link::rules::rules;
use crate::publish::load::known_of;
use crate::types::state::Manifests;
use crate::workspace::snapshot::Snapshot;
use indexer_core::path::is_outside;
use indexer_core::{BindingId, Bound, ContentId, DefId, FileFacts, Name, ReferenceId, Scope, ScopeId};
use indexer_link::{LinkDatabase, Linker, Types};
use indexer_store::View;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The manifests of a view, read for its first question about types.
struct ReadManifests(Manifests);

impl Snapshot {
    /// The types of what stands at each place (path, 0-based byte): the name of a definition, a
    /// reference, a parameter or a local; `None` where nothing of that stands there, or the file is
    /// not indexed. O(files) and what the answers rest on, whose facts are loaded. A file that
    /// changed since shows in [`outdated`](Self::outdated), and no answer is complete then.
    pub fn types_at(&self, places: &[(&str, u32)]) -> Vec<Option<Types>> {
        let known = known_of(&self.view);
        // What could not be read as the view has it is read again.
        let read = self.cached(|| {
            let read = self.read_manifests();
            if self.outdated() { Err(read) } else { Ok(read) }
        });
        let manifests = read.unwrap_or_else(Arc::new);
        let below = Some((&self.view, FxHashSet::default()));
        let mut fresh = FreshFiles::default();
        let database =
            Database::new(&*self.source, &self.facts_cache, &known, &manifests.0, &mut fresh, below)
                .with_links(&self.links);
        let linker = Linker::new(&database, rules);
        let one = |(path, at): &(&str, u32)| {
            let file = database.find(path).filter(|file| file.index() < database.own())?;
            let facts = database.facts(file)?;
            Some(match self.place(path, facts, *at)? {
                NamedElement::Definition(def) => linker.types_of_definition(file, def),
                NamedElement::Reference(reference) => linker.types_of_reference(file, reference),
                NamedElement::Binding(binding) => linker.types_of_binding(file, binding),
            })
        };
        let mut found: Vec<Option<Types>> = places.iter().map(one).collect();
        if database.lost() {
            self.changed.store(true, Ordering::Relaxed);
            found.iter_mut().flatten().for_each(|types| types.complete = false);
        }
        found
    }

    /// What the manifests of the view say, and those above the root: they are few, and their facts are not stored.
    fn read_manifests(&self) -> ReadManifests {
        let is_manifest = |file: &indexer_store::FileRef<'_>| {
            file.language().is_empty() || indexer_parse::is_code_too(file.path())
        };
        let read = |file: indexer_store::FileRef<'_>| {
            let bytes = self.source.read(file.path(), Some(file.content())).unwrap_or_default();
            if ContentId::of(&bytes) != file.content() {
                self.changed.store(true, Ordering::Relaxed);
            }
            (file.path().to_owned(), Arc::new(indexer_parse::read_manifest(file.path(), &bytes)))
        };
        let view: &View = &self.view;
        let above = self.manifests.iter().filter(|(path, _)| is_outside(path));
        let above = above.map(|(path, facts)| (path.clone(), Arc::clone(facts)));
        ReadManifests(view.files().filter(is_manifest).map(read).chain(above).collect())
    }

    fn place(&self, path: &str, facts: &FileFacts, at: u32) -> Option<NamedElement> {
        let definition = facts.definitions.iter().position(|one| one.name_span.contains(at));
        let reference = || facts.references.iter().position(|one| one.span.contains(at));
        let parameter = || {
            let of = facts.parameters.iter().position(|one| one.name_span.contains(at))?;
            let is_it = |bound: &Bound| matches!(bound, Bound::Parameter(id) if id.index() == of);
            facts.bindings.iter().position(|binding| is_it(&binding.bound))
        };
        let place = definition.map(|i| NamedElement::Definition(DefId(i as u32)));
        let place = place.or_else(|| reference().map(|i| NamedElement::Reference(ReferenceId(i as u32))));
        let place = place.or_else(|| parameter().map(|i| NamedElement::Binding(BindingId(i as u32))));
        // Facts do not say where locals stand: the text does.
        place.or_else(|| {
            Some(NamedElement::Binding(local(facts, &self.source(path).ok()?.text, at as usize)?))
        })
    }
}

/// What stands at a byte.
enum NamedElement {
    Definition(DefId),
    Reference(ReferenceId),
    Binding(BindingId),
}

/// The local or parameter whose name stands at byte `at`.
fn local(facts: &FileFacts, text: &str, at: usize) -> Option<BindingId> {
    let (before, after) = text.split_at_checked(at)?;
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let start = before.trim_end_matches(in_name).len();
    let end = at + after.find(|c| !in_name(c)).unwrap_or(after.len());
    let name = facts.names.iter().find(|(_, written)| *written == &text[start..end])?.0;
    // A member's name is not that of a local.
    if text[..start].ends_with(['.', ':']) {
        return None;
    }
    let introduced = is_introduced(&text[..start]);
    let scopes = facts.scopes.iter().enumerate().filter(|(_, scope)| scope.span.contains(at as u32));
    let innermost = scopes.min_by_key(|(i, scope)| (scope.span.len(), std::cmp::Reverse(*i)));
    let mut scope = innermost.map(|(i, _)| ScopeId(i as u32));
    let mut later = None;
    while let Some(id) = scope {
        let info: &Scope = facts.scopes.get(id.index())?;
        let (in_force, next) = bound_in(facts, id, name, start as u32);
        later = later.or(next);
        match (introduced, in_force) {
            (true, _) if next.is_some() => return next,
            (_, Some(found)) => return Some(found),
            _ => scope = info.parent,
        }
    }
    later
}

/// The local of a name in a scope that is in force at a byte, and the first that comes into force
/// behind it.
fn bound_in(
    facts: &FileFacts,
    scope: ScopeId,
    name: Name,
    at: u32,
) -> (Option<BindingId>, Option<BindingId>) {
    let is_local =
        |bound: Bound| matches!(bound, Bound::Local | Bound::Parameter(_) | Bound::TypeParameter(_));
    let group = facts
        .bindings
        .iter()
        .enumerate()
        .filter(|(_, binding)| binding.scope == scope && binding.name == name && is_local(binding.bound));
    let (mut in_force, mut later): (Option<(BindingId, u32)>, Option<BindingId>) = (None, None);
    for (i, binding) in group {
        let id = BindingId(i as u32);
        if binding.from > at {
            later = later.or(Some(id));
        } else if in_force.is_none_or(|(_, from)| binding.from > from) {
            in_force = Some((id, binding.from));
        }
    }
    (in_force.map(|(id, _)| id), later)
}

/// True behind a `let` whose value has not begun: the name there is a new one, though an older one
/// of the same name is still in force.
fn is_introduced(before: &str) -> bool {
    let line = &before[before.rfind(['\n', ';']).map_or(0, |i| i + 1)..];
    let begun =
        line.rmatch_indices("let ").next().filter(|(i, _)| !line[..*i].ends_with(char::is_alphanumeric));
    begun.is_some_and(|(i, _)| !line[i..].contains('='))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Workspace;
    use indexer_core::Target;

    const A: &str = "class A:\n    pass\n";
    const B: &str = "from a import A\n\ndef f(given: A):\n    return given\n";

    #[test]
    fn an_answer_on_files_that_are_gone_is_not_complete() {
        let files = [("a.py", A), ("b.py", B)].map(|(path, text)| (path.to_owned(), text.into()));
        let workspace = Workspace::in_memory(files);
        let snapshot = workspace.refresh().unwrap();
        let key = snapshot.view.file("a.py").unwrap().symbols().next().unwrap().key();
        let place = [("b.py", B.find("f(").unwrap() as u32), ("b.py", 16), ("c.py", 0)];
        let found = snapshot.types_at(&place);
        let types = found[0].as_ref().unwrap();
        assert_eq!((types.targets.as_slice(), types.complete), ([Target::Symbol(key)].as_slice(), true));
        assert_eq!(found[1..], [None, None]);
        assert!(!snapshot.outdated());
        workspace.edit("a.py", Some(b"B = 1\n".to_vec()));
        workspace.refresh().unwrap();
        assert!(snapshot.types_at(&place)[0].as_ref().is_some_and(|types| !types.complete));
        assert!(snapshot.outdated());
    }

    #[test]
    fn a_name_behind_let_is_new_until_its_value_begins() {
        assert!(is_introduced("{\n    let mut "));
        assert!(is_introduced("x = 1; if let Some("));
        assert!(!is_introduced("let x = "));
        assert!(is_introduced("} else if let Pair { a, "));
        assert!(is_introduced("while let Some("));
        assert!(!is_introduced("    outlet "));
    }
}
