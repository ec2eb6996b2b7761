//! What tools ask a view.

mod records;

use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, Resolution, Role, SymbolKind};
use indexer_store::{
    Destination, FORMAT, FileRecord, LiveMask, Meanings, Segment, SymbolRef, SymbolScan, TargetRef, View,
    ViewInfo, write,
};
use records::{define, empty, key, small};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

#[test]
fn a_file_and_its_symbols() {
    let view = View::in_memory(small());
    let file = view.file("a/x.py").unwrap();
    assert_eq!((file.language(), file.module(), file.doc()), ("python", "a.x", Some("Shapes.")));
    assert_eq!((file.symbol_count(), file.reference_count()), (3, 1));
    assert_eq!(file.by_resolution(), [0, 0, 1, 0]);
    let area = view.sym(view.symbol(key("a/x.py", "area")).unwrap());
    assert_eq!(
        (area.name(), area.qualified().as_str(), area.kind()),
        ("area", "a.x.area", SymbolKind::Method)
    );
    assert_eq!(area.printed(), "a/x.py#Shape.area");
    assert_eq!((area.signature(), area.doc()), ("def area()", Some("What area does.")));
    let shape = area.owner().unwrap();
    assert_eq!(shape.children(), [area]);
    assert_eq!((shape.index_in_file(), area.index_in_file()), (0, 1));
    assert_eq!(shape.encloses().len(), 1);
    assert_eq!(area.file(), file);
    assert_eq!(file.symbol_at(area.name_span().start), Some(area));
    assert!(view.file("a").is_none() && view.symbol(key("b.py", "area")).is_none());
}

/// The small repository, in which a newer segment replaces its first file by the same and another one.
fn layered() -> View {
    let mut records = small();
    let below = View::in_memory(records.clone());
    records.truncate(1);
    records.push(many("z.py", 3, "z"));
    let segment = Segment::open(write(&records), None).expect("what was just written opens");
    below.layered(ViewInfo::default(), Arc::new(segment), &[] as &[&str])
}

#[test]
fn tables_over_a_view_say_what_a_lookup_says() {
    let (mut symbols_led_to, mut modules_led_to) = (0, 0);
    for view in [View::in_memory(small()), layered()] {
        let targets = view.target_table(|one| one);
        for reference in view.files().flat_map(|file| file.references()) {
            let mut found = Vec::new();
            targets.each_of(reference, |one| found.push(one));
            let expected = reference.targets().into_iter().map(|target| match target {
                TargetRef::Symbol(key) => {
                    view.symbol(key).map_or(Destination::Elsewhere, Destination::Symbol)
                }
                TargetRef::Module(path) => Destination::Module(path),
                TargetRef::External(_) => Destination::Elsewhere,
            });
            assert_eq!(found, expected.collect::<Vec<_>>());
            symbols_led_to += found.iter().filter(|one| matches!(one, Destination::Symbol(_))).count();
            modules_led_to += found.iter().filter(|one| matches!(one, Destination::Module(_))).count();
        }
        let mut numbered = view.symbol_table(&0);
        let symbols = view.files().flat_map(|file| file.symbols());
        let all: Vec<SymbolRef> = symbols.map(|one| one.handle()).collect();
        all.iter().zip(1..).for_each(|(symbol, number)| numbered.set(*symbol, number));
        assert!(all.iter().zip(1..).all(|(symbol, number)| numbered.get(*symbol) == Some(&number)));
    }
    assert!(symbols_led_to > 1 && modules_led_to > 1, "{symbols_led_to} {modules_led_to}");
}

#[test]
fn equal_names_have_one_number_whatever_segments_they_stand_in() {
    let view = layered();
    let numbers = view.name_numbers();
    let (mut by_text, mut by_number) = (BTreeMap::new(), BTreeMap::new());
    for symbol in view.files().flat_map(|file| file.symbols()) {
        let (name, number) = (symbol.name(), numbers.number(symbol.name_handle()));
        assert!((number as usize) < numbers.len() && !numbers.is_empty());
        assert_eq!(*by_text.entry(name).or_insert(number), number, "{name}");
        assert_eq!(*by_number.entry(number).or_insert(name), name);
    }
    assert!(by_text.contains_key("area") && by_text.contains_key("f2"), "{by_text:?}");
}

/// A file of so many functions, with `sign` in their signatures: they fill several blocks of records.
fn many(path: &str, count: usize, sign: &str) -> FileRecord {
    let mut file = empty(path);
    for at in 0..count {
        define(&mut file, &format!("f{at}"), SymbolKind::Function, None);
        let symbol = file.symbols.last_mut().expect("a file with symbols");
        symbol.signature = format!("def f{at}({sign})");
        symbol.doc = at.is_multiple_of(3).then(|| format!("{sign} {at}"));
    }
    file
}

