//! The language table. A language is a folder here and a row there.

use crate::language::Language;

mod c;
mod cpp;
mod go;
mod java;
mod javascript;
mod python;
mod rust;
mod tsx;
mod typescript;

pub(crate) use cpp::{by_content, included, is_told_by_content};

/// All languages, in alphabetic order of their ids.
pub const LANGUAGES: &[&Language] = &[
    &c::LANGUAGE,
    &cpp::LANGUAGE,
    &go::LANGUAGE,
    &java::LANGUAGE,
    &javascript::LANGUAGE,
    &python::LANGUAGE,
    &rust::LANGUAGE,
    &tsx::LANGUAGE,
    &typescript::LANGUAGE,
];
