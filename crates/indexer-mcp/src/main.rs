//! `indexer-mcp`: the tools of indexer over the Model Context Protocol.

use clap::Parser;
use indexer_mcp::{ServeOptions, run};
use indexer_tools::Settings;
use std::process::ExitCode;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Answer questions about the code of a repository over MCP (stdin and stdout)
#[derive(Parser)]
#[command(name = "indexer-mcp", version)]
struct Arguments {
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    options: ServeOptions,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments.settings, &arguments.options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "a frontend, and stdout carries only messages")]
            {
                eprintln!("error: failed to read from the client: {error}");
            }
            ExitCode::from(2)
        }
    }
}
