//! What questions worked out of a snapshot and the next ones use again.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

type Slot = Arc<Mutex<Option<Arc<dyn Any + Send + Sync>>>>;

/// Values that were worked out of one view, one of each type.
#[derive(Default)]
pub(crate) struct Kept {
    slots: Mutex<Vec<(TypeId, Slot)>>,
}

impl Kept {
    /// The value of this type; made where there is none yet. Who asks meanwhile waits. Nothing is kept
    /// of what failed.
    pub(crate) fn get<T: Send + Sync + 'static, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let slot = self.slot(TypeId::of::<T>());
        let mut held = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = held.as_ref().and_then(|known| known.clone().downcast().ok()) {
            return Ok(known);
        }
        let made = Arc::new(make()?);
        *held = Some(made.clone());
        Ok(made)
    }

    fn slot(&self, of: TypeId) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, slot)) = slots.iter().find(|(id, _)| *id == of) {
            return slot.clone();
        }
        let slot = Slot::default();
        slots.push((of, slot.clone()));
        slot
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;

    #[test]
    fn each_type_is_made_once_and_failures_are_not_kept() {
        let kept = Kept::default();
        assert_eq!(kept.get(|| Err::<u32, _>("no")), Err("no"));
        assert_eq!(*kept.get(|| Ok::<_, ()>(1u32)).unwrap(), 1);
        assert_eq!(*kept.get(|| Ok::<_, ()>(2u32)).unwrap(), 1);
        assert_eq!(*kept.get(|| Ok::<_, ()>(2u64)).unwrap(), 2);
    }
}
