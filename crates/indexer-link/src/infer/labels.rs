//! Functions of one name that labels of arguments tell apart: which of them a call means.
//!
//! Each argument goes to the next parameter that has its label; those between may be left to their defaults. Of several
//! functions that take the arguments so, types tell. What a type declares comes before what it inherits. Where a protocol
//! declares a member and an extension of it defines it, a type that has it from there means the definition, and all else
//! the protocol's.

use crate::infer::{
    Fit, Given, fit_argument, fit_set, header_type, linearize, members_of_definition, overload, value_of,
};
use crate::infer::{Overload, extended_types, extension_blocks};
use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Bound, DependencyKey, ExprId, Expression, FileId, Name, Namespace, Owner, Parameter, ParameterKind,
    Reference, Role, ScopeId, ScopeKind, SymbolKind, Visibility, work,
};

/// More functions than this are not told apart.
const MOST_COMPARED: usize = 256;

/// More that fit and that nothing tells apart are not listed.
const MOST_UNPROVED: usize = 4;

/// What stands for the label of a parameter that has none, and of an argument behind the call.
const NONE: &str = "_";
const BEHIND: &str = "";

/// A label of an argument: the hash of its name, or none.
pub(crate) fn label_of(db: &Db, file: FileId, argument: ExprId) -> Option<u64> {
    let unit = db.unit(file)?;
    let Expression::Keyword { name, .. } = unit.facts.expression(argument) else { return None };
    Some(unit.hash(name))
}

/// Which parameter each argument goes to, by the labels; `None` where one goes to none, or a parameter that needs one has
/// none.
pub(crate) fn places_by_label(
    db: &Db,
    (file, parameters): (FileId, &[Parameter]),
    labels: &[Option<u64>],
) -> Option<Vec<usize>> {
    let unit = db.unit(file)?;
    let (none, behind) = (hash_text(NONE), hash_text(BEHIND));
    let is_optional =
        |at: usize| parameters[at].kind == ParameterKind::Rest || !parameters[at].default.is_unknown();
    let mut places: Vec<usize> = Vec::with_capacity(labels.len());
    let mut next = 0;
    for (i, label) in labels.iter().enumerate() {
        work::add(1);
        let at = if *label == Some(behind) {
            place_behind(db, file, parameters, next, labels.len() - i - 1)?
        } else {
            // What takes any number of arguments goes on.
            if label.is_none()
                && let Some(last) = places.last()
                && parameters[*last].kind == ParameterKind::Rest
            {
                places.push(*last);
                continue;
            }
            let wanted = label.unwrap_or(none);
            (next..parameters.len()).find(|at| unit.hash(parameters[*at].name) == wanted)?
        };
        if !(next..at).all(is_optional) {
            return None;
        }
        places.push(at);
        next = at + 1;
    }
    (next..parameters.len()).all(is_optional).then_some(places)
}

/// The parameter that takes a function behind the call: the first one from `next` on that takes functions, where as many
/// that need an argument are left behind it as there are further functions.
fn place_behind(
    db: &Db,
    file: FileId,
    parameters: &[Parameter],
    next: usize,
    further: usize,
) -> Option<usize> {
    let is_needed = |one: &Parameter| one.kind != ParameterKind::Rest && one.default.is_unknown();
    let mut likely = None;
    for at in next..parameters.len() {
        let left = parameters[at + 1..].iter().filter(|one| is_needed(one)).count();
        let takes = takes_function(db, file, parameters[at].annotation);
        if left <= further && takes == Some(true) {
            return Some(at);
        }
        if left <= further && takes.is_none() && likely.is_none() {
            likely = Some(at);
        }
        if is_needed(&parameters[at]) {
            break;
        }
    }
    likely
}

