//! The example runs, and its assertions hold.
#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

#[path = "../examples/analyses.rs"]
mod example;

#[test]
fn the_example_runs() {
    example::main().unwrap();
}
