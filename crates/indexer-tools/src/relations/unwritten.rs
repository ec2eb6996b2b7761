//! Uses for which no name is written here: what the language calls by a sign, and what is outside calls by its own names.

use super::hierarchy::{Hierarchy, Kin};
use crate::protocol::Context;
use indexer_core::{Resolution, SymbolKind, Visibility};
use indexer_store::Symbol;

/// Words in a signature that say that a sign stands for calls.
const SIGNS: [&str; 2] = ["operator", "subscript"];
/// So many types are looked at above the one that a method belongs to.
const MOST: usize = 64;

/// Why a symbol may be used though no name of it is written, as a sentence; `None` where nothing says so. Zero uses of it are no
/// proof that there are none.
pub(super) fn unwritten<'v>(
    context: &Context<'v>,
    hierarchy: &Hierarchy<'v>,
    symbol: Symbol<'v>,
) -> Option<String> {
    let name = symbol.name();
    use SymbolKind::{Accessor, Method, Property};
    let is_member = matches!(symbol.kind(), Method | Property | Accessor) && symbol.owner().is_some();
    if !is_member {
        return None;
    }
    if is_sign(symbol) {
        let as_signs = "may be called where no name is written, as operators and subscripts are";
        return Some(format!("{name} {as_signs}: not all such uses are counted"));
    }
    if !context.view().references_to(symbol.key()).is_empty() {
        return None;
    }
    let rules = context.snapshot.rules(symbol.file().path());
    if rules.is_some_and(|rules| rules.conventions.is_looked_for(name)) {
        return Some(format!(
            "the language or a tool of it looks for {name}: what calls it so is not counted"
        ));
    }
    let owner = symbol.owner().filter(|owner| owner.kind().is_type())?;
    if let Some(base) = outside(hierarchy, owner, symbol) {
        return Some(format!(
            "{} is based on {base}, which is outside: what calls it there is not counted",
            owner.name()
        ));
    }
    let is_asked_for = hierarchy.is_structural(symbol.file()) && symbol.visibility() == Visibility::Public;
    is_asked_for.then(|| format!("interfaces outside may ask for {name}: what calls it there is not counted"))
}

/// True where the language calls a method by a sign.
fn is_sign(symbol: Symbol<'_>) -> bool {
    let name = symbol.name();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_special = name.len() > 4 && name.starts_with("__") && name.ends_with("__");
    let mut before = symbol.signature().split(|c: char| !is_word(c)).take_while(|word| *word != name);
    is_special
        || name == "this"
        || !name.chars().all(is_word)
        || before.any(|word| SIGNS.contains(&word))
        || SIGNS.contains(&name)
}

/// The nearest type outside on which the type `owner` of a member is based, or for which the block is written in which the
/// member stands.
fn outside<'v>(hierarchy: &Hierarchy<'v>, owner: Symbol<'v>, member: Symbol<'v>) -> Option<String> {
    let mut seen = vec![owner.handle()];
    let mut open = vec![owner];
    let is_outside = |kin: &Kin<'v>| kin.symbol.is_none() && kin.resolution == Resolution::External;
    while let Some(next) = open.pop() {
        let above = hierarchy.above(next);
        let holds = |kin: &&Kin<'v>| match kin.block_span() {
            Some((file, span)) => file == member.file().path() && span.covers(member.name_span()),
            None => true,
        };
        if let Some(kin) = above.iter().filter(|kin| is_outside(kin)).find(holds) {
            return Some(kin.name.clone());
        }
        for kin in above.iter().filter(|kin| kin.is_in_head()) {
            if let Some(upper) =
                kin.symbol.filter(|upper| seen.len() < MOST && !seen.contains(&upper.handle()))
            {
                seen.push(upper.handle());
                open.push(upper);
            }
        }
    }
    None
}
