//! Fortran, in free and in fixed form. Its keywords are not reserved and its statements end with their lines, so a reader of
//! tokens takes statement by statement; the grammar that there is weighs 6 MB and knows one form.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Reader, Tier};

mod declare;
mod lexer;
mod link;
mod reader;
mod statements;
mod units;
mod words;

pub(super) const LANGUAGE: Language = Language {
    id: "fortran",
    name: "Fortran",
    tier: Tier::Structured,
    extensions: &["f", "f03", "f08", "f77", "f90", "f95", "for", "ftn", "fypp"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tokens(&READER),
    roles: &[],
    identifiers: &[],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &["!"],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};

const READER: Reader = Reader { read: reader::read, identifiers: lexer::identifiers };
