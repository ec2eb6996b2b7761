//! Opens the workspace that a command asks.

use crate::OutputOptions;
use crate::allocator;
use crate::interrupt;
use crate::progress::{Bar, First, progress};
use indexer_engine::{Options, Workspace};
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::settings::StorePlace;
use indexer_tools::{Problem, Settings};
use std::path::Path;

/// The workspace at `root`; a bar shows where opening takes long.
pub(crate) fn open(
    root: &Path,
    settings: &Settings,
    output_options: &OutputOptions,
) -> Result<Workspace, Problem> {
    Ok(open_with(root, settings, output_options, First::Late)?.0)
}

/// The workspace, and the bar that shows what it does.
pub(crate) fn open_with(
    root: &Path,
    settings: &Settings,
    output_options: &OutputOptions,
    first: First,
) -> Result<(Workspace, Bar), Problem> {
    open_options(indexer_tools::settings::options(settings, root)?, settings, output_options, first)
}

/// The workspace of one of the repositories that are asked together, which may have a shared store of its own.
pub(crate) fn open_beside(
    root: &Path,
    settings: &Settings,
    output_options: &OutputOptions,
    store: Option<&StorePlace>,
) -> Result<(Workspace, Bar), Problem> {
    let options = indexer_tools::settings::options_with(settings, root, store)?;
    open_options(options, settings, output_options, First::Late)
}

fn open_options(
    options: Options,
    settings: &Settings,
    output_options: &OutputOptions,
    first: First,
) -> Result<(Workspace, Bar), Problem> {
    allocator::keep_little(settings);
    let options = Options { cancel: interrupt::cancel(), ..options };
    let (on_event, bar) = progress(output_options.quiet, first);
    let workspace = Workspace::open(options, on_event).map_err(|error| engine_problem(&error))?;
    Ok((workspace, bar))
}
