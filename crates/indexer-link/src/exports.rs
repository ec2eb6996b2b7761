//! What a file contributes to the answers of keys: the other half of relinking by name.

mod expressions;
mod frameworks;
mod macros;

use crate::db::{
    EVERYWHERE, blanket_members, blanket_name, extension_function_name, extension_function_names,
    included_name, is_include, using_declarations,
};
use crate::edges::Usage;
use crate::fingerprints::ExportFingerprints;
use crate::flow::{CallSites, may_hold_function};
use crate::frameworks::{how_written, provided};
use crate::infer::{CONVERSION, is_open_method, takes_value};
use crate::resolve::{opened_by, owner_paths};
use crate::unit::last_name;
use indexer_core::framework::Providers;
use indexer_core::key::{hash_numbers, hash_text, symbol_keys};
use indexer_core::path::{file_name, join, parent};
use indexer_core::{
    Binding, Bound, DefId, Definition, DependencyKey, ExprId, Expression, ExtensionId, FileFacts, Flags,
    Import, ImportShape, LinkRules, List, Makes, ManifestFacts, Name, Owner, Role, ScopeId, ScopeKind,
    SymbolKey, SymbolKind,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// What the file at `path` contributes, under the rules of its language. An edit changes the answers to the keys of
/// [`ExportFingerprints::differing`] between the file before and after, and to no other. `prefix` is the path of the root
/// in its repository. O(facts).
pub fn export_fingerprints(
    prefix: &str,
    path: &str,
    facts: &FileFacts,
    rules: Option<&LinkRules>,
) -> ExportFingerprints {
    let folder = join(prefix, parent(path));
    let mut all = Walk {
        facts,
        path: hash_text(path),
        keys: symbol_keys(path, facts),
        hashes: facts.names.iter().map(|(_, text)| hash_text(text)).collect(),
        expressions: FxHashMap::default(),
        found: BTreeMap::new(),
        members: Vec::new(),
        bodies: bodies(facts),
        folder: hash_text(file_name(&folder)),
        package_folder: rules.and_then(|rules| rules.packages).map(|rules| rules.folder_hash(&folder)),
        package: 0,
        takes_in_files: rules.is_some_and(|rules| rules.inclusion.is_some()),
        extends_by_functions: rules.is_some_and(|rules| rules.extension_functions),
        include_places: Vec::new(),
        macros_used: macros::used_outside(facts, rules),
        owner_paths: match rules.is_some_and(|rules| rules.open_types.is_some()) {
            true => owner_paths(facts),
            false => Vec::new(),
        },
    };
    all.package = all.packages();
    all.add(DependencyKey::path(path), hash_text(&facts.language));
    folders(path, |key| all.add(key, hash_text(path)));
    all.add(DependencyKey::file_name(file_name(path)), hash_text(path));
    all.includes();
    let folder = hash_text(parent(path));
    all.add(DependencyKey::folders_named(all.folder), folder);
    all.scopes();
    // Any file may be one of those that others name.
    if let Some(providers) = rules.and_then(|rules| (rules.frameworks)()?.providers.as_ref()) {
        all.provided(providers);
    }
    all.candidates();
    all.described(rules.is_some_and(|rules| rules.describes_types));
    if let Some(frameworks) = rules.and_then(|rules| (rules.frameworks)()) {
        all.said_to_frameworks(path, frameworks, rules.is_some_and(|rules| rules.declared_types));
    }
    all.symbols();
    all.extensions();
    let leaves_types =
        rules.is_some_and(|rules| rules.linearization == indexer_core::Linearization::Autoderef);
    if leaves_types || rules.is_some_and(|rules| rules.classes.is_some()) {
        all.open_members(leaves_types);
    }
    if rules.is_some_and(LinkRules::includes_overloads) {
        all.argument_lists();
    }
    if let Some(rules) = rules.filter(|rules| rules.values_are_followed) {
        all.calls(rules.parameters_take_arguments);
    }
    all.members.sort_unstable();
    ExportFingerprints { parts: all.found.into_iter().collect(), members: all.members }
}

/// The same for the manifest at `path`.
pub fn manifest_fingerprints(path: &str, facts: &ManifestFacts) -> ExportFingerprints {
    let mut hasher = rustc_hash::FxHasher::default();
    facts.hash(&mut hasher);
    let hash = hasher.finish();
    let mut found = BTreeMap::from([
        (DependencyKey::path(path), hash),
        (DependencyKey::build(path), hash),
        (DependencyKey::file_name(file_name(path)), hash_text(path)),
    ]);
    for name in facts.package.iter().chain(&facts.library_name) {
        found.insert(DependencyKey::package(name), hash_numbers([hash_text(path), hash]));
    }
    ExportFingerprints { parts: found.into_iter().collect(), members: Vec::new() }
}

/// The key of every folder above `path`.
fn folders(path: &str, mut add: impl FnMut(DependencyKey)) {
    let mut folder = Some(parent(path));
    while let Some(one) = folder {
        add(DependencyKey::folder(one));
        folder = (!one.is_empty()).then(|| parent(one));
    }
}

fn bodies(facts: &FileFacts) -> FxHashMap<ScopeId, Owner> {
    let definitions = facts.definitions.iter().enumerate();
    let definitions = definitions.filter_map(|(i, d)| Some((d.body?, Owner::Definition(DefId(i as u32)))));
    let extensions = facts.extensions.iter().enumerate();
    let extensions =
        extensions.map(|(i, e)| (e.scope, Owner::Extension(indexer_core::ExtensionId(i as u32))));
    definitions.chain(extensions).collect()
}

struct Walk<'f> {
    facts: &'f FileFacts,
    path: u64,
    keys: Vec<SymbolKey>,
    hashes: Vec<u64>,
    /// Hash of each expression that was asked; 1 while it is being computed.
    expressions: FxHashMap<ExprId, u64>,
    found: BTreeMap<DependencyKey, u64>,
    members: Vec<(DependencyKey, u64)>,
    bodies: FxHashMap<ScopeId, Owner>,
    /// Hash of the name of the file's folder.
    folder: u64,
    /// The part of the keys of its package that says where it is, [`PackageRules::folder_hash`]; `None` in languages
    /// without packages.
    ///
    /// [`PackageRules::folder_hash`]: indexer_core::PackageRules::folder_hash
    package_folder: Option<u64>,
    /// Hash of what the file says of its package.
    package: u64,
    /// True where imports take in the text of files.
    takes_in_files: bool,
    /// True where functions that extend types are called like members.
    extends_by_functions: bool,
    /// Where the lines stand that do, in order.
    include_places: Vec<u32>,
    /// Macros that the file uses outside of all definitions: where, and a hash of all up to it.
    macros_used: Vec<(u32, u64)>,
    /// The paths of the types that definitions are of, where types are known by their paths.
    owner_paths: Vec<Option<u64>>,
}

