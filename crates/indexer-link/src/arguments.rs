//! Parameters without an annotation: they are what the calls in the repository give them.
//!
//! Inside its function such a parameter is [`Value::Argument`]. A call puts its own argument in the
//! place of it, where the function gives it back. Where something is done with it, it is replaced by
//! what all calls give: that is never proved, since other callers may exist.

use crate::evaluator::{Evaluator, Node};
use crate::sites::{Sites, may_hold_function};
use crate::unit::Unit;
use crate::value::{MOST_VALUES, Set, Sym, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    CollectionKind, ConsultedKey, ExprId, Expression, FileId, Flags, Owner, Parameter, ParameterKind,
    SymbolKind,
};
use std::borrow::Cow;

/// A function that is named in more files than this takes what is not known.
const MOST_FILES: usize = 32;
/// The same for calls that could be meant.
const MOST_CALLS: usize = 64;

impl<'l> Evaluator<'l, '_> {
    /// The calls of a file.
    pub(crate) fn sites(&self, file: FileId) -> Option<&'l Sites> {
        self.unit(file).map(|unit| {
            unit.sites.get_or_init(|| Sites::new(unit.facts, unit.rules.parameters_take_arguments))
        })
    }

    /// What a parameter without an annotation is inside its function; none for parameters of closures,
    /// and in languages whose parameters take no arguments.
    pub(crate) fn open_parameter(&mut self, file: FileId, index: u32) -> Option<Set> {
        let unit = self.unit(file)?;
        if !unit.rules.parameters_take_arguments || unit.stub_of.is_some() {
            return None;
        }
        let parameter = unit.facts.parameters.get(index as usize)?;
        self.sites(file)?.owner(index)?;
        let of = |kind| (unit.rules.protocol.collection)(kind);
        let given = Set::of(Value::Argument(file, index));
        match parameter.kind {
            ParameterKind::Receiver => None,
            _ if !parameter.annotation.is_unknown() => None,
            ParameterKind::Plain | ParameterKind::Keyword => Some(given),
            ParameterKind::Rest => {
                Some(self.instance_of_builtin(file, of(CollectionKind::List)?, vec![given]))
            }
            ParameterKind::RestKeywords => {
                let name = of(CollectionKind::Map)?;
                Some(self.instance_of_builtin(file, name, vec![Set::unknown(), given]))
            }
        }
    }

    /// The set with what all calls give in the place of parameters.
    pub(crate) fn expand<'s>(&mut self, set: &'s Set) -> Cow<'s, Set> {
        if !set.iter().any(|value| matches!(value, Value::Argument(..))) {
            return Cow::Borrowed(set);
        }
        let mut all = Set::default();
        for value in set.iter() {
            match value {
                Value::Argument(file, index) => {
                    all.extend(&self.node(Node::Received(file, index), |this, node| match node {
                        Node::Received(file, index) => this.received(file, index),
                        _ => Set::default(),
                    }));
                }
                other => all.add(other),
            }
        }
        Cow::Owned(all)
    }

    /// What calls give a parameter, and its default.
    fn received(&mut self, file: FileId, index: u32) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let Some(def) = self.sites(file).and_then(|sites| sites.owner(index)) else { return Set::unknown() };
        let function = Sym { file, def };
        self.consult_symbol(function);
        let default = unit.facts.parameters.get(index as usize).map_or(ExprId::UNKNOWN, |p| p.default);
        let known = if default.is_unknown() { Set::default() } else { self.value(file, default) };
        let mut all = known.clone();
        match self.given_by_calls(function, index) {
            Some(given) => all.extend(&given),
            None => all.add(Value::Unknown),
        }
        if known.is_empty() || all != known {
            all.add(Value::Unknown);
        }
        all
    }

    /// What the calls of a function give its parameter; none where there may be too many of them.
    pub(crate) fn given_by_calls(&mut self, function: Sym, index: u32) -> Option<Set> {
        let mut all = Set::default();
        for (file, call) in self.calls_that_may_mean(function)? {
            all.extend(&self.given_by(file, call, function, index));
        }
        Some(all)
    }

    /// The calls whose name, or whose having none, says that they may run the function.
    fn calls_that_may_mean(&mut self, function: Sym) -> Option<Vec<(FileId, ExprId)>> {
        let unit = self.unit(function.file)?;
        let definition = unit.facts.definition(function.def);
        let own = unit.facts.name(definition.name);
        let constructs = match definition.owner {
            Owner::Definition(of) if definition.kind == SymbolKind::Constructor => Some(of),
            _ => None,
        };
        let Some(of) = constructs else {
            let mut calls = Vec::new();
            if (unit.rules.commodity)(own) {
                // Half of all files call something of that name.
                self.consult(ConsultedKey::calls(unit.path_hash));
                let mut files = vec![function.file];
                if let Some(beside) = self.named_beside(function) {
                    files.extend(self.naming(&beside)?);
                    files.sort_unstable();
                    files.dedup();
                    for file in &files {
                        let path = self.unit(*file).map_or(0, |unit| unit.path_hash);
                        self.consult(ConsultedKey::calls(path));
                    }
                }
                self.add_calls(hash_text(own), &files, &mut calls)?;
            } else if !own.starts_with("__") {
                let files = self.naming(own)?;
                self.add_calls(hash_text(own), &files, &mut calls)?;
            }
            return Some(calls);
        };
        // A call of a type, or of one below it, names the type; those below it also call the
        // constructor itself.
        let mut calls = Vec::new();
        let mut types: Vec<&str> = vec![unit.facts.name(unit.facts.definition(of).name)];
        let mut next = 0;
        while let Some(name) = types.get(next).copied() {
            next += 1;
            let files = self.naming(name)?;
            self.add_calls(hash_text(name), &files, &mut calls)?;
            for file in files {
                let Some(unit) = self.unit(file) else { continue };
                for definition in unit.facts.definitions.iter().filter(|one| one.bases.len > 0) {
                    let below = unit.facts.name(definition.name);
                    let bases = unit.facts.list(definition.bases);
                    if bases.iter().any(|base| unit.last_name(*base) == Some(name)) && !types.contains(&below)
                    {
                        types.push(below);
                        self.consult(ConsultedKey::calls(unit.path_hash));
                        self.add_calls(hash_text(own), &[file], &mut calls)?;
                    }
                }
            }
            if types.len() > MOST_VALUES {
                return None;
            }
        }
        calls.sort_unstable();
        calls.dedup();
        Some(calls)
    }

    /// What files name where they call something with a common name: the type of a member, the package
    /// of a function.
    fn named_beside(&self, function: Sym) -> Option<String> {
        let unit = self.unit(function.file).filter(|unit| !unit.rules.parameters_take_arguments)?;
        let facts = unit.facts;
        let name = match facts.definition(function.def).owner {
            Owner::Definition(of) => facts.name(facts.definition(of).name),
            Owner::Extension(of) => facts.name(facts.extensions.get(of.index())?.type_name?),
            Owner::File if unit.rules.packages.is_some() => {
                indexer_core::path::file_name(indexer_core::path::parent(unit.path))
            }
            Owner::File => return None,
        };
        Some(name.to_owned())
    }

    /// The files that name something, if they are few.
    fn naming(&mut self, name: &str) -> Option<Vec<FileId>> {
        self.consult(ConsultedKey::called(hash_text(name)));
        let files = self.linker.universe.naming(name);
        (files.len() <= MOST_FILES).then_some(files)
    }

    fn add_calls(&self, name: u64, files: &[FileId], calls: &mut Vec<(FileId, ExprId)>) -> Option<()> {
        for file in files {
            let Some(sites) = self.sites(*file) else { continue };
            calls.extend(sites.of(name).map(|call| (*file, call)));
            if sites.read.binary_search(&name).is_ok() {
                calls.extend(sites.indirect.iter().map(|call| (*file, *call)));
            }
        }
        (calls.len() <= MOST_CALLS).then_some(())
    }

    /// What one call gives the parameter of a function, if that function is what it calls.
    fn given_by(&mut self, file: FileId, call: ExprId, function: Sym, index: u32) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let Expression::Call { of, arguments } = unit.facts.expression(call) else { return Set::default() };
        let listed = unit.facts.list(arguments);
        if !unit.rules.parameters_take_arguments && !self.may_give(unit, listed, function, index) {
            return Set::default();
        }
        let callees = self.run_by(file, of);
        let Some(bound) = callees.iter().find_map(|callee| self.binds(callee, function)) else {
            return Set::default();
        };
        let Some(found) = self.argument(function, index, bound, file, listed) else {
            // The default is there in any case.
            return Set::default();
        };
        let found: Set = found.iter().map(closed).collect();
        self.expand(&found).into_owned()
    }

    /// False where what stands in the place of a parameter certainly is no function.
    fn may_give(&self, unit: &Unit<'_>, arguments: &[ExprId], function: Sym, index: u32) -> bool {
        let Some(of) = self.unit(function.file) else { return false };
        let run = of.facts.definition(function.def).parameters;
        let Some(place) = index.checked_sub(run.start).map(|place| place as usize) else { return false };
        let parameters = of.facts.parameters(run);
        let has_receiver = parameters.first().is_some_and(|one| one.kind == ParameterKind::Receiver);
        // Where it is called as a member, the receiver takes no argument.
        let first = place - usize::from(has_receiver && place > 0);
        let is_rest = parameters.get(place).is_some_and(|one| one.kind != ParameterKind::Plain);
        let last = if is_rest { arguments.len() } else { place + 1 };
        let given = arguments.get(first..last.min(arguments.len())).unwrap_or_default();
        given.iter().any(|one| may_hold_function(unit.facts, *one, 0))
    }

    /// What the callee of a call may be, also where nothing but its use says it.
    pub(crate) fn run_by(&mut self, file: FileId, of: ExprId) -> Set {
        let callees = self.callees(file, of);
        let Some(unit) = self.unit(file) else { return callees };
        if unit.rules.parameters_take_arguments {
            return self.expand(&callees).into_owned();
        }
        if callees.only().is_some_and(|one| self.is_runnable(one)) {
            return callees;
        }
        let mut all = callees;
        all.extend(&self.carried(file, of));
        all
    }

    /// What an argument gives its parameter.
    fn argument_value(&mut self, file: FileId, argument: ExprId) -> Set {
        if self.unit(file).is_some_and(|unit| unit.rules.parameters_take_arguments) {
            self.value(file, argument)
        } else {
            self.carried(file, argument)
        }
    }

    /// Does a call of `callee` run the function? Then: does it bind the receiver?
    fn binds(&mut self, callee: Value, function: Sym) -> Option<bool> {
        match callee {
            Value::Function(sym, bound) if sym == function || self.declares(sym, function) => {
                let receiver = self.args_of(bound).first().and_then(Set::only);
                Some(self.is_bound_by(sym, receiver))
            }
            Value::Type(id, _) | Value::ReceiverType(id, _) => {
                let constructors = self.rules_of(id)?.constructors;
                constructors.iter().find_map(|name| {
                    let name = self.text(name);
                    let found = self.members(id, name, Some(true)).found;
                    (found.only() == Some(Value::Definition(function))).then_some(true)
                })
            }
            _ => None,
        }
    }

    /// True where `sym` only declares what `function` defines.
    fn declares(&mut self, sym: Sym, function: Sym) -> bool {
        let includes = self.unit(sym.file).is_some_and(|unit| unit.rules.inclusion.is_some());
        includes && self.is_declaration(sym) && self.defined(sym).contains(&function)
    }

    /// True where a function that is reached through this receiver takes no argument for its own
    /// receiver.
    fn is_bound_by(&self, function: Sym, receiver: Option<Value>) -> bool {
        let flags = self.unit(function.file).map_or(Flags::NONE, |u| u.facts.definition(function.def).flags);
        match receiver {
            Some(Value::Type(..)) => flags.has(Flags::CLASSMETHOD),
            Some(_) => true,
            None => false,
        }
    }

    /// What these arguments give a parameter; none where they leave it out. With several calls in
    /// one (`*rest`) what each of them gives.
    pub(crate) fn argument(
        &mut self,
        function: Sym,
        index: u32,
        bound: bool,
        file: FileId,
        arguments: &[ExprId],
    ) -> Option<Set> {
        let unit = self.unit(function.file)?;
        let run = unit.facts.definition(function.def).parameters;
        let parameters = unit.facts.parameters(run);
        let own = parameters.get(index.checked_sub(run.start)? as usize)?;
        let names: Vec<Option<&str>> =
            arguments.iter().map(|argument| self.keyword(file, *argument)).collect();
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
            all.extend(&self.argument_value(file, argument));
        }
        Some(all)
    }

    fn keyword(&self, file: FileId, argument: ExprId) -> Option<&str> {
        let unit = self.unit(file)?;
        match unit.facts.expression(argument) {
            Expression::Keyword { name, .. } => Some(unit.facts.name(name)),
            _ => None,
        }
    }

    /// The parameters of `function` that its result gives back, with what these arguments give them.
    pub(crate) fn given_back(
        &mut self,
        function: Sym,
        receiver: Option<Value>,
        result: &Set,
        arguments: &[(FileId, ExprId)],
    ) -> Vec<((FileId, u32), Set)> {
        let mut open = Vec::new();
        self.parameters_in(result, &mut open);
        open.retain(|(file, index)| {
            let owner = self.sites(*file).and_then(|sites| sites.owner(*index));
            *file == function.file && owner == Some(function.def)
        });
        let bound = self.is_bound_by(function, receiver);
        let file = arguments.first().map_or(function.file, |(file, _)| *file);
        let list: Vec<ExprId> = arguments.iter().map(|(_, argument)| *argument).collect();
        let mut all = Vec::new();
        for (of, index) in open {
            let given = match self.argument(function, index, bound, file, &list) {
                Some(given) => given,
                None => {
                    let parameter = self.unit(of).and_then(|unit| unit.facts.parameters.get(index as usize));
                    let default = parameter.map_or(ExprId::UNKNOWN, |p| p.default);
                    if default.is_unknown() { Set::default() } else { self.value(of, default) }
                }
            };
            all.push(((of, index), given));
        }
        all
    }

    fn parameters_in(&self, set: &Set, found: &mut Vec<(FileId, u32)>) {
        for value in set.iter() {
            match value {
                Value::Argument(file, index) if !found.contains(&(file, index)) => found.push((file, index)),
                Value::Type(_, args)
                | Value::Instance(_, args)
                | Value::Tuple(args)
                | Value::Variant(_, args)
                    if args != crate::value::Args::NONE =>
                {
                    for inner in self.args_of(args).iter() {
                        self.parameters_in(inner, found);
                    }
                }
                _ => {}
            }
        }
    }
}

/// A value as it leaves its function: what only a call of that function would tell is not known.
fn closed(value: Value) -> Value {
    match value {
        Value::Receiver(id, args) => Value::Instance(id, args),
        Value::ReceiverType(id, args) => Value::Type(id, args),
        Value::Instance(TypeId::Param(..), _) | Value::Type(TypeId::Param(..), _) | Value::Super(_) => {
            Value::Unknown
        }
        other => other,
    }
}
