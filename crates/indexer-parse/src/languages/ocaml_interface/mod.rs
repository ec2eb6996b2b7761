//! Interfaces of OCaml, which say what others see of a module: a grammar of its own, with OCaml's tables.

use crate::language::{Grammar, Language, Tier};

pub(super) const LANGUAGE: Language = Language {
    id: "ocaml_interface",
    name: "OCaml interface",
    tier: Tier::Structured,
    extensions: &["mli"],
    file_names: &[],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into()),
    ..super::ocaml::LANGUAGE
};
