//! The fixtures of the official conformance suite over the server's own dispatch and transport.
//! `.ci/conformance` runs the suite against it; nothing of this is in the programs.

use indexer_mcp::call::Call;
use indexer_mcp::failure::{Failure, MISSING_CAPABILITY};
use indexer_mcp::level::Level;
use indexer_mcp::methods::no_resource;
use indexer_mcp::{Offer, Server, http};
use indexer_tools::Grant;
use serde_json::{Map, Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// A red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// A sound of no length.
const WAV: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
const PAUSE: Duration = Duration::from_millis(50);

struct Fixtures;

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn content(items: Value) -> Value {
    json!({"content": items})
}

fn embedded(uri: &str, kind: &str, text: &str) -> Value {
    json!({"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": text}})
}

impl Offer for Fixtures {
    fn instructions(&self) -> &str {
        "Fixtures of the conformance suite."
    }

    fn tools(&self) -> Vec<Value> {
        let names = [
            "test_simple_text",
            "test_image_content",
            "test_audio_content",
            "test_embedded_resource",
            "test_multiple_content_types",
            "test_tool_with_logging",
            "test_error_handling",
            "test_tool_with_progress",
            "test_missing_capability",
            "test_logging_tool",
            "test_streaming_elicitation",
        ];
        let tool = |name: &str| json!({"name": name, "description": name, "inputSchema": {"type": "object"}});
        let mut tools: Vec<Value> = names.into_iter().map(tool).collect();
        tools.push(json!({
            "name": "json_schema_2020_12_tool",
            "description": "Tool with JSON Schema 2020-12 features",
            "inputSchema": {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "$defs": {"address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
                }},
                "properties": {
                    "name": {"type": "string"},
                    "address": {"$ref": "#/$defs/address"},
                    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                    "phone": {"type": "string"},
                    "email": {"type": "string"},
                },
                "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
                "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
                "then": {"required": ["phone"]},
                "else": {"required": ["email"]},
                "additionalProperties": false,
            },
        }));
        tools
    }

    fn call_tool(&self, name: &str, _: &Value, call: &Call) -> Result<Value, Failure> {
        let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
        Ok(match name {
            "test_simple_text" => content(json!([text("This is a simple text response for testing.")])),
            "test_image_content" => content(json!([image])),
            "test_audio_content" => content(json!([{"type": "audio", "data": WAV, "mimeType": "audio/wav"}])),
            "test_embedded_resource" => {
                let uri = "test://embedded-resource";
                content(json!([embedded(uri, "text/plain", "This is an embedded resource content.")]))
            }
            "test_multiple_content_types" => {
                let held = embedded(
                    "test://mixed-content-resource",
                    "application/json",
                    "{\"test\":\"data\",\"value\":123}",
                );
                content(json!([text("Multiple content types test:"), image, held]))
            }
            "test_tool_with_logging" | "test_logging_tool" => {
                for line in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
                    call.log(Level::Info, line);
                    sleep(PAUSE);
                }
                content(json!([text("Logged.")]))
            }
            "test_tool_with_progress" | "test_streaming_elicitation" => {
                for done in [0, 50, 100] {
                    call.progress(done, Some(100), None);
                    sleep(PAUSE);
                }
                content(json!([text("Done.")]))
            }
            "test_error_handling" => json!({
                "content": [text("This tool intentionally returns an error for testing")],
                "isError": true,
            }),
            "test_missing_capability" if call.capabilities.get("sampling").is_none() => {
                let failure = Failure::new(MISSING_CAPABILITY, "this tool needs sampling");
                return Err(failure.with(json!({"requiredCapabilities": {"sampling": {}}})));
            }
            "test_missing_capability" | "json_schema_2020_12_tool" => content(json!([text("Called.")])),
            _ => return Err(Failure::parameter("name", format!("unknown tool {name:?}"))),
        })
    }

    fn resources(&self) -> Vec<Value> {
        let resource = |name: &str, kind: &str| json!({"uri": format!("test://{name}"), "name": name, "description": name, "mimeType": kind});
        vec![
            resource("static-text", "text/plain"),
            resource("static-binary", "image/png"),
            resource("watched-resource", "text/plain"),
        ]
    }

    fn resource_templates(&self) -> Vec<Value> {
        let description = "A resource with a parameter";
        vec![json!({
            "uriTemplate": "test://template/{id}/data",
            "name": "template",
            "description": description,
            "mimeType": "application/json",
        })]
    }

    fn read_resource(&self, uri: &str, _: &Call) -> Result<Vec<Value>, Failure> {
        let template = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
        Ok(vec![match (uri, template) {
            ("test://static-text", _) => json!({
                "uri": uri,
                "mimeType": "text/plain",
                "text": "This is the content of the static text resource.",
            }),
            ("test://static-binary", _) => json!({"uri": uri, "mimeType": "image/png", "blob": PNG}),
            ("test://watched-resource", _) => {
                json!({"uri": uri, "mimeType": "text/plain", "text": "Watched."})
            }
            (_, Some(id)) => {
                let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
                json!({"uri": uri, "mimeType": "application/json", "text": data.to_string()})
            }
            _ => return Err(no_resource(uri)),
        }])
    }

    fn prompts(&self) -> Vec<Value> {
        let argument = |name: &str| json!({"name": name, "description": name, "required": true});
        let prompt = |name: &str, arguments: &[&str]| {
            let arguments: Vec<Value> = arguments.iter().map(|name| argument(name)).collect();
            json!({"name": name, "description": name, "arguments": arguments})
        };
        vec![
            prompt("test_simple_prompt", &[]),
            prompt("test_prompt_with_arguments", &["arg1", "arg2"]),
            prompt("test_prompt_with_embedded_resource", &["resourceUri"]),
            prompt("test_prompt_with_image", &[]),
        ]
    }

    fn prompt(&self, name: &str, arguments: &Map<String, Value>, _: &Call) -> Result<Value, Failure> {
        let of = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
        let contents = match name {
            "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
            "test_prompt_with_arguments" => {
                vec![text(&format!("Prompt with arguments: arg1='{}', arg2='{}'", of("arg1"), of("arg2")))]
            }
            "test_prompt_with_embedded_resource" => vec![
                embedded(of("resourceUri"), "text/plain", "Embedded resource content for testing."),
                text("Please process the embedded resource above."),
            ],
            "test_prompt_with_image" => vec![
                json!({"type": "image", "data": PNG, "mimeType": "image/png"}),
                text("Please analyze the image above."),
            ],
            _ => return Err(Failure::parameter("name", format!("unknown prompt {name:?}"))),
        };
        let messages: Vec<Value> =
            contents.into_iter().map(|content| json!({"role": "user", "content": content})).collect();
        Ok(json!({"messages": messages}))
    }

    fn complete(&self, _: &Value, _: &str, value: &str, _: &Call) -> Result<Vec<String>, Failure> {
        let known = ["paris", "park", "party"];
        Ok(known.into_iter().filter(|known| known.starts_with(value)).map(str::to_owned).collect())
    }

    fn fingerprint(&self, uri: &str, _: &Grant) -> Option<u64> {
        uri.starts_with("test://").then_some(0)
    }

    fn on_change(&self, _: Box<dyn Fn() + Send + Sync>) {}
}

#[expect(clippy::print_stdout, reason = "the script that runs the suite reads where it listens")]
fn main() -> std::io::Result<()> {
    let server = Arc::new(Server::new(Arc::new(Fixtures)));
    let ready = |address: SocketAddr| println!("http://{address}/mcp");
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let endpoint = http::Endpoint { address, tokens: None, limits: http::Limits::default() };
    http::serve(server, endpoint, ready, std::future::pending())
}
