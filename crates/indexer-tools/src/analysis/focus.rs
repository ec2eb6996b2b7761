//! What a map is drawn around: files, symbols, words, or what is not committed yet.

use super::graph::{Graph, NONE};
use crate::diff_report::Sides;
use crate::locate::{self, Called};
use crate::protocol::arguments::clean;
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::{Context, Problem, Scope};
use crate::search::{Filter, Meaning, Ranked};
use indexer_diff::compare;
use indexer_graph::{Network, rank};
use indexer_search::Query;
use indexer_store::Symbol;
use serde::Serialize;
use std::sync::Arc;

/// How likely somebody who looks around from the focus goes on: less than without one, so that what
/// everybody uses does not drown what is near.
const FOLLOW: f64 = 0.6;
/// How much those who use the focus count beside what it uses.
const USERS: f64 = 0.6;
/// How much counts what a symbol uses, beside what uses it.
const USING: f64 = 0.35;
/// How much of the importance of members is their type's.
const MEMBERS: f64 = 0.4;
/// How much of the whole shows through.
const WHOLE: f64 = 0.02;
/// Pieces that words may mean.
const MEANT: usize = 20;

/// What a map is drawn around.
#[derive(Debug, Default)]
pub struct Focus {
    /// What each part of it was taken for.
    pub said: Vec<Part>,
    restart: Vec<(u32, f64)>,
}

/// A part of a focus.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// As it was asked for.
    pub focus: String,
    /// `file`, `folder`, `symbol`, `words` or `diff`.
    pub taken_as: &'static str,
    /// How many symbols it is.
    pub symbols: usize,
}

/// The graph turned around, made once: who uses what, and how much of the whole stands on each node.
struct Users {
    network: Network,
    rank: Vec<f64>,
}

/// How important each symbol is to a newcomer, by its node.
#[derive(Debug)]
pub struct Scores(pub Vec<f64>);

impl Users {
    fn of(context: &Context<'_>, graph: &Graph) -> Result<Arc<Self>, Problem> {
        context.kept(|| {
            let network = graph.network.reversed();
            let rank = rank(&network, &graph.says, 0.85, context.cancel);
            context.still_wanted()?;
            Ok(Self { network, rank })
        })
    }
}

/// What `words` and, where asked for, the changes since the last commit mean.
pub fn focus(
    context: &Context<'_>,
    graph: &Graph,
    words: &[String],
    diff: bool,
    scope: &Scope,
) -> Result<Focus, Problem> {
    let mut focus = Focus::default();
    for text in words.iter().flat_map(|text| text.split(',')).map(str::trim).filter(|text| !text.is_empty()) {
        focus.take(context, graph, text, scope)?;
    }
    if diff {
        focus.take_changes(context, graph, scope)?;
    }
    Ok(focus)
}

