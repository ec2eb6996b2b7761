//! Members of type parameters that only a trait outside can give: `serializer.serialize_map(None)` and `S::Error` of
//! `S: serde::Serializer`.

use crate::infer::{header_type, type_of};
use crate::query::Db;
use crate::resolve::external_member;
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{Access, DependencyKey, Expression, Linearization, Owner, Reference, SymbolKind};

/// In so many files that define a name it is looked whether a trait does.
const MOST_FILES: usize = 16;

/// The path of the trait outside that gives a type parameter the member `name`: its only bound beside markers, where no
/// trait of the repository has such a member. What a value dereferences to, which may be of the repository, has members too:
/// nothing is said where the bound may be about that.
pub(crate) fn outside_trait_of(db: &Db, of: TypeId, name: Text) -> Option<String> {
    let TypeId::Param(file, index) = of else { return None };
    let unit = db.unit(file).filter(|unit| unit.rules.linearization == Linearization::Autoderef)?;
    // What the standard library gives to all that fits (`to_string`, `into`) is of none of the bounds.
    if (unit.rules.commodity)(&db.text_of(name)) {
        return None;
    }
    let parameter = unit.facts.type_parameters.get(index as usize)?;
    let mut only = None;
    for bound in unit.facts.list(parameter.bounds) {
        // What it gives may be what it is given: `Stream<Item = Frame>`.
        match unit.facts.expression(*bound) {
            // Said of a part of it (`S::Error: Ours`).
            Expression::Apply { of, .. } if of.is_unknown() => continue,
            Expression::Apply { .. } => return None,
            _ => {}
        }
        let values = header_type(db, file, *bound);
        let path = match values.only()? {
            Value::External(path) | Value::Type(TypeId::External(path), _) => db.text_of(path).to_string(),
            Value::Type(TypeId::Def(sym), _) if is_marker(db, sym) => continue,
            // What it has was looked for already.
            _ => return None,
        };
        let last = path.rsplit(unit.rules.separator).next().unwrap_or(&path);
        if unit.rules.protocol.markers.contains(&last) {
            continue;
        }
        let derefs = |word: &&str| last.to_lowercase().contains(*word);
        if only.is_some() || unit.rules.protocol.deref.iter().any(derefs) {
            return None;
        }
        only = Some(path);
    }
    only.filter(|_| !may_be_of_ours(db, name))
}

/// True for a trait outside that has no members.
fn is_marker(db: &Db, of: Symbol) -> bool {
    let Some(unit) = db.unit(of.file).filter(|unit| unit.stub_of.is_some()) else { return false };
    unit.rules.protocol.markers.contains(&unit.facts.name(unit.facts.definition(of.def).name))
}

/// A type that is named through a type parameter (`S::Error`) and that nothing in sight declares is of the trait outside that
/// bounds the parameter. What it has is not known: other bounds may be of the repository. `denoted` is what is known else.
pub(crate) fn or_type_of_bound_outside(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    let is_nothing = denoted.iter().all(|value| value == Value::Unknown);
    let Expression::Member { of, name, access: Access::Path } = unit.facts.expression(reference.expression)
    else {
        return denoted;
    };
    if !is_nothing || unit.rules.linearization != Linearization::Autoderef {
        return denoted;
    }
    let Some(Value::Type(of, _)) = type_of(db, db.file(), of).only() else { return denoted };
    let name = db.name(unit, name);
    match outside_trait_of(db, of, name) {
        Some(path) => Set::of(Value::External(external_member(db, db.text(&path), name))),
        None => denoted,
    }
}

/// True where a trait of the repository has a member of this name, or that is not known.
fn may_be_of_ours(db: &Db, name: Text) -> bool {
    let hash = hash_text(&db.text_of(name));
    db.depend(DependencyKey::declared(hash));
    let files = db.linker.database.defining(hash);
    if files.len() > MOST_FILES {
        return true;
    }
    files.into_iter().filter_map(|file| db.unit(file)).any(|unit| {
        unit.definitions_of(hash).any(|def| match unit.facts.definition(def).owner {
            Owner::Definition(owner) => unit.kind(owner) == SymbolKind::Trait,
            _ => false,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking};

    #[test]
    fn a_bound_outside_gives_what_no_trait_of_the_repository_has() {
        let text = "use std::fmt::Write;\nuse std::ops::{Add, Deref};\ntrait Ours { fn ours(&self); }\n\
                    fn f<W: Write + Send, D: Deref<Target = u8>, B: Write + Other, A: Add<u8>>(w: W) {}\n";
        linking(&[("src/lib.rs", text)], "src/lib.rs", |db| {
            let file = file(db, "src/lib.rs");
            let ask = |index, name: &str| outside_trait_of(db, TypeId::Param(file, index), db.text(name));
            assert_eq!(ask(0, "write_char").as_deref(), Some("std::fmt::Write"));
            for (index, name) in
                [(0, "ours"), (0, "to_string"), (1, "leading_zeros"), (2, "write_char"), (3, "added")]
            {
                assert_eq!(ask(index, name), None, "{name}");
            }
        });
    }
}
