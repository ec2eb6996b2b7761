//! Names that may stand for nothing: `parse = None` where an import failed.

use crate::query::Db;
use crate::value::{Set, Value};
use indexer_core::{Expression, LiteralKind, Reference, Role, SymbolKind};

/// Without the variables that hold nothing where a call shows that something else is meant, which is there.
pub(crate) fn without_nothing(db: &Db, reference: &Reference, denoted: Set) -> Set {
    if reference.role != Role::Call || denoted.iter().nth(1).is_none() {
        return denoted;
    }
    let left: Set = denoted.iter().filter(|value| !holds_nothing(db, *value)).collect();
    if left.is_empty() { denoted } else { left }
}

/// True for a variable of which no line says anything but that it is nothing.
fn holds_nothing(db: &Db, value: Value) -> bool {
    let Value::Definition(sym) = value else { return false };
    let Some(unit) = db.unit(sym.file) else { return false };
    if !matches!(unit.kind(sym.def), SymbolKind::Variable | SymbolKind::Constant) {
        return false;
    }
    db.depend_on_symbol(sym);
    unit.facts.expression(unit.facts.definition(sym.def).value) == Expression::Literal(LiteralKind::None)
}
