//! Bare names that are members of a type around, declared by one of its bases.

use crate::infer::{
    is_receiver, members_of_definition, members_of_value, parameter_of_extended, receivers_of_scope,
    type_around,
};
use crate::query::Db;
use crate::resolve::{external_member, import_target_of_binding, namespace_of_type, wildcards_of};
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{BindingId, Bound, FileId, LinkRules, Namespace, Owner, ScopeId, ScopeKind, SymbolKind};

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
    let receives = unit.rules.function_receivers;
    let call = match (namespace.meets(Namespace::CALLABLE), namespace.meets(Namespace::VALUE)) {
        (true, _) if receives => Some(true),
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    let mut current = Some(scope);
    while let Some(id) = current.filter(|id| Some(*id) != until) {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        current = info.parent;
        let body = unit.body_of(id).filter(|_| info.kind == ScopeKind::Type);
        let all = match body {
            Some(Owner::Definition(def)) => {
                let mut all = members_of_definition(db, Symbol { file, def }, name, call).found;
                if all.is_empty() && unit.rules.fields_are_called && call == Some(true) {
                    all = members_of_definition(db, Symbol { file, def }, name, Some(false)).found;
                }
                all
            }
            _ if unit.rules.extensions_are_parts && info.kind == ScopeKind::Extension => {
                let of = parameter_of_extended(db, file, id, name);
                if !of.is_empty() && namespace.meets(Namespace::TYPE) {
                    return (of, outside);
                }
                members_of_extended(db, file, id, name)
            }
            _ if receives && matches!(info.kind, ScopeKind::Lambda | ScopeKind::Extension) => {
                members_of_receivers(db, file, id, name, call)
            }
            _ => continue,
        };
        for value in all.iter() {
            match value {
                Value::Definition(sym) if is_kept_by_base(db, file, sym) => {}
                Value::Definition(sym) if is_in_namespace(db, sym, namespace) => found.add(value),
                Value::External(_)
                    if outside.is_empty()
                        && (unit.rules.argument_labels || !namespace.meets(Namespace::TYPE)) =>
                {
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

/// True for what a base of another file keeps to itself: it is no member of the types below.
fn is_kept_by_base(db: &Db, file: FileId, sym: Symbol) -> bool {
    sym.file != file
        && db.unit(sym.file).is_some_and(|unit| {
            db.depend_on_symbol(sym);
            unit.rules.declared_types
                && unit.facts.definition(sym.def).visibility == indexer_core::Visibility::Private
                && !unit.facts.definition(sym.def).flags.has(indexer_core::Flags::PARTIAL)
        })
}

/// Members of the type that an extension extends.
fn members_of_extended(db: &Db, file: FileId, scope: ScopeId, name: Text) -> Set {
    let mut all = Set::default();
    for of in type_around(db, file, scope).iter() {
        let members = members_of_value(db, of, name, None).0;
        all.extend(&members.found);
    }
    all
}

/// Members of what a function without a name, or one that extends a type, is called on.
fn members_of_receivers(db: &Db, file: FileId, scope: ScopeId, name: Text, call: Option<bool>) -> Set {
    let receivers = receivers_of_scope(db, file, scope);
    let mut all = Set::default();
    for receiver in receivers.iter().filter(|value| is_receiver(*value)) {
        let members = members_of_value(db, receiver, name, call).0;
        let members = match members.found.is_empty() && call == Some(true) {
            true => members_of_value(db, receiver, name, Some(false)).0,
            false => members,
        };
        if !members.guessed {
            all.extend(&members.found);
        }
    }
    all
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
        Bound::Import(_) => namespace == Namespace::CALLABLE || unit.rules.function_receivers,
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
    let stubs = db.linker.stub(unit.rules.language, hash_text(&db.text_of(name)));
    if stubs.is_empty() {
        return None;
    }
    for (at, import) in wildcards_of(db, file) {
        for value in import_target_of_binding(db, at, import).iter() {
            let Value::External(package) = value else { continue };
            let text = db.text_of(package);
            // A namespace is imported by its own path alone: `System` of `System` is none.
            let is_member = |sym: &Symbol| {
                let unit = db.unit(sym.file).filter(|unit| unit.stub_of == Some(text.as_str()));
                unit.is_some_and(|unit| {
                    !matches!(unit.kind(sym.def), SymbolKind::Module | SymbolKind::Package)
                })
            };
            if stubs.iter().any(is_member) {
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
    let Some(unit) = db.unit(sym.file) else { return false };
    let kind = unit.kind(sym.def);
    let of = match kind {
        _ if let Some(of) = namespace_of_type(unit, sym.def) => of,
        SymbolKind::Method | SymbolKind::Function => Namespace::CALLABLE,
        _ if kind.is_type() => Namespace::TYPE,
        _ => Namespace::VALUE,
    };
    of.meets(namespace)
}
