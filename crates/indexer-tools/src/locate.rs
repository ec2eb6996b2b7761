//! From what a question calls a symbol to the symbols that are meant.
//!
//! A symbol is called by its name (`get`), by owners and name (`Session.get`, `api::get`, from any
//! module or owner inwards), by its printed key (`src/api.py#Session.get`) or by a place
//! (`src/api.py:12:5`, `src/api.py:12`).

use crate::arguments::{Common, clean};
use crate::context::Context;
use crate::kinds;
use crate::problem::{Code, Problem};
use crate::scope::Scope;
use indexer_core::SymbolKind;
use indexer_search::NameQuery;
use indexer_store::{FileRef, Reference, Symbol, View};

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

/// Reads what a question calls a symbol.
pub fn called<'t>(view: &View, text: &'t str) -> Called<'t> {
    let text = text.trim();
    if let Some((path, chain)) = text.split_once('#')
        && !path.is_empty()
        && !chain.is_empty()
    {
        return Called::Key { path: clean(path), chain: chain.replace("::", ".") };
    }
    if let Some((path, line, column)) = place(text)
        && (path.contains(['/', '.']) || view.file(clean(path)).is_some())
    {
        return Called::Place { path: clean(path), line, column };
    }
    if text.contains(['/', '.']) && view.file(clean(text)).is_some() {
        return Called::File(clean(text));
    }
    Called::Name(names(text))
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

/// The names of a qualified name: `a::B.c()` is a, B, c.
fn names(text: &str) -> Vec<&str> {
    let text = text.trim_end_matches("()").trim_end_matches('!');
    text.split("::").flat_map(|part| part.split('.')).filter(|part| !part.is_empty()).collect()
}

/// The symbols with these owners and name, in (path, position) order; those written in the same
/// case where there are any. Owners are compared from the inside out; where no symbol has exactly
/// these owners, names in between may be left out (`requests.get` for `requests.api.get`).
pub fn by_name<'v>(view: &'v View, names: &[&str], filter: Filter<'_>) -> Vec<Symbol<'v>> {
    let Some((name, owners)) = names.split_last() else { return Vec::new() };
    let all: Vec<Symbol<'v>> = view
        .symbols_named(name, filter.exact)
        .into_iter()
        .map(|symbol| view.sym(symbol))
        .filter(|symbol| kinds::wanted(filter.kinds, symbol.kind()))
        .filter(|symbol| filter.scope.is_none_or(|scope| scope.covers(symbol.file().path())))
        .collect();
    let owned = owned_by(all, owners);
    let same_case: Vec<Symbol<'v>> = owned.iter().copied().filter(|symbol| symbol.name() == *name).collect();
    if same_case.is_empty() { owned } else { same_case }
}

/// Those of `symbols` whose owners or modules are `owners`, directly or with names in between.
pub fn owned_by<'v>(symbols: Vec<Symbol<'v>>, owners: &[&str]) -> Vec<Symbol<'v>> {
    if owners.is_empty() {
        return symbols;
    }
    let chains: Vec<(Symbol<'v>, String)> =
        symbols.into_iter().map(|symbol| (symbol, symbol.qualified())).collect();
    let select = |direct: bool| -> Vec<Symbol<'v>> {
        let fits = |qualified: &str| {
            let mut around = names(qualified);
            around.pop();
            owns(&around, owners, direct)
        };
        chains.iter().filter(|(_, qualified)| fits(qualified)).map(|(symbol, _)| *symbol).collect()
    };
    let direct = select(true);
    if direct.is_empty() { select(false) } else { direct }
}

fn owns(around: &[&str], owners: &[&str], direct: bool) -> bool {
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b) || a.to_lowercase() == b.to_lowercase();
    if direct {
        return around.len() >= owners.len()
            && around[around.len() - owners.len()..].iter().zip(owners).all(|(a, b)| same(a, b));
    }
    let mut rest = around.iter();
    owners.iter().all(|owner| rest.any(|one| same(one, owner)))
}

