//! What is printed, and exit codes.

use crate::interrupt::INTERRUPTED;
use indexer_tools::wording::on_command_line;
use indexer_tools::{Code, Problem};
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line makes no sense.
    Usage(clap::Error),
    /// A question has no answer, or the index could not be had.
    Problem(Problem),
    /// The answer could not be written.
    Output(io::Error),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Problem(problem)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Writes an answer to stdout.
pub(crate) fn answer(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a line for people to stderr.
#[expect(clippy::print_stderr, reason = "a frontend")]
pub(crate) fn note(text: &str) {
    eprintln!("{text}");
}

/// Reports a failure; gives the exit code.
pub(crate) fn failure(failure: &Failure) -> ExitCode {
    match failure {
        Failure::Usage(error) => error.exit(),
        // The reader has what it wants: no reason to complain.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Failure::Output(error) => note(&format!("error: failed to write the answer: {error}")),
        Failure::Problem(problem) if problem.code == Code::Cancelled => {
            note("interrupted; what was parsed is kept");
            return ExitCode::from(INTERRUPTED);
        }
        Failure::Problem(problem) => {
            let problem = on_command_line(problem);
            problem.message.lines().for_each(|line| note(&format!("error: {line}")));
            if !problem.suggestions.is_empty() {
                let what = if problem.code == Code::Ambiguous { "candidates" } else { "near" };
                note(&format!("hint: {what} are {}", problem.suggestions.join(", ")));
            }
            if let Some(hint) = &problem.hint {
                note(&format!("hint: {hint}"));
            }
        }
    }
    ExitCode::from(2)
}
