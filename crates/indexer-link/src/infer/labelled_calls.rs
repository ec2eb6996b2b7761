//! What callees and names mean in a language whose arguments have labels: with what stands before the point, the place of the
//! name and the arguments of its call, where there is one.

use crate::infer::fieldwise::are_fields_taken;
use crate::infer::labels::{
    Standing, called_by_label, is_function, is_nameable, is_payload, label_of, of_protocols, type_of_member,
};
use crate::infer::{
    ExpectedArgument, Given, callees_of, calls_of, given_by, members_of_definition, overloads_of, own_member,
    reify, type_around, type_of_parameter, value_of,
};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::{
    Access, ExprId, Expression, FileId, Flags, Owner, Reference, Role, ScopeKind, SymbolKind,
};
use rustc_hash::FxHashMap;

/// More functions that fit a call and that nothing tells apart are not shown.
const MOST_SHOWN: usize = 2;

/// How a callee or name stands.
pub(crate) fn standing_of(db: &Db, unit: &Unit<'_>, file: FileId, expression: ExprId) -> Standing {
    let of_type = |value: Value| match value {
        Value::Type(TypeId::Def(of), _)
        | Value::Instance(TypeId::Def(of), _)
        | Value::ReceiverType(TypeId::Def(of), _)
        | Value::Receiver(TypeId::Def(of), _)
        | Value::Super(of) => db.unit(of.file).is_some_and(|unit| unit.kind(of.def) != SymbolKind::Trait),
        Value::Variant(..) => true,
        _ => false,
    };
    let is_concrete = match unit.facts.expression(expression) {
        Expression::Member { of, .. } => value_of(db, file, of).iter().any(of_type),
        Expression::Name { scope, .. } => {
            let mut current = Some(scope);
            let mut found = false;
            while let Some(id) = current {
                let Some(info) = unit.facts.scopes.get(id.index()) else { break };
                if matches!(info.kind, ScopeKind::Type | ScopeKind::Extension) {
                    found = type_around(db, file, id).iter().any(of_type);
                    break;
                }
                current = info.parent;
            }
            found
        }
        Expression::Apply { of, .. } => return standing_of(db, unit, file, of),
        _ => false,
    };
    Standing { file, is_concrete }
}

/// What a reference denotes, with those that its labels and the place leave.
pub(crate) fn select_by_label(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    let standing = standing_of(db, unit, db.file(), reference.expression);
    if reference.role == Role::Call
        && let Some(list) = call_arguments(db, unit, reference.expression)
    {
        let labels: Vec<Option<u64>> = list.iter().map(|of| label_of(db, db.file(), *of)).collect();
        let given: Vec<Given> = list.iter().map(|of| given_by(db, db.file(), *of)).collect();
        let denoted = of_instances_or_types(db, unit, reference.expression, denoted);
        let denoted = called_cases(db, denoted);
        let called = called_by_label(db, &denoted, standing, &labels, Some(&given));
        // Of more of them less than every second one is right.
        let are_many =
            called.iter().filter(|value| matches!(value, Value::Definition(_))).count() > MOST_SHOWN;
        return if are_many { Set::unknown() } else { called };
    }
    let denoted = match reference.role {
        Role::Read | Role::Write => {
            without_functions(db, property_instead(db, unit, reference.expression, denoted))
        }
        _ => denoted,
    };
    let denoted = of_instances_or_types(db, unit, reference.expression, denoted);
    let denoted = passed_functions(db, unit, reference.expression, read_cases(db, unit, reference, denoted));
    let denoted = with_requirements(db, denoted, standing);
    let is_seen = |value: &Value| match value {
        Value::Definition(sym) => is_nameable(db, *sym, db.file()),
        _ => true,
    };
    let seen: Set = denoted.iter().filter(is_seen).collect();
    if seen.is_empty() && !denoted.is_empty() {
        return Set::unknown();
    }
    let definition = |value| if let Value::Definition(sym) = value { Some(sym) } else { None };
    let definitions: Vec<Symbol> = seen.iter().filter_map(definition).collect();
    let others: Set = seen.iter().filter(|value| !matches!(value, Value::Definition(_))).collect();
    let mut all: Set = of_protocols(db, definitions, standing).into_iter().map(Value::Definition).collect();
    all.extend(&others);
    all
}

/// Of a case that holds something and a property of its name what is called is the case.
fn called_cases(db: &Db, denoted: Set) -> Set {
    let is_case = |value: Value| matches!(value, Value::Definition(sym) if is_payload(db, sym));
    let may_be = |value: &Value| match value {
        Value::Definition(sym) => is_case(*value) || is_function(db, *sym),
        _ => true,
    };
    if denoted.iter().any(is_case) { denoted.iter().filter(may_be).collect() } else { denoted }
}

