//! Tables that an earlier file creates.

use crate::edges::symbol_key;
use crate::origins::MOST_TARGETS;
use crate::query::Db;
use crate::resolve::package_name;
use crate::unit::Unit;
use crate::value::Value;
use indexer_core::{Bound, DefId, Edge, Namespace, Resolution, Rule, ScopeId, SymbolKind, Target};

/// Of the tables that the file creates those that others before it create too: each leads to the first.
pub(super) fn origins_of_tables(db: &Db, unit: &Unit<'_>, rule: Rule) -> Vec<(DefId, Edge)> {
    let mut all: Vec<(DefId, Edge)> = Vec::new();
    for binding in unit.facts.bindings(ScopeId(0)) {
        let Bound::Definition(def) = binding.bound else { continue };
        if unit.kind(def) != SymbolKind::Table || db.linker.database.is_stopped() {
            continue;
        }
        let created = package_name(db, db.file(), db.name(unit, binding.name), Namespace::TYPE);
        let elsewhere = |value| match value {
            Value::Definition(sym) if sym.file != db.file() => symbol_key(db, sym).map(Target::Symbol),
            _ => None,
        };
        let mut targets: Vec<Target> = created.iter().filter_map(elsewhere).collect();
        targets.sort_unstable();
        if (1..=MOST_TARGETS).contains(&targets.len()) {
            all.push((def, Edge { resolution: Resolution::Possible, rule, targets, candidates: 0 }));
        }
    }
    all.sort_by_key(|(def, _)| *def);
    all
}
