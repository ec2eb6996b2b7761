//! What a call gives, with type parameters bound from the receiver and the arguments.

use crate::flow::{expand_parameters, returned_arguments};
use crate::frameworks::gives_of_package;
use crate::infer::instance_members::MOST_DEREFS;
use crate::infer::{
    Environment, applied_by_default, apply_instance, as_instance, bind_arguments, bind_receiver,
    bounded_args, builtin_type, call_signature, callees_of, closure_result, default_arguments,
    definition_value, dereferenced, enum_of, function_bounds, given_back, infer_arguments, instances_of,
    is_distinct, is_external, is_lookup, is_open, is_outside, items_of_array, looked_up_by, member_of_values,
    own_member, read_by_call, rules_of, select_applied_callees, signature_for, substitute, substitute_known,
    type_of, unify, value_of, with_defaults,
};
use crate::query::Db;
use crate::resolve::open_types;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::{ExprId, Expression, FileId, Linearization, LinkRules, List, ParameterKind, SymbolKind};
use smallvec::SmallVec;

/// The value of a call expression.
pub(crate) fn call_expression(db: &Db, file: FileId, _call: ExprId, of: ExprId, arguments: List) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    if arguments.len == 0
        && let Some(value) = read_by_call(db, file, of)
    {
        return value;
    }
    if let Some(value) = given_back(db, file, of) {
        return value;
    }
    let callees = callees_of(db, file, of);
    let arguments: SmallVec<[(FileId, ExprId); 4]> =
        unit.facts.list(arguments).iter().map(|e| (file, *e)).collect();
    let given = match unit.facts.expression(of) {
        Expression::Apply { arguments, .. } => type_arguments(db, file, unit.facts.list(arguments)),
        Expression::Index { index, .. } => type_arguments(db, file, &[index]),
        _ => Vec::new(),
    };
    let mut all = Set::default();
    let callees = expand_parameters(db, &callees).into_owned();
    let written = match unit.facts.expression(of) {
        Expression::Apply { arguments, .. } if arguments.len > 0 => Some(arguments.len),
        _ => None,
    };
    let callees = select_applied_callees(db, callees, &arguments, written);
    for callee in callees.iter() {
        all.extend(&match callee {
            // What is written for type parameters is of another function, or what comes out may be of it.
            Value::Function(sym, _) if !given.is_empty() && takes_no_types(db, sym) => Set::unknown(),
            Value::External(_)
                if unit.rules.declared_types && !given.iter().all(|one| are_all_outside(db, one)) =>
            {
                Set::unknown()
            }
            Value::Function(sym, bound) if !given.is_empty() => {
                let receiver = db.args_of(bound).first().and_then(Set::only);
                call_with(db, sym, receiver, &arguments, environment_of(db, sym, &given))
            }
            _ => call_value(db, callee, &arguments),
        });
    }
    all
}

/// True for a function of our declarations that has no type parameters.
fn takes_no_types(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|of| {
        of.stub_of.is_some() && of.rules.declared_types && of.type_parameters(sym.def).len == 0
    })
}

fn are_all_outside(db: &Db, values: &Set) -> bool {
    values.iter().all(|value| is_outside(db, value))
}

/// What written type arguments are instances of.
fn type_arguments(db: &Db, file: FileId, arguments: &[ExprId]) -> Vec<Set> {
    let types: Vec<Set> = arguments.iter().map(|e| type_of(db, file, *e)).collect();
    types.iter().map(instances_of).collect()
}

/// The type parameters of a function with what is written for them where it is called.
pub(crate) fn written_arguments(db: &Db, file: FileId, call: ExprId, sym: Symbol) -> Environment {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.declarations_merge) else {
        return Environment::default();
    };
    let Expression::Call { of, .. } = unit.facts.expression(call) else { return Environment::default() };
    match unit.facts.expression(of) {
        Expression::Apply { arguments, .. } => {
            environment_of(db, sym, &type_arguments(db, file, unit.facts.list(arguments)))
        }
        _ => Environment::default(),
    }
}

/// The type parameters of a function with what was given for them.
fn environment_of(db: &Db, sym: Symbol, given: &[Set]) -> Environment {
    let mut environment = Environment::default();
    let run = db.unit(sym.file).map(|u| u.type_parameters(sym.def)).unwrap_or_default();
    for (i, item) in (run.start..run.start + run.len).zip(with_defaults(db, sym, given.to_vec())) {
        if !item.has_unknown() {
            environment.bind(TypeId::Param(sym.file, i), item);
        }
    }
    environment
}