/// Of a case that holds something and a property of its name what is passed by the name alone is the property.
fn read_cases(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    let Expression::Member { of, access: Access::Path, .. } = unit.facts.expression(reference.expression)
    else {
        return denoted;
    };
    if !matches!(unit.facts.expression(of), Expression::Expected { .. }) {
        return denoted;
    }
    let is_case = |value: &Value| matches!(value, Value::Definition(sym) if is_payload(db, *sym));
    let left: Set = denoted.iter().filter(|value| !is_case(value)).collect();
    if left.iter().any(|value| matches!(value, Value::Definition(_))) { left } else { denoted }
}

/// Of functions that are passed by their name those with as many parameters as the function has that is taken there.
fn passed_functions(db: &Db, unit: &Unit<'_>, expression: ExprId, denoted: Set) -> Set {
    let is_function_of = |value: Value| matches!(value, Value::Definition(sym) if is_function(db, sym));
    if !denoted.iter().any(is_function_of) {
        return denoted;
    }
    let all: Set = denoted.iter().flat_map(|value| family_of(db, value)).collect();
    // Of what makes a type outside, stubs say only a part: it is that rather than what is added here.
    let is_added = |value: Value| match value {
        Value::Definition(sym) => {
            let is_made = db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def) == SymbolKind::Constructor);
            let of = type_of_member(db, sym).filter(|_| is_made);
            of.is_some_and(|of| db.unit(of.file).is_none_or(|unit| unit.stub_of.is_some()))
        }
        _ => false,
    };
    if all.iter().any(is_added) {
        let is_of_stub = |value: &Value| match value {
            Value::Definition(sym) => db.unit(sym.file).is_some_and(|unit| unit.stub_of.is_some()),
            _ => true,
        };
        let outside: Set = all.iter().filter(is_of_stub).collect();
        return if outside.is_empty() { Set::unknown() } else { outside };
    }
    if all.only().is_some() {
        return denoted;
    }
    let places = db.own.passed_methods.get_or_init(|| passed_members(unit));
    let Some((call, position)) = places.get(&expression).copied() else { return denoted };
    let mut counts = Vec::new();
    for taken in db.ask(ExpectedArgument { file: db.file(), call, position }).iter() {
        let Value::Callable(file, function, _) = taken else { return denoted };
        match db.unit(file).map(|unit| unit.facts.expression(function)) {
            Some(Expression::FunctionType { parameters, .. }) => counts.push(parameters.len),
            _ => return denoted,
        }
    }
    let takes = |value: &Value| match value {
        Value::Definition(sym) if is_function(db, *sym) => db
            .unit(sym.file)
            .is_some_and(|unit| counts.contains(&unit.facts.definition(sym.def).parameters.len)),
        _ => true,
    };
    let taken: Set = all.iter().filter(takes).collect();
    if counts.is_empty() || !taken.iter().any(is_function_of) { denoted } else { taken }
}

/// Where each member that is named and not called is passed: the call and its place among the arguments.
fn passed_members(unit: &Unit<'_>) -> FxHashMap<ExprId, (ExprId, u32)> {
    let mut found = FxHashMap::default();
    for (expression, call) in unit.facts.expressions.iter().zip(0u32..) {
        let Expression::Call { arguments, .. } = expression else { continue };
        for (argument, position) in unit.facts.list(*arguments).iter().zip(0u32..) {
            let passed = match unit.facts.expression(*argument) {
                Expression::Keyword { value, .. } => value,
                _ => *argument,
            };
            if matches!(unit.facts.expression(passed), Expression::Member { .. }) {
                found.insert(passed, (ExprId(call), position));
            }
        }
    }
    found
}

/// A function with all others of its name that may be meant; anything else alone.
fn family_of(db: &Db, value: Value) -> Vec<Value> {
    match value {
        Value::Definition(sym) if is_function(db, sym) => {
            overloads_of(db, sym).iter().map(|one| Value::Definition(one.sym)).collect()
        }
        other => vec![other],
    }
}

/// With what a protocol asks for, where an extension of it has a property of the name: through the protocol, that is what
/// is read.
fn with_requirements(db: &Db, denoted: Set, standing: Standing) -> Set {
    let mut all = denoted.clone();
    for value in denoted.iter().filter(|_| !standing.is_concrete) {
        let Value::Definition(sym) = value else { continue };
        let Some(unit) = db.unit(sym.file).filter(|_| !is_function(db, sym)) else { continue };
        let definition = unit.facts.definition(sym.def);
        let Some(of) = type_of_member(db, sym).filter(|_| matches!(definition.owner, Owner::Extension(_)))
        else {
            continue;
        };
        if db.unit(of.file).is_some_and(|unit| unit.kind(of.def) == SymbolKind::Trait) {
            all.extend(&own_member(db, of, db.name(unit, definition.name), Some(false)));
        }
    }
    all
}

