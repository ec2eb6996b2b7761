//! What was wrong with an input, as data: problems never stop an index.

use crate::kinds::closed_list;
use crate::span::Span;
use bincode::{Decode, Encode};

closed_list! {
    /// What is wrong.
    ProblemKind {
        /// The grammar could not make sense of a part; facts around it are kept.
        Syntax = "syntax",
        /// The file is larger than the limit; it is listed, not parsed.
        TooLarge = "too_large",
        /// Nesting is deeper than the limit; what is deeper has no facts.
        TooDeep = "too_deep",
        /// There are more nodes, or parsing takes more steps, than the limit; the rest has no facts.
        TooMany = "too_many",
        /// Bytes that are not UTF-8 were read as replacement characters.
        Encoding = "encoding",
        /// The file holds NUL bytes: listed as binary, not parsed.
        Binary = "binary",
        /// The file could not be read.
        Unreadable = "unreadable",
        /// A name that is not UTF-8, or that differs from another only in case.
        Name = "name",
        /// A manifest that could not be read; what it declares is unknown.
        Manifest = "manifest",
        /// A stored file was damaged and has been built again.
        Damaged = "damaged",
        /// The program itself failed on the file, which is a mistake of ours; what the file holds is unknown.
        Failed = "failed",
    }
}

/// Something wrong with one file.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// Where, in bytes; empty at 0 where it is the whole file.
    pub span: Span,
    /// More words, or "".
    pub detail: String,
}

impl Problem {
    /// A problem of the whole file.
    pub fn whole(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self { kind, span: Span::default(), detail: detail.into() }
    }
}
