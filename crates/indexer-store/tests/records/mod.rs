//! Records for tests: any at all, and a small repository that hangs together.
#![allow(dead_code, reason = "each test file uses a part")]

use indexer_core::key::hash_text;
use indexer_core::{
    ContentId, DependencyKey, FileWords, Flags, LEVELS, Metrics, Position, Problem, ProblemKind, Resolution,
    Role, Rule, SIGNS, Span, SymbolKey, SymbolKind, Tally, Target, Visibility,
};
use indexer_store::{FileRecord, ReferenceRecord, SymbolRecord};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Numbers that are mostly small, so that things meet.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..9u32, 2 => 0..70_000u32, 1 => any::<u32>()]
}

fn hash() -> impl Strategy<Value = u64> {
    prop_oneof![3 => 0..6u64, 2 => (0..9u64).prop_map(|n| n << 61), 1 => any::<u64>()]
}

fn text() -> impl Strategy<Value = String> {
    const FEW: &[&str] = &["", "a", "A", "b", "get", "Get", "GET", "a::b::get", "ä", "Ä", "İ", "x.y"];
    prop_oneof![6 => select(FEW).prop_map(str::to_owned), 1 => ".{0,12}"]
}

fn span() -> impl Strategy<Value = Span> {
    (number(), number()).prop_map(|(start, end)| Span { start, end })
}

fn position() -> impl Strategy<Value = Position> {
    (number(), number()).prop_map(|(line, column)| Position { line, column })
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        hash().prop_map(|h| Target::Symbol(SymbolKey(h))),
        text().prop_map(Target::Module),
        text().prop_map(Target::External),
    ]
}

fn symbol() -> impl Strategy<Value = SymbolRecord> {
    let metrics = vec(number(), 5).prop_map(|n| Metrics {
        cyclomatic: n[0],
        cognitive: n[1],
        nesting: n[2],
        parameters: n[3],
        lines: n[4],
    });
    let said = (hash(), text(), text(), text(), option::of(text()), option::of(metrics));
    let kinds = (select(SymbolKind::ALL), select(Visibility::ALL), number(), option::of(number()));
    let places = (span(), span(), position(), number(), number());
    (said, kinds, places).prop_map(|(said, kinds, places)| {
        let (key, name, qualified, signature, doc, metrics) = said;
        let (kind, visibility, flags, owner) = kinds;
        let (name_span, span, at, start_line, end_line) = places;
        SymbolRecord {
            key: SymbolKey(key),
            name,
            qualified,
            kind,
            visibility,
            flags: Flags(flags),
            owner,
            name_span,
            span,
            at,
            start_line,
            end_line,
            signature,
            doc,
            metrics,
        }
    })
}

fn reference() -> impl Strategy<Value = ReferenceRecord> {
    let said = (text(), span(), position(), select(Role::ALL), option::of(number()), option::of(any::<u8>()));
    let leads = (select(Resolution::ALL), select(Rule::ALL), vec(target(), 0..4), number());
    (said, leads).prop_map(|(said, leads)| {
        let (name, span, at, role, enclosing, arguments) = said;
        let (resolution, rule, targets, candidates) = leads;
        let name = name.into();
        ReferenceRecord { name, span, at, role, enclosing, arguments, resolution, rule, targets, candidates }
    })
}

fn file() -> impl Strategy<Value = FileRecord> {
    let problem = (select(ProblemKind::ALL), span(), text());
    let problem = problem.prop_map(|(kind, span, detail)| Problem { kind, span, detail });
    let tally = vec(number(), 6).prop_map(|n| Tally {
        identifiers: n[0],
        definitions: n[1],
        references: n[2],
        locals: n[3],
        neither: n[4],
        left_out: n[5],
    });
    let about = (any::<[u8; 20]>(), text(), text(), option::of(text()), number(), number());
    let held = (vec(problem, 0..3), tally, vec(symbol(), 0..6), vec(reference(), 0..8));
    let hashes = (btree_set(hash(), 0..5), vec(hash(), 0..4), vec(text(), 0..3));
    let sought = (words(), option::of(any::<u8>()));
    (about, held, hashes, sought).prop_map(|(about, held, hashes, (words, place))| {
        let (content, language, module, doc, bytes, lines) = about;
        let (problems, tally, symbols, references) = held;
        let (consulted, extends, packages) = hashes;
        FileRecord {
            path: String::new(),
            content: ContentId(content),
            language,
            module,
            doc,
            bytes,
            lines,
            problems,
            tally,
            symbols,
            references,
            consulted: consulted.into_iter().map(DependencyKey).collect(),
            extends,
            packages,
            words: words.into(),
            path_vector: place.map_or(Vec::new(), |byte| vec![byte; SIGNS + LEVELS]),
        }
    })
}

/// Any words of a file, ends and all.
fn words() -> impl Strategy<Value = FileWords> {
    let held = btree_map(0..40_u32, vec(any::<u8>(), 0..4), 0..6);
    (held, vec(any::<u8>(), 0..9), btree_map(0..20_u32, any::<u8>(), 0..3)).prop_map(
        |(held, table, embedded)| {
            let mut words = FileWords { chunks: 20, table, ..FileWords::default() };
            for (term, run) in held {
                words.terms.push(term.wrapping_mul(0x9E37_79B9));
                words.postings.extend(run);
                words.ends.push(words.postings.len() as u32);
            }
            words.terms.sort_unstable();
            for (piece, byte) in embedded {
                words.embedded.push(piece);
                words.signs.extend([byte; SIGNS]);
                words.levels.extend([!byte; LEVELS]);
            }
            words
        },
    )
}