#[test]
fn a_scan_reads_what_was_written_of_each_view() {
    let files = |sign| vec![many("a.py", 50, sign), many("b.py", 100, sign), many("c.py", 9, sign)];
    let written = ["one", "other"].map(files);
    let views = written.clone().map(View::in_memory);
    let mut scan = SymbolScan::default();
    let mut scanned = 0;
    // Symbols of two views in turns, from the first to the last and back.
    for at in (0..159).chain((0..159).rev()) {
        for (view, files) in views.iter().zip(&written) {
            let records = files.iter().flat_map(|file| &file.symbols);
            let (symbol, record) = view.files().flat_map(|file| file.symbols()).zip(records).nth(at).unwrap();
            let expected = (record.signature.as_str(), record.doc.as_deref(), record.metrics);
            assert_eq!((symbol.name(), symbol.scanned(&mut scan)), (record.name.as_str(), expected));
            scanned += 1;
        }
    }
    assert_eq!(scanned, 4 * 159);
    assert!(!views.iter().any(View::damaged));
}

#[test]
fn names_in_any_case() {
    let view = View::in_memory(small());
    assert_eq!(view.symbols_named("helper", true).len(), 1);
    assert_eq!(view.symbols_named("HELPER", true).len(), 0);
    assert_eq!(view.symbols_named("HELPER", false).len(), 2);
    assert_eq!(view.names().with_prefix("He", 9), ["Helper", "helper"]);
    assert_eq!(view.names().with_prefix("", 2), ["area", "Helper"]);
    let mut seen = Vec::new();
    view.names().for_each(
        |_| true,
        |name, handle| {
            seen.push(format!("{name} {}", view.names().symbols(handle).len()));
        },
    );
    // `print`, `x` and `gone` are names of references only.
    assert_eq!(seen, ["area 1", "Helper 1", "helper 1", "Shape 1"]);
}

#[test]
fn references_and_where_they_lead() {
    let view = View::in_memory(small());
    let helper = key("a/x.py", "helper");
    let found = view.references_to(helper);
    let places: Vec<_> = found.iter().map(|r| view.reference(*r)).collect();
    assert_eq!(places.iter().map(|r| r.name()).collect::<Vec<_>>(), ["helper", "area"]);
    assert_eq!(places[0].targets(), [TargetRef::Symbol(helper)]);
    assert_eq!(places[1].targets().len(), 2);
    assert_eq!(places[1].resolution(), Resolution::Possible);
    assert_eq!(places[0].enclosing().unwrap().name(), "Helper");
    assert_eq!(places[0].file().path(), "b.py");
    assert_eq!(view.references_to_module("a/x.py").len(), 1);
    assert_eq!(view.references_to_external("builtins.print").len(), 1);
    assert_eq!(view.references_named("gone").len(), 1);
    assert_eq!(view.references_named("Gone").len(), 0);
    let all = view.files().flat_map(|file| file.references());
    for name in all.map(|one| one.name().to_owned()).collect::<std::collections::BTreeSet<_>>() {
        for wanted in [|_| true, |role| role == Role::Call, |role| role != Role::Call] {
            let named = view.references_named(&name).into_iter().map(|one| view.reference(one));
            let mut expected: Vec<&str> =
                named.filter(|one| wanted(one.role())).map(|one| one.file().path()).collect();
            expected.dedup();
            let found: Vec<&str> = view.files_with_reference(&name, wanted).map(|file| file.path()).collect();
            assert_eq!(found, expected, "{name}");
        }
    }
    assert_eq!(view.totals().by_resolution, [2, 1, 1, 1]);
}

#[test]
fn inverted_keys() {
    let view = View::in_memory(small());
    let paths = |files: Vec<indexer_store::FileRef<'_>>| -> Vec<String> {
        files.iter().map(|f| f.path().to_owned()).collect()
    };
    let b: Vec<String> = vec!["b.py".into()];
    assert_eq!(
        b,
        paths(view.files_by().consulted(&[DependencyKey::path("a/x.py"), DependencyKey::package("shapes")]))
    );
    assert_eq!(b, paths(view.files_by().extended(hash_text("Shape"))));
    assert_eq!(["a/x.py"], *paths(view.files_by().defined(hash_text("area"))));
    assert_eq!(["pyproject.toml"], *paths(view.files_by().package("shapes")));
    assert!(view.files_by().consulted(&[DependencyKey::path("nothing")]).is_empty());
}

