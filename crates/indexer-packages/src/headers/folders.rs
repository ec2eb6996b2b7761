//! The folders in which compilers look for headers, as what builds a repository names them and as systems have them.

use crate::Places;
use crate::disk::{self, LARGEST_METADATA};
use indexer_core::command_line::{absolute, words};
use serde::Deserialize;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::path::{Component, Path, PathBuf, Prefix};

/// Where compilers' commands are written, and flags that hold for every source.
const COMMANDS: &str = "compile_commands.json";
const FLAGS: &str = "compile_flags.txt";
/// Folders below one of a repository in which commands are looked for.
const MOST_BUILDS: usize = 16;
/// Largest list of commands, in bytes.
pub const LARGEST_COMMANDS: u64 = 32 << 20;
/// Folders that a build names.
const MOST_NAMED: usize = 128;

/// Endings of files that are included. In the folders of a C++ library files without one are, too.
const ENDINGS: &[&str] =
    &["def", "h", "h++", "hh", "hpp", "hxx", "inc", "inl", "ipp", "ixx", "tcc", "tpp", "txx"];

/// A folder in which headers are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folder {
    /// The folder, canonical.
    pub(super) path: PathBuf,
    /// True for one of the library of C++, whose headers have no endings.
    pub(super) is_library: bool,
}

/// The folders that are looked in for what a file includes, in this order.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// Those outside of the repository.
    pub(super) outside: Vec<Folder>,
    /// Those of the repository that its build names.
    pub(super) own: Vec<PathBuf>,
    /// What of the build says so, for people, and why it says nothing.
    pub(super) build: Option<Build>,
}

/// What builds the repository.
#[derive(Debug, Default)]
pub(super) struct Build {
    /// The file.
    pub(super) path: PathBuf,
    /// How many folders outside of the repository it names.
    pub(super) outside: usize,
    /// Why it, or a part of it, is not read.
    pub(super) why: Option<String>,
}

/// What a source is written in, as far as its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    C,
    Cpp,
    /// A header, and what has any other name.
    Either,
}

impl Dialect {
    pub(super) fn of(path: &str) -> Self {
        match indexer_core::path::extension(path) {
            "c" | "m" => Self::C,
            "" | "h" | "inc" | "def" => Self::Either,
            _ => Self::Cpp,
        }
    }
}

impl Folders {
    /// Those for the file that asks.
    pub(super) fn of(places: &Places<'_>) -> Self {
        let mut found = Self::default();
        for folder in places.folders {
            found.add(places, folder);
        }
        if let Some((build, named)) = build(places) {
            let before = found.outside.len();
            named.iter().for_each(|folder| found.add(places, folder));
            found.build = Some(Build { outside: found.outside.len() - before, ..build });
        }
        let prefixes = places.machine.headers.iter().filter_map(|prefix| disk::any_folder(prefix));
        let (mut plain, mut library) = (Vec::new(), Vec::new());
        for prefix in prefixes {
            of_prefix(&prefix, &mut plain, &mut library);
        }
        let folders = |all: Vec<PathBuf>, is_library| {
            all.into_iter().map(move |path| Folder { path, is_library }).collect::<Vec<_>>()
        };
        let (plain, library) = (folders(plain, false), folders(library, true));
        // The library of C++ has headers of its own for some of C, which no file of C sees.
        let all = match Dialect::of(places.from) {
            Dialect::C => plain,
            Dialect::Cpp => [library, plain].concat(),
            Dialect::Either => [plain, library].concat(),
        };
        for folder in all {
            if !found.outside.iter().any(|one| one.path == folder.path) {
                found.outside.push(folder);
            }
        }
        found
    }

    /// A folder that a build or the user names.
    fn add(&mut self, places: &Places<'_>, folder: &Path) {
        if is_of_other_machine(folder) {
            return;
        }
        let Some(path) = disk::any_folder(folder) else { return };
        if path.starts_with(places.root) {
            self.own.push(path);
            return;
        }
        // Whatever a build says, neither what is around the repository nor all that the user has is a folder of headers.
        let home = places.machine.home.as_deref().and_then(disk::any_folder);
        let is_around = places.root.starts_with(&path) || home.is_some_and(|home| home.starts_with(&path));
        if !is_around && !self.outside.iter().any(|one| one.path == path) {
            self.outside.push(Folder { path, is_library: false });
        }
    }

