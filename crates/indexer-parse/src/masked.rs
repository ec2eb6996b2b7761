//! A file that the parser does not see as it is.

use crate::memory::Memory;
use indexer_core::Verbatim;

/// What the parser is given in place of a file, for languages with a preprocessor.
pub struct Masked {
    /// The text for the parser. Its bytes stand where they stand in the file; what the parser is
    /// not to see is spaces, or what it reads as the same.
    pub text: String,
    /// Identifier tokens of the file that are not in the tree of `text`: its hooks classify them.
    pub identifiers: u32,
    /// Comments and literals of the file, in order, where the tree does not have all of them.
    pub verbatim: Option<Vec<Verbatim>>,
    /// What the hooks of the language are to know of it, their [`Memory`].
    pub memory: Box<dyn Memory>,
}
