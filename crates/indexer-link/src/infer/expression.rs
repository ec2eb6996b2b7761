//! Expressions to values.

use crate::infer::{
    ClosureParameter, ExpectedArgument, applied_by_default, apply_type_arguments, as_instance, as_metatype,
    as_receiver, as_receiver_type, awaited_value, builtin_type, call_expression, call_member_named,
    deref_value, element_of, excluded, indexed_value, instance_of_builtin, item_of, language_name, matched,
    member_value, narrowed, passed_to_function, payload_of, receiver_around, reify, reify_all, run_bare,
    runs_with_types, type_around, type_with_parameters,
};
use crate::interned::nested;
use crate::query::Db;
use crate::resolve::{as_visible, resolve};
use crate::unit::Unit;
use crate::value::{Args, DEEPEST_ARGUMENTS, Set, Symbol, TypeId, Value, first_items};
use indexer_core::{
    CollectionKind, DefId, ExprId, Expression, FileId, List, LiteralKind, Owner, RECEIVER, SymbolKind,
};

/// What an expression may be.
pub(crate) fn value_of(db: &Db, file: FileId, id: ExprId) -> Set {
    if id.is_unknown() {
        return Set::unknown();
    }
    let is_own = db.is_own(file);
    if is_own && let Some(known) = db.own.values.get(&id) {
        return known;
    }
    let evaluated = db.nested(|| stacker::maybe_grow(128 << 10, 4 << 20, || evaluate(db, file, id)));
    let Some(set) = evaluated else { return Set::unknown() };
    if is_own && !db.is_endless() {
        db.own.values.insert(id, set.clone());
    }
    set
}

