//! What the linker must know.

use indexer_core::{LinkRules, Surface};

/// All that a schema declares is for others.
pub(super) const RULES: LinkRules =
    LinkRules { language: "graphql", surface: &Surface::PACKAGES, ..LinkRules::BASE };
