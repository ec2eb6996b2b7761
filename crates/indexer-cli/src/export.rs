//! `indexer export`: the whole index for other programs.

use crate::OutputOptions;
use crate::interrupt;
use crate::opened::{Target, open_with};
use crate::progress::First;
use crate::say::{self, Failure};
use crate::whole_file::{file_written_whole, not_written, written_whole};
use clap::Args;
use indexer_engine::Reading;
use indexer_tools::export::{
    ExportError, Kind, RowCounts, ScipCounts, export, write_parquet, write_scip, write_sqlite,
};
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::{Code, Context, Format, Problem};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// What is written as JSON lines
    #[arg(value_enum)]
    kind: Option<Kind>,
    /// Write to this file, which is replaced when all is written, and not to the output; a folder for `--format parquet`
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the repository is called in the tables, where that is not the name of its folder
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
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
    /// All of it, as files of a folder.
    Parquet,
}

impl Export {
    /// What the repository at `root` is called.
    fn name_of(&self, root: &Path) -> String {
        let folder = || root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        self.name.clone().unwrap_or_else(folder)
    }

    fn content(&self, format: Option<Format>) -> Result<Content, Problem> {
        let whole = match format {
            Some(Format::Scip) => Some(Content::Scip),
            Some(Format::Sqlite) => Some(Content::Sqlite),
            Some(Format::Parquet) => Some(Content::Parquet),
            _ => None,
        };
        if self.name.is_some() && !matches!(whole, Some(Content::Sqlite | Content::Parquet)) {
            return Err(Problem::argument(
                "name",
                "only tables tell it: `--format sqlite` or `--format parquet`",
            ));
        }
        let has_file = self.file().is_some();
        let problem = match (self.kind, whole) {
            (Some(kind), None) => return Ok(Content::Lines(kind)),
            (None, Some(Content::Sqlite)) if !has_file => "a database is a file: name it, `-o index.db`",
            (None, Some(Content::Parquet)) if !has_file => {
                "Parquet files stand in a folder: name it, `-o tables`"
            }
            (None, Some(_)) if !has_file && io::stdout().is_terminal() => {
                "a SCIP index is no text: name a file, `-o index.scip`"
            }
            (None, Some(whole)) => return Ok(whole),
            (Some(_), Some(_)) => "this format holds everything: leave out what is to be written",
            (None, None) => {
                "say what is to be written: `refs`, `symbols`, `calls` or `deps`, or `--format scip`, `sqlite` or \
                 `parquet` for everything"
            }
        };
        Err(Problem::new(Code::InvalidArgument, problem))
    }

    /// The file that was named; none for `-`, which is the output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }
}

/// Writes what was asked for, to a file or to stdout.
pub(crate) fn write_export(
    target: &Target,
    output_options: &OutputOptions,
    asked: &Export,
) -> Result<(), Failure> {
    let root = target.root.as_path();
    let content = asked.content(output_options.format())?;
    let (workspace, bar) = open_with(target, output_options, First::Late)?;
    // What went out cannot be taken back.
    let snapshot = workspace.verified(output_options.rev());
    bar.clear();
    let snapshot = snapshot.map_err(|error| engine_problem(&error))?;
    let cancel = interrupt::cancel();
    let reading = Reading::new(&workspace, snapshot);
    let context = Context::of(&reading, &cancel);
    match (asked.file(), content) {
        (Some(path), Content::Sqlite) => file_written_whole(path, "a database", |file| {
            said_of(Format::Sqlite, write_sqlite(&context, &asked.name_of(root), file))
        }),
        (Some(path), Content::Parquet) => match write_parquet(&context, &asked.name_of(root), path) {
            Err(ExportError::Output(error)) => Err(not_written(path, error).into()),
            written => said_of(Format::Parquet, written),
        },
        (Some(path), _) => written_whole(path, |file| write(content, &context, root, file)),
        (None, _) => write(content, &context, root, &mut BufWriter::new(say::output())),
    }
}

/// Says how many rows were written, or why none were.
fn said_of(format: Format, written: Result<RowCounts, ExportError>) -> Result<(), Failure> {
    let RowCounts { files, symbols, uses, targets } = written.map_err(failure)?;
    let format = format.as_str();
    say::note(&format!("{format} files={files} symbols={symbols} uses={uses} targets={targets}"));
    Ok(())
}

fn write(content: Content, context: &Context<'_>, root: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    if let Content::Lines(kind) = content {
        export(context, kind, out).map_err(failure)?;
    } else {
        let counts = write_scip(context, root, &mut *out).map_err(failure)?;
        say::note(&said(&counts));
    }
    out.flush()?;
    Ok(())
}

fn failure(error: ExportError) -> Failure {
    match error {
        ExportError::Output(error) => Failure::Output(error),
        ExportError::Database(error) => Failure::Output(io::Error::other(error)),
        ExportError::Parquet(error) => Failure::Output(io::Error::other(error)),
        ExportError::Stopped(problem) => Failure::Problem(problem),
        ExportError::Source(error) => {
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
