//! Types that are known by their path: every file may open one and add to it.

use crate::infer::{bases_of, linearize};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::path;
use indexer_core::{
    DependencyKey, ExprId, Expression, FileFacts, FileId, Flags, ImportShape, LinkRules, Namespace,
    OpenTypes, Owner, ScopeId, ScopeKind, SymbolKind,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// The path of what stands outside of all types.
pub(crate) const TOP: u64 = 0;

/// Paths of names that are longer than this are those of no type.
const LONGEST_PATH: usize = 16;

/// All definitions of one name, by the path of the type that has them, each in the order of [`sort_parts`].
#[derive(Debug, Default)]
pub(crate) struct ByOwner(FxHashMap<u64, SmallVec<[Symbol; 2]>>);

impl ByOwner {
    /// What the type at a path declares under the name.
    fn of(&self, owner: u64) -> &[Symbol] {
        self.0.get(&owner).map_or(&[], SmallVec::as_slice)
    }
}

/// The rules of a file's language, where its types are open.
pub(crate) fn open_types(db: &Db, file: FileId) -> Option<&'static OpenTypes> {
    db.unit(file)?.rules.open_types
}

/// The path of the type that has each definition of a file; `None` where that is no type, but a function. O(definitions).
pub(crate) fn owner_paths(facts: &FileFacts) -> Vec<Option<u64>> {
    let mut paths: Vec<Option<u64>> = Vec::with_capacity(facts.definitions.len());
    for definition in &facts.definitions {
        let path = owner_path(facts, &paths, definition.owner);
        paths.push(path);
    }
    paths
}

/// Definitions stand behind those around them.
fn owner_path(facts: &FileFacts, known: &[Option<u64>], owner: Owner) -> Option<u64> {
    match owner {
        Owner::File => Some(TOP),
        Owner::Definition(def) => {
            let around = (*known.get(def.index())?)?;
            facts.has_members(def).then(|| path_in(around, hash_text(facts.name(facts.definition(def).name))))
        }
        Owner::Extension(id) => {
            let extension = facts.extensions.get(id.index())?;
            let around = owner_path(facts, known, extension.owner)?;
            written_path(facts, around, extension.of)
        }
    }
}

/// The path that a chain of names says, whose first name is looked for where it stands.
fn written_path(facts: &FileFacts, around: u64, of: ExprId) -> Option<u64> {
    let (mut names, mut current) = (Vec::new(), of);
    let is_top = loop {
        match facts.expression(current) {
            Expression::Name { name, scope, .. } => {
                names.push(name);
                break scope == ScopeId(0);
            }
            Expression::Member { of, name, .. } if names.len() < LONGEST_PATH => {
                names.push(name);
                current = of;
            }
            _ => return None,
        }
    };
    let start = if is_top { TOP } else { around };
    Some(names.iter().rev().fold(start, |path, name| path_in(path, hash_text(facts.name(*name)))))
}

fn path_in(around: u64, name: u64) -> u64 {
    hash_numbers([around, name, 61])
}

/// The path of a type; `None` where it stands in a function.
fn path_of(db: &Db, sym: Symbol) -> Option<u64> {
    let unit = db.unit(sym.file)?;
    let around = unit.owner_path(sym.def)?;
    Some(path_in(around, unit.hash(unit.facts.definition(sym.def).name)))
}

/// All definitions of a name in the language of `of`.
fn named(db: &Db, of: &Unit<'_>, name: u64) -> Arc<ByOwner> {
    db.depend(DependencyKey::declared(name));
    let rules = of.rules;
    db.linker.by_owner.get_or_insert_with((rules.language, name), || {
        let mut all = ByOwner::default();
        let stubs = db.linker.stub(rules.language, name).iter().map(|sym| sym.file);
        for file in db.linker.database.defining(name).into_iter().chain(stubs) {
            let Some(unit) = db.unit(file).filter(|unit| unit.rules.language == rules.language) else {
                continue;
            };
            for def in unit.definitions_of(name) {
                if let Some(owner) = unit.owner_path(def) {
                    let sym = Symbol { file, def };
                    let parts = all.0.entry(owner).or_default();
                    if !parts.contains(&sym) {
                        parts.push(sym);
                    }
                }
            }
        }
        all.0.values_mut().for_each(|parts| sort_parts(db, parts));
        all
    })
}

