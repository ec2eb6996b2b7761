//! `search_relevant`: `search` under the name that agents know.

use super::search::{Found, Search};
use crate::protocol::{Asked, Context, Problem, Question};
use crate::screen::Look;
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Find symbols and files that matter to a concept, name or type; the same as search
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchRelevant {
    /// What to look for
    #[arg(allow_hyphen_values = true)]
    pub query: String,
    /// Kind of symbol: function, struct, ...
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
}

impl Question for SearchRelevant {
    type Answer = Found;
    const NAME: &'static str = "search_relevant";
    const CLI: &'static str = "search-relevant";
    const TITLE: &'static str = "Search for relevant symbols";
    const SHOWN: &'static [&'static str] = &["query", "path", "kind", "limit"];
    const LOOK: Look = Search::LOOK;

    fn depends_on(context: &Context<'_>, arguments: &Map<String, Value>) -> Option<String> {
        Search::depends_on(context, arguments)
    }

    fn run(context: &Context<'_>, asked: &Asked<SearchRelevant>) -> Result<Found, Problem> {
        let own = &asked.own;
        let most = asked.common.limit.unwrap_or(20).min(50);
        let own = Search {
            query: own.query.clone(),
            kind: own.kind.clone(),
            page_size: Some(most),
            ..Search::default()
        };
        Search::run(context, &asked.with(own))
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn it_is_search_with_other_limits() {
        let fixture = Fixture::new(&[("a.py", "def open_pool():\n    pass\n"), ("b.py", "x = 1\n")]);
        let lines = fixture.text("search_relevant", r#"{"query": "open pool", "kind": "fn"}"#);
        assert_eq!(values(&lines, "search", "mode"), ["hybrid"]);
        assert_eq!(values(&lines, "hit", "path")[0], "a.py");
    }
}
