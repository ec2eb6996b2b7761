//! `get_token_estimate`: what reading would cost, and what reading it another way.

use super::batch_file_summaries::{is_glob, matching};
use crate::locate;
use crate::protocol::arguments::clean;
use crate::protocol::prelude::*;
use crate::relations::{self, Wanted};
use crate::tools::find;
use indexer_store::FileRef;
use serde_json::{Value, json};

/// Bytes of text that are counted in one answer; what is beyond is estimated, and said to be.
const COUNTED: u64 = 4 << 20;

/// Tokens of a file, symbol, folder or glob, counted, and of each cheaper way to read it
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetTokenEstimate {
    /// Name, Owner.member or path#key
    #[arg(long)]
    pub symbol: Option<String>,
    /// All files of this folder; the same as a path that is one
    #[arg(long, value_name = "PATH")]
    pub directory: Option<String>,
    /// All files that this matches; `*.py` matches in every folder
    #[arg(long)]
    pub glob: Option<String>,
}

/// What reading something costs, and the cheaper ways.
#[derive(Debug, Serialize)]
pub struct Estimate {
    /// The file, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Key of the symbol that is asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Tokens of its source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol_tokens: Option<usize>,
    /// Lines of its source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol_lines: Option<usize>,
    /// Tokens of all files whole.
    pub full_file_tokens: usize,
    /// Lines of the files.
    pub full_file_lines: u64,
    /// What the cheapest way to see all of it costs: the first of `ways`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary_tokens: Option<usize>,
    /// Symbols that they declare.
    pub declaration_count: usize,
    /// Files whose tokens are estimated from their bytes, since there are too many to count.
    pub estimated_files: usize,
    /// Other ways to read it, each answered and counted.
    pub ways: Vec<Way>,
    /// What to call, in a sentence.
    pub recommendation: String,
    /// The files, the largest first.
    pub files: Page<Whole>,
}

/// Another way of reading.
#[derive(Clone, Debug, Serialize)]
pub struct Way {
    /// The tool to call.
    pub tool: &'static str,
    /// With which arguments.
    pub arguments: Value,
    /// What that costs.
    pub tokens: usize,
    /// Per cent of the tokens of the whole that it saves; none where it saves nothing.
    pub saves: usize,
    /// True where the answer is a part and says how to go on.
    pub truncated: bool,
}

/// A file, read whole.
#[derive(Clone, Debug, Serialize)]
pub struct Whole {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Lines of it.
    pub lines: u32,
    /// Tokens of all of it.
    pub tokens: usize,
    /// True where they follow from its bytes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

impl Row for Whole {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("file");
        record.text("path", &self.path).field("tokens", self.tokens).field("lines", self.lines);
        record.flag("estimated", self.estimated);
    }
}

impl Answer for Estimate {
    page!(files: Whole);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("tokens");
        record.some("symbol", self.symbol.as_deref());
        if let (Some(tokens), Some(lines)) = (self.symbol_tokens, self.symbol_lines) {
            record.field("symbol_tokens", tokens).field("symbol_lines", lines);
        }
        record.field("full_file_tokens", self.full_file_tokens);
        record.field("full_file_lines", self.full_file_lines).field("declarations", self.declaration_count);
        record.count("estimated_files", self.estimated_files as u64);
        drop(record);
        for way in &self.ways {
            let mut record = out.record("way");
            record.text("tool", way.tool).text("arguments", &way.arguments.to_string());
            record.field("tokens", way.tokens).field("saves", format_args!("{}%", way.saves));
            record.flag("truncated", way.truncated);
        }
        out.record("advice").text("text", &self.recommendation);
    }
}