/// The part in the file of the shortest path stands for a type.
fn sort_parts(db: &Db, parts: &mut [Symbol]) {
    let place = |sym: &Symbol| {
        let path = db.unit(sym.file).map_or("", |unit| unit.path);
        (path.len(), path, sym.def)
    };
    parts.sort_by(|one, other| place(one).cmp(&place(other)));
}

/// All definitions that open the type of `sym`, the one first that stands for it.
pub(crate) fn open_parts(db: &Db, sym: Symbol) -> SmallVec<[Symbol; 2]> {
    let alone = || SmallVec::from_iter([sym]);
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.facts.has_members(sym.def)) else { return alone() };
    let Some(owner) = unit.owner_path(sym.def) else { return alone() };
    let named = named(db, unit, unit.hash(unit.facts.definition(sym.def).name));
    let parts: SmallVec<[Symbol; 2]> =
        named.of(owner).iter().filter(|one| has_members(db, **one)).copied().collect();
    if parts.is_empty() { alone() } else { parts }
}

fn has_members(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| unit.facts.has_members(sym.def))
}

/// What a type itself, without those above it, declares under a name; a prefix says that the type is meant and not its
/// instances.
pub(crate) fn open_member(db: &Db, sym: Symbol, name: Text, rules: &OpenTypes) -> Set {
    let (Some(unit), Some(path)) = (db.unit(sym.file), path_of(db, sym)) else { return Set::default() };
    let text = db.text_of(name);
    let (plain, is_static) = match text.strip_prefix(rules.singleton) {
        Some(plain) => (plain, true),
        None => (text.as_str(), false),
    };
    let found = members_at(db, unit, None, (path, plain), |kind, flags| {
        kind.is_type()
            || matches!(kind, SymbolKind::Module | SymbolKind::Constant)
            || flags.has(Flags::STATIC) == is_static
    });
    match plain.strip_suffix(rules.setter) {
        Some(read) if found.is_empty() => members_at(db, unit, None, (path, read), |kind, flags| {
            kind == SymbolKind::Accessor && flags.has(Flags::STATIC) == is_static
        }),
        _ => found,
    }
}

/// The definitions that count of those at a path: a type once; of others those of the file `here` where it has some, and of
/// one file the last.
fn members_at(
    db: &Db,
    of: &Unit<'_>,
    here: Option<FileId>,
    (path, name): (u64, &str),
    fits: impl Fn(SymbolKind, Flags) -> bool,
) -> Set {
    let named = named(db, of, hash_text(name));
    let fitting = |sym: &&Symbol| {
        db.unit(sym.file).is_some_and(|unit| {
            let definition = unit.facts.definition(sym.def);
            fits(definition.kind, definition.flags)
        })
    };
    // A type may have a part in every file: the first one is asked alone.
    let parts = named.of(path);
    if let Some(first) = parts.iter().find(|sym| has_members(db, **sym) && fitting(sym)) {
        return Set::of(Value::Definition(*first));
    }
    let all: SmallVec<[Symbol; 4]> = parts.iter().filter(fitting).copied().collect();
    let is_here = all.iter().any(|sym| here == Some(sym.file));
    let mut chosen: SmallVec<[Symbol; 2]> = SmallVec::new();
    for sym in all.into_iter().filter(|sym| !is_here || here == Some(sym.file)) {
        match chosen.iter_mut().find(|one| one.file == sym.file) {
            // What is defined again replaces what was there, unless a condition chose.
            Some(one) if !is_conditional(db, sym) => *one = if one.def < sym.def { sym } else { *one },
            _ => chosen.push(sym),
        }
    }
    chosen.into_iter().map(Value::Definition).collect()
}

fn is_conditional(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| unit.facts.definition(sym.def).flags.has(Flags::CONDITIONAL))
}

