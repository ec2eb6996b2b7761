//! How much of each language is indexed and followed.

use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use indexer_core::Tally;

/// What the index knows of the files of one language.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// Its name: `python`, `rust`; `text` for what is not parsed.
    pub language: String,
    /// How much of it is followed, where that is less than types and members: `structured` or `outlined`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<&'static str>,
    /// How many files.
    pub files: u64,
    /// Those that are no code and have an outline, which is read when a question names them.
    #[serde(skip_serializing_if = "is_zero")]
    pub outlined: u64,
    /// Lines of them.
    pub lines: u64,
    /// Symbols that they declare.
    pub symbols: u64,
    /// References in them.
    pub references: u64,
    /// References that are proved to lead to one place.
    pub resolved: u64,
    /// References that may lead to several.
    pub possible: u64,
    /// References that are proved to leave the repository.
    pub external: u64,
    /// References of which nothing is claimed.
    pub unresolved: u64,
    /// Identifiers in the source: each is a definition, a reference or one of the following.
    pub identifiers: u64,
    /// Those that name a definition.
    pub definitions: u64,
    /// Parameters, locals, import aliases and type parameters, and their uses.
    pub locals: u64,
    /// Labels, keyword arguments, lifetimes and the like.
    pub neither: u64,
    /// Identifiers of which nothing is said: in regions that could not be parsed, and the like.
    pub left_out: u64,
    /// Files with syntax errors or other problems.
    pub files_with_problems: u64,
}

impl Row for Coverage {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.record("language")
            .text("name", &self.language)
            .some("tier", self.tier)
            .field("files", self.files)
            .count("outlined", self.outlined)
            .field("lines", self.lines)
            .field("symbols", self.symbols)
            .field("references", self.references)
            .field("resolved", self.resolved)
            .field("possible", self.possible)
            .field("external", self.external)
            .field("unresolved", self.unresolved)
            .field("identifiers", self.identifiers)
            .field("definitions", self.definitions)
            .field("locals", self.locals)
            .field("neither", self.neither)
            .field("left_out", self.left_out)
            .count("files_with_problems", self.files_with_problems);
    }
}

impl Coverage {
    pub(super) fn new(language: &str) -> Self {
        // Manifests and files that are only listed have no language.
        let tier = indexer_engine::followed_in_part(language).map(|(_, tier)| tier);
        let language = if language.is_empty() { "manifest" } else { language }.to_owned();
        Self {
            language,
            tier,
            files: 0,
            outlined: 0,
            lines: 0,
            symbols: 0,
            references: 0,
            resolved: 0,
            possible: 0,
            external: 0,
            unresolved: 0,
            identifiers: 0,
            definitions: 0,
            locals: 0,
            neither: 0,
            left_out: 0,
            files_with_problems: 0,
        }
    }

    pub(super) fn add(&mut self, file: &indexer_store::FileRef<'_>) {
        let Tally { identifiers, definitions, references: _, locals, neither, left_out } = file.tally();
        let [resolved, possible, external, unresolved] = file.by_resolution().map(u64::from);
        self.files += 1;
        self.outlined += u64::from(!file.is_code() && indexer_engine::outline_format(file.path()).is_some());
        self.lines += u64::from(file.lines());
        self.symbols += u64::from(file.symbol_count());
        self.references += u64::from(file.reference_count());
        self.resolved += resolved;
        self.possible += possible;
        self.external += external;
        self.unresolved += unresolved;
        self.identifiers += u64::from(identifiers);
        self.definitions += u64::from(definitions);
        self.locals += u64::from(locals);
        self.neither += u64::from(neither);
        self.left_out += u64::from(left_out);
        self.files_with_problems += u64::from(file.has_problems());
    }
}
