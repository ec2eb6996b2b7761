//! What type parameters must be, for a pattern to become what was passed.

use crate::infer::{
    Environment, as_instance, as_plain, bounded_args, call_bound, call_value, closure_result, element_of,
    enum_of, extended_types, initializers_of, instances_of, is_open, known_environment, labelled_place,
    linearize, own_member, parameter_for, rules_of, seen_as, single_method, substitute_known, type_of,
    type_with_parameters, value_of,
};
use crate::query::Db;
use crate::resolve::whole_type;
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::{ExprId, Expression, FileId, Linearization, Owner, Parameter, ParameterKind, SymbolKind};
use smallvec::SmallVec;

/// Binds the type parameters of a member's owner from the receiver's arguments.
pub(crate) fn bind_receiver(db: &Db, member: Symbol, receiver: Value, environment: &mut Environment) {
    let (of, args) = match receiver {
        Value::Instance(of, args)
        | Value::Receiver(of, args)
        | Value::Type(of, args)
        | Value::ReceiverType(of, args) => (of, args),
        Value::Variant(sym, args) => match enum_of(db, sym) {
            Some(of) => (TypeId::Def(of), args),
            None => return,
        },
        Value::Object(_, _, known) => return environment.take_in(known_environment(db, known)),
        _ => return,
    };
    let Some(unit) = db.unit(member.file) else { return };
    let owner = match unit.facts.definition(member.def).owner {
        // A field of a variant is of the parameters of the enumeration.
        Owner::Definition(def) if unit.kind(def) == SymbolKind::Variant => unit.facts.definition(def).owner,
        owner => owner,
    };
    match owner {
        Owner::Definition(def) if of == TypeId::Def(whole_type(db, Symbol { def, ..member })) => {
            let run = unit.type_parameters(def);
            let items = db.args_of(args);
            for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
                environment.bind(TypeId::Param(member.file, i), item.clone());
            }
        }
        Owner::Definition(def) if let TypeId::Param(file, index) = of => {
            let owner = whole_type(db, Symbol { def, ..member });
            bind_bounded(db, (file, index), owner, environment);
        }
        Owner::Definition(def) => {
            // A member of a base: what the base's parameters are here.
            let owner = whole_type(db, Symbol { def, ..member });
            let TypeId::Def(of) = of else { return };
            let run = unit.type_parameters(def);
            if run.len == 0 {
                return;
            }
            let Some(args) = seen_as(db, of, args, owner) else { return };
            let items = db.args_of(args);
            for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
                environment.bind(TypeId::Param(member.file, i), item.clone());
            }
        }
        Owner::Extension(extension) if unit.rules.extensions_are_parts => {
            for pattern in extended_types(db, member.file, extension).iter() {
                let Value::Type(TypeId::Def(owner), _) = pattern else { continue };
                match of {
                    TypeId::Param(file, index) => bind_bounded(db, (file, index), owner, environment),
                    TypeId::Def(of) => {
                        let Some(run) = db.unit(owner.file).map(|unit| unit.type_parameters(owner.def))
                        else {
                            continue;
                        };
                        let Some(args) = seen_as(db, of, args, owner).filter(|_| run.len > 0) else {
                            continue;
                        };
                        for (i, item) in (run.start..run.start + run.len).zip(db.args_of(args).iter()) {
                            environment.bind(TypeId::Param(owner.file, i), item.clone());
                        }
                    }
                    TypeId::External(_) => {}
                }
            }
        }
        Owner::Extension(extension) => {
            for pattern in extended_types(db, member.file, extension).iter() {
                unify(db, as_instance(pattern), Value::Instance(of, args), environment);
            }
        }
        _ => {}
    }
}

