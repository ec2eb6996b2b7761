//! Can an argument be passed as a parameter?

use crate::infer::{
    builtin_type, enum_of, external_text, instances_of, is_below, is_external, overload, single_method,
    type_of,
};
use crate::query::Db;
use crate::resolve::is_same_elsewhere;
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::{Conversion, Expression, FileId, SymbolKind};
use smallvec::SmallVec;
use std::rc::Rc;

/// Can an argument be passed as a parameter?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    No,
    /// It is not known.
    Maybe,
    /// It is put into an object for it, or taken out of one.
    Boxed,
    /// It is of a type below the parameter's.
    Below,
    Same,
}

/// What is passed as an argument.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    pub(crate) values: Set,
    /// True where `null` is written.
    pub(crate) is_null: bool,
    /// Hash of the name of the parameter, where it is written.
    pub(crate) name: Option<u64>,
    /// True where it stands behind the call: it is given to the last parameter.
    pub(crate) is_last: bool,
    /// True where it is a name, a member or a call, whose type is that of what it names and not what is expected of it.
    pub(crate) is_named: bool,
}

/// Can this argument be passed where instances of `expected` are?
pub(crate) fn fit_argument(db: &Db, given: &Given, expected: &Set) -> Fit {
    if expected.is_empty() || expected.has_unknown() {
        return Fit::Maybe;
    }
    if given.is_null {
        let mut types = expected.iter();
        return if types.any(|value| is_primitive(db, value)) { Fit::No } else { Fit::Below };
    }
    let fit = fit_set(db, &given.values, expected);
    let exact = |unit: &Unit<'_>| unit.rules.classes.is_some_and(|rules| rules.only_literals_convert);
    if fit == Fit::Boxed && given.is_named && db.unit(db.file()).is_some_and(exact) {
        return Fit::No;
    }
    let is_any = |value: Value| matches!(value, Value::Instance(id, _) if is_root_type(db, id));
    let tells = db.unit(db.file()).is_some_and(|unit| unit.rules.stubs_tell_bases);
    // Whatever nobody knows is an object.
    if fit == Fit::Maybe && tells && expected.iter().all(is_any) { Fit::Boxed } else { fit }
}

/// Can an instance of `given` be passed where instances of `expected` are?
pub(crate) fn fit_set(db: &Db, given: &Set, expected: &Set) -> Fit {
    // Nothing is what a value has that nobody knows.
    if given.is_empty() || given.has_unknown() || expected.is_empty() || expected.has_unknown() {
        return Fit::Maybe;
    }
    let mut all = Fit::Same;
    for given in given.iter() {
        let mut one = Fit::No;
        for expected in expected.iter() {
            one = one.max(fit_value(db, given, expected));
        }
        all = all.min(one);
    }
    all
}

fn fit_value(db: &Db, given: Value, expected: Value) -> Fit {
    let is_function = |value| matches!(value, Value::Lambda(..) | Value::Function(..) | Value::Callable(..));
    if (is_function(expected) || is_function(given)) && only_functions_fit_functions(db) {
        return fit_signature(db, given, expected);
    }
    if let Value::Callable(..) = expected
        && db.unit(db.file()).is_some_and(|unit| unit.rules.function_receivers)
    {
        return fit_callable(db, given);
    }
    let (Value::Instance(to, to_args) | Value::Receiver(to, to_args)) = expected else { return Fit::Maybe };
    let (from, from_args) = match given {
        Value::Instance(from, args) | Value::Receiver(from, args) => (from, args),
        Value::Variant(sym, _) => match enum_of(db, sym) {
            Some(of) => (TypeId::Def(of), Args::NONE),
            None => return Fit::Maybe,
        },
        // A type that is passed is its constructor: `T::new`.
        Value::Lambda(..) | Value::Function(..) | Value::Callable(..) | Value::Type(..) => {
            return fit_function(db, given, to);
        }
        // A constant of something outside is of no class of the repository; what is written so may be a function too.
        Value::External(_) if is_class_inside(db, to) => return Fit::No,
        _ => return Fit::Maybe,
    };
    if let TypeId::Param(file, index) = to {
        return fit_type_parameter(db, given, file, index);
    }
    if let (Some(from), Some(to)) = (items_of_array(db, from, from_args), items_of_array(db, to, to_args)) {
        return fit_arrays(db, &from, &to);
    }
    if from == to || matches!((from, to), (TypeId::Def(a), TypeId::Def(b)) if is_same_elsewhere(db, a, b)) {
        return Fit::Same;
    }
    if let TypeId::Param(file, index) = from {
        return fit_from_type_parameter(db, (file, index), expected);
    }
    if is_result_outside(db, from) {
        // Nothing of the repository, and what else nobody knows.
        let inside = matches!(to, TypeId::Def(sym) if !is_external(db, sym));
        return if inside { Fit::No } else { Fit::Maybe };
    }
    match converts_to(db, from, to) {
        Some(Conversion::Never) => return Fit::No,
        Some(Conversion::Widens) => return Fit::Below,
        Some(Conversion::Boxes) => return Fit::Boxed,
        None => {}
    }
    // Whatever is passed is an object; what is only known as one is passed as nothing else.
    if is_root_type(db, to) {
        return Fit::Below;
    }
    if is_root_type(db, from) {
        return Fit::No;
    }
    match is_below(db, from, to) {
        Some(true) => Fit::Below,
        Some(false) => Fit::No,
        None => Fit::Maybe,
    }
}

