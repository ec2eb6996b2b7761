//! Functions of one name that differ by their parameters: which of them a call means.
//!
//! A member's name leads to the first of its overloads, which stands for all that its type and the bases declare. Where
//! it is called, those are told apart by the number of arguments, then by what is known of their types: what cannot be
//! passed is out, what is taken as it is comes before what must be put into an object first, that before what takes the
//! rest of the arguments, and of what is left the most specific one is meant.

use crate::infer::{
    Called, Fit, Given, called_functions, declaring_scope, fit_argument, fit_set, has_extending, header_type,
    instances_of, is_attachable, is_parameter, items_of_array, known_at, labelled_family, linearize,
    named_overloads, overloads_in, select_by_label, select_functions, select_labelled_callees, value_of,
};
use crate::query::Db;
use crate::resolve::{depend_on_binding, is_same_elsewhere, type_parts};
use crate::unit::Unit;
use crate::value::{Args, MOST_TARGETS, Set, Symbol, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Bound, ExprId, Expression, FileId, Flags, List, LiteralKind, Namespace, Owner, Parameter, ParameterKind,
    Reference, Role, SPREAD, ScopeKind, SymbolKind, Visibility, work,
};
use std::rc::Rc;

/// Most overloads of a name that are told apart at all, and most that are compared for one call: there are no more
/// where people write them.
pub(crate) const MOST_OVERLOADS: usize = 1_000;
const MOST_COMPARED: usize = 256;

/// Most of which each is compared with each other.
const MOST_IN_PAIRS: usize = 16;

/// A function with what its parameters are instances of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Overload {
    pub(crate) sym: Symbol,
    parameters: Vec<Set>,
    /// Hashes of their names.
    names: Vec<u64>,
    /// For each whether it may be left out.
    optional: Vec<bool>,
    /// Which of them takes any number of arguments.
    rest: Option<usize>,
    /// How many of them every call gives an argument.
    required: usize,
    /// True where the first of them is given before a dot.
    extends: bool,
    /// True where the last parameter, an array, takes the rest of the arguments.
    takes_rest: bool,
}

impl Overload {
    /// The number of parameters.
    pub(crate) fn len(&self) -> usize {
        self.parameters.len()
    }

    /// What the parameter at an index takes instances of.
    pub(crate) fn taken(&self, at: usize) -> Option<&Set> {
        self.parameters.get(at)
    }

    /// Which parameter each argument goes to; `None` where one goes to none, or a parameter that needs one has none.
    pub(crate) fn places(&self, arguments: &[Given]) -> Option<Vec<usize>> {
        let mut places = Vec::with_capacity(arguments.len());
        let mut is_given = vec![false; self.parameters.len()];
        for (i, one) in arguments.iter().enumerate() {
            let at = match one.name {
                _ if one.is_last => self.parameters.len().checked_sub(1)?,
                Some(name) if name == hash_text(SPREAD) => self.rest?,
                Some(name) => self.names.iter().position(|own| *own == name)?,
                None => self.rest.map_or(i, |rest| rest.min(i)),
            };
            // What takes one argument is given no second one.
            if std::mem::replace(is_given.get_mut(at)?, true) && self.rest != Some(at) {
                return None;
            }
            places.push(at);
        }
        let is_called = is_given.iter().zip(&self.optional).all(|(given, optional)| *given || *optional);
        is_called.then_some(places)
    }

    /// True where so many arguments can be passed.
    pub(crate) fn may_take(&self, count: usize) -> bool {
        (self.required..=self.parameters.len()).contains(&count)
            || (self.takes_rest && count + 1 >= self.required)
    }
}

