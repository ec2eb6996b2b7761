//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace, path};

/// Functions that are there without a package, sorted.
#[rustfmt::skip]
const BUILT_IN: &[&str] = &[
    "abs", "accept", "alarm", "atan2", "bind", "binmode", "bless", "caller", "chdir", "chmod", "chomp", "chop", "chown",
    "chr", "chroot", "close", "closedir", "connect", "cos", "crypt", "defined", "delete", "die", "do", "each", "eof",
    "eval", "exec", "exists", "exit", "exp", "fc", "fcntl", "fileno", "flock", "fork", "getc", "getppid", "glob",
    "gmtime", "grep", "hex", "import", "index", "int", "ioctl", "join", "keys", "kill", "last", "lc", "lcfirst",
    "length", "link", "listen", "local", "localtime", "log", "lstat", "map", "mkdir", "next", "oct", "open", "opendir",
    "ord", "pack", "pipe", "pop", "pos", "print", "printf", "push", "quotemeta", "rand", "read", "readdir", "readline",
    "readlink", "recv", "redo", "ref", "rename", "require", "reset", "return", "reverse", "rewinddir", "rindex", "rmdir",
    "say", "scalar", "seek", "seekdir", "select", "send", "shift", "shutdown", "sin", "sleep", "socket", "sort",
    "splice", "split", "sprintf", "sqrt", "srand", "stat", "substr", "symlink", "syscall", "sysopen", "sysread",
    "sysseek", "system", "syswrite", "tell", "tie", "tied", "time", "times", "truncate", "uc", "ucfirst", "umask",
    "undef", "unlink", "unpack", "unshift", "untie", "utime", "values", "vec", "wait", "waitpid", "wantarray", "warn",
    "write",
];

/// Methods that many packages have, sorted.
const COMMODITIES: &[&str] = &[
    "add", "can", "close", "content", "data", "delete", "each", "get", "id", "import", "isa", "join",
    "length", "name", "new", "next", "open", "path", "print", "read", "remove", "reset", "run", "set",
    "size", "start", "stop", "type", "value", "write",
];

/// True for a function of the language itself.
pub(super) fn is_built_in(name: &str) -> bool {
    crate::text::holds(BUILT_IN, name)
}

/// What a package is called by the place of its file.
fn module_name(file: &str) -> String {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    match stem.rsplit_once("lib/") {
        Some((_, inside)) if file.ends_with(".pm") => inside.replace('/', "::"),
        _ => path::stem(file).to_owned(),
    }
}

pub(super) const RULES: LinkRules = LinkRules {
    language: "perl",
    separator: "::",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    most_guesses: 4,
    implicit: |name| is_built_in(name).then_some("CORE"),
    // Packages are known everywhere by their whole names; what no file declares is installed beside.
    has_globals: true,
    root: |_, query| ModulePlace::External(query.first.to_owned()),
    module_name: |_, file| module_name(file),
    ..LinkRules::BASE
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(BUILT_IN.is_sorted() && COMMODITIES.is_sorted());
    }

    #[test]
    fn a_file_is_called_as_its_package() {
        assert_eq!(module_name("lib/Shop/Item.pm"), "Shop::Item");
        assert_eq!(module_name("t/item.t"), "item");
    }
}
