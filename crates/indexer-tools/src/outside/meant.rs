//! What a question calls a name that no symbol of the repository has, and that uses lead out with.

use super::{Environs, Lead, LeadsTo, lead};
use crate::locate::{self, AtPlace, Called};
use crate::protocol::{Code, Context, Problem};
use crate::settings::table::DEPENDENCY_FOLDERS;
use indexer_core::Resolution;
use indexer_store::{Reference, TargetRef};
use std::collections::BTreeMap;

/// Uses of a name that are looked at.
const LOOKED_AT: usize = 2_000;
/// Paths outside that one name may mean.
const MOST_MEANT: usize = 8;

/// Uses of a name that nothing explains of which the text is looked at.
const MOST_UNEXPLAINED: usize = 8;

/// Parts of a path that are looked for.
const MOST_PARTS: usize = 32;

/// True where the text is a path of several names that uses lead out with.
pub(crate) fn is_used(context: &Context<'_>, text: &str) -> bool {
    let text = text.trim().trim_matches('`');
    text.contains(['.', ':', '/'])
        && context.package.is_none()
        && super::is_on(context)
        && !super::is_of_revision(context)
        && !context.view().references_to_external(text).is_empty()
}

/// What the text means outside, with the path by which uses lead there: `None` where no use of it leads out or none of them
/// could be followed; a problem where several definitions are meant.
pub(crate) fn meant(context: &Context<'_>, text: &str) -> Result<Option<(String, Lead)>, Problem> {
    if !super::is_on(context) || super::is_of_revision(context) {
        return Ok(None);
    }
    let environs = Environs::of(context);
    let mut found: Vec<(String, Lead)> = Vec::new();
    for (path, from) in paths(context, text) {
        context.still_wanted()?;
        let Ok(lead) = lead(context, &environs, &from, &path) else { continue };
        let same =
            |(_, other): &(String, Lead)| other.to == lead.to && other.package.root == lead.package.root;
        if !found.iter().any(same) {
            found.push((path, lead));
        }
    }
    if found.iter().any(|(_, lead)| matches!(lead.to, LeadsTo::Symbols(_))) {
        found.retain(|(_, lead)| matches!(lead.to, LeadsTo::Symbols(_)));
    }
    if found.len() > 1 {
        let message = format!("{} definitions outside the repository are called {text}", found.len());
        let mut names: Vec<String> = found.into_iter().map(|(path, _)| path).collect();
        names.dedup();
        // One name in several headers has no other path: a use tells which is meant.
        let hint = match names.len() {
            1 => "give the place of a use: path:line:column",
            _ => "give the whole path of one",
        };
        return Err(Problem::new(Code::Ambiguous, message).hint(hint).suggest(names));
    }
    Ok(found.pop())
}

/// The problem that nothing here is called so, with why what uses lead to outside is not read: as `doctor` says it.
pub(crate) fn with_reason(context: &Context<'_>, text: &str, problem: Problem) -> Problem {
    // Of a package and of files in memory nothing more is installed.
    let is_on_disk = context.workspace().is_some_and(|workspace| !workspace.is_in_memory());
    if problem.code != Code::NotFound || context.package.is_some() || !is_on_disk {
        return problem;
    }
    let environs = Environs::of(context);
    let why_not = |(path, from): (String, String)| {
        lead(context, &environs, &from, &path)
            .err()
            .filter(|stop| !stop.why.is_empty())
            .map(|stop| (path, stop))
    };
    let Some((path, stop)) = paths(context, text).into_iter().find_map(why_not) else { return problem };
    let message = format!("{}; {path} is not read: {}", problem.message, stop.why);
    let hint = format!(
        "index_status names what is read of each environment, {} names others",
        DEPENDENCY_FOLDERS.key
    );
    Problem { message, ..problem }.hint(hint)
}

/// The path by which installed packages are asked for the name of a use that nothing in the repository explains, where its
/// language says one: what a file of C includes may declare any name.
pub fn unexplained(context: &Context<'_>, reference: Reference<'_>) -> Option<String> {
    if reference.resolution() != Resolution::Unresolved || !super::is_on(context) {
        return None;
    }
    let path = reference.file().path();
    let asks = super::rules_of(context, path)?.outside?.unexplained?;
    let source = context.snapshot.source(path).ok()?.text;
    let before = source.get(..reference.span().start as usize)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    asks(line, reference.name())
}

