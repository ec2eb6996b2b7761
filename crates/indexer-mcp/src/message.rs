//! One message from a client and what it asks for.

use crate::failure::Failure;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// The most bytes of one message. A question is a few hundred bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// The most messages of one batch.
const MOST_IN_BATCH: usize = 100;

/// Parameters of a request or a notification.
pub type Parameters = Map<String, Value>;

/// What wants an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Given back as it came: a string or any number.
    pub id: Value,
    /// The method.
    pub method: String,
    /// Its parameters, empty where there are none.
    pub params: Parameters,
}

/// What wants none.
#[derive(Clone, Debug, PartialEq)]
pub struct Notification {
    /// The method.
    pub method: String,
    /// Its parameters, empty where there are none.
    pub params: Parameters,
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
        id: Value,
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
    match serde_json::from_slice::<Value>(bytes) {
        Err(error) => Input::One(invalid(Value::Null, Failure::parse(format!("not JSON: {error}")))),
        Ok(Value::Array(all)) if all.is_empty() => {
            Input::One(invalid(Value::Null, Failure::request("an empty batch")))
        }
        Ok(Value::Array(all)) if all.len() > MOST_IN_BATCH => {
            let reason = format!("{} messages in one batch; send at most {MOST_IN_BATCH}", all.len());
            Input::One(invalid(Value::Null, Failure::request(reason)))
        }
        Ok(Value::Array(all)) => Input::Batch(all.into_iter().map(message).collect()),
        Ok(value) => Input::One(message(value)),
    }
}

/// What stands for a message that was longer than [`MOST_BYTES`].
pub fn too_large() -> Message {
    let reason = format!("a message of more than {MOST_BYTES} bytes; send shorter ones");
    invalid(Value::Null, Failure::request(reason))
}

fn message(value: Value) -> Message {
    let Value::Object(mut object) = value else {
        return invalid(Value::Null, Failure::request("a message is an object"));
    };
    let id = object.remove("id");
    let shown = id.clone().filter(is_id).unwrap_or(Value::Null);
    if object.get("jsonrpc") != Some(&json!("2.0")) {
        return invalid(shown, Failure::request("jsonrpc must be \"2.0\""));
    }
    let method = match object.remove("method") {
        Some(Value::String(method)) => method,
        None if object.contains_key("result") || object.contains_key("error") => return Message::Response,
        _ => return invalid(shown, Failure::request("method must be a string")),
    };
    let params = match object.remove("params") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return invalid(shown, Failure::request("params must be an object")),
    };
    match id {
        None => Message::Notification(Notification { method, params }),
        Some(id) if is_id(&id) => Message::Request(Request { id, method, params }),
        Some(_) => invalid(Value::Null, Failure::request("id must be a string or a number")),
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_number()
}

fn invalid(id: Value, failure: Failure) -> Message {
    Message::Invalid { id, failure }
}

/// A notification of the server.
pub fn notification(method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

/// The answer of a dispatcher under the client's own id, with the code of an error.
pub fn under_id(id: &Value, response: &RawValue) -> (String, Option<i32>) {
    let Ok(Value::Object(mut object)) = serde_json::from_str::<Value>(response.get()) else {
        let failure = Failure::internal("the answer could not be written");
        return (failure.under(id), Some(failure.code));
    };
    let code = object.get("error").and_then(|error| error["code"].as_i64()).map(|code| code as i32);
    object.insert("id".into(), id.clone());
    (Value::Object(object).to_string(), code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::{INVALID_REQUEST, PARSE_ERROR};

    fn code(line: &str) -> (Value, i32) {
        match read(line.as_bytes()) {
            Input::One(Message::Invalid { id, failure }) => (id, failure.code),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn what_is_wrong_is_told_apart() {
        assert_eq!(code("{"), (Value::Null, PARSE_ERROR));
        assert_eq!(code("[]").1, INVALID_REQUEST);
        assert_eq!(code("3").1, INVALID_REQUEST);
        assert_eq!(code(r#"{"id":1,"method":"a"}"#), (json!(1), INVALID_REQUEST));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#).1, INVALID_REQUEST);
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":"x","method":3}"#), (json!("x"), INVALID_REQUEST));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":2,"method":"a","params":[1]}"#).1, INVALID_REQUEST);
        assert_eq!(code(&format!("[{}]", vec!["1"; 101].join(","))).1, INVALID_REQUEST);
        assert_eq!(code(&" ".repeat(MOST_BYTES + 1)).1, INVALID_REQUEST);
        let not_text = read(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}");
        assert!(
            matches!(not_text, Input::One(Message::Invalid { failure, .. }) if failure.code == PARSE_ERROR)
        );
    }

    #[test]
    fn ids_stay_as_they_came() {
        for id in ["-7", "\"a\"", "1.5", "18446744073709551615"] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping","params":null}}"#);
            let Input::One(Message::Request(request)) = read(line.as_bytes()) else { panic!("{line}") };
            assert_eq!(request.id.to_string(), id);
        }
        let line = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert!(matches!(read(line.as_bytes()), Input::One(Message::Notification { .. })));
        assert_eq!(read(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Input::One(Message::Response));
    }
}
