//! Definitions that say over again what another one says, or are made of it: where they lead.

mod generated;
mod made_names;
mod tables;

pub(crate) use generated::edge_of_source;

use crate::query::Db;
use crate::unit::Unit;
use indexer_core::{DefId, Edge};

/// Of more than so many none is likelier meant than the others.
const MOST_TARGETS: usize = 8;

/// Where the definitions of a file lead that have such an origin, ascending; `None` where none can have one.
pub(crate) fn origins(db: &Db, unit: &Unit<'_>) -> Option<Vec<(DefId, Edge)>> {
    match unit.rules.likely_by {
        Some(rule) => Some(tables::origins_of_tables(db, unit, rule)),
        None => generated::origins_of_generated(db, unit),
    }
}
