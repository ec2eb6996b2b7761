//! Arguments of calls and the parameters that they are passed for.

use crate::flow::{PassedValues, call_sites, points_to};
use crate::infer::{instance_of_builtin, members_of_type, rules_of, value_of};
use crate::query::Db;
use crate::resolve::{definitions_for, is_declaration};
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::{CollectionKind, ExprId, Expression, FileId, Flags, Parameter, ParameterKind};
use std::borrow::Cow;

/// What a parameter without an annotation is inside its function; none for parameters of closures,
/// and in languages whose parameters take no arguments.
pub(crate) fn open_parameter(db: &Db, file: FileId, index: u32) -> Option<Set> {
    let unit = db.unit(file)?;
    if !unit.rules.parameters_take_arguments || unit.stub_of.is_some() {
        return None;
    }
    let parameter = unit.facts.parameters.get(index as usize)?;
    call_sites(db, file)?.owner(index)?;
    let of = |kind| (unit.rules.protocol.collection)(kind);
    let given = Set::of(Value::Argument(file, index));
    match parameter.kind {
        ParameterKind::Receiver => None,
        _ if !parameter.annotation.is_unknown() => None,
        ParameterKind::Plain | ParameterKind::Keyword => Some(given),
        ParameterKind::Rest => Some(instance_of_builtin(db, file, of(CollectionKind::List)?, vec![given])),
        ParameterKind::RestKeywords => {
            let name = of(CollectionKind::Map)?;
            Some(instance_of_builtin(db, file, name, vec![Set::unknown(), given]))
        }
    }
}

/// The set with what all calls give in the place of parameters.
pub(crate) fn expand_parameters<'s>(db: &Db, set: &'s Set) -> Cow<'s, Set> {
    if !set.iter().any(|value| matches!(value, Value::Argument(..))) {
        return Cow::Borrowed(set);
    }
    let mut all = Set::default();
    for value in set.iter() {
        match value {
            Value::Argument(file, index) => {
                all.extend(&db.ask(PassedValues { file, parameter: index }));
            }
            other => all.add(other),
        }
    }
    Cow::Owned(all)
}

/// What an argument gives its parameter.
fn argument_value(db: &Db, file: FileId, argument: ExprId) -> Set {
    if db.unit(file).is_some_and(|unit| unit.rules.parameters_take_arguments) {
        value_of(db, file, argument)
    } else {
        points_to(db, file, argument)
    }
}

/// Does a call of `callee` run the function? Then: does it bind the receiver?
pub(crate) fn binds_receiver(db: &Db, callee: Value, function: Symbol) -> Option<bool> {
    match callee {
        Value::Function(sym, bound) if sym == function || is_declared_by(db, sym, function) => {
            let receiver = db.args_of(bound).first().and_then(Set::only);
            Some(is_bound_by(db, sym, receiver))
        }
        Value::Type(id, _) | Value::ReceiverType(id, _) => {
            let constructors = rules_of(db, id)?.constructors;
            constructors.iter().find_map(|name| {
                let name = db.text(name);
                let found = members_of_type(db, id, name, Some(true)).found;
                (found.only() == Some(Value::Definition(function))).then_some(true)
            })
        }
        _ => None,
    }
}

/// True where `sym` only declares what `function` defines.
fn is_declared_by(db: &Db, sym: Symbol, function: Symbol) -> bool {
    let includes = db.unit(sym.file).is_some_and(|unit| unit.rules.inclusion.is_some());
    includes && is_declaration(db, sym) && definitions_for(db, sym).contains(&function)
}

/// True where a function that is reached through this receiver takes no argument for its own
/// receiver.
fn is_bound_by(db: &Db, function: Symbol, receiver: Option<Value>) -> bool {
    let flags = db.unit(function.file).map_or(Flags::NONE, |u| u.facts.definition(function.def).flags);
    match receiver {
        Some(Value::Type(..)) => flags.has(Flags::CLASSMETHOD),
        Some(_) => true,
        None => false,
    }
}

