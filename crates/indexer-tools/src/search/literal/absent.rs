//! Which literals stand nowhere, inside of words neither: the index knows whole words only.

use super::super::{Asked, Filter};
use super::Verdict;
use crate::protocol::{Context, Problem, Records};
use indexer_engine::LeftOut;
use indexer_search::literal::{Anywhere, limits};
use indexer_store::Catalogue;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What of a question stands nowhere.
#[derive(Debug, Default, Serialize)]
pub struct Absence {
    /// What the question marks as literal and stands nowhere in the indexed files of what was asked about; where they are
    /// too many or too large to be looked through, nothing is said of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// Where nothing was found: files that were not looked at, by the reason for which they are in no index, wherever in
    /// the repository they are, and `unreadable` ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub unread: BTreeMap<&'static str, u64>,
}

impl Absence {
    /// These texts, and the files that may hold them all the same where there is one.
    pub fn of(asked: &[Asked<'_, '_>], absent: Vec<String>) -> Self {
        let unread = if absent.is_empty() { BTreeMap::new() } else { unread(asked) };
        Self { absent, unread }
    }

    /// Writes both.
    pub fn write(&self, out: &mut Records) {
        for text in &self.absent {
            out.record("absent").text("text", text);
        }
        if !self.unread.is_empty() {
            let mut record = out.record("unread");
            for (reason, count) in &self.unread {
                record.field(reason, count);
            }
        }
    }
}

/// How many files of the repositories are in no index for what they are, by reason: those that somebody wants to be left
/// out, and what is no file, are none of them.
pub fn unread(asked: &[Asked<'_, '_>]) -> BTreeMap<&'static str, u64> {
    let reasons = [
        LeftOut::UnknownLanguage,
        LeftOut::TooLarge,
        LeftOut::Binary,
        LeftOut::Secret,
        LeftOut::NotUtf8Name,
        LeftOut::Unreadable,
        LeftOut::TooDeep,
    ];
    let mut counts = BTreeMap::new();
    for one in asked {
        let own = &one.context.snapshot.freshness.left_out;
        for (reason, count) in reasons.iter().filter_map(|reason| Some((reason.as_str(), own.get(reason)?))) {
            *counts.entry(reason).or_default() += *count;
        }
    }
    counts
}

/// The files that the filter takes, where they are few enough to be looked through; `None` where they are not.
pub(super) fn few<'v>(catalogue: &Catalogue<'v>, filter: &Filter<'_>) -> Option<Vec<&'v str>> {
    let mut left = limits::LOOKED_THROUGH;
    let taken = catalogue.files().filter(|file| filter.takes(*file));
    taken
        .map(|file| {
            left = left.checked_sub(u64::from(file.bytes()))?;
            Some(file.path())
        })
        .collect()
}

/// Of each text whether a file that the filter takes holds its characters. All are looked for at once: O(bytes), at most
/// [`limits::LOOKED_THROUGH`].
pub(super) fn absent(
    context: &Context<'_>,
    catalogue: &Catalogue<'_>,
    filter: &Filter<'_>,
    texts: &[&str],
) -> Result<Vec<Verdict>, Problem> {
    let Some(anywhere) = Anywhere::new(texts) else { return Ok(vec![Verdict::Unknown; texts.len()]) };
    let Some(paths) = few(catalogue, filter) else { return Ok(vec![Verdict::Unknown; texts.len()]) };
    let files: Vec<AtomicUsize> = texts.iter().map(|_| AtomicUsize::new(0)).collect();
    let holds = |bytes: &[u8]| {
        let held = anywhere.held_by(bytes);
        files.iter().zip(&held).filter(|(_, held)| **held).for_each(|(count, _)| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        held.contains(&true)
    };
    let needles: Vec<&[u8]> = texts.iter().map(|text| text.trim().as_bytes()).collect();
    let (holding, unread) = context.snapshot.matching_any(&paths, &needles, holds, context.cancel);
    context.still_wanted()?;
    if unread > 0 {
        return Ok(vec![Verdict::Present; texts.len()]);
    }
    let files: Vec<usize> = files.into_iter().map(AtomicUsize::into_inner).collect();
    let is_absent = |count: usize| count <= limits::CHECKED;
    let mut verdicts: Vec<Verdict> = files
        .iter()
        .map(|count| if is_absent(*count) { Verdict::Absent } else { Verdict::Present })
        .collect();
    // Few files may hold a text only in a secret, which is not shown and so holds nothing.
    let doubtful: Vec<usize> =
        (0..texts.len()).filter(|at| is_absent(files[*at]) && files[*at] > 0).collect();
    let Some(anywhere) = Anywhere::new(&doubtful.iter().map(|at| texts[*at]).collect::<Vec<_>>()) else {
        return Ok(verdicts);
    };
    let holds = |_: usize, bytes: &[u8]| anywhere.held_by(bytes).contains(&true);
    let (holding, unread) = context.snapshot.matching(&holding, holds, context.cancel);
    for path in holding {
        let held = anywhere.held_by(context.source(path)?.text.as_bytes());
        let held = doubtful.iter().zip(held).filter(|(_, held)| *held);
        held.for_each(|(at, _)| verdicts[*at] = Verdict::Present);
    }
    if unread > 0 {
        doubtful.iter().for_each(|at| verdicts[*at] = Verdict::Present);
    }
    Ok(verdicts)
}
