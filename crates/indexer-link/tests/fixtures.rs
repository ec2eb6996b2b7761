//! Where references lead: the pages of `fixtures`, a heading a test.
//!
//! `^ reference: call -> resolved member a.py#Foo.bar` is what the reference at the token above is, how sure it
//! is where it leads, the rule that found it, and its targets.
#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use indexer_core::framework::EntryDetail;
use indexer_core::key::symbol_keys;
use indexer_core::{
    Bound, DefId, Edge, ExprId, Expression, FileEdges, FileFacts, FrameworkEntry, Owner, Position, Reference,
    Resolution, Role, SymbolKey, Target,
};
use indexer_link::{LinkDatabase, MemoryDatabase, StubFacts};
use indexer_parse::{
    LANGUAGES, Language, Limits, by_id, is_code_too, is_manifest, language_of, parse, read_manifest,
};
use indexer_testkit::Files;
use indexer_testkit::fixture::{Found, Place, run_without};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::OnceLock;

fn main() -> ExitCode {
    // Pages of languages that were left out when the tests were built.
    let heavy = [
        ("haskell", "haskell_modules"),
        ("ocaml", "ocaml_modules"),
        ("scala", "scala_packages"),
        ("scala", "scala_values"),
        ("swift", "swift_labels"),
        ("swift", "swift_members"),
        ("swift", "swift_modules"),
        ("swift", "swift_values"),
    ];
    let left_out: Vec<&str> =
        heavy.iter().filter(|(id, _)| by_id(id).is_none()).map(|(_, page)| *page).collect();
    run_without(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"), &left_out, open)
}

/// A reference as the pages write it: where it begins, its bytes, and what is said of it.
type Row = (Position, u32, String);

fn open(files: &Files) -> Result<Found, String> {
    let database = database(files, |facts| facts);
    let linker = database.linker();
    let code = || files.iter().filter_map(|(path, bytes)| Some((path, bytes, database.find(path)?)));
    let linked: BTreeMap<&String, FileEdges> = code().map(|(path, _, id)| (path, linker.link(id))).collect();
    let without_texts = self::database(files, FileFacts::for_linking);
    let linker = without_texts.linker();
    if let Some((path, ..)) = code().find(|(path, _, id)| linker.link(*id) != linked[*path]) {
        return Err(format!("{path}: what is left out for linking is read"));
    }
    let mut names = BTreeMap::new();
    for (path, _, id) in code() {
        names.extend(printed(path, database.facts(id).unwrap(), &linked[path]));
    }
    let rows = code().map(|(path, bytes, id)| {
        (path.clone(), rows(database.facts(id).unwrap(), &linked[path], bytes, &names))
    });
    let rows: BTreeMap<String, Vec<Row>> = rows.collect();
    Ok(Box::new(move |path, place| found_at(&rows, path, place)))
}

fn database(files: &Files, form: fn(FileFacts) -> FileFacts) -> MemoryDatabase {
    let language = |path: &str, bytes: &[u8]| {
        language_of(path, bytes).filter(|_| is_code_too(path) || !is_manifest(path))
    };
    let code: Vec<(&String, &Vec<u8>, &'static Language)> =
        files.iter().filter_map(|(path, bytes)| Some((path, bytes, language(path, bytes)?))).collect();
    let facts = |(path, bytes, language): &(&String, &Vec<u8>, &'static Language)| {
        ((*path).clone(), form(parse(language, bytes, Limits::default())))
    };
    let occurs =
        |language: &&Language| code.iter().any(|(.., one)| one.rules.language == language.rules.language);
    let stubs = LANGUAGES.iter().copied().zip(stubs()).filter(|(language, _)| occurs(language));
    let manifests = files.iter().filter(|(path, _)| is_manifest(path));
    MemoryDatabase::new(|id| by_id(id).map(|language| language.rules), code.iter().map(facts))
        .with_stubs(stubs.flat_map(|(_, stubs)| stubs.clone()))
        .with_manifests(manifests.map(|(path, bytes)| (path.clone(), read_manifest(path, bytes))))
}

/// The stubs of each language, parsed once.
fn stubs() -> &'static [Vec<StubFacts>] {
    static STUBS: OnceLock<Vec<Vec<StubFacts>>> = OnceLock::new();
    let of = |language: &&'static Language| {
        let parsed = language.stubs.iter().map(|stub| StubFacts {
            path: stub.path.to_owned(),
            package: stub.package.to_owned(),
            facts: parse(language, stub.source.as_bytes(), Limits::default()),
        });
        parsed.collect()
    };
    STUBS.get_or_init(|| LANGUAGES.iter().map(of).collect())
}

