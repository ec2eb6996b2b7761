//! Facts packs: facts of contents, shared by all worktrees, branches and revisions.
//!
//! ```text
//! pack    magic 8 | format u32 | entries u32 | start of the index u64 | xxh3 of these 24 bytes and
//!         of the index u64
//!         entries: xxh3 of the rest u64, then bincode (content, language, extractor, limits), then a
//!                  zstd frame of the facts: tables by column, then the rest in bincode
//!         index, sorted: hash of the key u64 | offset u64 | length u64
//! ```
//! Opening checks the index; an entry is checked with its key when it is read. The words of a file are not
//! among them: they stand in its segment, and whoever writes another one has its text at hand.

use crate::bytes::{expected_place, lower_bound, push_number, u32_at, u64_at};
use crate::change::{remove_file, replace_file};
use crate::error::StoreError;
use crate::frames::{compressed, with_decompressed};
use crate::mmap::Bytes;
use crate::pack_facts::{self, LIMIT};
use crate::pack_linked::{FactsTexts, decode_for_linking, decode_texts};
use bincode::{Decode, Encode};
use indexer_core::{ContentId, FileFacts};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64, xxh3_128};

/// Under which facts are kept: all that they are a function of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct FactsKey {
    /// Hash of the file's bytes.
    pub content: ContentId,
    /// Id of the language.
    pub language: String,
    /// Hash of the sources that made the facts.
    pub extractor: u64,
    /// Hash of the limits.
    pub limits: u64,
}

impl FactsKey {
    /// Hash of all of it.
    pub fn hash(&self) -> u64 {
        xxh3_64(&bincode::encode_to_vec(self, PACK).unwrap_or_default())
    }
}

const MAGIC: &[u8; 8] = b"IDXPACK\n";
const HEADER: usize = 32;
const ENTRY: usize = 24;

const PACK: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<LIMIT>,
> = bincode::config::standard().with_limit::<LIMIT>();

/// Of zstd: a third less than plain, for a tenth of the time that parsing takes. Higher levels
/// gain a twentieth and cost twice that.
const LEVEL: i32 = 1;

/// Facts as a pack holds them: encoded and compressed.
#[derive(Clone, Debug)]
pub struct PackEntry(Arc<[u8]>);

impl PackEntry {
    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Encodes facts for `key`. O(facts).
    pub fn new(key: &FactsKey, facts: &FileFacts) -> Result<Self, StoreError> {
        let failed = |_| StoreError::Damaged("facts that cannot be encoded");
        let mut entry = bincode::encode_to_vec(key, PACK).map_err(failed)?;
        let plain =
            pack_facts::encode(facts, PACK).ok_or(StoreError::Damaged("facts that cannot be encoded"))?;
        entry.extend_from_slice(&compressed(&plain, LEVEL)?);
        Ok(Self(entry.into()))
    }

    /// The facts in it; `None` where they cannot be decoded. O(facts).
    pub fn facts(&self) -> Option<FileFacts> {
        unpack(self.frame()?)
    }

    /// The facts in it as [`FileFacts::for_linking`] leaves them. O(facts).
    pub fn facts_for_linking(&self) -> Option<FileFacts> {
        unpack_for_linking(self.frame()?)
    }

    /// What [`facts_for_linking`](Self::facts_for_linking) leaves out of them. O(facts).
    pub fn texts(&self) -> Option<FactsTexts> {
        unpack_texts(self.frame()?)
    }

    fn frame(&self) -> Option<&[u8]> {
        let (_, length) = bincode::decode_from_slice::<FactsKey, _>(&self.0, PACK).ok()?;
        self.0.get(length..)
    }
}

/// The facts in a zstd frame; `None` where it is damaged or holds more than the limit.
fn unpack(frame: &[u8]) -> Option<FileFacts> {
    with_decompressed(frame, LIMIT, |plain| pack_facts::decode(plain, PACK))
}

fn unpack_for_linking(frame: &[u8]) -> Option<FileFacts> {
    with_decompressed(frame, LIMIT, |plain| decode_for_linking(plain, PACK))
}

