//! The tables of figures in docs/accuracy.md and README.md, which this program alone writes.

use super::refs::References;
use super::{Outcome, Ratio};

const BEGIN: &str = "<!-- accuracy: written by `cargo xtask accuracy --write` -->";
const END: &str = "<!-- /accuracy -->";

/// The page with the table between its marks replaced; an error where the marks are not there.
pub(super) fn replaced(page: &str, table: &str) -> Result<String, String> {
    let wrong = || format!("no line {BEGIN} with a line {END} behind it");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(wrong)?;
    let (_, after) = rest.split_once(END).ok_or_else(wrong)?;
    Ok(format!("{before}{BEGIN}\n\n{table}\n{END}{after}"))
}

/// The four columns of README.md: what a user relies on, without the figures that explain it.
pub(super) fn summary(outcomes: &[Outcome]) -> String {
    let mut text = "| language, on | checker | references | calls |\n|---|---|---|---|\n".to_owned();
    for one in outcomes {
        text += &format!(
            "| {}, {} | {} | {} | {} |\n",
            one.corpus.language,
            one.corpus.name,
            one.corpus.checker,
            pair(one.resolved.all),
            pair(one.calls),
        );
    }
    text
}

/// Precision and recall, as both tables write them.
fn pair(ratio: Ratio) -> String {
    format!("{:.3}, {:.3}", ratio.precision(), ratio.recall())
}

/// The precision, and of how many; how many more stand where the checker sees no name, or not the file that it is
/// imported from.
fn alone(guessed: &References) -> String {
    let judged = guessed.all.right + guessed.all.wrong;
    let precision = match judged {
        0 => "none judged".to_owned(),
        _ => format!("{:.3} of {judged}", guessed.all.precision()),
    };
    match guessed.unseen() {
        0 => precision,
        unseen => format!("{precision}; {unseen} not seen"),
    }
}

/// All figures, for docs/accuracy.md.
pub(super) fn table(outcomes: &[Outcome], call_graph: Option<Ratio>) -> String {
    let mut text = "| language, on | checker | resolved: precision, recall | with possible ones | precision of possible ones | \
                    call edges | files that use files | definitions found | bound though external \
                    |\n|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for one in outcomes {
        text += &format!(
            "| {}, {} | {} | {} | {} | {} | {} | {} | {:.3} | {} of {} |\n",
            one.corpus.language,
            one.corpus.name,
            one.corpus.checker,
            pair(one.resolved.all),
            pair(one.possible.all),
            alone(&one.guessed),
            pair(one.calls),
            pair(one.files),
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

    /// The cells of the rows between the marks of a page at the root.
    fn rows(path: &str) -> Vec<Vec<String>> {
        let page = std::fs::read_to_string(crate::tree::root().join(path)).unwrap();
        let (_, rest) = page.split_once(BEGIN).unwrap();
        let (table, _) = rest.split_once(END).unwrap();
        let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
        rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
            .collect()
    }

    #[test]
    fn the_readme_shows_four_columns_of_the_page_of_accuracy() {
        let all = rows("docs/accuracy.md");
        let four: Vec<Vec<String>> =
            all.iter().map(|row| [0, 1, 2, 5].map(|column| row[column].clone()).to_vec()).collect();
        assert!(!four.is_empty());
        assert_eq!(rows("README.md"), four);
    }

    /// Both figures of a cell.
    fn figures(cell: &str) -> (f64, f64) {
        let (one, other) = cell.split_once(", ").unwrap();
        (one.parse().unwrap(), other.parse().unwrap())
    }

    #[test]
    fn every_row_of_the_page_reaches_its_floor() {
        let all = rows("docs/accuracy.md");
        assert_eq!(all.len(), super::super::CORPORA.len());
        for (row, corpus) in all.iter().zip(super::super::CORPORA) {
            assert_eq!(row[0], format!("{}, {}", corpus.language, corpus.name));
            let (precision, recall) = figures(&row[2]);
            let (of_calls, found_calls) = figures(&row[5]);
            let f1 = 2.0 * of_calls * found_calls / (of_calls + found_calls);
            let floor = corpus.floor;
            assert!(precision >= floor.resolved.0 && recall >= floor.resolved.1, "{row:?}");
            let judged: Vec<&str> = row[4].split([' ', ';']).collect();
            if let [reached, "of", count, ..] = judged[..]
                && count.parse::<usize>().unwrap() >= super::super::LEAST_JUDGED
            {
                assert!(reached.parse::<f64>().unwrap() >= floor.possible, "{row:?}");
            }
            assert!(figures(&row[3]).1 >= floor.with_possible && f1 >= floor.calls, "{row:?}");
        }
    }
}
