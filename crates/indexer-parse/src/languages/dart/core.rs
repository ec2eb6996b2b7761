//! What `dart:core` gives to every file.

/// Types, functions and constants, sorted.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "AbstractClassInstantiationError", "ArgumentError", "AssertionError", "BidirectionalIterator", "BigInt", "Comparable",
    "Comparator", "ConcurrentModificationError", "DateTime", "Deprecated", "Duration", "Enum", "Error", "Exception",
    "Expando", "Finalizer", "FormatException", "Function", "Future", "FutureOr", "IndexError", "IntegerDivisionByZeroException",
    "Invocation", "Iterable", "Iterator", "List", "Map", "MapEntry", "Match", "Never", "NoSuchMethodError", "Null", "Object",
    "OutOfMemoryError", "Pattern", "RangeError", "Record", "RegExp", "RegExpMatch", "RuneIterator", "Runes", "Set", "Sink",
    "StackOverflowError", "StackTrace", "StateError", "Stopwatch", "Stream", "String", "StringBuffer", "StringSink", "Symbol",
    "Type", "TypeError", "UnimplementedError", "UnsupportedError", "Uri", "UriData", "WeakReference", "bool", "deprecated",
    "double", "dynamic", "identical", "identityHashCode", "int", "num", "override", "pragma", "print",
];

/// True for a name that every file has unasked, where nothing nearer has it.
pub(super) fn is_given(name: &str) -> bool {
    crate::text::holds(NAMES, name)
}
