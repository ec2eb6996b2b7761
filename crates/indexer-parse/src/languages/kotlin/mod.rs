//! Kotlin.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod annotated;
mod contexts;
mod control;
mod conventions;
mod declare;
mod expressions;
mod hooks;
mod link;
mod mask;
mod nodes;
mod state;
mod strings;

pub(super) const LANGUAGE: Language = Language {
    id: "kotlin",
    name: "Kotlin",
    tier: Tier::Linked,
    extensions: &["kt", "kts"],
    file_names: &[],
    interpreters: &["kotlin"],
    grammar: Grammar::Tree(|| tree_sitter_kotlin_sg::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["interpolated_identifier", "simple_identifier", "type_identifier"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: Some(mask::mask),
    parsable_prefix: Some(strings::parsable_prefix),
    container: None,
    rules: &link::RULES,
    stubs: &[
        Stub { package: "kotlin", path: "kotlin/stubs.kt", source: include_str!("stubs/kotlin.kt") },
        Stub {
            package: "kotlin.annotation",
            path: "kotlin/annotation/stubs.kt",
            source: include_str!("stubs/annotation.kt"),
        },
        Stub {
            package: "kotlin.collections",
            path: "kotlin/collections/stubs.kt",
            source: include_str!("stubs/collections.kt"),
        },
        Stub {
            package: "kotlin.comparisons",
            path: "kotlin/comparisons/stubs.kt",
            source: include_str!("stubs/comparisons.kt"),
        },
        Stub { package: "kotlin.io", path: "kotlin/io/stubs.kt", source: include_str!("stubs/io.kt") },
        Stub { package: "kotlin.jvm", path: "kotlin/jvm/stubs.kt", source: include_str!("stubs/jvm.kt") },
        Stub {
            package: "kotlin.ranges",
            path: "kotlin/ranges/stubs.kt",
            source: include_str!("stubs/ranges.kt"),
        },
        Stub {
            package: "kotlin.sequences",
            path: "kotlin/sequences/stubs.kt",
            source: include_str!("stubs/sequences.kt"),
        },
        Stub { package: "java.io", path: "java/io/stubs.kt", source: include_str!("stubs/closeable.kt") },
        Stub { package: "java.lang", path: "java/lang/stubs.kt", source: include_str!("stubs/lang.kt") },
        Stub { package: "kotlin.text", path: "kotlin/text/stubs.kt", source: include_str!("stubs/text.kt") },
    ],
};
