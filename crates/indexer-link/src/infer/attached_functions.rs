//! Functions that a file or type says are called on values of a type like its members (`using L for T` in Solidity).

use crate::infer::{
    Fit, extended_types, fit_set, in_scope, instances_of, overload, overloads_of, own_member,
};
use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::unit::Unit;
use crate::value::{Set, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{ATTACHED, DefId, DependencyKey, Extension, ExtensionId, FileId, Flags, SymbolKind};

/// So many blocks of a file are looked at.
const MOST_BLOCKS: usize = 256;

/// True for a function of a type that may be called on its first argument.
pub(crate) fn is_attachable(unit: &Unit<'_>, def: DefId) -> bool {
    let one = unit.facts.definition(def);
    unit.rules.attached_functions
        && one.kind == SymbolKind::Method
        && one.flags.has(Flags::STATIC)
        && one.parameters.len > 0
}

/// The functions of a name that are attached to the type of `receiver`: by the file, else by the one that declares the type.
/// Unknown beside them where that is not proved. O(blocks of both files that attach functions).
pub(crate) fn attached_functions(db: &Db, file: FileId, receiver: Value, name: Text) -> Set {
    let own = attached_by(db, file, receiver, name);
    if !own.is_empty() {
        return own;
    }
    let Value::Instance(TypeId::Def(of), _) = receiver else { return own };
    let Some(unit) = db.unit(of.file).filter(|unit| of.file != file && unit.stub_of.is_none()) else {
        return own;
    };
    db.depend(DependencyKey::extensions(unit.hash(unit.facts.definition(of.def).name)));
    attached_by(db, of.file, receiver, name)
}

fn attached_by(db: &Db, file: FileId, receiver: Value, name: Text) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let (mut found, mut maybe) = (Set::default(), Set::default());
    for (extension, id) in unit.facts.extensions.iter().zip((0..).map(ExtensionId)).take(MOST_BLOCKS) {
        let to = if extension.of.is_unknown() { Fit::Same } else { is_of(db, file, receiver, id) };
        if to == Fit::No {
            continue;
        }
        for value in functions_of(db, file, extension, name).iter() {
            let Value::Definition(sym) = value else { continue };
            let family = overloads_of(db, sym);
            let alone = if family.is_empty() { vec![overload(db, sym)] } else { Vec::new() };
            let fits = family.iter().chain(&alone).filter_map(|one| {
                let fit = fit_set(db, &Set::of(receiver), one.taken(0)?);
                Some((one.sym, fit))
            });
            let Some((sym, fit)) = fits.max_by_key(|(_, fit)| *fit) else { continue };
            match fit.min(to) {
                Fit::No => {}
                Fit::Maybe => maybe.add(Value::Definition(sym)),
                _ => found.add(Value::Definition(sym)),
            }
        }
    }
    if found.is_empty() && !maybe.is_empty() {
        found.extend(&maybe);
        found.add(Value::Unknown);
    }
    found
}

/// Is a value of the type that a block is for?
fn is_of(db: &Db, file: FileId, receiver: Value, id: ExtensionId) -> Fit {
    fit_set(db, &Set::of(receiver), &instances_of(&extended_types(db, file, id)))
}

/// The functions of a name that a block attaches.
fn functions_of(db: &Db, file: FileId, extension: &Extension, name: Text) -> Set {
    let (hash, all) = (hash_text(&db.text_of(name)), hash_text(ATTACHED));
    if !db.is_own(file) {
        depend_on_binding(db, file, extension.scope, hash);
        depend_on_binding(db, file, extension.scope, all);
    }
    let mut found = in_scope(db, file, extension.scope, hash, None);
    for library in in_scope(db, file, extension.scope, all, None).iter() {
        if let Value::Definition(library) = library {
            found.extend(&own_member(db, library, name, Some(true)));
        }
    }
    found
}
