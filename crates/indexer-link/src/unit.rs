//! One file of the universe with what is derived from its facts for quick questions.

use crate::db::{blanket_members, extension_function_names};
use crate::infer::{LocalUses, declared_results, takes_value};
use crate::value::Text;
use indexer_core::key::hash_text;
use indexer_core::{
    Binding, DefId, ExprId, Expression, ExtensionId, FileFacts, FilePlace, Flags, LambdaId, LinkRules, List,
    Name, Namespace, Owner, ScopeId, ScopeKind, SymbolKey, SymbolKind, TakenBack, work,
};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};

/// The last name of a type expression.
pub(crate) fn last_name(facts: &FileFacts, id: ExprId) -> Option<&str> {
    match facts.expression(id) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => Some(facts.name(name)),
        Expression::Apply { of, .. }
        | Expression::Instance(of)
        | Expression::Const(of)
        | Expression::Index { of, .. }
        | Expression::Sequence(of) => last_name(facts, of),
        Expression::Definition(def) => Some(facts.name(facts.definition(def).name)),
        _ => None,
    }
}

fn package(facts: &FileFacts) -> Option<DefId> {
    let found = facts.definitions.iter().position(|one| one.kind == SymbolKind::Package);
    found.map(|index| DefId(index as u32))
}

/// A file's facts with symbol keys and name hashes.
#[derive(Debug)]
pub(crate) struct Unit<'u> {
    /// Its path from the root.
    pub(crate) path: &'u str,
    /// Its path in the repository.
    pub(crate) place: Cow<'u, str>,
    pub(crate) path_hash: u64,
    pub(crate) facts: &'u FileFacts,
    pub(crate) rules: &'static LinkRules,
    pub(crate) keys: Vec<SymbolKey>,
    /// The package that it stands for, where it is a stub.
    pub(crate) stub_of: Option<&'u str>,
    /// True for a file of an installed package, which is a stub that has imports and files beside it.
    pub(crate) is_installed: bool,
    /// Hash of each name, by [`Name`].
    hashes: Vec<u64>,
    /// Interned text of each name plus one, 0 where it was not asked yet.
    texts: Vec<AtomicU32>,
    /// Names by their hashes.
    by_hash: Vec<Name>,
    /// Definitions, those of each name together and in order.
    by_name: Vec<DefId>,
    /// Where in `by_name` those of each name begin, and where the last end.
    first_of_name: Vec<u32>,
    /// (hash of the extended type's name, extension), sorted.
    extensions: Vec<(u64, ExtensionId)>,
    /// (hash of a member that a block gives to all types that fit, the block), sorted.
    blankets: Vec<(u64, ExtensionId)>,
    /// Functions that extend types, by name, sorted.
    extending: Vec<(Name, ExtensionId)>,
    /// The definition that names the file's package.
    package: Option<DefId>,
    /// What each scope is the body of.
    bodies: Vec<Option<Owner>>,
    /// The namespaces that scopes are: (scope, path), sorted. Those that are no scopes of their own
    /// (inline ones) are left out of the paths.
    namespaces: Vec<(ScopeId, String)>,
    /// Its calls, found when they are asked for.
    pub(crate) call_sites: std::sync::OnceLock<crate::flow::CallSites>,
    /// Where it gives arguments to types, by the hashes of their last names, sorted; found when they are asked for.
    argument_lists: std::sync::OnceLock<Vec<(u64, ExprId, List)>>,
    /// What the results of its calls are declared to be, found when it is asked for.
    declared_results: std::sync::OnceLock<rustc_hash::FxHashMap<ExprId, ExprId>>,
    /// What it does with its locals, found when it is asked for.
    local_uses: std::sync::OnceLock<LocalUses>,
    /// The types that have bases, the first of them.
    pub(crate) heirs: std::sync::OnceLock<Vec<DefId>>,
    /// Packages whose names it sees beside its own, found when they are asked for.
    packages_around: std::sync::OnceLock<Vec<String>>,
    /// Functions that a test runner may take values from, by the hash of their names, found when they are asked for.
    pub(crate) provided: std::sync::OnceLock<rustc_hash::FxHashMap<u64, Vec<DefId>>>,
    /// The paths of the types that its definitions are of, found when they are asked for.
    owner_paths: std::sync::OnceLock<Vec<Option<u64>>>,
    /// Scopes that hold a wildcard import: (scope, import), sorted.
    pub(crate) wildcards: Vec<(ScopeId, indexer_core::ImportId)>,
}

