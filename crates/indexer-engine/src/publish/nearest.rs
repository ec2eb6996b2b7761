//! Finds the state from which a view that is not stored yet is built: the most similar worktree or
//! revision of the same repository.

use crate::publish::load::load_view;
use crate::publish::store::head_hash;
use crate::source::plan::plan;
use crate::types::listing::{DirState, Listing};
use crate::types::stamp::Stamp;
use crate::types::state::Current;
use indexer_store::{Head, Layout};
use std::cmp::Reverse;
use std::time::SystemTime;

/// Most stored states that are compared with what is wanted: each has to be opened.
const MOST_COMPARED: usize = 4;

/// The stored states of the other worktrees and revisions of the repository: those at `commit`
/// first, then those that were stored last. O(heads).
pub(crate) fn stored(layout: &Layout, settings: u64, commit: Option<&str>) -> Vec<Layout> {
    let mut found: Vec<(bool, Reverse<SystemTime>, Layout)> = Vec::new();
    for place in layout.all().into_iter().filter(|place| place != layout) {
        let Ok(Some(head)) = Head::read(&place.head()) else { continue };
        let time = place.head().metadata().and_then(|meta| meta.modified());
        if head.info.settings == settings && !head.segments.is_empty() {
            let elsewhere = commit.is_none() || head.info.head_commit.as_deref() != commit;
            found.push((elsewhere, Reverse(time.unwrap_or(SystemTime::UNIX_EPOCH)), place));
        }
    }
    found.sort_by(|a, b| (a.0, a.1, a.2.root()).cmp(&(b.0, b.1, b.2.root())));
    found.into_iter().map(|(.., place)| place).collect()
}

/// What a worktree without a head starts from. Its files are read once and found equal.
pub(crate) fn for_worktree(layout: &Layout, settings: u64, commit: Option<&str>) -> Option<Current> {
    let places = stored(layout, settings, commit);
    let found = places.iter().take(MOST_COMPARED).find_map(|place| load_view(place, settings).current)?;
    Some(taken_over(found, layout))
}

/// What a revision whose files are `listing` starts from: that which differs in the fewest files;
/// `None` where all differ in more than they share.
pub(crate) fn for_revision<'c>(
    layout: Option<&Layout>,
    settings: u64,
    commit: Option<&str>,
    listing: &Listing,
    mut in_memory: impl Iterator<Item = &'c Current>,
) -> Option<Current> {
    // More shared than different: else the view would be mostly dead files of the other.
    let mut fewest = listing.files.len() / 2 + 1;
    let mut best = None;
    let mut consider = |current: &Current| {
        let plan = plan(&current.files, &listing.files, 0);
        let different = plan.read.len() + plan.drop.len();
        let better = different < fewest && !current.view.segments().is_empty() && !current.view.damaged();
        if better {
            fewest = different;
            best = Some(current.clone());
        }
        different == 0
    };
    let mut same = in_memory.any(&mut consider);
    let places = layout.map_or_else(Vec::new, |layout| stored(layout, settings, commit));
    for place in places.iter().take(MOST_COMPARED) {
        if same {
            break;
        }
        same = load_view(place, settings).current.is_some_and(|current| consider(&current));
    }
    let best = best?;
    Some(match layout {
        Some(layout) => taken_over(best, layout),
        None => Current { based: None, touched: false, ..unstamped(best) },
    })
}

/// The state as one of another place, where no head names it yet.
fn taken_over(current: Current, layout: &Layout) -> Current {
    let based = head_hash(layout);
    Current { based, adopted: true, touched: true, ..unstamped(current) }
}

/// The state without what only its own place knows.
fn unstamped(mut current: Current) -> Current {
    for known in &mut current.files {
        known.stamp = Stamp::default();
        known.settled = false;
    }
    let (problems, damage) = (Vec::new(), Vec::new());
    Current { dirs: DirState::default(), problems, damage, ..current }
}
