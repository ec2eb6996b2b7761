//! What is used without a reference in Dart.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "main build createState initState dispose didChangeDependencies noSuchMethod toJson fromJson",
    marks: "external @pragma",
    lookups: "Symbol invoke",
    ..Conventions::BASE
};
