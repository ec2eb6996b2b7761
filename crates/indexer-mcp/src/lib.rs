//! A loop over the table of tools, speaking the Model Context Protocol over stdin and stdout.
//!
//! [`serve`] reads one JSON-RPC message a line and answers in one line each. The methods are an
//! `RpcModule` of jsonrpsee, which knows names and dispatches; lines, ids, cancellation and
//! notifications are ours (jsonrpsee refuses negative ids and answers notifications). Requests run
//! on threads of their own, so a long question never holds up a `ping`.
//!
//! Nothing but messages is ever written to the output.

pub mod message;
pub mod methods;
pub mod serve;

pub use methods::{Listing, Server};
pub use serve::serve;

use clap::Args;
use indexer_tools::Settings;

/// The options of the server.
#[derive(Args, Clone, Debug, Default)]
pub struct ServeOptions {
    /// Tools that are listed; the others can be called all the same
    #[arg(long, value_enum, default_value = "core")]
    pub tools: Listing,
}

/// Serves on the process's stdin and stdout until stdin ends.
pub fn run(settings: Settings, options: &ServeOptions) -> std::io::Result<()> {
    let server = Server::new(settings, options.tools);
    serve(server, std::io::stdin().lock(), std::io::stdout())
}
