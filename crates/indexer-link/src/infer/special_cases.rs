//! Special cases of templates: classes of the name of one for some of its arguments, with members of their own.

use crate::db::linkable_name;
use crate::infer::{Members, members_of_definition};
use crate::query::Db;
use crate::resolve::{Symbols, declared_in, include_closure, including};
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::{DependencyKey, Flags, Namespace};

/// `of` a template, or what its special cases have where it has no such member itself: a program that asks for one means
/// one of them. `is_defined` is false of a template of which only the name is declared.
pub(crate) fn or_of_special_cases(
    db: &Db,
    sym: Symbol,
    (name, call): (Text, Option<bool>),
    of: Members,
    is_defined: bool,
) -> Members {
    if of.found.iter().any(|value| value != Value::Unknown) {
        return of;
    }
    let is_own = |value: &Value| matches!(value, Value::Definition(_));
    let (mut found, mut open) = (Set::default(), is_defined && of.open);
    for case in special_cases(db, sym) {
        let members = members_of_definition(db, case, name, call);
        found.extend(&members.found.iter().filter(is_own).collect());
        open |= members.open || members.found.iter().any(|value| !is_own(&value));
    }
    if found.is_empty() {
        return Members { open: of.open || open, ..of };
    }
    if open {
        found.add(Value::Unknown);
    }
    Members { found, ..Members::default() }
}

/// The special cases of a template in files that see it.
fn special_cases(db: &Db, sym: Symbol) -> Symbols {
    let mut found = Symbols::new();
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.rules.includes_overloads()) else { return found };
    let definition = unit.facts.definition(sym.def);
    let is_template = definition.type_parameters.len > 0 && definition.kind.is_type();
    if !is_template || definition.flags.has(Flags::OVERLOAD) {
        return found;
    }
    let hash = unit.hash(definition.name);
    db.depend(DependencyKey::declared(hash));
    db.depend_on_symbol(sym);
    let path = unit.namespace_of(definition.scope);
    for file in db.linker.database.extending(linkable_name(hash)) {
        let Some(other) = including(db, file) else { continue };
        let is_case = |def: &_| {
            let one = other.facts.definition(*def);
            one.flags.has(Flags::OVERLOAD) && !one.flags.has(Flags::DECLARATION) && one.kind.is_type()
        };
        let mut cases = declared_in(other, hash, Namespace::TAG, path).filter(is_case).peekable();
        let sees = || file == sym.file || include_closure(db, file).has(sym.file).is_some();
        if cases.peek().is_some() && sees() {
            found.extend(cases.map(|def| Symbol { file, def }));
        }
    }
    found
}