/// What a reference denotes, with one function for all overloads replaced by those that are meant.
pub(crate) fn select_overloads(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    if unit.rules.classes.is_none() {
        return denoted;
    }
    if unit.rules.argument_labels {
        return select_by_label(db, unit, reference, denoted);
    }
    if unit.rules.functions_overload && reference.role == Role::Call && reference.arguments.is_some() {
        let arguments = arguments_of(db, unit, reference.expression).unwrap_or_default();
        let place = Some((db.file(), reference.expression));
        let extends = has_extending(db, &denoted);
        let call = Called { place, is_bound: false, extends, receivers: None, arguments: &arguments };
        return called_functions(db, &denoted, &call);
    }
    let mut all = Set::default();
    for value in denoted.iter() {
        let Value::Definition(sym) = value else {
            all.add(value);
            continue;
        };
        let family = applied(db, overloads_of(db, sym), type_arguments_of(db, unit, reference.expression));
        let chosen = match (reference.role, reference.arguments) {
            _ if family.len() < 2 => vec![family.first().map_or(sym, |one| one.sym)],
            _ if family.len() > MOST_OVERLOADS => {
                all.add(Value::Unknown);
                continue;
            }
            (Role::Call, Some(count)) => {
                let arguments = arguments_of(db, unit, reference.expression);
                let receiver = receiver_of(db, unit, reference.expression).filter(|_| is_extending(&family));
                let given = receiver
                    .map(|receiver| with_receiver(receiver, usize::from(count), arguments.as_deref()));
                match given {
                    Some(given) => {
                        let fitting: Vec<Overload> =
                            family.iter().filter(|one| one.extends).cloned().collect();
                        choose_overloads(db, &fitting, given.len(), Some(&given))
                    }
                    None => choose_overloads(db, &family, usize::from(count), arguments.as_deref()),
                }
            }
            (Role::Call, None) => family.iter().map(|one| one.sym).collect(),
            _ => named_overloads(db, unit, &family, reference.expression),
        };
        chosen.into_iter().for_each(|sym| all.add(Value::Definition(sym)));
    }
    all
}

/// The same for what is called in an expression.
pub(crate) fn select_overloaded_callees(db: &Db, callees: Set, arguments: &[(FileId, ExprId)]) -> Set {
    select_applied_callees(db, callees, arguments, None)
}

/// The same for a callee that is written with so many type arguments.
pub(crate) fn select_applied_callees(
    db: &Db,
    callees: Set,
    arguments: &[(FileId, ExprId)],
    type_arguments: Option<u32>,
) -> Set {
    if db.unit(db.file()).is_none_or(|unit| unit.rules.classes.is_none()) {
        return callees;
    }
    if db.unit(db.file()).is_some_and(|unit| unit.rules.argument_labels) {
        return select_labelled_callees(db, callees, arguments, true);
    }
    if db.unit(db.file()).is_some_and(|unit| unit.rules.functions_overload) {
        return select_functions(db, callees, arguments);
    }
    let mut all = Set::default();
    for value in callees.iter() {
        let Value::Function(sym, bound) = value else {
            all.add(value);
            continue;
        };
        let family = applied(db, overloads_of(db, sym), type_arguments);
        if family.len() < 2 {
            all.add(family.first().map_or(value, |one| Value::Function(one.sym, bound)));
            continue;
        }
        if family.len() > MOST_OVERLOADS {
            all.add(Value::Unknown);
            continue;
        }
        let mut given: Vec<Given> = arguments.iter().map(|(file, e)| given_by(db, *file, *e)).collect();
        let receiver = db.args_of(bound).first().filter(|_| is_extending(&family)).cloned();
        if let Some(receiver) = receiver.filter(is_instance) {
            given.insert(0, Given { values: receiver, ..Given::default() });
        }
        for sym in choose_overloads(db, &family, given.len(), Some(&given)) {
            all.add(Value::Function(sym, bound));
        }
    }
    all
}

/// Of overloads those with as many type parameters as type arguments are written, where there are such. What has none
/// comes first where none are written.
fn applied(db: &Db, family: Rc<Vec<Overload>>, written: Option<u32>) -> Rc<Vec<Overload>> {
    let counts = db.unit(db.file()).is_some_and(|unit| unit.rules.has_function_types);
    if !counts || family.len() < 2 {
        return family;
    }
    let count =
        |one: &Overload| db.unit(one.sym.file).map_or(0, |unit| unit.type_parameters(one.sym.def).len);
    if written.is_none() && family.is_sorted_by_key(|one| count(one) > 0) {
        return family;
    }
    let mut all: Vec<Overload> = match written {
        Some(written) => family.iter().filter(|one| count(one) == written).cloned().collect(),
        None => family.iter().cloned().collect(),
    };
    if all.is_empty() {
        return family;
    }
    all.sort_by_key(|one| count(one) > 0);
    Rc::new(all)
}

