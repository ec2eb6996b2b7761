//! What the linker must know.

use super::sources;
use indexer_core::LinkRules;

pub(super) const RULES: LinkRules = LinkRules {
    language: "bash",
    conventions: &super::conventions::CONVENTIONS,
    implicit: |name| sources::is_given(name).then_some("bash"),
    root: sources::root,
    runs_programs: true,
    ..LinkRules::BASE
};