/// The symbols that `text` means, at least one; a problem with suggestions where there is none.
pub fn symbols<'v>(
    context: &Context<'v>,
    text: &str,
    filter: Filter<'_>,
) -> Result<Vec<Symbol<'v>>, Problem> {
    let view = context.view();
    let found = match called(view, text) {
        Called::Key { path, chain } => by_key(view, path, &chain)?,
        Called::Place { path, line, column } => {
            let file = file(view, path)?;
            let at = at_place(file, line, column);
            match at.first() {
                Some(AtPlace::Definition(symbol)) => vec![*symbol],
                Some(AtPlace::Reference(_)) => targets(view, &at),
                None => return Err(nothing_at(file, line, column)),
            }
        }
        Called::File(_) => Vec::new(),
        Called::Name(names) => by_name(view, &names, filter),
    };
    if found.is_empty() { Err(not_found(view, text, filter)) } else { Ok(found) }
}

/// The symbols of a printed key: several where a file defines a name more than once.
pub fn by_key<'v>(view: &'v View, path: &str, chain: &str) -> Result<Vec<Symbol<'v>>, Problem> {
    Ok(file(view, path)?.symbols().filter(|symbol| symbol.chain() == chain).collect())
}

/// The file at `path`; a problem with suggestions where the index has none.
pub fn file<'v>(view: &'v View, path: &str) -> Result<FileRef<'v>, Problem> {
    view.file(clean(path)).ok_or_else(|| no_path(view, path))
}

