//! Which file an `#include` means. What is beside the including file, or in a folder that is usual for headers above
//! it, is certain, and so is the only file that the written path can mean where no system is known to have it; of
//! several a build description that the repository holds decides, else any is possible.

use indexer_core::path::{file_name, parent, resolve};
use indexer_core::vendored::is_vendored;
use indexer_core::{Entry, FilePlace, Files, IncludeQuery, Included};

/// Folders that hold the headers of the folder they stand in.
const USUAL: &[&str] = &["api", "headers", "inc", "include", "includes", "public", "source", "src", "uapi"];

/// Folders that hold others' code as often as one's own, beside those that nobody calls otherwise.
const LIKELY_COPIES: &[&str] = &["contrib", "deps", "ext", "extern", "external", "externals", "third"];

/// More files than this are no answer.
const MOST: usize = 8;

/// A header: one below a folder for headers that others include, where the repository has such.
pub(in crate::languages) fn header(files: &dyn Files, place: FilePlace<'_>) -> Option<Entry> {
    let extension = indexer_core::path::extension(place.path);
    if !matches!(extension, "h" | "hh" | "hpp" | "hxx" | "ipp" | "tpp" | "inl") {
        return None;
    }
    let entry = |why| Some(Entry { name: String::new(), why });
    match place.path.split('/').any(|part| part == "include") {
        true => entry("header below include"),
        false if files.is_folder("include") => None,
        false => entry("header"),
    }
}

/// True for a source by its ending; headers, and what is only made to be included, have others.
pub(crate) fn is_compiled(path: &str) -> bool {
    matches!(
        indexer_core::path::extension(path),
        "c" | "cc" | "cpp" | "cu" | "cxx" | "cppm" | "ixx" | "m" | "metal" | "mm"
    )
}

/// Which file is included.
pub(in crate::languages) fn find(files: &dyn Files, query: IncludeQuery<'_>) -> Included {
    match by_place(files, query) {
        Included::File(path) => Included::File(path),
        other => super::build_folders::find(files, query).unwrap_or(other),
    }
}

/// Which file is included, as far as the places of files say.
fn by_place(files: &dyn Files, query: IncludeQuery<'_>) -> Included {
    let all = files.named(file_name(query.path));
    let folder = parent(query.from);
    if query.near && resolve(folder, query.path).is_some_and(|near| all.contains(&near)) {
        return resolve(folder, query.path).map_or(Included::Unknown, Included::File);
    }
    let outside = || match query.near && !is_standard(query.path) {
        true => Included::Unknown,
        false => Included::External(query.path.to_owned()),
    };
    // Steps out of a folder that is not known say nothing.
    let path = query.path.trim_start_matches("../").trim_start_matches("./");
    let mut found: Vec<(&str, &str)> =
        all.iter().filter_map(|candidate| Some((folder_of(candidate, path)?, candidate.as_str()))).collect();
    if query.path.starts_with("../") {
        found.retain(|(_, candidate)| file_name(candidate) != path);
    }
    if found.is_empty() {
        return outside();
    }
    let mut serving: Vec<(usize, &str, &str)> = found
        .iter()
        .filter(|_| path == query.path)
        .filter_map(|(root, candidate)| Some((served(root, folder)?, *root, *candidate)))
        .collect();
    let deepest = serving.iter().map(|(depth, ..)| *depth).max().unwrap_or(0);
    serving.retain(|(depth, ..)| *depth == deepest);
    // Of a folder and one inside it the outer one wraps the inner.
    let wraps = |outer: &str, inner: &str| indexer_core::path::is_under(inner, outer);
    let outermost =
        serving.iter().find(|(_, root, _)| serving.iter().all(|(_, inner, _)| wraps(root, inner)));
    if let Some((.., path)) = outermost {
        return Included::File((*path).to_owned());
    }
    if !serving.is_empty() {
        found = serving.into_iter().map(|(_, root, path)| (root, path)).collect();
    } else if is_standard(query.path) && !query.near {
        return outside();
    }
    if let [(root, only)] = found[..]
        && path == query.path
        && (query.near || path.contains('/') || is_usual(root) || is_of_one_tree(only, folder))
        && !is_generated(files, path)
    {
        return Included::File(only.to_owned());
    }
    match found.len() {
        0..=MOST => Included::OneOf(found.into_iter().map(|(_, path)| path.to_owned()).collect()),
        _ => Included::Unknown,
    }
}

