//! Perl.

use crate::build::MembersByName;
use crate::language::{Language, Tier};

mod ending;
mod hooks;
mod imports;
mod link;
mod nodes;
mod packages;
mod state;
mod subs;
mod variables;

pub(super) const LANGUAGE: Language = Language {
    id: "perl",
    name: "Perl",
    tier: Tier::Structured,
    extensions: &["pl", "pm", "t"],
    file_names: &["cpanfile"],
    interpreters: &["perl"],
    grammar: || arborium_perl::language().into(),
    roles: nodes::ROLES,
    identifiers: &["bareword", "function", "method", "package", "varname"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: b"$@%&=",
    mask: Some(ending::mask),
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};
