//! Perl. What a slash or a brace is depends on what stands before it, and grammars for that weigh 3 MB: tokens are read.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Reader, Tier};

mod conventions;
mod imports;
mod lexer;
mod link;
mod packages;
mod quotes;
mod reader;
mod routines;
mod statements;
mod values;
mod words;

pub(super) const LANGUAGE: Language = Language {
    id: "perl",
    name: "Perl",
    tier: Tier::Structured,
    extensions: &["pl", "pm"],
    file_names: &["Makefile.PL", "cpanfile"],
    interpreters: &["perl"],
    grammar: Grammar::Tokens(&READER),
    roles: &[],
    identifiers: &[],
    members_by_name: MembersByName::OfInnermost,
    functions_see_locals: true,
    is_indented: false,
    openers: &["="],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};

const READER: Reader = Reader { read: reader::read, identifiers: lexer::identifiers };
