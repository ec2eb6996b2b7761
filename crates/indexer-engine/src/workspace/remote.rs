//! What comes from a shared store and goes there: the index of a commit.

use crate::publish::nearest;
use crate::types::error::EngineError;
use crate::types::event::Event;
use crate::types::limits::{BINARY_HEAD, LARGEST_FILE};
use crate::types::listing::DirEntry;
use crate::types::remote::{Fetched, Published, Remote, RemoteState, Shard, Wanted};
use crate::workspace::open::Workspace;
use crate::workspace::snapshot::Snapshot;
use indexer_core::ContentId;
use indexer_core::key::hash_text;
use indexer_git::{Repository, Revision, hex};
use indexer_store::{FactsKey, Head, Layout, StoreError};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

/// Commits, along first parents, whose index may be taken in place of that of HEAD. Each costs a request where
/// HEAD's is not there.
const MOST_ANCESTORS: usize = 32;

/// Bytes that are brought at once while nobody waits. A question that is asked meanwhile shares the line with one such
/// request.
const AT_ONCE: usize = 1 << 20;

impl Workspace {
    /// The shared store that the user named, and what it gave last; `None` where none is named.
    pub fn remote(&self) -> Option<(String, Fetched)> {
        let Remote(store) = self.options.remote.as_ref()?;
        let fetched = self.fetched.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (requests, bytes) = store.traffic();
        Some((store.address(), Fetched { requests, bytes, ..fetched }))
    }

    /// True where a shared store is named with a key, so that what it holds for this program is encrypted.
    pub fn is_remote_encrypted(&self) -> bool {
        self.options.remote.as_ref().is_some_and(|Remote(store)| store.is_encrypted())
    }

    /// Notes that what a segment lacks did not come, so that all of the index is made here.
    pub(super) fn note_failure(&self, reason: &str) {
        let mut fetched = self.fetched.lock().unwrap_or_else(PoisonError::into_inner);
        fetched.state = RemoteState::Failed;
        fetched.reason = Some(reason.to_owned());
        drop(fetched);
        (self.on_event)(Event::RemoteFailed { reason: reason.to_owned() });
    }

