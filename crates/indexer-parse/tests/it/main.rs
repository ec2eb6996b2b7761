//! Facts of every language, checked against fixtures that say themselves what is right.

mod conservation;
mod fixtures;
mod go;
mod java;
mod python;
mod rust;
