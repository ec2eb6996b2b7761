//! What calls pass for parameters without an annotation.
//!
//! Inside its function such a parameter is [`Value::Argument`]. A call puts its own argument in the place of it, where the
//! function gives it back. Where something is done with it, it is replaced by what all calls pass: that is never proved,
//! since other callers may exist.

use crate::flow::{call_sites, passed_by_calls};
use crate::infer::value_of;
use crate::query::{Db, Query};
use crate::value::{Set, Symbol, Value};
use indexer_core::{ExprId, FileId};

/// What calls pass for a parameter without an annotation, and its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PassedValues {
    pub(crate) file: FileId,
    pub(crate) parameter: u32,
}

impl Query for PassedValues {
    fn run(self, db: &Db) -> Set {
        let Self { file, parameter: index } = self;
        let Some(unit) = db.unit(file) else { return Set::unknown() };
        let Some(def) = call_sites(db, file).and_then(|sites| sites.owner(index)) else {
            return Set::unknown();
        };
        let function = Symbol { file, def };
        db.depend_on_symbol(function);
        let default = unit.facts.parameters.get(index as usize).map_or(ExprId::UNKNOWN, |p| p.default);
        let known = if default.is_unknown() { Set::default() } else { value_of(db, file, default) };
        let mut all = known.clone();
        match passed_by_calls(db, function, index) {
            Some(given) => all.extend(&given),
            None => all.add(Value::Unknown),
        }
        if known.is_empty() || all != known {
            all.add(Value::Unknown);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn a_parameter_is_what_calls_pass_and_perhaps_something_else() {
        let text = "class C: pass\ndef f(p): return p\nf(C())\n";
        linking(&[("a.py", text)], "a.py", |db| {
            let found = db.ask(PassedValues { file: file(db, "a.py"), parameter: 0 });
            assert_eq!(printed(db, &found), "instance of a.py#C, unknown");
        });
    }
}
