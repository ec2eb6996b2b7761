//! The resolved graph of a view: which symbol uses which.

use super::aside::Aside;
use super::parallel::in_parallel;
use crate::protocol::kinds::is_listed;
use crate::protocol::{Context, Problem};
use crate::relations::{TypesAlone, Typing};
use indexer_core::{Flags, Resolution, Role, Rule, SymbolKind, Visibility};
use indexer_graph::dependencies::Depends;
use indexer_graph::{Network, rank};
use indexer_store::{
    Destination, FileRef, NameNumbers, Reference, SymbolRef, SymbolTable, TargetTable, View,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How likely somebody who follows uses goes on, not to start anew: as in the paper.
pub(super) const FOLLOW: f64 = 0.85;
/// A possible target counts a quarter of a proved one, shared among the possible ones: a set that
/// values prove holds the right one, and most of the others are wrong.
const POSSIBLE: f32 = 0.25;
/// Owners that are followed at most: guards against owners that go round in a damaged file.
const MOST_OWNERS: usize = 64;
/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Symbols and what they use.
///
/// A node is a symbol that stands for itself: fields, variants and constructors count for their type,
/// parameters and locals for nothing, modules neither (naming one on the way is no use of it). Behind
/// the symbols come the files, as what stands outside of all symbols in them.
#[derive(Debug)]
pub struct Graph {
    /// The symbols, files in path order.
    pub symbols: Vec<SymbolRef>,
    /// The number of the file of each symbol.
    pub file: Vec<u32>,
    /// The files of the view, in path order.
    pub files: Vec<TopFile>,
    /// The node that owns each symbol; `u32::MAX` at the top.
    pub owner: Vec<u32>,
    /// Who uses what: by role and by how often, damped, so that ten uses are not ten times one.
    pub network: Network,
    /// The files on which each file depends, by number.
    pub depends: Vec<Vec<Depends>>,
    /// How many other symbols and files, tests aside, are proved to use each symbol.
    pub dependents: Vec<u32>,
    /// How much somebody wants each symbol who looks for the important ones, whoever uses it.
    pub wanted: Vec<f64>,
    /// How important each node is to all others.
    pub rank: Vec<f64>,
    /// How much each node says about the importance of what it uses.
    pub(super) says: Vec<f64>,
    tests: Vec<bool>,
    node_of: SymbolTable<u32>,
}

/// A file of the graph.
#[derive(Clone, Debug)]
pub struct TopFile {
    /// Its path.
    pub path: String,
    /// How far it is from what the repository is about.
    pub aside: Aside,
    /// Its symbols: a run of nodes.
    pub nodes: std::ops::Range<u32>,
}

/// The graph of the view that is asked, made once. O(references).
pub fn graph(context: &Context<'_>) -> Result<Arc<Graph>, Problem> {
    context.kept(|| Graph::of(context))
}

/// What one file declares.
struct Declared {
    aside: Aside,
    /// The symbols that are nodes, by their index in the file.
    own: Vec<u32>,
    /// For every symbol of the file the place among `own` for which it counts.
    counts_for: Vec<u32>,
    handles: Vec<SymbolRef>,
    tests: Vec<bool>,
    wanted: Vec<f64>,
    /// The numbers of the names of `own`.
    names: Vec<u32>,
    /// The places among `own` of what owns each of them, or [`NONE`].
    around: Vec<u32>,
}

/// What a target is to the graph.
#[derive(Clone, Copy)]
enum Used {
    Node(u32),
    File(u32),
    Nothing,
}

/// What one file uses: from, to and weight, proved or not.
type Uses = Vec<(u32, u32, f32, bool)>;

impl Graph {
    fn of(context: &Context<'_>) -> Result<Self, Problem> {
        let view = context.view();
        let files: Vec<FileRef<'_>> = view.files().collect();
        let numbers = view.name_numbers();
        let declared = in_parallel(context, &files, |file| Declared::of(*file, &numbers))?;
        let count: usize = declared.iter().map(|one| one.own.len()).sum();
        let mut graph = Self {
            symbols: Vec::with_capacity(count),
            file: Vec::with_capacity(count),
            files: Vec::with_capacity(files.len()),
            owner: Vec::with_capacity(count),
            network: Network::default(),
            depends: Vec::with_capacity(files.len()),
            dependents: vec![0; count],
            wanted: Vec::with_capacity(count),
            rank: Vec::new(),
            says: Vec::new(),
            tests: Vec::with_capacity(count),
            node_of: view.symbol_table(&NONE),
        };
        let mut says: Vec<f64> = Vec::with_capacity(count + files.len());
        let mut same_names = vec![0_u32; numbers.len()];
        for (number, (file, one)) in (0..).zip(files.iter().zip(&declared)) {
            let first = graph.symbols.len() as u32;
            for (place, index) in one.own.iter().enumerate() {
                graph.symbols.push(one.handles[*index as usize]);
                graph.file.push(number);
                let around = one.around[place];
                graph.owner.push(if around == NONE { NONE } else { first + around });
                graph.wanted.push(one.wanted[place]);
                graph.tests.push(one.tests[*index as usize] || one.aside == Aside::Tests);
                says.push(if graph.tests.last() == Some(&true) {
                    Aside::Tests.says()
                } else {
                    one.aside.says()
                });
                if one.aside == Aside::No {
                    same_names[one.names[place] as usize] += 1;
                }
            }
            for (index, place) in one.counts_for.iter().enumerate().filter(|(_, place)| **place != NONE) {
                graph.node_of.set(one.handles[index], first + place);
            }
            let nodes = first..graph.symbols.len() as u32;
            graph.files.push(TopFile { path: file.path().to_owned(), aside: one.aside, nodes });
        }
        says.extend(declared.iter().map(|one| one.aside.says()));
        // A name that many have says little about any of them.
        for (wanted, name) in graph.wanted.iter_mut().zip(declared.iter().flat_map(|one| &one.names)) {
            *wanted /= f64::from(same_names[*name as usize].max(1)).sqrt();
        }
        let targets = view.target_table(|target| match target {
            Destination::Symbol(symbol) => graph.node(symbol).map_or(Used::Nothing, Used::Node),
            Destination::Module(path) => {
                graph.file_at(path).map_or(Used::Nothing, |file| Used::File(file as u32))
            }
            Destination::Elsewhere => Used::Nothing,
        });
        let numbered: Vec<(u32, FileRef<'_>)> = (0..).zip(files).collect();
        let uses = in_parallel(context, &numbered, |(number, file)| {
            let typing = Typing::of(context, file.path());
            graph.uses((*file, *number), &declared[*number as usize], &targets, &typing)
        })?;
        let mut edges = Vec::with_capacity(uses.iter().map(|(uses, _)| uses.len()).sum());
        for (uses, depends) in uses {
            edges.extend(uses);
            graph.depends.push(depends);
        }
        let count = count as u32;
        for (from, to, _, proved) in &edges {
            let is_test = match from.checked_sub(count) {
                Some(file) => graph.files[file as usize].aside == Aside::Tests,
                None => graph.tests[*from as usize],
            };
            if *proved && !is_test {
                graph.dependents[*to as usize] += 1;
            }
        }
        let edges = edges.into_iter().map(|(from, to, weight, _)| (from, to, weight.sqrt()));
        graph.network = Network::new(count + graph.files.len() as u32, edges.collect());
        graph.rank = rank(&graph.network, &says, FOLLOW, context.cancel);
        // What was stopped half-way is not kept.
        context.still_wanted()?;
        graph.says = says;
        Ok(graph)
    }

    fn uses(
        &self,
        (file, number): (FileRef<'_>, u32),
        declared: &Declared,
        targets: &TargetTable<Used>,
        typing: &Typing<'_>,
    ) -> (Uses, Vec<Depends>) {
        let first = self.files[number as usize].nodes.start;
        let top = self.symbols.len() as u32 + number;
        let mut found: FxHashMap<(u32, u32), (f32, bool)> = FxHashMap::default();
        let mut depends: FxHashMap<u32, (Depends, TypesAlone)> = FxHashMap::default();
        let mut depend = |on: u32, reference: Reference<'_>| {
            if on != number {
                let new = || Depends { on, uses: 0, only_types: false, line: reference.at().line };
                let (one, types) = depends.entry(on).or_insert_with(|| (new(), TypesAlone::default()));
                types.take(reference, typing);
                one.uses += 1;
            }
        };
        let mut leads: Vec<Used> = Vec::new();
        let mut references = file.references().peekable();
        while let Some(reference) = references.next() {
            let resolution = reference.resolution();
            let is_guess = reference.rule() == Rule::Name;
            if is_guess || !matches!(resolution, Resolution::Resolved | Resolution::Possible) {
                continue;
            }
            let around = reference.enclosing_in_file();
            let from = around.and_then(|index| declared.counts_for.get(index as usize).copied());
            let from = from.filter(|place| *place != NONE).map_or(top, |place| first + place);
            leads.clear();
            targets.each_of(reference, |used| leads.push(used));
            let mut weight = role_weight(reference.role());
            let proved = resolution == Resolution::Resolved;
            if !proved {
                weight *= POSSIBLE / leads.len().max(1) as f32;
            }
            for used in &leads {
                let to = match *used {
                    Used::Node(to) => to,
                    // A module on the way to something of it is no dependency of its own.
                    Used::File(on) if proved && !leads_on(reference, references.peek()) => {
                        depend(on, reference);
                        continue;
                    }
                    Used::File(_) | Used::Nothing => continue,
                };
                if proved {
                    depend(self.file[to as usize], reference);
                }
                if to == from {
                    continue;
                }
                let sum = found.entry((from, to)).or_default();
                sum.0 += weight;
                sum.1 |= proved;
            }
        }
        let mut uses: Uses =
            found.into_iter().map(|((from, to), (sum, proved))| (from, to, sum, proved)).collect();
        uses.sort_unstable_by_key(|one| (one.0, one.1));
        let depends = depends.into_values();
        let mut depends: Vec<Depends> =
            depends.map(|(one, types)| Depends { only_types: types.holds(typing), ..one }).collect();
        depends.sort_unstable_by_key(|one| one.on);
        (uses, depends)
    }

    /// The node of a symbol, or of the type that it counts for.
    pub fn node(&self, symbol: SymbolRef) -> Option<u32> {
        self.node_of.get(symbol).copied().filter(|node| *node != NONE)
    }

    /// True for a test and for what only tests have.
    pub fn is_test(&self, node: u32) -> bool {
        self.tests.get(node as usize).copied().unwrap_or(false)
    }

    /// How many symbols a symbol owns; `None` where it owns none.
    pub fn members(&self, node: u32) -> Option<usize> {
        let nodes = self.files.get(*self.file.get(node as usize)? as usize)?.nodes.clone();
        let count = nodes.filter(|one| self.owner[*one as usize] == node).count();
        (count > 0).then_some(count)
    }

    /// The number of the file at this path.
    pub fn file_at(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()
    }
}

/// True where another name of the same path follows: a separator of names has two bytes at most.
fn leads_on(reference: Reference<'_>, next: Option<&Reference<'_>>) -> bool {
    let end = reference.span().end;
    next.is_some_and(|next| (1..=2).contains(&next.span().start.saturating_sub(end)))
}

/// How much a use says about what is used. To inherit binds more than to call, to import says only that
/// a use will come.
const fn role_weight(role: Role) -> f32 {
    match role {
        Role::Inherit => 1.5,
        Role::Call | Role::Decorate => 1.0,
        Role::Macro => 0.8,
        Role::Type => 0.7,
        Role::Read | Role::Invoke => 0.6,
        Role::Write => 0.4,
        Role::Import => 0.2,
    }
}

impl Declared {
    fn of(file: FileRef<'_>, numbers: &NameNumbers) -> Self {
        let symbols: Vec<_> = file.symbols().collect();
        let aside = Aside::of(file);
        let kinds: Vec<SymbolKind> = symbols.iter().map(|symbol| symbol.kind()).collect();
        let owners: Vec<Option<u32>> = symbols.iter().map(|symbol| symbol.owner_in_file()).collect();
        let flags: Vec<Flags> = symbols.iter().map(|symbol| symbol.flags()).collect();
        let chain = |index: usize| {
            let up =
                |at: &usize| owners[*at].map(|owner| owner as usize).filter(|owner| *owner < owners.len());
            std::iter::successors(Some(index), up).take(MOST_OWNERS)
        };
        let mut places = vec![NONE; symbols.len()];
        let mut own = Vec::new();
        for index in 0..symbols.len() {
            if is_node(kinds[index], owners[index].is_some()) {
                places[index] = own.len() as u32;
                own.push(index as u32);
            }
        }
        let counts_for = (0..symbols.len()).map(|index| match kinds[index] {
            SymbolKind::Module | SymbolKind::Package => NONE,
            kind if !is_listed(kind) => NONE,
            _ => chain(index).map(|at| places[at]).find(|place| *place != NONE).unwrap_or(NONE),
        });
        let counts_for: Vec<u32> = counts_for.collect();
        let tests: Vec<bool> =
            (0..symbols.len()).map(|index| chain(index).any(|at| flags[at].has(Flags::TEST))).collect();
        let wanted = own.iter().map(|index| {
            let index = *index as usize;
            let symbol = symbols[index];
            let is_inner = chain(index).skip(1).any(|at| kinds[at].is_callable());
            let mut wanted = aside.shown() * kind_wanted(kinds[index]);
            wanted *= match symbol.visibility() {
                Visibility::Public => 1.0,
                Visibility::Package => 0.7,
                Visibility::Restricted => 0.5,
                Visibility::Private => 0.12,
            };
            if tests[index] {
                wanted *= Aside::Tests.shown();
            }
            // Nobody names what a function defines inside itself.
            wanted *= if is_inner { 0.05 } else { 1.0 };
            wanted * name_wanted(symbol.name())
        });
        let wanted = wanted.collect();
        let around = own.iter().enumerate().map(|(place, index)| {
            let around = owners[*index as usize].and_then(|owner| counts_for.get(owner as usize));
            around.copied().filter(|at| *at as usize != place).unwrap_or(NONE)
        });
        Self {
            aside,
            around: around.collect(),
            names: own.iter().map(|index| numbers.number(symbols[*index as usize].name_handle())).collect(),
            counts_for,
            handles: symbols.iter().map(|symbol| symbol.handle()).collect(),
            own,
            tests,
            wanted,
        }
    }
}

/// True for a kind that stands for itself.
fn is_node(kind: SymbolKind, is_owned: bool) -> bool {
    use SymbolKind::{AssociatedType, Constructor, Field, Module, Package, Property, Variant};
    match kind {
        Module | Package => false,
        // Steps of a build stand beside the code.
        kind if kind.is_outline() => false,
        Field | Property | Variant | Constructor | AssociatedType => !is_owned,
        kind => is_listed(kind),
    }
}

const fn kind_wanted(kind: SymbolKind) -> f64 {
    use SymbolKind::{Accessor, Constant, Field, Macro, Method, Property, Static, TypeAlias, Variable};
    match kind {
        Constant | Static | Variable | Field | Property => 0.3,
        Macro | TypeAlias => 0.5,
        Accessor => 0.4,
        Method => 0.8,
        kind if kind.is_type() => 1.5,
        _ => 1.0,
    }
}

/// Errors are used everywhere and explain nothing; a name of one or two letters is a helper.
fn name_wanted(name: &str) -> f64 {
    let lower = name.to_ascii_lowercase();
    let is_error = ["error", "exception", "err", "errors"].iter().any(|end| lower.ends_with(end));
    let is_hidden = lower.starts_with("__") || lower.starts_with("test_");
    match name.chars().count() {
        0..=2 => 0.3,
        _ if is_error || is_hidden => 0.3,
        _ => 1.0,
    }
}

/// The symbols of `view` that the graph's nodes are.
impl Graph {
    /// The symbol of a node; `None` for a file.
    pub fn symbol<'v>(&self, view: &'v View, node: u32) -> Option<indexer_store::Symbol<'v>> {
        self.symbols.get(node as usize).map(|symbol| view.sym(*symbol))
    }
}
