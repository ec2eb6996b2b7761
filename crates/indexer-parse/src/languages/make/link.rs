//! What the linker must know.

use super::words;
use indexer_core::{LinkRules, ModulePlace, PackageRules};

pub(super) const RULES: LinkRules = LinkRules {
    language: "make",
    implicit: |name| words::is_there(name).then_some("make"),
    // Which files one run of make reads is decided where it begins: by what includes them, and from which folder.
    packages: Some(&PackageRules::REPOSITORY),
    packages_are_likely: true,
    // `include a/b.mk`: a path from the folder in which make runs, mostly that of the file or one above.
    root: ModulePlace::at_or_above,
    ..LinkRules::BASE
};