    /// The outermost folder in which a header stands.
    pub(super) fn root_of(&self, header: &Path) -> Option<&Folder> {
        let around = self.outside.iter().filter(|folder| header.starts_with(&folder.path));
        around.min_by_key(|folder| folder.path.as_os_str().len())
    }

    /// The header that is meant by what stands between the brackets of an `#include`, and whether it is one of the
    /// repository.
    pub(super) fn header(&self, written: &str, root: &Path) -> Option<(PathBuf, bool)> {
        if !disk::is_plain_path(written) {
            return None;
        }
        let own = self.own.iter().find_map(|folder| file(&folder.join(written), root));
        own.map(|path| (path, true)).or_else(|| {
            let mut all = self.outside.iter().filter(|folder| is_header(written, folder.is_library));
            all.find_map(|folder| Some((file(&folder.path.join(written), &folder.path)?, false)))
        })
    }
}

/// True for a path that Windows asks another machine for: a file of the repository must not decide which.
fn is_of_other_machine(path: &Path) -> bool {
    matches!(path.components().next(), Some(Component::Prefix(prefix))
        if matches!(prefix.kind(), Prefix::UNC(..) | Prefix::VerbatimUNC(..)))
}

/// True for what may be a header by its name: whatever a build calls a folder of headers, nothing else in it is read.
pub(super) fn is_header(path: &str, is_library: bool) -> bool {
    match indexer_core::path::extension(path) {
        "" => is_library && !indexer_core::path::file_name(path).starts_with('.'),
        ending => ENDINGS.binary_search(&ending).is_ok(),
    }
}

/// The canonical path of a file, where links do not lead it out of a folder.
pub(super) fn file(path: &Path, bound: &Path) -> Option<PathBuf> {
    disk::inside(path, bound).filter(|path| path.is_file())
}

/// The folders of a prefix such as `/usr`: those of C, and those of the library of C++.
fn of_prefix(prefix: &Path, plain: &mut Vec<PathBuf>, library: &mut Vec<PathBuf>) {
    let include = prefix.join("include");
    let within = |path: PathBuf| disk::folder(&path, prefix);
    let machine = std::env::consts::ARCH;
    let mut targets = disk::entries(&include);
    targets.retain(|name| name.matches('-').count() >= 2);
    targets.sort_by_key(|name| !name.starts_with(machine));
    let target = targets.first();
    if let Some(version) = newest(&include.join("c++")) {
        library.extend(within(include.join("c++").join(&version)));
        library.extend(target.and_then(|name| within(include.join(name).join("c++").join(&version))));
        library.extend(within(include.join("c++").join(&version).join("backward")));
    }
    let mut compilers = disk::entries(&prefix.join("lib/gcc"));
    compilers.sort_by_key(|name| !name.starts_with(machine));
    let compiler = compilers.first().and_then(|name| {
        let folder = prefix.join("lib/gcc").join(name);
        within(folder.join(newest(&folder)?).join("include"))
    });
    // Of several compilers one is enough: what they bring along is alike.
    let clang = || {
        let mut all = disk::entries(&prefix.join("lib"));
        all.retain(|name| name.starts_with("llvm-") || name == "clang");
        all.sort_by_key(|name| Reverse(number(name.trim_start_matches("llvm-"))));
        all.iter().find_map(|name| {
            let folder = prefix.join("lib").join(name);
            let folder = if name == "clang" { folder } else { folder.join("lib/clang") };
            within(folder.join(newest(&folder)?).join("include"))
        })
    };
    plain.extend(compiler.or_else(clang));
    plain.extend(target.and_then(|name| within(include.join(name))));
    plain.extend(within(include));
}

/// The entry with the highest number: `12` of `11`, `12`; `v1`.
fn newest(folder: &Path) -> Option<String> {
    let all = disk::entries(folder).into_iter().filter(|name| name.contains(|c: char| c.is_ascii_digit()));
    all.max_by_key(|name| number(name.trim_start_matches('v')))
}

