//! What stands between symbols: who calls, uses, inherits, overrides whom, and how sure that is.
//!
//! Everything here is read from a view when it is asked, a step at a time. Edges that were proved
//! are *resolved*; a method that may run instead of the one that is named (it overrides it) is
//! *possible* by the rule `override`, found from the hierarchy of types.

pub mod callers;
mod calls;
mod clients;
mod completeness;
pub mod dependencies;
pub mod endpoints;
pub mod entry;
mod flow;
mod hierarchy;
mod implementors;
mod injections;
mod method_shape;
mod node;
mod overriding;
mod reach;
mod satisfaction;
mod several;
mod subject;
mod types_alone;
mod unwritten;
mod uses;

pub use calls::{Calls, Outside, is_call, is_named, runs};
pub use completeness::Completeness;
pub use flow::{Flow, flows};
pub use hierarchy::{Hierarchy, Kin};
pub use node::{Node, NodeId, NodeRow, Step, chain, sites};
pub use reach::{Reach, Reached, reach, reach_with_starts};
pub use several::{Head, Heads, Of};
pub use subject::{Subject, Subjects, Wanted, rows_of, subjects, symbols, the_symbol};
pub(crate) use types_alone::{TypesAlone, Typing};
pub use uses::Uses;
