//! What the linker must know.

use super::words;
use indexer_core::{LinkRules, ModulePlace, path};

pub(super) const RULES: LinkRules = LinkRules {
    language: "perl",
    modules_have_members: true,
    whole_modules: true,
    conventions: &super::conventions::CONVENTIONS,
    separator: "::",
    implicit: |name| (words::is_there(name) || words::is_variable(name)).then_some("perl"),
    commodity: |name| crate::text::holds(words::COMMODITIES, name),
    // Packages are known everywhere by their whole names. One that no file declares is installed.
    has_globals: true,
    modules_are_classes: true,
    export_lists: &["@EXPORT", "@EXPORT_OK"],
    root: |_, query| ModulePlace::External(query.first.to_owned()),
    module_name: |_, file| path::stem(file).to_owned(),
    ..LinkRules::BASE
};
