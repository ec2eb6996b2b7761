//! A client at the other end of a connection in memory, and a root on disk.

mod client;
mod requests;
