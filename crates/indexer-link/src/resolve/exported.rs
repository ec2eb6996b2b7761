//! What modules, packages and types export under a name.

use crate::infer::{declared_member, reify_all, reify_definition, resolve_member};
use crate::query::Db;
use crate::resolve::{
    inner_package, is_declared_package, is_of_package, module_at, module_member, module_member_outside,
    package_export, path_root, visible,
};
use crate::value::{Set, Text, Value};
use indexer_core::{DefId, FileId, Namespace, ScopeId, SubmoduleQuery, SymbolKind};

/// What `of` (a module, a type, something outside) offers under a name. Nothing where it is
/// known not to be there.
pub(crate) fn exported(db: &Db, of: Value, name: Text, namespace: Namespace) -> Set {
    match of {
        Value::Module(file, scope) => module_member(db, file, scope, name, namespace),
        Value::Namespace(file, path) => visible(db, file, name, namespace, path),
        Value::Folder(package) if db.unit(db.file()).is_some_and(|u| u.rules.packages.is_some()) => {
            let found = package_export(db, package, name, namespace);
            if found.iter().any(|value| is_of_package(db, value)) {
                // What stands for a package is named where no file says that it is of the package.
                let inner = inner_package(db, package, name);
                let is_there = |value: Value| matches!(value, Value::Folder(inner) if is_declared_package(db, &db.text_of(inner)));
                return if inner.iter().any(is_there) { inner } else { found };
            }
            if found.is_empty() { inner_package(db, package, name) } else { found }
        }
        Value::Folder(path) => {
            let (path, name) = (db.text_of(path), db.text_of(name));
            submodule_of_folder(db, &path, &name)
        }
        Value::External(text) => Set::of(Value::External(external_member(db, text, name))),
        Value::Definition(sym) => {
            let unit = db.unit(sym.file);
            use SymbolKind::{Constant, Field, Variable};
            let (kind, whole) = (unit.map(|u| u.kind(sym.def)), unit.and_then(|u| u.rules.whole_module));
            match kind {
                Some(SymbolKind::Module) => {
                    let module = module_of(db, sym.file, sym.def);
                    exported_by_all(db, &module, name, namespace)
                }
                Some(kind) if kind.is_type() => declared_member(db, sym, name),
                // A stable value has what its type has.
                Some(Field | Variable | Constant) if unit.is_some_and(|unit| unit.rules.objects) => {
                    let values = reify_definition(db, sym, None);
                    resolve_member(db, &values, name, None).0
                }
                // A module may be any value, and so may its parts.
                Some(_) if whole.is_some() => {
                    let values = reify_definition(db, sym, None);
                    resolve_member(db, &values, name, None).0
                }
                _ => Set::unknown(),
            }
        }
        _ => Set::unknown(),
    }
}

/// What `of`, which is of another crate, offers under a name: [`exported`] without what it imports for itself alone.
pub(crate) fn exported_outside(db: &Db, of: Value, name: Text, namespace: Namespace) -> Set {
    let modules = match of {
        Value::Module(..) => Set::of(of),
        Value::Definition(sym) if db.unit(sym.file).map(|u| u.kind(sym.def)) == Some(SymbolKind::Module) => {
            module_of(db, sym.file, sym.def)
        }
        _ => return exported(db, of, name, namespace),
    };
    let mut found = Set::default();
    for module in modules.iter() {
        match module {
            Value::Module(file, scope) => {
                found.extend(&module_member_outside(db, file, scope, name, namespace));
            }
            Value::Definition(_) => {}
            other => found.extend(&exported(db, other, name, namespace)),
        }
    }
    found
}

fn exported_by_all(db: &Db, of: &Set, name: Text, namespace: Namespace) -> Set {
    let mut found = Set::default();
    for value in of.iter() {
        if !matches!(value, Value::Definition(_)) {
            found.extend(&exported(db, value, name, namespace));
        }
    }
    found
}

