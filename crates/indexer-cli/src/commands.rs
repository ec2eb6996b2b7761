//! The commands beside the tools, and how a tool is asked.

use crate::allocator;
use crate::clean::{Clean, clean};
use crate::doctor::{Doctor, doctor};
use crate::explore::{Explore, explore};
use crate::export::{Export, write_export};
use crate::facts::{Facts, facts};
use crate::init::{Init, init};
use crate::interrupt;
use crate::opened::{Target, open_with};
use crate::page::{PageFlags, manual, shown};
use crate::progress::First;
use crate::remote_gc::{RemoteGc, remote_gc};
use crate::root;
use crate::say::{self, Failure};
use crate::terminal;
use crate::{OutputOptions, command};
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};
use clap_complete::Shell;
use indexer_engine::{EngineError, Freshness, Workspace};
use indexer_mcp::ServeOptions;
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::protocol::places::seen_from;
use indexer_tools::roots::{ask as ask_tool, ask_among, at_revision_of};
use indexer_tools::settings::table::{REMOTE_WRITE, SCIP};
use indexer_tools::settings::{IndexFlags, StorePlace, load, show};
use indexer_tools::{
    Code, Configuration, Format, Output, Problem, Repositories, Route, SUMMARY, Settings, called, compat,
};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Build the index, or bring it up to date, and store it
    Index {
        /// Build from nothing
        #[arg(long)]
        rebuild: bool,
        /// Let a compiler decide on references: take in this SCIP index, in the place of earlier ones, for
        /// files that it is not older than; can be repeated. `none` forgets all
        #[arg(long, value_name = "FILE")]
        scip: Vec<PathBuf>,
        #[command(flatten)]
        page: PageFlags,
    },
    /// Bring the stored index up to date
    Update {
        /// Taken and not needed: what differs is found by itself
        #[arg(long, value_name = "REF", hide = true)]
        since: Option<String>,
        /// Taken and not needed
        #[arg(long, hide = true)]
        all: bool,
    },
    /// Keep the stored index up to date until Ctrl-C; one line a refresh
    Watch {
        /// How old a change is when it is taken in
        #[arg(long, value_name = "MS", default_value_t = 300, alias = "debounce")]
        debounce_ms: u64,
        #[command(flatten)]
        page: PageFlags,
    },
    /// Write references, symbols, calls or file dependencies as JSON lines, or all as a SCIP index or a database
    Export(Export),
    /// Write a page to look at, or serve it: a map, a treemap, symbols, what a change does, search
    Explore(Explore),
    /// Remove what is stored of this repository; the next question builds it again
    Clean(Clean),
    /// Parse one part of the files and store their facts in the shared store, for who runs `index` there after all parts
    Facts(Facts),
    /// Remove old indexes from the shared store that --remote names; wants --remote-write
    RemoteGc(RemoteGc),
    /// Write every setting, its value and where that came from
    Config,
    /// Answer over the Model Context Protocol on stdin and stdout
    Serve(ServeOptions),
    /// Answer editors over the Language Server Protocol on stdin and stdout
    Lsp,
    /// Register the server with the clients of the Model Context Protocol that are found, or that are named
    Init(Init),
    /// Check configuration, cache, index, clients and limits; exit with 1 where something is wrong
    Doctor(Doctor),
    /// Write a completion script
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write manual pages into a folder, one for each command
    Man {
        /// The folder; created where there is none
        folder: PathBuf,
    },
}

impl CliCommand {
    /// True where it builds an index, if there is none.
    fn indexes(&self) -> bool {
        matches!(
            self,
            CliCommand::Index { .. }
                | CliCommand::Update { .. }
                | CliCommand::Watch { .. }
                | CliCommand::Export(_)
                | CliCommand::Facts(_)
                | CliCommand::Explore(_)
        )
    }

    /// True where it runs until somebody ends it.
    fn stays(&self) -> bool {
        match self {
            CliCommand::Watch { .. } | CliCommand::Serve(_) | CliCommand::Lsp => true,
            CliCommand::Explore(page) => page.is_served(),
            _ => false,
        }
    }
}

/// Adds the commands.
pub(crate) fn add(command: Command) -> Command {
    CliCommand::augment_subcommands(command)
}

/// True for a command beside the tools.
pub(crate) fn is_command(name: &str) -> bool {
    CliCommand::augment_subcommands(Command::new("own")).find_subcommand(name).is_some()
}

