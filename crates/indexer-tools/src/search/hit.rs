//! How a piece that answers looks.

use crate::protocol::{Records, Row};
use serde::Serialize;

/// What speaks for a hit, the strongest first.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Why(pub Vec<&'static str>);

/// A signal of a hit's file.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SignalRow {
    /// What [`Hit::why`] calls it.
    pub name: &'static str,
    /// Beside the best of this answer, or of 1.
    pub value: f32,
    /// What it puts into the sum: the value times its weight.
    pub share: f32,
}

/// A hit.
#[derive(Clone, Debug, Serialize)]
pub struct Hit {
    /// The repository that it is of, where several were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// Relative to the root; behind `repo:NAME/` where several repositories were asked.
    pub path: String,
    /// 1-based first line of the piece.
    pub start_line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// What it is.
    pub kind: &'static str,
    /// Module, owners and name, of a symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualified: Option<String>,
    /// What it is called everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The innermost heading or key around its first line, of a file that is no code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// How likely it is wanted: 0 to 1.
    pub score: f32,
    /// What speaks for it.
    #[serde(skip_serializing_if = "Why::is_empty")]
    pub why: Why,
    /// The numbers behind that, where they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<SignalRow>,
    /// The sum by which it was ranked, what is kept of tests and text taken into account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f32>,
    /// Estimated tokens of this row.
    pub tokens: usize,
    /// Estimated tokens of the whole piece.
    pub read_tokens: usize,
    /// The lines that answer; a step in their numbers is a part that is left out.
    #[serde(rename = "snippet", serialize_with = "as_text", skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(u32, String)>,
}

/// What is said of lines that hold the question word for word.
pub(super) const LITERAL: &str = "literal";

impl Why {
    /// True for what stands word for word in the question.
    pub fn is_literal(&self) -> bool {
        self.0.first() == Some(&LITERAL)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Lines with their numbers, and `...` for each part that is left out between them.
pub(crate) fn as_text<S: serde::Serializer>(
    lines: &[(u32, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut text = String::new();
    let mut next = None;
    for (number, line) in lines {
        if next.is_some_and(|next| next != *number) {
            text.push_str("...\n");
        }
        text.push_str(&format!("{number}: {line}\n"));
        next = Some(number + 1);
    }
    serializer.serialize_str(&text)
}

impl Row for Hit {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("hit");
        record.text("path", &self.path).field("start_line", self.start_line).field("end_line", self.end_line);
        record.field("kind", self.kind).some("qualified", self.qualified.as_deref());
        record.some("in", self.within.as_deref());
        record.field("score", self.score);
        if !self.why.is_empty() {
            record.field("why", self.why.0.join(","));
        }
        record.field("read_tokens", self.read_tokens);
        drop(record);
        if !self.signals.is_empty() {
            let mut record = out.record("signals");
            for one in &self.signals {
                record.field(one.name, format_args!("{}:{}", one.value, one.share));
            }
            record.known("total", self.total);
        }
        for (number, line) in &self.lines {
            out.source_line(*number, line);
        }
    }
}

impl Hit {
    /// The same with its own cost.
    pub fn counted(mut self) -> Self {
        let mut out = Records::default();
        self.render(None, &mut out);
        self.tokens = indexer_search::tokens(out.len());
        self
    }
}