fn evaluate(db: &Db, file: FileId, id: ExprId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    match unit.facts.expression(id) {
        Expression::Unknown => Set::unknown(),
        Expression::Name { .. } | Expression::Import { .. } => {
            let (found, _) = resolve(db, file, id, None);
            let found = match unit.rules.inclusion {
                Some(_) => as_visible(db, file, unit.facts.expression(id), found),
                None => found,
            };
            run_bare(db, file, reify_all(db, &found, None))
        }
        Expression::Member { of, name, access } => member_value(db, file, of, name, access),
        Expression::Call { of, arguments } if unit.rules.classes.is_some() => {
            db.once_a_round((file, id), || call_expression(db, file, id, of, arguments))
        }
        Expression::Call { of, arguments } => call_expression(db, file, id, of, arguments),
        Expression::Keyword { value, .. } => value_of(db, file, value),
        Expression::Index { of, index } => {
            let whole =
                matches!(unit.facts.expression(index), Expression::Collection(CollectionKind::Range, _));
            if whole { value_of(db, file, of) } else { indexed_value(db, file, of) }
        }
        Expression::Element(of) => {
            let of = value_of(db, file, of);
            element_of(db, &of)
        }
        Expression::Awaited(of) => {
            let of = value_of(db, file, of);
            awaited_value(db, file, &of)
        }
        Expression::Promised(of) => {
            let of = value_of(db, file, of);
            let inner = awaited_value(db, file, &of);
            match unit.rules.protocol.promise {
                Some(name) => instance_of_builtin(db, file, name, vec![inner]),
                None => inner,
            }
        }
        Expression::Expected { call, position } => db.ask(ExpectedArgument { file, call, position }),
        Expression::Narrowed { of, by } => narrowed(db, file, of, by),
        Expression::Excluded { of, without } => excluded(db, file, of, without),
        Expression::Matched { of, member, is } => matched(db, file, of, (member, is)),
        Expression::Guards(of) => {
            let of = instances_of(&type_of(db, file, of));
            let truth = (unit.rules.protocol.literal)(LiteralKind::Boolean);
            let truth = truth.and_then(|name| builtin_type(db, file, name));
            truth.map_or(Set::unknown(), |id| Set::of(Value::Type(id, bounded_args(db, vec![of]))))
        }
        Expression::Metatype(of) => type_of(db, file, of).iter().map(as_metatype).collect(),
        Expression::Put { into, .. } => value_of(db, file, into),
        Expression::Given { of, index } => {
            let of = value_of(db, file, of);
            passed_to_function(db, &of, index)
        }
        Expression::Object(scope) => match unit.body_of(scope) {
            Some(Owner::Definition(def)) => Set::of(type_with_parameters(db, Symbol { file, def })),
            _ => Set::of(Value::Object(file, scope, Args::NONE)),
        },
        Expression::Tried(of) => {
            let of = value_of(db, file, of);
            let tried = unit.rules.protocol.tried;
            tried.map_or(Set::unknown(), |member| call_member_named(db, &of, member))
        }
        Expression::Deref(of) => deref_value(db, file, of),
        Expression::Entered(of) => {
            let of = value_of(db, file, of);
            let entered = unit.rules.protocol.entered;
            entered.map_or(Set::unknown(), |member| call_member_named(db, &of, member))
        }
        Expression::Literal(kind) => {
            let name = (unit.rules.protocol.literal)(kind);
            match (kind, name) {
                (indexer_core::LiteralKind::None, _) => Set::default(),
                (_, Some(name)) => instance_of_builtin(db, file, name, Vec::new()),
                _ => Set::unknown(),
            }
        }
        Expression::Text(_) => {
            let name = (unit.rules.protocol.literal)(LiteralKind::String);
            name.map_or(Set::unknown(), |name| instance_of_builtin(db, file, name, Vec::new()))
        }
        Expression::Collection(kind, list) => match (unit.rules.protocol.collection)(kind) {
            Some(name) => {
                let element = union_of(db, file, first_items(list));
                // A map's second argument is what it holds; its keys are not written down.
                let args = match kind {
                    CollectionKind::Map => vec![Set::unknown(), element],
                    _ => vec![element],
                };
                instance_of_builtin(db, file, name, args)
            }
            None => Set::unknown(),
        },
        Expression::Tuple(list) => {
            let items = unit.facts.list(list).iter().map(|e| value_of(db, file, *e)).collect();
            Set::of(Value::Tuple(bounded_args(db, items)))
        }
        Expression::Item { of, index } => {
            let of = value_of(db, file, of);
            item_of(db, &of, index)
        }
        Expression::Payload { of, pattern, index } => payload_of(db, file, of, pattern, index),
        Expression::Union(list) => union_of(db, file, list),
        Expression::Const(of) => value_of(db, file, of),
        Expression::Instance(of) => match plain(unit, of) {
            // A field or variable whose type is written out without a name: its members are those of the type.
            Expression::Definition(def) if is_typed_in_place(unit, def) => {
                Set::of(Value::Instance(TypeId::Def(Symbol { file, def }), Args::NONE))
            }
            _ => {
                let types = type_of(db, file, of);
                let types = without_namespaces(unit, types);
                let types: Set = types.iter().map(|one| applied_by_default(db, one)).collect();
                match unit.rules.files_are_types {
                    true => types.iter().map(instance_of_file).map(as_instance).collect(),
                    false => types.iter().map(|value| instance_of_type(unit, value)).collect(),
                }
            }
        },
        Expression::Apply { of, .. } if runs_with_types(db, file, of) => {
            call_expression(db, file, id, id, List::default())
        }
        Expression::Apply { of, arguments } => apply_type_arguments(db, file, of, arguments),
        Expression::FunctionType { .. } => Set::of(Value::Callable(file, id, Args::NONE)),
        Expression::Sequence(of) => {
            let item = type_of(db, file, of);
            let item = instances_of(&item);
            let list = (unit.rules.protocol.collection)(CollectionKind::List);
            let name = if !unit.rules.protocol.deref.is_empty() { "slice" } else { list.unwrap_or("list") };
            let types = builtin_type(db, file, name);
            let args = bounded_args(db, vec![item]);
            types.map_or(Set::unknown(), |id| Set::of(Value::Type(id, args)))
        }
        Expression::Lambda(lambda) => Set::of(Value::Lambda(file, lambda)),
        Expression::LambdaParameter(lambda, RECEIVER) => receiver_around(db, file, lambda),
        Expression::LambdaParameter(lambda, index) => {
            db.ask(ClosureParameter { file, closure: lambda, index })
        }
        Expression::SelfInstance(scope) => {
            let types = type_around(db, file, scope);
            types.iter().map(as_receiver).collect()
        }
        Expression::SelfType(scope) => {
            let types = type_around(db, file, scope);
            types.iter().map(as_receiver_type).collect()
        }
        Expression::Super(scope) => type_around(db, file, scope)
            .iter()
            .map(|v| match v {
                Value::Type(TypeId::Def(sym), _) => Value::Super(sym),
                _ => Value::Unknown,
            })
            .collect(),
        Expression::Combined { left, right } => combined_value(db, file, left, right),
        Expression::Case { member, .. } => {
            let (found, _) = resolve(db, file, id, None);
            if unit.rules.open_types.is_some() && found == resolve(db, file, member, Some(true)).0 {
                return value_of(db, file, member);
            }
            reify_all(db, &found, None)
        }
        Expression::Definition(def) => {
            let values = reify(db, Value::Definition(Symbol { file, def }), None);
            match values.only() {
                // Before its decorators: bound to a receiver that is none.
                Some(Value::Function(sym, Args::NONE)) if unit.rules.parameters_take_arguments => {
                    Set::of(Value::Function(sym, db.args(vec![Set::default()])))
                }
                _ => values,
            }
        }
    }
}

