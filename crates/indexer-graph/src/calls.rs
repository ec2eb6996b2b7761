//! Calls: what a call gives, with type parameters bound from the receiver and the arguments.

use crate::evaluator::{Evaluator, Node};
use crate::expressions::{as_instance, as_type};
use crate::members::Members;
use crate::value::{Args, Set, Sym, Text, TypeId, Value};
use indexer_core::{
    ExprId, Expression, FileId, LambdaId, List, Name, Owner, Parameter, ParameterKind, Rule, SymbolKind,
};
use smallvec::SmallVec;

/// Type parameters with what instances of them are.
#[derive(Debug, Default)]
pub(crate) struct Environment(SmallVec<[(TypeId, Set); 4]>);

impl Environment {
    pub(crate) fn bind(&mut self, parameter: TypeId, set: Set) {
        match self.0.iter_mut().find(|(id, _)| *id == parameter) {
            Some((_, known)) => known.extend(&set),
            None => self.0.push((parameter, set)),
        }
    }

    fn get(&self, parameter: TypeId) -> Option<&Set> {
        self.0.iter().find(|(id, _)| *id == parameter).map(|(_, set)| set)
    }
}

impl<'u> Evaluator<'_, 'u> {
    /// Definitions and the like as values, each bound to `receiver` where it is a member.
    pub(crate) fn reify_all(&mut self, denoted: &Set, receiver: Option<Value>) -> Set {
        let mut all = Set::default();
        for value in denoted.iter() {
            all.extend(&self.reify(value, receiver));
        }
        all
    }

    pub(crate) fn reify(&mut self, value: Value, receiver: Option<Value>) -> Set {
        match value {
            Value::Definition(sym) => self.reify_definition(sym, receiver),
            Value::External(text) => self.reify_external(text),
            other => Set::of(other),
        }
    }

    fn reify_external(&mut self, text: Text) -> Set {
        let path = self.text_of(text);
        let mut parts = path.split(['.', ':']).filter(|p| !p.is_empty());
        let (package, last) = (parts.next().unwrap_or(""), parts.next_back());
        let Some(last) = last else { return Set::of(Value::External(text)) };
        let Some(unit) = self.unit(self.file) else { return Set::of(Value::External(text)) };
        let language = unit.rules.language;
        let stubs = self.linker.stub(language, indexer_core::key::hash_text(last));
        let fits = |sym: &&Sym| {
            let stub_of = self.unit(sym.file).and_then(|u| u.stub_of);
            stub_of == Some(package) || (language == "rust" && matches!(package, "core" | "alloc" | "std"))
        };
        match stubs.iter().find(fits) {
            Some(sym) => self.reify_definition(*sym, None),
            None => Set::of(Value::External(text)),
        }
    }

    fn reify_definition(&mut self, sym: Sym, receiver: Option<Value>) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::unknown() };
        use SymbolKind::*;
        match unit.kind(sym.def) {
            Module | Package => self.module_of(sym.file, sym.def),
            Struct | Class | Enum | Union | Trait | Interface => {
                Set::of(Value::Type(TypeId::Def(sym), Args::NONE))
            }
            Variant => {
                let args = match receiver {
                    Some(Value::Type(_, args)) => args,
                    _ => Args::NONE,
                };
                Set::of(Value::Variant(sym, args))
            }
            Function | Method | Constructor => {
                let bound = match receiver {
                    Some(receiver) => self.args(vec![Set::of(receiver)]),
                    None => Args::NONE,
                };
                Set::of(Value::Function(sym, bound))
            }
            Accessor => match receiver {
                Some(receiver) => self.call_bound(sym, receiver, &[]),
                None => self.definition_value(sym),
            },
            TypeAlias | AssociatedType | Field | Property | Variable | Static | Constant => {
                let value = self.definition_value(sym);
                match receiver {
                    Some(receiver) => {
                        let mut environment = Environment::default();
                        self.bind_receiver(sym, receiver, &mut environment);
                        self.substitute(&value, &environment, Some(receiver))
                    }
                    None => value,
                }
            }
            Macro | Parameter | Local => Set::unknown(),
        }
    }

    /// What a definition is; for a callable, what a call gives, with its type parameters open.
    pub(crate) fn definition_value(&mut self, sym: Sym) -> Set {
        self.consult_symbol(sym);
        self.node(Node::Value(sym), |this, node| match node {
            Node::Value(sym) => {
                this.consult_symbol(sym);
                match this.unit(sym.file) {
                    Some(unit) => this.value(sym.file, unit.facts.definition(sym.def).value),
                    None => Set::unknown(),
                }
            }
            _ => Set::default(),
        })
    }

    /// Members of a set of receivers: what they are, and by which rule.
    pub(crate) fn denote_member(&mut self, receivers: &Set, name: Text, call: Option<bool>) -> (Set, Rule) {
        let mut all = Set::default();
        let mut rule = None;
        for receiver in receivers.iter() {
            let (members, by) = self.members_of_value(receiver, name, call);
            if members.found.is_empty() && members.open {
                all.add(Value::Unknown);
            }
            all.extend(&members.found);
            let weaker = |known: Rule| if known == by { known } else { Rule::Value };
            rule = Some(rule.map_or(by, weaker));
        }
        (all, rule.unwrap_or(Rule::None))
    }

    /// Members of one value.
    pub(crate) fn members_of_value(&mut self, of: Value, name: Text, call: Option<bool>) -> (Members, Rule) {
        let found = |found: Set| Members { found, ..Members::default() };
        match of {
            Value::Unknown => (Members { open: true, ..Members::default() }, Rule::None),
            Value::Module(..) | Value::Folder(_) | Value::External(_) => {
                (found(self.offered(of, name, indexer_core::Namespace::ANY)), Rule::Path)
            }
            Value::Type(id, args) => {
                let mut members = self.members(id, name, call);
                if members.found.is_empty()
                    && !members.open
                    && let Some(path) = self.stub_path(id)
                {
                    let path = self.text(&path);
                    members.found = Set::of(Value::External(self.external_member(path, name)));
                }
                members.receiver = Some(Value::Type(id, args));
                (members, Rule::Path)
            }
            Value::Instance(id, args) => (self.members_of_instance(id, args, name, call), Rule::Member),
            Value::Receiver(id, args) => (self.members_of_instance(id, args, name, call), Rule::Receiver),
            Value::Super(sym) => (self.lookup_in_bases(sym, name), Rule::Receiver),
            Value::Variant(sym, args) => match self.enum_of(sym) {
                Some(of) => (self.members_of_instance(TypeId::Def(of), args, name, call), Rule::Member),
                None => (Members { open: true, ..Members::default() }, Rule::None),
            },
            Value::Definition(sym) => (found(self.declared_member(sym, name)), Rule::Path),
            Value::Function(..) | Value::Lambda(..) | Value::Callable(..) | Value::Tuple(_) => {
                (Members { open: true, ..Members::default() }, Rule::None)
            }
        }
    }

    /// The value of `of.name`.
    pub(crate) fn member_value(&mut self, file: FileId, of: ExprId, name: Name) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let text = unit.facts.name(name);
        let receivers = self.value(file, of);
        if let Ok(index) = text.parse::<u32>() {
            return self.item(&receivers, index);
        }
        let name = self.name(unit, name);
        self.member_of_values(&receivers, name, None)
    }

    fn member_of_values(&mut self, receivers: &Set, name: Text, call: Option<bool>) -> Set {
        let mut all = Set::default();
        for receiver in receivers.iter() {
            let (members, _) = self.members_of_value(receiver, name, call);
            if members.found.is_empty() {
                all.add(Value::Unknown);
            }
            let bound = match receiver {
                Value::Receiver(..) | Value::Super(_) | Value::Variant(..) => Some(receiver),
                Value::Instance(..) | Value::Type(..) => Some(members.receiver.unwrap_or(receiver)),
                _ => None,
            };
            all.extend(&self.reify_all(&members.found, bound));
        }
        all
    }

    /// The value of a call expression.
    pub(crate) fn call_expression(
        &mut self,
        file: FileId,
        _call: ExprId,
        of: ExprId,
        arguments: List,
    ) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        // A member that is called is a method before it is a field.
        let callees = match unit.facts.expression(of) {
            Expression::Member { of, name, .. } => {
                let receivers = self.value(file, of);
                let name = self.name(unit, name);
                self.member_of_values(&receivers, name, Some(true))
            }
            _ => self.value(file, of),
        };
        let arguments: SmallVec<[(FileId, ExprId); 4]> =
            unit.facts.list(arguments).iter().map(|e| (file, *e)).collect();
        let mut all = Set::default();
        for callee in callees.iter() {
            all.extend(&self.call(callee, &arguments));
        }
        all
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
            Value::Variant(sym, args) => self.construct(sym, args, arguments),
            Value::Lambda(file, lambda) => self.lambda_result(file, lambda),
            Value::Callable(file, expression) => {
                match self.unit(file).map(|u| u.facts.expression(expression)) {
                    Some(Expression::FunctionType { returns, .. }) => {
                        let types = self.type_of(file, returns);
                        self.instances(&types)
                    }
                    _ => Set::unknown(),
                }
            }
            Value::Instance(id, _) | Value::Receiver(id, _) => {
                let member = self.rules_of(id).and_then(|r| r.call_member);
                member.map_or(Set::unknown(), |m| self.call_member_named(&Set::of(callee), m))
            }
            _ => Set::unknown(),
        }
    }

    fn rules_of(&self, id: TypeId) -> Option<&'static indexer_core::LinkRules> {
        match id {
            TypeId::Def(sym) => self.unit(sym.file).map(|u| u.rules),
            _ => self.unit(self.file).map(|u| u.rules),
        }
    }

    fn lambda_result(&mut self, file: FileId, lambda: LambdaId) -> Set {
        let value = self.unit(file).and_then(|u| u.facts.lambdas.get(lambda.index())).map(|l| l.value);
        value.map_or(Set::unknown(), |value| self.value(file, value))
    }

    /// Calls the member `name` of each value without arguments.
    pub(crate) fn call_member_named(&mut self, of: &Set, name: &str) -> Set {
        let name = self.text(name);
        let members = self.member_of_values(of, name, Some(true));
        let mut all = Set::default();
        for member in members.iter() {
            all.extend(&self.call(member, &[]));
        }
        all
    }

    /// What a function gives that is called on a receiver (an instance, or a type by path).
    pub(crate) fn call_bound(&mut self, sym: Sym, receiver: Value, arguments: &[(FileId, ExprId)]) -> Set {
        self.call_function(sym, Some(receiver), arguments)
    }

    fn call_function(&mut self, sym: Sym, receiver: Option<Value>, arguments: &[(FileId, ExprId)]) -> Set {
        let result = self.definition_value(sym);
        if !result.iter().any(|v| self.is_open(v)) {
            return result;
        }
        let mut environment = Environment::default();
        if let Some(receiver) = receiver {
            self.bind_receiver(sym, receiver, &mut environment);
        }
        self.bind_arguments(sym, receiver, arguments, &mut environment);
        self.substitute(&result, &environment, receiver)
    }

    /// True for values in which a call puts something: the receiver, type parameters.
    fn is_open(&self, value: Value) -> bool {
        let open_args = |args: Args| {
            args != Args::NONE && self.args_of(args).iter().any(|set| set.iter().any(|v| self.is_open(v)))
        };
        match value {
            Value::Receiver(..) => true,
            Value::Instance(TypeId::Param(..), _) | Value::Type(TypeId::Param(..), _) => true,
            Value::Instance(_, args)
            | Value::Type(_, args)
            | Value::Tuple(args)
            | Value::Variant(_, args) => open_args(args),
            Value::Function(_, args) => open_args(args),
            _ => false,
        }
    }

    /// Binds the type parameters of a member's owner from the receiver's arguments.
    pub(crate) fn bind_receiver(&mut self, member: Sym, receiver: Value, environment: &mut Environment) {
        let (of, args) = match receiver {
            Value::Instance(of, args) | Value::Receiver(of, args) | Value::Type(of, args) => (of, args),
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
            Owner::Extension(extension) => {
                for pattern in self.extended(member.file, extension).iter() {
                    self.unify(as_instance(pattern), Value::Instance(of, args), environment);
                }
            }
            _ => {}
        }
    }

    fn bind_arguments(
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
        let by_path = matches!(receiver, Some(Value::Type(..)) | None);
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

    /// Binds the type parameters in `pattern` so that it becomes `actual`.
    fn unify(&mut self, pattern: Value, actual: Value, environment: &mut Environment) {
        match (pattern, actual) {
            (_, Value::Unknown) => {}
            (Value::Instance(parameter @ TypeId::Param(file, index), _), _) => {
                environment.bind(parameter, Set::of(as_plain(actual)));
                for bound in self.function_bounds(file, index) {
                    self.unify_function(file, bound, actual, environment);
                }
            }
            (Value::Callable(file, expression), _) => {
                self.unify_function(file, expression, actual, environment)
            }
            (Value::Instance(a, pattern), Value::Instance(b, actual) | Value::Receiver(b, actual))
                if a == b =>
            {
                self.unify_args(pattern, actual, environment);
            }
            (Value::Tuple(pattern), Value::Tuple(actual)) => self.unify_args(pattern, actual, environment),
            _ => {}
        }
    }

    fn unify_args(&mut self, pattern: Args, actual: Args, environment: &mut Environment) {
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
    fn unify_function(
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

    fn function_bounds(&self, file: FileId, index: u32) -> SmallVec<[ExprId; 2]> {
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
                Value::Instance(id @ TypeId::Param(..), _) => match environment.get(id) {
                    Some(known) => all.extend(known),
                    None => all.add(value),
                },
                Value::Type(id @ TypeId::Param(..), _) => match environment.get(id) {
                    Some(known) => all.extend(&known.iter().map(as_type).collect()),
                    None => all.add(value),
                },
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
                other => all.add(other),
            }
        }
        all
    }

    fn substitute_args(&mut self, args: Args, environment: &Environment, receiver: Option<Value>) -> Args {
        if args == Args::NONE {
            return args;
        }
        let items = self.args_of(args);
        let items = items.iter().map(|set| self.substitute(set, environment, receiver)).collect();
        self.bounded_args(items)
    }

    /// The arguments of a generic type that is constructed by position.
    fn infer_arguments(&mut self, sym: Sym, arguments: &[(FileId, ExprId)]) -> Args {
        let Some(unit) = self.unit(sym.file) else { return Args::NONE };
        let run = unit.type_parameters(sym.def);
        if run.len == 0 {
            return Args::NONE;
        }
        let mut environment = Environment::default();
        self.bind_arguments(sym, None, arguments, &mut environment);
        let items = (run.start..run.start + run.len)
            .map(|i| environment.get(TypeId::Param(sym.file, i)).cloned().unwrap_or_else(Set::unknown))
            .collect();
        self.bounded_args(items)
    }

    fn construct(&mut self, variant: Sym, args: Args, arguments: &[(FileId, ExprId)]) -> Set {
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

    /// What payload `index` of `of` is, seen through a pattern.
    pub(crate) fn payload(&mut self, file: FileId, of: ExprId, pattern: ExprId, index: u32) -> Set {
        let (pattern, _) = self.denote(file, pattern, None);
        let values = self.reify_all(&pattern, None);
        let mut all = Set::default();
        for value in values.iter() {
            let (holder, of_type) = match value {
                Value::Variant(sym, _) => (sym, self.enum_of(sym)),
                Value::Type(TypeId::Def(sym), _) => (sym, Some(sym)),
                _ => {
                    all.add(Value::Unknown);
                    continue;
                }
            };
            let Some(unit) = self.unit(holder.file) else { continue };
            self.consult_symbol(holder);
            let parameters = unit.facts.parameters(unit.facts.definition(holder.def).parameters);
            let Some(annotation) = parameters.get(index as usize).map(|p| p.annotation) else {
                all.add(Value::Unknown);
                continue;
            };
            let types = self.type_of(holder.file, annotation);
            let payload = self.instances(&types);
            if !payload.iter().any(|v| self.is_open(v)) {
                all.extend(&payload);
                continue;
            }
            let Some(of_type) = of_type else { continue };
            let run = unit.type_parameters(of_type.def);
            for matched in self.value(file, of).iter() {
                let args = match matched {
                    Value::Instance(TypeId::Def(sym), args) | Value::Receiver(TypeId::Def(sym), args)
                        if sym == of_type =>
                    {
                        args
                    }
                    Value::Variant(_, args) => args,
                    _ => {
                        all.add(Value::Unknown);
                        continue;
                    }
                };
                let mut environment = Environment::default();
                let items = self.args_of(args);
                for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
                    environment.bind(TypeId::Param(holder.file, i), item.clone());
                }
                all.extend(&self.substitute(&payload, &environment, None));
            }
        }
        all
    }

    /// Item `index` of tuples; positional field of tuple structs; element of sequences.
    pub(crate) fn item(&mut self, of: &Set, index: u32) -> Set {
        let mut all = Set::default();
        for value in of.iter() {
            match value {
                Value::Tuple(args) => match self.args_of(args).get(index as usize) {
                    Some(item) => all.extend(item),
                    None => all.add(Value::Unknown),
                },
                Value::Instance(TypeId::Def(sym), _) | Value::Receiver(TypeId::Def(sym), _) => {
                    all.extend(&self.positional_field(sym, value, index));
                }
                _ => all.add(Value::Unknown),
            }
        }
        all
    }

    fn positional_field(&mut self, sym: Sym, receiver: Value, index: u32) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::unknown() };
        let definition = unit.facts.definition(sym.def);
        self.consult_symbol(sym);
        let parameters = unit.facts.parameters(definition.parameters);
        let Some(parameter) = parameters.get(index as usize).filter(|p| !p.annotation.is_unknown()) else {
            return self.element(&Set::of(receiver));
        };
        let types = self.type_of(sym.file, parameter.annotation);
        let value = self.instances(&types);
        let (Value::Instance(_, args) | Value::Receiver(_, args)) = receiver else { return value };
        let mut environment = Environment::default();
        let run = definition.type_parameters;
        let items = self.args_of(args);
        for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
            environment.bind(TypeId::Param(sym.file, i), item.clone());
        }
        self.substitute(&value, &environment, None)
    }

    /// What iterating over values gives.
    pub(crate) fn element(&mut self, of: &Set) -> Set {
        let mut all = Set::default();
        for value in of.iter() {
            if let Value::Tuple(args) = value {
                for item in self.args_of(args).iter() {
                    all.extend(item);
                }
                continue;
            }
            let (Value::Instance(id, _) | Value::Receiver(id, _)) = value else {
                all.add(Value::Unknown);
                continue;
            };
            let Some(rules) = self.rules_of(id) else { continue };
            let mut found = Set::unknown();
            for path in rules.protocol.element {
                let mut here = Set::of(value);
                for member in *path {
                    here = self.call_member_named(&here, member);
                }
                if !here.has_unknown() && !here.is_empty() {
                    found = here;
                    break;
                }
            }
            all.extend(&found);
        }
        all
    }

    pub(crate) fn indexed(&mut self, file: FileId, of: ExprId) -> Set {
        let of = self.value(file, of);
        let mut all = Set::default();
        for value in of.iter() {
            match value {
                Value::Type(..) | Value::External(_) => all.add(value),
                Value::Instance(id, _) | Value::Receiver(id, _) => {
                    let members = self.rules_of(id).map_or(&[][..], |r| r.protocol.index);
                    let mut found = Set::unknown();
                    for member in members {
                        let here = self.call_member_named(&Set::of(value), member);
                        if !here.has_unknown() {
                            found = here;
                            break;
                        }
                    }
                    all.extend(&found);
                }
                _ => all.add(Value::Unknown),
            }
        }
        all
    }

    pub(crate) fn deref_value(&mut self, file: FileId, of: ExprId) -> Set {
        let of = self.value(file, of);
        let mut all = Set::default();
        for value in of.iter() {
            let inner = match value {
                Value::Instance(id, args) | Value::Receiver(id, args) => self.dereferenced(id, args),
                _ => None,
            };
            // A plain reference is not a type of its own here: what it refers to is the value.
            all.add(inner.unwrap_or(value));
        }
        all
    }

    /// What parameter `index` of a closure is, from the function that it is passed to.
    pub(crate) fn lambda_parameter(&mut self, file: FileId, lambda: LambdaId, index: u32) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let Some((call, position)) = unit.facts.lambdas.get(lambda.index()).and_then(|l| l.argument_of)
        else {
            return Set::unknown();
        };
        let Expression::Call { of, .. } = unit.facts.expression(call) else { return Set::unknown() };
        let callees = match unit.facts.expression(of) {
            Expression::Member { of, name, .. } => {
                let receivers = self.value(file, of);
                let name = self.name(unit, name);
                self.member_of_values(&receivers, name, Some(true))
            }
            _ => self.value(file, of),
        };
        let mut all = Set::default();
        for callee in callees.iter() {
            let Value::Function(sym, bound) = callee else {
                all.add(Value::Unknown);
                continue;
            };
            let receiver = self.args_of(bound).first().and_then(Set::only);
            all.extend(&self.callback_parameter(sym, receiver, position, index));
        }
        all
    }

    /// What the function `sym` gives as argument `index` to the callback that it takes at
    /// `position`.
    fn callback_parameter(&mut self, sym: Sym, receiver: Option<Value>, position: u32, index: u32) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::unknown() };
        self.consult_symbol(sym);
        let by_path = matches!(receiver, Some(Value::Type(..)) | None);
        let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
        let mut plain = parameters.iter().filter(|p| by_path || p.kind != ParameterKind::Receiver);
        let Some(annotation) = plain.nth(position as usize).map(|p| p.annotation) else {
            return Set::unknown();
        };
        let mut all = Set::default();
        for value in self.type_of(sym.file, annotation).iter() {
            let functions: SmallVec<[(FileId, ExprId); 2]> = match value {
                Value::Callable(file, expression) => SmallVec::from_iter([(file, expression)]),
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

/// A receiver as what a call puts in its place: an instance.
fn as_instance_of(receiver: Value) -> Value {
    match receiver {
        Value::Type(id, args) => Value::Instance(id, args),
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
