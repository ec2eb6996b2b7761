//! In which order the linker numbers files.

use crate::facts::stubs::{StubFile, stubs};
use crate::types::file::{FileState, FileStatus};
use indexer_parse::Language;

/// The code files among `files`, in the order in which the linker numbers them.
pub(super) fn code_files(files: &[FileState]) -> impl Iterator<Item = (&FileState, &'static Language)> {
    files.iter().filter_map(|state| {
        let FileStatus::Code(id) = &state.status else { return None };
        Some((state, indexer_parse::by_id(id)?))
    })
}

/// The stubs of languages that occur, in the order in which the linker numbers them behind the code files.
pub(super) fn stubs_of(occurring: impl Iterator<Item = &'static Language>) -> Vec<&'static StubFile> {
    // Languages that share their rules share their stubs.
    let mut languages: Vec<&str> = occurring.map(|language| language.rules.language).collect();
    languages.sort_unstable();
    languages.dedup();
    let occurs = |stub: &&StubFile| languages.binary_search(&stub.language.rules.language).is_ok();
    stubs().iter().filter(occurs).collect()
}
