//! The sources of Rust's standard library as an input of linking: what our own declarations leave out is read there, and types
//! flow through both.

use indexer_core::Resolution;
use indexer_engine::{Options, Workspace};
use indexer_packages::Machine;
use indexer_store::{TargetRef, View};
use indexer_testkit::{Files, Scratch};

/// A small library of the shape of the real one: traits are `const`, and `std` passes on what others define.
const LIBRARY: &[(&str, &str)] = &[
    ("core/Cargo.toml", "[package]\nname = \"core\"\n"),
    ("core/src/lib.rs", "pub mod convert;\npub mod iter;\npub mod option;\npub mod prelude;\npub mod str;\n"),
    ("core/src/convert.rs", "pub const trait Reads<T: ?Sized>: Sized {\n    fn read_ref(&self) -> &T;\n}\n"),
    ("core/src/iter.rs", "mod traits;\npub use self::traits::iterator::Iterator;\n"),
    ("core/src/iter/traits.rs", "pub mod iterator;\n"),
    (
        "core/src/iter/traits/iterator.rs",
        "pub const trait Iterator {\n    type Item;\n    fn next(&mut self) -> Option<Self::Item>;\n}\n",
    ),
    (
        "core/src/option.rs",
        "pub enum Option<T> { None, Some(T) }\nimpl<T> Option<T> {\n    pub const fn kept(self) -> Option<T>;\n}\n",
    ),
    (
        "core/src/str.rs",
        "pub struct Chars<'a>(&'a str);\nimpl<'a> Iterator for Chars<'a> {\n    type Item = char;\n    fn next(&mut self) -> Option<char> { None }\n}\nimpl<'a> Chars<'a> { pub fn rest(&self) -> &'a str { \"\" } }\n",
    ),
    ("core/src/prelude.rs", "pub mod v1;\n"),
    ("core/src/prelude/v1.rs", "pub use crate::convert::Reads;\npub use crate::iter::Iterator;\n"),
    ("alloc/Cargo.toml", "[package]\nname = \"alloc\"\n[dependencies]\ncore = { path = \"../core\" }\n"),
    ("alloc/src/lib.rs", "pub mod vec;\n"),
    (
        "alloc/src/vec.rs",
        "pub struct Vec<T, A = Global> { of: T, by: A }\nimpl<T, A> Vec<T, A> {\n    pub fn first_kept(&self) -> Option<T> {}\n}\n",
    ),
    (
        "std/Cargo.toml",
        "[package]\nname = \"std\"\n[dependencies]\ncore = { path = \"../core\" }\nalloc = { path = \"../alloc\" }\n",
    ),
    (
        "std/src/lib.rs",
        "extern crate alloc as alloc_crate;\npub mod fs;\npub mod prelude;\npub use alloc_crate::vec;\npub use core::{convert, iter, option, str};\n",
    ),
    ("std/src/prelude.rs", "pub mod v1;\n"),
    ("std/src/prelude/v1.rs", "pub use core::prelude::v1::*;\n"),
    (
        "std/src/fs.rs",
        "pub struct File;\npub struct Metadata;\nimpl File {\n    pub fn metadata(&self) -> Metadata { Metadata }\n}\n\
         impl Metadata {\n    pub fn kind(&self) -> FileType { FileType }\n}\npub struct FileType;\n\
         impl FileType {\n    pub fn is_odd(&self) -> bool { false }\n}\n",
    ),
];

const USES: &str = "use std::convert::Reads;
use std::fs::File;
use std::str::Chars;

pub struct Own;
impl Own {
    pub fn own(&self) {}
}
pub struct Many;
impl Iterator for Many {
    type Item = Own;
    fn next(&mut self) -> Option<Own> { None }
}
fn packages(file: File) { file.metadata().kind().is_odd(); }
fn flows(all: Vec<Own>) { all.first_kept().unwrap().own(); }
fn bounds<P: Reads<Own>>(one: P) { one.read_ref().own(); }
fn iterators(many: Many) { many.map(|one| one.own()); }
fn letters(all: Chars) { all.rest(); }
";

fn machine(s: &Scratch) -> Machine {
    let home = s.cache().join("rustup");
    Machine { variables: [("RUSTUP_HOME", home)].into(), ..Machine::default() }
}

fn install(s: &Scratch) {
    let home = s.cache().join("rustup");
    let library = home.join("toolchains/stable-here/lib/rustlib/src/rust/library");
    for (path, text) in LIBRARY {
        let file = library.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    std::fs::write(home.join("settings.toml"), "default_toolchain = \"stable\"\n").unwrap();
}

fn repository() -> Scratch {
    let manifest = "[package]\nname = \"uses\"\n";
    let files = [("Cargo.toml", manifest), ("src/lib.rs", USES)];
    let files: Files = files.map(|(path, text)| (path.to_owned(), text.into())).into();
    let s = Scratch::new(&files).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s
}

fn open(s: &Scratch, cache: &str, link_packages: bool) -> Workspace {
    let cache_dir = Some(s.cache().join(cache));
    let machine = Some(machine(s));
    Workspace::open(Options { cache_dir, link_packages, machine, ..Options::new(s.root()) }, |_| ()).unwrap()
}

/// Where the last use of a name leads.
fn lead(view: &View, name: &str, line: &str) -> String {
    let file = view.file("src/lib.rs").unwrap();
    let line = USES.lines().position(|one| one.starts_with(line)).unwrap() as u32 + 1;
    let found = file.references().filter(|one| one.name() == name && one.at().line == line).last().unwrap();
    match (found.resolution(), found.targets().first()) {
        (Resolution::External, Some(TargetRef::External(path))) => (*path).to_owned(),
        (Resolution::Resolved, Some(TargetRef::Symbol(key))) => {
            view.sym(view.symbol(*key).unwrap()).name().to_owned()
        }
        (resolution, _) => format!("{resolution:?}"),
    }
}

#[test]
fn types_flow_through_the_sources_of_the_standard_library_and_through_our_own_declarations() {
    let s = repository();
    install(&s);
    let linked = open(&s, "a", true).refresh().unwrap().view.clone();
    let asked = open(&s, "b", false).refresh().unwrap().view.clone();
    for (name, line, expected) in [
        ("is_odd", "fn packages", "std::fs::FileType::is_odd"),
        ("first_kept", "fn flows", "alloc::vec::Vec::first_kept"),
        ("own", "fn flows", "own"),
        ("read_ref", "fn bounds", "core::convert::Reads::read_ref"),
        ("own", "fn bounds", "own"),
        ("own", "fn iterators", "own"),
        ("rest", "fn letters", "core::str::Chars::rest"),
    ] {
        assert_eq!(lead(&linked, name, line), expected, "{line}");
        // Our own declarations say enough of iterators.
        let is_known = line == "fn iterators";
        assert_eq!(
            lead(&asked, name, line) == expected,
            is_known,
            "{line}: who does not read them cannot know"
        );
    }
}

#[test]
fn sources_that_come_link_again_who_missed_them() {
    let s = repository();
    let workspace = open(&s, "a", true);
    assert_ne!(lead(&workspace.refresh().unwrap().view, "own", "fn flows"), "own");
    install(&s);
    let again = workspace.refresh().unwrap().view.clone();
    assert_eq!(lead(&again, "own", "fn flows"), "own");
    let fresh = open(&s, "b", true).refresh().unwrap().view.clone();
    for (name, line) in [("is_odd", "fn packages"), ("read_ref", "fn bounds"), ("rest", "fn letters")] {
        assert_eq!(lead(&again, name, line), lead(&fresh, name, line));
    }
}
