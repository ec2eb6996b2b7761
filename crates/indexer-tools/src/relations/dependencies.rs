//! Which file depends on which, and the same for folders, members, packages and symbols.

use super::node::Node;
use super::types_alone::{TypesAlone, Typing};
use crate::protocol::{Context, Problem};
use indexer_core::path::parent;
use indexer_core::{Resolution, Role, Rule, SymbolKey, SymbolKind, UNKNOWN_PACKAGE};
use indexer_graph::dependencies::Weight;
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files by the names that their languages give to their modules.
#[derive(Debug)]
pub struct Modules<'v> {
    by_name: FxHashMap<(&'v str, &'v str), Vec<FileRef<'v>>>,
    /// Where symbols are, as far as that was asked: a file names most of them more than once.
    places: RefCell<FxHashMap<SymbolKey, Option<Place<'v>>>>,
}

/// The file to which a reference to a symbol leads, and whether the symbol is a module.
type Place<'v> = (&'v str, bool);

impl<'v> Modules<'v> {
    /// Of all files. O(files).
    pub fn new(view: &'v View) -> Self {
        let mut by_name: FxHashMap<_, Vec<FileRef<'v>>> = FxHashMap::default();
        for file in view.files().filter(|file| !file.module().is_empty()) {
            by_name.entry((file.language(), file.module())).or_default().push(file);
        }
        Self { by_name, places: RefCell::default() }
    }

    /// The other files whose modules a file declares (`mod a;`).
    fn declared_in(&self, file: FileRef<'v>) -> impl Iterator<Item = FileRef<'v>> {
        let modules = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Module);
        modules.filter_map(|module| self.file_of(module)).filter(move |other| *other != file)
    }

    /// Where a reference to a symbol leads.
    fn place(&self, view: &'v View, key: SymbolKey) -> Option<Place<'v>> {
        if let Some(known) = self.places.borrow().get(&key) {
            return *known;
        }
        let place = view.symbol(key).map(|symbol| view.sym(symbol)).map(|symbol| match symbol.kind() {
            SymbolKind::Module => (self.file_of(symbol).unwrap_or(symbol.file()).path(), true),
            _ => (symbol.file().path(), false),
        });
        self.places.borrow_mut().insert(key, place);
        place
    }

    /// The file that holds a module which another file declares: of several programs with modules
    /// of that name, the one that is nearest.
    fn file_of(&self, module: Symbol<'v>) -> Option<FileRef<'v>> {
        let (own, name) = (module.file(), module.qualified());
        let shared =
            |path: &str| path.split('/').zip(own.path().split('/')).take_while(|(a, b)| a == b).count();
        let named = self.by_name.get(&(own.language(), name.as_str()))?;
        named.iter().copied().max_by_key(|file| (shared(file.path()), std::cmp::Reverse(file.path())))
    }
}

/// Which modules of a path count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// The last alone: in `crate::a::b` neither `crate` nor `a` is a dependency, `b` is.
    Ends,
    /// Every module that is named.
    Steps,
}

/// True where two files are parts of one whole in their language, so that one does not depend on the other by itself.
pub fn are_one(context: &Context<'_>, one: &str, other: &str) -> bool {
    let is_whole = |path| context.snapshot.rules(path).is_some_and(|rules| rules.surface.folders_are_whole);
    parent(one) == parent(other) && is_whole(one) && is_whole(other)
}

/// The files on which a file depends: what its references are proved to lead to, and the modules
/// that it declares. O(references of the file).
pub fn of_file<'v>(
    view: &'v View,
    modules: &Modules<'v>,
    file: FileRef<'v>,
    paths: Paths,
) -> BTreeMap<&'v str, Weight> {
    // Most references lead to a few files: each of them is looked for once.
    let mut uses: FxHashMap<&'v str, Weight> = FxHashMap::default();
    for (reference, to) in ends(view, modules, file, paths) {
        let weight = uses.entry(to).or_default();
        weight.uses += 1;
        weight.imports |= reference.role() == Role::Import;
    }
    let is_other = |to: &str| to != file.path() && view.file(to).is_some();
    let mut found: BTreeMap<&'v str, Weight> = uses.into_iter().filter(|(to, _)| is_other(to)).collect();
    for other in modules.declared_in(file) {
        found.entry(other.path()).or_default().imports = true;
    }
    found
}

/// The files that a file is proved to use, sorted by path, each with whether it needs types of it alone: where nobody asks
/// for types while a program runs, what is only called on a value of such a type counts as one too. O(references of the file).
pub fn used_by<'v>(context: &Context<'v>, modules: &Modules<'v>, file: FileRef<'v>) -> Vec<(&'v str, bool)> {
    let view = context.view();
    let typing = Typing::of(context, file.path());
    let mut uses: FxHashMap<&'v str, TypesAlone> = FxHashMap::default();
    for (reference, to) in ends(view, modules, file, Paths::Ends) {
        uses.entry(to).or_default().take(reference, &typing);
    }
    let others = uses.into_iter().filter(|(to, _)| *to != file.path() && view.file(to).is_some());
    let mut found: Vec<_> = others.map(|(to, uses)| (to, uses.holds(&typing))).collect();
    found.sort_unstable();
    found
}

