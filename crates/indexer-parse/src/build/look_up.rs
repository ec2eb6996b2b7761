//! Which binding of its own file a bare name leads to.

use super::{Build, MembersByName};
use indexer_core::{Binding, BindingId, Bound, Name, Namespace, ScopeId, ScopeKind};

/// The scopes that bind each name, so that a use asks nothing of scopes that do not bind its name.
pub(super) struct BoundNames {
    /// For each name, where its run in `places` begins; one more at the end.
    runs: Vec<u32>,
    /// Scopes with their first binding of the name, the scopes of one name ascending.
    places: Vec<(ScopeId, u32)>,
}

impl BoundNames {
    /// `bindings` are sorted by (scope, name).
    fn new(bindings: &[Binding], names: usize) -> Self {
        let mut runs = vec![0; names + 1];
        let firsts = || {
            let starts = bindings.chunk_by(|a, b| a.scope == b.scope && a.name == b.name);
            starts.scan(0, |at, run| Some((std::mem::replace(at, *at + run.len() as u32), &run[0])))
        };
        for (_, binding) in firsts() {
            runs[binding.name.0 as usize] += 1;
        }
        let mut end = 0;
        for run in &mut runs {
            end += *run;
            *run = end;
        }
        let mut places = vec![(ScopeId(0), 0); end as usize];
        // From the last to the first: each run's end goes down to its begin.
        let all: Vec<_> = firsts().collect();
        for (first, binding) in all.into_iter().rev() {
            let at = &mut runs[binding.name.0 as usize];
            *at -= 1;
            places[*at as usize] = (binding.scope, first);
        }
        Self { runs, places }
    }

    fn of(&self, name: Name) -> &[(ScopeId, u32)] {
        let at = name.0 as usize;
        &self.places[self.runs[at] as usize..self.runs[at + 1] as usize]
    }
}

impl Build<'_> {
    /// Sorts the bindings by (scope, name, from) and indexes the first of each (scope, name).
    pub(super) fn sort_bindings(&mut self) -> BoundNames {
        let facts = &mut self.facts;
        facts.bindings.sort_by_key(|b| (b.scope, b.name, b.from));
        for (i, binding) in facts.bindings.iter().enumerate() {
            let run = &mut facts.scopes[binding.scope.index()].bindings;
            if run.len == 0 {
                run.start = i as u32;
            }
            run.len += 1;
        }
        BoundNames::new(&facts.bindings, self.names.len())
    }

    /// The binding to which a bare name leads from `scope` at byte `at`.
    pub(super) fn look_up(
        &self,
        index: &BoundNames,
        scope: ScopeId,
        name: Name,
        namespace: Namespace,
        at: u32,
    ) -> Option<BindingId> {
        let mut places = index.of(name);
        let mut current = Some(scope);
        let mut crossed_function = false;
        while let Some(id) = current {
            // A scope stands after those around it.
            while let [rest @ .., (later, _)] = places
                && *later > id
            {
                places = rest;
            }
            let (innermost, first) = *places.last()?;
            let info = &self.facts.scopes[id.index()];
            let visible = match info.kind {
                ScopeKind::Type | ScopeKind::Extension => match self.language.members_by_name {
                    MembersByName::Never => false,
                    MembersByName::InBody => id == scope,
                    MembersByName::Inside => true,
                },
                _ => true,
            };
            if visible && innermost == id {
                let closed = crossed_function && !self.language.functions_see_locals;
                if let Some(found) = self.pick(first, id, name, namespace, at, closed) {
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
