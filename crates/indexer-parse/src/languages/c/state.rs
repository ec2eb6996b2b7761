//! What the mask notes of a file, and what the hooks remember while its tree is walked.

use super::branches::{Condition, Dialect};
use super::expansion::Made;
use crate::build::Build;
use crate::memory::Memory;
use crate::walk::Walk;
use indexer_core::{DefId, ExprId, Span};

/// A part of the file that the parser does not see.
#[derive(Clone, Debug)]
pub(in crate::languages) struct Hidden {
    /// Its bytes.
    pub span: Span,
    /// What it is.
    pub what: What,
}

/// What a hidden part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum What {
    /// Code of a branch that does not fit beside another, arguments of a macro.
    Code,
    /// The condition of an `#if`, the name after `#ifdef` or `#undef`: names of macros.
    Condition,
    /// The name and body of the macro with this index.
    Macro(usize),
    /// The name that guards a header.
    Guard,
    /// A macro that is used like a keyword or an attribute; names in its arguments are read.
    Use,
    /// Attributes: what they name is no symbol.
    Attribute,
    /// The class in [`Notes::fixtures`]: read where its function is.
    Fixture,
}

/// A `#define`.
#[derive(Clone, Debug)]
pub(in crate::languages) struct MacroDefinition {
    /// Its name.
    pub name: Span,
    /// True where the name is a keyword of the language.
    pub is_keyword: bool,
    /// Its parameters, where it is like a function.
    pub parameters: Option<Vec<Span>>,
    /// What it stands for.
    pub body: Span,
    /// The whole line.
    pub whole: Span,
}

/// An `#include`.
#[derive(Clone, Debug)]
pub(in crate::languages) struct Include {
    /// The path between the quotes.
    pub path: Span,
    /// True for `<...>`.
    pub system: bool,
    /// The whole line.
    pub whole: Span,
}

/// What an identifier of the tree is, where the tree does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Mark {
    /// The name of a macro.
    Macro,
    /// A type among the arguments of a macro.
    Type,
    /// A word that names nothing.
    Neither,
    /// The name of a function that a macro makes.
    Made,
    /// The name of a test that a macro makes.
    Test,
}

#[derive(Debug, Default)]
pub(in crate::languages) struct Notes {
    /// The language that the file was masked for.
    pub dialect: Option<Dialect>,
    /// First byte and end of each comment.
    pub comments: Vec<(u32, u32)>,
    /// Branches under a condition, outer ones first.
    pub conditions: Vec<Condition>,
    /// Macros that are defined.
    pub macros: Vec<MacroDefinition>,
    /// Files that are included.
    pub includes: Vec<Include>,
    /// Where the directives begin that include a file inside an enumeration.
    pub enumerated: Vec<u32>,
    /// Enumerators that macros make, by the place where an enumeration uses the macro.
    pub made: Vec<Made>,
    /// Where an enumeration uses a macro of which not all is followed.
    pub cut: Option<u32>,
    /// What the parser does not see, in order.
    pub hidden: Vec<Hidden>,
    /// Functions that a macro makes inside of a class: first byte of the name, and the name of the class.
    pub fixtures: Vec<(u32, Span)>,
    /// Types that a macro stands around: first byte of the type, and of the macro.
    pub wrapped: Vec<(u32, u32)>,
    /// What identifiers of the tree are, by their first byte.
    pub marks: Vec<(u32, Mark)>,
    /// What an initialiser in braces initialises.
    pub initialised: ExprId,
    /// The type of the cast whose callee was read last: `static_cast<T>`.
    pub cast: Option<ExprId>,
    /// The definition that was made ahead for a type without a name, and the bytes of its name.
    pub ahead: Option<(DefId, Span)>,
    /// Inside of a `friend` declaration, which declares no type.
    pub is_friend: bool,
    /// How many namespaces without a name are around.
    pub unnamed: u32,
    /// Visibility of the members that follow, in a class.
    pub access: Option<indexer_core::Visibility>,
    /// What the functions around return, the innermost last.
    pub returns: Vec<Vec<ExprId>>,
    /// Where the template head before the next declaration begins, with its parameters.
    pub template: Option<(u32, indexer_core::List)>,
}

impl Memory for Notes {
    fn finish(&mut self, build: &mut Build<'_>) {
        super::hidden::read(std::mem::take(self), build);
    }
}

impl Notes {
    /// What the mask says of the identifier that begins at `start`.
    pub(in crate::languages) fn mark(&self, start: u32) -> Option<Mark> {
        if self.marks.is_empty() {
            return None;
        }
        let at = self.marks.binary_search_by_key(&start, |(at, _)| *at).ok()?;
        Some(self.marks[at].1)
    }

    /// Where the macro begins that stands around the type at `start`.
    pub(in crate::languages) fn wrapper(&self, start: u32) -> Option<u32> {
        let found = self.wrapped.binary_search_by_key(&start, |(at, _)| *at);
        found.ok().map(|at| self.wrapped[at].1)
    }

    /// The class inside of which a macro makes the function whose name begins at `start`.
    pub(in crate::languages) fn fixture(&self, start: u32) -> Option<Span> {
        let found = self.fixtures.binary_search_by_key(&start, |(at, _)| *at);
        found.ok().map(|at| self.fixtures[at].1)
    }
}

/// Shorthands that the hooks use on the walk.
pub(in crate::languages) trait Remembers {
    /// The notes of the file.
    fn notes(&mut self) -> &mut Notes;
    /// True where the file is read as C++.
    fn is_cpp(&mut self) -> bool;
}

impl Remembers for Walk<'_, '_> {
    fn notes(&mut self) -> &mut Notes {
        self.build.remembered.of()
    }

    fn is_cpp(&mut self) -> bool {
        self.notes().dialect == Some(Dialect::Cpp)
    }
}
