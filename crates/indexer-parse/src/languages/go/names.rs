//! Names that Go itself gives: predeclared identifiers, common methods.

/// Names that every file has without an import, sorted.
#[rustfmt::skip]
pub(super) const PREDECLARED: &[&str] = &[
    "any", "append", "bool", "byte", "cap", "chanꞏ", "clear", "close", "comparable", "complex", "complex128",
    "complex64", "copy", "delete", "error", "false", "float32", "float64", "imag", "int", "int16", "int32",
    "int64", "int8", "iota", "len", "make", "mapꞏ", "max", "min", "new", "nil", "panic", "print", "println",
    "real", "recover", "rune", "sliceꞏ", "string", "true", "uint", "uint16", "uint32", "uint64", "uint8",
    "uintptr",
];

/// Methods and fields of the standard library that are too common to guess by, sorted.
#[rustfmt::skip]
pub(super) const COMMODITIES: &[&str] = &[
    "Add", "After", "Body", "Bytes", "Clone", "Close", "Context", "Copy", "Deadline", "Del", "Delete", "Do",
    "Done", "Encode", "Err", "Error", "Errorf", "Fatal", "Fatalf", "Flush", "Format", "Get", "Handle",
    "Header", "Helper", "Host", "Int", "Is", "Key", "Kind", "Len", "Less", "Load", "Lock", "Log", "Logf",
    "Method", "Name", "New", "Next", "Open", "Parse", "Path", "Pop", "Print", "Printf", "Println", "Push",
    "Put", "RLock", "RUnlock", "Range", "Read", "ReadAll", "ReadFrom", "Reset", "Run", "Seek", "ServeHTTP",
    "Set", "Size", "Skip", "Sleep", "Store", "String", "Sub", "Swap", "Type", "URL", "Unlock", "Unwrap",
    "Value", "Wait", "Write", "WriteString", "WriteTo",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(PREDECLARED.is_sorted() && COMMODITIES.is_sorted());
    }
}