/// True for a folder that is usual for headers.
fn is_usual(folder: &str) -> bool {
    USUAL.binary_search(&file_name(folder)).is_ok()
}

/// True for a header and a folder of sources below one folder of the repository, where the header is no copy of others'
/// code: those a build may leave to the system.
fn is_of_one_tree(header: &str, folder: &str) -> bool {
    let top = header.split_once('/').map(|(top, _)| top);
    let is_copy = is_vendored(header) || header.split('/').any(|part| LIKELY_COPIES.contains(&part));
    top.is_some() && folder.split('/').next() == top && !is_copy
}

/// True for a header that a build writes: one that is there is for systems without that build.
fn is_generated(files: &dyn Files, path: &str) -> bool {
    let name = file_name(path);
    name == "config.h"
        || ["in", "cmake", "cmakein", "cmake.in", "hin", "meson"]
            .iter()
            .any(|ending| !files.named(&format!("{name}.{ending}")).is_empty())
}

/// The folder from which `path` leads to `candidate`.
fn folder_of<'c>(candidate: &'c str, path: &str) -> Option<&'c str> {
    let rest = candidate.strip_suffix(path)?;
    if rest.is_empty() { Some("") } else { rest.strip_suffix('/') }
}

/// How deep the folder is that `root` holds headers of, where `folder` is in it.
fn served(root: &str, folder: &str) -> Option<usize> {
    let mut of = root;
    while is_usual(of) {
        of = parent(of);
    }
    let above = |of: &str| {
        let depth = if of.is_empty() { 0 } else { of.split('/').count() };
        indexer_core::path::is_under(folder, of).then_some(depth)
    };
    above(root).or_else(|| above(of))
}

/// Headers of the standard library and the system, without `.h`.
const STANDARD: &[&str] = &[
    "aio",
    "alloca",
    "assert",
    "complex",
    "crypt",
    "ctype",
    "dirent",
    "dlfcn",
    "endian",
    "err",
    "errno",
    "error",
    "execinfo",
    "fcntl",
    "features",
    "fenv",
    "float",
    "fnmatch",
    "getopt",
    "glob",
    "grp",
    "iconv",
    "ifaddrs",
    "inttypes",
    "iso646",
    "langinfo",
    "libgen",
    "limits",
    "link",
    "locale",
    "malloc",
    "math",
    "memory",
    "mntent",
    "mqueue",
    "netdb",
    "nl_types",
    "paths",
    "poll",
    "pthread",
    "pty",
    "pwd",
    "regex",
    "resolv",
    "sched",
    "search",
    "semaphore",
    "setjmp",
    "sgtty",
    "shadow",
    "signal",
    "spawn",
    "stdalign",
    "stdarg",
    "stdatomic",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdio_ext",
    "stdlib",
    "stdnoreturn",
    "string",
    "strings",
    "stropts",
    "syslog",
    "tar",
    "termios",
    "tgmath",
    "threads",
    "time",
    "uchar",
    "ucontext",
    "ulimit",
    "unistd",
    "utime",
    "utmp",
    "utmpx",
    "wait",
    "wchar",
    "wctype",
    "windows",
    "wordexp",
];

/// True for headers that the system or the standard library has.
pub(super) fn is_standard(path: &str) -> bool {
    match path.strip_suffix(".h") {
        Some(stem) => {
            STANDARD.binary_search(&stem).is_ok()
                || ["sys/", "netinet/", "arpa/", "net/if", "mach/", "libkern/"]
                    .iter()
                    .any(|at| stem.starts_with(at))
        }
        // Headers of the C++ library have no extension.
        None => !path.contains(['.', '/']),
    }
}

