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
    /// A problem of this kind. A message holds what was given, which may be of any length: words of it are shown by their
    /// beginning.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let message = shortened(message.into());
        Self { code, message, hint: None, tool: None, parameter: None, suggestions: Vec::new() }
    }

    /// An argument that cannot be.
    pub fn argument(parameter: &str, message: impl Into<String>) -> Self {
        let parameter = Some(shortened(parameter.to_owned()));
        Self { parameter, ..Self::new(Code::InvalidArgument, message) }
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

/// Longest word of a message, in bytes.
const LONGEST_WORD: usize = 200;
/// Longest message, in bytes.
const LONGEST: usize = 4_000;

/// A text with no word longer than [`LONGEST_WORD`], and itself no longer than [`LONGEST`].
fn shortened(text: String) -> String {
    if text.len() <= LONGEST_WORD {
        return text;
    }
    let cut = |text: &str, most: usize| text[..text.floor_char_boundary(most)].to_owned() + "..";
    let words = text.split_inclusive(char::is_whitespace);
    let short: String = words
        .map(|word| match word.len() > LONGEST_WORD {
            true => cut(word, LONGEST_WORD) + word.rsplit(|c: char| !c.is_whitespace()).next().unwrap_or(""),
            false => word.to_owned(),
        })
        .collect();
    if short.len() > LONGEST { cut(&short, LONGEST) } else { short }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_the_beginning_of_what_is_long() {
        let given = "é".repeat(50_000);
        let problem = Problem::argument(&given, format!("no symbol is called {given}\nin 3 files"));
        let begun = "é".repeat(100);
        assert_eq!(problem.message, format!("no symbol is called {begun}..\nin 3 files"));
        assert_eq!(problem.parameter, Some(format!("{begun}..")));
        let all = Problem::new(Code::NotFound, "word ".repeat(50_000)).message;
        assert!(all.len() <= LONGEST + 2 && all.ends_with(".."), "{}", all.len());
        let short = "word ".repeat(100);
        assert_eq!(Problem::new(Code::NotFound, short.clone()).message, short);
    }
}
