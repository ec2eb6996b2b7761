//! Each identifier token is counted exactly once, in good code, broken code and hostile code.

use indexer_parse::{LANGUAGES, Language, Limits, identifiers, parse, table, walk};
use indexer_testkit::fixture::{Page, Story};

fn holds(language: &'static Language, bytes: &[u8], what: &str) {
    if let Some(fault) = fault(language, bytes) {
        panic!("{what}: {fault}");
    }
}

/// Holds, and all identifiers are definitions, references, locals or neither.
fn holds_whole(language: &'static Language, bytes: &[u8], what: &str) {
    holds(language, bytes, what);
    let tally = parse(language, bytes, Limits::default()).tally;
    assert_eq!(tally.left_out, 0, "{what}: {tally:?}");
}

/// What is not conserved in a file.
fn fault(language: &'static Language, bytes: &[u8]) -> Option<String> {
    let facts = parse(language, bytes, Limits::default());
    if !facts.tally.balances() {
        return Some(format!("{:?}", facts.tally));
    }
    if !facts.definitions.is_sorted_by_key(|d| d.name_span) {
        return Some("definitions are not in order".to_owned());
    }
    if facts.problems.iter().any(|p| p.detail.contains("NUL") || p.detail.contains("the limit is")) {
        return None;
    }
    let text = String::from_utf8_lossy(bytes);
    let counted = identifiers(language, &text).expect("a tree");
    (facts.tally.identifiers != counted).then(|| format!("{counted} in the text: {:?}", facts.tally))
}

#[test]
fn every_kind_and_field_of_the_tables_exists() {
    for language in LANGUAGES {
        let Some(grammar) = language.grammar.of_trees() else { continue };
        let count = grammar.node_kind_count() as u16;
        let is_kind = |name: &str| {
            (0..count).any(|id| grammar.node_kind_is_named(id) && grammar.node_kind_for_id(id) == Some(name))
        };
        for (kind, role) in language.roles {
            assert!(is_kind(kind), "{}: no node kind {kind}", language.id);
            let fields = match role {
                walk::Role::Member(of, name, _) => vec![*of, *name],
                walk::Role::Call(of, arguments) => vec![*of, *arguments],
                _ => Vec::new(),
            };
            for field in fields {
                let text = table::Field::ALL.iter().find(|(one, _)| *one == field).map(|(_, text)| *text);
                let exists = text.is_some_and(|text| grammar.field_id_for_name(text).is_some());
                assert!(exists, "{}: no field {field:?} ({kind})", language.id);
            }
        }
        for kind in language.identifiers {
            assert!(is_kind(kind), "{}: no identifier kind {kind}", language.id);
        }
    }
}

#[test]
#[cfg_attr(
    not(feature = "lang-heavy"),
    ignore = "fields of a language that is left out exist in no other grammar"
)]
fn each_field_exists_in_some_grammar() {
    let grammars: Vec<_> = LANGUAGES.iter().filter_map(|language| language.grammar.of_trees()).collect();
    for (_, text) in table::Field::ALL {
        let exists = grammars.iter().any(|grammar| grammar.field_id_for_name(text).is_some());
        assert!(exists, "no field {text}");
    }
}

#[test]
fn stubs_have_no_problems() {
    for language in LANGUAGES {
        for stub in language.stubs {
            let facts = parse(language, stub.source.as_bytes(), Limits::default());
            assert!(facts.problems.is_empty(), "{}: {:?}", stub.path, facts.problems);
        }
    }
}

