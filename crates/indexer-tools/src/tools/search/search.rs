//! `search`: where the code about something is.

use crate::analysis::both;
use crate::locate;
use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::protocol::{Listed, Scope};
use crate::repositories::{AskedOf, Together};
use crate::search::Asked as Of;
use crate::search::{
    Absence, Filter, Hit, Literals, Looks, Matches, Meaning, Pattern, Place, Ranked, ToRead, bounded,
    depends_on, hits, reading, show, unread,
};
use indexer_core::SymbolKind;
use indexer_engine::{LeftOut, text_language};
use indexer_search::Query;
use indexer_search::class::Class;
use indexer_search::confidence::Confidence;
use serde_json::{Map, Value};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Find code by what it is about, by words, name or pattern. Best first, with the lines that answer and how sure it is.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Question, words, name or pattern
    #[arg(allow_hyphen_values = true)]
    pub query: String,
    /// hybrid by default
    #[arg(long, value_name = "MODE")]
    pub mode: Option<Mode>,
    /// function, struct, type, ...
    #[arg(long)]
    pub kind: Option<String>,
    /// Only tests (true) or none (false)
    #[arg(long)]
    pub tests: Option<bool>,
    /// Least score, 0 to 1
    #[arg(long)]
    pub threshold: Option<f32>,
    /// Upper and lower case are the same (regex)
    #[arg(long)]
    #[serde(default)]
    pub ignore_case: bool,
    /// Lines more around each that is shown
    #[arg(long, value_name = "LINES")]
    pub context_lines: Option<u32>,
    /// Bytes of the lines of a hit at most; 500 by default
    #[arg(long, value_name = "BYTES")]
    pub snippet_length: Option<u32>,
    /// Show lines; true by default
    #[arg(long)]
    pub include_snippet: Option<bool>,
    /// Say what kind of question it is, and the signals of each hit
    #[arg(long)]
    #[serde(default)]
    pub explain: bool,
    /// Rows of a page; limit is the same
    #[arg(long, value_name = "N")]
    pub page_size: Option<u32>,
    /// Ask about this installed package instead
    #[arg(long, value_name = "NAME")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

indexer_core::worded! {
    /// What a query is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Mode {
        /// Words and their meaning.
        Hybrid = "hybrid",
        /// Words alone.
        #[serde(alias = "fts")]
        #[value(alias = "fts")]
        Lexical = "lexical",
        /// Meaning alone.
        #[serde(alias = "vector")]
        #[value(alias = "vector")]
        Semantic = "semantic",
        /// A pattern of lines.
        Regex = "regex",
        /// A name.
        Symbol = "symbol",
    }
}

/// Rows where none are named, and at most.
const ROWS: usize = 10;
const MOST_ROWS: usize = 200;
/// Tokens of an answer where no budget is named: what a first look may cost.
const TOKENS: u32 = 2_000;
/// Bytes of the answer besides its hits.
const FRAME: usize = 900;
/// Bytes of what is said of the files to read of a report.
const READING: usize = 1_500;
/// Bytes of the lines of a hit.
const SNIPPET: u32 = 500;
/// Tokens of what the read plan proposes.
const PLAN: usize = 2_000;

/// Where the code about something is.
#[derive(Debug, Serialize)]
pub struct Found {
    /// `hybrid`, `lexical`, `semantic`, `regex` or `symbol`.
    pub mode: &'static str,
    /// What kind of question it is and the rule that decided; where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<Classified>,
    /// `high`, `medium` or `low`: how sure it is that the first hit is wanted. Not of a pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<&'static str>,
    /// Files with hits, of a pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<usize>,
    /// True where a pattern has more matches than are counted, or what stands word for word may stand in more lines than
    /// `more_lines`, or was not looked for in all files; on the last page where more may answer than are ranked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// True where a piece near in meaning may be missing: there are too many to compare all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub approximate: bool,
    /// The hits, best first.
    pub hits: Page<Hit>,
    /// What to read next: keys for `read_source`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// Of a report: the files to read, the most certain first, and what tells them apart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<ToRead>,
    /// Further files to read, for which the budget has no room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_read: Option<usize>,
    /// Further lines with what stands word for word; [`limits`](indexer_search::literal::limits) says how many are told.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_lines: usize,
    /// What of the question stands nowhere.
    #[serde(flatten)]
    pub absence: Absence,
    /// Of an answer without hits: languages whose files are searched as text only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub text_only: Vec<TextOnly>,
    /// The pattern to try where this answer is not sure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub try_regex: Option<String>,
    /// Names that may have been meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// Of a question to several repositories: which were asked, and why others were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repositories: Option<AskedOf>,
}

/// What kind of question it is.
#[derive(Debug, Serialize)]
pub struct Classified {
    /// `identifier`, `path`, `literal`, `short`, `architecture`, `change`, `issue`, `trace`, `log` or `diff`.
    pub name: &'static str,
    /// The rule that decided.
    pub rule: &'static str,
}

/// What to read next.
#[derive(Debug, Serialize)]
pub struct Plan {
    /// Keys of symbols.
    pub symbols: Vec<String>,
    /// `path:first-last` of lines that no symbol holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// What reading all of it costs.
    pub tokens: usize,
}

/// A language that is not parsed, with its files.
#[derive(Debug, Serialize)]
pub struct TextOnly {
    /// Its name: `python`, `rust`; `text` for what is not parsed.
    pub language: &'static str,
    /// How many files of it are in scope.
    pub files: usize,
}

