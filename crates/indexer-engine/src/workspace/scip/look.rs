//! Which SCIP indexes there are.

use crate::workspace::open::{Latest, Workspace};
use indexer_core::key::hash_numbers;

impl Workspace {
    /// Hash of everything besides the files that an index is a function of.
    pub(crate) fn settings(&self) -> u64 {
        hash_numbers([self.settings, self.scip.held().digest()])
    }

    /// Looks at which SCIP indexes there are; what was made without one of them is given up.
    pub(crate) fn look_again(&self, state: &mut Latest) {
        self.scip.look();
        let settings = self.settings();
        if state.settings != settings {
            *state = Latest::new(settings);
        }
    }
}
