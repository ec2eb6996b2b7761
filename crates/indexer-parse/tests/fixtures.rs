//! What languages declare and use: the pages of `fixtures`, a heading a test.
//!
//! `^ defines: class` says that the token above is the name of a class, `^ reference: call` that it is a
//! reference with this role. `local` and `neither` stand alone.

use indexer_core::{Bound, DefId, FileFacts, ScopeKind, Span, SymbolKind};
use indexer_parse::{Limits, language_of, parse};
use indexer_testkit::Files;
use indexer_testkit::fixture::{Found, Place, run_without};
use std::collections::BTreeMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    let left_out: &[&str] = if cfg!(feature = "lang-heavy") {
        &[]
    } else {
        &["haskell", "ocaml", "ocaml_interface", "scala", "swift"]
    };
    run_without(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"), left_out, open)
}

/// The facts of all files, which must be whole.
fn open(files: &Files) -> Result<Found, String> {
    let mut all = BTreeMap::new();
    for (path, bytes) in files {
        let language = language_of(path, bytes).ok_or_else(|| format!("{path} is of no language"))?;
        let facts = parse(language, bytes, Limits::default());
        if !facts.problems.is_empty() || !facts.tally.balances() {
            return Err(format!("{path}: {:?}, {:?}", facts.problems, facts.tally));
        }
        // The linker asks the index, which knows no scopes, by this rule.
        let has_members = |at: &usize| facts.has_members(DefId(*at as u32));
        let modules =
            (0..facts.definitions.len()).filter(|at| facts.definitions[*at].kind == SymbolKind::Module);
        if let Some(at) = modules.filter(has_members).find(|_| !language.rules.modules_have_members) {
            let name = facts.name(facts.definitions[at].name);
            return Err(format!("{path}: {name} has members, modules_have_members is false"));
        }
        all.insert(path.clone(), (facts, String::from_utf8_lossy(bytes).into_owned()));
    }
    Ok(Box::new(move |path, place: Place| {
        all.get(path).map_or_else(String::new, |(facts, source)| classify(facts, source, place.byte))
    }))
}

/// What the token at the byte is.
fn classify(facts: &FileFacts, source: &str, at: u32) -> String {
    let on = |span: Span| span.contains(at);
    let mut found = Vec::new();
    for definition in facts.definitions.iter().filter(|d| on(d.name_span)) {
        found.push(format!("defines: {}", definition.kind));
    }
    for reference in facts.references.iter().filter(|r| on(r.span)) {
        found.push(format!("reference: {}", reference.role));
    }
    match found.is_empty() {
        false => found.join(" and "),
        true => if is_local(facts, source, at) { "local" } else { "neither" }.to_owned(),
    }
}

/// Stand before names of variables in some languages, and are a part of what is bound.
const SIGNS: [char; 3] = ['$', '@', '%'];

/// True where a scope around the byte binds the name that stands there, other than to a definition.
/// (Facts hold no place of a local's uses, so that this is what the bindings say of them.)
fn is_local(facts: &FileFacts, source: &str, at: u32) -> bool {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_');
    let (before, rest) = source.split_at(at as usize);
    let start = before.len() - before.rsplit(ends).next().map_or(0, str::len);
    let name = &source[start..at as usize + rest.split(ends).next().map_or(0, str::len)];
    let around = |scope: &&indexer_core::Scope| scope.span.contains(at);
    facts.scopes.iter().filter(around).any(|scope| {
        let mut current = Some(scope);
        let mut bound = false;
        while let Some(scope) = current {
            let run = scope.bindings.start as usize..(scope.bindings.start + scope.bindings.len) as usize;
            bound |= facts.bindings[run].iter().any(|b| {
                facts.name(b.name).trim_start_matches(SIGNS) == name
                    && !matches!(b.bound, Bound::Definition(_))
            });
            bound |= name == "Self" && matches!(scope.kind, ScopeKind::Type | ScopeKind::Extension);
            current = scope.parent.map(|parent| &facts.scopes[parent.index()]);
        }
        bound
    })
}
