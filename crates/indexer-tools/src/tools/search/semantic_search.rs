//! `semantic_search`: the mode `semantic` of `search` under the name that agents know.

super::ranked_search! {
    /// Find code by meaning alone; search with mode semantic
    SemanticSearch, "semantic_search", "semantic-search", "Search by meaning", Semantic
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn it_is_search_by_meaning() {
        let fixture = Fixture::new(&[("a.py", "def open_pool():\n    pass\n"), ("b.py", "x = 1\n")]);
        let lines = fixture.text("semantic_search", r#"{"query": "open pool", "top_k": 1}"#);
        assert_eq!(values(&lines, "search", "mode"), ["semantic"]);
        assert_eq!(values(&lines, "hit", "path")[0], "a.py");
        assert_eq!(values(&lines, "hit", "path").len(), 1);
    }
}
