//! Where references lead.

use crate::dependency::DependencyKey;
use crate::facts::Makes;
use crate::ids::DefId;
use crate::key::SymbolKey;
use crate::kinds::{SymbolKind, closed_list};
use bincode::{Decode, Encode};

closed_list! {
    /// How far a reference's target is known.
    Resolution {
        /// Scope, import, type or member proves the target.
        Resolved = "resolved",
        /// One of several proved values, or a candidate by name where nothing was proved.
        Possible = "possible",
        /// Proved to leave the repository.
        External = "external",
        /// Not known; no claim is made.
        Unresolved = "unresolved",
    }
}

closed_list! {
    /// The reason for an edge.
    Rule {
        /// A scope of the same file binds the name, or the package that the file belongs to.
        Scope = "scope",
        /// An import, re-export or wildcard leads there.
        Import = "import",
        /// A path of modules or types leads there.
        Path = "path",
        /// The receiver is an instance of a known type.
        Member = "member",
        /// The receiver is `self`, `this` or the type around.
        Receiver = "receiver",
        /// A call of a type runs this constructor.
        Constructor = "constructor",
        /// Several values are possible; this is one.
        Value = "value",
        /// Several definitions, each under its own condition.
        Condition = "condition",
        /// A member that overrides the declared target; found when asked.
        Override = "override",
        /// Nothing but the name agrees.
        Name = "name",
        /// A name that the language gives to every file.
        Implicit = "implicit",
        /// No rule applied.
        None = "none",
        /// A compiler says so, in a SCIP index that the user named.
        Compiler = "compiler",
        /// A file of a build or its settings runs or copies the file at this path.
        Run = "run",
        /// A framework calls it, or gives it: a rule about the framework says so.
        Framework = "framework",
        /// Another file declares it that may be read into the same database: no file says which of them are.
        Database = "database",
        /// A file says that it is made of the file that describes it.
        Generated = "generated",
    }
}

/// The far end of an edge.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub enum Target {
    /// A symbol of this repository.
    Symbol(SymbolKey),
    /// A module of this repository: the path of its file.
    Module(String),
    /// Outside: package, and path inside it where known, as the language writes it
    /// (`std::collections::HashMap`, `os.path`).
    External(String),
}

/// Where one reference leads.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Edge {
    /// How certain the targets are.
    pub resolution: Resolution,
    /// The reason why these are the targets.
    pub rule: Rule,
    /// The targets, sorted: one for resolved (more only by the rule `condition`: definitions of which
    /// each configuration has one), one or more (at most 8) for possible, at most one for external,
    /// none for unresolved.
    pub targets: Vec<Target>,
    /// For `unresolved`: how many symbols of the repository have the name and fit by kind and arity,
    /// counted up to nine; 0 where nobody counted.
    pub candidates: u32,
}

impl Edge {
    /// An edge without a target; `candidates` is the field of that name.
    pub fn unresolved(candidates: u32) -> Self {
        Self { resolution: Resolution::Unresolved, rule: Rule::None, targets: Vec::new(), candidates }
    }
}

/// The edges of one file, and which questions about other files decided on them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct FileEdges {
    /// The name of the file as a module of its language (`a.b`, `crate_name::a::b`).
    pub module: String,
    /// One edge for each of the file's references, in the same order.
    pub edges: Vec<Edge>,
    /// Those of the file's candidates that a macro makes, sorted: the others are no symbols.
    pub made: Vec<Makes>,
    /// What calls run beside what they name (index of the reference, ascending; an edge of the role
    /// `invoke` that stands where the reference stands).
    pub implied: Vec<(u32, Edge)>,
    /// What frameworks make of the file's calls and decorators, in the order of the references.
    pub entries: Vec<FrameworkEntry>,
    /// Where parameters lead that a framework gives: (index of the parameter, its function, edge), ascending.
    pub given: Vec<(u32, DefId, Edge)>,
    /// Where definitions lead that say over again what another one says, or are made of it: a table that an earlier file
    /// creates, a type that a generator wrote. By their ids, ascending.
    pub origins: Vec<(DefId, Edge)>,
    /// Every key that was consulted, sorted, each once.
    pub consulted: Vec<DependencyKey>,
}

/// What a rule made of a file: a symbol that no token names.
#[derive(Clone, Debug, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct FrameworkEntry {
    /// The reference of the call or decorator: an index into the file's; [`FrameworkEntry::FILE`] where none makes it.
    pub reference: u32,
    /// The definition at which it stands, where no reference makes it.
    pub definition: Option<DefId>,
    /// What it is.
    pub kind: SymbolKind,
    /// Method and path, or its name.
    pub name: String,
    /// What is said of it beside: see [`EntryDetail`](crate::framework::EntryDetail).
    pub detail: String,
    /// Where it leads: the function that is called.
    pub edge: Option<Edge>,
}

impl FrameworkEntry {
    /// In the place of a reference: what follows from the path of the file. It stands at its definition, else where the file
    /// begins.
    pub const FILE: u32 = u32::MAX;
}
