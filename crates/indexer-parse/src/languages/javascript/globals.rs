//! What a file gives to all others by assigning it to the global object: `window.getRequest = ...`.

use super::state::Remembers;
use crate::walk::Walk;
use indexer_core::{
    Bound, DefId, Flags, List, Name, Namespace, Owner, Scope, ScopeId, ScopeKind, Span, Visibility,
};
use rustc_hash::FxHashSet;

/// Names of the global object: in every program, in a window, in a worker, in Node.
const OBJECTS: &[&str] = &["global", "globalThis", "self", "window"];

/// What a file assigned to the global object.
#[derive(Debug, Default)]
pub(in crate::languages) struct Globals {
    /// Where the names are bound: nowhere that the file itself looks.
    scope: Option<ScopeId>,
    /// Names of the global object that the file gives another meaning, and how many of its bindings were looked at.
    bound: FxHashSet<Name>,
    looked_at: usize,
}

/// The scope of what is assigned to `object`, where that is the global object. Each binding of the file is looked at once.
pub(super) fn scope_of(walk: &mut Walk<'_, '_>, object: &str) -> Option<ScopeId> {
    let object = OBJECTS.iter().find(|one| **one == object)?;
    let mut globals = std::mem::take(&mut walk.state().globals);
    let bindings = walk.build.facts.bindings.get(globals.looked_at..).unwrap_or_default();
    for name in bindings.iter().map(|binding| binding.name) {
        if OBJECTS.contains(&walk.build.names.get(name)) {
            globals.bound.insert(name);
        }
    }
    globals.looked_at = walk.build.facts.bindings.len();
    let name = walk.build.names.name(object);
    let found =
        (!globals.bound.contains(&name)).then(|| *globals.scope.get_or_insert_with(|| new_scope(walk)));
    walk.state().globals = globals;
    found
}

fn new_scope(walk: &mut Walk<'_, '_>) -> ScopeId {
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let (parent, owner, span) = (Some(ScopeId(0)), Owner::File, Span::new(0, 0));
    let bindings = List::default();
    walk.build.facts.scopes.push(Scope { kind: ScopeKind::Block, parent, owner, span, bindings });
    scope
}

/// Lets every file see a definition in that scope.
pub(super) fn publish(walk: &mut Walk<'_, '_>, id: DefId) {
    let bound = Bound::Definition(id);
    if let Some(binding) = walk.build.facts.bindings.iter_mut().rev().find(|binding| binding.bound == bound) {
        binding.namespace = Namespace::VALUE;
    }
    let definition = walk.build.definition(id);
    definition.flags.add(Flags::EXPORTED);
    definition.visibility = Visibility::Public;
}
