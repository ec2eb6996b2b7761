//! What the files of a worktree looked like when they were read, kept beside its head.

use crate::types::damage::Damage;
use crate::types::file::FileState;
use crate::types::listing::DirState;
use bincode::{Decode, Encode};
use indexer_core::ManifestFacts;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_store::Layout;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// First bytes of the file: a name and a version of its layout.
const MAGIC: &[u8; 8] = b"ixfing08";

/// The fingerprints of one worktree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Fingerprints {
    /// [`Head::to_bytes`](indexer_store::Head) hashed: the head that they describe. Under another
    /// head they are not used.
    pub head: u64,
    /// Hash of the names of the repository and of the worktree or revision whose they are: good ones
    /// that came from elsewhere say nothing.
    pub place: u64,
    /// The files, sorted by path.
    pub files: Vec<FileState>,
    /// Facts of the manifests, by path.
    pub manifests: BTreeMap<String, Arc<ManifestFacts>>,
    /// What decided which files there are.
    pub dirs: DirState,
    /// The installed packages with which the view was linked.
    pub packages: Option<BTreeMap<String, u64>>,
    /// What was found damaged and repaired, until a change is taken in without any.
    pub damage: Vec<Damage>,
}

impl Fingerprints {
    /// The bytes of the file: magic, checksum, content; `None` for what could not be read again.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let body = bincode::encode_to_vec(self, bincode::config::standard()).ok()?;
        // What is read takes a few times its bytes: only of large ones it is not known beforehand.
        if body.len() > SURELY_READ && decode(&body).is_none() {
            return None;
        }
        let mut bytes = Vec::with_capacity(body.len() + 16);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&xxh3_64(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Some(bytes)
    }

    /// What the bytes hold; `None` where they fail the check, and everything is read again.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (magic, rest) = bytes.split_at_checked(8)?;
        let (sum, body) = rest.split_at_checked(8)?;
        if magic != MAGIC || xxh3_64(body).to_le_bytes() != sum {
            return None;
        }
        decode(body)
    }

    /// Reads the file at `path`; `None` where there is none, an error with the reason where it cannot
    /// be used.
    pub fn read(path: &Path) -> Result<Option<Self>, String> {
        match std::fs::read(path) {
            Ok(bytes) => Self::from_bytes(&bytes).map(Some).ok_or_else(|| "damaged".to_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// So many bytes are read whatever they hold.
const SURELY_READ: usize = 32 << 20;

fn decode(body: &[u8]) -> Option<Fingerprints> {
    // A length in a crafted file must not decide how much is allocated.
    let limited = bincode::config::standard().with_limit::<{ 1 << 30 }>();
    bincode::decode_from_slice(body, limited).ok().map(|(found, _)| found)
}

/// What a worktree or revision is called in the cache, wherever that is.
pub(super) fn place_of(layout: &Layout) -> u64 {
    let names = layout.root().components().rev().take(3);
    names.fold(0, |hash, name| hash_numbers([hash, hash_text(&name.as_os_str().to_string_lossy())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_damage_is_noticed() {
        let known = Fingerprints { head: 7, ..Fingerprints::default() };
        let mut bytes = known.to_bytes().unwrap();
        assert_eq!(Fingerprints::from_bytes(&bytes), Some(known));
        for i in 0..bytes.len() {
            bytes[i] ^= 1;
            assert_eq!(Fingerprints::from_bytes(&bytes), None, "byte {i}");
            bytes[i] ^= 1;
        }
        assert_eq!(Fingerprints::from_bytes(&bytes[..9]), None);
    }
}