/// With how many type arguments a function or member is written.
fn type_arguments_of(db: &Db, unit: &Unit<'_>, expression: ExprId) -> Option<u32> {
    if !unit.rules.has_function_types {
        return None;
    }
    let all = db.own.type_arguments.get_or_init(|| {
        let applied = unit.facts.expressions.iter().filter_map(|one| match one {
            Expression::Apply { of, arguments } if arguments.len > 0 => Some((*of, arguments.len)),
            _ => None,
        });
        applied.collect()
    });
    all.get(&expression).copied()
}

/// True where functions among them are called with their first argument before a dot.
fn is_extending(family: &[Overload]) -> bool {
    family.iter().any(|one| one.extends)
}

fn is_instance(values: &Set) -> bool {
    values.iter().any(|value| matches!(value, Value::Instance(..) | Value::Receiver(..) | Value::Variant(..)))
}

/// What stands before the dot of a callee, where that is no type.
fn receiver_of(db: &Db, unit: &Unit<'_>, callee: ExprId) -> Option<Set> {
    let Expression::Member { of, .. } = unit.facts.expression(callee) else { return None };
    Some(value_of(db, db.file(), of)).filter(is_instance)
}

fn with_receiver(receiver: Set, count: usize, arguments: Option<&[Given]>) -> Vec<Given> {
    let receiver = Given { values: receiver, ..Given::default() };
    let unknown = || Given { values: Set::unknown(), ..Given::default() };
    let rest = (0..count).map(|i| arguments.and_then(|all| all.get(i).cloned()).unwrap_or_else(unknown));
    std::iter::once(receiver).chain(rest).collect()
}

/// The values of the arguments of the call of this callee, where there is one such call.
pub(crate) fn arguments_of(db: &Db, unit: &Unit<'_>, callee: ExprId) -> Option<Vec<Given>> {
    let list: List = db.own.calls.get_or_init(|| calls_of(unit)).get(&callee).copied().flatten()?;
    Some(unit.facts.list(list).iter().map(|e| given_by(db, db.file(), *e)).collect())
}

pub(crate) fn given_by(db: &Db, file: FileId, argument: ExprId) -> Given {
    let written = db.unit(file).map(|unit| unit.facts.expression(argument));
    let is_null = written == Some(Expression::Literal(LiteralKind::None));
    let name = match written {
        Some(Expression::Keyword { name, .. }) => db.unit(file).map(|unit| unit.hash(name)),
        _ => None,
    };
    let last = db.unit(file).filter(|unit| unit.rules.function_receivers);
    let is_last = matches!(written.zip(last), Some((Expression::Keyword { name, .. }, unit)) if unit.facts.name(name).is_empty());
    let is_named = matches!(
        written,
        Some(Expression::Name { .. } | Expression::Member { .. } | Expression::Call { .. })
    );
    let values = known_at(db, file, argument, value_of(db, file, argument));
    Given { values, is_null, name, is_last, is_named }
}

/// All functions of the name of `sym` in its type and the bases, the nearest first, without those that a nearer one
/// overrides; for a constructor those of its type. Of more than are told apart, one more.
pub(crate) fn overloads_of(db: &Db, sym: Symbol) -> Rc<Vec<Overload>> {
    // What a query asks must be asked again for the next one: its answers are remembered, not these.
    if !db.at_top() {
        return Rc::new(find_overloads(db, sym));
    }
    if let Some(known) = db.own.overloads.get(&sym) {
        return known;
    }
    let found = Rc::new(find_overloads(db, sym));
    db.own.overloads.insert(sym, found.clone());
    found
}

