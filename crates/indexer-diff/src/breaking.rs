//! What breaks whoever uses the public surface.

use crate::aspect::{Aspect, Facet};
use crate::change::{Change, Happened};
use crate::file::{Entity, Reach};
use indexer_core::{Flags, SymbolKind, Visibility};

indexer_core::worded! {
    /// How a change of the public surface breaks its users.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Breaking {
        /// It is gone.
        Removed = "removed",
        /// It is called otherwise.
        Renamed = "renamed",
        /// It is found elsewhere.
        Moved = "moved",
        /// Fewer may name it.
        Narrowed = "visibility_narrowed",
        /// It is something else.
        KindChanged = "kind_changed",
        /// Calls must give more.
        ParameterAdded = "parameter_added",
        /// Calls give what nobody takes.
        ParameterRemoved = "parameter_removed",
        /// Calls must give something else.
        ParameterRetyped = "parameter_retyped",
        /// What it is called on must be given in another way.
        Receiver = "receiver_changed",
        /// Calls that name it name nothing.
        ParameterRenamed = "parameter_renamed",
        /// Calls give it in another place or way.
        ParameterReordered = "parameter_reordered",
        /// Calls give, or it is, something else.
        Retyped = "type_changed",
        /// Asynchronous, static and the like, or not any more.
        Modifiers = "modifiers_changed",
        /// Whoever implements a trait or interface, makes a type, tells its variants apart or uses a module has one member more
        /// to write.
        MemberAdded = "member_added",
        /// What was derived for a type is not there any more.
        Underived = "derive_removed",
    }
}

/// How a change breaks users, each way once; empty where it does not.
pub fn breaking(change: &Change<'_>) -> Vec<Breaking> {
    let mut found = Vec::new();
    if change.is_compatible {
        return found;
    }
    let ends = [change.old, change.new].into_iter().flatten();
    // A clause that says to which package a file belongs is nobody's to use.
    if ends.map(|(_, one)| one).any(|one| one.kind == SymbolKind::Package) {
        return found;
    }
    match (change.old, change.new) {
        (Some((_, old)), None) if old.is_public && is_missed(old) => found.push(Breaking::Removed),
        (None, Some((_, new))) => {
            let must = new.flags.has(Flags::ABSTRACT)
                && matches!(new.owner_kind, Some(SymbolKind::Trait | SymbolKind::Interface))
                && new.owner_stays.get() == Some(&true);
            if (must || new.is_new_demand()) && new.is_public {
                found.push(Breaking::MemberAdded);
            }
        }
        (Some((_, old)), Some((_, new))) if old.is_public => {
            if !keeps_names(old, new) {
                let ways = [(Happened::Renamed, Breaking::Renamed), (Happened::Moved, Breaking::Moved)];
                found.extend(ways.into_iter().filter(|(what, _)| change.has(*what)).map(|(_, way)| way));
            }
            found.extend(change.aspects.iter().filter_map(|aspect| way(aspect, old, new)));
        }
        _ => {}
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// True where a symbol with such differences is used as it was.
pub(crate) fn is_kept(aspects: &[Aspect], old: &Entity, new: &Entity) -> bool {
    aspects.iter().all(|aspect| way(aspect, old, new).is_none())
}

/// False for what nobody could name and what is gone with what it belonged to.
fn is_missed(old: &Entity) -> bool {
    match &old.reach {
        Reach::By(names) if names.is_empty() => {
            !old.owners.is_empty() && old.owner_stays.get() != Some(&false)
        }
        _ => true,
    }
}

/// True where every name by which others reached it leads to it still.
fn keeps_names(old: &Entity, new: &Entity) -> bool {
    match (&old.reach, &new.reach) {
        // What no name led to needs none; a member was named by whoever had a value.
        (Reach::By(names), _) if names.is_empty() => old.owners.is_empty(),
        (Reach::By(before), Reach::By(now)) => before.iter().all(|name| now.contains(name)),
        _ => false,
    }
}

/// How one difference of a signature breaks users.
fn way(aspect: &Aspect, old: &Entity, new: &Entity) -> Option<Breaking> {
    let narrower = |a: Visibility, b: Visibility| a < b;
    match aspect.facet {
        Facet::ParameterAdded | Facet::ParameterRequired => Some(Breaking::ParameterAdded),
        Facet::ParameterRemoved => Some(Breaking::ParameterRemoved),
        Facet::ParameterType => Some(Breaking::ParameterRetyped),
        Facet::Receiver => takes_less(aspect, old).then_some(Breaking::Receiver),
        Facet::ParameterRenamed => old.takes_names().then_some(Breaking::ParameterRenamed),
        Facet::ParameterOrder | Facet::ParameterKind => Some(Breaking::ParameterReordered),
        Facet::Type | Facet::Bases => Some(Breaking::Retyped),
        Facet::Kind => Some(Breaking::KindChanged),
        Facet::Visibility => narrower(old.visibility, new.visibility).then_some(Breaking::Narrowed),
        Facet::Making => Some(Breaking::Narrowed),
        Facet::Modifiers => Some(Breaking::Modifiers),
        Facet::OptionalAdded | Facet::ParameterDefault | Facet::ParameterOptional => None,
        Facet::ParameterWidened | Facet::ResultNarrowed | Facet::TypeSaid => None,
        Facet::BasesAdded | Facet::Delegation | Facet::Overriding => None,
        Facet::Path | Facet::PrivateField | Facet::ParameterNamed | Facet::PrivateParameter => None,
        Facet::DeriveRemoved => Some(Breaking::Underived),
        Facet::AttributeAdded | Facet::AttributeRemoved | Facet::AttributeChanged => None,
    }
}

/// True where a method cannot be called any more on all that it could be called on.
fn takes_less(aspect: &Aspect, old: &Entity) -> bool {
    let (from, to) = (aspect.from.as_deref().unwrap_or(""), aspect.to.as_deref().unwrap_or(""));
    // What implements it says the same.
    if matches!(old.owner_kind, Some(SymbolKind::Trait | SymbolKind::Interface)) {
        return true;
    }
    // `func (t *T)`: a pointer has what its value has.
    if from.strip_prefix('*') == Some(to) {
        return false;
    }
    // `&self`, `&mut self`, `self`: each takes more than the one before.
    let taken = |text: &str| match text {
        "" => Some(2),
        _ if !text.starts_with('&') => None,
        _ => Some(usize::from(text.split([' ', '&']).any(|word| word == "mut"))),
    };
    match (taken(from), taken(to)) {
        (Some(from), Some(to)) => from < to,
        _ => true,
    }
}
