//! A client at the other end of a connection in memory, and a root on disk.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod client;
mod requests;
