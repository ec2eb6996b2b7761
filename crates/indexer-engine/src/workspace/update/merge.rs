//! The files as they are now, from those that stay and those that were read.

use crate::link::change::FileChanges;
use crate::link::fresh_files::FreshFiles;
use crate::source::plan::RefreshPlan;
use crate::types::file::FileState;
use crate::types::state::Current;
use crate::workspace::update::read::{FileOutcome, ReadOutcome};

/// The files as they are now, what was read, and how that differs from the view.
pub(super) fn merge(
    current: &mut Current,
    plan: &RefreshPlan,
    taken: Vec<ReadOutcome>,
) -> (Vec<FileState>, FreshFiles, FileChanges) {
    let mut known = Vec::with_capacity(plan.reuse.len() + taken.len());
    known.extend(plan.reuse.iter().map(|(before, _)| current.files[*before].clone()));
    let mut fresh = FreshFiles::default();
    let mut change = FileChanges::default();
    let gone = plan.drop.iter().map(|i| &current.files[*i]).filter(|before| before.is_indexed());
    change.removed.extend(gone.map(|before| before.path.clone()));
    for one in taken {
        let before = one.previous.map(|i| &current.files[i]).filter(|before| before.is_indexed());
        let path = one.known.path.clone();
        let mut replaced = |added: &mut Vec<String>, path: &str| match before {
            Some(_) => change.modified.push(path.to_owned()),
            None => added.push(path.to_owned()),
        };
        match one.outcome {
            FileOutcome::Same => {}
            FileOutcome::Code(read, declared) => {
                let is_lost = |before: &FileState| before.content == one.known.content;
                // Read only because what it declares as a manifest was not kept.
                let is_same = declared.is_some() && before.is_some_and(is_lost);
                if !is_same {
                    replaced(&mut change.added, &path);
                    let old = current.manifests.remove(&path);
                    change.old_manifests.extend(old.map(|old| (path.clone(), old)));
                    fresh.code.insert(path.clone(), *read);
                }
                current.manifests.extend(declared.map(|facts| (path, (*facts).into())));
            }
            FileOutcome::Text(plain) => {
                replaced(&mut change.added, &path);
                fresh.texts.insert(path, plain);
            }
            FileOutcome::Manifest(facts, plain) => {
                // Read only because its facts were not kept.
                if before.is_none_or(|before| before.content != one.known.content) {
                    replaced(&mut change.added, &path);
                    change
                        .old_manifests
                        .extend(current.manifests.remove(&path).map(|old| (path.clone(), old)));
                }
                fresh.texts.insert(path.clone(), plain);
                current.manifests.insert(path, facts.into());
            }
            FileOutcome::Out(problem) => {
                change.problems.extend(problem.map(|problem| (path.clone(), problem)));
                change.removed.extend(before.map(|_| path));
            }
            FileOutcome::Gone => {
                change.removed.extend(before.map(|_| path));
                continue;
            }
        }
        known.push(one.known);
    }
    known.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    for path in &change.removed {
        change.old_manifests.extend(current.manifests.remove(path).map(|old| (path.clone(), old)));
    }
    for list in [&mut change.removed, &mut change.modified, &mut change.added] {
        list.sort_unstable();
    }
    (known, fresh, change)
}
