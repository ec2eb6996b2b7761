//! `explain`: how something works, or all about a symbol, in one answer.

use crate::imports::is_test;
use crate::locate::{self, Filter as Named, Missing};
use crate::protocol::Listed;
use crate::protocol::prelude::*;
use crate::protocol::rows::{first_line, is_zero};
use crate::relations::{Calls, Hierarchy, Node, Step, Uses};
use crate::search::{
    Absence, Filter, Line, Literals, Looks, Meaning, Piece, Place, Ranked, bounded, depends_on, lines_of,
};
use indexer_core::{Flags, Resolution, Role};
use indexer_search::Query;
use indexer_search::chunks;
use indexer_search::class::Class;
use indexer_search::confidence::Confidence;
use indexer_search::query::Wish;
use indexer_store::{Symbol, TargetRef};
use rustc_hash::FxHashSet;
use serde_json::{Map, Value};

/// How something works, or all about a symbol: definitions, callers, callees, types, tests, documentation in one answer
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// Question or symbol
    pub query: String,
}

/// Definitions of an answer.
const DEFINITIONS: usize = 3;
/// Further files that may be meant.
const CANDIDATES: usize = 7;
/// Pieces of an answer that are looked through for what is meant.
const PIECES: usize = 60;
/// Parts of one role beside each definition.
const BESIDE: usize = 5;
/// Bytes of the lines of a definition.
const LINES: usize = 1_200;
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
        record.flag("approximate", self.approximate);
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
    const TITLE: &'static str = "Explain code";
    const LISTED: Listed = Listed::Core;
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
        let (mut confidence, mut approximate) = (Confidence::High, false);
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
            absence = Absence::of(context, literals.absent);
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
        Some(Meant::Piece(Box::new(Piece { file: line.file, chunk, symbol: None, score, why, found: None })))
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

/// What is put together.
struct Bundle<'a, 'q> {
    context: Context<'a>,
    query: &'q Query,
    calls: Calls<'a>,
    uses: Uses<'a>,
    hierarchy: Hierarchy<'a>,
    /// Bytes that are left.
    room: usize,
}

impl<'a, 'q> Bundle<'a, 'q> {
    fn new(context: &Context<'a>, query: &'q Query, room: usize) -> Self {
        Self {
            context: *context,
            query,
            calls: Calls::new(context),
            uses: Uses::new(context),
            hierarchy: Hierarchy::new(context),
            room: room.saturating_sub(400),
        }
    }

    /// What is meant first, in the order in which `search` finds it, with the further files that may be; then what the
    /// question wishes to know of the definitions, in the order of the wish, as long as there is room.
    fn parts(&mut self, meant: &[Meant<'a>], candidates: &[Meant<'a>]) -> Result<Vec<Part>, Problem> {
        let mut parts = Vec::new();
        // Half of the room is for what stands around them.
        let share = (self.room / 2 / meant.len().max(1)).min(LINES);
        for one in meant {
            let part = match one {
                Meant::Symbol(symbol) => self.definition(*symbol, share)?,
                Meant::Piece(piece) => self.page(piece)?,
            };
            self.push(&mut parts, part);
        }
        for one in candidates {
            self.push(&mut parts, candidate(one));
        }
        for role in order(self.query.wish) {
            for one in meant {
                let Meant::Symbol(symbol) = one else { continue };
                self.context.still_wanted()?;
                for part in self.beside(role, *symbol)? {
                    self.push(&mut parts, part);
                }
            }
        }
        Ok(parts)
    }

    /// Takes a part in where there is room; the first always.
    fn push(&mut self, parts: &mut Vec<Part>, part: Part) {
        let mut out = Records::default();
        part.render(None, &mut out);
        let known = parts.iter().any(|other| {
            (other.role, &other.path, other.start_line) == (part.role, &part.path, part.start_line)
        });
        if !known && (out.len() <= self.room || parts.is_empty()) {
            self.room = self.room.saturating_sub(out.len());
            parts.push(part);
        }
    }

    fn definition(&self, symbol: Symbol<'a>, most: usize) -> Result<Part, Problem> {
        let looks = Looks { room: most, snippet: most, context: 0, signals: false };
        let lines = lines_of(&self.context, self.query, symbol, looks)?;
        Ok(Part { lines, ..part("definition", symbol) })
    }

    fn page(&self, piece: &Piece<'a>) -> Result<Part, Problem> {
        let text = self.context.source(piece.file.path())?;
        let most = self.room.min(LINES / 3);
        let lines = indexer_search::snippet::lines(&text.text, &piece.chunk, self.query, most, 0);
        Ok(Part {
            role: "documentation",
            path: piece.file.path().to_owned(),
            start_line: piece.chunk.first,
            end_line: piece.chunk.last,
            kind: if piece.file.is_code() { "file" } else { "text" },
            qualified: piece.file.path().to_owned(),
            of: None,
            resolution: None,
            doc: None,
            lines: lines.into_iter().map(|(number, line)| (number, line.to_owned())).collect(),
        })
    }

