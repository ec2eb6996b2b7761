//! Parameters of functions and of function types.

use crate::infer::{
    Environment, bind_arguments, bind_declared_receiver, bind_receiver, called_field, element_of,
    instances_of, is_callee, is_lookup, is_open, labelled_place, looked_up, member_seen_from,
    members_of_value, parameter_of, reify_all, rules_of, run_accessors, single_method, substitute,
    substitute_known, taken_by_function, type_of, value_of,
};
use crate::query::Db;
use crate::resolve::{resolve, types_or_values};
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::{ExprId, Expression, FileId, Parameter, ParameterKind, SPREAD};
use smallvec::SmallVec;

/// What a function takes as its argument at `position`, with type parameters put in that the
/// receiver and the other arguments tell.
pub(crate) fn type_of_parameter(
    db: &Db,
    sym: Symbol,
    receiver: Option<Value>,
    arguments: &[(FileId, ExprId)],
    position: u32,
) -> Set {
    type_of_parameter_with(db, sym, receiver, arguments, position, Environment::default())
}

/// As [`type_of_parameter`], with type parameters that are already bound.
pub(crate) fn type_of_parameter_with(
    db: &Db,
    sym: Symbol,
    receiver: Option<Value>,
    arguments: &[(FileId, ExprId)],
    position: u32,
    mut environment: Environment,
) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::unknown() };
    db.depend_on_symbol(sym);
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    // The receiver stands before the arguments, not among them.
    let is_before = unit.rules.extension_functions
        && matches!(receiver, Some(Value::Instance(..) | Value::Receiver(..) | Value::Variant(..)));
    let skipped =
        parameters.iter().take_while(|one| is_before && one.kind == ParameterKind::Receiver).count();
    let parameters = &parameters[skipped..];
    let names = unit.rules.function_receivers || unit.rules.argument_labels;
    let at = match names {
        true if unit.rules.argument_labels => {
            labelled_place(db, (sym.file, parameters), arguments, position as usize)
                .and_then(|at| parameters.get(at))
        }
        true => parameter_for(db, unit, parameters, arguments, position).and_then(|at| parameters.get(at)),
        false => parameters.get(position as usize).or(parameters.last()),
    };
    let Some(parameter) = at else { return Set::unknown() };
    let is_rest = parameter.kind == ParameterKind::Rest && !names;
    if parameter.annotation.is_unknown() || (!names && !is_rest && position as usize >= parameters.len()) {
        return Set::unknown();
    }
    let types = type_of(db, sym.file, parameter.annotation);
    let mut expected = instances_of(&types);
    if is_rest {
        expected = element_of(db, &expected);
    }
    let is_lookup = is_lookup(unit, parameter.annotation);
    if !is_lookup && !expected.iter().any(|v| is_open(db, v)) {
        return expected;
    }
    if let Some(receiver) = receiver {
        bind_receiver(db, sym, receiver, &mut environment);
        bind_declared_receiver(db, sym, receiver, &mut environment);
    }
    // A function among the arguments says nothing of what it is itself given.
    let others: SmallVec<[(FileId, ExprId); 4]> = arguments
        .iter()
        .enumerate()
        .map(|(i, argument)| if i == position as usize { (argument.0, ExprId::UNKNOWN) } else { *argument })
        .collect();
    bind_arguments(db, sym, receiver, &others, &mut environment);
    if let Some(found) = looked_up(db, sym.file, parameter.annotation, &environment).filter(|_| is_lookup) {
        return found;
    }
    substitute(db, &expected, &environment, receiver)
}

/// Which of the parameters takes the argument at `position`, where arguments may have names: one without a name behind the
/// call goes to the last.
pub(crate) fn parameter_for(
    db: &Db,
    unit: &Unit<'_>,
    parameters: &[Parameter],
    arguments: &[(FileId, ExprId)],
    position: u32,
) -> Option<usize> {
    let written = arguments.get(position as usize);
    let written =
        written.and_then(|(file, of)| Some((db.unit(*file)?, db.unit(*file)?.facts.expression(*of))));
    if let Some((of, Expression::Keyword { name, .. })) = written {
        return match of.facts.name(name) {
            "" => parameters.len().checked_sub(1),
            SPREAD => parameters.iter().position(|one| one.kind == ParameterKind::Rest),
            _ => parameters.iter().position(|one| unit.hash(one.name) == of.hash(name)),
        };
    }
    let rest = parameters.iter().position(|one| one.kind == ParameterKind::Rest);
    Some(rest.map_or(position as usize, |rest| rest.min(position as usize)))
}

