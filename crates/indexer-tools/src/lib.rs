//! The questions that people, agents and programs ask of the index.
//!
//! A tool is one file in `tools/`: the question (a struct of its arguments: flags and input schema in one),
//! its answer, `run`, how the answer is written, tests. [`ALL`] lists them, one line each; both
//! frontends loop over it and know no tool by name.
//!
//! Answers are text by default: one record a line, see [`records`](protocol::records). With `format: json` the same
//! answer is a JSON object with `schema_version` and an `index` block. Every answer fits its
//! budget: what is left out is counted (`total`, `shown`, `truncated`) and can be had by `cursor`.
//!
//! # From a program
//!
//! [`Workspace`](indexer_engine::Workspace) opens a folder, takes in what changed and hands out
//! views that never change; the tools answer from a view, typed or written.
//!
//! ```
//! use indexer_engine::{Options, Workspace};
//! use indexer_tools::tools::navigate::lookup_symbol::{LookupSymbol, Matching};
//! use indexer_tools::{Common, Context, Settings, ask, find, typed};
//! use std::sync::atomic::AtomicBool;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let (root, cache) = (folder.path().join("shop"), folder.path().join("cache"));
//! # std::fs::create_dir(&root)?;
//! std::fs::write(root.join("shop.py"), "def price():\n    return 1\n\nprice()\n")?;
//! let options = Options { cache_dir: Some(cache), ..Options::new(&root) };
//! let workspace = Workspace::open(options, |event| println!("{event:?}"))?;
//!
//! // A snapshot is what is on disk now. It stays as it is for as long as it is held.
//! let snapshot = workspace.refresh()?;
//! let file = snapshot.view.file("shop.py").ok_or("not indexed")?;
//! assert_eq!(file.symbols().map(|symbol| symbol.name()).collect::<Vec<_>>(), ["price"]);
//!
//! // A tool's answer as a type.
//! let (nobody_cancels, exact) = (AtomicBool::new(false), Some(Matching::Exact));
//! let question = LookupSymbol { name: "price".into(), matching: exact, kind: None, exact: false, package: None };
//! let context = Context::new(&snapshot, &nobody_cancels);
//! let found = typed(&context, question, Common::default())?;
//! assert_eq!((found.symbols.total, found.symbols.rows[0].symbol.line), (1, 1));
//!
//! // Any tool by its name, with the arguments and the answer that MCP clients see. It first takes
//! // in what has changed since.
//! std::fs::write(root.join("other.py"), "import shop\nshop.price()\n")?;
//! let tool = find("find_references").ok_or("no such tool")?;
//! let arguments = serde_json::json!({"symbol": "price", "format": "json"});
//! let answer = ask(&workspace, &Settings::default(), tool, &arguments, &nobody_cancels)?;
//! assert_eq!(answer.structured.ok_or("no JSON")?["total"], 2);
//! # Ok(())
//! # }
//! ```

#[macro_use]
pub mod protocol;

pub mod analysis;
pub mod brief;
pub mod compat;
pub mod complete;
pub mod diff_report;
pub mod export;
pub mod imports;
pub mod index_page;
pub mod ledger;
pub mod locate;
pub mod outline;
pub mod outside;
pub mod policy;
pub mod prompts;
pub mod relations;
pub mod repositories;
pub mod resources;
pub mod roots;
pub mod screen;
pub mod search;
pub mod settings;
pub mod summary;
pub mod surface;
pub mod tools;
pub mod version;
pub mod wording;

#[cfg(test)]
mod fixture;

pub use compat::called;
pub use complete::complete;
pub use policy::Policy;
pub use prompts::{PROMPTS, Prompt};
pub use protocol::answer::{Answer, Format, Output, Page, Row, SCHEMA_VERSION};
pub use protocol::arguments::Common;
pub use protocol::context::Context;
pub use protocol::problem::{Code, Problem};
pub use protocol::tool::{Listed, Question, Tool, typed};
pub use repositories::{Grant, Repositories, Route};
pub use resources::{Completes, RESOURCES, Resource};
pub use roots::{Roots, ask};
pub use screen::Screen;
pub use settings::{Configuration, Settings};
pub use tools::{ALL, SUMMARY, find};
pub use version::long_version;
