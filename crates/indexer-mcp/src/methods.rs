//! The methods of the protocol.

use crate::call::Call;
use crate::changes::Changes;
use crate::failure::{Failure, RESOURCE_NOT_FOUND};
use crate::level::Level;
use crate::offer::Offer;
use crate::revision::Revision;
use crate::sent::notification;
use crate::session::MOST_FOLLOWED;
use jsonrpsee_core::RegisterMethodError;
use jsonrpsee_core::server::{Extensions, RpcModule};
use jsonrpsee_types::{ErrorObjectOwned, Params};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What methods answer from.
pub(crate) struct Context {
    pub(crate) offer: Arc<dyn Offer>,
    pub(crate) changes: Arc<Changes>,
}

/// A method: its parameters and the call in, its result out.
type Method = fn(&Context, &Map<String, Value>, &Call) -> Result<Value, Failure>;

/// Which revisions have a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    Always,
    /// Those with a handshake.
    Handshake,
    /// Those without.
    Stateless,
}

/// How soon a method answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// From what is in memory: nobody waits for it.
    Quick,
    /// From the index: it waits for its turn.
    Queued,
}

use Pace::{Queued, Quick};
use Since::{Always, Handshake, Stateless};

/// Every method.
const METHODS: &[(&str, Since, Pace, Method)] = &[
    ("initialize", Handshake, Quick, initialize),
    ("server/discover", Stateless, Quick, discover),
    ("ping", Handshake, Quick, |_, _, _| Ok(json!({}))),
    ("logging/setLevel", Handshake, Quick, set_level),
    ("tools/list", Always, Quick, |context, params, call| list("tools", context.offer.tools(), params, call)),
    ("tools/call", Always, Queued, call_tool),
    ("resources/list", Always, Quick, |context, params, call| {
        list("resources", context.offer.resources(), params, call)
    }),
    ("resources/templates/list", Always, Quick, |context, params, call| {
        list("resourceTemplates", context.offer.resource_templates(), params, call)
    }),
    ("resources/read", Always, Queued, read_resource),
    ("resources/subscribe", Handshake, Queued, subscribe),
    ("resources/unsubscribe", Handshake, Quick, unsubscribe),
    ("prompts/list", Always, Quick, |context, params, call| {
        list("prompts", context.offer.prompts(), params, call)
    }),
    ("prompts/get", Always, Quick, get_prompt),
    ("completion/complete", Always, Queued, complete),
];

/// Entries of one page of a list.
const PAGE: usize = 100;
/// How long a client may keep a list, in milliseconds: configuration is read anew at each question.
const KEEP_MS: u64 = 60_000;
/// The most suggestions of one answer, by the protocol.
const MOST_SUGGESTIONS: usize = 100;

/// Makes the dispatcher know every method.
pub(crate) fn register(module: &mut RpcModule<Context>) -> Result<(), RegisterMethodError> {
    for (name, _, _, method) in METHODS {
        module.register_method(
            name,
            move |params: Params<'_>, context: &Context, extensions: &Extensions| {
                let call = extensions.get::<Call>().ok_or_else(|| Failure::internal("nobody calls"))?;
                let params: Map<String, Value> = params.parse()?;
                let result = method(context, &params, call)?;
                Ok::<Value, ErrorObjectOwned>(finished(result, call.revision))
            },
        )?;
    }
    Ok(())
}

/// True where a revision has a method.
pub(crate) fn is_spoken(method: &str, revision: Revision) -> bool {
    METHODS.iter().any(|(name, since, ..)| {
        *name == method
            && match since {
                Always => true,
                Handshake => !revision.is_stateless(),
                Stateless => revision.is_stateless(),
            }
    })
}

/// True for a method that is answered at once; one that nobody knows is, too.
pub(crate) fn is_quick(method: &str) -> bool {
    METHODS.iter().find(|(name, ..)| *name == method).is_none_or(|(_, _, pace, _)| *pace == Quick)
}

/// A line of the log.
pub(crate) fn logged(level: Level, text: &str) -> String {
    notification("notifications/message", json!({"level": level.as_str(), "logger": "indexer", "data": text}))
}

/// A result as the revision wants it.
fn finished(mut result: Value, revision: Revision) -> Value {
    if revision.is_stateless() && result.get("resultType").is_none() {
        result["resultType"] = json!("complete");
        result["_meta"]["io.modelcontextprotocol/serverInfo"] = server_info();
    }
    result
}

/// A result that a client may keep for a while.
fn kept(mut result: Value, call: &Call, milliseconds: u64) -> Value {
    if call.revision.is_stateless() {
        result["ttlMs"] = json!(milliseconds);
        result["cacheScope"] = json!("private");
    }
    result
}

fn server_info() -> Value {
    json!({"name": "indexer", "title": "indexer", "version": env!("CARGO_PKG_VERSION")})
}

fn capabilities(revision: Revision) -> Value {
    let mut capabilities = json!({
        "tools": {"listChanged": false},
        "resources": {"subscribe": true, "listChanged": true},
        "prompts": {"listChanged": false},
        "completions": {},
        "logging": {},
    });
    if let (true, Value::Object(known)) = (revision == Revision::V2024_11_05, &mut capabilities) {
        known.remove("completions");
    }
    capabilities
}

