//! The order of several targets: what builds prefer comes first.

use crate::edges::symbol_key;
use crate::query::Db;
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::{PreferenceQuery, Target};

/// Puts targets of which several are possible, or each under its condition, in order: by what build descriptions take, and
/// by key. `all` are the definitions among them.
pub(crate) fn put_in_order(db: &Db, unit: &Unit<'_>, targets: &mut Vec<Target>, all: &[Symbol]) {
    targets.sort();
    targets.dedup();
    let Some(inclusion) = unit.rules.inclusion.as_ref().filter(|_| targets.len() > 1) else { return };
    let rank = |sym: &Symbol| {
        let of = db.unit(sym.file)?;
        let condition = of.facts.definition(sym.def).condition.map(|name| of.facts.name(name));
        let query = PreferenceQuery { from: &unit.place, path: &of.place, condition };
        Some((Target::Symbol(symbol_key(db, *sym)?), db.with_files(|files| (inclusion.rank)(files, query))))
    };
    let ranks: Vec<(Target, u8)> = all.iter().filter_map(rank).collect();
    let of = |target: &Target| ranks.iter().filter(|(one, _)| one == target).map(|(_, rank)| *rank).min();
    targets.sort_by_key(|target| of(target).unwrap_or(0));
}