impl Walk<'_> {
    /// Adds a part to a key; parts of one key are joined without regard to their order.
    fn add(&mut self, key: DependencyKey, part: u64) {
        let slot = self.found.entry(key).or_default();
        *slot = slot.wrapping_add(hash_numbers([part, 0x9e37]));
    }

    fn hash(&self, name: Name) -> u64 {
        self.hashes.get(name.0 as usize).copied().unwrap_or(0)
    }

    fn key(&self, def: DefId) -> u64 {
        self.keys.get(def.index()).map_or(0, |k| k.0)
    }

    fn packages(&self) -> u64 {
        let packages = self.facts.definitions.iter().filter(|d| d.kind == SymbolKind::Package);
        packages.fold(41, |hash, d| hash_numbers([hash, self.hash(d.name), self.condition(d)]))
    }

    fn condition(&self, definition: &Definition) -> u64 {
        definition.condition.map_or(0, |name| self.hash(name))
    }

    /// What scopes that others can see bind, and their wildcard imports.
    fn scopes(&mut self) {
        for (i, scope) in self.facts.scopes.iter().enumerate() {
            let id = ScopeId(i as u32);
            let owner = match (scope.kind, self.bodies.get(&id)) {
                (ScopeKind::File, _) => 0,
                (ScopeKind::Module | ScopeKind::Type, Some(Owner::Definition(def))) => self.key(*def),
                (ScopeKind::Extension | ScopeKind::Type, Some(Owner::Extension(extension))) => {
                    let name = self.facts.extensions[extension.index()].type_name;
                    let Some(name) = name else { continue };
                    let type_name = self.hash(name);
                    for binding in self.facts.bindings(id) {
                        let member = self.hash(binding.name);
                        let key = DependencyKey::extension_member(self.path, type_name, member);
                        let part = self.binding(binding);
                        self.add(key, part);
                    }
                    continue;
                }
                _ => continue,
            };
            for (at, binding) in self.facts.bindings(id).iter().enumerate() {
                let key = DependencyKey::bound(self.path, owner, self.hash(binding.name));
                let part = hash_numbers([self.binding(binding), self.rank(id, at)]);
                self.add(key, part);
                let is_definition = matches!(binding.bound, Bound::Definition(_));
                let folder = self.package_folder.filter(|_| scope.kind == ScopeKind::File && is_definition);
                if let Some(folder) = folder {
                    let key = DependencyKey::top_level(folder, self.hash(binding.name));
                    self.add(key, hash_numbers([part, self.package]));
                }
            }
        }
        for import in &self.facts.imports {
            if import.shape == ImportShape::Wildcard {
                let owner = match self.bodies.get(&import.scope) {
                    Some(Owner::Definition(def)) => self.key(*def),
                    _ => 0,
                };
                let part = self.import(import);
                self.add(DependencyKey::wildcards(self.path, owner), part);
            }
        }
    }

    /// What the file takes in of others, as far as it says itself.
    fn includes(&mut self) {
        let facts = self.facts;
        let wildcards = facts.imports.iter().filter(|i| i.shape == ImportShape::Wildcard);
        let part = wildcards.clone().fold(19, |hash, import| hash_numbers([hash, self.import(import)]));
        self.add(DependencyKey::included(self.path), part);
        self.add(DependencyKey::reach(self.path), part);
        if !self.takes_in_files {
            return;
        }
        for import in wildcards.filter(|import| is_include(import)) {
            self.include_places.push(import.span.start);
            let Some(name) = import.path.last() else { continue };
            let key = DependencyKey::extensions(included_name(self.hash(*name)));
            let part = hash_numbers([self.path, self.import(import)]);
            self.add(key, part);
        }
        self.include_places.sort_unstable();
        for (id, name) in using_declarations(self.facts) {
            let import = &self.facts.imports[id.index()];
            let around = match self.bodies.get(&import.scope) {
                Some(Owner::Definition(def)) => self.key(*def),
                _ => 0,
            };
            let part = hash_numbers([around, self.import(import)]);
            self.add(DependencyKey::declared(self.hash(name)), part);
        }
    }

    /// How many lines by which the file takes in others stand before a place: which of those see what is defined there.
    fn includes_before(&self, at: u32) -> u64 {
        self.include_places.partition_point(|place| *place < at) as u64
    }

    /// Which of the files that it includes no longer see a macro, because the file takes it back.
    fn taken_back(&self, definition: DefId) -> u64 {
        let all = &self.facts.taken_back;
        let at = all.binary_search_by_key(&definition, |one| one.definition).ok();
        at.map_or(0, |at| {
            hash_numbers([53, self.includes_before(all[at].place), u64::from(all[at].is_conditional)])
        })
    }

    /// The place of a binding among those of its name: which of two definitions comes last counts.
    fn rank(&self, scope: ScopeId, at: usize) -> u64 {
        let all = self.facts.bindings(scope);
        all[..at].iter().rev().take_while(|b| b.name == all[at].name).count() as u64
    }

    /// Functions that are provided under another name than their own: who asks for that name asks the file's scope.
    fn provided(&mut self, providers: &Providers) {
        for (name, definitions) in provided(self.facts, providers) {
            for def in definitions {
                if hash_text(self.facts.name(self.facts.definition(def).name)) != name {
                    let what = hash_numbers([61, self.key(def)]);
                    self.add(DependencyKey::bound(self.path, 0, name), what);
                }
            }
        }
    }

    fn binding(&mut self, binding: &Binding) -> u64 {
        let what = match binding.bound {
            Bound::Definition(def) => {
                let definition = self.facts.definition(def);
                let is_setter = definition.kind == SymbolKind::Accessor && takes_value(self.facts, def);
                hash_numbers([
                    1,
                    self.key(def),
                    u64::from(definition.flags.0),
                    u64::from(definition.kind.code()),
                    self.condition(definition),
                    u64::from(is_setter),
                ])
            }
            Bound::Import(import) => {
                let import = self.facts.imports[import.index()].clone();
                hash_numbers([2, self.import(&import)])
            }
            Bound::Parameter(_) => 3,
            Bound::TypeParameter(_) => 4,
            Bound::Local => hash_numbers([5, self.expression(binding.value)]),
            Bound::Alias => hash_numbers([6, self.expression(binding.value)]),
        };
        hash_numbers([what, u64::from(binding.namespace.0), u64::from(binding.from > 0)])
    }

    fn import(&self, import: &indexer_core::Import) -> u64 {
        let path = import.path.iter().fold(7, |hash, name| hash_numbers([hash, self.hash(*name)]));
        let left_out = import.left_out.iter().fold(8, |hash, name| hash_numbers([hash, self.hash(*name)]));
        hash_numbers([
            path,
            left_out,
            import.shape as u64,
            u64::from(import.level),
            u64::from(import.visibility.code()),
            import.alias.map_or(0, |n| self.hash(n)),
        ])
    }

    /// The types of which generators make code, and the file of which the file says that it is made.
    fn described(&mut self, describes: bool) {
        let key = DependencyKey::described(self.path);
        let facts = self.facts;
        for import in facts.imports.iter().filter(|import| import.shape == ImportShape::Source) {
            let part = self.import(import);
            self.add(key, part);
        }
        let types = facts.definitions.iter().zip(0..).filter(|(one, _)| describes && one.kind.is_type());
        for (one, id) in types {
            let part =
                hash_numbers([59, self.key(DefId(id)), self.hash(one.name), u64::from(one.kind.code())]);
            self.add(key, part);
        }
    }

    /// Names that macros may define.
    fn candidates(&mut self) {
        for candidate in &self.facts.candidates {
            let definition = self.facts.definition(candidate.definition);
            let owner = match self.bodies.get(&definition.scope) {
                Some(Owner::Definition(def)) => self.key(*def),
                _ => 0,
            };
            let name = self.hash(definition.name);
            let part = hash_numbers([47, self.expression(candidate.of), u64::from(candidate.argument)]);
            self.add(DependencyKey::bound(self.path, owner, name), part);
            self.add(DependencyKey::declared(name), part);
            let extension = match definition.owner {
                Owner::Extension(id) => self.facts.extensions[id.index()].type_name,
                _ => None,
            };
            if let Some(type_name) = extension {
                let type_name = self.hash(type_name);
                self.add(DependencyKey::extension_member(self.path, type_name, name), part);
            }
        }
    }

    /// What others can see of each definition.
    fn symbols(&mut self) {
        for i in 0..self.facts.definitions.len() {
            let facts = self.facts;
            let definition = &facts.definitions[i];
            let parameters = facts.parameters(definition.parameters).iter().fold(11, |hash, p| {
                let annotation = self.expression(p.annotation);
                let default = self.expression(p.default);
                hash_numbers([hash, self.hash(p.name), p.kind as u64, annotation, default])
            });
            let type_parameters = self.type_parameters(definition.type_parameters);
            let value = self.expression(definition.value);
            let visible = hash_numbers([
                u64::from(definition.kind.code()) << 8 | u64::from(definition.visibility.code()),
                u64::from(definition.flags.0),
                value,
                self.list(definition.bases),
                self.list(definition.decorators),
                parameters,
                type_parameters,
                definition.declared_path.map_or(0, |n| self.hash(n)),
            ]);
            let visible = self.makes(i).map_or(visible, |made| hash_numbers([visible, made]));
            let key = self.keys[i];
            self.add(DependencyKey::symbol(key), visible);
            let visibility = u64::from(definition.visibility.code());
            let part = hash_numbers([
                key.0,
                u64::from(definition.flags.0),
                parameters,
                visibility,
                self.condition(definition),
                self.redeclaration(definition),
                self.opened(DefId(i as u32)),
                self.includes_before(definition.name_span.start),
                self.macros_before(definition.name_span.start),
                self.taken_back(DefId(i as u32)),
            ]);
            let part = self.owner_paths.get(i).map_or(part, |path| hash_numbers([part, path.unwrap_or(1)]));
            self.add(DependencyKey::declared(self.hash(definition.name)), part);
            if facts.name(definition.name).starts_with(CONVERSION) {
                self.add(DependencyKey::declared(hash_text(CONVERSION)), key.0);
            }
            self.member(definition, key);
        }
    }

    /// The namespaces that a macro opens for what follows its uses.
    fn opened(&self, definition: DefId) -> u64 {
        opened_by(self.facts, definition).fold(0, |hash, of| hash_numbers([59, hash, self.hash(of.name)]))
    }

    /// What else decides which of several declarations of a name is meant.
    fn redeclaration(&self, definition: &Definition) -> u64 {
        let facts = self.facts;
        // `#define f f`, `typedef struct f f;`.
        let is_own_name = matches!(facts.expression(definition.value),
            Expression::Name { name, .. } if name == definition.name);
        let alias = definition.kind == SymbolKind::TypeAlias;
        hash_numbers([
            u64::from(definition.kind.code()),
            u64::from(definition.type_parameters.len > 0),
            u64::from(is_own_name),
            if alias { hash_text(&definition.signature) } else { 0 },
        ])
    }

    /// The methods that each type leaves to those below it, or the types.
    fn open_members(&mut self, are_types: bool) {
        let facts = self.facts;
        for (i, definition) in facts.definitions.iter().enumerate() {
            let Owner::Definition(of) = definition.owner else { continue };
            let is_type = definition.kind == SymbolKind::AssociatedType;
            if if are_types { is_type } else { is_open_method(definition) } {
                let part = hash_numbers([self.keys[i].0, u64::from(definition.parameters.len)]);
                self.add(DependencyKey::open_members(self.keys[of.index()]), part);
            }
        }
    }

    /// What a macro makes of an argument.
    fn makes(&self, definition: usize) -> Option<u64> {
        let all = &self.facts.makes;
        let at = all.binary_search_by_key(&definition, |makes| makes.definition.index()).ok()?;
        let Makes { argument, kind, flags, .. } = all[at];
        Some(u64::from(argument) << 40 | u64::from(kind.code()) << 32 | u64::from(flags.0))
    }

    /// Which candidates a name has, and whether they fit by arity and kind.
    fn member(&mut self, definition: &Definition, key: SymbolKey) {
        let facts = self.facts;
        let (owner, is_member) = match definition.owner {
            Owner::File => (0, false),
            Owner::Extension(_) => (1, true),
            Owner::Definition(owner) => {
                let kind = facts.definition(owner).kind;
                (2 + u64::from(kind.code()), facts.has_members(owner))
            }
        };
        let parameters = facts.parameters(definition.parameters).iter();
        let arity = parameters
            .fold(11, |hash, p| hash_numbers([hash, p.kind as u64, u64::from(p.default.is_unknown())]));
        let kind = u64::from(definition.kind.code());
        let visibility = u64::from(definition.visibility.code());
        let part = hash_numbers([key.0, owner, kind, u64::from(definition.flags.0), arity, visibility]);
        let name = self.hash(definition.name);
        if definition.kind == SymbolKind::Macro || definition.flags.has(Flags::EXPORTED) {
            self.add(DependencyKey::named(name), part);
        }
        for used in Usage::ALL.into_iter().filter(|used| is_member && used.takes(definition.kind)) {
            self.add(DependencyKey::candidates(name, used as u8), part);
            self.members.push((DependencyKey::many(name, used as u8), part));
        }
    }

    /// What the file calls and stores, and who names what: apart, since most questions end at who names something, and
    /// most others at what a call calls.
    fn calls(&mut self, all_calls: bool) {
        let facts = self.facts;
        let sites = CallSites::new(facts, all_calls);
        let mut names: FxHashMap<(bool, Name), u64> = FxHashMap::default();
        for one in &self.facts.references {
            if one.role.may_name_value() {
                names.entry((false, one.name)).or_default();
            } else if one.role == Role::Write {
                *names.entry((true, one.name)).or_default() |= how_written(facts, one.expression);
            }
        }
        let mut names: Vec<((bool, Name), u64)> = names.into_iter().collect();
        names.sort_unstable();
        for ((is_written, name), how) in names {
            let name = self.hash(name);
            let (all, many) = match is_written {
                true => (DependencyKey::storing(name), DependencyKey::many_storing(name)),
                false => (DependencyKey::naming(name), DependencyKey::many_naming(name)),
            };
            self.add(all, if how == 0 { self.path } else { hash_numbers([self.path, how]) });
            self.members.push((many, self.path));
        }
        let mut all = 43;
        let indirect = sites.indirect.iter().map(|call| (CallSites::INDIRECT, *call));
        for (name, call) in sites.named().chain(indirect) {
            let Expression::Call { of, arguments } = facts.expression(call) else { continue };
            let mut called = self.expression(of);
            if !all_calls {
                let may_hold = |one: &ExprId| u64::from(may_hold_function(facts, *one, 0));
                called = facts
                    .list(arguments)
                    .iter()
                    .fold(called, |hash, one| hash_numbers([hash, may_hold(one)]));
            }
            let passed = hash_numbers([called, self.list(arguments)]);
            self.add(DependencyKey::calls_of(self.path, name), called);
            self.add(DependencyKey::passed(self.path, name), passed);
            all = hash_numbers([all, name, passed]);
        }
        for name in &sites.read {
            self.add(DependencyKey::calls_of(self.path, *name), 1);
            all = hash_numbers([all, *name]);
        }
        self.add(DependencyKey::calls(self.path), all);
        for (definition, key) in facts.definitions.iter().zip(self.keys.clone()) {
            // Who is constructed where a type below it is: asked where calls of the type are.
            for base in facts.list(definition.bases).iter().filter_map(|base| last_name(facts, *base)) {
                self.add(DependencyKey::calls_of(self.path, hash_text(base)), hash_numbers([2, key.0]));
            }
            // Also what is taken out of an object by a name that is not known.
            if let Expression::Object(scope) = facts.expression(definition.value) {
                let members = facts.bindings(scope).iter().fold(key.0, |hash, binding| {
                    hash_numbers([hash, self.hash(binding.name), self.binding(binding)])
                });
                self.add(DependencyKey::stored(self.path, self.hash(definition.name)), members);
            }
        }
        for (name, place, value) in sites.all_stored() {
            let part = hash_numbers([self.expression(place), self.expression(value)]);
            self.add(DependencyKey::stored(self.path, name), part);
        }
    }

    fn type_parameters(&mut self, run: List) -> u64 {
        let facts = self.facts;
        facts.type_parameters(run).iter().fold(13, |hash, p| {
            let bounds = self.list(p.bounds);
            hash_numbers([hash, self.hash(p.name), bounds, self.expression(p.default)])
        })
    }

    fn extensions(&mut self) {
        for i in 0..self.facts.extensions.len() {
            let extension = &self.facts.extensions[i];
            let Some(name) = extension.type_name else { continue };
            let part = hash_numbers([
                self.path,
                self.expression(extension.of),
                extension.implements.map_or(0, |e| self.expression(e)),
                self.type_parameters(extension.type_parameters),
            ]);
            self.add(DependencyKey::extensions(self.hash(name)), part);
        }
        if self.extends_by_functions {
            for (name, id) in extension_function_names(self.facts) {
                let part = hash_numbers([self.extension(id), self.package]);
                self.add(DependencyKey::extensions(extension_function_name(self.hash(name))), part);
            }
        }
        for import in self.facts.imports.iter().filter(|one| one.level == Import::EVERYWHERE) {
            let part = hash_numbers([self.path, self.import(import)]);
            self.add(DependencyKey::extensions(EVERYWHERE), part);
        }
        for (name, id) in blanket_members(self.facts) {
            let part = self.extension(id);
            self.add(DependencyKey::extensions(blanket_name(self.hash(name))), part);
        }
    }

    fn extension(&mut self, id: ExtensionId) -> u64 {
        let extension = &self.facts.extensions[id.index()];
        hash_numbers([
            self.path,
            self.expression(extension.of),
            extension.implements.map_or(0, |e| self.expression(e)),
            self.type_parameters(extension.type_parameters),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_parse::{Limits, language_of, parse};

    fn exported(path: &str, text: &str) -> ExportFingerprints {
        let language = language_of(path, text.as_bytes()).unwrap();
        let facts = parse(language, text.as_bytes(), Limits::default());
        export_fingerprints("", path, &facts, Some(language.rules))
    }

    #[test]
    fn an_argument_that_changes_concerns_those_whom_the_call_may_run() {
        let text = |given: &str| format!("import b\ndef f(p):\n    p({given})\n    b.g(f)\n");
        let changed = exported("a.py", &text("1")).differing(&exported("a.py", &text("'x'")));
        let file = hash_text("a.py");
        let passed = DependencyKey::passed(file, CallSites::INDIRECT);
        assert!(changed.contains(&passed) && changed.contains(&DependencyKey::calls(file)));
        for name in [CallSites::INDIRECT, hash_text("g"), hash_text("f"), hash_text("p")] {
            assert!(!changed.contains(&DependencyKey::calls_of(file, name)), "{name}");
            assert!(!changed.contains(&DependencyKey::naming(name)), "{name}");
        }
        assert!(!changed.contains(&DependencyKey::passed(file, hash_text("g"))));
    }

    #[test]
    fn who_names_something_more_often_than_counts_is_asked_again_where_one_goes() {
        let (none, one) = (exported("a.py", "x = 1\n"), exported("a.py", "x = 1\ng(x)\ny.s = x\n"));
        let (came, went) = (none.differing(&one), one.differing(&none));
        let [g, s] = ["g", "s"].map(hash_text);
        for key in [DependencyKey::naming(g), DependencyKey::storing(s)] {
            assert!(came.contains(&key) && went.contains(&key));
        }
        for key in [DependencyKey::many_naming(g), DependencyKey::many_storing(s)] {
            assert!(!came.contains(&key) && went.contains(&key));
        }
    }

    #[test]
    fn names_are_asked_for_in_any_folder_where_packages_are_declared() {
        let asked = |path: &str, text: &str, folder: u64| {
            let language = language_of(path, text.as_bytes()).unwrap();
            let facts = parse(language, text.as_bytes(), Limits::default());
            let all = export_fingerprints("", path, &facts, Some(language.rules));
            let key = DependencyKey::top_level(folder, hash_text("C"));
            all.parts.iter().any(|(one, _)| *one == key)
        };
        let php = "<?php\nnamespace Shop\\Log;\nclass C {}\n";
        assert!(asked("src/C.php", php, 0) && !asked("src/C.php", php, hash_text("src")));
        assert!(asked("src/C.php", "<?php\nclass C {}\n", 0));
        assert!(asked("any/C.cs", "namespace Shop.Log;\nclass C {}\n", 0));
        assert!(asked("shop/C.java", "package shop;\nclass C {}\n", hash_text("shop")));
        assert!(!asked("shop/c.py", "class C: pass\n", 0), "a file stands for itself");
    }
}
