//! Edges that a compiler's index gives go before those that the linker found.

use crate::link::database::Database;
use crate::link::scip::{Scip, ScipTarget};
use indexer_core::{ContentId, DependencyKey, Edge, FileEdges, FileFacts, Resolution, Role, Rule, Target};

/// Most targets of one reference.
const MOST: usize = 8;

/// The edges of compilers' indexes in one link run.
pub(crate) struct CompilerEdges<'a, 'd> {
    scip: &'a Scip,
    database: &'a Database<'d>,
}

impl<'a, 'd> CompilerEdges<'a, 'd> {
    pub(crate) fn new(scip: &'a Scip, database: &'a Database<'d>) -> Self {
        Self { scip, database }
    }

    /// Puts the targets that compilers give in the place of those found. A target that is gone is
    /// not put there, and whether it is was asked: the edge is looked at again when that changes.
    pub(crate) fn apply(
        &self,
        path: &str,
        content: ContentId,
        facts: &FileFacts,
        mut found: FileEdges,
    ) -> FileEdges {
        if self.scip.is_empty() {
            return found;
        }
        let asked = found.consulted.len();
        for one in self.scip.all() {
            let Some(document) = one.document(path, content) else { continue };
            let edges = facts.references.iter().zip(&mut found.edges);
            // Compilers' indexes do not say which function a called value holds.
            for (reference, edge) in edges.filter(|(reference, _)| reference.role != Role::Invoke) {
                let place = document.places.binary_search_by_key(&reference.span.start, |(at, _)| *at);
                let wanted = place.ok().and_then(|i| one.targets.get(document.places[i].1 as usize));
                // Where two indexes have the same reference, the first one decides.
                if let Some(wanted) = wanted.filter(|_| edge.rule != Rule::Compiler)
                    && wanted.iter().all(|aim| self.is_there(aim, &mut found.consulted))
                {
                    *edge = decided(wanted, edge);
                }
            }
        }
        if found.consulted.len() > asked {
            found.consulted.sort_unstable();
            found.consulted.dedup();
        }
        found
    }

    fn is_there(&self, aim: &ScipTarget, consulted: &mut Vec<DependencyKey>) -> bool {
        match aim {
            ScipTarget::Symbol { path, key, .. } => {
                consulted.push(DependencyKey::symbol(*key));
                self.database.defines(path, *key)
            }
            ScipTarget::Module(path) => {
                consulted.push(DependencyKey::path(path));
                self.database.is_own(path)
            }
            ScipTarget::External(_) => true,
        }
    }
}

fn decided(wanted: &[ScipTarget], ours: &Edge) -> Edge {
    let one_of_ours = match (ours.resolution, ours.targets.as_slice()) {
        (Resolution::Resolved | Resolution::External, [one]) => Some(one),
        _ => None,
    };
    let edge = |resolution, targets| Edge { resolution, rule: Rule::Compiler, targets, candidates: 0 };
    let target = |aim: &ScipTarget| match aim {
        ScipTarget::Symbol { key, .. } => Target::Symbol(*key),
        ScipTarget::Module(path) => Target::Module(path.clone()),
        ScipTarget::External(path) => Target::External(path.clone()),
    };
    let stands_instead = |ours: &Target| {
        wanted.iter().any(|aim| match (aim, ours) {
            (ScipTarget::Symbol { instead, .. }, Target::Symbol(key)) => instead.contains(key),
            _ => false,
        })
    };
    match (wanted, one_of_ours) {
        // Both leave the repository; ours is written as all others are.
        ([ScipTarget::External(_)], Some(ours @ Target::External(_))) => {
            edge(Resolution::External, vec![ours.clone()])
        }
        ([aim @ ScipTarget::External(_)], _) => edge(Resolution::External, vec![target(aim)]),
        (_, Some(ours)) if stands_instead(ours) || wanted.iter().any(|aim| target(aim) == *ours) => {
            edge(Resolution::Resolved, vec![ours.clone()])
        }
        ([aim], _) => edge(Resolution::Resolved, vec![target(aim)]),
        (several, _) => {
            let mut targets: Vec<Target> = several.iter().map(target).take(MOST).collect();
            targets.sort_unstable();
            edge(Resolution::Possible, targets)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::SymbolKey;

    fn symbol(key: u64) -> ScipTarget {
        ScipTarget::Symbol { path: "a".into(), key: SymbolKey(key), instead: vec![SymbolKey(key + 100)] }
    }

    fn ours(target: Target) -> Edge {
        let resolution = match target {
            Target::External(_) => Resolution::External,
            _ => Resolution::Resolved,
        };
        Edge { resolution, rule: Rule::Import, targets: vec![target], candidates: 0 }
    }

    #[test]
    fn the_compiler_decides_and_what_agrees_with_it_stays() {
        let key = |key| Target::Symbol(SymbolKey(key));
        let external = |text: &str| Target::External(text.into());
        let outside = [ScipTarget::External("pkg.f".into())];
        let cases: &[(&[ScipTarget], Edge, Resolution, Target)] = &[
            (&[symbol(1)], Edge::unresolved(3), Resolution::Resolved, key(1)),
            (&[symbol(1)], ours(key(2)), Resolution::Resolved, key(1)),
            (&[symbol(1)], ours(key(101)), Resolution::Resolved, key(101)),
            (&[symbol(1), symbol(2)], ours(key(2)), Resolution::Resolved, key(2)),
            (&[symbol(1), symbol(2)], ours(key(3)), Resolution::Possible, key(1)),
            (&[symbol(1)], ours(external("x")), Resolution::Resolved, key(1)),
            (&outside, ours(key(1)), Resolution::External, external("pkg.f")),
            (&outside, ours(external("f")), Resolution::External, external("f")),
        ];
        for (wanted, ours, resolution, first) in cases {
            let edge = decided(wanted, ours);
            assert_eq!(
                (edge.resolution, edge.rule, &edge.targets[0]),
                (*resolution, Rule::Compiler, first),
                "{wanted:?}"
            );
        }
    }
}
