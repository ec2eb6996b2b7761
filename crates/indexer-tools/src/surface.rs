//! What of the repository can be reached from outside: the names that others can import, followed
//! from the files that are offered through what those pass on.

mod reach;

use crate::analysis::Aside;
use crate::imports::targets_of;
use crate::protocol::{Context, Problem};
use crate::relations::Hierarchy;
use indexer_core::{Flags, ImportShape, Owner, SymbolKind, Visibility};
use indexer_store::{FileRef, Symbol, SymbolRef, TargetRef};
pub(crate) use reach::Reachable;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;

/// Names by which one module or symbol is reached that are kept.
const MOST_NAMES: usize = 8;
/// A name is not made longer than this, where modules pass on one another.
const LONGEST_NAME: usize = 400;

/// Something that can be reached.
#[derive(Clone, Debug)]
pub struct Offered {
    /// The name under which it is reached first.
    pub name: String,
    /// What it is; `None` for what a package outside defines.
    pub symbol: Option<SymbolRef>,
    /// The name of it outside, where it is defined there.
    pub outside: Option<String>,
    /// 0, or 1 for a member of what stands before it.
    pub depth: u32,
    /// Why it can be reached.
    pub why: Arc<str>,
}

/// A module whose names are reached under `name`.
struct Module<'v> {
    file: FileRef<'v>,
    /// The module written inside the file; `None` for the file itself.
    inline: Option<Symbol<'v>>,
    name: String,
    why: Arc<str>,
    /// False where it was entered before under another name: what it offers is known then, and only its names are new.
    is_first: bool,
}

/// What can be reached, and by which names, members of types aside.
struct Surface {
    /// Nearest first.
    found: Vec<Offered>,
    /// All names of each symbol.
    names: FxHashMap<SymbolRef, Vec<String>>,
    /// The names of the files that are reached by themselves, and their paths.
    entries: FxHashMap<String, String>,
}

struct Walk<'c, 'v> {
    context: &'c Context<'v>,
    queue: VecDeque<Module<'v>>,
    modules: FxHashMap<(&'v str, Option<SymbolRef>), Vec<String>>,
    symbols: FxHashSet<SymbolRef>,
    names: FxHashMap<SymbolRef, Vec<String>>,
    found: Vec<Offered>,
    /// How often something was offered, under whatever name.
    met: usize,
    /// Names that modules bind by what they import, of what was not reached yet.
    later: Vec<(SymbolRef, String)>,
}

/// Everything that can be reached, nearest first: by entry files in the order of their paths, then what those pass on;
/// behind a type its members. O(files + what is reached), once a view.
pub fn offered(context: &Context<'_>) -> Result<Arc<Vec<Offered>>, Problem> {
    context.kept(|| with_members(context, &surface(context)?.found))
}

/// True where one of the names under which a package offers something leads to a file that is here.
pub fn leads_somewhere(context: &Context<'_>, package: &str) -> Result<bool, Problem> {
    let surface = surface(context)?;
    let is_of = |name: &String| {
        name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    Ok(surface.entries.contains_key(package) || surface.entries.keys().any(is_of))
}

/// What is reached with the members of types.
fn with_members(context: &Context<'_>, found: &[Offered]) -> Result<Vec<Offered>, Problem> {
    let hierarchy = Hierarchy::new(context);
    let mut seen: FxHashSet<SymbolRef> = FxHashSet::default();
    let mut all = Vec::with_capacity(found.len());
    for one in found {
        context.still_wanted()?;
        if one.symbol.is_some_and(|symbol| !seen.insert(symbol)) {
            continue;
        }
        all.push(one.clone());
        let Some(symbol) = one.symbol.map(|symbol| context.view().sym(symbol)) else { continue };
        if !symbol.kind().is_type() {
            continue;
        }
        let separator = context.snapshot.separator(symbol.file().path());
        // What a trait or interface declares is as public as itself.
        for member in hierarchy.members(symbol).iter().filter(|member| is_open(symbol, **member)) {
            if seen.insert(member.handle()) {
                all.push(Offered {
                    name: format!("{}{separator}{}", one.name, member.name()),
                    symbol: Some(member.handle()),
                    outside: None,
                    depth: 1,
                    why: one.why.clone(),
                });
            }
        }
    }
    Ok(all)
}

/// What is reached, members of types aside, with all names of each symbol.
fn surface(context: &Context<'_>) -> Result<Arc<Surface>, Problem> {
    context.kept(|| walked(context))
}

fn walked(context: &Context<'_>) -> Result<Surface, Problem> {
    let mut walk = Walk {
        context,
        queue: VecDeque::new(),
        modules: FxHashMap::default(),
        symbols: FxHashSet::default(),
        names: FxHashMap::default(),
        found: Vec::new(),
        met: 0,
        later: Vec::new(),
    };
    let mut entries = Vec::new();
    for file in context.view().files().filter(|file| file.is_code() && !crate::imports::is_test(*file)) {
        if let Some(entry) = context.snapshot.entry(file.path()) {
            let depth = entry.name.split(['.', ':', '/']).count();
            entries.push((Aside::of(file), depth, file, entry));
        }
    }
    // The shortest name is the one by which something is reached; what an example makes of it is not.
    entries.sort_by(|a, b| (a.0, a.1, a.2.path()).cmp(&(b.0, b.1, b.2.path())));
    let named = entries.iter().map(|(_, _, file, entry)| (entry.name.clone(), file.path().to_owned()));
    let named: FxHashMap<String, String> = named.collect();
    for (_, _, file, entry) in entries {
        walk.enter(file, None, entry.name, entry.why.into());
    }
    while let Some(module) = walk.queue.pop_front() {
        context.still_wanted()?;
        walk.module(&module);
    }
    for (symbol, name) in std::mem::take(&mut walk.later) {
        if let Some(names) = walk.names.get_mut(&symbol) {
            is_new_name(names, &name);
        }
    }
    Ok(Surface { found: walk.found, names: walk.names, entries: named })
}

/// Takes in a name of something, unless it is known or there are too many.
fn is_new_name(names: &mut Vec<String>, name: &str) -> bool {
    let is_new =
        names.len() < MOST_NAMES && name.len() <= LONGEST_NAME && !names.iter().any(|known| known == name);
    if is_new {
        names.push(name.to_owned());
    }
    is_new
}

/// True for a member that whoever reaches its type reaches.
fn is_open(of: Symbol<'_>, member: Symbol<'_>) -> bool {
    member.visibility() == Visibility::Public
        || of.kind() == SymbolKind::Enum && member.kind() == SymbolKind::Variant
}

impl<'v> Walk<'_, 'v> {
    fn enter(&mut self, file: FileRef<'v>, inline: Option<Symbol<'v>>, name: String, why: Arc<str>) {
        let names = self.modules.entry((file.path(), inline.map(|symbol| symbol.handle()))).or_default();
        let is_first = names.is_empty();
        if is_new_name(names, &name) {
            self.queue.push_back(Module { file, inline, name, why, is_first });
        }
    }

    fn rules(&self, path: &str) -> Option<&'static indexer_core::Surface> {
        self.context.snapshot.rules(path).map(|rules| rules.surface)
    }

