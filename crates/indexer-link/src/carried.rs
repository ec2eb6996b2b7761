//! Which functions a value may be, whatever types are declared for it: for languages whose values are
//! followed, but not the arguments of their parameters as such.
//!
//! Values say what an expression is known to be; where a type is declared, that is the type. Here the
//! functions are followed that flow into such places: from what is put into variables, fields and
//! collections, from the calls of a function into its parameters, from results. The order of
//! statements does not count, elements are not told apart from what holds them, and too many are none.

use crate::evaluator::{Evaluator, Node};
use crate::sites::is_held;
use crate::value::{Args, DEEPEST_ARGUMENTS, Set, Sym, TypeId, Value};
use indexer_core::{
    Binding, BindingId, Bound, ConsultedKey, ExprId, Expression, FileId, List, Name, Owner, SymbolKind,
};
use smallvec::SmallVec;

/// What is put into places of a name in more files than this is not known.
const MOST_FILES: usize = 32;
/// What is reached through more expressions than this is not known. Nodes end circles; this is for
/// one that passes none.
const DEEPEST: u32 = 4_000;

impl Evaluator<'_, '_> {
    /// The functions that an expression may be or hold.
    pub(crate) fn carried(&mut self, file: FileId, id: ExprId) -> Set {
        if id.is_unknown() {
            return Set::default();
        }
        if self.followed >= DEEPEST {
            return Set::unknown();
        }
        self.followed += 1;
        let all = stacker::maybe_grow(128 << 10, 4 << 20, || {
            let Some(unit) = self.unit(file) else { return Set::default() };
            let expression = unit.facts.expression(id);
            if matches!(expression, Expression::Literal(_) | Expression::Instance(_)) {
                return Set::default();
            }
            let known = self.value(file, id);
            let mut all = Set::default();
            self.add_runnable(&known, 0, &mut all);
            if all.is_empty() || all.iter().count() < known.iter().count() {
                all.extend(&self.flown(file, id, expression));
            }
            all
        });
        self.followed -= 1;
        all
    }

    /// The functions that come to an expression by a way that its value does not say.
    fn flown(&mut self, file: FileId, id: ExprId, expression: Expression) -> Set {
        match expression {
            Expression::Name { name, bound: Some(first), .. } => {
                let mut all = self.through_bindings(file, first, name);
                let binding = self.unit(file).and_then(|unit| unit.facts.bindings.get(first.index()));
                if !binding.is_some_and(|one| matches!(one.bound, Bound::Local | Bound::Parameter(_))) {
                    all.extend(&self.through_definitions(file, id));
                }
                all
            }
            Expression::Name { .. } | Expression::Import { .. } | Expression::Member { .. } => {
                self.through_definitions(file, id)
            }
            Expression::Call { of, .. } => self.through_call(file, of),
            Expression::Index { of, .. }
            | Expression::Element(of)
            | Expression::Item { of, .. }
            | Expression::Payload { of, .. }
            | Expression::Deref(of)
            | Expression::Tried(of)
            | Expression::Awaited(of)
            | Expression::Promised(of)
            | Expression::Apply { of, .. }
            | Expression::Narrowed { of, .. }
            | Expression::Keyword { value: of, .. } => self.carried(file, of),
            Expression::Union(list) | Expression::Collection(_, list) | Expression::Tuple(list) => {
                self.any_carried(file, list)
            }
            Expression::Put { into, value } => {
                let mut all = self.carried(file, into);
                all.extend(&self.carried(file, value));
                all
            }
            Expression::Object(scope) => {
                // As an element of it is taken by a name that is not known here.
                let Some(unit) = self.unit(file) else { return Set::default() };
                if let Some(Owner::Definition(def)) = unit.body_of(scope) {
                    self.consult(ConsultedKey::stored(unit.hash(unit.facts.definition(def).name)));
                }
                let mut all = Set::default();
                for binding in unit.facts.bindings(scope) {
                    if let Bound::Definition(def) = binding.bound {
                        all.extend(&self.of_definition(Sym { file, def }));
                    }
                }
                all
            }
            _ => Set::default(),
        }
    }

