//! From symbols to anchors that outlive them, and back.
//!
//! An anchor names a symbol by path, owners, name and kind, and its content by a hash of its tokens:
//! comments, documentation and formatting change nothing, and a symbol that is renamed keeps it.

use crate::diff_report::read_file;
use crate::protocol::{Code, Context, Problem, Scope};
use crate::relations::{Wanted, the_symbol};
use indexer_core::Flags;
use indexer_core::key::hash_text;
use indexer_diff::File;
use indexer_ledger::Anchor;
use indexer_store::Symbol;
use rustc_hash::FxHashMap;

/// How contents are hashed. Counts up when equal code may get another hash: anchors of another version
/// cannot be compared, which is said.
const VERSION: &str = "1-";

/// Symbols of the same name that are looked at for one that is gone.
const MOST_LOOKED_AT: usize = 200;

/// Bytes below which equal content under another name is chance: `LIMIT = 1`.
const LEAST_RENAMED: usize = 60;

/// What became of the code that an anchor is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is the same.
    Same {
        /// 1-based line of its name now.
        line: u32,
    },
    /// The symbol is there, and other code.
    Changed {
        /// 1-based line of its name now.
        line: u32,
    },
    /// The symbol is gone, and its content is at one other place.
    Moved {
        /// `path#Owner.member`.
        to: String,
        /// 1-based line of its name now.
        line: u32,
    },
    /// The symbol is gone, and its content is nowhere, or at several places.
    Vanished {
        /// The places.
        candidates: Vec<String>,
    },
    /// It cannot be told: another version of this program made the anchor, or the file cannot be read.
    Unknown,
}

impl Standing {
    /// The word that answers use.
    pub const fn word(&self) -> &'static str {
        match self {
            Standing::Same { .. } => "same",
            Standing::Changed { .. } => "changed",
            Standing::Moved { .. } => "moved",
            Standing::Vanished { .. } => "vanished",
            Standing::Unknown => "unknown",
        }
    }

    /// The line where it is now.
    pub const fn line(&self) -> Option<u32> {
        match self {
            Standing::Same { line } | Standing::Changed { line } | Standing::Moved { line, .. } => {
                Some(*line)
            }
            _ => None,
        }
    }
}

/// Looks up anchors; files are taken apart once.
pub struct Places<'a> {
    context: Context<'a>,
    files: FxHashMap<&'a str, Option<File>>,
}

impl std::fmt::Debug for Places<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Places").field("files", &self.files.len()).finish_non_exhaustive()
    }
}

impl<'a> Places<'a> {
    /// Nothing is looked at yet.
    pub fn new(context: &Context<'a>) -> Self {
        Self { context: *context, files: FxHashMap::default() }
    }

    /// The anchors of the symbols that `texts` call; a problem where one means none or several.
    pub fn anchors(&mut self, texts: &[String], scope: &Scope) -> Result<Vec<Anchor>, Problem> {
        let mut anchors: Vec<Anchor> = Vec::new();
        for text in texts {
            let anchor = self.anchor(text, scope)?;
            if !anchors.contains(&anchor) {
                anchors.push(anchor);
            }
        }
        Ok(anchors)
    }

    fn anchor(&mut self, text: &str, scope: &Scope) -> Result<Anchor, Problem> {
        let found = the_symbol(&self.context, Wanted::new("symbols", text, None, scope))?;
        // What is declared in one file and defined in another changes where it is defined.
        let defined = found.iter().find(|one| !one.flags().has(Flags::DECLARATION));
        let Some(symbol) = defined.or(found.first()).copied() else {
            return Err(Problem::argument("symbols", format!("symbols: nothing is called {text}")));
        };
        let (path, name, kind) = (symbol.file().path(), symbol.chain(), symbol.kind().as_str());
        let parts = self.parts(path, &name, Some(kind));
        let Some(content) = self.content(&parts) else {
            return Err(Problem {
                parameter: Some("symbols".into()),
                ..Problem::new(Code::Unreadable, format!("symbols: the code of {text} cannot be read"))
                    .hint("ask again, or leave it out")
            });
        };
        let (path, kind) = (path.to_owned(), kind.to_owned());
        Ok(Anchor { path, name, kind, content, ..Anchor::default() })
    }