impl Question for GetTokenEstimate {
    type Answer = Estimate;
    const NAME: &'static str = "get_token_estimate";
    const CLI: &'static str = "get-token-estimate";
    const ALIASES: &'static [&'static str] = &["token-estimate"];
    const TITLE: &'static str = "Tokens of reading";
    const SHOWN: &'static [&'static str] = &["path", "symbol", "glob"];
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<GetTokenEstimate>) -> Result<Estimate, Problem> {
        let (own, view, scope) = (&asked.own, context.view(), &asked.scope);
        let path = own.directory.as_deref().or(asked.common.path.as_deref()).map(clean);
        if own.directory.is_some() && asked.common.path.is_some() {
            return Err(Problem::argument("directory", "directory: give path or directory, not both"));
        }
        if own.symbol.is_some() && (own.glob.is_some() || own.directory.is_some()) {
            return Err(Problem::argument("symbol", "symbol: give a symbol, or a folder or glob, not both"));
        }
        let symbol = own.symbol.as_deref().map(|name| Symbol::of(context, asked, name)).transpose()?;
        let files: Vec<FileRef<'_>> = match (&symbol, &own.glob, path) {
            (Some(symbol), _, _) => vec![locate::file(context, &symbol.path)?],
            (None, Some(glob), _) => matching(view, scope, glob)?,
            (None, None, Some(path)) if is_glob(view, path) => matching(view, scope, path)?,
            (None, None, Some(path)) => {
                let found: Vec<_> = view.files_under(path).filter(|file| scope.covers(file.path())).collect();
                if found.is_empty() {
                    return Err(locate::no_path(context, path));
                }
                found
            }
            (None, None, None) if asked.common.member.is_some() => scope.files(view).collect(),
            (None, None, None) => {
                return Err(Problem::argument("path", "path: a path, symbol, directory or glob is required"));
            }
        };
        let mut all = count(context, &files)?;
        all.sort_by(|a, b| b.tokens.cmp(&a.tokens).then_with(|| a.path.cmp(&b.path)));
        let full_file_tokens = all.iter().map(|one| one.tokens).sum();
        let ways = match (&symbol, files.as_slice()) {
            (Some(symbol), _) => symbol.ways(),
            (None, [file]) => of_file(file.path()),
            (None, _) => of_folder(path.unwrap_or(""), own.glob.as_deref()),
        };
        let whole = symbol.as_ref().map_or(full_file_tokens, |symbol| symbol.tokens.max(1));
        let against = if symbol.is_some() { full_file_tokens } else { whole };
        let ways = measured(context, &ways, against)?;
        let recommendation = advice(&ways, symbol.as_ref(), full_file_tokens);
        let one = symbol.is_some() || files.len() == 1;
        Ok(Estimate {
            file: files.first().filter(|_| one).map(|file| file.path().to_owned()),
            symbol_tokens: symbol.as_ref().map(|symbol| symbol.tokens),
            symbol_lines: symbol.as_ref().map(|symbol| symbol.lines),
            symbol: symbol.map(|symbol| symbol.key),
            full_file_tokens,
            full_file_lines: files.iter().map(|file| u64::from(file.lines())).sum(),
            summary_tokens: ways.first().map(|way| way.tokens),
            declaration_count: files.iter().map(|file| file.symbol_count() as usize).sum(),
            estimated_files: all.iter().filter(|one| one.estimated).count(),
            ways,
            recommendation,
            files: Page::of(&all, asked.offset, asked.common.rows(20, 1_000), Whole::clone),
        })
    }
}

/// The symbol that is asked about, read.
struct Symbol {
    path: String,
    key: String,
    tokens: usize,
    lines: usize,
}

impl Symbol {
    fn of(context: &Context<'_>, asked: &Asked<GetTokenEstimate>, name: &str) -> Result<Self, Problem> {
        let found = relations::symbols(context, Wanted::new("symbol", name, None, &asked.scope))?;
        // The best of those that are called so: its key is in the answer.
        let Some(symbol) = found.all.first().and_then(|subject| subject.symbols().first()) else {
            return Err(Problem::argument("symbol", format!("symbol: nothing is called {name}")));
        };
        let text = context.source(symbol.file().path())?.text;
        let lines: Vec<&str> = text.lines().collect();
        let (start, end) = (symbol.start_line() as usize, symbol.end_line() as usize);
        let own = lines.get(start.saturating_sub(1)..end.min(lines.len())).unwrap_or(&[]);
        Ok(Self {
            path: symbol.file().path().to_owned(),
            key: symbol.printed(),
            tokens: indexer_tokens::count(&own.join("\n")),
            lines: own.len(),
        })
    }

    fn ways(&self) -> Vec<(&'static str, Value)> {
        let (key, name) = (&self.key, self.key.rsplit(['#', '.']).next().unwrap_or(&self.key));
        vec![
            ("read_source", json!({"symbol": key})),
            ("read_source", json!({"symbol": key, "collapse": true})),
            ("explain_symbol", json!({"name": key})),
            ("search", json!({"query": name, "path": self.path, "limit": 1})),
        ]
    }
}

fn of_file(path: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("get_file_summary", json!({"path": path})),
        ("list_declarations", json!({"path": path})),
        ("list_declarations", json!({"path": path, "compact": true})),
        ("read_source", json!({"path": path, "collapse": true})),
    ]
}

fn of_folder(path: &str, glob: Option<&str>) -> Vec<(&'static str, Value)> {
    let at = |more: Value| {
        let mut arguments = more;
        if !path.is_empty() {
            arguments["path"] = path.into();
        }
        arguments
    };
    match glob {
        Some(glob) => vec![("batch_file_summaries", at(json!({"glob": glob})))],
        None => vec![
            ("get_tree", at(json!({}))),
            ("get_public_api", at(json!({"shallow": true}))),
            ("list_declarations", at(json!({"shallow": true}))),
        ],
    }
}

