//! How long texts may be: a ledger is read whole with each question.

use crate::entry::Entry;

/// Characters of a title.
const TITLE: usize = 200;
/// Characters of a text.
const TEXT: usize = 4_000;
/// Characters of a step.
const STEP: usize = 300;
/// Steps that one entry brings.
const STEPS: usize = 50;
/// Symbols that an entry is about.
const ANCHORS: usize = 20;
/// Entries in whose place one stands.
const SUPERSEDED: usize = 20;

/// What is too long or too many: the field, and what is allowed, to follow its name.
pub fn check(entry: &Entry) -> Result<(), (&'static str, String)> {
    let length = |field: &'static str, text: &str, most: usize| match text.chars().count() {
        count if count > most => Err((field, format!("has {count} characters, and {most} are allowed"))),
        _ => Ok(()),
    };
    let count = |field: &'static str, count: usize, most: usize| match count > most {
        true => Err((field, format!("holds {count} of them, and {most} are allowed"))),
        false => Ok(()),
    };
    length("title", &entry.title, TITLE)?;
    length("text", &entry.text, TEXT)?;
    entry.steps.iter().try_for_each(|step| length("steps", step, STEP))?;
    count("steps", entry.steps.len(), STEPS)?;
    count("done", entry.done.len(), STEPS)?;
    count("anchors", entry.anchors.len(), ANCHORS)?;
    count("supersedes", entry.supersedes.len(), SUPERSEDED)
}
