//! `cargo xtask new-language ID`: the folder of a language and a page of fixtures that fails until it is filled in.

use crate::Done;
use crate::tree;
use std::fs;
use std::io::Write as _;
use std::path::Path;

/// Writes the folder of the language `ID`, its page of fixtures, and says what else is to be done.
pub(crate) fn run(arguments: &[String]) -> Done {
    let [id] = arguments else {
        return Err("give the id of the language: `cargo xtask new-language lua`".into());
    };
    if !id.starts_with(|c: char| c.is_ascii_lowercase()) || !id.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Err(format!("{id:?} is no id: lower-case letters and digits, as the folder is to be called"));
    }
    let root = tree::root();
    let folder = root.join("crates/indexer-parse/src/languages").join(id);
    let page = root.join(format!("crates/indexer-parse/tests/fixtures/{id}.md"));
    if let Some(there) = [&folder, &page].into_iter().find(|path| path.exists()) {
        return Err(format!("{} exists", there.display()));
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (name, text) in FILES {
        let path = folder.join(name);
        written(&path, &filled(text, id))?;
    }
    written(&page, &filled(PAGE, id))?;
    print!("{}", filled(LEFT, id));
    Ok(())
}

/// Writes a file that is not there yet.
fn written(path: &Path, text: &str) -> Done {
    let mut file = fs::File::create_new(path).map_err(|e| format!("{}: {e}", path.display()))?;
    file.write_all(text.as_bytes()).map_err(|e| format!("{}: {e}", path.display()))
}

fn filled(text: &str, id: &str) -> String {
    let mut letters = id.chars();
    let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    text.replace("@ID@", id).replace("@NAME@", &name)
}

const FILES: &[(&str, &str)] = &[("mod.rs", MOD), ("nodes.rs", NODES), ("link.rs", LINK)];

const MOD: &str = r#"//! @NAME@.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Tier};

mod link;
mod nodes;

pub(super) const LANGUAGE: Language = Language {
    id: "@ID@",
    name: "@NAME@",
    tier: Tier::Structured,
    extensions: &["@ID@"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_@ID@::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier"],
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
"#;

const NODES: &str = r#"//! The role of each node kind. Kinds that are not listed have their children walked.

use crate::shapes::{At, Define, Shape as Of, Style};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Name, Shape};
use indexer_core::{LiteralKind, Namespace, ScopeKind, SymbolKind};

/// What words, comments and parameters look like.
const STYLE: Style = Style { comment: "//", ..Style::BASE };

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    parameters: At::Field(Field::Parameters),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    ..Define::BASE
};

// The kinds stand in the grammar's `src/node-types.json`; a kind or field that it does not have fails the test
// `every_kind_and_field_of_the_tables_exists`. Still to be said: types, variables, parameters, assignments, imports,
// calls, members, functions without a name, control flow, scopes. `r` is a short language to look at.
pub(super) const ROLES: &[(&str, Role)] = &[
    ("identifier", Name(Namespace::ANY)),
    ("function_declaration", Shape(&Of::Define(FUNCTION))),
    ("string", Literal(LiteralKind::String)),
    ("comment", Leaf),
];
"#;

const LINK: &str = r#"//! What the linker must know.

use indexer_core::LinkRules;

// Where files declare packages that others import by name: `..LinkRules::PACKAGES`.
pub(super) const RULES: LinkRules = LinkRules { language: "@ID@", ..LinkRules::BASE };
"#;

const PAGE: &str = "# @NAME@: kinds of symbols and roles of references

Write code in place of what stands here, with a `^` below each token that matters; bless, and read what was found.

## A function and its parameters

```@ID@ path=kinds.@ID@
function f(a) return g(a) end
//       ^ defines: function
//         ^ local
//                   ^ reference: call
```
";

const LEFT: &str = "crates/indexer-parse/src/languages/@ID@ and crates/indexer-parse/tests/fixtures/@ID@.md are written. What is left:
1. the grammar's crate in Cargo.toml (pinned by `=`), in crates/indexer-parse/Cargo.toml (optional, in the feature of
   its group) and in crates/indexer-parse/src/grammars.rs
2. `mod @ID@;` and `&@ID@::LANGUAGE` in crates/indexer-parse/src/languages/mod.rs; its extensions out of
   crates/indexer-parse/src/text_languages.rs
3. node kinds in nodes.rs, until `cargo test -p indexer-parse` passes: the fixtures fail until then
4. INDEXER_BLESS=1 cargo test -p indexer-parse --test fixtures @ID@; read it; cargo xtask coverage --write
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_in_everywhere() {
        for text in FILES.iter().map(|(_, text)| *text).chain([PAGE, LEFT]) {
            let text = filled(text, "zig");
            assert!(!text.contains('@'), "{text}");
        }
        assert!(filled(MOD, "zig").contains("name: \"Zig\""));
    }

    #[test]
    fn an_id_is_a_folder() {
        assert!(run(&[]).is_err());
        assert!(run(&["C#".to_owned()]).is_err());
        assert!(run(&["python".to_owned()]).is_err());
    }
}
