//! What a line holds.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Something that was decided, and why.
    Decision,
    /// Something that is wrong.
    Bug,
    /// Something to be reached.
    Goal,
    /// Steps towards something.
    Plan,
    /// What became of a bug, goal or plan.
    Update,
}

/// The words for the states of a kind, the first one first.
pub type Words = &'static [&'static str];

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] = [Kind::Decision, Kind::Bug, Kind::Goal, Kind::Plan, Kind::Update];

    /// The word in the file and in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Decision => "decision",
            Kind::Bug => "bug",
            Kind::Goal => "goal",
            Kind::Plan => "plan",
            Kind::Update => "update",
        }
    }

    /// The kind of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// The states that it can be in: that of a new one first. A decision leaves its own by being
    /// superseded.
    pub const fn states(self) -> Words {
        match self {
            Kind::Decision => &["in_force"],
            Kind::Bug => &["open", "in_progress", "fixed", "wont_fix"],
            Kind::Goal => &["open", "reached", "dropped"],
            Kind::Plan => &["open", "done", "dropped"],
            Kind::Update => &[""],
        }
    }

    /// True for a state in which there is still something to know or to do.
    pub fn is_open(self, state: &str) -> bool {
        match self {
            Kind::Bug => matches!(state, "open" | "in_progress"),
            kind => state == kind.states()[0],
        }
    }
}

/// Code that an entry is about, as it was when the entry was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Anchor {
    /// The path of its file, relative to the root.
    pub path: String,
    /// Its owners and name, joined by dots.
    pub name: String,
    /// The kind of symbol.
    pub kind: String,
    /// Names its content: equal for equal code. Whoever makes anchors says how.
    pub content: String,
    /// What a later version wrote.
    #[serde(flatten)]
    pub later: BTreeMap<String, Value>,
}

impl Anchor {
    /// `path#Owner.member`.
    pub fn symbol(&self) -> String {
        format!("{}#{}", self.path, self.name)
    }

    /// True where both are about the same symbol, whatever its content.
    pub fn is_of(&self, other: &Self) -> bool {
        (&self.path, &self.name, &self.kind) == (&other.path, &other.name, &other.kind)
    }
}

/// A line. What does not belong to its kind is empty and is not written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The word of its [`Kind`], or that of a later version.
    pub kind: String,
    /// Names it for good; drawn at random.
    pub id: String,
    /// When it was made: `2026-11-22T05:00:00Z`.
    pub time: String,
    /// Who made it, where that is known: `Name <address>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The update of which entry it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub of: String,
    /// It, in a line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Why, how it shows, what there is to know.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The state that it puts things in; "" where it changes none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub status: String,
    /// How bad a bug is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub severity: String,
    /// The goal that a plan leads to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub goal: String,
    /// Steps of a plan; of an update, those that it adds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// Numbers, from 1, of steps that an update marks as done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<u32>,
    /// The code that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Anchor>,
    /// Entries in whose place it stands: decisions, and of an update the updates that it knew of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    /// What a later version wrote.
    #[serde(flatten)]
    pub later: BTreeMap<String, Value>,
}

impl Entry {
    /// An entry of this kind without anything, not yet in any ledger.
    pub fn new(kind: Kind) -> Self {
        Self { kind: kind.as_str().to_owned(), status: kind.states()[0].to_owned(), ..Self::default() }
    }

    /// Its kind; `None` for one of a later version.
    pub fn kind(&self) -> Option<Kind> {
        Kind::of(&self.kind)
    }

    /// True where both say the same of the same code: all but who, when and after what.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let said = |one: &Self| Self {
            id: String::new(),
            time: String::new(),
            author: None,
            supersedes: if one.kind() == Some(Kind::Update) { Vec::new() } else { one.supersedes.clone() },
            ..one.clone()
        };
        said(self) == said(other)
    }

    /// The texts that people wrote.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.title, &mut self.text].into_iter().chain(&mut self.steps).chain(&mut self.author)
    }
}
