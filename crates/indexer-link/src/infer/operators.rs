//! What operators give: indexing, iterating, dereferencing, awaiting.

use crate::flow::expand_parameters;
use crate::infer::{
    Environment, are_outside, builtin_type, call_member_named, dereferenced, extension_blocks,
    implemented_traits, in_scope, instances_of, items_of_array, members_of_type, outside_name, reify_all,
    rules_of, seen_as, stub_path, substitute, type_of, value_of,
};
use crate::query::Db;
use crate::resolve::{complete_type, including};
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, ExprId, FileId};

/// Item `index` of tuples; positional field of tuple structs; element of sequences.
pub(crate) fn item_of(db: &Db, of: &Set, index: u32) -> Set {
    let mut all = Set::default();
    for value in expand_parameters(db, of).iter() {
        match behind_outside_types(db, value) {
            Value::Tuple(args) => match db.args_of(args).get(index as usize) {
                Some(item) => all.extend(item),
                None => all.add(Value::Unknown),
            },
            held @ (Value::Instance(TypeId::Def(sym), _) | Value::Receiver(TypeId::Def(sym), _)) => {
                all.extend(&positional_field(db, sym, held, index));
            }
            held if is_declared_outside(db, held) => all.add(held),
            _ => all.add(Value::Unknown),
        }
    }
    all
}

/// What a value dereferences to, through types of the standard library: `x.0` on a box is a
/// field of what the box holds.
fn behind_outside_types(db: &Db, value: Value) -> Value {
    let mut value = value;
    while let Value::Instance(id, args) = value
        && stub_path(db, id).is_some()
        && let Some(inner) = dereferenced(db, id, args)
        && inner != value
    {
        value = inner;
    }
    value
}

fn positional_field(db: &Db, sym: Symbol, receiver: Value, index: u32) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::unknown() };
    let definition = unit.facts.definition(sym.def);
    db.depend_on_symbol(sym);
    let parameters = unit.facts.parameters(definition.parameters);
    let Some(parameter) = parameters.get(index as usize).filter(|p| !p.annotation.is_unknown()) else {
        let items = element_of(db, &Set::of(receiver));
        return if items.has_unknown() { indexed_values(db, &Set::of(receiver)) } else { items };
    };
    let types = type_of(db, sym.file, parameter.annotation);
    let value = instances_of(&types);
    let (Value::Instance(_, args) | Value::Receiver(_, args)) = receiver else { return value };
    let mut environment = Environment::default();
    let run = definition.type_parameters;
    let items = db.args_of(args);
    for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
        environment.bind(TypeId::Param(sym.file, i), item.clone());
    }
    substitute(db, &value, &environment, None)
}

/// True for an instance of a type outside whose parts are of such types too. They are said to be
/// of its own type: no more than where they come from is known.
fn is_declared_outside(db: &Db, value: Value) -> bool {
    let declared = db.unit(db.file()).is_some_and(|unit| unit.rules.declared_types);
    declared && matches!(value, Value::Instance(TypeId::External(_), args) if are_outside(db, args))
}

/// What iterating over values gives.
pub(crate) fn element_of(db: &Db, of: &Set) -> Set {
    let mut all = Set::default();
    for value in expand_parameters(db, of).iter() {
        if let Value::Tuple(args) = value {
            for item in db.args_of(args).iter() {
                all.extend(item);
            }
            continue;
        }
        let (Value::Instance(id, _) | Value::Receiver(id, _)) = value else {
            all.add(Value::Unknown);
            continue;
        };
        let Some(rules) = rules_of(db, id) else { continue };
        if is_declared_outside(db, value) {
            all.add(value);
            continue;
        }
        let mut found = Set::unknown();
        for path in rules.protocol.element {
            let mut here = Set::of(value);
            for (at, member) in path.iter().enumerate() {
                if at > 0 && is_pointer_without(db, &here, member) {
                    break;
                }
                here = call_member_named(db, &here, member);
            }
            if here.iter().any(|value| value != Value::Unknown) {
                found = here;
                break;
            }
        }
        all.extend(&found);
    }
    all
}

/// True for an instance of a class that has no such member, where a pointer is what it points to: it is a pointer then.
fn is_pointer_without(db: &Db, values: &Set, member: &str) -> bool {
    let Some(Value::Instance(id, _) | Value::Receiver(id, _)) = values.only() else { return false };
    let is_complete = match id {
        TypeId::Def(sym) => complete_type(db, sym).is_some_and(|(_, is_complete)| is_complete),
        TypeId::Param(..) | TypeId::External(_) => false,
    };
    if !is_complete || rules_of(db, id).is_none_or(|rules| rules.inclusion.is_none()) {
        return false;
    }
    let members = members_of_type(db, id, db.text(member), Some(true));
    members.found.is_empty() && !members.open
}

