//! Which literals stand nowhere, inside of words neither: the index knows whole words only.

use super::super::Filter;
use super::CHECKED;
use crate::protocol::{Context, Problem};
use indexer_search::literal::{Anywhere, limits};
use indexer_store::Catalogue;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of each text whether no file that the filter takes holds its characters; `false` where there is too much to look
/// through. All are looked for at once: O(bytes), at most [`limits::LOOKED_THROUGH`].
pub(super) fn absent(
    context: &Context<'_>,
    catalogue: &Catalogue,
    filter: &Filter<'_>,
    texts: &[&str],
) -> Result<Vec<bool>, Problem> {
    let taken = || catalogue.files().filter(|file| filter.takes(*file));
    let Some(anywhere) = Anywhere::new(texts) else { return Ok(vec![false; texts.len()]) };
    if taken().map(|file| u64::from(file.bytes())).sum::<u64>() > limits::LOOKED_THROUGH {
        return Ok(vec![false; texts.len()]);
    }
    let paths: Vec<&str> = taken().map(|file| file.path()).collect();
    let files: Vec<AtomicUsize> = texts.iter().map(|_| AtomicUsize::new(0)).collect();
    let holds = |bytes: &[u8]| {
        let held = anywhere.held_by(bytes);
        files.iter().zip(&held).filter(|(_, held)| **held).for_each(|(count, _)| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        held.contains(&true)
    };
    let (holding, unread) = context.snapshot.matching(&paths, holds, context.cancel);
    context.still_wanted()?;
    if unread > 0 {
        return Ok(vec![false; texts.len()]);
    }
    let files: Vec<usize> = files.into_iter().map(AtomicUsize::into_inner).collect();
    let mut absent: Vec<bool> = files.iter().map(|count| *count <= CHECKED).collect();
    // Few files may hold a text only in a secret, which is not shown and so holds nothing.
    let doubtful: Vec<usize> = (0..texts.len()).filter(|at| absent[*at] && files[*at] > 0).collect();
    let Some(anywhere) = Anywhere::new(&doubtful.iter().map(|at| texts[*at]).collect::<Vec<_>>()) else {
        return Ok(absent);
    };
    let holds = |bytes: &[u8]| anywhere.held_by(bytes).contains(&true);
    let (holding, unread) = context.snapshot.matching(&holding, holds, context.cancel);
    for path in holding {
        let held = anywhere.held_by(context.source(path)?.text.as_bytes());
        doubtful.iter().zip(held).filter(|(_, held)| *held).for_each(|(at, _)| absent[*at] = false);
    }
    if unread > 0 {
        doubtful.iter().for_each(|at| absent[*at] = false);
    }
    Ok(absent)
}
