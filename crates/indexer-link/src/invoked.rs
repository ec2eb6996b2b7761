//! What calls run that they do not name: what variables, parameters and collections hold, what
//! decorators make of a function, constructors that are inherited.

use crate::evaluator::Evaluator;
use crate::sites::{calls_in, is_held, may_hold_function};
use crate::unit::Unit;
use crate::value::{MOST_VALUES, Set, Sym, TypeId, Value};
use indexer_core::{
    Bound, Edge, ExprId, Expression, FileId, LambdaId, Owner, Reference, Resolution, Role, Rule, SymbolKind,
    Target,
};

impl Evaluator<'_, '_> {
    /// Where a call of a value leads.
    pub(crate) fn invocation(&mut self, reference: &Reference) -> Edge {
        let mut found = Vec::new();
        for value in self.run_by(self.file, reference.expression).iter() {
            self.runs(value, reference, &mut found);
        }
        self.edge_to(found, Rule::Value).unwrap_or_else(|| Edge::unresolved(0))
    }

    /// What a call runs beside what it names, which is `denoted`.
    pub(crate) fn implied(&mut self, unit: &Unit<'_>, reference: &Reference, denoted: &Set) -> Option<Edge> {
        if !unit.rules.values_are_followed || !matches!(reference.role, Role::Call | Role::Decorate) {
            return None;
        }
        let (mut found, mut rule, mut held) = (Vec::new(), Rule::Value, false);
        for value in denoted.iter() {
            let sym = match value {
                Value::Definition(sym) => sym,
                Value::External(text) => match self.reify_external(text).only() {
                    Some(Value::Function(sym, _)) => sym,
                    _ => continue,
                },
                _ => continue,
            };
            let Some(of) = self.unit(sym.file) else { continue };
            match of.kind(sym.def) {
                kind if of.stub_of.is_some() && kind.is_callable() && reference.role == Role::Call => {
                    self.called_back(unit, reference, sym, &mut found);
                    self.run_through_member(unit, reference, sym, &mut found);
                }
                _ if of.stub_of.is_some() => {}
                kind if is_held(kind) || kind == SymbolKind::Accessor => held = true,
                // There, neither decorators nor bases are followed to what they run.
                _ if !unit.rules.parameters_take_arguments => {}
                kind if kind.is_callable() => {
                    self.made_by_decorators(sym, reference, &mut found);
                    found.retain(|made| *made != sym);
                }
                kind if kind.is_type() => {
                    if let Some(constructor) = self.inherited_constructor(sym) {
                        found.push(constructor);
                        rule = Rule::Constructor;
                    }
                }
                _ => {}
            }
        }
        if held && !unit.rules.parameters_take_arguments {
            for value in denoted.iter() {
                let Value::Definition(sym) = value else { continue };
                for value in self.of_definition(sym).iter() {
                    self.runs(value, reference, &mut found);
                }
            }
        } else if held {
            for value in self.run_by(self.file, reference.expression).iter() {
                self.runs(value, reference, &mut found);
            }
        }
        self.edge_to(found, rule)
    }

    /// What `f.call()` runs, where `callee` is the member of all functions that runs them.
    fn run_through_member(
        &mut self,
        unit: &Unit<'_>,
        reference: &Reference,
        callee: Sym,
        found: &mut Vec<Sym>,
    ) {
        let Expression::Member { of, name, .. } = unit.facts.expression(reference.expression) else { return };
        let runs = unit.rules.function_members.run.contains(&unit.facts.name(name));
        if runs && self.is_function_member(callee) {
            for value in self.run_by(self.file, of).iter() {
                self.runs(value, reference, found);
            }
        }
    }

    /// What a function outside calls of what it is given, where its declaration says that it takes a
    /// function.
    fn called_back(&mut self, unit: &Unit<'_>, reference: &Reference, callee: Sym, found: &mut Vec<Sym>) {
        let Some(of) = self.unit(callee.file) else { return };
        let Some(arguments) = self.calls(unit).get(&reference.expression).copied().flatten() else { return };
        let arguments = unit.facts.list(arguments);
        if !arguments.iter().any(|one| may_hold_function(unit.facts, *one, 0)) {
            return;
        }
        let run = of.facts.definition(callee.def).parameters;
        let parameters = of.facts.parameters(run);
        let taking = parameters.iter().zip(run.start..);
        let taking = taking.filter(|(one, _)| self.takes_function(of, callee.file, one.annotation));
        let taking: Vec<u32> = taking.map(|(_, index)| index).collect();
        if taking.is_empty() {
            return;
        }
        let is_member = of.facts.definition(callee.def).owner != Owner::File;
        for index in taking {
            let given = self.argument(callee, index, is_member, self.file, arguments).unwrap_or_default();
            for value in self.expand(&given).iter() {
                self.runs(value, reference, found);
            }
        }
    }

