//! What kind of question it is, decided before anything is ranked, by rules that an answer can print.

use crate::literal::{Literal, Mark};
use crate::report::Report;

indexer_core::worded! {
    /// What kind of question it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Class {
        /// One name, perhaps with its owners: `Router`, `Router::nest`, `app.use`.
        Identifier = "identifier",
        /// A path or file name: `src/lib.rs`.
        Path = "path",
        /// All of it is meant word for word: between quotes, or written as no sentence is.
        Literal = "literal",
        /// A few words.
        Short = "short",
        /// How something works, or why.
        Architecture = "architecture",
        /// A change in one line, as titles of commits and tasks say it: `fix(io): close it`, `Allow empty names`.
        Change = "change",
        /// Text about a problem, as users write it.
        Issue = "issue",
        /// A stack trace, perhaps with text around it.
        Trace = "trace",
        /// Lines of a log.
        Log = "log",
        /// A change, as programs write it.
        Diff = "diff",
    }
}

/// Most words of a question of one line; a longer one is a report.
const SHORT: usize = 24;
/// Lines that begin as those of a log from which on it is one.
const LOG_LINES: usize = 3;
/// Frames from which on a text is a stack trace.
const FRAMES: usize = 2;
/// What somebody begins with who wants to know how something works.
const WONDERING: &[&str] = &["how", "why", "explain", "describe"];

/// True where somebody wants to know how something works.
pub(crate) fn is_wondering(text: &str) -> bool {
    let first = text.trim().split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    WONDERING.iter().any(|word| first.eq_ignore_ascii_case(word))
}

/// How many frames of a text are those of a stack. On one line a name with a number may be a host with its port.
fn frames(text: &str, report: &Report<'_>) -> usize {
    let is_one_line = !text.contains('\n');
    report.frames.iter().filter(|frame| !is_one_line || frame.place[1..].contains('/')).count()
}

impl Class {
    /// All, in their order.
    pub const ALL: [Class; 10] = [
        Class::Identifier,
        Class::Path,
        Class::Literal,
        Class::Short,
        Class::Architecture,
        Class::Change,
        Class::Issue,
        Class::Trace,
        Class::Log,
        Class::Diff,
    ];

    /// True for long texts that are about something, of which not each word is asked for.
    pub const fn is_report(self) -> bool {
        matches!(self, Class::Issue | Class::Trace | Class::Log | Class::Diff)
    }

    /// True for what is about a change that somebody wants: what was changed before says where.
    pub const fn is_about_change(self) -> bool {
        matches!(self, Class::Change | Class::Issue | Class::Trace | Class::Log)
    }

    /// True for what names one thing, of which each place is wanted.
    pub const fn is_exact(self) -> bool {
        matches!(self, Class::Identifier | Class::Path | Class::Literal | Class::Trace | Class::Diff)
    }

    /// The class of a question and the rule that decided. O(length).
    pub fn of(text: &str, report: &Report<'_>) -> (Self, &'static str) {
        let text = text.trim();
        if report.is_diff {
            return (Class::Diff, "lines of a diff: @@ and files before it");
        }
        if frames(text, report) >= FRAMES || report.is_trace {
            return (Class::Trace, "frames of a stack, or what stands above them");
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let (mut all, mut logged) = (0, 0);
        for line in lines {
            all += 1;
            logged += usize::from(is_logged(line));
        }
        if logged >= LOG_LINES && logged * 2 >= all {
            return (Class::Log, "most lines begin with a time or a level");
        }
        // What the form says is none of its lines.
        let kept = report.text.trim();
        let text = if kept.is_empty() { text } else { kept };
        if text.lines().filter(|line| !line.trim().is_empty()).count() > 1 {
            return (Class::Issue, "several lines");
        }
        let is_place = report.frames.len() == 1;
        match one_word(text) {
            Some(Class::Path) => return (Class::Path, "one word with a slash or the ending of a file"),
            Some(_) if is_place => return (Class::Path, "the name of a file with a line"),
            Some(Class::Identifier) => return (Class::Identifier, "one name, perhaps with its owners"),
            _ => {}
        }
        if is_literal(text) {
            return (Class::Literal, "all of it between quotes, or one word that no sentence has");
        }
        if text.split_whitespace().count() > SHORT {
            return (Class::Issue, "more than 24 words");
        }
        if is_change(text) {
            return (
                Class::Change,
                "begins with a verb such as fix or add, with `kind(part):` or with a ticket",
            );
        }
        match is_wondering(text) {
            true => (Class::Architecture, "begins with how, why, explain or describe"),
            false => (Class::Short, "a few words"),
        }
    }
}

/// True where all of a question is meant word for word.
fn is_literal(text: &str) -> bool {
    match Literal::all(text).as_slice() {
        [one, ..] => one.mark != Mark::Bare && one.text.len() + 2 >= text.len(),
        [] => false,
    }
}

/// What titles of changes begin with, sorted.
const VERBS: &[&str] = &[
    "add",
    "added",
    "adds",
    "adjust",
    "allow",
    "allows",
    "avoid",
    "avoids",
    "bump",
    "change",
    "changed",
    "changes",
    "clean",
    "convert",
    "correct",
    "corrected",
    "corrects",
    "deprecate",
    "disable",
    "do",
    "don",
    "drop",
    "enable",
    "ensure",
    "ensures",
    "exclude",
    "export",
    "expose",
    "extend",
    "fix",
    "fixed",
    "fixes",
    "force",
    "handle",
    "handles",
    "ignore",
    "implement",
    "improve",
    "improved",
    "improves",
    "include",
    "increase",
    "introduce",
    "keep",
    "make",
    "makes",
    "move",
    "optimize",
    "preserve",
    "prevent",
    "prevents",
    "properly",
    "provide",
    "raise",
    "reduce",
    "refactor",
    "remove",
    "removed",
    "removes",
    "rename",
    "replace",
    "respect",
    "restore",
    "revert",
    "simplify",
    "skip",
    "speed",
    "stop",
    "support",
    "supports",
    "switch",
    "update",
    "updated",
    "updates",
    "use",
    "validate",
];

/// True for the title of a change: a verb, `kind(part): what`, a ticket such as `ABC-12`.
fn is_change(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = |c: char| !c.is_ascii_alphabetic();
    let first = text.split(word).next().unwrap_or("");
    let rest = &text[first.len()..];
    let ticket = rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if ticket && first.len() > 1 && first.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return true;
    }
    let part = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((_, rest)) => rest,
        None => rest,
    };
    let is_kind = first.len() > 1 && first.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_kind && part.trim_start_matches('!').starts_with(": ") {
        return true;
    }
    let first = first.to_ascii_lowercase();
    text.contains(char::is_whitespace) && VERBS.binary_search(&first.as_str()).is_ok()
}

