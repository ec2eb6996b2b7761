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

/// What programs give to every file that run scripts: editors, servers, games, runners of tests. Sorted.
#[rustfmt::skip]
pub(super) const HOSTS: &[&str] = &[
    "ARGV", "KEYS", "after_each", "before_each", "box", "describe", "finally", "insulate", "it", "lazy_setup",
    "lazy_teardown", "love", "mock", "ndk", "ngx", "pending", "randomize", "redis", "setup", "spy", "strict_setup",
    "strict_teardown", "stub", "teardown", "vim",
];
