//! From what a question calls a symbol to the symbols that are meant. Every tool asks here.
//!
//! A symbol is called by its name (`get`), by owners and name (`Session.get`, `api::get`, from any
//! module or owner inwards, also under the name that a re-export offers), by its printed key
//! (`src/api.py#Session.get`) or by a place (`src/api.py:12:5`, `src/api.py:12`, `src/api.py:10-12`).
//! A file is called by its path, or by the end of it where no other file ends so.

mod groups;
mod hashed;
mod inherited;
mod missing;
mod named;
mod offers;
mod order;
mod place;

pub use groups::{Meant, folded, groups, with_parts};
pub use hashed::{key_parts, splits};
pub use missing::{Missing, is_file_name, missing, no_path, suggestions, unparsed, why};
pub use named::{by_name, known_names, names, owned_by};
pub use order::{Order, Standing};
pub use place::{AtPlace, around, at_place, nothing_at};

use crate::protocol::arguments::clean;
use crate::protocol::{Common, Context, Problem, Scope};
use indexer_core::SymbolKind;
use indexer_engine::anchor;
use indexer_store::{FileRef, Symbol, View};

/// How many suggestions a problem carries.
const SUGGESTIONS: usize = 5;

/// What a question calls a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called<'t> {
    /// `path#Owner.member`.
    Key {
        /// The path.
        path: &'t str,
        /// Owners and name.
        chain: String,
    },
    /// `path:line` or `path:line:column`.
    Place {
        /// The path.
        path: &'t str,
        /// 1-based line.
        line: u32,
        /// 1-based column in characters.
        column: Option<u32>,
    },
    /// `path:first-last`.
    Lines {
        /// The path.
        path: &'t str,
        /// 1-based first line.
        first: u32,
        /// 1-based last line.
        last: u32,
    },
    /// The path of a file: its module.
    File(&'t str),
    /// Owners and name, outermost first; at least the name.
    Name(Vec<&'t str>),
}

/// Which symbols are looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter<'f> {
    /// Only in this part of the root; `None` for everywhere.
    pub scope: Option<&'f Scope>,
    /// Only these kinds.
    pub kinds: Option<&'f [SymbolKind]>,
    /// Upper and lower case differ.
    pub exact: bool,
}

/// Reads what a question calls a symbol. O(files) for a path that the index does not know.
pub fn called<'t>(view: &'t View, text: &'t str) -> Called<'t> {
    let text = text.trim().trim_matches('`');
    if text.contains('#')
        && let Some(called) = hashed::called(view, text)
    {
        return called;
    }
    if let Some(called) = in_file(view, text, |path| path.contains(['/', '.']) || is_file(view, path)) {
        return called;
    }
    let names = known_names(view, text);
    if text.contains(['/', '.']) {
        // A member is no end of a path: `Session.get`.
        let is_member = || {
            !text.contains('/') && names.last().is_some_and(|one| !view.symbols_named(one, false).is_empty())
        };
        let file = view.file(clean(text)).or_else(|| if is_member() { None } else { find_file(view, text) });
        if let Some(file) = file {
            return Called::File(file.path());
        }
    }
    Called::Name(names)
}

/// True where a file is at exactly this path.
fn is_file(view: &View, path: &str) -> bool {
    view.file(clean(path)).is_some()
}

/// A place or lines, where what stands before them is a path.
fn in_file<'t>(view: &'t View, text: &'t str, is_path: impl Fn(&str) -> bool) -> Option<Called<'t>> {
    if let Some((path, place)) = text.rsplit_once(':').filter(|(path, _)| !path.ends_with(':'))
        && let Some((first, last)) = lines(place)
        && is_path(path)
    {
        return Some(Called::Lines { path: known(view, path), first, last });
    }
    let (path, line, column) = place(text)?;
    is_path(path).then(|| Called::Place { path: known(view, path), line, column })
}

/// `a/b.py:3:4` or `a/b.py:3`.
fn place(text: &str) -> Option<(&str, u32, Option<u32>)> {
    let (rest, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match rest.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?))) {
        Some((path, line)) => Some((path, line, Some(last))),
        None => Some((rest, last, None)),
    }
}

