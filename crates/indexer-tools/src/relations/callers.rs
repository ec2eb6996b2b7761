//! Rows of callers and of what else is reached step by step, as several tools show them.

use super::{Node, NodeRow, Reached, sites};
use crate::brief::{self, Folded, Lines, Little, Place, TestCode, fold};
use crate::protocol::{Problem, Records, Scope};
use indexer_core::{Resolution, Role, SymbolKind};
use indexer_store::Symbol;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// Call sites that a row shows.
pub(crate) const SITES: usize = 8;

/// A caller.
#[derive(Clone, Debug, Serialize)]
pub struct Caller {
    /// Which symbol, or the top of which file.
    #[serde(flatten)]
    pub node: NodeRow,
    /// Steps from what was asked about; 1 for what uses it itself.
    pub distance: u32,
    /// How sure it is: `resolved`, `possible`, `external` or `unresolved`.
    pub resolution: &'static str,
    /// What decided that: `import`, `scope`, `member` and others.
    pub rule: &'static str,
    /// Where it calls: line:column.
    pub sites: Vec<String>,
    /// Sites that are not shown.
    pub more_sites: usize,
    /// Whom it calls there, where that is not the symbol itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<String>,
    /// The line of its first site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Line of `text`.
    #[serde(skip)]
    at: u32,
    /// Lines of the other sites.
    #[serde(skip)]
    also: Vec<u32>,
}

impl Caller {
    /// The row of what was reached; `before` is the node one step nearer.
    pub(crate) fn new(one: &Reached<'_>, before: Option<Node<'_>>) -> Self {
        Self {
            node: NodeRow::new(one.step.node),
            distance: one.distance,
            resolution: one.resolution.as_str(),
            rule: one.step.rule.as_str(),
            sites: sites(&one.step.sites, SITES),
            more_sites: one.step.sites.len().saturating_sub(SITES),
            calls: before.map(|node| node.printed()),
            text: None,
            at: 0,
            also: Vec::new(),
        }
    }

    /// The same with the line of its first site, or where it has none in its file, of its name.
    pub(crate) fn with_line<'v>(mut self, one: &Reached<'v>, lines: &mut Lines<'v>) -> Self {
        let mut here = one.step.sites.iter().filter(|site| site.file() == one.step.node.file());
        match (here.next(), one.step.node) {
            (Some(first), _) => {
                (self.at, self.text) = (first.at().line, lines.of(*first));
                self.also = here.map(|site| site.at().line).filter(|line| *line != self.at).collect();
                self.also.dedup();
            }
            (None, node) => return self.with_head(node, lines),
        }
        self
    }

    /// The same with the line of its name.
    pub(crate) fn with_head<'v>(mut self, node: Node<'v>, lines: &mut Lines<'v>) -> Self {
        match node {
            Node::Symbol(symbol) => (self.at, self.text) = (symbol.at().line, lines.of_symbol(symbol)),
            Node::File(_) => self.at = 1,
        }
        self
    }

    fn place(&self) -> Place<'_> {
        let text = Some(self.text.as_deref().unwrap_or_default());
        Place { path: &self.node.path, line: self.at, within: self.node.within(), text }
    }

    /// Writes the row in the short form, below a heading where `kind` or the distance are others than those of
    /// the row before. The first step has none.
    pub(crate) fn brief(
        &self,
        kind: Option<&str>,
        previous: Option<(Option<&str>, &Self)>,
        out: &mut Records,
    ) {
        let of_group = |(other, row): &(Option<&str>, &Self)| *other == kind && row.distance == self.distance;
        let begins = previous.map_or(kind.is_some() || self.distance > 1, |previous| !of_group(&previous));
        if begins {
            let mut record = out.record(kind.unwrap_or("distance"));
            if self.distance > 1 || kind.is_none() {
                record.field("steps", self.distance);
            }
        }
        let previous = previous.filter(of_group).map(|(_, row)| row.place());
        self.place().write(previous.as_ref(), out, |line| {
            brief::certainty(line, self.resolution, self.rule);
            // What another type writes in its place has no site.
            if self.sites.is_empty() {
                line.field("by", self.rule);
            }
            if !self.also.is_empty() {
                let more: Vec<String> = self.also.iter().take(SITES).map(u32::to_string).collect();
                line.field("also", more.join(","));
                line.count("more", self.also.len().saturating_sub(SITES) as u64);
            }
        });
    }

    /// Writes the record `kind`; `link` is the key of the node before it.
    pub(crate) fn write(&self, kind: &str, link: &str, out: &mut Records) {
        let mut record = self.node.write(kind, out);
        if self.distance > 1 {
            record.field("distance", self.distance);
        }
        record.field("resolution", self.resolution).field("rule", self.rule);
        record.list("sites", &self.sites);
        record.count("more_sites", self.more_sites as u64).some(link, self.calls.as_deref());
        record.some("text", self.text.as_deref());
    }
}

