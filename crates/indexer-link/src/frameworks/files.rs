//! Files that answer what their paths say: `app/users/[id]/route.ts`.

use super::edge_to;
use crate::edges::symbol_key;
use crate::query::Db;
use crate::resolve::exported;
use crate::unit::Unit;
use crate::value::Value;
use indexer_core::framework::{EntryDetail, FileRule, FrameworkRules};
use indexer_core::path::{file_name, join, parent};
use indexer_core::{DefId, FrameworkEntry, Namespace, Resolution, ScopeId, SymbolKey, SymbolKind};

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
        if let Some(method) = &rule.method {
            all.push(made(rule, format!("{method} {route}"), None, None));
        }
        let by_name = method_of_name(&unit.place).filter(|_| rule.ends_in_method).map(str::to_uppercase);
        for (name, method) in &rule.exports {
            let method = by_name.as_ref().unwrap_or(method);
            all.extend(entry(db, rule, name, &format!("{method} {route}")));
        }
    }
    all
}

/// Methods that names of files may end in, before what says their language.
const METHODS: [&str; 9] = ["connect", "delete", "get", "head", "options", "patch", "post", "put", "trace"];

/// The method that the name of a file ends in: `get` of `users.get.ts`.
fn method_of_name(place: &str) -> Option<&str> {
    let (stem, _) = file_name(place).rsplit_once('.')?;
    let (_, method) = stem.rsplit_once('.')?;
    METHODS.contains(&method).then_some(method)
}

fn may_be_in(place: &str, folder: &str) -> bool {
    place
        .match_indices(folder)
        .any(|(at, _)| (at == 0 || place[..at].ends_with('/')) && place[at + folder.len()..].starts_with('/'))
}

/// What answers, where the file exports it. It stands where the file declares it, else, as what is passed on from another
/// file or has no name, where the file begins.
fn entry(db: &Db, rule: &FileRule, export: &str, name: &str) -> Option<FrameworkEntry> {
    let found = exported(db, Value::Module(db.file(), ScopeId(0)), db.text(export), Namespace::VALUE);
    if found.is_empty() {
        return None;
    }
    let only = match found.only() {
        Some(Value::Definition(sym)) => Some(sym),
        _ => None,
    };
    let declared = only.filter(|sym| sym.file == db.file()).map(|sym| sym.def);
    Some(made(rule, name.to_owned(), declared, only.and_then(|sym| symbol_key(db, sym))))
}

fn made(rule: &FileRule, name: String, definition: Option<DefId>, to: Option<SymbolKey>) -> FrameworkEntry {
    let detail =
        EntryDetail { framework: rule.framework.clone(), is_certain: true, ..EntryDetail::default() };
    let edge = to.map(|key| edge_to(Resolution::Resolved, key));
    FrameworkEntry {
        reference: FrameworkEntry::FILE,
        definition,
        kind: SymbolKind::Endpoint,
        name,
        detail: detail.line(),
        edge,
    }
}

/// The path that the file answers, where the package of the framework is a dependency of what the file belongs to.
fn route_of_file(db: &Db, unit: &Unit<'_>, rule: &FileRule) -> Option<String> {
    let folder = depends_on(db, &unit.place, &rule.manifest, &rule.packages, false)?;
    route(unit.place.get(folder.len()..)?.trim_start_matches('/'), rule)
}

/// The path of the folder that a file stands in below one whose files a framework gives routers so.
pub(super) fn prefix_of_folder(
    db: &Db,
    unit: &Unit<'_>,
    rules: &FrameworkRules,
    framework: &str,
) -> Option<String> {
    rules.folders.iter().filter(|rule| rule.framework == framework).find_map(|rule| {
        if !rule.folders.iter().any(|folder| may_be_in(&unit.place, folder)) {
            return None;
        }
        let inner = match rule.packages.is_empty() {
            // What the file itself names says that it is of the framework.
            true => rule.folders.iter().find_map(|folder| {
                let at = unit.place.rfind(&format!("{folder}/"))?;
                let is_whole = at == 0 || unit.place[..at].ends_with('/');
                is_whole.then(|| &unit.place[at + folder.len() + 1..])
            })?,
            false => {
                let above = depends_on(db, &unit.place, &rule.manifest, &rule.packages, false)?;
                let place = unit.place.get(above.len()..)?.trim_start_matches('/');
                let mut folders = rule.folders.iter();
                folders.find_map(|folder| place.strip_prefix(folder.as_str())?.strip_prefix('/'))?
            }
        };
        if !rule.file.is_empty() && rule.file != inner {
            return None;
        }
        Some(rule.prefix.clone().unwrap_or_else(|| format!("/{}", parent(inner))))
    })
}

