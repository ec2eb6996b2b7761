//! The ends of relations, and one step from one end to another.

use crate::protocol::{Record, Records};
use indexer_core::{Resolution, Rule, SymbolKind};
use indexer_store::{FileRef, Reference, Symbol, SymbolRef};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A symbol, or a file for what stands outside of every symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<'v> {
    /// A symbol.
    Symbol(Symbol<'v>),
    /// What stands at the top of a file.
    File(FileRef<'v>),
}

/// Which node of one view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeId<'v> {
    /// A symbol.
    Symbol(SymbolRef),
    /// The path of a file.
    File(&'v str),
}

// Nodes of one view are equal where their identities are.
impl Hash for Node<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl<'v> Node<'v> {
    /// What stands around a reference: the innermost function, else the innermost symbol that is
    /// no module, else the file.
    pub fn around(reference: Reference<'v>) -> Self {
        let innermost = reference.enclosing();
        let mut around = innermost;
        // Guards against owners that go round in a damaged file.
        for _ in 0..64 {
            match around {
                Some(symbol) if symbol.kind().is_callable() => return Node::Symbol(symbol),
                Some(symbol) => around = symbol.owner(),
                None => break,
            }
        }
        match innermost {
            Some(symbol) if !matches!(symbol.kind(), SymbolKind::Module | SymbolKind::Package) => {
                Node::Symbol(symbol)
            }
            _ => Node::File(reference.file()),
        }
    }

    /// Its identity.
    pub fn id(&self) -> NodeId<'v> {
        match self {
            Node::Symbol(symbol) => NodeId::Symbol(symbol.handle()),
            Node::File(file) => NodeId::File(file.path()),
        }
    }

    /// The file it is in.
    pub fn file(&self) -> FileRef<'v> {
        match self {
            Node::Symbol(symbol) => symbol.file(),
            Node::File(file) => *file,
        }
    }

    /// What it is called everywhere: the key of a symbol, the path of a file.
    pub fn printed(&self) -> String {
        match self {
            Node::Symbol(symbol) => symbol.printed(),
            Node::File(file) => file.path().to_owned(),
        }
    }

    /// 1-based line of its name; 0 for a file.
    pub fn line(&self) -> u32 {
        match self {
            Node::Symbol(symbol) => symbol.at().line,
            Node::File(_) => 0,
        }
    }
}

/// How a node looks in answers.
#[derive(Clone, Debug, Serialize)]
pub struct NodeRow {
    /// Module, owners and name; the path of a file.
    pub qualified: String,
    /// What it is; `file` for what stands outside of every symbol.
    pub kind: &'static str,
    /// Relative to the root.
    pub path: String,
    /// 1-based line of its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What it is called everywhere.
    pub key: String,
}

impl NodeRow {
    /// The row of a node.
    pub fn new(node: Node<'_>) -> Self {
        let (qualified, kind, line) = match node {
            Node::Symbol(symbol) => (symbol.qualified(), symbol.kind().as_str(), Some(symbol.at().line)),
            Node::File(file) => (file.path().to_owned(), "file", None),
        };
        Self { qualified, kind, path: node.file().path().to_owned(), line, key: node.printed() }
    }

    /// The row of a file at `path` that is not there.
    pub fn of_path(path: &str) -> Self {
        Self { qualified: path.into(), kind: "file", path: path.into(), line: None, key: path.into() }
    }

    /// Begins the record `kind` of the short form: what the node is called everywhere, and what it is.
    pub fn brief<'o>(&self, kind: &'o str, out: &'o mut Records) -> Record<'o> {
        let mut record = out.record(kind);
        record.text("key", &self.key);
        if let Some(line) = self.line {
            record.field("line", line).field("kind", self.kind);
        }
        record
    }

    /// Names of owners and its own; `None` for a file.
    pub fn within(&self) -> Option<&str> {
        chain(&self.key, &self.path)
    }

    /// Writes the record `kind`; the caller may go on.
    pub fn write<'o>(&self, record: &'o str, out: &'o mut Records) -> Record<'o> {
        let mut record = out.record(record);
        record.field("kind", self.kind);
        if self.line.is_some() {
            record.text("qualified", &self.qualified);
        }
        record.text("path", &self.path);
        record.known("line", self.line);
        record
    }
}

/// One step from a node to another one, with the places that make it.
#[derive(Clone, Debug)]
pub struct Step<'v> {
    /// Where it leads.
    pub node: Node<'v>,
    /// How far it is known: the best of its sites.
    pub resolution: Resolution,
    /// What decided that.
    pub rule: Rule,
    /// The places, in order.
    pub sites: Vec<Reference<'v>>,
}

impl<'v> indexer_graph::Step for Step<'v> {
    type Node = Node<'v>;

    fn node(&self) -> Node<'v> {
        self.node
    }

    fn resolution(&self) -> Resolution {
        self.resolution
    }
}

/// Collects steps, one for each node.
#[derive(Debug, Default)]
pub(crate) struct Steps<'v> {
    steps: Vec<Step<'v>>,
    places: FxHashMap<NodeId<'v>, usize>,
}

impl<'v> Steps<'v> {
    /// Adds a site to the step to `node`; its resolution is the best of its sites.
    pub(crate) fn add(
        &mut self,
        node: Node<'v>,
        site: Option<Reference<'v>>,
        resolution: Resolution,
        rule: Rule,
    ) {
        let at = *self.places.entry(node.id()).or_insert(self.steps.len());
        let Some(step) = self.steps.get_mut(at) else {
            self.steps.push(Step { node, resolution, rule, sites: site.into_iter().collect() });
            return;
        };
        if resolution < step.resolution {
            (step.resolution, step.rule) = (resolution, rule);
        }
        // Sites come in order, so that the same one comes again at once.
        if let Some(site) = site
            && step.sites.last().is_none_or(|last| last.handle() != site.handle())
        {
            step.sites.push(site);
        }
    }

    /// Adds a whole step.
    pub(crate) fn take_in(&mut self, step: &Step<'v>) {
        if step.sites.is_empty() {
            self.add(step.node, None, step.resolution, step.rule);
        }
        for site in &step.sites {
            self.add(step.node, Some(*site), step.resolution, step.rule);
        }
    }

    /// The steps but for the one to `without`, most certain first, then by place.
    pub(crate) fn sorted(self, without: Option<Node<'v>>) -> Rc<Vec<Step<'v>>> {
        let mut steps = self.steps;
        steps.retain(|step| Some(step.node) != without);
        steps.sort_by_cached_key(|step| (step.resolution, step.node.file().path(), step.node.line()));
        Rc::new(steps)
    }
}

/// Places as `line:column`, at most `most`.
pub fn sites(all: &[Reference<'_>], most: usize) -> Vec<String> {
    let one = |site: &Reference<'_>| {
        let at = site.at();
        format!("{}:{}", at.line, at.column)
    };
    all.iter().take(most).map(one).collect()
}

/// What of a key stands behind the path: names of owners and its own.
pub fn chain<'k>(key: &'k str, path: &str) -> Option<&'k str> {
    key.strip_prefix(path)?.strip_prefix('#')
}
