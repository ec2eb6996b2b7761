//! What the shell and its environment give to every script.

/// Commands of the shell itself, and variables that it or whoever logs in sets, sorted.
#[rustfmt::skip]
pub(super) const BUILTINS: &[&str] = &[
    ":", "BASH", "BASHPID", "BASH_ARGV", "BASH_COMMAND", "BASH_LINENO", "BASH_REMATCH", "BASH_SOURCE",
    "BASH_SUBSHELL", "BASH_VERSINFO", "BASH_VERSION", "COLUMNS", "COMPREPLY", "COMP_CWORD", "COMP_LINE",
    "COMP_POINT", "COMP_WORDS", "EDITOR", "EPOCHREALTIME", "EPOCHSECONDS", "EUID", "FUNCNAME", "GROUPS", "HOME",
    "HOSTNAME", "HOSTTYPE", "IFS", "LANG", "LC_ALL", "LINENO", "LINES", "LOGNAME", "MACHTYPE", "OLDPWD", "OPTARG",
    "OPTIND", "OSTYPE", "PAGER", "PATH", "PIPESTATUS", "PPID", "PS1", "PS2", "PS4", "PWD", "RANDOM", "REPLY",
    "SECONDS", "SHELL", "SHELLOPTS", "SHLVL", "TERM", "TMPDIR", "TZ", "UID", "USER", "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "ZSH_VERSION", "[", "alias", "bg", "break", "builtin",
    "cd", "command", "continue", "declare", "dirs", "echo", "eval", "exec", "exit", "export", "false", "fg",
    "getopts", "hash", "jobs", "kill", "let", "local", "mapfile", "popd", "printf", "pushd", "pwd", "read",
    "readarray", "return", "set", "shift", "shopt", "source", "test", "times", "trap", "true", "type", "ulimit",
    "umask", "unalias", "unset", "wait",
];
