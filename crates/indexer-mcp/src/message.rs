//! One message from a client and what it asks for.

use crate::failure::Failure;
use crate::id::Id;
use crate::sent::written;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The most bytes of one message. A question is a few hundred bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// The most messages of one batch.
const MOST_IN_BATCH: usize = 100;
/// The notification that takes a request back.
const CANCELLED: &str = "notifications/cancelled";

/// Parameters of a request or a notification.
pub type Parameters = Map<String, Value>;

/// An object whose values are not read yet. Of equal keys the last counts.
type Object<'a> = BTreeMap<String, &'a RawValue>;

/// What wants an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Given back as it came.
    pub id: Id,
    /// The method.
    pub method: String,
    /// Its parameters, empty where there are none.
    pub params: Parameters,
    /// Under which token the client wants to hear how far it is; given back as it came.
    pub progress_token: Option<Id>,
}

/// What wants none.
#[derive(Clone, Debug, PartialEq)]
pub struct Notification {
    /// The method.
    pub method: String,
    /// Its parameters, empty where there are none.
    pub params: Parameters,
    /// The request that it takes back.
    pub cancels: Option<Id>,
}

/// A message from the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Wants an answer.
    Request(Request),
    /// Wants none.
    Notification(Notification),
    /// An answer to a question that this server never asks.
    Response,
    /// Not a message.
    Invalid {
        /// The id where one could be read, else null.
        id: Id,
        /// What to answer.
        failure: Failure,
    },
}

/// What one line, or one body, holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// One message.
    One(Message),
    /// Several in an array.
    Batch(Vec<Message>),
}

/// Reads a message or a batch. Text that is not UTF-8 is no JSON.
pub fn read(bytes: &[u8]) -> Input {
    if bytes.len() > MOST_BYTES {
        return Input::One(too_large());
    }
    let read = serde_json::from_slice::<&RawValue>(bytes);
    let raw = match read {
        Ok(raw) => raw,
        Err(error) => return Input::One(not_json(&error)),
    };
    if !raw.get().starts_with('[') {
        return Input::One(message(raw));
    }
    match serde_json::from_str::<Vec<&RawValue>>(raw.get()) {
        Err(error) => Input::One(not_json(&error)),
        Ok(all) if all.is_empty() => Input::One(invalid(Id::null(), Failure::request("an empty batch"))),
        Ok(all) if all.len() > MOST_IN_BATCH => {
            let reason = format!("{} messages in one batch; send at most {MOST_IN_BATCH}", all.len());
            Input::One(invalid(Id::null(), Failure::request(reason)))
        }
        Ok(all) => Input::Batch(all.into_iter().map(message).collect()),
    }
}

/// What stands for a message that was longer than [`MOST_BYTES`].
pub fn too_large() -> Message {
    let reason = format!("a message of more than {MOST_BYTES} bytes; send shorter ones");
    invalid(Id::null(), Failure::request(reason))
}

fn not_json(error: &serde_json::Error) -> Message {
    invalid(Id::null(), Failure::parse(format!("not JSON: {error}")))
}

fn message(raw: &RawValue) -> Message {
    // Values are read once it is known which are needed: an id must not go through a float.
    if !raw.get().starts_with('{') {
        return invalid(Id::null(), Failure::request("a message is an object"));
    }
    match serde_json::from_str::<Object<'_>>(raw.get()) {
        Ok(object) => of_object(&object).unwrap_or_else(|error| not_json(&error)),
        Err(error) => not_json(&error),
    }
}

fn of_object(object: &Object<'_>) -> Result<Message, serde_json::Error> {
    let given = object.get("id");
    let id = given.and_then(|raw| Id::of(raw));
    let shown = id.clone().unwrap_or_else(Id::null);
    let wrong = |reason| Ok(invalid(shown.clone(), Failure::request(reason)));
    let value = |key: &str| object.get(key).map(|raw| serde_json::from_str::<Value>(raw.get())).transpose();
    if value("jsonrpc")?.is_none_or(|version| version != "2.0") {
        return wrong("jsonrpc must be \"2.0\"");
    }
    let method = match value("method")? {
        Some(Value::String(method)) => method,
        None if object.contains_key("result") || object.contains_key("error") => {
            return Ok(Message::Response);
        }
        _ => return wrong("method must be a string"),
    };
    let params = match value("params")? {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return wrong("params must be an object"),
    };
    let within = |path: &[&str]| object.get("params").and_then(|params| id_at(params, path));
    match (given, id) {
        (None, _) => {
            let cancels = (method == CANCELLED).then(|| within(&["requestId"])).flatten();
            Ok(Message::Notification(Notification { method, params, cancels }))
        }
        (Some(_), Some(id)) => {
            let progress_token =
                params.contains_key("_meta").then(|| within(&["_meta", "progressToken"])).flatten();
            Ok(Message::Request(Request { id, method, params, progress_token }))
        }
        (Some(_), None) => wrong("id must be a string or a number"),
    }
}