fn unpack_texts(frame: &[u8]) -> Option<FactsTexts> {
    with_decompressed(frame, LIMIT, |plain| decode_texts(plain, PACK))
}

/// Collects facts and writes packs of about [`PackWriter::COMMIT_AT`] bytes. One writer a process;
/// the name of a pack is made of its content, so writers of several processes do not meet.
#[derive(Debug)]
pub struct PackWriter {
    folder: PathBuf,
    /// The file so far, with room for the header.
    bytes: Vec<u8>,
    /// (hash, offset, length) of each entry.
    index: Vec<[u64; 3]>,
    /// The packs that were written.
    written: Vec<PathBuf>,
}

impl PackWriter {
    /// Bytes of collected entries at which [`PackWriter::add`] writes a pack.
    pub const COMMIT_AT: usize = 64 << 20;

    /// A writer into the folder `facts` of a layout. Creates nothing yet.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), bytes: vec![0; HEADER], index: Vec::new(), written: Vec::new() }
    }

    /// Adds facts; writes a pack where enough were collected. O(facts).
    pub fn add(&mut self, key: &FactsKey, facts: &FileFacts) -> Result<(), StoreError> {
        self.add_entry(key, &PackEntry::new(key, facts)?)
    }

    /// Adds facts that were encoded for `key` before, perhaps on another thread.
    pub fn add_entry(&mut self, key: &FactsKey, entry: &PackEntry) -> Result<(), StoreError> {
        let entry = &entry.0;
        self.index.push([key.hash(), self.bytes.len() as u64, entry.len() as u64 + 8]);
        push_number(&mut self.bytes, xxh3_64(entry), 8);
        self.bytes.extend_from_slice(entry);
        if self.bytes.len() >= Self::COMMIT_AT { self.commit() } else { Ok(()) }
    }

    /// The entries that were added and are in no pack yet.
    pub fn pending(&self) -> usize {
        self.index.len()
    }

    /// Writes what was collected as one pack (temporary file and rename); does nothing where that
    /// is nothing. What could not be written is dropped: packs are a cache.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        if self.index.is_empty() {
            return Ok(());
        }
        let mut bytes = std::mem::replace(&mut self.bytes, vec![0; HEADER]);
        let mut index = std::mem::take(&mut self.index);
        index.sort_unstable();
        let start = bytes.len();
        for number in index.iter().flatten() {
            push_number(&mut bytes, *number, 8);
        }
        let mut header = MAGIC.to_vec();
        push_number(&mut header, u64::from(crate::FORMAT), 4);
        push_number(&mut header, index.len() as u64, 4);
        push_number(&mut header, start as u64, 8);
        let sum = checksum(&header, &bytes[start..]);
        push_number(&mut header, sum, 8);
        bytes[..HEADER].copy_from_slice(&header);
        let path = self.folder.join(format!("{:032x}.pack", xxh3_128(&bytes)));
        replace_file(&path, &bytes, false)?;
        self.written.push(path);
        Ok(())
    }
}

fn checksum(header: &[u8], index: &[u8]) -> u64 {
    let mut sum = Xxh3Default::new();
    sum.update(header);
    sum.update(index);
    sum.digest()
}

/// Writes the entries of the packs at `paths` that are undamaged and that `keep` wants as new
/// packs, then removes those at `paths`: what is damaged or superfluous is gone, what is good
/// stays. O(packs).
pub fn rewrite(folder: &Path, paths: &[PathBuf], keep: impl Fn(&FactsKey) -> bool) -> Result<(), StoreError> {
    let mut writer = PackWriter::new(folder);
    for path in paths {
        let Ok(pack) = Bytes::map(path).map_err(StoreError::from).and_then(Pack::open) else { continue };
        for entry in (0..u64::from(pack.entries)).filter_map(|place| pack.entry(place)) {
            if let Ok((key, _)) = bincode::decode_from_slice::<FactsKey, _>(entry, PACK)
                && keep(&key)
            {
                writer.add_entry(&key, &PackEntry(entry.into()))?;
            }
        }
    }
    writer.commit()?;
    for path in paths.iter().filter(|path| !writer.written.contains(path)) {
        remove_file(path)?;
    }
    Ok(())
}

