//! Names that can only come from outside: nothing of the repository has them, and the file imports all of a package from
//! outside.

use crate::query::Db;
use crate::resolve::{external_member, wildcard_targets};
use crate::unit::Unit;
use crate::value::{Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    DefId, DependencyKey, FileId, Flags, Namespace, Owner, ScopeId, SymbolKind, UNKNOWN_PACKAGE,
};

/// Names that more files define than this are not looked at.
const MOST_DEFINING: usize = 64;

/// The path of a name that nothing explains, in a file that imports all of a package from outside: such a package has it,
/// and which one is not known.
pub(crate) fn by_exclusion(
    db: &Db,
    (file, scope): (FileId, ScopeId),
    name: Text,
    namespace: Namespace,
) -> Option<Text> {
    let unit = db.unit(file).filter(|unit| unit.stub_of.is_none())?;
    let wanted = unit.rules.unknown_names_are_external?;
    // What is generated adds members to types of which the repository has a part.
    if !namespace.meets(wanted) || (namespace.meets(Namespace::VALUE) && is_in_part(unit, scope)) {
        return None;
    }
    let text = db.text_of(name);
    // Only functions begin with a small letter: other names that do are packages or values.
    let is_written_like_type = text.starts_with(char::is_uppercase);
    if !is_written_like_type && namespace.meets(Namespace::VALUE.with(Namespace::TYPE)) {
        return None;
    }
    let shorter = unit.rules.decorator_suffix.and_then(|suffix| text.strip_suffix(suffix));
    let is_meant = |shorter| is_declared(db, unit, shorter) || is_bound(unit, scope, shorter);
    if is_declared(db, unit, &text) || shorter.is_some_and(is_meant) {
        return None;
    }
    let targets = wildcard_targets(db, file);
    let mut outside = targets.value.all.iter().filter_map(|value| match value {
        Value::External(package) => Some(*package),
        _ => None,
    });
    let first = outside.next()?;
    // A package may be named itself.
    let is_package = first == name
        || outside.any(|package| package == name)
        || unit.rules.standard_packages.contains(&text.as_str());
    // Beside what is imported there are packages that builds import unasked.
    Some(if is_package { name } else { external_member(db, db.text(UNKNOWN_PACKAGE), name) })
}

/// The path of a name that no file of the repository explains, where it is known where all imports of the file lead: one of
/// the packages outside has it, or the language.
pub(crate) fn by_imports(db: &Db, file: FileId, name: Text) -> Option<Text> {
    db.unit(file).filter(|unit| unit.rules.imports_are_all && unit.stub_of.is_none())?;
    // What the linker does not follow may give a name that the repository has.
    if is_defined(db, hash_text(&db.text_of(name))) || !wildcard_targets(db, file).value.are_known {
        return None;
    }
    Some(external_member(db, db.text(UNKNOWN_PACKAGE), name))
}

/// The path of a function that is called by its name alone and that no file of the repository declares, where it is then one
/// outside of every package.
pub(crate) fn by_absence(db: &Db, unit: &Unit<'_>, name: Text, namespace: Namespace) -> Option<Text> {
    if !unit.rules.unknown_functions_are_global || namespace != Namespace::CALLABLE || unit.stub_of.is_some()
    {
        return None;
    }
    let hash = hash_text(&db.text_of(name));
    db.depend(DependencyKey::declared(hash));
    let mut files = db.linker.database.top_level(hash);
    files.extend(db.linker.database.defining(hash));
    let declares = |file: &FileId| {
        db.unit(*file).is_none_or(|of| {
            let mut all = of.definitions_of(hash);
            of.rules.language == unit.rules.language && all.any(|def| of.kind(def) == SymbolKind::Function)
        })
    };
    (files.len() <= MOST_DEFINING && !files.iter().any(declares)).then_some(name)
}

/// True for something outside of which it is not known which package has it.
pub(crate) fn is_of_unknown_package(db: &Db, value: Value) -> bool {
    match value {
        Value::External(path)
        | Value::Type(TypeId::External(path), _)
        | Value::Instance(TypeId::External(path), _) => db.text_of(path).starts_with(UNKNOWN_PACKAGE),
        _ => false,
    }
}

/// A scope and those around it.
fn scopes_around(unit: &Unit<'_>, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
    std::iter::successors(Some(scope), |scope| unit.facts.scopes.get(scope.index())?.parent)
}

/// True where the file itself binds a name in a scope or around it.
fn is_bound(unit: &Unit<'_>, scope: ScopeId, name: &str) -> bool {
    let Some(name) = unit.name_of_hash(hash_text(name)) else { return false };
    scopes_around(unit, scope).any(|scope| unit.is_hoisted(scope, name, Namespace::ANY))
}

/// True inside of a type that stands in parts.
fn is_in_part(unit: &Unit<'_>, scope: ScopeId) -> bool {
    scopes_around(unit, scope).any(|scope| match unit.owner_of_scope(scope) {
        Some(Owner::Definition(def)) => unit.facts.definition(def).flags.has(Flags::PARTIAL),
        _ => false,
    })
}

/// True where something in the repository has the name, in whatever language, or where that was not looked at.
fn is_declared(db: &Db, unit: &Unit<'_>, name: &str) -> bool {
    // Types with parameters are known by a name that counts them; what others write from their text does not.
    let plain = name.split_once('`').filter(|_| unit.rules.arity_in_names).map(|(plain, _)| plain);
    [Some(name), plain].into_iter().flatten().any(|name| is_declared_anywhere(db, hash_text(name)))
}

/// True where anything of the repository that is named alone has the name with this hash, or where that was not looked at.
fn is_defined(db: &Db, hash: u64) -> bool {
    db.depend(DependencyKey::declared(hash));
    let database = db.linker.database;
    let mut files = database.defining(hash);
    files.extend(database.top_level(hash));
    let defines = |file: &FileId| {
        db.unit(*file).is_none_or(|of| {
            // A member of a type is named with what it is of, or inherited, which was looked at.
            let is_member = |def: &DefId| {
                let kind = of.kind(*def);
                use SymbolKind::{Accessor, Field, Method, Property};
                of.rules.classes.is_some() && matches!(kind, Accessor | Field | Method | Property)
            };
            of.stub_of.is_none() && of.definitions_of(hash).any(|def| !is_member(&def))
        })
    };
    files.len() > MOST_DEFINING || files.iter().any(defines)
}

/// True where a type or function of the repository has the name with this hash, in whatever language, or where that was
/// not looked at.
pub(crate) fn is_declared_anywhere(db: &Db, hash: u64) -> bool {
    db.depend(DependencyKey::declared(hash));
    let database = db.linker.database;
    let mut files = database.defining(hash);
    files.extend(database.top_level(hash));
    let declares = |file: &FileId| {
        db.unit(*file).is_none_or(|of| {
            let mut all = of.definitions_of(hash);
            of.stub_of.is_none() && all.any(|def| of.kind(def).is_type() || of.kind(def).is_callable())
        })
    };
    files.len() > MOST_DEFINING || files.iter().any(declares)
}