/// Binds the type parameters of a trait that a bound of a type parameter names with arguments.
fn bind_bounded(db: &Db, (file, index): (FileId, u32), of_trait: Symbol, environment: &mut Environment) {
    let Some(unit) = db.unit(file) else { return };
    let Some(parameter) = unit.facts.type_parameters.get(index as usize) else { return };
    let Some(run) = db.unit(of_trait.file).map(|of| of.type_parameters(of_trait.def)) else { return };
    for bound in unit.facts.list(parameter.bounds) {
        for value in type_of(db, file, *bound).iter() {
            let Value::Type(TypeId::Def(sym), args) = value else { continue };
            let Some(args) = seen_as(db, sym, args, of_trait) else { continue };
            for (i, item) in (run.start..run.start + run.len).zip(db.args_of(args).iter()) {
                environment.bind(TypeId::Param(of_trait.file, i), item.clone());
            }
        }
    }
}

/// Binds the type parameters of a receiver's type and of its bases, as far as they stand in `file`.
pub(crate) fn bind_types(db: &Db, file: FileId, receiver: Value, environment: &mut Environment) {
    if let Value::Object(_, _, known) = receiver {
        return environment.take_in(known_environment(db, known));
    }
    let (Value::Instance(TypeId::Def(of), args) | Value::Receiver(TypeId::Def(of), args)) = receiver else {
        return;
    };
    let order = linearize(db, of);
    for base in
        std::iter::once(of).chain(order.value.symbols.iter().copied()).filter(|base| base.file == file)
    {
        let Some(run) = db.unit(base.file).map(|u| u.type_parameters(base.def)) else { continue };
        let Some(args) = seen_as(db, of, args, base).filter(|_| run.len > 0) else { continue };
        let items = db.args_of(args);
        for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
            environment.bind(TypeId::Param(file, i), item.clone());
        }
    }
}

pub(crate) fn bind_arguments(
    db: &Db,
    sym: Symbol,
    receiver: Option<Value>,
    arguments: &[(FileId, ExprId)],
    environment: &mut Environment,
) {
    if arguments.is_empty() {
        return;
    }
    let Some(unit) = db.unit(sym.file) else { return };
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    let by_path = matches!(receiver, Some(Value::Type(..) | Value::ReceiverType(..)) | None);
    let skip = |p: &&Parameter| by_path || p.kind != ParameterKind::Receiver;
    let annotations: SmallVec<[ExprId; 4]> = parameters.iter().filter(skip).map(|p| p.annotation).collect();
    let by_names = unit.rules.function_receivers || unit.rules.argument_labels;
    let mapped: SmallVec<[ExprId; 4]> = match by_names {
        true => {
            let plain: Vec<Parameter> = parameters.iter().filter(skip).cloned().collect();
            let at = |i: usize| match unit.rules.argument_labels {
                true => labelled_place(db, (sym.file, &plain), arguments, i),
                false => parameter_for(db, unit, &plain, arguments, i as u32),
            };
            let annotation = |i: usize| at(i).and_then(|at| annotations.get(at).copied());
            (0..arguments.len()).map(|i| annotation(i).unwrap_or(ExprId::UNKNOWN)).collect()
        }
        false => annotations,
    };
    for (annotation, (file, argument)) in mapped.into_iter().zip(arguments) {
        if annotation.is_unknown() {
            continue;
        }
        let patterns = type_of(db, sym.file, annotation);
        if !patterns.iter().any(|v| is_open(db, v) || matches!(v, Value::Callable(..))) {
            continue;
        }
        let actual = value_of(db, *file, *argument);
        for pattern in patterns.iter() {
            for value in actual.iter() {
                unify(db, as_instance(pattern), value, environment);
            }
        }
    }
}

