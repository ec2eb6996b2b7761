//! Answers cut to a budget and written, in every format.

use crate::protocol::answer::{Answer, Format, Output, Page, Row, SCHEMA_VERSION, short_commit};
use crate::protocol::context::Context;
use crate::protocol::cursor::Cursor;
use crate::protocol::fitted;
use crate::protocol::folded::Folded;
use crate::protocol::records::Records;
use crate::protocol::timestamp::timestamp;
use crate::screen::{Lines, Look, Paper, screen_of};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct Index<'a> {
    exists: bool,
    state: &'a str,
    stale: bool,
    files_changed_since_build: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    built_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    head_commit: Option<&'a str>,
    /// The revision as it was asked for; left out for the files on disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    rev: Option<&'a str>,
    /// The commit that `rev` names.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    generation: u64,
}

#[derive(Serialize)]
struct Envelope<'a, A> {
    schema_version: u32,
    tool: &'a str,
    root: String,
    /// The installed package that the answer is about; left out for the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<&'a str>,
    index: Index<'a>,
    total: usize,
    shown: usize,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<&'a str>,
    #[serde(flatten)]
    answer: &'a A,
}

/// Bytes of the first record and the JSON envelope.
const FRAME: usize = 400;
/// Digits of the largest generation, beyond the first.
const DIGITS: usize = u64::MAX.ilog10() as usize;

/// How an answer is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Writing {
    /// The tool that answers.
    pub tool: &'static str,
    /// What cursors are bound to.
    pub question: u64,
    /// Tokens at most.
    pub tokens: usize,
    /// In which format.
    pub format: Format,
    /// How it looks on a screen.
    pub look: Look,
}

/// Cuts the answer to so many tokens and writes it.
pub fn write<A: Answer>(context: &Context<'_>, writing: Writing, mut answer: A) -> Output {
    let Writing { tool, question, tokens, format, look } = writing;
    let room = indexer_search::tokens::bytes(tokens);
    let brief = format == Format::Text && answer.short().is_some();
    let mut fixed = beside(context, tool, &mut answer, format);
    while matches!(format, Format::Text | Format::Json) && fixed > room * 3 / 5 && answer.shorten() {
        fixed = beside(context, tool, &mut answer, format);
    }
    let (total, offset, folded) =
        (answer.page().total, answer.page().offset, answer.short().map_or(0, Folded::total));
    let cursor = |next| Cursor { offset: next, version: context.version(), question }.encode();
    if A::FITS {
        // What chooses its rows itself is told what is left to the byte.
        let whole = Frame { tool, total, shown: total, truncated: true, cursor: Some(cursor(total)), brief };
        let frame = match format {
            Format::Json => whole.bytes(context, &answer) + 1,
            _ => whole.record(context).len() + fixed,
        };
        answer.fit(room.saturating_sub(frame), format);
    } else {
        cut(
            answer.page(),
            room.saturating_sub(FRAME + fixed),
            if brief { Shape::Brief } else { format.into() },
        );
    }
    let empty = answer.is_empty();
    let (cut_short, failed) = (answer.is_cut_short(), answer.has_failed());
    let shown = answer.shown();
    let next = offset + shown;
    let truncated = next < total || cut_short;
    let cursor = (next < total && shown > 0).then(|| cursor(next));
    let frame = Frame { tool, total: total + folded, shown, truncated, cursor, brief };
    if format == Format::Json {
        let mut structured = frame.structured(context, &answer);
        if fitted::fit(&mut structured, A::ROWS, room) {
            structured["truncated"] = true.into();
        }
        let body = format!("{structured}\n");
        return Output { body, structured: Some(structured), screen: None, empty, failed };
    }
    if format == Format::Screen {
        let screen = answer.screen().unwrap_or_else(|| {
            let read = |path: &str| context.source(path).ok().map(|source| source.text);
            screen_of(&frame.structured(context, &answer), &look, &mut Lines::new(&read))
        });
        let body = Paper::default().write(&screen);
        return Output { body, structured: None, screen: Some(screen), empty, failed };
    }
    let mut out = frame.record(context);
    if format != Format::Text {
        let about = out.finish();
        let body = answer.draw(format, about.trim_end());
        return Output { body, structured: None, screen: None, empty, failed };
    }
    let first = out.len();
    answer.head(&mut out);
    out.depth(0);
    let head = out.len();
    render_rows(&answer.page().rows, brief, &mut out);
    out.depth(0);
    let rows = out.len();
    answer.tail(&mut out);
    let body = out.finish();
    let parts = [&body[first..head], &body[head..rows], &body[rows..]];
    let body = match fitted::parts(parts, room.saturating_sub(first)) {
        None => body,
        // The first record says that not all is there.
        Some(rest) => Frame { truncated: true, ..frame }.record(context).finish() + &rest,
    };
    Output { body, structured: None, screen: None, empty, failed }
}

/// Bytes of what stands beside the rows.
fn beside<A: Answer>(context: &Context<'_>, tool: &'static str, answer: &mut A, format: Format) -> usize {
    if format == Format::Json && !A::FITS {
        let rows = std::mem::take(&mut answer.page().rows);
        let frame = Frame { tool, total: 0, shown: 0, truncated: false, cursor: None, brief: false };
        let bytes = frame.bytes(context, answer);
        answer.page().rows = rows;
        return bytes.saturating_sub(FRAME);
    }
    let mut fixed = Records::default();
    answer.head(&mut fixed);
    answer.tail(&mut fixed);
    fixed.len()
}

