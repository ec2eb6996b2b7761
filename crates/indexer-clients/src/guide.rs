//! Words for models: which question which tool answers, as a block in a file of instructions and as a
//! skill.

use crate::held::Held;
use crate::jsonc::Unclear;
use xxhash_rust::xxh3::xxh3_64;

/// Opens the block.
const BEGIN: &str = "<!-- indexer: begin -->";
/// Closes it.
const END: &str = "<!-- indexer: end -->";

/// Which question which tool answers. Every tool here only reads.
const QUESTIONS: &[(&str, &str)] = &[
    ("where is the code about X; how does X work", "search, explain"),
    ("where is X defined; what is called X", "find_definition, lookup_symbol"),
    ("who uses X; who calls it, what does it call", "find_references, get_callers, get_callees"),
    ("what breaks if X changes; which tests cover it", "get_impact, get_related_tests"),
    ("what is in this file or folder, without reading it all", "get_file_summary, list_declarations"),
    ("the code of X, or some lines", "read_source"),
    ("what did this branch or commit change", "get_diff_summary"),
    ("is the index complete and fresh", "index_status"),
];

/// The text of the block, marks included, with a line break at its end.
pub fn block() -> String {
    let mut out = format!("{BEGIN}\n## Questions about this code\n\n");
    out += "The MCP server `indexer` answers from an index that takes in every edit; ask it before you search text.\n\n";
    for (question, tools) in QUESTIONS {
        out += &format!("- {question}: `{}`\n", tools.replace(", ", "`, `"));
    }
    out += "\nUses are resolved (proved) or possible; unresolved sites are counted, so no uses means none only where\n\
            that count is zero too.\n";
    out + END + "\n"
}

/// Where the block is, with the line break at its end.
fn place(text: &str) -> Result<Option<(usize, usize)>, Unclear> {
    let marks = (text.matches(BEGIN).count(), text.matches(END).count());
    if marks == (0, 0) {
        return Ok(None);
    }
    let (begin, end) = (text.find(BEGIN), text.find(END));
    match (marks, begin, end) {
        ((1, 1), Some(begin), Some(end)) if begin < end => {
            let end = end + END.len();
            let rest = &text[end..];
            let line = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
            Ok(Some((begin, end + line)))
        }
        _ => Err(Unclear(format!(
            "the marks {BEGIN:?} and {END:?} do not stand there once each, in this order"
        ))),
    }
}

/// What a file of instructions holds of the block.
pub(crate) fn held(text: &str) -> Result<Held, Unclear> {
    Ok(match place(text)? {
        None => Held::Nothing,
        Some((begin, end)) if text[begin..end].replace("\r\n", "\n").trim_end() == block().trim_end() => {
            Held::Same
        }
        Some(_) => Held::Older,
    })
}

/// The text with the block at its end.
pub(crate) fn put(text: &str) -> String {
    let line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = text.to_owned();
    if !out.is_empty() {
        out += &line.repeat(if out.ends_with('\n') { 1 } else { 2 });
    }
    out + &block().replace('\n', line)
}

/// The text without it and without the empty line in front.
pub(crate) fn take(text: &str) -> Result<String, Unclear> {
    let Some((begin, end)) = place(text)? else { return Ok(text.to_owned()) };
    let mut front = &text[..begin];
    for line in ["\r\n", "\n"] {
        if let Some(shorter) = front.strip_suffix(line).filter(|shorter| shorter.ends_with('\n')) {
            front = shorter;
            break;
        }
    }
    Ok(format!("{front}{}", &text[end..]))
}

/// The stamp of a skill: version of the program, and a digest by which it is known whether somebody
/// edited it.
const STAMP: &str = "<!-- indexer ";

/// The text of the skill.
pub fn skill() -> String {
    let mut body = String::from(
        "---\n\
         name: indexer\n\
         description: Structural questions about this code (definitions, uses, callers, impact of a change, tests, \
         diffs), answered by the MCP server indexer. Use it before searching text or reading whole files.\n\
         ---\n\n\
         # Questions about code\n\n",
    );
    for (question, tools) in QUESTIONS {
        body += &format!("- {question}: `{}`\n", tools.replace(", ", "`, `"));
    }
    body += "\n\
        Paths are relative to the root, lines and columns 1-based. Names may be qualified: `Owner.member`. Every tool\n\
        takes `rev` (branch, tag, commit, `:staged`) to ask about another state, and answers at once after an edit.\n\n\
        Uses are *resolved* (proved) or *possible* (guessed, and said so). Read the counts: zero uses means none only\n\
        where the number of unresolved sites is zero too. A long answer ends with a cursor; give it back for the rest.\n\n\
        Without the server, each tool is a command: `indexer find-references X`.\n";
    let stamp = format!("{STAMP}{} {:016x} -->\n", env!("CARGO_PKG_VERSION"), xxh3_64(body.as_bytes()));
    body + &stamp
}

/// What a file holds of the skill.
pub(crate) fn held_skill(text: &str) -> Held {
    let theirs = |what: &str| Held::Theirs(format!("a skill {what}"));
    if text == skill() {
        return Held::Same;
    }
    let text = text.replace("\r\n", "\n");
    let Some(at) = text.rfind(STAMP) else { return theirs("that this program did not write") };
    let (body, stamp) = text.split_at(at);
    let digest = format!(" {:016x} -->", xxh3_64(body.as_bytes()));
    if stamp.trim_end().ends_with(&digest) { Held::Older } else { theirs("that somebody edited") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_tools::tools::find;

    #[test]
    fn every_tool_that_is_named_exists_and_only_reads() {
        for (_, tools) in QUESTIONS {
            for name in tools.split(", ") {
                let tool = find(name).unwrap_or_else(|| panic!("{name}"));
                assert!(tool.name == name && !tool.writes, "{name}");
            }
        }
        assert!(block().lines().count() <= 17, "{}", block());
    }

    #[test]
    fn the_block_comes_and_goes() {
        for text in ["", "# Mine\n", "# Mine\r\n\r\ntext\r\n"] {
            let with = put(text);
            assert_eq!(held(&with).unwrap(), Held::Same);
            assert_eq!(take(&with).unwrap(), text);
            let more = format!("{with}\nbelow\n");
            assert_eq!(take(&more).unwrap(), format!("{text}\nbelow\n"));
        }
        let older = format!("a\n\n{BEGIN}\nold\n{END}\nb\n");
        assert_eq!(held(&older).unwrap(), Held::Older);
        assert_eq!(take(&older).unwrap(), "a\nb\n");
        for bad in [format!("{BEGIN}\n"), format!("{END}\n{BEGIN}\n"), format!("{BEGIN}{BEGIN}{END}")] {
            assert!(held(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_skill_that_somebody_edited_is_theirs() {
        assert_eq!(held_skill(&skill()), Held::Same);
        assert_eq!(held_skill(&skill().replace('\n', "\r\n")), Held::Older);
        let body = "---\nname: indexer\n---\nold\n";
        let stamped = format!("{body}{STAMP}0.0.1 {:016x} -->\n", xxh3_64(body.as_bytes()));
        assert_eq!(held_skill(&stamped), Held::Older);
        assert!(matches!(held_skill(&stamped.replace("old", "new")), Held::Theirs(_)));
        assert!(matches!(held_skill("mine"), Held::Theirs(_)));
        assert!(skill().starts_with("---\nname: indexer\n"));
    }
}
