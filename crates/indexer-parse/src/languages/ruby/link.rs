//! What the linker must know.

use super::names::{COMMODITIES, CONSTANTS, FUNCTIONS};
use crate::text::holds;
use indexer_core::{Linearization, LinkRules, OpenTypes, Protocol};

pub(super) const RULES: LinkRules = LinkRules {
    language: "ruby",
    modules_have_members: true,
    conventions: &super::conventions::CONVENTIONS,
    frameworks: crate::frameworks::ruby,
    separator: "::",
    constructors: &["initialize"],
    call_member: Some("call"),
    linearization: Linearization::C3,
    implicit: |name| match holds(CONSTANTS, name) {
        true => Some("ruby"),
        false => holds(FUNCTIONS, name).then_some("ruby::Kernel"),
    },
    commodity: |name| holds(COMMODITIES, name),
    most_guesses: 1,
    protocol: Protocol { class: Some("class"), ..Protocol::BASE },
    open_types: Some(&OpenTypes { singleton: "self.", maker: "new", setter: "=" }),
    ..LinkRules::BASE
};
