//! Declarations of standard libraries, parsed when they are first asked for.

use indexer_core::FileFacts;
use indexer_parse::{Language, Limits};
use std::sync::OnceLock;

/// A declaration file of a language's standard library, parsed when it is first asked for.
#[derive(Debug)]
pub struct StubFile {
    /// Its language.
    pub language: &'static Language,
    /// Which stub.
    pub stub: &'static indexer_parse::Stub,
    facts: OnceLock<FileFacts>,
}

impl StubFile {
    /// Its facts.
    pub fn facts(&self) -> &FileFacts {
        let parse = || indexer_parse::parse(self.language, self.stub.source.as_bytes(), Limits::default());
        self.facts.get_or_init(parse)
    }
}

/// All stubs of all languages, in the order of the tables. Constant while the program runs.
pub fn stubs() -> &'static [StubFile] {
    static STUBS: OnceLock<Vec<StubFile>> = OnceLock::new();
    STUBS.get_or_init(|| {
        let of = |language: &&'static Language| {
            let language: &'static Language = language;
            language.stubs.iter().map(move |stub| StubFile { language, stub, facts: OnceLock::new() })
        };
        indexer_parse::LANGUAGES.iter().flat_map(of).collect()
    })
}