/// Of properties and functions of one name the properties: what is read is one of them where there are such.
fn without_functions(db: &Db, denoted: Set) -> Set {
    let is_property = |value: &Value| matches!(value, Value::Definition(sym) if !is_function(db, *sym));
    if denoted.iter().any(|value| is_property(&value)) {
        return denoted.iter().filter(is_property).collect();
    }
    denoted
}

/// The property of a type around, where a bare name that is read was found to be a function alone.
fn property_instead(db: &Db, unit: &Unit<'_>, expression: ExprId, denoted: Set) -> Set {
    let Expression::Name { name, scope, .. } = unit.facts.expression(expression) else { return denoted };
    let is_method = |value: Value| matches!(value, Value::Definition(sym) if is_function(db, sym));
    if denoted.is_empty() || !denoted.iter().all(is_method) {
        return denoted;
    }
    let mut current = Some(scope);
    while let Some(id) = current {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        current = info.parent;
        if !matches!(info.kind, ScopeKind::Type | ScopeKind::Extension) {
            continue;
        }
        for of in type_around(db, db.file(), id).iter() {
            let Value::Type(TypeId::Def(of), _) = of else { continue };
            let members = members_of_definition(db, of, db.name(unit, name), Some(false)).found;
            let is_value = |value: &Value| matches!(value, Value::Definition(_)) && !is_method(*value);
            let values: Set = members.iter().filter(is_value).collect();
            if !values.is_empty() {
                return values;
            }
        }
    }
    denoted
}

/// Of members of one name those that instances have, or those that types have, by what stands before the point.
fn of_instances_or_types(db: &Db, unit: &Unit<'_>, expression: ExprId, denoted: Set) -> Set {
    let Expression::Member { of, access, .. } = unit.facts.expression(expression) else { return denoted };
    if access == Access::Path {
        return denoted.iter().filter(|value| !is_of_instances(db, *value)).collect();
    }
    if denoted.only().is_some() || denoted.is_empty() {
        return denoted;
    }
    let is_instance =
        |value: Value| matches!(value, Value::Instance(..) | Value::Receiver(..) | Value::Variant(..));
    let receivers = value_of(db, db.file(), of);
    let wants_instance = !receivers.is_empty() && receivers.iter().all(is_instance);
    let fits = |value: &Value| match value {
        Value::Definition(_) => is_of_instances(db, *value) == wants_instance,
        _ => true,
    };
    let fitting: Set = denoted.iter().filter(fits).collect();
    if fitting.iter().any(|value| matches!(value, Value::Definition(_))) { fitting } else { denoted }
}

/// True for a member that instances have, and not their types. What makes instances is of both.
pub(crate) fn is_of_instances(db: &Db, value: Value) -> bool {
    let Value::Definition(sym) = value else { return false };
    db.unit(sym.file).is_some_and(|unit| {
        let definition = unit.facts.definition(sym.def);
        let is_of_type = matches!(definition.kind, SymbolKind::Variant | SymbolKind::Constructor)
            || definition.kind.is_type()
            || definition.flags.has(Flags::STATIC);
        !is_of_type
    })
}

/// The arguments of the call of this callee.
fn call_arguments(db: &Db, unit: &Unit<'_>, callee: ExprId) -> Option<Vec<ExprId>> {
    let calls = db.own.calls.get_or_init(|| calls_of(unit));
    let list = calls.get(&callee).copied().flatten()?;
    Some(unit.facts.list(list).to_vec())
}

/// The same for what is called in an expression: the callees, each bound as it was.
pub(crate) fn select_labelled_callees(
    db: &Db,
    callees: Set,
    arguments: &[(FileId, ExprId)],
    by_types: bool,
) -> Set {
    let mut functions: Vec<(Args, Set)> = Vec::new();
    let mut all = Set::default();
    for value in callees.iter() {
        match value {
            Value::Function(sym, bound) => match functions.iter_mut().find(|(of, _)| *of == bound) {
                Some((_, set)) => set.add(Value::Definition(sym)),
                None => functions.push((bound, Set::of(Value::Definition(sym)))),
            },
            other => all.add(other),
        }
    }
    if functions.is_empty() {
        return all;
    }
    let file = arguments.first().map_or(db.file(), |(file, _)| *file);
    let labels: Vec<Option<u64>> = arguments.iter().map(|(file, of)| label_of(db, *file, *of)).collect();
    let given: Vec<Given> = match by_types {
        true => arguments.iter().map(|(file, of)| given_by(db, *file, *of)).collect(),
        false => Vec::new(),
    };
    for (bound, set) in functions {
        let is_protocol = |value: Value| match value {
            Value::Instance(TypeId::Def(of), _) | Value::Receiver(TypeId::Def(of), _) => {
                db.unit(of.file).is_some_and(|unit| unit.kind(of.def) == SymbolKind::Trait)
            }
            Value::Instance(TypeId::Param(..), _) => true,
            _ => false,
        };
        let is_concrete = db.args_of(bound).first().is_some_and(|of| !of.iter().any(is_protocol));
        let standing = Standing { file, is_concrete };
        let given = by_types.then_some(given.as_slice());
        for value in called_by_label(db, &set, standing, &labels, given).iter() {
            all.add(match value {
                Value::Definition(sym) => Value::Function(sym, bound),
                other => other,
            });
        }
    }
    all
}

