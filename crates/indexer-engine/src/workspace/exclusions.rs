//! Which files a state leaves out.

use crate::types::exclusion::LeftOut;
use crate::types::file::{FileState, FileStatus};
use crate::types::limits::EXAMPLES;
use crate::types::state::Current;
use indexer_core::path::is_outside;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files left out by reason: those that the walk counted and those that their content decided.
pub(crate) fn left_out(current: &Current) -> BTreeMap<LeftOut, u64> {
    let mut counts = current.dirs.left_out.clone();
    for known in below(current) {
        if let FileStatus::Out(reason) = known.status {
            *counts.entry(reason).or_default() += 1;
        }
    }
    counts
}

/// The files of the root: manifests above it are listed and are none.
fn below(current: &Current) -> impl Iterator<Item = &FileState> {
    current.files.iter().filter(|known| !is_outside(&known.path))
}

/// The files that were read and are left out for what they hold, sorted by path.
pub(crate) fn left_out_files(current: &Current) -> Arc<[(String, LeftOut)]> {
    let reason = |known: &FileState| match known.status {
        FileStatus::Out(reason) => Some((known.path.clone(), reason)),
        _ => None,
    };
    current.files.iter().filter_map(reason).collect()
}

/// Some paths for each reason for which files are left out.
pub(crate) fn left_out_examples(current: &Current) -> BTreeMap<LeftOut, Vec<String>> {
    let mut examples = current.dirs.examples.clone();
    for known in below(current) {
        if let FileStatus::Out(reason) = known.status {
            let of_reason = examples.entry(reason).or_default();
            if of_reason.len() < EXAMPLES {
                of_reason.push(known.path.clone());
            }
        }
    }
    for path in examples.values_mut().flatten() {
        *path = crate::redact::redacted_text(std::mem::take(path));
    }
    examples
}
