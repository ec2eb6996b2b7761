//! Names that Python itself gives: builtins, standard modules, common methods.

/// Names that every module has without an import, sorted.
#[rustfmt::skip]
pub(super) const BUILTINS: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup",
    "BlockingIOError", "BrokenPipeError", "BufferError", "BytesWarning", "ChildProcessError",
    "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError", "ConnectionResetError",
    "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning", "EnvironmentError", "Exception",
    "ExceptionGroup", "False", "FileExistsError", "FileNotFoundError", "FloatingPointError",
    "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning", "IndentationError",
    "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt",
    "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "None", "NotADirectoryError",
    "NotImplemented", "NotImplementedError", "OSError", "OverflowError", "PendingDeprecationWarning",
    "PermissionError", "ProcessLookupError", "PythonFinalizationError", "RecursionError",
    "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning", "StopAsyncIteration",
    "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError", "SystemExit", "TabError",
    "TimeoutError", "True", "TypeError", "UnboundLocalError", "UnicodeDecodeError",
    "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError", "UnicodeWarning", "UserWarning",
    "ValueError", "Warning", "WindowsError", "ZeroDivisionError", "__annotations__", "__build_class__",
    "__builtins__", "__debug__", "__doc__", "__file__", "__import__", "__loader__", "__name__",
    "__package__", "__path__", "__spec__", "abs", "aiter", "all", "anext", "any", "ascii", "bin",
    "bool", "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod", "compile", "complex",
    "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "exit",
    "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex",
    "id", "input", "int", "isinstance", "issubclass", "iter", "len", "license", "list", "locals", "map",
    "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print", "property",
    "quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod",
    "str", "sum", "super", "tuple", "type", "vars", "zip",
];

/// The top-level modules of the standard library of Python 3.13, sorted.
#[rustfmt::skip]
pub(super) const STANDARD_MODULES: &[&str] = &[
    "__future__", "_abc", "_aix_support", "_android_support", "_apple_support", "_ast", "_asyncio",
    "_bisect", "_blake2", "_bootsubprocess", "_bz2", "_codecs", "_codecs_cn", "_codecs_hk",
    "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw", "_collections", "_collections_abc",
    "_colorize", "_compat_pickle", "_compression", "_contextvars", "_csv", "_ctypes", "_curses",
    "_curses_panel", "_datetime", "_dbm", "_decimal", "_elementtree", "_frozen_importlib",
    "_frozen_importlib_external", "_functools", "_gdbm", "_hashlib", "_heapq", "_imp",
    "_interpchannels", "_interpqueues", "_interpreters", "_io", "_ios_support", "_json", "_locale",
    "_lsprof", "_lzma", "_markupbase", "_md5", "_multibytecodec", "_multiprocessing", "_opcode",
    "_opcode_metadata", "_operator", "_osx_support", "_overlapped", "_pickle", "_posixshmem",
    "_posixsubprocess", "_py_abc", "_pydecimal", "_pyio", "_pylong", "_pyrepl", "_queue", "_random",
    "_scproxy", "_sha1", "_sha256", "_sha3", "_sha512", "_signal", "_sitebuiltins", "_socket",
    "_sqlite3", "_sre", "_ssl", "_stat", "_statistics", "_string", "_strptime", "_struct",
    "_suggestions", "_symtable", "_sysconfig", "_thread", "_threading_local", "_tkinter", "_tokenize",
    "_tracemalloc", "_typing", "_uuid", "_warnings", "_weakref", "_weakrefset", "_winapi", "_zoneinfo",
    "abc", "antigravity", "argparse", "array", "ast", "asyncio", "atexit", "base64", "bdb", "binascii",
    "bisect", "builtins", "bz2", "cProfile", "calendar", "cmath", "cmd", "code", "codecs", "codeop",
    "collections", "colorsys", "compileall", "concurrent", "configparser", "contextlib", "contextvars",
    "copy", "copyreg", "csv", "ctypes", "curses", "dataclasses", "datetime", "dbm", "decimal",
    "difflib", "dis", "doctest", "email", "encodings", "ensurepip", "enum", "errno", "faulthandler",
    "fcntl", "filecmp", "fileinput", "fnmatch", "fractions", "ftplib", "functools", "gc", "genericpath",
    "getopt", "getpass", "gettext", "glob", "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac",
    "html", "http", "idlelib", "imaplib", "importlib", "inspect", "io", "ipaddress", "itertools",
    "json", "keyword", "linecache", "locale", "logging", "lzma", "mailbox", "marshal", "math",
    "mimetypes", "mmap", "modulefinder", "msvcrt", "multiprocessing", "netrc", "nt", "ntpath",
    "nturl2path", "numbers", "opcode", "operator", "optparse", "os", "pathlib", "pdb", "pickle",
    "pickletools", "pkgutil", "platform", "plistlib", "poplib", "posix", "posixpath", "pprint",
    "profile", "pstats", "pty", "pwd", "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat",
    "queue", "quopri", "random", "re", "readline", "reprlib", "resource", "rlcompleter", "runpy",
    "sched", "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal", "site", "smtplib",
    "socket", "socketserver", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat",
    "statistics", "string", "stringprep", "struct", "subprocess", "symtable", "sys", "sysconfig",
    "syslog", "tabnanny", "tarfile", "tempfile", "termios", "textwrap", "this", "threading", "time",
    "timeit", "tkinter", "token", "tokenize", "tomllib", "trace", "traceback", "tracemalloc", "tty",
    "turtle", "turtledemo", "types", "typing", "unicodedata", "unittest", "urllib", "uuid", "venv",
    "warnings", "wave", "weakref", "webbrowser", "winreg", "winsound", "wsgiref", "xml", "xmlrpc",
    "zipapp", "zipfile", "zipimport", "zlib", "zoneinfo",
];

