//! What Ruby's hooks remember while the walk goes on.

use crate::memory::Memory;
use indexer_core::{ExprId, Name, Span};

/// What `self` is at a place inside of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiver {
    /// An instance of the type around.
    Instance,
    /// The type itself: in its body and in the methods that it has itself.
    Type,
}

/// What Ruby's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Ruby {
    /// What `self` is in the bodies around, the innermost last.
    pub receivers: Vec<Receiver>,
    /// True inside of `class << self`.
    pub is_singleton: bool,
    /// The names of the methods around, the innermost last.
    pub methods: Vec<Name>,
    /// What the branches of each construct around give that gives the value of one of them, the innermost last.
    pub branches: Vec<Vec<ExprId>>,
    /// The members of a `Struct` that the class whose body comes next extends.
    pub members: Vec<Span>,
    /// True among the arguments of a call that declares by names.
    pub declares: bool,
}

impl Memory for Ruby {}