fn only_functions_fit_functions(db: &Db) -> bool {
    db.unit(db.file())
        .and_then(|unit| unit.rules.classes)
        .is_some_and(|rules| rules.only_functions_fit_functions)
}

/// Can it be passed where one of both is a function, and nothing but functions that take the same are passed as each other?
fn fit_signature(db: &Db, given: Value, expected: Value) -> Fit {
    let no_function = |value| matches!(value, Value::Instance(..) | Value::Receiver(..) | Value::Variant(..));
    if no_function(given) || no_function(expected) {
        return Fit::No;
    }
    let (Some(given), Some(expected)) = (taken_by(db, given), taken_by(db, expected)) else {
        return Fit::Maybe;
    };
    if given.len() != expected.len() {
        return Fit::No;
    }
    let fits = given.iter().zip(&expected).map(|(given, expected)| match fit_set(db, given, expected) {
        // Not even a narrower number is taken for a wider one.
        Fit::Boxed | Fit::Below => Fit::No,
        fit => fit,
    });
    fits.min().unwrap_or(Fit::Same)
}

/// What a function takes; `None` for what is not known to be one.
fn taken_by(db: &Db, value: Value) -> Option<Vec<Set>> {
    match value {
        Value::Function(sym, _) => {
            let one = overload(db, sym);
            Some((0..one.len()).filter_map(|at| one.taken(at).cloned()).collect())
        }
        Value::Callable(file, function, _) => {
            let unit = db.unit(file)?;
            let Expression::FunctionType { parameters, .. } = unit.facts.expression(function) else {
                return None;
            };
            let types = unit.facts.list(parameters).iter();
            Some(types.map(|of| instances_of(&type_of(db, file, *of))).collect())
        }
        _ => None,
    }
}

/// Can it be passed where a function is taken?
fn fit_callable(db: &Db, given: Value) -> Fit {
    match given {
        Value::Lambda(..) | Value::Function(..) | Value::Callable(..) => Fit::Below,
        Value::Instance(id @ TypeId::Def(_), _) | Value::Receiver(id @ TypeId::Def(_), _) => {
            let is_known = is_external_type(db, id) || is_class_inside(db, id);
            if is_known { Fit::No } else { Fit::Maybe }
        }
        _ => Fit::Maybe,
    }
}

fn is_external_type(db: &Db, id: TypeId) -> bool {
    matches!(id, TypeId::Def(sym) if is_external(db, sym))
}

/// True for a type of the repository that no function is passed as.
fn is_class_inside(db: &Db, id: TypeId) -> bool {
    let TypeId::Def(sym) = id else { return false };
    db.unit(sym.file)
        .is_some_and(|unit| unit.stub_of.is_none() && unit.kind(sym.def) != SymbolKind::Interface)
}

/// A function that is written where an argument stands: any interface with one method takes it, if that has as many
/// parameters.
fn fit_function(db: &Db, given: Value, to: TypeId) -> Fit {
    let TypeId::Def(sym) = to else {
        return if is_primitive(db, Value::Instance(to, Args::NONE)) { Fit::No } else { Fit::Maybe };
    };
    let Some(unit) = db.unit(sym.file) else { return Fit::Maybe };
    if unit.kind(sym.def) != SymbolKind::Interface {
        return Fit::No;
    }
    let Some(method) = single_method(db, sym) else { return Fit::Maybe };
    let Value::Lambda(file, lambda) = given else { return Fit::Below };
    let takes = |of: Symbol| db.unit(of.file).map(|unit| unit.facts.definition(of.def).parameters.len);
    let given =
        db.unit(file).and_then(|unit| unit.facts.lambdas.get(lambda.index())).map(|it| it.parameters.len);
    // What takes one argument need not say so.
    let is_implied = unit.rules.function_receivers && given == Some(0) && takes(method) == Some(1);
    if given == takes(method) || is_implied { Fit::Below } else { Fit::No }
}

/// A type parameter takes what is below its bounds.
fn fit_type_parameter(db: &Db, given: Value, file: FileId, index: u32) -> Fit {
    if matches!(given, Value::Instance(TypeId::Param(of, at), _) if (of, at) == (file, index)) {
        return Fit::Same;
    }
    let all = if is_primitive(db, given) { Fit::Boxed } else { Fit::Below };
    let Some(bounds) = bounds_of(db, file, index) else { return Fit::Maybe.min(all) };
    let fits = bounds.iter().map(|bound| fit_set(db, &Set::of(given), bound));
    fits.fold(all, Fit::min)
}

