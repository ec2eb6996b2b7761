//! Facts by content: from packs, from memory, or parsed.

use crate::facts::guard::guarded;
use crate::facts::recent::Recent;
use crate::types::memory::MemoryBudget;
use indexer_core::key::hash_numbers;
use indexer_core::{ContentId, FileFacts, FileWords, Position, work};
use indexer_parse::{Language, Limits};
use indexer_store::{FactsKey, FactsTexts, PackEntry, PackSet, PackWriter, StoreError};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// Facts and words of one file that was read, with positions that only its text can tell.
#[derive(Clone, Debug)]
pub struct ReadFile {
    /// Its facts.
    pub facts: Arc<FileFacts>,
    /// Its terms and vectors.
    pub words: FileWords,
    /// Places of the names of definitions, then of references; only where the file is not ASCII,
    /// since else the facts tell.
    pub places: Option<Vec<Position>>,
    /// False where the facts came from the cache.
    pub parsed: bool,
    /// False where many files were read before: then the facts are given up, and decoded again for who needs them.
    pub held: bool,
}

/// Packs of fewer bytes are small: they are merged once there are more than [`MOST_SMALL`].
const SMALL: u64 = 1 << 20;

/// So many small packs are left as they are.
const MOST_SMALL: usize = 64;

/// Each pack that is written while parsing goes on may be larger than those before by this part of what they hold, so
/// that a large repository does not have hundreds.
const EARLY_PART: usize = 8;

/// Facts as a linker wants them.
#[derive(Clone, Debug)]
pub struct FactsForLinking {
    /// Those of the file.
    pub facts: Arc<FileFacts>,
    /// False where [`FileFacts::for_linking`] left something out of them.
    pub are_whole: bool,
}

/// Facts that are in no pack yet: decoded, or as the entry that a pack will hold.
#[derive(Debug)]
struct Unpacked {
    facts: Option<Arc<FileFacts>>,
    /// `None` where nothing is stored, or it was written already.
    entry: Option<PackEntry>,
}

/// Facts by content: packs on disk, and in memory those that are in no pack yet.
#[derive(Debug)]
pub struct FactsCache {
    folder: Option<PathBuf>,
    limits: Limits,
    /// Bytes of entries after which a first pack is written while parsing goes on; `None` for only at the end.
    early: Option<usize>,
    /// How much may wait and be kept.
    budget: MemoryBudget,
    /// Bytes of source whose facts were kept decoded in this refresh.
    held: AtomicUsize,
    /// Bytes of entries that were written while parsing went on.
    written: AtomicUsize,
    packs: Mutex<Option<Packs>>,
    memory: Mutex<FxHashMap<FactsKey, Unpacked>>,
    recent: Mutex<Recent>,
    /// Bytes of entries in memory that are in no pack.
    waiting: AtomicUsize,
    /// So many bytes waited when they could not be written; 0 once they could.
    refused: AtomicUsize,
    /// Set to stop parsing.
    stop: Arc<AtomicBool>,
}

/// The packs of a folder as they were when it was looked at.
#[derive(Debug)]
struct Packs {
    changed: Option<SystemTime>,
    set: Arc<PackSet>,
}

/// A pack of at most this many files is that of an edit: its facts are asked for again by the next.
const EDIT: usize = 64;

impl FactsCache {
    /// Facts in the packs of `folder`; `None` keeps them in memory. `early` writes a pack whenever so
    /// many bytes were parsed; without it only [`commit`](Self::commit) does.
    pub fn new(folder: Option<PathBuf>, limits: Limits, early: Option<usize>) -> Self {
        Self {
            folder,
            limits,
            early,
            budget: MemoryBudget::of(None),
            held: AtomicUsize::new(0),
            written: AtomicUsize::new(0),
            packs: Mutex::default(),
            memory: Mutex::default(),
            recent: Mutex::default(),
            waiting: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
            stop: Arc::default(),
        }
    }