/// Any records, sorted by path.
pub(crate) fn records(most: usize) -> impl Strategy<Value = Vec<FileRecord>> {
    let path = prop_oneof![3 => "[ab]/[ab-]{1,2}", 1 => "[a-c/é]{0,5}"];
    btree_map(path, file(), 0..most).prop_map(|files| files.into_iter().map(settle).collect())
}

/// Puts a file at its path. Keys hold the path, so no two files define the same one; every second
/// target is a key of the file itself.
fn settle((path, mut file): (String, FileRecord)) -> FileRecord {
    let own = |key: SymbolKey| SymbolKey(key.0 ^ hash_text(&path) >> 8);
    file.symbols.iter_mut().for_each(|symbol| symbol.key = own(symbol.key));
    for target in file.references.iter_mut().flat_map(|r| &mut r.targets) {
        if let Target::Symbol(key) = target
            && key.0 % 2 == 1
        {
            *key = own(*key);
        }
    }
    FileRecord { path, ..file }
}

/// An empty file at `path`.
pub(crate) fn empty(path: &str) -> FileRecord {
    FileRecord {
        path: path.to_owned(),
        content: ContentId::of(path.as_bytes()),
        language: "python".into(),
        module: path.trim_end_matches(".py").replace('/', "."),
        doc: None,
        bytes: 10,
        lines: 2,
        problems: Vec::new(),
        tally: Tally::default(),
        symbols: Vec::new(),
        references: Vec::new(),
        consulted: Vec::new(),
        extends: Vec::new(),
        packages: Vec::new(),
        words: own_words(path).into(),
        path_vector: vec![path.len() as u8; SIGNS + LEVELS],
    }
}

/// The word 7, which every file has, and the number of bytes of the path, which few share.
fn own_words(path: &str) -> FileWords {
    FileWords {
        chunks: 2,
        table: path.as_bytes().to_vec(),
        terms: vec![7, 100 + path.len() as u32],
        ends: vec![2, 4],
        postings: vec![0, 9, 1, path.len() as u8],
        embedded: vec![1],
        signs: vec![path.len() as u8; SIGNS],
        levels: vec![path.len() as u8 + 1; LEVELS],
    }
}

/// The key that [`define`] gives.
pub(crate) fn key(path: &str, name: &str) -> SymbolKey {
    SymbolKey(hash_text(&format!("{path}#{name}")))
}

/// Adds a symbol to a file; `owner` is an index into its symbols.
pub(crate) fn define(file: &mut FileRecord, name: &str, kind: SymbolKind, owner: Option<u32>) {
    let line = file.symbols.len() as u32 * 10 + 1;
    let start = line * 30;
    file.symbols.push(SymbolRecord {
        key: key(&file.path, name),
        name: name.to_owned(),
        qualified: format!("{}.{name}", file.module),
        kind,
        visibility: Visibility::Public,
        flags: Flags::NONE,
        owner,
        name_span: Span::new(start + 4, start + 4 + name.len() as u32),
        span: Span::new(start, start + 200),
        at: Position { line, column: 5 },
        start_line: line,
        end_line: line + 7,
        signature: format!("def {name}()"),
        doc: Some(format!("What {name} does.")),
        metrics: Some(Metrics { cyclomatic: 2, ..Metrics::default() }),
    });
}

/// Adds a reference with these targets to a file.
pub(crate) fn refer(file: &mut FileRecord, name: &str, resolution: Resolution, targets: Vec<Target>) {
    let line = file.references.len() as u32 + 3;
    file.references.push(ReferenceRecord {
        name: name.into(),
        span: Span::new(line * 30, line * 30 + name.len() as u32),
        at: Position { line, column: 1 },
        role: Role::Call,
        enclosing: (!file.symbols.is_empty()).then_some(0),
        arguments: Some(1),
        resolution,
        rule: Rule::Import,
        targets,
        candidates: u32::from(resolution == Resolution::Unresolved),
    });
}

/// A small repository: `a/x.py` defines `Shape.area` and `helper`; `b.py` uses them; a manifest.
pub(crate) fn small() -> Vec<FileRecord> {
    let mut x = empty("a/x.py");
    x.doc = Some("Shapes.".into());
    define(&mut x, "Shape", SymbolKind::Class, None);
    define(&mut x, "area", SymbolKind::Method, Some(0));
    define(&mut x, "helper", SymbolKind::Function, None);
    refer(&mut x, "print", Resolution::External, vec![Target::External("builtins.print".into())]);
    let mut b = empty("b.py");
    b.problems.push(Problem::whole(ProblemKind::Syntax, "odd"));
    define(&mut b, "Helper", SymbolKind::Class, None);
    refer(&mut b, "x", Resolution::Resolved, vec![Target::Module("a/x.py".into())]);
    refer(&mut b, "helper", Resolution::Resolved, vec![Target::Symbol(key("a/x.py", "helper"))]);
    let either = ["area", "helper"].map(|name| Target::Symbol(key("a/x.py", name)));
    refer(&mut b, "area", Resolution::Possible, either.to_vec());
    refer(&mut b, "gone", Resolution::Unresolved, Vec::new());
    b.consulted = vec![DependencyKey::path("a/x.py"), DependencyKey::package("shapes")];
    b.consulted.sort_unstable();
    b.extends = vec![hash_text("Shape")];
    let mut manifest = empty("pyproject.toml");
    manifest.language = String::new();
    manifest.packages = vec!["shapes".into()];
    vec![x, b, manifest]
}