fn find_overloads(db: &Db, sym: Symbol) -> Vec<Overload> {
    let Some(unit) = db.unit(sym.file) else { return Vec::new() };
    let definition = unit.facts.definition(sym.def);
    if unit.rules.argument_labels {
        return labelled_family(db, sym);
    }
    if unit.rules.functions_overload {
        let outer = declaring_scope(unit, definition.scope);
        let is_type = unit.facts.scopes.get(outer.index()).is_some_and(|one| one.kind == ScopeKind::Type);
        if !is_type || matches!(definition.owner, Owner::Extension(_)) {
            return overloads_in(db, unit, sym, outer);
        }
    }
    let Owner::Definition(of) = definition.owner else { return Vec::new() };
    let kind = definition.kind;
    if !matches!(kind, SymbolKind::Method | SymbolKind::Constructor) {
        return Vec::new();
    }
    let hash = unit.hash(definition.name);
    let of = Symbol { def: of, ..sym };
    let mut types = type_parts(db, of).to_vec();
    if kind == SymbolKind::Method {
        types.extend(linearize(db, of).value.symbols.iter().flat_map(|base| type_parts(db, *base)));
    }
    let mut all: Vec<Overload> = Vec::new();
    for of in types {
        let Some(unit) = db.unit(of.file) else { continue };
        let Some(body) = unit.facts.definition(of.def).body else { continue };
        if !db.is_own(of.file) {
            depend_on_binding(db, of.file, body, hash);
        }
        let Some(name) = unit.name_of_hash(hash) else { continue };
        let nearer = all.len();
        let namespace = Namespace::CALLABLE.with(Namespace::MEMBER);
        for binding in unit.hoisted(body, name, namespace) {
            let Bound::Definition(def) = binding.bound else { continue };
            // What is private to another file is not inherited: it may become public.
            db.depend_on_symbol(Symbol { file: of.file, def });
            let is_hidden =
                of.file != sym.file && unit.facts.definition(def).visibility == Visibility::Private;
            if unit.kind(def) != kind || is_hidden {
                continue;
            }
            let one = overload(db, Symbol { file: of.file, def });
            if all.len() > MOST_OVERLOADS {
                return all;
            }
            work::add(nearer);
            if !all[..nearer].iter().any(|near| overrides(db, near, &one)) {
                all.push(one);
            }
        }
    }
    all
}

/// True where a function of a type has parameters of the same types as one of a base, as far as is known.
fn overrides(db: &Db, near: &Overload, far: &Overload) -> bool {
    // A type that is declared for all platforms is what each of them defines for it.
    let is_twin = |a: &Set, b: &Set| match (a.only(), b.only()) {
        (Some(Value::Instance(TypeId::Def(a), _)), Some(Value::Instance(TypeId::Def(b), _))) => {
            is_same_elsewhere(db, a, b)
        }
        _ => false,
    };
    let open = |set: &Set| set.is_empty() || set.has_unknown() || set.iter().any(is_parameter);
    near.parameters.len() == far.parameters.len()
        && near
            .parameters
            .iter()
            .zip(&far.parameters)
            .all(|(a, b)| open(a) || open(b) || a == b || is_twin(a, b))
}

pub(crate) fn overload(db: &Db, sym: Symbol) -> Overload {
    let mut found = Overload {
        sym,
        parameters: Vec::new(),
        names: Vec::new(),
        optional: Vec::new(),
        rest: None,
        required: 0,
        extends: false,
        takes_rest: false,
    };
    let Some(unit) = db.unit(sym.file) else { return found };
    db.depend_on_symbol(sym);
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    let extends = unit.rules.extension_functions;
    let plain = |p: &&Parameter| extends || p.kind != ParameterKind::Receiver;
    for parameter in parameters.iter().filter(plain) {
        let types = header_type(db, sym.file, parameter.annotation);
        found.parameters.push(with_heads(db, &instances_of(&types)));
        let is_rest = parameter.kind == ParameterKind::Rest;
        if is_rest {
            found.rest = Some(found.names.len());
        }
        found.optional.push(is_rest || !parameter.default.is_unknown());
        found.names.push(unit.hash(parameter.name));
        found.takes_rest = parameter.kind == ParameterKind::Rest;
        found.extends |= parameter.kind == ParameterKind::Receiver;
        found.required += usize::from(parameter.default.is_unknown());
    }
    found.extends |= is_attachable(unit, sym.def);
    found
}

/// An overload that may be meant.
struct Candidate<'f> {
    sym: Symbol,
    /// What each argument must be an instance of.
    expected: Vec<&'f Set>,
    fits: Vec<Fit>,
}

