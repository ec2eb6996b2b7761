//! Where names, members and imports lead, before they are seen as values.

use crate::evaluator::{Evaluator, Node};
use crate::value::{Args, Set, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Binding, BindingId, Bound, ExprId, Expression, FileId, Name, Namespace, Rule, ScopeId, ScopeKind,
    SymbolKind,
};
use smallvec::SmallVec;

impl Evaluator<'_, '_> {
    /// Where a name, member or import leads, not yet seen as a value, and by which rule. `call`
    /// says whether it is called, where that decides between a field and a method.
    pub(crate) fn denote(&mut self, file: FileId, id: ExprId, call: Option<bool>) -> (Set, Rule) {
        let Some(unit) = self.unit(file) else { return (Set::unknown(), Rule::None) };
        match unit.facts.expression(id) {
            Expression::Name { name, scope, bound, namespace } => {
                self.denote_name(file, name, scope, bound, namespace)
            }
            Expression::Import { import, upto } => (self.import(file, import, upto), Rule::Import),
            Expression::Member { of, name, .. } => {
                let name = self.name(unit, name);
                let receivers = self.value(file, of);
                match self.imported(file, &receivers, name) {
                    Some(found) => (found, Rule::Path),
                    None => self.denote_member(&receivers, name, call),
                }
            }
            Expression::SelfType(_) | Expression::SelfInstance(_) => (self.value(file, id), Rule::Receiver),
            Expression::Definition(def) => (Set::of(Self::definition(file, def)), Rule::Scope),
            Expression::Apply { of, .. } => self.denote(file, of, call),
            _ => (self.value(file, id), Rule::Value),
        }
    }

    pub(crate) fn denote_name(
        &mut self,
        file: FileId,
        name: Name,
        scope: ScopeId,
        bound: Option<BindingId>,
        namespace: Namespace,
    ) -> (Set, Rule) {
        let Some(unit) = self.unit(file) else { return (Set::unknown(), Rule::None) };
        if unit.rules.inclusion.is_some() && unit.stub_of.is_none() {
            return self.denote_in_sight(file, name, scope, bound, namespace);
        }
        if let Some(first) = bound {
            let nearer = self.inherited_before(file, scope, first, namespace);
            if !nearer.is_empty() {
                return (nearer, Rule::Receiver);
            }
            return self.denote_bound(file, first, namespace);
        }
        let text = unit.facts.name(name);
        if matches!(text, "crate" | "super" | "self" | "::") && unit.rules.imports_see_scope {
            if text == "::" {
                return (Set::unknown(), Rule::None);
            }
            return (self.root(file, scope, text, 0), Rule::Path);
        }
        let name = self.name(unit, name);
        let implied = namespace == Namespace::TYPE && (unit.rules.implicit)(text).is_some();
        let (inherited, outside) =
            if implied { Default::default() } else { self.inherited(file, scope, None, name, namespace) };
        if !inherited.is_empty() {
            return (inherited, Rule::Receiver);
        }
        let shared = self.shared(file, name, namespace);
        if !shared.is_empty() {
            return (shared, Rule::Scope);
        }
        let through = self.by_wildcards(file, scope, name, namespace);
        if !through.is_empty() {
            return (through, Rule::Import);
        }
        let of_stub = unit.stub_of.filter(|_| namespace != Namespace::MACRO);
        if of_stub.is_some() && self.linker.has_stubs_of(unit.rules.language, text) {
            return (Set::of(Value::External(name)), Rule::Implicit);
        }
        if unit.rules.has_globals && of_stub.is_none() {
            let found = self.global(text, namespace, true);
            if !found.is_empty() {
                return (found, Rule::Implicit);
            }
        }
        // A stub names types of the language itself without an import, as every file does.
        let implicit =
            (unit.rules.implicit)(text).filter(|_| of_stub.is_none() || unit.rules.packages.is_some());
        if let Some(package) = implicit.or(of_stub) {
            let package = self.text(package);
            return (Set::of(Value::External(self.external_member(package, name))), Rule::Implicit);
        }
        if namespace == Namespace::MACRO {
            return (self.macro_by_name(file, text), Rule::Scope);
        }
        if let Some(found) = self.by_outside_wildcards(file, name) {
            return (Set::of(Value::External(found)), Rule::Import);
        }
        if !outside.is_empty() {
            return (outside, Rule::Receiver);
        }
        let by_name = unit.rules.packages.is_some_and(|packages| packages.by_name);
        if (unit.rules.imports_see_scope || by_name) && namespace.meets(Namespace::TYPE) {
            return (self.root(file, scope, text, 0), Rule::Path);
        }
        (Set::unknown(), Rule::None)
    }