impl Answer for Found {
    page!(hits: Hit);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("search");
        record.field("mode", self.mode).some("confidence", self.confidence);
        record.known("files", self.files);
        record.flag("stopped", self.stopped).flag("approximate", self.approximate);
        drop(record);
        self.repositories.iter().for_each(|asked| asked.write(out));
        if let Some(class) = &self.class {
            out.record("class").field("name", class.name).text("rule", class.rule);
        }
    }

    fn tail(&self, out: &mut Records) {
        if let Some(plan) = &self.plan {
            let mut record = out.record("plan");
            for (name, all) in [("symbols", &plan.symbols), ("lines", &plan.lines)] {
                if !all.is_empty() {
                    record.text(name, &all.join(","));
                }
            }
            record.field("tokens", plan.tokens);
        }
        for file in &self.read {
            let mut record = out.record("read");
            record.text("path", &file.path).field("score", file.score);
            for (name, all) in [("symbols", &file.symbols), ("told_by", &file.told_by)] {
                if !all.is_empty() {
                    record.text(name, &all.join(","));
                }
            }
        }
        if let Some(more) = self.more_read {
            out.record("more").field("read", more);
        }
        out.more("more_lines", self.more_lines);
        self.absence.write(out);
        for one in &self.text_only {
            out.record("text_only").text("language", one.language).field("files", one.files);
        }
        if let Some(pattern) = &self.try_regex {
            out.record("try").field("mode", "regex").text("query", pattern);
        }
        for name in &self.suggestions {
            out.record("suggestion").text("name", name);
        }
    }

    fn shorten(&mut self) -> bool {
        let kept = self.read.len() / 2;
        let cut = self.read.len() - kept;
        self.read.truncate(kept);
        self.more_read = Some(self.more_read.unwrap_or(0) + cut).filter(|more| *more > 0);
        cut > 0
    }
}

impl Question for Search {
    type Answer = Found;
    const NAME: &'static str = "search";
    const CLI: &'static str = "search";
    const OUTLINES: Outlines = Outlines::Unread;
    const TITLE: &'static str = "Search code";
    const LISTED: Listed = Listed::Core;
    const NAME_OF: Option<&'static str> = Some("");
    const SHOWN: &'static [&'static str] = &["query", "mode", "path", "limit"];
    const LOOK: Look = Look::of(&[
        Section::of("class", Form::Figures).titled("class"),
        Section::of("hits", Form::Excerpts),
        Section::of("read", Form::Cards).titled("read"),
        Section::of("absent", Form::Words).titled("stands in no indexed file of what was asked about"),
        Section::of("unread", Form::Figures).titled("files in no index"),
        Section::of("text_only", Form::Words).titled("searched as text only"),
        Section::of("suggestions", Form::Words).titled("did you mean"),
    ]);

    fn depends_on(context: &Context<'_>, arguments: &Map<String, Value>) -> Option<String> {
        match arguments.get("mode").and_then(Value::as_str) {
            None | Some("hybrid") => depends_on(context, arguments.get("query")?.as_str()?),
            _ => None,
        }
    }

    const TOGETHER: Option<OfSeveral<Self>> = Some(together);

    fn run(context: &Context<'_>, asked: &Asked<Search>) -> Result<Found, Problem> {
        bounded(&asked.own.query)?;
        let kinds = kinds::kinds(asked.own.kind.as_deref())?;
        let filter = filter(&asked.own, &asked.scope, kinds.as_deref())?;
        found(&[Of { context: *context, filter }], asked)
    }
}

/// The same of several repositories, ranked together.
fn together(together: &Together<'_>, asked: &Asked<Search>) -> Result<Found, Problem> {
    bounded(&asked.own.query)?;
    let kinds = kinds::kinds(asked.own.kind.as_deref())?;
    let scopes = together.scopes(&asked.common)?;
    let of = |(context, scope): (&_, _)| {
        filter(&asked.own, scope, kinds.as_deref()).map(|filter| Of { context: *context, filter })
    };
    let all = together.of_scopes(&scopes).map(of).collect::<Result<Vec<_>, _>>()?;
    Ok(Found { repositories: Some(together.asked()), ..found(&all, asked)? })
}

fn found(all: &[Of<'_, '_>], asked: &Asked<Search>) -> Result<Found, Problem> {
    match asked.own.mode.unwrap_or(Mode::Hybrid) {
        Mode::Regex => by_pattern(all, asked),
        mode => by_rank(all, asked, mode),
    }
}

fn filter<'a>(
    own: &'a Search,
    scope: &'a Scope,
    kinds: Option<&'a [SymbolKind]>,
) -> Result<Filter<'a>, Problem> {
    if let Some(threshold) = own.threshold
        && !(0.0..=1.0).contains(&threshold)
    {
        return Err(Problem::argument("threshold", "threshold: must lie between 0 and 1"));
    }
    Ok(Filter { scope, kinds, tests: own.tests })
}

/// How many rows a page has, and how many bytes the lines of a row.
fn page(asked: &Asked<Search>) -> Result<(usize, usize), Problem> {
    let own = &asked.own;
    if own.page_size == Some(0) {
        return Err(Problem::argument("page_size", "page_size must be at least 1"));
    }
    let rows = match (asked.common.limit, own.page_size) {
        (Some(limit), Some(page)) => limit.min(page) as usize,
        (Some(rows), None) | (None, Some(rows)) => rows as usize,
        (None, None) => ROWS,
    };
    let shown = own.include_snippet.unwrap_or(true);
    let snippet = if shown && !asked.common.compact { own.snippet_length.unwrap_or(SNIPPET) } else { 0 };
    Ok((rows.min(MOST_ROWS), snippet as usize))
}

