//! The language table. A language is a folder here and a row there.

use crate::build::Build;
use crate::language::Language;
use crate::parse::Limits;
use indexer_core::Problem;
use std::borrow::Cow;

mod astro;
#[cfg(feature = "lang-script")]
mod bash;
mod c;
#[cfg(feature = "lang-functional")]
mod clojure;
#[cfg(feature = "lang-infra")]
mod cmake;
mod cpp;
#[cfg(feature = "lang-dotnet")]
mod csharp;
mod cuda;
#[cfg(feature = "lang-mobile")]
mod dart;
#[cfg(feature = "lang-functional")]
mod elixir;
#[cfg(feature = "lang-functional")]
mod erlang;
#[cfg(feature = "lang-science")]
mod fortran;
#[cfg(feature = "lang-dotnet")]
mod fsharp;
#[cfg(feature = "lang-systems")]
mod glsl;
mod go;
#[cfg(feature = "lang-data")]
mod graphql;
#[cfg(feature = "lang-jvm")]
mod groovy;
#[cfg(feature = "lang-heavy")]
mod haskell;
#[cfg(feature = "lang-infra")]
mod hcl;
mod java;
mod javascript;
#[cfg(feature = "lang-heavy")]
mod julia;
mod jupyter;
#[cfg(feature = "lang-jvm")]
mod kotlin;
#[cfg(feature = "lang-script")]
mod lua;
#[cfg(feature = "lang-infra")]
mod make;
mod metal;
#[cfg(feature = "lang-infra")]
mod nix;
#[cfg(feature = "lang-heavy")]
mod objc;
#[cfg(feature = "lang-heavy")]
mod ocaml;
#[cfg(feature = "lang-heavy")]
mod ocaml_interface;
#[cfg(feature = "lang-script")]
mod perl;
#[cfg(feature = "lang-script")]
mod php;
#[cfg(feature = "lang-script")]
mod powershell;
#[cfg(feature = "lang-data")]
mod proto;
mod python;
#[cfg(feature = "lang-science")]
mod r;
#[cfg(feature = "lang-script")]
mod ruby;
mod rust;
#[cfg(feature = "lang-heavy")]
mod scala;
#[cfg(feature = "lang-contract")]
mod solidity;
#[cfg(feature = "lang-data")]
mod sql;
mod starlark;
mod svelte;
#[cfg(feature = "lang-heavy")]
mod swift;
#[cfg(feature = "lang-data")]
mod thrift;
mod tsx;
mod typescript;
mod vue;
#[cfg(feature = "lang-systems")]
mod zig;

pub use c::configuration::{Conditionals, Configuration};
pub use c::expansion::{
    MOST_CALLS as CALLS_OF_LISTS, STEPS as STEPS_OF_LISTS, STEPS_EACH as STEPS_OF_LISTS_EACH,
};
pub(crate) use c::include::is_compiled;
pub(crate) use cpp::{by_mode_line, included, is_told_by_content};
pub(crate) use jupyter::Notebook;
#[cfg(feature = "lang-heavy")]
pub(crate) use objc::by_content;

