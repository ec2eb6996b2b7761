//! Hashes the sources that decide what an index holds, so that an index which another state of
//! them made is not used. Extractor digests do this per language; this catches everything else.

use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What the words of files are a function of, besides their facts.
const WORDS: &str = "indexer-search/src/content";
const TABLE: &str = "indexer-embedding/table.bin";

fn main() {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let crates = folder.parent().unwrap_or(&folder).to_owned();
    println!(
        "cargo::rustc-env=INDEXER_EXTRACTOR_DIGEST={}",
        digest(&crates, &["indexer-core/src", "indexer-parse/src", WORDS, TABLE])
    );
    println!("cargo::rustc-env=INDEXER_REDACTION_DIGEST={}", digest(&crates, &["indexer-engine/src/redact"]));
    let all =
        ["indexer-core/src", "indexer-parse/src", "indexer-graph/src", "indexer-engine/src", WORDS, TABLE];
    println!("cargo::rustc-env=INDEXER_SOURCE_DIGEST={}", digest(&crates, &all));
}

fn digest(crates: &Path, folders: &[&str]) -> u64 {
    let mut files = Vec::new();
    for folder in folders {
        let folder = crates.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        if folder.is_file() {
            files.push(folder);
        } else {
            collect(&folder, &mut files);
        }
    }
    files.sort();
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    for file in files {
        let name = file.strip_prefix(crates).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        hasher.write(name.as_bytes());
        hasher.write(&fs::read(&file).unwrap_or_default());
    }
    hasher.finish()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// FNV-1a: the same in every version of the compiler, which the standard hasher is not.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
