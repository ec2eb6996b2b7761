//! Functions of one name where types convert to others: which of them a call means by how well each of its arguments is
//! passed, as far as that is written.
//!
//! For each argument and parameter it is known how badly and how well it can be passed: not at all, by a constructor or an
//! operator, by what the language converts, or as it is. A function that takes all arguments for certain, none of them
//! worse than another function could and one of them better, is what a compiler chooses over that one: were it not, the call
//! would be ambiguous. What is not known of an argument or a template rules nothing out.

use crate::infer::{calls_of, converts_from, external_text, given_by, header_type, instances_of, is_below};
use crate::query::Db;
use crate::resolve::{depend_on_binding, names_class};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::{
    Bound, ExprId, Expression, Holding, LiteralKind, Parameter, ParameterKind, Reference, SymbolKind, Taken,
    TakenList, work,
};

/// More functions than this are not compared with each other, nor by more arguments.
const MOST_COMPARED: usize = 32;
/// Members of a class among which constructors are looked for; a larger one may be made of anything.
const MOST_MEMBERS: usize = 1_024;

/// How well an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Passed {
    /// Not at all.
    Never,
    /// By a constructor or an operator.
    Made,
    /// As the language converts it.
    Converted,
    /// As it is.
    AsItIs,
}

/// How badly, and how well, an argument may be passed.
type Range = (Passed, Passed);

/// Nothing is known.
const OPEN: Range = (Passed::Never, Passed::AsItIs);
const NEVER: Range = (Passed::Never, Passed::Never);

const fn surely(one: Passed) -> Range {
    (one, one)
}

const fn perhaps(one: Passed) -> Range {
    (Passed::Never, one)
}

/// What is given.
#[derive(Clone, Copy)]
enum Given {
    Literal(LiteralKind),
    /// One value, of a type that is known.
    Value(Value),
    Other,
}

/// One argument of a call.
struct Argument {
    given: Given,
    /// True for what a call gives, or makes.
    is_result: bool,
    /// True for what has a name, of which nothing else is made by being passed.
    is_named: bool,
}

/// A function that may be meant.
struct Candidate {
    value: Value,
    is_template: bool,
    ranges: Vec<Range>,
}

/// Of the functions that a call may mean those that it can by how its arguments are passed; all where none is left. `applied`
/// is true where arguments in `<>` may say what is taken.
pub(crate) fn best_passed(db: &Db, unit: &Unit<'_>, reference: &Reference, all: Set, applied: bool) -> Set {
    if all.iter().nth(MOST_COMPARED).is_some() {
        return all;
    }
    let list = db.own.calls.get_or_init(|| calls_of(unit)).get(&reference.expression).copied().flatten();
    let Some(list) = list.map(|list| unit.facts.list(list)) else { return all };
    if list.len() > MOST_COMPARED {
        return all;
    }
    let arguments: Vec<Argument> = list.iter().map(|one| argument(db, unit, *one)).collect();
    let found = all.iter().map(|value| candidate(db, value, &arguments, applied));
    let found: Option<Vec<Candidate>> = found.collect();
    let Some(mut found) = found else { return all };
    found.retain(|one| one.ranges.iter().all(|range| *range != NEVER));
    let is_worse = |one: &Candidate| found.iter().any(|other| is_chosen_over(other, one));
    let left: Set = found.iter().filter(|one| !is_worse(one)).map(|one| one.value).collect();
    if left.is_empty() { all } else { left }
}

fn argument(db: &Db, unit: &Unit<'_>, argument: ExprId) -> Argument {
    let expression = unit.facts.expression(argument);
    let given = match expression {
        Expression::Literal(kind) => Given::Literal(kind),
        _ => match given_by(db, db.file(), argument).values.only() {
            Some(value @ (Value::Instance(..) | Value::Receiver(..))) => Given::Value(value),
            _ => Given::Other,
        },
    };
    let is_named = matches!(expression, Expression::Name { .. } | Expression::Member { .. });
    Argument { given, is_result: matches!(expression, Expression::Call { .. }), is_named }
}