/// What calling a value gives.
pub(crate) fn call_value(db: &Db, callee: Value, arguments: &[(FileId, ExprId)]) -> Set {
    match callee {
        Value::Function(sym, bound) => {
            let receiver = db.args_of(bound).first().and_then(Set::only);
            match receiver {
                Some(receiver) => call_bound(db, sym, receiver, arguments),
                None => call_function(db, sym, None, arguments),
            }
        }
        // Whatever a member is, to name it is to call it.
        Value::Type(TypeId::Def(sym), _)
        | Value::ReceiverType(TypeId::Def(sym), _)
        | Value::Instance(TypeId::Def(sym), _)
        | Value::Receiver(TypeId::Def(sym), _)
            if open_types(db, sym.file).is_some() =>
        {
            Set::of(callee)
        }
        Value::Type(id @ TypeId::Def(sym), args) => {
            // Nothing is given from which more could be known.
            let by_default = || default_arguments(db, sym).filter(|_| arguments.is_empty());
            let args = match args {
                Args::NONE => by_default().unwrap_or_else(|| infer_arguments(db, sym, arguments)),
                given => given,
            };
            Set::of(Value::Instance(id, args))
        }
        Value::Type(id, args) => Set::of(Value::Instance(id, args)),
        Value::ReceiverType(id, args) => Set::of(Value::Receiver(id, args)),
        Value::Variant(sym, args) => construct_variant(db, sym, args, arguments),
        Value::Lambda(file, lambda) => closure_result(db, file, lambda),
        Value::Callable(file, expression, known) => {
            match db.unit(file).map(|u| u.facts.expression(expression)) {
                Some(Expression::FunctionType { returns, .. }) => {
                    let types = type_of(db, file, returns);
                    let types: Set = types.iter().map(|one| applied_by_default(db, one)).collect();
                    let given = instances_of(&types);
                    substitute_known(db, &given, known)
                }
                _ => Set::unknown(),
            }
        }
        Value::External(text) => call_outside(db, text, arguments),
        Value::Instance(TypeId::Param(file, index), _) if let Some(given) = call_bounded(db, file, index) => {
            given
        }
        Value::Instance(id @ TypeId::Def(sym), args)
            if is_distinct(db, sym) || rules_of(db, id).is_some_and(is_called_behind) =>
        {
            behind(db, id, args).map_or_else(Set::unknown, |inner| call_value(db, inner, arguments))
        }
        // A list that is read by a call is indexed by its arguments.
        Value::Instance(id, args)
            if !arguments.is_empty()
                && let Some(items) = indexed_by_call(db, id, args, arguments.len()) =>
        {
            items
        }
        // A component of a record is read by a call.
        Value::Instance(id, _) | Value::Receiver(id, _)
            if rules_of(db, id)
                .is_some_and(|rules| rules.classes.is_some() && rules.call_member.is_none()) =>
        {
            Set::of(callee)
        }
        // A member of what a call outside gave is written as what is reached, and called like it.
        Value::Instance(TypeId::External(text), Args::NONE)
            if db.text_of(text).contains("()")
                && rules_of(db, TypeId::External(text)).is_some_and(|r| r.declared_types) =>
        {
            call_outside(db, text, arguments)
        }
        // What an instance of something outside gives is not known.
        Value::Instance(TypeId::External(_), _) | Value::Receiver(TypeId::External(_), _) => Set::unknown(),
        Value::Instance(id, _) | Value::Receiver(id, _) => {
            if let Some(called) = call_signature(db, callee, arguments) {
                return call_value(db, called, arguments);
            }
            let rules = rules_of(db, id);
            let member = rules.and_then(|rules| rules.call_member);
            if let Some(member) = member.filter(|_| rules.is_some_and(|rules| rules.objects)) {
                return apply_instance(db, callee, member, arguments);
            }
            member.map_or(Set::unknown(), |m| call_member_named(db, &Set::of(callee), m))
        }
        _ => Set::unknown(),
    }
}

/// What a call of an instance of a type parameter gives, where its bounds say which function it is (`F: Fn(u8) -> T`).
fn call_bounded(db: &Db, file: FileId, index: u32) -> Option<Set> {
    let unit = db.unit(file).filter(|unit| unit.rules.linearization == Linearization::Autoderef)?;
    let mut all = Set::default();
    for bound in function_bounds(db, file, index) {
        if let Expression::FunctionType { returns, .. } = unit.facts.expression(bound) {
            all.extend(&instances_of(&type_of(db, file, returns)));
        }
    }
    (!all.is_empty()).then_some(all)
}

/// What is called where a call of an instance is one of what it holds; `None` where that has no end.
fn behind(db: &Db, of: TypeId, args: Args) -> Option<Value> {
    let mut value = (of, args);
    for _ in 0..MOST_DEREFS {
        let inner = dereferenced(db, value.0, value.1)?;
        match inner {
            Value::Instance(id @ TypeId::Def(sym), args)
                if is_distinct(db, sym) || rules_of(db, id).is_some_and(is_called_behind) =>
            {
                if (id, args) == value {
                    return None;
                }
                value = (id, args);
            }
            _ => return Some(inner),
        }
    }
    None
}

