//! How the repository uses what an installed package defines: answers from the package itself know nothing of that.

use crate::protocol::Context;
use indexer_core::Role;
use indexer_store::Reference;

/// Types that are named.
const SHOWN: usize = 3;

/// How many uses in the repository lead out by this path, and which of its types extend what is there; `None` where
/// none does.
pub(crate) fn used_here(context: &Context<'_>, path: &str) -> Option<String> {
    let view = context.view();
    let all = view.references_to_external(path).into_iter().map(|one| view.reference(one));
    let all: Vec<Reference<'_>> = all.collect();
    if all.is_empty() {
        return None;
    }
    let uses = if all.len() == 1 { "1 use".to_owned() } else { format!("{} uses", all.len()) };
    let mut said = format!("{uses} in the repository lead to {path}: find_references lists them");
    let extending = all.iter().filter(|one| one.role() == Role::Inherit);
    let mut types: Vec<String> = extending.filter_map(|one| Some(one.enclosing()?.printed())).collect();
    types.dedup();
    if !types.is_empty() {
        let verb = if types.len() == 1 { "extends" } else { "extend" };
        let more = types.len().saturating_sub(SHOWN);
        types.truncate(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        said.push_str(&format!("; {}{more} {verb} it", types.join(", ")));
    }
    Some(said)
}
