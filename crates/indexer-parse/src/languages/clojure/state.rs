//! What Clojure's hooks remember while the walk goes on.

use crate::memory::Memory;

/// What Clojure's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Clojure {
    /// How many templates of code (`` `(a ~b) ``) are open around the walk: what stands in them declares nothing here.
    pub templates: u32,
}

impl Memory for Clojure {}
