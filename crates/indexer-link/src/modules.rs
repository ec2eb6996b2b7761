//! Modules and imports: where a path of names leads.

use crate::evaluator::{Evaluator, Node};
use crate::inclusion::is_include;
use crate::value::{Set, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Binding, Bound, ConsultedKey, DefId, FileId, ImportId, ImportShape, ModulePlace, ModuleQuery, Namespace,
    ScopeId, ScopeKind, SubmoduleQuery, SymbolKind,
};
use smallvec::SmallVec;

impl Evaluator<'_, '_> {
    /// Where the first `upto` names of an import lead.
    pub(crate) fn import(&mut self, file: FileId, import: ImportId, upto: u32) -> Set {
        self.node(Node::Import(file, import, upto), |this, node| match node {
            Node::Import(file, import, upto) => this.follow_import(file, import, upto as usize),
            _ => Set::default(),
        })
    }

    /// Where a binding to an import leads: its whole path, or only the first name.
    pub(crate) fn import_binding(&mut self, file: FileId, import: ImportId) -> Set {
        let Some(info) = self.unit(file).and_then(|u| u.facts.imports.get(import.index())) else {
            return Set::unknown();
        };
        let upto = if info.shape == ImportShape::Root { 1 } else { info.path.len() as u32 };
        self.import(file, import, upto)
    }

