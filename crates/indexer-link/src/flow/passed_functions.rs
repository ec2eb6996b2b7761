//! Functions that calls pass.

use crate::flow::{call_sites, passed_by_calls, points_to};
use crate::query::{Db, Query};
use crate::value::{Set, Symbol};
use indexer_core::{ExprId, FileId};

/// The functions that calls pass for a parameter, and its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PassedFunctions {
    pub(crate) file: FileId,
    /// Index into the parameters of the file.
    pub(crate) parameter: u32,
}

impl Query for PassedFunctions {
    fn run(self, db: &Db) -> Set {
        let Self { file, parameter } = self;
        let Some(unit) = db.unit(file).filter(|unit| unit.stub_of.is_none()) else { return Set::default() };
        let Some(def) = call_sites(db, file).and_then(|sites| sites.owner(parameter)) else {
            return Set::default();
        };
        let function = Symbol { file, def };
        db.depend_on_symbol(function);
        let default = unit.facts.parameters.get(parameter as usize).map_or(ExprId::UNKNOWN, |p| p.default);
        let mut all = points_to(db, file, default);
        all.extend(&passed_by_calls(db, function, parameter).unwrap_or_else(Set::unknown));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn a_parameter_holds_the_functions_that_calls_pass() {
        linking(
            &[(
                "a.go",
                "package a\nfunc g() {}\nfunc f(callback func()) { callback() }\nfunc h() { f(g) }\n",
            )],
            "a.go",
            |db| {
                let found = db.ask(PassedFunctions { file: file(db, "a.go"), parameter: 0 });
                assert_eq!(printed(db, &found), "function a.go#g");
            },
        );
    }
}
