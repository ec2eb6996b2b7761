//! Which file a module is, and which one an include names.

use indexer_core::{Files, ModulePlace, ModuleQuery, path};

/// Folders of an application that hold its code.
const PARTS: &[&str] = &["ebin", "eunit", "include", "src", "test"];

/// How modules end that programs make of other files: of grammars, schemas and templates.
const MADE: &[&str] = &["_dtl", "_grammar", "_leex", "_lexer", "_parser", "_pb", "_scanner", "_yecc"];

/// Where the name of a module, or the path of an include, leads.
pub(super) fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let is_path = query.first.contains(['.', '/']) && !query.first.starts_with("Elixir.");
    if is_path { include(files, query) } else { module(files, query) }
}

/// A module has the name of its file, and a program has one module of a name: that of the same application, or the only
/// one. One that no file is comes with the language or a package, but for those that builds make.
fn module(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let named = files.named(&format!("{}.erl", query.first));
    let of = |path: &str| ModulePlace::File { path: path.to_owned(), inside: vec![query.first.to_owned()] };
    let own = application(query.from);
    let mut near = named.iter().filter(|path| application(path) == own);
    match (near.next(), near.next(), named.as_slice()) {
        (Some(found), None, _) | (None, _, [found]) => of(found),
        (None, _, []) if MADE.iter().any(|end| query.first.ends_with(end)) => ModulePlace::Unknown,
        (None, _, []) => ModulePlace::External(query.first.to_owned()),
        _ => ModulePlace::Unknown,
    }
}

/// The folder of the application that a file is a part of.
fn application(path: &str) -> &str {
    let folder = path::parent(path);
    let mut parts = path::ancestors(folder).filter(|one| PARTS.contains(&path::file_name(one)));
    parts.next().map_or(folder, path::parent)
}

/// `"a.hrl"` stands beside the file or in the folder `include` of its application; `"app/include/a.hrl"` in that of another
/// one, by its name.
fn include(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let own = application(query.from);
    let folders = [path::parent(query.from).to_owned(), path::join(own, "include"), path::join(own, "src")];
    let at = |path: String| ModulePlace::File { path, inside: Vec::new() };
    let mut beside = folders.iter().filter_map(|folder| path::resolve(folder, query.first));
    if let Some(found) = beside.find(|found| files.is_file(found)) {
        return at(found);
    }
    let named = files.named(path::file_name(query.first));
    let ending = |end: &str| -> Vec<&String> {
        let ends = |path: &&String| path.strip_suffix(end).is_some_and(|r| r.is_empty() || r.ends_with('/'));
        named.iter().filter(ends).collect()
    };
    match (ending(query.first).as_slice(), query.first.split_once('/')) {
        ([found], _) => at((*found).clone()),
        // The root of the repository, or a folder of another name, may be the application.
        ([], Some((name, rest))) => match ending(rest).as_slice() {
            [] if named.is_empty() => ModulePlace::External(query.first.to_owned()),
            [found] if is_application(files, application(found), name) => at((*found).clone()),
            _ => ModulePlace::Unknown,
        },
        _ => ModulePlace::Unknown,
    }
}

/// True for the folder of the application of this name: a module has its name, or the one that starts it.
fn is_application(files: &dyn Files, folder: &str, name: &str) -> bool {
    let source = path::join(folder, "src");
    [format!("{name}.erl"), format!("{name}_app.erl")]
        .iter()
        .any(|file| files.is_file(&path::join(&source, file)))
}
