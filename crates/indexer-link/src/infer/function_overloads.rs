//! Functions of one name where those outside of types may differ by their parameters too: which of them a call means.
//!
//! All that a name leads to are compared, from whatever file: by the parameters that the arguments go to, by their places,
//! names, or as the last one; then by what is known of the types. A function that extends a type is called on something of
//! that type, which is written or around.

use crate::infer::{
    Fit, Given, MOST_OVERLOADS, Overload, extended_types, extension_functions, fit_argument, fit_set,
    given_by, instances_of, overload, overloads_of, receivers_of_scope,
};
use crate::query::Db;
use crate::resolve::{by_implied_packages, depend_on_binding, outside_of_types};
use crate::unit::Unit;
use crate::value::{Args, MOST_TARGETS, Set, Symbol, Text, Value};
use indexer_core::{
    Bound, ExprId, Expression, FileId, Namespace, Owner, ScopeId, ScopeKind, SymbolKind, work,
};
use smallvec::SmallVec;

/// More functions than this are not told apart.
const MOST_COMPARED: usize = 256;

/// Where nothing tells more functions than this apart, most of them are wrong: then none is said to be called.
const MOST_UNPROVED: usize = 2;

/// A call.
pub(crate) struct Called<'c> {
    /// The file in which it stands, and the callee.
    pub(crate) place: Option<(FileId, ExprId)>,
    /// True where it is called on something.
    pub(crate) is_bound: bool,
    /// True where what was found for it extends a type.
    pub(crate) extends: bool,
    /// What it is called on, where that is known without its place.
    pub(crate) receivers: Option<Set>,
    pub(crate) arguments: &'c [Given],
}

/// True where functions that extend a type are among these.
pub(crate) fn has_extending(db: &Db, denoted: &Set) -> bool {
    denoted.iter().any(|value| matches!(value, Value::Definition(sym) if extended(db, sym).is_some()))
}

/// Of all that a name leads to, what a call of it means.
pub(crate) fn called_functions(db: &Db, denoted: &Set, call: &Called<'_>) -> Set {
    let mut all = Set::default();
    let mut family: Vec<Overload> = Vec::new();
    let mut types: SmallVec<[Symbol; 2]> = SmallVec::new();
    for value in denoted.iter() {
        let Value::Definition(sym) = value else {
            all.add(value);
            continue;
        };
        match db.unit(sym.file).map(|unit| unit.kind(sym.def)) {
            Some(SymbolKind::Function | SymbolKind::Method) => {
                for one in overloads_of(db, sym).iter() {
                    work::add(1);
                    if family.len() <= MOST_COMPARED && !family.iter().any(|known| known.sym == one.sym) {
                        family.push(one.clone());
                    }
                }
            }
            Some(kind) if kind.is_type() => types.push(sym),
            _ => all.add(value),
        }
    }
    if family.is_empty() {
        types.into_iter().for_each(|sym| all.add(Value::Definition(sym)));
        return all;
    }
    if family.len() > MOST_COMPARED {
        return Set::unknown();
    }
    if family.len() == 1
        && types.is_empty()
        && (call.place.is_none() || family[0].places(call.arguments).is_some())
    {
        all.add(Value::Definition(family[0].sym));
        return all;
    }
    let chosen = choose(db, &family, call);
    let is_fitting = !chosen.is_empty();
    // What no function of the package takes, or may take by all that is known, one of a package that every file sees may.
    if chosen.len() != 1
        && types.is_empty()
        && let Some(outside) = implied_function(db, &family, call, (denoted, is_fitting))
    {
        return if is_fitting { Set::unknown() } else { Set::of(Value::External(outside)) };
    }
    if !is_fitting
        && types.is_empty()
        && let Some((file, callee)) = call.place
        && !family.iter().any(|one| one.places(call.arguments).is_some())
        && let Some(further) = further_out(db, file, callee, denoted)
    {
        return called_functions(
            db,
            &further,
            &Called {
                place: None,
                extends: has_extending(db, &further),
                receivers: receivers_of(db, file, callee).map(|(receivers, _)| receivers),
                ..*call
            },
        );
    }
    if call.place.is_some() && chosen.len() > MOST_UNPROVED {
        return Set::unknown();
    }
    // What is no class is made by none but functions of its name.
    types.retain(|sym| {
        let takes = db.unit(sym.file).is_some_and(|unit| {
            let definition = unit.facts.definition(sym.def);
            let parameters = unit.facts.parameters(definition.parameters);
            let required = parameters.iter().filter(|one| one.default.is_unknown()).count();
            definition.kind != SymbolKind::Interface
                && (required..=parameters.len()).contains(&call.arguments.len())
        });
        takes
            || !is_fitting
                && db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def) != SymbolKind::Interface)
    });
    types.into_iter().for_each(|sym| all.add(Value::Definition(sym)));
    match is_fitting {
        true => chosen.into_iter().for_each(|sym| all.add(Value::Definition(sym))),
        false if family.len() <= MOST_TARGETS => {
            // What none of them takes, something else of the name may, of a receiver around.
            let unit = db.unit(db.file());
            let is_taken = family.iter().any(|one| one.places(call.arguments).is_some());
            if !is_taken && call.place.is_some() && unit.is_some_and(|unit| unit.rules.function_receivers) {
                all.add(Value::Unknown);
            }
            family.iter().for_each(|one| all.add(Value::Definition(one.sym)));
        }
        false => all.add(Value::Unknown),
    }
    all
}

