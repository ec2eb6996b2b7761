//! What is used without a reference in Java.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "readObject writeObject readResolve writeReplace readObjectNoData serialVersionUID \
                serialPersistentFields finalize main premain agentmain valueOf values",
    marks: "native",
    lookups: "getMethod getDeclaredMethod getDeclaredField getField forName findVirtual findStatic loadClass",
    computed: "getMethod( getDeclaredMethod( getDeclaredField( getField(",
    ..Conventions::BASE
};
