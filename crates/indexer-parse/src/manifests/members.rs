//! The members of workspaces, from the manifests of a root.

use super::{KINDS, kind_of};
use indexer_core::path::{ancestors, is_under, parent, resolve};
use indexer_core::{ManifestFacts, work};
use std::borrow::{Borrow, Cow};
use std::collections::{BTreeMap, BTreeSet};

/// A package, module or project of its own inside a root.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// Its folder; "" for the root.
    pub path: String,
    /// The build system: `cargo`, `npm`, `pnpm`, `go`, ...
    pub system: String,
    /// Its name, as its manifest has it; else that of its folder. "" where that is the root.
    pub name: String,
    /// The manifest that declares it.
    pub manifest: String,
}

/// What the manifests of one family in one folder declare together.
#[derive(Default)]
struct Project<'m> {
    manifest: &'m str,
    system: &'m str,
    package: Option<&'m str>,
    workspace: bool,
    members: Vec<&'m str>,
    excluded: Vec<&'m str>,
    dependencies: Vec<(&'m str, &'m str)>,
}

type Projects<'m> = BTreeMap<&'m str, Project<'m>>;

/// The members that `manifests` (by path) declare, sorted by path: what workspaces name, packages
/// that stand at their roots, and projects that belong to no workspace. A manifest below a project
/// that does not name it (an example, a fixture) is none, unless it declares a workspace itself.
/// O(manifests x patterns).
pub fn members<M: Borrow<ManifestFacts>>(manifests: &BTreeMap<String, M>) -> Vec<Member> {
    let mut families: BTreeMap<&str, Projects<'_>> = BTreeMap::new();
    let mut sorted: Vec<(usize, &str, &str, &ManifestFacts)> = manifests
        .iter()
        .filter_map(|(path, facts)| {
            kind_of(path).map(|(rank, kind)| (rank, kind.family, path.as_str(), facts.borrow()))
        })
        .collect();
    sorted.sort_by_key(|(rank, ..)| *rank);
    for (rank, family, path, facts) in sorted {
        let project = families.entry(family).or_default().entry(parent(path)).or_default();
        take(project, path, facts, KINDS[rank].system);
    }
    let mut found: BTreeSet<Member> = BTreeSet::new();
    for (family, projects) in &families {
        found.extend(of_family(family, projects));
    }
    found.into_iter().collect()
}

fn take<'m>(project: &mut Project<'m>, path: &'m str, facts: &'m ManifestFacts, by_kind: &'static str) {
    if project.manifest.is_empty() {
        (project.manifest, project.system) = (path, &facts.system);
    } else if facts.workspace && !project.workspace {
        // `pnpm-workspace.yaml` beside a package.json says which of the family it is.
        project.system = by_kind;
    }
    project.package = project.package.or(facts.package.as_deref());
    project.workspace |= facts.workspace;
    project.members.extend(facts.members.iter().map(String::as_str));
    project.excluded.extend(facts.excluded.iter().map(String::as_str));
    let paths = facts.dependencies.iter().filter_map(|one| Some((one.name.as_str(), one.path.as_deref()?)));
    project.dependencies.extend(paths);
}

fn of_family(family: &str, projects: &Projects<'_>) -> Vec<Member> {
    // Folders that workspaces name, with the name that they give them.
    let mut named: BTreeMap<String, (Option<String>, &str)> = BTreeMap::new();
    for (folder, project) in projects.iter().filter(|(_, project)| project.workspace) {
        for (path, name) in expand(family, folder, project, projects) {
            named.entry(path).or_insert((name, folder));
        }
    }
    let workspaces = projects.iter().filter(|(_, project)| project.workspace);
    let excluded: BTreeMap<&str, Vec<String>> =
        workspaces.map(|(folder, project)| (*folder, written_out(&project.excluded))).collect();
    let mut found = Vec::new();
    for (folder, project) in projects {
        if named.contains_key(*folder) {
            continue;
        }
        let mut enclosing = ancestors(folder).skip(1).filter(|above| projects.contains_key(above));
        let is_excluded = |above| excluded.get(above).is_some_and(|all| matches(all, inside(folder, above)));
        let stands_alone = enclosing.all(is_excluded);
        let is_own = match family {
            // Every go.mod is a module of its own, except where the tools do not look.
            "go" => !folder.split('/').any(|part| part == "testdata" || part.starts_with(['_', '.'])),
            _ => project.workspace || stands_alone,
        };
        let is_package = project.package.is_some() || matches!(family, "gradle" | "maven");
        if is_own && is_package {
            found.push(member(folder, project.manifest, project, None));
        }
    }
    for (folder, (name, root)) in &named {
        let own = projects.get(folder.as_str());
        // What a project of Gradle is called is said by the settings alone.
        if own.is_none() && family != "gradle" {
            continue;
        }
        let project = &projects[root];
        found.push(match own {
            Some(own) => {
                Member { system: system(own, project), ..member(folder, own.manifest, own, name.clone()) }
            }
            None => member(folder, project.manifest, project, name.clone()),
        });
    }
    found
}

