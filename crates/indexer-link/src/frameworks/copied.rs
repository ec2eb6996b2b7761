//! Copies of packages that a repository holds under the paths by which they are imported: the folder `vendor` of Go. What
//! they declare is of the package, as if it were installed, and what they answer themselves is not of the program.

use crate::query::Db;
use crate::unit::Unit;
use crate::value::{TypeId, Value};
use indexer_core::path::parent;

/// The path below the folder of copies, for a file that stands in one.
fn below<'p>(unit: &'p Unit<'_>) -> Option<&'p str> {
    let folder = unit.rules.copies_in?;
    let found = unit.place.match_indices(folder).filter_map(|(at, _)| {
        let is_whole = at == 0 || unit.place[..at].ends_with('/');
        unit.place[at + folder.len()..].strip_prefix('/').filter(|_| is_whole)
    });
    found.last()
}

/// True for a file that is a copy of one of a package.
pub(super) fn is_copy(unit: &Unit<'_>) -> bool {
    below(unit).is_some()
}

/// The path, as one outside has it, of what a copy declares.
pub(super) fn path_of_copy(db: &Db<'_, '_>, value: Value) -> Option<String> {
    let (Value::Definition(sym)
    | Value::Function(sym, _)
    | Value::Type(TypeId::Def(sym), _)
    | Value::Instance(TypeId::Def(sym), _)) = value
    else {
        return None;
    };
    let unit = db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    let package = parent(below(unit)?);
    db.depend_on_symbol(sym);
    let separator = unit.rules.separator;
    let chain = unit.facts.owner_chain(sym.def).join(separator);
    (!package.is_empty()).then(|| format!("{package}{separator}{chain}"))
}