    /// The same cache; once `stop` is set it parses nothing more.
    pub fn until(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// The same cache, which keeps in memory what `budget` allows.
    pub(crate) fn within(self, budget: MemoryBudget) -> Self {
        Self { budget, ..self }
    }

    /// True once parsing was stopped.
    pub fn is_stopped(&self) -> bool {
        work::is_stopped(&self.stop)
    }

    /// The key under which the facts of `content` are kept: everything that they are a function of.
    pub fn key(&self, content: ContentId, language: &Language) -> FactsKey {
        self.key_of(content, language.id)
    }

    fn key_of(&self, content: ContentId, id: &str) -> FactsKey {
        let limits = [self.limits.bytes, self.limits.nodes, self.limits.depth].map(u64::from);
        FactsKey {
            content,
            language: id.to_owned(),
            extractor: crate::types::digests::extractor(),
            limits: hash_numbers(limits),
        }
    }

    /// True for a key that this build of the program would look up.
    pub fn is_of_now(&self, key: &FactsKey) -> bool {
        let language = indexer_parse::LANGUAGES.iter().find(|language| language.id == key.language);
        language.is_some_and(|language| self.key(key.content, language) == *key)
    }

    /// The facts of a content that was parsed before; `None` where they are not kept. They are remembered for a
    /// while: the next edit asks for them again.
    pub fn get(&self, content: ContentId, language: &Language) -> Option<Arc<FileFacts>> {
        let key = self.key(content, language);
        // What is in memory anyway is not remembered beyond that.
        if let Some(facts) = lock(&self.memory).get(&key).and_then(|kept| kept.facts.clone()) {
            return Some(facts);
        }
        if let Some(facts) = lock(&self.recent).get(&key) {
            return Some(facts);
        }
        let facts = self.load(&key)?;
        lock(&self.recent).put(key, facts.clone());
        Some(facts)
    }

    /// The same for a linker that reads many: without the texts, where they have to be decoded.
    pub fn get_for_linking(&self, content: ContentId, language: &Language) -> Option<FactsForLinking> {
        let key = self.key(content, language);
        let linked = |facts: FileFacts| FactsForLinking { facts: Arc::new(facts), are_whole: false };
        match self.unpacked(&key) {
            Some((Some(facts), _)) => Some(FactsForLinking { facts, are_whole: true }),
            Some((None, Some(entry))) => entry.facts_for_linking().map(linked),
            Some((None, None)) | None => self.packs()?.get_for_linking(&key).map(linked),
        }
    }

    /// Takes out of memory what a file contained before an edit: a server would otherwise hold every text that it has
    /// seen of it. Who asks for it again (a switch of branches) reads it from its pack.
    pub(crate) fn forget_replaced(&self, content: ContentId, language: &str) {
        lock(&self.recent).forget(&self.key_of(content, language));
    }

    /// The texts of a content's facts; `None` where they are not kept.
    pub fn texts(&self, content: ContentId, language: &Language) -> Option<FactsTexts> {
        let key = self.key(content, language);
        match self.unpacked(&key) {
            Some((Some(facts), _)) => Some(FactsTexts::of(&facts)),
            Some((None, Some(entry))) => entry.texts(),
            Some((None, None)) | None => self.packs()?.texts(&key),
        }
    }

    fn load(&self, key: &FactsKey) -> Option<Arc<FileFacts>> {
        match self.unpacked(key) {
            Some((Some(facts), _)) => Some(facts),
            Some((None, Some(entry))) => entry.facts().map(Arc::new),
            Some((None, None)) | None => self.packs()?.get(key).map(Arc::new),
        }
    }

    /// What is in memory under a key, decoded or as an entry.
    fn unpacked(&self, key: &FactsKey) -> Option<(Option<Arc<FileFacts>>, Option<PackEntry>)> {
        lock(&self.memory).get(key).map(|kept| (kept.facts.clone(), kept.entry.clone()))
    }

    /// The facts and words of `bytes` with secret values hidden, looked up or made; those that were made
    /// are kept in memory until [`commit`](Self::commit). `content` is that of the bytes as they are. `None`
    /// where parsing was stopped.
    pub fn read(&self, content: ContentId, bytes: &[u8], language: &'static Language) -> Option<ReadFile> {
        let kept = self.get(content, language);
        let parsed = kept.is_none();
        let (shown, _) = crate::redact::redacted(bytes);
        let held = self.held.fetch_add(bytes.len(), Ordering::Relaxed) < self.budget.held();
        let facts = kept.or_else(|| self.parse(content, &shown, language, held))?;
        let words = crate::facts::words::of_code(&facts, &indexer_parse::searched(language, &shown));
        let places = (!facts.lines.is_ascii()).then(|| places(&facts, bytes));
        Some(ReadFile { facts, words, places, parsed, held })
    }

    /// The facts of `bytes` alone, looked up or made as [`read`](Self::read) does it, and whether they were made.
    pub fn read_facts(
        &self,
        content: ContentId,
        bytes: &[u8],
        language: &'static Language,
    ) -> Option<(Arc<FileFacts>, bool)> {
        if let Some(facts) = self.get(content, language) {
            return Some((facts, false));
        }
        let (shown, _) = crate::redact::redacted(bytes);
        // Who asks for facts alone holds them as long as they are needed.
        Some((self.parse(content, &shown, language, false)?, true))
    }

    /// The same as a linker wants them, for who holds them as long as they are needed: they are not remembered here.
    pub(crate) fn read_for_linking(
        &self,
        content: ContentId,
        bytes: &[u8],
        language: &'static Language,
    ) -> Option<Arc<FileFacts>> {
        if let Some(found) = self.get_for_linking(content, language) {
            return Some(found.facts);
        }
        let (shown, _) = crate::redact::redacted(bytes);
        self.parse(content, &shown, language, false)
    }

    /// The facts of a text that nobody saved, looked up or made, and held as they are: who linked the text before asks
    /// for them next.
    pub(crate) fn read_unsaved(&self, text: &str, language: &'static Language) -> Option<Arc<FileFacts>> {
        let content = ContentId::of(text.as_bytes());
        self.get(content, language).or_else(|| {
            let (shown, _) = crate::redact::redacted(text.as_bytes());
            self.parse(content, &shown, language, true)
        })
    }

    /// The facts of a text whose secrets are hidden, kept until they are in a pack.
    fn parse(
        &self,
        content: ContentId,
        shown: &[u8],
        language: &'static Language,
        held: bool,
    ) -> Option<Arc<FileFacts>> {
        let read = || indexer_parse::parse_unless(language, shown, self.limits, &self.stop);
        let facts = match guarded(read) {
            Ok(facts) => Arc::new(facts?),
            // Not written: the next program may know better.
            Err(problem) => {
                let facts = Arc::new(indexer_parse::refused(language, shown, problem));
                let kept = Unpacked { facts: Some(facts.clone()), entry: None };
                lock(&self.memory).insert(self.key(content, language), kept);
                return Some(facts);
            }
        };
        let key = self.key(content, language);
        // Here, because many threads come here and one commits. What cannot be encoded is
        // parsed again.
        let entry = self.folder.is_some().then(|| PackEntry::new(&key, &facts).ok()).flatten();
        let bytes = entry.as_ref().map_or(0, PackEntry::bytes);
        let kept = (held || entry.is_none()).then(|| facts.clone());
        lock(&self.memory).insert(key, Unpacked { facts: kept, entry });
        let before = self.waiting.fetch_add(bytes, Ordering::Relaxed);
        // Only for the thread that takes it over the mark.
        let part = self.written.load(Ordering::Relaxed) / EARLY_PART;
        let mark = self.early.map(|first| (first + part).min(first.max(self.budget.waiting().1)));
        // What could not be written is tried again when as much has come again.
        let mark = mark.map(|mark| mark + self.refused.load(Ordering::Relaxed));
        if mark.is_some_and(|mark| before < mark && before + bytes >= mark) {
            self.commit_early();
        }
        Some(facts)
    }

    /// Writes what was parsed so far as a pack, so that a kill loses little of a long first build, and memory
    /// need not hold it. What cannot be written now is written at the end, which says so.
    fn commit_early(&self) {
        // Damaged packs stay known until they are repaired.
        let Some(folder) = self.scratch().filter(|_| !self.is_damaged()) else { return };
        let taken: Vec<(FactsKey, PackEntry)> = lock(&self.memory)
            .iter_mut()
            .filter_map(|(key, kept)| Some((key.clone(), kept.entry.take()?)))
            .collect();
        let bytes = self.waiting.swap(0, Ordering::Relaxed);
        let mut writer = PackWriter::new(folder);
        let written = taken.iter().try_for_each(|(key, entry)| writer.add_entry(key, entry));
        if written.and_then(|()| writer.commit()).is_err() {
            let mut memory = lock(&self.memory);
            for (key, entry) in taken {
                if let Some(kept) = memory.get_mut(&key) {
                    kept.entry = Some(entry);
                }
            }
            let waiting = self.waiting.fetch_add(bytes, Ordering::Relaxed) + bytes;
            self.refused.store(waiting, Ordering::Relaxed);
            return;
        }
        self.refused.store(0, Ordering::Relaxed);
        self.written.fetch_add(bytes, Ordering::Relaxed);
        *lock(&self.packs) = None;
        lock(&self.memory).retain(|_, kept| kept.facts.is_some() || kept.entry.is_some());
    }

    /// Writes what nobody needs decoded any more as a pack, where that is much.
    pub(crate) fn give_up(&self) {
        if self.waiting.load(Ordering::Relaxed) as u64 >= SMALL {
            self.commit_early();
        }
    }

    /// A folder for files that are wanted for a moment; `None` where nothing is stored.
    pub(crate) fn scratch(&self) -> Option<&Path> {
        self.folder.as_deref().filter(|_| self.early.is_some())
    }

    /// Writes what is in memory as a pack. Does nothing without a folder.
    pub fn commit(&self) -> Result<(), StoreError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let mut memory = lock(&self.memory);
        if memory.is_empty() {
            return Ok(());
        }
        // In the order of keys, so that equal contents make equal packs.
        let mut entries: Vec<(&FactsKey, &PackEntry)> =
            memory.iter().filter_map(|(key, kept)| Some((key, kept.entry.as_ref()?))).collect();
        entries.sort_unstable_by(|a, b| a.0.cmp(b.0));
        let mut writer = PackWriter::new(folder);
        for (key, entry) in entries {
            writer.add_entry(key, entry)?;
        }
        writer.commit()?;
        for counter in [&self.waiting, &self.refused, &self.written, &self.held] {
            counter.store(0, Ordering::Relaxed);
        }
        let edit = memory.len() <= EDIT;
        let mut recent = lock(&self.recent);
        for (key, kept) in memory.drain().filter(|_| edit) {
            if let Some(facts) = kept.facts {
                recent.put(key, facts);
            }
        }
        *lock(&self.packs) = None;
        Ok(())
    }

