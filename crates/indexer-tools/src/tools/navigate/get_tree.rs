//! `get_tree`: folders and files.

use crate::locate;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::screen::{Parent, Sites};
use indexer_core::path::{file_name, parent};
use indexer_store::FileRef;
use std::collections::BTreeMap;

/// Folders and files of the index with counts; path narrows it to a folder, depth to levels
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetTree {
    /// Levels of folders
    #[arg(long)]
    pub depth: Option<u32>,
    /// Ask about this installed package instead
    #[arg(long, value_name = "NAME")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

/// Files and folders.
#[derive(Debug, Serialize)]
pub struct Tree {
    /// Files in scope.
    pub files: u64,
    /// Folders in scope.
    pub folders: u64,
    /// Lines of them.
    pub lines: u64,
    /// Files and folders, a folder before what it holds.
    pub entries: Page<Entry>,
}

/// A folder or a file.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Relative to the root, with `/`.
    pub path: String,
    /// 0 below the folder that was asked about.
    pub depth: u32,
    /// True for a folder.
    pub folder: bool,
    /// Files below a folder.
    #[serde(skip_serializing_if = "is_zero")]
    pub files: u64,
    /// The language of a file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// Lines of it; of a folder, of all files below it.
    pub lines: u64,
    /// Symbols that it declares, or all files below it.
    pub symbols: u64,
}

impl Row for Entry {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(self.depth as usize);
        if self.folder {
            let mut record = out.record("folder");
            record.text("name", &format!("{}/", file_name(&self.path)));
            record.field("files", self.files).field("lines", self.lines);
        } else {
            let mut record = out.record("file");
            record.text("name", file_name(&self.path)).field("lines", self.lines);
            record.count("symbols", self.symbols);
        }
    }
}

impl Answer for Tree {
    page!(entries: Entry);

    fn head(&self, out: &mut Records) {
        out.record("tree")
            .field("files", self.files)
            .field("folders", self.folders)
            .field("lines", self.lines);
    }
}

impl Question for GetTree {
    type Answer = Tree;
    const NAME: &'static str = "get_tree";
    const CLI: &'static str = "get-tree";
    const ALIASES: &'static [&'static str] = &["tree"];
    const TITLE: &'static str = "Folders and files";
    const NAME_OF: Option<&'static str> = Some("");
    const SHOWN: &'static [&'static str] = &["path", "depth", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("entries", Form::Tree(Parent::Depth, Sites::Own)),
        Section::of("", Form::Counts(&["folders", "files", "lines"])),
    ]);
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<GetTree>) -> Result<Tree, Problem> {
        let prefix = asked.scope.prefix();
        let files: Vec<FileRef<'_>> = asked.scope.files(context.view()).collect();
        if files.is_empty() && !prefix.is_empty() {
            return Err(locate::no_path(context, prefix));
        }
        let depth = asked.own.depth.unwrap_or(u32::MAX).max(1) - 1;
        // A path that is a file shows as that file.
        let base = if files.iter().any(|file| file.path() == prefix) { parent(prefix) } else { prefix };
        let lines = files.iter().map(|file| u64::from(file.lines())).sum();
        let all = entries(&files, base);
        let folders = all.iter().filter(|entry| entry.folder).count() as u64;
        let shown: Vec<&Entry> = all.iter().filter(|entry| entry.depth <= depth).collect();
        let entries = Page::of(&shown, asked.offset, asked.common.rows(500, 5000), |entry| (*entry).clone());
        Ok(Tree { files: files.len() as u64, folders, lines, entries })
    }
}

/// Folders and files below `base`, a folder before what is in it, in path order. O(files * depth).
fn entries(files: &[FileRef<'_>], base: &str) -> Vec<Entry> {
    let mut folders: BTreeMap<&str, Entry> = BTreeMap::new();
    let mut all = Vec::new();
    for file in files {
        let path = file.path();
        let lines = u64::from(file.lines());
        let symbols = u64::from(file.symbol_count());
        let mut folder = parent(path);
        while folder.len() > base.len() {
            let entry = folders.entry(folder).or_insert_with(|| Entry {
                path: folder.to_owned(),
                depth: depth_below(folder, base),
                folder: true,
                files: 0,
                language: String::new(),
                lines: 0,
                symbols: 0,
            });
            entry.files += 1;
            entry.lines += lines;
            entry.symbols += symbols;
            folder = parent(folder);
        }
        all.push(Entry {
            path: path.to_owned(),
            depth: depth_below(path, base),
            folder: false,
            files: 0,
            language: file.language().to_owned(),
            lines,
            symbols,
        });
    }
    all.extend(folders.into_values());
    // Compared part by part, so that a folder's content follows it at once.
    all.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
    all
}

fn depth_below(path: &str, base: &str) -> u32 {
    let rest = path[base.len()..].trim_start_matches('/');
    rest.matches('/').count() as u32
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use crate::protocol::problem::Code;
    use crate::protocol::records::Line;

    fn fixture() -> Fixture {
        let text = "X = 1\n";
        let paths = ["src/a.py", "src/deep/b.py", "src/deep/er/c.py", "src-x/d.py", "top.py"];
        Fixture::new(&paths.map(|path| (path, text)))
    }

    fn shown(arguments: &str) -> Vec<String> {
        let lines = fixture().text("get_tree", arguments);
        let entry = |line: &Line| match line {
            Line::Record { depth, .. } => format!("{depth}{}", line.get("name").unwrap_or_default()),
            Line::Source { .. } | Line::Place { .. } => String::new(),
        };
        lines[2..].iter().map(entry).collect()
    }

    #[test]
    fn folders_stand_before_what_is_in_them() {
        let all = ["0src/", "1a.py", "1deep/", "2b.py", "2er/", "3c.py", "0src-x/", "1d.py", "0top.py"];
        assert_eq!(shown("{}"), all);
        assert_eq!(shown(r#"{"depth": 1}"#), ["0src/", "0src-x/", "0top.py"]);
        assert_eq!(shown(r#"{"path": "src/deep/"}"#), ["0b.py", "0er/", "1c.py"]);
        assert_eq!(shown(r#"{"path": "src/a.py"}"#), ["0a.py"]);
    }

    #[test]
    fn counts_and_problems() {
        let json = fixture().json("get_tree", "{}");
        assert_eq!((json["files"].as_u64(), json["folders"].as_u64()), (Some(5), Some(4)));
        assert_eq!((&json["entries"][0]["files"], &json["entries"][0]["lines"]), (&3.into(), &3.into()));
        assert_eq!(fixture().problem("get_tree", r#"{"path": "sr"}"#).code, Code::NotFound);
    }
}
