//! Type parameters: bound from receivers and arguments, and put into open values.

use crate::evaluator::Evaluator;
use crate::expressions::{as_instance, as_type};
use crate::value::{Args, Set, Sym, TypeId, Value};
use indexer_core::{Bound, ExprId, Expression, FileId, Owner};
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

    /// Gives a parameter without an annotation its argument.
    pub(crate) fn give(&mut self, parameter: (FileId, u32), set: Set) {
        self.arguments.push((parameter, set));
    }

    pub(crate) fn get(&self, parameter: TypeId) -> Option<&Set> {
        self.types.iter().find(|(id, _)| *id == parameter).map(|(_, set)| set)
    }
}

impl Evaluator<'_, '_> {
    /// True for values in which a call puts something: the receiver, type parameters.
    pub(crate) fn is_open(&self, value: Value) -> bool {
        let open_args = |args: Args| {
            args != Args::NONE && self.args_of(args).iter().any(|set| set.iter().any(|v| self.is_open(v)))
        };
        match value {
            Value::Receiver(..) | Value::ReceiverType(..) | Value::Argument(..) => true,
            Value::Instance(TypeId::Param(..), _) | Value::Type(TypeId::Param(..), _) => true,
            Value::Instance(_, args)
            | Value::Type(_, args)
            | Value::Tuple(args)
            | Value::Variant(_, args) => open_args(args),
            Value::Function(_, args) => open_args(args),
            Value::Callable(file, expression, known) => {
                self.unit(file).is_some_and(|u| u.rules.declarations_merge)
                    && (known == Args::NONE || open_args(known))
                    && self.names_parameters(file, expression)
            }
            _ => false,
        }
    }

