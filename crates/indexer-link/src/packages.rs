//! Packages: names that files share without importing each other.

use crate::evaluator::{Evaluator, Node};
use crate::value::{Set, Sym, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Binding, Bound, ConsultedKey, FileId, FilePlace, ImportId, ImportShape, Namespace, Owner, PackageRules,
    ScopeId, path,
};
use smallvec::SmallVec;

impl Evaluator<'_, '_> {
    /// What the package of `file` defines under a name, as `file` sees it.
    pub(crate) fn shared(&mut self, file: FileId, name: Text, namespace: Namespace) -> Set {
        if self.unit(file).is_none_or(|unit| unit.rules.packages.is_none() || unit.stub_of.is_some()) {
            return Set::default();
        }
        self.node(Node::Shared(file, name, namespace.0), |this, node| match node {
            Node::Shared(file, name, bits) => this.find_shared(file, name, Namespace(bits)),
            _ => Set::default(),
        })
    }

    fn find_shared(&mut self, file: FileId, name: Text, namespace: Namespace) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let Some(rules) = unit.rules.packages else { return Set::default() };
        let place = unit.place();
        let package = (rules.package)(place);
        let found = self.of_package(rules, &package, name, namespace, |other| (rules.sees)(place, other));
        self.that_coexist(file, found)
    }

    /// The members of packages that `file` imports: those that count where `file` does. Nothing where
    /// a receiver is no package.
    pub(crate) fn imported(&mut self, file: FileId, packages: &Set, name: Text) -> Option<Set> {
        let is_package = |value: Value| matches!(value, Value::Folder(_)) && !self.is_folder_alone(value);
        if packages.is_empty() || !packages.iter().all(is_package) {
            return None;
        }
        let mut found = Set::default();
        for package in packages.iter() {
            found.extend(&self.offered(package, name, Namespace::ANY));
        }
        Some(self.that_coexist(file, found))
    }

    /// What a package offers under a name to those who import it.
    pub(crate) fn packaged(&mut self, package: Text, name: Text, namespace: Namespace) -> Set {
        let Some(rules) = self.unit(self.file).map(|unit| unit.rules) else { return Set::default() };
        if (rules.hidden_from_wildcard)(&self.text_of(name)) {
            return Set::default();
        }
        let node = Node::Packaged(rules.language, package, name, namespace.0);
        self.node(node, |this, node| match node {
            Node::Packaged(_, package, name, bits) => {
                let rules = this.unit(this.file).and_then(|unit| unit.rules.packages);
                let Some(rules) = rules else { return Set::default() };
                let package = this.text_of(package);
                this.of_package(rules, &package, name, Namespace(bits), |file| (rules.offers)(&package, file))
            }
            _ => Set::default(),
        })
    }

    /// The package inside another one, where paths are written name by name. Whether there is one is
    /// told by what is found in it.
    pub(crate) fn inner_package(&mut self, package: Text, name: Text) -> Set {
        match self.unit(self.file).and_then(|unit| unit.rules.packages) {
            Some(rules) if rules.by_name => {
                let inner = path::join(&self.text_of(package), &self.text_of(name));
                Set::of(Value::Folder(self.text(&inner)))
            }
            _ => Set::default(),
        }
    }

    /// What the first `upto` names of an import lead to, where they may be a package that nobody has
    /// seen: it is of the repository if the whole import leads into it.
    pub(crate) fn settled_package(&mut self, file: FileId, id: ImportId, upto: usize, found: Set) -> Set {
        let Some(unit) = self.unit(file) else { return found };
        let Some(import) = unit.facts.imports.get(id.index()) else { return found };
        let by_name = unit.rules.packages.is_some_and(|rules| rules.by_name);
        let Some(Value::Folder(package)) = found.only().filter(|_| by_name) else { return found };
        let package = self.text_of(package);
        let is_here = if upto < import.path.len() {
            let whole = self.import(file, id, import.path.len() as u32);
            !whole.is_empty() && !whole.iter().any(|v| matches!(v, Value::External(_) | Value::Unknown))
        } else {
            let wildcard = import.shape == ImportShape::Wildcard;
            wildcard && self.with_files(|files| files.is_package(&package))
        };
        if is_here {
            return found;
        }
        Set::of(Value::External(self.text(&package.replace('/', unit.rules.separator))))
    }

    /// The definitions of a name in those files of a package that fit.
    fn of_package(
        &mut self,
        rules: &PackageRules,
        package: &str,
        name: Text,
        namespace: Namespace,
        fits: impl Fn(FilePlace<'_>) -> bool,
    ) -> Set {
        let hash = hash_text(&self.text_of(name));
        self.consult(ConsultedKey::top_level(hash_text(path::file_name(package)), hash));
        let language = self.unit(self.file).map(|unit| unit.rules.language);
        let mut found = Set::default();
        for file in self.linker.universe.top_level(hash) {
            if !(rules.near)(package, self.linker.universe.path(file)) {
                continue;
            }
            let Some(unit) = self.unit(file).filter(|unit| Some(unit.rules.language) == language) else {
                continue;
            };
            let Some(name) = unit.name_of_hash(hash).filter(|_| fits(unit.place())) else { continue };
            let bindings = unit.hoisted(ScopeId(0), name, namespace).into_iter();
            let bindings: SmallVec<[&Binding; 2]> =
                bindings.filter(|binding| matches!(binding.bound, Bound::Definition(_))).collect();
            found.extend(&self.bound_targets(file, &bindings));
        }
        found
    }

    /// Leaves out the definitions that never meet `file`, where others are left.
    pub(crate) fn that_coexist(&self, file: FileId, found: Set) -> Set {
        let Some(unit) = self.unit(file) else { return found };
        let Some(rules) = unit.rules.packages.filter(|_| found.only().is_none()) else { return found };
        let place = unit.place();
        let meets = |value: &Value| match value {
            Value::Definition(sym) => {
                self.unit(sym.file).is_none_or(|other| (rules.coexist)(place, other.place()))
            }
            _ => true,
        };
        let fitting: Set = found.iter().filter(meets).collect();
        if fitting.is_empty() { found } else { fitting }
    }

    /// True for a definition of which a package can have several only under different conditions.
    pub(crate) fn is_shared(&self, sym: Sym) -> bool {
        self.unit(sym.file).is_some_and(|unit| {
            unit.rules.packages.is_some() && unit.facts.definition(sym.def).owner == Owner::File
        })
    }
}
