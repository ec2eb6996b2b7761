//! Words of the language, and what it brings along.

/// Reserved words, sorted.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "abstract", "as", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "continue", "def", "default",
    "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "if", "implements", "import",
    "in", "instanceof", "int", "interface", "long", "native", "new", "null", "package", "private", "protected", "public",
    "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "trait",
    "transient", "true", "try", "var", "void", "volatile", "while",
];

/// Words before a declaration, sorted.
const MODIFIERS: &[&str] = &[
    "abstract",
    "def",
    "final",
    "native",
    "private",
    "protected",
    "public",
    "static",
    "strictfp",
    "synchronized",
    "transient",
    "var",
    "volatile",
];

/// Types of the language, sorted.
const PRIMITIVES: &[&str] = &["boolean", "byte", "char", "double", "float", "int", "long", "short", "void"];

/// Words behind which a value begins, sorted.
#[rustfmt::skip]
const BEFORE_VALUES: &[&str] = &[
    "as", "assert", "case", "do", "else", "in", "instanceof", "new", "return", "throw",
];

/// Types that every file sees, sorted.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "ArithmeticException", "ArrayList", "AutoCloseable", "BigDecimal", "BigInteger", "Boolean", "BufferedReader", "Byte",
    "CharSequence", "Character", "Class", "ClassCastException", "ClassLoader", "ClassNotFoundException", "Cloneable",
    "Closure", "Collection", "Collections", "Comparable", "Comparator", "Date", "Deprecated", "Double", "Enum", "Error",
    "Exception", "File", "Float", "GString", "GroovyObject", "GroovyShell", "HashMap", "HashSet", "IOException",
    "IllegalArgumentException", "IllegalStateException", "IndexOutOfBoundsException", "InputStream", "Integer",
    "InterruptedException", "Iterable", "Iterator", "LinkedHashMap", "List", "Locale", "Long", "Map", "Math",
    "MissingMethodException", "MissingPropertyException", "NullPointerException", "Number", "NumberFormatException",
    "Object", "Optional", "OutputStream", "Override", "Process", "Properties", "Queue", "Random", "Range", "Reader",
    "Runnable", "Runtime", "RuntimeException", "Set", "Short", "SortedMap", "StackOverflowError", "String",
    "StringBuffer", "StringBuilder", "StringWriter", "SuppressWarnings", "System", "Thread", "ThreadLocal", "Throwable",
    "TreeMap", "TreeSet", "URI", "URL", "UUID", "UnsupportedOperationException", "Void", "Writer",
];

/// Functions that every object has, sorted.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "getClass", "hashCode", "identity", "invokeMethod", "print", "printf", "println", "sleep", "sprintf", "tap", "toString",
    "use", "with",
];

pub(super) fn is_keyword(word: &str) -> bool {
    crate::text::holds(KEYWORDS, word)
}

pub(super) fn is_modifier(word: &str) -> bool {
    crate::text::holds(MODIFIERS, word)
}

pub(super) fn is_primitive(word: &str) -> bool {
    crate::text::holds(PRIMITIVES, word)
}

pub(super) fn begins_value(word: &str) -> bool {
    crate::text::holds(BEFORE_VALUES, word)
}

/// The package of what every file sees without an import.
pub(super) fn implicit(name: &str) -> Option<&'static str> {
    if crate::text::holds(TYPES, name) {
        return Some("java.lang");
    }
    crate::text::holds(FUNCTIONS, name).then_some("groovy.lang")
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        for list in [
            super::KEYWORDS,
            super::MODIFIERS,
            super::PRIMITIVES,
            super::BEFORE_VALUES,
            super::TYPES,
            super::FUNCTIONS,
        ] {
            assert!(list.is_sorted());
        }
    }
}