/// Writes the undamaged entries of the packs below `from` that `keep` wants as packs below `into`, each once and in the
/// order of their keys, so that equal facts make equal packs; gives the new packs. O(packs).
pub fn copy(from: &Path, into: &Path, keep: impl Fn(&FactsKey) -> bool) -> Result<Vec<PathBuf>, StoreError> {
    let set = PackSet::open(from);
    let mut places: BTreeMap<FactsKey, (usize, u64)> = BTreeMap::new();
    for (number, pack) in set.packs.iter().enumerate() {
        for place in 0..u64::from(pack.entries) {
            let Some(entry) = pack.entry(place) else { continue };
            if let Ok((key, _)) = bincode::decode_from_slice::<FactsKey, _>(entry, PACK)
                && keep(&key)
            {
                places.entry(key).or_insert((number, place));
            }
        }
    }
    let mut writer = PackWriter::new(into);
    for (key, (number, place)) in places {
        if let Some(entry) = set.packs[number].entry(place) {
            writer.add_entry(&key, &PackEntry(entry.into()))?;
        }
    }
    writer.commit()?;
    Ok(writer.written)
}

/// The keys of the undamaged entries of the pack at `path` and the bytes of each; nothing where it
/// cannot be read.
pub fn pack_keys(path: &Path) -> Vec<(FactsKey, u64)> {
    let pack = Bytes::map(path).map_err(StoreError::from).and_then(Pack::open);
    pack.map_or_else(|_| Vec::new(), |pack| pack.keys().collect())
}

#[derive(Debug)]
struct Pack {
    path: PathBuf,
    bytes: Bytes,
    entries: u32,
    index: usize,
    damaged: AtomicBool,
}

impl Pack {
    fn open(bytes: Bytes) -> Result<Pack, StoreError> {
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(StoreError::Foreign("pack"));
        }
        let found = u32_at(&bytes, 8).unwrap_or(0);
        if found != crate::FORMAT {
            return Err(StoreError::Version { found, read: crate::FORMAT });
        }
        let entries = u32_at(&bytes, 12).unwrap_or(0);
        let index = u64_at(&bytes, 16).and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
        let end = (entries as usize).checked_mul(ENTRY).and_then(|length| length.checked_add(index));
        let sum = match (bytes.get(..HEADER - 8), bytes.get(index..)) {
            (Some(header), Some(index)) if end == Some(bytes.len()) => Some(checksum(header, index)),
            _ => None,
        };
        if sum.is_none() || sum != u64_at(&bytes, HEADER - 8) {
            return Err(StoreError::Damaged("a pack"));
        }
        Ok(Pack { path: PathBuf::new(), bytes, entries, index, damaged: AtomicBool::new(false) })
    }

    /// The keys of the undamaged entries, and the bytes of each.
    fn keys(&self) -> impl Iterator<Item = (FactsKey, u64)> {
        (0..u64::from(self.entries)).filter_map(|place| {
            let entry = self.entry(place)?;
            let (key, _) = bincode::decode_from_slice::<FactsKey, _>(entry, PACK).ok()?;
            Some((key, entry.len() as u64))
        })
    }

    fn number(&self, entry: u64, field: usize) -> u64 {
        u64_at(&self.bytes, self.index + entry as usize * ENTRY + field * 8).unwrap_or(0)
    }

    /// The entries whose key has this hash.
    fn places(&self, hash: u64) -> impl Iterator<Item = u64> + use<'_> {
        let len = u64::from(self.entries);
        let first = lower_bound(len, expected_place(hash, len), |i| self.number(i, 0) < hash);
        (first..len).take_while(move |i| self.number(*i, 0) == hash)
    }

    /// The bytes of an entry; `None` where they are damaged.
    fn entry(&self, place: u64) -> Option<&[u8]> {
        let start = usize::try_from(self.number(place, 1)).ok()?;
        let length = usize::try_from(self.number(place, 2)).ok()?;
        let whole = self.bytes.get(start..start.checked_add(length)?)?;
        let entry = whole.get(8..)?;
        (u64_at(whole, 0)? == xxh3_64(entry)).then_some(entry)
    }
}

