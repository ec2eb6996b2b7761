//! The example runs, and its assertions hold.

#[path = "../examples/analyses.rs"]
mod example;

#[test]
fn the_example_runs() {
    example::main().unwrap();
}
