//! Whether others reach a symbol of the repository: by names, or because something that they reach by its name gives them a
//! value of it. A type that nobody can name is used like any other by whoever is given one.

use super::{Surface, is_new_name, is_open, surface};
use crate::protocol::{Context, Problem};
use crate::relations::Hierarchy;
use indexer_core::path::{is_under, join, parent};
use indexer_core::{Role, SymbolKey, SymbolKind};
use indexer_diff::Reach;
use indexer_store::{FileRef, Symbol, SymbolRef, TargetRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Folders at the root that show how the rest is used: nobody outside uses what stands there.
const SHOWING: [&str; 10] = [
    "_examples",
    "benches",
    "benchmarks",
    "demo",
    "demos",
    "docs",
    "example",
    "examples",
    "sample",
    "samples",
];
/// Signatures of about this many bytes may have been cut.
const CUT: usize = 480;

/// A language, and the folder in which a manifest declares a package of it: "" where no manifest says what is offered.
type Package = (&'static str, String);

/// What others reach.
pub(crate) struct Reached {
    surface: Arc<Surface>,
    /// Names of members of types that are themselves members.
    names: FxHashMap<SymbolRef, Vec<String>>,
    /// What no name leads to, but values do.
    by_value: FxHashSet<SymbolRef>,
    /// Packages of which something is offered.
    known: FxHashSet<Package>,
    /// Files of libraries whose place in them is known: modules declare them, one below another.
    placed: FxHashSet<String>,
}

/// What others reach. O(files + what is reached), once a view.
pub(crate) fn reached(context: &Context<'_>) -> Result<Arc<Reached>, Problem> {
    context.kept(|| Closure::new(context)?.closed())
}

impl Reached {
    /// How others reach a symbol.
    pub(crate) fn of(&self, context: &Context<'_>, key: SymbolKey) -> Reach {
        let view = context.view();
        let Some(handle) = view.symbol(key) else { return Reach::Unknown };
        let path = view.sym(handle).file().path();
        let file = view.sym(handle).file();
        let Some(package) = package(context, &self.surface, file) else { return Reach::Unknown };
        if !self.known.contains(&package) || declares_files(context, path) && !self.placed.contains(path) {
            return Reach::Unknown;
        }
        let top = path.split_once('/').map_or("", |(top, _)| top);
        if SHOWING.contains(&top) {
            return Reach::No;
        }
        let names = [&self.surface.names, &self.names].into_iter().find_map(|names| names.get(&handle));
        match names {
            Some(_) if is_named_by_file(context, path) => Reach::InFile,
            Some(names) => Reach::By(names.clone()),
            None if self.by_value.contains(&handle) => Reach::By(Vec::new()),
            None => Reach::No,
        }
    }

    /// The symbols to which names lead, members of members aside.
    pub(crate) fn named(&self) -> impl Iterator<Item = SymbolRef> + '_ {
        self.surface.names.keys().copied()
    }

    /// True where no name leads to a symbol.
    pub(crate) fn is_hidden(&self, symbol: SymbolRef) -> bool {
        !self.surface.names.contains_key(&symbol) && !self.names.contains_key(&symbol)
    }
}

/// True where the path of a file is the name under which others import what it defines.
fn is_named_by_file(context: &Context<'_>, path: &str) -> bool {
    let has_packages = context.snapshot.rules(path).is_some_and(|rules| rules.packages.is_some());
    !has_packages && context.snapshot.entry(path).is_some_and(|entry| entry.name.is_empty())
}

/// The package to which a file belongs; `None` where it is not known what others reach of the file.
fn package(context: &Context<'_>, surface: &Surface, file: FileRef<'_>) -> Option<Package> {
    let path = file.path();
    let rules = context.snapshot.rules(path)?;
    // Headers are taken in as texts, and what a program makes as it runs is reached by no name that is written.
    if rules.surface.entry.is_none() || rules.inclusion.is_some() || (rules.is_untyped)(path) {
        return None;
    }
    let of = rules.surface;
    if of.manifest.is_empty() {
        let folder = parent(path);
        // Without the file that makes a folder a package nothing says whether it is one.
        let is_package = of.folder_file.is_empty()
            || matches!(folder, "" | "src")
            || context.view().file(&join(folder, of.folder_file)).is_some();
        return is_package.then(|| (rules.language, String::new()));
    }
    let (folder, facts) = context.snapshot.package_around(path, of.manifest)?;
    let offered = |name: &str| {
        let file = surface.entries.get(name);
        file.is_some_and(|path| is_under(path, folder))
    };
    // Where one of the names that are offered leads to nothing that is here, as to what is built, the others are not all.
    let is_all = !of.offers_builds || {
        let package = facts.package.as_deref().unwrap_or_default();
        let maps = facts.maps.iter().filter_map(|map| map.pattern.strip_prefix("./"));
        let mut names = maps.filter(|name| *name != of.manifest).map(|name| format!("{package}/{name}"));
        offered(package) && names.all(|name| offered(&name))
    };
    is_all.then(|| (rules.language, folder.to_owned()))
}

/// True where a file is of a library only where a module declares it.
fn declares_files(context: &Context<'_>, path: &str) -> bool {
    context.snapshot.rules(path).is_some_and(|rules| rules.surface.declares_files)
}

/// The files of libraries that modules declare, one below another, whoever may name these.
fn placed(context: &Context<'_>, surface: &Surface) -> FxHashSet<String> {
    let libraries = surface.entries.values().filter(|path| declares_files(context, path));
    let mut open: Vec<String> = libraries.cloned().collect();
    let mut found: FxHashSet<String> = open.iter().cloned().collect();
    while let Some(path) = open.pop() {
        let Some(file) = context.view().file(&path) else { continue };
        let modules = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Module);
        for module in modules.filter(|module| module.children().is_empty()) {
            let around = std::iter::successors(module.owner(), |owner| owner.owner());
            let mut inside: Vec<String> = around.map(|owner| owner.name().to_owned()).collect();
            inside.reverse();
            if let Some(below) = context.snapshot.submodule(&path, &inside, module.name())
                && found.insert(below.clone())
            {
                open.push(below);
            }
        }
    }
    found
}

