//! One line of input and what it asks for.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// JSON-RPC: the text is no JSON.
pub const PARSE_ERROR: i32 = -32700;
/// JSON-RPC: the JSON is no request.
pub const INVALID_REQUEST: i32 = -32600;
/// JSON-RPC: no such method.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// JSON-RPC: parameters that the method cannot take.
pub const INVALID_PARAMS: i32 = -32602;

/// A message from the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Wants an answer.
    Request {
        /// Given back as it came: a string or any number.
        id: Value,
        /// The method.
        method: String,
        /// Its parameters.
        params: Option<Map<String, Value>>,
    },
    /// Wants none.
    Notification {
        /// The method.
        method: String,
        /// Its parameters.
        params: Option<Map<String, Value>>,
    },
    /// An answer to a question that this server never asks.
    Response,
    /// Not a message: what to answer.
    Invalid {
        /// The id where one could be read, else null.
        id: Value,
        /// The code of the error.
        code: i32,
        /// What is wrong.
        message: String,
    },
}

/// What one line holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// One message.
    One(Message),
    /// Several in an array.
    Batch(Vec<Message>),
}

/// Reads a line.
pub fn read(line: &str) -> Line {
    match serde_json::from_str::<Value>(line) {
        Err(error) => Line::One(invalid(Value::Null, PARSE_ERROR, format!("not JSON: {error}"))),
        Ok(Value::Array(all)) if all.is_empty() => {
            Line::One(invalid(Value::Null, INVALID_REQUEST, "an empty batch"))
        }
        Ok(Value::Array(all)) => Line::Batch(all.into_iter().map(message).collect()),
        Ok(value) => Line::One(message(value)),
    }
}

fn message(value: Value) -> Message {
    let Value::Object(mut object) = value else {
        return invalid(Value::Null, INVALID_REQUEST, "a message is an object");
    };
    let id = object.remove("id");
    let shown = id.clone().filter(is_id).unwrap_or(Value::Null);
    if object.get("jsonrpc") != Some(&json!("2.0")) {
        return invalid(shown, INVALID_REQUEST, "jsonrpc must be \"2.0\"");
    }
    let method = match object.remove("method") {
        Some(Value::String(method)) => method,
        None if object.contains_key("result") || object.contains_key("error") => return Message::Response,
        _ => return invalid(shown, INVALID_REQUEST, "method must be a string"),
    };
    let params = match object.remove("params") {
        None => None,
        Some(Value::Object(params)) => Some(params),
        Some(_) => return invalid(shown, INVALID_REQUEST, "params must be an object"),
    };
    match id {
        None => Message::Notification { method, params },
        Some(id) if is_id(&id) => Message::Request { id, method, params },
        Some(_) => invalid(Value::Null, INVALID_REQUEST, "id must be a string or a number"),
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_number()
}

fn invalid(id: Value, code: i32, message: impl Into<String>) -> Message {
    Message::Invalid { id, code, message: message.into() }
}

/// An answer with an error.
pub fn error(id: &Value, code: i32, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string()
}

/// The answer of a dispatcher under the client's own id.
pub fn under_id(id: &Value, response: &RawValue) -> String {
    let Ok(Value::Object(mut object)) = serde_json::from_str::<Value>(response.get()) else {
        return error(id, -32603, "internal error");
    };
    object.insert("id".into(), id.clone());
    Value::Object(object).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(line: &str) -> (Value, i32) {
        match read(line) {
            Line::One(Message::Invalid { id, code, .. }) => (id, code),
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
    }

    #[test]
    fn ids_stay_as_they_came() {
        for id in ["-7", "\"a\"", "1.5", "18446744073709551615"] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            let Line::One(Message::Request { id: read, .. }) = read(&line) else { panic!("{line}") };
            assert_eq!(read.to_string(), id);
        }
        let line = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert!(matches!(read(line), Line::One(Message::Notification { .. })));
        assert_eq!(read(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Line::One(Message::Response));
    }
}
