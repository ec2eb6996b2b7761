//! Bytes of many files that wait for the segment that they become a part of: in memory while they are few, then in
//! a file without a name, so that a first build of any size holds a bounded number of them.

use crate::change::nameless_file;
use crate::mmap::Bytes;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Bytes that wait in memory before others go to the file.
const HELD: usize = 4 << 20;

/// Where bytes wait. Shared by the threads that make them.
#[derive(Debug, Default)]
pub struct Spill {
    /// Where the file may be; `None` keeps all in memory.
    folder: Option<PathBuf>,
    /// Bytes that wait in memory before others go to the file.
    room: usize,
    state: Mutex<SpillState>,
}

#[derive(Debug, Default)]
struct SpillState {
    /// Bytes in memory.
    held: usize,
    file: Option<File>,
    /// Bytes of the file.
    length: u64,
    /// True once the file could not be made or written: what comes then stays in memory.
    failed: bool,
}

/// Bytes that wait.
#[derive(Clone, Debug)]
pub(crate) enum Waiting {
    Held(Box<[u8]>),
    Spilled { at: u64, length: u32 },
}

impl Default for Waiting {
    fn default() -> Self {
        Self::Held(Box::default())
    }
}

impl Waiting {
    /// True where `spilled` can be the bytes of the file in which they wait: those of another spill are too few, or say
    /// something else.
    pub(crate) fn fits(&self, spilled: &[u8]) -> bool {
        match self {
            Self::Held(_) => true,
            Self::Spilled { at, length } => at + u64::from(*length) <= spilled.len() as u64,
        }
    }

    /// The bytes, where `spilled` are those of the file.
    pub(crate) fn bytes<'a>(&'a self, spilled: &'a [u8]) -> &'a [u8] {
        match self {
            Self::Held(bytes) => bytes,
            Self::Spilled { at, length } => {
                let start = *at as usize;
                spilled.get(start..start + *length as usize).unwrap_or_default()
            }
        }
    }
}

impl Spill {
    /// A spill whose file is in `folder`; in memory alone without one.
    pub fn new(folder: Option<&Path>) -> Self {
        Self::with_room(folder, HELD)
    }

    /// The same, where bytes go to the file once so many wait in memory.
    pub fn with_room(folder: Option<&Path>, room: usize) -> Self {
        Self { folder: folder.map(Path::to_owned), room, state: Mutex::default() }
    }

    /// Takes bytes. What cannot be written stays in memory.
    pub(crate) fn put(&self, bytes: Vec<u8>) -> Waiting {
        let Some(folder) = &self.folder else { return Waiting::Held(bytes.into()) };
        let state = &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.held < self.room || state.failed {
            state.held += bytes.len();
            return Waiting::Held(bytes.into());
        }
        if state.file.is_none() {
            state.file = nameless_file(folder);
        }
        let written = state.file.as_mut().is_some_and(|file| file.write_all(&bytes).is_ok());
        let (at, length) = (state.length, u32::try_from(bytes.len()));
        match (written, length) {
            (true, Ok(length)) => {
                state.length += u64::from(length);
                Waiting::Spilled { at, length }
            }
            _ => {
                state.failed = true;
                Waiting::Held(bytes.into())
            }
        }
    }

    /// Moves bytes that are held to where there is room for them.
    pub(crate) fn take(&self, waiting: &mut Waiting) {
        if let Waiting::Held(bytes) = waiting
            && !bytes.is_empty()
        {
            *waiting = self.put(std::mem::take(bytes).into_vec());
        }
    }

    /// The bytes of the file; none where there is none.
    pub(crate) fn spilled(&self) -> Option<Bytes> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &state.file {
            Some(file) if state.length > 0 => Bytes::map_nameless(file).ok(),
            _ => Some(Bytes::Owned(Vec::new())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_comes_back_from_memory_and_from_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("a-file");
        std::fs::write(&missing, "in the way").unwrap();
        for (folder, spills) in
            [(None, false), (Some(folder.path()), cfg!(unix)), (Some(missing.as_path()), false)]
        {
            let spill = Spill::new(folder);
            let texts: Vec<Vec<u8>> = (0..9_u8).map(|n| vec![n; HELD / 4 + usize::from(n)]).collect();
            let waiting: Vec<Waiting> = texts.iter().map(|text| spill.put(text.clone())).collect();
            let bytes = spill.spilled().unwrap();
            let is_spilled = |one: &Waiting| matches!(one, Waiting::Spilled { .. });
            assert_eq!(waiting.iter().filter(|one| is_spilled(one)).count(), if spills { 5 } else { 0 });
            assert!(waiting.iter().zip(&texts).all(|(one, text)| one.bytes(&bytes) == text));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "the file has no name");
    }
}
