//! What compilers said: SCIP indexes that the user named, bound to the contents that they were made
//! from. Where a file still holds that content, its references lead where the compiler says.
//!
//! An index is taken in by [`ScipIndexes::take`] and kept beside the facts of the repository, a
//! file for each under the hash of its bytes, so that worktrees and revisions share it. Which there
//! are is a part of the settings that a view is a function of: taking one in or forgetting one links
//! everything again, and nothing else needs to know.
//!
//! [`ScipIndexes::take`]: crate::ScipIndexes::take

use bincode::{Decode, Encode};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::{ContentId, SymbolKey};
use indexer_store::{Layout, View};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// First bytes of a file: a name and a version of its layout.
const MAGIC: &[u8; 8] = b"ixscip01";

indexer_core::worded! {
    /// Why a document of a SCIP index was refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
    pub enum ScipRefusal {
        /// Its path is absolute, leaves the root, or is none.
        Path = "bad_path",
        /// There is no such file of code in the index.
        Unknown = "not_indexed",
        /// The file was written after the SCIP index.
        Newer = "written_later",
        /// It says what the file held, and the file holds something else.
        Differs = "other_text",
        /// One of its places is outside of the file.
        Range = "place_outside",
        /// The file cannot be read, or changed meanwhile.
        Unreadable = "unreadable",
    }
}

/// One SCIP index, bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Overrides {
    /// The file as the user named it.
    pub file: String,
    /// Name and version of the program that wrote it.
    pub tool: String,
    /// How many documents were refused at the taking, by reason.
    pub refused: BTreeMap<ScipRefusal, u32>,
    /// Names whose column could not be told, because the index does not say what columns count.
    pub untold: u32,
    /// Hash of the SCIP file's bytes.
    pub(crate) source: u128,
    /// The folder of the repository that was the root.
    pub(crate) prefix: String,
    /// Sorted by (path, content).
    pub(crate) documents: Vec<BoundDocument>,
    /// Distinct sets of targets.
    pub(crate) targets: Vec<Vec<ScipTarget>>,
}

/// One file's references.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) struct BoundDocument {
    pub(crate) path: String,
    /// What the file held: with any other content this is not in force.
    pub(crate) content: ContentId,
    /// (first byte of a reference, index into the sets of targets), sorted.
    pub(crate) places: Vec<(u32, u32)>,
}

/// What a compiler says that a reference leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub(crate) enum ScipTarget {
    /// A symbol of the file at this path. `instead`: what a call may name as well, the constructors of
    /// a type or the type of a constructor; which of them it is, indexers and our languages settle each
    /// in their own way.
    Symbol { path: String, key: SymbolKey, instead: Vec<SymbolKey> },
    /// The file at this path.
    Module(String),
    /// Something of another package.
    External(String),
}

/// How much of one SCIP index is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    /// Documents whose file holds what it held.
    pub in_force: usize,
    /// Documents whose file holds something else by now, or is gone.
    pub dropped: usize,
}

impl Overrides {
    /// How much of it is in force in a view. O(documents).
    pub fn in_force(&self, view: &View) -> InForce {
        let holds =
            |one: &&BoundDocument| view.file(&one.path).is_some_and(|file| file.content() == one.content);
        let in_force = self.documents.iter().filter(holds).count();
        InForce { in_force, dropped: self.documents.len() - in_force }
    }

    pub(crate) fn document(&self, path: &str, content: ContentId) -> Option<&BoundDocument> {
        let order = |one: &BoundDocument| (one.path.as_str(), one.content).cmp(&(path, content));
        self.documents.binary_search_by(order).ok().map(|i| &self.documents[i])
    }

    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        let body = bincode::encode_to_vec(self, bincode::config::standard()).ok()?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&xxh3_64(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Some(bytes)
    }

    /// What the bytes of a file hold; `None` where they fail the check.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (magic, rest) = bytes.split_at_checked(8)?;
        let (sum, body) = rest.split_at_checked(8)?;
        if magic != MAGIC || xxh3_64(body).to_le_bytes() != sum {
            return None;
        }
        // A length in a crafted file must not decide how much is allocated.
        let limited = bincode::config::standard().with_limit::<{ 1 << 30 }>();
        bincode::decode_from_slice(body, limited).ok().map(|(found, _)| found)
    }
}

/// The SCIP indexes of one root, read when they are first needed.
#[derive(Debug, Default)]
pub struct Scip {
    folder: Option<PathBuf>,
    /// Their names in the folder, sorted.
    names: Vec<String>,
    prefix: String,
    read: OnceLock<LoadedScip>,
}

#[derive(Debug, Default)]
struct LoadedScip {
    all: Vec<Overrides>,
    /// Names of files that are not what they were.
    damaged: Vec<String>,
}

impl Scip {
    /// Those that are kept for the repository of `layout`, of which `prefix` is the root's folder.
    pub(crate) fn look(layout: Option<&Layout>, prefix: &str) -> Self {
        let folder = layout.map(Layout::scip);
        let entries = folder.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
        let name = |entry: fs::DirEntry| entry.file_name().into_string().ok();
        let mut names: Vec<String> = entries.filter_map(name).filter(|name| is_name(name)).collect();
        names.sort_unstable();
        Self { folder, names, prefix: prefix.to_owned(), read: OnceLock::new() }
    }

    /// Hash of what they are.
    pub(crate) fn digest(&self) -> u64 {
        self.names.iter().fold(0, |hash, name| hash_numbers([hash, hash_text(name)]))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn held(&self) -> &LoadedScip {
        self.read.get_or_init(|| {
            let mut held = LoadedScip::default();
            for (name, folder) in self.names.iter().zip(self.folder.iter().cycle()) {
                // The name holds the checksum too: a good file under the name of another is not it.
                let bytes = fs::read(folder.join(name)).ok().filter(|bytes| name_of(bytes) == *name);
                match bytes.and_then(|bytes| Overrides::from_bytes(&bytes)) {
                    Some(one) if one.prefix == self.prefix => held.all.push(one),
                    // Taken in for another folder of the repository.
                    Some(_) => {}
                    None => held.damaged.push(name.clone()),
                }
            }
            held.all.sort_by(|a, b| a.file.cmp(&b.file));
            held
        })
    }

    /// All of them, by the name of their file.
    pub fn all(&self) -> &[Overrides] {
        &self.held().all
    }

    /// Files that were found damaged when they were read.
    pub(crate) fn damaged(&self) -> Vec<PathBuf> {
        let names = self.read.get().map_or(&[][..], |held| &held.damaged);
        names.iter().zip(self.folder.iter().cycle()).map(|(name, folder)| folder.join(name)).collect()
    }
}

/// The name of a file with these bytes.
pub(crate) fn name_of(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

pub(crate) fn is_name(name: &str) -> bool {
    name.len() == 32 && name.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_damage_is_noticed() {
        let places = vec![(3, 0), (9, 0)];
        let document = BoundDocument { path: "a.py".into(), content: ContentId::of(b"x"), places };
        let targets = vec![vec![ScipTarget::Module("b.py".into())]];
        let one = Overrides { file: "i".into(), documents: vec![document], targets, ..Overrides::default() };
        let mut bytes = one.to_bytes().unwrap();
        assert_eq!(Overrides::from_bytes(&bytes), Some(one));
        for i in 0..bytes.len() {
            bytes[i] ^= 1;
            assert_eq!(Overrides::from_bytes(&bytes), None, "byte {i}");
            bytes[i] ^= 1;
        }
        assert_eq!(Overrides::from_bytes(&bytes[..12]), None);
    }
}