/// Is this the type of functions? `None` where it is not known.
fn takes_function(db: &Db, file: FileId, annotation: ExprId) -> Option<bool> {
    let unit = db.unit(file)?;
    if matches!(unit.facts.expression(annotation), Expression::FunctionType { .. }) {
        return Some(true);
    }
    let types = header_type(db, file, annotation);
    if types.is_empty() || types.has_unknown() {
        return None;
    }
    if types.iter().any(|value| matches!(value, Value::Callable(..))) {
        return Some(true);
    }
    let is_known = |value: Value| matches!(value, Value::Type(TypeId::Def(_), _) | Value::Tuple(_));
    types.iter().all(is_known).then_some(false)
}

/// Which of the parameters takes the argument at `position`.
pub(crate) fn labelled_place(
    db: &Db,
    (file, parameters): (FileId, &[Parameter]),
    arguments: &[(FileId, ExprId)],
    position: usize,
) -> Option<usize> {
    let labels: Vec<Option<u64>> = arguments.iter().map(|(file, of)| label_of(db, *file, *of)).collect();
    places_by_label(db, (file, parameters), &labels)?.get(position).copied()
}

/// All functions of the name of `sym` that may be meant where it is: those of its type with its extensions and of the
/// bases, the nearest first, without those that a nearer one overrides; of a function outside of types those beside it.
pub(crate) fn labelled_family(db: &Db, sym: Symbol) -> Vec<Overload> {
    let Some(unit) = db.unit(sym.file) else { return Vec::new() };
    let definition = unit.facts.definition(sym.def);
    let (name, kind) = (unit.hash(definition.name), definition.kind);
    let mut all = Vec::new();
    let Some(of) = type_of_member(db, sym) else {
        add_of_scope(db, (sym.file, definition.scope), name, kind, &mut all);
        return all;
    };
    // What is made by a base is another thing.
    let above = if kind == SymbolKind::Constructor { Vec::new() } else { linearize(db, of).0 };
    for one in std::iter::once(of).chain(above) {
        let nearer = all.len();
        for scope in scopes_of_type(db, one, name) {
            add_of_scope(db, scope, name, kind, &mut all);
        }
        if all.len() > MOST_COMPARED {
            return all;
        }
        let (near, far) = all.split_at(nearer);
        let kept: Vec<Overload> =
            far.iter().filter(|far| !near.iter().any(|near| overrides(db, near, far))).cloned().collect();
        all.truncate(nearer);
        all.extend(kept);
    }
    all
}

/// The type of which a definition is a member, also by an extension.
pub(crate) fn type_of_member(db: &Db, sym: Symbol) -> Option<Symbol> {
    let unit = db.unit(sym.file)?;
    match unit.facts.definition(sym.def).owner {
        Owner::Definition(def) if unit.kind(def).is_type() => Some(Symbol { def, ..sym }),
        Owner::Extension(id) => match extended_types(db, sym.file, id).iter().next()? {
            Value::Type(TypeId::Def(of), _) => Some(of),
            _ => None,
        },
        _ => None,
    }
}

/// The scopes in which a type and its extensions declare members.
fn scopes_of_type(db: &Db, of: Symbol, name: u64) -> Vec<(FileId, ScopeId)> {
    let Some(unit) = db.unit(of.file) else { return Vec::new() };
    db.depend_on_symbol(of);
    let own_name = unit.hash(unit.facts.definition(of.def).name);
    let mut all: Vec<(FileId, ScopeId)> = Vec::new();
    all.extend(unit.facts.definition(of.def).body.map(|body| (of.file, body)));
    for (file, id, _) in extension_blocks(db, own_name, Some(of)) {
        let Some(unit) = db.unit(file) else { continue };
        db.depend(DependencyKey::extension_member(unit.path_hash, own_name, name));
        all.push((file, unit.facts.extensions[id.index()].scope));
    }
    all
}

fn add_of_scope(
    db: &Db,
    (file, scope): (FileId, ScopeId),
    name: u64,
    kind: SymbolKind,
    all: &mut Vec<Overload>,
) {
    let Some(unit) = db.unit(file) else { return };
    if !db.is_own(file) {
        depend_on_binding(db, file, scope, name);
    }
    let Some(name): Option<Name> = unit.name_of_hash(name) else { return };
    for binding in unit.hoisted(scope, name, Namespace::CALLABLE.with(Namespace::MEMBER)) {
        let Bound::Definition(def) = binding.bound else { continue };
        if unit.kind(def) == kind && all.len() <= MOST_COMPARED {
            all.push(overload(db, Symbol { file, def }));
        }
    }
}