/// The file that `path` among the arguments names; a problem that says what is missing, that it is
/// a folder, or what is near.
pub fn the_file<'v>(view: &'v View, common: &Common) -> Result<FileRef<'v>, Problem> {
    let Some(path) = common.path.as_deref().filter(|path| !path.is_empty()) else {
        return Err(Problem::argument("path", "path: a file is required"));
    };
    match file(view, path) {
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
pub fn is_inside(view: &View, common: &Common, is_there: bool) -> Result<(), Problem> {
    let Some(path) = common.path.as_deref().filter(|path| !clean(path).is_empty()) else { return Ok(()) };
    let is_absolute =
        path.starts_with('/') || path.get(1..3).is_some_and(|drive| matches!(drive, ":/" | ":\\"));
    if is_absolute || clean(path).split('/').any(|part| part == "..") {
        return Err(Problem::argument("path", format!("path: {path} is outside the root"))
            .hint("paths are relative to the root, and below it"));
    }
    if is_there && view.files_under(clean(path)).next().is_none() && view.files().next().is_some() {
        return Err(no_path(view, path));
    }
    Ok(())
}

/// The problem that nothing indexed is at `path`.
pub fn no_path(view: &View, path: &str) -> Problem {
    let name = indexer_core::path::file_name(clean(path));
    let same_name =
        view.files().map(|file| file.path()).filter(|path| path.ends_with(name) && !name.is_empty());
    let mut near: Vec<String> = same_name.take(SUGGESTIONS).map(str::to_owned).collect();
    if near.is_empty() {
        near = indexer_search::nearest(clean(path), view.files().map(|file| file.path()), SUGGESTIONS);
    }
    let problem = Problem {
        parameter: Some("path".into()),
        ..Problem::new(Code::NotFound, format!("no indexed file is at {path}"))
    };
    problem.hint("paths are relative to the root; index_status says what is left out").suggest(near)
}

fn not_found(view: &View, text: &str, filter: Filter<'_>) -> Problem {
    let mut message = format!("no symbol is called {text}");
    if let Some(scope) = filter.scope {
        message.push_str(&scope.words());
    }
    if filter.kinds.is_some() {
        message.push_str(" with that kind");
    }
    let names = names(text);
    let suggestions = names.last().map_or_else(Vec::new, |name| suggestions(view, name));
    let elsewhere = by_name(view, &names[names.len().saturating_sub(1)..], Filter::default());
    let printed: Vec<String> = elsewhere.iter().take(SUGGESTIONS).map(Symbol::printed).collect();
    Problem::new(Code::NotFound, message)
        .hint("lookup_symbol finds names by parts and with typing errors")
        .suggest(if printed.is_empty() { suggestions } else { printed })
}

/// Names of symbols near to `name`, nearest first. O(names).
pub fn suggestions(view: &View, name: &str) -> Vec<String> {
    let query = NameQuery::new(name);
    let mut all: Vec<String> = Vec::new();
    view.for_each_name(|shape| query.may_be_meant(shape), |written, _| all.push(written.to_owned()));
    query.nearest(all.iter().map(String::as_str), SUGGESTIONS)
}

/// What stands at a place.
#[derive(Clone, Copy, Debug)]
pub enum AtPlace<'v> {
    /// The name of a definition.
    Definition(Symbol<'v>),
    /// A reference.
    Reference(Reference<'v>),
}

/// What stands at a place: definitions by their names first, then references. Without a column,
/// all on the line. O(symbols and references of the file).
pub fn at_place(file: FileRef<'_>, line: u32, column: Option<u32>) -> Vec<AtPlace<'_>> {
    let hit = |at: indexer_core::Position, name: &str| {
        let end = at.column + name.chars().count() as u32;
        at.line == line && column.is_none_or(|column| at.column <= column && column < end)
    };
    let definitions =
        file.symbols().filter(|symbol| hit(symbol.at(), symbol.name())).map(AtPlace::Definition);
    let references = file.references().filter(|one| hit(one.at(), one.name())).map(AtPlace::Reference);
    definitions.chain(references).collect()
}

/// The symbols to which the references among `at` lead.
fn targets<'v>(view: &'v View, at: &[AtPlace<'v>]) -> Vec<Symbol<'v>> {
    let mut found: Vec<Symbol<'v>> = Vec::new();
    for one in at {
        let AtPlace::Reference(reference) = one else { continue };
        for target in reference.targets() {
            if let indexer_store::TargetRef::Symbol(key) = target
                && let Some(symbol) = view.symbol(key)
                && !found.contains(&view.sym(symbol))
            {
                found.push(view.sym(symbol));
            }
        }
    }
    found
}

/// The problem that no name stands at a place, with what stands on the line.
pub fn nothing_at(file: FileRef<'_>, line: u32, column: Option<u32>) -> Problem {
    let on_line = at_place(file, line, None).into_iter().take(SUGGESTIONS).map(|one| {
        let at = match one {
            AtPlace::Definition(symbol) => symbol.at(),
            AtPlace::Reference(reference) => reference.at(),
        };
        format!("{}:{}:{}", file.path(), at.line, at.column)
    });
    let column = column.map_or_else(String::new, |column| format!(":{column}"));
    let message = format!("no definition and no reference stands at {}:{line}{column}", file.path());
    Problem::new(Code::NotFound, message)
        .hint("lines and columns are 1-based, columns count characters; locals are not indexed")
        .suggest(on_line.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_calls_a_symbol() {
        let view = View::empty();
        let name = |text: &'static str| match called(&view, text) {
            Called::Name(names) => names.join(" "),
            other => format!("{other:?}"),
        };
        assert_eq!(name("a::B.c()"), "a B c");
        assert_eq!(name("println!"), "println");
        assert_eq!(called(&view, "./a/b.py#C.d"), Called::Key { path: "a/b.py", chain: "C.d".into() });
        let at = |line, column| Called::Place { path: "a/b.py", line, column };
        assert_eq!(called(&view, "a/b.py:3:4"), at(3, Some(4)));
        assert_eq!(called(&view, "a/b.py:3"), at(3, None));
    }

    #[test]
    fn owners_are_compared_from_the_inside() {
        let around = ["requests", "api", "Session"];
        assert!(owns(&around, &["session"], true));
        assert!(owns(&around, &["api", "Session"], true));
        assert!(!owns(&around, &["requests", "Session"], true));
        assert!(owns(&around, &["requests", "Session"], false));
        assert!(!owns(&around, &["Session", "requests"], false));
    }
}
