//! `get_stats`: how much of what there is.

use crate::protocol::prelude::*;
use crate::protocol::timestamp::timestamp;
use indexer_store::FileRef;
use std::collections::BTreeMap;

/// Files, lines, languages, symbols by kind, references, and when and how fast it was indexed
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetStats {}

/// How large the index is, by language and kind.
#[derive(Debug, Serialize)]
pub struct Stats {
    /// Files of the index.
    pub files: u64,
    /// Lines of them.
    pub lines: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Symbols that they declare.
    pub symbols: u64,
    /// References in them.
    pub references: u64,
    /// How many symbols there are of each kind.
    pub kinds: BTreeMap<&'static str, u64>,
    /// How long the last build took, in milliseconds.
    pub indexing_ms: u64,
    /// When that was: RFC 3339, UTC.
    pub generated_at: String,
    /// The languages, those with the most lines first.
    pub languages: Page<Share>,
}

/// What is written in one language.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Share {
    /// Its name: `python`, `rust`; `text` for what is not parsed.
    pub language: String,
    /// How many files.
    pub files: u64,
    /// Lines of them.
    pub lines: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Symbols that they declare.
    pub symbols: u64,
    /// References in them.
    pub references: u64,
    /// Of all lines, in percent.
    pub percent: f64,
}

impl Row for Share {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.record("language")
            .text("name", &self.language)
            .field("files", self.files)
            .field("lines", self.lines)
            .field("percent", self.percent)
            .field("symbols", self.symbols)
            .field("references", self.references);
    }
}

impl Answer for Stats {
    page!(languages: Share);

    fn head(&self, out: &mut Records) {
        out.record("stats")
            .field("files", self.files)
            .field("lines", self.lines)
            .field("bytes", self.bytes)
            .field("symbols", self.symbols)
            .field("references", self.references)
            .field("indexing_ms", self.indexing_ms)
            .text("generated_at", &self.generated_at);
        let mut record = out.record("kinds");
        for (kind, count) in &self.kinds {
            record.field(kind, count);
        }
    }

    fn is_empty(&mut self) -> bool {
        self.files == 0
    }
}

impl Question for GetStats {
    type Answer = Stats;
    const NAME: &'static str = "get_stats";
    const CLI: &'static str = "get-stats";
    const ALIASES: &'static [&'static str] = &["stats"];
    const TITLE: &'static str = "Statistics of the index";
    const FOLLOWED: Followed = Followed::Covered;
    const SHOWN: &'static [&'static str] = &["path"];
    const LOOK: Look = Look::of(&[
        Section::of(
            "languages",
            Form::Summed(&["language", "files", "lines", "percent=%", "bytes", "symbols", "references"]),
        ),
        Section::of("kinds", Form::Figures).titled("symbols"),
    ]);
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<GetStats>) -> Result<Stats, Problem> {
        let mut all = Share::default();
        let mut kinds = BTreeMap::new();
        let mut languages: BTreeMap<&str, Share> = BTreeMap::new();
        for file in asked.scope.files(context.view()) {
            context.still_wanted()?;
            let name = if file.language().is_empty() { "manifest" } else { file.language() };
            let new = || Share { language: name.to_owned(), ..Share::default() };
            languages.entry(name).or_insert_with(new).add(file);
            all.add(file);
            for symbol in file.symbols() {
                *kinds.entry(symbol.kind().as_str()).or_default() += 1;
            }
        }
        let mut languages: Vec<Share> = languages.into_values().collect();
        languages.sort_by(|a, b| b.lines.cmp(&a.lines).then_with(|| a.language.cmp(&b.language)));
        for share in &mut languages {
            // Tenths of a percent.
            share.percent = (share.lines as f64 * 1000.0 / all.lines.max(1) as f64).round() / 10.0;
        }
        let freshness = context.freshness();
        Ok(Stats {
            files: all.files,
            lines: all.lines,
            bytes: all.bytes,
            symbols: all.symbols,
            references: all.references,
            kinds,
            indexing_ms: u64::try_from(freshness.indexing.as_millis()).unwrap_or(u64::MAX),
            generated_at: timestamp(freshness.built_at),
            languages: Page::of(&languages, asked.offset, asked.common.rows(100, 500), Share::clone),
        })
    }
}

impl Share {
    fn add(&mut self, file: FileRef<'_>) {
        self.files += 1;
        self.lines += u64::from(file.lines());
        self.bytes += u64::from(file.bytes());
        self.symbols += u64::from(file.symbol_count());
        self.references += u64::from(file.reference_count());
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn languages_add_up() {
        let fixture = Fixture::new(&[
            ("a.py", "def a(): pass\nclass B: pass\na()\n"),
            ("src/lib.rs", "pub fn run() {}\n"),
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
        ]);
        let json = fixture.json("get_stats", "{}");
        let languages = json["languages"].as_array().unwrap();
        let names: Vec<&str> = languages.iter().map(|one| one["language"].as_str().unwrap()).collect();
        assert_eq!(names, ["python", "manifest", "rust"]);
        for sum in ["files", "lines", "bytes", "symbols", "references"] {
            let parts: u64 = languages.iter().map(|one| one[sum].as_u64().unwrap()).sum();
            assert_eq!(json[sum].as_u64(), Some(parts), "{sum}");
        }
        assert_eq!((&json["kinds"]["function"], &json["kinds"]["class"]), (&2.into(), &1.into()));
        assert_eq!(languages[0]["percent"], 50.0);
        let lines = fixture.text("get_stats", r#"{"path": "src"}"#);
        assert_eq!(values(&lines, "stats", "files"), ["1"]);
    }
}
