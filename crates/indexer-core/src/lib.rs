//! The words that every other crate speaks, and nothing that touches the world.
//!
//! Bytes become [`FileFacts`] (what one file says, a function of its content alone), facts become
//! [`FileEdges`] (where each reference leads, computed by the linker through a [`Universe`]), and
//! both are written to segments. A [`SymbolKey`] names a definition everywhere outside its file.
//!
//! Nothing here reads a file, a clock, the environment or a random number; `cargo xtask tidy`
//! checks it (dependency tree and clippy's disallowed types).

pub mod content;
pub mod edges;
pub mod expression;
pub mod facts;
pub mod key;
pub mod kinds;
pub mod manifest;
pub mod names;
pub mod path;
pub mod problem;
pub mod rules;
pub mod shape;
pub mod span;
pub mod universe;
pub mod words;
pub mod work;

pub use content::ContentId;
pub use edges::{Edge, FileEdges, Resolution, Rule, Target};
pub use expression::{Access, CollectionKind, ExprId, Expression, List, LiteralKind, Namespace};
pub use facts::{
    Binding, BindingId, Bound, Candidate, DefId, Definition, Extension, ExtensionId, FileFacts, Import,
    ImportId, ImportShape, Lambda, LambdaId, Makes, Metrics, Owner, Parameter, ParameterId, ParameterKind,
    Reference, ReferenceId, Scope, ScopeId, Tally, TypeParameter, Verbatim,
};
pub use key::{ConsultedKey, SymbolKey};
pub use kinds::{Flags, Role, ScopeKind, SymbolKind, Visibility};
pub use manifest::{Dependency, ManifestFacts};
pub use names::{Name, Names};
pub use path::RepoPath;
pub use problem::{Problem, ProblemKind};
pub use rules::{
    ClassRules, Entry, FilePlace, FunctionMembers, IncludeQuery, Included, Inclusion, Linearization,
    LinkRules, ModulePlace, ModuleQuery, PackageRules, Protocol, SubmoduleQuery, Surface,
};
pub use shape::NameShape;
pub use span::{LineTable, Position, Span};
pub use universe::{FileId, Files, Universe};
pub use words::{DIMENSIONS, FileWords, SIGNS, signs};

/// Hash of the sources of this crate: facts and edges that others made are not used.
pub const SOURCE_DIGEST: &str = env!("SOURCE_DIGEST");