/// Binds the type parameters in `pattern` so that it becomes `actual`.
pub(crate) fn unify(db: &Db, pattern: Value, actual: Value, environment: &mut Environment) {
    match (pattern, actual) {
        (_, Value::Unknown) => {}
        (Value::Instance(parameter @ TypeId::Param(file, index), _), _) => {
            environment.bind(parameter, Set::of(as_plain(as_passed(db, actual))));
            for bound in function_bounds(db, file, index) {
                unify_function(db, (file, bound, Args::NONE), actual, environment);
            }
        }
        // A type is given where `T.Type` is wanted.
        (Value::Type(parameter @ TypeId::Param(..), _), Value::Type(..) | Value::ReceiverType(..)) => {
            environment.bind(parameter, Set::of(as_plain(as_instance(actual))));
        }
        (Value::Callable(file, expression, known), _) => {
            unify_function(db, (file, expression, known), actual, environment);
        }
        (Value::Instance(TypeId::Def(of), args), Value::Lambda(..) | Value::Function(..)) => {
            let Some(method) = single_method(db, of) else { return };
            let receiver = Value::Instance(TypeId::Def(of), args);
            let expected = call_bound(db, method, receiver, &[]);
            let result = match actual {
                Value::Lambda(file, lambda) => closure_result(db, file, lambda),
                other => call_value(db, other, &[]),
            };
            for pattern in expected.iter() {
                for value in result.iter() {
                    unify(db, pattern, value, environment);
                }
            }
        }
        // A class is given where `interface Type<T> { new (): T }` is wanted: it gives its instances.
        (Value::Instance(TypeId::Def(of), _), Value::Type(..)) if has_signature(db, of) => {
            for pattern in call_value(db, pattern, &[]).iter() {
                for value in call_value(db, actual, &[]).iter() {
                    unify(db, pattern, value, environment);
                }
            }
        }
        (Value::Instance(a, pattern), Value::Instance(b, actual) | Value::Receiver(b, actual)) if a == b => {
            unify_args(db, pattern, actual, environment);
        }
        (
            Value::Instance(TypeId::Def(a), pattern),
            Value::Instance(TypeId::Def(b), actual) | Value::Receiver(TypeId::Def(b), actual),
        ) if db.unit(b.file).is_some_and(|unit| unit.rules.classes.is_some()) => {
            if let Some(actual) = seen_as(db, b, actual, a) {
                unify_args(db, pattern, actual, environment);
            }
        }
        (Value::Instance(TypeId::Def(of), args), _) if takes_elements(db, of, actual) => {
            // Our declarations of what takes anything that is iterated name a collection.
            let Some(pattern) = db.args_of(args).first().cloned() else { return };
            let items = element_of(db, &Set::of(actual));
            for pattern in pattern.iter() {
                for item in items.iter() {
                    unify(db, as_instance(pattern), item, environment);
                }
            }
        }
        (Value::Tuple(pattern), Value::Tuple(actual)) => unify_args(db, pattern, actual, environment),
        _ => {}
    }
}

/// A value as a parameter has it: where types are no values, what is named as a type is the only instance of it
/// (`struct Unit;`).
fn as_passed(db: &Db, value: Value) -> Value {
    match value {
        Value::Type(TypeId::Def(sym), _)
            if db.unit(sym.file).is_some_and(|of| of.rules.linearization == Linearization::Autoderef) =>
        {
            as_instance(value)
        }
        other => other,
    }
}

/// True for a type that says what calling or constructing it gives.
fn has_signature(db: &Db, of: Symbol) -> bool {
    let member = rules_of(db, TypeId::Def(of)).and_then(|rules| rules.call_member);
    member.is_some_and(|member| !own_member(db, of, db.text(member), None).is_empty())
}

/// True for a collection that our own declarations name, where another value is given that is iterated.
fn takes_elements(db: &Db, of: Symbol, actual: Value) -> bool {
    let is_iterated = matches!(actual, Value::Instance(..) | Value::Receiver(..) | Value::Tuple(_));
    let Some(unit) = db.unit(of.file).filter(|unit| is_iterated && unit.plain_stub().is_some()) else {
        return false;
    };
    let takes_any = match unit.rules.linearization {
        // A trait of whatever gives an iterator.
        Linearization::Autoderef => unit.kind(of.def) == SymbolKind::Trait && gives_iterator(db, unit, of),
        _ => unit.rules.parameters_take_arguments && unit.rules.protocol.tuple.is_some(),
    };
    takes_any && unit.type_parameters(of.def).len == 1
}

