//! Files that answer what their paths say: `app/users/[id]/route.ts`.

use crate::edges::symbol_key;
use crate::query::Db;
use crate::resolve::exported;
use crate::unit::Unit;
use crate::value::Value;
use indexer_core::framework::{EntryDetail, FileRule, FrameworkRules};
use indexer_core::path::{file_name, join, parent};
use indexer_core::{Edge, FrameworkEntry, Namespace, Resolution, Rule, ScopeId, SymbolKind, Target};

/// Folders deeper than this are not looked through for a manifest.
const DEEPEST_FOLDER: usize = 32;

/// What the place of a file makes of what it exports.
pub(super) fn entries_of_path(db: &Db, unit: &Unit<'_>, rules: &FrameworkRules) -> Vec<FrameworkEntry> {
    let mut all = Vec::new();
    for rule in &rules.files {
        // Most files stand in none of the folders, and are asked nothing more.
        if !rule.folders.iter().any(|folder| may_be_in(&unit.place, folder)) {
            continue;
        }
        let Some(route) = route_of_file(db, unit, rule) else { continue };
        for (name, method) in &rule.exports {
            all.extend(entry(db, rule, name, &format!("{method} {route}")));
        }
    }
    all
}

fn may_be_in(place: &str, folder: &str) -> bool {
    place
        .match_indices(folder)
        .any(|(at, _)| (at == 0 || place[..at].ends_with('/')) && place[at + folder.len()..].starts_with('/'))
}

/// What answers, where the file exports it and it stands there.
fn entry(db: &Db, rule: &FileRule, export: &str, name: &str) -> Option<FrameworkEntry> {
    let found = exported(db, Value::Module(db.file, ScopeId(0)), db.text(export), Namespace::VALUE);
    let Value::Definition(sym) = found.only()? else { return None };
    if sym.file != db.file {
        return None;
    }
    let target = Target::Symbol(symbol_key(db, sym)?);
    let detail =
        EntryDetail { framework: rule.framework.clone(), is_certain: true, ..EntryDetail::default() };
    let (resolution, rule) = (Resolution::Resolved, Rule::Framework);
    Some(FrameworkEntry {
        reference: 0,
        definition: Some(sym.def),
        kind: SymbolKind::Endpoint,
        name: name.to_owned(),
        detail: detail.line(),
        edge: Some(Edge { resolution, rule, targets: vec![target], candidates: 0 }),
    })
}

/// The path that the file answers, where the package of the framework is a dependency of what the file belongs to.
fn route_of_file(db: &Db, unit: &Unit<'_>, rule: &FileRule) -> Option<String> {
    let mut folder = parent(&unit.place);
    for _ in 0..DEEPEST_FOLDER {
        let manifest = join(folder, &rule.manifest);
        let depends = db.with_files(&manifest, |files| {
            let facts = files.manifest(&manifest)?;
            let names = |name: &String| rule.packages.contains(name);
            Some(facts.dependencies.iter().any(|one| names(one.package.as_ref().unwrap_or(&one.name))))
        });
        match depends {
            Some(true) => return route(unit.place.get(folder.len()..)?.trim_start_matches('/'), rule),
            Some(false) => return None,
            None if folder.is_empty() => return None,
            None => folder = parent(folder),
        }
    }
    None
}

/// The path that a file answers, by its own below the folder of the manifest.
fn route(place: &str, rule: &FileRule) -> Option<String> {
    let inner =
        rule.folders.iter().find_map(|folder| place.strip_prefix(folder.as_str())?.strip_prefix('/'))?;
    let name = file_name(inner);
    // Tests and declarations beside it are `x.test.ts`, `x.d.ts`.
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut parts: Vec<&str> = parent(inner).split('/').filter(|part| !part.is_empty()).collect();
    match rule.names.is_empty() {
        true if rule.dots => parts.extend(parts_by_dots(stem)),
        true if stem.contains('.') || stem.starts_with('_') => return None,
        true => parts.push(stem),
        false if !rule.names.iter().any(|one| one == stem) => return None,
        // In a folder of its own the whole folder is the route.
        false if rule.dots => parts = parts.into_iter().flat_map(parts_by_dots).collect(),
        false => {}
    }
    let last = parts.len().saturating_sub(1);
    let mut path = rule.prefix.clone();
    for (part, at) in parts.into_iter().zip(0..) {
        if let Some(part) = segment(part, rule, at == last) {
            path.push('/');
            path.push_str(&part);
        }
    }
    Some(if path.is_empty() { "/".to_owned() } else { path })
}

