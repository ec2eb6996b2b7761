//! Facts of every language.

mod c;
mod components;
mod conservation;
mod cpp;
mod ecmascript;
#[path = "../../examples/declarations.rs"]
mod example;
mod go;
mod growth;
mod java;
mod jupyter;
mod manifests;
mod mistakes;
mod nesting;
mod openers;
mod python;
mod rust;
mod said;
mod shown;
mod signatures;

#[test]
fn the_example_runs() {
    example::main().unwrap();
}
