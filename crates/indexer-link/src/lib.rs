//! Facts of files to edges between them: a query engine without I/O.
//!
//! [`Linker::link`] gives the edges of one file and every key that it depends on; [`export_fingerprints`] gives what one
//! file contributes to the answers of those keys. When an edit changes fingerprints, the files that depend on those
//! keys are linked again, and nothing else.
//!
//! How it works: every reference is a chain, and a chain is an expression ([`Expression`]). Its last name is looked up
//! in what the expression before it may be: abstract values, at most sixteen, found from scopes, imports, annotations,
//! constructors and return types. What is not known stays unknown; a name alone proves nothing.
//!
//! What the linker asks of the repository is a [`LinkDatabase`]; [`MemoryDatabase`] is one for tests and for programs
//! that have facts and no index:
//!
//! ```
//! use indexer_core::{FileFacts, Resolution};
//! use indexer_link::{LinkDatabase, MemoryDatabase};
//! use indexer_parse::{Limits, by_id, language_of, parse};
//!
//! let facts = |path: &str, text: &str| -> Option<(String, FileFacts)> {
//!     let language = language_of(path, text.as_bytes())?;
//!     Some((path.to_owned(), parse(language, text.as_bytes(), Limits::default())))
//! };
//! let files = [("shop/price.py", "def total(): ...\n"), ("shop/main.py", "from shop.price import total\ntotal()\n")];
//! let files = files.into_iter().filter_map(|(path, text)| facts(path, text));
//! let database = MemoryDatabase::new(|id| by_id(id).map(|language| language.rules), files);
//!
//! let main = database.find("shop/main.py").ok_or("no such file")?;
//! let linked = database.linker().link(main);
//! let resolved = linked.edges.iter().filter(|edge| edge.resolution == Resolution::Resolved);
//! assert_eq!(resolved.count(), 4); // `shop`, `price` and `total` in the import, and the call
//! # Ok::<(), &str>(())
//! ```
//!
//! [`Expression`]: indexer_core::Expression

mod db;
mod edges;
mod exports;
mod fingerprints;
mod flow;
mod frameworks;
mod infer;
mod interned;
mod linker;
mod origins;
mod query;
mod resolve;
#[cfg(test)]
mod testing;
mod types;
mod unit;
mod value;

pub use db::{
    DefinedKinds, FileNames, IncludeLine, IncludeLines, Installed, InstalledModule, LinkDatabase,
    MemoryDatabase, PACKAGE_PLACE, StubFacts, dropped_name, extended_names, listed_name,
};
pub use exports::{export_fingerprints, manifest_fingerprints};
pub use fingerprints::ExportFingerprints;
pub use linker::{Linker, RulesOf};
pub use query::{Answers, Renumbering};
pub use resolve::KnownIncludes;
pub use types::Types;

/// Hash of the sources of this crate: edges that others made are not used.
pub const SOURCE_DIGEST: &str = env!("SOURCE_DIGEST");
