//! What a file is, without reading it.

use crate::imports::{ImportRow, imports, is_test};
use crate::outline::outline;
use crate::protocol::rows::{DeclaredRow, first_line, shortened};
use crate::protocol::{Context, Records, Row};
use indexer_core::{Flags, Visibility};
use indexer_store::{FileRef, Symbol};
use serde::Serialize;
use std::collections::BTreeMap;

/// Characters of a head, and of a line of documentation, in the short form.
const HEAD: usize = 120;
const DOC: usize = 80;

/// Members of a declaration that are named.
const MEMBERS: usize = 12;

/// What a file is: everything but its imports and declarations.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Relative to the root.
    pub path: String,
    /// Its language; `manifest` for one.
    pub language: String,
    /// What its language calls it as a module.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub module: String,
    /// Its lines.
    pub lines: u32,
    /// Its bytes.
    pub bytes: u32,
    /// Estimated tokens of reading it whole.
    pub tokens: usize,
    /// First line of its documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// How many symbols of each kind it defines.
    pub kinds: BTreeMap<&'static str, u64>,
    /// How many of them anybody may name.
    pub public: u64,
    /// How many are tests.
    pub tests: u64,
    /// True when it is a file of tests.
    pub is_test: bool,
    /// Packages that a manifest declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<String>,
    /// What was wrong with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// A declaration at the top of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Top {
    /// What it is.
    #[serde(flatten)]
    pub declared: DeclaredRow,
    /// Names of what it owns, the first few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
    /// How many symbols it owns.
    pub member_count: usize,
}

/// A summary with everything at the top of the file.
#[derive(Clone, Debug, Serialize)]
pub struct Whole {
    /// What the file is.
    #[serde(flatten)]
    pub file: Summary,
    /// What it imports.
    pub imports: Vec<ImportRow>,
    /// What it declares.
    pub declarations: Vec<Top>,
}

impl Summary {
    /// The summary of a file. O(symbols of the file).
    pub fn of(file: FileRef<'_>) -> Self {
        let mut kinds = BTreeMap::new();
        let (mut public, mut tests) = (0, 0);
        for symbol in file.symbols() {
            *kinds.entry(symbol.kind().as_str()).or_default() += 1;
            public += u64::from(symbol.visibility() == Visibility::Public);
            tests += u64::from(symbol.flags().has(Flags::TEST));
        }
        let problems = file.problems().into_iter().map(|problem| match problem.detail.as_str() {
            "" => problem.kind.as_str().to_owned(),
            detail => format!("{}: {detail}", problem.kind.as_str()),
        });
        Self {
            path: file.path().to_owned(),
            language: if file.language().is_empty() { "manifest" } else { file.language() }.to_owned(),
            module: file.module().to_owned(),
            lines: file.lines(),
            bytes: file.bytes(),
            tokens: indexer_search::tokens(file.bytes() as usize),
            doc: file.doc().and_then(first_line).map(str::to_owned),
            kinds,
            public,
            tests,
            is_test: is_test(file),
            packages: file.packages().into_iter().map(str::to_owned).collect(),
            problems: problems.collect(),
        }
    }

    /// Writes what the file is.
    pub fn write(&self, out: &mut Records) {
        self.write_file(out, false);
        if !self.kinds.is_empty() {
            let mut record = out.record("kinds");
            for (kind, count) in &self.kinds {
                record.field(kind, count);
            }
        }
        self.write_problems(out);
    }

    /// Writes what the file is in the short form: what it holds is what follows.
    pub fn brief(&self, out: &mut Records) {
        self.write_file(out, true);
        self.write_problems(out);
    }

    fn write_file(&self, out: &mut Records, brief: bool) {
        let mut record = out.record("file");
        record.text("path", &self.path).text("language", &self.language);
        record.some("module", Some(self.module.as_str()).filter(|module| !module.is_empty()));
        record.field("lines", self.lines).field("tokens", self.tokens);
        if !brief {
            record.field("public", self.public);
        }
        record.count("tests", self.tests).flag("is_test", self.is_test);
        record.list("packages", &self.packages);
        record.some("doc", self.doc.as_deref());
    }

    fn write_problems(&self, out: &mut Records) {
        for problem in &self.problems {
            out.record("problem").text("detail", problem);
        }
    }
}

impl Whole {
    /// The summary of a file with its imports and declarations.
    pub fn of(context: &Context<'_>, file: FileRef<'_>, compact: bool) -> Self {
        Self {
            file: Summary::of(file),
            imports: imports(context, file),
            declarations: declarations(file, compact),
        }
    }
}

impl Row for Top {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = self.declared.write(out);
        if !self.members.is_empty() {
            record.text("members", &self.members.join(","));
            record.count("more", (self.member_count - self.members.len()) as u64);
        }
    }

    /// Its lines, the names of its members, and its head: the documentation of types alone.
    fn brief(&self, _: Option<&Self>, out: &mut Records) {
        let mut line = out.line(self.declared.start_line, self.declared.end_line);
        let head = self.declared.signature.as_deref().unwrap_or_default();
        let owner = self.declared.name.rsplit_once('.').map_or("", |(owner, _)| owner);
        // A head says the name, and often whose member it is.
        if head.is_empty() || !head.contains(owner) {
            line.name(&self.declared.name);
        }
        if head.is_empty() {
            line.field("kind", self.declared.kind);
        }
        if !self.members.is_empty() {
            line.text("members", &self.members.join(","));
            line.count("more", (self.member_count - self.members.len()) as u64);
            line.some("doc", self.declared.doc.as_deref().map(|doc| shortened(doc, DOC)).as_deref());
        }
        if !head.is_empty() {
            line.source(&shortened(head, HEAD));
        }
    }
}

impl Row for Whole {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(0);
        self.file.write(out);
        out.depth(1);
        if !self.imports.is_empty() {
            let names: Vec<&str> = self.imports.iter().map(|import| import.name.as_str()).collect();
            out.record("imports").field("count", names.len()).text("names", &names.join(","));
        }
        for one in &self.declarations {
            one.render(None, out);
        }
        out.depth(0);
    }
}

/// What stands at the top of a file, with the names of its members. Members of a type that another
/// file defines stand at the top too. O(symbols of the file).
pub fn declarations(file: FileRef<'_>, compact: bool) -> Vec<Top> {
    let mut tops: Vec<Top> = Vec::new();
    for (symbol, depth) in outline(file) {
        match (depth, tops.last_mut()) {
            (0, _) => tops.push(top(symbol, compact)),
            (1, Some(owner)) => {
                owner.member_count += 1;
                if owner.members.len() < MEMBERS {
                    owner.members.push(symbol.name().to_owned());
                }
            }
            _ => {}
        }
    }
    tops
}

fn top(symbol: Symbol<'_>, compact: bool) -> Top {
    Top { declared: DeclaredRow::new(symbol, compact), members: Vec::new(), member_count: 0 }
}
