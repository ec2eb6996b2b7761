//! What the linker must know.

use crate::languages::c;
use indexer_core::{Linearization, LinkRules};

/// Messages that nearly every object takes, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "addObject:", "alloc", "class", "copy", "count", "dealloc", "delegate", "description", "encodeWithCoder:", "frame",
    "hash", "image", "init", "initWithCoder:", "initWithFrame:", "isEqual:", "length", "name", "new", "objectForKey:",
    "release", "retain", "setObject:forKey:", "start", "stop", "superclass", "url", "view",
];

/// Headers are included, and files joined, as in C: declarations of either language are seen from the other. What
/// categories and implementations add to a class comes before what its superclass has.
pub(super) const RULES: LinkRules = LinkRules {
    language: "objc",
    conventions: &crate::languages::c::conventions::CONVENTIONS,
    commodity: |name| crate::text::holds(COMMODITIES, name),
    linearization: Linearization::Embedding,
    ..c::link::RULES
};