/// The paths outside that a text may mean, with a file that uses each; the most used first.
fn paths(context: &Context<'_>, text: &str) -> Vec<(String, String)> {
    let view = context.view();
    let text = text.trim().trim_matches('`');
    if let Called::Place { path, line, column } = locate::called(view, text) {
        let Some(file) = locate::find_file(view, path) else { return Vec::new() };
        let mut found = Vec::new();
        for one in locate::at_place(file, line, column) {
            let AtPlace::Reference(reference) = one else { return Vec::new() };
            for target in reference.targets() {
                if let TargetRef::External(external) = target {
                    found.push((external.to_owned(), file.path().to_owned()));
                }
            }
            found.extend(unexplained(context, reference).map(|path| (path, file.path().to_owned())));
        }
        // The innermost name on a path is the last.
        found.reverse();
        found.truncate(1);
        return found;
    }
    let whole: Vec<_> = view.references_to_external(text).into_iter().take(1).collect();
    if let Some(reference) = whole.first() {
        return vec![(text.to_owned(), view.reference(*reference).file().path().to_owned())];
    }
    let last = text.rsplit(['.', ':', '/', '#']).next().unwrap_or(text);
    let mut counts: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut all: Vec<(String, String)> = Vec::new();
    let mut looked = 0;
    for reference in view.references_named(last).into_iter().take(LOOKED_AT) {
        let reference = view.reference(reference);
        if reference.resolution() == Resolution::Unresolved && looked < MOST_UNEXPLAINED && last == text {
            looked += 1;
            // Whether it leads anywhere, the file that uses it decides.
            let asked =
                unexplained(context, reference).map(|path| (path, reference.file().path().to_owned()));
            all.extend(asked.filter(|asked| !all.contains(asked)));
        }
        if reference.resolution() != Resolution::External {
            continue;
        }
        for target in reference.targets() {
            let TargetRef::External(path) = target else { continue };
            let ends = path
                .strip_suffix(text)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', ':', '/']));
            if ends {
                let count =
                    counts.entry(path.to_owned()).or_insert_with(|| (0, reference.file().path().to_owned()));
                count.0 += 1;
            }
        }
    }
    if counts.is_empty() && all.is_empty() {
        return beyond(context, text);
    }
    let mut used: Vec<(usize, String, String)> =
        counts.into_iter().map(|(path, (count, from))| (count, path, from)).collect();
    used.sort_by_key(|(count, _, _)| std::cmp::Reverse(*count));
    used.truncate(MOST_MEANT);
    used.into_iter().map(|(_, path, from)| (path, from)).chain(all).collect()
}

/// A path that no use bears, where some use leads out with a part of it: what is behind that is for the package to say. Each
/// language whose packages are installed is asked once, from the file that leads furthest.
fn beyond(context: &Context<'_>, text: &str) -> Vec<(String, String)> {
    let view = context.view();
    let ends = text.match_indices(['.', ':', '/']).map(|(at, _)| at).filter(|at| *at > 0);
    let mut ends: Vec<usize> = ends.take(MOST_PARTS).collect();
    ends.reverse();
    for end in ends {
        if let Some(reference) = view.references_to_external(&text[..end]).first() {
            return vec![(text.to_owned(), view.reference(*reference).file().path().to_owned())];
        }
    }
    // Of what is imported from there, too: `werkzeug.routing.Rule` where only `werkzeug.wrappers.Response` is used.
    let Some((first, _)) = text.split_once(['.', ':', '/']).filter(|(first, _)| !first.is_empty()) else {
        return Vec::new();
    };
    let mut found: Vec<(String, String)> = Vec::new();
    let mut asked: Vec<&str> = Vec::new();
    for path in view.external_paths(first).into_iter().take(LOOKED_AT) {
        let is_below = path[first.len()..].is_empty() || path[first.len()..].starts_with(['.', ':', '/']);
        let Some(used) = view.references_to_external(path).first().filter(|_| is_below).copied() else {
            continue;
        };
        let from = view.reference(used).file().path();
        let outside = super::rules_of(context, from).and_then(|rules| rules.outside);
        if let Some(outside) = outside.filter(|outside| !asked.contains(&outside.ecosystem)) {
            asked.push(outside.ecosystem);
            found.push((text.to_owned(), from.to_owned()));
        }
    }
    found
}
