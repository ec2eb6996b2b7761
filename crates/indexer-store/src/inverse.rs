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
        // Runs follow one another. Where one goes back it is damage, by which few items could be those of many owners.
        let mut end = 0;
        let follows = |owner: &u32| {
            let run = columns.run(starts, items, *owner);
            let before = std::mem::replace(&mut end, run.end);
            run.start == before || columns.damage()
        };
        let owners = (0..columns.items(starts).saturating_sub(1)).take_while(follows).count() as u32;
        let all = || {
            let owners = 0..owners;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_turned_around_are_those_of_their_items() {
        let crafted =
            Columns::crafted(&[(S::ConsultedFileStart, &[0, 2, 2, 3]), (S::ConsultedFile, &[1, 0, 1])]);
        let found = Inverse::of(&crafted, (S::ConsultedFileStart, S::ConsultedFile), 2);
        assert_eq!((found.owners(0), found.owners(1), found.owners(2)), (&[0][..], &[0, 2][..], &[][..]));
        assert!(!crafted.damaged());
    }

    #[test]
    fn runs_that_go_back_ask_for_no_more_than_there_is() {
        let starts: Vec<u64> = (0..2_000).map(|at| at % 2 * 1_000).collect();
        let crafted = Columns::crafted(&[(S::ConsultedFileStart, &starts), (S::ConsultedFile, &[0; 1_000])]);
        let found = Inverse::of(&crafted, (S::ConsultedFileStart, S::ConsultedFile), 1);
        assert!(found.owners.len() <= 1_000, "{}", found.owners.len());
        assert!(crafted.damaged());
    }
}