/// Members of builtin and standard types (also of what their functions give: paths, URLs, dates, cookies, processes,
/// exceptions) that are too common to guess by, sorted.
#[rustfmt::skip]
pub(super) const COMMODITIES: &[&str] = &[
    "absolute", "acquire", "add", "add_note", "anchor", "append", "appendleft", "args",
    "as_integer_ratio", "as_posix", "as_uri", "bit_count", "bit_length", "buffer", "cancel",
    "capitalize", "casefold", "center", "chmod", "clear", "close", "closed", "code", "conjugate", "copy",
    "count", "critical", "cwd", "daemon", "day", "days", "debug", "decode", "denominator", "detach",
    "difference", "difference_update", "discard", "domain", "drive", "elements", "encode", "encoding",
    "end", "endpos", "endswith", "errno", "error", "errors", "exception", "exists", "expand",
    "expandtabs", "expanduser", "extend", "extendleft", "filename", "fileno", "find", "findall",
    "finditer", "flags", "flush", "format", "format_map", "fragment", "from_bytes", "fromhex",
    "fromkeys", "fullmatch", "get", "get_nowait", "getbuffer", "getvalue", "gi_code", "gi_frame",
    "gi_running", "gi_suspended", "gi_yieldfrom", "glob", "group", "groupdict", "groupindex", "groups",
    "hardlink_to", "hex", "home", "host", "hostname", "hour", "ident", "imag", "index", "info", "insert",
    "intersection", "intersection_update", "is_absolute", "is_block_device", "is_char_device", "is_dir",
    "is_fifo", "is_file", "is_integer", "is_mount", "is_relative_to", "is_reserved", "is_socket",
    "is_symlink", "isalnum", "isalpha", "isascii", "isatty", "isdecimal", "isdigit", "isdisjoint",
    "isidentifier", "islower", "isnumeric", "isoformat", "isprintable", "isspace", "issubset",
    "issuperset", "istitle", "isupper", "items", "iterdir", "join", "joinpath", "key", "keys",
    "lastgroup", "lastindex", "lchmod", "line_buffering", "lineno", "link_to", "ljust", "log", "lower",
    "lstat", "lstrip", "maketrans", "match", "maxlen", "microsecond", "minute", "mkdir", "mode", "month",
    "most_common", "move_to_end", "msg", "name", "netloc", "newlines", "notify", "numerator", "open",
    "owner", "parent", "parents", "partition", "parts", "password", "path", "pattern", "pid", "pop",
    "popitem", "popleft", "port", "pos", "put", "put_nowait", "query", "re", "read", "read1",
    "read_bytes", "read_text", "readable", "readinto", "readinto1", "readline", "readlines", "readlink",
    "real", "reason", "reconfigure", "regs", "relative_to", "release", "remove", "removeprefix",
    "removesuffix", "rename", "replace", "resolve", "result", "returncode", "reverse", "rfind", "rglob",
    "rindex", "rjust", "rmdir", "root", "rotate", "rpartition", "rsplit", "rstrip", "samefile",
    "scanner", "scheme", "search", "second", "seconds", "seek", "seekable", "send", "set", "setdefault",
    "sort", "span", "split", "splitlines", "start", "startswith", "stat", "status", "stderr", "stdin",
    "stdout", "stem", "step", "stop", "strerror", "strftime", "string", "strip", "sub", "submit", "subn",
    "subtract", "suffix", "suffixes", "swapcase", "symlink_to", "symmetric_difference",
    "symmetric_difference_update", "tell", "throw", "title", "to_bytes", "total", "total_seconds",
    "touch", "translate", "truncate", "tzinfo", "union", "unlink", "update", "upper", "username",
    "value", "values", "version", "wait", "warning", "with_name", "with_stem", "with_suffix",
    "with_traceback", "writable", "write", "write_bytes", "write_text", "write_through", "writelines",
    "year", "zfill",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::holds;

    #[test]
    fn lists_are_sorted_so_that_they_can_be_searched() {
        for list in [BUILTINS, STANDARD_MODULES, COMMODITIES] {
            assert!(list.is_sorted());
        }
        assert!(holds(BUILTINS, "ValueError") && holds(BUILTINS, "print"));
        assert!(holds(STANDARD_MODULES, "tomllib") && !holds(STANDARD_MODULES, "telnetlib"));
        assert!(holds(COMMODITIES, "get") && holds(COMMODITIES, "append"));
    }
}
