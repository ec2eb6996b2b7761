//! Functions of one name that labels of arguments tell apart: which of them a call means.
//!
//! Each argument goes to the next parameter that has its label; those between may be left to their defaults. Of several
//! functions that take the arguments so, types tell. What a type declares comes before what it inherits. Where a protocol
//! declares a member and an extension of it defines it, a type that has it from there means the definition, and all else
//! the protocol's.

use crate::infer::fieldwise::may_take_as_fields;
use crate::infer::{
    Fit, Given, Overload, extended_types, extension_blocks, fit_argument, fit_set, header_type, linearize,
    overload, overloads_of,
};
use crate::query::Db;
use crate::resolve::{are_packages_apart, depend_on_binding};
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Bound, DependencyKey, ExprId, Expression, FileId, Name, Namespace, Owner, Parameter, ParameterKind,
    ScopeId, SymbolKind, Visibility, work,
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
    let order = (kind != SymbolKind::Constructor).then(|| linearize(db, of));
    let above = order.iter().flat_map(|order| order.value.symbols.iter().copied());
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
                for one in overloads_of(db, sym).iter() {
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
        if !is_nameable(db, one.sym, standing.file) {
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
    if let Some(given) = given {
        if is_made_by_fields(db, &fitting, labels, given) {
            return Set::unknown();
        }
        if fitting.len() > 1 {
            fitting = by_types(db, fitting, given);
        }
    }
    let chosen = of_protocols(db, fitting.into_iter().map(|(one, _)| one.sym).collect(), standing);
    if chosen.len() > MOST_UNPROVED {
        return Set::unknown();
    }
    chosen.into_iter().map(Value::Definition).collect()
}

/// Can code in a file name this definition? What a protocol asks for is as visible as the protocol.
pub(crate) fn is_nameable(db: &Db, sym: Symbol, from: FileId) -> bool {
    let Some(unit) = db.unit(sym.file) else { return true };
    let definition = unit.facts.definition(sym.def);
    let is_asked_for =
        matches!(definition.owner, Owner::Definition(of) if unit.kind(of) == SymbolKind::Trait);
    match definition.visibility {
        Visibility::Private => sym.file == from,
        Visibility::Public => true,
        _ => is_asked_for || !are_packages_apart(db, sym.file, from),
    }
}

/// True for a case that holds something: it is called with that.
pub(super) fn is_payload(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| {
        let definition = unit.facts.definition(sym.def);
        definition.kind == SymbolKind::Variant && definition.parameters.len > 0
    })
}

pub(super) fn is_function(db: &Db, sym: Symbol) -> bool {
    use SymbolKind::{Constructor, Function, Method};
    db.unit(sym.file).is_some_and(|unit| matches!(unit.kind(sym.def), Constructor | Function | Method))
}

/// True where none of the initializers takes these arguments, and the one that the fields of the type make may: that is not
/// written anywhere.
fn is_made_by_fields(
    db: &Db,
    fitting: &[(Overload, Vec<usize>)],
    labels: &[Option<u64>],
    given: &[Given],
) -> bool {
    let is_refused = |one: &(Overload, Vec<usize>)| {
        let is_made = |unit: &Unit<'_>| unit.kind(one.0.sym.def) == SymbolKind::Constructor;
        db.unit(one.0.sym.file).is_some_and(is_made) && fits_of(db, one, given).contains(&Fit::No)
    };
    let of = fitting.first().and_then(|(one, _)| type_of_member(db, one.sym));
    fitting.iter().all(is_refused) && of.is_some_and(|of| may_take_as_fields(db, of, labels))
}

/// How well each argument fits the parameter that it goes to.
fn fits_of(db: &Db, (one, places): &(Overload, Vec<usize>), given: &[Given]) -> Vec<Fit> {
    let fit = |(given, at): (&Given, &usize)| {
        one.taken(*at).map_or(Fit::Maybe, |expected| fit_argument(db, given, expected))
    };
    given.iter().zip(places).map(fit).collect()
}

/// True for one that is taken only where no other one fits, as an attribute of it says.
fn is_last_choice(db: &Db, sym: Symbol) -> bool {
    let Some(unit) = db.unit(sym.file) else { return false };
    let Some(word) = unit.rules.last_choice else { return false };
    let mut decorators = unit.facts.list(unit.facts.definition(sym.def).decorators).iter();
    decorators.any(|of| unit.last_name(*of) == Some(word))
}

/// Those that the types of the arguments fit, the most specific one where there is one.
fn by_types(db: &Db, all: Vec<(Overload, Vec<usize>)>, given: &[Given]) -> Vec<(Overload, Vec<usize>)> {
    let fits_of_all: Vec<Vec<Fit>> = all.iter().map(|one| fits_of(db, one, given)).collect();
    let mut rated: Vec<(_, Vec<Fit>)> = all.into_iter().zip(fits_of_all).collect();
    if rated.iter().any(|(_, fits)| !fits.contains(&Fit::No)) {
        rated.retain(|(_, fits)| !fits.contains(&Fit::No));
    }
    if rated.iter().any(|((one, _), _)| !is_last_choice(db, one.sym)) {
        rated.retain(|((one, _), _)| !is_last_choice(db, one.sym));
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
                    // What is written for a function is of whatever type the function has.
                    (Some(own), Some(of_other)) if are_functions_alike(db, own, of_other) => true,
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

/// True for two types of functions with as many parameters.
fn are_functions_alike(db: &Db, one: &Set, other: &Set) -> bool {
    let count = |of: &Set| match of.only()? {
        Value::Callable(file, function, _) => match db.unit(file)?.facts.expression(function) {
            Expression::FunctionType { parameters, .. } => Some(parameters.len),
            _ => None,
        },
        _ => None,
    };
    count(one).is_some_and(|of| count(other) == Some(of))
}

/// Of what protocols declare and extensions of them define, one of both.
pub(super) fn of_protocols(db: &Db, all: Vec<Symbol>, standing: Standing) -> Vec<Symbol> {
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
