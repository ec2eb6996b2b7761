//! Questions with known files: 89 and 74 about checkouts, and fixes, each asked at the revision before it.

use super::git::git;
use super::rows;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A question with the files that answer it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// `questions`, `further`, `fixes` or `pasted`.
    pub(crate) set: &'static str,
    pub(crate) repository: String,
    /// `a` architecture, `s` semantic, `y` symbol; `i` of fixes.
    pub(crate) category: String,
    pub(crate) query: String,
    pub(crate) relevant: Vec<String>,
    pub(crate) secondary: Vec<String>,
    /// What is searched.
    pub(crate) root: PathBuf,
    /// The revision that is searched; `None` for the files on disk.
    pub(crate) revision: Option<String>,
    /// What it is called in results.
    pub(crate) id: String,
}

impl Case {
    /// True where a file is the one that a path of the table names: those are relative to other roots in questions.
    pub(super) fn is(&self, file: &str, wanted: &str) -> bool {
        file == wanted
            || self.revision.is_none()
                && (file.ends_with(&format!("/{wanted}")) || wanted.ends_with(&format!("/{file}")))
    }
}

/// The questions of `folder` about the checkouts in another one.
pub(super) fn questions(folder: &Path, checkouts: &Path) -> Result<Vec<Case>, String> {
    let mut all = Vec::new();
    let tables =
        [("questions", "queries.tsv", "repos.tsv"), ("further", "queries_more.tsv", "repos_more.tsv")];
    for (set, queries, repositories) in tables {
        let roots: BTreeMap<String, PathBuf> = rows(&folder.join(repositories))?
            .into_iter()
            .filter_map(|row| Some((row.first()?.clone(), checkouts.join(row.first()?).join(row.get(3)?))))
            .collect();
        for (at, row) in rows(&folder.join(queries))?.into_iter().enumerate() {
            let [repository, category, query, rest @ ..] = row.as_slice() else {
                return Err(format!("{queries}: {row:?} has no question"));
            };
            let root = roots.get(repository).ok_or(format!("{repositories} has no {repository}"))?;
            all.push(Case {
                set,
                repository: repository.clone(),
                category: category.clone(),
                query: query.clone(),
                relevant: files(rest.first()),
                secondary: files(rest.get(1)),
                root: root.clone(),
                revision: None,
                id: format!("{set}:{}", at + 1),
            });
        }
    }
    Ok(all)
}

/// The fixes of `issues_dev.tsv` whose repositories are among the clones (`OWNER+NAME`); says which are not.
pub(crate) fn fixes(folder: &Path, clones: &Path) -> Result<Vec<Case>, String> {
    let (mut all, mut absent) = (Vec::new(), Vec::new());
    for row in rows(&folder.join("issues_dev.tsv"))? {
        let [repository, category, query, relevant, _, revision, id] = row.as_slice() else {
            return Err(format!("issues_dev.tsv: {row:?} has not seven cells"));
        };
        let root = clones.join(repository.replace('/', "+"));
        if !root.is_dir() {
            if !absent.contains(repository) {
                absent.push(repository.clone());
            }
            continue;
        }
        all.push(Case {
            set: "fixes",
            repository: repository.clone(),
            category: category.clone(),
            query: unescaped(query),
            relevant: files(Some(relevant)),
            secondary: Vec::new(),
            root,
            revision: Some(revision.clone()),
            id: id.clone(),
        });
    }
    if !absent.is_empty() {
        println!("no clone, so not asked: {}", absent.join(", "));
    }
    Ok(all)
}

/// What people paste, of `benches/truth/pasted.tsv`: messages with traces, lines of logs, diffs, drawn from the history of
/// those repositories that are among the clones. The text is taken from there.
pub(super) fn pasted(table: &Path, clones: &Path) -> Result<Vec<Case>, String> {
    let mut all = Vec::new();
    for row in rows(table)? {
        let [repository, kind, commit, relevant, lines @ ..] = row.as_slice() else {
            return Err(format!("pasted.tsv: {row:?} has not four cells"));
        };
        let root = clones.join(repository.replace('/', "+"));
        let before = format!("{commit}^");
        let Ok(revision) = git(&root, &["rev-parse", &before]) else { continue };
        let relevant = files(Some(relevant));
        let query = match kind.as_str() {
            "diff" => {
                let all = ["diff", "-U3", "--no-color", &before, commit, "--"];
                let paths = relevant.iter().map(String::as_str);
                git(&root, &all.into_iter().chain(paths).collect::<Vec<_>>())?
            }
            _ => {
                let message = git(&root, &["log", "-1", "--format=%B", commit])?;
                wanted(&message, lines.first().map_or("", String::as_str))
            }
        };
        all.push(Case {
            set: "pasted",
            repository: repository.clone(),
            category: kind.clone(),
            query: query.trim().to_owned(),
            relevant,
            secondary: Vec::new(),
            root,
            revision: Some(revision.trim().to_owned()),
            id: format!("{kind}:{}", &commit[..commit.len().min(12)]),
        });
    }
    Ok(all)
}

/// The lines of a message with these numbers, from 1; all where none is named.
fn wanted(message: &str, numbers: &str) -> String {
    let numbers: Vec<usize> = numbers.split(',').filter_map(|number| number.parse().ok()).collect();
    let lines = message.lines().zip(1..).filter(|(_, at)| numbers.is_empty() || numbers.contains(at));
    lines.map(|(line, _)| line).collect::<Vec<_>>().join("\n")
}

fn files(cell: Option<&String>) -> Vec<String> {
    let cell = cell.map_or("", String::as_str);
    cell.split('|').filter(|path| !path.is_empty()).map(str::to_owned).collect()
}

/// `\n`, `\t` and `\\` as what they stand for.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                other => out.extend(other),
            },
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_message_are_taken_by_their_numbers() {
        assert_eq!(wanted("a\nb\nc", "1,3"), "a\nc");
        assert_eq!(wanted("a\nb", ""), "a\nb");
    }

    #[test]
    fn escapes_are_read() {
        assert_eq!(unescaped(r"a\nb\tc\\n"), "a\nb\tc\\n");
    }
}
