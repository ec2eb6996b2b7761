//! GLSL: shaders of OpenGL and Vulkan, which are C with qualifiers, blocks and vectors.

use super::c::{self, branches::Dialect, mask};
use crate::language::{Grammar, Language, Tier, joined};
use crate::walk::Role;

mod blocks;
mod builtins;
mod link;
mod nodes;
mod qualifiers;

const COUNT: usize = c::LANGUAGE.roles.len() + nodes::OWN.len();

/// C's, of which a declaration may be a block here.
const ROLES: &[(&str, Role)] = &joined::<COUNT>(&[c::LANGUAGE.roles, nodes::OWN]);

pub(super) const LANGUAGE: Language = Language {
    id: "glsl",
    name: "GLSL",
    tier: Tier::Structured,
    // `.mesh` and `.task` are mostly other things.
    extensions: &[
        "comp", "frag", "geom", "glsl", "rahit", "rcall", "rchit", "rgen", "rint", "rmiss", "tesc", "tese",
        "vert",
    ],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_glsl::LANGUAGE_GLSL.into()),
    roles: ROLES,
    // Names of structures are types of their own, as in C++.
    mask: Some(|source| mask::mask_plain(&qualifiers::plain(source), source, Dialect::Cpp)),
    rules: &link::RULES,
    stubs: &[],
    ..c::LANGUAGE
};
