//! Problems behind errors of the engine.

use super::{Code, Problem};
use indexer_engine::{EngineError, GitError, redacted_text};

/// Names of revisions that are suggested.
const SUGGESTIONS: usize = 5;

/// The problem behind an error of the engine.
pub fn engine_problem(error: &EngineError) -> Problem {
    match error {
        EngineError::Cancelled => Problem::cancelled(),
        EngineError::Root { .. } => Problem {
            parameter: Some("root".into()),
            ..Problem::new(Code::InvalidArgument, error.to_string()).hint("give a folder that exists")
        },
        EngineError::Scip { .. } => Problem::argument("scip", error.to_string())
            .hint("make it anew in the root with an indexer of SCIP, and name that file"),
        EngineError::Option { option, .. } => Problem::argument(option, error.to_string()),
        EngineError::Revision(error) => revision_problem(error),
        EngineError::NoRepository { .. } => {
            Problem::argument("rev", error.to_string()).hint("revisions, changes and histories are those of a git repository; without one ask about the files on disk, with no `rev`")
        }
        EngineError::Indexing(_) => Problem::new(Code::Indexing, error.to_string())
            .hint("ask again in a few seconds; index_status says how far it is"),
        EngineError::Unstable(_) => Problem::new(Code::Unreadable, error.to_string()).hint("ask again"),
        EngineError::Write { remedy: Some(remedy), .. } => {
            Problem::new(Code::Unreadable, error.to_string()).hint(*remedy)
        }
        _ => Problem::new(Code::Unreadable, error.to_string()),
    }
}

/// The problem behind a revision that cannot be had.
fn revision_problem(error: &GitError) -> Problem {
    let code = match error {
        GitError::Malformed { .. }
        | GitError::Ambiguous { .. }
        | GitError::NotATree { .. }
        | GitError::NoIndex => Code::InvalidArgument,
        GitError::Unknown { .. }
        | GitError::Beyond { .. }
        | GitError::NoCommit
        | GitError::NoFolder { .. } => Code::NotFound,
        _ => Code::Unreadable,
    };
    let problem = Problem { parameter: Some("rev".into()), ..Problem::new(code, error.to_string()) };
    match error {
        GitError::Unknown { revision, names } => {
            let near = indexer_search::nearest(revision, names.iter().map(String::as_str), SUGGESTIONS);
            problem
                .suggest(near.into_iter().map(redacted_text).collect())
                .hint("branches, tags, HEAD~2 and digits of a commit name revisions")
        }
        _ => problem,
    }
}