/// `10-12`, `L10-L12`.
fn lines(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-')?;
    let number = |text: &str| text.strip_prefix('L').unwrap_or(text).parse::<u32>().ok();
    Some((number(first)?, number(last)?))
}

/// The path of the file that is meant, or the path as it was written.
fn known<'t>(view: &'t View, path: &'t str) -> &'t str {
    find_file(view, path).map_or_else(|| clean(path), |file| file.path())
}

/// The file at `path`; else the only one whose path ends with it, in whole names. O(files) for the latter.
pub fn find_file<'v>(view: &'v View, path: &str) -> Option<FileRef<'v>> {
    let path = clean(path);
    if path.is_empty() || path.split('/').any(|part| part == "..") {
        return None;
    }
    view.file(path).or_else(|| {
        let ends = |whole: &str| whole.strip_suffix(path).is_some_and(|rest| rest.ends_with('/'));
        let mut ending = view.files().filter(|file| ends(file.path()));
        ending.next().filter(|_| ending.next().is_none())
    })
}

/// The symbols that `text` means, at least one, best first; a problem with suggestions where there is none.
pub fn symbols<'v>(
    context: &Context<'v>,
    text: &str,
    filter: Filter<'_>,
) -> Result<Vec<Symbol<'v>>, Problem> {
    let found = found(context, text, filter)?;
    if found.is_empty() { Err(missing(context, text, filter)) } else { Ok(found) }
}

/// The symbols that `text` means, best first; perhaps none. A problem where it names a file or place that
/// is not there.
pub fn found<'v>(context: &Context<'v>, text: &str, filter: Filter<'_>) -> Result<Vec<Symbol<'v>>, Problem> {
    let view = context.view();
    let routes = crate::relations::endpoints::of_path(context, text)?;
    if !routes.is_empty() {
        let routes = routes.into_iter().map(|symbol| view.sym(symbol));
        let is_wanted =
            |symbol: &Symbol<'v>| filter.scope.is_none_or(|scope| scope.covers(symbol.file().path()));
        return Ok(routes.filter(is_wanted).collect());
    }
    let mut found = match called(view, text) {
        Called::Key { path, chain } => by_key(context, path, &chain)?,
        Called::Place { path, line, column } => place::symbols(view, file(context, path)?, line, column)?,
        Called::Lines { path, first, last } => place::in_lines(file(context, path)?, first, last)?,
        Called::File(_) => Vec::new(),
        Called::Name(names) => {
            let mut found = by_path(context, &names, filter);
            if let (true, Some((_, last))) = (found.is_empty(), text.rsplit_once('/')) {
                // Some write the owners of a member as folders, and packages with the path to them.
                let parts: Vec<&str> = names.iter().flat_map(|name| name.split('/')).collect();
                let parts: Vec<&str> = parts.into_iter().filter(|one| !one.is_empty()).collect();
                found = by_path(context, &parts, filter);
                if found.is_empty() && last.contains(['.', ':']) {
                    found = by_path(context, &self::names(last), filter);
                }
            }
            // A target of a build that is called as a function is, is meant where somebody asks for its kind.
            if filter.kinds.is_none() && found.iter().any(|symbol| !symbol.kind().is_outline()) {
                found.retain(|symbol| !symbol.kind().is_outline());
            }
            found
        }
    };
    Order::of(view).sort(&mut found);
    Ok(found)
}

/// The symbols of a qualified name: with exactly these owners, else what a module of that name passes on,
/// else with names in between, else what a type inherits.
fn by_path<'v>(context: &Context<'v>, names: &[&str], filter: Filter<'_>) -> Vec<Symbol<'v>> {
    let view = context.view();
    // `crate::a::B` is written inside of the crate.
    let inner =
        names.iter().take_while(|name| matches!(**name, "crate" | "self" | "super" | "$crate")).count();
    let names = if inner < names.len() { &names[inner..] } else { names };
    let all = named::of_name(view, names, filter);
    let Some((name, owners)) = names.split_last() else { return Vec::new() };
    if owners.is_empty() {
        let is_known = !all.is_empty();
        return if is_known { named::in_case(all, name) } else { named::defaults(view, name, filter) };
    }
    let direct = named::owned_directly(&all, owners);
    // A module may have the name of what stands in it and is passed on beside it: the latter is meant.
    if direct.iter().any(|symbol| !offers::is_module(*symbol)) {
        return named::in_case(direct, name);
    }
    let fits = |symbol: &Symbol<'v>| named::passes(symbol, filter);
    let mut offered = offers::offered(context, owners, name);
    offered.retain(fits);
    if !offered.is_empty() {
        return offered;
    }
    if !direct.is_empty() {
        return named::in_case(direct, name);
    }
    let loose = owned_by(all, owners);
    if !loose.is_empty() {
        return named::in_case(loose, name);
    }
    let mut inherited = inherited::inherited(context, owners, name);
    inherited.retain(fits);
    inherited
}

