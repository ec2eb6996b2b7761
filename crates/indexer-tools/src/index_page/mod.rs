//! INDEX.md: what the repository holds, as a page for those who have no tools at hand. Written only when
//! it is asked for.
//!
//! The page is a function of the code alone: no times, no counts of the index. What does not fit into the
//! budget is left out from the least used files on, and counted.

mod render;
mod write;

pub use write::{Written, target, write};

use crate::imports::{is_test, users};
use crate::outline::outline;
use crate::protocol::rows::first_line;
use crate::protocol::{Context, Problem, Scope};
use clap::ValueEnum;
use indexer_core::{Flags, Visibility};
use indexer_store::FileRef;
use serde::Serialize;
use std::collections::BTreeMap;

/// How much of a file the page says at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Detail {
    /// Its path, size and first line of documentation.
    Summary,
    /// And what it declares for others, with signatures.
    #[default]
    Signatures,
    /// And what it keeps to itself, and documentation.
    Full,
}

/// How the page is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Headings and lists.
    #[default]
    Markdown,
    /// One object.
    Json,
    /// The same object.
    Yaml,
}

impl Form {
    /// The form of a file with this name: by its extension, Markdown for any other.
    pub fn of(path: &str) -> Self {
        match indexer_core::path::extension(path) {
            "json" => Form::Json,
            "yaml" | "yml" => Form::Yaml,
            _ => Form::Markdown,
        }
    }
}

/// What is wanted of the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// How it is written.
    pub form: Form,
    /// How much it says of a file.
    pub detail: Detail,
    /// Tokens at most; `None` for no bound.
    pub max_tokens: Option<usize>,
}

/// The page.
#[derive(Debug, Serialize)]
struct PageOf<'v> {
    name: String,
    files: usize,
    lines: u64,
    languages: BTreeMap<&'v str, usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<String>,
    /// Files of which nothing is said.
    left_out: usize,
    /// Files of which less is said than was wanted.
    shortened: usize,
    index: Vec<Part>,
}

/// What the page says of a file.
#[derive(Clone, Debug, Serialize)]
struct Part {
    path: String,
    lines: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    declarations: Vec<Declared>,
}

/// A declaration.
#[derive(Clone, Debug, Serialize)]
struct Declared {
    /// Its signature, or where it has none its kind and name.
    what: String,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<String>,
    #[serde(skip)]
    depth: u32,
}

/// The text of the page, and how many tokens it has. `max_tokens` below the heading is a problem.
pub fn page(context: &Context<'_>, scope: &Scope, wanted: Wanted) -> Result<(String, usize), Problem> {
    let mut files: Vec<FileRef<'_>> = scope.files(context.view()).filter(|file| file.is_code()).collect();
    files.sort_by(|a, b| a.path().cmp(b.path()));
    let most = LEVELS.iter().position(|level| *level == Some(wanted.detail)).unwrap_or(1);
    let pages = Pages { context, files: &files, wanted, most };
    let mut level = vec![most; files.len()];
    if let Some(budget) = wanted.max_tokens {
        level = pages.fitted(budget)?;
    }
    loop {
        context.still_wanted()?;
        let (text, tokens) = pages.written(&level);
        let Some(budget) = wanted.max_tokens.filter(|budget| tokens > *budget) else {
            return Ok((text, tokens));
        };
        // Tokens join across the seams of parts: what was too much goes from the end.
        let Some(last) = level.iter().rposition(|level| *level > 0) else {
            let least = format!("max_tokens: the page has {tokens} tokens without any file, not {budget}");
            return Err(Problem::argument("max_tokens", least));
        };
        level[last] -= 1;
    }
}

/// What a page may say of a file, the least first.
const LEVELS: [Option<Detail>; 4] =
    [None, Some(Detail::Summary), Some(Detail::Signatures), Some(Detail::Full)];

/// The page, as far as it is the same whatever it says of each file.
struct Pages<'c, 'v> {
    context: &'c Context<'v>,
    files: &'c [FileRef<'v>],
    wanted: Wanted,
    /// The place in [`LEVELS`] that is asked for.
    most: usize,
}