impl<'u> Unit<'u> {
    /// `path` is that from the root and that in the repository.
    pub(crate) fn new(
        (path, place): (&'u str, Cow<'u, str>),
        facts: &'u FileFacts,
        rules: &'static LinkRules,
        (stub_of, is_installed): (Option<&'u str>, bool),
    ) -> Self {
        let hashes: Vec<u64> = facts.names.iter().map(|(_, text)| hash_text(text)).collect();
        let mut by_hash: Vec<Name> = (0..hashes.len() as u32).map(Name).collect();
        by_hash.sort_unstable_by_key(|name| (hashes[name.0 as usize], *name));
        let extensions = facts.extensions.iter().enumerate();
        let mut extensions: Vec<(u64, ExtensionId)> = extensions
            .filter_map(|(i, e)| Some((*hashes.get(e.type_name?.0 as usize)?, ExtensionId(i as u32))))
            .collect();
        extensions.sort_unstable();
        let blankets = blanket_members(facts).into_iter();
        let mut blankets: Vec<(u64, ExtensionId)> =
            blankets.filter_map(|(name, id)| Some((*hashes.get(name.0 as usize)?, id))).collect();
        blankets.sort_unstable();
        let (by_name, first_of_name) = by_name(facts);
        let mut extending: Vec<(Name, ExtensionId)> = match rules.extension_functions {
            true => extension_function_names(facts).collect(),
            false => Vec::new(),
        };
        extending.sort_unstable();
        let mut bodies = vec![None; facts.scopes.len()];
        for (i, definition) in facts.definitions.iter().enumerate() {
            if let Some(slot) = definition.body.and_then(|scope| bodies.get_mut(scope.index())) {
                *slot = Some(Owner::Definition(DefId(i as u32)));
            }
        }
        for (i, extension) in facts.extensions.iter().enumerate() {
            if let Some(slot) = bodies.get_mut(extension.scope.index()) {
                *slot = Some(Owner::Extension(ExtensionId(i as u32)));
            }
        }
        let imports = facts.imports.iter().enumerate();
        let mut wildcards: Vec<_> = imports
            .filter(|(_, import)| import.shape == indexer_core::ImportShape::Wildcard)
            .map(|(i, import)| (import.scope, indexer_core::ImportId(i as u32)))
            .collect();
        wildcards.sort_unstable();
        let namespaces = match rules.inclusion {
            Some(_) => namespaces(facts, &bodies, rules.separator),
            None => Vec::new(),
        };
        Self {
            namespaces,
            path,
            place,
            path_hash: hash_text(path),
            facts,
            rules,
            keys: indexer_core::key::symbol_keys(path, facts),
            stub_of,
            is_installed,
            texts: facts.names.iter().map(|_| AtomicU32::new(0)).collect(),
            hashes,
            by_hash,
            argument_lists: std::sync::OnceLock::new(),
            declared_results: std::sync::OnceLock::new(),
            local_uses: std::sync::OnceLock::new(),
            heirs: std::sync::OnceLock::new(),
            packages_around: std::sync::OnceLock::new(),
            provided: std::sync::OnceLock::new(),
            owner_paths: std::sync::OnceLock::new(),
            by_name,
            first_of_name,
            extensions,
            blankets,
            extending,
            package: package(facts),
            bodies,
            call_sites: std::sync::OnceLock::new(),
            wildcards,
        }
    }

    /// The type that the result of a call is declared to be. The first call is O(expressions).
    pub(crate) fn declared_result(&self, call: ExprId) -> Option<ExprId> {
        self.declared_results.get_or_init(|| declared_results(self.facts)).get(&call).copied()
    }

    /// What it does with its locals. The first call is O(expressions).
    pub(crate) fn local_uses(&self) -> &LocalUses {
        self.local_uses.get_or_init(|| LocalUses::of(self.facts))
    }

    /// The package that the file stands for, where it is a stub that has no imports.
    pub(crate) fn plain_stub(&self) -> Option<&'u str> {
        self.stub_of.filter(|_| !self.is_installed)
    }

