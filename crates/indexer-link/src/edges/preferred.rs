//! The order of several targets: what builds prefer comes first.

use crate::edges::symbol_key;
use crate::query::{Db, Recorder};
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::{FileId, Inclusion, Target};
use std::collections::BTreeMap;

/// What a definition is behind where its condition is not known, does not hold, and where its source is not compiled.
const UNKNOWN: u8 = 1;
const FALSE: u8 = 2;
const NOT_COMPILED: u8 = 3;

/// Puts targets of which several are possible, or each under its condition, in order: by what build descriptions take, and
/// by key. `all` are the definitions among them. O(targets log targets), besides what is found once for a file.
pub(crate) fn put_in_order(db: &Db, unit: &Unit<'_>, targets: &mut Vec<Target>, all: &[Symbol]) {
    targets.sort();
    targets.dedup();
    let Some(inclusion) = unit.rules.inclusion.as_ref().filter(|_| targets.len() > 1) else { return };
    let mut ranks: BTreeMap<Target, u8> = BTreeMap::new();
    for sym in all {
        let Some(of) = db.unit(sym.file) else { continue };
        let Some(key) = symbol_key(db, *sym) else { continue };
        let condition = of.facts.definition(sym.def).condition.map(|name| of.facts.name(name));
        let rank = by_condition(db, inclusion, unit, condition)
            + if is_left_out(db, inclusion, sym.file) { NOT_COMPILED } else { 0 };
        let best = ranks.entry(Target::Symbol(key)).or_insert(rank);
        *best = rank.min(*best);
    }
    targets.sort_by_cached_key(|target| ranks.get(target).copied().unwrap_or(0));
}

fn by_condition(db: &Db, inclusion: &Inclusion, unit: &Unit<'_>, condition: Option<&str>) -> u8 {
    let Some(condition) = condition else { return 0 };
    // It is the linked file whose edges are put in order: what was recorded for the first of them is for all.
    let conditions = db
        .own
        .conditions
        .get_or_init(|| db.with_files(&unit.place, |files| (inclusion.conditions)(files, &unit.place)));
    match (conditions.0)(condition) {
        Some(true) => 0,
        None => UNKNOWN,
        Some(false) => FALSE,
    }
}

/// Do builds leave a file out? Found once in a run, and what it rests on is recorded once for each file that asks.
fn is_left_out(db: &Db, inclusion: &Inclusion, file: FileId) -> bool {
    if let Some(known) = db.own.left_out.get(&file) {
        return known;
    }
    let found = db.linker.left_out.get_or_init(file, || {
        let files = Recorder::new(db.linker);
        let is_out = (inclusion.is_left_out)(&files, &db.linker.place(file));
        let mut keys = files.into_keys();
        keys.sort_unstable();
        keys.dedup();
        (is_out, keys)
    });
    let Some((is_out, keys)) = found else { return false };
    keys.iter().for_each(|key| db.depend(*key));
    db.own.left_out.insert(file, *is_out);
    *is_out
}