fn room(asked: &Asked<Search>) -> usize {
    indexer_search::tokens::bytes(asked.common.budget.unwrap_or(TOKENS) as usize).saturating_sub(FRAME)
}

fn by_pattern(all: &[Of<'_, '_>], asked: &Asked<Search>) -> Result<Found, Problem> {
    let own = &asked.own;
    if own.query.is_empty() {
        return Err(Problem::argument("query", "query: must hold a pattern"));
    }
    let pattern = Pattern::new(&own.query, own.ignore_case)?;
    let mut found = Matches::default();
    for (of, one) in all.iter().enumerate() {
        found.extend(pattern.find(&one.context, &one.filter)?, of);
    }
    // That there is none, is told of the files that were looked at.
    let mut unread = if found.is_empty() { unread(all) } else { BTreeMap::new() };
    if found.unread > 0 {
        *unread.entry(LeftOut::Unreadable.as_str()).or_default() += found.unread;
    }
    let (rows, snippet) = page(asked)?;
    let around = own.context_lines.unwrap_or(0);
    let rows = found.hits(all, asked.offset..asked.offset.saturating_add(rows), around, snippet)?;
    Ok(Found {
        mode: Mode::Regex.as_str(),
        class: None,
        confidence: None,
        files: Some(found.files),
        stopped: found.stopped,
        approximate: false,
        text_only: if found.is_empty() { text_only(all) } else { Vec::new() },
        hits: Page { rows, total: found.len(), offset: asked.offset },
        plan: None,
        read: Vec::new(),
        more_read: None,
        more_lines: 0,
        absence: Absence { absent: Vec::new(), unread },
        try_regex: None,
        suggestions: Vec::new(),
        repositories: None,
    })
}

fn by_rank(all: &[Of<'_, '_>], asked: &Asked<Search>, mode: Mode) -> Result<Found, Problem> {
    let own = &asked.own;
    let query = Query::new(&own.query);
    let literals = || match mode {
        Mode::Hybrid => Literals::among(all, &own.query, &query),
        _ => Ok(Literals::default()),
    };
    let ranked = || match mode {
        Mode::Symbol => Ranked::named(all, own.query.trim()),
        Mode::Lexical => Ranked::among(all, &query, Meaning::Without),
        Mode::Semantic => Ranked::among(all, &query, Meaning::Alone),
        _ => Ranked::among(all, &query, Meaning::Beside),
    };
    let (literals, ranked) = both(literals, ranked);
    let mut literals = literals?;
    let is_answer = !literals.lines.is_empty() || !literals.absent.is_empty() || literals.is_unsearched;
    if query.terms.is_empty() && !is_answer {
        return Err(no_word(&own.query));
    }
    let mut found = ranked?;
    found.stand_behind(&literals);
    if let Some(least) = own.threshold {
        literals.lines.retain(|line| line.score >= least);
        literals.further.retain(|score| *score >= least);
        found.pieces.retain(|piece| piece.score >= least);
    }
    all.iter().try_for_each(|one| one.context.still_wanted())?;
    let (rows, snippet) = page(asked)?;
    let (verbatim, total) = (literals.lines.len(), literals.lines.len() + found.pieces.len());
    let around = own.context_lines.unwrap_or(0);
    let lines: Vec<_> = literals.lines.into_iter().skip(asked.offset).take(rows).collect();
    let mut shown = hits(all, &lines, around, snippet)?;
    let pieces = found.pieces.iter().skip(asked.offset.saturating_sub(verbatim)).take(rows - shown.len());
    let pieces: Vec<_> = pieces.filter_map(Place::piece).collect();
    let used: usize = shown.iter().map(|hit| indexer_search::tokens::bytes(hit.tokens)).sum();
    // What tells files apart is told of one repository.
    let alone = if let [one] = all { Some(&one.context) } else { None };
    let alone = alone.filter(|_| asked.offset == 0 && query.class.is_report());
    let is_planned = alone.is_some();
    let read = alone.map_or(Vec::new(), |context| reading(context, &query, &found.pieces));
    let used = if is_planned { used + READING } else { used };
    let looks =
        Looks { room: room(asked).saturating_sub(used), snippet, context: around, signals: own.explain };
    shown.extend(show(all, &query, &pieces, looks)?);
    let unsure = found.confidence == Confidence::Low || total == 0;
    Ok(Found {
        mode: mode.as_str(),
        class: own.explain.then(|| Classified { name: query.class.as_str(), rule: query.class_rule }),
        confidence: Some(if total == 0 { Confidence::Low } else { found.confidence }.as_str()),
        files: None,
        stopped: literals.is_unsearched
            || literals.is_bounded && (verbatim > 0 || !literals.further.is_empty())
            || found.is_bounded && asked.offset + shown.len() >= total,
        approximate: found.approximate,
        plan: if asked.offset == 0 { plan(&shown) } else { None },
        read,
        more_read: None,
        more_lines: literals.further.len(),
        absence: Absence::of(all, literals.absent),
        text_only: if total == 0 { text_only(all) } else { Vec::new() },
        hits: Page { rows: shown, total, offset: asked.offset },
        try_regex: if unsure { pattern(&query) } else { None },
        // Looking through all names takes longer than all else.
        suggestions: if unsure || query.class == Class::Identifier && verbatim == 0 {
            misspelt(all, &query)
        } else {
            Vec::new()
        },
        repositories: None,
    })
}