/// A member of a workspace is of the workspace's system, one lock file is for all; of Python it may
/// name its own.
fn system(own: &Project<'_>, root: &Project<'_>) -> String {
    let family = kind_of(root.manifest).map_or("", |(_, kind)| kind.family);
    if family == "npm" || family == "python" && own.system == "python" { root.system } else { own.system }
        .to_owned()
}

fn member(folder: &str, manifest: &str, project: &Project<'_>, name: Option<String>) -> Member {
    let name = name.or_else(|| project.package.map(str::to_owned));
    Member {
        path: folder.to_owned(),
        system: project.system.to_owned(),
        name: name.unwrap_or_else(|| indexer_core::path::file_name(folder).to_owned()),
        manifest: manifest.to_owned(),
    }
}

/// The folders that a workspace names, each with the name that it gives it.
fn expand(
    family: &str,
    root: &str,
    project: &Project<'_>,
    projects: &Projects<'_>,
) -> Vec<(String, Option<String>)> {
    match family {
        "gradle" => {
            // Of two places of one project the first counts.
            let moved: BTreeMap<&str, &str> = project.dependencies.iter().rev().copied().collect();
            let place = |name: &&str| {
                let moved = moved.get(name).copied();
                let path = moved.map_or_else(|| name.replace(':', "/"), str::to_owned);
                Some((resolve(root, &path)?, Some((*name).to_owned())))
            };
            project.members.iter().filter_map(place).collect()
        }
        "maven" | "go" => {
            let folder = |path: &&str| {
                let path = path.strip_suffix("pom.xml").unwrap_or(path);
                Some((resolve(root, path)?, None))
            };
            project.members.iter().filter_map(folder).collect()
        }
        _ => by_globs(root, project, projects),
    }
}

fn by_globs(root: &str, project: &Project<'_>, projects: &Projects<'_>) -> Vec<(String, Option<String>)> {
    let excluded = written_out(&project.excluded);
    let is_out = |folder: &str| matches(&excluded, inside(folder, root));
    let (without, with): (Vec<&str>, Vec<&str>) =
        project.members.iter().copied().partition(|pattern| pattern.starts_with('!'));
    let without: Vec<&str> = without.into_iter().map(|pattern| &pattern[1..]).collect();
    // A path may lead out of the workspace's folder, a pattern does not.
    let beside: Vec<String> =
        with.iter().filter(|path| path.starts_with("..")).filter_map(|path| resolve(root, path)).collect();
    let (with, without) = (written_out(&with), written_out(&without));
    let is_named = |folder: &str| {
        beside.iter().any(|path| path == folder)
            || is_under(folder, root)
                && folder != root
                && matches(&with, inside(folder, root))
                && !matches(&without, inside(folder, root))
    };
    let mut found: BTreeSet<&str> =
        projects.keys().copied().filter(|folder| is_named(folder) && !is_out(folder)).collect();
    // Cargo: a package that a member depends on by path is a member too.
    let mut open: Vec<&str> = found.iter().copied().chain([root]).collect();
    while let Some(folder) = open.pop() {
        let Some(one) = projects.get(folder).filter(|one| one.manifest.ends_with("Cargo.toml")) else {
            continue;
        };
        for (_, path) in &one.dependencies {
            let Some(path) = resolve(folder, path).filter(|path| is_under(path, root) && path != root) else {
                continue;
            };
            if let Some((path, _)) = projects.get_key_value(path.as_str())
                && !is_out(path)
                && found.insert(path)
            {
                open.push(path);
            }
        }
    }
    let is_package = |folder: &&str| projects.get(folder).is_some_and(|one| one.package.is_some());
    found.into_iter().filter(is_package).map(|folder| (folder.to_owned(), None)).collect()
}

/// `folder` relative to the folder `above` that it is under.
pub(crate) fn inside<'p>(folder: &'p str, above: &str) -> &'p str {
    folder.strip_prefix(above).map_or(folder, |rest| rest.trim_start_matches('/'))
}

/// True where one of the patterns (globs) fits the path.
pub(crate) fn matches<P: AsRef<str>>(patterns: &[P], path: &str) -> bool {
    let written = patterns.iter().map(AsRef::as_ref).flat_map(|pattern| match pattern.contains('{') {
        true => alternatives(pattern).into_iter().map(Cow::Owned).collect(),
        false => vec![Cow::Borrowed(pattern)],
    });
    written.filter(|pattern| pattern.len() <= LONGEST_PATTERN).any(|pattern| {
        let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
        let parts: Vec<&str> = pattern.split('/').collect();
        let path: Vec<&str> = path.split('/').collect();
        // Excluding a folder excludes what is below it; a trailing `**` is any number of parts.
        matches_parts(&parts, &path)
    })
}

