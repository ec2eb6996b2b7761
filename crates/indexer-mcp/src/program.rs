//! The server as a program of its own: the binary of this crate, and `indexer` where it is called
//! `indexer-mcp`.

use crate::{ServeOptions, run};
use clap::Parser;
use indexer_tools::protocol::terminal::{visible, visible_lines};
use indexer_tools::settings::{IndexFlags, load, show};
use indexer_tools::{Format, long_version};
use std::io::{IsTerminal, stderr, stdout};
use std::process::ExitCode;

/// The name under which `indexer` is the server alone.
pub const NAME: &str = "indexer-mcp";

/// Answer questions about the code of a repository over MCP (stdin and stdout)
#[derive(Parser)]
#[command(name = NAME, version, long_version = long_version())]
struct Arguments {
    #[command(flatten)]
    index: IndexFlags,
    #[command(flatten)]
    options: ServeOptions,
}

/// Reads the command line of this process and serves. Errors are written to stderr.
pub fn main() -> ExitCode {
    let Arguments { index, options } = Arguments::parse();
    let configuration = match load(&[&index, &options.flags]) {
        Ok(configuration) => configuration,
        Err(problem) => {
            problem.message.lines().for_each(|line| note(&format!("error: {line}")));
            return ExitCode::from(2);
        }
    };
    if options.print_config {
        let shown = show(&configuration.at(&configuration.root()), Format::Text);
        let shown = if stdout().is_terminal() { visible_lines(&shown) } else { shown.as_str().into() };
        #[expect(clippy::print_stdout, reason = "a frontend that was asked to print, and serves nothing")]
        {
            print!("{shown}");
        }
        return ExitCode::SUCCESS;
    }
    match run(configuration, note) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            note(&format!("error: failed to serve: {error}"));
            ExitCode::from(2)
        }
    }
}

/// What is quoted from a project's file is not obeyed by a terminal.
#[expect(clippy::print_stderr, reason = "a frontend, and stdout carries only messages")]
fn note(text: &str) {
    match stderr().is_terminal() {
        true => eprintln!("{}", visible(text)),
        false => eprintln!("{text}"),
    }
}
