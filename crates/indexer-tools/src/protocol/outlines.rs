//! Outlines of the files that a question names: they are read for it, and stand in no answer of which nobody named them.

use crate::locate::{find_file, key_parts};
use crate::protocol::answer::{Format, Output};
use crate::protocol::context::Context;
use crate::protocol::scope::Scope;
use indexer_core::path::{file_name, parent, stem};
use indexer_engine::{Snapshot, may_have_links, outline_format};
use indexer_search::literal::limits;
use indexer_store::FileRef;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Which outlines of files that are no code are read for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlines {
    /// None: a search knows the words of all files.
    Unread,
    /// Those of the files that it names.
    Named,
    /// Those, and for a heading or key that it names those of the files that may lead there.
    Users,
    /// Those, and for a file that it names the outlines of those that may lead to it.
    UsersOfFiles,
}

/// Outlines that are read for one question.
pub(crate) const MOST_OUTLINES: usize = 2_000;

/// Arguments that are words to look for.
const WORDS: &[&str] = &["query", "pattern", "name", "language", "cursor", "root", "rev", "since_ref"];

/// The snapshot of a question with the outlines of files.
pub(crate) struct Outlined {
    pub(crate) snapshot: Arc<Snapshot>,
    /// The files, sorted.
    pub(crate) paths: BTreeSet<String>,
    /// Files that may belong to them and were not read.
    pub(crate) unread: usize,
}

/// The outlines of the files that `arguments` name by path, key or place, and of those that may lead there; `None` where
/// they name none that has an outline.
pub(crate) fn named(
    context: &Context<'_>,
    wanted: Outlines,
    arguments: &Map<String, Value>,
) -> Option<Outlined> {
    if wanted == Outlines::Unread {
        return None;
    }
    let given = arguments.iter().flat_map(|(name, value)| {
        let texts = match value {
            Value::Array(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        // A name may hold a path: `docs/a.md#Heading`.
        texts
            .iter()
            .filter_map(Value::as_str)
            .filter(move |text| !WORDS.contains(&name.as_str()) || text.contains('#'))
    });
    let (mut paths, mut users, mut unread) = (BTreeSet::new(), BTreeSet::new(), 0);
    for text in given {
        let text = text.trim().trim_matches('`');
        let parts = key_parts(context.view(), text).or_else(|| text.split_once('#'));
        let (before, is_key) = parts.map_or((text, false), |(path, _)| (path, true));
        for path in [before, before.split(':').next().unwrap_or_default()] {
            if may_have_links(path)
                && let Some(file) = find_file(context.view(), path)
                && context.snapshot.has_links(file.path())
                && paths.insert(file.path().to_owned())
                && (wanted == Outlines::UsersOfFiles || (is_key && wanted == Outlines::Users))
            {
                let (found, left) = leading_to(context, file.path());
                users.extend(found);
                unread += left;
            }
        }
    }
    if paths.is_empty() {
        return None;
    }
    paths.append(&mut users);
    Some(of(context, paths, unread))
}

fn of(context: &Context<'_>, paths: BTreeSet<String>, unread: usize) -> Outlined {
    Outlined { snapshot: context.snapshot.with_outlines(paths.iter().map(String::as_str)), paths, unread }
}

/// The outlines of all files of a scope.
pub(crate) fn in_scope(context: &Context<'_>, scope: &Scope) -> Option<Outlined> {
    let mut all = scope.files(context.view()).filter(|file| context.snapshot.has_outline(file.path()));
    let paths: BTreeSet<String> =
        all.by_ref().take(MOST_OUTLINES).map(|file| file.path().to_owned()).collect();
    let unread = all.count();
    (!paths.is_empty()).then(|| of(context, paths, unread))
}

/// The outlines of those files of a scope that hold the longest word of `name`, in any case.
pub(crate) fn holding(context: &Context<'_>, scope: &Scope, name: &str) -> Option<Outlined> {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let word = words.max_by_key(|word| word.len()).filter(|word| !word.is_empty())?.to_lowercase();
    let files = scope.files(context.view());
    let files = files.filter(|file| context.snapshot.has_outline(file.path()));
    let (paths, unread) = matching(context, files, |bytes| holds(bytes, word.as_bytes()));
    (!paths.is_empty()).then(|| of(context, paths, unread))
}

/// The files with an outline that may lead to the file at `path`, which is none of them; and how many were not looked at.
fn leading_to(context: &Context<'_>, path: &str) -> (BTreeSet<String>, usize) {
    // The page of a folder is named by the folder, and some leave out the extension.
    let is_page = matches!(stem(path).to_ascii_lowercase().as_str(), "readme" | "index");
    let names = [Some(stem(path)), is_page.then(|| file_name(parent(path)))];
    let names: Vec<String> =
        names.into_iter().flatten().filter(|name| !name.is_empty()).map(str::to_lowercase).collect();
    let files = context.view().files().filter(|file| file.path() != path);
    matching(context, files, |bytes| names.iter().any(|name| holds(bytes, name.as_bytes())))
}

/// The outlines of files that may lead to the file at `path`.
pub(crate) fn users(context: &Context<'_>, path: &str) -> Option<Outlined> {
    let (paths, unread) = leading_to(context, path);
    (!paths.is_empty()).then(|| of(context, paths, unread))
}

/// Those files with an outline, or with commands, whose bytes are wanted, and how many were not looked at.
fn matching<'v>(
    context: &Context<'v>,
    files: impl Iterator<Item = FileRef<'v>>,
    wanted: impl Fn(&[u8]) -> bool + Sync,
) -> (BTreeSet<String>, usize) {
    let all: Vec<FileRef<'_>> = files.filter(|file| context.snapshot.has_links(file.path())).collect();
    let mut left = limits::LOOKED_THROUGH;
    let is_near = |file: &&FileRef<'_>| {
        left = left.saturating_sub(u64::from(file.bytes()));
        left > 0
    };
    let near: Vec<&str> = all.iter().take_while(is_near).map(|file| file.path()).collect();
    let (found, unread) = context.snapshot.matching(&near, |_, bytes| wanted(bytes), context.cancel);
    let unread = unread + (all.len() - near.len()) + found.len().saturating_sub(MOST_OUTLINES);
    (found.into_iter().take(MOST_OUTLINES).map(str::to_owned).collect(), unread)
}