/// On which files each file of a view depends.
#[derive(Debug)]
pub struct FileDependencies {
    /// For each file, in the order of the view: the numbers of others in that order, and how much.
    of: Vec<Vec<(u32, Weight)>>,
}

impl FileDependencies {
    /// Of the view that is asked, worked out once. O(references).
    pub fn get(context: &Context<'_>) -> Result<Arc<Self>, Problem> {
        context.kept(|| {
            let view = context.view();
            let modules = Modules::new(view);
            let numbers: FxHashMap<&str, u32> = view.files().map(|file| file.path()).zip(0..).collect();
            let numbered = |(path, weight): (&str, Weight)| Some((*numbers.get(path)?, weight));
            let of_one = |file| {
                context.still_wanted()?;
                Ok(of_file(view, &modules, file, Paths::Ends).into_iter().filter_map(numbered).collect())
            };
            let of = view.files().map(of_one).collect::<Result<_, Problem>>()?;
            Ok(Self { of })
        })
    }

    /// Every dependency: who depends on whom, and how much. `view` is the one that was asked.
    pub fn all<'v>(&self, view: &'v View) -> impl Iterator<Item = (&'v str, &'v str, Weight)> {
        let paths: Vec<&'v str> = view.files().map(|file| file.path()).collect();
        let numbered =
            self.of.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |one| (from, *one)));
        numbered.filter_map(move |(from, (to, weight))| {
            Some((*paths.get(from)?, *paths.get(to as usize)?, weight))
        })
    }
}

/// True for a reference by which a file depends on another: one that is proved, and what a generated file says that it is
/// made of, where one file alone can be that.
fn is_dependency(reference: Reference<'_>) -> bool {
    let is_source = || reference.rule() == Rule::Generated && reference.role() == Role::Import;
    reference.resolution() == Resolution::Resolved || is_source() && reference.targets().len() == 1
}

/// The references of a file that are proved, with the path of the file or package they lead to.
fn ends<'v>(
    view: &'v View,
    modules: &Modules<'v>,
    file: FileRef<'v>,
    paths: Paths,
) -> impl Iterator<Item = (Reference<'v>, &'v str)> {
    let mut all = file.references().peekable();
    std::iter::from_fn(move || {
        loop {
            let reference = all.next()?;
            if !is_dependency(reference) {
                continue;
            }
            // A separator of names has two bytes at most.
            let end = reference.span().end;
            let leads_on = paths == Paths::Ends
                && all.peek().is_some_and(|next| {
                    let start = next.span().start;
                    start > end && start - end <= 2
                });
            let to = reference.targets().into_iter().find_map(|target| match target {
                TargetRef::Symbol(key) => {
                    let (path, is_module) = modules.place(view, key)?;
                    (!is_module || !leads_on).then_some(path)
                }
                TargetRef::Module(path) => (!leads_on).then_some(path),
                TargetRef::External(_) => None,
            });
            if let Some(to) = to {
                return Some((reference, to));
            }
        }
    })
}

/// The packages outside of the repository that a file uses: the first name of each external path,
/// and how often; nothing of those of which the package is not known. O(references of the file).
pub fn packages_of<'v>(file: FileRef<'v>) -> BTreeMap<&'v str, Weight> {
    let separator = |c: char| matches!(c, ':' | '.' | '/');
    let mut found: BTreeMap<&'v str, Weight> = BTreeMap::new();
    for reference in file.references().filter(|one| one.resolution() == Resolution::External) {
        for target in reference.targets() {
            let TargetRef::External(path) = target else { continue };
            // A scoped package has two parts: `@scope/name`.
            let skip = if path.starts_with('@') { path.find('/').map_or(0, |at| at + 1) } else { 0 };
            let end = path[skip..].find(separator).map_or(path.len(), |at| skip + at);
            if path[..end] == *UNKNOWN_PACKAGE {
                continue;
            }
            let weight = found.entry(&path[..end]).or_default();
            weight.uses += 1;
            weight.imports |= reference.role() == Role::Import;
        }
    }
    found
}

/// The symbols that the symbols of a file use outside of themselves, proved: (from, to) and how
/// often. What stands at the top of a file counts for the file. O(references of the file).
pub fn of_symbols<'v>(view: &'v View, file: FileRef<'v>) -> Vec<(Node<'v>, Node<'v>, Weight)> {
    let mut found: Vec<(Node<'v>, Node<'v>, Weight)> = Vec::new();
    let mut places = FxHashMap::default();
    for reference in file.references().filter(|one| one.resolution() == Resolution::Resolved) {
        let from = Node::around(reference);
        for target in reference.targets() {
            let TargetRef::Symbol(key) = target else { continue };
            let Some(symbol) = view.symbol(key).map(|symbol| view.sym(symbol)) else { continue };
            let to = Node::Symbol(symbol);
            if from == to {
                continue;
            }
            let next = found.len();
            let at = *places.entry((from.id(), to.id())).or_insert(next);
            if at == next {
                found.push((from, to, Weight::default()));
            }
            found[at].2.uses += 1;
            found[at].2.imports |= reference.role() == Role::Import;
        }
    }
    found
}
