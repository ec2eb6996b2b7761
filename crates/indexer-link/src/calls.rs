//! What a call gives, with type parameters bound from the receiver and the arguments.

use crate::evaluator::{Evaluator, Node};
use crate::expressions::as_instance;
use crate::generics::Environment;
use crate::value::{Args, Set, Sym, Text, TypeId, Value};
use indexer_core::{ExprId, Expression, FileId, LambdaId, List, Parameter, ParameterKind};
use smallvec::SmallVec;

impl Evaluator<'_, '_> {
    /// The value of a call expression.
    pub(crate) fn call_expression(
        &mut self,
        file: FileId,
        _call: ExprId,
        of: ExprId,
        arguments: List,
    ) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let callees = self.callees(file, of);
        let arguments: SmallVec<[(FileId, ExprId); 4]> =
            unit.facts.list(arguments).iter().map(|e| (file, *e)).collect();
        let given = match unit.facts.expression(of) {
            Expression::Apply { arguments, .. } => self.given(file, unit.facts.list(arguments)),
            Expression::Index { index, .. } => self.given(file, &[index]),
            _ => Vec::new(),
        };
        let mut all = Set::default();
        let callees = self.expand(&callees).into_owned();
        let callees = self.meant_values(callees, &arguments);
        for callee in callees.iter() {
            all.extend(&match callee {
                Value::Function(sym, bound) if !given.is_empty() => {
                    let receiver = self.args_of(bound).first().and_then(Set::only);
                    self.call_with(sym, receiver, &arguments, self.environment_of(sym, &given))
                }
                _ => self.call(callee, &arguments),
            });
        }
        all
    }

    /// What written type arguments are instances of.
    fn given(&mut self, file: FileId, arguments: &[ExprId]) -> Vec<Set> {
        let types: Vec<Set> = arguments.iter().map(|e| self.type_of(file, *e)).collect();
        types.iter().map(|types| self.instances(types)).collect()
    }

    /// The type parameters of a function with what was given for them.
    fn environment_of(&self, sym: Sym, given: &[Set]) -> Environment {
        let mut environment = Environment::default();
        let run = self.unit(sym.file).map(|u| u.type_parameters(sym.def)).unwrap_or_default();
        for (i, item) in (run.start..run.start + run.len).zip(given) {
            if !item.has_unknown() {
                environment.bind(TypeId::Param(sym.file, i), item.clone());
            }
        }
        environment
    }

    /// What calling a value gives.
    pub(crate) fn call(&mut self, callee: Value, arguments: &[(FileId, ExprId)]) -> Set {
        match callee {
            Value::Function(sym, bound) => {
                let receiver = self.args_of(bound).first().and_then(Set::only);
                match receiver {
                    Some(receiver) => self.call_bound(sym, receiver, arguments),
                    None => self.call_function(sym, None, arguments),
                }
            }
            Value::Type(id @ TypeId::Def(sym), args) => {
                let args = if args == Args::NONE { self.infer_arguments(sym, arguments) } else { args };
                Set::of(Value::Instance(id, args))
            }
            Value::Type(id, args) => Set::of(Value::Instance(id, args)),
            Value::ReceiverType(id, args) => Set::of(Value::Receiver(id, args)),
            Value::Variant(sym, args) => self.construct(sym, args, arguments),
            Value::Lambda(file, lambda) => self.lambda_result(file, lambda),
            Value::Callable(file, expression, known) => {
                match self.unit(file).map(|u| u.facts.expression(expression)) {
                    Some(Expression::FunctionType { returns, .. }) => {
                        let types = self.type_of(file, returns);
                        let given = self.instances(&types);
                        self.substitute_known(&given, known)
                    }
                    _ => Set::unknown(),
                }
            }
            Value::External(text) => self.given_outside(text, arguments),
            Value::Instance(id @ TypeId::Def(sym), args) if self.is_distinct(sym) => {
                match self.dereferenced(id, args) {
                    Some(inner) if inner != callee => self.call(inner, arguments),
                    _ => Set::unknown(),
                }
            }
            // A component of a record is read by a call.
            Value::Instance(id, _) | Value::Receiver(id, _)
                if self.rules_of(id).is_some_and(|rules| rules.classes.is_some()) =>
            {
                Set::of(callee)
            }
            // What an instance of something outside gives is not known.
            Value::Instance(TypeId::External(_), _) | Value::Receiver(TypeId::External(_), _) => {
                Set::unknown()
            }
            Value::Instance(id, _) | Value::Receiver(id, _) => {
                let member = self.rules_of(id).and_then(|r| r.call_member);
                member.map_or(Set::unknown(), |m| self.call_member_named(&Set::of(callee), m))
            }
            _ => Set::unknown(),
        }
    }

    /// What a function outside gives: something outside, where only such things go in.
    fn given_outside(&mut self, function: Text, arguments: &[(FileId, ExprId)]) -> Set {
        if self.unit(self.file).is_none_or(|unit| !unit.rules.declared_types) {
            return Set::unknown();
        }
        for (file, argument) in arguments {
            let value = self.value(*file, *argument);
            if !value.iter().all(|value| self.is_outside(value)) {
                return Set::unknown();
            }
        }
        let text = self.text(&format!("{}()", self.text_of(function)));
        Set::of(Value::Instance(TypeId::External(text), Args::NONE))
    }

    /// True for an instance of a type outside that holds nothing of the repository.
    pub(crate) fn is_outside(&self, value: Value) -> bool {
        match value {
            Value::Instance(TypeId::External(_), args) | Value::Tuple(args) => self.are_outside(args),
            Value::Instance(TypeId::Def(sym), args) => {
                self.external_path(sym).is_some() && self.are_outside(args)
            }
            Value::External(_) => true,
            _ => false,
        }
    }

    pub(crate) fn are_outside(&self, args: Args) -> bool {
        args == Args::NONE
            || self.args_of(args).iter().all(|set| set.iter().all(|value| self.is_outside(value)))
    }

    pub(crate) fn rules_of(&self, id: TypeId) -> Option<&'static indexer_core::LinkRules> {
        match id {
            TypeId::Def(sym) => self.unit(sym.file).map(|u| u.rules),
            _ => self.unit(self.file).map(|u| u.rules),
        }
    }

    pub(crate) fn lambda_result(&mut self, file: FileId, lambda: LambdaId) -> Set {
        // A node: a closure may call itself.
        self.node(Node::Result(file, lambda), |this, node| {
            let Node::Result(file, lambda) = node else { return Set::unknown() };
            let value = this.unit(file).and_then(|u| u.facts.lambdas.get(lambda.index())).map(|l| l.value);
            value.map_or(Set::unknown(), |value| this.value(file, value))
        })
    }

    /// Calls the member `name` of each value without arguments.
    pub(crate) fn call_member_named(&mut self, of: &Set, name: &str) -> Set {
        let name = self.text(name);
        let members = self.member_of_values(of, name, Some(true));
        let mut all = Set::default();
        for member in members.iter() {
            // That something outside has the member is not known.
            all.extend(&if matches!(member, Value::External(_)) {
                Set::unknown()
            } else {
                self.call(member, &[])
            });
        }
        all
    }

    /// What a function gives that is called on a receiver (an instance, or a type by path).
    pub(crate) fn call_bound(&mut self, sym: Sym, receiver: Value, arguments: &[(FileId, ExprId)]) -> Set {
        self.call_function(sym, Some(receiver), arguments)
    }

    pub(crate) fn call_function(
        &mut self,
        sym: Sym,
        receiver: Option<Value>,
        arguments: &[(FileId, ExprId)],
    ) -> Set {
        self.call_with(sym, receiver, arguments, Environment::default())
    }

    /// As [`Self::call_function`], with type parameters that are already bound.
    fn call_with(
        &mut self,
        sym: Sym,
        receiver: Option<Value>,
        arguments: &[(FileId, ExprId)],
        mut environment: Environment,
    ) -> Set {
        let sym = self.overload(sym, arguments.len());
        let result = self.definition_value(sym);
        if !result.iter().any(|v| self.is_open(v)) {
            return result;
        }
        if let Some(receiver) = receiver {
            self.bind_receiver(sym, receiver, &mut environment);
            self.bind_declared_receiver(sym, receiver, &mut environment);
        }
        self.bind_arguments(sym, receiver, arguments, &mut environment);
        for (parameter, given) in self.given_back(sym, receiver, &result, arguments) {
            environment.give(parameter, given);
        }
        self.substitute(&result, &environment, receiver)
    }

    /// Binds the type parameters that the declared type of the receiver names (`self: T`).
    fn bind_declared_receiver(&mut self, sym: Sym, receiver: Value, environment: &mut Environment) {
        let Some(unit) = self.unit(sym.file).filter(|unit| unit.rules.parameters_take_arguments) else {
            return;
        };
        let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
        let Some(own) = parameters.first().filter(|one| one.kind == ParameterKind::Receiver) else { return };
        if own.annotation.is_unknown() || !matches!(receiver, Value::Instance(..) | Value::Receiver(..)) {
            return;
        }
        for pattern in self.type_of(sym.file, own.annotation).iter() {
            if matches!(pattern, Value::Type(TypeId::Param(..), _)) {
                self.unify(as_instance(pattern), receiver, environment);
            }
        }
    }

    pub(crate) fn bind_arguments(
        &mut self,
        sym: Sym,
        receiver: Option<Value>,
        arguments: &[(FileId, ExprId)],
        environment: &mut Environment,
    ) {
        if arguments.is_empty() {
            return;
        }
        let Some(unit) = self.unit(sym.file) else { return };
        let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
        let by_path = matches!(receiver, Some(Value::Type(..) | Value::ReceiverType(..)) | None);
        let skip = |p: &&Parameter| by_path || p.kind != ParameterKind::Receiver;
        let annotations: SmallVec<[ExprId; 4]> =
            parameters.iter().filter(skip).map(|p| p.annotation).collect();
        for (annotation, (file, argument)) in annotations.into_iter().zip(arguments) {
            if annotation.is_unknown() {
                continue;
            }
            let patterns = self.type_of(sym.file, annotation);
            if !patterns.iter().any(|v| self.is_open(v) || matches!(v, Value::Callable(..))) {
                continue;
            }
            let actual = self.value(*file, *argument);
            for pattern in patterns.iter() {
                for value in actual.iter() {
                    self.unify(as_instance(pattern), value, environment);
                }
            }
        }
    }

    pub(crate) fn construct(&mut self, variant: Sym, args: Args, arguments: &[(FileId, ExprId)]) -> Set {
        let Some(of) = self.enum_of(variant) else { return Set::unknown() };
        let Some(unit) = self.unit(of.file) else { return Set::unknown() };
        let run = unit.type_parameters(of.def);
        if args != Args::NONE || run.len == 0 {
            return Set::of(Value::Instance(TypeId::Def(of), args));
        }
        let mut environment = Environment::default();
        self.bind_arguments(variant, None, arguments, &mut environment);
        let items = (run.start..run.start + run.len)
            .map(|i| environment.get(TypeId::Param(of.file, i)).cloned().unwrap_or_else(Set::unknown))
            .collect();
        let args = self.bounded_args(items);
        Set::of(Value::Instance(TypeId::Def(of), args))
    }
}
