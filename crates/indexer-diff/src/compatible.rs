//! What is there for whoever used a symbol that changed or is gone.

use crate::aspects::{Types, aspects};
use crate::breaking::{Breaking, breaking, is_kept};
use crate::change::Change;
use crate::file::{Entity, File};
use indexer_core::Flags;
use rustc_hash::FxHashMap;

/// More signatures of one name than this are not looked through.
const MOST_SIGNATURES: usize = 64;

/// True where nobody misses anything of what a change takes away. `other` is the file of the head that the file of the
/// base became; `now` is what the types of the base are now, where they have another key.
pub(crate) fn is_compatible(
    change: &Change<'_>,
    (one, other): (&File, Option<&File>),
    now: &FxHashMap<u64, u64>,
) -> bool {
    let (Some((_, old)), Some(other)) = (change.old, other) else { return false };
    let ways = breaking(change);
    if ways.is_empty() {
        return false;
    }
    let is_there = |chain: &str| {
        let all = other.places_of(chain).iter().take(MOST_SIGNATURES).map(|at| &other.entities[*at]);
        let mut all = all.filter(|new| is_called(old, new, other));
        all.any(|new| takes_all((one, old), (other, new), now))
    };
    let is_used_alike = change.new.is_some_and(|(_, new)| is_used_alike(&ways, old, new, other));
    // In a file that is another module now nobody finds what stands there under its old name.
    let is_found = one.path == other.path || !ways.contains(&Breaking::Moved);
    let is_signature = || is_found && old.kind.is_callable() && is_there(&old.chain());
    is_used_alike || is_given(old, other) || is_signature()
}

/// True where a symbol of the head takes all that one of the base took, and gives what that gave.
pub(crate) fn takes_all(
    (one, old): (&File, &Entity),
    (other, new): (&File, &Entity),
    now: &FxHashMap<u64, u64>,
) -> bool {
    let is_conditional = [old, new].iter().any(|one| one.flags.has(Flags::CONDITIONAL));
    if is_conditional || old.is_public && !new.is_public || !new.kind.is_callable() {
        return false;
    }
    let (was, is) = (one.detail(old), other.detail(new));
    is_kept(&aspects((old, &was.head), (new, &is.head), &Types::between(one, other, now)), old, new)
}

/// False for what implements several signatures, where only those are called. Where calls name their arguments no type is looked
/// at before the program runs, and then what implements them is called itself.
pub(crate) fn is_called(old: &Entity, new: &Entity, of: &File) -> bool {
    let is_signature = |one: &Entity| one.flags.has(Flags::OVERLOAD);
    let any = || of.places_of(&new.chain()).iter().map(|at| &of.entities[*at]).any(is_signature);
    old.takes_names() || is_signature(new) || !any()
}

/// True where a value became what is read and set as it was, or what may have been a function is one.
fn is_used_alike(ways: &[Breaking], old: &Entity, new: &Entity, of: &File) -> bool {
    let is_kind = |way: &Breaking| *way == Breaking::KindChanged;
    let is_accessor = !old.kind.is_callable() && new.flags.has(Flags::PROPERTY);
    // What is set stands beside what is read.
    let is_set_too = || of.places_of(&new.chain()).len() > 1;
    if is_accessor {
        return ways.iter().all(|way| is_kind(way) || *way == Breaking::Modifiers) && is_set_too();
    }
    let (from, to) = (old.kind.is_callable(), new.kind.is_callable());
    let is_function = from != to && (from || old.may_be_function) && (to || new.may_be_function);
    is_function && ways.iter().all(is_kind)
}

/// True where a function of the file gives what is not there by its name, and has that name as a text.
fn is_given(old: &Entity, other: &File) -> bool {
    let Some(giver) = other.gives_missing.and_then(|name| other.place_of(name)) else { return false };
    let chain = old.chain();
    let top = chain.split('.').next().unwrap_or(&chain);
    let text = other.text_of(&other.entities[giver]);
    other.place_of(top).is_none()
        && ['"', '\''].iter().any(|mark| text.contains(&format!("{mark}{top}{mark}")))
}
