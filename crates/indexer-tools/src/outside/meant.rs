//! What a question calls a name that no symbol of the repository has, and that uses lead out with.

use super::{Environs, Lead, LeadsTo, lead};
use crate::locate::{self, AtPlace, Called};
use crate::protocol::{Code, Context, Problem};
use indexer_core::Resolution;
use indexer_store::TargetRef;
use std::collections::BTreeMap;

/// Uses of a name that are looked at.
const LOOKED_AT: usize = 2_000;
/// Paths outside that one name may mean.
const MOST_MEANT: usize = 8;

/// True where the text is a path of several names that uses lead out with.
pub(crate) fn is_used(context: &Context<'_>, text: &str) -> bool {
    let text = text.trim().trim_matches('`');
    text.contains(['.', ':', '/'])
        && context.package.is_none()
        && super::is_on(context)
        && !super::is_of_revision(context)
        && !context.view().references_to_external(text).is_empty()
}

/// What the text means outside: `None` where no use of it leads out or none of them could be followed; a problem where
/// several definitions are meant.
pub(crate) fn meant(context: &Context<'_>, text: &str) -> Result<Option<Lead>, Problem> {
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
        let names = found.into_iter().map(|(path, _)| path).collect();
        return Err(Problem::new(Code::Ambiguous, message).hint("give the whole path of one").suggest(names));
    }
    Ok(found.pop().map(|(_, lead)| lead))
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
    for reference in view.references_named(last).into_iter().take(LOOKED_AT) {
        let reference = view.reference(reference);
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
    let mut all: Vec<(usize, String, String)> =
        counts.into_iter().map(|(path, (count, from))| (count, path, from)).collect();
    all.sort_by_key(|(count, _, _)| std::cmp::Reverse(*count));
    all.truncate(MOST_MEANT);
    all.into_iter().map(|(_, path, from)| (path, from)).collect()
}
