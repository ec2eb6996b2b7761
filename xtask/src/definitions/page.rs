//! The page of what came out.

use super::{Oracle, Outcome, links};
use crate::{Done, tree};
use std::collections::BTreeMap;

const PAGE: &str = "benches/results/definitions.md";

/// Writes the rows of these outcomes; rows of other languages stay as they are.
pub(super) fn write(outcomes: &[Outcome]) -> Done {
    let path = tree::root().join(PAGE);
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let rows = outcomes.iter().map(|one| (one.corpus.id, row(one)));
    std::fs::write(path, page(&before, rows)).map_err(|error| format!("{PAGE}: {error}"))
}

fn page<'a>(before: &'a str, rows: impl Iterator<Item = (&'a str, String)>) -> String {
    let id = |line: &'a str| line.strip_prefix("| ")?.split_once(" |").map(|(id, _)| id);
    // Behind the head of the table.
    let old = before.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let mut all: BTreeMap<&str, String> =
        old.filter_map(|line| Some((id(line)?, format!("{line}\n")))).collect();
    all.extend(rows);
    let mut page = String::from(
        "# Definitions that are found\n\n\
         Written by `cargo xtask definitions --corpora DIR --write`; with `--only ID`, the row of one language. Recall is of what the oracle says that the files define, on the name\n\
         and a line between the first one of the declaration and that of its name; `definitions` is what the extractor has there, kinds that the oracle does not know too.\n\
         Where references lead is what `indexer index-status` counts, without packages. The last column\n\
         counts lines of Rust in the folder of the language, without fixtures.\n\n\
         | language | on | oracle | files | lines | with problems | definitions | references | recall | floor | missing by kind | resolved | possible | external | unresolved | lines of its own |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    page.extend(all.into_values());
    page
}

fn row(one: &Outcome) -> String {
    let [files, lines, damaged, references] = one.counts;
    let [resolved, possible, external, unresolved] = one.resolutions;
    let own = match links::lines_of_folder(one.corpus.id) {
        0 => "-".to_owned(),
        lines => lines.to_string(),
    };
    let oracle = match one.corpus.oracle {
        Oracle::Ctags(..) => "universal-ctags",
        // What is run, without what it is run with.
        Oracle::Program(command, _) => {
            command.iter().find(|word| **word != "env" && !word.contains('=')).unwrap_or(&"")
        }
        Oracle::Words(_) => "words that declare",
    };
    let missing: Vec<String> = one
        .kinds
        .iter()
        .filter(|(_, (found, all))| found < all)
        .map(|(kind, (found, all))| format!("{kind} {} of {all}", all - found))
        .collect();
    format!(
        "| {} | {} | {oracle} | {files} | {lines} | {damaged} | {} | {references} | {:.4} | {} | {} | {resolved} | {possible} | {external} | {unresolved} | {own} |\n",
        one.corpus.id,
        one.corpus.repository,
        one.definitions,
        one.recall(),
        one.corpus.floor,
        missing.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn rows_of_other_languages_stay() {
        let old = "# A\n\ntext\n\n| language | on |\n|---|---|\n| bash | a |\n| zig | b |\n";
        let new =
            page(old, [("lua", "| lua | c |\n".to_owned()), ("zig", "| zig | d |\n".to_owned())].into_iter());
        assert!(new.ends_with("|\n| bash | a |\n| lua | c |\n| zig | d |\n"), "{new}");
        assert_eq!(page(&new, std::iter::empty()), new);
    }
}
