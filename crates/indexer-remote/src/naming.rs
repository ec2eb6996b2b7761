//! What the objects of a store are called, and in which form their bytes are there: as they are, or encrypted.
//!
//! An encrypted object is a file of age. What age draws at random for a file is derived here from the key of the store,
//! the name of the object and what it holds. So whoever has the key writes the same bytes under the same name, writers still
//! need no lock, and a range of a block is read without its beginning. Names are derived from the key too: who may
//! read a store without it learns how many objects there are, how large, when they came, and which have the same key and
//! settings; and that an object is there that was put before.
//!
//! Anybody can encrypt for a recipient of age. An object read as a whole is therefore taken only where the file key is
//! the derived one, which wants the key of the store; ranges are of blocks of which such a head has the sums.

use crate::LAYOUT;
use crate::age::{self, Draws, NotDecrypted, Payload};
use crate::block::BlockRef;
use crate::error::RemoteError;
use indexer_store::FORMAT;
use object_store::path::Path;
use ring::hmac;
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::ops::Range;
use x25519_dalek::{PublicKey, StaticSecret};

/// What the names of folders of an encrypted store begin with.
const ENCRYPTED: &str = "age";

/// Names and forms of the objects of a store.
#[derive(Default)]
pub(crate) struct Naming {
    key: Option<Key>,
}

struct Key {
    identity: StaticSecret,
    recipient: PublicKey,
    /// Derives all that has to be the same for everybody who has the key.
    derive: hmac::Key,
    /// What tells this key from others, in names of folders.
    id: String,
}

impl fmt::Debug for Naming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Naming").field("is_encrypted", &self.is_encrypted()).finish()
    }
}

