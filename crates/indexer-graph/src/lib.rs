//! Facts to edges: a pure linker over a [`Universe`](indexer_core::Universe).
//!
//! [`Linker::link`] gives the edges of one file and every key that was consulted;
//! [`contributions`] gives what one file contributes to the answers of keys. When an edit changes
//! contributions, the files that consulted those keys are linked again, and nothing else.
//!
//! How it works: every reference is a chain, and a chain is an expression ([`Expression`]). Its
//! last name is looked up in what the expression before it may be: abstract values, at most eight,
//! found from scopes, imports, annotations, constructors and return types. What is not known stays
//! unknown; a name alone proves nothing.
//!
//! [`Expression`]: indexer_core::Expression

mod accessors;
mod arguments;
mod bases;
mod callbacks;
mod calls;
mod carried;
mod centrality;
mod communities;
mod contributions;
mod denote;
mod digraph;
mod evaluator;
mod expected;
mod expressions;
mod extensions;
mod feedback;
mod generics;
mod inclusion;
mod inherited;
mod interned;
mod invoked;
mod linkage;
mod linker;
mod members;
mod modules;
mod network;
mod operators;
mod overloads;
mod packages;
mod resolve;
mod sight;
mod sites;
mod types;
mod unit;
mod value;
mod values;

pub use centrality::{betweenness, rank};
pub use communities::communities;
pub use contributions::{Contributions, contributions, manifest_contributions};
pub use digraph::cycles;
pub use feedback::feedback;
pub use linker::{Linker, RulesOf};
pub use network::Network;
pub use types::Types;

/// Hash of the sources of this crate: edges that others made are not used.
pub const SOURCE_DIGEST: &str = env!("SOURCE_DIGEST");