pub(crate) fn indexed_value(db: &Db, file: FileId, of: ExprId) -> Set {
    let of = value_of(db, file, of);
    indexed_values(db, &of)
}

fn indexed_values(db: &Db, of: &Set) -> Set {
    let mut all = Set::default();
    for value in expand_parameters(db, of).iter() {
        match value {
            // Not its element: its type arguments are written as an index is.
            Value::Type(..) | Value::ReceiverType(..) | Value::External(_) | Value::Function(..) => {
                all.add(value);
            }
            _ if is_declared_outside(db, value) => all.add(value),
            Value::Instance(id, args) | Value::Receiver(id, args) => {
                let rules = rules_of(db, id);
                let members = rules.map_or(&[][..], |r| r.protocol.index);
                // What a pointer points to is the pointer to the linker of such a language.
                let pointer = rules.is_some_and(|r| r.inclusion.is_some())
                    && matches!(id, TypeId::Def(sym) if stub_path(db, id).is_none() && including(db, sym.file).is_some());
                let items = if members.is_empty() { items_of_array(db, id, args) } else { None };
                let mut found =
                    items.unwrap_or_else(|| if pointer { Set::of(value) } else { Set::unknown() });
                for member in members {
                    let here = call_member_named(db, &Set::of(value), member);
                    if here.is_empty() || here.iter().any(|value| value != Value::Unknown) {
                        found = here;
                        break;
                    }
                }
                all.extend(&found);
            }
            _ => all.add(Value::Unknown),
        }
    }
    all
}

pub(crate) fn deref_value(db: &Db, file: FileId, of: ExprId) -> Set {
    let of = value_of(db, file, of);
    let mut all = Set::default();
    for value in of.iter() {
        let inner = match value {
            Value::Instance(id, args) | Value::Receiver(id, args) => dereferenced(db, id, args),
            _ => None,
        };
        // A plain reference is not a type of its own here: what it refers to is the value.
        all.add(inner.unwrap_or(value));
    }
    all
}

/// What a type of the repository says that awaiting its instances gives, where a block makes it awaitable.
fn declared_result(db: &Db, value: Value, awaitable: &[&str], member: &str) -> Option<Set> {
    let (Value::Instance(TypeId::Def(sym), _) | Value::Receiver(TypeId::Def(sym), _)) = value else {
        return None;
    };
    let unit = db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    let name = unit.hash(unit.facts.definition(sym.def).name);
    let mut all = Set::default();
    for (file, id, is_trait) in extension_blocks(db, name, Some(sym)) {
        let is_it = |of: Value| outside_name(db, of).is_some_and(|name| awaitable.contains(&name.as_str()));
        let Some(other) = db.unit(file) else { continue };
        if !is_trait || !implemented_traits(db, file, id).iter().any(is_it) {
            continue;
        }
        let hash = hash_text(member);
        db.depend(DependencyKey::extension_member(other.path_hash, name, hash));
        let found = in_scope(db, file, other.facts.extensions[id.index()].scope, hash, None);
        all.extend(&instances_of(&reify_all(db, &found, Some(value))));
    }
    (!all.is_empty()).then_some(all)
}

/// What awaiting values gives: what the promises among them hold, and the others as they are.
pub(crate) fn awaited_value(db: &Db, file: FileId, of: &Set) -> Set {
    if let Some((awaitable, member)) = db.unit(file).and_then(|unit| unit.rules.protocol.awaited) {
        let mut all = Set::default();
        for value in of.iter() {
            match declared_result(db, value, awaitable, member) {
                Some(found) => all.extend(&found),
                None => all.add(value),
            }
        }
        return all;
    }
    let name = db.unit(file).and_then(|u| u.rules.protocol.promise);
    let Some(TypeId::Def(promise)) = name.and_then(|name| builtin_type(db, file, name)) else {
        return of.clone();
    };
    let mut all = Set::default();
    for value in of.iter() {
        match value {
            Value::Instance(TypeId::Def(sym), args) | Value::Receiver(TypeId::Def(sym), args) => {
                match seen_as(db, sym, args, promise) {
                    Some(args) => match db.args_of(args).first() {
                        Some(inner) => all.extend(inner),
                        None => all.add(Value::Unknown),
                    },
                    None => all.add(value),
                }
            }
            other => all.add(other),
        }
    }
    all
}