/// The symbols of a printed key: several where a file defines a name more than once.
pub fn by_key<'v>(context: &Context<'v>, path: &str, chain: &str) -> Result<Vec<Symbol<'v>>, Problem> {
    let file = file(context, path)?;
    let exact: Vec<Symbol<'v>> = file.symbols().filter(|symbol| symbol.chain() == chain).collect();
    if !exact.is_empty() {
        return Ok(exact);
    }
    let named = of_outline(file, chain);
    if !named.is_empty() {
        return Ok(named);
    }
    let names = names(chain);
    let Some((name, owners)) = names.split_last() else { return Ok(Vec::new()) };
    let all = file.symbols().filter(|symbol| symbol.name().to_lowercase() == name.to_lowercase());
    Ok(named::in_case(
        owned_by(all.filter(|one| named::passes(one, Filter::default())).collect(), owners),
        name,
    ))
}

/// The headings and keys that are called so: their names may hold what else stands between names, and links name a
/// heading by its letters.
fn of_outline<'v>(file: FileRef<'v>, called: &str) -> Vec<Symbol<'v>> {
    let called = called.to_lowercase();
    let is_called = |symbol: &Symbol<'v>| {
        let name = symbol.name().to_lowercase();
        let is_chain = || symbol.chain().to_lowercase().replace("::", ".") == called;
        name == called || name.replace("::", ".") == called || anchor(&name) == called || is_chain()
    };
    file.symbols().filter(|symbol| symbol.kind().is_outline() && is_called(symbol)).collect()
}

/// The file at `path`, or the only one whose path ends so; a problem with suggestions where there is none.
pub fn file<'v>(context: &Context<'v>, path: &str) -> Result<FileRef<'v>, Problem> {
    find_file(context.view(), path).ok_or_else(|| no_path(context, path))
}

/// The file that `path` among the arguments names; a problem that says what is missing, that it is
/// a folder, or what is near.
pub fn the_file<'v>(context: &Context<'v>, common: &Common) -> Result<FileRef<'v>, Problem> {
    let view = context.view();
    let Some(path) = common.path.as_deref().filter(|path| !path.is_empty()) else {
        return Err(Problem::argument("path", "path: a file is required"));
    };
    match file(context, path) {
        Err(_) if view.files_under(clean(path)).next().is_some() => {
            let inside = view.files_under(clean(path)).take(SUGGESTIONS).map(|file| file.path().to_owned());
            Err(Problem::argument("path", format!("path: {path} is a folder, and a file is needed"))
                .hint("list_declarations and get_tree take folders")
                .suggest(inside.collect()))
        }
        found => found,
    }
}

/// A problem where `path` among the arguments leads out of the root, or to nothing that is indexed. An
/// index without any file has no such problem: there is nothing to know yet.
pub fn is_inside(context: &Context<'_>, common: &Common, is_there: bool) -> Result<(), Problem> {
    let view = context.view();
    let Some(path) = common.path.as_deref().filter(|path| !clean(path).is_empty()) else { return Ok(()) };
    if is_outside(path) {
        return Err(Problem::argument("path", format!("path: {path} is outside the root"))
            .hint("paths are relative to the root, and below it"));
    }
    if is_there && view.files_under(clean(path)).next().is_none() && view.files().next().is_some() {
        return Err(no_path(context, path));
    }
    Ok(())
}

/// True for a path that is absolute or goes upwards.
pub fn is_outside(path: &str) -> bool {
    let is_absolute =
        path.starts_with('/') || path.get(1..3).is_some_and(|drive| matches!(drive, ":/" | ":\\"));
    is_absolute || clean(path).split('/').any(|part| part == "..")
}

#[cfg(test)]
mod tests;