fn number(version: &str) -> Vec<u64> {
    version.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

/// What builds the file that asks, with the folders it names, in their order.
fn build(places: &Places<'_>) -> Option<(Build, Vec<PathBuf>)> {
    for folder in disk::upwards(places.root, places.from) {
        let mut at = vec![folder.clone()];
        let builds = disk::entries(&folder).into_iter();
        let is_build =
            |name: &String| name.starts_with("build") || name == "out" || name.starts_with("cmake-build");
        at.extend(builds.filter(is_build).take(MOST_BUILDS).map(|name| folder.join(name)));
        if let Some(path) = at.iter().find_map(|folder| file(&folder.join(COMMANDS), places.root)) {
            let Some(text) = disk::text(&path, places.root, LARGEST_COMMANDS) else {
                let why = Some(format!("it is larger than {} MB", LARGEST_COMMANDS >> 20));
                return Some((Build { path, why, ..Build::default() }, Vec::new()));
            };
            let named = commands(places, &text);
            let why = named.is_none().then(|| "it is no list of compilers' commands".to_owned());
            return Some((Build { path, why, ..Build::default() }, named.unwrap_or_default()));
        }
        if let Some(path) = file(&folder.join(FLAGS), places.root) {
            let text = disk::text(&path, places.root, LARGEST_METADATA).unwrap_or_default();
            let mut named = Vec::new();
            include_flags(text.lines().map(|line| line.trim().to_owned()), &folder, &mut named);
            return Some((Build { path, ..Build::default() }, named));
        }
    }
    None
}

/// A command of the list.
#[derive(Deserialize)]
struct Command<'t> {
    #[serde(borrow, default)]
    directory: Cow<'t, str>,
    #[serde(borrow, default)]
    file: Cow<'t, str>,
    #[serde(borrow, default)]
    command: Cow<'t, str>,
    #[serde(default)]
    arguments: Vec<String>,
}

/// The folders of the command for the file that asks, else those of all commands.
fn commands(places: &Places<'_>, text: &str) -> Option<Vec<PathBuf>> {
    let all: Vec<Command<'_>> = serde_json::from_str(text).ok()?;
    let root = places.root.to_str()?;
    let asking = absolute(root, places.from);
    let is_own = |command: &&Command<'_>| {
        let directory = absolute(root, &command.directory);
        asking.is_some() && directory.and_then(|directory| absolute(&directory, &command.file)) == asking
    };
    let own = all.iter().find(is_own);
    let mut named = Vec::new();
    for command in own.map_or(&all[..], std::slice::from_ref) {
        let directory = places.root.join(&*command.directory);
        match command.arguments.is_empty() {
            true => include_flags(words(&command.command), &directory, &mut named),
            false => include_flags(command.arguments.iter().cloned(), &directory, &mut named),
        }
        if named.len() >= MOST_NAMED {
            break;
        }
    }
    Some(named)
}

/// The folders that flags name: `-I x`, `-Ix`, `-isystem x`, `-iquote x`.
fn include_flags(mut flags: impl Iterator<Item = String>, directory: &Path, named: &mut Vec<PathBuf>) {
    while let Some(flag) = flags.next() {
        let rest = ["-isystem", "-iquote", "-idirafter", "-I"].iter().find_map(|one| flag.strip_prefix(one));
        let folder = match rest {
            Some("") => flags.next(),
            rest => rest.map(str::to_owned),
        };
        let folder = folder.filter(|folder| !folder.contains('\0')).map(|folder| directory.join(folder));
        if let Some(folder) = folder.filter(|folder| named.len() < MOST_NAMED && !named.contains(folder)) {
            named.push(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_folders_in_every_way_that_compilers_know() {
        let command = r#"cc -I/a "-I b" -isystem '/c d' -iquote/e -DX=\"y\" -I rel x.c"#;
        let mut named = Vec::new();
        include_flags(words(command), Path::new("/r"), &mut named);
        assert_eq!(named, ["/a", "/r/ b", "/c d", "/e", "/r/rel"].map(PathBuf::from));
    }

    #[test]
    fn only_headers_are_read_of_what_a_build_calls_a_folder_of_headers() {
        assert!(ENDINGS.is_sorted());
        assert!(is_header("a/b.h", false) && is_header("vector", true) && is_header("bits/x.tcc", true));
        assert!(!is_header("id_rsa", false) && !is_header(".bashrc", true) && !is_header("a.pem", false));
    }
}
