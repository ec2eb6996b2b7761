//! `search_relevant`: `search` under the name that agents know.

use super::search::{Found, Search};
use crate::protocol::prelude::*;

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
    const OUTLINES: Outlines = Outlines::Unread;
    const TITLE: &'static str = "Search for relevant symbols";
    const SHOWN: &'static [&'static str] = &["query", "path", "kind", "limit"];
    const LOOK: Look = Search::LOOK;

    fn depends_on(
        context: &Context<'_>,
        arguments: &serde_json::Map<String, serde_json::Value>,
    ) -> Option<String> {
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
