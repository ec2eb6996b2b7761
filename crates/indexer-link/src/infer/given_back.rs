//! Functions of the standard library that give back what they are called on, where that is not written: `apply { .. }` in a
//! class of Kotlin gives the instance.

use crate::infer::{as_receiver, linearize, receivers_of_scope, type_around};
use crate::query::Db;
use crate::resolve::resolve;
use crate::value::{Set, TypeId, Value};
use indexer_core::{ExprId, Expression, FileId, ScopeKind};

/// What the call of such a function gives; `None` for any other.
pub(crate) fn given_back(db: &Db, file: FileId, of: ExprId) -> Option<Set> {
    let unit = db.unit(file)?;
    let Expression::Name { name, scope, .. } = unit.facts.expression(of) else { return None };
    if !unit.rules.gives_back.contains(&unit.facts.name(name)) {
        return None;
    }
    let (found, _) = resolve(db, file, of, Some(true));
    let is_of_library = |value: Value| match value {
        Value::External(path) => {
            let path = db.text_of(path);
            let package = path.rsplit_once(unit.rules.separator).map(|(package, _)| package);
            package.is_some_and(|package| unit.rules.standard_packages.contains(&package))
        }
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|of| of.stub_of.is_some()),
        // What a type inherits from outside may have the name.
        Value::Unknown => true,
        _ => false,
    };
    if !found.iter().all(is_of_library) {
        return None;
    }
    let is_known = |value: Value| match value {
        Value::Receiver(TypeId::Def(sym), _) | Value::Instance(TypeId::Def(sym), _) => {
            linearize(db, sym).value.others.is_empty()
        }
        _ => false,
    };
    // The nearest receiver is meant.
    let mut current = Some(scope);
    while let Some(id) = current {
        let info = unit.facts.scopes.get(id.index())?;
        let receivers = match info.kind {
            ScopeKind::Type => type_around(db, file, id).iter().map(as_receiver).collect(),
            _ => receivers_of_scope(db, file, id),
        };
        if !receivers.is_empty() {
            let are_known = receivers.iter().all(is_known);
            return are_known.then_some(receivers);
        }
        current = info.parent;
    }
    None
}
