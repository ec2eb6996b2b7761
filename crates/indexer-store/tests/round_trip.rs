//! What is written is read back, by record, by fold and through a stack of segments.

mod records;

use indexer_core::FileWords;
use indexer_store::{
    FileRecord, PackedFile, PackedWords, Segment, SegmentBuilder, Spill, View, ViewInfo, ViewSegment, merge,
    write,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

fn open(records: &[FileRecord]) -> Segment {
    Segment::open(write(records), None).expect("what was just written opens")
}

fn read(segment: &Segment) -> Vec<FileRecord> {
    (0..segment.file_count()).map(|file| segment.record(file)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_come_back_and_are_written_the_same(records in records::records(8)) {
        let segment = open(&records);
        let back = read(&segment);
        prop_assert!(!segment.damaged());
        prop_assert_eq!(&back, &records);
        prop_assert_eq!(write(&back), segment.bytes());
    }

    #[test]
    fn a_stack_folds_to_what_a_build_from_nothing_writes(
        base in records::records(6),
        edits in prop::collection::vec((records::records(4), any::<prop::sample::Index>()), 0..4),
    ) {
        let mut truth: BTreeMap<String, FileRecord> =
            base.iter().map(|r| (r.path.clone(), r.clone())).collect();
        let mut view = View::new(ViewInfo::default(), vec![ViewSegment::all(open(&base))]);
        for (edit, removed) in &edits {
            let removed: Vec<String> = if truth.is_empty() {
                Vec::new()
            } else {
                truth.keys().nth(removed.index(truth.len())).cloned().into_iter().collect()
            };
            removed.iter().for_each(|path| { truth.remove(path); });
            truth.extend(edit.iter().map(|r| (r.path.clone(), r.clone())));
            view = view.layered(ViewInfo::default(), Arc::new(open(edit)), &removed);
        }
        let truth: Vec<FileRecord> = truth.into_values().collect();
        let paths: Vec<&str> = view.files().map(|f| f.path()).collect();
        prop_assert_eq!(paths, truth.iter().map(|r| r.path.as_str()).collect::<Vec<_>>());
        let fresh = View::in_memory(truth.clone());
        prop_assert_eq!(view.dump(), fresh.dump());
        prop_assert_eq!(merge(&view), write(&truth));
        same_answers(&view, &fresh, &truth)?;
        prop_assert!(!view.damaged() && !fresh.damaged());
    }
}

/// The questions of `view` and `fresh` have the same answers, and those that the records say.
fn same_answers(view: &View, fresh: &View, truth: &[FileRecord]) -> Result<(), TestCaseError> {
    let symbols = |view: &View, found: Vec<indexer_store::SymbolRef>| -> Vec<_> {
        found.iter().map(|s| (view.sym(*s).file().path().to_owned(), view.sym(*s).record())).collect()
    };
    let references = |view: &View, found: Vec<indexer_store::ReferenceRef>| -> Vec<_> {
        let one = |r: &indexer_store::ReferenceRef| view.reference(*r);
        found.iter().map(|r| (one(r).file().path().to_owned(), one(r).record())).collect()
    };
    let paths = |found: Vec<indexer_store::FileRef<'_>>| -> Vec<String> {
        found.iter().map(|f| f.path().to_owned()).collect()
    };
    let totals = view.totals();
    prop_assert_eq!(totals.files, truth.len() as u64);
    prop_assert_eq!(totals.references, totals.by_resolution.iter().sum::<u64>());
    for record in truth {
        prop_assert_eq!(&view.file(&record.path).map(|f| f.record()), &Some(record.clone()));
        for symbol in &record.symbols {
            for exact in [true, false] {
                let expected: Vec<_> = truth
                    .iter()
                    .flat_map(|r| r.symbols.iter().map(|s| (r.path.clone(), s.clone())))
                    .filter(|(_, s)| {
                        if exact {
                            s.name == symbol.name
                        } else {
                            s.name.to_lowercase() == symbol.name.to_lowercase()
                        }
                    })
                    .collect();
                let found = symbols(view, view.symbols_named(&symbol.name, exact));
                let mut names = found.clone();
                if !exact {
                    // Equal places of several spellings stand in the order of the file.
                    names.sort_by_key(|(path, s)| {
                        let of = truth.iter().find(|r| r.path == *path);
                        (path.clone(), of.and_then(|r| r.symbols.iter().position(|o| o == s)))
                    });
                }
                prop_assert_eq!(names, expected);
                prop_assert_eq!(found, symbols(fresh, fresh.symbols_named(&symbol.name, exact)));
            }
            let key = view.symbol(symbol.key).map(|s| view.sym(s).key());
            prop_assert_eq!(key, Some(symbol.key));
            let hash = indexer_core::key::hash_text(&symbol.name);
            let defining = truth.iter().filter(|r| r.symbols.iter().any(|s| s.name == symbol.name));
            prop_assert_eq!(
                paths(view.files_by().defined(hash)),
                defining.map(|r| r.path.clone()).collect::<Vec<_>>()
            );
        }
        for reference in &record.references {
            let named = references(view, view.references_named(&reference.name));
            let all = truth.iter().flat_map(|r| r.references.iter().map(|e| (r.path.clone(), e.clone())));
            let expected: Vec<_> = all.clone().filter(|(_, e)| e.name == reference.name).collect();
            prop_assert_eq!(named, expected);
            for target in &reference.targets {
                use indexer_core::Target;
                let found = match target {
                    Target::Symbol(key) => view.references_to(*key),
                    Target::Module(path) => view.references_to_module(path),
                    Target::External(path) => view.references_to_external(path),
                };
                let expected: Vec<_> = all.clone().filter(|(_, e)| e.targets.contains(target)).collect();
                prop_assert_eq!(references(view, found), expected);
            }
        }
        for key in &record.consulted {
            let expected = truth.iter().filter(|r| r.consulted.contains(key)).map(|r| r.path.clone());
            prop_assert_eq!(paths(view.files_by().consulted(&[*key, *key])), expected.collect::<Vec<_>>());
        }
        for hash in &record.extends {
            let expected = truth.iter().filter(|r| r.extends.contains(hash)).map(|r| r.path.clone());
            prop_assert_eq!(paths(view.files_by().extended(*hash)), expected.collect::<Vec<_>>());
        }
        for name in &record.packages {
            let expected = truth.iter().filter(|r| r.packages.contains(name)).map(|r| r.path.clone());
            prop_assert_eq!(paths(view.files_by().package(name)), expected.collect::<Vec<_>>());
        }
    }
    Ok(())
}

/// A segment of these records, whose words waited in one spill and whose other parts wait in another or the same.
fn built(records: &[FileRecord], of_words: &Spill, spill: Arc<Spill>) -> Option<Vec<u8>> {
    let mut builder = SegmentBuilder::new(spill);
    for record in records {
        let mut words = PackedWords::new(&record.words);
        words.spill(of_words);
        builder.add(PackedFile::with_words(record, words));
    }
    builder.finish(&|| false, None).map(|bytes| bytes.to_vec())
}

#[cfg(unix)]
#[test]
fn what_waited_in_a_file_gives_the_same_segment_and_that_of_another_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = records::small();
    let words = FileWords {
        chunks: 1,
        terms: vec![1, 2],
        ends: vec![1, 2],
        postings: vec![0, 0],
        ..FileWords::default()
    };
    records[0].words = Arc::new(words);
    for room in [0, 1, 100] {
        let spill = Arc::new(Spill::with_room(Some(folder.path()), room));
        assert_eq!(built(&records, &spill, spill.clone()), Some(write(&records)), "{room}");
    }
    let spill = Spill::with_room(Some(folder.path()), 0);
    assert_eq!(built(&records, &spill, Arc::default()), None, "nothing waits in that file");
}
