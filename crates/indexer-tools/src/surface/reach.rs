//! Whether others reach a symbol of the repository: by names, or because something that they reach by its name gives them a
//! value of it. A type that nobody can name is used like any other by whoever is given one.

use super::{Surface, is_new_name, is_open, surface};
use crate::protocol::{Context, Problem};
use crate::relations::Hierarchy;
use indexer_core::path::{is_under, join, parent};
use indexer_core::{Role, SymbolKey, SymbolKind};
use indexer_diff::Reach;
use indexer_store::{FileRef, Reference, Symbol, SymbolRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::rc::Rc;
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
/// The folder of the programs beside a library, where modules declare the files of that.
const PROGRAMS: &str = "src/bin/";
/// Signatures of about this many bytes may have been cut.
const CUT: usize = 480;
/// Members of members are named to this depth.
const DEEPEST: usize = 32;

/// A language, and the folder in which a manifest declares a package of it: "" where no manifest says what is offered.
type Package = (&'static str, String);

/// Packages of which something is offered.
struct Offering(FxHashSet<Package>);

/// What others reach of a view, found for the symbols that are asked about: from these back through what gives values of
/// them, until a name leads to something. What it finds it remembers.
pub(crate) struct Reachable<'v> {
    context: Context<'v>,
    surface: Arc<Surface>,
    hierarchy: Hierarchy<'v>,
    offering: Arc<Offering>,
    /// Files of libraries whose place in them is known: modules declare them, one below another.
    placed: OnceCell<FxHashSet<String>>,
    /// Whether what no name leads to is reached by values.
    by_value: RefCell<FxHashMap<SymbolRef, bool>>,
    files: RefCell<FxHashMap<&'v str, Rc<Heads<'v>>>>,
    /// Whether the path of a file is the name of what it defines: to say so all of its symbols are looked through.
    named_by_file: RefCell<FxHashMap<&'v str, bool>>,
}

impl<'v> Reachable<'v> {
    /// Of the view of `context`. O(files + what names reach), once a view.
    pub(crate) fn new(context: &Context<'v>) -> Result<Self, Problem> {
        let surface = surface(context)?;
        Ok(Self {
            context: *context,
            offering: context.kept(|| Ok(Offering(offering(context, &surface))))?,
            surface,
            hierarchy: Hierarchy::new(context),
            placed: OnceCell::new(),
            by_value: RefCell::default(),
            files: RefCell::default(),
            named_by_file: RefCell::default(),
        })
    }

    /// How others reach a symbol. O(what uses it, and what uses that) where no name leads to it.
    pub(crate) fn of(&self, key: SymbolKey) -> Reach {
        let view = self.context.view();
        let Some(symbol) = view.symbol(key).map(|one| view.sym(one)) else { return Reach::Unknown };
        let file = symbol.file();
        let path = file.path();
        if self.context.snapshot.rules(path).is_some_and(|rules| (rules.surface.keeps)(path, symbol.kind())) {
            return Reach::No;
        }
        let top = path.split_once('/').map_or("", |(top, _)| top);
        if SHOWING.contains(&top) {
            return Reach::No;
        }
        let Some(package) = package(&self.context, &self.surface, file) else { return Reach::Unknown };
        if !self.offering.0.contains(&package) {
            return Reach::Unknown;
        }
        if declares_files(&self.context, path) && !self.is_placed(path) {
            // Macros may declare modules that nobody sees, but not of a library in the folder of its programs.
            let is_beside = |before: &str| before.is_empty() || before.ends_with('/');
            let is_of_program = path.match_indices(PROGRAMS).any(|(at, _)| is_beside(&path[..at]));
            return if is_of_program { Reach::No } else { Reach::Unknown };
        }
        let names = self.names(symbol);
        match names.is_empty() {
            false if self.is_named_by_file(path) => Reach::InFile,
            false => Reach::By(names),
            true if self.is_by_value(symbol) => Reach::By(Vec::new()),
            true => Reach::No,
        }
    }

    /// The symbols to which names lead, with these; members of types aside.
    pub(crate) fn named(&self) -> impl Iterator<Item = (SymbolRef, &[String])> {
        self.surface.names.iter().map(|(symbol, names)| (*symbol, names.as_slice()))
    }

    /// The names that lead to a symbol that is no member of a type.
    pub(crate) fn names_at_top(&self, symbol: SymbolRef) -> &[String] {
        self.surface.names.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// True where no name leads to a symbol.
    pub(crate) fn is_hidden(&self, symbol: Symbol<'v>) -> bool {
        self.names(symbol).is_empty()
    }

    fn is_named_by_file(&self, path: &'v str) -> bool {
        let mut known = self.named_by_file.borrow_mut();
        *known.entry(path).or_insert_with(|| is_named_by_file(&self.context, path))
    }

    fn is_placed(&self, path: &str) -> bool {
        self.placed.get_or_init(|| placed(&self.context, &self.surface)).contains(path)
    }

    /// The names that lead to a symbol: its own, or those of what it belongs to with its name.
    fn names(&self, symbol: Symbol<'v>) -> Vec<String> {
        let mut found = self.names_at_top(symbol.handle()).to_vec();
        if !found.is_empty() && symbol.owner().is_none() {
            return found;
        }
        let mut chain = String::new();
        let mut below = symbol;
        let separator = self.context.snapshot.separator(symbol.file().path());
        for _ in 0..DEEPEST {
            let [owner] = self.owners(below)[..] else { break };
            chain = format!("{separator}{}{chain}", below.name());
            for name in self.names_at_top(owner.handle()) {
                is_new_name(&mut found, &format!("{name}{chain}"));
            }
            below = owner;
        }
        found
    }

    /// What a symbol belongs to, so that whoever reaches that reaches the symbol.
    fn owners(&self, symbol: Symbol<'v>) -> Vec<Symbol<'v>> {
        let owners = match symbol.owner() {
            Some(owner) => vec![owner],
            None if symbol.file().extends().is_empty() => return Vec::new(),
            None => self.hierarchy.extended(symbol),
        };
        owners.into_iter().filter(|owner| !owner.kind().is_callable() && is_open(*owner, symbol)).collect()
    }

    /// True where something that others reach gives them a value of a type, or of what a member belongs to. It is sought
    /// from the symbol back, nearest first (a search in breadth over uses), until a name leads to what is found.
    fn is_by_value(&self, symbol: Symbol<'v>) -> bool {
        let mut seen: FxHashSet<SymbolRef> = FxHashSet::from_iter([symbol.handle()]);
        let mut open = VecDeque::from([symbol]);
        let mut is_found = false;
        while let Some(next) = open.pop_front().filter(|_| !is_found) {
            if self.context.still_wanted().is_err() {
                return false;
            }
            let mut before = self.owners(next);
            if next.kind().is_type() {
                self.givers(next, &mut before);
            }
            for one in before.into_iter().filter(|one| seen.insert(one.handle())) {
                let known = self.by_value.borrow().get(&one.handle()).copied();
                is_found |= known == Some(true) || self.surface.names.contains_key(&one.handle());
                if known.is_none() {
                    open.push_back(one);
                }
            }
        }
        let mut by_value = self.by_value.borrow_mut();
        if !is_found {
            // Nothing that was seen is reached either.
            by_value.extend(seen.into_iter().map(|one| (one, false)));
        }
        by_value.insert(symbol.handle(), is_found);
        is_found
    }

    /// The symbols that name a type in their heads; in their bodies too, where the head does not say what a call gives.
    fn givers(&self, of: Symbol<'v>, found: &mut Vec<Symbol<'v>>) {
        let view = self.context.view();
        for reference in view.references_to(of.key()).into_iter().map(|one| view.reference(one)) {
            if matches!(reference.role(), Role::Type | Role::Inherit | Role::Call | Role::Read) {
                found.extend(self.heads(reference.file()).giver(reference));
            }
        }
    }

    fn heads(&self, file: FileRef<'v>) -> Rc<Heads<'v>> {
        let mut files = self.files.borrow_mut();
        files.entry(file.path()).or_insert_with(|| Rc::new(Heads::new(&self.context, file))).clone()
    }
}

/// The packages of which names reach something. O(symbols that names reach).
fn offering(context: &Context<'_>, surface: &Surface) -> FxHashSet<Package> {
    let view = context.view();
    let mut files: FxHashSet<&str> = FxHashSet::default();
    let mut found = FxHashSet::default();
    for symbol in surface.names.keys().map(|symbol| view.sym(*symbol)) {
        let file = symbol.file();
        if symbol.kind() != SymbolKind::Setting && files.insert(file.path()) {
            found.extend(package(context, surface, file));
        }
    }
    found
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

/// The symbols of a file by what stands in their heads.
struct Heads<'v> {
    context: Context<'v>,
    file: FileRef<'v>,
    /// By where they begin, those around others first; with each the place of the one around it.
    symbols: Vec<(Symbol<'v>, Option<usize>)>,
    /// True where every result is written in the language.
    is_saying: bool,
    text: OnceCell<Option<Arc<str>>>,
}

impl<'v> Heads<'v> {
    fn new(context: &Context<'v>, file: FileRef<'v>) -> Self {
        let mut all: Vec<Symbol<'v>> = file.symbols().collect();
        all.sort_by_key(|symbol| (symbol.span().start, Reverse(symbol.span().end)));
        let mut symbols: Vec<(Symbol<'v>, Option<usize>)> = Vec::with_capacity(all.len());
        for symbol in all {
            let mut around = symbols.len().checked_sub(1);
            while let Some(at) = around.filter(|at| symbols[*at].0.span().end <= symbol.span().start) {
                around = symbols[at].1;
            }
            symbols.push((symbol, around));
        }
        let is_saying = context.snapshot.rules(file.path()).is_some_and(|rules| rules.results_are_written);
        Self { context: *context, file, symbols, is_saying, text: OnceCell::new() }
    }

    /// The innermost symbol around a 0-based byte. O(log symbols + how deep it stands).
    fn innermost(&self, at: u32) -> Option<Symbol<'v>> {
        let behind = self.symbols.partition_point(|(symbol, _)| symbol.span().start <= at);
        let mut next = behind.checked_sub(1);
        while let Some((symbol, around)) = next.map(|next| self.symbols[next]) {
            if symbol.span().end > at {
                return Some(symbol);
            }
            next = around;
        }
        None
    }

    /// The symbol that gives values of the type that a reference names.
    fn giver(&self, reference: Reference<'v>) -> Option<Symbol<'v>> {
        let at = reference.span().start;
        let symbol = self.innermost(at)?;
        let is_type = matches!(reference.role(), Role::Type | Role::Inherit);
        let says = symbol.kind().is_callable() && (self.is_saying || says_result(symbol.signature()));
        if !says {
            return Some(symbol);
        }
        let read = || self.context.source(self.file.path()).ok().map(|one| one.text);
        let end = || head_end(symbol, self.text.get_or_init(read).as_deref()?);
        (is_type && end().is_none_or(|end| at < end)).then_some(symbol)
    }
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
