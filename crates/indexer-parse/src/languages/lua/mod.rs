//! Lua.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod assign;
mod conventions;
mod functions;
mod hooks;
mod link;
mod metatables;
mod names;
mod nodes;
mod requires;
mod state;
mod tables;
mod written;

pub(super) const LANGUAGE: Language = Language {
    id: "lua",
    name: "Lua",
    tier: Tier::Linked,
    extensions: &["lua"],
    file_names: &[],
    interpreters: &["lua", "luajit"],
    grammar: Grammar::Tree(|| tree_sitter_lua::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &["--", "[[", "[="],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[Stub { package: "_G", path: "lua/globals.lua", source: include_str!("stubs/globals.lua") }],
};
