//! A loop over the table of tools, speaking the Model Context Protocol.
//!
//! [`stdio`] takes a message a line, [`http`] a message a POST; both hand it to a [`Server`], which
//! knows all published [`Revision`]s. Its methods are an `RpcModule` of jsonrpsee, which knows names
//! and dispatches; ids, cancellation and notifications are ours (jsonrpsee refuses negative ids and
//! answers notifications). What is offered is behind [`Offer`]: the table of tools, or the fixtures
//! of the conformance suite.
//!
//! What asks the index waits for its turn in a bounded queue and is answered by a bounded number of
//! threads; the rest is answered at once, so a long question never holds up a `ping`. Nothing but
//! messages is ever written to the output.

pub mod call;
pub mod changes;
pub mod failure;
#[cfg(feature = "http")]
pub mod http;
pub mod id;
pub mod level;
pub mod message;
pub mod methods;
pub mod offer;
pub mod program;
mod queue;
pub mod revision;
pub mod sent;
pub mod server;
pub mod session;
#[cfg(unix)]
mod signals;
pub mod stdio;

pub use offer::{Offer, Table};
pub use revision::Revision;
pub use server::Server;

use clap::Args;
use indexer_tools::settings::{ServerFlags, table};
use indexer_tools::{Configuration, Policy, Roots};
use std::io;
use std::net::SocketAddr;
#[cfg(feature = "http")]
use std::path::Path;
use std::path::PathBuf;
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

/// Serves on the process's stdin and stdout until stdin ends, or over HTTP where the configuration
/// names an address, or until a signal comes; what was parsed until then is kept. `note` takes lines
/// for the user. Ends at once, saying why, where the configuration switches the server off.
pub fn run(configuration: Configuration, note: impl Fn(&str)) -> io::Result<()> {
    let roots = Arc::new(Roots::new(configuration));
    let settings = roots.settings();
    roots.warnings().iter().for_each(|what| note(&format!("warning: {what}")));
    if let Some(why) = Policy::new(&settings).off() {
        note(why);
        return Ok(());
    }
    let server = Arc::new(Server::new(Arc::new(Table::new(Arc::clone(&roots)))));
    if let Some(address) = settings.address(&table::HTTP) {
        let files = [&table::TOKEN_FILE, &table::TOKENS_FILE].map(|setting| settings.path(setting));
        return listen(server, address, files, note);
    }
    #[cfg(unix)]
    signals::on_signal(move |code| {
        roots.stop();
        std::process::exit(code);
    });
    let served = stdio::serve(&server, io::stdin().lock(), io::stdout());
    server.stop();
    served
}

/// Serves over HTTP until a signal comes.
#[cfg(feature = "http")]
fn listen(
    server: Arc<Server>,
    address: SocketAddr,
    [token, tokens]: [Option<PathBuf>; 2],
    note: impl Fn(&str),
) -> io::Result<()> {
    let token = token.map(|path| token_of(&path)).transpose()?;
    let tokens = match (&token, tokens) {
        (None, None) => None,
        (token, file) => Some(http::Tokens::of(token.as_deref(), file)?),
    };
    if address.ip().is_unspecified() {
        let open =
            if tokens.is_some() { "whoever has a token" } else { "everybody, for there is no token_file" };
        note(&format!("warning: {address} is reached from every machine of the network, by {open}"));
    }
    let ready = |address: SocketAddr| note(&format!("listening on http://{address}/mcp"));
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    #[cfg(unix)]
    signals::on_signal(move |_| drop(stop));
    #[cfg(not(unix))]
    std::mem::forget(stop);
    // Dropped is said, too.
    let endpoint = http::Endpoint { address, tokens, limits: http::Limits::default() };
    http::serve(server, endpoint, ready, async { drop(stopped.await) })
}

/// This build speaks over stdin and stdout alone.
#[cfg(not(feature = "http"))]
fn listen(_: Arc<Server>, _: SocketAddr, _: [Option<PathBuf>; 2], _: impl Fn(&str)) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "built without the feature http; leave --http out"))
}

/// The first line of a file, which nobody but its owner should be able to read.
#[cfg(feature = "http")]
fn token_of(path: &Path) -> io::Result<String> {
    let wrong = |what: String| {
        io::Error::new(io::ErrorKind::InvalidInput, format!("token_file {}: {what}", path.display()))
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let token = text.lines().next().unwrap_or_default().trim();
    if token.is_empty() {
        return Err(wrong("its first line is empty; write a token there".to_owned()));
    }
    Ok(token.to_owned())
}
