//! The sources of a standard library beside our own declarations of a part of it: types of both are one, ours comes first.

use crate::infer::{Members, bounded_args, element_of, extension_blocks, implemented_traits, own_member};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{FileId, Owner, StandardSources};

fn sources_of(unit: &Unit<'_>) -> Option<&'static StandardSources> {
    unit.rules.outside?.standard
}

/// Our own declaration of a type that the sources of the standard library define.
pub(crate) fn declared_here(db: &Db, unit: &Unit<'_>, sym: Symbol) -> Option<Symbol> {
    let standard = sources_of(unit).filter(|_| unit.is_installed)?;
    let definition = unit.facts.definition(sym.def);
    let module = unit.stub_of.filter(|_| definition.owner == Owner::File)?;
    let name = unit.facts.name(definition.name);
    let is_it = |path: &str| {
        path.strip_suffix(name).and_then(|rest| rest.strip_suffix(unit.rules.separator)) == Some(module)
    };
    let (_, declared) = standard.declared.iter().find(|(path, _)| is_it(path))?;
    our_type(db, unit, declared)
}

/// The type of this name that our declarations of the standard library have.
pub(super) fn our_type(db: &Db, unit: &Unit<'_>, name: &str) -> Option<Symbol> {
    let stubs = db.linker.stub(unit.rules.language, hash_text(name)).iter();
    let is_standard = |sym: &&Symbol| {
        let package = db.unit(sym.file).and_then(|of| of.stub_of);
        package.is_some_and(|package| unit.rules.standard_packages.contains(&package))
    };
    stubs.copied().find(|sym| is_standard(&sym))
}

/// The files of the standard library that may extend a type which our own declarations have; none where its sources are not
/// read.
pub(crate) fn sources_extending(db: &Db, sym: Symbol, type_name: u64) -> Vec<FileId> {
    let Some(unit) = db.unit(sym.file) else { return Vec::new() };
    let Some(package) = unit.plain_stub() else { return Vec::new() };
    let Some(standard) = sources_of(unit).filter(|_| unit.rules.standard_packages.contains(&package)) else {
        return Vec::new();
    };
    let ecosystem = unit.rules.outside.map_or("", |outside| outside.ecosystem);
    let Some(found) = db.linker.database.installed(ecosystem, standard.import) else { return Vec::new() };
    for key in &found.keys {
        db.depend(*key);
    }
    found.module.map_or_else(Vec::new, |module| db.linker.database.in_package(&module.from, type_name))
}

/// What an iterator that says which items it gives has under a name that our own type of iterators declares: it is taken for
/// one of ours, of the same items.
pub(crate) fn member_of_iterator(db: &Db, of: TypeId, args: Args, name: Text) -> Option<Members> {
    let TypeId::Def(sym) = of else { return None };
    let unit = db.unit(sym.file).filter(|unit| unit.plain_stub().is_none())?;
    let (ours, next) = sources_of(unit)?.iterator?;
    if db.text_of(name).as_str() == next {
        return None;
    }
    let ours = our_type(db, unit, ours)?;
    let found = own_member(db, ours, name, Some(true));
    if found.is_empty() || !implements(db, sym, ours) {
        return None;
    }
    let item = element_of(db, &Set::of(Value::Instance(of, args)));
    let receiver = Some(Value::Instance(TypeId::Def(ours), bounded_args(db, vec![item])));
    Some(Members { found, receiver, ..Members::default() })
}

/// True where a block implements this trait for a type.
fn implements(db: &Db, sym: Symbol, of_trait: Symbol) -> bool {
    let Some(unit) = db.unit(sym.file) else { return false };
    let type_name = unit.hash(unit.facts.definition(sym.def).name);
    let blocks = extension_blocks(db, type_name, Some(sym)).into_iter().filter(|(_, _, is_trait)| *is_trait);
    let is_it = |value: Value| matches!(value, Value::Type(TypeId::Def(sym), _) if sym == of_trait);
    blocks.into_iter().any(|(file, block, _)| implemented_traits(db, file, block).iter().any(is_it))
}
