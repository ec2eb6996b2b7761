//! Puts definitions into the order of their names when hooks added some late.

use indexer_core::{Bound, DefId, Expression, FileFacts, Owner};

/// Sorts the definitions by the start of their names and gives, for each old id, the new one;
/// `None` where they already stood in order. Every id inside `facts` is changed along.
pub(crate) fn sort_definitions(facts: &mut FileFacts) -> Option<Vec<DefId>> {
    if facts.definitions.is_sorted_by_key(|d| d.name_span) {
        return None;
    }
    let mut order: Vec<u32> = (0..facts.definitions.len() as u32).collect();
    order.sort_by_key(|old| facts.definitions[*old as usize].name_span);
    let mut new = vec![DefId(0); order.len()];
    for (at, old) in order.iter().enumerate() {
        new[*old as usize] = DefId(at as u32);
    }
    let mut old: Vec<_> = std::mem::take(&mut facts.definitions).into_iter().map(Some).collect();
    facts.definitions = order.iter().filter_map(|at| old[*at as usize].take()).collect();
    let change = |owner: &mut Owner| {
        if let Owner::Definition(id) = owner {
            *id = new[id.index()];
        }
    };
    facts.definitions.iter_mut().for_each(|d| change(&mut d.owner));
    facts.scopes.iter_mut().for_each(|s| change(&mut s.owner));
    facts.extensions.iter_mut().for_each(|e| change(&mut e.owner));
    for binding in &mut facts.bindings {
        if let Bound::Definition(id) = &mut binding.bound {
            *id = new[id.index()];
        }
    }
    for candidate in &mut facts.candidates {
        candidate.definition = new[candidate.definition.index()];
    }
    for makes in &mut facts.makes {
        makes.definition = new[makes.definition.index()];
    }
    for one in &mut facts.taken_back {
        one.definition = new[one.definition.index()];
    }
    facts.taken_back.sort_unstable_by_key(|one| one.definition);
    facts.candidates.sort_unstable_by_key(|one| one.definition);
    facts.makes.sort_unstable_by_key(|one| one.definition);
    for expression in &mut facts.expressions {
        if let Expression::Definition(id) = expression {
            *id = new[id.index()];
        }
    }
    Some(new)
}