impl<'f> Candidate<'f> {
    /// The overload with what it takes for each of the arguments; `None` where one cannot be passed.
    fn new(db: &Db, sym: Symbol, expected: Vec<&'f Set>, arguments: Option<&[Given]>) -> Option<Self> {
        let given = |i: usize| arguments.and_then(|all| all.get(i));
        work::add(expected.len());
        let fit = |(i, expected): (usize, &&Set)| {
            given(i).map_or(Fit::Maybe, |one| fit_argument(db, one, expected))
        };
        let fits: Vec<Fit> = expected.iter().enumerate().map(fit).collect();
        (!fits.contains(&Fit::No)).then_some(Self { sym, expected, fits })
    }

    fn least(&self) -> Fit {
        self.fits.iter().copied().min().unwrap_or(Fit::Same)
    }
}

/// The overloads that a call of `count` arguments means; where none fits, all of them.
fn choose_overloads(db: &Db, family: &[Overload], count: usize, arguments: Option<&[Given]>) -> Vec<Symbol> {
    let named: Vec<u64> = arguments.unwrap_or_default().iter().filter_map(|one| one.name).collect();
    if !named.is_empty() {
        let has_all = |one: &&Overload| named.iter().all(|name| one.names.contains(name));
        let having: Vec<Overload> = family.iter().filter(has_all).cloned().collect();
        // What stands behind a name may stand anywhere: only how many there are is known.
        let fitting: Vec<Symbol> =
            having.iter().filter(|one| one.may_take(count)).map(|one| one.sym).collect();
        if !fitting.is_empty() {
            return fitting;
        }
    }
    let fitting = fitting_overloads(db, family, count, arguments);
    if fitting.is_empty() && family.len() <= MOST_TARGETS {
        return family.iter().map(|one| one.sym).collect();
    }
    fitting
}

/// The overloads that a call of `count` arguments means; none where none fits.
pub(crate) fn fitting_overloads(
    db: &Db,
    family: &[Overload],
    count: usize,
    arguments: Option<&[Given]>,
) -> Vec<Symbol> {
    let taking = || family.iter().filter(|one| one.may_take(count));
    if taking().nth(MOST_COMPARED).is_some() {
        return taking().map(|one| one.sym).collect();
    }
    let is_fixed = |one: &&Overload| {
        one.parameters.len() == count
            || (one.parameters.len() > count && !one.takes_rest && one.required <= count)
    };
    let mut fixed: Vec<&Overload> = taking().filter(is_fixed).collect();
    // What leaves no default to be filled in comes first.
    fixed.sort_by_key(|one| one.parameters.len());
    let fixed = fixed.into_iter().filter_map(|one| {
        Candidate::new(db, one.sym, one.parameters.iter().take(count).collect(), arguments)
    });
    let mut fitting: Vec<Candidate<'_>> = fixed.collect();
    for phase in [Fit::Below, Fit::Boxed] {
        if fitting.iter().any(|one| one.least() >= phase) {
            // What needs more is not meant; what is not known may be.
            fitting.retain(|one| one.fits.iter().all(|fit| *fit >= phase || *fit == Fit::Maybe));
            return meant(db, fitting);
        }
    }
    let rests: Vec<(&Overload, Set)> = taking()
        .filter(|one| one.takes_rest)
        .filter_map(|one| Some((one, items_of(db, one.parameters.last()?))))
        .collect();
    for (one, items) in &rests {
        let of = |i: usize| if i + 1 < one.parameters.len() { &one.parameters[i] } else { items };
        let candidate = Candidate::new(db, one.sym, (0..count).map(of).collect(), arguments);
        let known = |candidate: &Candidate<'_>| fitting.iter().all(|other| other.sym != candidate.sym);
        fitting.extend(candidate.filter(known));
    }
    meant(db, fitting)
}

/// What an array holds, of a parameter that takes the rest of the arguments.
fn items_of(db: &Db, arrays: &Set) -> Set {
    let mut all = Set::default();
    for value in arrays.iter() {
        let items = match value {
            Value::Instance(id, args) => items_of_array(db, id, args),
            _ => None,
        };
        all.extend(&items.unwrap_or_else(Set::unknown));
    }
    all
}

/// The most specific one of those that fit, or all of them.
fn meant(db: &Db, fitting: Vec<Candidate<'_>>) -> Vec<Symbol> {
    if fitting.len() > 1
        && let Some(best) = most_specific(db, &fitting)
    {
        return with_alternatives(db, &fitting, best);
    }
    fitting.into_iter().map(|one| one.sym).collect()
}

