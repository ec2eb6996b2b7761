//! What is used without a reference in Rust.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "drop",
    marks: "#[no_mangle #[export_name #[used #[link_section global_asm!",
    lookups: "paste! concat_idents!",
    restricts_to_modules: true,
    ..Conventions::BASE
};
