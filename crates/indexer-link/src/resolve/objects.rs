//! Objects: values that are the only ones of their types, and what stands beside them under the same name.

use crate::infer::{declared_member, fitting_overloads, members_of_type, overloads_of};
use crate::query::Db;
use crate::resolve::{definitions_in_package, is_declared_package};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::{
    Bound, DefId, Edge, FilePlace, Flags, Namespace, PackageRules, Reference, Resolution, Role, Rule,
    SymbolKind, Target, path,
};

/// True for a definition that is an object.
pub(crate) fn is_object(unit: &Unit<'_>, def: DefId) -> bool {
    unit.rules.objects
        && unit.kind(def) == SymbolKind::Class
        && unit.facts.definition(def).flags.has(Flags::STATIC)
}

fn is_object_value(db: &Db, value: Value) -> bool {
    match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|unit| is_object(unit, sym.def)),
        _ => false,
    }
}

/// True for a type that is no object.
fn is_type(db: &Db, value: Value) -> bool {
    match value {
        Value::Definition(sym) => {
            db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_type() && !is_object(unit, sym.def))
        }
        Value::Type(..) | Value::ReceiverType(..) => true,
        _ => false,
    }
}

/// Of a type and a value of one name, what is meant where types stand, or where values do; all where there is but one of
/// both. A package is meant where nothing else is.
pub(crate) fn types_or_values(db: &Db, found: Set, types: bool) -> Set {
    if found.only().is_some() || found.is_empty() {
        return found;
    }
    let chosen: Set = found.iter().filter(|value| is_type(db, *value) == types).collect();
    if chosen.is_empty() { found } else { chosen }
}

/// The name spaces in which a type that may be an object is found.
pub(crate) fn namespace_of_type(unit: &Unit<'_>, def: DefId) -> Option<Namespace> {
    if !unit.rules.objects {
        return None;
    }
    let flags = unit.facts.definition(def).flags;
    let of = Namespace::TYPE;
    match unit.kind(def) {
        SymbolKind::Class if flags.has(Flags::STATIC) => Some(Namespace::VALUE.with(Namespace::CALLABLE)),
        SymbolKind::Class if flags.has(Flags::RECORD) => {
            Some(of.with(Namespace::VALUE).with(Namespace::CALLABLE))
        }
        SymbolKind::Class => Some(of.with(Namespace::CALLABLE)),
        SymbolKind::Enum => Some(of.with(Namespace::VALUE)),
        _ => None,
    }
}

/// The record that stands beside an object under its name.
pub(crate) fn record_beside(db: &Db, object: Symbol) -> Option<Symbol> {
    let unit = db.unit(object.file)?;
    let definition = unit.facts.definition(object.def);
    let beside = unit.hoisted(definition.scope, definition.name, Namespace::TYPE);
    let record = beside.into_iter().find_map(|binding| match binding.bound {
        Bound::Definition(def) if unit.facts.definition(def).flags.has(Flags::RECORD) => Some(def),
        _ => None,
    })?;
    Some(Symbol { def: record, ..object })
}

/// What the object that stands for a package has under a name.
pub(crate) fn in_package_object(
    db: &Db,
    rules: &PackageRules,
    package: &str,
    name: Text,
    namespace: Namespace,
) -> Set {
    let around = path::parent(package);
    let own = db.text(path::file_name(package));
    let offers = |file: FilePlace<'_>| (rules.offers)(around, file);
    let mut found = Set::default();
    for value in definitions_in_package(db, rules, around, own, Namespace::VALUE, offers).iter() {
        if let Value::Definition(sym) = value
            && is_of_package(db, value)
        {
            found.extend(&declared_member(db, sym, name));
        }
    }
    let is_ours = |value: &Value| matches!(value, Value::Definition(_));
    let found: Set = found.iter().filter(is_ours).collect();
    match namespace == Namespace::ANY {
        true => found,
        false => types_or_values(db, found, !namespace.meets(Namespace::VALUE)),
    }
}

/// True for an object that stands for the package of its name.
pub(crate) fn is_of_package(db: &Db, value: Value) -> bool {
    is_object_value(db, value)
        && matches!(value, Value::Definition(sym) if db
            .unit(sym.file)
            .is_some_and(|unit| unit.facts.definition(sym.def).flags.has(Flags::PARTIAL)))
}

/// Packages in place of the objects that stand for them, where files say that they are of such a package: it has what the
/// object has as well.
pub(crate) fn as_packages(db: &Db, found: Set) -> Set {
    if !found.iter().any(|value| is_of_package(db, value)) {
        return found;
    }
    let mut all = Set::default();
    for value in found.iter() {
        all.add(package_of(db, value).unwrap_or(value));
    }
    all
}

fn package_of(db: &Db, value: Value) -> Option<Value> {
    let Value::Definition(sym) = value else { return None };
    let unit = db.unit(sym.file).filter(|_| is_of_package(db, value))?;
    let (around, name) = (unit.file_place().package, unit.facts.name(unit.facts.definition(sym.def).name));
    let package =
        if around.is_empty() { name.to_owned() } else { format!("{}/{name}", around.replace('.', "/")) };
    is_declared_package(db, &package).then(|| Value::Folder(db.text(&package)))
}

/// The package of this name inside of that of the file, or of one that it names around that.
pub(crate) fn package_inside(db: &Db, unit: &Unit<'_>, name: &str) -> Option<Value> {
    let own = unit.file_place().package;
    let around = unit.packages_around().iter().map(String::as_str);
    std::iter::once(own).chain(around).filter(|package| !package.is_empty()).find_map(|package| {
        let inner = format!("{}/{name}", package.replace('.', "/"));
        is_declared_package(db, &inner).then(|| Value::Folder(db.text(&inner)))
    })
}

/// What calling an object runs, beside naming it.
pub(crate) fn applied_edge(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: &Set) -> Option<Edge> {
    let Some(Value::Definition(object)) = denoted.only() else { return None };
    if reference.role != Role::Call || !is_object_value(db, Value::Definition(object)) {
        return None;
    }
    let name = db.text(unit.rules.call_member?);
    let members = members_of_type(db, TypeId::Def(object), name, Some(true));
    let Some(Value::Definition(member)) = members.found.only() else { return None };
    db.unit(member.file).filter(|of| of.stub_of.is_none())?;
    let family = overloads_of(db, member);
    let meant = match reference.arguments {
        Some(count) if family.len() > 1 => fitting_overloads(db, &family, usize::from(count), None),
        _ => vec![member],
    };
    let [only] = meant.as_slice() else { return None };
    let target = Target::Symbol(crate::edges::symbol_key(db, *only)?);
    Some(Edge { resolution: Resolution::Resolved, rule: Rule::Member, targets: vec![target], candidates: 0 })
}
