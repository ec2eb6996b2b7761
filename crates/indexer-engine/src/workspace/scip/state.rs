//! What compilers said of a root: the SCIP indexes there are.

use crate::link::scip::Scip;
use indexer_store::Layout;
use std::sync::{Arc, Mutex, PoisonError};

/// What compilers said of a root, as far as it was looked at.
#[derive(Debug, Default)]
pub(crate) struct ScipState {
    layout: Option<Layout>,
    /// The root's folder in its repository; "" for the whole.
    prefix: String,
    held: Mutex<Arc<Scip>>,
}

impl ScipState {
    /// Nothing was looked at yet.
    pub(crate) fn new(layout: Option<Layout>, prefix: String) -> Self {
        Self { layout, prefix, held: Mutex::default() }
    }

    /// The root's folder in its repository; "" for the whole.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// What compilers said, as far as it was looked at.
    pub(crate) fn held(&self) -> Arc<Scip> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks at which SCIP indexes there are: another process may have taken one in.
    pub(crate) fn look(&self) {
        let now = Scip::look(self.layout.as_ref(), &self.prefix);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if now.digest() != held.digest() {
            *held = Arc::new(now);
        }
    }

    /// True where one was found damaged and is gone. What was just linked may rest on the others
    /// alone, and is to be linked anew: without it, as by every process from now on.
    pub(crate) fn has_lost(&self) -> bool {
        let held = self.held();
        !held.damaged().is_empty() && {
            self.look();
            self.held().digest() != held.digest()
        }
    }
}
