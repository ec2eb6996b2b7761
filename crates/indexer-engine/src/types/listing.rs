//! The files of a root at one moment, and the folders and rules behind that list.

use crate::types::exclusion::LeftOut;
use crate::types::limits::EXAMPLES;
use crate::types::stamp::Stamp;
use bincode::{Decode, Encode};
use indexer_core::{ContentId, Problem, ProblemKind};
use std::collections::BTreeMap;

/// One file that may be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirEntry {
    /// Path relative to the root.
    pub path: String,
    /// Its stamp.
    pub stamp: Stamp,
    /// The content id, where the source knows it without reading.
    pub content: Option<ContentId>,
}

/// The folders and rule files behind a listing, with their stamps: while none of them changed, the
/// listing still holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct DirState {
    /// Folders that were listed, and their stamps.
    pub folders: Vec<(String, Stamp)>,
    /// Files with rules (ignore files, the git index); `None` for one that was not there.
    pub rules: Vec<(String, Option<Stamp>)>,
    /// False where a stamp was too young to be trusted: the next sweep lists again.
    pub settled: bool,
    /// Files found and left out by their name or type, by reason.
    pub left_out: BTreeMap<LeftOut, u64>,
    /// Some paths of those files for each reason, the first ones in the order of paths.
    pub examples: BTreeMap<LeftOut, Vec<String>>,
    /// Symbolic links that may lead to a place below the root, sorted: (path, what is written in it).
    pub links: Vec<(String, String)>,
    /// Problems of the walk: (path, problem).
    pub problems: Vec<(String, Problem)>,
}

impl DirState {
    /// Counts a file or folder that is left out; the first few paths are kept as examples. Call it in
    /// the order of paths, so that every listing keeps the same ones.
    pub(crate) fn leave_out(&mut self, reason: LeftOut, path: &str) {
        *self.left_out.entry(reason).or_default() += 1;
        let examples = self.examples.entry(reason).or_default();
        if examples.len() < EXAMPLES {
            examples.push(path.to_owned());
        }
    }

    /// Records a problem of the walk.
    pub(crate) fn problem(&mut self, path: &str, kind: ProblemKind, detail: impl Into<String>) {
        self.problems.push((path.to_owned(), Problem::whole(kind, detail.into())));
    }
}

/// The files of a root at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The files, sorted by path, each once.
    pub files: Vec<DirEntry>,
    /// The folders and rule files behind the list.
    pub dirs: DirState,
}
