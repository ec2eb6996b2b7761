//! Parameters of closures, from the functions that the closures are passed to.

use crate::evaluator::Evaluator;
use crate::generics::Environment;
use crate::value::{Set, Sym, TypeId, Value};
use indexer_core::{Bound, ExprId, Expression, FileId, Flags, LambdaId, ParameterKind, SymbolKind};
use smallvec::SmallVec;

impl Evaluator<'_, '_> {
    /// What parameter `index` of a closure is, from the function that it is passed to.
    pub(crate) fn lambda_parameter(&mut self, file: FileId, lambda: LambdaId, index: u32) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let Some((call, position)) = unit.facts.lambdas.get(lambda.index()).and_then(|l| l.argument_of)
        else {
            return Set::unknown();
        };
        let Expression::Call { of, arguments } = unit.facts.expression(call) else { return Set::unknown() };
        let callees = self.callees(file, of);
        let arguments: SmallVec<[(FileId, ExprId); 4]> =
            unit.facts.list(arguments).iter().map(|e| (file, *e)).collect();
        let callees = self.meant_values(callees, &arguments);
        let mut all = Set::default();
        for callee in callees.iter() {
            if unit.rules.declarations_merge {
                let expected = self.expected_by(callee, file, call, position, 0);
                all.extend(&self.given_at(&expected, index));
                continue;
            }
            let Value::Function(sym, bound) = callee else {
                all.add(Value::Unknown);
                continue;
            };
            let receiver = self.args_of(bound).first().and_then(Set::only);
            all.extend(&self.callback_parameter(sym, receiver, position, index));
        }
        all
    }

    /// The only method that an interface leaves open: what a lambda stands for.
    pub(crate) fn single_method(&mut self, of: Sym) -> Option<Sym> {
        let unit = self.unit(of.file).filter(|unit| unit.rules.classes.is_some())?;
        if unit.kind(of.def) != SymbolKind::Interface {
            return None;
        }
        let mut types = vec![of];
        types.extend(self.linearize(of, 0).0);
        let mut found = None;
        for one in types {
            let unit = self.unit(one.file)?;
            self.consult_symbol(one);
            let body = unit.facts.definition(one.def).body?;
            for binding in unit.facts.bindings(body) {
                let Bound::Definition(def) = binding.bound else { continue };
                let flags = unit.facts.definition(def).flags;
                let is_open = unit.kind(def) == SymbolKind::Method
                    && flags.has(Flags::ABSTRACT)
                    && !flags.has(Flags::STATIC);
                if is_open {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(Sym { def, ..one });
                }
            }
        }
        found
    }

    /// What a method of `receiver` takes as its parameter `index`.
    fn parameter_of(&mut self, method: Sym, receiver: Value, index: u32) -> Set {
        let Some(unit) = self.unit(method.file) else { return Set::unknown() };
        self.consult_symbol(method);
        let parameters = unit.facts.parameters(unit.facts.definition(method.def).parameters);
        let Some(annotation) = parameters.get(index as usize).map(|p| p.annotation) else {
            return Set::unknown();
        };
        let types = self.type_of(method.file, annotation);
        let instances = self.instances(&types);
        let mut environment = Environment::default();
        self.bind_receiver(method, receiver, &mut environment);
        self.substitute(&instances, &environment, None)
    }

    /// What the function `sym` gives as argument `index` to the callback that it takes at
    /// `position`.
    pub(crate) fn callback_parameter(
        &mut self,
        sym: Sym,
        receiver: Option<Value>,
        position: u32,
        index: u32,
    ) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::unknown() };
        self.consult_symbol(sym);
        let by_path = matches!(receiver, Some(Value::Type(..) | Value::ReceiverType(..)) | None);
        let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
        let mut plain = parameters.iter().filter(|p| by_path || p.kind != ParameterKind::Receiver);
        let Some(annotation) = plain.nth(position as usize).map(|p| p.annotation) else {
            return Set::unknown();
        };
        let mut all = Set::default();
        for value in self.type_of(sym.file, annotation).iter() {
            if let Value::Type(TypeId::Def(of), args) | Value::Instance(TypeId::Def(of), args) = value
                && let Some(method) = self.single_method(of)
            {
                let taken = self.parameter_of(method, Value::Instance(TypeId::Def(of), args), index);
                let mut environment = Environment::default();
                if let Some(receiver) = receiver {
                    self.bind_receiver(sym, receiver, &mut environment);
                }
                all.extend(&self.substitute(&taken, &environment, receiver));
                continue;
            }
            let functions: SmallVec<[(FileId, ExprId); 2]> = match value {
                Value::Callable(file, expression, _) => SmallVec::from_iter([(file, expression)]),
                Value::Type(TypeId::Param(file, i), _) | Value::Instance(TypeId::Param(file, i), _) => {
                    self.function_bounds(file, i).into_iter().map(|e| (file, e)).collect()
                }
                _ => SmallVec::new(),
            };
            for (file, expression) in functions {
                let Some(of) = self.unit(file) else { continue };
                let Expression::FunctionType { parameters, .. } = of.facts.expression(expression) else {
                    continue;
                };
                let Some(parameter) = of.facts.list(parameters).get(index as usize).copied() else {
                    continue;
                };
                let types = self.type_of(file, parameter);
                let instances = self.instances(&types);
                let mut environment = Environment::default();
                if let Some(receiver) = receiver {
                    self.bind_receiver(sym, receiver, &mut environment);
                }
                all.extend(&self.substitute(&instances, &environment, receiver));
            }
        }
        if all.is_empty() { Set::unknown() } else { all }
    }
}
