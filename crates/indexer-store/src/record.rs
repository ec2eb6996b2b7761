//! Everything that a segment holds about one file, as plain values: what the writer takes and what
//! the typed reader gives back, field by field equal. Folding reads records and writes them again.

use indexer_core::{
    ContentId, DependencyKey, FileWords, Flags, Metrics, Position, Problem, Resolution, Role, Rule, Span,
    SymbolKey, SymbolKind, Tally, Target, Visibility,
};
use std::sync::Arc;

/// What stands for a language in texts of none, which only searches read.
pub const TEXT: &str = "text";

/// One file of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRecord {
    /// Path relative to the root.
    pub path: String,
    /// What it held.
    pub content: ContentId,
    /// Id of its language; "" for a manifest or a file that is only listed.
    pub language: String,
    /// What its language calls it as a module.
    pub module: String,
    /// Its documentation.
    pub doc: Option<String>,
    /// Bytes.
    pub bytes: u32,
    /// Lines.
    pub lines: u32,
    /// What was wrong with it.
    pub problems: Vec<Problem>,
    /// Where its identifiers went.
    pub tally: Tally,
    /// Its symbols, in the order of its definitions.
    pub symbols: Vec<SymbolRecord>,
    /// Its references with their edges, in order.
    pub references: Vec<ReferenceRecord>,
    /// Keys that linking it consulted, sorted.
    pub consulted: Vec<DependencyKey>,
    /// Hashes (`indexer_core::key::hash_text`) of the names of types that it extends, sorted.
    pub extends: Vec<u64>,
    /// For a manifest: names of the packages and libraries that it declares.
    pub packages: Vec<String>,
    /// What a search keeps of its content.
    pub words: Arc<FileWords>,
    /// What its path means: the bytes of a vector, or none.
    pub place: Vec<u8>,
}

/// One symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolRecord {
    /// Its key.
    pub key: SymbolKey,
    /// Its name.
    pub name: String,
    /// Module name, owners and name, joined by the language's separator.
    pub qualified: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Who may name it.
    pub visibility: Visibility,
    /// What else is true of it.
    pub flags: Flags,
    /// Index of the owning symbol within the file; `None` for the file itself, or where the owner
    /// is an extension of a type of another file.
    pub owner: Option<u32>,
    /// Bytes of the name.
    pub name_span: Span,
    /// All its bytes.
    pub span: Span,
    /// 1-based place of the name.
    pub at: Position,
    /// 1-based first line of `span`.
    pub start_line: u32,
    /// 1-based last line of `span`.
    pub end_line: u32,
    /// Its signature.
    pub signature: String,
    /// Its documentation.
    pub doc: Option<String>,
    /// Its complexity.
    pub metrics: Option<Metrics>,
}

/// One reference and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceRecord {
    /// The name as written. Shared: a file uses a name ten times.
    pub name: Arc<str>,
    /// Bytes of the token.
    pub span: Span,
    /// 1-based place of the token.
    pub at: Position,
    /// What is done.
    pub role: Role,
    /// Index of the enclosing symbol within the file.
    pub enclosing: Option<u32>,
    /// Arguments of the call.
    pub arguments: Option<u8>,
    /// How far the target is known.
    pub resolution: Resolution,
    /// What decided it.
    pub rule: Rule,
    /// Targets.
    pub targets: Vec<Target>,
    /// Candidates of an unresolved reference.
    pub candidates: u32,
}
