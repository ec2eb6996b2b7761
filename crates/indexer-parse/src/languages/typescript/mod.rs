//! TypeScript: the hooks of JavaScript, and types.

use super::javascript;
use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod declarations;
mod mapped;
pub(super) mod mended;
pub(super) mod nodes;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "typescript",
    name: "TypeScript",
    tier: Tier::Linked,
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    interpreters: &["ts-node", "tsx"],
    grammar: Grammar::Tree(|| tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
    roles: nodes::ROLES,
    identifiers: nodes::IDENTIFIERS,
    members_by_name: MembersByName::Never,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: None,
    parsable_prefix: None,
    container: None,
    rules: &javascript::link::RULES,
    stubs: &[
        stub("lib.d.ts", include_str!("stubs/lib.d.ts")),
        stub("dom.d.ts", include_str!("stubs/dom.d.ts")),
        stub("events.d.ts", include_str!("stubs/events.d.ts")),
        stub("html.d.ts", include_str!("stubs/html.d.ts")),
        stub("style.d.ts", include_str!("stubs/style.d.ts")),
        stub("window.d.ts", include_str!("stubs/window.d.ts")),
        Stub { package: "react", path: "react.d.ts", source: include_str!("stubs/react.d.ts") },
        Stub { package: "svelte", path: "svelte.d.ts", source: include_str!("stubs/svelte.d.ts") },
        Stub { package: "svelte/store", path: "store.d.ts", source: include_str!("stubs/store.d.ts") },
        Stub { package: "vue", path: "vue.d.ts", source: include_str!("stubs/vue.d.ts") },
    ],
};

/// Declarations of what every script may use.
const fn stub(path: &'static str, source: &'static str) -> Stub {
    Stub { package: "globalThis", path, source }
}
