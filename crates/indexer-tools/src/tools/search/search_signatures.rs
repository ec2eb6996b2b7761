//! `search_signatures`: functions by what they take and give.

mod pattern;

use crate::locate;
use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::protocol::rows::SymbolRow;
use indexer_store::Symbol;
use pattern::Pattern;

/// Functions by a part of their signature, or a pattern of types such as (Path, *) -> Result<*>
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchSignatures {
    /// Part of a signature, or (parameters) -> result
    // A pattern may begin with a dash: `-> Result`.
    #[arg(allow_hyphen_values = true)]
    pub query: String,
    /// function, method, type, ...; callables by default
    #[arg(long)]
    pub kind: Option<String>,
}

/// Functions by their signatures.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The functions, public ones first, then by place.
    pub symbols: Page<SymbolRow>,
}

impl Answer for Found {
    page!(symbols: SymbolRow);
}

impl Question for SearchSignatures {
    type Answer = Found;
    const NAME: &'static str = "search_signatures";
    const CLI: &'static str = "search-signatures";
    const OUTLINES: Outlines = Outlines::Unread;
    const ALIASES: &'static [&'static str] = &["signatures"];
    const TITLE: &'static str = "Search signatures";
    const SHOWN: &'static [&'static str] = &["query", "path", "limit", "cursor"];

    fn run(context: &Context<'_>, asked: &Asked<SearchSignatures>) -> Result<Found, Problem> {
        let view = context.view();
        let kinds = kinds::kinds(Some(asked.own.kind.as_deref().unwrap_or("callable")))?;
        let Some(pattern) = Pattern::new(&asked.own.query) else {
            return Err(Problem::argument("query", "query: a part of a signature is required")
                .hint("for example -> Result<, or (Path) -> *"));
        };
        let prefix = asked.scope.prefix();
        let mut found: Vec<(bool, Symbol<'_>)> = Vec::new();
        let mut files = 0;
        for file in asked.scope.files(view) {
            context.still_wanted()?;
            files += 1;
            for symbol in file.symbols().filter(|symbol| kinds::wanted(kinds.as_deref(), symbol.kind())) {
                if pattern.matches(symbol.name(), symbol.signature()) {
                    found.push((symbol.visibility() != indexer_core::Visibility::Public, symbol));
                }
            }
        }
        if files == 0 && !prefix.is_empty() {
            return Err(locate::no_path(context, prefix));
        }
        // What anybody may call comes first; else in the order of paths and places.
        found.sort_by_key(|(hidden, _)| *hidden);
        let compact = asked.common.compact;
        let symbols = Page::of(&found, asked.offset, asked.common.rows(20, 100), |(_, symbol)| SymbolRow {
            // What was searched for always shows.
            signature: Some(symbol.signature().to_owned()),
            ..SymbolRow::new(*symbol, compact)
        });
        Ok(Found { symbols })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            (
                "a.py",
                "def load(path: Path, deep: bool = False) -> Config: pass\ndef _save(path: Path) -> None: pass\n",
            ),
            (
                "src/lib.rs",
                "pub fn read(path: &Path) -> Result<Config, Error> { todo() }\nfn todo<T>() -> T { loop {} }\npub struct Config;\n",
            ),
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
        ])
    }

    fn names(query: &str) -> String {
        let arguments = serde_json::json!({"query": query}).to_string();
        values(&fixture().text("search_signatures", &arguments), "symbol", "qualified").join(" ")
    }

    #[test]
    fn parts_and_patterns() {
        assert_eq!(names("-> Result<"), "k::read");
        assert_eq!(names("->result<config"), "k::read");
        assert_eq!(names("path: Path"), "a.load a._save");
        assert_eq!(names("(Path) -> *"), "k::read a._save");
        assert_eq!(names("(Path, *) -> Config"), "a.load");
        assert_eq!(names("(Path) -> Result<*>"), "k::read");
        assert_eq!(names("() -> *"), "k::todo");
        assert_eq!(names("(Nothing) -> *"), "");
    }

    #[test]
    fn bad_arguments_are_named() {
        assert_eq!(
            fixture().problem("search_signatures", r#"{"query": " "}"#).parameter.as_deref(),
            Some("query")
        );
        let path = fixture().problem("search_signatures", r#"{"query": "x", "path": "no"}"#);
        assert_eq!(path.parameter.as_deref(), Some("path"));
    }
}
