//! Functions in elements of locals.

use crate::flow::{call_sites, points_to};
use crate::query::{Db, Query};
use crate::value::Set;
use indexer_core::{BindingId, ExprId, Expression, FileId};
use smallvec::SmallVec;

/// The functions that are stored in elements of a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ElementFunctions {
    pub(crate) file: FileId,
    pub(crate) binding: BindingId,
}

impl Query for ElementFunctions {
    fn run(self, db: &Db) -> Set {
        let Self { file, binding: first } = self;
        let Some(unit) = db.unit(file) else { return Set::default() };
        let Some(one) = unit.facts.bindings.get(first.index()) else { return Set::default() };
        let Some(sites) = call_sites(db, file) else { return Set::default() };
        let stored = sites.stored(unit.hash(one.name)).filter(|(place, _)| {
            let place = unit.facts.expression(*place);
            matches!(place, Expression::Name { bound: Some(bound), .. } if bound == first)
        });
        let stored: SmallVec<[ExprId; 4]> = stored.map(|(_, value)| value).collect();
        let mut all = Set::default();
        for value in stored {
            all.extend(&points_to(db, file, value));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{binding, linking, printed};

    #[test]
    fn what_is_stored_in_an_element_is_held_by_the_whole() {
        let text = "package a\nfunc g() {}\nfunc f(all []func()) {\n\tall[0] = g\n}\n";
        linking(&[("a.go", text)], "a.go", |db| {
            let (file, binding) = binding(db, "a.go", "all");
            assert_eq!(printed(db, &db.ask(ElementFunctions { file, binding })), "function a.go#g");
        });
    }
}
