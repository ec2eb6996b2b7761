//! The git index: what the next commit would hold.
//!
//! Only the entries are read. gix decodes extensions too, one of them by recursion as deep as the file
//! says, and expands shared beginnings of names without a bound, so a few megabytes ended the program
//! or filled the memory.

use crate::Id;
use crate::error::GitError;
use crate::mode;
use crate::reach::LARGEST_INDEX;
use crate::repository::Repository;
use std::io;
use std::path::Path;

/// How many times as many bytes as the file the names of all entries may have together: each may begin
/// like the one before. Half as many is usual, four times as many where all are in one deep folder.
const MOST_TIMES: usize = 64;
/// Bytes of an entry before its flags, and with them.
const FIXED: usize = 60;
const WITH_FLAGS: usize = 62;
/// The id at the end of the file and of objects.
const ID: usize = 20;

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Staged {
    pub(crate) path: Vec<u8>,
    pub(crate) id: Id,
    /// One of [`mode`], or another number.
    pub(crate) mode: u32,
    /// 0 for all that is not in conflict.
    pub(crate) stage: u8,
    /// True where the file is only intended to be added.
    pub(crate) intent_to_add: bool,
    /// True where a sparse checkout leaves the file out.
    pub(crate) skip_worktree: bool,
}

impl Repository {
    /// What a sparse checkout leaves out below the root, sorted: files, and folders with a `/` at their end. O(index).
    pub fn left_out(&self) -> Result<Vec<String>, GitError> {
        let entries = self.index()?.unwrap_or_default().into_iter();
        let skipped = entries.filter(|entry| entry.skip_worktree || entry.mode == mode::FOLDER);
        let path = |entry: Staged| {
            let path = String::from_utf8(entry.path).ok()?;
            let below = self.below_root(path.trim_end_matches('/'))?.to_owned();
            Some(if entry.mode == mode::FOLDER { below + "/" } else { below })
        };
        let mut found: Vec<String> = skipped.filter_map(path).collect();
        found.sort_unstable();
        Ok(found)
    }

    /// The entries of the git index; `None` where there is none.
    pub(crate) fn index(&self) -> Result<Option<Vec<Staged>>, GitError> {
        let refuse = |reason: &str| GitError::Index(reason.to_owned());
        let read = |path: &Path| match self.reach.read(path, LARGEST_INDEX) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(refuse(&error.to_string())),
        };
        let Some(bytes) = read(&self.git_dir().join("index"))? else { return Ok(None) };
        if self.is_sha256() {
            return Err(GitError::Sha256);
        }
        let file = File::parse(&bytes).map_err(refuse)?;
        let Some(split) = file.split else { return Ok(Some(file.entries)) };
        let base = self.git_dir().join(format!("sharedindex.{}", crate::hex(&split.base)));
        let bytes = read(&base)?.ok_or_else(|| refuse("the index that it is split from is missing"))?;
        let base = File::parse(&bytes).map_err(refuse)?;
        if base.split.is_some() {
            return Err(refuse("the index that it is split from is split itself"));
        }
        split.join(base.entries, file.entries).map(Some).map_err(refuse)
    }
}

/// One file.
struct File {
    entries: Vec<Staged>,
    split: Option<Split>,
}

/// What a file changes in another one.
struct Split {
    base: Id,
    /// Which entries of the base are gone, and which are replaced.
    changes: Option<(gix_bitmap::ewah::Vec, gix_bitmap::ewah::Vec)>,
}

impl File {
    fn parse(bytes: &[u8]) -> Result<Self, &'static str> {
        let (body, checksum) = bytes.split_last_chunk::<ID>().ok_or("it is cut off")?;
        // Git leaves it out where it is told to hurry.
        if *checksum != [0; ID] {
            let mut hasher = gix::hash::hasher(gix::hash::Kind::Sha1);
            hasher.update(body);
            let sum = hasher.try_finalize().map_err(|_| "its checksum cannot be computed")?;
            if sum.as_slice() != checksum {
                return Err("its checksum does not fit what it holds");
            }
        }
        let (header, rest) = body.split_first_chunk::<12>().ok_or("it is cut off")?;
        let (signature, version) = (&header[..4], number(&header[4..8]));
        if signature != b"DIRC" || !(2..=4).contains(&version) {
            return Err("it is of no version that is known (2 to 4)");
        }
        let most = bytes.len().saturating_mul(MOST_TIMES);
        let mut reader = Reader { rest, version, names: 0, most };
        // As many as it says only where there is room for them.
        let count = number(&header[8..12]) as usize;
        let mut entries: Vec<Staged> = Vec::with_capacity(count.min(body.len() / WITH_FLAGS));
        for _ in 0..count {
            let before = entries.last().map_or(&[][..], |entry| &entry.path);
            let entry = reader.entry(before)?;
            entries.push(entry);
        }
        let split = extensions(reader.rest)?;
        Ok(Self { entries, split })
    }
}

