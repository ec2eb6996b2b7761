//! Under which condition each place of a file stands.

use super::conditions::joined;
use super::state::Notes;

/// Says under which condition places of a file stand, in ascending order of the places.
pub(in crate::languages) struct ConditionCursor<'n> {
    notes: &'n Notes,
    next: usize,
    open: Vec<usize>,
    /// What stood around the last place, where no condition began or ended since.
    here: Option<String>,
}

impl<'n> ConditionCursor<'n> {
    pub(in crate::languages) fn new(notes: &'n Notes) -> Self {
        Self { notes, next: 0, open: Vec::new(), here: None }
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
            self.here = None;
        }
        while self.open.last().is_some_and(|i| all[*i].end <= place) {
            self.open.pop();
            self.here = None;
        }
        let join = || joined(self.open.iter().map(|i| all[*i].text.as_str()));
        Some(self.here.get_or_insert_with(join)).filter(|text| !text.is_empty()).cloned()
    }
}
