//! What closures give.

use crate::infer::value_of;
use crate::query::{Db, Query};
use crate::value::Set;
use indexer_core::{FileId, LambdaId};

/// What a call of a closure gives. A query of its own: a closure may call itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClosureResult {
    pub(crate) file: FileId,
    pub(crate) closure: LambdaId,
}

impl Query for ClosureResult {
    fn run(self, db: &Db) -> Set {
        let Self { file, closure } = self;
        let value = db.unit(file).and_then(|u| u.facts.lambdas.get(closure.index())).map(|l| l.value);
        value.map_or(Set::unknown(), |value| value_of(db, file, value))
    }
}

/// What a call of a closure gives.
pub(crate) fn closure_result(db: &Db, file: FileId, closure: LambdaId) -> Set {
    db.ask(ClosureResult { file, closure })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn a_closure_gives_its_value() {
        linking(&[("a.py", "class C: pass\nf = lambda: C()\n")], "a.py", |db| {
            let found = closure_result(db, file(db, "a.py"), LambdaId(0));
            assert_eq!(printed(db, &found), "instance of a.py#C");
        });
    }
}
