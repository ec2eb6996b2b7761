//! The canonical text of a view.

use crate::view::View;

impl View {
    /// Everything live as text: one line per file, symbol, reference, consulted key, extended
    /// type and package, in a fixed order. Two views with equal records give equal dumps, however
    /// they are cut into segments. O(index).
    pub fn dump(&self) -> String {
        todo!()
    }
}
