//! The methods of the protocol.

use indexer_tools::{ALL, Code, Configuration, Output, Policy, Problem, Roots, Settings, Tool, find};
use jsonrpsee_core::RegisterMethodError;
use jsonrpsee_core::server::RpcModule;
use jsonrpsee_types::ErrorObjectOwned;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The revisions of the protocol that are spoken, newest last.
pub const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The revision in which several messages may stand in one array.
pub const BATCHES: &str = "2025-03-26";

const INSTRUCTIONS: &str = "Structural questions about the code at the server's root, always up to date, or at a revision: every tool \
    takes rev (branch, tag, commit, :staged). \
    Lines and columns are 1-based, paths relative to the root. Uses are resolved (proved) or possible; \
    unresolved sites of a name are counted, so zero uses is only zero where that count is zero too.";

/// The flag of the call that is running, handed to methods as an extension.
#[derive(Clone, Debug)]
pub struct Cancel(pub Arc<AtomicBool>);

/// The methods and what they answer from.
#[derive(Debug)]
pub struct Server {
    module: RpcModule<Roots>,
    roots: Arc<Roots>,
}

impl Server {
    /// A server over the root that the configuration names. Opens nothing yet.
    pub fn new(configuration: Configuration) -> Self {
        let roots = Arc::new(Roots::new(configuration));
        let mut module = RpcModule::from_arc(Arc::clone(&roots));
        // Names are distinct, which is all that registering can refuse; a test lists them.
        let registered = register(&mut module);
        debug_assert!(registered.is_ok(), "{registered:?}");
        Self { module, roots }
    }

    /// The workspaces that are open.
    pub(crate) fn roots(&self) -> Arc<Roots> {
        Arc::clone(&self.roots)
    }

    /// What holds for the server now.
    pub fn settings(&self) -> Settings {
        self.roots.settings()
    }

    /// The dispatcher.
    pub fn module(&self) -> &jsonrpsee_core::server::Methods {
        &self.module
    }
}

fn register(module: &mut RpcModule<Roots>) -> Result<(), RegisterMethodError> {
    module.register_method("initialize", |params, _, _| initialize(params.parse().ok()))?;
    module.register_method("ping", |_, _, _| json!({}))?;
    module.register_method("tools/list", |_, roots, _| list(roots))?;
    module.register_method("tools/call", |params, roots, extensions| {
        let cancel = extensions.get::<Cancel>().map(|cancel| Arc::clone(&cancel.0)).unwrap_or_default();
        call(roots, params.parse()?, &cancel)
    })?;
    Ok(())
}

fn initialize(params: Option<Map<String, Value>>) -> Value {
    let asked = params.as_ref().and_then(|params| params.get("protocolVersion")).and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|version| Some(*version) == asked);
    json!({
        "protocolVersion": version.unwrap_or(VERSIONS[VERSIONS.len() - 1]),
        "capabilities": {"tools": {"listChanged": false}},
        "serverInfo": {"name": "indexer", "title": "indexer", "version": env!("CARGO_PKG_VERSION")},
        "instructions": INSTRUCTIONS,
    })
}

fn list(roots: &Roots) -> Value {
    let policy = Policy::new(&roots.settings());
    let tools: Vec<Value> = ALL.iter().filter(|tool| policy.lists(tool)).map(entry).collect();
    json!({"tools": tools})
}

fn entry(tool: &Tool) -> Value {
    let (schema, description) = tool.schema_and_description();
    let annotations = json!({"readOnlyHint": !tool.writes});
    json!({"name": tool.name, "description": description, "inputSchema": schema, "annotations": annotations})
}

#[derive(Deserialize)]
struct Call {
    name: String,
    #[serde(default)]
    arguments: Value,
}

fn call(roots: &Roots, call: Call, cancel: &AtomicBool) -> Result<Value, ErrorObjectOwned> {
    let Some(tool) = find(&call.name) else {
        let known: Vec<&str> = ALL.iter().map(|tool| tool.name).collect();
        let message = format!("unknown tool {:?}; known are {}", call.name, known.join(", "));
        return Err(ErrorObjectOwned::owned(crate::message::INVALID_PARAMS, message, None::<()>));
    };
    Ok(match roots.ask(tool, &call.arguments, cancel) {
        Ok(output) => result(output),
        Err(problem) => tool_error(&problem, &call.arguments),
    })
}

fn result(output: Output) -> Value {
    let mut result = json!({"content": [{"type": "text", "text": output.body}], "isError": false});
    if let Some(structured) = output.structured {
        result["structuredContent"] = structured;
    }
    result
}

/// A problem is an answer of the tool, so that a model reads it and asks again.
fn tool_error(problem: &Problem, arguments: &Value) -> Value {
    let mut result = json!({"content": [{"type": "text", "text": problem.render()}], "isError": true});
    if arguments["format"] == "json" || problem.code == Code::UnknownTool {
        result["structuredContent"] = json!({"error": problem});
    }
    result
}
