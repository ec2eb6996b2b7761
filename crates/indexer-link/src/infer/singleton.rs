//! Members of types that are objects themselves.

use crate::infer::{
    Members, TypesAbove, as_instance, linearize, members_of_definition, members_of_type, own_member,
};
use crate::query::Db;
use crate::resolve::{extended_by, external_member};
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::{OpenTypes, SymbolKind};

/// Members of the type itself: those that it declares for itself, those of what extends it, the same of the classes above;
/// then constants, and what makes an instance.
pub(crate) fn members_of_singleton(
    db: &Db,
    of: Value,
    sym: Symbol,
    (name, call): (Text, Option<bool>),
    rules: &OpenTypes,
) -> Members {
    let text = db.text_of(name);
    let own = db.text(&format!("{}{text}", rules.singleton));
    let order = linearize(db, sym);
    let TypesAbove { symbols: above, others, .. } = &order.value;
    // Classes pass on what they have themselves, modules do not.
    let classes = above
        .iter()
        .copied()
        .filter(|one| db.unit(one.file).is_some_and(|u| u.kind(one.def) == SymbolKind::Class));
    let mut open = false;
    for one in std::iter::once(sym).chain(classes) {
        let found = own_member(db, one, own, call);
        if !found.is_empty() {
            return Members { found, receiver: Some(of), ..Members::default() };
        }
        let (extending, is_open) = extended_by(db, one);
        open |= is_open;
        for module in extending {
            let members = members_of_definition(db, module, name, call);
            if members.found.iter().any(|value| matches!(value, Value::Definition(_))) {
                return Members { receiver: Some(of), ..members };
            }
            open |= members.open;
        }
    }
    if text.as_str() == rules.maker {
        return made(db, of, sym, call);
    }
    let plain = members_of_type(db, TypeId::Def(sym), name, call);
    let is_constant = |value: &Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|unit| {
            unit.facts.has_members(sym.def) || unit.kind(sym.def) == SymbolKind::Constant
        }),
        _ => false,
    };
    let found: Set = plain.found.iter().filter(is_constant).collect();
    if !found.is_empty() {
        return Members { found, ..plain };
    }
    let outside = others.iter().find_map(|base| match base {
        Value::Type(TypeId::External(text), _) | Value::External(text) => Some(*text),
        _ => None,
    });
    if let Some(outside) = outside.filter(|_| others.iter().all(|base| *base != Value::Unknown)) {
        let found = Set::of(Value::External(external_member(db, outside, name)));
        return Members { found, ..Members::default() };
    }
    Members { open: open || !others.is_empty(), ..Members::default() }
}

/// What runs where an instance is made; the instance itself where nothing of the repository does.
fn made(db: &Db, of: Value, sym: Symbol, call: Option<bool>) -> Members {
    let constructors = db.unit(sym.file).map_or(&[][..], |unit| unit.rules.constructors);
    for constructor in constructors {
        let members = members_of_definition(db, sym, db.text(constructor), call);
        if members.found.iter().any(|value| matches!(value, Value::Definition(_))) {
            return Members { receiver: Some(of), ..members };
        }
    }
    Members { found: Set::of(as_instance(of)), ..Members::default() }
}
