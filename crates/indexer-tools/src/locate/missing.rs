//! Why nothing is found: an empty answer says it, so that nobody takes it for "there is none".

use super::named::{by_name, known_names};
use super::{Called, Filter, SUGGESTIONS, called, clean, found};
use crate::protocol::{Code, Context, Problem, Records};
use indexer_core::Resolution;
use indexer_engine::{LeftOut, holds_word, is_source, text_language};
use indexer_search::NameQuery;
use indexer_search::literal::limits;
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Files that are named, and places to which uses lead.
const SHOWN: usize = 3;
/// Uses of which is asked where they lead.
const LED: usize = 1_000;

/// Why an answer says nothing of a name.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Missing {
    /// Why nothing is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Names that may have been meant, nearest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
}

impl Missing {
    /// Writes both, where there is anything to say.
    pub fn write(&self, out: &mut Records) {
        if let Some(why) = &self.why {
            out.record("why").text("text", why);
        }
        for name in &self.suggestions {
            out.record("suggestion").text("name", name);
        }
    }
}

/// The problem that no symbol is called so, with what is near and why that may be.
pub fn missing(context: &Context<'_>, text: &str, filter: Filter<'_>) -> Problem {
    let view = context.view();
    if let Called::File(path) = called(view, text) {
        let problem = Problem::new(Code::NotFound, format!("{path} is a file, and a symbol is needed"));
        return problem.hint("list_declarations names the symbols of a file, get_file_summary tells of it");
    }
    if is_file_name(context, text) {
        return Problem { parameter: None, ..no_path(context, text) };
    }
    let mut message = format!("no symbol is called {text}");
    if let Some(scope) = filter.scope {
        message.push_str(&scope.words());
    }
    match filter.kinds {
        None => {}
        Some([kind]) => message.push_str(&format!(" that is a {kind}")),
        Some(kinds) if kinds.iter().all(|kind| kind.is_type()) => message.push_str(" that is a type"),
        Some(_) => message.push_str(" of the kinds that are asked for"),
    }
    let names = known_names(view, text);
    let Some(name) = names.last() else {
        return Problem::new(Code::NotFound, message).hint("give a name, Owner.member or path:line");
    };
    // What is there but for the part that was named comes before what is called alike.
    let elsewhere = found(context, text, Filter { scope: None, ..filter }).unwrap_or_default();
    let elsewhere = match elsewhere.is_empty() {
        true => by_name(view, &[*name], Filter::default()),
        false => elsewhere,
    };
    let printed: Vec<String> = elsewhere.iter().take(SUGGESTIONS).map(Symbol::printed).collect();
    let mut leads_out = false;
    if printed.is_empty()
        && let Some(why) = why(context, name)
    {
        message.push_str("; ");
        message.push_str(&why);
        let uses = view.references_named(name);
        leads_out = uses.iter().any(|one| view.reference(*one).resolution() == Resolution::External);
    }
    Problem::new(Code::NotFound, message)
        .hint(match leads_out {
            true => "find_references lists the uses that lead out, find_definition where to",
            false => "lookup_symbol finds names by parts and with typing errors, search finds texts",
        })
        .suggest(if printed.is_empty() { suggestions(view, name) } else { printed })
}

/// True for what looks like the path of a file and is nothing else: files end so, one that is left out is at it, or it has
/// folders and an extension of files.
pub fn is_file_name(context: &Context<'_>, text: &str) -> bool {
    let (text, view) = (clean(text.trim()), context.view());
    if !text.contains(['.', '/']) || text.contains(['#', ':', '(', '*']) || text.contains(char::is_whitespace)
    {
        return false;
    }
    let end = indexer_core::path::extension(text);
    let is_of_a_kind = |end: &str| {
        is_source(text) || view.files().any(|file| indexer_core::path::extension(file.path()) == end)
    };
    text.contains('/') && !end.is_empty() && is_of_a_kind(end)
        || text.contains('.') && ends_of(view, text).next().is_some()
        || context.snapshot.left_out_at(text).is_some()
}

/// The files whose paths end with `path`, in whole names.
fn ends_of<'v>(view: &'v View, path: &str) -> impl Iterator<Item = &'v str> {
    let ends = move |whole: &&str| whole.strip_suffix(path).is_some_and(|rest| rest.ends_with('/'));
    view.files().map(|file| file.path()).filter(ends)
}