/// The parts between the dots that stand in no brackets.
fn parts_by_dots(name: &str) -> Vec<&str> {
    let (mut all, mut depth, mut from) = (Vec::new(), 0i32, 0);
    for (byte, at) in name.bytes().zip(0..) {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            b'.' if depth == 0 => {
                all.push(&name[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(&name[from..]);
    all
}

/// A part of a path as it is asked for; `None` for one that only groups.
fn segment(part: &str, rule: &FileRule, is_last: bool) -> Option<String> {
    if rule.dots {
        return match part.trim_end_matches('_') {
            "" | "route" | "_index" => None,
            "$" => Some("*".to_owned()),
            part if part.starts_with('_') => None,
            part => {
                let (part, optional) = match part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) {
                    Some(part) => (part, "?"),
                    None => (part, ""),
                };
                let part =
                    part.strip_prefix('$').map_or(part.replace(['[', ']'], ""), |name| format!(":{name}"));
                Some(part + optional)
            }
        };
    }
    if part.starts_with('@') || part.starts_with('(') && part.ends_with(')') {
        return None;
    }
    if is_last && part == "index" && rule.names.is_empty() {
        return None;
    }
    let Some(inner) = part.strip_prefix('[').and_then(|part| part.strip_suffix(']')) else {
        return Some(part.to_owned());
    };
    let (inner, optional) = match inner.strip_prefix('[').and_then(|part| part.strip_suffix(']')) {
        Some(inner) => (inner, "?"),
        None => (inner, ""),
    };
    // What may stand there is said behind `=`.
    let name = inner.split('=').next().unwrap_or(inner);
    Some(match name.strip_prefix("...") {
        Some(name) => format!("*{name}{optional}"),
        None => format!(":{name}{optional}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(folder: &str, names: &[&str], dots: bool) -> FileRule {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        FileRule { folders: vec![folder.to_owned()], names, dots, ..FileRule::default() }
    }

    #[test]
    fn parts_of_a_path_are_written_as_each_framework_does() {
        let app = rule("app", &["route"], false);
        let cases = [
            ("app/route.ts", Some("/")),
            ("app/(shop)/users/[id]/route.ts", Some("/users/:id")),
            ("app/@side/a/[[...rest]]/route.js", Some("/a/*rest?")),
            ("app/[lang=en]/route.ts", Some("/:lang")),
            ("app/users/page.tsx", None),
            ("app/route.test.ts", None),
            ("lib/app/route.ts", None),
        ];
        for (place, wanted) in cases {
            assert_eq!(route(place, &app).as_deref(), wanted, "{place}");
        }
        let pages = rule("pages", &[], false);
        let cases = [
            ("pages/index.tsx", Some("/")),
            ("pages/blog/[slug].tsx", Some("/blog/:slug")),
            ("pages/_app.tsx", None),
        ];
        for (place, wanted) in cases {
            assert_eq!(route(place, &pages).as_deref(), wanted, "{place}");
        }
        let remix = rule("app/routes", &[], true);
        let cases = [
            ("app/routes/_index.tsx", Some("/")),
            ("app/routes/users.$id.edit.tsx", Some("/users/:id/edit")),
            ("app/routes/_auth.login.tsx", Some("/login")),
            ("app/routes/users_.tsx", Some("/users")),
            ("app/routes/files.$.tsx", Some("/files/*")),
            ("app/routes/($lang).about.tsx", Some("/:lang?/about")),
            ("app/routes/sitemap[.]xml.tsx", Some("/sitemap.xml")),
        ];
        for (place, wanted) in cases {
            assert_eq!(route(place, &remix).as_deref(), wanted, "{place}");
        }
    }

    #[test]
    fn a_folder_is_a_whole_part_of_a_path() {
        assert!(may_be_in("web/app/x.ts", "app") && may_be_in("src/routes/x", "src/routes"));
        assert!(!may_be_in("webapp/x.ts", "app") && !may_be_in("app.ts", "app"));
    }
}