    /// The file as the rules of packages see it.
    pub(crate) fn file_place(&self) -> FilePlace<'_> {
        let definition = self.package.map(|id| self.facts.definition(id));
        let package = definition.map_or("", |one| self.facts.name(one.name));
        let condition = definition.and_then(|one| one.condition).map(|name| self.facts.name(name));
        FilePlace { path: &self.place, package, condition }
    }

    /// The packages whose names the file sees beside those of its own, the innermost first: those that objects in it stand
    /// for, and those around its own that it names in clauses of their own.
    pub(crate) fn packages_around(&self) -> &[String] {
        self.packages_around.get_or_init(|| {
            let own = self.file_place().package;
            let is_package = |one: &&indexer_core::Definition| {
                one.owner == Owner::File && one.flags.has(Flags::STATIC.with(Flags::PARTIAL))
            };
            let objects = self.facts.definitions.iter().filter(is_package).map(|one| {
                let name = self.facts.name(one.name);
                if own.is_empty() { name.to_owned() } else { format!("{own}.{name}") }
            });
            let around = self.package.and_then(|id| self.facts.definition(id).declared_path);
            let around = around.map_or("", |names| self.facts.name(names)).split_whitespace();
            objects.chain(around.map(str::to_owned)).collect()
        })
    }

    /// The path of the type that has a definition, where types are known by their paths; `None` for what a function has.
    pub(crate) fn owner_path(&self, def: DefId) -> Option<u64> {
        let paths = self.owner_paths.get_or_init(|| crate::resolve::owner_paths(self.facts));
        paths.get(def.index()).copied().flatten()
    }

    /// True for an instance of what a type expression says, whatever is put into it.
    pub(crate) fn is_instance(&self, id: ExprId) -> bool {
        match self.facts.expression(id) {
            Expression::Instance(_) => true,
            Expression::Put { into, .. } => matches!(self.facts.expression(into), Expression::Instance(_)),
            _ => false,
        }
    }

    pub(crate) fn hash(&self, name: Name) -> u64 {
        self.hashes.get(name.0 as usize).copied().unwrap_or(0)
    }

    /// The interned text of a name.
    pub(crate) fn text(&self, name: Name, intern: impl FnOnce(&str) -> u32) -> Text {
        let Some(slot) = self.texts.get(name.0 as usize) else { return Text(0) };
        let known = slot.load(Ordering::Relaxed);
        if known != 0 {
            return Text(known - 1);
        }
        let id = intern(self.facts.name(name));
        slot.store(id + 1, Ordering::Relaxed);
        Text(id)
    }

    /// O(1) expected: hashes are spread evenly.
    pub(crate) fn name_of_hash(&self, hash: u64) -> Option<Name> {
        let len = self.by_hash.len();
        let guess = ((u128::from(hash) * len as u128) >> 64) as usize;
        // Doubles the part around the guess until the hash can only be inside.
        let mut width = 1;
        let (mut low, mut high) = (guess, guess);
        while low > 0 && self.hash(self.by_hash[low - 1]) >= hash {
            low = low.saturating_sub(width);
            width *= 2;
        }
        width = 1;
        while high < len && self.hash(self.by_hash[high]) < hash {
            high = (high + width).min(len);
            width *= 2;
        }
        let at = low + self.by_hash[low..high].partition_point(|name| self.hash(*name) < hash);
        self.by_hash.get(at).copied().filter(|name| self.hash(*name) == hash)
    }

    /// Where the file takes a macro back.
    pub(crate) fn taken_back(&self, definition: DefId) -> Option<TakenBack> {
        let all = &self.facts.taken_back;
        all.binary_search_by_key(&definition, |one| one.definition).ok().map(|at| all[at])
    }

    /// Definitions of the name with this hash, in order.
    pub(crate) fn definitions_of(&self, hash: u64) -> impl Iterator<Item = DefId> + '_ {
        let bound = |name: u32| self.first_of_name.get(name as usize).map_or(0, |at| *at as usize);
        let run = self.name_of_hash(hash).map_or(0..0, |name| bound(name.0)..bound(name.0 + 1));
        self.by_name.get(run).unwrap_or(&[]).iter().copied()
    }

    /// Extensions of types whose last name has this hash.
    pub(crate) fn extensions_of(&self, hash: u64) -> impl Iterator<Item = ExtensionId> + '_ {
        let start = self.extensions.partition_point(|(h, _)| *h < hash);
        self.extensions[start..].iter().take_while(move |(h, _)| *h == hash).map(|(_, id)| *id)
    }

    /// The blocks with a function of this name that extends their type.
    pub(crate) fn extending(&self, name: Name) -> impl Iterator<Item = ExtensionId> + '_ {
        let start = self.extending.partition_point(|(other, _)| *other < name);
        self.extending[start..].iter().take_while(move |(other, _)| *other == name).map(|(_, id)| *id)
    }

    /// The blocks that give the member whose name has this hash to all types that fit.
    pub(crate) fn blankets_of(&self, hash: u64) -> impl Iterator<Item = ExtensionId> + '_ {
        let start = self.blankets.partition_point(|(h, _)| *h < hash);
        self.blankets[start..].iter().take_while(move |(h, _)| *h == hash).map(|(_, id)| *id)
    }

    /// The bindings of a name in a scope that are in force everywhere in it, in these name spaces.
    pub(crate) fn hoisted(
        &self,
        scope: ScopeId,
        name: Name,
        namespace: Namespace,
    ) -> SmallVec<[&'u Binding; 2]> {
        let all = self.facts.bindings(scope);
        let start = all.partition_point(|b| b.name < name);
        let group = all[start..].iter().take_while(|b| b.name == name);
        let group = group.inspect(|_| work::add(1));
        group.filter(|b| b.from == 0 && b.namespace.meets(namespace)).collect()
    }

    /// True where there is such a binding.
    pub(crate) fn is_hoisted(&self, scope: ScopeId, name: Name, namespace: Namespace) -> bool {
        let all = self.facts.bindings(scope);
        let start = all.partition_point(|b| b.name < name);
        let mut group = all[start..].iter().take_while(|b| b.name == name);
        group.any(|b| b.from == 0 && b.namespace.meets(namespace))
    }

    /// The key of the symbol whose body a scope is; 0 for the file and for anything else.
    pub(crate) fn scope_owner(&self, scope: ScopeId) -> u64 {
        match self.body_of(scope) {
            Some(Owner::Definition(def)) => self.keys.get(def.index()).map_or(0, |k| k.0),
            _ => 0,
        }
    }

    pub(crate) fn kind(&self, def: DefId) -> SymbolKind {
        self.facts.definitions.get(def.index()).map_or(SymbolKind::Local, |d| d.kind)
    }

    /// Narrows several definitions of one name to those that can be meant: an implementation
    /// before its overloads, all where a condition decides, else the last (the first of a
    /// property's parts).
    pub(crate) fn select(&self, mut defs: SmallVec<[DefId; 2]>) -> SmallVec<[DefId; 2]> {
        if defs.len() < 2 {
            return defs;
        }
        let flags = |d: &DefId| self.facts.definitions[d.index()].flags;
        if defs.iter().any(|d| !flags(d).has(Flags::OVERLOAD)) {
            defs.retain(|d| !flags(d).has(Flags::OVERLOAD));
        }
        let all = self.rules.inclusion.is_some();
        // `class A;` and `class A { .. };` inside of one class.
        let is_defined = |d: &DefId| self.kind(*d).is_type() && !flags(d).has(Flags::DECLARATION);
        if all && defs.iter().any(is_defined) {
            let is_forward = |d: &DefId| {
                self.kind(*d).is_type()
                    && flags(d).has(Flags::DECLARATION)
                    && !flags(d).has(Flags::CONDITIONAL)
            };
            defs.retain(|d| !is_forward(d));
        }
        // Functions of one name are told apart where they are called, whatever their conditions.
        let are_overloads =
            self.rules.has_function_types && defs.iter().all(|def| self.kind(*def) == SymbolKind::Method);
        let is_conditional = !are_overloads && defs.iter().any(|d| flags(d).has(Flags::CONDITIONAL));
        if defs.len() < 2 || all || is_conditional {
            return defs;
        }
        let kind = self.kind(defs[0]);
        let unique = self.rules.unique_names && kind != SymbolKind::Macro;
        // `mod a;` under each of two conditions is the same file.
        let is_file = |def: &DefId| self.facts.definitions[def.index()].body.is_none();
        let is_one = kind == SymbolKind::Module && defs.iter().all(is_file);
        if unique && !is_one && defs.iter().all(|def| self.kind(*def) == kind) {
            return defs;
        }
        // A namespace adds to what it stands beside.
        if defs.iter().any(|d| self.kind(*d) != SymbolKind::Module) {
            defs.retain(|d| self.kind(*d) != SymbolKind::Module);
        }
        let accessors = defs.iter().all(|d| self.kind(*d) == SymbolKind::Accessor);
        // What a property is, its getter says.
        if accessors && let Some(getter) = defs.iter().find(|def| !takes_value(self.facts, **def)) {
            return SmallVec::from_iter([*getter]);
        }
        if self.rules.objects {
            // A type and an object of one name are two things.
            let is_type = |def: &DefId| self.kind(*def).is_type() && !flags(def).has(Flags::STATIC);
            let of_types = defs.iter().find(|def| is_type(def)).copied();
            let of_values = defs.iter().find(|def| !is_type(def)).copied();
            return of_values.into_iter().chain(of_types).collect();
        }
        if self.rules.argument_labels {
            // The first function stands for all of its name; a case and a property may have one name.
            let is_called = |def: &DefId| self.kind(*def).is_callable();
            let function = defs.iter().find(|def| is_called(def)).copied();
            let values = defs.iter().filter(|def| !is_called(def)).copied();
            return function.into_iter().chain(values).collect();
        }
        if self.rules.functions_overload {
            // A value and a function of one name are two things.
            let is_called = |def: &DefId| self.kind(*def).is_callable();
            let function = defs.iter().find(|def| is_called(def)).copied();
            let value = defs.iter().find(|def| !is_called(def)).copied();
            return function.into_iter().chain(value).collect();
        }
        // Functions of one name that differ by their parameters: the first stands for all of them.
        let overloads = self.rules.classes.is_some();
        let one = if accessors || overloads { defs.first() } else { defs.last() };
        one.copied().into_iter().collect()
    }

    /// The module scope in which a scope stands, and the names of the inline modules around it,
    /// outermost first.
    pub(crate) fn module_around(&self, scope: ScopeId) -> (ScopeId, Vec<String>) {
        let mut inside = Vec::new();
        let mut module = None;
        let mut current = Some(scope);
        while let Some(id) = current {
            let Some(info) = self.facts.scopes.get(id.index()) else { break };
            if info.kind == ScopeKind::Module {
                module = module.or(Some(id));
                if let Some(Owner::Definition(def)) = self.body_of(id) {
                    inside.push(self.facts.name(self.facts.definition(def).name).to_owned());
                }
            }
            current = info.parent;
        }
        inside.reverse();
        (module.unwrap_or(ScopeId(0)), inside)
    }

    /// The path of the namespace in which a scope stands; "" outside of all.
    pub(crate) fn namespace_of(&self, scope: ScopeId) -> &str {
        if self.namespaces.is_empty() {
            return "";
        }
        let mut current = Some(scope);
        while let Some(id) = current {
            if let Ok(at) = self.namespaces.binary_search_by_key(&id, |(scope, _)| *scope) {
                return &self.namespaces[at].1;
            }
            current = self.facts.scopes.get(id.index()).and_then(|info| info.parent);
        }
        ""
    }

    /// True where a scope is the namespace of this path.
    pub(crate) fn opens(&self, path: &str) -> bool {
        self.namespaces.iter().any(|(_, namespace)| namespace == path)
    }

    /// The last name of a type expression.
    pub(crate) fn last_name(&self, id: ExprId) -> Option<&'u str> {
        last_name(self.facts, id)
    }

    /// True for the scopes of files, inline modules and namespaces.
    pub(crate) fn is_module_scope(&self, scope: ScopeId) -> bool {
        let kind = self.facts.scopes.get(scope.index()).map(|s| s.kind);
        matches!(kind, Some(ScopeKind::File | ScopeKind::Module))
    }

    /// The type or extension whose members a scope holds.
    pub(crate) fn owner_of_scope(&self, scope: ScopeId) -> Option<Owner> {
        let info = self.facts.scopes.get(scope.index())?;
        matches!(info.kind, ScopeKind::Type | ScopeKind::Extension).then(|| self.body_of(scope))?
    }

    /// What a scope is the body of: a definition or an extension.
    pub(crate) fn body_of(&self, scope: ScopeId) -> Option<Owner> {
        self.bodies.get(scope.index()).copied().flatten()
    }

    /// The function without a name whose scope this is.
    pub(crate) fn lambda_of(&self, scope: ScopeId) -> Option<LambdaId> {
        // Those around stand before those inside, as their scopes do.
        let at = self.facts.lambdas.partition_point(|one| one.scope < scope);
        self.facts.lambdas.get(at).filter(|one| one.scope == scope).map(|_| LambdaId(at as u32))
    }

    /// The arguments that the file gives to types whose last name has this hash, with what is applied to them. The first
    /// call is O(expressions log expressions).
    pub(crate) fn argument_lists(&self, name: u64) -> impl Iterator<Item = (ExprId, List)> + '_ {
        let all = self.argument_lists.get_or_init(|| argument_lists(self.facts));
        let first = all.partition_point(|(hash, ..)| *hash < name);
        let same = all[first..].iter().take_while(move |(hash, ..)| *hash == name);
        same.map(|(_, of, arguments)| (*of, *arguments))
    }

    pub(crate) fn type_parameters(&self, def: DefId) -> List {
        self.facts.definitions.get(def.index()).map_or(List::default(), |d| d.type_parameters)
    }
}

