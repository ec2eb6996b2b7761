//! Facts of every language, checked against fixtures that say themselves what is right.

mod conservation;
mod ecmascript;
mod fixtures;
mod python;
mod rust;
