//! The tokens that a server knows: by their digests, so that none stands in memory or in the operator's file.

use indexer_tools::Grant;
use indexer_tools::settings::token_grants;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// SHA-256 of a token.
pub(super) type Digest = [u8; 32];

/// The digest of a token.
pub(super) fn digest(token: &str) -> Digest {
    Sha256::digest(token.as_bytes()).into()
}

/// The tokens, and what each is for.
#[derive(Debug)]
pub struct Tokens {
    /// That which may ask everything.
    whole: Option<Digest>,
    file: Option<File>,
}

/// The operator's file, and what it said when it was read last.
#[derive(Debug)]
struct File {
    path: PathBuf,
    read: Mutex<Read>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    /// When the file was changed last, and its bytes; `None` where it is not there.
    stamp: Option<(SystemTime, u64)>,
    grants: Vec<(Digest, Grant)>,
}

impl Tokens {
    /// The token that may ask everything, and a file with digests of others. An error where the file cannot be read.
    pub fn of(whole: Option<&str>, file: Option<PathBuf>) -> io::Result<Self> {
        let file = file.map(File::new).transpose()?;
        Ok(Self { whole: whole.map(digest), file })
    }

    /// What the token with this digest is for; `None` where nobody knows it. All that are known are looked at, each to its
    /// end, so that how long it takes tells nothing. The file is read again where it has changed.
    pub(super) fn grant(&self, given: &Digest) -> Option<Grant> {
        let mut found = None;
        if self.whole.is_some_and(|known| is_same(&known, given)) {
            found = Some(Grant::Everything);
        }
        let Some(file) = &self.file else { return found };
        let read = file.now();
        for (known, grant) in &read.grants {
            if is_same(known, given) && found.is_none() {
                found = Some(grant.clone());
            }
        }
        found
    }
}

impl File {
    fn new(path: PathBuf) -> io::Result<Self> {
        let grants = grants(&path).map_err(|what| io::Error::new(io::ErrorKind::InvalidInput, what))?;
        Ok(Self { read: Mutex::new(Read { stamp: stamp(&path), grants }), path })
    }

    /// What it says now. One that can no longer be read lets nobody in: it may have been changed to take a token back.
    fn now(&self) -> std::sync::MutexGuard<'_, Read> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&self.path);
        if now != read.stamp {
            *read = Read { stamp: now, grants: grants(&self.path).unwrap_or_default() };
        }
        read
    }
}

fn stamp(path: &std::path::Path) -> Option<(SystemTime, u64)> {
    let meta = fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

fn grants(path: &std::path::Path) -> Result<Vec<(Digest, Grant)>, String> {
    let all = token_grants(path).map_err(|what| format!("tokens_file {what}"))?;
    Ok(all.into_iter().map(|one| (one.digest, Grant::only(one.repositories))).collect())
}

/// Compares in a time that does not tell how much is equal.
fn is_same(a: &Digest, b: &Digest) -> bool {
    let differing = a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b));
    std::hint::black_box(differing) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_for_what_the_file_says_now() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        let entry = |token: &str, names: &str| {
            let hex: String = digest(token).iter().map(|byte| format!("{byte:02x}")).collect();
            format!("[{token}]\nsha256 = \"{hex}\"\nrepositories = [{names}]\n")
        };
        fs::write(&path, entry("one", "\"a\", \"b-*\"")).unwrap();
        let tokens = Tokens::of(Some("all"), Some(path.clone())).unwrap();
        let grant = |token: &str| tokens.grant(&digest(token));
        assert_eq!(grant("all"), Some(Grant::Everything));
        let one = grant("one").unwrap();
        assert!(one.allows("a") && one.allows("b-x") && !one.allows("b") && !one.allows("ab"));
        assert_eq!((grant("two"), grant(""), grant("on")), (None, None, None));
        // Taken back, and another one given.
        fs::write(&path, entry("other", "\"a\"")).unwrap();
        assert_eq!((grant("one"), grant("other").is_some()), (None, true));
        // What cannot be read lets nobody in, but who needs no file.
        fs::write(&path, "other").unwrap();
        assert_eq!((grant("other"), grant("all")), (None, Some(Grant::Everything)));
        fs::remove_file(&path).unwrap();
        assert_eq!(grant("other"), None);
        assert!(Tokens::of(None, Some(path)).is_err(), "a server does not start without its file");
    }
}
