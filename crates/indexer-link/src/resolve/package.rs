//! Packages: names that files share without importing each other.

use crate::db::PACKAGE_PLACE;
use crate::query::Db;
use crate::resolve::{exported, is_folder_alone, located_package, targets_of_bindings};
use crate::value::{MOST_VALUES, Set, Symbol, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Binding, Bound, DependencyKey, FileId, FilePlace, Flags, LinkRules, Namespace, Owner, PackageRules,
    ScopeId, path,
};
use smallvec::SmallVec;

/// A package of a longer path, in bytes, has nothing.
const LONGEST_PATH: usize = 1_024;

/// A package and those around it, the innermost first, and at last the one outside of all.
pub(crate) fn enclosing_packages(package: &str) -> impl Iterator<Item = &str> {
    path::ancestors(package).filter(|package| package.len() <= LONGEST_PATH)
}

/// The members of packages that `file` imports: those that count where `file` does. Nothing where
/// a receiver is no package.
pub(crate) fn imported_from_packages(db: &Db, file: FileId, packages: &Set, name: Text) -> Option<Set> {
    let is_package = |value: Value| matches!(value, Value::Folder(_)) && !is_folder_alone(db, value);
    if packages.is_empty() || !packages.iter().all(is_package) {
        return None;
    }
    let mut found = Set::default();
    for package in packages.iter() {
        found.extend(&exported(db, package, name, Namespace::ANY));
    }
    Some(coexisting(db, file, found))
}

/// The package inside another one, where paths are written name by name. Whether there is one is
/// told by what is found in it.
pub(crate) fn inner_package(db: &Db, package: Text, name: Text) -> Set {
    match db.unit(db.file()).and_then(|unit| unit.rules.packages) {
        Some(rules) if rules.by_name => {
            let inner = path::join(&db.text_of(package), &db.text_of(name));
            Set::of(Value::Folder(db.text(&inner)))
        }
        _ => Set::default(),
    }
}

