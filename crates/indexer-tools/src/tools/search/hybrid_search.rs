//! `hybrid_search`: the mode `hybrid` of `search` under the name that agents know.

use super::search::{self, Found, Mode};
use crate::protocol::context::Context;
use crate::protocol::problem::Problem;
use crate::protocol::tool::{Asked, Question};
use crate::screen::{Form, Look, Section};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Find code by words and meaning; search with mode hybrid
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// What to look for
    #[arg(allow_hyphen_values = true)]
    pub query: String,
    /// Least score, 0 to 1
    #[arg(long, value_name = "SCORE")]
    #[serde(default)]
    pub threshold: Option<f32>,
    /// Rows at most
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub top_k: Option<u32>,
    /// Lines more around each that is shown
    #[arg(long, value_name = "LINES")]
    #[serde(default)]
    pub context_lines: Option<u32>,
    /// Rows of a page
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub page_size: Option<u32>,
    /// Bytes of the lines of a hit at most
    #[arg(long, value_name = "BYTES")]
    #[serde(default)]
    pub snippet_length: Option<u32>,
    /// Show lines; true by default
    #[arg(long, value_name = "BOOL")]
    #[serde(default)]
    pub include_snippet: Option<bool>,
}

/// The tool.
#[derive(Debug)]
pub struct HybridSearch;

impl Question for HybridSearch {
    type Arguments = Arguments;
    type Answer = Found;
    const NAME: &'static str = "hybrid_search";
    const CLI: &'static str = "hybrid-search";
    const TITLE: &'static str = "Search by words and meaning";
    const SHOWN: &'static [&'static str] = &["query", "path", "top_k", "threshold"];
    const LOOK: Look = Look::of(&[Section::of("hits", Form::Excerpts)]);

    fn run(context: &Context<'_>, asked: &Asked<Arguments>) -> Result<Found, Problem> {
        let own = &asked.own;
        let own = search::Arguments {
            query: own.query.clone(),
            mode: Some(Mode::Hybrid),
            threshold: own.threshold,
            context_lines: own.context_lines,
            page_size: own.top_k.into_iter().chain(own.page_size).min(),
            snippet_length: own.snippet_length,
            include_snippet: own.include_snippet,
            ..search::Arguments::default()
        };
        search::Search::run(context, &asked.with(own))
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn it_is_search_by_words_and_meaning() {
        let fixture = Fixture::new(&[("a.py", "def open_pool():\n    pass\n"), ("b.py", "x = 1\n")]);
        let lines = fixture.text("hybrid_search", r#"{"query": "open pool", "threshold": 0.02}"#);
        assert_eq!(values(&lines, "search", "mode"), ["hybrid"]);
        assert_eq!(values(&lines, "hit", "path")[0], "a.py");
    }
}
