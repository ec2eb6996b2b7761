//! What the linker must know.

use indexer_core::LinkRules;

pub(super) const RULES: LinkRules = LinkRules { language: "graphql", ..LinkRules::BASE };
