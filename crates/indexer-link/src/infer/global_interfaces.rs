//! Interfaces that scripts and `declare global` add to types of the host, with which TypeScript merges them.

use crate::infer::in_scope;
use crate::infer::standard_sources::our_type;
use crate::query::Db;
use crate::resolve::{depend_on_binding, global_definitions};
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{Flags, Namespace, SymbolKind};

/// The host's type to which a global interface of the repository adds members.
pub(crate) fn type_added_to(db: &Db, sym: Symbol) -> Option<Symbol> {
    let unit = db.unit(sym.file).filter(|unit| unit.rules.has_globals && unit.rules.declarations_merge)?;
    let definition = unit.facts.definition(sym.def);
    let is_global = unit.stub_of.is_none()
        && definition.kind == SymbolKind::Interface
        && definition.flags.has(Flags::EXPORTED)
        && unit.is_hoisted(definition.scope, definition.name, Namespace::ANY);
    if !is_global {
        return None;
    }
    // Types of packages are imported from them.
    our_type(db, unit, unit.facts.name(definition.name))
}

/// What global interfaces of the repository add to a type of the host under a name.
pub(crate) fn member_added(db: &Db, host: Symbol, name: Text, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(host.file).filter(|unit| unit.plain_stub().is_some()) else {
        return Set::default();
    };
    if !unit.rules.has_globals || !unit.rules.declarations_merge {
        return Set::default();
    }
    let own = db.name(unit, unit.facts.definition(host.def).name);
    let hash = hash_text(&db.text_of(name));
    let mut found = Set::default();
    for added in global_definitions(db, &db.text_of(own), Namespace::TYPE, true).iter() {
        let Value::Definition(part) = added else { continue };
        let Some(of) = db.unit(part.file).filter(|_| type_added_to(db, part) == Some(host)) else { continue };
        let Some(body) = of.facts.definition(part.def).body else { continue };
        if !db.is_own(part.file) {
            depend_on_binding(db, part.file, body, hash);
        }
        found.extend(&in_scope(db, part.file, body, hash, call));
    }
    found
}
