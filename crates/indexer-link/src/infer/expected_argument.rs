//! What callees expect of their arguments.

use crate::infer::{
    as_instance, bind_declared_result, call_signature, callees_of, expected_by_initializer, member_of_values,
    members_of_type, own_member, reify, reify_all, rules_of, select_labelled_callees,
    select_overloaded_callees, signature_for, substitute_known, taken_by_function, type_of_parameter,
    type_of_parameter_with, types_made, written_arguments,
};
use crate::query::{Db, Query};
use crate::value::{Set, TypeId, Value};
use indexer_core::{ExprId, Expression, FileId};
use smallvec::SmallVec;

/// What the callees of a call take as the argument at `position`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ExpectedArgument {
    pub(crate) file: FileId,
    pub(crate) call: ExprId,
    pub(crate) position: u32,
}

impl Query for ExpectedArgument {
    fn run(self, db: &Db) -> Set {
        let Self { file, call, position } = self;
        let Some(unit) = db.unit(file) else { return Set::unknown() };
        let Expression::Call { of, .. } = unit.facts.expression(call) else { return Set::unknown() };
        let mut callees = callees_of(db, file, of);
        if unit.rules.argument_labels {
            let arguments: SmallVec<[(FileId, ExprId); 4]> = match unit.facts.expression(call) {
                Expression::Call { arguments, .. } => {
                    unit.facts.list(arguments).iter().map(|e| (file, *e)).collect()
                }
                _ => SmallVec::new(),
            };
            let made = types_made(db, file, of);
            match made.is_empty() {
                true => callees = select_labelled_callees(db, callees, &arguments, false),
                false => callees = made,
            }
        }
        let mut all = Set::default();
        for callee in callees.iter() {
            all.extend(&expected_by_callee(db, callee, file, call, position, 0));
        }
        all
    }
}

/// What one callee takes as the argument at `position` of a call.
pub(crate) fn expected_by_callee(
    db: &Db,
    callee: Value,
    file: FileId,
    call: ExprId,
    position: u32,
    depth: u32,
) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let Expression::Call { arguments, .. } = unit.facts.expression(call) else { return Set::unknown() };
    let arguments: SmallVec<[(FileId, ExprId); 4]> =
        unit.facts.list(arguments).iter().map(|e| (file, *e)).collect();
    match callee {
        Value::Function(sym, bound) => {
            let receiver = db.args_of(bound).first().and_then(Set::only);
            let sym = signature_for(db, sym, &arguments);
            let mut given = written_arguments(db, file, call, sym);
            bind_declared_result(db, (sym, receiver), (file, call), position, &mut given);
            type_of_parameter_with(db, sym, receiver, &arguments, position, given)
        }
        Value::Callable(file, function, known) => {
            let Some(unit) = db.unit(file) else { return Set::unknown() };
            let Expression::FunctionType { parameters, .. } = unit.facts.expression(function) else {
                return Set::unknown();
            };
            let expected = taken_by_function(db, file, (parameters, known), position as usize);
            expected.map_or(Set::unknown(), |expected| substitute_known(db, &expected, known))
        }
        Value::Type(id, _) | Value::ReceiverType(id, _) if depth < 2 => {
            if unit.rules.argument_labels
                && let TypeId::Def(sym) = id
            {
                return expected_by_initializer(db, sym, as_instance(callee), &arguments, position);
            }
            let constructors = rules_of(db, id).map_or(&[][..], |rules| rules.constructors);
            if unit.rules.functions_overload
                && let TypeId::Def(sym) = id
            {
                return type_of_parameter(db, sym, None, &arguments, position);
            }
            if constructors.is_empty() && unit.rules.has_function_types {
                return expected_by_constructor(db, (callee, id), (file, call, &arguments), position);
            }
            for name in constructors {
                let name = db.text(name);
                let found = members_of_type(db, id, name, Some(true)).found;
                if let Some(made @ Value::Definition(_)) = found.only() {
                    let made = reify(db, made, Some(as_instance(callee)));
                    if let Some(made) = made.only() {
                        return expected_by_callee(db, made, file, call, position, depth + 1);
                    }
                }
            }
            // What can be called as it stands: an object that is a component.
            let Some(member) = rules_of(db, id).and_then(|rules| rules.call_member) else {
                return Set::unknown();
            };
            match members_of_type(db, id, db.text(member), Some(true)).found.only() {
                Some(called @ Value::Callable(..)) => {
                    expected_by_callee(db, called, file, call, position, depth + 1)
                }
                _ => Set::unknown(),
            }
        }
        Value::Variant(sym, _) if unit.rules.argument_labels => {
            type_of_parameter(db, sym, Some(callee), &arguments, position)
        }
        Value::Instance(id, _) | Value::Receiver(id, _) if depth < 2 => {
            if let Some(called) = call_signature(db, callee, &arguments) {
                return expected_by_callee(db, called, file, call, position, depth + 1);
            }
            let Some(member) = rules_of(db, id).and_then(|rules| rules.call_member) else {
                return Set::unknown();
            };
            let member = db.text(member);
            let called = member_of_values(db, &Set::of(callee), member, Some(true));
            match called.only() {
                Some(called) => expected_by_callee(db, called, file, call, position, depth + 1),
                None => Set::unknown(),
            }
        }
        _ => Set::unknown(),
    }
}

/// What the constructor of a type, which has the name of the type, takes as the argument at `position`.
fn expected_by_constructor(
    db: &Db,
    (of, id): (Value, TypeId),
    (file, call, arguments): (FileId, ExprId, &[(FileId, ExprId)]),
    position: u32,
) -> Set {
    let TypeId::Def(sym) = id else { return Set::unknown() };
    let Some(name) = db.unit(sym.file).map(|unit| db.name(unit, unit.facts.definition(sym.def).name)) else {
        return Set::unknown();
    };
    let found = own_member(db, sym, name, Some(true));
    let made = reify_all(db, &found, Some(as_instance(of)));
    let mut all = Set::default();
    for made in select_overloaded_callees(db, made, arguments).iter() {
        if matches!(made, Value::Function(..)) {
            all.extend(&expected_by_callee(db, made, file, call, position, 2));
        }
    }
    if all.is_empty() { Set::unknown() } else { all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn a_callee_expects_what_its_parameter_is_declared_to_be() {
        let text = "class C {}\nfunction f(c: C) {}\nf(null);\n";
        linking(&[("a.ts", text)], "a.ts", |db| {
            let file = file(db, "a.ts");
            let expressions = &db.unit(file).unwrap().facts.expressions;
            let call = expressions.iter().position(|one| matches!(one, Expression::Call { .. })).unwrap();
            let query = ExpectedArgument { file, call: ExprId(call as u32), position: 0 };
            assert_eq!(printed(db, &db.ask(query)), "instance of a.ts#C");
        });
    }
}