/// True where a function of a type has the labels and types of one of a base, as far as is known.
fn overrides(db: &Db, near: &Overload, far: &Overload) -> bool {
    if near.len() != far.len() || labels_of(db, near.sym) != labels_of(db, far.sym) {
        return false;
    }
    (0..near.len()).all(|at| match (near.taken(at), far.taken(at)) {
        (Some(a), Some(b)) => fit_set(db, a, b) != Fit::No || fit_set(db, b, a) != Fit::No,
        _ => true,
    })
}

fn labels_of(db: &Db, sym: Symbol) -> Vec<u64> {
    let Some(unit) = db.unit(sym.file) else { return Vec::new() };
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    parameters.iter().map(|one| unit.hash(one.name)).collect()
}

/// Where a name stands that is looked up.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    /// The file.
    pub(crate) file: FileId,
    /// True where what has the member is no protocol.
    pub(crate) is_concrete: bool,
}

/// Of what a name denotes, what a call with these arguments means. Types of arguments count where they are given.
pub(crate) fn called_by_label(
    db: &Db,
    denoted: &Set,
    standing: Standing,
    labels: &[Option<u64>],
    given: Option<&[Given]>,
) -> Set {
    let (mut all, mut family) = (Set::default(), Vec::<Overload>::new());
    for value in denoted.iter() {
        match value {
            Value::Definition(sym) if is_function(db, sym) => {
                for one in crate::infer::overloads_of(db, sym).iter() {
                    work::add(1);
                    if family.len() <= MOST_COMPARED && !family.iter().any(|known| known.sym == one.sym) {
                        family.push(one.clone());
                    }
                }
            }
            other => all.add(other),
        }
    }
    if family.is_empty() {
        return all;
    }
    if family.len() > MOST_COMPARED {
        return Set::unknown();
    }
    let is_stub = |one: &Overload| db.unit(one.sym.file).is_none_or(|unit| unit.stub_of.is_some());
    let are_stubs = family.iter().all(is_stub);
    let mut fitting: Vec<(Overload, Vec<usize>)> = Vec::new();
    for one in family {
        let Some(unit) = db.unit(one.sym.file) else { continue };
        let definition = unit.facts.definition(one.sym.def);
        if definition.visibility == Visibility::Private && one.sym.file != standing.file {
            continue;
        }
        let parameters = unit.facts.parameters(definition.parameters);
        if let Some(places) = places_by_label(db, (one.sym.file, parameters), labels) {
            fitting.push((one, places));
        }
    }
    if fitting.is_empty() {
        // Stubs leave out most of what there is.
        return if are_stubs && all.is_empty() {
            denoted.clone()
        } else if all.is_empty() {
            Set::unknown()
        } else {
            all
        };
    }
    if let Some(given) = given.filter(|_| fitting.len() > 1) {
        fitting = by_types(db, fitting, given);
    }
    let chosen = of_protocols(db, fitting.into_iter().map(|(one, _)| one.sym).collect(), standing);
    if chosen.len() > MOST_UNPROVED {
        return Set::unknown();
    }
    chosen.into_iter().map(Value::Definition).collect()
}

fn is_function(db: &Db, sym: Symbol) -> bool {
    use SymbolKind::{Constructor, Function, Method};
    db.unit(sym.file).is_some_and(|unit| matches!(unit.kind(sym.def), Constructor | Function | Method))
}

