//! What patterns take out of variants.

use crate::infer::{
    Environment, as_instance, enum_of, instances_of, is_open, reify_all, substitute, type_of, value_of,
};
use crate::query::Db;
use crate::resolve::resolve;
use crate::value::{Set, TypeId, Value};
use indexer_core::{ExprId, FileId, Flags, WHOLE};

/// What payload `index` of `of` is, seen through a pattern.
pub(crate) fn payload_of(db: &Db, file: FileId, of: ExprId, pattern: ExprId, index: u32) -> Set {
    let (pattern, _) = resolve(db, file, pattern, None);
    let values = reify_all(db, &pattern, None);
    if index == WHOLE {
        return values.iter().map(|value| seen_by_pattern(db, file, of, value)).collect();
    }
    let mut all = Set::default();
    for value in values.iter() {
        let (holder, of_type) = match value {
            Value::Variant(sym, _) => (sym, enum_of(db, sym)),
            Value::Type(TypeId::Def(sym), _) | Value::ReceiverType(TypeId::Def(sym), _) => (sym, Some(sym)),
            _ => {
                all.add(Value::Unknown);
                continue;
            }
        };
        let Some(unit) = db.unit(holder.file) else { continue };
        db.depend_on_symbol(holder);
        // Of what an object takes apart by itself, its class says nothing.
        let is_record = unit.facts.definition(holder.def).flags.has(Flags::RECORD);
        if unit.rules.objects && !is_record && !matches!(value, Value::Variant(..)) {
            all.add(Value::Unknown);
            continue;
        }
        let parameters = unit.facts.parameters(unit.facts.definition(holder.def).parameters);
        let Some(annotation) = parameters.get(index as usize).map(|p| p.annotation) else {
            all.add(Value::Unknown);
            continue;
        };
        let types = type_of(db, holder.file, annotation);
        let payload = instances_of(&types);
        if !payload.iter().any(|v| is_open(db, v)) {
            all.extend(&payload);
            continue;
        }
        let Some(of_type) = of_type else { continue };
        let run = unit.type_parameters(of_type.def);
        for matched in value_of(db, file, of).iter() {
            let args = match matched {
                Value::Instance(TypeId::Def(sym), args) | Value::Receiver(TypeId::Def(sym), args)
                    if sym == of_type =>
                {
                    args
                }
                Value::Variant(_, args) => args,
                _ => {
                    all.add(Value::Unknown);
                    continue;
                }
            };
            let mut environment = Environment::default();
            let items = db.args_of(args);
            for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
                environment.bind(TypeId::Param(holder.file, i), item.clone());
            }
            all.extend(&substitute(db, &payload, &environment, None));
        }
    }
    all
}

/// The matched value as what a pattern names, with the type arguments that it has.
fn seen_by_pattern(db: &Db, file: FileId, of: ExprId, pattern: Value) -> Value {
    let of_type = match pattern {
        Value::Variant(sym, _) => enum_of(db, sym),
        Value::Type(TypeId::Def(sym), _) => Some(sym),
        _ => None,
    };
    let Some(of_type) = of_type else { return as_instance(pattern) };
    let is_generic = db.unit(of_type.file).is_some_and(|unit| unit.type_parameters(of_type.def).len > 0);
    if !is_generic {
        return as_instance(pattern);
    }
    let arguments = value_of(db, file, of).iter().find_map(|value| match value {
        Value::Instance(TypeId::Def(sym), args) | Value::Receiver(TypeId::Def(sym), args) => {
            (sym == of_type).then_some(args)
        }
        Value::Variant(sym, args) => (enum_of(db, sym) == Some(of_type)).then_some(args),
        _ => None,
    });
    match (pattern, arguments) {
        (Value::Variant(sym, _), Some(args)) => Value::Variant(sym, args),
        (Value::Type(id, _), Some(args)) => Value::Instance(id, args),
        _ => as_instance(pattern),
    }
}
