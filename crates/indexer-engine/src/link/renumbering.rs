//! What numbers the linker's files have now that had others.

use crate::facts::stubs::StubFile;
use crate::link::database::Database;
use crate::link::numbering::{code_files, stubs_of};
use crate::types::file::FileState;
use indexer_core::FileId;
use indexer_link::{LinkDatabase, Renumbering};

/// The numbers that files have in `now`, by those that they had when the files were those of `before`. O(files)
pub(super) fn renumbering(before: &[FileState], now: &Database<'_>) -> Renumbering {
    // Code files stand in the order of their paths and stubs in that of their tables, before and now.
    let own = now.own() as u32;
    let mut next = 0;
    let of_path = |path: &str| {
        while next < own && now.path(FileId(next)) < path {
            next += 1;
        }
        (next < own && now.path(FileId(next)) == path).then_some(FileId(next))
    };
    let mut numbers: Vec<Option<FileId>> =
        code_files(before).map(|(state, _)| &*state.path).map(of_path).collect();
    let of_stub = |stub: &&StubFile| {
        let at = now.stubs().iter().position(|one| std::ptr::eq(*one, *stub))?;
        Some(FileId(own + at as u32))
    };
    numbers.extend(stubs_of(code_files(before).map(|(_, language)| language)).iter().map(of_stub));
    Renumbering::new(numbers, now.len())
}
