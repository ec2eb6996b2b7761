//! What the linker must know.

use indexer_core::LinkRules;

/// `include "a.thrift"` names a file, which is known by its name without the ending.
pub(super) const RULES: LinkRules = LinkRules {
    language: "thrift",
    root: |files, query| crate::shapes::by_path(files, &query),
    ..LinkRules::BASE
};
