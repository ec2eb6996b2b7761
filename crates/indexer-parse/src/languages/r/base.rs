//! Functions of the packages that every session of R has loaded.

/// Those of `base`, `stats`, `utils`, `methods`, `graphics` and `grDevices` that programs call most, sorted.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "F", "Filter", "Find", "I", "LETTERS", "Map", "NCOL", "NROW", "Negate", "Position", "R.version.string", "Recall",
    "Reduce", "Sys.Date", "Sys.getenv", "Sys.setenv", "Sys.sleep", "Sys.time", "Sys.unsetenv", "T", "UseMethod",
    "Vectorize", "abs", "aggregate", "all", "all.equal", "any", "anyNA", "aperm", "append", "apply", "array", "as",
    "as.Date", "as.POSIXct", "as.call", "as.character", "as.data.frame", "as.double", "as.environment", "as.factor",
    "as.formula", "as.function", "as.integer", "as.list", "as.logical", "as.matrix", "as.name", "as.numeric",
    "as.symbol", "as.vector", "asNamespace", "assign", "attr", "attributes", "baseenv", "basename", "bindingIsLocked",
    "bitwAnd", "body", "bquote", "by", "c", "call", "cat", "cbind", "ceiling", "character", "charmatch", "class",
    "close", "colMeans", "colSums", "colnames", "complete.cases", "complex", "cos", "crossprod", "cummax", "cumsum",
    "cut", "data.frame", "date", "deparse", "diag", "diff", "difftime", "dim", "dimnames", "dir.create", "dirname",
    "do.call", "double", "duplicated", "emptyenv", "endsWith", "environment", "environmentName", "eval",
    "eval.parent", "evalq", "exists", "exp", "expand.grid", "expression", "factor", "file", "file.exists",
    "file.path", "floor", "for", "formals", "format", "function", "gc", "get", "get0", "getElement", "getNamespace",
    "getOption", "globalenv", "gregexpr", "grep", "grepl", "gsub", "head", "iconv", "identical", "identity", "ifelse",
    "inherits", "intToUtf8", "integer", "interaction", "interactive", "intersect", "invisible", "is", "is.array",
    "is.character", "is.data.frame", "is.element", "is.environment", "is.factor", "is.function", "is.list",
    "is.logical", "is.matrix", "is.na", "is.null", "is.numeric", "is.primitive", "is.symbol", "is.vector", "isFALSE",
    "isTRUE", "jitter", "lapply", "length", "letters", "levels", "library", "list", "list2env", "loadNamespace",
    "local", "log", "log10", "log2", "logical", "make.names", "make.unique", "mapply", "match", "match.arg",
    "match.call", "match.fun", "matrix", "max", "mean", "median", "merge", "message", "methods", "min", "missing",
    "mode", "month.abb", "month.name", "names", "nargs", "nchar", "ncol", "new", "new.env", "nlevels", "noquote",
    "nrow", "numeric", "on.exit", "options", "order", "outer", "parent.env", "parent.frame", "paste", "paste0", "pi",
    "pmatch", "pmax", "pmin", "prettyNum", "print", "prod", "quantile", "quit", "quote", "range", "rank", "raw",
    "rbind", "read.csv", "read.table", "readLines", "readRDS", "regexpr", "regmatches", "rep", "rep_len", "replace",
    "require", "requireNamespace", "return", "rev", "rm", "rnorm", "round", "row.names", "rowMeans", "rowSums",
    "rownames", "runif", "sQuote", "sample", "sapply", "saveRDS", "scale", "sd", "seq", "seq_along", "seq_len",
    "set.seed", "setClass", "setGeneric", "setMethod", "setNames", "setRefClass", "setdiff", "sign",
    "signalCondition", "simpleCondition", "simpleError", "sin", "slot", "sort", "split", "sprintf", "sqrt",
    "startsWith", "stop", "stopifnot", "storage.mode", "str", "strsplit", "structure", "sub", "subset", "substitute",
    "substr", "substring", "sum", "suppressMessages", "suppressPackageStartupMessages", "suppressWarnings", "switch",
    "sys.call", "sys.function", "t", "table", "tail", "tapply", "tempdir", "tempfile", "tolower", "toupper", "trimws",
    "trunc", "try", "tryCatch", "typeof", "unclass", "union", "unique", "units", "unlink", "unlist", "unname",
    "unsplit", "utf8ToInt", "validObject", "vapply", "var", "vector", "warning", "which", "which.max", "which.min",
    "while", "with", "withCallingHandlers", "within", "write", "writeLines", "xor",
];

/// True for a name that every session has, where nothing nearer does.
pub(super) fn is_given(name: &str) -> bool {
    crate::text::holds(NAMES, name)
}