/// The definitions of a name in those files of a package that fit.
pub(crate) fn definitions_in_package(
    db: &Db,
    rules: &PackageRules,
    package: &str,
    name: Text,
    namespace: Namespace,
    fits: impl Fn(FilePlace<'_>) -> bool,
) -> Set {
    let Some(asking) = db.unit(db.file()).map(|unit| unit.rules) else { return Set::default() };
    let mut values = each_in_package(db, rules, package, name, namespace, fits);
    if values.is_empty() && namespace.meets(Namespace::TYPE) {
        return files_as_classes(db, asking, package, &db.text_of(name));
    }
    if asking.partial_types && values.len() > MOST_VALUES {
        keep_one_part(db, rules, &mut values);
    }
    values.into_iter().collect()
}

/// Of the parts of each type the one of the shortest path, which stands for all of them: a type may have more parts than a
/// set holds values. Parts that never meet are of different types.
fn keep_one_part(db: &Db, rules: &PackageRules, values: &mut Values) {
    let part = |value: &Value| {
        let Value::Definition(sym) = *value else { return None };
        let unit = db.unit(sym.file)?;
        unit.facts.definition(sym.def).flags.has(Flags::PARTIAL).then_some((unit.path.len(), unit.path, sym))
    };
    let mut parts: Vec<_> = values.iter().filter_map(part).collect();
    parts.sort_unstable();
    let place = |sym: Symbol| db.unit(sym.file).map(|unit| unit.file_place());
    let meet = |a: Symbol, b: Symbol| match (place(a), place(b)) {
        (Some(a), Some(b)) => (rules.coexist)(a, b),
        _ => false,
    };
    let mut kept: Vec<Symbol> = Vec::new();
    for (.., sym) in parts {
        // More types than a set holds are unknown, however many there are.
        if kept.len() > MOST_VALUES {
            break;
        }
        if !kept.iter().any(|first| meet(*first, sym)) {
            kept.push(sym);
        }
    }
    values.retain(|value| match *value {
        Value::Definition(sym) => kept.contains(&sym) || part(value).is_none(),
        _ => true,
    });
}

/// Definitions of one name.
type Values = SmallVec<[Value; 4]>;

/// The same one by one, however many there are.
pub(super) fn each_in_package(
    db: &Db,
    rules: &PackageRules,
    package: &str,
    name: Text,
    namespace: Namespace,
    fits: impl Fn(FilePlace<'_>) -> bool,
) -> Values {
    let text = db.text_of(name);
    let hash = hash_text(&text);
    let Some(asking) = db.unit(db.file()).map(|unit| unit.rules) else { return Values::new() };
    if !package.starts_with(PACKAGE_PLACE) {
        db.depend(DependencyKey::top_level(rules.folder_hash(package), hash));
        if asking.runtime.is_some() {
            for folder in [PackageRules::ANY_FOLDER, hash_text(path::file_name(package))] {
                db.depend(DependencyKey::top_level(folder, hash));
            }
        }
    }
    let mut found = Values::new();
    // Files are found by the names of definitions, which hold no number of parameters.
    let written = text.split_once('`').map_or(hash, |(written, _)| hash_text(written));
    let files = match package.starts_with(PACKAGE_PLACE) {
        true => db.linker.database.in_package(package, written),
        false if asking.ignores_case => db.linker.database.top_level_in_any_case(&text.to_lowercase()),
        false => db.linker.database.top_level(written),
    };
    for file in files {
        // Each language says itself in which folders its files of a package are.
        let of = db.linker.rules_of(file).filter(|of| of.shares_packages_with(asking));
        let Some(near) = of.and_then(|of| of.packages).map(|of| of.near) else { continue };
        if !near(package, &db.linker.place(file)) {
            continue;
        }
        let Some(unit) = db.unit(file) else { continue };
        let Some(name) = unit.name_of_hash(hash).filter(|_| fits(unit.file_place())) else { continue };
        if let Some(of) = located_package(db, file).filter(|_| unit.stub_of.is_none())
            && db.text_of(of).as_str() != package
        {
            continue;
        }
        let bindings = unit.hoisted(ScopeId(0), name, namespace).into_iter();
        let bindings: SmallVec<[&Binding; 2]> =
            bindings.filter(|binding| matches!(binding.bound, Bound::Definition(_))).collect();
        found.extend(targets_of_bindings(db, file, &bindings).iter());
    }
    found
}

/// The files of a package that are classes of this name in the language that asks.
fn files_as_classes(db: &Db, asking: &LinkRules, package: &str, class: &str) -> Set {
    let Some(unit) = db.unit(db.file()) else { return Set::default() };
    let names = (asking.files_of_class)(class);
    if names.is_empty() {
        return Set::default();
    }
    db.depend(DependencyKey::named(hash_text(&package.replace('/', "."))));
    let paths = names.iter().flat_map(|name| db.with_files(&unit.place, |files| files.named(name)));
    let files = paths.filter_map(|path| db.linker.file_at(&path));
    let is_of_package = |file: &FileId| {
        db.unit(*file).is_some_and(|of| {
            let offers = of.rules.packages.is_some_and(|rules| (rules.offers)(package, of.file_place()));
            of.rules.shares_packages_with(asking) && offers
        })
    };
    files.filter(is_of_package).map(|file| Value::Module(file, ScopeId(0))).collect()
}

/// Leaves out the definitions that never meet `file`, where others are left.
pub(crate) fn coexisting(db: &Db, file: FileId, found: Set) -> Set {
    let Some(unit) = db.unit(file) else { return found };
    let Some(rules) = unit.rules.packages.filter(|_| found.only().is_none()) else { return found };
    let place = unit.file_place();
    let meets = |value: &Value| match value {
        Value::Definition(sym) => {
            db.unit(sym.file).is_none_or(|other| (rules.coexist)(place, other.file_place()))
        }
        _ => true,
    };
    let fitting: Set = found.iter().filter(meets).collect();
    if fitting.is_empty() { found } else { fitting }
}

/// True for a definition of which a package can have several only under different conditions.
pub(crate) fn is_package_level(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| {
        unit.rules.packages.is_some() && unit.facts.definition(sym.def).owner == Owner::File
    })
}
