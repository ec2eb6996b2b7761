//! What is used without a reference in Perl.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "import unimport AUTOLOAD DESTROY BEGIN END CLONE TIEHASH TIEARRAY TIESCALAR",
    marks: "",
    lookups: "can ->$ &$ &{ __PACKAGE__ eval",
    computed: "->$ &$ &{ *{ can(",
    ..Conventions::BASE
};
