//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace, path};

/// Commands of the shell itself, sorted.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    ":", "[", "alias", "bg", "break", "builtin", "cd", "command", "continue", "declare", "dirs", "echo", "eval",
    "exec", "exit", "export", "false", "fg", "getopts", "hash", "jobs", "kill", "let", "local", "mapfile", "popd",
    "printf", "pushd", "pwd", "read", "readarray", "return", "set", "shift", "shopt", "source", "test", "times",
    "trap", "true", "type", "ulimit", "umask", "unalias", "unset", "wait",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "bash",
    implicit: |name| crate::text::holds(BUILTINS, name).then_some("bash"),
    // `source a/b.sh`: a path from the folder of the script, where there is such a file.
    root: |files, query| {
        let found = path::join(path::parent(query.from), query.first);
        match files.is_file(&found) {
            true => ModulePlace::File { path: found, inside: Vec::new() },
            false => ModulePlace::Unknown,
        }
    },
    ..LinkRules::BASE
};
