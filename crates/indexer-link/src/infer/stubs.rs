//! Types that the language itself or something outside defines.

use crate::infer::bounded_args;
use crate::query::Db;
use crate::resolve::external_member;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::FileId;
use indexer_core::key::hash_text;

/// A type that the language's stubs define at the top level.
pub(crate) fn builtin_type(db: &Db, file: FileId, name: &str) -> Option<TypeId> {
    let rules = db.unit(file)?.rules;
    let stubs = db.linker.stub(rules.language, hash_text(name));
    stubs.first().map(|sym| TypeId::Def(*sym))
}

pub(crate) fn instance_of_builtin(db: &Db, file: FileId, name: &str, args: Vec<Set>) -> Set {
    match builtin_type(db, file, name) {
        Some(id) => {
            let args = bounded_args(db, args);
            Set::of(Value::Instance(id, args))
        }
        None => {
            let package = db.unit(file).and_then(|u| (u.rules.implicit)(name)).unwrap_or("std");
            let text = db.text(package);
            let name = db.text(name);
            let text = external_member(db, text, name);
            Set::of(Value::Instance(TypeId::External(text), Args::NONE))
        }
    }
}

/// The package and path of a symbol of a stub; `None` for a symbol of the repository.
pub(crate) fn stub_path(db: &Db, of: TypeId) -> Option<String> {
    let TypeId::Def(sym) = of else { return None };
    external_path(db, sym)
}

/// The path under which a symbol of a stub is known: package, owners, name.
pub(crate) fn external_path(db: &Db, sym: Symbol) -> Option<String> {
    let unit = db.unit(sym.file)?;
    let package = unit.stub_of?;
    let chain = unit.facts.owner_chain(sym.def).join(unit.rules.separator);
    Some(format!("{package}{}{chain}", unit.rules.separator))
}

/// The same, interned.
pub(crate) fn external_text(db: &Db, sym: Symbol) -> Option<Text> {
    if !is_external(db, sym) {
        return None;
    }
    if let Some(known) = db.own.external_paths.get(&sym) {
        return Some(known);
    }
    let text = db.text(&external_path(db, sym)?);
    db.own.external_paths.insert(sym, text);
    Some(text)
}

/// True for a symbol of a stub.
pub(crate) fn is_external(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| unit.stub_of.is_some())
}

/// True for an instance of a type outside that holds nothing of the repository.
pub(crate) fn is_outside(db: &Db, value: Value) -> bool {
    match value {
        Value::Instance(TypeId::External(_), args) | Value::Tuple(args) => are_outside(db, args),
        Value::Instance(TypeId::Def(sym), args) => is_external(db, sym) && are_outside(db, args),
        Value::External(_) => true,
        _ => false,
    }
}

pub(crate) fn are_outside(db: &Db, args: Args) -> bool {
    args == Args::NONE || db.args_of(args).iter().all(|set| set.iter().all(|value| is_outside(db, value)))
}

pub(crate) fn rules_of(db: &Db, id: TypeId) -> Option<&'static indexer_core::LinkRules> {
    match id {
        TypeId::Def(sym) => db.unit(sym.file).map(|u| u.rules),
        _ => db.unit(db.file()).map(|u| u.rules),
    }
}