/// True for a type that has what a loop asks for first to get an iterator.
fn gives_iterator(db: &Db, unit: &Unit<'_>, of: Symbol) -> bool {
    let makers =
        unit.rules.protocol.element.iter().filter(|path| path.len() > 2).filter_map(|path| path.first());
    { makers }.any(|name| !own_member(db, of, db.text(name), Some(true)).is_empty())
}

fn unify_args(db: &Db, pattern: Args, actual: Args, environment: &mut Environment) {
    let (patterns, actuals) = (db.args_of(pattern), db.args_of(actual));
    for (pattern, actual) in patterns.iter().zip(actuals.iter()) {
        for pattern in pattern.iter() {
            for actual in actual.iter() {
                unify(db, pattern, actual, environment);
            }
        }
    }
}

/// A function type against a function: what it gives binds the result's parameters.
fn unify_function(
    db: &Db,
    (file, expression, known): (FileId, ExprId, Args),
    actual: Value,
    environment: &mut Environment,
) {
    let Some(Expression::FunctionType { returns, .. }) =
        db.unit(file).map(|u| u.facts.expression(expression))
    else {
        return;
    };
    if !matches!(actual, Value::Lambda(..) | Value::Function(..) | Value::Type(..) | Value::Variant(..)) {
        return;
    }
    let result = match actual {
        Value::Lambda(file, lambda) => closure_result(db, file, lambda),
        other => call_value(db, other, &[]),
    };
    // What a type of functions is named with says what its parameters are.
    let given = substitute_known(db, &instances_of(&type_of(db, file, returns)), known);
    for pattern in given.iter() {
        for value in result.iter() {
            unify(db, as_instance(pattern), value, environment);
        }
    }
}

pub(crate) fn function_bounds(db: &Db, file: FileId, index: u32) -> SmallVec<[ExprId; 2]> {
    let Some(unit) = db.unit(file) else { return SmallVec::new() };
    let Some(parameter) = unit.facts.type_parameters.get(index as usize) else { return SmallVec::new() };
    let bounds = unit.facts.list(parameter.bounds).iter().copied();
    bounds.filter(|b| matches!(unit.facts.expression(*b), Expression::FunctionType { .. })).collect()
}

/// The arguments of a generic type that is constructed by position.
pub(crate) fn infer_arguments(db: &Db, sym: Symbol, arguments: &[(FileId, ExprId)]) -> Args {
    let Some(unit) = db.unit(sym.file) else { return Args::NONE };
    let run = unit.type_parameters(sym.def);
    if run.len == 0 {
        return Args::NONE;
    }
    let mut environment = Environment::default();
    bind_arguments(db, sym, None, arguments, &mut environment);
    if unit.rules.argument_labels {
        let own = as_instance(type_with_parameters(db, sym));
        if let Some(Value::Definition(made)) = initializers_of(db, sym, arguments, false).only() {
            bind_arguments(db, made, Some(own), arguments, &mut environment);
        }
    }
    if unit.rules.parameters_take_arguments {
        let own = type_with_parameters(db, sym);
        for name in unit.rules.constructors {
            let name = db.text(name);
            if let Some(Value::Definition(made)) = own_member(db, sym, name, Some(true)).only() {
                bind_arguments(db, made, Some(as_instance(own)), arguments, &mut environment);
            }
        }
    }
    let items = (run.start..run.start + run.len)
        .map(|i| environment.get(TypeId::Param(sym.file, i)).cloned().unwrap_or_else(Set::unknown))
        .collect();
    bounded_args(db, items)
}