    /// What the trees of a revision and its ancestors are called in the cache, the nearest first, with its commit.
    fn revisions_from(&self, repository: &Repository, revision: &str) -> (Vec<String>, Option<String>) {
        let Ok(objects) = self.shared_objects() else { return (Vec::new(), None) };
        let (mut names, mut head): (Vec<String>, _) = (Vec::new(), None);
        for back in 0..=MOST_ANCESTORS {
            // A shallow clone, as those of CI are, ends early.
            let Ok(Revision { commit, tree }) = objects.resolve(&format!("{revision}~{back}")) else { break };
            head = head.or(commit);
            let name = revision_name(&tree, repository);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (names, head.map(|head| hex(&head)))
    }

    /// Asks the shared store for the index of a revision where nothing in the cache is of its commit. What it gives stands
    /// in the cache then, from which a new worktree starts anyway.
    pub(crate) fn fetch_remote(&self, layout: &Layout, revision: &str) {
        let Some(Remote(store)) = &self.options.remote else { return };
        let fetched = self.fetched_for(layout, revision, |wanted| store.fetch(wanted));
        if let Some(reason) = &fetched.reason {
            (self.on_event)(Event::RemoteFailed { reason: reason.clone() });
        }
        *self.fetched.lock().unwrap_or_else(PoisonError::into_inner) = fetched;
    }

    /// Brings what segments lack that came from a shared store in part, piece by piece, until all is here or none comes:
    /// so that later questions wait for nothing, and none is missed offline.
    pub(super) fn bring_rest(&self, snapshot: &Snapshot) {
        let is_wanted = || !self.options.cancel.load(Ordering::Relaxed);
        for held in snapshot.view.segments() {
            while is_wanted() && held.segment.bring_some(AT_ONCE) {}
        }
    }

    fn fetched_for(
        &self,
        layout: &Layout,
        revision: &str,
        fetch: impl Fn(&Wanted<'_>) -> Fetched,
    ) -> Fetched {
        let nothing = |reason: &str| Fetched {
            state: RemoteState::Absent,
            reason: Some(reason.to_owned()),
            ..Fetched::default()
        };
        if self.cache.writable().is_none() {
            return nothing("the cache is opened for reading only");
        }
        let Ok((_, repository)) = self.on_disk() else {
            return nothing("the root is in no git repository, and a shared store knows indexes by commit");
        };
        let settings = self.settings();
        let (revisions, commit) = self.revisions_from(repository, revision);
        if revisions.is_empty() {
            return nothing(&format!("{revision} names no commit"));
        }
        let near = nearest::stored(layout, settings, commit.as_deref());
        let is_of_head = |place: &Layout| {
            let head = Head::read(&place.head()).ok().flatten();
            commit.is_some() && head.is_some_and(|head| head.info.head_commit == commit)
        };
        if near.first().is_some_and(is_of_head) {
            return Fetched::default();
        }
        (self.on_event)(Event::Fetching);
        fetch(&Wanted { layout, settings, revisions: &revisions, cancel: &self.options.cancel })
    }

    /// Parses one part of the files on disk and stores their facts in the shared store: for repositories that many
    /// machines parse, and one links. Gives how many files that were too. O(files of the part).
    pub fn publish_facts(&self, shard: Shard) -> Result<(usize, Published), EngineError> {
        let refused =
            |reason: &str| Ok((0, Published { reason: Some(reason.to_owned()), ..Published::default() }));
        let Some(Remote(store)) = &self.options.remote else { return refused("no shared store is named") };
        let Some(layout) = self.cache.writable() else { return refused(self.cache.why_not()) };
        let repository = self.on_disk()?.1;
        self.cache.note_use();
        let files = self.source.list(None)?.files;
        let part: Vec<_> = files.iter().filter(|file| shard.holds(&file.path)).collect();
        let keys: FxHashSet<FactsKey> =
            self.pool()?.install(|| part.par_iter().filter_map(|file| self.facts_key_of(file)).collect());
        if self.facts_cache.is_stopped() {
            return Err(EngineError::Cancelled);
        }
        let refuse = |error: StoreError| EngineError::Write {
            path: layout.root().to_owned(),
            reason: error.to_string(),
            remedy: error.remedy(),
        };
        self.facts_cache.commit().map_err(refuse)?;
        let (revisions, _) = self.revisions_from(repository, "HEAD");
        let (settings, cancel) = (self.settings(), &*self.options.cancel);
        let made = Wanted { layout, settings, revisions: &revisions, cancel };
        Ok((keys.len(), store.publish_facts(&made, shard, &|key| keys.contains(key))))
    }

    /// Parses a file of code, if it is one, and says under which key its facts are kept. What is left out here and
    /// indexed is parsed by who joins.
    fn facts_key_of(&self, listed: &DirEntry) -> Option<FactsKey> {
        let limit = self.options.max_file_size_kb.map_or(LARGEST_FILE, |kb| kb.saturating_mul(1024));
        let is_named = indexer_parse::language_of(&listed.path, b"").is_some();
        if !is_named || self.source.size(listed).ok()? > limit.min(LARGEST_FILE) {
            return None;
        }
        let bytes = self.source.read(&listed.path, listed.content).ok()?;
        let language = indexer_parse::language_of(&listed.path, &bytes)?;
        if bytes[..bytes.len().min(BINARY_HEAD)].contains(&0) {
            return None;
        }
        let content = ContentId::of(&bytes);
        self.facts_cache.read_facts(content, &bytes, language)?;
        Some(self.facts_cache.key(content, language))
    }

    /// Stores the index of HEAD in the shared store. An error where it cannot be made; what became of storing it
    /// is in the outcome.
    pub fn publish_remote(&self) -> Result<Published, EngineError> {
        let refused =
            |reason: &str| Ok(Published { reason: Some(reason.to_owned()), ..Published::default() });
        let Some(Remote(store)) = &self.options.remote else { return refused("no shared store is named") };
        let Some(layout) = self.cache.writable() else { return refused(self.cache.why_not()) };
        let repository = self.on_disk()?.1;
        let snapshot = self.at("HEAD")?;
        let (revisions, _) = self.revisions_from(repository, "HEAD");
        let mut keys: FxHashSet<FactsKey> = FxHashSet::default();
        for file in snapshot.view.files() {
            let language = indexer_parse::LANGUAGES.iter().find(|one| one.id == file.language());
            keys.extend(language.map(|language| self.facts_cache.key(file.content(), language)));
        }
        let made =
            Wanted { layout, settings: self.settings(), revisions: &revisions, cancel: &self.options.cancel };
        Ok(store.publish(&made, &|key| keys.contains(key)))
    }
}

/// What a tree is called in the cache. Rules above the root count too, so it is the whole tree that names it.
pub(crate) fn revision_name(tree: &indexer_git::Id, repository: &Repository) -> String {
    match repository.prefix() {
        "" => hex(tree),
        prefix => format!("{}-{:016x}", hex(tree), hash_text(prefix)),
    }
}
