//! What callees expect of their arguments, and what functions of a type are given.

use crate::evaluator::Evaluator;
use crate::expressions::as_instance;
use crate::generics::Environment;
use crate::value::{Set, Sym, Value};
use indexer_core::{Binding, Bound, DefId, ExprId, Expression, FileId, Namespace, ParameterKind};
use smallvec::SmallVec;

impl Evaluator<'_, '_> {
    /// What the callees of a call take as the argument at `position`.
    pub(crate) fn expected(&mut self, file: FileId, call: ExprId, position: u32) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let Expression::Call { of, .. } = unit.facts.expression(call) else { return Set::unknown() };
        let callees = self.callees(file, of);
        let mut all = Set::default();
        for callee in callees.iter() {
            all.extend(&self.expected_by(callee, file, call, position, 0));
        }
        all
    }

    /// What one callee takes as the argument at `position` of a call.
    pub(crate) fn expected_by(
        &mut self,
        callee: Value,
        file: FileId,
        call: ExprId,
        position: u32,
        depth: u32,
    ) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let Expression::Call { arguments, .. } = unit.facts.expression(call) else { return Set::unknown() };
        let arguments: SmallVec<[(FileId, ExprId); 4]> =
            unit.facts.list(arguments).iter().map(|e| (file, *e)).collect();
        match callee {
            Value::Function(sym, bound) => {
                let receiver = self.args_of(bound).first().and_then(Set::only);
                let sym = self.overload(sym, arguments.len());
                self.parameter_type(sym, receiver, &arguments, position)
            }
            Value::Callable(file, function, known) => {
                let Some(unit) = self.unit(file) else { return Set::unknown() };
                let Expression::FunctionType { parameters, .. } = unit.facts.expression(function) else {
                    return Set::unknown();
                };
                let Some(of) = unit.facts.list(parameters).get(position as usize) else {
                    return Set::unknown();
                };
                let types = self.type_of(file, *of);
                let expected = self.instances(&types);
                self.substitute_known(&expected, known)
            }
            Value::Type(id, _) | Value::ReceiverType(id, _) if depth < 2 => {
                let constructors = self.rules_of(id).map_or(&[][..], |rules| rules.constructors);
                for name in constructors {
                    let name = self.text(name);
                    let found = self.members(id, name, Some(true)).found;
                    if let Some(made @ Value::Definition(_)) = found.only() {
                        let made = self.reify(made, Some(as_instance(callee)));
                        if let Some(made) = made.only() {
                            return self.expected_by(made, file, call, position, depth + 1);
                        }
                    }
                }
                Set::unknown()
            }
            Value::Instance(id, _) | Value::Receiver(id, _) if depth < 2 => {
                let Some(member) = self.rules_of(id).and_then(|rules| rules.call_member) else {
                    return Set::unknown();
                };
                let member = self.text(member);
                let called = self.member_of_values(&Set::of(callee), member, Some(true));
                match called.only() {
                    Some(called) => self.expected_by(called, file, call, position, depth + 1),
                    None => Set::unknown(),
                }
            }
            _ => Set::unknown(),
        }
    }

    /// What a function takes as its argument at `position`, with type parameters put in that the
    /// receiver and the other arguments tell.
    fn parameter_type(
        &mut self,
        sym: Sym,
        receiver: Option<Value>,
        arguments: &[(FileId, ExprId)],
        position: u32,
    ) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::unknown() };
        self.consult_symbol(sym);
        let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
        let at = parameters.get(position as usize).or(parameters.last());
        let Some(parameter) = at else { return Set::unknown() };
        let is_rest = parameter.kind == ParameterKind::Rest;
        if parameter.annotation.is_unknown() || (!is_rest && position as usize >= parameters.len()) {
            return Set::unknown();
        }
        let types = self.type_of(sym.file, parameter.annotation);
        let mut expected = self.instances(&types);
        if is_rest {
            expected = self.element(&expected);
        }
        if !expected.iter().any(|v| self.is_open(v)) {
            return expected;
        }
        let mut environment = Environment::default();
        if let Some(receiver) = receiver {
            self.bind_receiver(sym, receiver, &mut environment);
        }
        // A function among the arguments says nothing of what it is itself given.
        let others: SmallVec<[(FileId, ExprId); 4]> = arguments
            .iter()
            .enumerate()
            .map(
                |(i, argument)| {
                    if i == position as usize { (argument.0, ExprId::UNKNOWN) } else { *argument }
                },
            )
            .collect();
        self.bind_arguments(sym, receiver, &others, &mut environment);
        self.substitute(&expected, &environment, receiver)
    }

    /// What functions of these types are given as argument `index`.
    pub(crate) fn given_at(&mut self, functions: &Set, index: u32) -> Set {
        let mut all = Set::default();
        for value in functions.iter() {
            match value {
                Value::Callable(file, function, known) => {
                    let Some(unit) = self.unit(file) else { continue };
                    let Expression::FunctionType { parameters, .. } = unit.facts.expression(function) else {
                        continue;
                    };
                    // A function may take more than it is given.
                    let Some(of) = unit.facts.list(parameters).get(index as usize) else { continue };
                    let types = self.type_of(file, *of);
                    let given = self.instances(&types);
                    all.extend(&self.substitute_known(&given, known));
                }
                Value::Function(sym, bound) => {
                    let receiver = self.args_of(bound).first().and_then(Set::only);
                    all.extend(&self.parameter_type(sym, receiver, &[], index));
                }
                Value::Instance(id, _) | Value::Receiver(id, _) => {
                    let Some(member) = self.rules_of(id).and_then(|rules| rules.call_member) else {
                        continue;
                    };
                    let name = self.text(member);
                    let (members, _) = self.members_of_value(value, name, Some(true));
                    let called = self.reify_all(&members.found, members.receiver);
                    let callables: Set = called.iter().filter(|v| matches!(v, Value::Callable(..))).collect();
                    if !callables.is_empty() {
                        all.extend(&self.given_at(&callables, index));
                    }
                }
                Value::Unknown => all.add(Value::Unknown),
                _ => {}
            }
        }
        if all.is_empty() { Set::unknown() } else { all }
    }

    /// The signature that a call with this many arguments means, where a function has several.
    pub(crate) fn overload(&mut self, sym: Sym, arguments: usize) -> Sym {
        let Some(unit) = self.unit(sym.file) else { return sym };
        if !unit.rules.declarations_merge {
            return sym;
        }
        let definition = unit.facts.definition(sym.def);
        let any = Namespace::ANY.with(Namespace::MEMBER);
        self.consult_bound(sym.file, definition.scope, unit.hash(definition.name));
        let of_name = unit.hoisted(definition.scope, definition.name, any);
        if of_name.len() < 2 {
            return sym;
        }
        let signature = |binding: &&Binding| match binding.bound {
            Bound::Definition(def) => {
                let one = unit.facts.definition(def);
                (one.kind.is_callable() && one.metrics.is_none()).then_some(def)
            }
            _ => None,
        };
        let signatures: SmallVec<[DefId; 4]> = of_name.iter().filter_map(signature).collect();
        for def in &signatures {
            self.consult_symbol(Sym { def: *def, ..sym });
        }
        let fits = |def: &&DefId| {
            let parameters = unit.facts.parameters(unit.facts.definition(**def).parameters);
            crate::resolve::arity_fits(parameters, Some(arguments.min(255) as u8))
        };
        let chosen = signatures.iter().find(fits).or(signatures.first());
        chosen.map_or(sym, |def| Sym { def: *def, ..sym })
    }

    /// What a call with this callee calls. A member that is called is a method before it is a field.
    pub(crate) fn callees(&mut self, file: FileId, of: ExprId) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        match unit.facts.expression(of) {
            Expression::Member { of, name, .. } => {
                let receivers = self.value(file, of);
                let name = self.name(unit, name);
                self.member_seen_from(file, &receivers, name, Some(true))
            }
            _ => self.value(file, of),
        }
    }
}
