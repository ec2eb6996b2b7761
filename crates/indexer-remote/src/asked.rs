//! A shared store, as the engine asks it.

use crate::error::RemoteError;
use crate::publish::RevisionFacts;
use crate::store::{Access, SharedStore};
use crate::{fetch, publish};
use indexer_engine::{Fetched, Published, RemoteState, RemoteStore, Shard, Wanted};
use indexer_store::FactsKey;
use std::sync::atomic::Ordering;
use std::time::Instant;

impl RemoteStore for SharedStore {
    fn address(&self) -> String {
        self.address.clone()
    }

    fn is_encrypted(&self) -> bool {
        self.naming.is_encrypted()
    }

    fn is_writable(&self) -> bool {
        self.access == Access::ReadWrite
    }

    fn fetch(&self, wanted: &Wanted<'_>) -> Fetched {
        let started = Instant::now();
        let fetched = self.run(|| fetch::fetch(self, wanted)).unwrap_or_else(|error| {
            self.note(&error);
            Fetched { state: RemoteState::Failed, reason: Some(error.to_string()), ..Fetched::default() }
        });
        Fetched { took: started.elapsed(), ..fetched }
    }

    fn traffic(&self) -> (u64, u64) {
        let objects = &self.objects;
        (objects.requests.load(Ordering::Relaxed), objects.read.load(Ordering::Relaxed))
    }

    fn given_up(&self) -> Option<String> {
        self.given_up.get().cloned()
    }

    fn publish_facts(
        &self,
        made: &Wanted<'_>,
        shard: Shard,
        is_of_shard: &dyn Fn(&FactsKey) -> bool,
    ) -> Published {
        self.written(made, is_of_shard, |facts| self.run(|| publish::publish_facts(self, made, shard, facts)))
    }

    fn publish(&self, made: &Wanted<'_>, is_of_revision: &dyn Fn(&FactsKey) -> bool) -> Published {
        self.written(made, is_of_revision, |facts| self.run(|| publish::publish(self, made, facts)))
    }
}

impl SharedStore {
    /// What became of writing facts that the cache holds; counted.
    fn written(
        &self,
        made: &Wanted<'_>,
        is_wanted: &dyn Fn(&FactsKey) -> bool,
        write: impl Fn(&RevisionFacts) -> Result<Published, RemoteError>,
    ) -> Published {
        let count =
            || (self.objects.put.load(Ordering::Relaxed), self.objects.written.load(Ordering::Relaxed));
        let before = count();
        let outcome = match self.access {
            Access::Read => Err(RemoteError::ReadOnly),
            Access::ReadWrite => publish::facts_of(made, is_wanted).and_then(|facts| write(&facts)),
        };
        let now = count();
        let published = outcome
            .unwrap_or_else(|error| Published { reason: Some(error.to_string()), ..Published::default() });
        Published { objects: now.0 - before.0, bytes: now.1 - before.1, ..published }
    }
}
