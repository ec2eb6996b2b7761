//! Names of the language, and of what runs it.

/// Methods and fields that every table may have, sorted.
#[rustfmt::skip]
pub(super) const COMMODITIES: &[&str] = &[
    "add", "append", "byte", "char", "clear", "close", "concat", "find", "flush", "format", "get", "gmatch", "gsub",
    "insert", "len", "lines", "lower", "match", "name", "new", "open", "read", "remove", "rep", "reverse", "seek", "set",
    "setvbuf", "sort", "sub", "unpack", "upper", "write",
];

/// What the language gives to every file, LuaJIT and older versions included, sorted.
#[rustfmt::skip]
pub(super) const STANDARD: &[&str] = &[
    "_ENV", "_G", "_VERSION", "arg", "assert", "bit", "bit32", "collectgarbage", "coroutine", "debug", "dofile", "error",
    "ffi", "getfenv", "getmetatable", "io", "ipairs", "jit", "load", "loadfile", "loadstring", "math", "module", "newproxy",
    "next", "os", "package", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require", "select",
    "setfenv", "setmetatable", "string", "table", "tonumber", "tostring", "type", "unpack", "utf8", "xpcall",
];

/// Objects that programs give to every file that run scripts: editors, servers, games. A file that sets one of them puts
/// something in its place, as tests do. Sorted.
#[rustfmt::skip]
pub(super) const HOSTS: &[&str] = &["ARGV", "KEYS", "box", "love", "ndk", "ngx", "redis", "vim"];

/// Functions that runners of tests give to every file, where no file of the repository is such a runner. Sorted.
#[rustfmt::skip]
pub(super) const RUNNERS: &[&str] = &[
    "after_each", "before_each", "describe", "finally", "insulate", "it", "lazy_setup", "lazy_teardown", "mock", "pending",
    "randomize", "setup", "spy", "strict_setup", "strict_teardown", "stub", "teardown",
];
