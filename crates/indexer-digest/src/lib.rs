//! A hash of a crate's own sources, for its build script.
//!
//! Facts, words and edges are kept between runs, and are a function of files *and* of the code that made
//! them. Each crate that takes part hashes its sources while it is built and offers the hash as a constant;
//! indexer-engine puts the hashes together and uses nothing that was made under others.
//!
//! A build script looks at files of its own package alone, so a crate that was unpacked from a registry has
//! the hash that it has in the workspace. An input that is missing or cannot be read ends the build: a hash of
//! nothing would be the same for all versions.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), String> {
//!     println!("{}", indexer_digest::directives("SOURCE_DIGEST", &["src"])?);
//!     Ok(())
//! }
//! ```

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The lines that a build script prints so that `variable` holds the hash of `inputs`, and so that it runs again
/// where one of them changes. An input is a file or a folder, relative to the package.
///
/// # Errors
/// An input is missing, cannot be read, or is a folder without a file; or this is no build script.
pub fn directives(variable: &str, inputs: &[&str]) -> Result<String, String> {
    let package =
        env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set: no build script")?;
    let hash = of(Path::new(&package), inputs)?;
    let mut lines = format!("cargo::rustc-env={variable}={hash:016x}");
    for input in ["build.rs"].iter().chain(inputs) {
        lines.push_str(&format!("\ncargo::rerun-if-changed={input}"));
    }
    Ok(lines)
}

/// The hash of the files in `inputs`, which are relative to `package`: of their paths with `/`, lengths and
/// bytes, in the order of paths. Two packages with the same files have the same hash, wherever they are.
///
/// # Errors
/// An input is missing, cannot be read, or is a folder without a file.
pub fn of(package: &Path, inputs: &[&str]) -> Result<u64, String> {
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for input in inputs {
        let before = files.len();
        let path = package.join(input);
        collect(&path, input, &mut files).map_err(|e| format!("{}: {e}", path.display()))?;
        if files.len() == before {
            return Err(format!("{}: a folder without a file", path.display()));
        }
    }
    files.sort();
    let mut hash = Fnv::NEW;
    for (name, path) in files {
        let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        hash.text(name.as_bytes());
        hash.text(&bytes);
    }
    Ok(hash.0)
}

/// Adds the file at `path`, or all files below it, under the name that they have in the package.
fn collect(path: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    if !path.is_dir() {
        // What is missing is an error here, and not a file that cannot be read later.
        fs::metadata(path)?;
        files.push((name.to_owned(), path.to_owned()));
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let below = entry.file_name().into_string().map_err(|_| io::Error::other("a name is not UTF-8"))?;
        collect(&entry.path(), &format!("{name}/{below}"), files)?;
    }
    Ok(())
}

/// FNV-1a, 64 bits: the same in every version of the compiler, which the standard hasher is not.
struct Fnv(u64);

impl Fnv {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Adds the length and the bytes, so that a border between two texts counts.
    fn text(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A package with these files.
    fn package(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn hash(files: &[(&str, &str)]) -> u64 {
        of(package(files).path(), &["src"]).unwrap()
    }

    #[test]
    fn every_name_text_and_border_counts_and_the_place_does_not() {
        let one = [("src/a.rs", "ab"), ("src/b/c.rs", "c")];
        assert_eq!(hash(&one), hash(&one));
        assert_eq!(hash(&one), hash(&[one[1], one[0], ("tests/t.rs", "t")]));
        for other in [
            [("src/a.rs", "ab"), ("src/b/c.rs", "d")],
            [("src/a.rs", "a"), ("src/b/c.rs", "bc")],
            [("src/a.rs", "ab"), ("src/b/d.rs", "c")],
        ] {
            assert_ne!(hash(&one), hash(&other), "{other:?}");
        }
    }

    #[test]
    fn a_missing_input_is_an_error_and_so_is_an_empty_one() {
        let package = package(&[("src/a.rs", "a"), ("table.bin", "t")]);
        assert!(of(package.path(), &["src", "table.bin"]).is_ok());
        let missing = of(package.path(), &["src", "gone"]).unwrap_err();
        assert!(missing.contains("gone"), "{missing}");
        fs::create_dir(package.path().join("empty")).unwrap();
        assert!(of(package.path(), &["src", "empty"]).unwrap_err().contains("without a file"));
    }
}
