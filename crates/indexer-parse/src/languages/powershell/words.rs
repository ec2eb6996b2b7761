//! Words of the language, in lower case.

/// Words with which statements begin, or that go on with them, sorted.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "begin", "break", "catch", "class", "clean", "configuration", "continue", "data", "do", "dynamicparam", "else", "elseif",
    "end", "enum", "exit", "filter", "finally", "for", "foreach", "function", "if", "in", "param", "process", "return",
    "switch", "throw", "trap", "try", "until", "using", "while", "workflow",
];

/// Variables that the language gives, sorted.
#[rustfmt::skip]
const GIVEN: &[&str] = &[
    "$", "?", "^", "_", "args", "consolefilename", "env", "error", "errorview", "event", "eventargs", "eventsubscriber",
    "executioncontext", "false", "foreach", "home", "host", "input", "iscoreclr", "islinux", "ismacos", "iswindows",
    "lastexitcode", "matches", "myinvocation", "nestedpromptlevel", "null", "pid", "profile", "psboundparameters", "pscmdlet",
    "pscommandpath", "psculture", "psdebugcontext", "psedition", "pshome", "psitem", "psscriptroot", "pssenderinfo",
    "psuiculture", "psversiontable", "pwd", "sender", "shellid", "stacktrace", "switch", "this", "true",
];

/// True for a word of the language where a command could stand.
pub(super) fn is_keyword(word: &str) -> bool {
    holds(KEYWORDS, word)
}

/// True for a variable that nobody declares.
pub(super) fn is_given(name: &str) -> bool {
    holds(GIVEN, name)
}

/// Is the word, in whatever case, one of these, which are sorted?
pub(super) fn holds(sorted: &[&str], word: &str) -> bool {
    let lower = |byte: u8| byte.to_ascii_lowercase();
    sorted.binary_search_by(|one| one.bytes().map(lower).cmp(word.bytes().map(lower))).is_ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        assert!(super::KEYWORDS.is_sorted() && super::GIVEN.is_sorted());
    }
}
