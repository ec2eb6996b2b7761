//! Stateless cursors: where to go on, and proof that it is the same question to the same index.

use crate::protocol::problem::{Code, Problem};
use indexer_core::key::hash_text;
use serde_json::{Map, Value};

/// Arguments that do not change what is listed, only how much of it and how it looks.
const LOOKS: [&str; 7] = ["cursor", "limit", "budget", "format", "compact", "root", "repository"];

/// A place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// How many rows came before.
    pub offset: usize,
    /// Version of the view that was asked.
    pub version: u64,
    /// Hash of the question.
    pub question: u64,
}

impl Cursor {
    /// The text that a client hands back.
    pub fn encode(self) -> String {
        // Two of fixed width: how much room it leaves must not depend on what they are.
        format!("{:x}.{:016x}.{:016x}", self.offset, self.version, self.question)
    }

    /// The offset that `text` names; a problem where it belongs to another question or to an
    /// index that has changed since.
    pub fn offset(text: &str, version: u64, question: u64) -> Result<usize, Problem> {
        let mut parts = text.split('.').map(|part| u64::from_str_radix(part, 16).ok());
        let mut next = || parts.next().flatten();
        let (Some(offset), Some(of_version), Some(of_question), None) =
            (next(), next(), next(), parts.next())
        else {
            return Err(Problem::argument("cursor", "not a cursor that this program gave out")
                .hint("leave `cursor` out to start at the beginning"));
        };
        let stale = |message: &str| {
            let problem =
                Problem { parameter: Some("cursor".into()), ..Problem::new(Code::StaleCursor, message) };
            Err(problem.hint("ask again without `cursor`"))
        };
        if of_question != question {
            return stale("the cursor belongs to another question");
        }
        if of_version != version {
            return stale("the index has changed since the cursor was given out");
        }
        Ok(offset as usize)
    }
}

/// Hash of what a question asks: the tool and all arguments but those of looks. Objects are kept
/// sorted by serde_json, so equal questions have equal texts.
pub fn question_hash(tool: &str, arguments: &Map<String, Value>) -> u64 {
    let asked: Map<String, Value> = arguments
        .iter()
        .filter(|(key, value)| !LOOKS.contains(&key.as_str()) && !value.is_null())
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    hash_text(&format!("{tool} {}", Value::Object(asked)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_leads_back_and_only_for_its_question() {
        let text = Cursor { offset: 50, version: 7, question: u64::MAX }.encode();
        assert_eq!(Cursor::offset(&text, 7, u64::MAX), Ok(50));
        assert_eq!(Cursor::offset(&text, 8, u64::MAX).unwrap_err().code, Code::StaleCursor);
        assert_eq!(Cursor::offset(&text, 7, 3).unwrap_err().code, Code::StaleCursor);
        for wrong in ["", "x", "1.2", "1.2.3.4", "-1.7.3"] {
            assert_eq!(Cursor::offset(wrong, 7, 3).unwrap_err().code, Code::InvalidArgument, "{wrong}");
        }
    }
}
