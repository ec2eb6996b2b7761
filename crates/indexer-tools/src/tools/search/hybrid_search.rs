//! `hybrid_search`: the mode `hybrid` of `search` under the name that agents know.

super::ranked_search! {
    /// Find code by words and meaning; search with mode hybrid
    HybridSearch, "hybrid_search", "hybrid-search", "Search by words and meaning", Hybrid
}