    /// True for types of functions that name a type parameter.
    fn names_parameters(&self, file: FileId, function: ExprId) -> bool {
        let Some(unit) = self.unit(file) else { return false };
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
                Expression::Sequence(of) | Expression::Instance(of) => open.push(of),
                Expression::FunctionType { parameters, returns } if steps < MOST_STEPS => {
                    open.extend(unit.facts.list(parameters).iter().copied());
                    open.push(returns);
                }
                _ => {}
            }
        }
        false
    }

    /// Remembers with a function type what is known of its parameters.
    fn with_known(
        &mut self,
        file: FileId,
        function: ExprId,
        known: Args,
        environment: &Environment,
    ) -> Value {
        let mut pairs: Vec<Set> = Vec::new();
        for pair in self.args_of(known).chunks(2) {
            if let [parameter, set] = pair {
                let set = self.substitute(set, environment, None);
                pairs.extend([parameter.clone(), set]);
            }
        }
        for (parameter, set) in environment.types.iter().take(MOST_KNOWN) {
            let parameter = Set::of(Value::Type(*parameter, Args::NONE));
            if !pairs.chunks(2).any(|pair| pair[0] == parameter) {
                pairs.extend([parameter, set.clone()]);
            }
        }
        let known = self.bounded_args(pairs);
        Value::Callable(file, function, known)
    }

    /// Puts what is remembered with a function type into values.
    pub(crate) fn substitute_known(&mut self, set: &Set, known: Args) -> Set {
        if known == Args::NONE {
            return set.clone();
        }
        let mut environment = Environment::default();
        for pair in self.args_of(known).chunks(2) {
            if let [parameter, set] = pair
                && let Some(Value::Type(parameter, _)) = parameter.only()
            {
                environment.bind(parameter, set.clone());
            }
        }
        self.substitute(set, &environment, None)
    }

    /// Binds the type parameters of a member's owner from the receiver's arguments.
    pub(crate) fn bind_receiver(&mut self, member: Sym, receiver: Value, environment: &mut Environment) {
        let (of, args) = match receiver {
            Value::Instance(of, args)
            | Value::Receiver(of, args)
            | Value::Type(of, args)
            | Value::ReceiverType(of, args) => (of, args),
            Value::Variant(sym, args) => match self.enum_of(sym) {
                Some(of) => (TypeId::Def(of), args),
                None => return,
            },
            _ => return,
        };
        let Some(unit) = self.unit(member.file) else { return };
        match unit.facts.definition(member.def).owner {
            Owner::Definition(def) if of == TypeId::Def(Sym { def, ..member }) => {
                let run = unit.type_parameters(def);
                let items = self.args_of(args);
                for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
                    environment.bind(TypeId::Param(member.file, i), item.clone());
                }
            }
            Owner::Definition(def) => {
                // A member of a base: what the base's parameters are here.
                let owner = Sym { def, ..member };
                let TypeId::Def(of) = of else { return };
                let run = unit.type_parameters(def);
                if run.len == 0 {
                    return;
                }
                let Some(args) = self.seen_as(of, args, owner, 0) else { return };
                let items = self.args_of(args);
                for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
                    environment.bind(TypeId::Param(member.file, i), item.clone());
                }
            }
            Owner::Extension(extension) => {
                for pattern in self.extended(member.file, extension).iter() {
                    self.unify(as_instance(pattern), Value::Instance(of, args), environment);
                }
            }
            _ => {}
        }
    }

    /// Binds the type parameters of a receiver's type and of its bases, as far as they stand in `file`.
    pub(crate) fn bind_types(&mut self, file: FileId, receiver: Value, environment: &mut Environment) {
        let (Value::Instance(TypeId::Def(of), args) | Value::Receiver(TypeId::Def(of), args)) = receiver
        else {
            return;
        };
        let bases = self.linearize(of, 0).0;
        for base in std::iter::once(of).chain(bases).filter(|base| base.file == file) {
            let Some(run) = self.unit(base.file).map(|u| u.type_parameters(base.def)) else { continue };
            let Some(args) = self.seen_as(of, args, base, 0).filter(|_| run.len > 0) else { continue };
            let items = self.args_of(args);
            for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
                environment.bind(TypeId::Param(file, i), item.clone());
            }
        }
    }

    /// Binds the type parameters in `pattern` so that it becomes `actual`.
    pub(crate) fn unify(&mut self, pattern: Value, actual: Value, environment: &mut Environment) {
        match (pattern, actual) {
            (_, Value::Unknown) => {}
            (Value::Instance(parameter @ TypeId::Param(file, index), _), _) => {
                environment.bind(parameter, Set::of(as_plain(actual)));
                for bound in self.function_bounds(file, index) {
                    self.unify_function(file, bound, actual, environment);
                }
            }
            (Value::Callable(file, expression, _), _) => {
                self.unify_function(file, expression, actual, environment)
            }
            (Value::Instance(TypeId::Def(of), args), Value::Lambda(..) | Value::Function(..)) => {
                let Some(method) = self.single_method(of) else { return };
                let receiver = Value::Instance(TypeId::Def(of), args);
                let expected = self.call_bound(method, receiver, &[]);
                let result = match actual {
                    Value::Lambda(file, lambda) => self.lambda_result(file, lambda),
                    other => self.call(other, &[]),
                };
                for pattern in expected.iter() {
                    for value in result.iter() {
                        self.unify(pattern, value, environment);
                    }
                }
            }
            (Value::Instance(a, pattern), Value::Instance(b, actual) | Value::Receiver(b, actual))
                if a == b =>
            {
                self.unify_args(pattern, actual, environment);
            }
            (
                Value::Instance(TypeId::Def(a), pattern),
                Value::Instance(TypeId::Def(b), actual) | Value::Receiver(TypeId::Def(b), actual),
            ) if self.unit(b.file).is_some_and(|unit| unit.rules.classes.is_some()) => {
                if let Some(actual) = self.seen_as(b, actual, a, 0) {
                    self.unify_args(pattern, actual, environment);
                }
            }
            (Value::Tuple(pattern), Value::Tuple(actual)) => self.unify_args(pattern, actual, environment),
            _ => {}
        }
    }

    pub(crate) fn unify_args(&mut self, pattern: Args, actual: Args, environment: &mut Environment) {
        let (patterns, actuals) = (self.args_of(pattern), self.args_of(actual));
        for (pattern, actual) in patterns.iter().zip(actuals.iter()) {
            for pattern in pattern.iter() {
                for actual in actual.iter() {
                    self.unify(pattern, actual, environment);
                }
            }
        }
    }

    /// A function type against a function: what it gives binds the result's parameters.
    pub(crate) fn unify_function(
        &mut self,
        file: FileId,
        expression: ExprId,
        actual: Value,
        environment: &mut Environment,
    ) {
        let Some(Expression::FunctionType { returns, .. }) =
            self.unit(file).map(|u| u.facts.expression(expression))
        else {
            return;
        };
        if !matches!(actual, Value::Lambda(..) | Value::Function(..) | Value::Type(..) | Value::Variant(..)) {
            return;
        }
        let result = match actual {
            Value::Lambda(file, lambda) => self.lambda_result(file, lambda),
            other => self.call(other, &[]),
        };
        for pattern in self.type_of(file, returns).iter() {
            for value in result.iter() {
                self.unify(as_instance(pattern), value, environment);
            }
        }
    }

    pub(crate) fn function_bounds(&self, file: FileId, index: u32) -> SmallVec<[ExprId; 2]> {
        let Some(unit) = self.unit(file) else { return SmallVec::new() };
        let Some(parameter) = unit.facts.type_parameters.get(index as usize) else { return SmallVec::new() };
        let bounds = unit.facts.list(parameter.bounds).iter().copied();
        bounds.filter(|b| matches!(unit.facts.expression(*b), Expression::FunctionType { .. })).collect()
    }

    /// Puts what is known into open values.
    pub(crate) fn substitute(
        &mut self,
        set: &Set,
        environment: &Environment,
        receiver: Option<Value>,
    ) -> Set {
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
                Value::Argument(file, index) => {
                    let given = environment.arguments.iter().find(|(of, _)| *of == (file, index));
                    match given {
                        Some((_, given)) => all.extend(given),
                        None => all.add(value),
                    }
                }
                Value::Instance(id, args) => {
                    let args = self.substitute_args(args, environment, receiver);
                    all.add(Value::Instance(id, args));
                }
                Value::Type(id, args) => {
                    let args = self.substitute_args(args, environment, receiver);
                    all.add(Value::Type(id, args));
                }
                Value::Tuple(args) => {
                    let args = self.substitute_args(args, environment, receiver);
                    all.add(Value::Tuple(args));
                }
                Value::Variant(sym, args) => {
                    let args = self.substitute_args(args, environment, receiver);
                    all.add(Value::Variant(sym, args));
                }
                Value::Callable(file, function, known) if self.is_open(value) => {
                    let callable = self.with_known(file, function, known, environment);
                    all.add(callable);
                }
                other => all.add(other),
            }
        }
        all
    }

    pub(crate) fn substitute_args(
        &mut self,
        args: Args,
        environment: &Environment,
        receiver: Option<Value>,
    ) -> Args {
        if self.linker.arguments.are_settled(args) {
            return args;
        }
        let items = self.args_of(args);
        let items = items.iter().map(|set| self.substitute(set, environment, receiver)).collect();
        self.bounded_args(items)
    }

    /// The arguments of a generic type that is constructed by position.
    pub(crate) fn infer_arguments(&mut self, sym: Sym, arguments: &[(FileId, ExprId)]) -> Args {
        let Some(unit) = self.unit(sym.file) else { return Args::NONE };
        let run = unit.type_parameters(sym.def);
        if run.len == 0 {
            return Args::NONE;
        }
        let mut environment = Environment::default();
        self.bind_arguments(sym, None, arguments, &mut environment);
        if unit.rules.parameters_take_arguments {
            let own = self.type_with_parameters(sym);
            for name in unit.rules.constructors {
                let name = self.text(name);
                if let Some(Value::Definition(made)) = self.own_member(sym, name, Some(true)).only() {
                    self.bind_arguments(made, Some(as_instance(own)), arguments, &mut environment);
                }
            }
        }
        let items = (run.start..run.start + run.len)
            .map(|i| environment.get(TypeId::Param(sym.file, i)).cloned().unwrap_or_else(Set::unknown))
            .collect();
        self.bounded_args(items)
    }
}

/// A receiver as what a call puts in its place: an instance.
fn as_instance_of(receiver: Value) -> Value {
    match receiver {
        Value::Type(id, args) => Value::Instance(id, args),
        Value::ReceiverType(id, args) => Value::Receiver(id, args),
        Value::Super(sym) => Value::Receiver(TypeId::Def(sym), Args::NONE),
        Value::Variant(..) => receiver,
        other => other,
    }
}

/// A value as it is bound to a type parameter.
fn as_plain(value: Value) -> Value {
    match value {
        Value::Receiver(id, args) => Value::Instance(id, args),
        other => other,
    }
}
