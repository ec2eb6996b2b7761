//! Which repositories somebody may ask.

use indexer_config::is_match;
use std::sync::Arc;

/// What somebody may ask: everything that the program may open, or some of the repositories that are asked together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Grant {
    /// Everything.
    #[default]
    Everything,
    /// The repositories whose names match one of these patterns, and nothing else: not the root, and no other folder.
    Only(Arc<[String]>),
}

impl Grant {
    /// Repositories whose names match one of these patterns (`*` and `?`).
    pub fn only(patterns: impl IntoIterator<Item = String>) -> Self {
        Self::Only(patterns.into_iter().collect())
    }

    /// True where nothing is kept from them.
    pub fn is_everything(&self) -> bool {
        *self == Self::Everything
    }

    /// True where the repository of this name may be asked.
    pub fn allows(&self, name: &str) -> bool {
        match self {
            Self::Everything => true,
            Self::Only(patterns) => patterns.iter().any(|pattern| is_match(pattern, name)),
        }
    }
}
