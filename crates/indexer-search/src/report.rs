//! What people paste: reports in the forms of issue trackers, stack traces, diffs. What of it is about the code,
//! and which places of the code it names.

mod copies;
mod frames;

pub use frames::{Frame, likeness};

use copies::without_tags;
use frames::frames_of;
use std::borrow::Cow;

/// A question of any length, read as a report.
#[derive(Clone, Debug, Default)]
pub struct Report<'q> {
    /// What is left without the words of a form, comments, addresses and what programs signed.
    pub text: Cow<'q, str>,
    /// The places that it names by file and line, the innermost of a stack first.
    pub frames: Vec<Frame>,
    /// What stands in backticks and blocks of code.
    pub marked: Vec<&'q str>,
    /// True where a line stands in it that only stands above frames.
    pub is_trace: bool,
    /// True for a change, as programs write it.
    pub is_diff: bool,
}

/// Most parts of a report that stand in backticks or blocks.
const MOST_MARKED: usize = 64;

/// Headings of forms whose sections are about the machine of who asks, or about the form.
const SECTIONS_ASIDE: &[&str] = &[
    "additional system information",
    "browser",
    "checklist",
    "checks",
    "code of conduct",
    "environment",
    "operating system",
    "operating system details",
    "os",
    "pip list",
    "platform",
    "python version",
    "reproduction checklist",
    "system info",
    "system information",
    "system",
    "validations",
    "version",
    "versions",
    "your environment",
];

/// Headings of forms that say nothing themselves.
const HEADINGS: &[&str] = &[
    "actual behavior",
    "actual behaviour",
    "actual result",
    "actual results",
    "additional context",
    "additional information",
    "bug description",
    "bug report",
    "changes",
    "current behavior",
    "describe the bug",
    "describe the issue",
    "describe your issue",
    "description",
    "details",
    "example",
    "example code",
    "expected behavior",
    "expected behaviour",
    "expected result",
    "expected results",
    "feature request",
    "issue",
    "motivation",
    "problem",
    "reproduction",
    "screenshots",
    "solution",
    "steps to reproduce",
    "summary",
    "to reproduce",
    "what happened",
    "what is the current behavior",
    "what is the expected behavior",
    "what did you expect to happen",
];

/// What programs write at the end of a message.
const SIGNED: &[&str] = &[
    "signed-off-by:",
    "co-authored-by:",
    "co-authored by:",
    "reviewed-by:",
    "acked-by:",
    "tested-by:",
    "reported-by:",
    "change-id:",
    "cc:",
    "(cherry picked from",
    "git-svn-id:",
    "pr-url:",
];

/// Lines that stand above the frames of a stack.
const ABOVE_FRAMES: &[&str] = &[
    "traceback (most recent call last)",
    "stack backtrace:",
    "exception in thread ",
    "goroutine ",
    "thread '",
];

impl<'q> Report<'q> {
    /// Reads a question. O(length).
    pub fn read(question: &'q str) -> Self {
        let question = question.trim();
        let mut report = Self { frames: frames_of(question), ..Self::default() };
        report.is_diff = is_diff(question);
        if report.is_diff {
            report.read_diff(question);
            return report;
        }
        let lower = question.to_ascii_lowercase();
        report.is_trace = lower.lines().map(str::trim_start).any(|line| {
            ABOVE_FRAMES.iter().any(|one| line.starts_with(one))
                && (line.ends_with(':') || line.contains(['[', '"', '\'']))
        });
        if !question.contains('\n') {
            report.mark(question);
            report.text = without_addresses(without_tags(question));
            return report;
        }
        report.read_form(question);
        report
    }

    fn read_form(&mut self, question: &'q str) {
        let mut kept = String::with_capacity(question.len());
        let (mut fenced, mut commented, mut aside) = (false, false, false);
        let last_end = question.rfind("-->");
        for line in question.lines() {
            let trimmed = line.trim();
            // In a comment a fence is none.
            if !commented && (trimmed.starts_with("```") || trimmed.starts_with("~~~")) {
                fenced = !fenced;
                continue;
            }
            if fenced {
                if !aside {
                    self.mark_block(trimmed);
                    kept.push_str(line);
                    kept.push('\n');
                }
                continue;
            }
            let start = line.as_ptr() as usize - question.as_ptr() as usize;
            let line =
                without_comments(line, last_end.and_then(|end| end.checked_sub(start)), &mut commented);
            if let Some(heading) = heading(&line) {
                aside = SECTIONS_ASIDE.contains(&heading.as_str());
                if aside || HEADINGS.contains(&heading.as_str()) {
                    continue;
                }
            }
            let first = kept.is_empty();
            if (aside || is_formal(&line)) && !first {
                continue;
            }
            let line = if first { without_tags(&line) } else { &*line };
            kept.push_str(&without_addresses(line));
            kept.push('\n');
        }
        // Marks are looked for in the question itself, so that they are parts of it.
        question
            .lines()
            .filter(|line| !line.trim_start().starts_with("```"))
            .for_each(|line| self.mark(line));
        self.text = Cow::Owned(kept.trim().to_owned());
    }