/// An overload, with those that take the same where a condition decides which of them there is.
fn with_alternatives(db: &Db, fitting: &[Candidate<'_>], best: Symbol) -> Vec<Symbol> {
    let is_conditional = |sym: Symbol| {
        db.unit(sym.file).is_some_and(|unit| {
            unit.rules.has_function_types && unit.facts.definition(sym.def).flags.has(Flags::CONDITIONAL)
        })
    };
    let Some(one) = fitting.iter().find(|one| one.sym == best) else { return vec![best] };
    let same = |other: &&Candidate<'_>| {
        other.sym == best
            || (is_conditional(other.sym) || is_conditional(best)) && other.expected == one.expected
    };
    fitting.iter().filter(same).map(|one| one.sym).collect()
}

/// The first that is narrower than all others.
fn most_specific(db: &Db, fitting: &[Candidate<'_>]) -> Option<Symbol> {
    let is_best =
        |one: &Candidate<'_>| fitting.iter().all(|other| other.sym == one.sym || is_narrower(db, one, other));
    if fitting.len() <= MOST_IN_PAIRS {
        return fitting.iter().find(|one| is_best(one)).map(|one| one.sym);
    }
    // Of so many, the one that is left when each is compared with the best so far.
    let last = fitting.iter().reduce(|best, one| if is_narrower(db, best, one) { best } else { one });
    last.filter(|one| is_best(one)).map(|one| one.sym)
}

/// True where each parameter is at least as narrow as that of the other, where arguments that differ in that are known.
fn is_narrower(db: &Db, one: &Candidate<'_>, other: &Candidate<'_>) -> bool {
    let parameters = one.expected.iter().zip(&other.expected).zip(&one.fits);
    work::add(1);
    parameters.into_iter().all(|((own, of_other), fit)| {
        let same = !own.has_unknown() && own == of_other;
        // What takes exactly what is given is narrower than whatever else takes it.
        same || *fit == Fit::Same || (*fit > Fit::Maybe && fit_set(db, own, of_other) >= Fit::Below)
    })
}

/// The types without their arguments, which no overload differs by; those of arrays with what they hold.
fn with_heads(db: &Db, set: &Set) -> Set {
    set.iter()
        .map(|value| match value {
            Value::Instance(id, args) | Value::Receiver(id, args) => match items_of_array(db, id, args) {
                Some(items) => Value::Instance(id, db.args(vec![with_heads(db, &items)])),
                None => Value::Instance(id, Args::NONE),
            },
            other => other,
        })
        .collect()
}

/// The arguments of each callee of a file; `None` where several calls share it.
pub(crate) fn calls_of(unit: &Unit<'_>) -> rustc_hash::FxHashMap<ExprId, Option<List>> {
    let mut found: rustc_hash::FxHashMap<ExprId, Option<List>> = rustc_hash::FxHashMap::default();
    // What a name is bound to may be written twice, with the same arguments.
    let add = |known: &mut Option<List>, arguments: &List| {
        if *known != Some(*arguments) {
            *known = None;
        }
    };
    for expression in &unit.facts.expressions {
        if let Expression::Call { of, arguments } = expression {
            found.entry(*of).and_modify(|known| add(known, arguments)).or_insert(Some(*arguments));
            // A function that is written with type arguments is named without them.
            if let Expression::Apply { of, .. } = unit.facts.expression(*of)
                && (unit.rules.has_function_types || unit.rules.includes_overloads())
            {
                found.entry(of).and_modify(|known| add(known, arguments)).or_insert(Some(*arguments));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{linking, symbol};

    #[test]
    fn the_number_of_arguments_tells_overloads_apart() {
        let text = "class A { void f(int a) {} void f(int a, int b) {} }\n";
        linking(&[("A.java", text)], "A.java", |db| {
            let family = overloads_of(db, symbol(db, "A.java#A.f"));
            let all: Vec<Symbol> = family.iter().map(|one| one.sym).collect();
            assert_eq!(all.len(), 2);
            assert_eq!(choose_overloads(db, &family, 2, None), [all[1]]);
            assert_eq!(choose_overloads(db, &family, 3, None), all);
        });
    }
}