/// The function of the name of these functions of a package that every file sees unasked, where a bare name is called:
/// beside what the own package has, and behind members where none of these takes the arguments and nothing further out
/// has the name.
fn implied_function(
    db: &Db,
    family: &[Overload],
    call: &Called<'_>,
    (denoted, is_fitting): (&Set, bool),
) -> Option<Text> {
    let (file, callee) = call.place?;
    let unit = db.unit(file)?;
    let callee = match unit.facts.expression(callee) {
        Expression::Apply { of, .. } => unit.facts.expression(of),
        other => other,
    };
    let Expression::Name { name, .. } = callee else { return None };
    let is_of_package = |one: &Overload| {
        db.unit(one.sym.file).is_some_and(|of| of.facts.definition(one.sym.def).owner == Owner::File)
    };
    if !family.iter().all(is_of_package)
        && (is_fitting || further_out(db, file, call.place?.1, denoted).is_some())
    {
        return None;
    }
    by_implied_packages(db, unit.rules, db.name(unit, name))
}

/// Those that a call means; none where none fits.
fn choose(db: &Db, family: &[Overload], call: &Called<'_>) -> Vec<Symbol> {
    let receivers = match call.place {
        Some((file, callee)) => receivers_of(db, file, callee),
        None => call.receivers.clone().map(|receivers| (receivers, true)),
    };
    let (extending, plain): (Vec<&Overload>, Vec<&Overload>) =
        family.iter().partition(|one| extended(db, one.sym).is_some());
    // What is called on something that is written is what was found for that: functions that extend it, or its members.
    let is_written = call.is_bound || matches!(receivers, Some((_, true)));
    let plain = plain.into_iter().map(|one| (one, Fit::Same)).collect();
    let own = if is_written && call.extends { Vec::new() } else { fitting(db, plain, call.arguments, true) };
    if !own.is_empty() || is_written && !call.extends {
        return own;
    }
    match receivers {
        Some((receivers, _)) => {
            let (rated, is_certain) = on(db, extending, &receivers);
            fitting(db, rated, call.arguments, is_certain)
        }
        None => {
            let rated = extending.into_iter().map(|one| (one, Fit::Maybe)).collect();
            fitting(db, rated, call.arguments, false)
        }
    }
}

/// An overload, and whether what it extends may be what it is called on.
type Rated<'o> = (&'o Overload, Fit);

/// Those that may be called on one of these, and whether that is certain of each.
fn on<'o>(db: &Db, all: Vec<&'o Overload>, receivers: &Set) -> (Vec<Rated<'o>>, bool) {
    if receivers.is_empty() || receivers.has_unknown() {
        return (all.into_iter().map(|one| (one, Fit::Maybe)).collect(), false);
    }
    let (mut rated, mut is_certain) = (Vec::new(), true);
    for one in all {
        let Some(of) = extended(db, one.sym) else { continue };
        let best = receivers.iter().map(|value| fit_set(db, &Set::of(as_value(value)), &of)).max();
        if let Some(fit) = best.filter(|fit| *fit != Fit::No) {
            rated.push((one, fit));
            is_certain &= fit != Fit::Maybe;
        }
    }
    (rated, is_certain)
}

