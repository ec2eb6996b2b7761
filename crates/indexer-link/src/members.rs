//! Members of types: the type itself, then what its language's order says.

use crate::evaluator::{Evaluator, Node};
use crate::value::{Args, Set, Sym, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Bound, FileId, ImportShape, Linearization, Namespace, Owner, ScopeId, ScopeKind, SymbolKind,
};
use smallvec::SmallVec;

/// What a member of a receiver may be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    /// Definitions, or something external.
    pub(crate) found: Set,
    /// The receiver as the type that has the member: what a dereference led to.
    pub(crate) receiver: Option<Value>,
    /// True where nothing was found but a base or the like is unknown.
    pub(crate) open: bool,
    /// True where only the declarations of the standard library do not have it.
    pub(crate) guessed: bool,
}

/// Dereferences are followed this often.
const MOST_DEREFS: usize = 4;

impl Evaluator<'_, '_> {
    /// The definitions that the body of `sym` itself binds to a name.
    pub(crate) fn declared_member(&mut self, sym: Sym, name: Text) -> Set {
        let found = self.own_member(sym, name, None);
        if !found.is_empty() {
            return found;
        }
        let language = self.unit(sym.file).map(|u| u.rules.linearization);
        match language {
            Some(Linearization::Autoderef) => return self.extension_members(sym, name, None),
            Some(Linearization::Embedding) => return self.nearest_members(sym, name, None).found,
            _ => {}
        }
        self.lookup_in_bases(sym, name).found
    }