/// The name of the module that a file is: its path.
pub(in crate::languages) fn module_name(_files: &dyn Files, path: &str) -> String {
    path.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::ManifestFacts;

    struct Paths(&'static [&'static str]);

    impl Files for Paths {
        fn is_file(&self, path: &str) -> bool {
            self.0.contains(&path)
        }
        fn is_folder(&self, _: &str) -> bool {
            false
        }
        fn manifest(&self, _: &str) -> Option<&ManifestFacts> {
            None
        }
        fn packages(&self, _: &str) -> Vec<String> {
            Vec::new()
        }
        fn named(&self, name: &str) -> Vec<String> {
            self.0.iter().filter(|path| file_name(path) == name).map(|path| (*path).to_owned()).collect()
        }
    }

    const TREE: &[&str] = &[
        "arch/arm/include/asm/io.h",
        "arch/x86/include/asm/io.h",
        "deps/lua/src/lua.h",
        "deps/lua/src/string.h",
        "drivers/net/a.h",
        "drivers/net/inner/b.c",
        "include/linux/list.h",
        "include/linux/sched.h",
        "include/uapi/linux/sched.h",
        "kernel/fork.c",
        "src/core/core.h",
        "src/deps/gif/gif.h",
        "src/event/poll.c",
        "src/server.c",
        "src/server.h",
        "src/third_party/png/png.h",
        "src/version.h.in",
        "third/zlib/zlib.h",
        "tools/include/linux/list.h",
        "tools/perf/x.c",
        "windows/config.h",
        "windows/version.h",
    ];

    fn ask(from: &str, path: &str, near: bool) -> String {
        match find(&Paths(TREE), IncludeQuery { from, path, near }) {
            Included::File(path) => path,
            Included::OneOf(paths) => format!("one of {}", paths.join(" ")),
            Included::External(path) => format!("external {path}"),
            Included::Unknown => "unknown".to_owned(),
        }
    }

    #[test]
    fn what_is_beside_the_file_comes_first_behind_quotes() {
        assert_eq!(ask("src/server.c", "server.h", true), "src/server.h");
        assert_eq!(ask("drivers/net/inner/b.c", "../a.h", true), "drivers/net/a.h");
        assert_eq!(ask("src/server.c", "../deps/lua/src/lua.h", true), "deps/lua/src/lua.h");
        assert_eq!(ask("src/server.c", "gone.h", true), "unknown");
    }

    #[test]
    fn usual_folders_above_the_file_are_certain() {
        assert_eq!(ask("kernel/fork.c", "linux/sched.h", false), "include/linux/sched.h");
        assert_eq!(ask("kernel/fork.c", "linux/list.h", false), "include/linux/list.h");
        assert_eq!(ask("tools/perf/x.c", "linux/list.h", false), "tools/include/linux/list.h");
        assert_eq!(ask("arch/x86/kernel/a.c", "asm/io.h", false), "arch/x86/include/asm/io.h");
        assert_eq!(ask("drivers/net/inner/b.c", "a.h", true), "drivers/net/a.h");
    }

    #[test]
    fn other_folders_are_possible() {
        let both = "one of arch/arm/include/asm/io.h arch/x86/include/asm/io.h";
        assert_eq!(ask("kernel/fork.c", "asm/io.h", false), both);
    }

    #[test]
    fn the_only_file_of_the_path_is_certain_where_no_build_writes_it() {
        assert_eq!(ask("src/server.c", "lua.h", false), "deps/lua/src/lua.h");
        assert_eq!(ask("src/server.c", "zlib.h", false), "one of third/zlib/zlib.h");
        assert_eq!(ask("src/server.c", "zlib.h", true), "third/zlib/zlib.h");
        assert_eq!(ask("src/event/poll.c", "core.h", false), "src/core/core.h");
        assert_eq!(ask("lib/a.c", "core.h", false), "one of src/core/core.h");
        assert_eq!(ask("src/event/poll.c", "png.h", false), "one of src/third_party/png/png.h");
        assert_eq!(ask("src/event/poll.c", "gif.h", false), "one of src/deps/gif/gif.h");
        assert_eq!(ask("src/server.c", "zlib/zlib.h", false), "third/zlib/zlib.h");
        assert_eq!(ask("src/server.c", "config.h", true), "one of windows/config.h");
        assert_eq!(ask("src/server.c", "version.h", true), "one of windows/version.h");
    }

    #[test]
    fn headers_of_the_system_are_external() {
        assert_eq!(ask("src/server.c", "string.h", false), "external string.h");
        assert_eq!(ask("src/server.c", "sys/types.h", false), "external sys/types.h");
        assert_eq!(ask("src/server.c", "vector", false), "external vector");
        assert!(STANDARD.is_sorted() && USUAL.is_sorted());
    }
}
