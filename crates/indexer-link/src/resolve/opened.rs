//! Namespaces that macros open: `#define BEGIN_DETAIL namespace detail {`.

use crate::Linker;
use crate::query::Db;
use crate::resolve::{including, settle_targets, shared_closure, visible};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    DefId, Definition, DependencyKey, Expression, FileFacts, FileId, Flags, Reference, Role, SymbolKind,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Of more namespaces that macros open the first are looked into: there are no more where people write them.
const MOST_OPENED: usize = 8;

/// What a name that nothing else explains may mean in the namespaces that macros open which the file uses at its outermost
/// level: what follows those is inside, though its scope does not say so, up to a macro that closes what they open.
pub(crate) fn in_opened_namespaces(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Vec<Symbol> {
    let Expression::Name { name, namespace, .. } = unit.facts.expression(reference.expression) else {
        return Vec::new();
    };
    let text = db.name(unit, name);
    let mut found = Set::default();
    let opened = openings(db, db.file()).map_or(&[][..], |openings| &openings.first);
    for (path, _) in opened.iter().take(MOST_OPENED) {
        found.extend(&visible(db, db.file(), text, namespace, db.text(path)));
    }
    let symbol = |value| match value {
        Value::Definition(sym) => Some(sym),
        _ => None,
    };
    settle_targets(db, unit, reference, found).iter().filter_map(symbol).collect()
}

/// The macros that a file uses outside of all definitions.
pub(crate) fn macros_outside(facts: &FileFacts) -> impl Iterator<Item = &Reference> {
    facts.references.iter().filter(|one| one.role == Role::Macro && one.enclosing.is_none())
}

/// Of types of one name, which all seem to stand outside of namespaces, those that stand behind no macro that opens one;
/// with `inside`, those behind one that opens that namespace. All where that tells nothing: where `file`, which names
/// them, uses such macros itself, or a condition decides on one.
pub(crate) fn told_apart_by_macros(db: &Db, file: FileId, found: Set, inside: Option<&str>) -> Set {
    let plain_type = |value: Value| {
        let Value::Definition(sym) = value else { return None };
        let definition = including(db, sym.file)?.facts.definition(sym.def);
        (definition.kind.is_type() && !definition.flags.has(Flags::CONDITIONAL)).then_some(sym)
    };
    let symbols: Option<SmallVec<[Symbol; 4]>> = found.iter().map(plain_type).collect();
    let Some(symbols) = symbols else { return found };
    let is_told = symbols.len() > 1 && symbols.iter().any(|sym| sym.file != symbols[0].file);
    if !is_told || (inside.is_none() && first_opening(db, file, None).is_some()) {
        return found;
    }
    let kept = symbols.iter().filter(|sym| is_behind_opening(db, **sym, inside) == inside.is_some());
    let kept: Set = kept.map(|sym| Value::Definition(*sym)).collect();
    if kept.is_empty() { found } else { kept }
}

/// Where a file uses macros that open namespaces, outside of all definitions.
#[derive(Debug, Default)]
pub(crate) struct Openings {
    /// The first use for each namespace, by its name.
    first: Vec<(Box<str>, u32)>,
    /// What the answer rests on.
    keys: Vec<DependencyKey>,
}

/// What [`Openings`] says of a file. Found once a run.
fn openings<'l>(db: &Db<'l, '_>, file: FileId) -> Option<&'l Openings> {
    let openings = db.linker.openings.get_or_init(file, || find_openings(db.linker, file))?;
    openings.keys.iter().for_each(|key| db.depend(*key));
    Some(openings)
}

/// Where a file first uses a macro that opens a namespace, or that one, outside of all definitions.
pub(crate) fn first_opening(db: &Db, file: FileId, namespace: Option<&str>) -> Option<u32> {
    let openings = openings(db, file)?;
    let wanted = |name: &str| namespace.is_none_or(|namespace| namespace == name);
    openings.first.iter().filter(|(name, _)| wanted(name)).map(|(_, place)| *place).min()
}

/// O(references + files that define the macros).
fn find_openings(linker: &Linker<'_>, file: FileId) -> Openings {
    let mut found = Openings::default();
    let Some(unit) = linker.unit(file).filter(|unit| unit.rules.includes_overloads()) else { return found };
    // A header that only defines macros reads as one of C.
    let including = |file| linker.unit(file).filter(|unit| unit.rules.inclusion.is_some());
    let mut uses: BTreeMap<u64, u32> = BTreeMap::new();
    for one in macros_outside(unit.facts) {
        let first = uses.entry(unit.hash(one.name)).or_insert(one.span.start);
        *first = one.span.start.min(*first);
    }
    if uses.is_empty() {
        return found;
    }
    let reach = shared_closure(linker, file);
    found.keys.push(DependencyKey::reach(hash_text(linker.database.path(file))));
    for (name, place) in uses {
        found.keys.push(DependencyKey::declared(name));
        for other in linker.database.defining(name) {
            let Some(other) = including(other).filter(|_| reach.has(other) == Some(true)) else { continue };
            for of in other.definitions_of(name).flat_map(|def| opened_by(other.facts, def)) {
                let namespace = other.facts.name(of.name);
                match found.first.iter_mut().find(|(known, _)| &**known == namespace) {
                    Some((_, first)) => *first = place.min(*first),
                    None => found.first.push((namespace.into(), place)),
                }
            }
        }
    }
    found
}

/// True for a definition behind a macro that opens this namespace.
pub(crate) fn is_behind_opening(db: &Db, sym: Symbol, namespace: Option<&str>) -> bool {
    let place = db.unit(sym.file).map(|unit| unit.facts.definition(sym.def).name_span.start);
    first_opening(db, sym.file, namespace).is_some_and(|opening| Some(opening) < place)
}

/// The namespaces that a macro opens and leaves open. They stand behind it, since definitions are in order.
pub(crate) fn opened_by(facts: &FileFacts, of: DefId) -> impl Iterator<Item = &Definition> {
    let of = facts.definitions.get(of.index()..).unwrap_or_default();
    let end = of.first().filter(|one| one.kind == SymbolKind::Macro).map_or(0, |one| one.span.end);
    let inside = of.iter().skip(1).take_while(move |one| one.name_span.start < end);
    inside.filter(|one| one.kind == SymbolKind::Module && one.flags.has(Flags::IN_MACRO))
}
