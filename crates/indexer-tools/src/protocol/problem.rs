//! Why a question has no answer, for whoever asked it.

use crate::protocol::records::Records;
use serde::Serialize;
use std::fmt;

indexer_core::worded! {
    /// The kinds of problem; the word is what programs test for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Code {
        /// Nothing has that name or path.
        NotFound = "not_found",
        /// An argument is missing, unknown or has a value that cannot be.
        InvalidArgument = "invalid_argument",
        /// More than one thing is meant, and the tool needs one.
        Ambiguous = "ambiguous",
        /// A cursor of another question, or of an index that has changed since.
        StaleCursor = "stale_cursor",
        /// Accepted by the interface, not yet answered.
        NotSupported = "not_supported",
        /// The user's or the project's configuration switches it off.
        Disabled = "disabled",
        /// No tool has that name.
        UnknownTool = "unknown_tool",
        /// Whoever asked took the question back.
        Cancelled = "cancelled",
        /// The index is being built and is not ready yet.
        Indexing = "indexing",
        /// The index or a file could not be read.
        Unreadable = "unreadable",
    }
}

/// Why a question has no answer, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What kind of problem.
    pub code: Code,
    /// What happened: a fragment without a full stop.
    pub message: String,
    /// What to do now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The tool that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<&'static str>,
    /// The argument that is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// Names that may have been meant, nearest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
}

impl Problem {
    /// A problem of this kind.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message, hint: None, tool: None, parameter: None, suggestions: Vec::new() }
    }

    /// An argument that cannot be.
    pub fn argument(parameter: &str, message: impl Into<String>) -> Self {
        Self { parameter: Some(parameter.to_owned()), ..Self::new(Code::InvalidArgument, message) }
    }

    /// An argument that the interface knows and no code answers yet.
    pub fn not_supported(parameter: &str, message: impl Into<String>) -> Self {
        Self { parameter: Some(parameter.to_owned()), ..Self::new(Code::NotSupported, message) }
    }

    /// The question was taken back.
    pub fn cancelled() -> Self {
        Self::new(Code::Cancelled, "cancelled by the client")
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with names that may have been meant.
    #[must_use]
    pub fn suggest(mut self, names: Vec<String>) -> Self {
        self.suggestions = names;
        self
    }

    /// The problem as an `error` record.
    pub fn render(&self) -> String {
        let mut out = Records::default();
        out.record("error")
            .text("code", self.code.as_str())
            .some("tool", self.tool)
            .some("parameter", self.parameter.as_deref())
            .text("message", &self.message)
            .some("hint", self.hint.as_deref());
        for name in &self.suggestions {
            out.record("suggestion").text("name", name);
        }
        out.finish()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}
