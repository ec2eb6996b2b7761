//! SQL, as most databases read it. No grammar reads what people write of it (of 656 files of TimescaleDB the best one takes
//! 113 whole), so tokens are read: a statement that makes no sense costs nothing but itself.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Reader, Tier};

mod alter;
mod create;
mod lexer;
mod link;
mod query;
mod reader;
mod routine;
mod statements;
mod words;

pub(super) const LANGUAGE: Language = Language {
    id: "sql",
    name: "SQL",
    tier: Tier::Structured,
    extensions: &["sql", "ddl", "pgsql", "psql"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tokens(&READER),
    roles: &[],
    identifiers: &[],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &["-"],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};

const READER: Reader = Reader { read: reader::read, identifiers: lexer::identifiers };