    fn any_carried(&mut self, file: FileId, list: List) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let mut all = Set::default();
        for item in unit.facts.list(list) {
            all.extend(&self.carried(file, *item));
        }
        all
    }

    /// What locals and parameters of a file hold.
    fn through_bindings(&mut self, file: FileId, first: BindingId, name: Name) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let Some(one) = unit.facts.bindings.get(first.index()) else { return Set::default() };
        let rest = unit.facts.bindings[first.index()..].iter().zip(first.0..);
        let in_group = |b: &Binding| b.scope == one.scope && b.name == one.name;
        let group: SmallVec<[(BindingId, Bound); 2]> = rest
            .take_while(|(b, id)| in_group(b) && (*id == first.0 || (one.from == 0 && b.from == 0)))
            .map(|(b, id)| (BindingId(id), b.bound))
            .collect();
        let mut all = Set::default();
        for (id, bound) in group {
            if matches!(bound, Bound::Local | Bound::Parameter(_)) {
                all.extend(&self.node(Node::Carried(file, id), |this, node| match node {
                    Node::Carried(file, id) => this.through_binding(file, id),
                    _ => Set::default(),
                }));
            }
        }
        if matches!(one.bound, Bound::Local | Bound::Parameter(_)) {
            if file != self.file || !self.at_top() {
                self.consult(ConsultedKey::stored(unit.hash(name)));
            }
            // A node of its own: an element may be given another of the same (`a[0] = a[1]`).
            all.extend(&self.node(Node::Elements(file, first), |this, node| match node {
                Node::Elements(file, first) => this.put_into_elements(file, first),
                _ => Set::default(),
            }));
        }
        all
    }

    /// What is put into elements of a local.
    fn put_into_elements(&mut self, file: FileId, first: BindingId) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let Some(one) = unit.facts.bindings.get(first.index()) else { return Set::default() };
        let Some(sites) = self.sites(file) else { return Set::default() };
        let stored = sites.stored(unit.hash(one.name)).filter(|(place, _)| {
            let place = unit.facts.expression(*place);
            matches!(place, Expression::Name { bound: Some(bound), .. } if bound == first)
        });
        let stored: SmallVec<[ExprId; 4]> = stored.map(|(_, value)| value).collect();
        let mut all = Set::default();
        for value in stored {
            all.extend(&self.carried(file, value));
        }
        all
    }

    fn through_binding(&mut self, file: FileId, id: BindingId) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let binding = &unit.facts.bindings[id.index()];
        let mut all = self.carried(file, binding.value);
        if let Bound::Parameter(parameter) = binding.bound {
            all.extend(&self.taken(file, parameter.0));
        }
        all
    }

    /// The functions that calls give a parameter, and its default.
    pub(crate) fn taken(&mut self, file: FileId, index: u32) -> Set {
        self.node(Node::Taken(file, index), |this, node| {
            let Node::Taken(file, index) = node else { return Set::default() };
            let Some(unit) = this.unit(file).filter(|unit| unit.stub_of.is_none()) else {
                return Set::default();
            };
            let Some(def) = this.sites(file).and_then(|sites| sites.owner(index)) else {
                return Set::default();
            };
            let function = Sym { file, def };
            this.consult_symbol(function);
            let default = unit.facts.parameters.get(index as usize).map_or(ExprId::UNKNOWN, |p| p.default);
            let mut all = this.carried(file, default);
            all.extend(&this.given_by_calls(function, index).unwrap_or_else(Set::unknown));
            all
        })
    }

    /// What the definitions hold that a name or member leads to.
    fn through_definitions(&mut self, file: FileId, id: ExprId) -> Set {
        let mut all = Set::default();
        for value in self.denote(file, id, Some(true)).0.iter() {
            if let Value::Definition(sym) = value {
                all.extend(&self.of_definition(sym));
            }
        }
        all
    }

    /// The function that a definition is, or the functions that it holds.
    pub(crate) fn of_definition(&mut self, sym: Sym) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::default() };
        match unit.kind(sym.def) {
            SymbolKind::Function | SymbolKind::Method => Set::of(Value::Function(sym, Args::NONE)),
            kind if is_held(kind) && unit.stub_of.is_none() => {
                self.node(Node::Held(sym), |this, node| match node {
                    Node::Held(sym) => this.put_into(sym),
                    _ => Set::default(),
                })
            }
            SymbolKind::Accessor => self.returned(sym),
            _ => Set::default(),
        }
    }

    /// What a variable or field is given where it is declared, and what is put into it anywhere.
    fn put_into(&mut self, sym: Sym) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::default() };
        self.consult_symbol(sym);
        let definition = unit.facts.definition(sym.def);
        let mut all = self.carried(sym.file, definition.value);
        let name = unit.facts.name(definition.name);
        let hash = unit.hash(definition.name);
        self.consult(ConsultedKey::stored(hash));
        let mut files = self.linker.universe.storing(name);
        if let Err(at) = files.binary_search(&sym.file) {
            files.insert(at, sym.file);
        }
        if files.len() > MOST_FILES {
            return Set::unknown();
        }
        for file in files {
            all.extend(&self.put_in_file(sym, file, hash));
        }
        all
    }

    /// What is put into a definition, whose name hashes to `name`, in one file.
    fn put_in_file(&mut self, sym: Sym, file: FileId, name: u64) -> Set {
        let mut all = Set::default();
        let Some(sites) = self.sites(file) else { return all };
        for (place, value) in sites.stored(name) {
            if self.is_place(file, place, sym) {
                all.extend(&self.carried(file, value));
            }
        }
        all
    }

    /// True where a place in `file` is this variable or field.
    fn is_place(&mut self, file: FileId, place: ExprId, sym: Sym) -> bool {
        let Some(unit) = self.unit(file) else { return false };
        match unit.facts.expression(place) {
            Expression::Definition(def) => file == sym.file && def == sym.def,
            Expression::Name { bound: Some(bound), .. } => {
                let bound = unit.facts.bindings.get(bound.index()).map(|binding| binding.bound);
                !matches!(bound, Some(Bound::Local | Bound::Parameter(_)))
                    && self.denote(file, place, Some(false)).0.iter().any(|one| one == Value::Definition(sym))
            }
            _ => self.denote(file, place, Some(false)).0.iter().any(|one| one == Value::Definition(sym)),
        }
    }

    /// What a call gives.
    fn through_call(&mut self, file: FileId, of: ExprId) -> Set {
        if self.gives_function(file, of) {
            let Some(Expression::Member { of, .. }) = self.unit(file).map(|u| u.facts.expression(of)) else {
                return Set::default();
            };
            return self.carried(file, of);
        }
        let mut all = Set::default();
        for callee in self.carried(file, of).iter() {
            match callee {
                Value::Function(sym, _) => all.extend(&self.returned(sym)),
                // A node of its own: a closure may give what it gives itself.
                Value::Lambda(file, lambda) => {
                    all.extend(&self.node(Node::Given(file, lambda), |this, node| {
                        let Node::Given(file, lambda) = node else { return Set::default() };
                        let unit = this.unit(file);
                        let value = unit.and_then(|unit| unit.facts.lambdas.get(lambda.index()));
                        value.map_or_else(Set::default, |lambda| this.carried(file, lambda.value))
                    }));
                }
                _ => {}
            }
        }
        all
    }

    fn returned(&mut self, sym: Sym) -> Set {
        if self.unit(sym.file).is_none_or(|unit| unit.stub_of.is_some()) {
            return Set::default();
        }
        self.node(Node::Returned(sym), |this, node| {
            let Node::Returned(sym) = node else { return Set::default() };
            this.consult_symbol(sym);
            match this.unit(sym.file) {
                Some(unit) => {
                    let definition = unit.facts.definition(sym.def);
                    let name = unit.hash(definition.name);
                    this.consult(ConsultedKey::stored(name));
                    let mut all = this.carried(sym.file, definition.value);
                    all.extend(&this.put_in_file(sym, sym.file, name));
                    all
                }
                None => Set::default(),
            }
        })
    }

    /// True for `f.bind`, where that is what every function has.
    fn gives_function(&mut self, file: FileId, of: ExprId) -> bool {
        let Some(unit) = self.unit(file) else { return false };
        let Expression::Member { name, .. } = unit.facts.expression(of) else { return false };
        unit.rules.function_members.give.contains(&unit.facts.name(name)) && self.is_of_functions(file, of)
    }

    /// True where a member is one of those that the language's own functions have, or may be.
    fn is_of_functions(&mut self, file: FileId, of: ExprId) -> bool {
        let denoted = self.denote(file, of, Some(true)).0;
        denoted.iter().all(|value| match value {
            Value::Definition(sym) => self.is_function_member(sym),
            Value::Unknown => true,
            _ => false,
        })
    }

    /// True for a member of the type that stands for all functions.
    pub(crate) fn is_function_member(&self, sym: Sym) -> bool {
        let Some(unit) = self.unit(sym.file).filter(|unit| unit.stub_of.is_some()) else { return false };
        match unit.facts.definition(sym.def).owner {
            Owner::Definition(owner) => {
                let name = unit.facts.name(unit.facts.definition(owner).name);
                unit.rules.protocol.function == Some(name)
            }
            _ => false,
        }
    }

    /// Adds what a call may run of values, and of what generic types among them hold (`Some(f)`).
    fn add_runnable(&self, known: &Set, depth: u32, all: &mut Set) {
        for value in known.iter() {
            match value {
                Value::Instance(_, args) | Value::Tuple(args) | Value::Variant(_, args)
                    if args != Args::NONE && depth < DEEPEST_ARGUMENTS =>
                {
                    self.args_of(args).iter().for_each(|inner| self.add_runnable(inner, depth + 1, all));
                }
                value if self.is_runnable(value) && (depth == 0 || !matches!(value, Value::Type(..))) => {
                    all.add(value);
                }
                _ => {}
            }
        }
    }

    /// True for what a call runs.
    pub(crate) fn is_runnable(&self, value: Value) -> bool {
        match value {
            Value::Function(..) | Value::Lambda(..) => true,
            Value::Type(TypeId::Def(sym), _) => {
                self.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_type())
            }
            _ => false,
        }
    }
}