#[test]
fn hostile_input_balances() {
    let mut inputs: Vec<(String, Vec<u8>)> = vec![
        ("empty".into(), Vec::new()),
        ("nul".into(), b"a = 1\0".to_vec()),
        ("not utf-8".into(), b"a = b\xff\xfe c\nfoo(\xc3".to_vec()),
        ("byte order mark".into(), b"\xef\xbb\xbfa = b\n".to_vec()),
        ("carriage returns".into(), b"def f(a):\r\n  return a\r\nx = f(1)\r\n".to_vec()),
    ];
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("-", ""), ("a.", "b"), ("not ", "a")]
    {
        let text = format!("x = {}y{}\n", open.repeat(20_000), close.repeat(20_000));
        inputs.push((format!("20,000 times {open}"), text.into_bytes()));
        inputs
            .push((format!("2,000 times {open}, open"), format!("x = {}y", open.repeat(2_000)).into_bytes()));
    }
    // Found by fuzzing: a text that the line ends, before what looks like a label.
    let cut = b"ackage.jsonn{\"\name\":, \"exports\": {\".\": {\"impo2t\": \"./i.mjs\"}}, \"d\": {\"c\": \"w:*\"}}\n";
    inputs.push(("a text that the line ends".into(), cut.to_vec()));
    inputs.push(("a declaration within one".into(), b"n \xedstruct{}()({t*n;}*p;".to_vec()));
    inputs.push(("damage in what is assigned to".into(), b"e<class(t.a\ns)=f".to_vec()));
    let nested: String = (0..400).map(|i| format!("{}if a{i}:\n", " ".repeat(i))).collect();
    inputs.push(("deep blocks".into(), nested.into_bytes()));
    inputs.push(("long chain".into(), format!("x = a{}\n", ".b(c)".repeat(3_000)).into_bytes()));
    inputs.push(("nested functions".into(), "def f(a=lambda b: (".repeat(900).into_bytes()));
    inputs.push((
        "nested targets".into(),
        format!("{}a{} = b", "(".repeat(3_000), ",)".repeat(3_000)).into_bytes(),
    ));
    for language in LANGUAGES {
        for (what, bytes) in &inputs {
            holds(language, bytes, &format!("{}: {what}", language.id));
        }
    }
}

/// What fuzzing found, made small.
#[test]
fn what_was_found_once_balances() {
    for (id, text) in [
        ("rust", "#[derive(X T)"),
        ("rust", "#[derive(a::X T::U 'b [c] $d, E)]\nstruct S;"),
        ("rust", "const C:e(#[e]T;"),
        ("rust", "macro_rules! m { ($a) => { { $(b(*) => { { $(c($d);)* } } }\nfn f() {"),
        ("rust", "{}m!(x"),
        ("rust", "macro_rules!{{}}m![x"),
        ("rust", "fn f() { a!{b"),
        ("rust", "macro_rules! m { ($a:ident,$($b:expr),*) => { fn $a() { $(go(*) => {"),
        ("rust", "type F = fn(#[a::b] /* c */ i32, #[d(e)] f: g) -> h;"),
        ("groovy", "&a"),
        // A tag of the longest that is looked for, which ends within a letter.
        ("sql", &format!("${}", "\u{20ac}".repeat(100))),
    ] {
        let language = indexer_parse::by_id(id).unwrap();
        holds(language, text.as_bytes(), text);
    }
}

/// Every prefix of a fixture, and the fixture without each of its tokens in turn: nothing of it is left out.
#[test]
fn broken_code_balances() {
    for language in LANGUAGES {
        for source in fixtures(language.id) {
            holds_whole(language, source.as_bytes(), language.id);
            let words: Vec<&str> = source.split_inclusive([' ', '\n', '(', ')', ':', ',', '.']).collect();
            let step = (words.len() / 150).max(1);
            for cut in (0..words.len()).step_by(step) {
                holds_whole(
                    language,
                    words[..cut].concat().as_bytes(),
                    &format!("{}: first {cut}", language.id),
                );
                let without = [&words[..cut], &words[cut + 1..]].concat().concat();
                holds_whole(language, without.as_bytes(), &format!("{}: without {cut}", language.id));
            }
        }
    }
}

/// The files of the language's page of fixtures.
fn fixtures(language: &str) -> Vec<String> {
    let page = format!("{}/tests/fixtures/{language}.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(page).expect("every language has a page");
    let page = Page::read(&text).expect("a page");
    let files = page.stories.iter().flat_map(Story::files);
    files.map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

/// The corpora named by `INDEXER_CORPORA`, a folder; else the crates of this repository.
#[test]
fn corpora_balance() {
    let named = std::env::var_os("INDEXER_CORPORA").map(std::path::PathBuf::from);
    let own = || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![named.unwrap_or_else(own)];
    let (mut files, mut faults) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("INDEXER_CORPORA is a folder").flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file()
                && let Some(language) = indexer_parse::language_of(&path.to_string_lossy(), b"")
                && let Ok(bytes) = std::fs::read(&path)
            {
                faults.extend(fault(language, &bytes).map(|fault| format!("{}: {fault}", path.display())));
                files += 1;
            }
        }
    }
    assert!(faults.is_empty(), "{} of {files} files: {}", faults.len(), faults.join("\n"));
    assert!(files > 20, "no corpus: {files} files of a known language");
}
