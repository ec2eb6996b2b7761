//! `explain`: how something works, or all about a symbol, in one answer.

mod bundle;

use bundle::Bundle;

use crate::locate::{self, Filter as Named, Missing};
use crate::protocol::Listed;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::search::Asked as Of;
use crate::search::{Absence, Filter, Line, Literals, Meaning, Piece, Place, Ranked, bounded, depends_on};
use indexer_search::Query;
use indexer_search::chunks;
use indexer_search::class::Class;
use indexer_search::confidence::Confidence;
use indexer_store::Symbol;
use rustc_hash::FxHashSet;
use serde_json::{Map, Value};

/// How something works, or all about a symbol: definitions, callers, callees, types, tests, documentation in one answer
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// Question or symbol
    pub query: String,
    /// Ask about this installed package instead
    #[arg(long, value_name = "NAME")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

/// Definitions of an answer.
const DEFINITIONS: usize = 3;
/// Further files that may be meant.
const CANDIDATES: usize = 7;
/// Pieces of an answer that are looked through for what is meant.
const PIECES: usize = 60;
/// Tokens where no budget is named.
const TOKENS: u32 = 2_500;

/// What a question is about, in one answer.
#[derive(Debug, Serialize)]
pub struct Explained {
    /// What was understood: `symbol`, or the wish behind a question.
    pub intent: &'static str,
    /// How sure it is that the first definition is meant.
    pub confidence: &'static str,
    /// True where a piece near in meaning may be missing: there are too many to compare all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub approximate: bool,
    /// Symbols of the name that are neither told nor named.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_definitions: usize,
    /// Further files that may be meant and are not named; `search` lists them.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_candidates: usize,
    /// True where yet more files may be meant: only so many pieces are ranked, and lines with what stands word for word
    /// counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// The parts: what is meant, then what stands around it.
    pub parts: Page<Part>,
    /// What of the question stands nowhere.
    #[serde(flatten)]
    pub absence: Absence,
    /// Why there is nothing, and what may have been meant.
    #[serde(flatten)]
    pub missing: Missing,
}

/// A part of the answer.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// `definition`, `candidate` (of another file that may be meant, named alone), `caller`, `callee`, `type`, `test` or
    /// `documentation`.
    pub role: &'static str,
    /// Relative to the root, with `/`.
    pub path: String,
    /// 1-based first line.
    pub start_line: u32,
    /// 1-based last line, included.
    pub end_line: u32,
    /// What it is: `function`, `class`, `file` and others.
    pub kind: &'static str,
    /// Module, owners and name; "" for lines of no symbol.
    pub qualified: String,
    /// The definition that it stands beside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Of a relation: how far it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolution: Option<&'static str>,
    /// First line of its documentation, of what is not shown by lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    #[serde(
        rename = "snippet",
        serialize_with = "crate::search::as_text",
        skip_serializing_if = "Vec::is_empty"
    )]
    /// Lines with their 1-based numbers.
    pub lines: Vec<(u32, String)>,
}

impl Row for Part {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(usize::from(self.of.is_some()));
        let mut record = out.record(self.role);
        record.text("path", &self.path).field("start_line", self.start_line);
        record.field("end_line", self.end_line).field("kind", self.kind).text("qualified", &self.qualified);
        record.some("of", self.of.as_deref()).some("resolution", self.resolution);
        record.some("doc", self.doc.as_deref());
        drop(record);
        out.depth(0);
        for (number, line) in &self.lines {
            out.source_line(*number, line);
        }
    }
}

impl Answer for Explained {
    page!(parts: Part);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("explained");
        record.field("intent", self.intent).field("confidence", self.confidence);
        record.flag("stopped", self.stopped).flag("approximate", self.approximate);
        drop(record);
        out.more("more_definitions", self.more_definitions);
        out.more("more_candidates", self.more_candidates);
    }

    fn tail(&self, out: &mut Records) {
        self.absence.write(out);
        self.missing.write(out);
    }
}

