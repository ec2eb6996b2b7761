//! Tools over folders on disk.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod bad_input;
mod calls;
mod diff;
mod freshness;
mod memory;
mod pages;
mod rankings;
mod revisions;
mod secrets;
mod seeds;
