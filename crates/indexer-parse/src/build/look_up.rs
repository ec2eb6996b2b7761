//! Which binding of its own file a bare name leads to.

use super::{Build, MembersByName};
use indexer_core::{BindingId, Bound, Name, Namespace, ScopeId, ScopeKind};
use rustc_hash::FxHashMap;

impl Build<'_> {
    /// Sorts the bindings by (scope, name, from) and indexes the first of each (scope, name).
    pub(super) fn sort_bindings(&mut self) -> FxHashMap<(ScopeId, Name), u32> {
        let facts = &mut self.facts;
        facts.bindings.sort_by_key(|b| (b.scope, b.name, b.from));
        let mut index = FxHashMap::with_capacity_and_hasher(facts.bindings.len(), Default::default());
        for (i, binding) in facts.bindings.iter().enumerate() {
            index.entry((binding.scope, binding.name)).or_insert(i as u32);
            let run = &mut facts.scopes[binding.scope.index()].bindings;
            if run.len == 0 {
                run.start = i as u32;
            }
            run.len += 1;
        }
        index
    }

    /// The binding to which a bare name leads from `scope` at byte `at`.
    pub(super) fn look_up(
        &self,
        index: &FxHashMap<(ScopeId, Name), u32>,
        scope: ScopeId,
        name: Name,
        namespace: Namespace,
        at: u32,
    ) -> Option<BindingId> {
        let mut current = Some(scope);
        let mut crossed_function = false;
        while let Some(id) = current {
            let info = &self.facts.scopes[id.index()];
            let visible = match info.kind {
                ScopeKind::Type | ScopeKind::Extension => match self.language.members_by_name {
                    MembersByName::Never => false,
                    MembersByName::InBody => id == scope,
                    MembersByName::Inside => true,
                },
                _ => true,
            };
            if visible && let Some(first) = index.get(&(id, name)) {
                let closed = crossed_function && !self.language.functions_see_locals;
                if let Some(found) = self.pick(*first, id, name, namespace, at, closed) {
                    return Some(found);
                }
            }
            crossed_function |= info.kind == ScopeKind::Function;
            current = info.parent;
        }
        None
    }

    /// Among the bindings of one name in one scope: the last that is in force at `at`.
    fn pick(
        &self,
        first: u32,
        scope: ScopeId,
        name: Name,
        namespace: Namespace,
        at: u32,
        closed: bool,
    ) -> Option<BindingId> {
        let group = self.facts.bindings[first as usize..].iter();
        let group = group.take_while(|b| b.scope == scope && b.name == name).enumerate();
        let mut found: Option<(u32, u32)> = None;
        for (i, binding) in group {
            // Type parameters stay visible: a method uses those of the block around it.
            let local = matches!(binding.bound, Bound::Local | Bound::Parameter(_));
            if binding.from > at || !binding.namespace.meets(namespace) || (closed && local) {
                continue;
            }
            // The first of those in force everywhere stands for all of them.
            if found.is_none_or(|(_, from)| binding.from > from) {
                found = Some((i as u32, binding.from));
            }
        }
        found.map(|(i, _)| BindingId(first + i))
    }
}
