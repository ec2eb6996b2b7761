//! `hybrid_search`: the mode `hybrid` of `search` under the name that agents know.

super::ranked_search! {
    /// Find code by words and meaning; search with mode hybrid
    HybridSearch, "hybrid_search", "hybrid-search", "Search by words and meaning", Hybrid
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
