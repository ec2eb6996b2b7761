//! Members that extensions of the repository may add to what is of a type outside that is not known.

use crate::infer::value_of;
use crate::query::Db;
use crate::resolve::is_declared_anywhere;
use crate::unit::Unit;
use crate::value::{MOST_TARGETS, Set, Value};
use indexer_core::{DependencyKey, Expression, ExtensionId, Owner, Reference};

/// Names that more files define than this are not looked at.
const MOST_DEFINING: usize = 64;

/// What a member of something outside may be where the repository extends types outside by one of its name: one of those,
/// or something outside as `denoted` says.
pub(super) fn may_extend(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    if !unit.rules.extensions_are_parts || !matches!(denoted.only(), Some(Value::External(_))) {
        return denoted;
    }
    let Expression::Member { of, name, .. } = unit.facts.expression(reference.expression) else {
        return denoted;
    };
    if !matches!(value_of(db, db.file(), of).only(), Some(Value::External(_))) {
        return denoted;
    }
    let hash = unit.hash(name);
    db.depend(DependencyKey::named(hash));
    let defining = db.linker.database.defining(hash);
    let mut found = Set::default();
    for file in defining.iter().take(MOST_DEFINING) {
        let Some(other) = db.unit(*file).filter(|other| other.rules.language == unit.rules.language) else {
            continue;
        };
        for def in other.definitions_of(hash) {
            if let Owner::Extension(id) = other.facts.definition(def).owner
                && extends_outside(db, other, id)
            {
                found.add(Value::definition(*file, def));
            }
        }
    }
    match found.iter().count() {
        0 => denoted,
        1..=MOST_TARGETS => {
            found.add(Value::Unknown);
            found
        }
        _ => Set::unknown(),
    }
}

/// True for an extension of a type that nothing of the repository declares.
fn extends_outside(db: &Db, unit: &Unit<'_>, id: ExtensionId) -> bool {
    let name = unit.facts.extensions.get(id.index()).and_then(|extension| extension.type_name);
    let Some(hash) = name.map(|name| unit.hash(name)).filter(|_| unit.stub_of.is_none()) else {
        return false;
    };
    !is_declared_anywhere(db, hash)
}
