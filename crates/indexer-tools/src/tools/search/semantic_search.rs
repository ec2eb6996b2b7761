//! `semantic_search`: the mode `semantic` of `search` under the name that agents know.

super::ranked_search! {
    /// Find code by meaning alone; search with mode semantic
    SemanticSearch, "semantic_search", "semantic-search", "Search by meaning", Semantic
}
