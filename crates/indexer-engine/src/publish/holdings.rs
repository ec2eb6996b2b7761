//! What the cache folder holds, and `clean`. Files that are not ours are never touched.

use crate::publish::location::{self, cache_dir};
use crate::publish::usage::{self, Claim, PLACE, TAG, TAG_TEXT, USED, claim};
use crate::source::disk::root::Disk;
use crate::types::error::EngineError;
use crate::types::options::Options;
use indexer_store::change::{is_being_written, is_temporary, remove_file, remove_folder};
use indexer_store::{FORMAT, Layout, StoreError};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

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
    /// How many worktrees and folders have an index.
    pub roots: usize,
    /// How many revisions have an index.
    pub revisions: usize,
    /// The folders that have an index, as far as they are known.
    pub places: Vec<PathBuf>,
    /// Files and folders of somebody else, which stay.
    pub foreign: usize,
    /// When it was used last; exact to an hour.
    pub used: SystemTime,
    /// The version of the format.
    pub(crate) format: u32,
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

/// What was written within this time is taken to be in use where nothing says whether it is.
const UNMARKED: Duration = Duration::from_secs(24 * 3600);

/// The folder in which what was taken out of an archive stands.
pub(crate) const SOURCES: &str = "sources";

/// What a folder is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FolderKind {
    Repository,
    Facts,
    Segments,
    Scip,
    Sources,
    Roots,
    Root,
    Revisions,
    Revision,
}

impl FolderKind {
    /// What a folder of this name is for below one of this kind; `None` where it is not ours.
    fn below(self, name: &str) -> Option<Self> {
        Some(match (self, name) {
            (Self::Repository, "facts") => Self::Facts,
            (Self::Repository, "segments") => Self::Segments,
            (Self::Repository, "scip") => Self::Scip,
            (Self::Repository, SOURCES) | (Self::Sources, _) => Self::Sources,
            (Self::Repository, "roots") => Self::Roots,
            (Self::Repository, "revisions") => Self::Revisions,
            (Self::Roots, name) if is_hex(name, 16) => Self::Root,
            (Self::Revisions, _) => Self::Revision,
            _ => return None,
        })
    }

    /// True for the name of a file of ours in such a folder.
    fn has(self, name: &str) -> bool {
        is_temporary(name)
            || match self {
                Self::Repository => matches!(name, "history" | USED),
                Self::Facts => name.strip_suffix(".pack").is_some_and(|stem| is_hex(stem, 32)),
                Self::Segments => Layout::segment_of(name).is_some(),
                Self::Scip => is_hex(name, 32),
                // Nobody else writes there.
                Self::Sources => true,
                Self::Root => matches!(name, "head" | "fingerprints" | "lock" | PLACE),
                Self::Revision => matches!(name, "head" | "fingerprints" | "lock"),
                Self::Roots | Self::Revisions => false,
            }
    }
}

fn is_written(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(is_temporary) && is_being_written(path)
}

fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

impl Holding {
    /// All bytes that are ours.
    pub fn bytes(&self) -> u64 {
        self.facts + self.segments + self.heads
    }

    /// True while some process has a workspace of this repository open.
    pub fn is_in_use(&self) -> bool {
        matches!(claim(&self.folder.join(USED)), Claim::InUse)
    }

    pub(crate) fn at(folder: PathBuf, format: u32) -> Self {
        let mut found = Self {
            folder: folder.clone(),
            facts: 0,
            segments: 0,
            heads: 0,
            roots: 0,
            revisions: 0,
            places: Vec::new(),
            foreign: 0,
            used: SystemTime::UNIX_EPOCH,
            format,
            files: Vec::new(),
            folders: Vec::new(),
        };
        found.take_in(&folder, FolderKind::Repository);
        found
    }

    fn take_in(&mut self, folder: &Path, kind: FolderKind) {
        self.folders.push(folder.to_owned());
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (name, path) = (entry.file_name(), entry.path());
            // No name of ours is another text.
            let name = name.to_str().unwrap_or_default();
            let Ok(meta) = entry.metadata() else { continue };
            match kind.below(name) {
                Some(below) if meta.is_dir() => self.take_in(&path, below),
                _ if meta.is_file() && kind.has(name) => self.count(path, kind, name, &meta),
                _ => self.foreign += 1,
            }
        }
    }

    fn count(&mut self, path: PathBuf, kind: FolderKind, name: &str, meta: &fs::Metadata) {
        self.roots += usize::from(kind == FolderKind::Root && name == "head");
        self.revisions += usize::from(kind == FolderKind::Revision && name == "head");
        if matches!(name, "head" | USED) {
            self.used = self.used.max(meta.modified().unwrap_or(SystemTime::UNIX_EPOCH));
        }
        if name == PLACE {
            self.places.extend(path.parent().and_then(usage::place));
        }
        match kind {
            FolderKind::Facts => self.facts += meta.len(),
            FolderKind::Segments => self.segments += meta.len(),
            _ => self.heads += meta.len(),
        }
        self.files.push(path);
    }

    /// Removes all of it, unless somebody has it open.
    pub(crate) fn remove_unused(&self) -> Result<(), StoreError> {
        match claim(&self.folder.join(USED)) {
            Claim::InUse => Ok(()),
            // Whoever uses it may not have been able to say so: a disk was full.
            Claim::Ours(None) if self.used.elapsed().is_ok_and(|since| since < UNMARKED) => Ok(()),
            // Held until all is removed, so that who comes meanwhile does not count on it.
            Claim::Ours(_file) => self.remove(),
        }
    }

    /// Removes what is ours: heads first, so that nobody finds one whose segments are gone.
    pub(crate) fn remove(&self) -> Result<(), StoreError> {
        let is_head = |path: &&PathBuf| path.ends_with("head");
        let rest = self.files.iter().filter(|path| !is_head(path) && !is_written(path));
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

/// What the cache holds, by repository, in this format and older ones. O(files of the cache).
pub fn holdings(cache: &Path) -> Vec<Holding> {
    let mut found = Vec::new();
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        let format = entry.file_name().to_str().and_then(|name| name.strip_prefix('v')?.parse().ok());
        // What a newer program wrote is its own business.
        let Some(format) = format.filter(|format| *format <= FORMAT) else { continue };
        for below in fs::read_dir(entry.path()).into_iter().flatten().flatten() {
            let is_folder = below.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && below.file_name().to_str().is_some_and(|name| is_hex(name, 16)) {
                found.push(Holding::at(below.path(), format));
            }
        }
    }
    found.sort_by(|a, b| a.folder.cmp(&b.folder));
    found
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
    let layout = location::layout(&cache, &disk);
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
