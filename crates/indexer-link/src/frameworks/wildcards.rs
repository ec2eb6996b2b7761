//! Names that nothing explains but that a file imports all of a package.

use super::origin::{Origin, Origins};
use crate::resolve::{depend_on_binding, path_root, wildcards_of};
use crate::value::Value;
use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, ExprId, Expression, FileId, ImportShape, Namespace, ScopeId};

/// More wildcard imports of a file than this are not looked through.
const MOST_WILDCARDS: usize = 256;

impl Origins<'_, '_, '_> {
    /// A name that nothing explains, in a file that imports all of a package of which a rule speaks of that name.
    pub(super) fn by_wildcard(&self, file: FileId, id: ExprId) -> Option<Origin> {
        let unit = self.db.unit(file)?;
        if file != self.db.file() {
            self.db.depend(DependencyKey::wildcards(unit.path_hash, unit.scope_owner(ScopeId(0))));
        }
        let Expression::Name { name, bound: None, namespace, .. } = unit.facts.expression(id) else {
            return None;
        };
        let name = unit.facts.name(name);
        let separator = unit.rules.separator;
        let is_known = |path: &String| {
            self.rules.by_path.contains_key(path)
                || self.rules.routers.contains_key(path)
                || self.rules.results.contains_key(path)
                || self.rules.replaced_parts.contains_key(path)
        };
        let all = wildcards_of(self.db, file);
        let paths = all.iter().take(MOST_WILDCARDS).filter_map(|(file, import)| {
            let facts = self.db.unit(*file)?.facts;
            let path = &facts.imports.get(import.index())?.path;
            let path: Vec<&str> = path.iter().map(|name| facts.name(*name)).collect();
            Some(path.join(separator))
        });
        let brought = |path: String| {
            let others = self.rules.implicit_imports.get(&path).into_iter().flatten().cloned();
            std::iter::once(path).chain(others).collect::<Vec<_>>()
        };
        let mut paths = paths.flat_map(brought).map(|path| format!("{path}{separator}{name}"));
        if let Some(found) = paths.find(is_known) {
            return Origin::of(found).map(|origin| Origin { is_possible: true, ..origin });
        }
        if namespace == Namespace::MACRO { self.by_root(file, name, is_known) } else { None }
    }

    /// A macro that nothing explains, of a package that the root of the file's own imports as a whole: `#[macro_use] extern
    /// crate rocket`.
    fn by_root(&self, file: FileId, name: &str, is_known: impl Fn(&String) -> bool) -> Option<Origin> {
        let unit = self.db.unit(file)?;
        let Value::Module(root, _) = path_root(self.db, file, ScopeId(0), "crate", 0).only()? else {
            return None;
        };
        let facts = self.db.unit(root)?.facts;
        self.db.depend(DependencyKey::wildcards(self.db.unit(root)?.path_hash, 0));
        let whole = facts.imports.iter().filter(|one| one.path.len() == 1 && one.shape == ImportShape::Item);
        let mut paths = whole
            .map(|one| format!("{}{}{name}", facts.name(one.path[0]), unit.rules.separator))
            .filter(is_known);
        let found = paths.next()?;
        depend_on_binding(self.db, root, ScopeId(0), hash_text(found.split(unit.rules.separator).next()?));
        Origin::of(found).map(|origin| Origin { is_possible: paths.next().is_some(), ..origin })
    }
}
