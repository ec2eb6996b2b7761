//! Which environments are read, and why one is not.

use super::{Environs, asked};
use crate::protocol::Context;
use indexer_packages::{ECOSYSTEMS, Environment};

/// Folders from which environments are looked for.
const MOST: usize = 20;

/// The environments of the ecosystems that the repository uses, and why one was not found.
pub fn environments(context: &Context<'_>) -> Vec<Environment> {
    let environs = Environs::of(context);
    let used = asked::used(context);
    let mut found: Vec<Environment> = Vec::new();
    for ecosystem in ECOSYSTEMS.iter().filter(|one| used.contains(one.word)) {
        let mut own: Vec<Environment> = Vec::new();
        // Each look reads folders and lock files: the nearest to the root say what there is.
        for from in asked::folders(context, ecosystem).into_iter().take(MOST) {
            if context.still_wanted().is_err() {
                return found;
            }
            let new = ecosystem.environments(&environs.places(&from)).into_iter();
            own.extend(new.filter(|one| !own.contains(one)).collect::<Vec<_>>());
        }
        // Where one is found, that others look for it in vain says nothing.
        if own.iter().any(|one| one.why.is_none() && !one.place.is_empty()) {
            own.retain(|one| !one.place.is_empty() || !one.version.is_empty());
        }
        found.extend(own);
    }
    found
}