    /// True when a pack was found damaged since the packs were opened.
    pub fn is_damaged(&self) -> bool {
        lock(&self.packs).as_ref().is_some_and(|packs| packs.set.damaged() > 0)
    }

    /// The packs that were found damaged since they were opened.
    pub fn damaged_packs(&self) -> Vec<PathBuf> {
        lock(&self.packs).as_ref().map(|packs| packs.set.damaged_packs()).unwrap_or_default()
    }

    /// Replaces damaged packs by packs of their good entries.
    pub fn repair(&self) -> Result<(), StoreError> {
        let damaged = self.damaged_packs();
        let Some(folder) = self.folder.as_deref().filter(|_| !damaged.is_empty()) else { return Ok(()) };
        indexer_store::pack::rewrite(folder, &damaged, |_| true)?;
        *lock(&self.packs) = None;
        Ok(())
    }

    /// Merges small packs into one where there are many: each edit writes one, and a lookup may open each.
    pub fn gather(&self) -> Result<(), StoreError> {
        let small = lock(&self.packs).as_ref().map(|packs| packs.set.packs_below(SMALL)).unwrap_or_default();
        let Some(folder) = self.folder.as_deref().filter(|_| small.len() > MOST_SMALL) else { return Ok(()) };
        indexer_store::pack::rewrite(folder, &small, |_| true)?;
        *lock(&self.packs) = None;
        Ok(())
    }

