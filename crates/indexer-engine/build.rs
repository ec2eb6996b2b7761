//! Hashes what decides on what an index holds, as far as it is in this crate: see indexer-digest.

fn main() -> Result<(), String> {
    println!("{}", indexer_digest::directives("SOURCE_DIGEST", &["src"])?);
    println!("{}", indexer_digest::directives("REDACTION_DIGEST", &["src/redact"])?);
    Ok(())
}
