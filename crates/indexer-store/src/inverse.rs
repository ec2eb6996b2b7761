//! Runs turned around: what a segment holds one way alone, because the other is asked for all owners at once.

use crate::columns::Columns;
use crate::format::Section as S;

/// For each item the owners in whose runs it stands, ascending.
#[derive(Debug)]
pub(crate) struct Inverse {
    starts: Vec<u32>,
    owners: Vec<u32>,
}

impl Inverse {
    /// Of the runs of `starts` into `items`, whose numbers are below `count`. O(items); 4 bytes for each stay.
    pub(crate) fn of(columns: &Columns, (starts, items): (S, S), count: u32) -> Self {
        let all = || {
            let owners = 0..columns.items(starts).saturating_sub(1);
            owners.flat_map(|owner| columns.run_items(starts, items, owner).map(move |item| (item, owner)))
        };
        let mut sums = vec![0_u32; count as usize + 1];
        for (item, _) in all() {
            if let Some(sum) = sums.get_mut(item as usize + 1) {
                *sum += 1;
            }
        }
        let mut sum = 0;
        for one in &mut sums {
            sum += *one;
            *one = sum;
        }
        let (mut places, mut owners) = (sums.clone(), vec![0; sum as usize]);
        for (item, owner) in all() {
            if let Some(place) = places.get_mut(item as usize)
                && let Some(slot) = owners.get_mut(*place as usize)
            {
                *slot = owner;
                *place += 1;
            }
        }
        Self { starts: sums, owners }
    }

    /// The owners of an item; none for an item beyond the last.
    pub(crate) fn owners(&self, item: u32) -> &[u32] {
        let at = item as usize;
        let run = self.starts.get(at).zip(self.starts.get(at + 1));
        run.and_then(|(start, end)| self.owners.get(*start as usize..*end as usize)).unwrap_or(&[])
    }
}
