//! What is made of all that another file of a package offers: `sign: require("./sign")` leads on to what that file offers.

use super::leads_to::LeadsTo;
use super::probe::probed;
use indexer_core::{Outside, Resolution, Sought, SymbolKey, SymbolKind};
use indexer_engine::Snapshot;
use indexer_store::{Reference, Symbol, TargetRef};

/// What code calls that which stands for all of a file.
const WHOLE: &str = "default";

/// What stands for all of the file of which alone a value is made, and then the value; `None` where it is made of
/// anything else.
pub(super) fn followed(snapshot: &Snapshot, outside: &Outside, to: &LeadsTo) -> Option<LeadsTo> {
    let LeadsTo::Symbols(keys) = to else { return None };
    let [key] = keys.as_slice() else { return None };
    let symbol = snapshot.view.sym(snapshot.view.symbol(*key)?);
    use SymbolKind::{Constant, Field, Property, Variable};
    if !matches!(symbol.kind(), Constant | Field | Property | Variable) {
        return None;
    }
    let names = [WHOLE.to_owned()];
    let sought = Sought { import: "", entry: Some(file_of(symbol)?), names: &names };
    let Some(LeadsTo::Symbols(mut found)) = probed(snapshot, outside, &sought, "").proved else {
        return None;
    };
    let is_other = |found: &[SymbolKey]| !found.contains(key);
    is_other(&found).then(|| {
        found.push(*key);
        LeadsTo::Symbols(found)
    })
}

/// The file of the module to which the only use in the text of a symbol leads.
fn file_of<'v>(symbol: Symbol<'v>) -> Option<&'v str> {
    let span = symbol.span();
    let is_inside = |one: &Reference<'v>| one.span().start >= span.start && one.span().end <= span.end;
    let mut uses =
        symbol.file().references().filter(is_inside).filter(|one| {
            one.resolution() != Resolution::External && one.resolution() != Resolution::Unresolved
        });
    let only = uses.next().filter(|one| one.resolution() == Resolution::Resolved)?;
    if uses.next().is_some() {
        return None;
    }
    match only.targets().as_slice() {
        [TargetRef::Module(path)] => Some(path),
        _ => None,
    }
}
