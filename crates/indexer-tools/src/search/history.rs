//! What was changed before, for questions about a change.

use super::bounded;
use crate::protocol::{Context, Problem};
use indexer_engine::{Bound, Id, hex};
use indexer_search::Query;
use indexer_search::class::Class;
use indexer_search::history::Changes;
use indexer_search::report::Report;
use std::sync::{Arc, Mutex, PoisonError};

/// Commits that are read: older ones say less of the code as it is, and a first question waits for them.
const COMMITS: usize = 300;

/// The changes before one commit, kept for the next questions, whatever files become in between.
#[derive(Default)]
struct Kept(Mutex<Option<(Id, Arc<Changes>)>>);

/// What the ranking of a question depends on beside the index: the commit up to which changes are read. `None` where
/// its class asks for none, and where there is no history. O(length).
pub fn depends_on(context: &Context<'_>, question: &str) -> Option<String> {
    // What is refused depends on nothing, and is not read.
    bounded(question).ok()?;
    let question = question.trim();
    let (class, _) = Class::of(question, &Report::read(question));
    commit_of(context, class).map(|commit| hex(&commit))
}

/// The commit up to which changes say something of questions of a class.
fn commit_of(context: &Context<'_>, class: Class) -> Option<Id> {
    let workspace = context.workspace().filter(|_| class.is_about_change())?;
    let revision = context.snapshot.revision.as_ref().map(|asked| asked.name.as_str());
    workspace.commits().commit(revision)
}

/// The changes before the commit that is asked about; `None` where the class of question asks for none, and where there
/// is no history. O(1), after O(commits) once.
pub(super) fn changes(context: &Context<'_>, query: &Query) -> Result<Option<Arc<Changes>>, Problem> {
    let asked = context.workspace().zip(commit_of(context, query.class));
    let Some((workspace, commit)) = asked else { return Ok(None) };
    let kept = workspace.kept::<Kept>();
    let known = kept.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((_, changes)) = known.filter(|(of, _)| *of == commit) {
        return Ok(Some(changes));
    }
    let bound = Bound { most: COMMITS, stop: context.cancel };
    let found = workspace.commits().changes(commit, bound);
    context.still_wanted()?;
    // A history that cannot be read says nothing, now: the question is about the files.
    let Ok(found) = found else { return Ok(None) };
    let changes = Arc::new(Changes::of(found));
    *kept.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((commit, changes.clone()));
    Ok(Some(changes))
}
