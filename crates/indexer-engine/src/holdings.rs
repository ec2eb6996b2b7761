//! What the cache folder holds, and what goes where it is too large or somebody asks. Files that are
//! not ours are never touched.

use crate::cache::{self, cache_dir};
use crate::disk::Disk;
use crate::error::EngineError;
use crate::options::Options;
use indexer_store::change::{is_temporary, remove_file, remove_folder, replace_file, try_lock};
use indexer_store::{FORMAT, StoreError};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The file that marks when a repository was used last, and that those who use it hold locked.
const USED: &str = "used";
/// The mark is written at most this often.
const MARK_EVERY: Duration = Duration::from_secs(3600);
/// Tells backup programs to leave the folder out, and us that it is ours.
const TAG: &str = "CACHEDIR.TAG";
const TAG_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is the cache of indexer: \
     everything in it can be built again.\n";

/// What the cache holds of one repository in one format.
#[derive(Clone, Debug)]
pub struct Holding {
    /// Its folder.
    pub folder: PathBuf,
    /// Bytes of facts packs.
    pub facts: u64,
    /// Bytes of segments.
    pub segments: u64,
    /// Bytes of heads, fingerprints and the like.
    pub heads: u64,
    /// Worktrees and folders that have an index.
    pub roots: usize,
    /// Files of somebody else, which stay.
    pub foreign: usize,
    /// When it was used last; exact to an hour.
    pub used: SystemTime,
    format: u32,
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Holding {
    /// All bytes that are ours.
    pub fn bytes(&self) -> u64 {
        self.facts + self.segments + self.heads
    }

    fn at(folder: PathBuf, format: u32) -> Self {
        let mut found = Self {
            folder: folder.clone(),
            facts: 0,
            segments: 0,
            heads: 0,
            roots: 0,
            foreign: 0,
            used: SystemTime::UNIX_EPOCH,
            format,
            files: Vec::new(),
            folders: Vec::new(),
        };
        found.take_in(&folder, "");
        found
    }

    fn take_in(&mut self, folder: &Path, place: &str) {
        self.folders.push(folder.to_owned());
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_str().unwrap_or("?");
            let Ok(meta) = entry.metadata() else { continue };
            if meta.is_dir() {
                let below = if place.is_empty() { name } else { place };
                self.take_in(&entry.path(), below);
                continue;
            }
            if !meta.is_file() || !is_ours(place, name) {
                self.foreign += 1;
                continue;
            }
            self.roots += usize::from(name == "head");
            if matches!(name, "head" | USED) {
                self.used = self.used.max(meta.modified().unwrap_or(SystemTime::UNIX_EPOCH));
            }
            match place {
                "facts" => self.facts += meta.len(),
                "segments" => self.segments += meta.len(),
                _ => self.heads += meta.len(),
            }
            self.files.push(entry.path());
        }
    }

    /// True while another process has a workspace of this repository open.
    fn is_in_use(&self) -> bool {
        let Ok(file) = File::open(self.folder.join(USED)) else { return false };
        matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Removes what is ours: heads first, so that nobody finds one whose segments are gone.
    fn remove(&self) -> Result<(), StoreError> {
        let is_head = |path: &&PathBuf| path.ends_with("head");
        let rest = self.files.iter().filter(|path| !is_head(path));
        for path in self.files.iter().filter(is_head).chain(rest) {
            remove_file(path)?;
        }
        for folder in self.folders.iter().rev() {
            // One with somebody else's files, or with new ones of ours, stays.
            let _ = remove_folder(folder);
        }
        Ok(())
    }
}

fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

fn is_ours(place: &str, name: &str) -> bool {
    is_temporary(name)
        || match place {
            "facts" => name.strip_suffix(".pack").is_some_and(|stem| is_hex(stem, 32)),
            "segments" => is_hex(name, 32),
            _ => matches!(name, "head" | "fingerprints" | "lock" | USED),
        }
}

/// What the cache holds, by repository. O(files of the cache).
pub fn holdings(cache: &Path) -> Vec<Holding> {
    let mut found = Vec::new();
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        let format = entry.file_name().to_str().and_then(|name| name.strip_prefix('v')?.parse().ok());
        // What a newer program wrote is its own business.
        let Some(format) = format.filter(|format| *format <= FORMAT) else { continue };
        for below in fs::read_dir(entry.path()).into_iter().flatten().flatten() {
            if below.file_name().to_str().is_some_and(|name| is_hex(name, 16)) && below.path().is_dir() {
                found.push(Holding::at(below.path(), format));
            }
        }
    }
    found.sort_by(|a, b| a.folder.cmp(&b.folder));
    found
}

/// Marks a folder as a cache, and a repository as used now; the lock that comes back says that it
/// still is. Best effort, and at most one small write an hour.
pub(crate) fn mark(cache: &Path, repository: &Path) -> Option<File> {
    let tag = cache.join(TAG);
    if !tag.exists() {
        let _ = replace_file(&tag, TAG_TEXT.as_bytes(), false);
    }
    let path = repository.join(USED);
    let age = fs::metadata(&path).and_then(|meta| meta.modified()).ok().and_then(|at| at.elapsed().ok());
    if age.is_none_or(|age| age > MARK_EVERY) {
        let _ = replace_file(&path, b"", false);
    }
    let file = File::open(&path).ok()?;
    file.try_lock_shared().ok().map(|()| file)
}

/// Removes what was used longest ago until the cache has at most `bound` bytes: other formats and
/// other repositories that nobody has open, never `own`. One process at a time.
pub(crate) fn enforce(cache: &Path, own: &Path, bound: u64) {
    let mut held = holdings(cache);
    let mut total: u64 = held.iter().map(Holding::bytes).sum();
    if total <= bound {
        return;
    }
    let Ok(Some(_lock)) = try_lock(&cache.join(format!("v{FORMAT}")).join("lock")) else { return };
    // What no program of this version will read goes first.
    held.sort_by_key(|one| (one.format, one.used));
    for one in held.iter().filter(|one| one.folder != own) {
        if total <= bound {
            return;
        }
        if !one.is_in_use() && one.remove().is_ok() {
            total -= one.bytes();
        }
    }
}

/// What `clean` would remove: of the root's repository, or of every one. An error where the folder is
/// no cache of ours.
pub fn cleanable(options: &Options, all: bool) -> Result<Vec<Holding>, EngineError> {
    let Some(cache) = cache_dir(options.cache_dir.as_deref()) else { return Ok(Vec::new()) };
    let held = holdings(&cache);
    let tagged = fs::read_to_string(cache.join(TAG)).is_ok_and(|text| text == TAG_TEXT);
    let empty = fs::read_dir(&cache).map_or(!cache.exists(), |mut entries| entries.next().is_none());
    if held.is_empty() && !tagged && !empty {
        let reason = format!("{} is no cache of indexer; nothing was removed", cache.display());
        return Err(EngineError::Option { option: "cache-dir", reason });
    }
    if all {
        return Ok(held);
    }
    let disk = Disk::new(options)?;
    let layout = cache::layout(&cache, &disk);
    let name = layout.repository().file_name();
    Ok(held.into_iter().filter(|one| one.folder.file_name() == name).collect())
}

/// Removes what [`cleanable`] gave.
pub fn clean(held: &[Holding]) -> Result<(), EngineError> {
    held.iter().try_for_each(|one| {
        one.remove().map_err(|error| EngineError::Write {
            path: one.folder.clone(),
            reason: error.to_string(),
            remedy: error.remedy(),
        })
    })
}
