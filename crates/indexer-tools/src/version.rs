//! What `--version` says.

use indexer_store::FORMAT;

/// The version of the workspace, the commit where the build was told it (`INDEXER_COMMIT`, which
/// `cargo xtask dist` sets), the target, and the version of the index format, which decides whether
/// two programs share an index; below that the languages that it was built with.
pub fn long_version() -> String {
    let commit = option_env!("INDEXER_COMMIT").unwrap_or("unknown");
    let (version, target) = (env!("CARGO_PKG_VERSION"), env!("INDEXER_TARGET"));
    let languages = indexer_engine::language_names().join(", ");
    format!("{version} (commit {commit}, {target}, index format {FORMAT})\nlanguages: {languages}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_says_what_a_report_of_a_mistake_needs() {
        let said = long_version();
        assert!(said.starts_with(concat!(env!("CARGO_PKG_VERSION"), " (commit ")), "{said}");
        assert!(said.contains(&format!(", index format {FORMAT})\nlanguages: ")), "{said}");
        assert!(said.contains("Python, "), "{said}");
        assert!(said.contains(std::env::consts::ARCH), "{said}");
    }
}
