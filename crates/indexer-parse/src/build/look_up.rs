//! Which binding of its own file a bare name leads to.

use super::MembersByName;
use crate::language::Language;
use indexer_core::{Binding, BindingId, Bound, FileFacts, Name, Namespace, ScopeId, ScopeKind, work};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The scopes that bind each name, so that a use asks nothing of scopes that do not bind its name.
pub(super) struct BoundNames {
    pub(super) language: &'static Language,
    /// For each name, where its run in `places` begins; one more at the end.
    runs: Vec<u32>,
    /// Scopes with their first binding of the name, the scopes of one name ascending.
    places: Vec<(ScopeId, u32)>,
    /// What was picked already: the last that is in force, the name spaces, whether seen from inside of a
    /// function.
    picked: RefCell<FxHashMap<(u32, Namespace, bool), Option<u32>>>,
}

impl BoundNames {
    /// Sorts the bindings of `facts` by (scope, name, from) and indexes the first of each (scope, name).
    /// `names` is the number of names in the file.
    pub(super) fn new(facts: &mut FileFacts, language: &'static Language, names: usize) -> Self {
        facts.bindings.sort_by_key(|b| (b.scope, b.name, b.from));
        for (i, binding) in facts.bindings.iter().enumerate() {
            let run = &mut facts.scopes[binding.scope.index()].bindings;
            if run.len == 0 {
                run.start = i as u32;
            }
            run.len += 1;
        }
        let bindings = &facts.bindings;
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
        Self { language, runs, places, picked: RefCell::default() }
    }

    fn of(&self, name: Name) -> &[(ScopeId, u32)] {
        let at = name.0 as usize;
        &self.places[self.runs[at] as usize..self.runs[at + 1] as usize]
    }

    /// The binding to which a bare name leads from `scope` at byte `at`.
    pub(super) fn look_up(
        &self,
        facts: &FileFacts,
        scope: ScopeId,
        name: Name,
        namespace: Namespace,
        at: u32,
    ) -> Option<BindingId> {
        let mut places = self.of(name);
        let mut current = Some(scope);
        let mut crossed_function = false;
        while let Some(id) = current {
            // A scope stands after those around it.
            while let [rest @ .., (later, _)] = places
                && *later > id
            {
                places = rest;
            }
            work::add(1);
            let (innermost, first) = *places.last()?;
            let info = &facts.scopes[id.index()];
            let visible = match info.kind {
                ScopeKind::Type | ScopeKind::Extension => match self.language.members_by_name {
                    MembersByName::Never => false,
                    MembersByName::InBody => id == scope,
                    MembersByName::Inside | MembersByName::OfInnermost => true,
                },
                _ => true,
            };
            if visible && innermost == id {
                let closed = crossed_function && !self.language.functions_see_locals;
                if let Some(found) = self.pick(facts, (first, id, name, at), namespace, closed) {
                    return Some(found);
                }
            }
            // A package hides the functions around it, and only those.
            if info.kind == ScopeKind::Type
                && self.language.members_by_name == MembersByName::OfInnermost
                && !namespace.meets(Namespace::VALUE)
            {
                return None;
            }
            crossed_function |= info.kind == ScopeKind::Function;
            current = info.parent;
        }
        None
    }

    /// Among the bindings of one name in one scope, of which `first` is the first: the last that is in force
    /// at `at`. O(log bindings), and once for each binding of another kind.
    fn pick(
        &self,
        facts: &FileFacts,
        (first, scope, name, at): (u32, ScopeId, Name, u32),
        namespace: Namespace,
        closed: bool,
    ) -> Option<BindingId> {
        // Sorted by (scope, name, from): what is in force at `at` is a run that begins at the front. A name
        // may be bound a thousand times and used as often, so not all of them are looked at.
        let after = &facts.bindings[first as usize..];
        let end = after.partition_point(|b| (b.scope, b.name, b.from) <= (scope, name, at));
        let in_force = &after[..end];
        // Type parameters stay visible: a method uses those of the block around it.
        let fits = |binding: &Binding| {
            work::add(1);
            let local = matches!(binding.bound, Bound::Local | Bound::Parameter(_));
            let hidden = local && (closed || namespace.meets(Namespace::QUALIFIER));
            binding.namespace.meets(namespace) && !hidden
        };
        // The first of those in force everywhere stands for all of them.
        let first_like = |last: usize| {
            let from = in_force[last].from;
            in_force.partition_point(|b| (b.scope, b.name, b.from) < (scope, name, from))
        };
        let last = in_force.len().checked_sub(1)?;
        let start = first_like(last);
        if fits(&in_force[start]) {
            return Some(BindingId(first + start as u32));
        }
        // Down to what fits, or to where somebody looked before: nothing is passed over twice.
        let mut picked = self.picked.borrow_mut();
        let mut found = None;
        for at in (0..=last).rev() {
            if let Some(known) = picked.get(&(first + at as u32, namespace, closed)) {
                found = *known;
                break;
            }
            if fits(&in_force[at]) {
                let start = first_like(at);
                let same = in_force[start..=at].iter().position(fits).unwrap_or(at - start);
                found = Some(first + (start + same) as u32);
                break;
            }
        }
        picked.insert((first + last as u32, namespace, closed), found);
        found.map(BindingId)
    }
}
