//! What locals and parameters are.

use crate::flow::open_parameter;
use crate::frameworks::{provider, value_of_provider};
use crate::infer::{instance_of_builtin, instances_of, told_by_use, type_of, value_of};
use crate::query::{Db, Query};
use crate::value::Set;
use indexer_core::{BindingId, Bound, FileId, ParameterKind};

/// What a local or parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BindingValue {
    pub(crate) file: FileId,
    pub(crate) binding: BindingId,
}

impl Query for BindingValue {
    fn run(self, db: &Db) -> Set {
        let Self { file, binding: id } = self;
        let Some(unit) = db.unit(file) else { return Set::unknown() };
        let binding = &unit.facts.bindings[id.index()];
        if let Bound::Parameter(parameter) = binding.bound
            && unit.facts.parameters.get(parameter.index()).is_some_and(|one| one.annotation.is_unknown())
            && let Some(given) = provider(db, file, id)
        {
            return value_of_provider(db, &given);
        }
        if let Bound::Parameter(parameter) = binding.bound
            && let Some(open) = open_parameter(db, file, parameter.0)
        {
            return open;
        }
        if binding.bound == Bound::Local {
            return told_by_use(db, file, id, value_of(db, file, binding.value));
        }
        if !binding.value.is_unknown() {
            return value_of(db, file, binding.value);
        }
        let Bound::Parameter(parameter) = binding.bound else { return Set::unknown() };
        let Some(parameter) = unit.facts.parameters.get(parameter.index()) else { return Set::unknown() };
        if !parameter.annotation.is_unknown() {
            let instances = instances_of(&type_of(db, file, parameter.annotation));
            // What takes any number of arguments is an array of them.
            let is_array = parameter.kind == ParameterKind::Rest && unit.rules.companion.is_some();
            return match is_array {
                true => instance_of_builtin(db, file, "Array", vec![instances]),
                false => instances,
            };
        }
        value_of(db, file, parameter.default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{binding, linking, printed};

    #[test]
    fn a_local_is_what_it_is_given_and_a_parameter_what_its_annotation_says() {
        let files = [("a.py", "class C: pass\ndef f(p: C):\n    local = p\n    return local\n")];
        linking(&files, "a.py", |db| {
            for name in ["p", "local"] {
                let (file, binding) = binding(db, "a.py", name);
                assert_eq!(
                    printed(db, &db.ask(BindingValue { file, binding })),
                    "instance of a.py#C",
                    "{name}"
                );
            }
        });
    }
}
