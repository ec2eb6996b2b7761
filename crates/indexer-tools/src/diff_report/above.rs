//! What is above a type: through it members are there still, bases are still extended, and traits are implemented otherwise.

use super::sides::{Now, Sides};
use crate::relations::Hierarchy;
use indexer_diff::{Aspect, Change, Facet};
use rustc_hash::FxHashSet;

/// Types above one type that are looked at.
const MOST_BASES: usize = 100;

/// True where all that is derived no more is implemented otherwise now.
pub(super) fn implements_all<'a>(sides: &Sides<'a>, hierarchy: &Hierarchy<'a>, change: &Change<'_>) -> bool {
    let head = sides.head.view();
    let of = change.new.and_then(|(_, one)| head.symbol(one.key)).map(|one| head.sym(one));
    let Some(of) = of else { return true };
    let above = hierarchy.above(of);
    let last = |name: &str| {
        let plain = name.split('<').next().unwrap_or(name);
        plain.rsplit([':', '.']).next().unwrap_or(plain).to_owned()
    };
    let mut gone = change.aspects.iter().filter(|one| one.facet == Facet::DeriveRemoved);
    gone.all(|one| above.iter().any(|kin| Some(last(&kin.name)) == one.name))
}

/// True where a type has all of its bases still, some through others, and nothing else is said to be another type.
pub(super) fn extends_all<'a>(
    sides: &Sides<'a>,
    now: &Now,
    hierarchy: &Hierarchy<'a>,
    change: &Change<'_>,
) -> bool {
    let (Some((_, old)), Some((_, new))) = (change.old, change.new) else { return false };
    let (base, head) = (sides.base.view(), sides.head.view());
    let (Some(old), Some(new)) = (base.symbol(old.key), head.symbol(new.key)) else { return false };
    let is_about = |one: &&Aspect| matches!(one.facet, Facet::Type | Facet::Bases);
    // With what arguments a base is taken through another one is not known.
    let is_plain = |one: &Aspect| {
        one.facet == Facet::Bases && one.from.as_deref().is_some_and(|from| !from.contains(['[', '<']))
    };
    if !change.aspects.iter().filter(is_about).all(is_plain) {
        return false;
    }
    let last = |name: &str| {
        let plain = name.split(['<', '[']).next().unwrap_or(name);
        plain.rsplit([':', '.']).next().unwrap_or(plain).to_owned()
    };
    let mut open = vec![head.sym(new)];
    let (mut keys, mut outside) = (FxHashSet::default(), FxHashSet::default());
    while let Some(of) = open.pop() {
        for kin in hierarchy.above(of).iter() {
            match kin.symbol {
                Some(base) if keys.len() < MOST_BASES => {
                    if keys.insert(base.key()) {
                        open.push(base);
                    }
                }
                _ => {
                    outside.insert(last(&kin.name));
                }
            }
        }
    }
    let before = Hierarchy::new(&sides.base);
    let above = before.above(base.sym(old));
    let mut kept = above.iter().map(|kin| match kin.symbol {
        Some(symbol) => keys.contains(&now.key(symbol.key())),
        None => outside.contains(&last(&kin.name)),
    });
    !above.is_empty() && kept.all(|kept| kept)
}

/// Whether what is gone from a type is found in what is above the type.
pub(super) enum Inherited {
    Yes,
    Perhaps,
    No,
}

/// Where a member is gone and its owner is not: a base may have it, and then nobody misses it.
pub(super) fn inherited<'a>(
    sides: &Sides<'a>,
    now: &Now,
    hierarchy: &Hierarchy<'a>,
    change: &Change<'_>,
) -> Inherited {
    let (Some((_, old)), None) = (change.old, change.new) else { return Inherited::No };
    let (base, head) = (sides.base.view(), sides.head.view());
    let owner = base.symbol(old.key).and_then(|one| base.sym(one).owner());
    let owner = owner.and_then(|owner| head.symbol(now.key(owner.key()))).map(|one| head.sym(one));
    let Some(owner) = owner.filter(|owner| owner.kind().is_type()) else { return Inherited::No };
    let mut open = vec![owner];
    let mut seen = 0;
    let mut is_outside = false;
    while let Some(of) = open.pop() {
        if seen > 0 && hierarchy.members(of).iter().any(|member| member.name() == old.name) {
            return Inherited::Yes;
        }
        seen += 1;
        for kin in hierarchy.above(of).iter() {
            match kin.symbol {
                Some(base) if seen < MOST_BASES => open.push(base),
                _ => is_outside = true,
            }
        }
    }
    if is_outside { Inherited::Perhaps } else { Inherited::No }
}
