//! Tells the crate which target it is built for, so that a program can say so.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=INDEXER_TARGET={target}");
}
