//! How much an answer says: the argument `detail`.

use super::Format;
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

indexer_core::worded! {
    /// How much the text of an answer says.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Detail {
        /// What a reader needs, in few tokens.
        #[default]
        Brief = "brief",
        /// Every row with all its fields.
        Full = "full",
    }
}

/// True where the arguments of a question, as they were given, want the short form: of text, unless it asks for all of
/// it.
pub fn is_asked(arguments: &Map<String, Value>) -> bool {
    let format = arguments.get("format").map(|format| serde_json::from_value::<Format>(format.clone()));
    let is_text = format.is_none_or(|format| format.is_ok_and(|format| format == Format::Text));
    is_text && arguments.get("detail").is_none_or(|detail| detail != Detail::Full.as_str())
}
