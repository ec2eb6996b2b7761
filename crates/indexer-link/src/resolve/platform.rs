//! What is declared for all platforms and defined for each: which of them a file means.

use crate::query::Db;
use crate::resolve::{as_packages, types_or_values};
use crate::value::{Set, Symbol, Value};
use indexer_core::{FileId, Flags, Namespace, Owner, SymbolKind};

/// Of what a name leads to, what the file means: what its own platform defines, else what is declared for all; and a
/// function before a value of the name where it is called.
pub(crate) fn meant_here(db: &Db, file: FileId, found: Set, namespace: Namespace) -> Set {
    if found.is_empty() {
        return found;
    }
    let Some(unit) = db.unit(file) else { return found };
    let found = if unit.rules.platform.is_some() { of_platform(db, file, found) } else { found };
    if unit.rules.objects {
        let found = as_packages(db, where_met(db, file, found));
        return types_or_values(db, found, !namespace.meets(Namespace::VALUE));
    }
    if unit.rules.functions_overload && namespace.meets(Namespace::CALLABLE) {
        return callable_first(db, found);
    }
    found
}

/// Of what is declared for all platforms and defined for each, what the file means.
pub(crate) fn of_platform(db: &Db, file: FileId, found: Set) -> Set {
    let Some((unit, platform)) = db.unit(file).and_then(|unit| Some((unit, unit.rules.platform?))) else {
        return found;
    };
    let platform_of = |value: Value| match value {
        Value::Definition(sym) => db.unit(sym.file).and_then(|unit| platform(&unit.place)),
        _ => None,
    };
    let found = where_met(db, file, found);
    let own = platform(&unit.place);
    // What all platforms share sees nothing that is for one.
    let is_shared = |value: &Value| platform_of(*value).is_none_or(str::is_empty);
    if own == Some("") {
        return found.iter().filter(is_shared).collect();
    }
    if found.only().is_some() || !found.iter().any(|value| is_declared(db, value)) {
        return found;
    }
    let defined: Set = found.iter().filter(|value| !is_declared(db, *value)).collect();
    let of_own: Set = defined.iter().filter(|value| own.is_some() && platform_of(*value) == own).collect();
    if !of_own.is_empty() {
        return of_own;
    }
    let first = defined.iter().map(platform_of).next().flatten();
    if own.is_some()
        && first.is_some_and(|one| !one.is_empty())
        && defined.iter().all(|one| platform_of(one) == first)
    {
        return defined;
    }
    found.iter().filter(|value| is_declared(db, *value) || is_shared(value)).collect()
}

/// Owners of owners are followed this far.
const DEEPEST_OWNERS: usize = 16;

/// True for what is declared for all platforms, or stands in such a type.
fn is_declared(db: &Db, value: Value) -> bool {
    let Value::Definition(sym) = value else { return false };
    let Some(unit) = db.unit(sym.file) else { return false };
    db.depend_on_symbol(sym);
    let mut owner = Owner::Definition(sym.def);
    for _ in 0..DEEPEST_OWNERS {
        owner = match owner {
            Owner::File => return false,
            Owner::Definition(def) => {
                let definition = unit.facts.definition(def);
                if definition.flags.has(Flags::DECLARATION) {
                    return true;
                }
                definition.owner
            }
            Owner::Extension(id) => {
                unit.facts.extensions.get(id.index()).map_or(Owner::File, |one| one.owner)
            }
        };
    }
    false
}

/// Leaves out what is never part of one program with the file.
fn where_met(db: &Db, file: FileId, found: Set) -> Set {
    let Some(unit) = db.unit(file) else { return found };
    let Some(rules) = unit.rules.packages else { return found };
    let place = unit.file_place();
    let meets = |value: &Value| match value {
        Value::Definition(sym) if sym.file != file => {
            db.unit(sym.file).is_none_or(|other| (rules.coexist)(place, other.file_place()))
        }
        _ => true,
    };
    found.iter().filter(meets).collect()
}

/// True for two types of which one is what the other is on another platform, or on all of them.
pub(crate) fn is_same_elsewhere(db: &Db, one: Symbol, other: Symbol) -> bool {
    let (Some(a), Some(b)) = (db.unit(one.file), db.unit(other.file)) else { return false };
    if a.rules.platform.is_none() || one.file == other.file || a.stub_of.is_some() || b.stub_of.is_some() {
        return false;
    }
    let (first, second) = (a.facts.definition(one.def), b.facts.definition(other.def));
    a.facts.name(first.name) == b.facts.name(second.name)
        && a.file_place().package == b.file_place().package
        && a.facts.owner_chain(one.def) == b.facts.owner_chain(other.def)
}

/// Functions and types where there are such.
fn callable_first(db: &Db, found: Set) -> Set {
    let is_called = |value: &Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|unit| is_callable(unit.kind(sym.def))),
        _ => true,
    };
    if !found.iter().any(|value| is_called(&value) && matches!(value, Value::Definition(_))) {
        return found;
    }
    found.iter().filter(is_called).collect()
}

fn is_callable(kind: SymbolKind) -> bool {
    kind.is_callable() || kind.is_type() || kind == SymbolKind::TypeAlias
}