/// What was reached from the symbol of a number, with the node before it on the way.
pub(crate) type Part<'v> = (Option<usize>, Reached<'v>, Option<Node<'v>>);

/// What was reached in `scope` from the symbol of a number.
pub(crate) fn parts<'v>(n: Option<usize>, found: Vec<Reached<'v>>, scope: &Scope) -> Vec<Part<'v>> {
    let nodes: Vec<Node<'v>> = found.iter().map(|one| one.step.node).collect();
    let before = |one: &Reached<'v>| one.from.and_then(|from| nodes.get(from).copied());
    let covered = found.into_iter().filter(|one| scope.covers(one.step.node.file().path()));
    covered.map(|one| (n, before(&one), one)).map(|(n, before, one)| (n, one, before)).collect()
}

/// The symbols, and the constructors of the types among them: who makes an instance calls those.
pub(crate) fn with_constructors<'v>(symbols: &[Symbol<'v>]) -> Vec<Symbol<'v>> {
    let mut all = symbols.to_vec();
    for symbol in symbols.iter().filter(|symbol| symbol.kind().is_type()) {
        let own = symbol.children().into_iter().filter(|one| one.kind() == SymbolKind::Constructor);
        let known = |one: &Symbol<'v>| symbols.iter().any(|other| other.handle() == one.handle());
        all.extend(own.filter(|one| !known(one)));
    }
    all
}

/// What was reached, in the order in which it is shown.
pub(crate) struct Listed<'v> {
    pub(crate) rows: Vec<Part<'v>>,
    /// What is left out of them.
    pub(crate) folded: Folded,
    pub(crate) tests: TestCode<'v>,
}

/// Of each symbol the source before the tests; of the short form without what says little: tests beyond the first
/// few, imports of files with other rows, and what hands a call of `names` on.
pub(crate) fn listed<'v>(mut rows: Vec<Part<'v>>, names: &[String], brief: bool) -> Listed<'v> {
    let mut tests = TestCode::default();
    rows.sort_by_cached_key(|(n, one, _)| (*n, tests.has(one.step.node)));
    if !brief {
        return Listed { rows, folded: Folded::default(), tests };
    }
    let place = |(n, one, _): &Part<'v>| (*n, one.step.node.file().path());
    let is_symbol = |(_, one, _): &&Part<'v>| matches!(one.step.node, Node::Symbol(_));
    let used: FxHashSet<(Option<usize>, &str)> = rows.iter().filter(is_symbol).map(place).collect();
    let imports = |row: &Part<'v>| {
        let sites = &row.1.step.sites;
        let is_import =
            matches!(row.1.step.node, Node::File(_)) && sites.iter().all(|site| site.role() == Role::Import);
        is_import && !sites.is_empty() && used.contains(&place(row))
    };
    let passes_on = |node: Node<'v>| matches!(node, Node::Symbol(symbol) if hands_on(symbol, names));
    let is_certain = |row: &Part<'v>| row.1.step.resolution == Resolution::Resolved;
    // What is certain is not left out where only guesses would stand.
    let mut plain = Vec::new();
    for row in &rows {
        let node = row.1.step.node;
        plain.push(is_certain(row) && !tests.has(node) && !passes_on(node) && !imports(row));
    }
    let has_certain = plain.contains(&true);
    let little = |row: &Part<'v>| match row.1.step.node {
        _ if imports(row) => Some(Little::Import),
        node if tests.has(node) => Some(Little::Test),
        node if passes_on(node) && (has_certain || !is_certain(row)) => Some(Little::Wrapper),
        _ => None,
    };
    let (rows, folded) = fold(rows, |(n, ..)| *n, little);
    Listed { rows, folded, tests }
}

/// True for a function of one line under one of the names: what it calls is its own name elsewhere.
fn hands_on(symbol: Symbol<'_>, names: &[String]) -> bool {
    // A head, a line, an end.
    const LINES: u32 = 2;
    symbol.kind().is_callable()
        && symbol.end_line().saturating_sub(symbol.at().line) <= LINES
        && names.iter().any(|name| name == symbol.name())
}

/// Steps asked for: at least 1, at most 20.
pub(crate) fn depth(asked: Option<u32>, default: u32) -> Result<u32, Problem> {
    match asked {
        None => Ok(default),
        Some(0) => Err(Problem::argument("depth", "depth must be at least 1")),
        Some(depth) => Ok(depth.min(20)),
    }
}