/// `None` for what is no function of which it is known what it takes.
fn candidate(db: &Db, value: Value, arguments: &[Argument], applied: bool) -> Option<Candidate> {
    let Value::Definition(sym) = value else { return None };
    let (of, parameters) = taken_by(db, sym)?;
    work::add(arguments.len());
    let mut ranges = Vec::with_capacity(arguments.len());
    for (at, one) in arguments.iter().enumerate() {
        let parameter =
            parameters.get(at).or(parameters.last().filter(|one| one.kind == ParameterKind::Rest));
        let range = match of.at(at) {
            Taken::Array if one.is_result => NEVER,
            _ if !is_held(db, one, of.held(at), (sym, parameter)) => NEVER,
            taken => range(db, one.given, taken, (sym, parameter), true),
        };
        let is_open = of.is_constrained || (applied && matches!(of.at(at), Taken::Any | Taken::AnyClass));
        ranges.push(if is_open { perhaps(range.1) } else { range });
    }
    if of.is_template && !applied && are_deduced_apart(db, sym, (&of, parameters), arguments) {
        ranges.fill(NEVER);
    }
    Some(Candidate { value, is_template: of.is_template, ranges })
}

/// False where a parameter that changes what it is given is given what has no name, and where one that takes over what it
/// is given is given what has one, as it is.
fn is_held(
    db: &Db,
    argument: &Argument,
    holding: Holding,
    (sym, parameter): (Symbol, Option<&Parameter>),
) -> bool {
    match (holding, argument.given) {
        // A text has a place of its own.
        (Holding::Changed, Given::Literal(kind)) => matches!(kind, LiteralKind::String | LiteralKind::Bytes),
        (Holding::TakenOver, Given::Value(Value::Instance(from, _) | Value::Receiver(from, _)))
            if argument.is_named =>
        {
            let expected = annotated(db, sym, parameter);
            !matches!(expected.only(), Some(Value::Instance(to, _)) if to == from)
        }
        _ => true,
    }
}

/// True where a template takes two arguments by one type parameter, and they are certainly of different types: nothing is
/// deduced then.
fn are_deduced_apart(
    db: &Db,
    sym: Symbol,
    (of, parameters): (&TakenList, &[Parameter]),
    arguments: &[Argument],
) -> bool {
    let Some(unit) = db.unit(sym.file) else { return false };
    let deduced = |parameter: &Parameter| {
        let mut id = parameter.annotation;
        while let Expression::Const(inner) = unit.facts.expression(id) {
            id = inner;
        }
        let Expression::Name { bound: Some(bound), .. } = unit.facts.expression(id) else { return None };
        match unit.facts.bindings.get(bound.index())?.bound {
            Bound::TypeParameter(index) => Some(index),
            _ => None,
        }
    };
    let pairs = parameters.iter().zip(arguments).enumerate().filter(|(at, _)| of.at(*at) == Taken::Any);
    let pairs: Vec<(u32, Given)> =
        pairs.filter_map(|(_, (parameter, one))| Some((deduced(parameter)?, one.given))).collect();
    let differ = |(at, (index, given)): (usize, &(u32, Given))| {
        pairs[at + 1..].iter().any(|(other, of_other)| other == index && are_apart(db, *given, *of_other))
    };
    pairs.iter().enumerate().any(differ)
}

/// True where two arguments are certainly of different types.
fn are_apart(db: &Db, one: Given, other: Given) -> bool {
    let id = |value: Value| match value {
        Value::Instance(id, _) | Value::Receiver(id, _) => Some(id),
        _ => None,
    };
    match (one, other) {
        (Given::Literal(one), Given::Literal(other)) => one != other,
        // Nothing else is of the type of the null pointer.
        (Given::Literal(LiteralKind::None), Given::Value(_))
        | (Given::Value(_), Given::Literal(LiteralKind::None)) => true,
        (Given::Literal(literal), Given::Value(value)) | (Given::Value(value), Given::Literal(literal)) => {
            // A type outside may be another name of a number, but hardly of a truth value.
            let is_class = |id| class_of_repository(db, id).is_some();
            id(value)
                .is_some_and(|id| is_class(id) || (literal == LiteralKind::Boolean && is_outside(db, id)))
        }
        (Given::Value(one), Given::Value(other)) => id(one).zip(id(other)).is_some_and(|(one, other)| {
            one != other && class_of_repository(db, one).is_some() && class_of_repository(db, other).is_some()
        }),
        _ => false,
    }
}

