//! Scores questions with known files: NDCG@10, and how often the first and one of the first five is right.

use super::{Asker, rows};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The ranks of what is wanted of one question, from 1; `None` where it is not among the hits.
struct Ranks {
    /// Of relevant and of secondary files.
    all: Vec<Option<usize>>,
    /// The best of the relevant ones.
    first: Option<usize>,
}

/// Asks those of each `queries*.tsv` of a folder, of the checkouts that `repos*.tsv` beside it names.
pub(super) fn score(asker: &Asker, checkouts: &Path, folder: &Path, missed: bool) -> Result<(), String> {
    for (queries, repositories) in [("queries.tsv", "repos.tsv"), ("queries_more.tsv", "repos_more.tsv")] {
        let roots: BTreeMap<String, PathBuf> = rows(&folder.join(repositories))?
            .into_iter()
            .filter_map(|row| Some((row.first()?.clone(), checkouts.join(row.first()?).join(row.get(3)?))))
            .collect();
        let mut table: BTreeMap<String, Vec<Ranks>> = BTreeMap::new();
        for row in rows(&folder.join(queries))? {
            let [repository, category, query, rest @ ..] = row.as_slice() else {
                return Err(format!("{queries}: {row:?} has no question"));
            };
            let root = roots.get(repository).ok_or(format!("{repositories} has no {repository}"))?;
            let wanted = |at: usize| -> Vec<&str> {
                rest.get(at).map_or("", String::as_str).split('|').filter(|path| !path.is_empty()).collect()
            };
            let said = asker.ask(root, query)?;
            let mut files: Vec<&str> = Vec::new();
            for hit in &said.hits {
                if !files.contains(&hit.path.as_str()) {
                    files.push(&hit.path);
                }
            }
            let ranks = ranks(&files, &wanted(0), &wanted(1));
            if missed && ranks.first != Some(1) {
                println!(
                    "MISS {repository} {category} {query:?}: rank {:?}, first {:?}",
                    ranks.first,
                    files.first()
                );
            }
            for key in ["all".to_owned(), format!("category {category}"), format!("repository {repository}")]
            {
                table.entry(key).or_default().push(Ranks { all: ranks.all.clone(), ..ranks });
            }
        }
        println!("{queries} (mode {})", asker.mode);
        for (key, all) in table {
            let part = |right: usize| right as f64 / all.len() as f64;
            let within =
                |most: usize| all.iter().filter(|one| one.first.is_some_and(|at| at <= most)).count();
            println!(
                "{key:24} n={:3} NDCG@10={:.3} hit@1={:.3} hit@5={:.3}",
                all.len(),
                all.iter().map(|one| ndcg(&one.all)).sum::<f64>() / all.len() as f64,
                part(within(1)),
                part(within(5)),
            );
        }
    }
    Ok(())
}

fn ranks(files: &[&str], relevant: &[&str], secondary: &[&str]) -> Ranks {
    let same = |a: &str, b: &str| a == b || a.ends_with(&format!("/{b}")) || b.ends_with(&format!("/{a}"));
    let rank = |wanted: &&str| files.iter().position(|file| same(file, wanted)).map(|at| at + 1);
    let all: Vec<Option<usize>> = relevant.iter().chain(secondary).map(rank).collect();
    let first = all.iter().take(relevant.len()).flatten().min().copied();
    Ranks { all, first }
}

/// Each different rank among the first ten counts by its place; 1 where none could stand better.
fn ndcg(ranks: &[Option<usize>]) -> f64 {
    let gain = |rank: usize| 1.0 / (rank as f64 + 1.0).log2();
    let mut held: Vec<usize> = ranks.iter().flatten().copied().filter(|rank| *rank <= 10).collect();
    held.sort_unstable();
    held.dedup();
    let best: f64 = (1..=ranks.len().min(10)).map(gain).sum();
    held.into_iter().map(gain).sum::<f64>() / best.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_those_of_the_first_ten() {
        let one = ranks(&["a/b.rs", "c.rs"], &["b.rs"], &["x.rs"]);
        assert_eq!((one.first, one.all.clone()), (Some(1), vec![Some(1), None]));
        assert!((ndcg(&one.all) - 1.0 / (1.0 + 1.0 / 3_f64.log2())).abs() < 1e-9);
        assert_eq!(ndcg(&[Some(1)]), 1.0);
        assert_eq!(ndcg(&[Some(11)]), 0.0);
    }
}
