//! Messages of the server as they are sent, and where to.

use serde::Serialize;
use std::sync::Arc;

/// Where messages to the client go.
pub type Outlet = Arc<dyn Fn(String) + Send + Sync>;

#[derive(Serialize)]
struct Notice<'a, P> {
    jsonrpc: &'static str,
    method: &'a str,
    params: P,
}

/// A notification of the server.
pub fn notification(method: &str, params: impl Serialize) -> String {
    written(&Notice { jsonrpc: "2.0", method, params })
}

/// A message as it is sent.
pub(crate) fn written(message: &impl Serialize) -> String {
    // What is written here is made of maps with text as keys, which can always be written.
    serde_json::to_string(message).unwrap_or_default()
}
