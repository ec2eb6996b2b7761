//! Stage three: which files are linked again when some changed, and what a segment holds of them.

pub(crate) mod change;
mod compiler_edges;
pub mod database;
mod dependents;
mod entries;
pub(crate) mod environment;
#[cfg(feature = "faults")]
pub mod faults;
mod files_by_name;
pub mod fresh_files;
pub(crate) mod index_names;
mod installed;
pub(crate) mod job;
pub(crate) mod kept_answers;
mod macro_symbols;
pub(crate) mod made_before;
mod numbering;
mod possible_names;
pub(crate) mod records;
mod renumbering;
pub(crate) mod rules;
pub(crate) mod run;
pub mod scip;
