//! Expressions to values.

use crate::evaluator::{Evaluator, Node};
use crate::interned::nested;
use crate::value::{Args, DEEPEST_ARGUMENTS, Set, Sym, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{CollectionKind, ExprId, Expression, FileId, List, Owner, SymbolKind};

impl Evaluator<'_, '_> {
    /// What an expression may be.
    pub(crate) fn value(&mut self, file: FileId, id: ExprId) -> Set {
        if id.is_unknown() {
            return Set::unknown();
        }
        let memoised = file == self.file && self.at_top();
        if memoised && let Some(known) = self.chain.get(&id) {
            return known.clone();
        }
        let set = stacker::maybe_grow(128 << 10, 4 << 20, || self.value_of(file, id));
        if memoised {
            self.chain.insert(id, set.clone());
        }
        set
    }

    pub(crate) fn value_of(&mut self, file: FileId, id: ExprId) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        match unit.facts.expression(id) {
            Expression::Unknown => Set::unknown(),
            Expression::Name { .. } | Expression::Import { .. } => {
                let (found, _) = self.denote(file, id, None);
                let found = match unit.rules.inclusion {
                    Some(_) => self.seen(file, unit.facts.expression(id), found),
                    None => found,
                };
                self.reify_all(&found, None)
            }
            Expression::Member { of, name, .. } => self.member_value(file, of, name),
            Expression::Call { of, arguments } => self.call_expression(file, id, of, arguments),
            Expression::Keyword { value, .. } => self.value(file, value),
            Expression::Index { of, index } => {
                let whole =
                    matches!(unit.facts.expression(index), Expression::Collection(CollectionKind::Range, _));
                if whole { self.value(file, of) } else { self.indexed(file, of) }
            }
            Expression::Element(of) => {
                let of = self.value(file, of);
                self.element(&of)
            }
            Expression::Awaited(of) => {
                let of = self.value(file, of);
                self.awaited(file, &of)
            }
            Expression::Promised(of) => {
                let of = self.value(file, of);
                let inner = self.awaited(file, &of);
                match unit.rules.protocol.promise {
                    Some(name) => self.instance_of_builtin(file, name, vec![inner]),
                    None => inner,
                }
            }
            Expression::Expected { call, position } => {
                self.node(Node::Expected(file, call, position), |this, node| match node {
                    Node::Expected(file, call, position) => this.expected(file, call, position),
                    _ => Set::default(),
                })
            }
            Expression::Narrowed { of, by } => match self.guarded(file, by) {
                Some(guarded) => guarded,
                None => self.value(file, of),
            },
            Expression::Put { into, .. } => self.value(file, into),
            Expression::Given { of, index } => {
                let of = self.value(file, of);
                self.given_at(&of, index)
            }
            Expression::Object(scope) => match unit.body_of(scope) {
                Some(Owner::Definition(def)) => Set::of(self.type_with_parameters(Sym { file, def })),
                _ => Set::of(Value::Object(file, scope)),
            },
            Expression::Tried(of) => {
                let of = self.value(file, of);
                let tried = unit.rules.protocol.tried;
                tried.map_or(Set::unknown(), |member| self.call_member_named(&of, member))
            }
            Expression::Deref(of) => self.deref_value(file, of),
            Expression::Entered(of) => {
                let of = self.value(file, of);
                let entered = unit.rules.protocol.entered;
                entered.map_or(Set::unknown(), |member| self.call_member_named(&of, member))
            }
            Expression::Literal(kind) => {
                let name = (unit.rules.protocol.literal)(kind);
                match (kind, name) {
                    (indexer_core::LiteralKind::None, _) => Set::default(),
                    (_, Some(name)) => self.instance_of_builtin(file, name, Vec::new()),
                    _ => Set::unknown(),
                }
            }
            Expression::Collection(kind, list) => match (unit.rules.protocol.collection)(kind) {
                Some(name) => {
                    let element = self.union(file, list);
                    // A map's second argument is what it holds; its keys are not written down.
                    let args = match kind {
                        CollectionKind::Map => vec![Set::unknown(), element],
                        _ => vec![element],
                    };
                    self.instance_of_builtin(file, name, args)
                }
                None => Set::unknown(),
            },
            Expression::Tuple(list) => {
                let items = unit.facts.list(list).iter().map(|e| self.value(file, *e)).collect();
                Set::of(Value::Tuple(self.bounded_args(items)))
            }
            Expression::Item { of, index } => {
                let of = self.value(file, of);
                self.item(&of, index)
            }
            Expression::Payload { of, pattern, index } => self.payload(file, of, pattern, index),
            Expression::Union(list) => self.union(file, list),
            Expression::Instance(of) => {
                let types = self.type_of(file, of);
                self.instances(&types)
            }
            Expression::Apply { of, arguments } => self.apply(file, of, arguments),
            Expression::FunctionType { .. } => Set::of(Value::Callable(file, id, Args::NONE)),
            Expression::Sequence(of) => {
                let item = self.type_of(file, of);
                let item = self.instances(&item);
                let list = (unit.rules.protocol.collection)(CollectionKind::List);
                let name = if unit.rules.protocol.deref.is_some() { "slice" } else { list.unwrap_or("list") };
                let types = self.builtin(file, name);
                let args = self.bounded_args(vec![item]);
                types.map_or(Set::unknown(), |id| Set::of(Value::Type(id, args)))
            }
            Expression::Lambda(lambda) => Set::of(Value::Lambda(file, lambda)),
            Expression::LambdaParameter(lambda, index) => {
                self.node(Node::LambdaParameter(file, lambda, index), |this, node| match node {
                    Node::LambdaParameter(file, lambda, index) => this.lambda_parameter(file, lambda, index),
                    _ => Set::default(),
                })
            }
            Expression::SelfInstance(scope) => {
                let types = self.type_around(file, scope);
                types.iter().map(as_receiver).collect()
            }
            Expression::SelfType(scope) => {
                let types = self.type_around(file, scope);
                types.iter().map(as_receiver_type).collect()
            }
            Expression::Super(scope) => self
                .type_around(file, scope)
                .iter()
                .map(|v| match v {
                    Value::Type(TypeId::Def(sym), _) => Value::Super(sym),
                    _ => Value::Unknown,
                })
                .collect(),
            Expression::Definition(def) => {
                let values = self.reify(Value::Definition(Sym { file, def }), None);
                match values.only() {
                    // Before its decorators: bound to a receiver that is none.
                    Some(Value::Function(sym, Args::NONE)) if unit.rules.parameters_take_arguments => {
                        Set::of(Value::Function(sym, self.args(vec![Set::default()])))
                    }
                    _ => values,
                }
            }
        }
    }

    /// What the argument of a guard is after it said yes.
    fn guarded(&mut self, file: FileId, call: ExprId) -> Option<Set> {
        let guards = self.unit(file)?.rules.protocol.guards;
        let Some(Value::Instance(TypeId::External(text), args)) = self.value(file, call).only() else {
            return None;
        };
        let text = self.text_of(text);
        let last = text.rsplit(['.', ':']).next().unwrap_or("");
        let of = self.args_of(args).first().filter(|_| guards.contains(&last)).cloned()?;
        Some(of)
    }

    /// What a type expression names, as types.
    pub(crate) fn type_of(&mut self, file: FileId, id: ExprId) -> Set {
        self.value(file, id)
    }

    /// Instances of the types in a set.
    pub(crate) fn instances(&mut self, types: &Set) -> Set {
        types.iter().map(as_instance).collect()
    }

    pub(crate) fn union(&mut self, file: FileId, list: List) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let mut all = Set::default();
        for item in unit.facts.list(list) {
            all.extend(&self.value(file, *item));
        }
        all
    }

    /// Interns type arguments, without what is nested too deep.
    pub(crate) fn bounded_args(&mut self, items: Vec<Set>) -> Args {
        let items = items.into_iter().map(|set| self.bounded(set)).collect();
        self.args(items)
    }

    fn bounded(&self, set: Set) -> Set {
        let arguments = &self.linker.arguments;
        let is_deep =
            |value: Value| nested(value).is_some_and(|args| arguments.depth(args) >= DEEPEST_ARGUMENTS);
        if !set.iter().any(is_deep) {
            return set;
        }
        set.iter().map(|value| if is_deep(value) { Value::Unknown } else { value }).collect()
    }

    /// A type that the language's stubs define at the top level.
    pub(crate) fn builtin(&self, file: FileId, name: &str) -> Option<TypeId> {
        let rules = self.unit(file)?.rules;
        let stubs = self.linker.stub(rules.language, hash_text(name));
        stubs.first().map(|sym| TypeId::Def(*sym))
    }

    pub(crate) fn instance_of_builtin(&mut self, file: FileId, name: &str, args: Vec<Set>) -> Set {
        match self.builtin(file, name) {
            Some(id) => {
                let args = self.bounded_args(args);
                Set::of(Value::Instance(id, args))
            }
            None => {
                let package = self.unit(file).and_then(|u| (u.rules.implicit)(name)).unwrap_or("std");
                let text = self.text(package);
                let name = self.text(name);
                let text = self.external_member(text, name);
                Set::of(Value::Instance(TypeId::External(text), Args::NONE))
            }
        }
    }

    /// A generic type with arguments.
    pub(crate) fn apply(&mut self, file: FileId, of: ExprId, arguments: List) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let items: Vec<Set> = unit
            .facts
            .list(arguments)
            .iter()
            .map(|e| {
                let types = self.type_of(file, *e);
                self.instances(&types)
            })
            .collect();
        if let (denoted, _) = self.denote(file, of, None)
            && let Some(value) = denoted.only()
        {
            match value {
                Value::External(text) => {
                    let text = self.text_of(text);
                    let last = text.rsplit(['.', ':']).next().unwrap_or("");
                    if unit.rules.protocol.transparent.contains(&last) {
                        let mut all = Set::default();
                        for item in &items {
                            all.extend(&item.iter().map(as_type).collect());
                        }
                        return all;
                    }
                }
                Value::Definition(sym)
                    if self.unit(sym.file).map(|u| u.kind(sym.def)) == Some(SymbolKind::TypeAlias)
                        && !self.is_distinct(sym) =>
                {
                    // An alias with parameters of its own: its value with the arguments put in.
                    let aliased = self.definition_value(sym);
                    let run = self.unit(sym.file).map(|u| u.type_parameters(sym.def)).unwrap_or_default();
                    let mut bindings = crate::generics::Environment::default();
                    for (i, item) in (run.start..run.start + run.len).zip(&items) {
                        bindings.bind(TypeId::Param(sym.file, i), item.clone());
                    }
                    return self.substitute(&aliased, &bindings, None);
                }
                _ => {}
            }
        }
        let args = self.bounded_args(items);
        let types = self.type_of(file, of);
        let tuple = unit.rules.protocol.tuple.and_then(|name| self.builtin(file, name));
        types
            .iter()
            .map(|value| match value {
                Value::Type(id, _) if Some(id) == tuple => Value::Tuple(args),
                Value::Type(id, _) | Value::ReceiverType(id, _) => Value::Type(id, args),
                Value::External(text) => Value::Type(TypeId::External(text), args),
                Value::Variant(sym, _) => Value::Variant(sym, args),
                other => other,
            })
            .collect()
    }
}

/// A type as an instance of it.
pub(crate) fn as_instance(value: Value) -> Value {
    match value {
        Value::Type(id, args) => Value::Instance(id, args),
        Value::ReceiverType(id, args) => Value::Receiver(id, args),
        Value::External(text) => Value::Instance(TypeId::External(text), Args::NONE),
        Value::Module(..) | Value::Namespace(..) | Value::Folder(_) => Value::Unknown,
        other => other,
    }
}

/// An instance as its type.
pub(crate) fn as_type(value: Value) -> Value {
    match value {
        Value::Instance(id, args) | Value::Receiver(id, args) => Value::Type(id, args),
        other => other,
    }
}

fn as_receiver_type(value: Value) -> Value {
    match value {
        Value::Type(id, args) => Value::ReceiverType(id, args),
        other => other,
    }
}

fn as_receiver(value: Value) -> Value {
    match value {
        Value::Type(id, args) => Value::Receiver(id, args),
        other => other,
    }
}
