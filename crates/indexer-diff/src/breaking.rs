//! What breaks whoever uses the public surface.

use crate::aspect::Facet;
use crate::change::{Change, Happened};
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
        /// Calls that name it name nothing.
        ParameterRenamed = "parameter_renamed",
        /// Calls give it in another place or way.
        ParameterReordered = "parameter_reordered",
        /// Calls give, or it is, something else.
        Retyped = "type_changed",
        /// Asynchronous, static and the like, or not any more.
        Modifiers = "modifiers_changed",
        /// Whoever implements a trait or interface, makes a type or uses a module has one member more to write.
        MemberAdded = "member_added",
    }
}

/// How a change breaks users, each way once; empty where it does not.
pub fn breaking(change: &Change<'_>) -> Vec<Breaking> {
    let mut found = Vec::new();
    match (change.old, change.new) {
        (Some((_, old)), None) if old.is_public => found.push(Breaking::Removed),
        (None, Some((_, new))) => {
            let must = new.flags.has(Flags::ABSTRACT)
                && matches!(new.owner_kind, Some(SymbolKind::Trait | SymbolKind::Interface));
            if (must || new.is_new_demand()) && new.is_public {
                found.push(Breaking::MemberAdded);
            }
        }
        (Some((_, old)), Some((_, new))) if old.is_public => {
            let ways = [(Happened::Renamed, Breaking::Renamed), (Happened::Moved, Breaking::Moved)];
            found.extend(ways.into_iter().filter(|(what, _)| change.has(*what)).map(|(_, way)| way));
            let narrower = |a: Visibility, b: Visibility| a < b;
            for aspect in &change.aspects {
                found.extend(match aspect.facet {
                    Facet::ParameterAdded | Facet::ParameterRequired => Some(Breaking::ParameterAdded),
                    Facet::ParameterRemoved => Some(Breaking::ParameterRemoved),
                    Facet::ParameterType => Some(Breaking::ParameterRetyped),
                    Facet::ParameterRenamed => old.takes_names().then_some(Breaking::ParameterRenamed),
                    Facet::ParameterOrder | Facet::ParameterKind => Some(Breaking::ParameterReordered),
                    Facet::Type | Facet::Bases => Some(Breaking::Retyped),
                    Facet::Kind => Some(Breaking::KindChanged),
                    Facet::Visibility => {
                        narrower(old.visibility, new.visibility).then_some(Breaking::Narrowed)
                    }
                    Facet::Modifiers => Some(Breaking::Modifiers),
                    Facet::OptionalAdded | Facet::ParameterDefault | Facet::ParameterOptional => None,
                    Facet::Path | Facet::PrivateField => None,
                    Facet::AttributeAdded | Facet::AttributeRemoved | Facet::AttributeChanged => None,
                });
            }
        }
        _ => {}
    }
    found.sort_unstable();
    found.dedup();
    found
}