    fn join(&self, module: &Module<'v>, name: &str) -> String {
        match module.name.as_str() {
            "" => name.to_owned(),
            around => format!("{around}{}{name}", self.context.snapshot.separator(module.file.path())),
        }
    }

    fn module(&mut self, module: &Module<'v>) {
        let (file, path) = (module.file, module.file.path());
        let Some(surface) = self.rules(path) else { return };
        let own: Vec<Symbol<'v>> = match module.inline {
            None => file.symbols().filter(|symbol| symbol.owner().is_none()).collect(),
            Some(inline) => inline.children(),
        };
        let has_list = |name: &str| own.iter().any(|symbol| symbol.name() == name);
        let listed = surface.list.filter(|name| module.inline.is_none() && has_list(name)).and_then(|_| {
            let text = self.context.source(path).ok()?;
            (surface.listed)(&text.text)
        });
        let before = self.met;
        let why: Arc<str> = match (&listed, surface.list) {
            (Some(_), Some(list)) => format!("{list} of {path}").into(),
            _ => module.why.clone(),
        };
        for symbol in &own {
            let public = match &listed {
                Some(names) => names.iter().any(|name| name == symbol.name()),
                None => symbol.visibility() == Visibility::Public && surface.list != Some(symbol.name()),
            };
            if symbol.kind() == SymbolKind::Package {
                // What stands in its braces.
                if !symbol.children().is_empty() {
                    let name = match module.inline {
                        None => symbol.name().to_owned(),
                        Some(_) => self.join(module, symbol.name()),
                    };
                    self.enter(file, Some(*symbol), name, why.clone());
                }
                continue;
            }
            if public && !symbol.flags().has(Flags::TEST) {
                self.symbol(module, *symbol, symbol.name(), why.clone());
            }
        }
        if (surface.passes_on)(path) || listed.is_some() {
            self.imports(module, listed.as_deref(), before);
        } else if surface.list.is_some() {
            self.bound(module);
        }
        let is_root = module.inline.is_none() && self.context.snapshot.entry(path).is_some();
        if is_root && surface.list.is_none() && (surface.passes_on)(path) {
            self.exported_macros(module);
        }
    }

    /// A symbol, a module among them, that is reached as `name`.
    fn symbol(&mut self, module: &Module<'v>, symbol: Symbol<'v>, name: &str, why: Arc<str>) {
        let name = self.join(module, name);
        if symbol.kind() == SymbolKind::Module {
            let path = symbol.file().path();
            if !symbol.children().is_empty() {
                self.enter(symbol.file(), Some(symbol), name, why);
            } else if let Some(file) = self.context.snapshot.submodule(path, &[], symbol.name())
                && let Some(file) = self.context.view().file(&file)
            {
                self.enter(file, None, name, why);
            }
            return;
        }
        self.met += 1;
        let is_first = self.symbols.insert(symbol.handle());
        is_new_name(self.names.entry(symbol.handle()).or_default(), &name);
        if is_first {
            let symbol = Some(symbol.handle());
            self.found.push(Offered { name, symbol, outside: None, depth: 0, why });
        }
    }

    /// What a module passes on of what it imports. `before` counts what was found when the module was
    /// entered: one that offers nothing of its own passes on what it takes in whole.
    fn imports(&mut self, module: &Module<'v>, listed: Option<&[String]>, before: usize) {
        let path = module.file.path();
        let Some(facts) = self.context.snapshot.facts(path) else { return };
        let inside = module.inline.map(|symbol| symbol.name_span());
        let here = |owner: Owner| match (owner, inside) {
            (Owner::File, None) => true,
            (Owner::Definition(id), Some(span)) => facts.definition(id).name_span == span,
            _ => false,
        };
        let is_open = |import: &indexer_core::Import| import.visibility == Visibility::Public;
        let nothing_of_its_own = self.met == before && !facts.imports.iter().any(is_open);
        let uses = crate::imports::uses(module.file);
        for import in &facts.imports {
            let is_statement = import.shape.is_statement();
            if !is_statement || !facts.scopes.get(import.scope.index()).is_some_and(|scope| here(scope.owner))
            {
                continue;
            }
            let bound = import.alias.or_else(|| import.path.last().copied());
            let bound = bound.map_or("", |name| facts.name(name));
            let wildcard = import.shape == ImportShape::Wildcard;
            let open = match listed {
                Some(names) => wildcard || names.iter().any(|name| name == bound),
                None => is_open(import) && (self.rules(path).is_some_and(|one| (one.passes_on)(path))),
            };
            let whole =
                !open && nothing_of_its_own && import.shape != ImportShape::Wildcard && listed.is_none();
            if !open && !whole {
                continue;
            }
            let line = facts.lines.line(import.span.start);
            let word = if whole { "passed on whole by" } else { "re-export in" };
            let why: Arc<str> = format!("{word} {path}:{line}").into();
            for target in targets_of(&facts, import, &uses) {
                self.passed_on(module, target, if wildcard || whole { None } else { Some(bound) }, &why);
            }
        }
    }

    /// The names that a module binds by what it imports: others can name it there, though nobody offers that.
    fn bound(&mut self, module: &Module<'v>) {
        let Some(facts) = self.context.snapshot.facts(module.file.path()) else { return };
        let uses = crate::imports::uses(module.file);
        for import in facts.imports.iter().filter(|import| import.shape != ImportShape::Wildcard) {
            let owner = facts.scopes.get(import.scope.index()).map(|scope| scope.owner);
            let bound = import.alias.or_else(|| import.path.last().copied()).map(|name| facts.name(name));
            let Some(bound) = bound.filter(|_| owner == Some(Owner::File)) else { continue };
            for target in targets_of(&facts, import, &uses) {
                let TargetRef::Symbol(key) = target else { continue };
                let Some(symbol) = self.context.view().symbol(key) else { continue };
                let name = self.join(module, bound);
                // What nobody offers is not reached because somebody imports it.
                if let Some(names) = self.names.get_mut(&symbol) {
                    is_new_name(names, &name);
                } else {
                    self.later.push((symbol, name));
                }
            }
        }
    }

    fn passed_on(&mut self, module: &Module<'v>, target: TargetRef<'v>, bound: Option<&str>, why: &Arc<str>) {
        let view = self.context.view();
        match target {
            TargetRef::Symbol(key) => {
                let Some(symbol) = view.symbol(key).map(|symbol| view.sym(symbol)) else { return };
                match bound {
                    Some(bound) => self.symbol(module, symbol, bound, why.clone()),
                    // Everything in a module that is a symbol.
                    None if symbol.kind() == SymbolKind::Module || symbol.kind() == SymbolKind::Enum => {
                        let name = module.name.clone();
                        let file = self.context.snapshot.submodule(symbol.file().path(), &[], symbol.name());
                        let file = file.and_then(|path| view.file(&path));
                        match file.filter(|_| symbol.children().is_empty()) {
                            Some(file) => self.enter(file, None, name, why.clone()),
                            None => self.enter(symbol.file(), Some(symbol), name, why.clone()),
                        }
                    }
                    None => self.symbol(module, symbol, symbol.name(), why.clone()),
                }
            }
            TargetRef::Module(path) => {
                let Some(file) = view.file(path) else { return };
                let name = bound.map_or_else(|| module.name.clone(), |bound| self.join(module, bound));
                self.enter(file, None, name, why.clone());
            }
            TargetRef::External(outside) => {
                self.met += 1;
                if !module.is_first {
                    return;
                }
                let name = self.join(module, bound.unwrap_or("*"));
                let outside = Some(outside.to_owned());
                self.found.push(Offered { name, symbol: None, outside, depth: 0, why: why.clone() });
            }
        }
    }

    /// Macros that are marked as exported are reached from the root, wherever they stand.
    fn exported_macros(&mut self, module: &Module<'v>) {
        let folder = indexer_core::path::parent(module.file.path());
        for file in self.context.view().files_under(folder) {
            for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Macro) {
                if symbol.visibility() == Visibility::Public {
                    self.symbol(module, symbol, symbol.name(), "exported macro".into());
                }
            }
        }
    }
}
