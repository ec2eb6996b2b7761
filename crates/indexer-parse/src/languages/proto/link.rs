//! What the linker must know.

use indexer_core::{LinkRules, Surface};

/// Files declare the package that they are of; imports name files, and what these declare is named by its package.
pub(super) const RULES: LinkRules = LinkRules {
    language: "proto",
    describes_types: true,
    // All that a file declares is for others.
    surface: &Surface::PACKAGES,
    ..LinkRules::PACKAGES
};
