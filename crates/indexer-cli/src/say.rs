//! What is printed, and exit codes: the one place where text leaves the program. On a terminal, nothing
//! that comes from files, names or commit messages is obeyed (`indexer_tools::protocol::terminal`).

use crate::interrupt::INTERRUPTED;
use indexer_tools::protocol::terminal::{visible, visible_lines};
use indexer_tools::wording::on_command_line;
use indexer_tools::{Code, Format, Problem};
use serde_json::json;
use std::ffi::OsString;
use std::io::{self, IsTerminal, StdoutLock, Write};
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
    let mut out = output();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a screen to stdout: its text was made visible piece by piece, and the only codes are ours.
pub(crate) fn screen(text: &str) -> Result<(), Failure> {
    let mut out = anstream::AutoStream::always(io::stdout().lock());
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Stdout, for what is written line by line.
pub(crate) fn output() -> Output {
    let out = io::stdout().lock();
    Output { is_terminal: out.is_terminal(), out, line: Vec::new() }
}

/// Stdout; on a terminal, every line is made visible.
pub(crate) struct Output {
    out: StdoutLock<'static>,
    is_terminal: bool,
    /// The begin of a line whose end was not written yet.
    line: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|byte| *byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let whole = std::mem::replace(&mut self.line, rest);
            self.out.write_all(visible_lines(&String::from_utf8_lossy(&whole)).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.line);
        self.out.write_all(visible_lines(&String::from_utf8_lossy(&rest)).as_bytes())?;
        self.out.flush()
    }
}

/// Writes a line for people to stderr.
#[expect(clippy::print_stderr, reason = "a frontend")]
pub(crate) fn note(text: &str) {
    match io::stderr().is_terminal() {
        true => eprintln!("{}", visible(text)),
        false => eprintln!("{text}"),
    }
}

/// Reports a failure on stderr, and of a question that was asked for in JSON as an object on stdout too, as the server
/// gives it; gives the exit code.
pub(crate) fn failure(failure: &Failure, format: Option<Format>) -> ExitCode {
    match failure {
        Failure::Usage(error) => return usage(error),
        // The reader has what it wants: no reason to complain.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Failure::Output(error) => note(&format!("error: failed to write the answer: {error}")),
        Failure::Problem(problem) if problem.code == Code::Cancelled => {
            note("interrupted; what was parsed is kept");
            return ExitCode::from(INTERRUPTED);
        }
        Failure::Problem(problem) => {
            let problem = on_command_line(problem);
            if format == Some(Format::Json) {
                // Whoever closed stdout reads the words on stderr.
                let _ = answer(&format!("{}\n", json!({ "error": problem })));
            }
            in_words(&problem);
        }
    }
    ExitCode::from(2)
}

/// What happened and what to do, a line each.
fn in_words(problem: &Problem) {
    problem.message.lines().for_each(|line| note(&format!("error: {line}")));
    if !problem.suggestions.is_empty() {
        let what = if problem.code == Code::Ambiguous { "candidates" } else { "near" };
        note(&format!("hint: {what} are {}", problem.suggestions.join(", ")));
    }
    if let Some(hint) = &problem.hint {
        note(&format!("hint: {hint}"));
    }
}

/// What the parser of the command line has to say: help, the version, or what was wrong, which quotes the
/// command line. Where that holds what a terminal would obey, it is said without colours.
fn usage(error: &clap::Error) -> ExitCode {
    let is_harmless = |word: OsString| visible(&word.to_string_lossy()) == word.to_string_lossy();
    if std::env::args_os().all(is_harmless) {
        error.exit();
    }
    error.render().to_string().lines().for_each(note);
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
