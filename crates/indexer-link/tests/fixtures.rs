//! Where references lead: the pages of `fixtures`, a heading a test.
//!
//! `^ reference: call -> resolved member a.py#Foo.bar` is what the reference at the token above is, how sure it
//! is where it leads, the rule that found it, and its targets.
#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use indexer_engine::Workspace;
use indexer_store::{Reference, TargetRef, View};
use indexer_testkit::Files;
use indexer_testkit::fixture::{Found, Place, run};
use std::fmt::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    run(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"), open)
}

fn open(files: &Files) -> Result<Found, String> {
    let workspace = Workspace::in_memory(files.clone());
    let snapshot = workspace.refresh().map_err(|error| format!("{error:?}"))?;
    let view = snapshot.view.clone();
    Ok(Box::new(move |path, place| found_at(&view, path, place)))
}

fn found_at(view: &View, path: &str, place: Place) -> String {
    let Some(file) = view.file(path) else { return format!("{path} is not indexed") };
    let at = |one: &Reference<'_>| {
        let (start, len) = (one.at().column, one.span().len());
        one.at().line == place.line && start <= place.column && place.column < start + len
    };
    let found: Vec<String> = file.references().filter(at).map(|one| describe(view, one)).collect();
    if found.is_empty() { "no reference".to_owned() } else { format!("reference: {}", found.join(" and ")) }
}

fn describe(view: &View, reference: Reference<'_>) -> String {
    let mut text = format!("{} -> {} {}", reference.role(), reference.resolution(), reference.rule());
    let mut targets: Vec<String> = reference.targets().into_iter().map(|one| target(view, one)).collect();
    targets.sort();
    for one in targets {
        write!(text, " {one}").unwrap();
    }
    if reference.candidates() > 0 {
        write!(text, " of {}", reference.candidates()).unwrap();
    }
    text
}

fn target(view: &View, target: TargetRef<'_>) -> String {
    match target {
        TargetRef::Symbol(key) => {
            view.symbol(key).map_or("gone".to_owned(), |symbol| view.sym(symbol).printed())
        }
        TargetRef::Module(path) | TargetRef::External(path) => path.to_owned(),
    }
}
