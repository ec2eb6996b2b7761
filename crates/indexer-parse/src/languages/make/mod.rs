//! Make. A line says by its signs what it is, so lines are read, and no grammar is needed.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Reader, Tier};

mod expansions;
mod lexer;
mod link;
mod reader;
mod words;

pub(super) const LANGUAGE: Language = Language {
    id: "make",
    name: "Make",
    tier: Tier::Structured,
    extensions: &["mak", "make", "mk"],
    file_names: &["GNUmakefile", "Kbuild", "Makefile", "makefile"],
    interpreters: &["make"],
    grammar: Grammar::Tokens(&READER),
    roles: &[],
    identifiers: &[],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};

const READER: Reader = Reader { read: reader::read, identifiers: lexer::identifiers };
