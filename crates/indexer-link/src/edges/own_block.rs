//! What `self.m()` means in a block that has the method itself, where blocks for other forms of the type have one too:
//! `impl Read for &Pipe` beside `impl Read for Pipe`.

use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Set, Value};
use indexer_core::{Expression, ExtensionId, Linearization, Owner, Reference};

/// The members of the block around, where all that is meant are members of blocks that implement traits and it has one.
pub(crate) fn or_of_own_block(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    if unit.rules.linearization != Linearization::Autoderef || denoted.iter().nth(1).is_none() {
        return denoted;
    }
    let Expression::Member { of, .. } = unit.facts.expression(reference.expression) else { return denoted };
    let Expression::SelfInstance(scope) = unit.facts.expression(of) else { return denoted };
    let Some(Owner::Extension(own)) = unit.body_of(scope) else { return denoted };
    let implements = |value: Value| {
        let Value::Definition(sym) = value else { return false };
        let of = db.unit(sym.file);
        of.is_some_and(|of| match of.facts.definition(sym.def).owner {
            Owner::Extension(block) => of.facts.extensions[block.index()].implements.is_some(),
            _ => false,
        })
    };
    let is_own = |value: &Value| is_of_block(db, unit, *value, own);
    match denoted.iter().all(implements) && denoted.iter().any(|value| is_own(&value)) {
        true => denoted.iter().filter(is_own).collect(),
        false => denoted,
    }
}

fn is_of_block(db: &Db, unit: &Unit<'_>, value: Value, block: ExtensionId) -> bool {
    let Value::Definition(sym) = value else { return false };
    db.is_own(sym.file) && unit.facts.definition(sym.def).owner == Owner::Extension(block)
}
