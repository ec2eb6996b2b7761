//! What `--version` says.

use indexer_store::FORMAT;

/// The version of the workspace, the commit where the build was told it (`INDEXER_COMMIT`, which
/// `cargo xtask dist` sets), the target, and the version of the index format, which decides whether
/// two programs share an index.
pub fn long_version() -> String {
    let commit = option_env!("INDEXER_COMMIT").unwrap_or("unknown");
    let (version, target) = (env!("CARGO_PKG_VERSION"), env!("INDEXER_TARGET"));
    format!("{version} (commit {commit}, {target}, index format {FORMAT})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_says_what_a_report_of_a_mistake_needs() {
        let said = long_version();
        assert!(said.starts_with(concat!(env!("CARGO_PKG_VERSION"), " (commit ")), "{said}");
        assert!(said.ends_with(&format!(", index format {FORMAT})")), "{said}");
        assert!(said.contains(std::env::consts::ARCH), "{said}");
    }
}
