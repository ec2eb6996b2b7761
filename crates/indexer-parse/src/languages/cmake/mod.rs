//! CMake: commands with their arguments, which a short reader of tokens takes whole; there is no expression to parse.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Reader, Tier};

mod commands;
mod lexer;
mod link;
mod reader;
mod words;

pub(super) const LANGUAGE: Language = Language {
    id: "cmake",
    name: "CMake",
    tier: Tier::Structured,
    extensions: &["cmake"],
    file_names: &["CMakeLists.txt"],
    interpreters: &[],
    grammar: Grammar::Tokens(&READER),
    roles: &[],
    identifiers: &[],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &["["],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};

const READER: Reader = Reader { read: reader::read, identifiers: lexer::identifiers };
