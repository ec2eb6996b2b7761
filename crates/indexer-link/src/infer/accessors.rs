//! A getter and a setter of one name: which of them a use runs.

use crate::query::Db;
use crate::value::{Set, Symbol, Value};
use indexer_core::{Bound, DefId, FileFacts, Flags, Namespace, ParameterKind, Role, SymbolKind};

/// What a use runs of definitions among which an accessor stands for all its parts: writing runs the setter,
/// anything else the getter.
pub(crate) fn accessor_parts_run(db: &Db, role: Role, denoted: Set) -> Set {
    if !matches!(role, Role::Read | Role::Write | Role::Call) {
        return denoted;
    }
    let part = |value| match value {
        Value::Definition(sym) => Value::Definition(accessor_part_run(db, sym, role == Role::Write)),
        other => other,
    };
    denoted.iter().map(part).collect()
}

/// The part of an accessor that takes a value or gives one; the accessor itself where there is no such part.
pub(crate) fn accessor_part_run(db: &Db, sym: Symbol, writes: bool) -> Symbol {
    let Some(unit) = db.unit(sym.file) else { return sym };
    if unit.kind(sym.def) != SymbolKind::Accessor {
        return sym;
    }
    db.depend_on_symbol(sym);
    if takes_value(unit.facts, sym.def) == writes {
        return sym;
    }
    let definition = unit.facts.definition(sym.def);
    let any = Namespace::ANY.with(Namespace::MEMBER).with(Namespace::CALLABLE);
    let parts = unit.hoisted(definition.scope, definition.name, any);
    let part = parts.into_iter().find_map(|binding| match binding.bound {
        Bound::Definition(def) => {
            let other = unit.facts.definition(def);
            let is_static = |flags: Flags| flags.has(Flags::STATIC);
            let fits = other.kind == SymbolKind::Accessor
                && is_static(other.flags) == is_static(definition.flags)
                && takes_value(unit.facts, def) == writes;
            fits.then_some(Symbol { def, ..sym })
        }
        _ => None,
    });
    if let Some(part) = part {
        db.depend_on_symbol(part);
    }
    part.unwrap_or(sym)
}

/// True for a setter: it takes more than a receiver.
pub(crate) fn takes_value(facts: &FileFacts, def: DefId) -> bool {
    let parameters = facts.parameters(facts.definition(def).parameters);
    parameters.iter().any(|one| one.kind != ParameterKind::Receiver)
}
