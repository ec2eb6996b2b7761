//! Type parameters and what is put in their place.

use crate::infer::{as_instance, as_instance_of, as_metatype, as_type, bounded_args, is_projection, settled};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Args, Set, TypeId, Value};
use indexer_core::{Binding, Bound, ExprId, Expression, FileId, ScopeId, ScopeKind};
use smallvec::SmallVec;

/// Parts of one function type that are looked at.
const MOST_STEPS: usize = 64;

/// Type parameters that are remembered with one function type.
const MOST_KNOWN: usize = 4;

/// Type parameters with what instances of them are.
#[derive(Debug, Default)]
pub(crate) struct Environment {
    types: SmallVec<[(TypeId, Set); 4]>,
    /// Parameters without an annotation with their arguments.
    arguments: Vec<((FileId, u32), Set)>,
}

impl Environment {
    pub(crate) fn bind(&mut self, parameter: TypeId, set: Set) {
        match self.types.iter_mut().find(|(id, _)| *id == parameter) {
            Some((_, known)) => known.extend(&set),
            None => self.types.push((parameter, set)),
        }
    }

    /// Binds all that another one binds, too.
    pub(crate) fn take_in(&mut self, other: Self) {
        other.types.into_iter().for_each(|(parameter, set)| self.bind(parameter, set));
    }

    /// What is bound so far.
    pub(crate) fn bound(&self) -> SmallVec<[(TypeId, Set); 4]> {
        self.types.clone()
    }

    /// Binds parameters to these alone, whatever else they were bound to.
    pub(crate) fn keep_only(&mut self, bound: SmallVec<[(TypeId, Set); 4]>) {
        for (parameter, set) in bound {
            if let Some((_, known)) = self.types.iter_mut().find(|(id, _)| *id == parameter) {
                *known = set;
            }
        }
    }

    /// Gives a parameter without an annotation its argument.
    pub(crate) fn give(&mut self, parameter: (FileId, u32), set: Set) {
        self.arguments.push((parameter, set));
    }

    pub(crate) fn get(&self, parameter: TypeId) -> Option<&Set> {
        self.types.iter().find(|(id, _)| *id == parameter).map(|(_, set)| set)
    }
}

/// True for values in which a call puts something: the receiver, type parameters.
pub(crate) fn is_open(db: &Db, value: Value) -> bool {
    let open_args = |args: Args| {
        args != Args::NONE
            && db.linker.arguments.may_be_open(args)
            && db.args_of(args).iter().any(|set| set.iter().any(|v| is_open(db, v)))
    };
    match value {
        Value::Receiver(..) | Value::ReceiverType(..) | Value::Argument(..) => true,
        Value::Instance(TypeId::Param(..), _)
        | Value::Type(TypeId::Param(..), _)
        | Value::Metatype(TypeId::Param(..), _) => true,
        Value::Instance(_, args)
        | Value::Type(_, args)
        | Value::Metatype(_, args)
        | Value::Tuple(args)
        | Value::Variant(_, args) => open_args(args),
        Value::Function(_, args) => open_args(args),
        Value::Callable(file, expression, known) => {
            db.unit(file).is_some_and(|u| u.rules.declarations_merge || u.rules.has_function_types)
                && (known == Args::NONE || open_args(known))
                && names_parameters(db, file, expression)
        }
        Value::Object(file, scope, known) => {
            db.unit(file)
                .is_some_and(|unit| unit.rules.declarations_merge && has_parameters_around(unit, scope))
                && (known == Args::NONE || open_args(known))
        }
        _ => false,
    }
}

/// True for a scope in which type parameters of what is around it are seen.
fn has_parameters_around(unit: &Unit<'_>, scope: ScopeId) -> bool {
    let around = |scope: ScopeId| unit.facts.scopes.get(scope.index()).and_then(|one| one.parent);
    let is_parameter = |binding: &Binding| matches!(binding.bound, Bound::TypeParameter(_));
    let declares = |scope: ScopeId| {
        unit.facts.scopes[scope.index()].kind == ScopeKind::Generics
            && unit.facts.bindings(scope).iter().any(is_parameter)
    };
    std::iter::successors(around(scope), |scope| around(*scope)).any(declares)
}

/// True for types of functions that name a type parameter.
fn names_parameters(db: &Db, file: FileId, function: ExprId) -> bool {
    let Some(unit) = db.unit(file) else { return false };
    let Expression::FunctionType { parameters, returns } = unit.facts.expression(function) else {
        return false;
    };
    let mut open: SmallVec<[ExprId; 8]> = unit.facts.list(parameters).iter().copied().collect();
    open.push(returns);
    let mut steps = 0;
    while let Some(one) = open.pop() {
        steps += 1;
        match unit.facts.expression(one) {
            Expression::Name { bound: Some(id), .. } => {
                if matches!(unit.facts.bindings[id.index()].bound, Bound::TypeParameter(_)) {
                    return true;
                }
            }
            Expression::Apply { of, arguments } if steps < MOST_STEPS => {
                open.push(of);
                open.extend(unit.facts.list(arguments).iter().copied());
            }
            Expression::Union(list) | Expression::Tuple(list) if steps < MOST_STEPS => {
                open.extend(unit.facts.list(list).iter().copied());
            }
            Expression::Member { of, .. } if unit.rules.declarations_merge => open.push(of),
            // A receiver, or what any number of arguments are.
            Expression::Keyword { value, .. } => open.push(value),
            Expression::Sequence(of)
            | Expression::Instance(of)
            | Expression::Const(of)
            | Expression::Metatype(of) => open.push(of),
            Expression::FunctionType { parameters, returns } if steps < MOST_STEPS => {
                open.extend(unit.facts.list(parameters).iter().copied());
                open.push(returns);
            }
            _ => {}
        }
    }
    false
}

