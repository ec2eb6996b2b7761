//! Types in the heads of definitions and extensions.

use crate::infer::value_of;
use crate::query::{Db, Query};
use crate::value::Set;
use indexer_core::{ExprId, FileId};

/// What a type expression in the head of a definition or extension names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HeaderType {
    pub(crate) file: FileId,
    pub(crate) expression: ExprId,
}

impl Query for HeaderType {
    fn run(self, db: &Db) -> Set {
        value_of(db, self.file, self.expression)
    }
}

/// What a type expression in the head of a definition or extension names.
pub(crate) fn header_type(db: &Db, file: FileId, expression: ExprId) -> Set {
    db.ask(HeaderType { file, expression })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed, symbol};

    #[test]
    fn a_base_is_found_through_an_import() {
        let files = [("a.py", "class A: pass\n"), ("b.py", "from a import A\nclass B(A): pass\n")];
        linking(&files, "b.py", |db| {
            let unit = db.unit(file(db, "b.py")).unwrap();
            let bases = unit.facts.list(unit.facts.definition(symbol(db, "b.py#B").def).bases);
            assert_eq!(printed(db, &header_type(db, file(db, "b.py"), bases[0])), "type a.py#A");
        });
    }
}