    /// The bindings that `first` stands for: all that hold in the whole scope, or that one.
    pub(crate) fn denote_bound(
        &mut self,
        file: FileId,
        first: BindingId,
        namespace: Namespace,
    ) -> (Set, Rule) {
        let Some(unit) = self.unit(file) else { return (Set::unknown(), Rule::None) };
        let Some(one) = unit.facts.bindings.get(first.index()) else { return (Set::unknown(), Rule::None) };
        let group: SmallVec<[(BindingId, &Binding); 2]> = if one.from > 0 {
            SmallVec::from_iter([(first, one)])
        } else {
            let rest = unit.facts.bindings[first.index()..].iter().enumerate();
            rest.take_while(|(_, b)| b.scope == one.scope && b.name == one.name)
                .filter(|(_, b)| b.from == 0 && b.namespace.meets(namespace))
                .map(|(i, b)| (BindingId(first.0 + i as u32), b))
                .collect()
        };
        if (file != self.file || !self.at_top())
            && let Some(scope) = unit.facts.scopes.get(one.scope.index())
            && matches!(
                scope.kind,
                ScopeKind::File | ScopeKind::Module | ScopeKind::Type | ScopeKind::Extension
            )
        {
            self.consult_bound(file, one.scope, unit.hash(one.name));
        }
        let bindings: SmallVec<[&Binding; 2]> = group.iter().map(|(_, b)| *b).collect();
        let mut found = self.bound_targets(file, &bindings);
        let imported = bindings.iter().any(|b| matches!(b.bound, Bound::Import(_) | Bound::Alias));
        for (id, binding) in group {
            match binding.bound {
                Bound::Parameter(_) | Bound::Local => {
                    found.extend(&self.node(Node::Binding(file, id), |this, node| match node {
                        Node::Binding(file, id) => this.binding_value(file, id),
                        _ => Set::default(),
                    }));
                }
                Bound::TypeParameter(index) => {
                    found.add(Value::Type(TypeId::Param(file, index), Args::NONE));
                }
                Bound::Definition(_) | Bound::Import(_) | Bound::Alias => {}
            }
        }
        (self.narrow(found, namespace), if imported { Rule::Import } else { Rule::Scope })
    }

    pub(crate) fn binding_value(&mut self, file: FileId, id: BindingId) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let binding = &unit.facts.bindings[id.index()];
        if let Bound::Parameter(parameter) = binding.bound
            && let Some(open) = self.open_parameter(file, parameter.0)
        {
            return open;
        }
        if !binding.value.is_unknown() {
            return self.value(file, binding.value);
        }
        let Bound::Parameter(parameter) = binding.bound else { return Set::unknown() };
        let Some(parameter) = unit.facts.parameters.get(parameter.index()) else { return Set::unknown() };
        if !parameter.annotation.is_unknown() {
            let types = self.type_of(file, parameter.annotation);
            return self.instances(&types);
        }
        self.value(file, parameter.default)
    }

    /// A name that wildcard imports of the scopes around may give.
    pub(crate) fn by_wildcards(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: Text,
        namespace: Namespace,
    ) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let foreign = file != self.file || !self.at_top();
        if !unit.rules.wildcards_bind || (unit.wildcards.is_empty() && !foreign) {
            return Set::default();
        }
        let mut found = Set::default();
        let mut current = Some(scope);
        while let Some(id) = current {
            let Some(info) = unit.facts.scopes.get(id.index()) else { break };
            if foreign {
                // Also where there is none: one may appear.
                let key = indexer_core::ConsultedKey::wildcards(unit.path_hash, unit.scope_owner(id));
                self.consult(key);
            }
            for (_, import) in unit.wildcards.iter().filter(|(s, _)| *s == id) {
                if !(unit.rules.hidden_from_wildcard)(&self.text_of(name)) {
                    found.extend(&self.through_wildcard(file, *import, name, namespace));
                }
            }
            // Names of one inline module are not seen in another inside it.
            if !found.is_empty() || info.kind == ScopeKind::Module {
                return found;
            }
            current = info.parent;
        }
        found
    }

    /// Macros are in scope by text order and by attributes that cross modules: the macros of this
    /// name in the same package, else exported ones.
    pub(crate) fn macro_by_name(&mut self, file: FileId, name: &str) -> Set {
        let hash = hash_text(name);
        self.consult(indexer_core::ConsultedKey::named(hash));
        let (mut near, mut exported) = (Set::default(), Set::default());
        for other in self.linker.universe.defining(hash) {
            let Some(unit) = self.unit(other) else { continue };
            let Some(id) = unit.name_of_hash(hash) else { continue };
            for (i, definition) in unit.facts.definitions.iter().enumerate() {
                if definition.name == id && definition.kind == SymbolKind::Macro {
                    let value = Self::definition(other, indexer_core::DefId(i as u32));
                    if other == file || self.same_package(file, other) {
                        near.add(value);
                    } else if definition.flags.has(indexer_core::Flags::EXPORTED) {
                        exported.add(value);
                    }
                }
            }
        }
        match (near.is_empty(), exported.is_empty()) {
            (false, _) => near,
            (true, false) => exported,
            _ => Set::unknown(),
        }
    }

    /// Definitions that every file sees: by bare names, or else by the names of imports.
    pub(crate) fn global(&mut self, name: &str, namespace: Namespace, bare: bool) -> Set {
        let hash = hash_text(name);
        self.consult(indexer_core::ConsultedKey::named(hash));
        let mut found = Set::default();
        for other in self.linker.universe.defining(hash) {
            let Some(unit) = self.unit(other).filter(|unit| unit.rules.has_globals) else { continue };
            let is_global = |def: &indexer_core::DefId| {
                let definition = unit.facts.definition(*def);
                let is_bare = !unit.hoisted(definition.scope, definition.name, Namespace::ANY).is_empty();
                definition.flags.has(indexer_core::Flags::EXPORTED) && is_bare == bare
            };
            let defs: SmallVec<[indexer_core::DefId; 2]> =
                unit.definitions_of(hash).filter(is_global).collect();
            let all: Set = unit.select(defs).into_iter().map(|def| Self::definition(other, def)).collect();
            found.extend(&all);
        }
        self.narrow(found, namespace)
    }

    pub(crate) fn same_package(&mut self, a: FileId, b: FileId) -> bool {
        let a = self.root(a, ScopeId(0), "crate", 0);
        let b = self.root(b, ScopeId(0), "crate", 0);
        a == b && !a.has_unknown()
    }
}