/// The references of a file by the symbols in whose heads they stand.
type Heads = FxHashMap<SymbolRef, Vec<SymbolKey>>;

struct Closure<'c, 'v> {
    context: &'c Context<'v>,
    hierarchy: Hierarchy<'v>,
    heads: FxHashMap<&'v str, Heads>,
    reached: Reached,
    open: Vec<SymbolRef>,
    seen: FxHashSet<SymbolRef>,
}

impl<'c, 'v> Closure<'c, 'v> {
    fn new(context: &'c Context<'v>) -> Result<Self, Problem> {
        let surface = surface(context)?;
        let view = context.view();
        let mut known = FxHashSet::default();
        let mut files: FxHashSet<&str> = FxHashSet::default();
        for symbol in surface.names.keys().map(|symbol| view.sym(*symbol)) {
            let file = symbol.file();
            if symbol.kind() != SymbolKind::Setting && files.insert(file.path()) {
                known.extend(package(context, &surface, file));
            }
        }
        let open: Vec<SymbolRef> = surface.names.keys().copied().collect();
        let seen = open.iter().copied().collect();
        let names = FxHashMap::default();
        let placed = placed(context, &surface);
        let reached = Reached { surface, names, by_value: FxHashSet::default(), known, placed };
        Ok(Self {
            context,
            hierarchy: Hierarchy::new(context),
            heads: FxHashMap::default(),
            reached,
            open,
            seen,
        })
    }

    fn closed(mut self) -> Result<Reached, Problem> {
        while let Some(next) = self.open.pop() {
            self.context.still_wanted()?;
            self.members(next);
            self.given(next);
        }
        Ok(self.reached)
    }