impl<'v> Pages<'_, 'v> {
    fn part(&self, file: usize, level: usize) -> Option<Part> {
        LEVELS[level].map(|detail| part(self.files[file], detail))
    }

    /// The level of each file that fits: every file a line before any gets more, the most used first.
    fn fitted(&self, budget: usize) -> Result<Vec<usize>, Problem> {
        let mut used: Vec<(bool, std::cmp::Reverse<u64>, usize)> = Vec::with_capacity(self.files.len());
        for (i, file) in self.files.iter().enumerate() {
            self.context.still_wanted()?;
            let uses = users(self.context.view(), *file).iter().map(|user| user.uses).sum();
            used.push((is_test(*file), std::cmp::Reverse(uses), i));
        }
        used.sort_unstable();
        let mut level = vec![0; self.files.len()];
        let cost = |i: usize, level: usize| {
            let part = self.part(i, level);
            part.map_or(0, |part| indexer_tokens::count(&render::part(&part, self.wanted.form)))
        };
        let mut left = budget.saturating_sub(self.written(&level).1);
        for to in 1..=self.most {
            for (_, _, i) in &used {
                self.context.still_wanted()?;
                if level[*i] + 1 != to || left < 8 {
                    continue;
                }
                let more = cost(*i, to).saturating_sub(cost(*i, to - 1));
                if more <= left {
                    left -= more;
                    level[*i] = to;
                }
            }
        }
        Ok(level)
    }

    /// The text, and its tokens.
    fn written(&self, level: &[usize]) -> (String, usize) {
        let text = render::text(&self.whole(level), self.wanted.form);
        let tokens = indexer_tokens::count(&text);
        (text, tokens)
    }

    fn whole(&self, level: &[usize]) -> PageOf<'v> {
        let (context, files) = (self.context, self.files);
        let mut languages = BTreeMap::new();
        for file in files {
            *languages.entry(file.language()).or_default() += 1;
        }
        let members = crate::protocol::scope::members(context);
        let members = if members.len() > 1 { &members[..] } else { &[] };
        let shown = crate::protocol::scope::shown;
        let name = context.snapshot.root.file_name();
        PageOf {
            name: name.map_or_else(String::new, |name| name.to_string_lossy().into()),
            files: files.len(),
            lines: files.iter().map(|file| u64::from(file.lines())).sum(),
            languages,
            members: members.iter().map(|one| format!("{} ({})", one.name, shown(one))).collect(),
            left_out: level.iter().filter(|level| **level == 0).count(),
            shortened: level.iter().filter(|level| (1..self.most).contains(*level)).count(),
            index: (0..files.len()).filter_map(|i| self.part(i, level[i])).collect(),
        }
    }
}

fn part(file: FileRef<'_>, detail: Detail) -> Part {
    let full = detail == Detail::Full;
    let mut declarations = Vec::new();
    let mut shown: Vec<Option<indexer_store::SymbolRef>> = Vec::new();
    for (symbol, depth) in outline(file).into_iter().filter(|_| detail > Detail::Summary) {
        shown.truncate(depth as usize);
        let owner =
            depth == 0 || symbol.owner().is_some_and(|owner| shown.last() == Some(&Some(owner.handle())));
        let open = full || symbol.visibility() == Visibility::Public;
        let wanted = owner
            && open
            && !symbol.flags().has(Flags::TEST)
            && symbol.kind() != indexer_core::SymbolKind::Package;
        let inside = symbol.kind().is_type() || symbol.kind() == indexer_core::SymbolKind::Module;
        shown.push(Some(symbol.handle()).filter(|_| wanted && inside));
        if wanted {
            let (signature, doc, _) = symbol.detail();
            let named = || format!("{} {}", symbol.kind().as_str(), symbol.name());
            declarations.push(Declared {
                what: if signature.is_empty() { named() } else { signature.to_owned() },
                line: symbol.start_line(),
                doc: doc.filter(|_| full).and_then(first_line).map(str::to_owned),
                depth,
            });
        }
    }
    Part {
        path: file.path().to_owned(),
        lines: file.lines(),
        doc: file.doc().and_then(first_line).map(str::to_owned),
        declarations,
    }
}

#[cfg(test)]
mod tests;
