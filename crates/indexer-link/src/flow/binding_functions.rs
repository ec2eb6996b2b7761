//! Functions in locals and parameters.

use crate::flow::{PassedFunctions, points_to};
use crate::query::{Db, Query};
use crate::value::Set;
use indexer_core::{BindingId, Bound, FileId};

/// The functions that a local or parameter may be or hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BindingFunctions {
    pub(crate) file: FileId,
    pub(crate) binding: BindingId,
}

impl Query for BindingFunctions {
    fn run(self, db: &Db) -> Set {
        let Some(unit) = db.unit(self.file) else { return Set::default() };
        let binding = &unit.facts.bindings[self.binding.index()];
        let mut all = points_to(db, self.file, binding.value);
        if let Bound::Parameter(parameter) = binding.bound {
            all.extend(&db.ask(PassedFunctions { file: self.file, parameter: parameter.0 }));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{binding, linking, printed};

    #[test]
    fn a_local_holds_the_functions_that_it_is_given() {
        let text = "package a\nfunc g() {}\nfunc f() {\n\tvar local func() = g\n\tlocal()\n}\n";
        linking(&[("a.go", text)], "a.go", |db| {
            let (file, binding) = binding(db, "a.go", "local");
            assert_eq!(printed(db, &db.ask(BindingFunctions { file, binding })), "function a.go#g");
        });
    }
}
