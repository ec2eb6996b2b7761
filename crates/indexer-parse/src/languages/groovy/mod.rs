//! Groovy. Its grammar takes two fifths of what people write with errors (38.7 in 100 files of Spock), so tokens are read.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Reader, Tier};

mod conventions;
mod declare;
mod expressions;
mod lexer;
mod link;
mod reader;
mod types;
mod words;

pub(super) const LANGUAGE: Language = Language {
    id: "groovy",
    name: "Groovy",
    tier: Tier::Structured,
    extensions: &["gradle", "groovy"],
    file_names: &["Jenkinsfile"],
    interpreters: &["groovy"],
    grammar: Grammar::Tokens(&READER),
    roles: &[],
    identifiers: &[],
    members_by_name: MembersByName::Inside,
    functions_see_locals: false,
    is_indented: false,
    openers: &["$"],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};

const READER: Reader = Reader { read: reader::read, identifiers: lexer::identifiers };