/// The symbols of a file as people write them: `path#Owner.member`, and `path#f[2]` for the second of those that have that
/// name. A name that a macro may define is one only where it does.
fn printed(path: &str, facts: &FileFacts, edges: &FileEdges) -> Vec<(SymbolKey, String)> {
    let is_symbol = |id: DefId| {
        facts.candidates.iter().all(|one| one.definition != id)
            || edges.made.iter().any(|made| made.definition == id)
    };
    let ids = (0..).map(DefId).zip(symbol_keys(path, facts)).filter(|(id, _)| is_symbol(*id));
    let named = ids.map(|(id, key)| {
        let (mut names, mut next) = (Vec::new(), Some(id));
        while let Some(id) = next {
            names.push(facts.name(facts.definition(id).name));
            next = owner(facts, facts.definition(id).owner);
        }
        names.reverse();
        (key, facts.definition(id).name_span.start, format!("{path}#{}", names.join(".")))
    });
    let mut named: Vec<(SymbolKey, u32, String)> = named.collect();
    named.sort_by_key(|(key, start, _)| (*start, *key));
    let mut seen: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    named.iter().for_each(|(.., name)| seen.entry(name).or_default().0 += 1);
    let numbered = named.iter().map(|(key, _, name)| {
        let (all, before) = seen.get_mut(name.as_str()).unwrap();
        *before += 1;
        (*key, if *all > 1 { format!("{name}[{before}]") } else { name.clone() })
    });
    numbered.collect()
}

/// The definition of the same file that an owner is, or extends.
fn owner(facts: &FileFacts, owner: Owner) -> Option<DefId> {
    let extended = |mut of: ExprId| loop {
        match facts.expression(of) {
            Expression::Apply { of: inner, .. } | Expression::Instance(inner) => of = inner,
            Expression::Name { bound: Some(binding), .. } => {
                return match facts.bindings[binding.index()].bound {
                    Bound::Definition(id) => Some(id),
                    _ => None,
                };
            }
            _ => return None,
        }
    };
    match owner {
        Owner::File => None,
        Owner::Definition(id) => Some(id),
        Owner::Extension(id) => extended(facts.extensions[id.index()].of),
    }
}

fn rows(facts: &FileFacts, edges: &FileEdges, bytes: &[u8], names: &BTreeMap<SymbolKey, String>) -> Vec<Row> {
    let made = |one: &Reference| {
        edges.made.iter().any(|made| facts.definition(made.definition).name_span == one.span)
    };
    let references = facts.references.iter().zip(&edges.edges).filter(|(one, _)| !made(one));
    let row = |one: &Reference, role: Role, edge: &Edge| {
        (facts.lines.position(one.span.start, bytes), one.span.len(), describe(role, edge, names))
    };
    // What calls run beside what they name.
    let implied = edges.implied.iter().map(|(at, edge)| (&facts.references[*at as usize], edge));
    let implied = implied.map(|(one, edge)| row(one, Role::Invoke, edge));
    // Where definitions lead that have an origin stands at their names.
    let origins = edges.origins.iter().map(|(id, edge)| {
        let name = facts.definition(*id).name_span;
        let text = describe(Role::Type, edge, names).replacen("type", "origin", 1);
        (facts.lines.position(name.start, bytes), name.len(), text)
    });
    // What frameworks make stands at the name of the call or decorator, else at that of the definition.
    let entries = edges.entries.iter().filter_map(|one| {
        let span = match (facts.references.get(one.reference as usize), one.definition) {
            (Some(reference), _) => reference.span,
            (None, Some(id)) => facts.definition(id).name_span,
            (None, None) => return None,
        };
        Some((facts.lines.position(span.start, bytes), span.len(), describe_entry(one, names)))
    });
    let references = references.map(|(one, edge)| row(one, one.role, edge));
    references.chain(implied).chain(origins).chain(entries).collect()
}

fn found_at(rows: &BTreeMap<String, Vec<Row>>, path: &str, place: Place) -> String {
    let Some(rows) = rows.get(path) else { return format!("{path} is not indexed") };
    let at = |(at, length, _): &&Row| {
        at.line == place.line && at.column <= place.column && place.column < at.column + length
    };
    let found: Vec<&str> = rows.iter().filter(at).map(|(.., text)| text.as_str()).collect();
    if found.is_empty() { "no reference".to_owned() } else { format!("reference: {}", found.join(" and ")) }
}

/// `makes resolved request GET /users/?, open`, and behind that what it leads to.
fn describe_entry(entry: &FrameworkEntry, names: &BTreeMap<SymbolKey, String>) -> String {
    let detail = EntryDetail::parse(&entry.detail);
    let sure = if detail.is_certain { Resolution::Resolved } else { Resolution::Possible };
    let open = if detail.is_open { ", open" } else { "" };
    let mut text = format!("makes {sure} {} {}{open}", entry.kind, entry.name);
    if let Some(edge) = &entry.edge {
        text += &describe(Role::Call, edge, names).replacen("call", "", 1);
    }
    text
}

fn describe(role: Role, edge: &Edge, names: &BTreeMap<SymbolKey, String>) -> String {
    let mut text = format!("{role} -> {} {}", edge.resolution, edge.rule);
    let target = |target: &Target| match target {
        Target::Symbol(key) => names.get(key).map_or("gone", String::as_str).to_owned(),
        Target::Module(path) | Target::External(path) => path.clone(),
    };
    let mut targets: Vec<String> = edge.targets.iter().map(target).collect();
    targets.sort();
    for one in targets {
        write!(text, " {one}").unwrap();
    }
    if edge.candidates > 0 {
        write!(text, " of {}", edge.candidates).unwrap();
    }
    text
}
