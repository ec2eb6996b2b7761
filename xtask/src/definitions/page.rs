//! The page of what came out.

use super::{Oracle, Outcome};
use crate::{Done, tree};
use std::fmt::Write as _;

const PAGE: &str = "benches/results/definitions.md";

pub(super) fn write(outcomes: &[Outcome]) -> Done {
    let mut page = String::from(
        "# Definitions that are found\n\n\
         Written by `cargo xtask definitions --corpora DIR --write`. Recall is of what the oracle says that the files define, on the name\n\
         and a line between the first one of the declaration and that of its name; `definitions` is what the extractor has there, kinds that the oracle does not know too.\n\n\
         | language | on | oracle | files | lines | with problems | definitions | references | recall | floor | missing by kind |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for one in outcomes {
        let [files, lines, damaged, references] = one.counts;
        let oracle = match one.corpus.oracle {
            Oracle::Ctags(..) => "universal-ctags",
            Oracle::Program(command, _) => command[0],
            Oracle::Words(_) => "words that declare",
        };
        let missing: Vec<String> = one
            .kinds
            .iter()
            .filter(|(_, (found, all))| found < all)
            .map(|(kind, (found, all))| format!("{kind} {} of {all}", all - found))
            .collect();
        let _ = writeln!(
            page,
            "| {} | {} | {oracle} | {files} | {lines} | {damaged} | {} | {references} | {:.4} | {} | {} |",
            one.corpus.id,
            one.corpus.repository,
            one.definitions,
            one.recall(),
            one.corpus.floor,
            missing.join(", ")
        );
    }
    std::fs::write(tree::root().join(PAGE), page).map_err(|error| format!("{PAGE}: {error}"))
}
