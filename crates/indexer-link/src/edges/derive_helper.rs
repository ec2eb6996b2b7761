//! Attributes that no macro is behind: a derive outside gives them a meaning (`#[serde(skip)]` below
//! `#[derive(Serialize)]`).

use crate::infer::external_path;
use crate::query::Db;
use crate::resolve::resolve;
use crate::unit::Unit;
use crate::value::{Set, Value};
use indexer_core::{ExprId, Expression, Linearization, Owner, Reference, Role};

/// What stands before an item, a field or a variant and is nothing that is in sight: a part of what derives the type, where
/// all that may be is of one package outside. `denoted` is what the attribute means otherwise.
pub(super) fn or_part_of_derive(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    let is_nothing = denoted.iter().all(|value| value == Value::Unknown);
    let is_name = || matches!(unit.facts.expression(reference.expression), Expression::Name { .. });
    let derives = unit.rules.linearization == Linearization::Autoderef;
    if !derives || reference.role != Role::Decorate || !is_nothing || !is_name() {
        return denoted;
    }
    match deriving_outside(db, unit, reference) {
        Some(path) => Set::of(Value::External(db.text(&path))),
        None => denoted,
    }
}

/// The first of what stands before the type that an attribute is in, where all of that is of one package outside; what the
/// standard library derives has no attributes.
fn deriving_outside(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Option<String> {
    let all = &unit.facts.definitions;
    // It stands before the name of what it is about.
    let at = all.partition_point(|one| one.name_span.start <= reference.span.start);
    let mut one = all.get(at)?;
    if !unit.facts.list(one.decorators).contains(&reference.expression) {
        return None;
    }
    while !one.kind.is_type() {
        let Owner::Definition(owner) = one.owner else { return None };
        one = unit.facts.definition(owner);
    }
    let mut found: Option<String> = None;
    for decorator in unit.facts.list(one.decorators) {
        let (values, _) = resolve(db, db.file(), *decorator, None);
        let path = match values.only() {
            Some(Value::External(path)) => db.text_of(path).to_string(),
            Some(Value::Definition(sym)) => external_path(db, sym)?,
            // Another one of these, or the same; what is written like a derive may be of any package.
            None | Some(Value::Unknown) if !is_written_as_type(unit, *decorator) => continue,
            _ => return None,
        };
        let package = |path: &str| path.split(unit.rules.separator).next().unwrap_or("").to_owned();
        let own = package(&path);
        if unit.rules.standard_packages.contains(&own.as_str()) {
            continue;
        }
        match &found {
            Some(first) if package(first) != own => return None,
            Some(_) => {}
            None => found = Some(path),
        }
    }
    found
}

/// True for a name that begins as those of types do, and of derives.
fn is_written_as_type(unit: &Unit<'_>, decorator: ExprId) -> bool {
    match unit.facts.expression(decorator) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => {
            unit.facts.name(name).starts_with(char::is_uppercase)
        }
        _ => true,
    }
}
