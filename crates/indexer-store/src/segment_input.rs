//! What a segment is made of.

use crate::numbered_file::NumberedFile;
use crate::packed_file::PackedFile;
use crate::tables::SharedTables;

/// Files by path, and what they share.
pub(crate) struct SegmentInput<'b> {
    pub(crate) files: &'b [NumberedFile],
    pub(crate) shared: &'b SharedTables<'b>,
    /// The bytes of the file in which parts of the files wait.
    pub(crate) spilled: &'b [u8],
}

impl<'b> SegmentInput<'b> {
    /// The files, packed.
    pub(crate) fn packed(&self) -> impl Iterator<Item = &'b PackedFile> + Clone + use<'b> {
        self.files.iter().map(|file| &file.packed)
    }

    /// The name of each symbol.
    pub(crate) fn symbol_names(&self) -> impl Iterator<Item = u32> + Clone + use<'b> {
        let spilled = self.spilled;
        self.files.iter().flat_map(move |file| file.packed.symbol_names(spilled).map(|name| file.name(name)))
    }

    /// The name of each reference.
    pub(crate) fn reference_names(&self) -> impl Iterator<Item = u32> + Clone + use<'b> {
        let spilled = self.spilled;
        self.files
            .iter()
            .flat_map(move |file| file.packed.reference_names(spilled).map(|name| file.name(name)))
    }
}