/// What stands for a whole module, where its file says so; else the module.
pub(crate) fn module_value(db: &Db, module: Value) -> Set {
    let Value::Module(file, scope @ ScopeId(0)) = module else { return Set::of(module) };
    let Some(name) = db.unit(file).and_then(|u| u.rules.whole_module) else { return Set::of(module) };
    let name = db.text(name);
    let found = module_member(db, file, scope, name, Namespace::ANY);
    if found.is_empty() { Set::of(module) } else { found }
}

/// What a module offers under a name by what stands for the whole of it: a member of that; as
/// the default, that itself.
pub(crate) fn exported_by_module_value(db: &Db, module: Value, name: Text) -> Set {
    let Value::Module(file, _) = module else { return Set::default() };
    let Some(rules) = db.unit(file).map(|u| u.rules) else { return Set::default() };
    if rules.whole_module.is_none() {
        return Set::default();
    }
    let whole = module_value(db, module);
    let is_default = rules.default_export == Some(db.text_of(name).as_str());
    if is_default {
        return whole;
    }
    if whole.only() == Some(module) {
        return Set::default();
    }
    let values = reify_all(db, &whole, None);
    resolve_member(db, &values, name, None).0
}

/// The path of a member of something outside, as its language writes it.
pub(crate) fn external_member(db: &Db, of: Text, name: Text) -> Text {
    if let Some(known) = db.own.external_members.get(&(of, name)) {
        return known;
    }
    let separator = db.unit(db.file()).map_or(".", |u| u.rules.separator);
    let text = db.text(&format!("{}{separator}{}", db.text_of(of), db.text_of(name)));
    db.own.external_members.insert((of, name), text);
    text
}

fn submodule_of_folder(db: &Db, path: &str, name: &str) -> Set {
    let Some(unit) = db.unit(db.file()) else { return Set::unknown() };
    let query = SubmoduleQuery { path, folder: true, inside: &[], name, declared_path: None };
    match db.with_files(query.path, |files| (unit.rules.submodule)(files, query)) {
        Some(place) => module_at(db, place),
        None => Set::default(),
    }
}

/// The module that a definition of kind module is.
pub(crate) fn module_of(db: &Db, file: FileId, def: DefId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let definition = unit.facts.definition(def);
    if let Some(body) = definition.body {
        return Set::of(Value::Module(file, body));
    }
    let (_, inside) = unit.module_around(definition.scope);
    let name = unit.facts.name(definition.name);
    let declared_path = definition.declared_path.map(|n| unit.facts.name(n));
    let query = SubmoduleQuery { path: &unit.place, folder: false, inside: &inside, name, declared_path };
    match db.with_files(query.path, |files| (unit.rules.submodule)(files, query)) {
        Some(place) => module_at(db, place),
        None => Set::unknown(),
    }
}

/// The module around a module, where a path says so in its middle: `super::super`.
pub(crate) fn module_above(db: &Db, of: Value, name: Text) -> Option<Set> {
    let Value::Module(file, scope) = of else { return None };
    let is_above = &*db.text_of(name) == "super" && db.unit(file)?.rules.imports_see_scope;
    is_above.then(|| path_root(db, file, scope, "super", 0))
}

/// The file that stands where a submodule of this name would, although no text declares it: a macro does
/// (`automod::dir!("tests")`).
pub(crate) fn undeclared_submodule(db: &Db, of: Value, name: Text) -> Set {
    let Value::Module(file, scope) = of else { return Set::default() };
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.undeclared_submodules) else {
        return Set::default();
    };
    let (_, inside) = unit.module_around(scope);
    let name = db.text_of(name);
    let query = SubmoduleQuery {
        path: &unit.place,
        folder: false,
        inside: &inside,
        name: &name,
        declared_path: None,
    };
    let place = db.with_files(query.path, |files| (unit.rules.submodule)(files, query));
    place.map_or(Set::default(), |place| module_at(db, place))
}

/// True for a folder whose files are modules of their own: it offers no names by itself.
pub(crate) fn is_folder_alone(db: &Db, value: Value) -> bool {
    matches!(value, Value::Folder(_)) && db.unit(db.file()).is_none_or(|unit| unit.rules.packages.is_none())
}
