//! Members that come from extensions of the repository where the receiver does not have them, or is of a type outside that
//! is not known.

use crate::edges::arity_fits;
use crate::infer::{
    definition_value, extension_functions, is_of_instances, select_overloads, stub_definition, value_of,
};
use crate::query::Db;
use crate::resolve::is_declared_anywhere;
use crate::unit::Unit;
use crate::value::{Args, MOST_TARGETS, Set, Symbol, TypeId, Value};
use indexer_core::{
    Access, DependencyKey, ExprId, Expression, ExtensionId, Owner, Reference, Role, SymbolKind,
};

/// Names that more files define than this are not looked at.
const MOST_DEFINING: usize = 64;

/// Functions that extend the type of a receiver, where no method that it has takes so many arguments, or what it has of that
/// name cannot be called: those are looked for where no method is applicable (C#, "Extension method invocations" in its
/// specification).
pub(super) fn extending_where_none_fits(
    db: &Db,
    unit: &Unit<'_>,
    reference: &Reference,
    denoted: Set,
) -> Set {
    if !unit.rules.members_named_as_types || reference.role != Role::Call || denoted.is_empty() {
        return denoted;
    }
    let Expression::Member { of, name, .. } = unit.facts.expression(reference.expression) else {
        return denoted;
    };
    let takes = |value: Value| match value {
        Value::Definition(sym) => takes_arguments(db, sym, reference),
        Value::External(text) => stub_definition(db, text).is_none_or(|sym| may_be_called(db, sym)),
        _ => true,
    };
    if denoted.iter().any(takes) {
        return denoted;
    }
    let name = db.name(unit, name);
    let mut found = Set::default();
    for receiver in value_of(db, db.file(), of).iter() {
        let functions = extension_functions(db, db.file(), receiver, name);
        functions.iter().filter(|one| takes(*one)).for_each(|one| found.add(one));
    }
    if found.is_empty() { denoted } else { found }
}

/// False for a method that takes another number of arguments, and for what is no function.
fn takes_arguments(db: &Db, sym: Symbol, reference: &Reference) -> bool {
    let Some(of) = db.unit(sym.file) else { return true };
    db.depend_on_symbol(sym);
    let parameters = of.facts.parameters(of.facts.definition(sym.def).parameters);
    match of.kind(sym.def) {
        SymbolKind::Method => arity_fits(parameters, reference.arguments),
        _ => may_be_called(db, sym),
    }
}

/// False for a field or property of a type that is declared, and is none of functions.
fn may_be_called(db: &Db, sym: Symbol) -> bool {
    let Some(of) = db.unit(sym.file) else { return true };
    if !matches!(of.kind(sym.def), SymbolKind::Field | SymbolKind::Property | SymbolKind::Accessor) {
        return true;
    }
    let is_declared_type = |value: Value| match value {
        Value::Instance(TypeId::Def(of), _) => db.unit(of.file).is_some_and(|unit| {
            let kind = unit.kind(of.def);
            kind.is_type() && kind != SymbolKind::TypeAlias
        }),
        _ => false,
    };
    let values = definition_value(db, sym);
    values.is_empty() || !values.iter().all(is_declared_type)
}

/// A member of something outside whose type is not known, together with members of its name that the repository adds to
/// types outside, and with unknown: `DispatchQueue.main.later(1)` where `later` is of an extension of `DispatchQueue`.
pub(super) fn or_extending(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    let rules = unit.rules;
    let may_be_method = rules.members_named_as_types && reference.role == Role::Call;
    if !(may_be_method || rules.extensions_are_parts) || !matches!(denoted.only(), Some(Value::External(_))) {
        return denoted;
    }
    let Expression::Member { of, name, .. } = unit.facts.expression(reference.expression) else {
        return denoted;
    };
    let Some(Value::External(receiver)) = value_of(db, db.file(), of).only() else { return denoted };
    // What nearly every type has is hardly what the repository adds to one.
    if rules.extensions_are_parts && (rules.commodity)(unit.facts.name(name)) {
        return denoted;
    }
    let mut found = match rules.extensions_are_parts {
        true => {
            let added = added_to_types_outside(db, unit, unit.hash(name));
            let added: Set =
                added.iter().filter(|value| may_be_of(db, unit, reference.expression, *value)).collect();
            select_overloads(db, unit, reference, added)
        }
        // What is written like a type may be a property that has the name of its type.
        false => {
            let receiver = Value::Instance(TypeId::External(receiver), Args::NONE);
            extension_functions(db, db.file(), receiver, db.name(unit, name))
        }
    };
    match found.iter().count() {
        0 => denoted,
        _ if !found.iter().any(|value| matches!(value, Value::Definition(_))) => denoted,
        1..=MOST_TARGETS => {
            found.add(Value::Unknown);
            found
        }
        _ => Set::unknown(),
    }
}

/// Can this be the member that an expression names? Of what is written like a type, and of a type that is only implied, it
/// is no member of instances, and of values it is one.
pub(super) fn may_be_of(db: &Db, unit: &Unit<'_>, expression: ExprId, member: Value) -> bool {
    let Expression::Member { of, access, .. } = unit.facts.expression(expression) else { return true };
    let is_type = match unit.facts.expression(of) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => {
            unit.facts.name(name).starts_with(char::is_uppercase)
        }
        _ => false,
    };
    (access == Access::Path || is_type) != is_of_instances(db, member)
}

/// The members with this name (its hash) of extensions of types that nothing in the repository declares.
fn added_to_types_outside(db: &Db, unit: &Unit<'_>, name: u64) -> Set {
    db.depend(DependencyKey::named(name));
    let mut found = Set::default();
    for file in db.linker.database.defining(name).iter().take(MOST_DEFINING) {
        let Some(other) = db.unit(*file).filter(|other| other.rules.language == unit.rules.language) else {
            continue;
        };
        for def in other.definitions_of(name) {
            if let Owner::Extension(id) = other.facts.definition(def).owner
                && extends_outside(db, other, id)
            {
                found.add(Value::definition(*file, def));
            }
        }
    }
    found
}

/// True for an extension of a type that nothing of the repository declares.
fn extends_outside(db: &Db, unit: &Unit<'_>, id: ExtensionId) -> bool {
    let name = unit.facts.extensions.get(id.index()).and_then(|extension| extension.type_name);
    unit.stub_of.is_none() && name.is_some_and(|name| !is_declared_anywhere(db, unit.hash(name)))
}