/// Answers every way and counts its tokens. What cannot be answered is no way.
fn measured(
    context: &Context<'_>,
    ways: &[(&'static str, Value)],
    whole: usize,
) -> Result<Vec<Way>, Problem> {
    let mut found = Vec::new();
    for (name, arguments) in ways {
        context.still_wanted()?;
        let Some(tool) = find(name) else { continue };
        let Ok(output) = tool.run(context, arguments.clone()) else { continue };
        let tokens = indexer_tokens::count(&output.body);
        let saves = 100 - (100 * tokens.min(whole.max(1))).div_ceil(whole.max(1));
        let first = output.body.lines().next().unwrap_or("");
        let truncated = first.contains(" truncated=true");
        found.push(Way { tool: name, arguments: arguments.clone(), tokens, saves, truncated });
    }
    found.sort_by_key(|way| way.truncated);
    Ok(found)
}

fn advice(ways: &[Way], symbol: Option<&Symbol>, whole: usize) -> String {
    let best = ways.iter().filter(|way| !way.truncated).max_by_key(|way| way.saves);
    match (symbol, best) {
        (Some(symbol), _) if symbol.tokens >= whole => "the file is the symbol: read it".to_owned(),
        (Some(_), _) => match ways.iter().find(|way| way.tool == "read_source") {
            Some(way) => {
                format!(
                    "read_source of the symbol: {} tokens instead of {whole}, {} % less",
                    way.tokens, way.saves
                )
            }
            None => format!("reading the file costs {whole} tokens"),
        },
        (None, Some(way)) if way.saves > 0 => format!(
            "{}: {} tokens instead of {whole}, {} % less; then read_source of the symbols that matter",
            way.tool, way.tokens, way.saves
        ),
        (None, _) => format!("nothing shows all of it for less than reading it: {whole} tokens"),
    }
}

/// The tokens of files. Text that cannot be read any more has none.
fn count(context: &Context<'_>, files: &[FileRef<'_>]) -> Result<Vec<Whole>, Problem> {
    let mut left = COUNTED;
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        context.still_wanted()?;
        let bytes = u64::from(file.bytes());
        let text = if bytes <= left { context.source(file.path()).ok() } else { None };
        left = left.saturating_sub(bytes);
        let tokens = text.as_ref().map(|text| indexer_tokens::count(&text.text));
        all.push(Whole {
            path: file.path().to_owned(),
            lines: file.lines(),
            tokens: tokens.unwrap_or_else(|| indexer_search::tokens(file.bytes() as usize)),
            estimated: tokens.is_none(),
        });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;
    use serde_json::json;

    fn long() -> String {
        let body = "        total = total + price * count  # what it costs\n".repeat(12);
        (0..20)
            .map(|i| {
                format!(
                    "def price_{i}(price, count):\n    total = 0\n    if price:\n{body}    return total\n\n"
                )
            })
            .collect()
    }

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("pkg/a.py", &long()),
            ("pkg/b.py", "def small():\n    return 1\n"),
            ("c.rs", "fn c() {}\n"),
        ])
    }

    #[test]
    fn a_file_is_counted_and_so_is_every_other_way() {
        let fixture = fixture();
        let json = fixture.json("get_token_estimate", r#"{"path": "pkg/a.py"}"#);
        assert_eq!(json["full_file_tokens"], indexer_tokens::count(&long()));
        assert_eq!((&json["file"], &json["declaration_count"]), (&json!("pkg/a.py"), &json!(20)));
        for way in json["ways"].as_array().unwrap() {
            let output = fixture.output(way["tool"].as_str().unwrap(), way["arguments"].clone());
            assert_eq!(way["tokens"], indexer_tokens::count(&output.body), "{way}");
            assert!(way["saves"].as_u64().unwrap() > 30, "{way}");
        }
        assert_eq!(json["ways"][0]["tool"], "get_file_summary");
        assert!(json["recommendation"].as_str().unwrap().contains("% less"), "{json}");
    }

    #[test]
    fn a_symbol_is_compared_with_its_file() {
        let json = fixture().json("get_token_estimate", r#"{"symbol": "price_3", "path": "pkg/a.py"}"#);
        assert_eq!((&json["symbol"], &json["symbol_lines"]), (&json!("pkg/a.py#price_3"), &json!(16)));
        assert!(json["symbol_tokens"].as_u64().unwrap() * 10 < json["full_file_tokens"].as_u64().unwrap());
        assert!(json["recommendation"].as_str().unwrap().starts_with("read_source"), "{json}");
    }

    #[test]
    fn folders_and_globs_are_sums_with_the_largest_first() {
        let fixture = fixture();
        for arguments in [r#"{"path": "pkg"}"#, r#"{"directory": "pkg"}"#, r#"{"glob": "*.py"}"#] {
            let lines = fixture.text("get_token_estimate", arguments);
            assert_eq!(values(&lines, "file", "path"), ["pkg/a.py", "pkg/b.py"]);
            let each: usize =
                values(&lines, "file", "tokens").iter().map(|n| n.parse::<usize>().unwrap()).sum();
            assert_eq!(values(&lines, "tokens", "full_file_tokens"), [each.to_string()]);
        }
        let none = fixture.problem("get_token_estimate", "{}");
        assert_eq!((none.code, none.parameter.as_deref()), (Code::InvalidArgument, Some("path")));
        let both = fixture.problem("get_token_estimate", r#"{"symbol": "small", "glob": "*"}"#);
        assert_eq!(both.parameter.as_deref(), Some("symbol"));
        assert_eq!(fixture.problem("get_token_estimate", r#"{"path": "no"}"#).code, Code::NotFound);
    }
}
