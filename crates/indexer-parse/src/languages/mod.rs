//! The language table. A language is a folder here and a row there.

use crate::language::Language;

mod go;
mod java;
mod python;
mod rust;

/// All languages, in alphabetic order of their ids.
pub const LANGUAGES: &[&Language] = &[&go::LANGUAGE, &java::LANGUAGE, &python::LANGUAGE, &rust::LANGUAGE];
