//! How names of installed packages are asked for.

use indexer_core::{Outside, Probe, Sought, StandardSources, is_probed_name};

pub(super) const OUTSIDE: Outside =
    Outside { ecosystem: "cargo", probes, standard: Some(&STANDARD), unexplained: None };

/// The component `rust-src` of a toolchain.
const STANDARD: StandardSources = StandardSources {
    import: "std",
    prelude: &["prelude", "v1"],
    declared: DECLARED,
    iterator: Some(("Iterator", "next")),
};

/// Where the standard library defines the types of our own declarations.
#[rustfmt::skip]
const DECLARED: &[(&str, &str)] = &[
    ("alloc::borrow::Cow", "Cow"),
    ("alloc::boxed::Box", "Box"),
    ("alloc::collections::binary_heap::BinaryHeap", "BinaryHeap"),
    ("alloc::collections::btree::map::BTreeMap", "BTreeMap"),
    ("alloc::collections::btree::map::entry::Entry", "Entry"),
    ("alloc::collections::btree::set::BTreeSet", "BTreeSet"),
    ("alloc::collections::vec_deque::VecDeque", "VecDeque"),
    ("alloc::rc::Rc", "Rc"),
    ("alloc::rc::Weak", "Weak"),
    ("alloc::string::String", "String"),
    ("alloc::sync::Arc", "Arc"),
    ("alloc::sync::Weak", "Weak"),
    ("alloc::vec::Vec", "Vec"),
    ("alloc::vec::into_iter::IntoIter", "Iterator"),
    ("core::cell::Cell", "Cell"),
    ("core::cell::Ref", "Ref"),
    ("core::cell::RefCell", "RefCell"),
    ("core::cell::RefMut", "RefMut"),
    ("core::cell::once::OnceCell", "OnceCell"),
    ("core::cmp::Ordering", "Ordering"),
    ("core::iter::traits::collect::IntoIterator", "IntoIterator"),
    ("core::iter::traits::iterator::Iterator", "Iterator"),
    ("core::ops::range::Range", "Range"),
    ("core::option::Option", "Option"),
    ("core::pin::Pin", "Pin"),
    ("core::result::Result", "Result"),
    ("core::slice::iter::Iter", "Iterator"),
    ("core::slice::iter::IterMut", "Iterator"),
    ("core::str::error::Utf8Error", "Utf8Error"),
    ("std::collections::hash::map::Entry", "Entry"),
    ("std::collections::hash::map::HashMap", "HashMap"),
    ("std::collections::hash::set::HashSet", "HashSet"),
    ("std::ffi::os_str::OsStr", "OsStr"),
    ("std::ffi::os_str::OsString", "OsString"),
    ("std::path::Display", "Display"),
    ("std::path::Path", "Path"),
    ("std::path::PathBuf", "PathBuf"),
    ("std::path::StripPrefixError", "StripPrefixError"),
    ("std::sync::lazy_lock::LazyLock", "LazyLock"),
    ("std::sync::once_lock::OnceLock", "OnceLock"),
    ("std::sync::poison::PoisonError", "PoisonError"),
    ("std::sync::poison::mutex::Mutex", "Mutex"),
    ("std::sync::poison::mutex::MutexGuard", "MutexGuard"),
    ("std::sync::poison::rwlock::RwLock", "RwLock"),
];

/// From a test of the crate, which sees what others see.
fn probes(sought: &Sought<'_>) -> Vec<Probe> {
    let path: Vec<&str> =
        std::iter::once(sought.import).chain(sought.names.iter().map(String::as_str)).collect();
    if !path.iter().all(|name| is_probed_name(name)) {
        return Vec::new();
    }
    let mut probe = Probe { path: "tests/probe_of_names.rs".to_owned(), ..Probe::default() };
    match path.split_last() {
        Some((last, owners)) if !owners.is_empty() => {
            let owners = owners.join("::");
            probe.line(&format!("fn probe() {{ {owners}::"), last, "; }");
            probe.line(&format!("use {owners}::"), last, ";");
        }
        _ => probe.line("use ", sought.import, " as probed;"),
    }
    vec![probe]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_is_sorted_and_ours() {
        assert!(DECLARED.is_sorted());
        let stubs: Vec<&str> = super::super::LANGUAGE.stubs.iter().map(|stub| stub.source).collect();
        for (path, name) in DECLARED {
            let is_declared = |stub: &&str| {
                ["struct", "enum", "trait"].iter().any(|word| stub.contains(&format!("pub {word} {name}")))
            };
            assert!(stubs.iter().any(is_declared), "{path}");
        }
    }
}
