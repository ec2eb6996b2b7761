//! What was seen of the disk while one question is answered, or one index is made: it is looked at once.

use crate::pypi::Venvs;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What was seen already. Who keeps it for longer than a question does not see what is installed meanwhile.
#[derive(Debug, Default)]
pub struct Seen {
    /// Environments of Python by the folder from which they are looked for.
    venvs: Mutex<BTreeMap<String, Arc<Venvs>>>,
}

impl Seen {
    /// The environments that are seen from a folder, looked for the first time.
    pub(crate) fn venvs(&self, folder: &str, look: impl FnOnce() -> Venvs) -> Arc<Venvs> {
        let known = |seen: &Self| {
            let venvs = seen.venvs.lock().unwrap_or_else(PoisonError::into_inner);
            venvs.get(folder).cloned()
        };
        if let Some(found) = known(self) {
            return found;
        }
        // Two who look at once find the same.
        let found = Arc::new(look());
        let mut venvs = self.venvs.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(venvs.entry(folder.to_owned()).or_insert(found))
    }
}