/// All languages, in alphabetic order of their ids.
pub const LANGUAGES: &[&Language] = &[
    &astro::LANGUAGE,
    #[cfg(feature = "lang-script")]
    &bash::LANGUAGE,
    &c::LANGUAGE,
    #[cfg(feature = "lang-functional")]
    &clojure::LANGUAGE,
    #[cfg(feature = "lang-infra")]
    &cmake::LANGUAGE,
    &cpp::LANGUAGE,
    #[cfg(feature = "lang-dotnet")]
    &csharp::LANGUAGE,
    &cuda::LANGUAGE,
    #[cfg(feature = "lang-mobile")]
    &dart::LANGUAGE,
    #[cfg(feature = "lang-functional")]
    &elixir::LANGUAGE,
    #[cfg(feature = "lang-functional")]
    &erlang::LANGUAGE,
    #[cfg(feature = "lang-science")]
    &fortran::LANGUAGE,
    #[cfg(feature = "lang-dotnet")]
    &fsharp::LANGUAGE,
    #[cfg(feature = "lang-systems")]
    &glsl::LANGUAGE,
    &go::LANGUAGE,
    #[cfg(feature = "lang-data")]
    &graphql::LANGUAGE,
    #[cfg(feature = "lang-jvm")]
    &groovy::LANGUAGE,
    #[cfg(feature = "lang-heavy")]
    &haskell::LANGUAGE,
    #[cfg(feature = "lang-infra")]
    &hcl::LANGUAGE,
    &java::LANGUAGE,
    &javascript::LANGUAGE,
    #[cfg(feature = "lang-heavy")]
    &julia::LANGUAGE,
    &jupyter::LANGUAGE,
    #[cfg(feature = "lang-jvm")]
    &kotlin::LANGUAGE,
    #[cfg(feature = "lang-script")]
    &lua::LANGUAGE,
    #[cfg(feature = "lang-infra")]
    &make::LANGUAGE,
    &metal::LANGUAGE,
    #[cfg(feature = "lang-infra")]
    &nix::LANGUAGE,
    #[cfg(feature = "lang-heavy")]
    &objc::LANGUAGE,
    #[cfg(feature = "lang-heavy")]
    &ocaml::LANGUAGE,
    #[cfg(feature = "lang-heavy")]
    &ocaml_interface::LANGUAGE,
    #[cfg(feature = "lang-script")]
    &perl::LANGUAGE,
    #[cfg(feature = "lang-script")]
    &php::LANGUAGE,
    #[cfg(feature = "lang-script")]
    &powershell::LANGUAGE,
    #[cfg(feature = "lang-data")]
    &proto::LANGUAGE,
    &python::LANGUAGE,
    #[cfg(feature = "lang-science")]
    &r::LANGUAGE,
    #[cfg(feature = "lang-script")]
    &ruby::LANGUAGE,
    &rust::LANGUAGE,
    #[cfg(feature = "lang-heavy")]
    &scala::LANGUAGE,
    #[cfg(feature = "lang-contract")]
    &solidity::LANGUAGE,
    #[cfg(feature = "lang-data")]
    &sql::LANGUAGE,
    &starlark::LANGUAGE,
    &svelte::LANGUAGE,
    #[cfg(feature = "lang-heavy")]
    &swift::LANGUAGE,
    #[cfg(feature = "lang-data")]
    &thrift::LANGUAGE,
    &tsx::LANGUAGE,
    &typescript::LANGUAGE,
    &vue::LANGUAGE,
    #[cfg(feature = "lang-systems")]
    &zig::LANGUAGE,
];

/// The language of a file whose name fits `found`, by its content where the name leaves that open.
#[cfg(not(feature = "lang-heavy"))]
pub(crate) fn by_content(found: &'static Language, path: &str, head: &[u8]) -> Option<&'static Language> {
    Some(cpp::by_content(found, path, head))
}

/// The row by which a file is read: that of its language, unless its scripts say that they need another grammar.
pub fn read_as(language: &'static Language, source: &str) -> &'static Language {
    let read_as = language.container.and_then(|container| container.read_as);
    read_as.and_then(|read_as| read_as(source)).unwrap_or(language)
}

/// What the parser is to see of a file that it misread, where that is known; for the second try.
pub(crate) fn mended(language: &Language, source: &str) -> Option<String> {
    match language.id {
        "typescript" => typescript::mended::mended(source, |_, _| ()),
        "tsx" => typescript::mended::mended(source, javascript::element_text::blank_ampersands),
        "javascript" if javascript::flow::has_types(source) => {
            typescript::mended::mended(source, javascript::flow::mend)
        }
        "javascript" => javascript::element_text::mended(source),
        "java" => java::mended::mended(source),
        "bash" => bash::mended::mended(source),
        _ => None,
    }
}

/// True for a file of a language that is of another format beside that, and declares nothing as code.
pub(crate) fn only_imports(path: &str) -> bool {
    csharp::projects::is_project(path)
}

/// The code of a file that holds it in texts of another format; `None` for a file that is code itself.
pub(crate) fn unwrapped(language: &Language, source: &str) -> Option<Notebook> {
    Some(language.container?.unwrap?(source))
}

/// What of a file search knows: all of it, but for what a program wrote into it. As many bytes.
pub fn searched<'a>(language: &Language, bytes: &'a [u8]) -> Cow<'a, [u8]> {
    let searched = language.container.and_then(|container| container.searched);
    searched.map_or(Cow::Borrowed(bytes), |searched| searched(bytes))
}

/// Reads the code that stands in markup around the scripts of a file.
pub(crate) fn read_markup(build: &mut Build<'_>, limits: Limits, problems: &mut Vec<Problem>) {
    javascript::components::read(build, limits, problems);
}

/// What of a file of this language stands under conditions of a preprocessor.
pub(crate) fn conditionals(language: &Language, source: &str) -> Conditionals {
    let dialect = preprocessor(language.id);
    dialect.map_or_else(Conditionals::default, |dialect| c::configuration::conditionals(source, dialect))
}

/// True for languages with a preprocessor, by their id.
pub(crate) fn has_conditions(id: &str) -> bool {
    preprocessor(id).is_some()
}

fn preprocessor(id: &str) -> Option<c::branches::Dialect> {
    match id {
        "c" | "objc" => Some(c::branches::Dialect::C),
        "cpp" | "cuda" | "glsl" | "metal" => Some(c::branches::Dialect::Cpp),
        _ => None,
    }
}