/// Reads entries one after the other.
struct Reader<'a> {
    rest: &'a [u8],
    version: u32,
    /// Bytes of names so far, and at most.
    names: usize,
    most: usize,
}

impl Reader<'_> {
    fn entry(&mut self, before: &[u8]) -> Result<Staged, &'static str> {
        const CUT: &str = "an entry of it is cut off";
        let entry = self.rest;
        let fixed = entry.get(..WITH_FLAGS).ok_or(CUT)?;
        let flags = u16::from_be_bytes([fixed[FIXED], fixed[FIXED + 1]]);
        let mut at = WITH_FLAGS;
        let mut extended = 0;
        if flags & 0x4000 != 0 {
            let more = entry.get(at..at + 2).ok_or(CUT)?;
            extended = u16::from_be_bytes([more[0], more[1]]);
            at += 2;
        }
        let mut path = Vec::new();
        if self.version == 4 {
            let (strip, length) = offset(&entry[at..]).ok_or(CUT)?;
            at += length;
            // The first has none before it.
            let kept = if before.is_empty() { 0 } else { before.len().checked_sub(strip).ok_or(CUT)? };
            self.names += kept;
            if self.names > self.most {
                return Err("its names are too long together");
            }
            path.extend_from_slice(&before[..kept]);
        }
        let rest = entry.get(at..).ok_or(CUT)?;
        let length = match usize::from(flags & 0xfff) {
            length if length < 0xfff && self.version < 4 => length,
            _ => nul(rest).ok_or(CUT)?,
        };
        path.extend_from_slice(rest.get(..length).ok_or(CUT)?);
        self.names += length;
        let end = match self.version {
            4 => at + length + 1,
            // At least one NUL, up to a multiple of eight.
            _ => (at + length + 8) & !7,
        };
        self.rest = entry.get(end..).ok_or(CUT)?;
        let id = fixed[FIXED - ID..FIXED].try_into().map_err(|_| CUT)?;
        Ok(Staged {
            path,
            id,
            mode: number(&fixed[24..28]),
            stage: (flags >> 12 & 3) as u8,
            intent_to_add: extended & 0x2000 != 0,
            skip_worktree: extended & 0x4000 != 0,
        })
    }
}

/// What follows the entries: of all that there may be, only what changes them counts.
fn extensions(mut rest: &[u8]) -> Result<Option<Split>, &'static str> {
    const CUT: &str = "an extension of it is cut off";
    let mut split = None;
    while !rest.is_empty() {
        let (header, after) = rest.split_first_chunk::<8>().ok_or(CUT)?;
        let length = number(&header[4..8]) as usize;
        let data = after.get(..length).ok_or(CUT)?;
        match &header[..4] {
            b"link" => {
                let (base, bitmaps) = data.split_first_chunk::<ID>().ok_or(CUT)?;
                let changes = match bitmaps.is_empty() {
                    true => None,
                    false => {
                        let wrong = |_| "the bitmaps of a split index are damaged";
                        let (gone, rest) = gix_bitmap::ewah::decode(bitmaps).map_err(wrong)?;
                        let (replaced, _) = gix_bitmap::ewah::decode(rest).map_err(wrong)?;
                        Some((gone, replaced))
                    }
                };
                split = Some(Split { base: *base, changes });
            }
            // Entries that are folders, which need nothing more.
            b"sdir" => {}
            name if name[0].is_ascii_lowercase() => return Err("it has an extension that is not known"),
            _ => {}
        }
        rest = &after[length..];
    }
    Ok(split)
}

impl Split {
    /// The entries of both: those of `own` first replace some of the base, then they are new.
    fn join(self, base: Vec<Staged>, own: Vec<Staged>) -> Result<Vec<Staged>, &'static str> {
        const UNFIT: &str = "it does not fit the index that it is split from";
        let mut own = own.into_iter();
        let mut base: Vec<Option<Staged>> = base.into_iter().map(Some).collect();
        if let Some((gone, replaced)) = self.changes {
            let replace = |at: usize| {
                let (entry, new) = (base.get_mut(at)?.as_mut()?, own.next()?);
                // One without a name has that of what it replaces.
                let path = if new.path.is_empty() { std::mem::take(&mut entry.path) } else { new.path };
                *entry = Staged { path, ..new };
                Some(())
            };
            replaced.for_each_set_bit(replace).ok_or(UNFIT)?;
            gone.for_each_set_bit(|at| base.get_mut(at).map(|entry| *entry = None)).ok_or(UNFIT)?;
        }
        let mut all: Vec<Staged> = base.into_iter().flatten().chain(own).collect();
        all.sort_by(|a, b| (&a.path, a.stage).cmp(&(&b.path, b.stage)));
        Ok(all)
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn nul(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == 0)
}

