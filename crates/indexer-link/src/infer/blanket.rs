//! Members that blocks give to every type that fits: `impl<R: Read + ?Sized> ReadExt for R`.

use crate::db::{blanket_name, type_parameter};
use crate::infer::{
    bases_of, extension_blocks, header_type, implemented_traits, in_scope, is_of_function, own_member,
    stub_path,
};
use crate::query::Db;
use crate::resolve::{depend_on_binding, import_target};
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, ExprId, Expression, ExtensionId, FileId, ImportId, ImportShape};

/// A trait that is implemented for whatever implements another one is followed this far.
const DEEPEST: usize = 3;

/// What a type has by blocks for all types: members of traits whose bounds it is known to fulfil, else those of
/// traits of which that is not known, together with unknown. Nothing of traits that are not in sight of the linked file.
pub(crate) fn blanket_member(db: &Db, of: TypeId, name: Text, call: Option<bool>) -> Set {
    let (mut proved, mut others) = (Set::default(), Set::default());
    for (file, block) in blocks_with(db, name) {
        // What the block itself says comes before the trait's own default.
        let own = member_of_block(db, file, block, name, call);
        for value in implemented_traits(db, file, block).iter() {
            let Value::Type(TypeId::Def(of_trait), _) = value else { continue };
            let member = if own.is_empty() { own_member(db, of_trait, name, call) } else { own.clone() };
            if !member.is_empty() && is_in_sight(db, of_trait) {
                let fits = fits(db, of, file, block, 0);
                (if fits { &mut proved } else { &mut others }).extend(&member);
            }
        }
    }
    // A type parameter has what its bounds say, and what blocks give to those.
    if matches!(of, TypeId::Param(file, index) if are_bounds_known(db, file, index)) {
        return proved;
    }
    if proved.is_empty() && !others.is_empty() {
        others.add(Value::Unknown);
        return others;
    }
    proved
}

/// What a block binds to a name.
fn member_of_block(db: &Db, file: FileId, block: ExtensionId, name: Text, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let hash = hash_text(&db.text_of(name));
    let scope = unit.facts.extensions[block.index()].scope;
    if !db.is_own(file) {
        depend_on_binding(db, file, scope, hash);
    }
    in_scope(db, file, scope, hash, call)
}

/// The blocks that give a member to all types that fit.
fn blocks_with(db: &Db, name: Text) -> Vec<(FileId, ExtensionId)> {
    let hash = hash_text(&db.text_of(name));
    let key = blanket_name(hash);
    db.depend(DependencyKey::extensions(key));
    let language = db.unit(db.file()).map(|unit| unit.rules.language);
    let mut found = Vec::new();
    for file in db.linker.database.extending(key) {
        let Some(unit) = db.unit(file).filter(|unit| Some(unit.rules.language) == language) else { continue };
        found.extend(unit.blankets_of(hash).map(|id| (file, id)));
    }
    found
}

/// True where a type is known to fulfil all bounds of a block for all types.
fn fits(db: &Db, of: TypeId, file: FileId, block: ExtensionId, depth: usize) -> bool {
    let Some(unit) = db.unit(file) else { return false };
    let extension = &unit.facts.extensions[block.index()];
    let Some(index) = type_parameter(unit.facts, extension.of) else { return false };
    let Some(parameter) = unit.facts.type_parameters.get(index as usize) else { return false };
    let mut bounds = unit.facts.list(parameter.bounds).iter().filter(|bound| !is_of_function(unit, **bound));
    bounds.all(|bound| {
        let types = header_type(db, file, *bound);
        !types.is_empty() && types.iter().all(|value| implements(db, of, value, depth))
    })
}

/// True where a type is known to implement a trait.
fn implements(db: &Db, of: TypeId, bound: Value, depth: usize) -> bool {
    let markers = db.unit(db.file()).map_or(&[][..], |unit| unit.rules.protocol.markers);
    if outside_name(db, bound).is_some_and(|last| markers.contains(&last.as_str())) {
        return true;
    }
    let above = match of {
        TypeId::Param(file, index) => bounds_of(db, file, index),
        TypeId::Def(_) => vec![Value::Type(of, crate::value::Args::NONE)],
        TypeId::External(_) => Vec::new(),
    };
    if above.iter().any(|value| is_or_extends(db, *value, bound, depth)) {
        return true;
    }
    let (name, sym) = match of {
        TypeId::Def(sym) => match db.unit(sym.file) {
            Some(unit) => (unit.hash(unit.facts.definition(sym.def).name), Some(sym)),
            None => return false,
        },
        TypeId::External(text) => (hash_text(last_name(&db.text_of(text))), None),
        TypeId::Param(..) => return by_blanket(db, of, bound, depth),
    };
    let by_block = extension_blocks(db, name, sym).into_iter().filter(|(_, _, is_trait)| *is_trait).any(
        |(file, id, _)| {
            let traits = implemented_traits(db, file, id);
            traits.iter().any(|value| is_or_extends(db, value, bound, depth))
        },
    );
    by_block || by_blanket(db, of, bound, depth)
}

