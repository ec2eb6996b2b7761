//! Help that a comment holds: `<# .SYNOPSIS .. #>` above a function, at the beginning of its body or at its end.

use indexer_core::{Span, Verbatim};

/// Lines between a comment and the function below it: one that is empty.
const MOST_LINES: usize = 2;

/// The help of a function, and the comment that it stands in, where that is above it. `function` is all of it, `body` what
/// stands between its braces, and `comments` are those of the file, with its texts. O(log comments + bytes between).
pub(super) fn of_function(
    source: &str,
    comments: &[Verbatim],
    function: Span,
    body: Span,
) -> Option<(String, Option<Span>)> {
    let before = |at: u32| {
        let index = comments.partition_point(|one| one.span.end <= at).checked_sub(1)?;
        comments.get(index).map(|one| one.span)
    };
    let blank =
        |from: u32, to: u32| source.get(from as usize..to as usize).filter(|text| text.trim().is_empty());
    let above = before(function.start).filter(|one| {
        blank(one.end, function.start).is_some_and(|text| text.matches('\n').count() <= MOST_LINES)
    });
    if let Some((found, span)) = above.and_then(|span| Some((read(span.text(source))?, span))) {
        return Some((found, Some(span)));
    }
    let first = comments.get(comments.partition_point(|one| one.span.start < body.start)).map(|one| one.span);
    let first = first.filter(|one| one.end <= body.end && blank(body.start, one.start).is_some());
    let last = before(body.end).filter(|one| one.start >= body.start && blank(one.end, body.end).is_some());
    let found = [first, last].into_iter().flatten().find_map(|span| read(span.text(source)));
    found.map(|found| (found, None))
}

/// What a comment says under `.SYNOPSIS` and `.DESCRIPTION`; `None` where it has neither.
pub(super) fn read(comment: &str) -> Option<String> {
    let (mut synopsis, mut description, mut section) = (Vec::new(), Vec::new(), String::new());
    let text = comment.trim_start_matches("<#").trim_end_matches("#>");
    for line in text.lines().map(|line| line.trim().trim_start_matches('#').trim()) {
        let word = line.strip_prefix('.').and_then(|rest| rest.split_whitespace().next());
        let is_word = |word: &&str| word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        if let Some(word) = word.filter(is_word) {
            section = word.to_ascii_uppercase();
            continue;
        }
        match section.as_str() {
            "SYNOPSIS" => synopsis.push(line),
            "DESCRIPTION" => description.push(line),
            _ => {}
        }
    }
    let parts = [synopsis.join("\n"), description.join("\n")];
    let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    let mut found = parts.join("\n\n");
    found.truncate(found.floor_char_boundary(crate::text::DOC_BYTES));
    Some(found).filter(|found| !found.is_empty())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn help_is_what_its_first_sections_say() {
        let text = "<#\n.SYNOPSIS\n    Gets it.\n.DESCRIPTION\n    At once.\n    Or later.\n.PARAMETER Name\n    Its name.\n#>";
        assert_eq!(read(text).as_deref(), Some("Gets it.\n\nAt once.\nOr later."));
        assert_eq!(read("<# Does. #>"), None);
        assert_eq!(read("<#\n .Synopsis\n Does .it\n#>").as_deref(), Some("Does .it"));
    }
}