/// A number as packs and this index write distances, and how many bytes it takes.
fn offset(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0_usize;
    for (at, byte) in bytes.iter().enumerate() {
        value = value.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
        value = value.checked_add(1)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use crate::repository::tests::{fixture, git};
    use std::fs;

    fn paths(repository: &Repository) -> Vec<String> {
        let entries = repository.index().unwrap().unwrap();
        entries.iter().map(|entry| String::from_utf8(entry.path.clone()).unwrap()).collect()
    }

    #[test]
    fn every_version_and_a_split_index_hold_the_same() {
        let folder = fixture();
        let long = "n".repeat(200);
        for name in ["sub/c.py", "sub/cc.py", &long] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        git(folder.path(), &["add", "."]);
        let expected = ["a.py", &long, "sub/b.py", "sub/c.py", "sub/cc.py"];
        let repository = open(folder.path()).unwrap();
        for version in ["2", "4", "3"] {
            git(folder.path(), &["update-index", "--index-version", version]);
            assert_eq!(paths(&repository), expected, "version {version}");
        }
        git(folder.path(), &["update-index", "--split-index"]);
        fs::write(folder.path().join("d.py"), "d").unwrap();
        fs::write(folder.path().join("a.py"), "changed").unwrap();
        git(folder.path(), &["add", "a.py", "d.py"]);
        git(folder.path(), &["rm", "-q", "-f", "sub/c.py"]);
        let has_base = |entry: fs::DirEntry| entry.file_name().to_string_lossy().starts_with("sharedindex.");
        assert!(fs::read_dir(folder.path().join(".git")).unwrap().any(|entry| has_base(entry.unwrap())));
        assert_eq!(paths(&repository), ["a.py", "d.py", &long, "sub/b.py", "sub/cc.py"]);
        let entries = repository.index().unwrap().unwrap();
        assert_eq!(crate::hex(&entries[0].id), "21fb1eca31e64cd3914025058b21992ab76edcf9");
    }

    /// An index of one's own making.
    fn made(version: u8, entries: &[&[u8]], extensions: &[u8]) -> Vec<u8> {
        let mut bytes = [&b"DIRC\0\0\0"[..], &[version], &(entries.len() as u32).to_be_bytes()].concat();
        for name in entries {
            bytes.extend([0; WITH_FLAGS - 2]);
            bytes.extend([0x0f, 0xff]);
            bytes.extend(*name);
        }
        bytes.extend(extensions);
        bytes.extend([0; ID]);
        bytes
    }

    #[test]
    fn names_that_share_their_beginnings_are_bounded_together() {
        let long = [&[0][..], &[b'x'; 1 << 14], &[0]].concat();
        let more = [&[0][..], b"y\0"].concat();
        let mut entries: Vec<&[u8]> = vec![&long];
        entries.resize(3, &more);
        let lengths = |bytes: &[u8]| {
            File::parse(bytes).map(|file| file.entries.iter().map(|e| e.path.len()).collect::<Vec<_>>())
        };
        let first = 1 << 14;
        assert_eq!(lengths(&made(4, &entries, b"")), Ok(vec![first, first + 1, first + 2]));
        // 80 KB on disk, 16 MB in memory.
        entries.resize(1_000, &more);
        assert_eq!(lengths(&made(4, &entries, b"")), Err("its names are too long together"));
    }

    #[test]
    fn extensions_are_passed_over_however_deep_they_are() {
        // Each names one below it: gix reads them by recursion.
        let deep = b"a\x00-1 1\n".repeat(1 << 17);
        let tree = [&b"TREE"[..], &(deep.len() as u32).to_be_bytes(), &deep].concat();
        assert!(File::parse(&made(2, &[], &tree)).is_ok());
        assert!(File::parse(&made(2, &[], b"lost\0\0\0\0")).is_err());
        assert!(File::parse(&made(2, &[], b"TREE\0\0\0\x09x")).is_err());
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let folder = fixture();
        let repository = open(folder.path()).unwrap();
        git(folder.path(), &["update-index", "--split-index"]);
        let path = folder.path().join(".git/index");
        let whole = fs::read(&path).unwrap();
        for end in 0..whole.len() {
            assert!(File::parse(&whole[..end]).is_err(), "cut off at {end}");
        }
        let unsigned = [&whole[..whole.len() - ID], &[0; ID]].concat();
        for at in 0..unsigned.len() - ID {
            for bit in [1, 0x80] {
                let mut bytes = unsigned.clone();
                bytes[at] ^= bit;
                let _ = File::parse(&bytes);
                let mut signed = whole.clone();
                signed[at] ^= bit;
                assert!(File::parse(&signed).is_err(), "byte {at} is not what the checksum is of");
            }
        }
        fs::remove_file(&path).unwrap();
        assert_eq!(repository.index(), Ok(None));
        #[cfg(unix)]
        {
            let mode = rustix::fs::Mode::RUSR;
            rustix::fs::mkfifoat(rustix::fs::CWD, &path, mode).unwrap();
            assert!(matches!(repository.tracked(), Err(GitError::Index(_))));
        }
    }
}