/// True where what holds a function is called as the function: `Box<dyn Fn()>`.
fn is_called_behind(rules: &LinkRules) -> bool {
    rules.linearization == Linearization::Autoderef && rules.call_member.is_none()
}

/// What an array holds, and what that holds, once for each argument of a call; `None` where calls of fields do not index.
fn indexed_by_call(db: &Db, of: TypeId, args: Args, count: usize) -> Option<Set> {
    let rules = db.unit(db.file())?.rules;
    if !rules.fields_are_called || !rules.protocol.index.is_empty() {
        return None;
    }
    let mut items = items_of_array(db, of, args)?;
    for _ in 1..count {
        let Some(Value::Instance(of, args)) = items.only() else { return Some(Set::unknown()) };
        items = items_of_array(db, of, args)?;
    }
    Some(items)
}

/// What a function outside gives: something outside, where only such things go in.
fn call_outside(db: &Db, function: Text, arguments: &[(FileId, ExprId)]) -> Set {
    let Some(unit) = db.unit(db.file()) else { return Set::unknown() };
    if !unit.rules.declared_types && gives_of_package(db, &db.text_of(function)) {
        return Set::of(Value::Instance(TypeId::External(result_of(db, function)), Args::NONE));
    }
    if !unit.rules.declared_types {
        return made_outside(db, function, arguments);
    }
    if arguments.is_empty()
        && let Some(found) = given_by_every_object(db, function)
    {
        return found;
    }
    for (file, argument) in arguments {
        let value = value_of(db, *file, *argument);
        if !value.iter().all(|value| is_outside(db, value)) {
            return Set::unknown();
        }
    }
    // Where no word makes an instance, a class is called by its name.
    if unit.rules.companion.is_some() && is_class_name(&db.text_of(function)) {
        return Set::of(Value::Instance(TypeId::External(function), Args::NONE));
    }
    Set::of(Value::Instance(TypeId::External(result_of(db, function)), Args::NONE))
}

/// How what a function outside gives is called.
pub(crate) fn result_of(db: &Db, function: Text) -> Text {
    db.own.external_results.get(&function).unwrap_or_else(|| {
        let text = db.text(&format!("{}()", db.text_of(function)));
        db.own.external_results.insert(function, text);
        text
    })
}

