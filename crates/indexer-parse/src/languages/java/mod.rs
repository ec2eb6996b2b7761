//! Java.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod classes;
mod conventions;
mod expressions;
mod imports;
mod link;
pub(super) use link::{JVM, files_of_kotlin, named_without_java};
mod members;
pub(super) mod mended;
mod modifiers;
mod names;
mod nodes;
mod outside;
mod patterns;
mod state;
mod statements;
mod supertypes;
pub(super) use supertypes::supertypes;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "java",
    name: "Java",
    tier: Tier::Linked,
    extensions: &["java"],
    file_names: &[],
    interpreters: &["java"],
    grammar: Grammar::Tree(|| tree_sitter_java::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier", "type_identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[
        Stub { package: "java.lang", path: "java/lang/stubs.java", source: include_str!("stubs/lang.java") },
        Stub { package: "java.math", path: "java/math/stubs.java", source: include_str!("stubs/math.java") },
        Stub { package: "java.net", path: "java/net/stubs.java", source: include_str!("stubs/net.java") },
        Stub {
            package: "java.security",
            path: "java/security/stubs.java",
            source: include_str!("stubs/security.java"),
        },
        Stub { package: "java.time", path: "java/time/stubs.java", source: include_str!("stubs/time.java") },
        Stub { package: "java.util", path: "java/util/stubs.java", source: include_str!("stubs/util.java") },
        Stub {
            package: "java.util.concurrent",
            path: "java/util/concurrent/stubs.java",
            source: include_str!("stubs/concurrent.java"),
        },
        Stub {
            package: "java.util.concurrent.atomic",
            path: "java/util/concurrent/atomic/stubs.java",
            source: include_str!("stubs/atomic.java"),
        },
        Stub {
            package: "java.util.function",
            path: "java/util/function/stubs.java",
            source: include_str!("stubs/function.java"),
        },
        Stub {
            package: "java.util.stream",
            path: "java/util/stream/stubs.java",
            source: include_str!("stubs/stream.java"),
        },
    ],
};