/// The id at the end of a path of keys.
fn id_at(raw: &RawValue, path: &[&str]) -> Option<Id> {
    let Some((key, rest)) = path.split_first() else { return Id::of(raw) };
    let object = serde_json::from_str::<Object<'_>>(raw.get()).ok()?;
    id_at(object.get(*key)?, rest)
}

fn invalid(id: Id, failure: Failure) -> Message {
    Message::Invalid { id, failure }
}

#[derive(Serialize)]
struct Reply<'a> {
    jsonrpc: &'static str,
    id: &'a Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RawValue>,
}

/// The answer of a dispatcher under the client's own id, with the code of an error.
pub fn under_id(id: &Id, response: &RawValue) -> (String, Option<i32>) {
    let Ok(object) = serde_json::from_str::<Object<'_>>(response.get()) else {
        let failure = Failure::internal("the answer could not be written");
        return (failure.under(id), Some(failure.code));
    };
    let (result, error) = (object.get("result").copied(), object.get("error").copied());
    let code = error.and_then(|error| serde_json::from_str::<Value>(error.get()).ok());
    let code = code.and_then(|error| error["code"].as_i64()).map(|code| code as i32);
    (written(&Reply { jsonrpc: "2.0", id, result, error }), code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::{INVALID_REQUEST, PARSE_ERROR};

    fn code(line: &str) -> (String, i32) {
        match read(line.as_bytes()) {
            Input::One(Message::Invalid { id, failure }) => (id.as_json().to_owned(), failure.code),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn what_is_wrong_is_told_apart() {
        assert_eq!(code("{"), ("null".to_owned(), PARSE_ERROR));
        assert_eq!(code("[]").1, INVALID_REQUEST);
        assert_eq!(code("3").1, INVALID_REQUEST);
        assert_eq!(code(r#"{"id":1,"method":"a"}"#), ("1".to_owned(), INVALID_REQUEST));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#).1, INVALID_REQUEST);
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":"x","method":3}"#), ("\"x\"".to_owned(), INVALID_REQUEST));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":2,"method":"a","params":[1]}"#).1, INVALID_REQUEST);
        assert_eq!(code(&format!("[{}]", vec!["1"; 101].join(","))).1, INVALID_REQUEST);
        assert_eq!(code(&" ".repeat(MOST_BYTES + 1)).1, INVALID_REQUEST);
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":"\ud800"}}"#).1, PARSE_ERROR);
        let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        assert!(matches!(&read(deep.as_bytes()), Input::Batch(all) if all.len() == 1));
        let not_text = read(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}");
        assert!(
            matches!(not_text, Input::One(Message::Invalid { failure, .. }) if failure.code == PARSE_ERROR)
        );
    }

    #[test]
    fn ids_stay_as_they_came() {
        for id in
            ["-7", "\"a\"", "1.5", "18446744073709551615", "-340282366920938463463374607431768211457", "1.0"]
        {
            let line = format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"ping","params":{{"_meta":{{"progressToken":{id}}}}}}}"#
            );
            let Input::One(Message::Request(request)) = read(line.as_bytes()) else { panic!("{line}") };
            assert_eq!(request.id.as_json(), id);
            assert_eq!(request.progress_token.unwrap().as_json(), id);
            let line = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
            );
            let Input::One(Message::Notification(notification)) = read(line.as_bytes()) else { panic!() };
            assert_eq!(notification.cancels.unwrap().as_json(), id);
        }
        let line = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert!(matches!(read(line.as_bytes()), Input::One(Message::Notification { .. })));
        assert_eq!(read(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Input::One(Message::Response));
    }
}
