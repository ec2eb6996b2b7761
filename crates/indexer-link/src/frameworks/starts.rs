//! Calls that run a task which they do not call themselves: `send.delay(1)` of a decorated function, `SendJob.perform_later(1)` of a
//! type.

use super::origin::{Origin, Origins};
use super::{edge_to, rules_of};
use crate::edges::symbol_key;
use crate::infer::own_member;
use crate::query::Db;
use crate::resolve::resolve;
use crate::unit::Unit;
use crate::value::{Symbol, Value};
use indexer_core::framework::StartRule;
use indexer_core::{Edge, Expression, Reference, Resolution, Role};

/// More decorators of one function than this are not looked at.
const MOST_DECORATORS: usize = 16;

/// The edge to the function that a call of such a member runs.
pub(crate) fn started(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Option<Edge> {
    if reference.role != Role::Call {
        return None;
    }
    let Expression::Member { of, .. } = unit.facts.expression(reference.expression) else { return None };
    let rules = rules_of(db, unit).filter(|rules| !rules.starts.is_empty())?;
    let starts = rules.starts.get(unit.facts.name(reference.name))?;
    let (Value::Definition(sym) | Value::Function(sym, _)) = resolve(db, db.file(), of, None).0.only()?
    else {
        return None;
    };
    let of = db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    let origins = Origins::new(db, rules);
    let kind = of.kind(sym.def);
    db.depend_on_symbol(sym);
    starts.iter().find_map(|rule| {
        if kind.is_callable() {
            return decorated(&origins, of, sym, rule);
        }
        let origin = origins.extended(sym, &rule.extends).filter(|_| kind.is_type())?;
        let (Value::Definition(run) | Value::Function(run, _)) =
            own_member(db, sym, db.text(&rule.runs), None).only()?
        else {
            return None;
        };
        Some(edge_to(certainty(&origin), symbol_key(db, run)?))
    })
}

/// The function itself, where one of its decorators makes a task of it.
fn decorated(origins: &Origins<'_, '_, '_>, of: &Unit<'_>, sym: Symbol, rule: &StartRule) -> Option<Edge> {
    let decorators = of.facts.list(of.facts.definition(sym.def).decorators).iter().take(MOST_DECORATORS);
    let mut found = decorators.filter_map(|decorator| {
        let callee = match of.facts.expression(*decorator) {
            Expression::Call { of, .. } => of,
            _ => *decorator,
        };
        origins.of(sym.file, callee).filter(|origin| rule.decorated.contains(&origin.path))
    });
    let origin = found.next()?;
    Some(edge_to(certainty(&origin), symbol_key(origins.db, sym)?))
}

/// How sure it is what a decorator or a base is.
fn certainty(origin: &Origin) -> Resolution {
    if origin.is_possible { Resolution::Possible } else { Resolution::Resolved }
}