fn no_word(query: &str) -> Problem {
    let problem = Problem::argument("query", "query: holds no word and no name");
    let literal = regex::escape(query.trim());
    match literal.len() {
        1..=200 => {
            problem.hint(format!("to find the characters themselves: `mode` regex, `query` {literal}"))
        }
        _ => problem.hint("ask with a few words, a name or a path"),
    }
}

/// The languages of files that the filter takes and that are not parsed, the one with most files first.
fn text_only(all: &[Of<'_, '_>]) -> Vec<TextOnly> {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let files = all
        .iter()
        .flat_map(|one| one.context.view().files().filter(|file| !file.is_code() && one.filter.takes(*file)));
    for file in files {
        if let Some(language) = text_language(file.path()) {
            *counts.entry(language).or_default() += 1;
        }
    }
    let mut all: Vec<TextOnly> =
        counts.into_iter().map(|(language, files)| TextOnly { language, files }).collect();
    all.sort_by_key(|one| Reverse(one.files));
    all
}

/// The hits that are worth reading whole, as long as they cost little; those of one repository, which are read at once.
fn plan(hits: &[Hit]) -> Option<Plan> {
    let mut plan = Plan { symbols: Vec::new(), lines: Vec::new(), tokens: 0 };
    let first = hits.first()?;
    let (best, of) = (first.score, &first.repository);
    for hit in hits.iter().filter(|hit| hit.score >= best / 2.0 && hit.repository == *of) {
        let (list, name) = match &hit.key {
            Some(key) => (&mut plan.symbols, key.clone()),
            // Lines that were found themselves, not the rest of a file.
            None if hit.why.is_literal() => {
                (&mut plan.lines, format!("{}:{}-{}", hit.path, hit.start_line, hit.end_line))
            }
            None => continue,
        };
        if plan.tokens + hit.read_tokens <= PLAN && !list.contains(&name) {
            list.push(name);
            plan.tokens += hit.read_tokens;
        }
    }
    (!plan.symbols.is_empty() || !plan.lines.is_empty()).then_some(plan)
}

/// A pattern of the longest words of a question.
fn pattern(query: &Query) -> Option<String> {
    let mut words: Vec<&str> = query.words.iter().map(String::as_str).filter(|word| word.len() > 3).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.truncate(4);
    let words: Vec<String> = words.into_iter().map(regex::escape).collect();
    (!words.is_empty()).then(|| format!("(?i){}", words.join("|")))
}

