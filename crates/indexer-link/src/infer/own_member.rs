//! Members that a type declares itself.

use crate::infer::{
    extension_members, extensions_are_parts, lookup_in_bases, member_added, members_of_extensions,
    nearest_members, told_by_call,
};
use crate::query::Db;
use crate::resolve::{
    depend_on_binding, import_target_of_binding, open_member, open_types, overloaded_with, resolve,
    type_parts,
};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{Binding, Bound, FileId, Linearization, Namespace, ScopeId, SymbolKind};
use smallvec::SmallVec;

/// The definitions that the body of `sym` itself binds to a name.
pub(crate) fn declared_member(db: &Db, sym: Symbol, name: Text) -> Set {
    let found = own_member(db, sym, name, None);
    if !found.is_empty() {
        return found;
    }
    let language = db.unit(sym.file).map(|u| u.rules.linearization);
    match language {
        Some(Linearization::Autoderef) => return extension_members(db, sym, name, None),
        Some(Linearization::Embedding) => return nearest_members(db, sym, name, None).found,
        _ => {}
    }
    lookup_in_bases(db, sym, name, None).found
}

pub(crate) fn own_member(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Set {
    if let Some(rules) = open_types(db, sym.file) {
        return open_member(db, sym, name, rules);
    }
    if extensions_are_parts(db, sym) {
        let mut found = member_of_part(db, sym, name, call);
        found.extend(&members_of_extensions(db, sym, name, call));
        return told_by_call(db, found, call);
    }
    for part in type_parts(db, sym) {
        let found = member_of_part(db, part, name, call);
        if !found.is_empty() {
            return found;
        }
    }
    member_added(db, sym, name, call)
}

/// The same of one definition, which may be a part of a type.
fn member_of_part(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::default() };
    let Some(body) = unit.facts.definition(sym.def).body else { return Set::default() };
    db.depend_on_symbol(sym);
    let hash = hash_text(&db.text_of(name));
    if !db.is_own(sym.file) {
        depend_on_binding(db, sym.file, body, hash);
    }
    in_scope(db, sym.file, body, hash, call)
}

/// Members that other parts of the same thing declare: an interface of the same name, a
/// namespace beside a class or function.
pub(crate) fn merged_members(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::default() };
    if !unit.rules.declarations_merge {
        return Set::default();
    }
    let definition = unit.facts.definition(sym.def);
    if definition.scope != ScopeId(0) && !unit.is_module_scope(definition.scope) {
        return Set::default();
    }
    let hash = hash_text(&db.text_of(name));
    let own = unit.hash(definition.name);
    if !db.is_own(sym.file) {
        depend_on_binding(db, sym.file, definition.scope, own);
    }
    let any = Namespace::ANY;
    for binding in unit.hoisted(definition.scope, definition.name, any) {
        let Bound::Definition(other) = binding.bound else { continue };
        let part = unit.facts.definition(other);
        if other == sym.def || !(part.kind.is_type() || part.kind == SymbolKind::Module) {
            continue;
        }
        let Some(body) = part.body else { continue };
        if !db.is_own(sym.file) {
            depend_on_binding(db, sym.file, body, hash);
        }
        let found = in_scope(db, sym.file, body, hash, call);
        if !found.is_empty() {
            return found;
        }
    }
    Set::default()
}

/// The members that a scope binds to a name. Where both a callable and something else are
/// there, `call` decides.
pub(crate) fn in_scope(db: &Db, file: FileId, scope: ScopeId, hash: u64, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let Some(name) = unit.name_of_hash(hash) else { return Set::default() };
    let any = Namespace::ANY.with(Namespace::MEMBER).with(Namespace::CALLABLE);
    let mut bindings = unit.hoisted(scope, name, any);
    // Where methods are read and fields are called, a name means one of them alone.
    let tells =
        unit.rules.classes.is_some() && !(unit.rules.methods_are_values && unit.rules.fields_are_called);
    if let Some(call) = call.filter(|_| tells) {
        bindings.retain(|binding| is_read_so(unit, binding, call));
    }
    // `x.f()` calls no field there: what a field holds is called as `(x.f)()`.
    if call == Some(true) && unit.rules.linearization == Linearization::Autoderef {
        bindings.retain(|binding| !is_field(unit, binding));
    }
    let mut defs: SmallVec<[_; 2]> = bindings
        .iter()
        .filter_map(|b| match b.bound {
            Bound::Definition(def) => Some(def),
            _ => None,
        })
        .collect();
    if let Some(call) = call {
        let callable = |d: &indexer_core::DefId| unit.kind(*d).is_callable() == call;
        if defs.iter().any(callable) {
            defs.retain(|d| callable(d));
        }
    }
    let defs_are_callable = defs.iter().all(|def| unit.kind(*def).is_callable());
    let mut found: Set = unit.select(defs).into_iter().map(|d| Value::definition(file, d)).collect();
    let imported = || {
        bindings.iter().filter_map(|binding| match binding.bound {
            Bound::Import(import) => Some(import_target_of_binding(db, file, import)),
            Bound::Alias => Some(resolve(db, file, binding.value, None).0),
            _ => None,
        })
    };
    if found.is_empty() {
        imported().for_each(|targets| found.extend(&targets));
    } else if unit.rules.includes_overloads() && defs_are_callable {
        let own = found.clone();
        imported().for_each(|targets| found.extend(&overloaded_with(db, &own, &targets)));
    }
    found
}

fn is_field(unit: &Unit<'_>, binding: &Binding) -> bool {
    matches!(binding.bound, Bound::Definition(def) if unit.kind(def) == SymbolKind::Field)
}

/// Where fields and methods may share a name: may a member that is called, or is not, be this one? A component of a
/// record is both.
fn is_read_so(unit: &Unit<'_>, binding: &Binding, call: bool) -> bool {
    let Bound::Definition(def) = binding.bound else { return true };
    match unit.kind(def) {
        SymbolKind::Method => call,
        SymbolKind::Field | SymbolKind::Constant => !call || binding.namespace.meets(Namespace::CALLABLE),
        _ => true,
    }
}