    /// True for the type of a function, and for a type parameter that must be a function.
    fn takes_function(&self, of: &Unit<'_>, file: FileId, annotation: ExprId) -> bool {
        match of.facts.expression(annotation) {
            Expression::FunctionType { .. } => true,
            Expression::Name { bound: Some(bound), .. } => {
                match of.facts.bindings.get(bound.index()).map(|binding| binding.bound) {
                    Some(Bound::TypeParameter(index)) => !self.function_bounds(file, index).is_empty(),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn edge_to(&self, found: Vec<Sym>, rule: Rule) -> Option<Edge> {
        let mut targets: Vec<Target> =
            found.into_iter().filter_map(|sym| self.key(sym)).map(Target::Symbol).collect();
        targets.sort();
        targets.dedup();
        let fits = !targets.is_empty() && targets.len() <= MOST_VALUES;
        fits.then_some(Edge { resolution: Resolution::Possible, rule, targets, candidates: 0 })
    }

    /// What runs where a member is called that only a name leads to: what these members hold.
    pub(crate) fn held_by(&mut self, members: &[Sym], reference: &Reference) -> Option<Edge> {
        let mut found = Vec::new();
        for member in members {
            let kind = self.unit(member.file).map(|unit| unit.kind(member.def));
            if kind.is_some_and(is_held) {
                let values = if self.takes_arguments(*member) {
                    let values = self.definition_value(*member);
                    self.expand(&values).into_owned()
                } else {
                    self.of_definition(*member)
                };
                for value in values.iter() {
                    self.runs(value, reference, &mut found);
                }
            }
        }
        self.edge_to(found, Rule::Name)
    }

    /// What calling a value runs, of what the repository defines.
    fn runs(&mut self, value: Value, reference: &Reference, found: &mut Vec<Sym>) {
        match value {
            Value::Lambda(file, lambda) => self.run_in_closure(file, lambda, reference, found),
            Value::Function(sym, bound) => {
                self.add_own(sym, found);
                if !self.takes_arguments(sym) {
                    return;
                }
                let is_undecorated = self.args_of(bound).first().is_some_and(Set::is_empty);
                if !is_undecorated {
                    self.made_by_decorators(sym, reference, found);
                }
            }
            // The type of an object that is written out is the object itself.
            Value::Type(TypeId::Def(sym), _) | Value::ReceiverType(TypeId::Def(sym), _)
                if self.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_type()) =>
            {
                match self.inherited_constructor(sym) {
                    Some(constructor) => found.push(constructor),
                    None => self.add_own(sym, found),
                }
            }
            Value::Instance(id @ TypeId::Def(sym), _) | Value::Receiver(id @ TypeId::Def(sym), _) => {
                if !self.takes_arguments(sym) {
                    return;
                }
                let Some(name) = self.rules_of(id).and_then(|rules| rules.call_member) else { return };
                let name = self.text(name);
                for member in self.members(id, name, Some(true)).found.iter() {
                    if let Value::Definition(sym) = member {
                        self.add_own(sym, found);
                    }
                }
            }
            _ => {}
        }
    }

    /// A closure has no name that could be led to: what it calls by name runs. What stands in the same function
    /// as the closure calls that already.
    fn run_in_closure(
        &mut self,
        file: FileId,
        lambda: LambdaId,
        reference: &Reference,
        found: &mut Vec<Sym>,
    ) {
        let Some(unit) = self.unit(file).filter(|unit| unit.stub_of.is_none()) else { return };
        let Some(lambda) = unit.facts.lambdas.get(lambda.index()) else { return };
        for call in calls_in(unit.facts, lambda) {
            if file == self.file && call.enclosing == reference.enclosing {
                continue;
            }
            for value in self.denote(file, call.expression, Some(true)).0.iter() {
                match value {
                    Value::Definition(sym)
                        if self.unit(sym.file).is_some_and(|unit| is_run(unit.kind(sym.def))) =>
                    {
                        self.consult_symbol(sym);
                        self.add_own(sym, found);
                    }
                    _ => {}
                }
            }
        }
    }

    /// True for what belongs to a language in which parameters are what calls give them.
    fn takes_arguments(&self, sym: Sym) -> bool {
        self.unit(sym.file).is_some_and(|unit| unit.rules.parameters_take_arguments)
    }

    fn add_own(&mut self, sym: Sym, found: &mut Vec<Sym>) {
        if self.external_path(sym).is_some() {
            return;
        }
        let includes = self.unit(sym.file).is_some_and(|unit| unit.rules.inclusion.is_some());
        if includes && self.is_declaration(sym) {
            let defined = self.defined(sym);
            if !defined.is_empty() {
                found.extend(defined);
                return;
            }
        }
        found.push(sym);
    }

    /// The functions that the decorators of a function put in its place.
    fn made_by_decorators(&mut self, sym: Sym, reference: &Reference, found: &mut Vec<Sym>) {
        let Some(unit) = self.unit(sym.file) else { return };
        let decorators = unit.facts.list(unit.facts.definition(sym.def).decorators);
        let Some(outermost) = decorators.first() else { return };
        self.consult_symbol(sym);
        let Some(call) = self.sites(sym.file).and_then(|sites| sites.application(*outermost)) else { return };
        let made = self.value(sym.file, call);
        let made = self.expand(&made);
        for value in made.iter() {
            match value {
                Value::Function(made, _) => self.add_own(made, found),
                Value::Instance(..) => self.runs(value, reference, found),
                _ => {}
            }
        }
    }

    /// The constructor that a type of the repository has from a base.
    fn inherited_constructor(&mut self, sym: Sym) -> Option<Sym> {
        let constructors = self.unit(sym.file)?.rules.constructors;
        let name = |this: &Self, name: &str| this.text(name);
        for constructor in constructors {
            let name = name(self, constructor);
            if !self.own_member(sym, name, Some(true)).is_empty() {
                return None;
            }
        }
        let name = self.text(constructors.first()?);
        match self.members(TypeId::Def(sym), name, Some(true)).found.only()? {
            Value::Definition(found) if self.external_path(found).is_none() => Some(found),
            _ => None,
        }
    }
}

/// True for what a call of its name runs.
fn is_run(kind: SymbolKind) -> bool {
    kind.is_type() || (kind.is_callable() && !matches!(kind, SymbolKind::Macro | SymbolKind::Accessor))
}