    /// Looks for packs that other processes wrote since; cheap where there are none. Packs that were
    /// found damaged stay known until they are repaired.
    pub fn renew(&self) {
        self.held.store(0, Ordering::Relaxed);
        let Some(folder) = &self.folder else { return };
        let mut packs = lock(&self.packs);
        if packs.as_ref().is_some_and(|open| open.set.damaged() == 0 && open.changed != changed(folder)) {
            *packs = None;
        }
    }

    /// Drops facts in memory whose content is not wanted: no file has it, or it will not come again.
    pub fn keep_only(&self, wanted: impl Fn(ContentId) -> bool) {
        lock(&self.memory).retain(|key, _| wanted(key.content));
    }

    fn packs(&self) -> Option<Arc<PackSet>> {
        let folder: &Path = self.folder.as_deref()?;
        let open = || Packs { changed: changed(folder), set: Arc::new(PackSet::open(folder)) };
        Some(lock(&self.packs).get_or_insert_with(open).set.clone())
    }
}

/// When an entry of the folder was last added or removed.
fn changed(folder: &Path) -> Option<SystemTime> {
    folder.metadata().and_then(|meta| meta.modified()).ok()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn places(facts: &FileFacts, bytes: &[u8]) -> Vec<Position> {
    // Spans are those of the text as parsed.
    let text = crate::facts::words::text_of(bytes);
    let names = facts.definitions.iter().map(|definition| definition.name_span.start);
    let tokens = facts.references.iter().map(|reference| reference.span.start);
    let positions = facts.lines.positions(text.as_bytes());
    names.chain(tokens).map(|at| positions.position(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::ProblemKind;
    use std::fs;

    fn python() -> &'static Language {
        indexer_parse::language_of("a.py", b"").unwrap()
    }

    fn read(facts_cache: &FactsCache, number: usize) -> ReadFile {
        let text = format!("def f{number}():\n    return {number}\n");
        facts_cache.read(ContentId::of(text.as_bytes()), text.as_bytes(), python()).unwrap()
    }

    fn packs(folder: &Path) -> usize {
        fs::read_dir(folder).map_or(0, Iterator::count)
    }

    #[test]
    fn a_reader_that_panics_leaves_a_problem_that_is_not_written() {
        let mut panicking = python().without_mask();
        panicking.mask = Some(|_| panic!("seeded"));
        let panicking: &'static Language = Box::leak(Box::new(panicking));
        let folder = tempfile::tempdir().unwrap();
        let facts_cache = FactsCache::new(Some(folder.path().to_owned()), Limits::default(), None);
        let text = b"def f(): pass\n";
        let read = facts_cache.read(ContentId::of(text), text, panicking).unwrap();
        assert_eq!((read.facts.problems[0].kind, read.facts.lines.count()), (ProblemKind::Failed, 1));
        assert!(read.facts.problems[0].detail.contains("seeded"), "{:?}", read.facts.problems);
        facts_cache.commit().unwrap();
        let next = FactsCache::new(Some(folder.path().to_owned()), Limits::default(), None);
        assert_eq!(next.read(ContentId::of(text), text, python()).unwrap().facts.definitions.len(), 1);
    }

    #[test]
    fn what_was_parsed_is_written_before_all_is() {
        let folder = tempfile::tempdir().unwrap();
        let open = |early| FactsCache::new(Some(folder.path().to_owned()), Limits::default(), early);
        let late = open(None);
        assert!(read(&late, 0).parsed && packs(folder.path()) == 0);
        let bytes = late.waiting.load(Ordering::Relaxed);
        let facts_cache = open(Some(bytes * 3));
        (0..8).for_each(|number| drop(read(&facts_cache, number)));
        assert_eq!(packs(folder.path()), 2);
        // As after a kill.
        let next = open(None);
        let parsed: Vec<bool> = (0..8).map(|number| read(&next, number).parsed).collect();
        assert_eq!(parsed.iter().filter(|parsed| **parsed).count(), 1, "{parsed:?}");
        facts_cache.commit().unwrap();
        assert_eq!(packs(folder.path()), 3, "the rest");
        assert!(!read(&open(None), 7).parsed);
    }

    #[test]
    fn what_could_not_be_written_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let packed = folder.path().join("facts");
        let late = FactsCache::new(Some(packed.clone()), Limits::default(), None);
        drop(read(&late, 0));
        let bytes = late.waiting.load(Ordering::Relaxed);
        fs::write(&packed, "in the way").unwrap();
        let facts_cache = FactsCache::new(Some(packed.clone()), Limits::default(), Some(bytes * 3));
        (0..4).for_each(|number| drop(read(&facts_cache, number)));
        assert!(packed.is_file() && facts_cache.waiting.load(Ordering::Relaxed) >= bytes * 3);
        fs::remove_file(&packed).unwrap();
        (4..8).for_each(|number| drop(read(&facts_cache, number)));
        assert_eq!(packs(&packed), 1);
        assert!(facts_cache.waiting.load(Ordering::Relaxed) < bytes * 3);
    }

    #[test]
    fn facts_of_every_language_come_back_from_an_entry() {
        let facts_cache = FactsCache::new(None, Limits::default(), None);
        for stub in crate::facts::stubs::stubs() {
            let key = facts_cache.key(ContentId::default(), stub.language);
            let entry = PackEntry::new(&key, stub.facts()).unwrap();
            assert!(entry.facts().as_ref() == Some(stub.facts()), "{}", stub.stub.path);
            let linked = stub.facts().clone().for_linking();
            assert!(entry.facts_for_linking() == Some(linked), "{}", stub.stub.path);
            assert!(entry.texts() == Some(FactsTexts::of(stub.facts())), "{}", stub.stub.path);
        }
    }

    #[test]
    fn facts_that_are_not_held_come_back_before_they_are_in_a_pack() {
        let folder = tempfile::tempdir().unwrap();
        let facts_cache = FactsCache::new(Some(folder.path().to_owned()), Limits::default(), None);
        facts_cache.held.store(facts_cache.budget.held(), Ordering::Relaxed);
        let given_up = read(&facts_cache, 1);
        assert!(!given_up.held && packs(folder.path()) == 0);
        let content = ContentId::of(b"def f1():\n    return 1\n");
        let again = facts_cache.get_for_linking(content, python()).unwrap();
        assert_eq!(*again.facts, (*given_up.facts).clone().for_linking());
        let texts = facts_cache.texts(content, python());
        assert_eq!((again.are_whole, texts), (false, Some(FactsTexts::of(&given_up.facts))));
    }

    #[test]
    fn facts_of_files_however_small_are_bounded() {
        let facts_cache = FactsCache::new(None, Limits::default(), None);
        let mut recent = Recent::default();
        for number in 0..20_000_u32 {
            let content = ContentId::of(&number.to_le_bytes());
            recent.put(facts_cache.key_of(content, "python"), Arc::default());
        }
        assert!(recent.young.len() + recent.old.len() <= 2 * (Recent::MOST / Recent::EACH + 1));
    }

    #[test]
    fn what_an_edit_replaced_is_not_held_in_memory() {
        let facts_cache = FactsCache::new(None, Limits::default(), None);
        for number in 0..3_u32 {
            let content = ContentId::of(&number.to_le_bytes());
            let key = facts_cache.key_of(content, "python");
            lock(&facts_cache.recent).put(key.clone(), Arc::default());
            lock(&facts_cache.recent).put(key, Arc::default());
        }
        facts_cache.forget_replaced(ContentId::of(&1_u32.to_le_bytes()), "python");
        let recent = lock(&facts_cache.recent);
        assert_eq!((recent.young.len(), recent.bytes), (2, 2 * Recent::EACH));
    }

    #[test]
    fn many_small_packs_become_one() {
        let folder = tempfile::tempdir().unwrap();
        let facts_cache = FactsCache::new(Some(folder.path().to_owned()), Limits::default(), None);
        let many = MOST_SMALL + 6;
        for number in 0..many {
            read(&facts_cache, number);
            facts_cache.gather().unwrap();
            facts_cache.commit().unwrap();
        }
        assert!(packs(folder.path()) < 10, "{}", packs(folder.path()));
        let next = FactsCache::new(Some(folder.path().to_owned()), Limits::default(), None);
        assert!((0..many).all(|number| !read(&next, number).parsed));
    }
}
