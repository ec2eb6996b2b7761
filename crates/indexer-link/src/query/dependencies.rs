//! What answers rest on: the dependency keys that were read for them, and the answers that they used.

use crate::Linker;
use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, Files, ManifestFacts, path};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

/// What an answer rests on. Kept as a graph: a chain of n answers would otherwise hold n² keys.
#[derive(Debug, Default)]
pub(crate) struct Dependencies {
    /// What was read for the answer itself.
    pub(crate) keys: Box<[DependencyKey]>,
    /// What the answers that it used rest on.
    pub(crate) used: Box<[Arc<Dependencies>]>,
}

/// All keys among `keys` and below `used`, sorted, each once. O(answers below).
pub(crate) fn all_keys(
    mut keys: FxHashSet<DependencyKey>,
    used: Vec<Arc<Dependencies>>,
) -> Vec<DependencyKey> {
    let mut open = used;
    let mut visited: FxHashSet<*const Dependencies> = FxHashSet::default();
    while let Some(one) = open.pop() {
        if visited.insert(Arc::as_ptr(&one)) {
            keys.extend(one.keys.iter().copied());
            open.extend(one.used.iter().cloned());
        }
    }
    let mut keys: Vec<DependencyKey> = keys.into_iter().collect();
    keys.sort_unstable();
    keys
}

/// The dependencies of all answers of a run, each after all those that it uses.
#[derive(Debug, Default)]
pub(crate) struct DependencyLog(Mutex<Vec<Arc<Dependencies>>>);

impl DependencyLog {
    /// Keeps what an answer rests on for the life of the run.
    pub(crate) fn keep(&self, dependencies: Dependencies) -> Arc<Dependencies> {
        let dependencies = Arc::new(dependencies);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(dependencies.clone());
        dependencies
    }

    /// Those that rest on one of these keys, themselves or through what they use, by address. O(all).
    pub(crate) fn resting_on(
        &mut self,
        changed: &FxHashSet<DependencyKey>,
    ) -> FxHashSet<*const Dependencies> {
        let mut found = FxHashSet::default();
        for one in self.all() {
            let rests = one.keys.iter().any(|key| changed.contains(key))
                || one.used.iter().any(|used| found.contains(&Arc::as_ptr(used)));
            if rests {
                found.insert(Arc::as_ptr(one));
            }
        }
        found
    }

    /// Drops those that no answer rests on any more. O(all).
    pub(crate) fn drop_unused(&mut self) {
        let all = self.all();
        let mut kept = Vec::with_capacity(all.len());
        // From the last, as when all of them are dropped; who is dropped no longer uses those before it.
        while let Some(one) = all.pop() {
            if Arc::strong_count(&one) > 1 {
                kept.push(one);
            }
        }
        kept.reverse();
        *all = kept;
    }

    fn all(&mut self) -> &mut Vec<Arc<Dependencies>> {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for DependencyLog {
    /// Takes them apart from the last: dropped in any other order, a long chain of them would be dropped by a recursion
    /// as deep as it is long.
    fn drop(&mut self) {
        let all = self.all();
        while all.pop().is_some() {}
    }
}

/// Questions about files, each recorded as a dependency.
pub(crate) struct Recorder<'l, 'u> {
    linker: &'l Linker<'u>,
    keys: RefCell<Vec<DependencyKey>>,
}

impl<'l, 'u> Recorder<'l, 'u> {
    pub(crate) fn new(linker: &'l Linker<'u>) -> Self {
        Self { linker, keys: RefCell::default() }
    }

    /// The keys of what was asked.
    pub(crate) fn into_keys(self) -> Vec<DependencyKey> {
        self.keys.into_inner()
    }

    fn note(&self, key: DependencyKey) {
        self.keys.borrow_mut().push(key);
    }

    /// A path as it is written from the root, as changes name it.
    fn relative_path<'p>(&self, path: &'p str) -> Cow<'p, str> {
        path::relative(self.linker.database.prefix(), path)
    }
}