/// What is of a type parameter is passed as what its bounds are below, and without one as any object.
fn fit_from_type_parameter(db: &Db, (file, index): (FileId, u32), expected: Value) -> Fit {
    let Some(bounds) = bounds_of(db, file, index) else { return Fit::Maybe };
    let is_root = matches!(expected, Value::Instance(to, _) | Value::Receiver(to, _) if is_root_type(db, to));
    let fits = bounds.iter().map(|bound| fit_set(db, bound, &Set::of(expected)).min(Fit::Below));
    fits.fold(if is_root { Fit::Below } else { Fit::No }, Fit::max)
}

/// What a type parameter is below; `None` where that is not known. Type parameters may be each other's bounds, in a
/// circle even: what is bounded by another one is not known.
fn bounds_of(db: &Db, file: FileId, index: u32) -> Option<SmallVec<[Set; 2]>> {
    let unit = db.unit(file)?;
    let parameter = unit.facts.type_parameters.get(index as usize)?;
    let bounds = unit.facts.list(parameter.bounds).iter().map(|bound| {
        let bound = instances_of(&type_of(db, file, *bound));
        let is_known = !bound.is_empty() && !bound.has_unknown() && !bound.iter().any(is_parameter);
        is_known.then_some(bound)
    });
    bounds.collect()
}

/// True for an instance of a type parameter.
pub(crate) fn is_parameter(value: Value) -> bool {
    matches!(value, Value::Instance(TypeId::Param(..), _))
}

/// True for what a call of something outside gives, of which not even the type is known.
fn is_result_outside(db: &Db, id: TypeId) -> bool {
    matches!(id, TypeId::External(text) if db.text_of(text).ends_with(')'))
}

/// An array is passed as one of the same items, or of items above them, where they are objects.
fn fit_arrays(db: &Db, from: &Set, to: &Set) -> Fit {
    match fit_set(db, from, to) {
        Fit::Below if from.iter().chain(to.iter()).any(|value| is_primitive(db, value)) => {
            if from == to {
                Fit::Same
            } else {
                Fit::No
            }
        }
        Fit::Boxed => Fit::No,
        fit => fit,
    }
}

/// What an array of this type holds; `None` for what is no array.
pub(crate) fn items_of_array(db: &Db, of: TypeId, args: Args) -> Option<Set> {
    let name = db.unit(db.file())?.rules.classes?.array;
    let is_array = builtin_type(db, db.file(), name) == Some(of);
    is_array.then(|| db.args_of(args).first().cloned().unwrap_or_else(Set::unknown))
}

fn is_root_type(db: &Db, id: TypeId) -> bool {
    if matches!(id, TypeId::External(_))
        && db.unit(db.file()).is_some_and(|unit| unit.rules.runtime.is_some())
    {
        return matches!(&*language_name(db, id), "Any" | "Object");
    }
    let TypeId::Def(sym) = id else { return false };
    db.unit(sym.file).is_some_and(|unit| {
        let name = unit.facts.name(unit.facts.definition(sym.def).name);
        unit.stub_of.is_some()
            && unit.rules.classes.is_some_and(|rules| (rules.root)(SymbolKind::Class) == Some(name))
    })
}

/// True for an instance of a type of the language itself that is no object.
fn is_primitive(db: &Db, value: Value) -> bool {
    let Value::Instance(id @ TypeId::External(_), _) = value else { return false };
    let Some(rules) = db.unit(db.file()).and_then(|unit| unit.rules.classes) else { return false };
    let name = language_name(db, id);
    (rules.root)(SymbolKind::Class).is_some_and(|root| (rules.converts)(&name, root).is_some())
}

/// What the language says of two types of its own.
fn converts_to(db: &Db, from: TypeId, to: TypeId) -> Option<Conversion> {
    let rules = db.unit(db.file())?.rules;
    let (given, expected) = (language_name(db, from), language_name(db, to));
    // What has one name in two languages of a runtime is one type there.
    if rules.runtime.is_some() && from != to && !given.is_empty() && given == expected {
        return Some(Conversion::Widens);
    }
    (rules.classes?.converts)(&given, &expected)
}

/// The name of a type of the standard library without its package; "" for any other.
pub(crate) fn language_name(db: &Db, id: TypeId) -> Rc<str> {
    let rules = db.unit(db.file()).map(|unit| unit.rules);
    let key = (rules.map_or("", |rules| rules.language), id);
    if let Some(known) = db.own.language_names.get(&key) {
        return known;
    }
    let path = match id {
        TypeId::Def(sym) => external_text(db, sym).map(|text| db.text_of(text)),
        TypeId::External(text) => Some(db.text_of(text)),
        TypeId::Param(..) => None,
    };
    let path = path.as_deref().map_or("", String::as_str);
    let standard = rules.map_or(&[][..], |rules| rules.standard_packages);
    let shared = rules.and_then(|rules| rules.runtime).map_or(&[][..], |runtime| runtime.packages);
    let is_standard =
        path.split('.').next().is_some_and(|first| standard.contains(&first) || shared.contains(&first));
    let name = path.rsplit('.').next().filter(|_| is_standard);
    let name: Rc<str> = name.unwrap_or_default().into();
    db.own.language_names.insert(key, name.clone());
    name
}
