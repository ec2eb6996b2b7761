//! Generic types with arguments.

use crate::infer::{
    Environment, as_type, bounded_args, builtin_type, definition_value, instances_of, is_distinct,
    stub_definition, substitute, type_of,
};
use crate::query::Db;
use crate::resolve::resolve;
use crate::value::{Set, TypeId, Value};
use indexer_core::{ExprId, FileId, List, SymbolKind};

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
            Value::External(text) if unit.rules.has_function_types => {
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
                let aliased = definition_value(db, sym);
                let run = db.unit(sym.file).map(|u| u.type_parameters(sym.def)).unwrap_or_default();
                let mut bindings = Environment::default();
                for (i, item) in (run.start..run.start + run.len).zip(&items) {
                    bindings.bind(TypeId::Param(sym.file, i), item.clone());
                }
                return substitute(db, &aliased, &bindings, None);
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

/// True for an instance of a type that is no class, which is never nothing.
fn is_value_type(db: &Db, value: Value) -> bool {
    let Value::Instance(TypeId::Def(sym), _) = value else { return false };
    db.unit(sym.file).is_some_and(|unit| matches!(unit.kind(sym.def), SymbolKind::Struct | SymbolKind::Enum))
}
