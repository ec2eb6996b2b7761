//! The key of a store: the file that `age-keygen` writes.

use crate::error::RemoteError;
use bech32::Bech32;
use bech32::primitives::decode::CheckedHrpstring;
use std::fs;
use std::path::Path;
use x25519_dalek::StaticSecret;

/// What the text of a key begins with, before the separator.
const PREFIX: &str = "AGE-SECRET-KEY-";
/// Bytes of a file with a key at most.
const LARGEST: u64 = 64 << 10;

/// The one key in the file at `path`. No message holds anything of the file.
pub(crate) fn read(path: &Path) -> Result<StaticSecret, RemoteError> {
    let wrong = |what: &str| RemoteError::Key(format!("{}: {what}", path.display()));
    let meta = fs::metadata(path).map_err(|error| wrong(&error.to_string()))?;
    if meta.len() > LARGEST {
        return Err(wrong("too large for a file with a key"));
    }
    let bytes = fs::read(path).map_err(|error| wrong(&error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| wrong("no text"))?;
    of_text(&text).map_err(wrong)
}

fn of_text(text: &str) -> Result<StaticSecret, &'static str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let line = lines.next().ok_or("holds no key")?;
    if line.starts_with("age-encryption.org/") || line.starts_with("-----BEGIN AGE") {
        return Err("is itself encrypted; give the key as age-keygen writes it");
    }
    if line.starts_with("age1") {
        return Err("holds a recipient, which is public; whoever reads or writes needs the AGE-SECRET-KEY");
    }
    if lines.next().is_some() {
        return Err("holds more than one line beside comments; a store has one key");
    }
    let no_key = "holds no AGE-SECRET-KEY-1 as age-keygen writes it";
    let decoded = CheckedHrpstring::new::<Bech32>(line).map_err(|_| no_key)?;
    if !decoded.hrp().as_str().eq_ignore_ascii_case(PREFIX) {
        return Err(no_key);
    }
    let bytes: Vec<u8> = decoded.byte_iter().collect();
    <[u8; 32]>::try_from(bytes).map(StaticSecret::from).map_err(|_| no_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key for tests, which stands in the open here.
    const KEY: &str = "AGE-SECRET-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SWRYDWG";

    fn refused(text: &str) -> &'static str {
        of_text(text).err().unwrap()
    }

    #[test]
    fn a_file_of_age_keygen_is_read() {
        let text = format!("# created: 2026-01-01\n# public key: age1abc\n{KEY}\n");
        assert_eq!(of_text(&text).ok().unwrap().to_bytes(), std::array::from_fn(|at| at as u8));
        assert!(of_text(&KEY.to_lowercase()).is_ok());
    }

    #[test]
    fn what_is_no_key_is_refused_and_not_shown() {
        assert_eq!(refused("# only a comment\n"), "holds no key");
        assert!(refused(&format!("{KEY}\n{KEY}\n")).contains("more than one"));
        assert!(refused("age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj").contains("public"));
        assert!(refused("age-encryption.org/v1\n-> scrypt").contains("encrypted"));
        // A letter that is another one, and a name that is.
        assert!(refused(&KEY.replace("SYQ", "SYP")).contains("no AGE-SECRET-KEY-1"));
        assert!(refused("hunter2").contains("no AGE-SECRET-KEY-1"));
        let gone = read(Path::new("/nowhere/key.txt")).err().unwrap().to_string();
        assert!(gone.contains("/nowhere/key.txt"), "{gone}");
    }
}