/// What a question without spaces is; `None` for one with spaces, and for what is neither.
fn one_word(text: &str) -> Option<Class> {
    if text.is_empty() || text.contains(char::is_whitespace) {
        return None;
    }
    let has_extension = text.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=4).contains(&extension.len())
            && extension.bytes().all(|b| b.is_ascii_lowercase())
    });
    if text.contains('/') || text.contains('\\') {
        return Some(Class::Path);
    }
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '#' | '(' | ')' | '$' | '!');
    match text.chars().all(is_name) {
        true if has_extension
            && indexer_core::path::stem(text).len() > 2
            && text.matches('.').count() == 1 =>
        {
            Some(Class::Path)
        }
        true => Some(Class::Identifier),
        false => None,
    }
}

/// Levels of logs.
const LEVELS: &[&str] =
    &["trace", "debug", "info", "notice", "warn", "warning", "error", "err", "fatal", "critical", "panic"];

/// True for a line that begins with a time or a level.
fn is_logged(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "[(<".contains(c));
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line.as_bytes()[digits..];
    // 2026-11-22, 22:01:27, 12/Nov/2026, 1700000000.
    let is_time = match digits {
        4 => rest.first().is_some_and(|byte| b"-/".contains(byte)),
        2 => {
            rest.first().is_some_and(|byte| b":/".contains(byte))
                && rest.get(1).is_some_and(u8::is_ascii_alphanumeric)
        }
        10..=19 => true,
        _ => false,
    };
    let word = line.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    let marked = line[word.len()..].starts_with([':', ']', ')', ' ', '\t', '|']);
    is_time
        || marked && word.len() > 2 && LEVELS.iter().any(|level| word.eq_ignore_ascii_case(level))
        // What begins a sentence is no level.
        && (word.bytes().all(|byte| byte.is_ascii_uppercase()) || !line[word.len()..].starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_sorted() {
        assert!(VERBS.is_sorted());
    }

    #[test]
    fn questions_are_told_apart() {
        let trace = "it fails\n\nTraceback (most recent call last):\n  File \"a.py\", line 3, in f\n";
        let java = "NPE\n\tat a.b.C.run(C.java:10)\n\tat a.b.D.main(D.java:3)";
        let log = "2026-11-22 22:01:27 start\n2026-11-22 22:01:28 pool is empty\n[ERROR] no socket\n";
        let diff = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,3 @@ def f():\n+    g()\n";
        let long = "the pool leaks a socket each time that a request is cut off ".repeat(3);
        for (text, class) in [
            ("Router", Class::Identifier),
            ("Router::nest", Class::Identifier),
            ("$emit", Class::Identifier),
            ("src/lib.rs", Class::Path),
            ("lib.rs", Class::Path),
            ("pool.py:12", Class::Path),
            ("std::pool", Class::Identifier),
            ("no answer of a.tld:80 by way of b.tld:90", Class::Short),
            ("src/a.py:3 and src/b.py:4", Class::Trace),
            ("a.py:3\nb.py:4", Class::Trace),
            ("\"cannot open the pool\"", Class::Literal),
            ("--no-ignore", Class::Literal),
            ("zsh shell completion", Class::Short),
            ("How does a retry work?", Class::Architecture),
            ("why are sockets kept", Class::Architecture),
            ("fix(io)!: close what is open", Class::Change),
            ("ABC-12 A pool leaks", Class::Change),
            ("🐛 Don't panic on an empty name", Class::Change),
            ("Allow empty names", Class::Change),
            ("add", Class::Identifier),
            ("address book of users", Class::Short),
            (long.as_str(), Class::Issue),
            ("Pool leaks\n\nSee the title.", Class::Issue),
            ("Pool leaks\n\nError in it.\nWarning of it.\nInfo of it.", Class::Issue),
            (trace, Class::Trace),
            (java, Class::Trace),
            (log, Class::Log),
            (diff, Class::Diff),
            ("", Class::Short),
            ("🦀", Class::Literal),
        ] {
            assert_eq!(Class::of(text, &Report::read(text)).0, class, "{text}");
        }
    }
}
