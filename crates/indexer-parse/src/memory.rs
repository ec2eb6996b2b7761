//! What the hooks of a language remember between nodes.

use crate::build::Build;
use std::any::Any;

/// State of one language's hooks during one walk, kept in [`Build::remembered`].
pub trait Memory: Any {
    /// Called once, after the walk and before names are settled.
    fn finish(&mut self, _build: &mut Build<'_>) {}
}
