//! What a server offers. The program offers the tools of its table; a test offers the fixtures of
//! the conformance suite, over the same dispatch and the same transports.

mod table;

pub use table::Table;

use crate::call::Call;
use crate::failure::Failure;
use indexer_tools::Grant;
use serde_json::{Map, Value};

/// Tools, resources and prompts. Values are what the protocol sends for them.
pub trait Offer: Send + Sync + 'static {
    /// How to use all of this, in at most 120 tokens.
    fn instructions(&self) -> &str;

    /// The tools that lists show.
    fn tools(&self) -> Vec<Value>;

    /// Calls a tool: a result with `content`.
    fn call_tool(&self, name: &str, arguments: &Value, call: &Call) -> Result<Value, Failure>;

    /// The resources that lists show.
    fn resources(&self) -> Vec<Value>;

    /// Patterns of further resources.
    fn resource_templates(&self) -> Vec<Value>;

    /// What a resource holds: the items of `contents`.
    fn read_resource(&self, uri: &str, call: &Call) -> Result<Vec<Value>, Failure>;

    /// The prompts that lists show.
    fn prompts(&self) -> Vec<Value>;

    /// A prompt filled in: a result with `messages`.
    fn prompt(&self, name: &str, arguments: &Map<String, Value>, call: &Call) -> Result<Value, Failure>;

    /// What an argument of a prompt or of a pattern (`reference`) may become, best first.
    fn complete(
        &self,
        reference: &Value,
        argument: &str,
        value: &str,
        call: &Call,
    ) -> Result<Vec<String>, Failure>;

    /// Something that changes when what a resource holds changes; `None` where there is no such
    /// resource for who may ask so much.
    fn fingerprint(&self, uri: &str, grant: &Grant) -> Option<u64>;

    /// Has `listener` called after resources may have changed.
    fn on_change(&self, listener: Box<dyn Fn() + Send + Sync>);

    /// Things that the user should know, for clients that listen to logs and may ask everything.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Stops what runs, for a server that ends.
    fn stop(&self) {}
}