/// What every answer says of itself.
struct Frame {
    tool: &'static str,
    total: usize,
    shown: usize,
    truncated: bool,
    cursor: Option<String>,
    /// True where what goes without saying is left out.
    brief: bool,
}

impl Frame {
    fn structured<A: Answer>(&self, context: &Context<'_>, answer: &A) -> Value {
        let envelope = Envelope {
            schema_version: SCHEMA_VERSION,
            tool: self.tool,
            root: context.place(),
            package: context.package,
            index: index(context),
            total: self.total,
            shown: self.shown,
            truncated: self.truncated,
            cursor: self.cursor.as_deref(),
            answer,
        };
        serde_json::to_value(&envelope).unwrap_or_default()
    }

    /// Bytes of the object at most. How often the index was built is no reason to say less.
    fn bytes<A: Answer>(&self, context: &Context<'_>, answer: &A) -> usize {
        let digits = context.generation().checked_ilog10().unwrap_or(0) as usize;
        self.structured(context, answer).to_string().len() + DIGITS - digits
    }

    fn record(&self, context: &Context<'_>) -> Records {
        let asked = context.snapshot.revision.as_ref().filter(|_| context.together.is_none());
        let mut out = Records::default();
        if self.brief {
            let mut record = out.record("answer");
            match asked.map(|asked| (asked.name.as_str(), asked.commit.as_deref())) {
                Some((_, Some(commit))) => drop(record.text("commit", short_commit(commit))),
                Some((name, None)) => drop(record.text("rev", name)),
                None => drop(record.some("rev", context.together.and_then(|together| together.rev()))),
            }
            record.some("package", context.package);
            if context.state() != "fresh" {
                record.field("state", context.state());
            }
            record.field("total", self.total);
            if self.truncated {
                record
                    .field("shown", self.shown)
                    .flag("truncated", true)
                    .some("cursor", self.cursor.as_deref());
            }
            drop(record);
            return out;
        }
        let of_all = context.together.and_then(|together| together.rev());
        out.record("answer")
            .text("tool", self.tool)
            .text("root", &context.place())
            .some("package", context.package)
            .some("rev", of_all.or(asked.map(|asked| asked.name.as_str())))
            .some("commit", asked.and_then(|asked| asked.commit.as_deref()))
            .field("state", context.state())
            .field("total", self.total)
            .field("shown", self.shown)
            .field("truncated", self.truncated)
            .some("cursor", self.cursor.as_deref());
        out
    }
}

fn render_rows<R: Row>(rows: &[R], brief: bool, out: &mut Records) {
    for (i, row) in rows.iter().enumerate() {
        let previous = i.checked_sub(1).and_then(|before| rows.get(before));
        if brief { row.brief(previous, out) } else { row.render(previous, out) }
    }
}

/// How rows are written, for what they cost.
#[derive(Clone, Copy)]
enum Shape {
    Json,
    Records,
    Brief,
}

impl From<Format> for Shape {
    fn from(format: Format) -> Self {
        if format == Format::Json { Shape::Json } else { Shape::Records }
    }
}

/// Keeps the rows that fit into `room` bytes, at least one: a page without a row leads nowhere.
fn cut<R: Row>(page: &mut Page<R>, room: usize, shape: Shape) {
    if let Some(first) = page.rows.first_mut() {
        while size(first, shape) > room && first.say_less() {}
    }
    let mut used = 0;
    let mut text = Records::default();
    for i in 0..page.rows.len() {
        let previous = i.checked_sub(1).map(|before| &page.rows[before]);
        used = match shape {
            Shape::Json => used + 1 + serde_json::to_string(&page.rows[i]).map_or(0, |json| json.len()),
            Shape::Records => {
                page.rows[i].render(previous, &mut text);
                text.len()
            }
            Shape::Brief => {
                page.rows[i].brief(previous, &mut text);
                text.len()
            }
        };
        if used > room && i > 0 {
            page.rows.truncate(i);
            return;
        }
    }
}

/// Bytes of a row that stands alone.
fn size<R: Row>(row: &R, shape: Shape) -> usize {
    let mut text = Records::default();
    match shape {
        Shape::Json => return serde_json::to_string(row).map_or(0, |json| json.len()),
        Shape::Records => row.render(None, &mut text),
        Shape::Brief => row.brief(None, &mut text),
    }
    text.len()
}

fn index<'a>(context: &Context<'a>) -> Index<'a> {
    let freshness = context.freshness();
    let stale = context.state() == "stale";
    let asked = context.snapshot.revision.as_ref().filter(|_| context.together.is_none());
    if let Some(together) = context.together {
        // Each has an index of its own: which commits and builds they are of says `index_status` of each.
        return Index {
            exists: true,
            state: context.state(),
            stale,
            files_changed_since_build: 0,
            built_at: Some(timestamp(together.oldest())),
            head_commit: None,
            rev: together.rev(),
            commit: None,
            generation: 0,
        };
    }
    Index {
        exists: context.freshness().generation > 0,
        state: context.state(),
        stale,
        // A fresh view has taken every change in.
        files_changed_since_build: if stale { freshness.changed.len() } else { 0 },
        built_at: (freshness.generation > 0).then(|| timestamp(freshness.built_at)),
        head_commit: freshness.head_commit.as_deref(),
        rev: asked.map(|asked| asked.name.as_str()),
        commit: asked.and_then(|asked| asked.commit.as_deref()),
        generation: freshness.generation,
    }
}
