//! Definitions and members as values.

use crate::evaluator::{Evaluator, Node};
use crate::expressions::as_instance;
use crate::generics::Environment;
use crate::members::Members;
use crate::value::{Args, Set, Sym, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{ConsultedKey, ExprId, Expression, FileId, Name, Rule, SymbolKind};
use smallvec::SmallVec;

impl Evaluator<'_, '_> {
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
            Value::Callable(file, ..) => match receiver {
                Some(receiver) if self.is_open(value) => {
                    let mut environment = Environment::default();
                    self.bind_types(file, receiver, &mut environment);
                    self.substitute(&Set::of(value), &environment, Some(receiver))
                }
                _ => Set::of(value),
            },
            Value::Module(file, _) if self.unit(file).is_some_and(|u| u.rules.whole_module.is_some()) => {
                let whole = self.whole(value);
                if whole.only() == Some(value) { whole } else { self.reify_all(&whole, receiver) }
            }
            other => Set::of(other),
        }
    }

    pub(crate) fn reify_external(&mut self, text: Text) -> Set {
        let path = self.text_of(text);
        // What an outside function gave; elsewhere a name may hold a parenthesis too.
        if path.contains('(') && self.unit(self.file).is_some_and(|unit| unit.rules.declared_types) {
            return Set::of(Value::Instance(TypeId::External(text), Args::NONE));
        }
        let mut parts = path.split(['.', ':']).filter(|p| !p.is_empty());
        let (package, last) = (parts.next().unwrap_or(""), parts.next_back());
        let Some(last) = last else { return Set::of(Value::External(text)) };
        let Some(unit) = self.unit(self.file) else { return Set::of(Value::External(text)) };
        let language = unit.rules.language;
        let stubs = self.linker.stub(language, indexer_core::key::hash_text(last));
        let standard = unit.rules.standard_packages;
        let fits = |sym: &&Sym| {
            let stub_of = self.unit(sym.file).and_then(|u| u.stub_of);
            let both_standard = standard.contains(&package) && stub_of.is_some_and(|p| standard.contains(&p));
            let within = path.strip_suffix(last).map(|head| head.trim_end_matches(['.', ':']));
            stub_of == Some(package) || (stub_of.is_some() && stub_of == within) || both_standard
        };
        match stubs.iter().find(fits) {
            Some(sym) => self.reify_definition(*sym, None),
            None => Set::of(Value::External(text)),
        }
    }

    pub(crate) fn reify_definition(&mut self, sym: Sym, receiver: Option<Value>) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::unknown() };
        use SymbolKind::*;
        match unit.kind(sym.def) {
            Module | Package => self.module_of(sym.file, sym.def),
            Struct | Class | Enum | Union | Trait | Interface => {
                Set::of(Value::Type(TypeId::Def(sym), Args::NONE))
            }
            Variant => {
                let args = match receiver {
                    Some(Value::Type(_, args) | Value::ReceiverType(_, args)) => args,
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
            TypeAlias if self.is_distinct(sym) => Set::of(Value::Type(TypeId::Def(sym), Args::NONE)),
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
            Macro if unit.facts.definition(sym.def).parameters.len > 0 => {
                Set::of(Value::Function(sym, Args::NONE))
            }
            Macro => self.definition_value(sym),
            Parameter | Local => Set::unknown(),
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
        let receivers = &*self.expand(receivers);
        let mut all = Set::default();
        let mut rule = None;
        let found: SmallVec<[(Members, Rule); 2]> =
            receivers.iter().map(|receiver| self.members_of_value(receiver, name, call)).collect();
        // Where one of several values has the member, those that are known not to have it are not
        // what is meant.
        let is_had = found.iter().any(|(members, _)| !members.found.is_empty() && !members.guessed);
        for (members, by) in found {
            if members.guessed && is_had {
                continue;
            }
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
            Value::Module(..) | Value::Namespace(..) | Value::Folder(_) | Value::External(_) => {
                (found(self.offered(of, name, indexer_core::Namespace::ANY)), Rule::Path)
            }
            Value::Type(id, _) | Value::ReceiverType(id, _) => {
                let mut members = self.members(id, name, call);
                if members.found.is_empty()
                    && !members.open
                    && let Some(path) = self.stub_path(id)
                {
                    let path = self.text(&path);
                    members.found = Set::of(Value::External(self.external_member(path, name)));
                }
                members.receiver = Some(of);
                (members, if matches!(of, Value::Type(..)) { Rule::Path } else { Rule::Receiver })
            }
            Value::Instance(id, args) => (self.members_of_instance(id, args, name, call), Rule::Member),
            Value::Receiver(id, args) => (self.members_of_instance(id, args, name, call), Rule::Receiver),
            Value::Super(sym) => (self.lookup_in_bases(sym, name), Rule::Receiver),
            Value::Variant(sym, args) => match self.enum_of(sym) {
                Some(_) if !self.own_member(sym, name, call).is_empty() => {
                    (found(self.own_member(sym, name, call)), Rule::Member)
                }
                Some(of) => (self.members_of_instance(TypeId::Def(of), args, name, call), Rule::Member),
                None => (Members { open: true, ..Members::default() }, Rule::None),
            },
            Value::Definition(sym) => (found(self.declared_member(sym, name)), Rule::Path),
            Value::Object(file, scope) => {
                let hash = hash_text(&self.text_of(name));
                (found(self.in_scope(file, scope, hash, call)), Rule::Member)
            }
            Value::Function(sym, _) => {
                let statics = self.members_of_function(sym, name, call);
                if statics.is_empty() {
                    self.members_of_functions(name, call)
                } else {
                    (found(statics), Rule::Path)
                }
            }
            Value::Lambda(..) | Value::Callable(..) => self.members_of_functions(name, call),
            Value::Tuple(_) | Value::Argument(..) => {
                (Members { open: true, ..Members::default() }, Rule::None)
            }
        }
    }

    /// What is assigned to a function itself, or declared beside it.
    fn members_of_function(&mut self, sym: Sym, name: Text, call: Option<bool>) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::default() };
        if !unit.rules.declarations_merge {
            return Set::default();
        }
        self.consult_symbol(sym);
        let hash = hash_text(&self.text_of(name));
        let own = unit.hash(unit.facts.definition(sym.def).name);
        for id in unit.extensions_of(own) {
            let extension = &unit.facts.extensions[id.index()];
            if unit.facts.expression(extension.of) == Expression::Definition(sym.def) {
                if sym.file != self.file || !self.at_top() {
                    self.consult(ConsultedKey::extension_member(unit.path_hash, own, hash));
                }
                let found = self.in_scope(sym.file, extension.scope, hash, call);
                if !found.is_empty() {
                    return found;
                }
            }
        }
        self.merged_members(sym, name, call)
    }

    /// Members that every function has.
    fn members_of_functions(&mut self, name: Text, call: Option<bool>) -> (Members, Rule) {
        let file = self.file;
        let function = self.unit(file).and_then(|u| u.rules.protocol.function);
        match function.and_then(|name| self.builtin(file, name)) {
            Some(id) => (self.members_of_instance(id, Args::NONE, name, call), Rule::Member),
            None => (Members { open: true, ..Members::default() }, Rule::None),
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
        let prototype = unit.rules.protocol.prototype == Some(text);
        let name = self.name(unit, name);
        if prototype {
            let of_type = |v: &Value| matches!(v, Value::Type(..) | Value::ReceiverType(..));
            let instances: Set = receivers.iter().filter(of_type).map(as_instance).collect();
            if !instances.is_empty() {
                return instances;
            }
        }
        self.member_seen_from(file, &receivers, name, None)
    }

    /// As [`Self::member_of_values`], for what stands in `file`.
    pub(crate) fn member_seen_from(
        &mut self,
        file: FileId,
        receivers: &Set,
        name: Text,
        call: Option<bool>,
    ) -> Set {
        match self.imported(file, receivers, name) {
            Some(found) => self.reify_all(&found, None),
            None => self.member_of_values(receivers, name, call),
        }
    }

    pub(crate) fn member_of_values(&mut self, receivers: &Set, name: Text, call: Option<bool>) -> Set {
        let receivers = &*self.expand(receivers);
        let mut all = Set::default();
        let found: SmallVec<[(Value, Members); 2]> = receivers
            .iter()
            .map(|receiver| (receiver, self.members_of_value(receiver, name, call).0))
            .collect();
        let is_had = found.iter().any(|(_, members)| !members.found.is_empty() && !members.guessed);
        for (receiver, members) in found {
            if is_had && (members.guessed || (members.found.is_empty() && !members.open)) {
                continue;
            }
            if members.found.is_empty() {
                all.add(Value::Unknown);
            }
            let bound = match receiver {
                Value::Receiver(..) | Value::ReceiverType(..) | Value::Super(_) | Value::Variant(..) => {
                    Some(receiver)
                }
                Value::Instance(..) | Value::Type(..) => Some(members.receiver.unwrap_or(receiver)),
                _ => None,
            };
            if let Value::Instance(TypeId::External(_), args) = receiver
                && self.unit(self.file).is_some_and(|unit| unit.rules.declared_types)
                && !self.are_outside(args)
            {
                // What it holds of the repository may come out of it.
                all.add(Value::Unknown);
                continue;
            }
            let found = match receiver {
                Value::Namespace(file, _) => self.as_namespaces(file, &members.found),
                _ => members.found,
            };
            all.extend(&self.reify_all(&found, bound));
        }
        all
    }
}
