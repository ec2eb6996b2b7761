//! Namespaces that macros open: `#define BEGIN_DETAIL namespace detail {`.

use crate::query::Db;
use crate::resolve::{include_closure, including, settle_targets, visible};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::{
    DefId, Definition, DependencyKey, Expression, FileFacts, Flags, Reference, Role, SymbolKind,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Of more namespaces that macros open the first are looked into: there are no more where people write them.
const MOST_OPENED: usize = 8;

/// What a name that nothing else explains may mean in the namespaces that macros open which the file uses at its outermost
/// level: what follows those is inside, though its scope does not say so, up to a macro that closes what they open.
pub(crate) fn in_opened_namespaces(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Vec<Symbol> {
    let Expression::Name { name, namespace, .. } = unit.facts.expression(reference.expression) else {
        return Vec::new();
    };
    let text = db.name(unit, name);
    let mut found = Set::default();
    for path in opened_namespaces(db, unit).iter() {
        found.extend(&visible(db, db.file, text, namespace, *path));
    }
    let symbol = |value| match value {
        Value::Definition(sym) => Some(sym),
        _ => None,
    };
    settle_targets(db, unit, reference, found).iter().filter_map(symbol).collect()
}

/// The namespaces that macros open which the file itself uses at its outermost level, each once.
fn opened_namespaces(db: &Db, unit: &Unit<'_>) -> Rc<Vec<Text>> {
    if let Some(known) = db.own.opened.get() {
        return Rc::clone(known);
    }
    let mut paths: Vec<Text> = Vec::new();
    if unit.rules.inclusion.as_ref().is_some_and(|rules| rules.overloads) {
        let reach = include_closure(db, db.file);
        let outside = |one: &&Reference| one.role == Role::Macro && one.enclosing.is_none();
        let names: BTreeSet<u64> =
            unit.facts.references.iter().filter(outside).map(|one| unit.hash(one.name)).collect();
        for name in names {
            db.depend(DependencyKey::declared(name));
            for other in db.linker.database.defining(name) {
                let Some(other) = including(db, other).filter(|_| reach.has(other) == Some(true)) else {
                    continue;
                };
                for of in other.definitions_of(name).flat_map(|def| opened_by(other.facts, def)) {
                    let path = db.text(other.facts.name(of.name));
                    if !paths.contains(&path) && paths.len() < MOST_OPENED {
                        paths.push(path);
                    }
                }
            }
        }
    }
    Rc::clone(db.own.opened.get_or_init(|| Rc::new(paths)))
}

/// The namespaces that a macro opens and leaves open. They stand behind it, since definitions are in order.
pub(crate) fn opened_by(facts: &FileFacts, of: DefId) -> impl Iterator<Item = &Definition> {
    let of = facts.definitions.get(of.index()..).unwrap_or_default();
    let end = of.first().filter(|one| one.kind == SymbolKind::Macro).map_or(0, |one| one.span.end);
    let inside = of.iter().skip(1).take_while(move |one| one.name_span.start < end);
    inside.filter(|one| one.kind == SymbolKind::Module && one.flags.has(Flags::IN_MACRO))
}
