//! `regex_search`: the mode `regex` of `search` under the name that agents know.

use super::search::{Found, Mode, Search};
use crate::protocol::prelude::*;

/// Find lines by a regular expression; search with mode regex
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegexSearch {
    /// Pattern in the syntax of Rust's regex
    #[arg(allow_hyphen_values = true)]
    pub pattern: String,
    /// Upper and lower case are the same
    #[arg(long)]
    #[serde(default)]
    pub ignore_case: bool,
    /// Lines more before and after
    #[arg(long, value_name = "LINES")]
    pub context: Option<u32>,
    /// Rows of a page
    #[arg(long, value_name = "N")]
    pub page_size: Option<u32>,
    /// Bytes of the lines of a hit at most
    #[arg(long, value_name = "BYTES")]
    pub snippet_length: Option<u32>,
    /// Show lines; true by default
    #[arg(long, value_name = "BOOL")]
    pub include_snippet: Option<bool>,
}

impl Question for RegexSearch {
    type Answer = Found;
    const NAME: &'static str = "regex_search";
    const CLI: &'static str = "regex-search";
    const OUTLINES: Outlines = Outlines::Unread;
    const TITLE: &'static str = "Search by pattern";
    const SHOWN: &'static [&'static str] = &["pattern", "path", "ignore_case", "context"];
    const LOOK: Look =
        Look::of(&[Section::of("hits", Form::Excerpts), Section::of("", Form::Counts(&["files"]))]);

    fn run(context: &Context<'_>, asked: &Asked<RegexSearch>) -> Result<Found, Problem> {
        let own = &asked.own;
        let own = Search {
            query: own.pattern.clone(),
            mode: Some(Mode::Regex),
            ignore_case: own.ignore_case,
            context_lines: own.context,
            page_size: own.page_size,
            snippet_length: own.snippet_length,
            include_snippet: own.include_snippet,
            ..Search::default()
        };
        Search::run(context, &asked.with(own))
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn reading_what_stands_in_no_symbol_costs_what_its_lines_are_long() {
        let line = "Read the handbook of the pool.\n";
        let fixture = Fixture::new(&[("notes.md", &line.repeat(30)), ("a.py", "x = 1\n")]);
        let lines = fixture.text("regex_search", r#"{"pattern": "handbook", "limit": 1}"#);
        let cost = indexer_search::tokens(line.len()).to_string();
        assert_eq!(values(&lines, "hit", "read_tokens"), [cost]);
    }
}