/// The folder of the nearest manifest above a place, where that names one of the packages as a dependency; of the nearest that
/// does, where `any` may.
pub(super) fn depends_on<'p>(
    db: &Db,
    place: &'p str,
    manifest: &str,
    packages: &[String],
    any: bool,
) -> Option<&'p str> {
    let mut folder = parent(place);
    for _ in 0..DEEPEST_FOLDER {
        let manifest = join(folder, manifest);
        let depends = db.with_files(&manifest, |files| {
            let facts = files.manifest(&manifest)?;
            let names = |name: &String| packages.contains(name);
            Some(facts.dependencies.iter().any(|one| names(one.package.as_ref().unwrap_or(&one.name))))
        });
        match depends {
            Some(true) => return Some(folder),
            Some(false) if !any => return None,
            _ if folder.is_empty() => return None,
            _ => folder = parent(folder),
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
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let method = method_of_name(inner).filter(|_| rule.ends_in_method);
    let stem = method.and_then(|method| stem.strip_suffix(method)?.strip_suffix('.')).unwrap_or(stem);
    if !rule.endings.is_empty() && !rule.endings.iter().any(|one| one == ending) {
        return None;
    }
    let mut parts: Vec<&str> = parent(inner).split('/').filter(|part| !part.is_empty()).collect();
    let is_in = |parts: &[&str], all: &[String]| {
        parts.first().is_some_and(|first| all.iter().any(|one| one == first))
    };
    if is_in(&parts, &rule.except) {
        return None;
    }
    match rule.names.is_empty() {
        true if rule.dots => parts = parts_of_dotted(&parts, stem)?,
        true if parts_by_dots(stem).len() > 1 || stem.starts_with('_') => return None,
        true => parts.push(stem),
        false if !rule.names.iter().any(|one| one == stem) => return None,
        false => {}
    }
    let hides = |part: &&str| rule.hides.iter().any(|begin| part.starts_with(begin.as_str()));
    if parts.iter().any(hides) {
        return None;
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

/// The parts of a path of a file whose name has dots between them, or of the folder in which the file is called `route` or
/// `index`. Other files in folders are parts of a route, and what only goes around others answers nothing.
fn parts_of_dotted<'a>(folders: &[&'a str], stem: &'a str) -> Option<Vec<&'a str>> {
    let parts = match folders {
        [] => parts_by_dots(stem),
        [folder] if matches!(stem, "route" | "index") => parts_by_dots(folder),
        _ => return None,
    };
    let is_around = parts.last().is_some_and(|last| last.starts_with('_') && *last != "_index");
    (!is_around).then_some(parts)
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
            "" | "_index" => None,
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
    let is_skipped = rule.skips.iter().any(|begin| part.starts_with(begin.as_str()));
    if is_skipped || part.starts_with('(') && part.ends_with(')') {
        return None;
    }
    if is_last && part == "index" && rule.names.is_empty() {
        return None;
    }
    Some(filled(part))
}

/// A part with what stands in brackets as it is asked for: `[id]` is `:id`, `[[lang]]` is `:lang?`, `[...rest]` is `*rest`.
fn filled(part: &str) -> String {
    let (mut all, mut rest) = (String::new(), part);
    while let Some((before, after)) = rest.split_once('[') {
        let (after, end, optional) = match after.strip_prefix('[') {
            Some(after) => (after, "]]", "?"),
            None => (after, "]", ""),
        };
        let Some((inside, behind)) = after.split_once(end) else { break };
        all.push_str(before);
        // What may stand there is said behind `=`.
        let name = inside.split('=').next().unwrap_or(inside);
        match (name.strip_prefix("..."), name.split_once('+')) {
            (Some(name), _) => all.extend(["*", name]),
            // A letter by its number.
            (None, Some(("x" | "u", number))) => {
                all.extend(u32::from_str_radix(number, 16).ok().and_then(char::from_u32));
            }
            (None, _) => all.extend([":", name]),
        }
        all.push_str(optional);
        rest = behind;
    }
    all + rest
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
        let texts = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        let app = rule("app", &["route"], false);
        let app = FileRule { skips: texts(&["@"]), hides: texts(&["_", "(."]), ..app };
        let cases = [
            ("app/route.ts", Some("/")),
            ("app/(shop)/users/[id]/route.ts", Some("/users/:id")),
            ("app/@side/a/[[...rest]]/route.js", Some("/a/*rest?")),
            ("app/[lang=en]/route.ts", Some("/:lang")),
            ("app/_parts/route.ts", None),
            ("app/feed/(.)photo/[id]/route.ts", None),
            ("app/users/page.tsx", None),
            ("app/route.test.ts", None),
            ("lib/app/route.ts", None),
        ];
        for (place, wanted) in cases {
            assert_eq!(route(place, &app).as_deref(), wanted, "{place}");
        }
        let kit = rule("src/routes", &["+page", "+server"], false);
        let cases = [
            ("src/routes/@[user]/[a]-[[b]]/+page.ts", Some("/@:user/:a-:b?")),
            ("src/routes/[x+2e]well-known/+server.js", Some("/.well-known")),
            ("src/routes/(app)/[...rest=some]/+page.ts", Some("/*rest")),
            ("src/routes/a/+page.server.ts", None),
        ];
        for (place, wanted) in cases {
            assert_eq!(route(place, &kit).as_deref(), wanted, "{place}");
        }
        let pages = FileRule { except: texts(&["api"]), ..rule("pages", &[], false) };
        let cases = [
            ("pages/index.tsx", Some("/")),
            ("pages/blog/[slug].tsx", Some("/blog/:slug")),
            ("pages/_app.tsx", None),
            ("pages/api/users.ts", None),
            ("pages/apiary.tsx", Some("/apiary")),
            ("pages/docs/[...slug].tsx", Some("/docs/*slug")),
            ("pages/about.test.tsx", None),
        ];
        for (place, wanted) in cases {
            assert_eq!(route(place, &pages).as_deref(), wanted, "{place}");
        }
        let nuxt =
            FileRule { prefix: "/api".to_owned(), ends_in_method: true, ..rule("server/api", &[], false) };
        let cases = [
            ("server/api/users/[id].get.ts", Some("/api/users/:id")),
            ("server/api/users/index.post.ts", Some("/api/users")),
            ("server/api/[...].ts", Some("/api/*")),
            ("server/api/users.test.ts", None),
        ];
        for (place, wanted) in cases {
            assert_eq!(route(place, &nuxt).as_deref(), wanted, "{place}");
        }
        assert_eq!(method_of_name("server/api/users/[id].get.ts"), Some("get"));
        assert_eq!((method_of_name("a/get.ts"), method_of_name("a/get")), (None, None));
        let remix = rule("app/routes", &[], true);
        let cases = [
            ("app/routes/_index.tsx", Some("/")),
            ("app/routes/users.$id.edit.tsx", Some("/users/:id/edit")),
            ("app/routes/_auth.login.tsx", Some("/login")),
            ("app/routes/users_.tsx", Some("/users")),
            ("app/routes/files.$.tsx", Some("/files/*")),
            ("app/routes/($lang).about.tsx", Some("/:lang?/about")),
            ("app/routes/sitemap[.]xml.tsx", Some("/sitemap.xml")),
            ("app/routes/users.$id/route.tsx", Some("/users/:id")),
            ("app/routes/users.$id/form.tsx", None),
            ("app/routes/users/$id.tsx", None),
            ("app/routes/_auth.tsx", None),
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
