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
#[cfg(unix)]
mod signals;

pub use methods::Server;
pub use serve::serve;

use clap::Args;
use indexer_tools::settings::ServerFlags;
use indexer_tools::{Configuration, Policy};

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
    let server = Server::new(configuration);
    let settings = server.settings();
    let policy = Policy::new(&settings);
    settings.refused().iter().for_each(|what| note(&format!("warning: ignored: {what}")));
    policy.warnings().iter().for_each(|what| note(&format!("warning: {what}")));
    if let Some(why) = policy.off() {
        note(why);
        return Ok(());
    }
    #[cfg(unix)]
    signals::stop_on_signal(server.roots());
    let roots = server.roots();
    let served = serve(server, std::io::stdin().lock(), std::io::stdout());
    roots.stop();
    served
}
