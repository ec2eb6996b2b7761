//! Every identifier of a file is counted once, though some texts are read twice and some by nobody.

use super::Uses;
use indexer_core::Tally;

/// What a tally lacks until it is that of the tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conservation {
    /// Identifier tokens that a second reading of the same text found too few (above 0) or too many.
    correction: i64,
    /// Identifiers of the file, where some may be found by nobody.
    identifiers: Option<u32>,
}

impl Conservation {
    /// Identifier tokens that were classified so far.
    pub fn classified(tally: &Tally, uses: &Uses) -> i64 {
        i64::from(tally.definitions + tally.locals + tally.neither + tally.left_out) + uses.counted() as i64
    }

    /// Has `Conservation::settle` count as left out what of so many identifiers of the file nobody has
    /// classified.
    pub fn leave_out_rest(&mut self, identifiers: u32) {
        self.identifiers = Some(identifiers);
    }

    /// Notes that a second reading classified `classified` tokens where the tree has `counted`
    /// identifiers: words that are a keyword in only one of the readings.
    pub fn correct(&mut self, counted: i64, classified: i64) {
        self.correction += counted - classified;
    }

    /// Makes the tally that of the tree.
    pub(super) fn settle(self, tally: &mut Tally) {
        correct(tally, self.correction);
        let classified = tally.definitions + tally.references + tally.locals + tally.neither + tally.left_out;
        tally.identifiers = self.identifiers.map_or(classified, |all| all.max(classified));
        tally.left_out += tally.identifiers - classified;
    }
}

/// Adds the tokens that a second reading missed to `neither`; takes those that it found too many
/// (`default` in a macro's arguments) from `neither`, else from the references or locals they are.
fn correct(tally: &mut Tally, correction: i64) {
    if correction >= 0 {
        tally.neither += correction as u32;
        return;
    }
    let mut surplus = correction.unsigned_abs() as u32;
    for count in [&mut tally.neither, &mut tally.references, &mut tally.locals, &mut tally.definitions] {
        let taken = surplus.min(*count);
        *count -= taken;
        surplus -= taken;
    }
}
