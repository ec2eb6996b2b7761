//! Initializers that the fields of a type make: `struct A { var b: B }` is made by `A(b: b)`.

use crate::infer::members_of_definition;
use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::value::{Symbol, Value};
use indexer_core::key::hash_text;
use indexer_core::{Namespace, SymbolKind};

/// True for a type of the repository whose fields make its initializer: it declares none itself. What extensions add does
/// not take that one away.
pub(crate) fn are_fields_taken(db: &Db, of: Symbol) -> bool {
    let Some(unit) = db.unit(of.file).filter(|unit| unit.stub_of.is_none()) else { return false };
    db.depend_on_symbol(of);
    let body = unit.facts.definition(of.def).body;
    let Some(body) = body.filter(|_| unit.kind(of.def) == SymbolKind::Struct) else { return false };
    let is_declared = |name: &&str| {
        depend_on_binding(db, of.file, body, hash_text(name));
        let name = unit.name_of_hash(hash_text(name));
        name.is_some_and(|name| {
            !unit.hoisted(body, name, Namespace::CALLABLE.with(Namespace::MEMBER)).is_empty()
        })
    };
    !unit.rules.constructors.iter().any(is_declared)
}

/// True where the initializer that the fields of a type make may take arguments with these labels: each is that of a member.
pub(crate) fn may_take_as_fields(db: &Db, of: Symbol, labels: &[Option<u64>]) -> bool {
    let Some(unit) = db.unit(of.file) else { return false };
    let is_member = |label: &Option<u64>| {
        let Some(name) = label.and_then(|label| unit.name_of_hash(label)) else { return false };
        let found = members_of_definition(db, of, db.name(unit, name), Some(false)).found;
        found.iter().any(|value| matches!(value, Value::Definition(_)))
    };
    !labels.is_empty() && are_fields_taken(db, of) && labels.iter().all(is_member)
}