    /// What became of the code of an anchor.
    pub fn look(&mut self, anchor: &Anchor) -> Standing {
        if !anchor.content.starts_with(VERSION) {
            return Standing::Unknown;
        }
        let mut there = self.parts(&anchor.path, &anchor.name, Some(&anchor.kind));
        if there.is_empty() {
            there = self.parts(&anchor.path, &anchor.name, None);
        }
        if let Some(first) = there.first() {
            let line = first.at().line;
            return match self.content(&there) {
                None => Standing::Unknown,
                Some(content) if content == anchor.content => Standing::Same { line },
                Some(_) => Standing::Changed { line },
            };
        }
        self.elsewhere(anchor)
    }

    /// Where the content of an anchor is that is no longer in its place: under its name anywhere, or
    /// under another name in its file.
    fn elsewhere(&mut self, anchor: &Anchor) -> Standing {
        let view = self.context.view();
        let name = anchor.name.rsplit('.').next().unwrap_or(&anchor.name);
        let of_kind = |one: &Symbol<'_>| one.kind().as_str() == anchor.kind;
        let named = view.symbols_named(name, true).into_iter().map(|one| view.sym(one));
        let named: Vec<Symbol<'a>> = named.filter(of_kind).take(MOST_LOOKED_AT).collect();
        let same = self.alike(named, anchor, 0);
        if let [one] = same.as_slice() {
            return moved(*one);
        }
        let beside: Vec<Symbol<'a>> = match view.file(&anchor.path) {
            Some(file) if same.is_empty() => file.symbols().filter(of_kind).collect(),
            _ => Vec::new(),
        };
        let renamed = self.alike(beside, anchor, LEAST_RENAMED);
        if let [one] = renamed.as_slice() {
            return moved(*one);
        }
        let candidates = same.iter().chain(&renamed).map(Symbol::printed).collect();
        Standing::Vanished { candidates }
    }

    /// Those of `symbols` with the content of the anchor that have at least so many bytes.
    fn alike(&mut self, symbols: Vec<Symbol<'a>>, anchor: &Anchor, least: usize) -> Vec<Symbol<'a>> {
        let mut alike = symbols;
        alike.retain(|one| {
            one.span().len() as usize >= least
                && self.content(&[*one]).is_some_and(|content| content == anchor.content)
        });
        alike
    }

    /// The parts of a symbol in a file: several where it is written in parts, as overloads are.
    fn parts(&self, path: &str, name: &str, kind: Option<&str>) -> Vec<Symbol<'a>> {
        let Some(file) = self.context.view().file(path) else { return Vec::new() };
        let is_it = |one: &Symbol<'_>| kind.is_none_or(|kind| one.kind().as_str() == kind);
        file.symbols().filter(is_it).filter(|one| one.chain() == name).collect()
    }

    /// Names the content of the parts of one symbol; `None` where it cannot be read.
    fn content(&mut self, parts: &[Symbol<'a>]) -> Option<String> {
        let snapshot = self.context.snapshot;
        let mut hashes = Vec::with_capacity(parts.len());
        for part in parts {
            let file = part.file();
            let read = self.files.entry(file.path()).or_insert_with(|| read_file(snapshot, file));
            let read = read.as_ref()?;
            let entity = read.entities.iter().find(|entity| entity.key == part.key())?;
            hashes.push(read.content_of(entity));
        }
        let hash = match hashes.as_slice() {
            [] => return None,
            [one] => *one,
            several => hash_text(&several.iter().map(|one| format!("{one:016x}")).collect::<String>()),
        };
        Some(format!("{VERSION}{hash:016x}"))
    }
}

fn moved(symbol: Symbol<'_>) -> Standing {
    Standing::Moved { to: symbol.printed(), line: symbol.at().line }
}
