//! Pages that commands write: INDEX.md and manual pages.

use crate::OutputOptions;
use crate::interrupt;
use crate::say::Failure;
use clap::{Args, Command};
use indexer_engine::Workspace;
use indexer_tools::index_page::{Detail, Form, Wanted, Written, write};
use indexer_tools::protocol::engine_problem::engine_problem;
use indexer_tools::protocol::scope::Scope;
use indexer_tools::{Common, Context, Format, Settings};
use std::path::Path;
use std::{fs, io};

/// Whether and how INDEX.md is written.
#[derive(Args, Clone, Debug)]
pub(crate) struct PageFlags {
    /// Write what the repository holds to this file below the root; Markdown, or JSON or YAML by its
    /// extension or --format
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "INDEX.md")]
    write: Option<String>,
    /// Tokens of the page at most; what is used least is left out
    #[arg(long, value_name = "N", requires = "write")]
    max_tokens: Option<u32>,
    /// How much the page says of a file
    #[arg(long, value_enum, default_value_t = Detail::Signatures, requires = "write")]
    detail: Detail,
}

impl PageFlags {
    /// Writes the page where it is wanted.
    pub(crate) fn write(
        &self,
        workspace: &Workspace,
        settings: &Settings,
        output_options: &OutputOptions,
    ) -> Result<Option<Written>, Failure> {
        let Some(name) = &self.write else { return Ok(None) };
        let form = match output_options.format() {
            Some(Format::Json) => Form::Json,
            Some(Format::Yaml) => Form::Yaml,
            Some(Format::Markdown) => Form::Markdown,
            _ => Form::of(name),
        };
        let max_tokens = self.max_tokens.map(|most| most as usize);
        let wanted = Wanted { form, detail: self.detail, max_tokens };
        let cancel = interrupt::cancel();
        let member = settings.words(&indexer_tools::settings::table::MEMBER);
        let member = (!member.is_empty()).then(|| member.join(","));
        let common = Common { member, ..Common::default() };
        let written = workspace.query(|reading| {
            let own = Context { settings: Some(settings), ..Context::of(reading, &cancel) };
            write(&own, &Scope::of(&own, &common)?, name, wanted)
        });
        Ok(Some(written.map_err(|error| engine_problem(&error))??))
    }
}

/// The command line without the names that its help leaves out.
pub(crate) fn shown(command: Command) -> Command {
    let hidden: Vec<Command> = command.get_subcommands().filter(|one| !one.is_hide_set()).cloned().collect();
    let mut own = Command::new("indexer").args(command.get_arguments().cloned().collect::<Vec<_>>());
    if let Some(version) = command.get_version() {
        own = own.version(version.to_owned());
    }
    if let Some(about) = command.get_about() {
        own = own.about(about.clone());
    }
    own.subcommands(hidden)
}

/// Writes `indexer.1` and a page for each command into a folder.
pub(crate) fn manual(command: Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command, folder)
}
