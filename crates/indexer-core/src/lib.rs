//! The words that every other crate speaks, and nothing that touches the world.
//!
//! Bytes become [`FileFacts`] (what one file says, a function of its content alone), facts become
//! [`FileEdges`] (where each reference leads, computed by the linker), and
//! both are written to segments. A [`SymbolKey`] names a definition everywhere outside its file.
//!
//! Nothing here reads a file, a clock, the environment or a random number; `cargo xtask tidy`
//! checks it (dependency tree and clippy's disallowed types).

pub mod command_line;
pub mod content;
mod conventions;
pub mod dependency;
pub mod edges;
pub mod expression;
pub mod facts;
pub mod files;
pub mod framework;
pub mod ids;
pub mod key;
pub mod kinds;
pub mod manifest;
pub mod modules;
pub mod names;
pub mod outside;
pub mod path;
pub mod problem;
pub mod protocol;
pub mod rules;
pub mod shape;
pub mod span;
pub mod surface;
mod taken;
pub mod vendored;
pub mod worded;
pub mod words;
pub mod work;

pub use content::ContentId;
pub use conventions::Conventions;
pub use dependency::DependencyKey;
pub use edges::{Edge, FileEdges, FrameworkEntry, Resolution, Rule, Target};
pub use expression::{
    ANY_MEMBER, Access, CollectionKind, ExprId, Expression, KEYWORDS, List, LiteralKind, Namespace, RECEIVER,
    SPREAD, WHOLE,
};
pub use facts::{
    Binding, Bound, Candidate, Definition, Extension, FileFacts, Import, ImportShape, Lambda, Makes, Metrics,
    Owner, Parameter, ParameterKind, Reference, Scope, TakenBack, Tally, TypeParameter, Verbatim,
    is_linked_by_signature,
};
pub use files::{FileId, FilePlace, Files};
pub use framework::{FrameworkRule, FrameworkRules};
pub use ids::{BindingId, DefId, ExtensionId, ImportId, LambdaId, ParameterId, ReferenceId, ScopeId};
pub use key::SymbolKey;
pub use kinds::{Flags, Role, ScopeKind, SymbolKind, Visibility};
pub use manifest::{Dependency, ManifestFacts};
pub use modules::{Conditions, IncludeQuery, Included, Inclusion, ModulePlace, ModuleQuery, SubmoduleQuery};
pub use names::{Name, Names};
pub use outside::{Outside, Probe, Sought, StandardSources, UNKNOWN_PACKAGE, is_probed_name};
pub use path::RepoPath;
pub use problem::{Problem, ProblemKind};
pub use protocol::Protocol;
pub use rules::{
    ATTACHED, ClassRules, Conversion, Delegation, FunctionMembers, Linearization, LinkRules, OpenTypes,
    PackageRules, PropertyNames, Runtime,
};
pub use shape::NameShape;
pub use span::{LineTable, Position, PositionCursor, Span};
pub use surface::{Entry, FindEntry, Seal, Surface};
pub use taken::{Holding, Taken, TakenList};
pub use words::{DIMENSIONS, FileWords, LEVELS, SIGNS};

/// Hash of the sources of this crate: facts and edges that others made are not used.
pub const SOURCE_DIGEST: &str = env!("SOURCE_DIGEST");
