//! Scores literals: is the line that holds one found first, and is nothing found where nothing is?

use super::{Asker, Said, rows};
use std::collections::BTreeMap;
use std::path::Path;

/// What came out for one kind of question.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    asked: usize,
    /// The first hit is of a file that holds the literal.
    first: usize,
    /// So is one of the first ten.
    ten: usize,
    /// No hit is.
    absent: usize,
    /// The first hit shows a line that holds it.
    shown: usize,
    /// The first hit is wrong and `confidence` is high.
    misled: usize,
    /// There are no hits.
    empty: usize,
}

/// Asks all and prints a row for each kind and form.
pub(super) fn score(asker: &Asker, corpora: &Path, data: &Path, missed: bool) -> Result<(), String> {
    let mut table: BTreeMap<String, Counts> = BTreeMap::new();
    let asked = [rows(&data.join("literals.tsv"))?, rows(&data.join("nothing.tsv"))?].concat();
    for row in asked {
        let [repository, kind, form, query, places] = row.as_slice() else {
            return Err(format!("{row:?} has not five cells"));
        };
        let said = asker.ask(&corpora.join(repository), query)?;
        let places: Vec<(&str, u64)> = places.split('|').filter_map(place).collect();
        for key in [format!("{kind}, all"), format!("{kind}, {form}")] {
            table.entry(key).or_default().add(&said, &places);
        }
        let wrong = if places.is_empty() { !said.hits.is_empty() } else { rank(&said, &places) != Some(0) };
        if missed && wrong {
            let first = said.hits.first().map_or("nothing", |hit| hit.path.as_str());
            println!(
                "MISS {repository} {kind} {form} {query:?}: rank {:?}, {} confidence, first {first}, wanted {places:?}",
                rank(&said, &places).map(|at| at + 1),
                said.confidence
            );
        }
    }
    println!("literals (mode {})", asker.mode);
    for (key, one) in table {
        let Counts { asked, first, ten, absent, shown, misled, empty } = one;
        println!(
            "{key:24} n={asked:3} first={first:3} line_shown={shown:3} among_ten={ten:3} absent={absent:3} \
             wrong_and_sure={misled:3} empty={empty:3}"
        );
    }
    Ok(())
}

/// `path:line`.
fn place(text: &str) -> Option<(&str, u64)> {
    let (path, line) = text.rsplit_once(':')?;
    Some((path, line.parse().ok()?))
}

/// Where the first hit of a file that holds the literal stands.
fn rank(said: &Said, places: &[(&str, u64)]) -> Option<usize> {
    let mut files: Vec<&str> = said.hits.iter().map(|hit| hit.path.as_str()).collect();
    files.dedup();
    files.iter().position(|file| places.iter().any(|(path, _)| path == file))
}

impl Counts {
    fn add(&mut self, said: &Said, places: &[(&str, u64)]) {
        let rank = rank(said, places);
        let shown = said.hits.first().is_some_and(|hit| {
            places.iter().any(|(path, line)| {
                hit.path == *path && (hit.lines.0..=hit.lines.1).contains(line) && hit.shown.contains(line)
            })
        });
        self.asked += 1;
        self.first += usize::from(rank == Some(0));
        self.ten += usize::from(rank.is_some_and(|at| at < 10));
        self.absent += usize::from(rank.is_none() && !places.is_empty());
        self.shown += usize::from(shown);
        self.misled += usize::from(rank != Some(0) && said.confidence == "high");
        self.empty += usize::from(said.hits.is_empty());
    }
}
