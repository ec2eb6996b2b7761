//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace};

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
    conventions: &super::conventions::CONVENTIONS,
    implicit: |name| crate::text::holds(BUILTINS, name).then_some("bash"),
    // `source a/b.sh`: a path from the folder that the script runs in, mostly its own or one above. Where there are files
    // in several, nothing says which it is.
    root: ModulePlace::at_or_above,
    runs_programs: true,
    ..LinkRules::BASE
};