fn as_value(value: Value) -> Value {
    match value {
        Value::Type(id, args) | Value::Receiver(id, args) => Value::Instance(id, args),
        other => other,
    }
}

/// What a function extends, as instances.
fn extended(db: &Db, sym: Symbol) -> Option<Set> {
    let unit = db.unit(sym.file)?;
    match unit.facts.definition(sym.def).owner {
        Owner::Extension(id) => Some(instances_of(&extended_types(db, sym.file, id))),
        _ => None,
    }
}

/// What a callee is called on, and whether that is written.
fn receivers_of(db: &Db, file: FileId, callee: ExprId) -> Option<(Set, bool)> {
    let unit = db.unit(file)?;
    match unit.facts.expression(callee) {
        Expression::Apply { of, .. } => receivers_of(db, file, of),
        Expression::Member { of, .. } => Some((crate::infer::value_of(db, file, of), true)),
        Expression::Name { scope, .. } => Some((receivers_in(db, unit, file, scope), false)),
        _ => None,
    }
}

/// What names in a scope may be called on.
fn receivers_in(db: &Db, unit: &Unit<'_>, file: FileId, scope: ScopeId) -> Set {
    let mut all = Set::default();
    let mut current = Some(scope);
    while let Some(id) = current {
        all.extend(&receivers_of_scope(db, file, id));
        current = unit.facts.scopes.get(id.index()).and_then(|info| info.parent);
    }
    all
}

/// What the name means where none of those that were found takes as many arguments: functions that extend what it is called
/// on, or those outside of types.
fn further_out(db: &Db, file: FileId, callee: ExprId, found: &Set) -> Option<Set> {
    let unit = db.unit(file)?;
    let mut further = Set::default();
    match unit.facts.expression(callee) {
        Expression::Apply { of, .. } => return further_out(db, file, of, found),
        Expression::Member { of, name, .. } => {
            let name = db.name(unit, name);
            for receiver in crate::infer::value_of(db, file, of).iter() {
                further.extend(&extension_functions(db, file, receiver, name));
            }
        }
        Expression::Name { name, namespace, .. } => {
            further.extend(&outside_of_types(db, file, name, namespace))
        }
        _ => {}
    }
    (!further.is_empty() && further != *found).then_some(further)
}

/// An overload that may be meant, with what each argument must be an instance of.
struct Candidate<'f> {
    one: &'f Overload,
    expected: Vec<&'f Set>,
    fits: Vec<Fit>,
    /// Whether what it extends may be what it is called on.
    on: Fit,
    /// True where parameters are left to their defaults, or one takes several arguments.
    is_loose: bool,
}

/// Those that these arguments can be passed to, the most specific one where there is one. Of functions that extend types
/// the narrower type counts only where all `fit_receiver` for certain.
fn fitting(db: &Db, all: Vec<Rated<'_>>, arguments: &[Given], fit_receiver: bool) -> Vec<Symbol> {
    let mut found: Vec<Candidate<'_>> = Vec::new();
    for (one, on) in all {
        let Some(at) = one.places(arguments) else { continue };
        let expected: Vec<&Set> = at.iter().filter_map(|at| one.taken(*at)).collect();
        work::add(expected.len());
        let fits: Vec<Fit> = arguments
            .iter()
            .zip(&expected)
            .map(|(given, expected)| fit_argument(db, given, expected))
            .collect();
        if fits.contains(&Fit::No) {
            continue;
        }
        let is_loose = one.len() != arguments.len() || at.windows(2).any(|pair| pair[0] == pair[1]);
        found.push(Candidate { one, expected, fits, on, is_loose });
    }
    for phase in [Fit::Below, Fit::Boxed] {
        let is_sure = |one: &Candidate<'_>| one.fits.iter().all(|fit| *fit >= phase);
        if found.iter().any(is_sure) {
            found.retain(|one| one.fits.iter().all(|fit| *fit >= phase || *fit == Fit::Maybe));
            break;
        }
    }
    if found.len() > 1
        && let Some(best) = most_specific(db, &found, fit_receiver)
    {
        return vec![best];
    }
    found.into_iter().map(|one| one.one.sym).collect()
}

