//! What a change does to the structure: from the facts and texts of the files that differ between two
//! states to changes of symbols.
//!
//! [`File::read`] takes a file apart into tokens and symbols; [`compare`] pairs the symbols of two
//! sets of files and says of each pair what is different. Comments and white space are no tokens, so
//! that formatting is told apart from change; the own name of a symbol counts as equal to any other
//! own name, so that a symbol which is renamed has the same body.
//!
//! Symbols are paired by identity first (owners, name, kind), then by equal tokens, then by like
//! ones; `pair.rs` has the thresholds and where they are from. What stands in a parent that was
//! renamed or moved goes along with it.

mod alternatives;
mod aspect;
mod aspects;
mod attributes;
mod bases;
mod brackets;
mod breaking;
mod change;
mod compare;
mod compatible;
mod demanded;
mod file;
mod given;
mod head;
mod likeness;
mod owned;
mod pair;
mod parameters;
mod script;
mod shape;
mod slot;
mod spelling;
mod tokens;

pub use aspect::{Aspect, Facet};
pub use breaking::{Breaking, breaking};
pub use change::{Change, Diff, FileChange, Happened};
pub use compare::compare;
pub use file::{Entity, File, Reach, Source};
pub use shape::{Lexical, Shape, shapes};
pub use spelling::SameTypes;