impl Focus {
    /// True where nothing was asked for, or nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.restart.is_empty()
    }

    fn add(&mut self, text: &str, taken_as: &'static str, nodes: Vec<(u32, f64)>) {
        let all: f64 = nodes.iter().map(|(_, weight)| weight).sum();
        let count = nodes.len();
        self.restart.extend(nodes.into_iter().map(|(node, weight)| (node, weight / all.max(1e-9))));
        self.said.push(Part { focus: text.to_owned(), taken_as, symbols: count });
    }

    fn take(
        &mut self,
        context: &Context<'_>,
        graph: &Graph,
        text: &str,
        scope: &Scope,
    ) -> Result<(), Problem> {
        let view = context.view();
        let path = clean(text);
        let files = view.files_under(path).filter_map(|file| graph.file_at(file.path()));
        let files: Vec<usize> = if path.is_empty() { Vec::new() } else { files.collect() };
        if !files.is_empty() {
            let taken_as = if view.file(path).is_some() { "file" } else { "folder" };
            let nodes = files.iter().flat_map(|file| graph.around_file(*file)).collect();
            self.add(text, taken_as, nodes);
            return Ok(());
        }
        let filter = locate::Filter { scope: Some(scope), ..locate::Filter::default() };
        let found: Vec<Symbol<'_>> = match locate::called(view, text) {
            Called::Name(_) => locate::found(context, text, filter)?,
            Called::File(_) => Vec::new(),
            Called::Key { .. } | Called::Place { .. } | Called::Lines { .. } => {
                locate::symbols(context, text, filter)?
            }
        };
        if !found.is_empty() {
            let nodes = found.iter().filter_map(|symbol| Some((graph.node(symbol.handle())?, 1.0)));
            self.add(text, "symbol", nodes.collect());
            return Ok(());
        }
        if text.contains('/') && !text.contains(char::is_whitespace) {
            return Err(Problem { parameter: Some("focus".into()), ..locate::no_path(context, text) });
        }
        let filter = Filter { scope, kinds: None, tests: Some(false) };
        let ranked = Ranked::of(context, &Query::new(text), Meaning::Beside, &filter)?;
        let mut nodes = Vec::new();
        for place in ranked.pieces.iter().take(MEANT) {
            let symbol = place.piece().and_then(|piece| piece.symbol);
            let node = symbol.and_then(|symbol| graph.node(symbol.handle()));
            let top = || Some(graph.symbols.len() as u32 + graph.file_at(place.file.path())? as u32);
            nodes.extend(node.or_else(top).map(|node| (node, f64::from(place.score))));
        }
        if nodes.is_empty() {
            return Err(Problem::argument("focus", format!("focus: nothing is found for {text:?}"))
                .hint("focus takes paths, symbols and words")
                .suggest(locate::suggestions(view, text)));
        }
        self.add(text, "words", nodes);
        Ok(())
    }

    fn take_changes(&mut self, context: &Context<'_>, graph: &Graph, scope: &Scope) -> Result<(), Problem> {
        let Some(reading) = context.reading else {
            return Err(Problem::not_supported("diff", "revisions can only be had from a workspace"));
        };
        let about = |problem: Problem| Problem { parameter: Some("diff".into()), ..problem };
        let base = reading.at("HEAD", context.cancel).map_err(|error| about(engine_problem(&error)))?;
        let before = Context { snapshot: &base, ..*context };
        let sides = Sides::new(before, *context, scope);
        let (old, new) = sides.read()?;
        let diff = compare(&old, &new, context.cancel);
        context.still_wanted()?;
        let view = context.view();
        let changed = diff.changes.iter().filter(|change| !change.is_cosmetic()).filter_map(|change| {
            let symbol = view.symbol(change.new?.1.key)?;
            Some((graph.node(symbol)?, 1.0))
        });
        let mut nodes: Vec<(u32, f64)> = changed.collect();
        let files = sides.new.iter().filter_map(|file| graph.file_at(file.path()));
        nodes.extend(files.map(|file| (graph.symbols.len() as u32 + file as u32, 0.5)));
        self.add("diff", "diff", nodes);
        Ok(())
    }

    /// How important each symbol is from here. O(edges * rounds).
    pub fn scores(&self, context: &Context<'_>, graph: &Graph) -> Result<Vec<f64>, Problem> {
        let mut restart = vec![0.0; graph.rank.len()];
        for (node, weight) in &self.restart {
            restart[*node as usize] += weight;
        }
        let users = Users::of(context, graph)?;
        let down = rank(&graph.network, &restart, FOLLOW, context.cancel);
        context.still_wanted()?;
        let up = rank(&users.network, &restart, FOLLOW, context.cancel);
        context.still_wanted()?;
        let scores = (0..graph.symbols.len()).map(|node| {
            let near = down[node] + USERS * up[node];
            // What is near everything is near this too: that alone is no reason to show it.
            let lifted = near / graph.rank[node].max(1e-9).powf(0.3);
            (lifted + WHOLE * graph.rank[node].powf(0.7)) * graph.wanted[node].max(0.02).sqrt()
        });
        Ok(scores.collect())
    }
}

impl Graph {
    /// The nodes of a file, the file itself included, with weights.
    fn around_file(&self, file: usize) -> Vec<(u32, f64)> {
        let nodes = self.files[file].nodes.clone();
        let tops = nodes.map(|node| (node, if self.owner[node as usize] == NONE { 1.0 } else { 0.4 }));
        tops.chain([(self.symbols.len() as u32 + file as u32, 1.0)]).collect()
    }

    /// How important each symbol is to a newcomer: through what uses it, through its members, and, less, through
    /// what it uses, as `main` does. Made once.
    pub fn scores(&self, context: &Context<'_>) -> Result<Arc<Scores>, Problem> {
        let users = Users::of(context, self)?;
        context.kept(|| {
            let of_uses = self.rank.iter().zip(&users.rank).take(self.symbols.len());
            let mut own: Vec<f64> = of_uses.map(|(used, uses)| used + USING * uses).collect();
            for node in 0..self.symbols.len() {
                let owner = self.owner[node];
                if owner != NONE {
                    own[owner as usize] += MEMBERS * self.rank[node] * self.wanted[node].min(1.0);
                }
            }
            own.iter_mut().zip(&self.wanted).for_each(|(rank, wanted)| *rank *= wanted);
            Ok(Scores(own))
        })
    }
}