/// Where a name stands that no symbol has: in uses of what is defined elsewhere, in code that is searched
/// as text only, in files that are left out. `None` where it stands nowhere that is known.
pub fn why(context: &Context<'_>, name: &str) -> Option<String> {
    let reasons = [used(context.view(), name), in_texts(context, name), left_out(context, name)];
    let reasons: Vec<String> = reasons.into_iter().flatten().collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

fn used(view: &View, name: &str) -> Option<String> {
    let uses: Vec<Reference<'_>> =
        view.references_named(name).iter().map(|one| view.reference(*one)).collect();
    let all = uses.len();
    let leading = |how| uses.iter().filter(|one| one.resolution() == how).count();
    let (resolved, outside) = (leading(Resolution::Resolved), leading(Resolution::External));
    let of =
        |some: usize| if some == all { format!("all {all} uses") } else { format!("{some} of {all} uses") };
    let mut said = Vec::new();
    // Imported as this: what it stands for has another name, or none.
    if let Some(places) = led_to(view, &uses) {
        said.push(format!("{} of the name lead to {places}", of(resolved)));
    }
    if outside > 0 {
        said.push(format!("{} of the name lead out of the repository", of(outside)));
    }
    match all {
        0 => None,
        _ if said.is_empty() => Some(format!("{all} uses bear the name, and none is known to lead anywhere")),
        _ => Some(said.join(", ")),
    }
}

/// The first places to which these uses lead, under the names that they have there; `None` where none leads anywhere.
fn led_to(view: &View, uses: &[Reference<'_>]) -> Option<String> {
    let mut known = uses.iter().filter(|one| one.resolution() == Resolution::Resolved);
    let places: BTreeSet<String> = known
        .by_ref()
        .take(LED)
        .flat_map(|one| one.targets())
        .filter_map(|target| match target {
            TargetRef::Symbol(key) => view.symbol(key).map(|at| view.sym(at).printed()),
            TargetRef::Module(path) => Some(path.to_owned()),
            TargetRef::External(_) => None,
        })
        .collect();
    let more = places.len() > SHOWN || known.next().is_some();
    let shown = places.iter().take(SHOWN).cloned().collect::<Vec<_>>();
    (!shown.is_empty()).then(|| shown.join(", ") + if more { " and others" } else { "" })
}

/// The languages of texts that hold the name, with some of the files.
fn in_texts(context: &Context<'_>, name: &str) -> Option<String> {
    let mut left = limits::LOOKED_THROUGH;
    let texts = context.view().files().filter(|file| text_language(file.path()).is_some());
    let texts: Vec<&str> = texts
        .take_while(|file| {
            let bytes = u64::from(file.bytes());
            left = left.saturating_sub(bytes);
            left > 0
        })
        .map(|file| file.path())
        .collect();
    let holds = |bytes: &[u8]| holds_word(bytes, name);
    let (found, unread) = context.snapshot.matching_any(&texts, &[name.as_bytes()], holds, context.cancel);
    // Once more in what may be shown: a secret holds no name.
    let shown = |path: &&&str| context.source(path).is_ok_and(|text| holds_word(text.text.as_bytes(), name));
    let found: Vec<&str> = found.iter().take(limits::CHECKED).filter(shown).copied().collect();
    let languages = by_language(found.iter().copied());
    let found = languages.map(|languages| format!("it stands in {languages}, searched as text only"));
    let unread = (unread > 0).then(|| format!("{unread} files of text could not be read"));
    let said: Vec<String> = found.into_iter().chain(unread).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// `Nim (app/main.nim), Tcl (a.tcl, b.tcl and 3 more)`; `None` for no files of such a language.
fn by_language<'p>(paths: impl Iterator<Item = &'p str>) -> Option<String> {
    let mut languages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in paths {
        if let Some(language) = text_language(path) {
            languages.entry(language).or_default().push(path);
        }
    }
    let one = |(language, paths): (&str, Vec<&str>)| {
        let shown = paths.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
        match paths.len().saturating_sub(SHOWN) {
            0 => format!("{language} ({shown})"),
            more => format!("{language} ({shown} and {more} more)"),
        }
    };
    let written: Vec<String> = languages.into_iter().map(one).collect();
    (!written.is_empty()).then(|| written.join(", "))
}

fn left_out(context: &Context<'_>, name: &str) -> Option<String> {
    let found = context.snapshot.left_out_with(name);
    let one = |(path, reason): &(&str, LeftOut)| format!("{path} ({})", reason.as_str());
    let written: Vec<String> = found.iter().map(one).collect();
    (!written.is_empty()).then(|| format!("it stands in files that are left out: {}", written.join(", ")))
}

/// Why there is nothing to tell of these files: their languages are searched as text only. `None` where
/// one of them is parsed.
pub fn unparsed<'v>(files: impl Iterator<Item = FileRef<'v>>) -> Option<String> {
    let mut texts = Vec::new();
    for file in files {
        if file.is_code() {
            return None;
        }
        texts.push(file.path());
    }
    match texts.as_slice() {
        [one] => {
            Some(format!("{one} is {}, searched as text only: no symbol of it is known", text_language(one)?))
        }
        several => Some(format!("searched as text only: {}", by_language(several.iter().copied())?)),
    }
}

/// The problem that nothing indexed is at `path`, with the reason where something is left out there.
pub fn no_path(context: &Context<'_>, path: &str) -> Problem {
    let view = context.view();
    let several: Vec<String> = ends_of(view, clean(path)).take(SUGGESTIONS).map(str::to_owned).collect();
    if several.len() > 1 {
        let problem = Problem::new(Code::Ambiguous, format!("several files are called {path}"));
        let problem = problem.hint("give more of its path").suggest(several);
        return Problem { parameter: Some("path".into()), ..problem };
    }
    let name = indexer_core::path::file_name(clean(path));
    let same_name =
        view.files().map(|file| file.path()).filter(|path| path.ends_with(name) && !name.is_empty());
    let mut near: Vec<String> = same_name.take(SUGGESTIONS).map(str::to_owned).collect();
    if near.is_empty() {
        near = indexer_search::nearest(clean(path), view.files().map(|file| file.path()), SUGGESTIONS);
    }
    let mut message = format!("no indexed file is at {path}");
    if let Some(reason) = context.snapshot.left_out_at(clean(path)) {
        message.push_str(&format!(": it is left out ({})", reason.as_str()));
    }
    let problem = Problem { parameter: Some("path".into()), ..Problem::new(Code::NotFound, message) };
    problem.hint("paths are relative to the root; index_status says what is left out").suggest(near)
}

/// Names of symbols near to `name`, nearest first. O(names).
pub fn suggestions(view: &View, name: &str) -> Vec<String> {
    let query = NameQuery::new(name);
    let mut all: Vec<String> = Vec::new();
    view.names().for_each(|shape| query.may_be_meant(shape), |written, _| all.push(written.to_owned()));
    query.nearest(all.iter().map(String::as_str), SUGGESTIONS)
}