/// What is remembered with a function type, or an object, of type parameters in it, with what is known now.
fn with_known(db: &Db, known: Args, environment: &Environment) -> Args {
    let mut pairs: Vec<Set> = Vec::new();
    for pair in db.args_of(known).chunks(2) {
        if let [parameter, set] = pair {
            let set = substitute(db, set, environment, None);
            pairs.extend([parameter.clone(), set]);
        }
    }
    for (parameter, set) in environment.types.iter().take(MOST_KNOWN) {
        let parameter = Set::of(Value::Type(*parameter, Args::NONE));
        if !pairs.chunks(2).any(|pair| pair[0] == parameter) {
            pairs.extend([parameter, set.clone()]);
        }
    }
    bounded_args(db, pairs)
}

/// Puts what is remembered with a function type into values.
pub(crate) fn substitute_known(db: &Db, set: &Set, known: Args) -> Set {
    if known == Args::NONE {
        return set.clone();
    }
    substitute(db, set, &known_environment(db, known), None)
}

/// What is remembered with a function type.
pub(crate) fn known_environment(db: &Db, known: Args) -> Environment {
    let mut environment = Environment::default();
    for pair in db.args_of(known).chunks(2) {
        if let [parameter, set] = pair
            && let Some(Value::Type(parameter, _)) = parameter.only()
        {
            environment.bind(parameter, set.clone());
        }
    }
    environment
}

/// Puts what is known into open values.
pub(crate) fn substitute(db: &Db, set: &Set, environment: &Environment, receiver: Option<Value>) -> Set {
    let mut all = Set::default();
    for value in set.iter() {
        match value {
            Value::Receiver(..) => all.add(receiver.map_or(value, as_instance_of)),
            Value::ReceiverType(..) => all.add(receiver.map_or(value, |r| as_type(as_instance_of(r)))),
            Value::Instance(id @ TypeId::Param(..), _) => match environment.get(id) {
                Some(known) => all.extend(known),
                None => all.add(value),
            },
            Value::Type(id @ TypeId::Param(..), _) => match environment.get(id) {
                Some(known) => all.extend(&known.iter().map(as_type).collect()),
                None => all.add(value),
            },
            Value::Metatype(id @ TypeId::Param(..), _) => match environment.get(id) {
                Some(known) => all.extend(&known.iter().map(as_type).map(as_metatype).collect()),
                None => all.add(value),
            },
            Value::Argument(file, index) => {
                let given = environment.arguments.iter().find(|(of, _)| *of == (file, index));
                match given {
                    Some((_, given)) => all.extend(given),
                    None => all.add(value),
                }
            }
            Value::Instance(TypeId::Def(part), args) | Value::Type(TypeId::Def(part), args)
                if !db.linker.arguments.are_settled(args) && is_projection(db, part) =>
            {
                let types = settled(db, part, substitute_args(db, args, environment, receiver));
                let is_type = matches!(value, Value::Type(..));
                all.extend(&if is_type { types } else { types.iter().map(as_instance).collect() });
            }
            Value::Instance(id, args) => {
                let args = substitute_args(db, args, environment, receiver);
                all.add(Value::Instance(id, args));
            }
            Value::Type(id, args) => {
                let args = substitute_args(db, args, environment, receiver);
                all.add(Value::Type(id, args));
            }
            Value::Metatype(id, args) => {
                let args = substitute_args(db, args, environment, receiver);
                all.add(Value::Metatype(id, args));
            }
            Value::Tuple(args) => {
                let args = substitute_args(db, args, environment, receiver);
                all.add(Value::Tuple(args));
            }
            Value::Variant(sym, args) => {
                let args = substitute_args(db, args, environment, receiver);
                all.add(Value::Variant(sym, args));
            }
            Value::Callable(file, function, known) if is_open(db, value) => {
                all.add(Value::Callable(file, function, with_known(db, known, environment)));
            }
            Value::Object(file, scope, known) if is_open(db, value) => {
                all.add(Value::Object(file, scope, with_known(db, known, environment)));
            }
            other => all.add(other),
        }
    }
    all
}

fn substitute_args(db: &Db, args: Args, environment: &Environment, receiver: Option<Value>) -> Args {
    if db.linker.arguments.are_settled(args) {
        return args;
    }
    let items = db.args_of(args);
    let items = items.iter().map(|set| substitute(db, set, environment, receiver)).collect();
    bounded_args(db, items)
}
