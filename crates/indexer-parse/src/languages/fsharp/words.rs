//! Words of the language, and what it brings along.

/// Reserved words, sorted. `_` is none that names anything.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "_", "abstract", "and", "as", "assert", "base", "begin", "class", "const", "default", "delegate", "do", "done",
    "downcast", "downto", "elif", "else", "end", "exception", "extern", "false", "finally", "fixed", "for", "fun",
    "function", "global", "if", "in", "inherit", "inline", "interface", "internal", "lazy", "let", "match", "member",
    "module", "mutable", "namespace", "new", "null", "of", "open", "or", "override", "private", "public", "rec", "return",
    "select", "static", "struct", "then", "to", "true", "try", "type", "upcast", "use", "val", "void", "when", "while",
    "with", "yield",
];

/// Words that go on with what stands before them, at the column where it began, sorted.
const CONTINUING: &[&str] = &["do", "done", "elif", "else", "end", "finally", "in", "then", "to", "with"];

/// What every file has without an import: functions, values and types of the core library, and its modules, sorted.
#[rustfmt::skip]
const CORE: &[&str] = &[
    "Array", "Array2D", "Array3D", "Array4D", "Async", "Choice", "Choice1Of2", "Choice2Of2", "Error", "Event",
    "Exception", "ExtraTopLevelOperators", "Failure", "KeyValue", "LanguagePrimitives", "Lazy", "List",
    "MailboxProcessor", "Map", "NonStructuralComparison", "None", "Ok", "Operators", "Option", "Printf", "Ref",
    "Result", "Seq", "Set", "Some", "String", "Unchecked", "ValueNone", "ValueOption", "ValueSome", "abs", "acos",
    "array", "array2D", "asin", "async", "atan", "atan2", "bigint", "bool", "box", "byref", "byte", "ceil", "char",
    "compare", "cos", "cosh", "dec", "decimal", "decr", "defaultArg", "defaultValueArg", "dict", "double", "enum",
    "eprintf", "eprintfn", "exit", "exn", "exp", "expr", "failwith", "failwithf", "float", "float32", "floor",
    "fprintf", "fprintfn", "fst", "hash", "id", "ignore", "incr", "infinity", "infinityf", "inref", "int", "int16",
    "int32", "int64", "int8", "invalidArg", "invalidOp", "isNull", "ksprintf", "list", "lock", "log", "log10",
    "map", "max", "min", "nameof", "nan", "nanf", "nativeint", "nativeptr", "not", "nullArg", "obj", "option",
    "outref", "pown", "printf", "printfn", "query", "raise", "readOnlyDict", "ref", "reraise", "result", "round",
    "sbyte", "seq", "set", "sign", "sin", "single", "sinh", "sizeof", "snd", "sprintf", "sqrt", "stderr", "stdin",
    "stdout", "string", "tan", "tanh", "task", "truncate", "tryUnbox", "typedefof", "typeof", "uint", "uint16",
    "uint32", "uint64", "uint8", "unativeint", "unbox", "unit", "using", "voption",
];

/// True for a word that names nothing.
pub(super) fn is_keyword(word: &str) -> bool {
    word.len() <= 9 && crate::text::holds(KEYWORDS, word)
}

/// True for a word that never begins what stands at its own column.
pub(super) fn is_continuing(word: &str) -> bool {
    crate::text::holds(CONTINUING, word)
}

/// The library from which a name is that nobody imports.
pub(super) fn implicit(name: &str) -> Option<&'static str> {
    crate::text::holds(CORE, name).then_some("FSharp.Core")
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        assert!(super::KEYWORDS.is_sorted() && super::CONTINUING.is_sorted());
        assert!(super::CORE.is_sorted());
    }
}