impl Question for Explain {
    type Answer = Explained;
    const NAME: &'static str = "explain";
    const CLI: &'static str = "explain";
    const OUTLINES: Outlines = Outlines::Unread;
    const TITLE: &'static str = "Explain code";
    const TELLS_OF_USES: bool = true;
    const FOLLOWED: Followed = Followed::Shown;
    const LISTED: Listed = Listed::Core;
    const NAME_OF: Option<&'static str> = Some("query");
    const SHOWN: &'static [&'static str] = &["query", "path"];
    const LOOK: Look = Look::of(&[
        Section::of("parts", Form::Excerpts),
        Section::of("absent", Form::Words).titled("stands in no indexed file of what was asked about"),
        Section::of("unread", Form::Figures).titled("files in no index"),
    ]);

    fn depends_on(context: &Context<'_>, arguments: &Map<String, Value>) -> Option<String> {
        depends_on(context, arguments.get("query")?.as_str()?)
    }

    fn run(context: &Context<'_>, asked: &Asked<Explain>) -> Result<Explained, Problem> {
        bounded(&asked.own.query)?;
        let query = Query::new(&asked.own.query);
        if query.terms.is_empty() {
            return Err(Problem::argument("query", "query: holds no word and no name")
                .hint("ask a question in words, or name a symbol"));
        }
        let text = asked.own.query.trim();
        let filter = Named { scope: Some(&asked.scope), ..Named::default() };
        let named = match query.class {
            Class::Identifier => locate::symbols(context, text, filter),
            _ if text.contains(['#', ':']) && !text.contains(char::is_whitespace) => {
                locate::symbols(context, text, filter)
            }
            _ => Ok(Vec::new()),
        };
        let mut why = None;
        let (mut definitions, mut suggestions): (Vec<Symbol<'_>>, Vec<String>) = match named {
            Ok(found) => {
                let found = locate::folded(context, found).into_iter().map(|(symbol, _)| symbol);
                (found.collect(), Vec::new())
            }
            Err(problem) => {
                why = Some(problem.message);
                (Vec::new(), problem.suggestions)
            }
        };
        let is_named = !definitions.is_empty();
        let (mut confidence, mut approximate, mut stopped) = (Confidence::High, false, false);
        let mut meant: Vec<Meant<'_>> = Vec::new();
        let mut absence = Absence::default();
        // The files of all that was found, of which only the first pieces are looked at.
        let mut files: FxHashSet<&str> = FxHashSet::default();
        if is_named {
            suggestions.clear();
            meant.extend(definitions.drain(..).map(Meant::Symbol));
        } else {
            let everywhere = Filter { scope: &asked.scope, kinds: None, tests: None };
            let literals = Literals::of(context, &asked.own.query, &query, &everywhere)?;
            let mut ranked = Ranked::of(context, &query, Meaning::Beside, &everywhere)?;
            ranked.stand_behind(&literals);
            (confidence, approximate) = (ranked.confidence, ranked.approximate);
            stopped = ranked.is_bounded || literals.is_bounded || literals.is_unsearched;
            absence = Absence::of(&[Of { context: *context, filter: everywhere }], literals.absent);
            files.extend(literals.lines.iter().map(|line| line.file.path()));
            files.extend(ranked.pieces.iter().map(|piece| piece.file.path()));
            let lines = literals.lines.iter().filter_map(Meant::at);
            let pieces = ranked.pieces.iter().take(PIECES).filter_map(Place::piece);
            let pieces = pieces.map(|piece| match piece.symbol {
                Some(symbol) => Meant::Symbol(symbol),
                None => Meant::Piece(Box::new(piece)),
            });
            for one in lines.chain(pieces) {
                if !meant.iter().any(|other| other.place() == one.place()) {
                    meant.push(one);
                }
            }
        }
        let all = meant.len();
        let candidates = candidates(&mut meant);
        let mut bundle = Bundle::new(context, &query, budget(asked));
        let rows = bundle.parts(&meant, &candidates)?;
        let total = rows.len();
        let told = || rows.iter().filter(|part| part.of.is_none());
        let told_files: FxHashSet<&str> = told().map(|part| part.path.as_str()).collect();
        Ok(Explained {
            intent: if is_named { "symbol" } else { query.wish.as_str() },
            confidence: if total == 0 { Confidence::Low } else { confidence }.as_str(),
            approximate,
            more_definitions: if is_named { all.saturating_sub(told().count()) } else { 0 },
            more_candidates: files.iter().filter(|path| !told_files.contains(*path)).count(),
            stopped,
            parts: Page::of(&rows, asked.offset, asked.common.rows(total.max(1), 200), Part::clone),
            absence,
            missing: Missing { why, suggestions },
        })
    }
}

/// What a question means.
enum Meant<'a> {
    Symbol(Symbol<'a>),
    /// Lines of no symbol.
    Piece(Box<Piece<'a>>),
}

impl<'a> Meant<'a> {
    /// The symbol around a line, else the part of its file that is no symbol and holds it, the innermost one; `None`
    /// where the index is damaged.
    fn at(line: &Line<'a>) -> Option<Self> {
        if let Some(symbol) = line.file.symbol_at(line.at) {
            return Some(Meant::Symbol(symbol));
        }
        let parts =
            chunks::decode(line.file.chunk_table()).into_iter().filter(|one| one.definition.is_none());
        let holding = parts.filter(|one| (one.first..=one.last).contains(&line.first));
        let chunk = holding.min_by_key(|one| one.last - one.first)?;
        let (score, why) = (line.score, line.why.clone());
        Some(Meant::Piece(Box::new(Piece {
            of: 0,
            file: line.file,
            chunk,
            symbol: None,
            score,
            why,
            found: None,
        })))
    }

    /// Its file and first line.
    fn place(&self) -> (&str, u32) {
        match self {
            Meant::Symbol(symbol) => (symbol.file().path(), symbol.start_line()),
            Meant::Piece(piece) => (piece.file.path(), piece.chunk.first),
        }
    }
}

/// Leaves what is told with all that stands around it, and gives the first of each further file, in their order.
fn candidates<'a>(meant: &mut Vec<Meant<'a>>) -> Vec<Meant<'a>> {
    let rest = meant.split_off(meant.len().min(DEFINITIONS));
    let mut files: Vec<String> = meant.iter().map(|one| one.place().0.to_owned()).collect();
    let mut is_new = |one: &Meant<'a>| {
        let path = one.place().0;
        let is_new = !files.iter().any(|known| known == path);
        files.extend(is_new.then(|| path.to_owned()));
        is_new
    };
    rest.into_iter().filter(|one| is_new(one)).take(CANDIDATES).collect()
}

fn budget(asked: &Asked<Explain>) -> usize {
    indexer_search::tokens::bytes(asked.common.budget.unwrap_or(TOKENS) as usize)
}

#[cfg(test)]
mod tests;
