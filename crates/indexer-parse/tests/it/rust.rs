//! Facts of Rust.
