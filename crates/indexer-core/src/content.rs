//! Ids of contents: hashes of the bytes that a file had when it was read.

use bincode::{Decode, Encode};
use sha1::{Digest, Sha1};
use std::fmt;

/// The git blob hash of some bytes (SHA-1 over `blob <length>\0<bytes>`), tagged by its algorithm
/// where it is printed. Equal to what `git hash-object` prints, so blobs of a revision and files
/// on disk share facts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Encode, Decode)]
pub struct ContentId(pub [u8; 20]);

impl ContentId {
    /// The id of `bytes`. O(length).
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = Sha1::new();
        hasher.update(format!("blob {}\0", bytes.len()));
        hasher.update(bytes);
        Self(hasher.finalize().into())
    }

    /// 40 hexadecimal digits, without the algorithm.
    pub fn hex(self) -> String {
        self.0.iter().map(|b| format!("{b:02x}")).collect()
    }
}

impl fmt::Display for ContentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha1:{}", self.hex())
    }
}

impl fmt::Debug for ContentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_git_hash_object() {
        assert_eq!(ContentId::of(b"").hex(), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(ContentId::of(b"hello\n").hex(), "ce013625030ba8dba906f756967f9e9ca394464a");
    }
}