/// What a bare name of a type or constant means: in the types around, from the inside out, then above the innermost of
/// them, then outside of all. `None` where the language has no such types, or the name is that of a function.
pub(crate) fn resolve_constant(
    db: &Db,
    file: FileId,
    scope: ScopeId,
    name: &str,
    namespace: Namespace,
) -> Option<Set> {
    let unit = db.unit(file)?;
    unit.rules.open_types?;
    let is_constant = |kind: SymbolKind, _: Flags| {
        kind.is_type() || matches!(kind, SymbolKind::Module | SymbolKind::Constant)
    };
    if !namespace.meets(Namespace::TYPE) {
        let is_function = |kind: SymbolKind, _: Flags| kind == SymbolKind::Function;
        let found = members_at(db, unit, Some(file), (TOP, name), is_function);
        // Those of blocks are known there alone.
        let is_seen = |value: &Value| match value {
            Value::Definition(sym) => {
                db.unit(sym.file).is_some_and(|unit| unit.facts.definition(sym.def).scope == ScopeId(0))
            }
            _ => false,
        };
        let mut found: Set = found.iter().filter(is_seen).collect();
        // A script that is never loaded with this file says nothing of its names.
        let is_loaded = |value: Value| match value {
            Value::Definition(sym) => sym.file == file || loads(db, file, sym.file),
            _ => true,
        };
        if !found.is_empty() && !found.iter().any(is_loaded) {
            found.add(Value::Unknown);
        }
        return Some(found);
    }
    let mut innermost = None;
    let mut current = Some(scope);
    while let Some(id) = current {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        current = info.parent;
        if info.kind != ScopeKind::Type {
            continue;
        }
        let Some(Owner::Definition(def)) = unit.body_of(id) else { continue };
        let sym = Symbol { file, def };
        innermost = innermost.or(Some(sym));
        if let Some(path) = path_of(db, sym) {
            let found = members_at(db, unit, Some(file), (path, name), is_constant);
            if !found.is_empty() {
                return Some(found);
            }
        }
    }
    let order = innermost.map(|sym| linearize(db, sym));
    for above in order.iter().flat_map(|order| &order.value.symbols) {
        if let Some(path) = path_of(db, *above) {
            let found = members_at(db, unit, Some(file), (path, name), is_constant);
            if !found.is_empty() {
                return Some(found);
            }
        }
    }
    Some(members_at(db, unit, Some(file), (TOP, name), is_constant))
}

/// True where a file says itself that it loads another one: by the way from its folder, or by the end of its path.
fn loads(db: &Db, file: FileId, wanted: FileId) -> bool {
    let (Some(unit), Some(wanted)) = (db.unit(file), db.unit(wanted)) else { return false };
    let Some((wanted, extension)) = wanted.path.rsplit_once('.') else { return false };
    unit.facts.imports.iter().filter(|import| import.shape == ImportShape::Effect).any(|import| {
        let names: Vec<&str> = import.path.iter().map(|name| unit.facts.name(*name)).collect();
        let written = names.join("/");
        let stem = written.strip_suffix(extension).and_then(|stem| stem.strip_suffix('.'));
        let written = stem.unwrap_or(&written);
        match import.level {
            0 => wanted.strip_suffix(written).is_some_and(|rest| rest.is_empty() || rest.ends_with('/')),
            _ => path::resolve(path::parent(unit.path), written).as_deref() == Some(wanted),
        }
    })
}

/// The types whose members a type itself has as well, and whether some of them are not known.
pub(crate) fn extended_by(db: &Db, sym: Symbol) -> (Vec<Symbol>, bool) {
    let (mut found, mut open) = (Vec::new(), false);
    for base in bases_of(db, sym) {
        match base {
            Value::Instance(TypeId::Def(of), _) | Value::Receiver(TypeId::Def(of), _) => found.push(of),
            Value::Type(TypeId::Def(_), _) => {}
            _ => open = true,
        }
    }
    // What is mixed in last comes first.
    found.reverse();
    (found, open)
}

/// True for a base whose members are those of the type itself and not of its instances.
pub(crate) fn is_extending(rules: &LinkRules, base: Value) -> bool {
    rules.open_types.is_some() && matches!(base, Value::Instance(..) | Value::Receiver(..))
}
