//! Where names lead that are written in no file: a text is linked as if it stood beside the others.

use crate::link::database::Database;
use crate::link::fresh_files::{FreshCode, FreshFiles};
use crate::link::rules::rules;
use crate::publish::load::known_of;
use crate::types::file::{FileState, FileStatus};
use crate::types::stamp::Stamp;
use crate::workspace::snapshot::Snapshot;
use indexer_core::{ContentId, Edge};
use indexer_link::{FileNames, LinkDatabase, Linker};
use indexer_parse::Limits;
use indexer_store::PackedWords;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Snapshot {
    /// For each 0-based byte of `places` where the references of `text` lead that stand there, were it the file at `path`;
    /// nothing where no language claims that path. O(files) and what the answers rest on. A file that changed since
    /// shows in [`outdated`](Self::outdated).
    pub fn leads(&self, path: &str, text: &str, places: &[u32]) -> Vec<Vec<Edge>> {
        let none = || vec![Vec::new(); places.len()];
        let Some(language) = indexer_parse::language_of(path, text.as_bytes()) else { return none() };
        let facts = Arc::new(indexer_parse::parse(language, text.as_bytes(), Limits::default()));
        let mut known = known_of(&self.view);
        let Err(at) = known.binary_search_by(|file| file.path.as_str().cmp(path)) else { return none() };
        let state = FileState {
            path: path.to_owned(),
            stamp: Stamp { size: text.len() as u64, ..Stamp::default() },
            settled: false,
            content: ContentId::of(text.as_bytes()),
            status: FileStatus::Code(language.id.to_owned()),
        };
        known.insert(at, state);
        let names = rules(language.id).map(|rules| FileNames::of(&facts, rules)).unwrap_or_default();
        let code = FreshCode {
            facts: Some(facts.clone()),
            names,
            words: PackedWords::default(),
            places: None,
            parsed: true,
        };
        let mut fresh = FreshFiles::default();
        fresh.code.insert(path.to_owned(), code);
        let below = Some((&self.view, FxHashSet::from_iter([path])));
        let manifests = &self.manifests;
        let database = Database::new(&*self.source, &self.facts_cache, &known, manifests, &mut fresh, below)
            .with_links(&self.links);
        let Some(file) = database.find(path) else { return none() };
        let edges = Linker::new(&database, rules).link(file).edges;
        if database.lost() {
            self.changed.store(true, Ordering::Relaxed);
        }
        let at_place = |at: &u32| {
            let here = facts.references.iter().zip(&edges).filter(|(one, _)| one.span.contains(*at));
            here.map(|(_, edge)| edge.clone()).collect()
        };
        places.iter().map(at_place).collect()
    }
}
