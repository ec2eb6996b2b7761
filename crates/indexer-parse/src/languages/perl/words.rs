//! Words of the language.

/// Reserved words, sorted.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "__FILE__", "__LINE__", "__PACKAGE__", "__SUB__", "and", "cmp", "continue", "do", "else", "elsif", "eq", "eval", "for",
    "foreach", "ge", "given", "goto", "gt", "if", "isa", "last", "le", "local", "lt", "my", "ne", "next", "no", "not", "or",
    "our", "package", "qw", "redo", "require", "return", "state", "sub", "unless", "until", "use", "when", "while", "x",
    "xor",
];

/// Words behind which a value begins, beside those that are called, sorted.
#[rustfmt::skip]
const BEFORE_VALUES: &[&str] = &[
    "and", "cmp", "defined", "die", "else", "elsif", "eq", "ge", "grep", "gt", "if", "join", "le", "lt", "map", "ne", "not",
    "or", "print", "push", "ref", "return", "split", "unless", "unshift", "until", "warn", "when", "while", "x", "xor",
];

/// Functions that the language has, sorted.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "ARGV", "CORE", "DATA", "ENV", "INC", "STDERR", "STDIN", "STDOUT", "abs", "accept", "alarm", "atan2", "bind", "binmode",
    "bless", "caller", "chdir", "chmod", "chomp", "chop", "chown", "chr", "chroot", "close", "closedir", "connect", "cos",
    "crypt", "defined", "delete", "die", "each", "eof", "exec", "exists", "exit", "exp", "fc", "fcntl", "fileno", "flock",
    "fork", "formline", "getc", "getppid", "getpriority", "getpwnam", "getpwuid", "glob", "gmtime", "grep", "hex", "import",
    "index", "int", "ioctl", "join", "keys", "kill", "lc", "lcfirst", "length", "link", "listen", "localtime", "lock", "log",
    "lstat", "map", "mkdir", "oct", "open", "opendir", "ord", "pack", "pipe", "pop", "pos", "print", "printf", "prototype",
    "push", "quotemeta", "rand", "read", "readdir", "readline", "readlink", "recv", "ref", "rename", "reset", "reverse",
    "rewinddir", "rindex", "rmdir", "say", "scalar", "seek", "select", "send", "shift", "shutdown", "sin", "sleep",
    "socket", "sort", "splice", "split", "sprintf", "sqrt", "srand", "stat", "study", "substr", "symlink", "syscall",
    "sysopen", "sysread", "sysseek", "system", "syswrite", "tell", "tie", "tied", "time", "times", "truncate", "uc",
    "ucfirst", "umask", "undef", "unlink", "unpack", "unshift", "untie", "utime", "values", "vec", "wait", "waitpid",
    "wantarray", "warn", "write",
];

/// Variables that the language has, sorted.
const VARIABLES: &[&str] = &["$_", "$a", "$b", "%ENV", "%INC", "%SIG", "@ARGV", "@INC", "@_"];

/// Members that nearly everything has, sorted.
#[rustfmt::skip]
pub(super) const COMMODITIES: &[&str] = &[
    "add", "app", "body", "build", "close", "data", "each", "error", "find", "first", "get", "handle", "id", "import", "join",
    "last", "message", "name", "new", "next", "open", "parent", "parse", "path", "print", "read", "remove", "reset", "run",
    "set", "size", "start", "stop", "text", "to_string", "type", "url", "value", "write",
];

pub(super) fn is_keyword(word: &str) -> bool {
    crate::text::holds(KEYWORDS, word)
}

pub(super) fn begins_value(word: &str) -> bool {
    crate::text::holds(BEFORE_VALUES, word)
}

/// True for a word with which what follows is quoted.
pub(super) fn quotes(word: &[u8]) -> bool {
    matches!(word, b"q" | b"qq" | b"qw" | b"qx" | b"qr" | b"m" | b"s" | b"tr" | b"y")
}

/// True for a variable that every package has.
pub(super) fn is_variable(name: &str) -> bool {
    crate::text::holds(VARIABLES, name)
}

/// True for a function of the language.
pub(super) fn is_there(name: &str) -> bool {
    crate::text::holds(FUNCTIONS, name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        for list in
            [super::KEYWORDS, super::BEFORE_VALUES, super::FUNCTIONS, super::VARIABLES, super::COMMODITIES]
        {
            assert!(list.is_sorted());
        }
    }
}