/// True where the bytes hold a text in small letters, in any case. O(bytes).
fn holds(bytes: &[u8], text: &[u8]) -> bool {
    let Some((first, rest)) = text.split_first() else { return false };
    let begins = memchr::memchr2_iter(*first, first.to_ascii_uppercase(), bytes);
    begins
        .map(|at| &bytes[at + 1..])
        .any(|behind| behind.get(..rest.len()).is_some_and(|found| found.eq_ignore_ascii_case(rest)))
}

impl Outlined {
    /// An answer that says beside its counts how much of these files is followed.
    pub(crate) fn told(&self, format: Format, output: Output) -> Output {
        // Of code nothing more is said: its language says how much of it is followed.
        let is_silent = self.unread == 0 && self.paths.iter().all(|path| outline_format(path).is_none());
        match format {
            Format::Text | Format::Json | Format::Screen if !is_silent => output.in_part(&self.says()),
            _ => output,
        }
    }

    /// What is followed in these files.
    pub(crate) fn says(&self) -> String {
        let names: BTreeSet<&str> = self.paths.iter().filter_map(|path| outline_format(path)).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let are = if names.len() == 1 { "is" } else { "are" };
        if names.is_empty() {
            return format!("{} files that are no code were not looked at", self.unread);
        }
        let unread = match self.unread {
            0 => String::new(),
            unread => format!("; {unread} more files were not looked at"),
        };
        format!(
            "{} {are} outlined: headings, keys, selectors or stages and paths of files; no value is read{unread}",
            names.join(", ")
        )
    }
}

#[cfg(test)]
mod tests;
