//! What is used without a reference in Groovy.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "call methodMissing propertyMissing getProperty setProperty invokeMethod main",
    marks: "",
    lookups: "invokeMethod metaClass getMethod forName \"$ \"${",
    computed: ".\"$ .\"${ invokeMethod(",
    ..Conventions::BASE
};
