//! A loop over the table of tools, speaking the Model Context Protocol.
//!
//! [`stdio`] takes a message a line, [`http`] a message a POST; both hand it to a [`Server`], which
//! knows all published [`Revision`]s. Its methods are an `RpcModule` of jsonrpsee, which knows names
//! and dispatches; ids, cancellation and notifications are ours (jsonrpsee refuses negative ids and
//! answers notifications). What is offered is behind [`Offer`]: the table of tools, or the fixtures
//! of the conformance suite.
//!
//! Requests run on threads of their own, so a long question never holds up a `ping`. Nothing but
//! messages is ever written to the output.

pub mod call;
pub mod changes;
pub mod failure;
pub mod message;
pub mod methods;
pub mod offer;
pub mod revision;
pub mod server;
pub mod session;
#[cfg(unix)]
mod signals;
pub mod stdio;

pub use offer::{Offer, Table};
pub use revision::Revision;
pub use server::Server;

use clap::Args;
use indexer_tools::settings::ServerFlags;
use indexer_tools::{Configuration, Policy, Roots};
use std::sync::Arc;

/// The options of the server.
#[derive(Args, Clone, Debug, Default)]
pub struct ServeOptions {
    /// The settings of the server.
    #[command(flatten)]
    pub flags: ServerFlags,
    /// Write every setting, its value and where that came from, and end
    #[arg(long)]
    pub print_config: bool,
}

/// Serves on the process's stdin and stdout until stdin ends or a signal comes; what was parsed until
/// then is kept. `note` takes lines for the user. Ends
/// at once, saying why, where the configuration switches the server off.
pub fn run(configuration: Configuration, note: impl Fn(&str)) -> std::io::Result<()> {
    let roots = Arc::new(Roots::new(configuration));
    roots.warnings().iter().for_each(|what| note(&format!("warning: {what}")));
    if let Some(why) = Policy::new(&roots.settings()).off() {
        note(why);
        return Ok(());
    }
    let server = Arc::new(Server::new(Arc::new(Table::new(Arc::clone(&roots)))));
    #[cfg(unix)]
    signals::stop_on_signal(roots);
    let served = stdio::serve(&server, std::io::stdin().lock(), std::io::stdout());
    server.stop();
    served
}
