//! Complexity of callables.

/// Counts the complexity of the callable that is being walked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meter {
    /// Branches so far, without the 1 of the callable itself.
    pub branches: u32,
    /// Cognitive complexity so far.
    pub cognitive: u32,
    /// How deep the walk stands in control structures.
    pub nesting: u32,
    /// The deepest so far.
    pub deepest: u32,
    /// True right before the `if` of an `else if`, which adds no nesting.
    pub else_if: bool,
}

impl Meter {
    /// Enters a control structure that adds to cognitive complexity and nests.
    pub fn enter(&mut self) {
        self.cognitive += 1 + self.nesting;
        self.nest();
    }

    /// Enters a control structure that is a branch.
    pub fn branch(&mut self) {
        self.enter();
        self.branches += 1;
    }

    /// Enters an `if`; that of an `else if` adds no nesting of its own.
    pub fn enter_if(&mut self) {
        match std::mem::take(&mut self.else_if) {
            true => self.nest(),
            false => self.enter(),
        }
        self.branches += 1;
    }

    /// Enters a part that nests but does not count by itself.
    pub fn nest(&mut self) {
        self.nesting += 1;
        self.deepest = self.deepest.max(self.nesting);
    }

    /// Leaves what was entered.
    pub fn leave(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }
}