/// Where a file gives arguments to types: hash of the last name of what is applied, that, and the arguments; sorted.
pub(crate) fn argument_lists(facts: &FileFacts) -> Vec<(u64, ExprId, List)> {
    let applied = |one: &Expression| match *one {
        Expression::Apply { of, arguments } => Some((hash_text(last_name(facts, of)?), of, arguments)),
        _ => None,
    };
    let mut all: Vec<_> = facts.expressions.iter().filter_map(applied).collect();
    all.sort_unstable_by_key(|(hash, of, _)| (*hash, *of));
    all
}

/// The definitions of each name together, and where those of each name begin. O(definitions + names).
fn by_name(facts: &FileFacts) -> (Vec<DefId>, Vec<u32>) {
    let mut first = vec![0_u32; facts.names.len() + 2];
    for definition in &facts.definitions {
        if let Some(count) = first.get_mut(definition.name.0 as usize + 2) {
            *count += 1;
        }
    }
    for at in 1..first.len() {
        first[at] += first[at - 1];
    }
    let mut all = vec![DefId(0); first.last().map_or(0, |last| *last as usize)];
    // The start of the next name moves from where this one begins to where it ends.
    for (definition, id) in facts.definitions.iter().zip((0..).map(DefId)) {
        if let Some(at) =
            first.get_mut(definition.name.0 as usize + 1).filter(|at| (**at as usize) < all.len())
        {
            all[*at as usize] = id;
            *at += 1;
        }
    }
    first.pop();
    (all, first)
}

/// The path of each namespace of a file.
fn namespaces(facts: &FileFacts, bodies: &[Option<Owner>], separator: &str) -> Vec<(ScopeId, String)> {
    let mut all: Vec<(ScopeId, String)> = Vec::new();
    for (i, scope) in facts.scopes.iter().enumerate() {
        let Some(Some(Owner::Definition(def))) = bodies.get(i).filter(|_| scope.kind == ScopeKind::Module)
        else {
            continue;
        };
        let definition = facts.definition(*def);
        let mut around = scope.parent;
        let mut path = String::new();
        while let Some(id) = around {
            // A scope stands after those around it.
            if let Ok(at) = all.binary_search_by_key(&id, |(scope, _)| *scope) {
                path.clone_from(&all[at].1);
                break;
            }
            around = facts.scopes.get(id.index()).and_then(|info| info.parent);
        }
        let is_inline = facts.imports.iter().any(|import| {
            import.shape == indexer_core::ImportShape::Wildcard && import.span == definition.name_span
        });
        if !is_inline {
            if !path.is_empty() {
                path.push_str(separator);
            }
            path.push_str(facts.name(definition.name));
        }
        all.push((ScopeId(i as u32), path));
    }
    all
}
