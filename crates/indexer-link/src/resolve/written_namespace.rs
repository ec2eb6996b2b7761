//! Namespaces that are written out before what is in them, where no folder tells which there are: `Shop.Prices.Price` (C#).

use crate::query::Db;
use crate::resolve::{coexisting, definitions_in_package, enclosing_packages, is_declared_package, resolve};
use crate::unit::Unit;
use crate::value::{Set, Text, Value};
use indexer_core::path::{ancestors, join};
use indexer_core::{ExprId, Expression, FileId, Namespace};
use rustc_hash::FxHashMap;

/// Of more names than this no namespace consists.
const MOST_NAMES: usize = 16;

/// What a chain of names has under a name, where nothing of the repository is known under the chain itself: what a file
/// declares in the namespace of that path, else the namespace of the whole path. Paths begin in the namespaces around, the
/// innermost first, then outside of all.
pub(crate) fn in_written_namespace(
    db: &Db,
    file: FileId,
    receivers: &Set,
    of: ExprId,
    name: Text,
) -> Option<Set> {
    let unit = db.unit(file).filter(|unit| unit.rules.packages_nest && unit.stub_of.is_none())?;
    let rules = unit.rules.packages?;
    if !receivers.iter().all(|value| matches!(value, Value::Unknown | Value::External(_))) {
        return None;
    }
    let chain = written_path(unit, of)?;
    let places: Vec<String> = namespaces_around(unit).iter().map(|around| join(around, &chain)).collect();
    let declared = places.iter().find_map(|package| {
        let offers = |other: indexer_core::FilePlace<'_>| (rules.offers)(package, other);
        let found = definitions_in_package(db, rules, package, name, Namespace::ANY, offers);
        (!found.is_empty()).then(|| coexisting(db, file, found))
    });
    declared.or_else(|| {
        let text = db.text_of(name);
        let mut inner = places.iter().map(|package| join(package, &text));
        inner.find(|package| is_declared_package(db, package)).map(|package| namespace(db, &package))
    })
}

/// The namespace that a name stands for by itself: the innermost one around that has a namespace of this name declared in it.
pub(crate) fn namespace_of_name(db: &Db, unit: &Unit<'_>, name: &str) -> Option<Set> {
    if !unit.rules.packages_nest || unit.stub_of.is_some() {
        return None;
    }
    let mut places = namespaces_around(unit).into_iter().map(|around| join(&around, name));
    places.find(|package| is_declared_package(db, package)).map(|package| namespace(db, &package))
}

/// The namespace that an expression of the linked file writes a part of, where that is known by what is named behind it
/// alone: `Shop` before `.Prices.Price`. `members` has the member that is named of each expression.
pub(crate) fn namespace_before(
    db: &Db,
    unit: &Unit<'_>,
    expression: ExprId,
    members: &FxHashMap<ExprId, ExprId>,
) -> Option<Set> {
    let written = written_path(unit, expression)?;
    let (mut at, mut behind) = (expression, 0);
    while let Some(member) = members.get(&at).filter(|_| behind < MOST_NAMES) {
        (at, behind) = (*member, behind + 1);
        if let Some(Value::Folder(path)) = resolve(db, db.file(), at, None).0.only() {
            let path = db.text_of(path);
            let part = ancestors(&path).nth(behind)?;
            return part.ends_with(&written).then(|| namespace(db, part));
        }
    }
    None
}

fn namespace(db: &Db, package: &str) -> Set {
    Set::of(Value::Folder(db.text(package)))
}

/// The namespaces around what a file declares, the innermost first, and at last the one outside of all.
fn namespaces_around(unit: &Unit<'_>) -> Vec<String> {
    enclosing_packages(&unit.file_place().package.replace('.', "/")).map(str::to_owned).collect()
}

/// The path that an expression writes which is nothing but names, the first one of which nothing binds.
fn written_path(unit: &Unit<'_>, of: ExprId) -> Option<String> {
    let (mut names, mut current) = (Vec::new(), of);
    loop {
        match unit.facts.expression(current) {
            Expression::Member { of, name, .. } if names.len() < MOST_NAMES => {
                names.push(unit.facts.name(name));
                current = of;
            }
            Expression::Name { name, bound: None, .. } => {
                names.push(unit.facts.name(name));
                break;
            }
            _ => return None,
        }
    }
    names.reverse();
    Some(names.join("/"))
}
