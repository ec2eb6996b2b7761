//! Names of the language itself.

/// Methods that nearly every object has, sorted.
#[rustfmt::skip]
pub(super) const COMMODITIES: &[&str] = &[
    "add", "all", "all?", "any?", "append", "build", "call", "class", "clear", "close", "collect", "count",
    "create", "delete", "dup", "each", "empty?", "end_with?", "fetch", "filter", "find", "first", "flatten",
    "format", "freeze", "get", "gsub", "hash", "id", "include?", "index", "inspect", "instance", "is_a?",
    "join", "key?", "keys", "last", "length", "map", "match", "merge", "message", "method", "name", "new",
    "next", "nil?", "open", "parse", "path", "pop", "push", "puts", "raise", "read", "reject", "replace",
    "respond_to?", "reverse", "run", "select", "send", "set", "size", "sort", "split", "start_with?", "string",
    "strip", "sub", "tap", "to_a", "to_h", "to_i", "to_s", "to_sym", "type", "update", "value", "values", "write",
];

/// Constants of the language, and of what it loads by itself, sorted.
#[rustfmt::skip]
pub(super) const CONSTANTS: &[&str] = &[
    "ARGF", "ARGV", "ArgumentError", "Array", "Base64", "BasicObject", "Benchmark", "BigDecimal", "Binding",
    "Bundler", "CGI", "CSV", "Class", "ClosedQueueError", "Comparable", "Complex", "ConditionVariable",
    "DATA", "Data", "Date", "DateTime", "Delegate", "DelegateClass", "Digest", "Dir", "ENV", "EOFError",
    "ERB", "Encoding", "EncodingError", "Enumerable", "Enumerator", "Errno", "Etc", "Exception", "FalseClass",
    "Fcntl", "Fiber", "FiberError", "File", "FileTest", "FileUtils", "Find", "Float", "FloatDomainError",
    "Forwardable", "FrozenError", "GC", "Gem", "Hash", "IO", "IOError", "IPAddr", "IRB", "IndexError",
    "Integer", "Interrupt", "JSON", "Kernel", "KeyError", "LoadError", "LocalJumpError", "Logger", "Marshal",
    "MatchData", "Math", "Method", "Minitest", "Module", "Monitor", "MonitorMixin", "Mutex", "NameError",
    "Net", "NilClass", "NoMatchingPatternError", "NoMatchingPatternKeyError", "NoMemoryError",
    "NoMethodError", "NotImplementedError", "Numeric", "Object", "ObjectSpace", "Observable", "Open3",
    "OpenSSL", "OpenStruct", "OptionParser", "PP", "PStore", "Pathname", "Proc", "Process", "Psych", "Queue",
    "RSpec", "RUBY_COPYRIGHT", "RUBY_DESCRIPTION", "RUBY_ENGINE", "RUBY_ENGINE_VERSION", "RUBY_PATCHLEVEL",
    "RUBY_PLATFORM", "RUBY_RELEASE_DATE", "RUBY_REVISION", "RUBY_VERSION", "Ractor", "Rake", "Random",
    "Range", "RangeError", "Rational", "Refinement", "Regexp", "RegexpError", "Resolv", "Ripper", "RubyVM",
    "RuntimeError", "STDERR", "STDIN", "STDOUT", "ScriptError", "SecureRandom", "SecurityError", "Set",
    "Shellwords", "Signal", "SignalException", "SimpleDelegator", "Singleton", "SizedQueue", "Socket",
    "StandardError", "StopIteration", "String", "StringIO", "StringScanner", "Struct", "Symbol",
    "SyntaxError", "SystemCallError", "SystemExit", "SystemStackError", "TCPServer", "TCPSocket",
    "TOPLEVEL_BINDING", "Tempfile", "Thread", "ThreadError", "ThreadGroup", "Time", "Timeout", "TracePoint",
    "TrueClass", "TypeError", "UNIXSocket", "URI", "UnboundMethod", "UncaughtThrowError", "UnicodeNormalize",
    "WEBrick", "Warning", "WeakRef", "YAML", "ZeroDivisionError", "Zlib",
];

/// Methods of `Kernel` that are called without a receiver and that hardly anything else is called, sorted: who takes a block
/// may give it an `open` or `test` of its own.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[&str] = &[
    "__callee__", "__dir__", "__method__", "abort", "at_exit", "binding", "block_given?", "caller",
    "caller_locations", "catch", "eval", "exit", "exit!", "lambda", "local_variables", "loop", "pp", "printf",
    "proc", "putc", "puts", "raise", "rand", "require", "require_relative", "sleep", "sprintf", "srand", "throw",
    "warn",
];

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_sorted() {
        for list in [super::COMMODITIES, super::CONSTANTS, super::FUNCTIONS] {
            assert!(list.is_sorted());
        }
    }
}
