//! Problems in the words of the command line: its commands and flags instead of tools and arguments.

use crate::protocol::problem::Problem;
use crate::protocol::tool::Tool;
use crate::tools::{ALL, find};

/// The same problem as somebody at a terminal would write it: `indexer refs` for `find_references`,
/// `--start-line` for `start_line`.
pub fn on_command_line(problem: &Problem) -> Problem {
    let tool = problem.tool.and_then(find);
    let mut said = problem.clone();
    let of_parameter = problem.parameter.as_deref().and_then(|parameter| {
        let rest = problem.message.strip_prefix(parameter)?.strip_prefix(": ")?;
        Some(format!("{}: {rest}", flag(tool?, parameter)))
    });
    // What else the message says may be in the words of who asked.
    said.message = without_marks(&of_parameter.unwrap_or(said.message), tool);
    said.hint = problem.hint.as_deref().map(|hint| in_words(&without_marks(hint, tool), tool));
    said
}

/// How the command line takes an argument: `SYMBOL` by its place, or a flag.
fn flag(tool: &Tool, parameter: &str) -> String {
    let command = tool.command();
    let argument = command.get_arguments().find(|one| one.get_id() == parameter);
    match argument {
        Some(argument) if argument.is_positional() => parameter.to_uppercase(),
        _ => format!("--{}", parameter.replace('_', "-")),
    }
}

/// An argument between backticks, `` `mode` ``, is that flag; other things between them stay.
fn without_marks(text: &str, tool: Option<&Tool>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        out.push_str(before);
        let marked = after.split_once('`');
        let argument = marked.and_then(|(word, _)| tool.filter(|tool| has_argument(tool, word)));
        match (marked, argument) {
            (Some((word, after)), Some(tool)) => {
                out.push_str(&flag(tool, word));
                rest = after;
            }
            _ => {
                out.push('`');
                rest = after;
            }
        }
    }
    out + rest
}

fn has_argument(tool: &Tool, word: &str) -> bool {
    tool.full_schema()["properties"].get(word).is_some()
}

/// Names with an underscore are tools and arguments; other words are English.
fn in_words(text: &str, tool: Option<&Tool>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        match word.contains('_').then(|| spoken(word, tool)).flatten() {
            Some(spoken) => out.push_str(&spoken),
            None => out.push_str(word),
        }
        let next = after.find(in_word).unwrap_or(after.len());
        out.push_str(&after[..next]);
        rest = &after[next..];
    }
    out
}

fn spoken(word: &str, tool: Option<&Tool>) -> Option<String> {
    if let Some(named) = ALL.iter().find(|tool| tool.name == word) {
        return Some(format!("indexer {}", named.short_name()));
    }
    tool.filter(|tool| has_argument(tool, word)).map(|tool| flag(tool, word))
}

/// The commands that may have been meant, nearest first.
pub fn nearest_commands<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    indexer_search::nearest(word, names, 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::problem::Code;

    #[test]
    fn commands_and_flags_stand_for_tools_and_arguments() {
        let problem = Problem::argument("start_line", "start_line: 9 is not a line of a.py, which has 3");
        let problem = Problem {
            tool: Some("read_source"),
            ..problem.hint("list_declarations and get_tree take folders")
        };
        let said = on_command_line(&problem);
        assert_eq!(said.message, "--start-line: 9 is not a line of a.py, which has 3");
        assert_eq!(said.hint.as_deref(), Some("indexer outline and indexer tree take folders"));
        let problem =
            Problem { tool: Some("get_callers"), ..Problem::argument("symbol", "symbol: is required") };
        assert_eq!(on_command_line(&problem).message, "SYMBOL: is required");
        let problem = Problem::argument("pr", "pr: it names both ends; give no `worktree` with it");
        let problem = problem.hint("`pr` alone, or a `branch` of `since_ref`");
        let said = on_command_line(&Problem { tool: Some("get_diff_summary"), ..problem });
        assert_eq!(said.message, "--pr: it names both ends; give no --worktree with it");
        assert_eq!(said.hint.as_deref(), Some("--pr alone, or a `branch` of SINCE_REF"));
        let other = Problem::new(Code::NotFound, "no symbol is called read_source");
        assert_eq!(on_command_line(&other), other, "a name of the user stays");
    }
}
