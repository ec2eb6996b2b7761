//! The table of README.md, which this program alone writes.

use super::{Outcome, Ratio};

const BEGIN: &str = "<!-- accuracy: written by `cargo xtask accuracy --write` -->";
const END: &str = "<!-- /accuracy -->";

/// The page with the table between its marks replaced.
pub(super) fn replaced(page: &str, table: &str) -> Result<String, String> {
    let wrong = || format!("README.md has no line {BEGIN} with a line {END} behind it");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(wrong)?;
    let (_, after) = rest.split_once(END).ok_or_else(wrong)?;
    Ok(format!("{before}{BEGIN}\n\n{table}\n{END}{after}"))
}

/// The table.
pub(super) fn table(outcomes: &[Outcome], call_graph: Option<Ratio>) -> String {
    let mut text = "| language, on | checker | resolved: precision, recall | with possible ones | call edges | files that \
                    use files | definitions found | bound though external |\n|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    let pair = |ratio: &Ratio| format!("{:.3}, {:.3}", ratio.precision(), ratio.recall());
    for one in outcomes {
        text += &format!(
            "| {}, {} | {} | {} | {} | {} | {} | {:.3} | {} of {} |\n",
            one.corpus.language,
            one.corpus.name,
            one.corpus.checker,
            pair(&one.resolved.all),
            pair(&one.possible.all),
            pair(&one.calls),
            pair(&one.files),
            one.found(),
            one.resolved.phantoms.0,
            one.resolved.phantoms.1,
        );
    }
    if let Some(ratio) = call_graph {
        text += &format!(
            "\nCall graphs of small Python programs (PyCG): precision {:.3}, recall {:.3}, F1 {:.3}.\n",
            ratio.precision(),
            ratio.recall(),
            ratio.f1(),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let page = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let once = replaced(&page, "| new |\n").unwrap();
        assert_eq!(once, format!("a\n{BEGIN}\n\n| new |\n\n{END}\nb\n"));
        assert_eq!(replaced(&once, "| new |\n").unwrap(), once);
        assert!(replaced("a", "b").is_err());
    }
}