/// All packs of a folder, open for reading. May be shared by threads.
#[derive(Debug, Default)]
pub struct PackSet {
    packs: Vec<Pack>,
    /// Packs that could not be opened.
    broken: Vec<PathBuf>,
    damaged: AtomicU64,
}

impl PackSet {
    /// Maps every pack of the folder; packs that cannot be used are counted as damaged. An absent
    /// folder is an empty set. O(packs + entries).
    pub fn open(folder: &Path) -> PackSet {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "pack"));
        paths.sort_unstable();
        let mut set = PackSet::default();
        for path in paths {
            match Bytes::map(&path).map_err(StoreError::from).and_then(Pack::open) {
                Ok(pack) => set.packs.push(Pack { path, ..pack }),
                // It may be gone since the folder was read: another process merges packs.
                Err(error) if error.is_damage() => {
                    set.broken.push(path);
                    *set.damaged.get_mut() += 1;
                }
                Err(_) => {}
            }
        }
        set
    }

    /// A set of one pack, whatever its bytes are.
    pub fn of(bytes: impl Into<Bytes>) -> Result<PackSet, StoreError> {
        Ok(PackSet { packs: vec![Pack::open(bytes.into())?], ..PackSet::default() })
    }

    /// The keys of all undamaged entries. O(bytes).
    pub fn keys(&self) -> Vec<FactsKey> {
        self.packs.iter().flat_map(|pack| pack.keys().map(|(key, _)| key)).collect()
    }

    /// The facts for `key`; `None` where no pack holds them undamaged. O(packs + facts).
    pub fn get(&self, key: &FactsKey) -> Option<FileFacts> {
        self.find(key, unpack)
    }

    /// The same as [`FileFacts::for_linking`] leaves them.
    pub fn get_for_linking(&self, key: &FactsKey) -> Option<FileFacts> {
        self.find(key, unpack_for_linking)
    }

    /// What that leaves out of them.
    pub fn texts(&self, key: &FactsKey) -> Option<FactsTexts> {
        self.find(key, unpack_texts)
    }

    /// True when some pack has an undamaged entry for `key`. O(packs + bytes of the entry).
    pub fn contains(&self, key: &FactsKey) -> bool {
        self.find(key, |_| Some(())).is_some()
    }

    /// What `read` makes of the bytes after the key of an entry for `key`.
    fn find<T>(&self, key: &FactsKey, read: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        let hash = key.hash();
        let places = self.packs.iter().flat_map(|pack| pack.places(hash).map(move |place| (pack, place)));
        for (pack, place) in places {
            let Some(entry) = pack.entry(place) else {
                self.note_damage(pack);
                continue;
            };
            match bincode::decode_from_slice::<FactsKey, _>(entry, PACK) {
                Ok((found, _)) if found != *key => continue,
                Ok((_, length)) => {
                    if let Some(value) = entry.get(length..).and_then(&read) {
                        return Some(value);
                    }
                }
                Err(_) => {}
            }
            self.note_damage(pack);
        }
        None
    }

    fn note_damage(&self, pack: &Pack) {
        pack.damaged.store(true, Ordering::Relaxed);
        self.damaged.fetch_add(1, Ordering::Relaxed);
    }

    /// The packs that were found damaged so far: what [`rewrite`] is for.
    pub fn damaged_packs(&self) -> Vec<PathBuf> {
        let found = self.packs.iter().filter(|pack| pack.damaged.load(Ordering::Relaxed));
        found.map(|pack| &pack.path).chain(&self.broken).cloned().collect()
    }

    /// The packs of fewer bytes than this.
    pub fn packs_below(&self, bytes: u64) -> Vec<PathBuf> {
        let small = self.packs.iter().filter(|pack| (pack.bytes.len() as u64) < bytes);
        small.map(|pack| pack.path.clone()).collect()
    }

    /// How many packs are open.
    pub fn packs(&self) -> usize {
        self.packs.len()
    }

    /// How many entries the packs have.
    pub fn entries(&self) -> u64 {
        self.packs.iter().map(|pack| u64::from(pack.entries)).sum()
    }

    /// Bytes of all packs.
    pub fn bytes(&self) -> u64 {
        self.packs.iter().map(|pack| pack.bytes.len() as u64).sum()
    }

    /// How many packs and readings of entries were found damaged so far.
    pub fn damaged(&self) -> u64 {
        self.damaged.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> FactsKey {
        let content = ContentId::of(&n.to_le_bytes());
        FactsKey { content, language: "rust".into(), extractor: 1, limits: 2 }
    }

    fn facts(n: u64) -> FileFacts {
        FileFacts { language: "rust".into(), doc: Some(format!("file {n}")), ..FileFacts::default() }
    }

    #[test]
    fn facts_come_back_from_several_packs() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(PackSet::open(&folder.path().join("absent")).packs(), 0);
        let mut writer = PackWriter::new(folder.path());
        for n in 0..300 {
            writer.add(&key(n), &facts(n)).unwrap();
            if n % 100 == 99 {
                writer.commit().unwrap();
                writer.commit().unwrap();
            }
        }
        assert_eq!(writer.pending(), 0);
        let set = PackSet::open(folder.path());
        assert_eq!((set.packs(), set.entries()), (3, 300));
        for n in 0..300 {
            assert_eq!(set.get(&key(n)), Some(facts(n)));
        }
        assert!(set.get(&key(300)).is_none());
        let other = FactsKey { extractor: 2, ..key(3) };
        assert!(!set.contains(&other) && set.contains(&key(3)));
        assert_eq!(set.damaged(), 0);
    }

    #[test]
    fn a_frame_that_swells_or_runs_on_is_no_facts() {
        let plain = pack_facts::encode(&facts(1), PACK).unwrap();
        let frame = |plain: &[u8]| zstd::bulk::compress(plain, LEVEL).unwrap();
        assert_eq!(unpack(&frame(&plain)), Some(facts(1)));
        assert_eq!(unpack(&frame(&[plain.as_slice(), b"x"].concat())), None);
        assert_eq!(unpack(&frame(&vec![0; LIMIT + 1])), None);
        assert_eq!(unpack(b""), None);
    }

    #[test]
    fn a_rewritten_pack_keeps_what_is_good_and_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = PackWriter::new(folder.path());
        (0..9).for_each(|n| writer.add(&key(n), &facts(n)).unwrap());
        writer.commit().unwrap();
        let [path] = writer.written.as_slice() else { panic!("one pack") };
        let set = PackSet::open(folder.path());
        rewrite(folder.path(), std::slice::from_ref(path), |_| true).unwrap();
        assert!(path.exists() || PackSet::open(folder.path()).entries() == 9);
        let path = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        // The first entry.
        bytes[HEADER + 20] ^= 1;
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, bytes).unwrap();
        let damaged = PackSet::open(folder.path());
        let found = (0..9).filter(|n| damaged.get(&key(*n)).is_some()).count();
        assert_eq!((found, damaged.damaged_packs()), (8, vec![path.clone()]));
        rewrite(folder.path(), std::slice::from_ref(&path), |wanted| *wanted != key(7)).unwrap();
        assert!(!path.exists());
        let whole = PackSet::open(folder.path());
        assert!(whole.entries() >= 7 && !whole.contains(&key(7)) && whole.damaged() == 0);
        assert_eq!(set.get(&key(7)), Some(facts(7)), "who had it open still has it");
    }

    #[test]
    fn a_flipped_byte_loses_facts_and_never_changes_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = PackWriter::new(folder.path());
        (0..3).for_each(|n| writer.add(&key(n), &facts(n)).unwrap());
        writer.commit().unwrap();
        let path = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x11;
            for cut in [flipped.as_slice(), &bytes[..at]] {
                let Ok(pack) = Pack::open(cut.to_vec().into()) else { continue };
                assert!(at >= HEADER, "byte {at} of the header");
                let set = PackSet { packs: vec![pack], ..PackSet::default() };
                let mut lost = 0;
                for n in 0..3 {
                    match set.get(&key(n)) {
                        None => lost += 1,
                        found => assert_eq!(found, Some(facts(n)), "byte {at}"),
                    }
                }
                assert!(lost == 1 && set.damaged() > 0, "byte {at}");
            }
        }
    }
}
