//! Bare names that are members of a type around, declared by one of its bases.

use crate::infer::members_of_definition;
use crate::query::Db;
use crate::resolve::{external_member, import_target_of_binding, imports_everywhere};
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    BindingId, Bound, FileId, ImportShape, LinkRules, Namespace, Owner, ScopeId, ScopeKind, SymbolKind,
};

/// Members of this name that the types around `scope` inherit, from the innermost outwards up to
/// the scope `until`: those of the first type that has any, and what the first type with a base
/// outside may inherit from there.
pub(crate) fn inherited_names(
    db: &Db,
    file: FileId,
    scope: ScopeId,
    until: Option<ScopeId>,
    name: Text,
    namespace: Namespace,
) -> (Set, Set) {
    let (mut found, mut outside) = (Set::default(), Set::default());
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.classes.is_some_and(|rules| rules.bare_members))
    else {
        return (found, outside);
    };
    let call = match (namespace.meets(Namespace::CALLABLE), namespace.meets(Namespace::VALUE)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    let mut current = Some(scope);
    while let Some(id) = current.filter(|id| Some(*id) != until) {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        current = info.parent;
        let Some(Owner::Definition(def)) = unit.body_of(id).filter(|_| info.kind == ScopeKind::Type) else {
            continue;
        };
        let members = members_of_definition(db, Symbol { file, def }, name, call);
        for value in members.found.iter() {
            match value {
                Value::Definition(sym) if is_in_namespace(db, sym, namespace) => found.add(value),
                Value::External(_) if outside.is_empty() && !namespace.meets(Namespace::TYPE) => {
                    outside.add(value);
                }
                _ => {}
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    (found, outside)
}

/// Members that a type between a name and its binding inherits: they come before what is bound
/// further out.
pub(crate) fn inherited_before(
    db: &Db,
    file: FileId,
    scope: ScopeId,
    bound: BindingId,
    namespace: Namespace,
) -> Set {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.classes.is_some()) else {
        return Set::default();
    };
    let Some(binding) = unit.facts.bindings.get(bound.index()) else { return Set::default() };
    let is_member = match binding.bound {
        Bound::Definition(def) => !unit.kind(def).is_type(),
        Bound::Import(_) => namespace == Namespace::CALLABLE,
        _ => false,
    };
    if !is_member {
        return Set::default();
    }
    let name = db.name(unit, binding.name);
    inherited_names(db, file, scope, Some(binding.scope), name, namespace).0
}

/// A name that a wildcard import of something outside gives, where stubs say that it is there.
pub(crate) fn by_outside_wildcards(db: &Db, file: FileId, name: Text) -> Option<Text> {
    let unit = db.unit(file).filter(|unit| unit.rules.classes.is_some() && unit.stub_of.is_none())?;
    let hash = hash_text(&db.text_of(name));
    let everywhere = imports_everywhere(db, file, |one| one.shape == ImportShape::Wildcard);
    let own = unit.wildcards.iter().map(|(_, import)| (file, *import));
    for (at, import) in own.chain(everywhere) {
        for value in import_target_of_binding(db, at, import).iter() {
            let Value::External(package) = value else { continue };
            let text = db.text_of(package);
            let stubs = db.linker.stub(unit.rules.language, hash);
            if stubs.iter().any(|sym| db.unit(sym.file).and_then(|u| u.stub_of) == Some(text.as_str())) {
                return Some(external_member(db, package, name));
            }
        }
    }
    None
}

/// A type of the packages that builds import unasked.
pub(crate) fn by_implied_packages(db: &Db, rules: &LinkRules, name: Text) -> Option<Text> {
    if rules.implied_packages.is_empty() {
        return None;
    }
    let stubs = db.linker.stub(rules.language, hash_text(&db.text_of(name)));
    let packages = stubs.iter().filter_map(|sym| db.unit(sym.file).and_then(|unit| unit.stub_of));
    let mut packages = packages.filter(|package| rules.implied_packages.contains(package));
    packages.next().map(|package| external_member(db, db.text(package), name))
}

fn is_in_namespace(db: &Db, sym: Symbol, namespace: Namespace) -> bool {
    let Some(kind) = db.unit(sym.file).map(|unit| unit.kind(sym.def)) else { return false };
    let of = match kind {
        SymbolKind::Method | SymbolKind::Function => Namespace::CALLABLE,
        _ if kind.is_type() => Namespace::TYPE,
        _ => Namespace::VALUE,
    };
    of.meets(namespace)
}
