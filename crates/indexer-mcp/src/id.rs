//! Ids of requests and tokens of progress, as the client wrote them.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// An id of a request, or a token of progress: a string, a number of any size, or null where none could
/// be read. It goes back byte for byte: a number beyond 64 bits would be another one once it was a float.
#[derive(Clone, Debug)]
pub struct Id(Box<RawValue>);

impl Id {
    /// What stands for an id that could not be read.
    pub fn null() -> Self {
        Self(RawValue::NULL.to_owned())
    }

    /// The id that this JSON is; `None` where it is neither a string nor a number.
    pub fn of(json: &RawValue) -> Option<Self> {
        let is_string = || serde_json::from_str::<Cow<'_, str>>(json.get()).is_ok();
        match json.get().as_bytes().first()? {
            b'-' | b'0'..=b'9' => Some(Self(json.to_owned())),
            b'"' if is_string() => Some(Self(json.to_owned())),
            _ => None,
        }
    }

    /// The JSON.
    pub fn as_json(&self) -> &str {
        self.0.get()
    }

    /// Equal for ids that are equal: escapes of a string do not count, the digits of a number do.
    pub(crate) fn key(&self) -> String {
        match serde_json::from_str::<String>(self.as_json()) {
            Ok(text) => format!("\"{text}"),
            Err(_) => self.as_json().to_owned(),
        }
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(json: &str) -> Option<Id> {
        Id::of(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn an_id_is_a_string_or_a_number_of_any_size() {
        for json in ["-7", "1.50", "1e999", "123456789012345678901234567890", r#""a\u0062""#, "\"\""] {
            assert_eq!(serde_json::to_string(&id(json).unwrap()).unwrap(), json);
        }
        for json in ["null", "true", "[1]", "{}"] {
            assert_eq!(id(json), None, "{json}");
        }
    }

    #[test]
    fn escapes_do_not_make_another_id_and_digits_do() {
        assert_eq!(id(r#""ab""#), id(r#""a\u0062""#));
        for (one, other) in [
            ("1", "\"1\""),
            ("18446744073709551616", "18446744073709551617"),
            ("1", "1.0"),
            ("null", "\"null\""),
        ] {
            assert_ne!(id(one), id(other), "{one}");
        }
    }
}
