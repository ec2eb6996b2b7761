//! Snapshots of the files on disk.

use crate::types::freshness::{Freshness, State};
use crate::types::state::{Manifests, RefreshOutcome};
use crate::workspace::exclusions::{left_out, left_out_examples, left_out_files};
use crate::workspace::open::Latest;
use crate::workspace::open::Workspace;
use crate::workspace::snapshot::Snapshot;
use indexer_core::path::is_outside;
use indexer_store::View;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, UNIX_EPOCH};

impl Workspace {
    pub(super) fn snapshot(
        &self,
        state: &mut Latest,
        done: RefreshOutcome,
        unpublished: Option<String>,
    ) -> Arc<Snapshot> {
        let current = state.current.get_or_insert_default();
        let info = current.view.info();
        let kind = match (done.unstable, &unpublished) {
            (true, _) => State::Stale,
            (false, None) => State::Fresh,
            (false, Some(_)) => State::Unpublished,
        };
        let watching = self.watcher.watching();
        if done.quiet
            && let Some(last) = &state.snapshot
            && (last.freshness.state, &last.freshness.watching) == (kind, &watching)
            && last.freshness.changed.is_empty()
            && last.freshness.unpublished == unpublished
            && last.freshness.damage == current.damage
            && !last.outdated()
        {
            return last.clone();
        }
        let freshness = Freshness {
            watching,
            state: kind,
            generation: info.generation,
            head_commit: info.head_commit.clone(),
            built_at: UNIX_EPOCH + Duration::from_secs(info.built_at),
            indexing: Duration::from_millis(info.duration_ms),
            // What stands above the root is no file of it.
            changed: done.changed.into_iter().filter(|path| !is_outside(path)).collect(),
            parsed: done.parsed,
            relinked: done.linked,
            left_out: left_out(current),
            left_out_examples: left_out_examples(current),
            problems: [current.dirs.problems.as_slice(), &current.problems].concat(),
            unpublished,
            damage: current.damage.clone(),
        };
        if let Some(last) = &state.snapshot
            && last.freshness == freshness
            && !last.outdated()
        {
            return last.clone();
        }
        let manifests = current.manifests.clone();
        let mut made = self.snapshot_of(current.view.clone(), manifests, freshness);
        made.links = Arc::new(current.links());
        made.left_out_files = left_out_files(current);
        if let Some(last) = state.snapshot.as_ref().filter(|last| last.has_segments_of(&made.view)) {
            made.cache = last.cache.clone();
        }
        let made = Arc::new(made);
        state.snapshot = Some(made.clone());
        made
    }

    pub(crate) fn snapshot_of(&self, view: View, manifests: Manifests, freshness: Freshness) -> Snapshot {
        Snapshot {
            root: self.root.clone(),
            view,
            freshness,
            revision: None,
            source: self.source.clone(),
            scip: self.scip.held(),
            facts_cache: self.facts_cache.clone(),
            text_filters: self.text_filters.clone(),
            manifests: Arc::new(manifests),
            links: Arc::default(),
            members: OnceLock::new(),
            file_queries: OnceLock::new(),
            cache: Arc::default(),
            outlines: BTreeMap::new(),
            left_out_files: Arc::default(),
            changed: Arc::default(),
        }
    }
}
