//! Everything that a segment holds about one file, as plain values: what the writer takes and what
//! the typed reader gives back, field by field equal. Merging reads records and writes them again.

use indexer_core::{
    ContentId, DependencyKey, FileWords, Flags, Metrics, Position, Problem, Resolution, Role, Rule, Span,
    SymbolKey, SymbolKind, Tally, Target, Visibility,
};
use std::sync::Arc;

/// The language of a file that is no code: only searches read it.
pub const TEXT: &str = "text";

/// Everything that a segment holds about one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRecord {
    /// Path relative to the root, with `/`; segments sort files by its bytes.
    pub path: String,
    /// Hash of the bytes from which the rest was made.
    pub content: ContentId,
    /// Id of its language; "" for a manifest or a file that is only listed.
    pub language: String,
    /// Its name as a module of its language, such as `a.b`.
    pub module: String,
    /// Documentation of the file itself.
    pub doc: Option<String>,
    /// Length in bytes.
    pub bytes: u32,
    /// Number of lines.
    pub lines: u32,
    /// Syntax errors and limits that were met.
    pub problems: Vec<Problem>,
    /// How many of its identifier tokens became what.
    pub tally: Tally,
    /// Its symbols, in the order of its definitions.
    pub symbols: Vec<SymbolRecord>,
    /// Its references with their edges, in order.
    pub references: Vec<ReferenceRecord>,
    /// Keys that linking it consulted, sorted, each once.
    pub consulted: Vec<DependencyKey>,
    /// Hashes (`indexer_core::key::hash_text`) of the names of types that it extends, sorted.
    pub extends: Vec<u64>,
    /// For a manifest: names of the packages and libraries that it declares.
    pub packages: Vec<String>,
    /// Terms and vectors of its content, for searches.
    pub words: Arc<FileWords>,
    /// The vector of its path, encoded; empty where it has none.
    pub path_vector: Vec<u8>,
}

/// One definition, under its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolRecord {
    /// What names it in other files and segments.
    pub key: SymbolKey,
    /// The last part of its qualified name.
    pub name: String,
    /// Module name, owners and name, joined by the language's separator.
    pub qualified: String,
    /// What the language declares it as.
    pub kind: SymbolKind,
    /// Who may name it, as the source says.
    pub visibility: Visibility,
    /// Async, static, deprecated and so on.
    pub flags: Flags,
    /// Index of the owning symbol within the file; `None` for the file itself, or where the owner
    /// is an extension of a type of another file.
    pub owner: Option<u32>,
    /// The token of the name, in bytes.
    pub name_span: Span,
    /// Everything that belongs to it, in bytes, with decorators and documentation.
    pub span: Span,
    /// 1-based line and column (in characters) of the name.
    pub at: Position,
    /// 1-based first line of `span`.
    pub start_line: u32,
    /// 1-based last line of `span`.
    pub end_line: u32,
    /// From its first keyword to its body, on one line.
    pub signature: String,
    /// Its documentation without comment marks.
    pub doc: Option<String>,
    /// Its complexity, for callables with a body.
    pub metrics: Option<Metrics>,
}

impl SymbolRecord {
    /// True where a rule about a framework made it: of a kind that they make, and no token of its file names it.
    pub fn is_of_framework(&self) -> bool {
        self.kind.may_be_of_framework() && self.name_span.is_empty()
    }
}

/// One reference and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceRecord {
    /// The name as written. Shared: a file uses a name ten times.
    pub name: Arc<str>,
    /// The token of the name, in bytes.
    pub span: Span,
    /// 1-based line and column (in characters) of the token.
    pub at: Position,
    /// What the code does with the target.
    pub role: Role,
    /// Index within the file of the innermost symbol with a body around it.
    pub enclosing: Option<u32>,
    /// Number of arguments, for calls.
    pub arguments: Option<u8>,
    /// How certain the targets are.
    pub resolution: Resolution,
    /// The reason why these are the targets.
    pub rule: Rule,
    /// Where it leads, sorted: as many as `Edge::targets` says.
    pub targets: Vec<Target>,
    /// How many symbols an unresolved reference may mean; see `Edge::candidates`.
    pub candidates: u32,
}
