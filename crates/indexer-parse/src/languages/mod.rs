//! The language table. A language is a folder here and a row there.

use crate::language::Language;

mod javascript;
mod python;
mod rust;
mod tsx;
mod typescript;

/// All languages, in alphabetic order of their ids.
pub const LANGUAGES: &[&Language] =
    &[&javascript::LANGUAGE, &python::LANGUAGE, &rust::LANGUAGE, &tsx::LANGUAGE, &typescript::LANGUAGE];