/// A pattern that is longer, in bytes, fits nothing: it is written out many times.
const LONGEST_PATTERN: usize = 4_096;

/// Bytes of all patterns of a workspace, written out: what is more fits nothing.
const MOST_WRITTEN: usize = 4 << 20;

/// Patterns written out, once for all folders that they are held against.
fn written_out(patterns: &[&str]) -> Vec<String> {
    let mut left = MOST_WRITTEN;
    let all = patterns.iter().flat_map(|pattern| alternatives(pattern));
    all.map_while(|one| {
        left = left.checked_sub(one.len())?;
        Some(one)
    })
    .collect()
}

/// `{a,b}` written out, at most 64 patterns.
fn alternatives(pattern: &str) -> Vec<String> {
    if pattern.len() > LONGEST_PATTERN {
        return Vec::new();
    }
    let mut done = vec![pattern.to_owned()];
    // Each one copies the pattern, also where it leaves no more of them.
    let mut left = 64;
    while let Some(at) = done.iter().position(|one| one.contains('{')) {
        let one = done.swap_remove(at);
        let whole = one.split_once('{').and_then(|(a, rest)| rest.split_once('}').map(|(b, c)| (a, b, c)));
        match whole {
            Some((before, words, after)) if done.len() < 64 && left > 0 => {
                left -= 1;
                work::add(one.len());
                done.extend(words.split(',').take(64).map(|word| format!("{before}{word}{after}")));
            }
            _ => done.push(one.replace('{', "")),
        }
    }
    done
}

/// Whole parts; `**` stands for any number of them. O(parts x parts).
fn matches_parts(pattern: &[&str], path: &[&str]) -> bool {
    let is_any = |part: &&str| *part == "**";
    wild(pattern, path, is_any, |part, word| {
        let (part, word): (Vec<char>, Vec<char>) = (part.chars().collect(), word.chars().collect());
        wild(&part, &word, |c| *c == '*', |c, d| *c == '?' || c == d)
    })
}

/// Greedy matching with one step back per wildcard.
fn wild<P, T>(
    pattern: &[P],
    text: &[T],
    is_any: impl Fn(&P) -> bool,
    equal: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut p, mut t, mut back) = (0, 0, None);
    while t < text.len() {
        work::add(1);
        if p < pattern.len() && is_any(&pattern[p]) {
            back = Some((p, t));
            p += 1;
        } else if p < pattern.len() && equal(&pattern[p], &text[t]) {
            (p, t) = (p + 1, t + 1);
        } else if let Some((at, from)) = back {
            (p, t, back) = (at + 1, from + 1, Some((at, from + 1)));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(is_any)
}

/// The families of manifests that build the files of a language, by its id. Files of all others belong to what is around
/// them, and those of the build of none of these (Bazel) to no member.
const BUILT_BY: &[(&[&str], &[&str])] = &[
    (&["rust"], &["cargo"]),
    (&["python", "jupyter"], &["python"]),
    (&["javascript", "typescript", "tsx", "vue", "svelte", "astro"], &["npm"]),
    (&["go"], &["go"]),
    (&["java", "kotlin", "scala", "groovy", "clojure"], &["maven", "gradle"]),
    (&["ruby"], &["gems"]),
    (&["r"], &["r"]),
    (&["dart"], &["pub"]),
    (&["swift"], &["swiftpm"]),
    (&["starlark"], &[]),
];

/// The innermost member that a file belongs to: one whose manifest builds files of its language, where there is such a
/// member, else that around it.
pub fn member_of<'m>(members: &'m [Member], path: &str) -> Option<&'m Member> {
    member_that_builds(members, path).or_else(|| innermost(members, path, |_| true))
}

/// The innermost member whose manifest builds the file; `None` too where all that is around it is built by other means.
/// Files of languages that no manifest builds are of what is around them.
pub fn member_that_builds<'m>(members: &'m [Member], path: &str) -> Option<&'m Member> {
    let language = crate::language_of(path, &[]).map_or("", |language| language.id);
    let built = BUILT_BY.iter().find(|(languages, _)| languages.contains(&language));
    let Some((_, families)) = built else { return innermost(members, path, |_| true) };
    innermost(members, path, |member| {
        kind_of(&member.manifest).is_some_and(|(_, kind)| families.contains(&kind.family))
    })
}

fn innermost<'m>(
    members: &'m [Member],
    path: &str,
    is_meant: impl Fn(&Member) -> bool,
) -> Option<&'m Member> {
    let around = members.iter().filter(|member| is_under(path, &member.path) && is_meant(member));
    around.max_by_key(|member| member.path.len())
}

#[cfg(test)]
mod tests;