/// What a function takes, as it is written, with its parameters.
fn taken_by<'l>(db: &Db<'l, '_>, sym: Symbol) -> Option<(TakenList, &'l [Parameter])> {
    let unit = db.unit(sym.file)?;
    db.depend_on_symbol(sym);
    let definition = unit.facts.definition(sym.def);
    let is_function =
        matches!(definition.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor);
    let parameters = unit.facts.parameters(definition.parameters);
    let list = match definition.declared_path.filter(|_| is_function) {
        Some(written) => TakenList::read(unit.facts.name(written)),
        None if is_function && parameters.is_empty() => TakenList::default(),
        None => return None,
    };
    Some((list, parameters))
}

fn is_chosen_over(one: &Candidate, other: &Candidate) -> bool {
    let pairs = || one.ranges.iter().zip(&other.ranges);
    let is_sure = one.ranges.iter().all(|(worst, _)| *worst > Passed::Never);
    is_sure
        && pairs().all(|((worst, _), (_, best))| worst >= best)
        && (pairs().any(|((worst, _), (_, best))| worst > best) || !one.is_template && other.is_template)
}

/// How an argument may be passed to a parameter of a function. A class is made of it only where that `may_convert`.
fn range(
    db: &Db,
    given: Given,
    taken: Taken,
    parameter: (Symbol, Option<&Parameter>),
    may_convert: bool,
) -> Range {
    use Passed::{AsItIs, Converted};
    match taken {
        Taken::Any => return surely(AsItIs),
        Taken::Unknown => return OPEN,
        _ => {}
    }
    let kind = match given {
        Given::Literal(kind) => kind,
        Given::Value(value) => return range_of_value(db, value, taken, parameter, may_convert),
        Given::Other => return OPEN,
    };
    let is_text = matches!(kind, LiteralKind::String | LiteralKind::Bytes);
    let is_number = matches!(
        kind,
        LiteralKind::Integer
            | LiteralKind::Long
            | LiteralKind::Float
            | LiteralKind::Single
            | LiteralKind::Character
            | LiteralKind::Boolean
    );
    if kind == LiteralKind::None {
        return match taken {
            Taken::Text | Taken::WideText | Taken::Pointer | Taken::NamedPointer => perhaps(Converted),
            Taken::Integer | Taken::OtherInteger | Taken::Float | Taken::Single => NEVER,
            Taken::Character | Taken::Boolean => NEVER,
            // Of what is pointed to nothing follows.
            Taken::AnyPointer | Taken::AnyClass | Taken::Array => NEVER,
            _ => OPEN,
        };
    }
    if !is_text && !is_number {
        return OPEN;
    }
    match taken {
        Taken::TextClass | Taken::WideTextClass if is_text => {
            match (kind == LiteralKind::Bytes) == (taken == Taken::WideTextClass) {
                true => perhaps(Passed::Made),
                // Other texts than wide ones are written with a letter before them too.
                false if kind == LiteralKind::Bytes => OPEN,
                false => NEVER,
            }
        }
        Taken::TextClass if kind == LiteralKind::Integer => perhaps(Passed::Made),
        Taken::TextClass => NEVER,
        Taken::WideTextClass => OPEN,
        Taken::Made if is_class_itself(db, parameter) || is_standard_class(db, parameter) => NEVER,
        Taken::Made | Taken::Named if may_convert => made_of(db, given, parameter),
        Taken::Made | Taken::Named => match is_class_itself(db, parameter) {
            true => NEVER,
            false => OPEN,
        },
        // What has a name may be another one of a character.
        Taken::NamedPointer if is_text => match is_class_itself(db, parameter) || is_stream(db, parameter) {
            true => NEVER,
            false => OPEN,
        },
        Taken::AnyClass | Taken::Array => NEVER,
        Taken::AnyPointer | Taken::Text | Taken::WideText | Taken::Pointer | Taken::NamedPointer
            if is_number =>
        {
            // Nothing but a literal 0 is a pointer.
            if kind == LiteralKind::Integer { perhaps(Converted) } else { NEVER }
        }
        Taken::AnyPointer => surely(AsItIs),
        Taken::Text if kind == LiteralKind::String => surely(AsItIs),
        Taken::WideText if kind == LiteralKind::Bytes => perhaps(AsItIs),
        Taken::Text | Taken::WideText => NEVER,
        Taken::Pointer => perhaps(Converted),
        // A pointer says whether it is null.
        Taken::Boolean if is_text => surely(Converted),
        _ if is_text => NEVER,
        Taken::Integer if kind == LiteralKind::Integer => surely(AsItIs),
        Taken::Boolean if kind == LiteralKind::Boolean => surely(AsItIs),
        Taken::Character if kind == LiteralKind::Character => surely(AsItIs),
        Taken::Float if kind == LiteralKind::Float => surely(AsItIs),
        Taken::Single if kind == LiteralKind::Single => surely(AsItIs),
        Taken::OtherInteger if kind == LiteralKind::Long => (Converted, AsItIs),
        _ => surely(Converted),
    }
}