impl Files for Recorder<'_, '_> {
    fn followed<'p>(&self, path: &'p str) -> Cow<'p, str> {
        self.linker.database.followed(path)
    }

    fn is_file(&self, path: &str) -> bool {
        let path = &*self.followed(path);
        self.note(DependencyKey::path(&self.relative_path(path)));
        self.linker.database.is_file(path)
    }

    fn is_folder(&self, path: &str) -> bool {
        let path = &*self.followed(path);
        self.note(DependencyKey::folder(&self.relative_path(path)));
        self.linker.database.is_folder(path)
    }

    fn is_package(&self, path: &str) -> bool {
        self.note(DependencyKey::folders_named(hash_text(path::file_name(path))));
        self.linker.database.is_package(path)
    }

    fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
        let path = &*self.followed(path);
        self.note(DependencyKey::path(&self.relative_path(path)));
        self.linker.database.manifest(path)
    }

    fn build(&self, path: &str) -> Option<&ManifestFacts> {
        let path = &*self.followed(path);
        self.note(DependencyKey::build(&self.relative_path(path)));
        self.linker.database.manifest(path)
    }

    fn packages(&self, name: &str) -> Vec<String> {
        self.note(DependencyKey::package(name));
        self.linker.database.packages(name)
    }

    fn named(&self, name: &str) -> Vec<String> {
        self.note(DependencyKey::file_name(name));
        self.linker.database.named(name)
    }
}

/// Questions about files without a record, for what files include: whoever links a file records what it includes.
pub(crate) struct Unrecorded<'l, 'u>(pub(crate) &'l Linker<'u>);

impl Files for Unrecorded<'_, '_> {
    fn followed<'p>(&self, path: &'p str) -> Cow<'p, str> {
        self.0.database.followed(path)
    }

    fn is_file(&self, path: &str) -> bool {
        self.0.database.is_file(&self.followed(path))
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.database.is_folder(&self.followed(path))
    }

    fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
        self.0.database.manifest(&self.followed(path))
    }

    fn packages(&self, name: &str) -> Vec<String> {
        self.0.database.packages(name)
    }

    fn named(&self, name: &str) -> Vec<String> {
        self.0.database.named(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_shared_answers_are_there_once() {
        let log = DependencyLog::default();
        let key = |path| DependencyKey::path(path);
        let shared = log.keep(Dependencies { keys: [key("a"), key("b")].into(), used: [].into() });
        let left = log.keep(Dependencies { keys: [key("b")].into(), used: [shared.clone()].into() });
        let all = all_keys(FxHashSet::from_iter([key("c")]), vec![left, shared]);
        let mut expected = vec![key("a"), key("b"), key("c")];
        expected.sort_unstable();
        assert_eq!(all, expected);
    }

    #[test]
    fn what_rests_on_a_key_is_found_through_what_it_uses() {
        let mut log = DependencyLog::default();
        let key = |path| DependencyKey::path(path);
        let below = log.keep(Dependencies { keys: [key("a")].into(), used: [].into() });
        let other = log.keep(Dependencies { keys: [key("b")].into(), used: [].into() });
        let above = log.keep(Dependencies { keys: [key("c")].into(), used: [below.clone()].into() });
        let found = log.resting_on(&FxHashSet::from_iter([key("a")]));
        assert_eq!(found, FxHashSet::from_iter([Arc::as_ptr(&below), Arc::as_ptr(&above)]));

        drop((below, above));
        log.drop_unused();
        assert_eq!(log.all().iter().map(Arc::as_ptr).collect::<Vec<_>>(), [Arc::as_ptr(&other)]);
    }

    #[test]
    fn a_long_chain_is_dropped_without_recursion() {
        let log = DependencyLog::default();
        let mut last = log.keep(Dependencies::default());
        for _ in 0..1_000_000 {
            last = log.keep(Dependencies { keys: [].into(), used: [last].into() });
        }
        drop(last);
        drop(log);
    }
}
