//! Which SCIP indexes there are.

use crate::link::scip::Scip;
use crate::workspace::open::{Latest, Workspace};
use indexer_core::key::hash_numbers;
use indexer_git::Repository;
use std::sync::{Arc, PoisonError};

impl Workspace {
    /// Hash of everything besides the files that an index is a function of.
    pub(crate) fn settings(&self) -> u64 {
        hash_numbers([self.settings, self.scip().digest()])
    }

    /// What compilers said, as far as it was looked at.
    pub(crate) fn scip(&self) -> Arc<Scip> {
        self.scip.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks at which SCIP indexes there are: another process may have taken one in.
    pub(crate) fn look_at_scip(&self) {
        let now = Scip::look(self.layout.as_ref(), self.prefix());
        let mut held = self.scip.lock().unwrap_or_else(PoisonError::into_inner);
        if now.digest() != held.digest() {
            *held = Arc::new(now);
        }
    }

    /// Looks at which SCIP indexes there are; what was made without one of them is given up.
    pub(crate) fn look_again(&self, state: &mut Latest) {
        self.look_at_scip();
        let settings = self.settings();
        if state.settings != settings {
            *state = Latest::new(settings);
        }
    }

    /// True where one was found damaged and is gone. What was just linked may rest on the others
    /// alone, and is to be linked anew: without it, as by every process from now on.
    pub(crate) fn has_lost_scip(&self) -> bool {
        let held = self.scip();
        !held.damaged().is_empty() && {
            self.look_at_scip();
            self.scip().digest() != held.digest()
        }
    }

    /// The root's folder in its repository; "" for the whole.
    pub(crate) fn prefix(&self) -> &str {
        self.disk.as_ref().and_then(|disk| disk.repository()).map_or("", Repository::prefix)
    }
}