/// The same for a value. It may be a pointer to what it is known as.
fn range_of_value(
    db: &Db,
    given: Value,
    taken: Taken,
    (sym, parameter): (Symbol, Option<&Parameter>),
    may_convert: bool,
) -> Range {
    use Passed::{AsItIs, Converted, Made};
    let (Value::Instance(from, _) | Value::Receiver(from, _)) = given else { return OPEN };
    let is_of_repository = class_of_repository(db, from).is_some();
    if !is_of_repository && !is_outside(db, from) {
        return OPEN;
    }
    match taken {
        Taken::Named | Taken::Made | Taken::NamedPointer | Taken::TextClass | Taken::WideTextClass => {
            let expected = annotated(db, sym, parameter);
            let Some(Value::Instance(to, _)) = expected.only() else { return OPEN };
            if to == from {
                return perhaps(AsItIs);
            }
            if is_list(db, to) {
                return NEVER;
            }
            let Some(target) = class_of_repository(db, to) else {
                let is_deduced = taken == Taken::Made && is_standard_class(db, (sym, parameter));
                let is_apart = is_of_repository && is_below(db, from, to) == Some(false);
                return if is_deduced && is_apart { NEVER } else { OPEN };
            };
            // What the standard library defines extends nothing of the repository.
            if is_of_repository && is_below(db, from, to) != Some(false) {
                return perhaps(AsItIs);
            }
            let is_deduced = taken == Taken::Made && is_class_itself(db, (sym, parameter));
            let converts = match from {
                TypeId::Def(class) => converts_from(db, class, target),
                _ => true,
            };
            if !may_convert || is_deduced || !converts { NEVER } else { perhaps(Made) }
        }
        Taken::AnyClass | Taken::AnyPointer | Taken::Array => OPEN,
        // A type outside may be another name of one that is built in.
        _ if !is_of_repository => OPEN,
        _ => perhaps(Converted),
    }
}

/// True for a list that braces make, and nothing else does.
fn is_list(db: &Db, of: TypeId) -> bool {
    let path = match of {
        TypeId::Def(sym) => external_text(db, sym),
        TypeId::External(path) => Some(path),
        TypeId::Param(..) => None,
    };
    path.is_some_and(|path| {
        let path = db.text_of(path);
        path.rsplit([':', '.']).next().is_some_and(|last| last == "initializer_list")
    })
}

fn annotated(db: &Db, sym: Symbol, parameter: Option<&Parameter>) -> Set {
    match parameter {
        Some(one) if !one.annotation.is_unknown() => instances_of(&header_type(db, sym.file, one.annotation)),
        _ => Set::unknown(),
    }
}

/// True for a type that something outside of the repository defines.
fn is_outside(db: &Db, id: TypeId) -> bool {
    match id {
        TypeId::Def(sym) => external_text(db, sym).is_some(),
        TypeId::External(_) => true,
        TypeId::Param(..) => false,
    }
}

/// A class that the repository defines.
fn class_of_repository(db: &Db, id: TypeId) -> Option<Symbol> {
    let TypeId::Def(sym) = id else { return None };
    let unit = db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    let is_class = matches!(unit.kind(sym.def), SymbolKind::Class | SymbolKind::Struct);
    (is_class && unit.facts.definition(sym.def).body.is_some()).then_some(sym)
}

