//! Facts of every language, checked against fixtures that say themselves what is right.

mod c;
mod conservation;
mod cpp;
mod ecmascript;
mod go;
mod growth;
mod java;
mod python;
mod rust;
