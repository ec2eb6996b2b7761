//! What the operators of a language, its literals and its loops mean to the linker.

use crate::expression::{CollectionKind, LiteralKind};

/// Through which members of types the operators of a language go. The types of literals and
/// collections are names that the language's stubs define.
#[derive(Debug)]
pub struct Protocol {
    /// Name of the type of a literal.
    pub literal: fn(LiteralKind) -> Option<&'static str>,
    /// Name of the type of a collection that is written out; its first type argument is the
    /// union of the elements.
    pub collection: fn(CollectionKind) -> Option<&'static str>,
    /// A type of the standard library that is iterated, and the collection whose members all subtypes of it have, of the same
    /// elements: our declarations have them there alone.
    pub sequence: Option<(&'static str, &'static str)>,
    /// What iterating calls: alternatives, each a sequence of members to call one after another.
    pub element: &'static [&'static [&'static str]],
    /// What indexing calls: alternatives.
    pub index: &'static [&'static str],
    /// The member whose result `?` takes.
    pub tried: Option<&'static str>,
    /// What dereferencing calls: alternatives.
    pub deref: &'static [&'static str],
    /// The traits of what can be awaited, and their member that says what awaiting gives.
    pub awaited: Option<(&'static [&'static str], &'static str)>,
    /// Types outside whose subtypes take their fields as keyword arguments.
    pub records: &'static [&'static str],
    /// Traits that say nothing of members, and that nearly every type has although nobody writes it.
    pub markers: &'static [&'static str],
    /// Name of the generic type whose arguments are the items of a tuple.
    pub tuple: Option<&'static str>,
    /// Generic result types that narrow the argument to their type argument (`TypeIs`).
    pub guards: &'static [&'static str],
    /// Generic types that stand for the union of their arguments (`Optional`).
    pub transparent: &'static [&'static str],
    /// The member that entering a context manager calls.
    pub entered: Option<&'static str>,
    /// Name of the generic type that an asynchronous function gives and that awaiting takes away;
    /// `None` where awaiting gives what the function returns.
    pub promise: Option<&'static str>,
    /// Name of the type of functions, for members that every function has.
    pub function: Option<&'static str>,
    /// Name of the type whose members every instance has, beside those of its own type and bases (`Object`).
    pub every: Option<&'static str>,
    /// Member of a type through which the members of its instances are written (`prototype`).
    pub prototype: Option<&'static str>,
    /// Member of an instance that gives its type (`constructor`, `__class__`).
    pub class: Option<&'static str>,
}

impl Protocol {
    /// A language of which nothing is known: no operator leads anywhere.
    pub const BASE: Protocol = Protocol {
        literal: |_| None,
        collection: |_| None,
        sequence: None,
        element: &[],
        index: &[],
        tried: None,
        deref: &[],
        awaited: None,
        records: &[],
        markers: &[],
        tuple: None,
        guards: &[],
        transparent: &[],
        entered: None,
        promise: None,
        function: None,
        every: None,
        prototype: None,
        class: None,
    };
}