/// True where the type of a parameter names a class, and no alias that may stand for a member of one: what is passed must
/// be of it for its arguments to follow.
fn is_class_itself(db: &Db, (sym, parameter): (Symbol, Option<&Parameter>)) -> bool {
    parameter.is_some_and(|parameter| names_class(db, sym.file, parameter.annotation))
}

fn is_number_or_null(given: Given) -> bool {
    matches!(given, Given::Literal(kind) if !matches!(kind, LiteralKind::String | LiteralKind::Bytes))
}

/// What the type of a parameter is called outside of the repository, where nothing else is meant.
fn outside_path(db: &Db, (sym, parameter): (Symbol, Option<&Parameter>)) -> Option<Text> {
    let (unit, mut of) = (db.unit(sym.file)?, parameter?.annotation);
    while let Expression::Apply { of: inner, .. } | Expression::Const(inner) = unit.facts.expression(of) {
        of = inner;
    }
    if of.is_unknown() {
        return None;
    }
    match crate::resolve::resolve(db, sym.file, of, None).0.only()? {
        Value::External(path) => Some(path),
        Value::Definition(of) | Value::Type(TypeId::Def(of), _) => external_text(db, of),
        _ => None,
    }
}

/// True for a class of the standard library: what ends as its names for other types do is none.
fn is_standard_class(db: &Db, parameter: (Symbol, Option<&Parameter>)) -> bool {
    outside_path(db, parameter).is_some_and(|path| {
        let path = db.text_of(path);
        path.starts_with("std") && !path.ends_with("_t") && !path.ends_with("type")
    })
}

/// True for what C reads files through: no text is one.
fn is_stream(db: &Db, parameter: (Symbol, Option<&Parameter>)) -> bool {
    outside_path(db, parameter).is_some_and(|path| db.text_of(path).rsplit([':', '.']).next() == Some("FILE"))
}

/// How a literal is passed where a class is taken: by a constructor of it that takes the literal.
fn made_of(db: &Db, given: Given, (sym, parameter): (Symbol, Option<&Parameter>)) -> Range {
    let expected = annotated(db, sym, parameter);
    let Some(Value::Instance(to, _)) = expected.only() else { return OPEN };
    if is_list(db, to) {
        return NEVER;
    }
    let TypeId::Def(of) = to else { return OPEN };
    let Some(target) = class_of_repository(db, to) else {
        // An enumeration is made of nothing.
        let is_scoped = db
            .unit(of.file)
            .is_some_and(|unit| unit.stub_of.is_none() && unit.kind(of.def) == SymbolKind::Enum);
        return if is_scoped { NEVER } else { OPEN };
    };
    let Some(unit) = db.unit(target.file) else { return OPEN };
    let definition = unit.facts.definition(target.def);
    let Some(body) = definition.body else { return OPEN };
    depend_on_binding(db, target.file, body, unit.hash(definition.name));
    let bindings = unit.facts.bindings(body);
    // `using Base::Base` takes over constructors that are not looked at.
    if bindings.len() > MOST_MEMBERS
        || bindings.iter().any(|binding| matches!(binding.bound, Bound::Import(_)))
    {
        return perhaps(Passed::Made);
    }
    let mut best = NEVER;
    for binding in bindings {
        let Bound::Definition(def) = binding.bound else { continue };
        if unit.kind(def) != SymbolKind::Constructor {
            continue;
        }
        let constructor = Symbol { def, ..target };
        let Some((list, parameters)) = taken_by(db, constructor) else { return perhaps(Passed::Made) };
        if list.is_explicit || list.held(0) == Holding::Changed && is_number_or_null(given) {
            continue;
        }
        let needed =
            parameters.iter().filter(|one| one.kind == ParameterKind::Plain && one.default.is_unknown());
        if parameters.is_empty() || needed.count() > 1 {
            continue;
        }
        let taken = list.at(0);
        work::add(1);
        match range(db, given, taken, (constructor, parameters.first()), false) {
            NEVER => {}
            // The type parameter of a class, which its own arguments say.
            (Passed::Never, _) => best = best.max(perhaps(Passed::Made)),
            _ if list.is_constrained => best = best.max(perhaps(Passed::Made)),
            _ => best = surely(Passed::Made),
        }
        if best.0 > Passed::Never {
            break;
        }
    }
    best
}
