//! `indexer explore`: writes the page to look at, or serves it.

use crate::OutputOptions;
use crate::interrupt;
use crate::say::{self, Failure};
use crate::whole_file::written_whole;
use clap::Args;
use indexer_engine::{Reading, Workspace};
use indexer_explore::{Bounds, Page, Served, Wanted, is_ours, serve};
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::{Code, Context, Format, Problem, Settings};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The file where none is named.
const DEFAULT: &str = "explore.html";

/// What is wanted of the page.
#[derive(Args, Debug)]
pub(crate) struct Explore {
    /// The file (explore.html); - for the output
    #[arg(long, short, value_name = "FILE", conflicts_with = "serve")]
    output: Option<PathBuf>,
    /// Serve the page on this machine instead, from the index as it is, until Ctrl-C
    #[arg(long)]
    serve: bool,
    /// The port to serve at; any that is free for 0
    #[arg(long, value_name = "PORT", default_value_t = 0, requires = "serve")]
    port: u16,
    /// Also what changed since a revision: the view of a change
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// Megabytes of what the file says of single symbols; those that most is built on come first
    #[arg(long, value_name = "MB", default_value_t = 12, conflicts_with = "serve",
        value_parser = clap::value_parser!(u32).range(1..=500))]
    size: u32,
}

impl Explore {
    /// True where the page is served until somebody ends it.
    pub(crate) fn is_served(&self) -> bool {
        self.serve
    }
}

/// Writes the page or serves it.
pub(crate) fn explore(
    workspace: Workspace,
    settings: Settings,
    output_options: &OutputOptions,
    asked: Explore,
) -> Result<(), Failure> {
    let cancel = interrupt::cancel();
    let bounds = Bounds { detail_bytes: (asked.size as usize) << 20, ..Bounds::default() };
    let rev = output_options.rev().map(str::to_owned);
    let wanted = Wanted { base: asked.base, rev, live: asked.serve, bounds };
    if asked.serve {
        let ready = |address| say::note(&format!("listening on http://{address}/"));
        let served = Served { workspace, settings, wanted, cancel };
        return serve(served, asked.port, ready)
            .map_err(|error| Problem::new(Code::Unreadable, format!("failed to serve: {error}")).into());
    }
    let path = asked.output.clone().unwrap_or_else(|| PathBuf::from(DEFAULT));
    if asked.output.is_none() && is_anothers(&path) {
        let problem = Problem::argument("output", format!("{DEFAULT} is there and no page of ours"));
        return Err(problem.hint("name a file with --output").into());
    }
    let gathered = |reading: &Reading<'_>| {
        Page::gather(&Context { settings: Some(&settings), ..Context::of(reading, &cancel) }, &wanted)
    };
    let page = match &wanted.rev {
        Some(rev) => workspace.query_at(rev, &cancel, gathered),
        None => workspace.query(gathered),
    };
    let page = page.map_err(|error| engine_problem(&error))??;
    let html = page.html();
    if path == Path::new("-") {
        return say::answer(&html);
    }
    written_whole(&path, |file| Ok(file.write_all(html.as_bytes())?))?;
    say::answer(&line(&page, &path, html.len(), output_options.format() == Some(Format::Json)))
}

/// True where a file is at the path that we did not write.
fn is_anothers(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return path.exists() };
    let mut head = Vec::new();
    let read = file.take(2_000).read_to_end(&mut head);
    read.is_err() || !is_ours(&String::from_utf8_lossy(&head))
}

fn line(page: &Page, path: &Path, bytes: usize, json: bool) -> String {
    let (path, symbols) = (path.display().to_string(), &page.symbols);
    let known = symbols["file"].as_array().map_or(0, Vec::len);
    if json {
        let line = serde_json::json!({
            "written": path, "bytes": bytes, "symbols": symbols["total"], "searched": known,
            "pages": symbols["held"],
        });
        return format!("{line}\n");
    }
    let (total, held) = (&symbols["total"], &symbols["held"]);
    format!("written path={path} bytes={bytes} symbols={total} searched={known} pages={held}\n")
}
