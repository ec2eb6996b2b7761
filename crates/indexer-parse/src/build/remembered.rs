//! What the hooks of one language remember between nodes.

use crate::memory::Memory;

/// A place for the memory of one language's hooks.
#[derive(Default)]
pub struct Remembered(Option<Box<dyn Memory>>);

impl Remembered {
    /// What the hooks remember; made at first use. A walk has hooks of one language.
    pub fn of<M: Memory + Default>(&mut self) -> &mut M {
        let memory = self.0.get_or_insert_with(|| Box::new(M::default()));
        let any: &mut dyn std::any::Any = memory.as_mut();
        any.downcast_mut().expect("the hooks of one language use one type of memory")
    }

    /// What the hooks remember, where it is of this type.
    pub fn get<M: Memory>(&mut self) -> Option<&mut M> {
        let any: &mut dyn std::any::Any = self.0.as_mut()?.as_mut();
        any.downcast_mut()
    }

    /// Gives the hooks what they remember from before the walk.
    pub fn put(&mut self, memory: Box<dyn Memory>) {
        self.0 = Some(memory);
    }

    pub(super) fn take(&mut self) -> Option<Box<dyn Memory>> {
        self.0.take()
    }
}