/// What an operator makes of two values.
fn combined_value(db: &Db, file: FileId, left: ExprId, right: ExprId) -> Set {
    let Some(rules) = db.unit(file).and_then(|unit| unit.rules.classes) else { return Set::unknown() };
    let name = |of: ExprId| match value_of(db, file, of).only() {
        Some(Value::Instance(id, _)) => language_name(db, id),
        _ => "".into(),
    };
    let first = name(left);
    let second = if left == right { first.clone() } else { name(right) };
    match (rules.combined)(&first, &second) {
        "" => Set::unknown(),
        name => instance_of_builtin(db, file, name, Vec::new()),
    }
}

/// What a type expression names, as types.
pub(crate) fn type_of(db: &Db, file: FileId, id: ExprId) -> Set {
    value_of(db, file, id)
}

/// Of a type and the namespace beside it, instances are of the type.
fn without_namespaces(unit: &Unit<'_>, types: Set) -> Set {
    let is_namespace = |value: Value| matches!(value, Value::Module(..) | Value::Namespace(..));
    let is_both = types.iter().any(is_namespace) && !types.iter().all(is_namespace);
    match is_both && unit.rules.declarations_merge {
        true => types.iter().filter(|value| !is_namespace(*value)).collect(),
        false => types,
    }
}

/// What is of the type that a file is, as the object that has what the file declares.
fn instance_of_file(value: Value) -> Value {
    match value {
        Value::Module(file, scope) => Value::Object(file, scope, Args::NONE),
        other => other,
    }
}

/// An instance of a type. A module says by itself what a value of its type has (`typeof import("a")`).
fn instance_of_type(unit: &Unit<'_>, value: Value) -> Value {
    match value {
        Value::Module(..) if unit.rules.declarations_merge => value,
        other => as_instance(other),
    }
}

/// Instances of the types in a set.
pub(crate) fn instances_of(types: &Set) -> Set {
    types.iter().map(as_instance).collect()
}

fn union_of(db: &Db, file: FileId, list: List) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let mut all = Set::default();
    for item in unit.facts.list(list) {
        all.extend(&value_of(db, file, *item));
    }
    all
}

/// Interns type arguments, without what is nested too deep.
pub(crate) fn bounded_args(db: &Db, items: Vec<Set>) -> Args {
    let items = items.into_iter().map(|set| bounded(db, set)).collect();
    db.args(items)
}

fn bounded(db: &Db, set: Set) -> Set {
    let arguments = &db.linker.arguments;
    let is_deep = |value: Value| nested(value).is_some_and(|args| arguments.depth(args) >= DEEPEST_ARGUMENTS);
    if !set.iter().any(is_deep) {
        return set;
    }
    let cut = |value: Value| match value {
        // What it declares is known without them.
        Value::Object(file, scope, _) => Value::Object(file, scope, Args::NONE),
        _ => Value::Unknown,
    };
    set.iter().map(|value| if is_deep(value) { cut(value) } else { value }).collect()
}

/// A type expression, whether it can be changed or not.
fn plain(unit: &Unit<'_>, of: ExprId) -> Expression {
    match unit.facts.expression(of) {
        Expression::Const(of) => unit.facts.expression(of),
        plain => plain,
    }
}

/// True for a field or variable whose type stands in its declaration and has no name.
fn is_typed_in_place(unit: &Unit<'_>, def: DefId) -> bool {
    let is_value = matches!(unit.kind(def), SymbolKind::Field | SymbolKind::Variable);
    is_value && unit.facts.definition(def).body.is_some()
}