/// Asks a tool, under its name or under that of a peer.
pub(crate) fn ask(
    flags: &IndexFlags,
    output_options: &OutputOptions,
    name: &str,
    given: &ArgMatches,
) -> Result<ExitCode, Failure> {
    let unknown = || Problem::new(Code::UnknownTool, format!("there is no tool {name}"));
    let mut arguments = compat::arguments(name, given).ok_or_else(unknown)?.map_err(Failure::Usage)?;
    output_options.arguments(&mut arguments);
    let arguments = Value::Object(arguments);
    let (tool, arguments) = called(name, &arguments).ok_or_else(unknown)??;
    let mut arguments = arguments.into_owned();
    output_options.choose_format(&mut arguments);
    let configuration = load(&[flags])?;
    // A peer may call the root otherwise.
    let repositories = Repositories::new(configuration.clone());
    if let (Some(name), Value::Object(given)) = (&output_options.repository, &mut arguments) {
        given.insert("repository".to_owned(), name.as_str().into());
    }
    let mut store = None;
    let (root, mut arguments) = match repositories.route(tool, &arguments)? {
        Route::Own(arguments) => {
            let named = arguments["root"].as_str().map(PathBuf::from);
            let is_named = named.is_some();
            let root = named.unwrap_or_else(|| configuration.root());
            if !is_named {
                let settings = configuration.at(&root);
                root::checked(&configuration, &root, &settings, output_options)?;
            }
            (root, arguments)
        }
        Route::One(named, arguments) => {
            store = StorePlace::of(&named);
            (repositories.folder(&named)?, at_revision_of(&named, arguments))
        }
        Route::Several(named, arguments) => {
            let cancel = interrupt::cancel();
            let output = repositories.ask_several(tool, (&named, &arguments), Duration::MAX, &cancel)?;
            return given_out(&output, &configuration.root(), output_options);
        }
    };
    let settings = settings_at(&configuration, &root, output_options);
    let target = Target { root, settings, store };
    let (workspace, bar) = open_with(&target, output_options, First::Late)?;
    let settings = target.settings;
    if let (Some(folder), Value::Object(given)) = (terminal::folder_below(workspace.root()), &mut arguments)
        && !folder.is_empty()
    {
        let root = workspace.root();
        seen_from(&folder, given, &|path| root.join(path).exists());
    }
    let cancel = interrupt::cancel();
    let output = ask_among(&workspace, &settings, Some(&repositories), tool, &arguments, &cancel);
    bar.clear();
    given_out(&output?, workspace.root(), output_options)
}