    /// What belongs to something that is reached.
    fn members(&mut self, of: SymbolRef) {
        let view = self.context.view();
        let symbol = view.sym(of);
        let members = match symbol.kind() {
            kind if kind.is_type() => self.hierarchy.members(symbol).to_vec(),
            kind if kind.is_callable() => return,
            _ => symbol.children(),
        };
        let separator = self.context.snapshot.separator(symbol.file().path());
        let Reached { surface, names, .. } = &self.reached;
        let own = surface.names.get(&of).or_else(|| names.get(&of)).cloned().unwrap_or_default();
        for member in members.into_iter().filter(|member| is_open(symbol, *member)) {
            let handle = member.handle();
            if !self.reached.surface.names.contains_key(&handle) {
                for name in &own {
                    let known = self.reached.names.entry(handle).or_default();
                    is_new_name(known, &format!("{name}{separator}{}", member.name()));
                }
                if own.is_empty() {
                    self.reached.by_value.insert(handle);
                }
            }
            if self.seen.insert(handle) {
                self.open.push(handle);
            }
        }
    }

    /// The types of which something that is reached gives values.
    fn given(&mut self, of: SymbolRef) {
        let view = self.context.view();
        let file = view.sym(of).file();
        let path = file.path();
        if !self.heads.contains_key(path) {
            let heads = heads(self.context, &self.reached.surface, file);
            self.heads.insert(path, heads);
        }
        let given = self.heads.get(path).and_then(|heads| heads.get(&of)).cloned().unwrap_or_default();
        for symbol in given.into_iter().filter_map(|key| view.symbol(key)) {
            if self.seen.insert(symbol) {
                self.reached.by_value.insert(symbol);
                self.open.push(symbol);
            }
        }
    }
}

/// The types without a name outside that the symbols of a file name in their heads; in their bodies too, where the head does
/// not say what a call gives.
fn heads(context: &Context<'_>, surface: &Surface, file: FileRef<'_>) -> Heads {
    let view = context.view();
    let mut symbols: Vec<Symbol<'_>> = file.symbols().collect();
    symbols.sort_by_key(|symbol| (symbol.span().start, std::cmp::Reverse(symbol.span().end)));
    let is_saying = context.snapshot.rules(file.path()).is_some_and(|rules| rules.results_are_written);
    let wanted = |role: Role| matches!(role, Role::Type | Role::Inherit | Role::Call | Role::Read);
    let mut references: Vec<_> = file.references().filter(|one| wanted(one.role())).collect();
    references.sort_by_key(|one| one.span().start);
    let mut text = None;
    let mut heads = Heads::default();
    let mut around: Vec<Symbol<'_>> = Vec::new();
    let mut next = symbols.into_iter().peekable();
    for reference in references {
        let at = reference.span().start;
        while let Some(symbol) = next.next_if(|symbol| symbol.span().start <= at) {
            around.push(symbol);
        }
        around.retain(|symbol| symbol.span().end > at);
        let Some(symbol) = around.last() else { continue };
        let is_type = matches!(reference.role(), Role::Type | Role::Inherit);
        let says = symbol.kind().is_callable() && (is_saying || says_result(symbol.signature()));
        if says && !is_type {
            continue;
        }
        for target in reference.targets() {
            let TargetRef::Symbol(key) = target else { continue };
            let Some(handle) = view.symbol(key) else { continue };
            if !view.sym(handle).kind().is_type() || surface.names.contains_key(&handle) {
                continue;
            }
            let end = says.then(|| {
                let text = text.get_or_insert_with(|| context.source(file.path()).ok().map(|one| one.text));
                text.as_deref().and_then(|text| head_end(*symbol, text))
            });
            if end.flatten().is_none_or(|end| at < end) {
                heads.entry(symbol.handle()).or_default().push(key);
            }
        }
    }
    heads
}

/// True where a signature says what a call gives.
fn says_result(signature: &str) -> bool {
    let behind = signature.rsplit(')').next().unwrap_or("");
    signature.contains("->") || behind.contains(':')
}

/// Where the signature of a symbol ends; `None` where it is not found as it is written.
fn head_end(symbol: Symbol<'_>, text: &str) -> Option<u32> {
    let signature = symbol.signature();
    if signature.len() >= CUT {
        return None;
    }
    let (_, behind) = signature.split_once(symbol.name())?;
    let mut at = symbol.name_span().end as usize;
    for byte in behind.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        at += text.get(at..)?.bytes().position(|one| !one.is_ascii_whitespace())?;
        if text.as_bytes().get(at) != Some(&byte) {
            return None;
        }
        at += 1;
    }
    u32::try_from(at).ok()
}
