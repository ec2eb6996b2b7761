//! Scala.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod conventions;
mod declare;
mod expressions;
mod link;
mod names;
mod nodes;
mod patterns;
mod state;

pub(super) const LANGUAGE: Language = Language {
    id: "scala",
    name: "Scala",
    tier: Tier::Linked,
    extensions: &["scala", "sc", "sbt"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_scala::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier", "operator_identifier", "type_identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[
        Stub {
            package: "java.lang",
            path: "java/lang/stubs.scala",
            source: include_str!("stubs/lang.scala"),
        },
        Stub { package: "scala", path: "scala/stubs.scala", source: include_str!("stubs/scala.scala") },
    ],
};
