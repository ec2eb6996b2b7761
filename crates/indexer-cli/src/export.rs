//! `indexer export`: the whole index for other programs.

use crate::OutputOptions;
use crate::opened::open_with;
use crate::progress::First;
use crate::say::{self, Failure};
use crate::whole_file::written_whole;
use clap::Args;
use indexer_engine::Snapshot;
use indexer_tools::export::{
    Kind, ScipCounts, ScipExportError, SqliteCounts, export, write_scip, write_sqlite,
};
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::{Code, Context, Format, Problem, Settings};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tempfile::NamedTempFile;

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// What is written as JSON lines
    #[arg(value_enum)]
    kind: Option<Kind>,
    /// Write to this file, which is replaced when all is written, and not to the output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What an export holds.
#[derive(Clone, Copy)]
enum Content {
    /// JSON lines of one kind.
    Lines(Kind),
    /// All of it, as a SCIP index.
    Scip,
    /// All of it, as a database.
    Sqlite,
}

impl Export {
    fn content(&self, format: Option<Format>) -> Result<Content, Problem> {
        let whole = match format {
            Some(Format::Scip) => Some(Content::Scip),
            Some(Format::Sqlite) => Some(Content::Sqlite),
            _ => None,
        };
        let has_file = self.output.is_some();
        let problem = match (self.kind, whole) {
            (Some(kind), None) => return Ok(Content::Lines(kind)),
            (None, Some(Content::Sqlite)) if !has_file => "a database is a file: name it, `-o index.db`",
            (None, Some(_)) if !has_file && io::stdout().is_terminal() => {
                "a SCIP index is no text: name a file, `-o index.scip`"
            }
            (None, Some(whole)) => return Ok(whole),
            (Some(_), Some(_)) => "this format holds everything: leave out what is to be written",
            (None, None) => {
                "say what is to be written: `refs`, `symbols`, `calls` or `deps`, or `--format scip` or \
                 `--format sqlite` for everything"
            }
        };
        Err(Problem::new(Code::InvalidArgument, problem))
    }
}

/// Writes what was asked for, to a file or to stdout.
pub(crate) fn write_export(
    root: &Path,
    settings: &Settings,
    output_options: &OutputOptions,
    asked: &Export,
) -> Result<(), Failure> {
    let content = asked.content(output_options.format())?;
    let (workspace, bar) = open_with(root, settings, output_options, First::Late)?;
    // What went out cannot be taken back.
    let snapshot = workspace.verified(output_options.rev());
    bar.clear();
    let snapshot = snapshot.map_err(|error| engine_problem(&error))?;
    match &asked.output {
        Some(path) => written_whole(path, |file| write_file(content, &snapshot, root, file)),
        None => write(content, &snapshot, root, &mut BufWriter::new(say::output())),
    }
}

fn write_file(
    content: Content,
    snapshot: &Arc<Snapshot>,
    root: &Path,
    file: &mut NamedTempFile,
) -> Result<(), Failure> {
    let Content::Sqlite = content else { return write(content, snapshot, root, &mut BufWriter::new(file)) };
    let never = AtomicBool::new(false);
    let name = root.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let written = write_sqlite(&Context::new(snapshot, &never), &name, file.path());
    let counts = written.map_err(|error| Failure::Output(io::Error::other(error)))?;
    let SqliteCounts { files, symbols, uses, targets } = counts;
    say::note(&format!("sqlite files={files} symbols={symbols} uses={uses} targets={targets}"));
    Ok(())
}

fn write(
    content: Content,
    snapshot: &Arc<Snapshot>,
    root: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if let Content::Lines(kind) = content {
        export(&snapshot.view, kind, out)?;
    } else {
        let never = AtomicBool::new(false);
        let counts = write_scip(&Context::new(snapshot, &never), root, &mut *out).map_err(failure)?;
        say::note(&said(&counts));
    }
    out.flush()?;
    Ok(())
}

fn failure(error: ScipExportError) -> Failure {
    match error {
        ScipExportError::Output(error) => Failure::Output(error),
        ScipExportError::Source(error) => {
            Failure::Problem(Problem::new(Code::Unreadable, error.to_string()).hint("ask again"))
        }
    }
}

/// What was written and what was not, on one line.
fn said(counts: &ScipCounts) -> String {
    let ScipCounts { documents, definitions, references, possible, without_place } = counts;
    format!(
        "scip documents={documents} definitions={definitions} references={references} \
         left_out_possible={possible} left_out_without_place={without_place}"
    )
}