    /// What stands in a diff before and after; what is only added stands nowhere yet, but says what is done.
    fn read_diff(&mut self, question: &'q str) {
        let mut kept = String::with_capacity(question.len());
        for line in question.lines() {
            let heads = ["diff ", "index ", "--- ", "+++ ", "new file", "deleted file", "similarity "];
            if heads.iter().any(|head| line.starts_with(head)) {
                continue;
            }
            let text = match line.strip_prefix("@@") {
                Some(hunk) => hunk.split_once("@@").map_or("", |(_, around)| around),
                None => line.strip_prefix(['+', '-']).unwrap_or(line),
            };
            kept.push_str(text);
            kept.push('\n');
        }
        self.text = Cow::Owned(kept);
    }

    /// Takes what stands between backticks on a line.
    fn mark(&mut self, line: &'q str) {
        for (at, part) in line.split('`').enumerate() {
            if at % 2 == 1 && !part.trim().is_empty() && self.marked.len() < MOST_MARKED {
                self.marked.push(part.trim());
            }
        }
    }

    /// Takes the names that a line of a block calls, in whatever language: `name(`.
    fn mark_block(&mut self, line: &'q str) {
        for (at, _) in line.match_indices('(') {
            let before = &line[..at];
            let start = before
                .rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
                .map_or(0, |end| end + before[end..].chars().next().map_or(1, char::len_utf8));
            let name = &before[start..];
            if name.len() > 2 && self.marked.len() < MOST_MARKED {
                self.marked.push(name);
            }
        }
    }
}

/// True for a change, as programs write it.
fn is_diff(text: &str) -> bool {
    let mut heads = 0;
    let mut before = "";
    for line in text.lines() {
        if line.starts_with("diff --git ") || before.starts_with("--- ") && line.starts_with("+++ ") {
            heads += 1;
        }
        if heads > 0 && line.starts_with("@@ -") {
            return true;
        }
        before = line;
    }
    false
}

/// The words of a heading in lower case; `None` for what is none.
fn heading(line: &str) -> Option<String> {
    let line = line.trim();
    let text = match line.strip_prefix('#') {
        Some(rest) => rest.trim_start_matches('#'),
        None => line.strip_prefix("**").and_then(|rest| {
            let rest = rest.trim_end_matches(':');
            rest.strip_suffix("**")
        })?,
    };
    let words = |c: char| !c.is_alphanumeric();
    Some(text.trim_matches(words).to_lowercase().replace(['*', ':', '?'], ""))
}

/// True for a line that is the form's or a program's: boxes to tick, who signed, what was left empty.
fn is_formal(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let item = line.trim_start_matches(['-', '*', ' ']);
    let is_box = item.len() < line.len() && (item.starts_with("[ ]") || item.starts_with("[x]"));
    is_box
        || SIGNED.iter().any(|one| line.starts_with(one))
        || copies::is_about_copy(item)
        || matches!(line.as_str(), "_no response_" | "n/a" | "<details>" | "</details>" | "---" | "***")
        || line.starts_with("<summary>")
}

/// A line without what stands in comments of HTML; `open` says whether one goes on, `last_end` where the last `-->`
/// of the text begins, as bytes from the line's first: what nothing closes is no comment, and neither is what stands
/// between backticks.
fn without_comments<'l>(line: &'l str, last_end: Option<usize>, open: &mut bool) -> Cow<'l, str> {
    if !*open && !line.contains("<!--") {
        return Cow::Borrowed(line);
    }
    // Backticks are counted once, from the left: a line may have thousands of beginnings.
    let (mut quotes, mut counted, last_quote) = (0, 0, line.rfind('`'));
    let mut opens = |at: usize| {
        quotes += line[counted..at].matches('`').count();
        counted = at;
        let is_quoted = quotes % 2 == 1 && last_quote.is_some_and(|last| last > at);
        last_end.is_some_and(|end| end > at) && !is_quoted
    };
    let (mut kept, mut rest) = (String::new(), line);
    while !rest.is_empty() {
        if *open {
            match rest.find("-->") {
                Some(end) => {
                    *open = false;
                    rest = &rest[end + 3..];
                }
                None => break,
            }
        } else {
            let before = line.len() - rest.len();
            let mut starts = rest.match_indices("<!--").map(|(at, _)| at);
            let start = starts.find(|at| opens(before + at));
            kept.push_str(&rest[..start.unwrap_or(rest.len())]);
            let Some(start) = start else { break };
            *open = true;
            rest = &rest[start + 4..];
        }
    }
    Cow::Owned(kept)
}