/// What these arguments give a parameter; none where they leave it out. With several calls in
/// one (`*rest`) what each of them gives.
pub(crate) fn argument_for_parameter(
    db: &Db,
    function: Symbol,
    index: u32,
    bound: bool,
    file: FileId,
    arguments: &[ExprId],
) -> Option<Set> {
    let unit = db.unit(function.file)?;
    let run = unit.facts.definition(function.def).parameters;
    let parameters = unit.facts.parameters(run);
    let own = parameters.get(index.checked_sub(run.start)? as usize)?;
    let names: Vec<Option<&str>> =
        arguments.iter().map(|argument| keyword_name(db, file, *argument)).collect();
    let by_name = |parameter: &Parameter| {
        let text = unit.facts.name(parameter.name);
        names.iter().position(|name| *name == Some(text)).map(|at| arguments[at])
    };
    let positional = || {
        let plain = arguments.iter().zip(&names).filter(|(_, name)| name.is_none());
        plain.map(|(argument, _)| *argument)
    };
    let places = parameters.iter().filter(|p| !(bound && p.kind == ParameterKind::Receiver));
    let place = places.clone().position(|p| std::ptr::eq(p, own))?;
    let found: Vec<ExprId> = match own.kind {
        ParameterKind::Plain | ParameterKind::Receiver => {
            by_name(own).or_else(|| positional().nth(place)).into_iter().collect()
        }
        ParameterKind::Keyword => by_name(own).into_iter().collect(),
        ParameterKind::Rest => positional().skip(place).collect(),
        ParameterKind::RestKeywords => {
            let taken = |name: &str| {
                parameters.iter().any(|p| unit.facts.name(p.name) == name && !std::ptr::eq(p, own))
            };
            let all = arguments.iter().zip(&names);
            all.filter(|(_, name)| name.is_some_and(|name| !taken(name))).map(|(a, _)| *a).collect()
        }
    };
    if found.is_empty() {
        // What is spread over the parameters is not known.
        return arguments.iter().any(|argument| argument.is_unknown()).then(Set::unknown);
    }
    let mut all = Set::default();
    for argument in found {
        all.extend(&argument_value(db, file, argument));
    }
    Some(all)
}

fn keyword_name<'u>(db: &Db<'_, 'u>, file: FileId, argument: ExprId) -> Option<&'u str> {
    let unit = db.unit(file)?;
    match unit.facts.expression(argument) {
        Expression::Keyword { name, .. } => Some(unit.facts.name(name)),
        _ => None,
    }
}

/// The parameters of `function` that its result gives back, with what these arguments give them.
pub(crate) fn returned_arguments(
    db: &Db,
    function: Symbol,
    receiver: Option<Value>,
    result: &Set,
    arguments: &[(FileId, ExprId)],
) -> Vec<((FileId, u32), Set)> {
    let mut open = Vec::new();
    parameters_in(db, result, &mut open);
    open.retain(|(file, index)| {
        let owner = call_sites(db, *file).and_then(|sites| sites.owner(*index));
        *file == function.file && owner == Some(function.def)
    });
    let bound = is_bound_by(db, function, receiver);
    let file = arguments.first().map_or(function.file, |(file, _)| *file);
    let list: Vec<ExprId> = arguments.iter().map(|(_, argument)| *argument).collect();
    let mut all = Vec::new();
    for (of, index) in open {
        let given = match argument_for_parameter(db, function, index, bound, file, &list) {
            Some(given) => given,
            None => {
                let parameter = db.unit(of).and_then(|unit| unit.facts.parameters.get(index as usize));
                let default = parameter.map_or(ExprId::UNKNOWN, |p| p.default);
                if default.is_unknown() { Set::default() } else { value_of(db, of, default) }
            }
        };
        all.push(((of, index), given));
    }
    all
}

fn parameters_in(db: &Db, set: &Set, found: &mut Vec<(FileId, u32)>) {
    for value in set.iter() {
        match value {
            Value::Argument(file, index) if !found.contains(&(file, index)) => found.push((file, index)),
            Value::Type(_, args)
            | Value::Instance(_, args)
            | Value::Tuple(args)
            | Value::Variant(_, args)
                if db.linker.arguments.has_argument(args) =>
            {
                for inner in db.args_of(args).iter() {
                    parameters_in(db, inner, found);
                }
            }
            _ => {}
        }
    }
}

/// A value as it leaves its function: what only a call of that function would tell is not known.
pub(crate) fn closed(value: Value) -> Value {
    match value {
        Value::Receiver(id, args) => Value::Instance(id, args),
        Value::ReceiverType(id, args) => Value::Type(id, args),
        Value::Instance(TypeId::Param(..), _) | Value::Type(TypeId::Param(..), _) | Value::Super(_) => {
            Value::Unknown
        }
        other => other,
    }
}