/// Those that the types of the arguments fit, the most specific one where there is one.
fn by_types(db: &Db, all: Vec<(Overload, Vec<usize>)>, given: &[Given]) -> Vec<(Overload, Vec<usize>)> {
    let fits = |(one, places): &(Overload, Vec<usize>)| -> Vec<Fit> {
        let fit = |(given, at): (&Given, &usize)| {
            one.taken(*at).map_or(Fit::Maybe, |expected| fit_argument(db, given, expected))
        };
        given.iter().zip(places).map(fit).collect()
    };
    let fits_of_all: Vec<Vec<Fit>> = all.iter().map(fits).collect();
    let mut rated: Vec<(_, Vec<Fit>)> = all.into_iter().zip(fits_of_all).collect();
    if rated.iter().any(|(_, fits)| !fits.contains(&Fit::No)) {
        rated.retain(|(_, fits)| !fits.contains(&Fit::No));
    }
    for phase in [Fit::Below, Fit::Boxed] {
        let is_sure = |(_, fits): &(_, Vec<Fit>)| fits.iter().all(|fit| *fit >= phase);
        if rated.iter().any(is_sure) {
            rated.retain(|(_, fits)| fits.iter().all(|fit| *fit >= phase || *fit == Fit::Maybe));
            break;
        }
    }
    if rated.len() > 1 && rated.len() <= 16 {
        let is_narrower = |one: &(Overload, Vec<usize>), other: &(Overload, Vec<usize>), fits: &[Fit]| {
            work::add(1);
            one.1.iter().zip(&other.1).zip(fits).all(|((own, of_other), fit)| {
                match (one.0.taken(*own), other.0.taken(*of_other)) {
                    (Some(own), Some(of_other)) => {
                        !own.has_unknown() && own == of_other
                            || *fit == Fit::Same
                            || *fit > Fit::Maybe && fit_set(db, own, of_other) >= Fit::Below
                    }
                    _ => false,
                }
            })
        };
        let best = rated.iter().position(|(one, fits)| {
            rated.iter().all(|(other, of_other)| {
                other.0.sym == one.0.sym
                    || is_narrower(one, other, fits) && !is_narrower(other, one, of_other)
            })
        });
        if let Some(best) = best {
            return vec![rated.swap_remove(best).0];
        }
        // What leaves nothing to defaults comes first.
        let exact = |(one, places): &(Overload, Vec<usize>)| one.len() == places.len();
        let count = rated.iter().filter(|(one, _)| exact(one)).count();
        if count == 1 && !rated.iter().any(|(_, fits)| fits.contains(&Fit::Maybe)) {
            rated.retain(|(one, _)| exact(one));
        }
    }
    rated.into_iter().map(|(one, _)| one).collect()
}

