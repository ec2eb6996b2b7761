//! How decisions, bugs, goals and plans look in answers.

use super::anchor::{Places, Standing};
use crate::protocol::{Records, Row};
use indexer_ledger::{Anchor, Entry, Item, Kind};
use serde::Serialize;

/// How much is said of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// All of it.
    Whole,
    /// What somebody needs who has not heard of it.
    Brief,
    /// Its title.
    Title,
}

/// Characters of a text in a brief row.
const BRIEF: usize = 240;

/// A decision, bug, goal or plan.
#[derive(Clone, Debug, Serialize)]
pub struct ItemRow {
    /// What it is.
    pub kind: &'static str,
    /// Names it.
    pub id: String,
    /// Its state now.
    pub status: String,
    /// How bad a bug is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub severity: String,
    /// When it was made.
    pub time: String,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// It, in a line.
    pub title: String,
    /// Why, how it shows.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// True where the text goes on, or another text or a list does.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// The goal that a plan leads to.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub goal: String,
    /// Decisions in whose place it stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    /// Decisions in its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub superseded_by: Vec<String>,
    /// How many steps a plan has, and how many are done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    /// The code that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<AnchorRow>,
    /// The steps of a plan: all, or the next one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRow>,
    /// What became of it, by time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<UpdateRow>,
}

/// How far a plan is.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Progress {
    /// Steps that are done.
    pub done: usize,
    /// Steps.
    pub steps: usize,
}

/// Code that an entry is about, and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct AnchorRow {
    /// `path#Owner.member`, as it was then.
    pub symbol: String,
    /// The kind of symbol.
    pub kind: String,
    /// `same`, `changed`, `moved`, `vanished` or `unknown`.
    pub state: &'static str,
    /// 1-based line of its name now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Where it is now, where it moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
}

/// A step of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct StepRow {
    /// From 1.
    pub number: u32,
    /// Whether it is done.
    pub done: bool,
    /// What is to be done.
    pub text: String,
}

/// What became of an item.
#[derive(Clone, Debug, Serialize)]
pub struct UpdateRow {
    /// Names it.
    pub id: String,
    /// When.
    pub time: String,
    /// Who.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The state that it put it in.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub status: String,
    /// Steps that it marked as done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<u32>,
    /// What there was to say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl AnchorRow {
    /// The row of an anchor of which this became.
    pub fn new(anchor: &Anchor, standing: &Standing) -> Self {
        let now = match standing {
            Standing::Moved { to, .. } => Some(to.clone()),
            _ => None,
        };
        let (symbol, kind) = (anchor.symbol(), anchor.kind.clone());
        Self { symbol, kind, state: standing.word(), line: standing.line(), now }
    }
}

impl UpdateRow {
    fn new(update: &Entry) -> Self {
        Self {
            id: update.id.clone(),
            time: update.time.clone(),
            author: update.author.clone(),
            status: update.status.clone(),
            done: update.done.clone(),
            text: update.text.clone(),
        }
    }
}

impl ItemRow {
    /// The row of an item, with what became of its code.
    pub fn new(item: &Item<'_>, detail: Detail, places: &mut Places<'_>) -> Self {
        let entry = item.entry;
        let whole = detail == Detail::Whole;
        let (text, cut) = match detail {
            Detail::Whole => (entry.text.clone(), false),
            Detail::Brief => shortened(&entry.text),
            Detail::Title => (String::new(), false),
        };
        let step = |number: u32, text: &str, done: bool| StepRow { number, done, text: text.to_owned() };
        let steps = match whole {
            true => (1..).zip(&item.steps).map(|(number, one)| step(number, one.text, one.done)).collect(),
            false => item.next_step().map(|(number, text)| step(number, text, false)).into_iter().collect(),
        };
        let done = item.steps.iter().filter(|step| step.done).count();
        let updates = item.updates.iter().map(|update| UpdateRow::new(update));
        let anchor = |anchor: &Anchor| AnchorRow::new(anchor, &places.look(anchor));
        Self {
            kind: item.kind.as_str(),
            id: entry.id.clone(),
            status: item.status.to_owned(),
            severity: entry.severity.clone(),
            time: entry.time.clone(),
            author: entry.author.clone().filter(|_| whole),
            title: entry.title.clone(),
            text,
            cut,
            goal: entry.goal.clone(),
            supersedes: if whole { entry.supersedes.clone() } else { Vec::new() },
            superseded_by: item.superseded_by.iter().map(|id| (*id).to_owned()).collect(),
            progress: (item.kind == Kind::Plan).then_some(Progress { done, steps: item.steps.len() }),
            anchors: entry.anchors.iter().map(anchor).collect(),
            steps,
            updates: if whole { updates.collect() } else { Vec::new() },
        }
    }
}

fn shortened(text: &str) -> (String, bool) {
    match text.char_indices().nth(BRIEF) {
        None => (text.to_owned(), false),
        Some((end, _)) => (format!("{}…", text[..end].trim_end()), true),
    }
}

fn some(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

impl Row for ItemRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record(self.kind);
        record.text("id", &self.id).text("status", &self.status).some("severity", some(&self.severity));
        record.text("time", &self.time).some("author", self.author.as_deref()).text("title", &self.title);
        record.some("text", some(&self.text)).flag("cut", self.cut).some("goal", some(&self.goal));
        record.some("supersedes", some(&self.supersedes.join(",")));
        record.some("superseded_by", some(&self.superseded_by.join(",")));
        if let Some(progress) = self.progress {
            record.field("steps", progress.steps).field("done", progress.done);
        }
        drop(record);
        out.depth(1);
        for anchor in &self.anchors {
            let mut record = out.record("anchor");
            record.text("symbol", &anchor.symbol).text("kind", &anchor.kind).field("state", anchor.state);
            record.some("now", anchor.now.as_deref()).count("line", anchor.line.unwrap_or(0).into());
        }
        for step in &self.steps {
            out.record("step").field("number", step.number).flag("done", step.done).text("text", &step.text);
        }
        for update in &self.updates {
            let mut record = out.record("update");
            record.text("id", &update.id).text("time", &update.time).some("author", update.author.as_deref());
            record.some("status", some(&update.status));
            let done: Vec<String> = update.done.iter().map(ToString::to_string).collect();
            record.some("done", some(&done.join(","))).some("text", some(&update.text));
        }
        out.depth(0);
    }
}
