//! What is used without a reference in Scala.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "readObject writeObject readResolve writeReplace serialVersionUID main apply unapply unapplySeq \
                map flatMap foreach withFilter selectDynamic applyDynamic updateDynamic update",
    marks: "implicit given using extension inline",
    lookups: "getMethod getDeclaredMethod getDeclaredField forName",
    computed: "getMethod( getDeclaredMethod( getDeclaredField(",
    ..Conventions::BASE
};