/// Of what protocols declare and extensions of them define, one of both.
fn of_protocols(db: &Db, all: Vec<Symbol>, standing: Standing) -> Vec<Symbol> {
    if all.len() < 2 {
        return all;
    }
    // Of a member of a protocol whether an extension has it.
    let by_extension = |sym: &Symbol| {
        let unit = db.unit(sym.file)?;
        let owner = unit.facts.definition(sym.def).owner;
        let of = type_of_member(db, *sym)?;
        let is_protocol = db.unit(of.file).is_some_and(|unit| unit.kind(of.def) == SymbolKind::Trait);
        is_protocol.then_some(matches!(owner, Owner::Extension(_)))
    };
    let told: Vec<Option<bool>> = all.iter().map(by_extension).collect();
    // What the type itself has comes before what a protocol says of it.
    if told.iter().any(Option::is_none) && told.iter().any(Option::is_some) && standing.is_concrete {
        return all.into_iter().zip(told).filter(|(_, told)| told.is_none()).map(|(sym, _)| sym).collect();
    }
    if !told.iter().all(Option::is_some) {
        return all;
    }
    let is_wanted = |told: &Option<bool>| *told == Some(standing.is_concrete);
    let kept: Vec<Symbol> =
        all.iter().zip(&told).filter(|(_, told)| is_wanted(told)).map(|(sym, _)| *sym).collect();
    if kept.is_empty() { all } else { kept }
}

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
                    found = crate::infer::type_around(db, file, id).iter().any(of_type);
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
    let standing = standing_of(db, unit, db.file, reference.expression);
    if reference.role == Role::Call
        && let Some(list) = call_arguments(db, unit, reference.expression)
    {
        let labels: Vec<Option<u64>> = list.iter().map(|of| label_of(db, db.file, *of)).collect();
        let given: Vec<Given> = list.iter().map(|of| crate::infer::given_by(db, db.file, *of)).collect();
        return called_by_label(db, &denoted, standing, &labels, Some(&given));
    }
    let denoted = match reference.role {
        Role::Read | Role::Write => property_instead(db, unit, reference.expression, denoted),
        _ => denoted,
    };
    let denoted = of_instances_or_types(db, unit, reference.expression, denoted);
    let is_seen = |value: &Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_none_or(|unit| {
            sym.file == db.file || unit.facts.definition(sym.def).visibility != Visibility::Private
        }),
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
        for of in crate::infer::type_around(db, db.file, id).iter() {
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
    let Expression::Member { of, .. } = unit.facts.expression(expression) else { return denoted };
    if denoted.only().is_some() || denoted.is_empty() {
        return denoted;
    }
    // A member of what is expected is one of the type.
    let is_implied = matches!(
        unit.facts.expression(of),
        Expression::Expected { .. } | Expression::Element(_) | Expression::Union(_) | Expression::Instance(_)
    );
    let is_instance =
        |value: Value| matches!(value, Value::Instance(..) | Value::Receiver(..) | Value::Variant(..));
    let receivers = value_of(db, db.file, of);
    let wants_instance = !is_implied && !receivers.is_empty() && receivers.iter().all(is_instance);
    let fits = |value: &Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_none_or(|unit| {
            let definition = unit.facts.definition(sym.def);
            let is_of_type = definition.kind == SymbolKind::Variant
                || definition.kind.is_type()
                || definition.flags.has(indexer_core::Flags::STATIC);
            is_of_type != wants_instance
        }),
        _ => true,
    };
    let fitting: Set = denoted.iter().filter(fits).collect();
    if fitting.is_empty() { denoted } else { fitting }
}

/// The arguments of the call of this callee.
fn call_arguments(db: &Db, unit: &Unit<'_>, callee: ExprId) -> Option<Vec<ExprId>> {
    let calls = db.own.calls.get_or_init(|| crate::infer::calls_of(unit));
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
    let mut functions: Vec<(crate::value::Args, Set)> = Vec::new();
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
    let file = arguments.first().map_or(db.file, |(file, _)| *file);
    let labels: Vec<Option<u64>> = arguments.iter().map(|(file, of)| label_of(db, *file, *of)).collect();
    let given: Vec<Given> = match by_types {
        true => arguments.iter().map(|(file, of)| crate::infer::given_by(db, *file, *of)).collect(),
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
    let file = arguments.first().map_or(db.file, |(file, _)| *file);
    let labels: Vec<Option<u64>> = arguments.iter().map(|(file, of)| label_of(db, *file, *of)).collect();
    let given: Option<Vec<Given>> =
        by_types.then(|| arguments.iter().map(|(file, of)| crate::infer::given_by(db, *file, *of)).collect());
    called_by_label(db, &made, Standing { file, is_concrete: true }, &labels, given.as_deref())
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
            all.extend(&crate::infer::type_of_parameter(db, made, Some(receiver), arguments, position));
        }
    }
    if !all.is_empty() && !all.has_unknown() {
        return all;
    }
    let Some((file, argument)) = arguments.get(position as usize) else { return Set::unknown() };
    let Some(unit) = db.unit(*file) else { return Set::unknown() };
    let Expression::Keyword { name, .. } = unit.facts.expression(*argument) else { return Set::unknown() };
    let is_plain = db.unit(of.file).is_some_and(|unit| unit.kind(of.def) == SymbolKind::Struct);
    let field = members_of_definition(db, of, db.name(unit, name), Some(false)).found;
    match field.only() {
        Some(field @ Value::Definition(_)) if is_plain && all.is_empty() => {
            crate::infer::reify(db, field, Some(receiver))
        }
        _ => Set::unknown(),
    }
}
