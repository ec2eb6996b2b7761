//! Hashes what decides on the results of this crate: see indexer-digest.

fn main() -> Result<(), String> {
    println!("{}", indexer_digest::directives("SOURCE_DIGEST", &["src"])?);
    Ok(())
}
