//! Names of what a callee expects: keys of objects among its arguments, and its keyword arguments; and of what the
//! compiler takes in by itself.

use crate::edges::symbol_key;
use crate::infer::{
    ExpectedArgument, TypesAbove, as_instance, callees_of, instances_of, linearize, made_of_fields,
    outside_name, own_member, resolve_member, type_of,
};
use crate::query::Db;
use crate::resolve::{ImportTarget, resolve};
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::{
    Edge, ExprId, Expression, FileId, Flags, KEYWORDS, ParameterKind, Reference, Resolution, Rule,
    SymbolKind, Target,
};

/// The most members that a name may be where several are expected.
const MOST_EXPECTED: usize = 2;

/// The edge of a name that may be one of what a callee expects; `None` for every other reference. Where it names nothing
/// of the repository, it leads out of it and to nothing: it is no reference at all.
pub(crate) fn edge_of_expected(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Option<Edge> {
    let (call, position) = unit.facts.expected_by(reference)?;
    if unit.rules.argument_labels && position != KEYWORDS {
        // There a member of what is expected is a reference like any other.
        return None;
    }
    let found = if position == KEYWORDS {
        let Expression::Member { name, .. } = unit.facts.expression(reference.expression) else {
            return None;
        };
        let holders = match unit.rules.argument_labels {
            true => instances_of(&made_of_fields(db, db.file(), call)),
            false => holders_of_keywords(db, db.file(), call),
        };
        if holders.is_empty() {
            return Some(nothing());
        }
        let name = db.name(unit, name);
        resolve_member(db, &holders, name, Some(false)).0
    } else {
        let expected = db.ask(ExpectedArgument { file: db.file(), call, position });
        // Where the type of the argument is whatever is given, its members are its own.
        if expected.iter().any(|value| matches!(value, Value::Instance(TypeId::Param(..), _))) {
            return Some(nothing());
        }
        resolve(db, db.file(), reference.expression, None).0
    };
    Some(edge_of_members(db, &found))
}

/// The edge of a member of what the compiler takes in by itself, such as an element of the host; `None` for every other
/// reference. As above it is no reference where it names nothing of the repository.
pub(crate) fn edge_of_implied(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Option<Edge> {
    let import = unit.facts.implied_by(reference)?;
    let modules = db.ask(ImportTarget { file: db.file(), import, upto: 1 });
    let is_own =
        |value: Value| value.file().and_then(|file| db.unit(file)).is_some_and(|of| of.stub_of.is_none());
    if !modules.iter().any(is_own) {
        return Some(nothing());
    }
    let found = resolve(db, db.file(), reference.expression, None).0;
    Some(edge_of_members(db, &found))
}

/// The edge to the members of the repository among `found`, which is no reference where there is none, or too many.
fn edge_of_members(db: &Db, found: &Set) -> Edge {
    let mut targets: Vec<Target> = Vec::new();
    for value in found.iter() {
        if let Value::Definition(sym) = value
            && db.unit(sym.file).is_some_and(|of| of.stub_of.is_none() && may_take_argument(of.kind(sym.def)))
        {
            targets.extend(symbol_key(db, sym).map(Target::Symbol));
        }
    }
    targets.sort();
    targets.dedup();
    let resolution = match (targets.len(), found.has_unknown()) {
        (1, false) => Resolution::Resolved,
        (1..=MOST_EXPECTED, _) => Resolution::Possible,
        _ => return nothing(),
    };
    let rule = if resolution == Resolution::Resolved { Rule::Member } else { Rule::Value };
    Edge { resolution, rule, targets, candidates: 0 }
}

/// The edge of what is no reference.
fn nothing() -> Edge {
    Edge { resolution: Resolution::External, rule: Rule::None, targets: Vec::new(), candidates: 0 }
}

/// True for members, and for variables and functions that stand for one: what a component binds its props to.
fn may_take_argument(kind: SymbolKind) -> bool {
    use SymbolKind::{Accessor, Constant, Field, Function, Method, Property, Variable};
    matches!(kind, Accessor | Constant | Field | Function | Method | Property | Variable)
}

/// Instances of the types whose members the keyword arguments of a call name: records that are made, and what the
/// callee says that it takes by keyword (`**options: Unpack[Options]`).
fn holders_of_keywords(db: &Db, file: FileId, call: ExprId) -> Set {
    let mut holders = Set::default();
    let Some(Expression::Call { of, .. }) = db.unit(file).map(|unit| unit.facts.expression(call)) else {
        return holders;
    };
    for callee in callees_of(db, file, of).iter() {
        match callee {
            Value::Type(TypeId::Def(sym), _) if takes_fields(db, sym) => holders.add(as_instance(callee)),
            Value::Function(sym, _) => holders.extend(&taken_by_keyword(db, sym)),
            _ => {}
        }
    }
    holders
}

/// True for a class that takes its fields as keyword arguments and says nothing else.
fn takes_fields(db: &Db, sym: Symbol) -> bool {
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.stub_of.is_none()) else { return false };
    let records = unit.rules.protocol.records;
    let order = linearize(db, sym);
    let TypesAbove { symbols: above, others, .. } = &order.value;
    let mut is_record = others
        .iter()
        .any(|other| outside_name(db, *other).is_some_and(|name| records.contains(&name.as_str())));
    for one in std::iter::once(sym).chain(above.iter().copied()) {
        let Some(of) = db.unit(one.file) else { return false };
        db.depend_on_symbol(one);
        let definition = of.facts.definition(one.def);
        if of.stub_of.is_some() {
            is_record |= records.contains(&of.facts.name(definition.name));
            continue;
        }
        is_record |= definition.flags.has(Flags::RECORD);
        let constructor = unit.rules.constructors.first();
        let made = constructor.map(|name| own_member(db, one, db.text(name), Some(true)));
        if made.is_some_and(|made| !made.is_empty()) {
            return false;
        }
    }
    is_record
}

/// What a function says that it takes by keyword.
fn taken_by_keyword(db: &Db, sym: Symbol) -> Set {
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.stub_of.is_none()) else { return Set::default() };
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    let rest = parameters.iter().find(|one| one.kind == ParameterKind::RestKeywords);
    let Some(annotation) = rest.map(|one| one.annotation).filter(|one| !one.is_unknown()) else {
        return Set::default();
    };
    // Elsewhere it is the type of each of them.
    if !matches!(unit.facts.expression(annotation), Expression::Apply { .. } | Expression::Name { .. }) {
        return Set::default();
    }
    db.depend_on_symbol(sym);
    let types = type_of(db, sym.file, annotation);
    let is_record = |value: Value| matches!(value, Value::Type(TypeId::Def(of), _) if takes_fields(db, of));
    instances_of(&types.iter().filter(|value| is_record(*value)).collect())
}
