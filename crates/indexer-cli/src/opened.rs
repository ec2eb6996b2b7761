//! Opens the workspace that a command asks.

use crate::OutputOptions;
use crate::allocator;
use crate::interrupt;
use crate::progress::{Bar, First, progress};
use indexer_engine::{Options, Workspace};
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::settings::{StorePlace, options, options_with};
use indexer_tools::{Problem, Settings};
use std::path::{Path, PathBuf};

/// What a command is about.
pub(crate) struct Target {
    pub(crate) root: PathBuf,
    pub(crate) settings: Settings,
    /// The shared store of this one of the repositories that are asked together, in the place of that of the settings.
    pub(crate) store: Option<StorePlace>,
}

/// The workspace at `root`; a bar shows where opening takes long.
pub(crate) fn open(
    root: &Path,
    settings: &Settings,
    output_options: &OutputOptions,
) -> Result<Workspace, Problem> {
    Ok(open_options(options(settings, root)?, settings, output_options, First::Late)?.0)
}

/// The workspace, and the bar that shows what it does.
pub(crate) fn open_with(
    target: &Target,
    output_options: &OutputOptions,
    first: First,
) -> Result<(Workspace, Bar), Problem> {
    let options = options_with(&target.settings, &target.root, target.store.as_ref())?;
    open_options(options, &target.settings, output_options, first)
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