/// What functions of these types are called on, where their types say so; nothing where they are called on nothing.
pub(crate) fn called_on(db: &Db, functions: &Set) -> Set {
    let mut all = Set::default();
    for value in functions.iter() {
        if let Value::Callable(file, function, known) = value
            && let Some(unit) = db.unit(file)
            && let Expression::FunctionType { parameters, .. } = unit.facts.expression(function)
            && let Some(first) = unit.facts.list(parameters).first()
            && let Expression::Keyword { value, .. } = unit.facts.expression(*first)
        {
            let given = instances_of(&type_of(db, file, value));
            all.extend(&substitute_known(db, &given, known));
        }
    }
    all
}

/// What functions of these types are given as argument `index`.
pub(crate) fn passed_to_function(db: &Db, functions: &Set, index: u32) -> Set {
    let mut all = Set::default();
    for value in functions.iter() {
        match value {
            Value::Callable(file, function, known) => {
                let Some(unit) = db.unit(file) else { continue };
                let Expression::FunctionType { parameters: run, .. } = unit.facts.expression(function) else {
                    continue;
                };
                let parameters = unit.facts.list(run);
                // What it is called on stands before the others.
                let receives =
                    |of: &&ExprId| matches!(unit.facts.expression(**of), Expression::Keyword { .. });
                let before = usize::from(
                    unit.rules.function_receivers && parameters.first().filter(receives).is_some(),
                );
                // A function may take more than it is given.
                let given = taken_by_function(db, file, (run, known), index as usize + before);
                let Some(given) = given else { continue };
                all.extend(&substitute_known(db, &given, known));
            }
            Value::Function(sym, bound) => {
                let receiver = db.args_of(bound).first().and_then(Set::only);
                all.extend(&type_of_parameter(db, sym, receiver, &[], index));
            }
            Value::Instance(TypeId::Def(of), _) | Value::Receiver(TypeId::Def(of), _)
                if let Some(method) = single_method(db, of) =>
            {
                all.extend(&parameter_of(db, method, value, index));
            }
            Value::Instance(id, _) | Value::Receiver(id, _) => {
                let Some(member) = rules_of(db, id).and_then(|rules| rules.call_member) else {
                    continue;
                };
                let name = db.text(member);
                let (members, _) = members_of_value(db, value, name, Some(true));
                let called = reify_all(db, &members.found, members.receiver);
                let callables: Set = called.iter().filter(|v| matches!(v, Value::Callable(..))).collect();
                if !callables.is_empty() {
                    all.extend(&passed_to_function(db, &callables, index));
                }
            }
            Value::Unknown => all.add(Value::Unknown),
            _ => {}
        }
    }
    if all.is_empty() { Set::unknown() } else { all }
}

/// What a call with this callee calls. A member that is called is a method before it is a field.
pub(crate) fn callees_of(db: &Db, file: FileId, of: ExprId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    match unit.facts.expression(of) {
        Expression::Apply { of: inner, .. }
            if unit.rules.functions_run_bare && is_callee(unit.facts.expression(inner)) =>
        {
            let found = callees_of(db, file, inner);
            // A type is made with its arguments.
            if found.iter().any(|value| matches!(value, Value::Type(..))) {
                value_of(db, file, of)
            } else {
                found
            }
        }
        Expression::Name { .. } if unit.rules.functions_run_bare => {
            let (found, _) = resolve(db, file, of, Some(true));
            run_accessors(db, reify_all(db, &found, None))
        }
        Expression::Member { of, name, access } if unit.rules.functions_run_bare => {
            let receivers = value_of(db, file, of);
            let found = member_seen_from(db, file, &receivers, db.name(unit, name), None);
            run_accessors(db, types_or_values(db, found, access == indexer_core::Access::Path))
        }
        Expression::Member { of, name, .. } => {
            let receivers = value_of(db, file, of);
            let name = db.name(unit, name);
            let found = member_seen_from(db, file, &receivers, name, Some(true));
            match called_field(db, &receivers, name, Some(true), &found) {
                Some(_) => member_seen_from(db, file, &receivers, name, Some(false)),
                None => found,
            }
        }
        Expression::Apply { of: inner, .. } if unit.rules.has_function_types => {
            match unit.facts.expression(inner) {
                Expression::Member { .. } => callees_of(db, file, inner),
                _ => value_of(db, file, of),
            }
        }
        _ => value_of(db, file, of),
    }
}
