//! Tools over folders on disk.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]
#![expect(clippy::disallowed_methods, reason = "these make what is asked, and ask it as it comes")]

mod bad_input;
mod budgets;
mod calls;
mod consumers;
mod diff;
#[path = "../../examples/ask.rs"]
mod example;
mod flips;
mod forged;
mod freshness;
mod history;
mod many;
mod maps;
mod memory;
mod package_entries;
mod packages;
mod pages;
mod rankings;
mod revisions;
mod secrets;
mod seeds;
mod several;

#[test]
fn the_example_runs() {
    example::main().unwrap();
}