    fn beside(&mut self, role: &'static str, symbol: Symbol<'a>) -> Result<Vec<Part>, Problem> {
        let node = Node::Symbol(symbol);
        let of = symbol.printed();
        Ok(match role {
            "documentation" => symbol
                .doc()
                .filter(|doc| doc.trim().lines().count() > 1)
                .map(|doc| Part { doc: Some(paragraph(doc)), of: Some(of), ..part(role, symbol) })
                .into_iter()
                .collect(),
            "caller" if symbol.kind().is_callable() => {
                let steps = self.calls.callers(node);
                self.steps(role, &of, steps.iter().filter(|step| !tests(step)))?
            }
            "caller" => {
                let steps = self.uses.users(node);
                self.steps(role, &of, steps.iter().filter(|step| !tests(step)))?
            }
            "test" => {
                let steps = self.uses.users(node);
                self.steps(role, &of, steps.iter().filter(|step| tests(step)))?
            }
            "callee" if symbol.kind().is_callable() => {
                let steps = self.calls.callees(node);
                let shown = steps.iter().take(BESIDE).filter_map(|step| match step.node {
                    Node::Symbol(callee) => Some(Part {
                        of: Some(of.clone()),
                        resolution: Some(step.resolution.as_str()),
                        doc: callee.doc().and_then(first_line).map(str::to_owned),
                        ..part(role, callee)
                    }),
                    Node::File(_) => None,
                });
                shown.collect()
            }
            "type" => self.types(symbol, &of),
            _ => Vec::new(),
        })
    }

    /// Steps with the line of their first site.
    fn steps<'s>(
        &self,
        role: &'static str,
        of: &str,
        steps: impl Iterator<Item = &'s Step<'a>>,
    ) -> Result<Vec<Part>, Problem>
    where
        'a: 's,
    {
        let mut parts = Vec::new();
        // Who only imports it says nothing of it.
        let uses = |step: &&Step<'a>| step.sites.iter().any(|site| site.role() != Role::Import);
        for step in steps.filter(|step| uses(step)).take(BESIDE) {
            let mut made = match step.node {
                Node::Symbol(symbol) => part(role, symbol),
                Node::File(file) => Part {
                    start_line: 1,
                    end_line: file.lines(),
                    kind: "file",
                    qualified: file.path().to_owned(),
                    ..blank(role, file.path())
                },
            };
            if let Some(site) = step.sites.first() {
                let text = self.context.source(site.file().path())?;
                let line = site.at().line;
                let written = text.text.lines().nth(line as usize - 1).unwrap_or("").trim();
                let cut = written.floor_char_boundary(written.len().min(160));
                made.lines = vec![(line, written[..cut].to_owned())];
            }
            parts.push(Part { of: Some(of.to_owned()), resolution: Some(step.resolution.as_str()), ..made });
        }
        Ok(parts)
    }

    /// Of a type what it stands under and what stands under it; of a function the types that it names.
    fn types(&self, symbol: Symbol<'a>, of: &str) -> Vec<Part> {
        let mut found: Vec<(Symbol<'a>, Resolution)> = Vec::new();
        if symbol.kind().is_type() {
            let (above, below) = (self.hierarchy.above(symbol), self.hierarchy.below(symbol));
            let kin = above.iter().chain(below.iter());
            found.extend(kin.filter_map(|kin| Some((kin.symbol?, kin.resolution))));
        } else {
            let span = symbol.span();
            let inside = symbol
                .file()
                .references()
                .filter(|one| span.contains(one.span().start) && matches!(one.role(), Role::Type));
            for one in inside {
                for target in one.targets() {
                    if let TargetRef::Symbol(key) = target
                        && let Some(target) = self.context.view().symbol(key)
                    {
                        found.push((self.context.view().sym(target), one.resolution()));
                    }
                }
            }
        }
        let mut seen = Vec::new();
        found.retain(|(one, _)| {
            one.handle() != symbol.handle() && !seen.contains(&one.handle()) && {
                seen.push(one.handle());
                true
            }
        });
        let row = |(one, resolution): (Symbol<'a>, Resolution)| Part {
            of: Some(of.to_owned()),
            resolution: Some(resolution.as_str()),
            doc: one.doc().and_then(first_line).map(str::to_owned),
            ..part("type", one)
        };
        found.into_iter().take(BESIDE).map(row).collect()
    }
}

/// What is told of definitions, in this order.
fn order(wish: Wish) -> [&'static str; 5] {
    match wish {
        Wish::Uses => ["caller", "test", "type", "callee", "documentation"],
        Wish::How => ["callee", "type", "documentation", "caller", "test"],
        Wish::Tests => ["test", "caller", "callee", "type", "documentation"],
        Wish::What => ["documentation", "type", "caller", "callee", "test"],
    }
}

fn tests(step: &Step<'_>) -> bool {
    match step.node {
        Node::Symbol(symbol) => symbol.flags().has(Flags::TEST) || is_test(symbol.file()),
        Node::File(file) => is_test(file),
    }
}

/// The beginning of a documentation: what stands before the first empty line, within bounds.
fn paragraph(doc: &str) -> String {
    let doc = doc.trim();
    let end = doc.find("\n\n").unwrap_or(doc.len()).min(600);
    doc[..doc.floor_char_boundary(end)].to_owned()
}

fn blank(role: &'static str, path: &str) -> Part {
    Part {
        role,
        path: path.to_owned(),
        start_line: 1,
        end_line: 1,
        kind: "file",
        qualified: String::new(),
        of: None,
        resolution: None,
        doc: None,
        lines: Vec::new(),
    }
}

/// A piece of a further file, by its name and lines alone.
fn candidate(one: &Meant<'_>) -> Part {
    match one {
        Meant::Symbol(symbol) => part("candidate", *symbol),
        Meant::Piece(piece) => Part {
            start_line: piece.chunk.first,
            end_line: piece.chunk.last,
            kind: if piece.file.is_code() { "file" } else { "text" },
            ..blank("candidate", piece.file.path())
        },
    }
}

fn part(role: &'static str, symbol: Symbol<'_>) -> Part {
    Part {
        start_line: symbol.start_line(),
        end_line: symbol.end_line(),
        kind: symbol.kind().as_str(),
        qualified: symbol.qualified(),
        ..blank(role, symbol.file().path())
    }
}

#[cfg(test)]
mod tests;
