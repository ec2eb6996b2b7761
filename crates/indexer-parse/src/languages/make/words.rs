//! Words of the language, and what it brings along.

/// Functions of the language, sorted.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "abspath", "addprefix", "addsuffix", "and", "basename", "call", "dir", "error", "eval", "file", "filter", "filter-out",
    "findstring", "firstword", "flavor", "foreach", "guile", "if", "info", "intcmp", "join", "lastword", "let", "notdir", "or",
    "origin", "patsubst", "realpath", "shell", "sort", "strip", "subst", "suffix", "value", "warning", "wildcard", "word",
    "wordlist", "words",
];

/// Variables that make gives, sorted.
#[rustfmt::skip]
const VARIABLES: &[&str] = &[
    "AR", "ARFLAGS", "AS", "ASFLAGS", "CC", "CFLAGS", "CO", "COFLAGS", "COMSPEC", "CPP", "CPPFLAGS", "CTANGLE", "CURDIR", "CWEAVE",
    "CXX", "CXXFLAGS", "FC", "FFLAGS", "GET", "GFLAGS", "HOME", "LDFLAGS", "LDLIBS", "LEX", "LFLAGS", "LINT", "LINTFLAGS",
    "LOADLIBES", "M2C", "MAKE", "MAKECMDGOALS", "MAKEFILES", "MAKEFILE_LIST", "MAKEFLAGS", "MAKEINFO", "MAKELEVEL", "MAKEOVERRIDES",
    "MAKE_COMMAND", "MAKE_HOST", "MAKE_RESTARTS", "MAKE_TERMERR", "MAKE_TERMOUT", "MAKE_VERSION", "MFLAGS", "OBJC", "OUTPUT_OPTION",
    "PATH", "PC", "PFLAGS", "PWD", "RFLAGS", "RM", "SHELL", "SUFFIXES", "TANGLE", "TEX", "TEXI2DVI", "USER", "VPATH", "WEAVE",
    "YACC", "YFLAGS",
];

/// True for a function of the language.
pub(super) fn is_function(name: &str) -> bool {
    crate::text::holds(FUNCTIONS, name)
}

/// True for a variable that nobody declares.
pub(super) fn is_there(name: &str) -> bool {
    crate::text::holds(VARIABLES, name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        assert!(super::FUNCTIONS.is_sorted() && super::VARIABLES.is_sorted());
    }
}
