//! Generic types with arguments.

use crate::infer::{
    Environment, as_type, bounded_args, builtin_type, definition_value, instances_of, is_distinct, looked_up,
    looked_up_by, stub_definition, substitute, type_of,
};
use crate::query::Db;
use crate::resolve::resolve;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::{ExprId, FileId, Linearization, List, SymbolKind};

/// A generic type with arguments.
pub(crate) fn apply_type_arguments(db: &Db, file: FileId, of: ExprId, arguments: List) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let items: Vec<Set> = unit
        .facts
        .list(arguments)
        .iter()
        .map(|e| {
            let types = type_of(db, file, *e);
            instances_of(&types)
        })
        .collect();
    if let (denoted, _) = resolve(db, file, of, None)
        && let Some(value) = denoted.only()
    {
        let value = match value {
            Value::External(text)
                if unit.rules.has_function_types || unit.rules.linearization == Linearization::Autoderef =>
            {
                stub_definition(db, text).map_or(value, Value::Definition)
            }
            _ => value,
        };
        match value {
            Value::External(text) => {
                let text = db.text_of(text);
                let last = text.rsplit(['.', ':']).next().unwrap_or("");
                if unit.rules.protocol.transparent.contains(&last) {
                    let mut all = Set::default();
                    for item in &items {
                        all.extend(&item.iter().map(as_type).collect());
                    }
                    return all;
                }
            }
            Value::Definition(sym)
                if db.unit(sym.file).map(|u| u.kind(sym.def)) == Some(SymbolKind::TypeAlias)
                    && !is_distinct(db, sym) =>
            {
                // An alias with parameters of its own: its value with the arguments put in.
                return aliased_with(db, sym, items);
            }
            _ => {}
        }
    }
    let types = type_of(db, file, of);
    if let Some(name) = unit.rules.optional_type
        && let Some(optional) = builtin_type(db, file, name)
        && types.iter().all(|value| matches!(value, Value::Type(id, _) if id == optional))
        && let [item] = items.as_slice()
        && !item.iter().all(|value| is_value_type(db, value))
    {
        return item.iter().map(as_type).collect();
    }
    let items = match types.only() {
        Some(Value::Type(TypeId::Def(sym), _)) => with_defaults(db, sym, items),
        _ => items,
    };
    let args = bounded_args(db, items);
    let tuple = unit.rules.protocol.tuple.and_then(|name| builtin_type(db, file, name));
    types
        .iter()
        .map(|value| match value {
            Value::Type(id, _) if Some(id) == tuple => Value::Tuple(args),
            Value::Type(id, _) | Value::ReceiverType(id, _) => Value::Type(id, args),
            Value::External(text) => Value::Type(TypeId::External(text), args),
            Value::Variant(sym, _) => Value::Variant(sym, args),
            other => other,
        })
        .collect()
}

/// What an alias stands for with these type arguments.
fn aliased_with(db: &Db, alias: Symbol, items: Vec<Set>) -> Set {
    let aliased = definition_value(db, alias);
    let Some(unit) = db.unit(alias.file) else { return aliased };
    let run = unit.type_parameters(alias.def);
    if unit.plain_stub().is_some() && items.len() > run.len as usize {
        // Another type of this name, such as the iterator of a map.
        return Set::unknown();
    }
    let items = with_defaults(db, alias, items);
    let mut bindings = Environment::default();
    for (i, item) in (run.start..run.start + run.len).zip(items) {
        bindings.bind(TypeId::Param(alias.file, i), item);
    }
    looked_up_by(db, alias, &bindings).unwrap_or_else(|| substitute(db, &aliased, &bindings, None))
}

/// What an alias stands for that is named without type arguments: its parameters are their defaults. `None` where it has
/// none, or one of them has no default.
pub(crate) fn aliased_by_default(db: &Db, alias: Symbol) -> Option<Set> {
    let unit = db.unit(alias.file).filter(|unit| unit.rules.declarations_merge)?;
    db.depend_on_symbol(alias);
    let run = unit.type_parameters(alias.def);
    let all = unit.facts.type_parameters(run);
    let have_defaults = !all.is_empty() && all.iter().all(|one| !one.default.is_unknown());
    have_defaults.then(|| aliased_with(db, alias, Vec::new()))
}

/// A type that is named without type arguments: with the defaults of its parameters, where each has one.
pub(crate) fn applied_by_default(db: &Db, value: Value) -> Value {
    let Value::Type(id @ TypeId::Def(sym), Args::NONE) = value else { return value };
    default_arguments(db, sym).map_or(value, |args| Value::Type(id, args))
}

/// The defaults of the type parameters of a definition; `None` where it has none, or one of them has no default.
pub(crate) fn default_arguments(db: &Db, sym: Symbol) -> Option<Args> {
    let unit = db.unit(sym.file).filter(|unit| unit.rules.declarations_merge)?;
    db.depend_on_symbol(sym);
    let all = unit.facts.type_parameters(unit.type_parameters(sym.def));
    let have_defaults = !all.is_empty() && all.iter().all(|one| !one.default.is_unknown());
    have_defaults.then(|| bounded_args(db, with_defaults(db, sym, Vec::new())))
}

/// The type arguments of a definition, with the defaults of those that are not given.
pub(crate) fn with_defaults(db: &Db, sym: Symbol, mut items: Vec<Set>) -> Vec<Set> {
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.rules.declarations_merge) else { return items };
    db.depend_on_symbol(sym);
    let run = unit.type_parameters(sym.def);
    let mut known = Environment::default();
    for (i, item) in (run.start..).zip(&items) {
        known.bind(TypeId::Param(sym.file, i), item.clone());
    }
    for (i, one) in (run.start..).zip(unit.facts.type_parameters(run)).skip(items.len()) {
        if one.default.is_unknown() {
            break;
        }
        let item = looked_up(db, sym.file, one.default, &known).unwrap_or_else(|| {
            let default = instances_of(&type_of(db, sym.file, one.default));
            substitute(db, &default, &known, None)
        });
        known.bind(TypeId::Param(sym.file, i), item.clone());
        items.push(item);
    }
    items
}

/// True for an instance of a type that is no class, which is never nothing.
fn is_value_type(db: &Db, value: Value) -> bool {
    let Value::Instance(TypeId::Def(sym), _) = value else { return false };
    db.unit(sym.file).is_some_and(|unit| matches!(unit.kind(sym.def), SymbolKind::Struct | SymbolKind::Enum))
}