    pub(crate) fn own_member(&mut self, sym: Sym, name: Text, call: Option<bool>) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::default() };
        let Some(body) = unit.facts.definition(sym.def).body else { return Set::default() };
        self.consult_symbol(sym);
        let hash = hash_text(&self.text_of(name));
        if sym.file != self.file || !self.at_top() {
            self.consult_bound(sym.file, body, hash);
        }
        self.in_scope(sym.file, body, hash, call)
    }

    /// Members that other parts of the same thing declare: an interface of the same name, a
    /// namespace beside a class or function.
    pub(crate) fn merged_members(&mut self, sym: Sym, name: Text, call: Option<bool>) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::default() };
        if !unit.rules.declarations_merge {
            return Set::default();
        }
        let definition = unit.facts.definition(sym.def);
        if definition.scope != ScopeId(0) && !unit.is_module_scope(definition.scope) {
            return Set::default();
        }
        let hash = hash_text(&self.text_of(name));
        let own = unit.hash(definition.name);
        if sym.file != self.file || !self.at_top() {
            self.consult_bound(sym.file, definition.scope, own);
        }
        let any = Namespace::ANY;
        for binding in unit.hoisted(definition.scope, definition.name, any) {
            let Bound::Definition(other) = binding.bound else { continue };
            let part = unit.facts.definition(other);
            if other == sym.def || !(part.kind.is_type() || part.kind == SymbolKind::Module) {
                continue;
            }
            let Some(body) = part.body else { continue };
            if sym.file != self.file || !self.at_top() {
                self.consult_bound(sym.file, body, hash);
            }
            let found = self.in_scope(sym.file, body, hash, call);
            if !found.is_empty() {
                return found;
            }
        }
        Set::default()
    }

    /// The members that a scope binds to a name. Where both a callable and something else are
    /// there, `call` decides.
    pub(crate) fn in_scope(&mut self, file: FileId, scope: ScopeId, hash: u64, call: Option<bool>) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let Some(name) = unit.name_of_hash(hash) else { return Set::default() };
        let any = Namespace::ANY.with(Namespace::MEMBER).with(Namespace::CALLABLE);
        let bindings = unit.hoisted(scope, name, any);
        let mut defs: SmallVec<[_; 2]> = bindings
            .iter()
            .filter_map(|b| match b.bound {
                Bound::Definition(def) => Some(def),
                _ => None,
            })
            .collect();
        if let Some(call) = call {
            let callable = |d: &indexer_core::DefId| unit.kind(*d).is_callable() == call;
            if defs.iter().any(callable) {
                defs.retain(|d| callable(d));
            }
        }
        let mut found: Set = unit.select(defs).into_iter().map(|d| Self::definition(file, d)).collect();
        if found.is_empty() {
            for binding in &bindings {
                match binding.bound {
                    Bound::Import(import) => found.extend(&self.import_binding(file, import)),
                    Bound::Alias => found.extend(&self.denote(file, binding.value, None).0),
                    _ => {}
                }
            }
        }
        found
    }

    /// Members of a type by name: of itself, its extensions, its bases.
    pub(crate) fn members(&mut self, of: TypeId, name: Text, call: Option<bool>) -> Members {
        match of {
            TypeId::Def(sym) => match self.complete(sym) {
                Some((sym, true)) => self.members_of_definition(sym, name, call),
                Some((sym, false)) => {
                    let mut members = self.members_of_definition(sym, name, call);
                    if !members.found.is_empty() {
                        members.found.add(Value::Unknown);
                    }
                    members
                }
                None => Members { open: true, ..Members::default() },
            },
            TypeId::Param(file, index) => self.members_of_bounds(file, index, name, call),
            TypeId::External(text) => {
                let type_name = self.text_of(text);
                let last = type_name.rsplit(['.', ':']).next().unwrap_or("").to_owned();
                let found = self.extension_members_by_name(hash_text(&last), None, name, call);
                let found = if found.is_empty() {
                    Set::of(Value::External(self.external_member(text, name)))
                } else {
                    found
                };
                Members { found, ..Members::default() }
            }
        }
    }

    pub(crate) fn members_of_definition(&mut self, sym: Sym, name: Text, call: Option<bool>) -> Members {
        if self.unit(sym.file).is_some_and(|unit| unit.rules.linearization == Linearization::Bases) {
            // Most members stand in the type itself, and that takes no memory.
            let found = self.own_member(sym, name, call);
            let bases = self.unit(sym.file).map_or(0, |unit| unit.facts.definition(sym.def).bases.len);
            if !found.is_empty() || bases == 0 {
                return Members { found, ..Members::default() };
            }
        }
        let node = Node::Members(sym, name, call.map_or(0, |call| 1 + u8::from(call)));
        let found = self.node(node, |this, node| match node {
            Node::Members(sym, name, call) => {
                let call = (call > 0).then_some(call == 2);
                let members = this.find_members(sym, name, call);
                if members.found.is_empty() && members.open { Set::unknown() } else { members.found }
            }
            _ => Set::default(),
        });
        if found.only() == Some(Value::Unknown) {
            return Members { open: true, ..Members::default() };
        }
        Members { found, ..Members::default() }
    }

    pub(crate) fn find_members(&mut self, sym: Sym, name: Text, call: Option<bool>) -> Members {
        let Some(unit) = self.unit(sym.file) else { return Members::default() };
        let found = self.own_member(sym, name, call);
        if !found.is_empty() {
            if call == Some(true)
                && unit.rules.linearization == Linearization::Autoderef
                && !self.all_callable(&found)
            {
                // A call means the method, even where a field has its name.
                let methods = self.extension_members(sym, name, call);
                if self.all_callable(&methods) && !methods.is_empty() {
                    return Members { found: methods, ..Members::default() };
                }
            }
            return Members { found, ..Members::default() };
        }
        let merged = self.merged_members(sym, name, call);
        if !merged.is_empty() {
            return Members { found: merged, ..Members::default() };
        }
        match unit.rules.linearization {
            Linearization::C3 | Linearization::Bases => self.lookup_in_bases(sym, name),
            Linearization::Embedding => self.nearest_members(sym, name, call),
            Linearization::Autoderef => {
                let mut found = self.extension_members(sym, name, call);
                if found.is_empty() {
                    found = self.derived_members(sym, name, call);
                }
                if !found.is_empty() {
                    return Members { found, ..Members::default() };
                }
                let mut open = false;
                for base in self.bases(sym) {
                    match base {
                        Value::Type(TypeId::Def(base), _) if base != sym => {
                            let below = self.members_of_definition(base, name, call);
                            if !below.found.is_empty() {
                                return below;
                            }
                            open |= below.open;
                        }
                        _ => open = true,
                    }
                }
                Members { open, ..Members::default() }
            }
        }
    }

    /// Members of a type parameter: those of its bounds.
    pub(crate) fn members_of_bounds(
        &mut self,
        file: FileId,
        index: u32,
        name: Text,
        call: Option<bool>,
    ) -> Members {
        let Some(unit) = self.unit(file) else { return Members::default() };
        let Some(parameter) = unit.facts.type_parameters.get(index as usize) else {
            return Members::default();
        };
        let mut open = true;
        for bound in unit.facts.list(parameter.bounds) {
            for value in self.type_of(file, *bound).iter() {
                if let Value::Type(id @ TypeId::Def(_), _) = value {
                    let found = self.members(id, name, call);
                    if !found.found.is_empty() {
                        return found;
                    }
                    open |= found.open;
                }
            }
        }
        open |= parameter.bounds.len == 0;
        Members { open, ..Members::default() }
    }

    /// Members of an instance, through dereferences where the language has them.
    pub(crate) fn members_of_instance(
        &mut self,
        of: TypeId,
        args: Args,
        name: Text,
        call: Option<bool>,
    ) -> Members {
        let mut value = (of, args);
        let mut open = false;
        let mut added: Option<Members> = None;
        // Some languages have an operator of its own for members of what is pointed to.
        let own = self.rules_of(of).is_some_and(|rules| rules.linearization == Linearization::Bases);
        for _ in 0..if own { 1 } else { MOST_DEREFS } {
            let mut members = self.members(value.0, name, call);
            if let Some(class) = self.class_of(value.0, value.1, &members.found) {
                return class;
            }
            if !members.found.is_empty() {
                members.receiver = Some(Value::Instance(value.0, value.1));
                if !self.is_added(value.0, &members.found) {
                    return members;
                }
                // What the standard library says of its own type comes before what the repository
                // adds to it: our stubs leave to the type that it dereferences to what both have.
                added.get_or_insert(members);
            } else {
                open |= members.open;
            }
            if own {
                break;
            }
            match self.dereferenced(value.0, value.1) {
                Some(Value::Instance(of, args)) if (of, args) != value => value = (of, args),
                Some(Value::Callable(..) | Value::Tuple(_)) | None => break,
                Some(_) => {
                    open = true;
                    break;
                }
            }
        }
        if let Some(added) = added
            && self.may_be_in_sight(&added.found)
        {
            return added;
        }
        if self.rules_of(of).and_then(|rules| rules.protocol.class) == Some(self.text_of(name).as_str()) {
            return Members { found: Set::of(Value::Type(of, args)), ..Members::default() };
        }
        if !open && let Some(text) = self.stub_path(of) {
            // The receiver is of a type outside of which our stub tells only a part.
            let text = self.text(&text);
            let text = self.external_member(text, name);
            return Members { found: Set::of(Value::External(text)), guessed: true, ..Members::default() };
        }
        Members { open, ..Members::default() }
    }

    /// True where a type of a stub has members from blocks of the repository alone.
    fn is_added(&self, of: TypeId, found: &Set) -> bool {
        let ours = |sym: Sym| self.unit(sym.file).is_some_and(|unit| unit.stub_of.is_none());
        let TypeId::Def(of) = of else { return false };
        !ours(of) && found.iter().all(|value| matches!(value, Value::Definition(sym) if ours(sym)))
    }

    /// False where none of the traits that declare these members can be in sight of the file that
    /// is linked: it takes in no names without naming them, and names none of the traits.
    fn may_be_in_sight(&mut self, found: &Set) -> bool {
        let Some(unit) = self.unit(self.file).filter(|_| self.at_top()) else { return true };
        if unit.facts.imports.iter().any(|import| import.shape == ImportShape::Wildcard) {
            return true;
        }
        found.iter().any(|value| {
            let Value::Definition(sym) = value else { return true };
            let Some(of) = self.unit(sym.file) else { return true };
            let traits = match of.facts.definition(sym.def).owner {
                Owner::Extension(extension) => self.implemented(sym.file, extension),
                Owner::Definition(def) => Set::of(Value::Type(TypeId::Def(Sym { def, ..sym }), Args::NONE)),
                Owner::File => return true,
            };
            traits.is_empty()
                || traits.iter().any(|one| {
                    let Value::Type(TypeId::Def(sym), _) = one else { return true };
                    self.consult_symbol(sym);
                    let name = self.unit(sym.file).map(|u| u.hash(u.facts.definition(sym.def).name));
                    name.is_none_or(|name| unit.name_of_hash(name).is_some())
                })
        })
    }

    /// Where instances have their type as a member, that is what the name of the constructor means.
    fn class_of(&self, of: TypeId, args: Args, found: &Set) -> Option<Members> {
        let Value::Definition(sym) = found.only()? else { return None };
        let unit = self.unit(sym.file)?;
        let is_class = unit.rules.protocol.class.is_some() && unit.kind(sym.def) == SymbolKind::Constructor;
        is_class.then(|| Members { found: Set::of(Value::Type(of, args)), ..Members::default() })
    }

    /// What dereferencing an instance gives, where its type says so.
    pub(crate) fn dereferenced(&mut self, of: TypeId, args: Args) -> Option<Value> {
        let TypeId::Def(sym) = of else { return None };
        if self.is_distinct(sym) {
            return self.underlying(sym, args);
        }
        let deref = self.unit(sym.file)?.rules.protocol.deref?;
        let name = self.text(deref);
        let found = self.members(of, name, Some(true)).found;
        let Value::Definition(method) = found.only()? else { return None };
        let result = self.call_bound(method, Value::Instance(of, args), &[]);
        match result.only()? {
            Value::Receiver(of, args) => Some(Value::Instance(of, args)),
            other => Some(other),
        }
    }

    /// The package and path of a symbol of a stub; `None` for a symbol of the repository.
    pub(crate) fn stub_path(&self, of: TypeId) -> Option<String> {
        let TypeId::Def(sym) = of else { return None };
        self.external_path(sym)
    }

    /// The path under which a symbol of a stub is known: package, owners, name.
    pub(crate) fn external_path(&self, sym: Sym) -> Option<String> {
        let unit = self.unit(sym.file)?;
        let package = unit.stub_of?;
        let chain = unit.facts.owner_chain(sym.def).join(unit.rules.separator);
        Some(format!("{package}{}{chain}", unit.rules.separator))
    }

    /// The type whose body or extension a scope is.
    pub(crate) fn type_around(&mut self, file: FileId, scope: ScopeId) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let Some(owner) = unit.owner_of_scope(scope) else {
            let is_object = unit.facts.scopes.get(scope.index()).is_some_and(|s| s.kind == ScopeKind::Type);
            return if is_object { Set::of(Value::Object(file, scope)) } else { Set::unknown() };
        };
        match owner {
            Owner::Definition(def) => Set::of(self.type_with_parameters(Sym { file, def })),
            Owner::Extension(extension) => self.extended(file, extension),
            Owner::File => Set::unknown(),
        }
    }

    /// A generic type with its own parameters as arguments: how it is seen from inside.
    pub(crate) fn type_with_parameters(&mut self, sym: Sym) -> Value {
        let Some(unit) = self.unit(sym.file) else { return Value::Unknown };
        let run = unit.type_parameters(sym.def);
        let items = (run.start..run.start + run.len)
            .map(|i| Set::of(Value::Instance(TypeId::Param(sym.file, i), Args::NONE)))
            .collect();
        Value::Type(TypeId::Def(sym), self.args(items))
    }

    /// The enumeration that a variant belongs to.
    pub(crate) fn enum_of(&self, variant: Sym) -> Option<Sym> {
        let unit = self.unit(variant.file)?;
        match unit.facts.definition(variant.def).owner {
            Owner::Definition(def) if unit.kind(def) == SymbolKind::Enum => Some(Sym { def, ..variant }),
            _ => None,
        }
    }
}