/// A line without addresses of the web: their words are about where, not what.
fn without_addresses(line: &str) -> Cow<'_, str> {
    if !line.contains("://") {
        return Cow::Borrowed(line);
    }
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("://") {
        let scheme = rest[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '+').len();
        let is_web = matches!(&rest[scheme..at], "http" | "https" | "ftp");
        let end = rest[at..]
            .find(|c: char| c.is_whitespace() || ")>]\"'`".contains(c))
            .map_or(rest.len(), |end| at + end);
        kept.push_str(&rest[..if is_web { scheme } else { end }]);
        rest = &rest[end..];
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_form_says_is_left_out() {
        let text = "Pool leaks sockets\n\n<!-- Please search\nfirst -->\n### Describe the bug\n\nIt keeps `idle_sockets` \
                    open, see https://example.org/kept/words.\n\n```python\npool = open_pool(3)\n```\n\n- [x] I have read the \
                    guide\n\n### Environment\n\nLinux, with\n```\nsome list\n```\n\n### What I want\n\nClose them.\n\n\
                    Signed-off-by: A B <a@b.c>";
        let report = Report::read(text);
        let lines: Vec<&str> = report.text.lines().filter(|line| !line.trim().is_empty()).collect();
        let kept = [
            "Pool leaks sockets",
            "It keeps `idle_sockets` open, see ",
            "pool = open_pool(3)",
            "### What I want",
            "Close them.",
        ];
        assert_eq!(lines, kept);
        assert_eq!(report.marked, ["open_pool", "idle_sockets"]);
        assert!(!report.is_trace && !report.is_diff && report.frames.is_empty());
    }

    #[test]
    fn what_nothing_closes_or_backticks_hold_is_no_comment() {
        for (text, kept) in [
            ("Title\n<!-- not closed\nthe pool leaks", "Title\n<!-- not closed\nthe pool leaks"),
            ("Title\na <!-- b --> c\nd <!-- e", "Title\na  c\nd <!-- e"),
            ("Title\n`<!--` opens\nthe pool -->", "Title\n`<!--` opens\nthe pool -->"),
            ("Title\n`a` <!-- b\nc --> d", "Title\n`a` \n d"),
            ("Title\n`<!--` <!-- b --> `<!-- c` <!-- d --> e", "Title\n`<!--`  `<!-- c`  e"),
            ("Title\n<!-- a\n```\n-->\nthe pool\n```\nx", "Title\n\n\n\nthe pool\nx"),
        ] {
            assert_eq!(Report::read(text).text, kept, "{text}");
        }
    }

    #[test]
    fn a_copy_of_a_change_is_the_change() {
        let title = "Fix the retry of a pool";
        for copy in [
            format!("[PR /f4dc0dee backport][3.14] {title}"),
            format!("[3.x] [stable] {title}"),
            format!(
                "[PR #12]{title}\n**This is a backport of PR  as merged into master\n(f4dc0deedbae67a94b0ab86b6a0e748249f26d83).**"
            ),
            format!("{title}\n\nBackport of  to 3.15."),
        ] {
            let report = Report::read(&copy);
            assert_eq!(report.text.trim(), title, "{copy}");
            assert_eq!(crate::class::Class::of(&copy, &report).0, crate::class::Class::Change, "{copy}");
        }
        for kept in [
            "[LANG-12] a pool",
            "[pool] leaks",
            "[3.14]",
            "[1, 2] is no list",
            "a [3.14] b",
            "[port] is taken",
            "[stable] sort of a pool",
            "[1234567] is no index",
            "A pool\n\nbackports the pool to other systems\nBackports 3 mends",
        ] {
            assert_eq!(Report::read(kept).text, kept);
        }
        assert_eq!(Report::read("[stable] [PR 12] a pool").text, "a pool");
    }

    #[test]
    fn one_line_stays_as_it_is() {
        for text in ["Router", "where is `open` used", "", "### Environment", "a :// b"] {
            assert_eq!(Report::read(text).text, text);
        }
        assert_eq!(Report::read("where is `open` used").marked, ["open"]);
    }

    #[test]
    fn a_diff_says_what_it_touches() {
        let text = "diff --git a/net/pool.py b/net/pool.py\nindex 1..2 100644\n--- a/net/pool.py\n+++ b/net/pool.py\n\
                    @@ -10,3 +10,4 @@ def checkout(self):\n     idle = 1\n-    old = 2\n+    new = 3\n";
        let report = Report::read(text);
        assert!(report.is_diff);
        assert_eq!(report.text.trim(), "def checkout(self):\n     idle = 1\n    old = 2\n    new = 3");
        assert_eq!((report.frames[0].place.as_str(), report.frames[0].line), ("/net/pool.py", 10));
    }
}
