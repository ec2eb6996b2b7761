//! The dependency trees of the crates without I/O hold no crate that does I/O.

use super::Finding;
use super::purity::PURE;
use crate::tree::{Crates, File};

/// Crates that read or write files, sockets or clocks, draw random numbers or start threads. A
/// name that ends with `-` stands for all that begin so.
const IO: &[&str] = &[
    "async-io",
    "axum",
    "fs4",
    "getrandom",
    "gix",
    "gix-",
    "grep-searcher",
    "hyper",
    "ignore",
    "indicatif",
    "jsonrpsee-core",
    "memmap2",
    "mio",
    "notify",
    "octocrab",
    "rand",
    "rand_core",
    "rayon",
    "reqwest",
    "rustls",
    "smol",
    "socket2",
    "tempfile",
    "tokio",
    "tokio-util",
    "ureq",
    "walkdir",
];

/// Walks what cargo resolved.
pub(super) fn check(_: &[File], crates: &Crates) -> Vec<Finding> {
    let does_io = |name: &str| IO.iter().any(|io| name == *io || io.ends_with('-') && name.starts_with(io));
    let pure = crates.closures.iter().filter(|(name, _)| PURE.contains(&name.as_str()));
    pure.flat_map(|(name, tree)| {
        let bad = tree.iter().filter(|one| does_io(one));
        bad.map(move |one| Finding::new(name, format!("has the I/O crate {one} in its dependency tree")))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_io_crate_far_below_is_found() {
        let mut crates = Crates::default();
        crates.closures.insert("indexer-core".into(), vec!["bincode".into(), "gix-hash".into()]);
        crates.closures.insert("indexer-engine".into(), vec!["rayon".into()]);
        let found = check(&[], &crates);
        assert_eq!(found.len(), 1);
        assert!(found[0].what.contains("gix-hash"));
    }
}