    fn follow_import(&mut self, file: FileId, id: ImportId, upto: usize) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let Some(import) = unit.facts.imports.get(id.index()) else { return Set::unknown() };
        if unit.rules.inclusion.is_some() {
            return match is_include(import) {
                true => self.included(unit, import),
                false => self.named_import(file, import, upto),
            };
        }
        let relative = unit.rules.relative_levels && import.level > 0;
        let first = import.path.first().copied();
        let mut here = match first {
            Some(name) if !relative => {
                let last = import.path.len() == 1;
                let text = unit.facts.name(name);
                let in_scope = unit.rules.imports_see_scope && import.level == 0;
                let found = in_scope.then(|| self.import_root_in_scope(file, import.scope, name, id, last));
                found.flatten().unwrap_or_else(|| self.root(file, import.scope, text, import.level))
            }
            _ => self.root(file, import.scope, "", import.level),
        };
        let rest = if relative { 0 } else { 1 };
        for (i, name) in import.path.iter().enumerate().take(upto).skip(rest) {
            let namespace = if i + 1 == import.path.len() { Namespace::ANY } else { Namespace::TYPE };
            let name = self.name(unit, *name);
            let mut next = Set::default();
            for value in here.iter() {
                // Where modules are found by folders, all but the last name are of modules, whatever
                // else the package binds to them.
                if let Value::Module(file, scope) = value
                    && i + 1 < import.path.len()
                {
                    let text = self.text_of(name);
                    let submodule = self.submodule_of_file(file, scope, &text);
                    if !submodule.is_empty() {
                        next.extend(&submodule);
                        continue;
                    }
                }
                let offered = self.offered(value, name, namespace);
                let offered = if offered.is_empty() { self.offered_by_whole(value, name) } else { offered };
                next.extend(&offered);
            }
            here = next;
        }
        here = self.settled_package(file, id, upto, here);
        // An import that binds the module itself binds what the file says stands for it.
        if import.path.len() == 1 && import.shape == ImportShape::Item {
            here = here.iter().flat_map(|value| self.whole(value).iter().collect::<Vec<_>>()).collect();
        }
        here
    }

    /// What stands for a whole module, where its file says so; else the module.
    pub(crate) fn whole(&mut self, module: Value) -> Set {
        let Value::Module(file, scope @ ScopeId(0)) = module else { return Set::of(module) };
        let Some(name) = self.unit(file).and_then(|u| u.rules.whole_module) else { return Set::of(module) };
        let name = self.text(name);
        let found = self.module_member(file, scope, name, Namespace::ANY);
        if found.is_empty() { Set::of(module) } else { found }
    }

    /// What a module offers under a name by what stands for the whole of it: a member of that; as
    /// the default, that itself.
    fn offered_by_whole(&mut self, module: Value, name: Text) -> Set {
        let Value::Module(file, _) = module else { return Set::default() };
        let Some(rules) = self.unit(file).map(|u| u.rules) else { return Set::default() };
        if rules.whole_module.is_none() {
            return Set::default();
        }
        let whole = self.whole(module);
        let is_default = rules.default_export == Some(self.text_of(name).as_str());
        if is_default {
            return whole;
        }
        if whole.only() == Some(module) {
            return Set::default();
        }
        let values = self.reify_all(&whole, None);
        self.denote_member(&values, name, None).0
    }

    /// The first name of an import, where a module scope around it binds it (Rust 2018).
    fn import_root_in_scope(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: indexer_core::Name,
        this: ImportId,
        last: bool,
    ) -> Option<Set> {
        let unit = self.unit(file)?;
        let namespace = if last { Namespace::ANY } else { Namespace::TYPE };
        let mut current = Some(scope);
        while let Some(id) = current {
            let Some(info) = unit.facts.scopes.get(id.index()) else { break };
            let bindings = unit.hoisted(id, name, namespace);
            let others: SmallVec<[&Binding; 2]> =
                bindings.into_iter().filter(|b| b.bound != Bound::Import(this)).collect();
            self.consult_bound(file, id, unit.hash(name));
            if !others.is_empty() {
                let found = self.bound_targets(file, &others);
                return Some(self.narrow(found, namespace));
            }
            if matches!(info.kind, ScopeKind::File | ScopeKind::Module) {
                break;
            }
            current = info.parent;
        }
        None
    }

    /// Where the first name of a module path leads by the language's own rules.
    pub(crate) fn root(&mut self, file: FileId, scope: ScopeId, first: &str, level: u32) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let (module, _) = unit.module_around(scope);
        let first = self.text(first);
        self.node(Node::Root(file, module, first, level), |this, node| match node {
            Node::Root(file, module, first, level) => this.follow_root(file, module, first, level),
            _ => Set::default(),
        })
    }

    fn follow_root(&mut self, file: FileId, module: ScopeId, first: Text, level: u32) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let (_, inside) = unit.module_around(module);
        let first = self.text_of(first);
        if let Some(package) = unit.stub_of {
            // What a stub names is another package for which there are stubs, or of its own.
            if self.linker.has_stubs_of(unit.rules.language, &first) {
                return Set::of(Value::External(self.text(&first)));
            }
            let package = self.text(package);
            let name = self.text(&first);
            return Set::of(Value::External(self.external_member(package, name)));
        }
        let query = ModuleQuery { from: unit.path, inside: &inside, first: &first, level };
        let place = self.with_files(|files| (unit.rules.root)(files, query));
        if unit.rules.has_globals && matches!(place, ModulePlace::External(_) | ModulePlace::Unknown) {
            let declared = self.declared_module(&first);
            if !declared.is_empty() {
                return declared;
            }
        }
        self.place(place)
    }

    /// A module that is declared by name somewhere (`declare module "a"`).
    fn declared_module(&mut self, name: &str) -> Set {
        let mut found = Set::default();
        for value in self.global(name, Namespace::ANY, false).iter() {
            if let Value::Definition(sym) = value
                && self.unit(sym.file).map(|u| u.kind(sym.def)) == Some(SymbolKind::Module)
            {
                found.extend(&self.module_of(sym.file, sym.def));
            }
        }
        found
    }

    /// The module at a place that a hook has found.
    pub(crate) fn place(&mut self, place: ModulePlace) -> Set {
        match place {
            ModulePlace::File { path, inside } => {
                self.consult(ConsultedKey::path(&path));
                let Some(file) = self.linker.universe.find(&path) else { return Set::unknown() };
                let mut scope = ScopeId(0);
                for name in &inside {
                    let hash = hash_text(name);
                    let Some(unit) = self.unit(file) else { return Set::unknown() };
                    self.consult_bound(file, scope, hash);
                    let name = unit.name_of_hash(hash);
                    let bound = name.map(|n| unit.hoisted(scope, n, Namespace::TYPE)).unwrap_or_default();
                    let body = bound.iter().find_map(|b| match b.bound {
                        Bound::Definition(def) => unit.facts.definition(def).body,
                        _ => None,
                    });
                    let Some(body) = body else { return Set::unknown() };
                    scope = body;
                }
                Set::of(Value::Module(file, scope))
            }
            ModulePlace::Likely(path) => {
                let mut found = self.place(ModulePlace::File { path, inside: Vec::new() });
                found.add(Value::Unknown);
                found
            }
            ModulePlace::Folder(path) => Set::of(Value::Folder(self.text(&path))),
            ModulePlace::External(package) => Set::of(Value::External(self.text(&package))),
            ModulePlace::Unknown => Set::unknown(),
        }
    }

    /// What `of` (a module, a type, something outside) offers under a name. Nothing where it is
    /// known not to be there.
    pub(crate) fn offered(&mut self, of: Value, name: Text, namespace: Namespace) -> Set {
        match of {
            Value::Module(file, scope) => self.module_member(file, scope, name, namespace),
            Value::Namespace(file, path) => self.in_sight(file, name, namespace, path),
            Value::Folder(package) if self.unit(self.file).is_some_and(|u| u.rules.packages.is_some()) => {
                let found = self.packaged(package, name, namespace);
                if found.is_empty() { self.inner_package(package, name) } else { found }
            }
            Value::Folder(path) => {
                let (path, name) = (self.text_of(path), self.text_of(name));
                self.submodule_of_folder(&path, &name)
            }
            Value::External(text) => Set::of(Value::External(self.external_member(text, name))),
            Value::Definition(sym) => {
                let unit = self.unit(sym.file);
                let (kind, whole) = (unit.map(|u| u.kind(sym.def)), unit.and_then(|u| u.rules.whole_module));
                match kind {
                    Some(SymbolKind::Module) => {
                        let module = self.module_of(sym.file, sym.def);
                        self.offered_by_all(&module, name, namespace)
                    }
                    Some(kind) if kind.is_type() => self.declared_member(sym, name),
                    // A module may be any value, and so may its parts.
                    Some(_) if whole.is_some() => {
                        let values = self.reify_definition(sym, None);
                        self.denote_member(&values, name, None).0
                    }
                    _ => Set::unknown(),
                }
            }
            _ => Set::unknown(),
        }
    }

    fn offered_by_all(&mut self, of: &Set, name: Text, namespace: Namespace) -> Set {
        let mut found = Set::default();
        for value in of.iter() {
            if !matches!(value, Value::Definition(_)) {
                found.extend(&self.offered(value, name, namespace));
            }
        }
        found
    }

    /// The path of a member of something outside, as its language writes it.
    pub(crate) fn external_member(&mut self, of: Text, name: Text) -> Text {
        let separator = self.unit(self.file).map_or(".", |u| u.rules.separator);
        let text = format!("{}{separator}{}", self.text_of(of), self.text_of(name));
        self.text(&text)
    }

    fn submodule_of_folder(&mut self, path: &str, name: &str) -> Set {
        let Some(unit) = self.unit(self.file) else { return Set::unknown() };
        let query = SubmoduleQuery { path, folder: true, inside: &[], name, declared_path: None };
        match self.with_files(|files| (unit.rules.submodule)(files, query)) {
            Some(place) => self.place(place),
            None => Set::default(),
        }
    }

    /// The module that a definition of kind module is.
    pub(crate) fn module_of(&mut self, file: FileId, def: DefId) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let definition = unit.facts.definition(def);
        if let Some(body) = definition.body {
            return Set::of(Value::Module(file, body));
        }
        let (_, inside) = unit.module_around(definition.scope);
        let name = unit.facts.name(definition.name);
        let declared_path = definition.declared_path.map(|n| unit.facts.name(n));
        let query = SubmoduleQuery { path: unit.path, folder: false, inside: &inside, name, declared_path };
        match self.with_files(|files| (unit.rules.submodule)(files, query)) {
            Some(place) => self.place(place),
            None => Set::unknown(),
        }
    }

    /// What a module offers under a name: its bindings, its submodules, its wildcard imports.
    pub(crate) fn module_member(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: Text,
        namespace: Namespace,
    ) -> Set {
        self.node(Node::ModuleMember(file, scope, name, namespace.0), |this, node| match node {
            Node::ModuleMember(file, scope, name, bits) => {
                this.find_module_member(file, scope, name, Namespace(bits))
            }
            _ => Set::default(),
        })
    }

    /// A definition settles it. Else every other way is asked each time, whatever the ways before
    /// it give: an import may lead back here, and what it gives then must not hide on which other
    /// questions the answer rests.
    fn find_module_member(&mut self, file: FileId, scope: ScopeId, name: Text, namespace: Namespace) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let text = self.text_of(name);
        let hash = hash_text(&text);
        self.consult_bound(file, scope, hash);
        // What only an import sees is bound like a member.
        let seen = namespace.with(Namespace::MEMBER);
        let bindings =
            unit.name_of_hash(hash).map(|name| unit.hoisted(scope, name, seen)).unwrap_or_default();
        let is_defined = bindings.iter().any(|binding| matches!(binding.bound, Bound::Definition(_)));
        let bound = move |this: &mut Self| {
            let bound = this.bound_targets(file, &bindings);
            this.narrow(bound, namespace)
        };
        if is_defined {
            return bound(self);
        }
        let submodule = self.submodule_of_file(file, scope, &text);
        let node = Node::ModuleMember(file, scope, name, namespace.0);
        self.first_found(node, bound, |this| {
            let offered = this.offered_by_wildcards(file, scope, name, namespace);
            if submodule.is_empty() { offered } else { submodule }
        })
    }

    fn submodule_of_file(&mut self, file: FileId, scope: ScopeId, name: &str) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        if scope != ScopeId(0) || !unit.rules.relative_levels {
            return Set::default();
        }
        let query = SubmoduleQuery { path: unit.path, folder: false, inside: &[], name, declared_path: None };
        match self.with_files(|files| (unit.rules.submodule)(files, query)) {
            Some(place) => self.place(place),
            None => Set::default(),
        }
    }

    fn offered_by_wildcards(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: Text,
        namespace: Namespace,
    ) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        self.consult(ConsultedKey::wildcards(unit.path_hash, unit.scope_owner(scope)));
        let mut found = Set::default();
        if !(unit.rules.hidden_from_wildcard)(&self.text_of(name)) {
            for (_, import) in unit.wildcards.iter().filter(|(s, _)| *s == scope) {
                found.extend(&self.through_wildcard(file, *import, name, namespace));
            }
        }
        found
    }

    /// What a wildcard import gives under a name.
    pub(crate) fn through_wildcard(
        &mut self,
        file: FileId,
        import: ImportId,
        name: Text,
        namespace: Namespace,
    ) -> Set {
        let targets = self.import_binding(file, import);
        let mut found = Set::default();
        for value in targets.iter() {
            // What an outside module offers is not known: it must not hide other answers.
            if let Value::Folder(package) = value {
                if !self.is_folder_alone(value) {
                    found.extend(&self.packaged(package, name, namespace));
                }
            } else if !matches!(value, Value::External(_) | Value::Unknown) {
                found.extend(&self.offered(value, name, namespace));
            }
        }
        found
    }

    /// True for a folder whose files are modules of their own: it offers no names by itself.
    pub(crate) fn is_folder_alone(&self, value: Value) -> bool {
        matches!(value, Value::Folder(_))
            && self.unit(self.file).is_none_or(|unit| unit.rules.packages.is_none())
    }

    /// Records that a name was looked for in a scope that others can see.
    pub(crate) fn consult_bound(&mut self, file: FileId, scope: ScopeId, hash: u64) {
        if let Some(unit) = self.unit(file) {
            self.consult(ConsultedKey::bound(unit.path_hash, unit.scope_owner(scope), hash));
        }
    }

    /// An import binds whatever its path leads to, in every name space: keeps what is of the name
    /// spaces that are asked, where something is.
    pub(crate) fn narrow(&self, found: Set, namespace: Namespace) -> Set {
        if namespace == Namespace::ANY || found.only().is_some() {
            return found;
        }
        let fits = |value: &Value| {
            let of = match *value {
                Value::Module(..) | Value::Folder(_) | Value::Type(..) => Namespace::TYPE,
                Value::Definition(sym) => {
                    self.unit(sym.file).map_or(Namespace::ANY, |u| namespace_of(u.kind(sym.def)))
                }
                _ => Namespace::ANY,
            };
            of.meets(namespace)
        };
        let fitting: Set = found.iter().filter(fits).collect();
        if fitting.is_empty() { found } else { fitting }
    }

    /// The definitions and import targets among some bindings of one name.
    pub(crate) fn bound_targets(&mut self, file: FileId, bindings: &[&Binding]) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        // A type and a value of one name are two things.
        let of = |is_type: bool| {
            let fits = move |b: &&&Binding| (b.namespace == Namespace::TYPE) == is_type;
            bindings.iter().filter(fits).filter_map(|b| match b.bound {
                Bound::Definition(def) => Some(def),
                _ => None,
            })
        };
        let mut found = Set::default();
        for is_type in [false, true] {
            let chosen = unit.select(of(is_type).collect());
            chosen.into_iter().for_each(|def| found.add(Self::definition(file, def)));
        }
        for binding in bindings {
            match binding.bound {
                Bound::Import(import) => found.extend(&self.import_binding(file, import)),
                Bound::Alias => found.extend(&self.denote(file, binding.value, None).0),
                _ => {}
            }
        }
        found
    }
}

/// The name spaces in which a definition of a kind is found.
fn namespace_of(kind: SymbolKind) -> Namespace {
    use SymbolKind::*;
    match kind {
        Module | Package | Enum | Union | Trait | Interface | TypeAlias | AssociatedType => Namespace::TYPE,
        Struct | Class | Variant => Namespace::TYPE.with(Namespace::VALUE),
        Macro => Namespace::MACRO,
        Function | Method | Constructor | Accessor | Field | Property | Variable | Static | Constant
        | Parameter | Local => Namespace::VALUE,
    }
}