/// True for a path whose last name is written like that of a class: by custom, nothing else begins with a large letter that
/// is called.
fn is_class_name(path: &str) -> bool {
    let name = path.rsplit(['.', ':', '/']).next().unwrap_or("");
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// An instance of a class outside, which is called by its name. What is given something of the repository may give that for
/// its own.
fn made_outside(db: &Db, class: Text, arguments: &[(FileId, ExprId)]) -> Set {
    let is_ours = |value: Value| {
        matches!(value, Value::Function(..) | Value::Lambda(..) | Value::Object(..)) || is_inside(db, value)
    };
    let mut given = arguments.iter().map(|(file, argument)| value_of(db, *file, *argument));
    if !is_class_name(&db.text_of(class)) || given.any(|values| values.iter().any(is_ours)) {
        return Set::unknown();
    }
    Set::of(Value::Instance(TypeId::External(class), Args::NONE))
}

/// True for a type of the repository and its instances.
fn is_inside(db: &Db, value: Value) -> bool {
    match value {
        Value::Type(TypeId::Def(sym), _)
        | Value::ReceiverType(TypeId::Def(sym), _)
        | Value::Instance(TypeId::Def(sym), _)
        | Value::Receiver(TypeId::Def(sym), _) => !is_external(db, sym),
        _ => false,
    }
}

/// What a method without arguments gives that every object has, whatever type outside it is called on. One that gives
/// any object may give something narrower there.
fn given_by_every_object(db: &Db, function: Text) -> Option<Set> {
    let rules = db.unit(db.file())?.rules;
    let root = (rules.classes?.root)(SymbolKind::Class)?;
    let id @ TypeId::Def(root) = builtin_type(db, db.file(), root)? else { return None };
    let text = db.text_of(function);
    let (_, name) = text.rsplit_once(rules.separator)?;
    let member = own_member(db, root, db.text(name), Some(true)).only()?;
    let Value::Definition(sym) = member else { return None };
    let takes = db.unit(sym.file)?.facts.definition(sym.def).parameters.len;
    let given = definition_value(db, sym);
    let is_any = |value: Value| matches!(value, Value::Instance(of, _) if of == id);
    let is_known = takes == 0 && !given.is_empty() && !given.has_unknown() && !given.iter().any(is_any);
    is_known.then_some(given)
}

/// Calls the member `name` of each value without arguments.
pub(crate) fn call_member_named(db: &Db, of: &Set, name: &str) -> Set {
    let name = db.text(name);
    let members = member_of_values(db, of, name, Some(true));
    let mut all = Set::default();
    for member in members.iter() {
        // That something outside has the member is not known.
        all.extend(&if matches!(member, Value::External(_)) {
            Set::unknown()
        } else {
            call_value(db, member, &[])
        });
    }
    all
}

/// What a function gives that is called on a receiver (an instance, or a type by path).
pub(crate) fn call_bound(db: &Db, sym: Symbol, receiver: Value, arguments: &[(FileId, ExprId)]) -> Set {
    call_function(db, sym, Some(receiver), arguments)
}

fn call_function(db: &Db, sym: Symbol, receiver: Option<Value>, arguments: &[(FileId, ExprId)]) -> Set {
    call_with(db, sym, receiver, arguments, Environment::default())
}

/// As [`call_function`], with type parameters that are already bound.
fn call_with(
    db: &Db,
    sym: Symbol,
    receiver: Option<Value>,
    arguments: &[(FileId, ExprId)],
    mut environment: Environment,
) -> Set {
    let sym = signature_for(db, sym, arguments);
    let result = definition_value(db, sym);
    let is_lookup = db.unit(sym.file).is_some_and(|of| is_lookup(of, of.facts.definition(sym.def).value));
    if !is_lookup && !result.iter().any(|v| is_open(db, v)) {
        return result;
    }
    // What is written for a type parameter is all that it is, whatever the arguments are.
    let written = environment.bound();
    if let Some(receiver) = receiver {
        bind_receiver(db, sym, receiver, &mut environment);
        bind_declared_receiver(db, sym, receiver, &mut environment);
    }
    bind_arguments(db, sym, receiver, arguments, &mut environment);
    environment.keep_only(written);
    if let Some(found) = looked_up_by(db, sym, &environment).filter(|_| is_lookup) {
        return found;
    }
    for (parameter, given) in returned_arguments(db, sym, receiver, &result, arguments) {
        environment.give(parameter, given);
    }
    close_parameters(db, sym, &mut environment);
    substitute(db, &result, &environment, receiver)
}

/// Nothing is known of the type parameters of a function that nothing binds where it is called, its bounds apart: what
/// the compiler puts in their place follows from where the result stands.
fn close_parameters(db: &Db, sym: Symbol, environment: &mut Environment) {
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.rules.classes.is_some()) else { return };
    let run = unit.type_parameters(sym.def);
    for (parameter, index) in unit.facts.type_parameters(run).iter().zip(run.start..) {
        let id = TypeId::Param(sym.file, index);
        if parameter.bounds.len == 0 && environment.get(id).is_none() {
            environment.bind(id, Set::unknown());
        }
    }
}

/// Binds the type parameters that the declared type of the receiver names (`self: T`).
pub(crate) fn bind_declared_receiver(db: &Db, sym: Symbol, receiver: Value, environment: &mut Environment) {
    let takes = |rules: &LinkRules| rules.parameters_take_arguments || rules.extension_functions;
    let Some(unit) = db.unit(sym.file).filter(|unit| takes(unit.rules)) else { return };
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    let Some(own) = parameters.first().filter(|one| one.kind == ParameterKind::Receiver) else { return };
    if own.annotation.is_unknown() || !matches!(receiver, Value::Instance(..) | Value::Receiver(..)) {
        return;
    }
    for pattern in type_of(db, sym.file, own.annotation).iter() {
        if matches!(pattern, Value::Type(TypeId::Param(..), _)) || unit.rules.extension_functions {
            unify(db, as_instance(pattern), receiver, environment);
        }
    }
}

fn construct_variant(db: &Db, variant: Symbol, args: Args, arguments: &[(FileId, ExprId)]) -> Set {
    let Some(of) = enum_of(db, variant) else { return Set::unknown() };
    let Some(unit) = db.unit(of.file) else { return Set::unknown() };
    let run = unit.type_parameters(of.def);
    if args != Args::NONE || run.len == 0 {
        return Set::of(Value::Instance(TypeId::Def(of), args));
    }
    let mut environment = Environment::default();
    bind_arguments(db, variant, None, arguments, &mut environment);
    let items = (run.start..run.start + run.len)
        .map(|i| environment.get(TypeId::Param(of.file, i)).cloned().unwrap_or_else(Set::unknown))
        .collect();
    let args = bounded_args(db, items);
    Set::of(Value::Instance(TypeId::Def(of), args))
}
