//! A member of a class and one of its instances that have the same name.

use crate::query::Db;
use crate::value::{Set, Symbol, Value};
use indexer_core::{Bound, DefId, Flags, Namespace};
use smallvec::SmallVec;

/// Of members with the name of one of the other side, those that a class itself has where `of_class`, else those that
/// its instances have. Where languages let both stand in one scope, the scope alone does not tell.
pub(crate) fn on_side(db: &Db, found: Set, of_class: bool) -> Set {
    let mut all = Set::default();
    for value in found.iter() {
        match value {
            Value::Definition(sym) => match on_other_side(db, sym, of_class) {
                Some(others) => all.extend(&others),
                None => all.add(value),
            },
            other => all.add(other),
        }
    }
    all
}

/// The members that are meant where `sym` is not, because it is on the other side; `None` where there are none.
fn on_other_side(db: &Db, sym: Symbol, of_class: bool) -> Option<Set> {
    let unit = db.unit(sym.file).filter(|unit| unit.rules.declarations_merge)?;
    let definition = unit.facts.definition(sym.def);
    if definition.flags.has(Flags::STATIC) == of_class {
        return None;
    }
    db.depend_on_symbol(sym);
    let any = Namespace::ANY.with(Namespace::MEMBER).with(Namespace::CALLABLE);
    let bindings = unit.hoisted(definition.scope, definition.name, any).into_iter();
    let others: SmallVec<[DefId; 2]> = bindings
        .filter_map(|binding| match binding.bound {
            Bound::Definition(def) => Some(def),
            _ => None,
        })
        .filter(|def| unit.facts.definition(*def).flags.has(Flags::STATIC) == of_class)
        .collect();
    let others: Set = unit.select(others).into_iter().map(|def| Value::definition(sym.file, def)).collect();
    (!others.is_empty()).then_some(others)
}