/// The initializers of a type that a call with these arguments runs.
pub(crate) fn initializers_of(db: &Db, of: Symbol, arguments: &[(FileId, ExprId)], by_types: bool) -> Set {
    let Some(unit) = db.unit(of.file) else { return Set::default() };
    let Some(name) = unit.rules.constructors.first() else { return Set::default() };
    let found = members_of_definition(db, of, db.text(name), Some(true)).found;
    let made: Set = found.iter().filter(|value| matches!(value, Value::Definition(_))).collect();
    let file = arguments.first().map_or(db.file(), |(file, _)| *file);
    let labels: Vec<Option<u64>> = arguments.iter().map(|(file, of)| label_of(db, *file, *of)).collect();
    let given: Option<Vec<Given>> =
        by_types.then(|| arguments.iter().map(|(file, of)| given_by(db, *file, *of)).collect());
    called_by_label(db, &made, Standing { file, is_concrete: true }, &labels, given.as_deref())
}

/// The types that a callee makes by the name of an initializer (`a.init`).
pub(crate) fn types_made(db: &Db, file: FileId, callee: ExprId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let Expression::Member { of, name, .. } = unit.facts.expression(callee) else { return Set::default() };
    if !unit.rules.constructors.contains(&unit.facts.name(name)) {
        return Set::default();
    }
    let made = |value: Value| match value {
        Value::Type(id @ TypeId::Def(_), args)
        | Value::ReceiverType(id @ TypeId::Def(_), args)
        | Value::Instance(id @ TypeId::Def(_), args)
        | Value::Receiver(id @ TypeId::Def(_), args) => Some(Value::Type(id, args)),
        _ => None,
    };
    value_of(db, file, of).iter().filter_map(made).collect()
}

/// Of the types that a call makes those that have no initializer which takes its labels: their fields are what it names.
pub(crate) fn made_of_fields(db: &Db, file: FileId, call: ExprId) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let Expression::Call { of, arguments } = unit.facts.expression(call) else { return Set::default() };
    let arguments: Vec<(FileId, ExprId)> =
        unit.facts.list(arguments).iter().map(|one| (file, *one)).collect();
    let by_name = types_made(db, file, of);
    let types = if by_name.is_empty() { callees_of(db, file, of) } else { by_name };
    let is_made = |value: &Value| {
        let (Value::Type(TypeId::Def(sym), _) | Value::ReceiverType(TypeId::Def(sym), _)) = *value else {
            return false;
        };
        let is_declared = |made: Value| matches!(made, Value::Definition(_));
        are_fields_taken(db, sym) && !initializers_of(db, sym, &arguments, false).iter().any(is_declared)
    };
    types.iter().filter(is_made).collect()
}

/// What the initializer of a type, or the one that its fields make, takes as the argument at `position`.
pub(crate) fn expected_by_initializer(
    db: &Db,
    of: Symbol,
    receiver: Value,
    arguments: &[(FileId, ExprId)],
    position: u32,
) -> Set {
    let mut all = Set::default();
    for made in initializers_of(db, of, arguments, false).iter() {
        if let Value::Definition(made) = made {
            all.extend(&type_of_parameter(db, made, Some(receiver), arguments, position));
        }
    }
    if !all.is_empty() && !all.has_unknown() {
        return all;
    }
    let Some((file, argument)) = arguments.get(position as usize) else { return Set::unknown() };
    let Some(unit) = db.unit(*file) else { return Set::unknown() };
    let Expression::Keyword { name, .. } = unit.facts.expression(*argument) else { return Set::unknown() };
    let field = members_of_definition(db, of, db.name(unit, name), Some(false)).found;
    match field.only() {
        Some(field @ Value::Definition(_)) if all.is_empty() && are_fields_taken(db, of) => {
            reify(db, field, Some(receiver))
        }
        _ => Set::unknown(),
    }
}
