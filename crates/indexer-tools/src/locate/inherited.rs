//! Members that a type has from the types above it: `Heir.member`.

use super::{Filter, by_path};
use crate::protocol::Context;
use crate::relations::Hierarchy;
use indexer_store::Symbol;
use rustc_hash::FxHashSet;

/// Types above one type that are looked at, at most.
const MOST: usize = 200;

/// The members called `name` of the nearest types above the type that is called `owners`.
pub(super) fn inherited<'v>(context: &Context<'v>, owners: &[&str], name: &str) -> Vec<Symbol<'v>> {
    let mut level = by_path(context, owners, Filter::default());
    level.retain(|symbol| symbol.kind().is_type());
    let hierarchy = Hierarchy::new(context);
    let mut seen = FxHashSet::default();
    while !level.is_empty() && seen.len() < MOST {
        let mut next = Vec::new();
        let mut found = Vec::new();
        for symbol in level.into_iter().filter(|symbol| seen.insert(symbol.handle())) {
            let members = hierarchy.members(symbol);
            found.extend(members.iter().copied().filter(|member| member.name() == name));
            next.extend(hierarchy.above(symbol).iter().filter_map(|kin| kin.symbol));
        }
        if !found.is_empty() {
            return found;
        }
        level = next;
    }
    Vec::new()
}
