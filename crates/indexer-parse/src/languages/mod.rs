//! The language table. A language is a folder here and a row there.

use crate::language::Language;

mod c;
mod cpp;
mod go;
mod java;
mod python;
mod rust;

pub(crate) use cpp::by_content;

/// All languages, in alphabetic order of their ids.
pub const LANGUAGES: &[&Language] =
    &[&c::LANGUAGE, &cpp::LANGUAGE, &go::LANGUAGE, &java::LANGUAGE, &python::LANGUAGE, &rust::LANGUAGE];
