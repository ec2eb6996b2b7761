//! Flipped bytes, cut, swapped, empty, foreign files and folders in their place: recognised, said, and
//! built again within the same query.

use indexer_engine::{Damage, Options, Workspace};
use indexer_testkit::{Files, Scratch};
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Files {
    let text = [
        ("a.py", "from b import two\n\n\ndef one():\n    return two()\n"),
        ("b.py", "def two():\n    return 2\n"),
    ];
    text.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

fn open(s: &Scratch) -> Workspace {
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    Workspace::open(options, |_| ()).unwrap().with_threads(1)
}

fn ask(s: &Scratch) -> (String, Vec<Damage>) {
    open(s).query(|snapshot| (snapshot.view.dump(), snapshot.freshness.damage.clone())).unwrap()
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> =
        entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

/// The files of the cache and what they held.
struct Cache {
    s: Scratch,
    files: Vec<(PathBuf, Vec<u8>)>,
    right: String,
}

impl Cache {
    fn new() -> Self {
        let s = Scratch::new(&files()).unwrap();
        open(&s).index(false).unwrap();
        let right = ask(&s).0;
        let files =
            below(&s.cache()).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
        Self { s, files, right }
    }

    fn reset(&self) {
        fs::remove_dir_all(self.s.cache()).unwrap();
        for (path, bytes) in &self.files {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    fn find(&self, part: &str) -> &(PathBuf, Vec<u8>) {
        self.files.iter().find(|(path, _)| path.to_str().unwrap().contains(part)).unwrap()
    }

    /// Does `spoil` to a whole cache; what it did must be said once and repaired.
    fn check(&self, what: &str, facts: bool, spoil: impl FnOnce()) {
        self.reset();
        spoil();
        if facts {
            open(&self.s).index(true).unwrap();
        }
        let (dump, damage) = ask(&self.s);
        assert!(dump == self.right, "{what}: the answer");
        assert!(!damage.is_empty(), "{what}: not said");
        let (dump, again) = ask(&self.s);
        assert!(dump == self.right, "{what}: the next answer");
        assert_eq!(again, damage, "{what}: met again");
    }
}

#[test]
fn damage_anywhere_is_said_and_repaired_within_the_query() {
    let cache = Cache::new();
    let mut places = 0;
    for (part, step) in [("head", 1), ("fingerprints", 5), ("segments", 29), ("facts", 5)] {
        let (path, bytes) = cache.find(part);
        let facts = part == "facts";
        for at in (0..bytes.len()).filter(|at| at % step == 0 || *at < 16 || *at + 8 > bytes.len()) {
            places += 1;
            cache.check(&format!("{part}, byte {at} flipped"), facts, || {
                let mut bytes = bytes.clone();
                bytes[at] ^= 0x21;
                fs::write(path, bytes).unwrap();
            });
        }
        for length in (0..bytes.len()).step_by(bytes.len() / 8 + 1) {
            places += 1;
            cache.check(&format!("{part}, cut at {length}"), facts, || {
                fs::write(path, &bytes[..length]).unwrap()
            });
        }
        cache.check(&format!("{part} is a folder"), facts, || {
            fs::remove_file(path).unwrap();
            fs::create_dir(path).unwrap();
        });
        if part != "fingerprints" {
            for version in [1u8, 2, 255] {
                cache.check(&format!("{part} of format {version}"), facts, || {
                    let mut bytes = bytes.clone();
                    bytes[8] = version;
                    fs::write(path, bytes).unwrap();
                });
            }
        }
    }
    let (head, prints) = (cache.find("head"), cache.find("fingerprints"));
    cache.check("head and fingerprints swapped", false, || {
        fs::write(&head.0, &prints.1).unwrap();
        fs::write(&prints.0, &head.1).unwrap();
    });
    println!("places: {places}");
    assert!(places > 300, "{places}");
}

#[test]
fn two_good_segments_under_each_others_names_are_not_believed() {
    let s = Scratch::new(&files()).unwrap();
    open(&s).index(false).unwrap();
    s.write("b.py", "def two():\n    return 3\n\n\ndef three():\n    return two()\n").unwrap();
    let right = open(&s).refresh().unwrap();
    assert_eq!(right.view.segments().len(), 2);
    let all = below(&s.cache());
    let segments: Vec<_> = all.iter().filter(|path| path.to_str().unwrap().contains("segments")).collect();
    let aside = s.cache().join("aside");
    fs::rename(segments[0], &aside).unwrap();
    fs::rename(segments[1], segments[0]).unwrap();
    fs::rename(&aside, segments[1]).unwrap();
    let (dump, damage) = ask(&s);
    assert!(dump == right.view.dump());
    assert!(damage[0].what.contains("the name of another"), "{damage:?}");
}

#[test]
fn what_was_damaged_is_said_until_a_change_is_taken_in() {
    let cache = Cache::new();
    let (path, _) = cache.find("segments");
    fs::remove_file(path).unwrap();
    fs::write(path, "").unwrap();
    assert!(!ask(&cache.s).1.is_empty() && !ask(&cache.s).1.is_empty());
    cache.s.write("c.py", "x = 1\n").unwrap();
    assert_eq!(ask(&cache.s).1, []);
}