#[test]
fn an_edit_on_top_replaces_and_removes() {
    let base = View::in_memory(small());
    let mut b = empty("b.py");
    define(&mut b, "area", SymbolKind::Function, None);
    let mut c = empty("a/c.py");
    define(&mut c, "area", SymbolKind::Function, None);
    let segment = Segment::open(write(&[c, b]), None).unwrap();
    let info = ViewInfo { generation: 2, ..ViewInfo::default() };
    let view = base.layered(info, Arc::new(segment), &["pyproject.toml"]);
    assert_eq!(view.generation(), 2);
    let paths: Vec<_> = view.files().map(|f| f.path()).collect();
    assert_eq!(paths, ["a/c.py", "a/x.py", "b.py"]);
    let under: Vec<_> = view.files_under("a").map(|f| f.path()).collect();
    assert_eq!(under, ["a/c.py", "a/x.py"]);
    assert_eq!(view.files_under("b.py").count(), 1);
    let area = view.symbols_named("area", true);
    let printed: Vec<_> = area.iter().map(|s| view.sym(*s).printed()).collect();
    assert_eq!(printed, ["a/c.py#area", "a/x.py#Shape.area", "b.py#area"]);
    assert!(view.references_to(key("a/x.py", "helper")).is_empty(), "they stood in the old b.py");
    assert!(view.files_by().package("shapes").is_empty());
    assert!(view.symbol(key("b.py", "Helper")).is_none());
    assert_eq!(view.names().with_prefix("helper", 9), ["helper"]);
    assert_eq!(base.files().count(), 3, "the view below is as it was");
}

#[test]
fn handles_of_another_view_do_no_harm() {
    let view = View::in_memory(small());
    let symbol = view.symbols_named("area", true)[0];
    let nothing = View::empty();
    assert_eq!(nothing.sym(symbol).name(), "");
    assert_eq!(nothing.files().count(), 0);
    assert!(!nothing.damaged());
}

#[test]
fn a_mask_counts_each_file_once() {
    let mut live = LiveMask::all();
    assert!(live.kill(4) && live.kill(1) && !live.kill(4));
    live.kill_all([9, 1]);
    assert_eq!(live.dead_files(), [1, 4, 9]);
    assert!(live.is_live(0) && !live.is_live(4));
}

/// The fixture was written once by this version of the format and never again: a version that
/// reads it otherwise needs a new number.
#[test]
fn the_fixture_of_this_format_is_read_and_written_the_same() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/v{FORMAT}.segment"));
    if std::env::var_os("INDEXER_WRITE_FIXTURE").is_some() {
        std::fs::write(&path, write(&small())).unwrap();
    }
    let bytes = std::fs::read(&path).unwrap();
    let segment = Segment::open(bytes.clone(), None).unwrap();
    let records: Vec<FileRecord> = (0..segment.file_count()).map(|file| segment.record(file)).collect();
    assert!(!segment.damaged());
    assert_eq!(records, small());
    assert_eq!(write(&small()), bytes);
}

#[test]
fn words_lead_to_the_live_files_that_hold_them_in_the_order_of_paths() {
    let [first, second, third, again] = ["a.py", "dd/long.py", "z.py", "z.py"].map(records::empty);
    let below = View::in_memory(vec![second, third]);
    let segment = Segment::open(indexer_store::write(&[first, again]), None).unwrap();
    let view = below.layered(ViewInfo::default(), segment.into(), &[""; 0]);
    let catalogue = view.catalogue();
    let paths: Vec<&str> = catalogue.files().map(|file| file.path()).collect();
    assert_eq!(paths, ["a.py", "dd/long.py", "z.py"]);
    let runs = |word: u32| {
        let mut found: Vec<(u32, Vec<u8>)> =
            catalogue.runs(word).into_iter().map(|(file, run)| (file, run.to_vec())).collect();
        found.sort();
        found
    };
    assert_eq!(runs(7), [(0, vec![0, 9]), (1, vec![0, 9]), (2, vec![0, 9])]);
    assert_eq!(runs(104), [(0, vec![1, 4]), (2, vec![1, 4])]);
    assert_eq!(runs(8), []);
    let file = catalogue.file(1).unwrap();
    assert_eq!((file.extent(), file.chunk_table()), ((2, 1), "dd/long.py".as_bytes()));
    let Meanings { signs, levels, path_vector } = file.meanings();
    assert_eq!((file.embedded().collect::<Vec<_>>(), signs), (vec![1], [10; 32].as_slice()));
    assert_eq!((levels, path_vector), ([11; 96].as_slice(), [10; 128].as_slice()));
    assert!(!view.damaged());
}
