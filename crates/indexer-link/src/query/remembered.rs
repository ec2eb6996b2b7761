//! Answers that are no sets of values, remembered by whoever finds them first.

use crate::query::{Db, Dependencies, Table};
use indexer_core::FileId;
use std::hash::Hash;
use std::sync::Arc;

/// An answer, and what it rests on.
#[derive(Debug)]
pub(crate) struct Remembered<V> {
    pub(crate) value: V,
    dependencies: Arc<Dependencies>,
}

impl Db<'_, '_> {
    /// What `table` has under a key, else what `find` gives in the language of the file `about`. That is remembered where it
    /// is final: what rests on a query that is being answered is found again by who asks next.
    pub(crate) fn remembered<K: Eq + Hash, V>(
        &self,
        table: &Table<K, Remembered<V>>,
        key: K,
        about: FileId,
        find: impl FnOnce() -> V,
    ) -> Arc<Remembered<V>> {
        if let Some(known) = table.get(&key) {
            self.fixpoint.borrow_mut().rest_on(&known.dependencies);
            return known;
        }
        let outer = self.fixpoint.borrow_mut().begin_aside();
        let value = self.in_language_of(Some(about), find);
        let final_dependencies = self.fixpoint.borrow_mut().end_aside(outer);
        let Some(dependencies) = final_dependencies else {
            return Arc::new(Remembered { value, dependencies: Arc::default() });
        };
        let dependencies = self.linker.dependencies.keep(dependencies);
        self.fixpoint.borrow_mut().rest_on(&dependencies);
        table.insert(key, Arc::new(Remembered { value, dependencies }))
    }
}
