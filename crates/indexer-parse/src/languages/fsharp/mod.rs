//! F#. Where a declaration ends, the columns say at which lines begin: tokens are read with them, and no grammar is needed.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Reader, Tier};

mod annotations;
mod bindings;
mod expressions;
mod layout;
mod lexer;
mod link;
mod members;
mod modules;
mod patterns;
mod reader;
mod types;
mod words;

pub(super) const LANGUAGE: Language = Language {
    id: "fsharp",
    name: "F#",
    tier: Tier::Structured,
    extensions: &["fs", "fsi", "fsscript", "fsx"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tokens(&READER),
    roles: &[],
    identifiers: &[],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: true,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};

const READER: Reader = Reader { read: reader::read, identifiers: lexer::identifiers };
