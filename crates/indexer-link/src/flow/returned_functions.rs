//! Functions that functions return.

use crate::flow::{points_to, stored_in_file};
use crate::query::{Db, Query};
use crate::value::{Set, Symbol};

/// The functions that a function may return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ReturnedFunctions {
    pub(crate) function: Symbol,
}

impl Query for ReturnedFunctions {
    fn run(self, db: &Db) -> Set {
        let sym = self.function;
        db.depend_on_symbol(sym);
        let Some(unit) = db.unit(sym.file) else { return Set::default() };
        let definition = unit.facts.definition(sym.def);
        let name = unit.hash(definition.name);
        let mut all = points_to(db, sym.file, definition.value);
        all.extend(&stored_in_file(db, sym, sym.file, name));
        all
    }
}

/// The functions that a function of the repository may return.
pub(crate) fn returned_functions(db: &Db, sym: Symbol) -> Set {
    if db.unit(sym.file).is_none_or(|unit| unit.stub_of.is_some()) {
        return Set::default();
    }
    db.ask(ReturnedFunctions { function: sym })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{linking, printed, symbol};

    #[test]
    fn a_function_returns_a_function() {
        let text = "package a\nfunc g() {}\nfunc make() func() { return g }\n";
        linking(&[("a.go", text)], "a.go", |db| {
            assert_eq!(printed(db, &returned_functions(db, symbol(db, "a.go#make"))), "function a.go#g");
        });
    }
}
