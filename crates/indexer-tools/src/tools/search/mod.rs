//! Search by words, meaning, pattern and signature.

pub mod explain;
pub mod hybrid_search;
pub mod regex_search;
#[expect(clippy::module_inception, reason = "the tool has the name of its subject")]
pub mod search;
pub mod search_relevant;
pub mod search_signatures;
pub mod semantic_search;

/// A tool that is one mode of `search` by rank, under a name of its own: its documentation, its type, its names,
/// its title and the mode. A macro, because the description of a tool is the documentation of its struct.
macro_rules! ranked_search {
    ($(#[$doc:meta])* $tool:ident, $name:literal, $cli:literal, $title:literal, $mode:ident) => {
        use super::search::{Found, Mode, Search};
        use crate::protocol::prelude::*;

        $(#[$doc])*
        #[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $tool {
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

        impl Question for $tool {
            type Answer = Found;
            const NAME: &'static str = $name;
            const CLI: &'static str = $cli;
            const OUTLINES: Outlines = Outlines::Unread;
            const TITLE: &'static str = $title;
            const SHOWN: &'static [&'static str] = &["query", "path", "top_k", "threshold"];
            const LOOK: Look = Search::LOOK;

            fn depends_on(context: &Context<'_>, arguments: &serde_json::Map<String, serde_json::Value>) -> Option<String> {
                match Mode::$mode {
                    Mode::Hybrid => Search::depends_on(context, arguments),
                    _ => None,
                }
            }

            fn run(context: &Context<'_>, asked: &Asked<Self>) -> Result<Found, Problem> {
                let own = &asked.own;
                let own = Search {
                    query: own.query.clone(),
                    mode: Some(Mode::$mode),
                    threshold: own.threshold,
                    context_lines: own.context_lines,
                    page_size: own.top_k.into_iter().chain(own.page_size).min(),
                    snippet_length: own.snippet_length,
                    include_snippet: own.include_snippet,
                    ..Search::default()
                };
                Search::run(context, &asked.with(own))
            }
        }
    };
}
use ranked_search;

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn every_name_of_search_has_its_mode_and_limits() {
        let fixture = Fixture::new(&[("a.py", "def open_pool():\n    pass\n"), ("b.py", "x = 1\n")]);
        let asked = [
            ("semantic_search", "semantic", r#"{"query": "open pool", "top_k": 1}"#),
            ("hybrid_search", "hybrid", r#"{"query": "open pool", "threshold": 0.02}"#),
            ("search_relevant", "hybrid", r#"{"query": "open pool", "kind": "fn"}"#),
            ("regex_search", "regex", r#"{"pattern": "DEF \\w+", "ignore_case": true, "context": 1}"#),
        ];
        for (tool, mode, arguments) in asked {
            let lines = fixture.text(tool, arguments);
            assert_eq!(values(&lines, "search", "mode"), [mode]);
            assert_eq!(values(&lines, "hit", "path")[0], "a.py", "{tool}");
            assert!(tool != "semantic_search" || values(&lines, "hit", "path").len() == 1);
        }
    }
}