/// Names that are near those of the question that no symbol has.
fn misspelt(all: &[Of<'_, '_>], query: &Query) -> Vec<String> {
    let is_known =
        |name: &str| all.iter().any(|one| !one.context.view().symbols_named(name, false).is_empty());
    let unknown: Vec<&String> = query.names.iter().filter(|name| !is_known(name)).take(2).collect();
    let near = unknown
        .into_iter()
        .flat_map(|name| all.iter().flat_map(|one| locate::suggestions(one.context.view(), name)));
    near.take(5).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use serde_json::{Value, json};

    const POOL: &str = "\
class ConnectionPool:
    \"\"\"Keeps connections open for later use.\"\"\"

    def checkout(self, timeout):
        \"\"\"Takes an idle connection, or waits for one.\"\"\"
        connection = self.idle.pop()
        connection.ping()
        return connection

    def close_idle(self):
        for connection in self.idle:
            connection.close()

LIMIT = 8
";
    const PARSER: &str = "\
def parse_header(line):
    name, value = line.split(\":\", 1)
    return name.strip().lower(), value.strip()

def parse_body(text, encoding):
    return text.decode(encoding)
";
    const TEST: &str = "\
from net.pool import ConnectionPool

def test_checkout_takes_idle_connection():
    pool = ConnectionPool()
    assert pool.checkout(1)
";

    fn fixture() -> Fixture {
        Fixture::new(&[("net/pool.py", POOL), ("net/parser.py", PARSER), ("tests/test_pool.py", TEST)])
    }

    fn paths(arguments: &str) -> Vec<String> {
        values(&fixture().text("search", arguments), "hit", "path")
    }

    #[test]
    fn a_question_finds_the_symbol_with_the_lines_that_answer() {
        let lines = fixture().text("search", r#"{"query": "wait for an idle connection"}"#);
        let hit = lines.iter().find(|line| line.kind() == "hit").unwrap();
        assert_eq!(hit.get("path"), Some("net/pool.py"));
        assert_eq!(hit.get("qualified"), Some("net.pool.ConnectionPool.checkout"));
        assert_eq!((hit.get("start_line"), hit.get("end_line")), (Some("4"), Some("8")));
        assert!(hit.get("why").is_some_and(|why| why.contains("words")), "{hit:?}");
        let shown: Vec<String> = lines
            .iter()
            .filter_map(|line| match line {
                crate::protocol::records::Line::Source { number, text } => Some(format!("{number}{text}")),
                _ => None,
            })
            .collect();
        assert_eq!(shown[0], "4    def checkout(self, timeout):");
        assert!(shown[1].starts_with("5 "), "{shown:?}");
        let plan = lines.iter().find(|line| line.kind() == "plan").unwrap();
        assert!(plan.get("symbols").unwrap().contains("net/pool.py#ConnectionPool.checkout"));
    }

    #[test]
    fn an_explained_answer_says_the_class_and_adds_up() {
        for (query, class) in [
            ("ConnectionPool", "identifier"),
            ("net/pool.py", "path"),
            ("`max-idle`", "literal"),
            ("idle connection", "short"),
            ("how is a connection taken", "architecture"),
            ("fix(pool): close idle connections", "change"),
            ("Pool leaks\n\nconnections stay idle", "issue"),
        ] {
            let json = fixture().json("search", &json!({"query": query, "explain": true}).to_string());
            assert_eq!(json["class"]["name"], class, "{query}");
            assert!(!json["class"]["rule"].as_str().unwrap().is_empty());
        }
        let json = fixture().json("search", r#"{"query": "idle connection", "explain": true}"#);
        let hit = &json["hits"][0];
        let shares = hit["signals"].as_array().unwrap();
        let sum: f64 = shares.iter().map(|signal| signal["share"].as_f64().unwrap()).sum();
        assert!((sum - hit["total"].as_f64().unwrap()).abs() < 0.01, "{hit}");
        let named: Vec<&Value> = shares.iter().map(|signal| &signal["name"]).collect();
        assert!(
            hit["why"].as_array().unwrap().iter().all(|why| named.contains(&why)),
            "one vocabulary: {hit}"
        );
        let lines = fixture().text("search", r#"{"query": "idle connection", "explain": true}"#);
        assert_eq!(values(&lines, "class", "name"), ["short"]);
        let signals = lines.iter().find(|line| line.kind() == "signals").unwrap();
        assert!(signals.get("total").is_some() && signals.get("words").unwrap().contains(':'), "{signals:?}");
        let json = fixture().json("search", r#"{"query": "idle connection"}"#);
        assert!(json["class"].is_null() && json["hits"][0]["signals"].is_null());
    }

    #[test]
    fn a_stack_and_a_diff_lead_to_the_lines_that_they_name() {
        let trace = "It fails:\n\nTraceback (most recent call last):\n  File \"/srv/net/pool.py\", line 11, in close_idle\n    \
                     for connection in self.idle:\n  File \"/usr/lib/python3/json.py\", line 3, in decode\n";
        let diff = "--- a/net/parser.py\n+++ b/net/parser.py\n@@ -5,2 +5,2 @@ def parse_body\n-    idle\n+    connection\n";
        for (query, class, path, first) in
            [(trace, "trace", "net/pool.py", 10), (diff, "diff", "net/parser.py", 5)]
        {
            let json = fixture().json("search", &json!({"query": query, "explain": true}).to_string());
            assert_eq!(json["class"]["name"], class, "{json}");
            let hit = &json["hits"][0];
            assert_eq!((&hit["path"], &hit["start_line"]), (&json!(path), &json!(first)), "{json}");
            let same = |other: &&Value| other["path"] == path && other["start_line"] == first;
            assert_eq!(json["hits"].as_array().unwrap().iter().filter(same).count(), 1, "{json}");
            assert!(json["absent"].is_null(), "a path is no message: {json}");
        }
    }

    #[test]
    fn a_frame_leads_to_no_piece_that_the_filter_leaves_out() {
        let trace = "It fails:\n\nTraceback (most recent call last):\n  File \"/srv/net/pool.py\", line 11, in close_idle\n";
        let json = fixture().json("search", &json!({"query": trace, "kind": "class"}).to_string());
        let hits = json["hits"].as_array().unwrap();
        assert!(!hits.is_empty() && hits.iter().all(|hit| hit["kind"] == "class"), "{json}");
        let pool = "pub fn open_pool() -> u32 {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a_pool_opens() {\n        \
                    assert_eq!(super::open_pool(), 1);\n    }\n}\n";
        let query = "A pool does not open\n\nthread 'main' panicked at src/pool.rs:9:9:\nopen_pool";
        let json = Fixture::new(&[("src/pool.rs", pool)])
            .json("search", &json!({"query": query, "tests": false}).to_string());
        let hits = json["hits"].as_array().unwrap();
        let is_test =
            |hit: &Value| hit["qualified"].as_str().is_some_and(|name| name.contains("a_pool_opens"));
        assert!(!hits.is_empty() && !hits.iter().any(is_test), "{json}");
        let asked = json!({"query": trace, "mode": "semantic", "explain": true});
        let json = fixture().json("search", &asked.to_string());
        let signals =
            json["hits"].as_array().unwrap().iter().flat_map(|hit| hit["signals"].as_array().unwrap());
        let shares: Vec<&Value> =
            signals.filter(|one| one["name"] == "frame").map(|one| &one["share"]).collect();
        assert!(!shares.is_empty() && shares.iter().all(|share| **share == 0.0), "by meaning alone: {json}");
        let of_pool =
            json["hits"].as_array().unwrap().iter().filter(|hit| hit["path"] == "net/pool.py").count();
        assert_eq!(of_pool, 3, "no line takes the place of what is near: {json}");
    }

    #[test]
    fn a_report_gets_files_to_read_with_symbols_and_what_tells_them_apart() {
        let query =
            "Idle connections are not closed\n\nWhen a header is parsed, the idle connection stays open.";
        let json = fixture().json("search", &json!({"query": query}).to_string());
        let read = json["read"].as_array().unwrap();
        assert_eq!(read[0]["path"], "net/pool.py", "{json}");
        let symbols: Vec<&str> =
            read[0]["symbols"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(symbols.contains(&"close_idle:10-12"), "{symbols:?}");
        let parser = read.iter().find(|one| one["path"] == "net/parser.py").unwrap();
        let told = parser["told_by"].as_array().unwrap();
        assert!(told.contains(&json!("header")) && !told.contains(&json!("idle")), "{told:?}");
        let output = fixture().output("search", json!({"query": query.repeat(20)}));
        assert!(indexer_search::tokens(output.body.len()) <= 2_000);
        let json = fixture().json("search", r#"{"query": "idle connection"}"#);
        assert!(json["read"].is_null(), "a short question needs no plan of files");
        for budget in [200, 300] {
            let output = fixture().output("search", json!({"query": query, "budget": budget}));
            assert!(indexer_search::tokens(output.body.len()) <= budget, "{budget}: {}", output.body);
            assert_eq!(output.body.contains("more read="), budget == 200, "{}", output.body);
        }
        let screen = json!({"query": query, "format": "screen", "explain": true});
        let screen = fixture().output("search", screen).body;
        for said in ["class", "several lines", "read\n", "told by", "total "] {
            assert!(screen.contains(said), "{said}: {screen}");
        }
    }

    #[test]
    fn a_name_is_found_where_it_is_defined_and_surely() {
        let lines = fixture().text("search", r#"{"query": "ConnectionPool"}"#);
        assert_eq!(values(&lines, "hit", "path")[0], "net/pool.py");
        assert_eq!(values(&lines, "search", "confidence"), ["high"]);
        assert_eq!(values(&lines, "hit", "kind")[0], "class");
    }

    #[test]
    fn filters_decide_before_anything_is_ranked() {
        let query = r#""query": "idle connection pool""#;
        let inside = paths(&format!("{{{query}, \"path\": \"tests\"}}"));
        assert!(!inside.is_empty() && inside.iter().all(|path| path == "tests/test_pool.py"), "{inside:?}");
        let only = paths(&format!("{{{query}, \"tests\": true}}"));
        assert!(!only.is_empty() && only.iter().all(|path| path == "tests/test_pool.py"), "{only:?}");
        assert!(!paths(&format!("{{{query}, \"tests\": false}}")).contains(&"tests/test_pool.py".to_owned()));
        let lines = fixture().text("search", &format!("{{{query}, \"kind\": \"class\"}}"));
        assert_eq!(values(&lines, "hit", "qualified"), ["net.pool.ConnectionPool"]);
        let problem = fixture().problem("search", &format!("{{{query}, \"language\": \"cobol\"}}"));
        assert_eq!(
            (problem.parameter.as_deref(), problem.hint.unwrap().contains("python")),
            (Some("language"), true)
        );
        assert_eq!(paths(&format!("{{{query}, \"threshold\": 1.0}}")), [""; 0]);
    }

    #[test]
    fn every_mode_answers_and_says_which_it_is() {
        for (mode, query, first) in [
            ("lexical", "parse the header line", "net/parser.py"),
            ("fts", "parse the header line", "net/parser.py"),
            ("semantic", "split request headers", "net/parser.py"),
            ("vector", "split request headers", "net/parser.py"),
            ("symbol", "ConnectionPool.checkout", "net/pool.py"),
            ("regex", r"\.decode\(", "net/parser.py"),
        ] {
            let arguments = json!({"query": query, "mode": mode}).to_string();
            let lines = fixture().text("search", &arguments);
            assert_eq!(values(&lines, "hit", "path").first().map(String::as_str), Some(first), "{mode}");
        }
    }

    #[test]
    fn a_pattern_finds_lines_with_their_symbols() {
        let lines = fixture().text("search", r#"{"query": "^def \\w+", "mode": "regex"}"#);
        assert_eq!(values(&lines, "hit", "start_line"), ["1", "5", "3"]);
        assert_eq!(values(&lines, "hit", "qualified")[0], "net.parser.parse_header");
        assert_eq!(values(&lines, "search", "files"), ["2"]);
        let of = |arguments: &str| fixture().json("search", arguments);
        let json = of(
            r#"{"query": "IDLE", "mode": "regex", "ignore_case": true, "kind": "method", "limit": 1, "context_lines": 1}"#,
        );
        assert_eq!((json["total"].as_u64(), json["truncated"].as_bool()), (Some(4), Some(true)));
        assert_eq!(json["hits"][0]["snippet"].as_str().unwrap().lines().count(), 3);
        let several = of(r#"{"query": "ping\\(\\)\\n.*return", "mode": "regex"}"#);
        assert_eq!(
            (&several["hits"][0]["start_line"], &several["hits"][0]["end_line"]),
            (&json!(7), &json!(8))
        );
        for (query, part) in
            [("(", "unclosed"), ("a*", "empty"), ("", "must not be empty"), ("(a{1000}){1000}", "size")]
        {
            let problem = fixture().problem("search", &json!({"query": query, "mode": "regex"}).to_string());
            assert!(problem.message.contains(part), "{query}: {}", problem.message);
        }
    }

    #[test]
    fn text_is_found_by_its_headings_and_stands_below_code() {
        let page = "# Pools\n\nHow an idle connection is kept.\n\n# Releases\n\nTag and publish a release.\n";
        let files = [
            ("net/pool.py", POOL),
            ("docs/guide.md", page),
            ("ci.yml", "release:\n  publish: yes\n"),
            ("a.bin", "release"),
        ];
        let fixture = Fixture::new(&files);
        let paths = |query: &str| {
            values(&fixture.text("search", &json!({"query": query}).to_string()), "hit", "path")
        };
        assert_eq!(paths("idle connection")[0], "net/pool.py");
        assert!(paths("idle connection").contains(&"docs/guide.md".to_owned()));
        let lines = fixture.text("search", r#"{"query": "publish a release"}"#);
        let hit = lines.iter().find(|line| line.get("path") == Some("docs/guide.md")).unwrap();
        assert_eq!(
            (hit.get("kind"), hit.get("start_line"), hit.get("end_line")),
            (Some("text"), Some("5"), Some("7"))
        );
        assert!(!values(&lines, "hit", "path").contains(&"a.bin".to_owned()));
        let only = fixture.text("search", r#"{"query": "release", "language": "text"}"#);
        // What is nearest in meaning may follow what says the word.
        let mut first = values(&only, "hit", "path")[..2].to_vec();
        first.sort_unstable();
        assert_eq!(first, ["ci.yml", "docs/guide.md"]);
        let json = fixture.json("search", r#"{"query": "publish", "mode": "regex"}"#);
        assert_eq!(json["total"], 2);
    }

    #[test]
    fn a_secret_is_no_match_of_any_pattern() {
        let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        let text = format!("TOKEN = \"{secret}\"\n");
        let fixture = Fixture::new(&[("a.py", text.as_str())]);
        let json = fixture.json("search", &json!({"query": "ghp_0123", "mode": "regex"}).to_string());
        assert_eq!(json["total"], 0);
        let json = fixture
            .json("search", &json!({"query": "token", "mode": "regex", "ignore_case": true}).to_string());
        assert!(json["total"] == 1 && !json.to_string().contains(secret));
    }

    #[test]
    fn any_text_as_a_query_gets_an_answer_or_says_what_to_do() {
        let trace = "Traceback (most recent call last):\n  File \"net/pool.py\", line 6, in checkout\n    connection = self.idle.pop()\nIndexError: pop from empty list\n";
        for (query, first) in [
            ("\"idle connection", Some("net/pool.py")),
            ("net/parser.py", Some("net/parser.py")),
            (trace, Some("net/pool.py")),
            ("checkout()", Some("net/pool.py")),
            ("zzzz qqqq", None),
            ("連接 🦀 parse_header", Some("net/parser.py")),
        ] {
            let json = fixture().json("search", &json!({"query": query}).to_string());
            match first {
                Some(path) => assert_eq!(json["hits"][0]["path"], path, "{query}"),
                None => assert_eq!(json["confidence"], "low", "{query}"),
            }
        }
        let long = "how is an idle connection taken ".repeat(320);
        assert_eq!(
            fixture().json("search", &json!({"query": long}).to_string())["hits"][0]["path"],
            "net/pool.py"
        );
        for query in ["", "   ", "?!(", "\"'"] {
            let problem = fixture().problem("search", &json!({"query": query}).to_string());
            assert_eq!(problem.parameter.as_deref(), Some("query"), "{query}");
            assert!(problem.hint.is_some(), "{query}");
        }
        assert!(
            fixture()
                .problem("search", &json!({"query": "a ".repeat(60_000)}).to_string())
                .message
                .contains("100000")
        );
    }

    /// Files with messages and keys, and one that has all of their words.
    fn messages() -> Fixture {
        let server = "import os\n\n\ndef bind(path, port):\n    home = os.environ[\"POOL_HOME\"]\n    if not home:\n        \
                      raise OSError(f\"cannot bind {path!r} to port {port}\")\n    limit = conf.get(\"limit\")\n    \
                      raise OSError(\"the socket is already in use \"\n                  \"by another pool\")\n";
        let words = "def port_of_socket(limit):\n    \"\"\"Whether a socket can bind a port that is in use by a \
                     pool already, or another.\"\"\"\n    limit = limit + 1\n    return limit\n\n\n\
                     class Socket:\n    def bind_port(self, limit):\n        return limit\n";
        let test = "def test_bind():\n    assert error == \"the socket is already in use by another pool\"\n";
        Fixture::new(&[
            ("net/server.py", server),
            ("net/socket.py", words),
            ("tests/test_server.py", test),
            ("conf/pool.toml", "[pool]\nmax-idle = 3\n"),
            ("app/Main.nim", "func main() { println(1) }\n"),
        ])
    }

    #[test]
    fn what_stands_word_for_word_comes_first_with_its_line() {
        for (query, path, line) in [
            // As it stands, broken over lines, with values where the code has placeholders.
            ("the socket is already in use by another pool", "net/server.py", 9),
            ("why do I get the socket is already in use by another pool", "net/server.py", 9),
            ("OSError: cannot bind '/run/pool.sock' to port 80", "net/server.py", 7),
            ("where does the error 'the socket is already in use' come from", "net/server.py", 9),
            // Names that no symbol has.
            ("POOL_HOME", "net/server.py", 5),
            ("`max-idle`", "conf/pool.toml", 2),
            // A key that is also a name everywhere.
            ("where is \"limit\" read", "net/server.py", 8),
        ] {
            let json = messages().json("search", &json!({"query": query}).to_string());
            let hit = &json["hits"][0];
            assert_eq!((&hit["path"], &hit["start_line"]), (&json!(path), &json!(line)), "{query}: {json}");
            assert_eq!((&hit["why"][0], &json["confidence"]), (&json!("literal"), &json!("high")), "{query}");
            assert!(hit["snippet"].as_str().unwrap().starts_with(&format!("{line}: ")), "{query}");
        }
        let json = messages().json("search", r#"{"query": "the socket is already in use by another pool"}"#);
        assert_eq!(json["hits"][1]["path"], "tests/test_server.py", "source before tests: {json}");
        assert_eq!(json["plan"]["symbols"][0], "net/server.py#bind");
        let json = messages().json("search", r#"{"query": "\"max-idle\""}"#);
        assert_eq!(json["plan"]["lines"], json!(["conf/pool.toml:2-2"]));
        let json = messages().json("search", r#"{"query": "`Socket`"}"#);
        assert_eq!(json["hits"][0]["kind"], "class", "a name is found where it is defined: {json}");
    }

    #[test]
    fn filters_and_pages_hold_for_what_stands_word_for_word() {
        let query = "the socket is already in use by another pool";
        let ask = |more: Value| {
            let mut arguments = json!({"query": query});
            arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            messages().json("search", &arguments.to_string())
        };
        assert_eq!(ask(json!({"tests": true}))["hits"][0]["path"], "tests/test_server.py");
        assert_eq!(ask(json!({"path": "tests"}))["hits"][0]["path"], "tests/test_server.py");
        assert_ne!(ask(json!({"mode": "lexical"}))["hits"][0]["why"][0], "literal");
        let first = ask(json!({"limit": 1}));
        let next = ask(json!({"limit": 1, "cursor": first["cursor"]}));
        assert_eq!(next["hits"][0]["path"], "tests/test_server.py", "{next}");
        assert_eq!(first["total"], next["total"]);
    }

    #[test]
    fn a_question_about_nothing_that_is_there_finds_nothing_and_says_what_is_text() {
        for query in ["quaternion slerp interpolation", "ZorkQuuxTable", "\"zork_quux\"", "`--frobnicate`"] {
            let json = messages().json("search", &json!({"query": query}).to_string());
            assert_eq!(
                (json["total"].as_u64(), &json["confidence"]),
                (Some(0), &json!("low")),
                "{query}: {json}"
            );
            assert_eq!(json["text_only"], json!([{"language": "Nim", "files": 1}]), "{query}");
        }
        let racket = Fixture::new(&[("app/main.rkt", "(define main 1)\n")]);
        let problem = racket.problem("search", r#"{"query": "main", "language": "racket"}"#);
        assert!(problem.hint.unwrap().starts_with("Racket is searched as text only"));
        let json = messages().json("search", r#"{"query": "where is \"zork_quux\" of the socket bound"}"#);
        assert_eq!(json["absent"], json!(["zork_quux"]));
        for (query, absent) in
            [("remove \"zork_quux\"", "zork_quux"), ("raise \"timeout expired\"", "timeout expired")]
        {
            let json = messages().json("search", &json!({"query": query, "explain": true}).to_string());
            assert_eq!(
                (&json["class"]["name"], &json["absent"]),
                (&json!("change"), &json!([absent])),
                "{json}"
            );
            let screen = messages().output("search", json!({"query": query, "format": "screen"})).body;
            assert!(
                screen.contains(&format!("stands in no indexed file of what was asked about: {absent}")),
                "{screen}"
            );
        }
        let json = messages().json("search", r#"{"query": "rename \"max-idle\""}"#);
        assert_eq!(
            (&json["hits"][0]["path"], &json["hits"][0]["why"][0]),
            (&json!("conf/pool.toml"), &json!("literal"))
        );
        let json = messages().json("search", r#"{"query": "where is \"zork_quux\" of the socket bound"}"#);
        assert_ne!(json["confidence"], "high", "{json}");
    }

    #[test]
    fn what_too_many_files_may_hold_is_not_said_to_be_absent() {
        let other = |n: usize| (format!("a/file_{n:03}.py"), format!("def of_{n}(): return zorkQuux\n"));
        let mut texts: Vec<(String, String)> = (0..300).map(other).collect();
        texts.push(("z.py".into(), "print(\"zork_quux\")\n".into()));
        let files: Vec<(&str, &str)> =
            texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let fixture = Fixture::new(&files);
        let ask = |more: Value| {
            let mut arguments = json!({"query": "where is \"zork_quux\" read"});
            arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            fixture.json("search", &arguments.to_string())
        };
        assert!(ask(json!({}))["absent"].is_null(), "z.py is not among those that are read");
        assert_eq!(
            ask(json!({"path": "a/file_000.py"}))["absent"],
            json!(["zork_quux"]),
            "of what is asked about"
        );
    }

    #[test]
    fn an_unsure_answer_says_so_and_proposes_a_pattern_and_names() {
        let lines = fixture().text("search", r#"{"query": "ConectionPool"}"#);
        assert!(values(&lines, "suggestion", "name").contains(&"ConnectionPool".to_owned()));
        let lines = fixture().text("search", r#"{"query": "quaternion rotation"}"#);
        assert_eq!(values(&lines, "search", "confidence"), ["low"]);
        assert_eq!(values(&lines, "try", "query"), ["(?i)quaternion|rotation"]);
    }

    #[test]
    fn pages_go_on_and_a_first_answer_is_cheap() {
        let long = "word ".repeat(300);
        let texts: Vec<(String, String)> = (0..40)
            .map(|n| {
                let lines: String = (0..40).map(|line| format!("    # pool {line} {long}\n")).collect();
                (format!("folder/of/some/length/file_{n}.py"), format!("def pool_{n}():\n{lines}    pass\n"))
            })
            .collect();
        let files: Vec<(&str, &str)> =
            texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let fixture = Fixture::new(&files);
        let output = fixture.output("search", json!({"query": "pool of words"}));
        assert!(indexer_search::tokens(output.body.len()) <= 2_000, "{}", output.body.len());
        let first = fixture.json("search", r#"{"query": "pool of words"}"#);
        let cursor = first["cursor"].as_str().unwrap();
        let next = fixture.json("search", &json!({"query": "pool of words", "cursor": cursor}).to_string());
        let path = |json: &serde_json::Value| json["hits"][0]["path"].as_str().unwrap().to_owned();
        assert_ne!(path(&first), path(&next));
        let bare = fixture.json("search", r#"{"query": "pool of words", "include_snippet": false}"#);
        assert!(bare["hits"][0]["snippet"].is_null() && bare["hits"][0]["tokens"].as_u64().unwrap() < 80);
    }
}
