//! Errors of the protocol, in one table.

use crate::id::Id;
use crate::revision::Revision;
use crate::sent::written;
use indexer_tools::{Code, Problem};
use jsonrpsee_types::ErrorObjectOwned;
use serde::Serialize;
use serde_json::{Value, json};

/// JSON-RPC: the text is no JSON.
pub const PARSE_ERROR: i32 = -32700;
/// JSON-RPC: the JSON is no request.
pub const INVALID_REQUEST: i32 = -32600;
/// JSON-RPC: no such method.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// JSON-RPC: parameters that the method cannot take.
pub const INVALID_PARAMS: i32 = -32602;
/// JSON-RPC: something that should not be.
pub const INTERNAL_ERROR: i32 = -32603;
/// A file could not be read or written.
pub const FILE_SYSTEM: i32 = -32000;
/// More calls wait than are kept.
pub const BUSY: i32 = -32001;
/// MCP before 2026-07-28: no such resource.
pub const RESOURCE_NOT_FOUND: i32 = -32002;
/// MCP: headers and body of a request say different things.
pub const HEADER_MISMATCH: i32 = -32020;
/// MCP: the client has not declared what the request needs.
pub const MISSING_CAPABILITY: i32 = -32021;
/// MCP: no such revision.
pub const UNSUPPORTED_VERSION: i32 = -32022;

/// An error of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Its code.
    pub code: i32,
    /// What happened.
    pub message: String,
    /// More of it, for programs.
    pub data: Option<Value>,
}

impl Failure {
    /// A failure without data.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// The text is no JSON.
    pub fn parse(message: impl Into<String>) -> Self {
        Self::new(PARSE_ERROR, message)
    }

    /// The JSON is no request.
    pub fn request(message: impl Into<String>) -> Self {
        Self::new(INVALID_REQUEST, message)
    }

    /// No such method in the revision that is spoken.
    pub fn method(method: &str) -> Self {
        Self::new(METHOD_NOT_FOUND, format!("unknown method {method:?}"))
    }

    /// A parameter of a method that cannot be.
    pub fn parameter(parameter: &str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        let data = json!({"parameter": parameter, "reason": reason});
        Self { data: Some(data), ..Self::new(INVALID_PARAMS, format!("{parameter}: {reason}")) }
    }

    /// More calls wait than are kept.
    pub fn busy() -> Self {
        let message = "too many calls wait to be answered; ask again once some of them are";
        Self::new(BUSY, message).with(json!({"reason": "busy", "retry": true}))
    }

    /// Something that should not be.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(INTERNAL_ERROR, message)
    }

    /// A revision that nobody speaks.
    pub fn version(requested: &str) -> Self {
        let message = format!("protocol version {requested:?} is not spoken here");
        let data = json!({"supported": Revision::names(), "requested": requested});
        Self { data: Some(data), ..Self::new(UNSUPPORTED_VERSION, message) }
    }

    /// The same with data.
    #[must_use]
    pub fn with(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// What a problem of a tool is in a revision: an error of the protocol, or `None` where it is an
    /// answer of the tool. The table of `docs/errors.md`.
    pub fn of(problem: &Problem, revision: Revision) -> Option<Self> {
        let code = match problem.code {
            Code::InvalidArgument | Code::NotSupported if !revision.answers_bad_arguments() => INVALID_PARAMS,
            Code::UnknownTool => INVALID_PARAMS,
            Code::Unreadable => FILE_SYSTEM,
            _ => return None,
        };
        let message = match &problem.hint {
            Some(hint) => format!("{}; {hint}", problem.message),
            None => problem.message.clone(),
        };
        let mut data =
            json!({"tool": problem.tool, "parameter": problem.parameter, "reason": problem.message});
        if let Value::Object(data) = &mut data {
            data.retain(|_, value| !value.is_null());
            if !problem.suggestions.is_empty() {
                data.insert("suggestions".into(), json!(problem.suggestions));
            }
        }
        Some(Self { code, message, data: Some(data) })
    }

    /// The whole message that answers the request with this id.
    pub fn under(&self, id: &Id) -> String {
        let (code, message, data) = (self.code, &*self.message, self.data.as_ref());
        written(&Reply { jsonrpc: "2.0", id, error: ErrorObject { code, message, data } })
    }
}

#[derive(Serialize)]
struct Reply<'a> {
    jsonrpc: &'static str,
    id: &'a Id,
    error: ErrorObject<'a>,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    code: i32,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a Value>,
}

impl From<Failure> for ErrorObjectOwned {
    fn from(failure: Failure) -> Self {
        Self::owned(failure.code, failure.message, failure.data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every code of a problem in every revision.
    #[test]
    fn the_table_says_what_each_problem_is() {
        let all = [
            (Code::NotFound, None, None),
            (Code::InvalidArgument, Some(INVALID_PARAMS), None),
            (Code::Ambiguous, None, None),
            (Code::StaleCursor, None, None),
            (Code::NotSupported, Some(INVALID_PARAMS), None),
            (Code::Disabled, None, None),
            (Code::UnknownTool, Some(INVALID_PARAMS), Some(INVALID_PARAMS)),
            (Code::Cancelled, None, None),
            (Code::Indexing, None, None),
            (Code::Unreadable, Some(FILE_SYSTEM), Some(FILE_SYSTEM)),
        ];
        for (code, before, since) in all {
            for revision in Revision::ALL {
                let found = Failure::of(&Problem::new(code, "what"), revision).map(|failure| failure.code);
                let expected = if revision >= Revision::V2025_11_25 { since } else { before };
                assert_eq!(found, expected, "{code:?} in {revision:?}");
            }
        }
    }

    #[test]
    fn data_names_tool_parameter_and_reason() {
        let problem = Problem { tool: Some("read_source"), ..Problem::argument("path", "must be text") };
        let failure = Failure::of(&problem.hint("give a path"), Revision::OLDEST).unwrap();
        assert_eq!(failure.message, "must be text; give a path");
        assert_eq!(
            failure.data,
            Some(json!({"tool": "read_source", "parameter": "path", "reason": "must be text"}))
        );
        assert_eq!(
            serde_json::from_str::<Value>(&failure.under(&Id::null())).unwrap()["error"]["code"],
            INVALID_PARAMS
        );
    }
}
