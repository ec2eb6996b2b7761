//! What functions without a name are called on, from the functions that they are passed to.

use crate::infer::{ClosureParameter, as_instance, extended_types, instances_of, type_around};
use crate::query::Db;
use crate::value::{Set, Value};
use indexer_core::{FileId, LambdaId, Owner, RECEIVER, ScopeId, ScopeKind};

/// What the receiver of a function without a name is; nothing where it has none.
fn closure_receiver(db: &Db, file: FileId, closure: LambdaId) -> Set {
    db.ask(ClosureParameter { file, closure, index: RECEIVER })
}

/// What `this` is in a function without a name: its receiver, else that around it.
pub(crate) fn receiver_around(db: &Db, file: FileId, closure: LambdaId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let mut current = unit.facts.lambdas.get(closure.index()).map(|one| one.scope);
    while let Some(id) = current {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        current = info.parent;
        match info.kind {
            ScopeKind::Lambda => {
                let own = unit.lambda_of(id).map_or(Set::default(), |one| closure_receiver(db, file, one));
                if !own.is_empty() {
                    return own;
                }
            }
            ScopeKind::Type | ScopeKind::Extension => return receivers_of_scope(db, file, id),
            _ => {}
        }
    }
    Set::unknown()
}

/// The receivers that a scope brings: what its members are called on.
pub(crate) fn receivers_of_scope(db: &Db, file: FileId, scope: ScopeId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let Some(info) = unit.facts.scopes.get(scope.index()) else { return Set::default() };
    match (info.kind, unit.body_of(scope)) {
        (ScopeKind::Lambda, _) => {
            unit.lambda_of(scope).map_or(Set::default(), |one| closure_receiver(db, file, one))
        }
        (ScopeKind::Extension, Some(Owner::Extension(id))) => instances_of(&extended_types(db, file, id)),
        (ScopeKind::Type, Some(_)) => type_around(db, file, scope).iter().map(as_instance).collect(),
        _ => Set::default(),
    }
}

/// True for a value whose members may be named without it.
pub(crate) fn is_receiver(value: Value) -> bool {
    matches!(value, Value::Instance(..) | Value::Receiver(..) | Value::Type(..) | Value::Object(..))
}
