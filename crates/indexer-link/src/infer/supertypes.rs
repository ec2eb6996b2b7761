//! Is one type below another? Asked of declared types, those of the standard library included.

use crate::infer::{bases_of, external_text, is_external};
use crate::query::Db;
use crate::resolve::is_same_elsewhere;
use crate::value::{Symbol, Text, TypeId, Value};
use indexer_core::SymbolKind;
use rustc_hash::FxHashSet;

/// Types above a type, where it stands in the repository or outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Inside(Symbol),
    Outside(Text),
}

/// True where `from` is `to` or below it. `None` where the types above it are not all known.
pub(crate) fn is_below(db: &Db, from: TypeId, to: TypeId) -> Option<bool> {
    // What a query rests on must be recorded for each that asks.
    if !db.at_top() {
        return find_below(db, from, to);
    }
    if let Some(known) = db.own.below.get(&(from, to)) {
        return known;
    }
    let found = find_below(db, from, to);
    db.own.below.insert((from, to), found);
    found
}

fn find_below(db: &Db, from: TypeId, to: TypeId) -> Option<bool> {
    let to = place_of(db, to)?;
    let mut open = vec![place_of(db, from)?];
    let mut seen: FxHashSet<Place> = FxHashSet::default();
    // What is outside extends nothing of the repository.
    let (mut unknown, mut unknown_outside) = (false, false);
    while let Some(one) = open.pop() {
        if one == to || is_twin(db, &one, &to) {
            return Some(true);
        }
        if !seen.insert(one) {
            continue;
        }
        match one {
            Place::Inside(sym) => {
                for base in bases_of(db, sym) {
                    match base {
                        Value::Type(id, _) | Value::Instance(id, _) | Value::Receiver(id, _) => {
                            match place_of(db, id) {
                                Some(place) => open.push(place),
                                None => unknown = true,
                            }
                        }
                        Value::External(text) => open.push(Place::Outside(text)),
                        _ => unknown = true,
                    }
                }
                if !tells_bases(db, sym) {
                    open.extend(implied_base(db, sym).map(Place::Outside));
                }
            }
            Place::Outside(path) => {
                let rules = db.unit(db.file()).and_then(|unit| unit.rules.classes);
                match rules.and_then(|rules| (rules.supertypes)(&db.text_of(path))) {
                    Some(above) => open.extend(above.iter().map(|path| Place::Outside(db.text(path)))),
                    None => unknown_outside = true,
                }
            }
        }
    }
    let is_outside = match &to {
        Place::Outside(_) => true,
        Place::Inside(sym) => is_external(db, *sym),
    };
    (!(unknown || is_outside && unknown_outside)).then_some(false)
}

/// True for one type on two platforms.
fn is_twin(db: &Db, one: &Place, other: &Place) -> bool {
    match (one, other) {
        (Place::Inside(one), Place::Inside(other)) => is_same_elsewhere(db, *one, *other),
        _ => false,
    }
}

fn place_of(db: &Db, id: TypeId) -> Option<Place> {
    match id {
        TypeId::Def(sym) if tells_bases(db, sym) => Some(Place::Inside(sym)),
        TypeId::Def(sym) => Some(external_text(db, sym).map_or(Place::Inside(sym), Place::Outside)),
        TypeId::External(text) => Some(Place::Outside(text)),
        TypeId::Param(..) => None,
    }
}

/// What types of this kind extend without saying so, the root of all apart.
fn implied_base(db: &Db, sym: Symbol) -> Option<Text> {
    let unit = db.unit(sym.file)?;
    let root = unit.rules.classes?.root;
    let base = root(unit.kind(sym.def)).filter(|base| root(SymbolKind::Class) != Some(base))?;
    let package = (unit.rules.implicit)(base)?;
    Some(db.text(&format!("{package}{}{base}", unit.rules.separator)))
}

fn tells_bases(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| unit.rules.stubs_tell_bases)
}