/// True where the trait itself is implemented for all types that fit, and this one does.
fn by_blanket(db: &Db, of: TypeId, bound: Value, depth: usize) -> bool {
    let Value::Type(TypeId::Def(of_trait), _) = bound else { return false };
    if depth >= DEEPEST {
        return false;
    }
    let Some(unit) = db.unit(of_trait.file) else { return false };
    let Some(body) = unit.facts.definition(of_trait.def).body else { return false };
    // Each member of the trait leads to its blocks.
    let Some(member) = unit.facts.bindings(body).first() else { return false };
    let name = db.name(unit, member.name);
    blocks_with(db, name).into_iter().any(|(file, block)| {
        let is_it = |value: Value| matches!(value, Value::Type(TypeId::Def(sym), _) if sym == of_trait);
        implemented_traits(db, file, block).iter().any(is_it) && fits(db, of, file, block, depth + 1)
    })
}

/// True for the trait itself, and for one that extends it.
fn is_or_extends(db: &Db, value: Value, bound: Value, depth: usize) -> bool {
    match (value, bound) {
        (Value::Type(TypeId::Def(one), _), Value::Type(TypeId::Def(other), _)) if one == other => true,
        // Traits of the same name may be different ones: only the whole path proves it.
        _ if outside_path(value).is_some_and(|path| outside_path(bound) == Some(path)) => true,
        (Value::Type(TypeId::Def(one), _), _) if depth < DEEPEST => {
            bases_of(db, one).into_iter().any(|base| is_or_extends(db, base, bound, depth + 1))
        }
        _ => false,
    }
}

/// True for a type parameter of which all bounds are known, and there is one: those without any may have one elsewhere.
pub(crate) fn are_bounds_known(db: &Db, file: FileId, index: u32) -> bool {
    let bounds = bounds_of(db, file, index);
    !bounds.is_empty() && bounds.iter().all(|bound| matches!(bound, Value::Type(..) | Value::External(_)))
}

/// The bounds of a type parameter, as types.
fn bounds_of(db: &Db, file: FileId, index: u32) -> Vec<Value> {
    let Some(unit) = db.unit(file) else { return Vec::new() };
    let Some(parameter) = unit.facts.type_parameters.get(index as usize) else { return Vec::new() };
    // What is said of a part of it (`I::Item: Clone`) is written as a bound without a name.
    let is_own = |bound: &&ExprId| !matches!(unit.facts.expression(**bound), Expression::Apply { of, .. } if of.is_unknown());
    let bounds = unit.facts.list(parameter.bounds).iter().filter(is_own);
    bounds.flat_map(|bound| header_type(db, file, *bound).iter().collect::<Vec<_>>()).collect()
}

/// The path of the type outside that a type parameter is known to be below: its only bound is one of a standard library.
pub(crate) fn outside_bound(db: &Db, of: TypeId) -> Option<String> {
    let TypeId::Param(file, index) = of else { return None };
    match bounds_of(db, file, index)[..] {
        [Value::Type(bound, _)] => stub_path(db, bound),
        _ => None,
    }
}

/// The last name of something outside.
pub(crate) fn outside_name(db: &Db, value: Value) -> Option<String> {
    outside_path(value).map(|text| last_name(&db.text_of(text)).to_owned())
}

/// The path of something outside.
fn outside_path(value: Value) -> Option<Text> {
    match value {
        Value::External(text) | Value::Type(TypeId::External(text), _) => Some(text),
        _ => None,
    }
}

fn last_name(path: &str) -> &str {
    path.rsplit(['.', ':']).next().unwrap_or("")
}

/// False where the linked file cannot call the members of a trait: that is private elsewhere, or the file imports another
/// one of its name, or takes in no names without naming them and names no such trait. What another file asks is not known here.
pub(crate) fn is_in_sight(db: &Db, of_trait: Symbol) -> bool {
    let Some(unit) = db.unit(db.file()).filter(|_| db.at_top()) else { return true };
    if of_trait.file == db.file() {
        return true;
    }
    db.depend_on_symbol(of_trait);
    let Some(other) = db.unit(of_trait.file) else { return false };
    let definition = other.facts.definition(of_trait.def);
    if !(unit.rules.reaches)(definition.visibility, &other.place, &unit.place) {
        return false;
    }
    let hash = other.hash(definition.name);
    let Some(name) = unit.name_of_hash(hash) else {
        return unit.facts.imports.iter().any(|import| import.shape == ImportShape::Wildcard);
    };
    let imports = unit.facts.imports.iter().zip(0..).filter(|(import, _)| import.path.last() == Some(&name));
    let mut imports = imports.map(|(import, id)| {
        let target = import_target(db, db.file(), ImportId(id), import.path.len() as u32);
        target.iter().any(|value| value == Value::Definition(of_trait))
    });
    match imports.next() {
        Some(first) => first || imports.any(|is_it| is_it),
        None => true,
    }
}
