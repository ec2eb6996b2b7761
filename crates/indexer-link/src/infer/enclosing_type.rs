//! The type around a scope.

use crate::infer::extended_types;
use crate::query::Db;
use crate::resolve::whole_type;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::{FileId, Owner, ScopeId, ScopeKind, SymbolKind};

/// The type whose body or extension a scope is.
pub(crate) fn type_around(db: &Db, file: FileId, scope: ScopeId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let Some(owner) = unit.owner_of_scope(scope) else {
        let is_object = unit.facts.scopes.get(scope.index()).is_some_and(|s| s.kind == ScopeKind::Type);
        return if is_object { Set::of(Value::Object(file, scope, Args::NONE)) } else { Set::unknown() };
    };
    match owner {
        Owner::Definition(def) => Set::of(type_with_parameters(db, Symbol { file, def })),
        Owner::Extension(extension) => extended_types(db, file, extension),
        Owner::File => Set::unknown(),
    }
}

/// A generic type with its own parameters as arguments: how it is seen from inside.
pub(crate) fn type_with_parameters(db: &Db, sym: Symbol) -> Value {
    let sym = whole_type(db, sym);
    let Some(unit) = db.unit(sym.file) else { return Value::Unknown };
    let run = unit.type_parameters(sym.def);
    let items = (run.start..run.start + run.len)
        .map(|i| Set::of(Value::Instance(TypeId::Param(sym.file, i), Args::NONE)))
        .collect();
    Value::Type(TypeId::Def(sym), db.args(items))
}

/// The enumeration that a variant belongs to.
pub(crate) fn enum_of(db: &Db, variant: Symbol) -> Option<Symbol> {
    let unit = db.unit(variant.file)?;
    match unit.facts.definition(variant.def).owner {
        Owner::Definition(def) if unit.kind(def) == SymbolKind::Enum => Some(Symbol { def, ..variant }),
        _ => None,
    }
}
