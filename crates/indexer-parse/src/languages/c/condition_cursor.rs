//! Under which condition each place of a file stands.

use super::conditions::joined;
use super::state::Notes;

/// Says under which condition places of a file stand, in ascending order of the places.
pub(in crate::languages) struct ConditionCursor<'n> {
    notes: &'n Notes,
    next: usize,
    open: Vec<usize>,
}

impl<'n> ConditionCursor<'n> {
    pub(in crate::languages) fn new(notes: &'n Notes) -> Self {
        Self { notes, next: 0, open: Vec::new() }
    }

    /// The condition around a byte; `None` where there is none. No byte before that of the last question.
    pub(in crate::languages) fn at(&mut self, place: u32) -> Option<String> {
        let all = &self.notes.conditions;
        while let Some(one) = all.get(self.next).filter(|one| one.start <= place) {
            while self.open.last().is_some_and(|i| all[*i].end <= one.start) {
                self.open.pop();
            }
            self.open.push(self.next);
            self.next += 1;
        }
        while self.open.last().is_some_and(|i| all[*i].end <= place) {
            self.open.pop();
        }
        let text = joined(self.open.iter().map(|i| all[*i].text.as_str()));
        Some(text).filter(|text| !text.is_empty())
    }
}
