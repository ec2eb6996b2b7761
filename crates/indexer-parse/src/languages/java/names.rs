//! Names that Java itself gives: the types of `java.lang`, common methods.

/// Types that every file has without an import, sorted.
#[rustfmt::skip]
pub(super) const JAVA_LANG: &[&str] = &[
    "AbstractMethodError", "Appendable", "ArithmeticException", "ArrayIndexOutOfBoundsException",
    "ArrayStoreException", "AssertionError", "AutoCloseable", "Boolean", "BootstrapMethodError", "Byte",
    "CharSequence", "Character", "Class", "ClassCastException", "ClassCircularityError", "ClassFormatError",
    "ClassLoader", "ClassNotFoundException", "ClassValue", "CloneNotSupportedException", "Cloneable",
    "Comparable", "Deprecated", "Double", "Enum", "EnumConstantNotPresentException", "Error", "Exception",
    "ExceptionInInitializerError", "Float", "FunctionalInterface", "IllegalAccessError",
    "IllegalAccessException", "IllegalArgumentException", "IllegalCallerException",
    "IllegalMonitorStateException", "IllegalStateException", "IllegalThreadStateException",
    "IncompatibleClassChangeError", "IndexOutOfBoundsException", "InheritableThreadLocal",
    "InstantiationError", "InstantiationException", "Integer", "InternalError", "InterruptedException",
    "Iterable", "LayerInstantiationException", "LinkageError", "Long", "MatchException", "Math", "Module",
    "ModuleLayer", "NegativeArraySizeException", "NoClassDefFoundError", "NoSuchFieldError",
    "NoSuchFieldException", "NoSuchMethodError", "NoSuchMethodException", "NullPointerException", "Number",
    "NumberFormatException", "Object", "OutOfMemoryError", "Override", "Package", "Process",
    "ProcessBuilder", "ProcessHandle", "Readable", "Record", "ReflectiveOperationException", "Runnable",
    "Runtime", "RuntimeException", "RuntimePermission", "SafeVarargs", "ScopedValue", "SecurityException",
    "SecurityManager", "Short", "StackOverflowError", "StackTraceElement", "StackWalker", "StrictMath",
    "String", "StringBuffer", "StringBuilder", "StringIndexOutOfBoundsException", "SuppressWarnings",
    "System", "Thread", "ThreadDeath", "ThreadGroup", "ThreadLocal", "Throwable", "TypeNotPresentException",
    "UnknownError", "UnsatisfiedLinkError", "UnsupportedClassVersionError", "UnsupportedOperationException",
    "VerifyError", "VirtualMachineError", "Void", "WrongThreadException", "array·",
    "boolean", "byte", "char", "double", "float", "int", "long", "short",
];

/// Methods of the standard library that are too common to guess by, sorted.
#[rustfmt::skip]
pub(super) const COMMODITIES: &[&str] = &[
    "accept", "add", "addAll", "append", "apply", "charAt", "clear", "clone", "close", "collect",
    "compareTo", "contains", "containsKey", "copy", "count", "delete", "endsWith", "entrySet", "equals",
    "filter", "find", "findFirst", "flush", "forEach", "format", "get", "getBytes", "getCause", "getClass",
    "getId", "getKey", "getMessage", "getName", "getType", "getValue", "hasNext", "hashCode", "indexOf",
    "intValue", "isEmpty", "isPresent", "iterator", "join", "keySet", "length", "limit", "lock", "main",
    "map", "matches", "name", "next", "of", "offer", "open", "orElse", "ordinal", "parse", "peek", "poll",
    "pop", "print", "printf", "println", "push", "put", "read", "remove", "replace", "reset", "run", "set",
    "setName", "setValue", "size", "skip", "sort", "split", "start", "startsWith", "stop", "stream",
    "submit", "substring", "test", "toArray", "toList", "toLowerCase", "toString", "trim", "unlock",
    "update", "valueOf", "values", "wait", "write",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(JAVA_LANG.is_sorted() && COMMODITIES.is_sorted());
    }
}
