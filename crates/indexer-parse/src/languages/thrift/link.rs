//! What the linker must know.

use indexer_core::{LinkRules, Surface};

/// `include "a.thrift"` names a file, which is known by its name without the ending.
pub(super) const RULES: LinkRules = LinkRules {
    language: "thrift",
    root: |files, query| crate::shapes::by_path(files, &query),
    // All that a file declares is for others.
    surface: &Surface::PACKAGES,
    ..LinkRules::BASE
};
