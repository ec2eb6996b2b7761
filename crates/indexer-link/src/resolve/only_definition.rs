//! The definition of a type that is only declared where a query looks.

use crate::query::{Db, Query};
use crate::resolve::{definitions_for, including, is_declaration};
use crate::value::{Set, Symbol, Value};

/// The definition of a type that is declared there; nothing where there is none, or more than one. Which definition a file
/// sees depends on what it includes, and the answer of a query is one for all files: so it is the one that sees the
/// declaration, or the only one in the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OnlyDefinition {
    pub(crate) of: Symbol,
}

impl Query for OnlyDefinition {
    fn run(self, db: &Db) -> Set {
        if including(db, self.of.file).is_none() {
            return Set::default();
        }
        match definitions_for(db, self.of)[..] {
            [one] => Set::of(Value::Definition(one)),
            _ => Set::default(),
        }
    }
}

/// The type itself, or the definition of what `sym` declares, where there is one.
pub(crate) fn only_definition(db: &Db, sym: Symbol) -> Symbol {
    if !is_declaration(db, sym) {
        return sym;
    }
    match db.ask(OnlyDefinition { of: sym }).only() {
        Some(Value::Definition(one)) => one,
        _ => sym,
    }
}
