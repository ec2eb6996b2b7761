//! Functions that closures give.

use crate::flow::points_to;
use crate::query::{Db, Query};
use crate::value::Set;
use indexer_core::{FileId, LambdaId};

/// The functions that a closure may give. A query of its own: a closure may give what it gives itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClosureFunctions {
    pub(crate) file: FileId,
    pub(crate) closure: LambdaId,
}

impl Query for ClosureFunctions {
    fn run(self, db: &Db) -> Set {
        let unit = db.unit(self.file);
        let closure = unit.and_then(|unit| unit.facts.lambdas.get(self.closure.index()));
        closure.map_or_else(Set::default, |closure| points_to(db, self.file, closure.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn a_closure_gives_the_functions_that_it_returns() {
        linking(&[("a.js", "function g() {}\ncall(() => g);\n")], "a.js", |db| {
            let found = db.ask(ClosureFunctions { file: file(db, "a.js"), closure: LambdaId(0) });
            assert_eq!(printed(db, &found), "function a.js#g");
        });
    }
}