/// Writes the answer, and says whether that is a success.
fn given_out(output: &Output, root: &Path, output_options: &OutputOptions) -> Result<ExitCode, Failure> {
    terminal::give(output, root, output_options)?;
    Ok(if output.failed || (output_options.exit_status && output.empty) {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

/// Runs one of the commands beside the tools.
pub(crate) fn run(
    flags: &IndexFlags,
    output_options: &OutputOptions,
    matches: &ArgMatches,
) -> Result<ExitCode, Failure> {
    let command_line = CliCommand::from_arg_matches(matches).map_err(Failure::Usage)?;
    if command_line.stays() {
        allocator::keep_briefly();
    }
    if let CliCommand::Completions { shell } = command_line {
        // Into memory first: the generator panics where a pipe was closed.
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut shown(command()), "indexer", &mut script);
        say::answer(&String::from_utf8_lossy(&script))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let CliCommand::Man { folder } = &command_line {
        manual(shown(command()), folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let CliCommand::Serve(options) = command_line {
        let configuration = load(&[flags, &options.flags])?;
        if options.print_config {
            say::answer(&show(
                &configuration.at(&configuration.root()),
                output_options.format().unwrap_or_default(),
            ))?;
        } else {
            indexer_mcp::run(configuration, say::note)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let CliCommand::Lsp = command_line {
        lsp(&load(&[flags])?, output_options)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let CliCommand::Doctor(asked) = command_line {
        return doctor(load(&[flags]), output_options, &asked);
    }
    let configuration = load(&[flags])?;
    if let CliCommand::Init(asked) = command_line {
        return init(&configuration.root(), output_options, &asked);
    }
    if let CliCommand::Config = command_line {
        say::answer(&show(
            &configuration.at(&configuration.root()),
            output_options.format().unwrap_or_default(),
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (target, revision) = target(&configuration, output_options)?;
    let rev = output_options.rev().map(str::to_owned);
    // What was asked for decides, as in questions.
    let output_options = &OutputOptions { rev: rev.or(revision), staged: false, ..output_options.clone() };
    if command_line.indexes() && output_options.repository.is_none() {
        root::checked(&configuration, &target.root, &target.settings, output_options)?;
    }
    match command_line {
        CliCommand::Index { rebuild, scip, page } => {
            let workspace = index(&target, output_options, rebuild, Some(&scip))?;
            if let Some(written) = page.write(&workspace, &target.settings, output_options)? {
                say::answer(&written.line(output_options.format() == Some(Format::Json)))?;
            }
        }
        CliCommand::Update { .. } => drop(index(&target, output_options, false, None)?),
        CliCommand::Watch { debounce_ms, page } => {
            // What follows says a line itself.
            let (workspace, bar) = open_with(&target, output_options, First::Late)?;
            bar.clear();
            watch(&workspace, &target.settings, output_options, Duration::from_millis(debounce_ms), &page)?;
        }
        CliCommand::Export(asked) => write_export(&target, output_options, &asked)?,
        CliCommand::Explore(asked) => {
            let (workspace, bar) = open_with(&target, output_options, First::Late)?;
            bar.clear();
            explore(workspace, target.settings, output_options, asked)?;
        }
        CliCommand::Clean(asked) => clean(&target.settings.options(&target.root), output_options, &asked)?,
        CliCommand::Facts(asked) => facts(&target, output_options, &asked)?,
        CliCommand::RemoteGc(asked) => remote_gc(&target.settings, output_options, &asked)?,
        CliCommand::Config
        | CliCommand::Serve(_)
        | CliCommand::Lsp
        | CliCommand::Init(_)
        | CliCommand::Doctor(_)
        | CliCommand::Completions { .. }
        | CliCommand::Man { .. } => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Serves the editor that started this process, over the root that was named or the folder that it opened.
fn lsp(configuration: &Configuration, output_options: &OutputOptions) -> Result<(), Failure> {
    let (connection, threads) = indexer_lsp::Connection::stdio();
    let options = |root: &Path| {
        let settings = settings_at(configuration, root, output_options);
        indexer_tools::settings::options(&settings, root).unwrap_or_else(|problem| {
            say::note(&format!("warning: ignored: {problem}"));
            settings.options(root)
        })
    };
    let served = indexer_lsp::serve(&connection, configuration.named_root(), options);
    drop(connection);
    let ended = served.and_then(|()| Ok(threads.join()?));
    ended.map_err(|error| Failure::from(Problem::new(Code::Unreadable, format!("failed to serve: {error}"))))
}

/// What a command is about, and the revision that the file of repositories says of it. Warns about what a project's file
/// asked for and may not have.
fn target(
    configuration: &Configuration,
    output_options: &OutputOptions,
) -> Result<(Target, Option<String>), Failure> {
    let (root, store, revision) = match &output_options.repository {
        Some(name) => {
            let repositories = Repositories::new(configuration.clone());
            let named = repositories.named(name)?;
            (repositories.folder(&named)?, StorePlace::of(&named), named.revision.clone())
        }
        None => (configuration.root(), None, None),
    };
    let settings = settings_at(configuration, &root, output_options);
    Ok((Target { root, settings, store }, revision))
}

fn settings_at(configuration: &Configuration, root: &Path, output_options: &OutputOptions) -> Settings {
    let settings = configuration.at(root);
    if !output_options.quiet {
        settings.refused().iter().for_each(|what| say::note(&format!("warning: ignored: {what}")));
    }
    settings
}

/// `scip`: the SCIP indexes to take in, those of the configuration where none is named; `None` leaves
/// things as they are.
fn index(
    target: &Target,
    output_options: &OutputOptions,
    rebuild: bool,
    scip: Option<&[PathBuf]>,
) -> Result<Workspace, Failure> {
    let (workspace, bar) = open_with(target, output_options, First::Now)?;
    let settings = &target.settings;
    if let Some(named) = scip {
        take_scip(&workspace, settings, named).map_err(|error| engine_problem(&error))?;
    }
    let done = match output_options.rev() {
        // A revision never changes: what is stored of it is right.
        Some(revision) => workspace.at(revision).map(drop),
        None => workspace.index(rebuild).map(drop),
    };
    bar.clear();
    done.map_err(|error| engine_problem(&error))?;
    if settings.is_on(&REMOTE_WRITE) {
        publish(&workspace, output_options)?;
    }
    // Who names a format wants the answer.
    if output_options.quiet && output_options.format().is_none() {
        return Ok(workspace);
    }
    let mut arguments = serde_json::Map::new();
    output_options.arguments(&mut arguments);
    // A form of the page is none of the summary.
    if !matches!(output_options.format(), Some(Format::Json | Format::Screen | Format::Text)) {
        arguments.remove("format");
    }
    let mut arguments = Value::Object(arguments);
    output_options.choose_format(&mut arguments);
    let output = ask_tool(&workspace, settings, &SUMMARY, &arguments, &interrupt::cancel())?;
    terminal::give(&output, workspace.root(), output_options)?;
    Ok(workspace)
}

/// Stores the index of HEAD for others.
fn publish(workspace: &Workspace, output_options: &OutputOptions) -> Result<(), Failure> {
    let published = workspace.publish_remote().map_err(|error| engine_problem(&error))?;
    if let Some(reason) = published.reason {
        let what = format!("the index of HEAD is not in the shared store: {reason}");
        return Err(Problem::new(Code::Unreadable, what).hint("see docs/remote.md").into());
    }
    if !output_options.quiet {
        let (objects, bytes) = (published.objects, published.bytes);
        say::note(&match published.was_there {
            true => "note: the shared store held the index of HEAD already".to_owned(),
            false => {
                format!("note: the index of HEAD is in the shared store: {objects} objects, {bytes} bytes")
            }
        });
    }
    Ok(())
}

fn take_scip(workspace: &Workspace, settings: &Settings, named: &[PathBuf]) -> Result<(), EngineError> {
    let wanted = match named {
        [] => settings.paths(&SCIP),
        [one] if one.as_os_str() == "none" => return workspace.scip_indexes().forget(),
        files => files.to_vec(),
    };
    if wanted.is_empty() { Ok(()) } else { workspace.scip_indexes().take(&wanted).map(drop) }
}

/// How often it is looked whether Ctrl-C came.
const LOOK_FOR_END: Duration = Duration::from_millis(500);

/// Refreshes and stores after each change, until Ctrl-C.
fn watch(
    workspace: &Workspace,
    settings: &Settings,
    output_options: &OutputOptions,
    debounce: Duration,
    page: &PageFlags,
) -> Result<(), Failure> {
    let json = output_options.format() == Some(Format::Json);
    let mut generation = None;
    let mut own: Option<String> = None;
    workspace.watch();
    loop {
        // In a bare repository nothing is waited for, and what is stored of a revision is never given up.
        if interrupt::cancel().load(Ordering::Relaxed) {
            return Err(Problem::cancelled().into());
        }
        let started = Instant::now();
        match workspace.index(false) {
            Ok(snapshot) => {
                let freshness = &snapshot.freshness;
                let is_new = generation.replace(freshness.generation) != Some(freshness.generation);
                // The page that was written is no news.
                if is_new && (own.is_none() || freshness.changed.as_slice() != own.as_slice()) {
                    say::answer(&refresh_line(freshness, started.elapsed(), json))?;
                    // The page leaves a file alone that already holds it, so it calls for no other round.
                    if let Some(written) = page.write(workspace, settings, output_options)? {
                        if written.changed {
                            say::answer(&written.line(json))?;
                        }
                        own = Some(written.path);
                    }
                }
            }
            // The cache may be writable again, or the root be there again, at the next change.
            Err(error @ (EngineError::Write { .. } | EngineError::Root { .. })) => {
                say::note(&format!("error: {error}"));
                thread::sleep(Duration::from_secs(1));
            }
            Err(error) => return Err(engine_problem(&error).into()),
        }
        while !workspace.wait_for_change(LOOK_FOR_END) {
            if interrupt::cancel().load(Ordering::Relaxed) {
                return Err(Problem::cancelled().into());
            }
        }
        thread::sleep(debounce);
    }
}

fn refresh_line(freshness: &Freshness, took: Duration, json: bool) -> String {
    let (changed, linked, ms) = (freshness.changed.len(), freshness.relinked, took.as_millis());
    let (parsed, generation) = (freshness.parsed, freshness.generation);
    if json {
        let line = serde_json::json!({
            "generation": generation, "changed": changed, "parsed": parsed, "linked": linked, "ms": ms as u64,
        });
        return format!("{line}\n");
    }
    format!("refresh generation={generation} changed={changed} parsed={parsed} linked={linked} ms={ms}\n")
}
