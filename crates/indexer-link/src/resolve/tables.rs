//! Tables of a database that several files create: which of them is meant.

use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::path::{file_name, parent};
use indexer_core::{Bound, Namespace, ScopeId, SymbolKind};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Of the tables that several files create those that the first one does. The files of a folder follow one another by
/// their names, as migrations do; in which order folders are read nothing says, but what the folder of a file creates is
/// meant there. O(files that define the name).
pub(crate) fn created_first(db: &Db, unit: &Unit<'_>, name: Text, namespace: Namespace, found: Set) -> Set {
    let text = db.text_of(name);
    let (hash, written) = (hash_text(&text), text.split('`').next().unwrap_or_default());
    let mut firsts: BTreeMap<&str, (&str, Symbol)> = BTreeMap::new();
    for file in db.linker.database.top_level(hash_text(written)) {
        let Some(other) = db.unit(file).filter(|other| other.rules.language == unit.rules.language) else {
            continue;
        };
        let Some(name) = other.name_of_hash(hash) else { continue };
        let created = other.hoisted(ScopeId(0), name, namespace).into_iter().find_map(|binding| {
            let Bound::Definition(def) = binding.bound else { return None };
            (other.kind(def) == SymbolKind::Table).then_some(Symbol { file, def })
        });
        let Some(created) = created else { continue };
        let path = other.path;
        let first = firsts.entry(parent(path)).or_insert((path, created));
        if by_numbers(file_name(path), file_name(first.0)) == Ordering::Less {
            *first = (path, created);
        }
    }
    if firsts.is_empty() {
        return found;
    }
    let is_table = |value: &Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|of| of.kind(sym.def) == SymbolKind::Table),
        value => *value == Value::Unknown,
    };
    let mut all: Set = found.iter().filter(|value| !is_table(value)).collect();
    match firsts.get(parent(unit.path)) {
        Some((_, own)) => all.add(Value::Definition(*own)),
        None => firsts.into_values().for_each(|(_, created)| all.add(Value::Definition(created))),
    }
    all
}

/// Names in the order in which people count: `V2__a.sql` stands before `V10__b.sql`.
fn by_numbers(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left.as_bytes(), right.as_bytes());
    loop {
        let [digits, others] =
            [left, right].map(|text| text.iter().take_while(|b| b.is_ascii_digit()).count());
        if digits > 0 && others > 0 {
            let (one, other) = (without_zeros(&left[..digits]), without_zeros(&right[..others]));
            let order = one.len().cmp(&other.len()).then_with(|| one.cmp(other));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (&left[digits..], &right[others..]);
            continue;
        }
        match (left.split_first(), right.split_first()) {
            (Some((one, rest)), Some((other, others))) if one == other => (left, right) = (rest, others),
            (one, other) => return one.map(|(byte, _)| byte).cmp(&other.map(|(byte, _)| byte)),
        }
    }
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|digit| **digit == b'0').count()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_as_people_do() {
        let mut names = ["V10__b.sql", "V2__a.sql", "V02__c.sql", "V2__b.sql", "a", ""];
        names.sort_by(|left, right| by_numbers(left, right));
        assert_eq!(names, ["", "V2__a.sql", "V2__b.sql", "V02__c.sql", "V10__b.sql", "a"]);
    }
}