impl Naming {
    /// Of a store whose objects are encrypted with this key.
    pub(crate) fn encrypted(identity: StaticSecret) -> Self {
        let secret = hmac::Key::new(hmac::HMAC_SHA256, identity.as_bytes());
        let derived = hmac::sign(&secret, b"indexer shared store, 1");
        let derive = hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref());
        let mut key = Key { recipient: PublicKey::from(&identity), identity, derive, id: String::new() };
        key.id = hex(&key.derived("id", &[])[..4]);
        Self { key: Some(key) }
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.key.is_some()
    }

    /// The folder of heads of one format and settings.
    pub(crate) fn heads(&self, settings: u64) -> Path {
        Path::from_iter([LAYOUT, "heads", &self.folder(settings)])
    }

    /// Where the head of a revision is.
    pub(crate) fn head(&self, settings: u64, revision: &str) -> Path {
        self.heads(settings).join(self.revision(revision))
    }

    /// The folder of the parts of a revision.
    pub(crate) fn parts(&self, settings: u64, revision: &str) -> Path {
        Path::from_iter([LAYOUT, "facts", &self.folder(settings), &self.revision(revision)])
    }

    /// Where a block is.
    pub(crate) fn block(&self, block: &BlockRef) -> Path {
        let name = match &self.key {
            None => hex(&block.hash),
            Some(key) => hex(&key.derived("block", &[&block.hash])),
        };
        Path::from_iter([LAYOUT, "blocks", &name[..2], &name])
    }

    fn folder(&self, settings: u64) -> String {
        match &self.key {
            None => format!("{FORMAT}-{settings:016x}"),
            Some(key) => {
                let settings = key.derived("settings", &[&settings.to_le_bytes()]);
                format!("{ENCRYPTED}-{}-{FORMAT}-{}", key.id, hex(&settings[..8]))
            }
        }
    }

    fn revision(&self, revision: &str) -> String {
        match &self.key {
            None => revision.to_owned(),
            Some(key) => hex(&key.derived("revision", &[revision.as_bytes()])),
        }
    }

    /// True where what is below this name is encrypted.
    pub(crate) fn is_encrypted_name(path: &Path) -> bool {
        path.parts().nth(2).is_some_and(|folder| folder.as_ref().starts_with(ENCRYPTED))
    }

    /// True where what is below this name is encrypted, and with another key than ours, if there is one.
    pub(crate) fn is_of_other_key(&self, path: &Path) -> bool {
        let own = self.key.as_ref().map(|key| format!("{ENCRYPTED}-{}-", key.id));
        let is_own = |folder: &str| own.as_ref().is_some_and(|own| folder.starts_with(own));
        Self::is_encrypted_name(path) && !path.parts().nth(2).is_some_and(|folder| is_own(folder.as_ref()))
    }

    /// Bytes of an object that holds `plain` bytes.
    pub(crate) fn stored_length(&self, plain: u64) -> u64 {
        if self.is_encrypted() { age::sealed_length(plain) } else { plain }
    }

    /// The object at `path` that holds these bytes.
    pub(crate) fn seal(&self, path: &Path, plain: Vec<u8>) -> Result<Vec<u8>, RemoteError> {
        let Some(key) = &self.key else { return Ok(plain) };
        let draws = key.draws(path, &Sha256::digest(&plain).into());
        age::seal(&key.recipient, &draws, &plain).map_err(|error| damaged(path, error))
    }

    /// What the object at `path` holds, whose bytes are these; an error where it was not written with the key.
    pub(crate) fn open(&self, path: &Path, object: Vec<u8>) -> Result<Vec<u8>, RemoteError> {
        let Some(key) = &self.key else { return Ok(object) };
        let opened = age::open(&key.identity, &object);
        let (file_key, plain) = opened.map_err(|error| damaged(path, error))?;
        let derived = key.draws(path, &Sha256::digest(&plain).into()).file_key;
        // Compared by what is derived from both, so that how long it takes says nothing about either.
        if key.derived("compare", &[&file_key]) == key.derived("compare", &[&derived]) {
            return Ok(plain);
        }
        Err(damaged(path, NotDecrypted("not what was written under this name with the key of the store")))
    }

    /// The bytes of the object of a block in which those of `range` are, of what the block stores.
    pub(crate) fn block_range(&self, block: &BlockRef, range: &Range<u64>) -> Range<u64> {
        match &self.key {
            None => range.clone(),
            Some(_) => age::sealed_range(range, u64::from(block.stored)).0,
        }
    }

    /// The bytes of `range` of what a block stores, from those of its object that [`Self::block_range`] says.
    pub(crate) fn open_range(
        &self,
        block: &BlockRef,
        range: &Range<u64>,
        came: Vec<u8>,
    ) -> Result<Vec<u8>, RemoteError> {
        let Some(key) = &self.key else { return Ok(came) };
        let path = self.block(block);
        let plain = u64::from(block.stored);
        let (sealed, first) = age::sealed_range(range, plain);
        if came.len() as u64 != sealed.end - sealed.start {
            return Err(damaged(&path, NotDecrypted("cut short or too long")));
        }
        let draws = key.draws(&path, &block.hash);
        let opened = Payload::new(&draws.file_key, &draws.nonce).and_then(|payload| {
            payload.open(&came, first / age::CHUNK, sealed.end == age::sealed_length(plain))
        });
        let opened = opened.map_err(|error| damaged(&path, error))?;
        let wanted = opened.get((range.start - first) as usize..(range.end - first) as usize);
        wanted.map(<[u8]>::to_vec).ok_or_else(|| damaged(&path, NotDecrypted("cut short")))
    }
}

impl Key {
    fn draws(&self, path: &Path, digest: &[u8; 32]) -> Draws {
        let file_key = self.derived("file key", &[path.as_ref().as_bytes(), digest]);
        let mut draws =
            Draws { file_key: [0; 16], ephemeral: self.derived("ephemeral", &[&file_key]), nonce: [0; 16] };
        draws.file_key.copy_from_slice(&file_key[..16]);
        draws.nonce.copy_from_slice(&self.derived("nonce", &[&file_key])[..16]);
        draws
    }

    fn derived(&self, what: &str, from: &[&[u8]]) -> [u8; 32] {
        let mut context = hmac::Context::with_key(&self.derive);
        for part in std::iter::once(what.as_bytes()).chain(from.iter().copied()) {
            context.update(&(part.len() as u64).to_le_bytes());
            context.update(part);
        }
        let mut derived = [0; 32];
        derived.copy_from_slice(context.sign().as_ref());
        derived
    }
}

fn damaged(path: &Path, NotDecrypted(what): NotDecrypted) -> RemoteError {
    RemoteError::Damaged { object: path.to_string(), what }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
