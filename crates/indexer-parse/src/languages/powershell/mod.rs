//! PowerShell. Its grammar takes a fifth of what people write with errors (20.5 in 100 files of Pester), so tokens are read.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Reader, Tier};

mod builtins;
mod classes;
mod conventions;
mod help;
mod lexer;
mod link;
mod reader;
mod words;

pub(super) const LANGUAGE: Language = Language {
    id: "powershell",
    name: "PowerShell",
    tier: Tier::Structured,
    extensions: &["ps1", "psm1"],
    file_names: &[],
    interpreters: &["pwsh", "powershell"],
    grammar: Grammar::Tokens(&READER),
    roles: &[],
    identifiers: &[],
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &["@"],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[],
};

const READER: Reader = Reader { read: reader::read, identifiers: lexer::identifiers };
