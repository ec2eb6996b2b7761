//! Names that every namespace has.

/// What `clojure.core`, the language itself and `java.lang` give to every namespace, sorted.
#[rustfmt::skip]
pub(super) const CORE: &[&str] = &[
    "*", "*'", "*1", "*2", "*agent*", "*clojure-version*", "*command-line-args*", "*e", "*err*", "*file*", "*in*",
    "*ns*", "*out*", "*print-length*", "*warn-on-reflection*", "+", "+'", "-", "-'", "->", "->>", "/", "<", "<=", "=",
    "==", ">", ">=", "ArithmeticException", "AssertionError", "Boolean", "Byte", "CharSequence", "Character", "Class",
    "ClassCastException", "ClassLoader", "Comparable", "Double", "Error", "Exception", "Float",
    "IllegalArgumentException", "IllegalStateException", "IndexOutOfBoundsException", "Integer",
    "InterruptedException", "Iterable", "Long", "Math", "NullPointerException", "Number", "NumberFormatException",
    "Object", "OutOfMemoryError", "Process", "Runnable", "Runtime", "RuntimeException", "Short", "StackOverflowError",
    "String", "StringBuilder", "System", "Thread", "ThreadLocal", "Throwable", "UnsupportedOperationException", "Void",
    "add-watch", "agent", "alength", "alias", "all-ns", "alter", "alter-meta!", "alter-var-root", "amap", "ancestors",
    "and", "apply", "areduce", "array-map", "as->", "aset", "assert", "assoc", "assoc!", "assoc-in", "associative?",
    "atom", "await", "await-for", "bean", "bigdec", "bigint", "binding", "bit-and", "bit-or", "bit-shift-left",
    "bit-shift-right", "bit-xor", "boolean", "boolean-array", "boolean?", "bound-fn", "bound-fn*", "bound?",
    "bounded-count", "butlast", "byte", "byte-array", "bytes?", "case", "cast", "cat", "catch", "char", "char-array",
    "char?", "chunk-append", "chunk-first", "class", "class?", "clojure-version", "coll?", "comment", "commute",
    "comp", "comparator", "compare", "compare-and-set!", "complement", "completing", "concat", "cond", "cond->",
    "cond->>", "condp", "conj", "conj!", "cons", "constantly", "contains?", "count", "counted?", "cycle", "dec",
    "dec'", "decimal?", "declare", "dedupe", "def", "default-data-readers", "definline", "definterface", "defmacro",
    "defmethod", "defmulti", "defn", "defn-", "defonce", "defprotocol", "defrecord", "defstruct", "deftype", "delay",
    "delay?", "deliver", "denominator", "deref", "derive", "descendants", "disj", "disj!", "dissoc", "dissoc!",
    "distinct", "distinct?", "do", "doall", "dorun", "doseq", "dosync", "dotimes", "doto", "double", "double-array",
    "double?", "drop", "drop-last", "drop-while", "eduction", "empty", "empty?", "ensure-reduced", "enumeration-seq",
    "eval", "even?", "every-pred", "every?", "ex-cause", "ex-data", "ex-info", "ex-message", "extend",
    "extend-protocol", "extend-type", "extenders", "extends?", "false?", "ffirst", "file-seq", "filter", "filterv",
    "finally", "find", "find-ns", "find-var", "first", "flatten", "float", "float?", "flush", "fn", "fn?", "fnext",
    "fnil", "for", "force", "format", "frequencies", "future", "future-call", "future-cancel", "future-cancelled?",
    "future-done?", "future?", "gen-class", "gensym", "get", "get-in", "get-method", "get-thread-bindings", "group-by",
    "halt-when", "hash", "hash-map", "hash-set", "ident?", "identical?", "identity", "if", "if-let", "if-not",
    "if-some", "ifn?", "import", "in-ns", "inc", "inc'", "indexed?", "inst-ms", "inst?", "instance?", "int",
    "int-array", "int?", "integer?", "interleave", "intern", "interpose", "into", "into-array", "isa?", "iterate",
    "iterator-seq", "juxt", "keep", "keep-indexed", "key", "keys", "keyword", "keyword?", "last", "lazy-cat",
    "lazy-seq", "let", "letfn", "line-seq", "list", "list*", "list?", "load", "load-file", "load-string", "locking",
    "long", "long-array", "loop", "macroexpand", "macroexpand-1", "make-array", "make-hierarchy", "map", "map-entry?",
    "map-indexed", "map?", "mapcat", "mapv", "max", "max-key", "memfn", "memoize", "merge", "merge-with", "meta",
    "methods", "min", "min-key", "mix-collection-hash", "mod", "monitor-enter", "monitor-exit", "name", "namespace",
    "nat-int?", "neg-int?", "neg?", "new", "newline", "next", "nfirst", "nil?", "nnext", "not", "not-any?",
    "not-empty", "not-every?", "not=", "ns", "ns-aliases", "ns-interns", "ns-name", "ns-publics", "ns-resolve",
    "ns-unmap", "nth", "nthnext", "nthrest", "num", "number?", "numerator", "object-array", "odd?", "or", "parents",
    "parse-boolean", "parse-double", "parse-long", "parse-uuid", "partial", "partition", "partition-all",
    "partition-by", "pcalls", "peek", "persistent!", "pmap", "pop", "pop!", "pos-int?", "pos?", "pr", "pr-str",
    "prefer-method", "print", "print-method", "print-str", "printf", "println", "println-str", "prn", "prn-str",
    "promise", "proxy", "proxy-super", "push-thread-bindings", "pvalues", "qualified-ident?", "qualified-keyword?",
    "qualified-symbol?", "quot", "quote", "rand", "rand-int", "rand-nth", "random-sample", "random-uuid", "range",
    "ratio?", "rational?", "rationalize", "re-find", "re-groups", "re-matcher", "re-matches", "re-pattern", "re-seq",
    "read", "read-line", "read-string", "realized?", "record?", "recur", "reduce", "reduce-kv", "reduced", "reduced?",
    "reductions", "ref", "ref-set", "ref?", "refer", "reify", "release-pending-sends", "rem", "remove",
    "remove-all-methods", "remove-ns", "remove-watch", "repeat", "repeatedly", "replace", "replicate", "require",
    "requiring-resolve", "reset!", "reset-meta!", "reset-vals!", "resolve", "rest", "reverse", "reversible?", "rseq",
    "rsubseq", "run!", "satisfies?", "second", "select-keys", "send", "send-off", "seq", "seq?", "seqable?", "seque",
    "sequence", "sequential?", "set", "set!", "set-validator!", "set?", "short", "shuffle", "shutdown-agents",
    "simple-keyword?", "simple-symbol?", "slurp", "some", "some->", "some->>", "some-fn", "some?", "sort", "sort-by",
    "sorted-map", "sorted-map-by", "sorted-set", "sorted-set-by", "sorted?", "special-symbol?", "spit", "split-at",
    "split-with", "str", "string?", "struct", "subs", "subseq", "subvec", "supers", "swap!", "swap-vals!", "symbol",
    "symbol?", "sync", "tagged-literal", "take", "take-last", "take-nth", "take-while", "test", "the-ns",
    "thread-bound?", "throw", "time", "to-array", "trampoline", "transduce", "transient", "tree-seq", "true?", "try",
    "type", "unchecked-add", "unchecked-inc", "unchecked-int", "unreduced", "unsigned-bit-shift-right", "update",
    "update-in", "update-keys", "update-vals", "uri?", "use", "uuid?", "val", "vals", "var", "var-get", "var-set",
    "var?", "vary-meta", "vec", "vector", "vector?", "volatile!", "volatile?", "vreset!", "vswap!", "when",
    "when-first", "when-let", "when-not", "when-some", "while", "with-bindings", "with-bindings*", "with-in-str",
    "with-local-vars", "with-meta", "with-open", "with-out-str", "with-precision", "with-redefs", "with-redefs-fn",
    "xml-seq", "zero?", "zipmap",
];

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::CORE.is_sorted());
    }
}
