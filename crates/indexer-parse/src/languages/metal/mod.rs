//! Metal's shading language: C++ whose declarations say where their values are.

use super::c::{branches::Dialect, mask};
use super::cpp;
use super::cuda::{Words, plain};
use crate::language::{Language, Tier};

mod link;

pub(super) const LANGUAGE: Language = Language {
    id: "metal",
    name: "Metal",
    tier: Tier::Linked,
    extensions: &["metal"],
    file_names: &[],
    interpreters: &[],
    mask: Some(|source| mask::mask_plain(&plain(source, Words::Metal), source, Dialect::Cpp)),
    rules: &link::RULES,
    stubs: &[],
    ..cpp::LANGUAGE
};
