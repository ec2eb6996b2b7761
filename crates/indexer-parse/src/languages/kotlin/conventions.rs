//! What is used without a reference in Kotlin.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "readObject writeObject readResolve writeReplace serialVersionUID main getValue setValue \
                provideDelegate iterator hasNext next contains invoke compareTo rangeTo rangeUntil",
    marks: "operator external expect actual",
    lookups: "getMethod getDeclaredMethod getDeclaredField forName memberProperties declaredMembers functions",
    computed: "getMethod( getDeclaredMethod( getDeclaredField(",
    ..Conventions::BASE
};
