//! `rank_symbols`: symbols by how central they are.

use crate::analysis::{covered, graph, ordered};
use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::relations::{Node, NodeRow};
use indexer_graph::Betweenness;
use std::sync::Arc;

/// Symbols at most from which ways start: a sample beyond that.
const SAMPLE: usize = 128;

/// Symbols by how central they are: by PageRank, betweenness or number of dependents
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RankSymbols {
    /// Kind of symbol: function, struct, ...
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// pagerank, betweenness or dependents
    #[arg(long, value_enum, value_name = "BY")]
    pub by: Option<By>,
    /// Count tests, too
    #[arg(long)]
    #[serde(default)]
    pub tests: bool,
}

indexer_core::worded! {
    /// What symbols are ranked by.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum By {
        /// What much that is important leads to.
        #[default]
        #[value(alias = "importance")]
        Pagerank = "pagerank",
        /// What many shortest ways lead through.
        Betweenness = "betweenness",
        /// What most others use.
        Dependents = "dependents",
    }
}

/// Symbols by how central they are.
#[derive(Debug, Serialize)]
pub struct Ranking {
    /// `pagerank`, `betweenness` or `dependents`.
    pub by: &'static str,
    /// Symbols and edges of the graph.
    pub nodes: usize,
    /// Edges of the graph.
    pub edges: usize,
    /// From how many symbols ways start, where not from all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<usize>,
    /// The symbols, most central first.
    pub symbols: Page<Ranked>,
}

/// A symbol with its figures.
#[derive(Clone, Debug, Serialize)]
pub struct Ranked {
    /// Its place, from 1.
    pub rank: usize,
    /// The symbol.
    #[serde(flatten)]
    pub node: NodeRow,
    /// Share of the whole in percent, of PageRank; ways, of betweenness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How many other symbols and files, tests aside, are proved to use it.
    pub dependents: u32,
}

impl Row for Ranked {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = self.node.write("symbol", out);
        record.known("score", self.score);
        record.field("dependents", self.dependents);
    }
}

impl Answer for Ranking {
    page!(symbols: Ranked);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("graph");
        record.field("by", self.by).field("nodes", self.nodes).field("edges", self.edges);
        record.known("sample", self.sample);
    }
}

impl Question for RankSymbols {
    type Answer = Ranking;
    const NAME: &'static str = "rank_symbols";
    const CLI: &'static str = "rank-symbols";
    const ALIASES: &'static [&'static str] = &["rank"];
    const TITLE: &'static str = "Symbols by centrality";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["by", "path", "kind", "limit"];
    const LOOK: Look = Look::of(&[
        Section::of(
            "symbols",
            Form::Table(&["rank", "qualified=symbol", "kind", "score", "dependents", "path"]),
        ),
        Section::of("", Form::Counts(&["nodes=symbols", "edges"])),
    ]);
    const PATH_FIRST: bool = true;
    const BUDGET: u32 = 2_000;

    fn run(context: &Context<'_>, asked: &Asked<RankSymbols>) -> Result<Ranking, Problem> {
        let own = &asked.own;
        asked.scope.known(context)?;
        let wanted = kinds::kinds(own.kind.as_deref())?;
        let by = own.by.unwrap_or_default();
        let graph = graph(context)?;
        let mut sample = None;
        let scores: Vec<f64> = match by {
            By::Pagerank => graph.rank.iter().map(|rank| rank * 100.0).collect(),
            By::Betweenness => {
                let between: Arc<Betweenness> = context.kept(|| {
                    let between = Betweenness::of(&graph.network, SAMPLE, context.cancel);
                    context.still_wanted()?;
                    Ok::<_, Problem>(between)
                })?;
                sample = between.sample;
                between.scores.clone()
            }
            By::Dependents => graph.dependents.iter().copied().map(f64::from).collect(),
        };
        let view = context.view();
        let covers = covered(&graph, &|path| asked.scope.covers(path));
        let counts = |node: u32| {
            let kind = || view.sym(graph.symbols[node as usize]).kind();
            covers(node) && (own.tests || !graph.is_test(node)) && kinds::wanted(wanted.as_deref(), kind())
        };
        let most = asked.common.rows(20, 200);
        let (order, total) = ordered(&graph, &scores, counts, most.saturating_add(asked.offset));
        let mut place = asked.offset;
        let mut symbols = Page::of(&order, asked.offset, most, |node| {
            place += 1;
            let score = scores[*node as usize];
            Ranked {
                rank: place,
                node: NodeRow::new(Node::Symbol(view.sym(graph.symbols[*node as usize]))),
                score: (by != By::Dependents).then_some((score * 1_000.0).round() / 1_000.0),
                dependents: graph.dependents[*node as usize],
            }
        });
        symbols.total = total;
        Ok(Ranking {
            by: by.as_str(),
            nodes: graph.symbols.len(),
            edges: graph.network.edges(),
            sample,
            symbols,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
            (
                "src/lib.rs",
                "pub mod store;\npub fn open() -> store::Store { store::Store::new() }\n\
                 pub fn read() { open().get(); }\npub fn write() { open().get(); }\n",
            ),
            (
                "src/store.rs",
                "pub struct Store { items: u32 }\nimpl Store {\n    pub fn new() -> Self { Store { items: 0 } }\n    \
                 pub fn get(&self) -> u32 { self.items }\n}\n\
                 #[cfg(test)]\nmod tests {\n    #[test]\n    fn gets() { super::Store::new().get(); crate::open(); }\n}\n",
            ),
        ])
    }

    #[test]
    fn by_rank_by_ways_and_by_dependents() {
        let lines = fixture().text("rank_symbols", "{}");
        assert_eq!(values(&lines, "symbol", "qualified")[0], "k::store::Store");
        let lines = fixture().text("rank_symbols", r#"{"by": "betweenness"}"#);
        assert_eq!(values(&lines, "symbol", "qualified")[0], "k::open");
        let json = fixture().json("rank_symbols", r#"{"by": "dependents", "kind": "fn,method"}"#);
        let found: Vec<(&str, u64)> = json["symbols"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["qualified"].as_str().unwrap(), row["dependents"].as_u64().unwrap()))
            .collect();
        // The test uses both, and does not count.
        assert_eq!(found[..2], [("k::open", 2), ("k::store::Store::get", 2)]);
        assert!(!found.iter().any(|(name, _)| name.contains("tests")));
    }

    #[test]
    fn what_cannot_be_asked_says_what_can() {
        for (asked, parameter, word) in [
            (r#"{"kind": "klass"}"#, "kind", "struct"),
            (r#"{"by": "size"}"#, "by", "betweenness"),
            (r#"{"limit": -1}"#, "limit", ""),
            (r#"{"member": "nobody"}"#, "member", ""),
            (r#"{"path": "../x"}"#, "path", ""),
        ] {
            let problem = fixture().problem("rank_symbols", asked);
            assert_eq!(problem.parameter.as_deref(), Some(parameter), "{asked}");
            assert!(format!("{problem:?}").contains(word), "{problem:?}");
        }
    }
}