fn initialize(context: &Context, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let revision = match params.get("protocolVersion") {
        None | Some(Value::Null) => Revision::OLDEST,
        Some(Value::String(name)) => Revision::of(name)
            .filter(|revision| !revision.is_stateless())
            .unwrap_or(Revision::NEWEST_WITH_HANDSHAKE),
        Some(_) => return Err(Failure::parameter("protocolVersion", "must be text")),
    };
    let of_client = params.get("capabilities").cloned().unwrap_or_default();
    call.session.agree(revision, of_client);
    context.changes.add(&call.session);
    Ok(json!({
        "protocolVersion": revision.as_str(),
        "capabilities": capabilities(revision),
        "serverInfo": server_info(),
        "instructions": context.offer.instructions(),
    }))
}

fn discover(context: &Context, _: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let result = json!({
        "supportedVersions": Revision::names(),
        "capabilities": capabilities(call.revision),
        "instructions": context.offer.instructions(),
    });
    Ok(kept(result, call, KEEP_MS))
}

fn set_level(_: &Context, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let word = text(params, "level")?;
    let level = Level::of(word).ok_or_else(|| {
        let known = "debug, info, notice, warning, error, critical, alert and emergency";
        Failure::parameter("level", format!("{word:?} is none of {known}"))
    })?;
    call.session.set_level(level);
    Ok(json!({}))
}

/// A page of a list. The cursor is the place of its first entry: lists are short and stay as they
/// are for as long as the server runs.
fn list(name: &str, all: Vec<Value>, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let first = match params.get("cursor") {
        None | Some(Value::Null) => 0,
        Some(cursor) => cursor
            .as_str()
            .and_then(|cursor| cursor.strip_prefix("from-"))
            .and_then(|place| place.parse().ok())
            .filter(|place| *place < all.len())
            .ok_or_else(|| Failure::parameter("cursor", "is none that this server gave"))?,
    };
    let next = first + PAGE;
    let more = all.len() > next;
    let page: Vec<Value> = all.into_iter().skip(first).take(PAGE).collect();
    let mut result = json!({name: page});
    if more {
        result["nextCursor"] = json!(format!("from-{next}"));
    }
    Ok(kept(result, call, KEEP_MS))
}

fn call_tool(context: &Context, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let name = text(params, "name")?;
    if call.revision.is_stateless() && call.session.grant().is_everything() {
        context.offer.warnings().iter().for_each(|warning| call.log(Level::Warning, warning));
    }
    context.offer.call_tool(name, params.get("arguments").unwrap_or(&Value::Null), call)
}

fn read_resource(context: &Context, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let uri = text(params, "uri")?;
    let contents = context.offer.read_resource(uri, call).map_err(|failure| {
        let renamed = failure.code == RESOURCE_NOT_FOUND && call.revision.is_stateless();
        let code = if renamed { crate::failure::INVALID_PARAMS } else { failure.code };
        Failure { code, ..failure }
    })?;
    Ok(kept(json!({"contents": contents}), call, 0))
}

fn subscribe(context: &Context, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let uri = text(params, "uri")?;
    let fingerprint = context.offer.fingerprint(uri, call.session.grant());
    if fingerprint.is_none() {
        return Err(no_resource(uri));
    }
    if !call.session.follow(uri, fingerprint) {
        let reason = format!("{MOST_FOLLOWED} resources are followed already; unsubscribe from one");
        return Err(Failure::parameter("uri", reason));
    }
    context.changes.add(&call.session);
    Ok(json!({}))
}

fn unsubscribe(_: &Context, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    call.session.unfollow(text(params, "uri")?);
    Ok(json!({}))
}

/// No resource has this name.
pub fn no_resource(uri: &str) -> Failure {
    Failure::new(RESOURCE_NOT_FOUND, format!("there is no resource {uri:?}")).with(json!({"uri": uri}))
}

fn get_prompt(context: &Context, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let name = text(params, "name")?;
    let none = Map::new();
    let arguments = match params.get("arguments") {
        None | Some(Value::Null) => &none,
        Some(Value::Object(arguments)) => arguments,
        Some(_) => return Err(Failure::parameter("arguments", "must be an object")),
    };
    context.offer.prompt(name, arguments, call)
}

fn complete(context: &Context, params: &Map<String, Value>, call: &Call) -> Result<Value, Failure> {
    let reference = params
        .get("ref")
        .filter(|one| one.is_object())
        .ok_or_else(|| Failure::parameter("ref", "is missing"))?;
    let argument = params.get("argument").and_then(Value::as_object);
    let argument = argument.ok_or_else(|| Failure::parameter("argument", "is missing"))?;
    let value = argument.get("value").and_then(Value::as_str).unwrap_or_default();
    let mut values = context.offer.complete(reference, text(argument, "name")?, value, call)?;
    let total = values.len();
    values.truncate(MOST_SUGGESTIONS);
    Ok(json!({"completion": {"values": values, "total": total, "hasMore": total > MOST_SUGGESTIONS}}))
}

/// A parameter that must be text.
fn text<'a>(params: &'a Map<String, Value>, name: &str) -> Result<&'a str, Failure> {
    match params.get(name) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(Failure::parameter(name, "must be text")),
        None => Err(Failure::parameter(name, "is missing")),
    }
}
