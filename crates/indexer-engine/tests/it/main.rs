//! One binary for all integration tests of the engine.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod cancel;
mod damage;
mod deaths;
mod disk;
mod equality;
mod errors;
#[path = "../../examples/fresh.rs"]
mod example;
mod faults;
mod files;
mod holdings;
mod hostile;
mod includes;
mod inside;
mod links;
mod made;
mod order;
mod outlines;
mod packages;
mod processes;
mod revisions;
mod scip;
mod standard_library;
mod told;
mod watch;

#[test]
fn the_example_runs() {
    example::main().unwrap();
}