/// The one that takes and extends nothing wider than any other.
fn most_specific(db: &Db, found: &[Candidate<'_>], fit_receiver: bool) -> Option<Symbol> {
    if found.len() > 16 {
        return None;
    }
    let is_narrower = |one: &Candidate<'_>, other: &Candidate<'_>| {
        work::add(1);
        let parameters = one.expected.iter().zip(&other.expected).zip(&one.fits);
        let parameters = parameters.into_iter().all(|((own, of_other), fit)| {
            let same = !own.has_unknown() && own == of_other;
            same || *fit == Fit::Same || (*fit > Fit::Maybe && fit_set(db, own, of_other) >= Fit::Below)
        });
        let receivers = match (extended(db, one.one.sym), extended(db, other.one.sym)) {
            (Some(own), Some(of_other)) => {
                // Whatever else takes the type itself extends something above it.
                own == of_other
                    || one.on == Fit::Same
                    || fit_receiver && fit_set(db, &own, &of_other) >= Fit::Below
            }
            _ => true,
        };
        // What extends the type itself comes before what may extend it, whatever is left to defaults.
        let is_nearer = one.on == Fit::Same && other.on < Fit::Same;
        parameters && receivers && (is_nearer || !one.is_loose || other.is_loose)
    };
    let best = found
        .iter()
        .find(|one| found.iter().all(|other| other.one.sym == one.one.sym || is_narrower(one, other)))?;
    // Two that are each as narrow as the other are told apart by nothing.
    let rivals = found.iter().filter(|other| other.one.sym != best.one.sym);
    let is_only = rivals.into_iter().all(|other| !is_narrower(other, best));
    is_only.then_some(best.one.sym)
}

/// The same where functions outside of types may differ by their parameters.
pub(crate) fn select_functions(db: &Db, callees: Set, arguments: &[(FileId, ExprId)]) -> Set {
    let mut bound_to: Vec<(Args, Set)> = Vec::new();
    let mut all = Set::default();
    for value in callees.iter() {
        match value {
            Value::Function(sym, bound) => {
                let sym = Value::Definition(sym);
                match bound_to.iter_mut().find(|(of, _)| *of == bound) {
                    Some((_, set)) => set.add(sym),
                    None => bound_to.push((bound, Set::of(sym))),
                }
            }
            other => all.add(other),
        }
    }
    if bound_to.is_empty() {
        return all;
    }
    let given: Vec<Given> = arguments.iter().map(|(file, e)| given_by(db, *file, *e)).collect();
    for (bound, set) in bound_to {
        let (is_bound, extends) = (bound != Args::NONE, has_extending(db, &set));
        let receivers = db.args_of(bound).first().cloned();
        let call = Called { place: None, is_bound, extends, receivers, arguments: &given };
        for value in called_functions(db, &set, &call).iter() {
            all.add(match value {
                Value::Definition(sym) => Value::Function(sym, bound),
                other => other,
            });
        }
    }
    all
}

/// The scope in which a function stands that may extend a type.
pub(crate) fn declaring_scope(unit: &Unit<'_>, scope: ScopeId) -> ScopeId {
    let mut current = scope;
    while let Some(info) = unit.facts.scopes.get(current.index())
        && matches!(info.kind, ScopeKind::Extension | ScopeKind::Generics)
        && let Some(parent) = info.parent
    {
        current = parent;
    }
    current
}

/// The functions of the name of `sym` that a scope binds.
pub(crate) fn overloads_in(db: &Db, unit: &Unit<'_>, sym: Symbol, scope: ScopeId) -> Vec<Overload> {
    let name = unit.facts.definition(sym.def).name;
    if !db.is_own(sym.file) {
        depend_on_binding(db, sym.file, scope, unit.hash(name));
    }
    let mut all = Vec::new();
    for binding in unit.hoisted(scope, name, Namespace::CALLABLE) {
        let Bound::Definition(def) = binding.bound else { continue };
        if unit.kind(def).is_callable() && all.len() <= MOST_OVERLOADS {
            all.push(overload(db, Symbol { def, ..sym }));
        }
    }
    if all.is_empty() {
        all.push(overload(db, sym));
    }
    all
}
