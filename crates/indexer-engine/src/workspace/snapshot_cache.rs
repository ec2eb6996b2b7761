//! Values computed from a snapshot, shared by the questions about it.

use indexer_core::work;
use std::any::{Any, TypeId};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;
use std::{fmt, thread};

type CachedValue = Option<Arc<dyn Any + Send + Sync>>;

type CacheSlot = Arc<Mutex<CachedValue>>;

/// How often a caller that waits checks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(5);

/// Values computed from one view, or from what no view changes; one of each type.
#[derive(Default)]
pub(crate) struct SnapshotCache {
    slots: Mutex<Vec<(TypeId, CacheSlot)>>,
}

impl SnapshotCache {
    /// The value of this type; made where there is none yet, while other callers wait. An error is not
    /// cached.
    pub(crate) fn get<T: Send + Sync + 'static, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let slot = self.slot(TypeId::of::<T>());
        let held = slot.lock().unwrap_or_else(PoisonError::into_inner);
        made_in(held, make)
    }

    /// As [`get`](Self::get); `None` where `stop` is set while another caller makes the value.
    pub(crate) fn get_unless<T: Send + Sync + 'static, E>(
        &self,
        stop: &AtomicBool,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Option<Arc<T>>, E> {
        let slot = self.slot(TypeId::of::<T>());
        loop {
            match slot.try_lock() {
                Ok(held) => return made_in(held, make).map(Some),
                Err(TryLockError::Poisoned(held)) => return made_in(held.into_inner(), make).map(Some),
                Err(TryLockError::WouldBlock) if work::is_stopped(stop) => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            }
        }
    }

    fn slot(&self, of: TypeId) -> CacheSlot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, slot)) = slots.iter().find(|(id, _)| *id == of) {
            return slot.clone();
        }
        let slot = CacheSlot::default();
        slots.push((of, slot.clone()));
        slot
    }
}

/// The value in a slot that is held; made where there is none yet.
fn made_in<T: Send + Sync + 'static, E>(
    mut held: MutexGuard<'_, CachedValue>,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<Arc<T>, E> {
    if let Some(known) = held.as_ref().and_then(|known| known.clone().downcast().ok()) {
        return Ok(known);
    }
    let made = Arc::new(make()?);
    *held = Some(made.clone());
    Ok(made)
}

impl fmt::Debug for SnapshotCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SnapshotCache").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::SnapshotCache;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn each_type_is_made_once_and_failures_are_not_kept() {
        let kept = SnapshotCache::default();
        assert_eq!(kept.get(|| Err::<u32, _>("no")), Err("no"));
        assert_eq!(*kept.get(|| Ok::<_, ()>(1u32)).unwrap(), 1);
        assert_eq!(*kept.get(|| Ok::<_, ()>(2u32)).unwrap(), 1);
        assert_eq!(*kept.get(|| Ok::<_, ()>(2u64)).unwrap(), 2);
    }

    #[test]
    fn who_waits_for_what_another_makes_can_be_stopped() {
        let (kept, stop) = (SnapshotCache::default(), AtomicBool::new(true));
        let made = kept.get(|| {
            // While this is made, somebody else asks for it and is told to stop.
            let other = std::thread::scope(|scope| {
                scope.spawn(|| kept.get_unless(&stop, || Ok::<_, ()>(2u32))).join().unwrap()
            });
            assert_eq!(other, Ok(None));
            Ok::<_, ()>(1u32)
        });
        assert_eq!(made.map(|made| *made), Ok(1));
        assert_eq!(kept.get_unless(&stop, || Err::<u32, _>("kept")).unwrap().map(|made| *made), Some(1));
    }
}
