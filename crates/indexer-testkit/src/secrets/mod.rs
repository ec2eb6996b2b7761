//! Made-up secrets of every kind, and texts that look like secrets and are none.
//!
//! `fixtures/secrets.json` has their patterns. They are put together when they are asked for, so that nobody's
//! scanner stumbles over this repository.

mod places;

pub use places::{Generated, generated};

use crate::edits::Random;
use serde::Deserialize;
use std::sync::LazyLock;

/// One made-up secret.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The name of its kind.
    pub kind: &'static str,
    /// The text that shows it: the secret, with the name or address without which it is none.
    pub text: String,
    /// The parts that must be hidden.
    pub secret: Vec<String>,
    /// True where the text can stand inside a string literal.
    in_quotes: bool,
}

impl Sample {
    /// `container` with the secret in it; `None` where it cannot stand there.
    pub fn inside(&self, what: &str, container: &str) -> Option<String> {
        if self.in_quotes {
            let text = self.text.replace('\n', if what == "plain" { "\n" } else { "\\n" });
            return Some(container.replace("@@", "\u{1}").replace('@', &text).replace('\u{1}', "@"));
        }
        // A text with quotes of its own is a line of code of its own.
        (!container.contains("\"\"\"")).then(|| format!("{}\n{}\n", container.replace('@', "a"), self.text))
    }
}

/// A name and a text or pattern. In a pattern `⟨hex 40⟩` stands for so many characters of a set, what is
/// between `‹` and `›` must be hidden, and `·` keeps pieces apart that somebody's scanner knows.
type Row = (String, String);

/// What `fixtures/secrets.json` holds.
#[derive(Deserialize)]
struct Patterns {
    /// Secrets by their kind, at least one of each.
    samples: Vec<Row>,
    /// The same for what fills lines of its own.
    blocks: Vec<Row>,
    /// Files and places in files, with `@` for the secret.
    containers: Vec<Row>,
    /// Places for what is known by its shape: `@` stands for it.
    places: Vec<Row>,
    /// Places for a secret in two pieces, `@` and `#`.
    joins: Vec<Row>,
    /// Places for what is known by its name: `%` stands for the name, `@` for the value.
    named_places: Vec<Row>,
    /// What people and programs choose for passwords.
    password_forms: Vec<Row>,
    /// What providers and programs make up as keys.
    value_forms: Vec<Row>,
    /// Names of passwords.
    passwords: Vec<String>,
    /// Names of other secrets.
    secrets: Vec<String>,
    /// Providers whose keys have no prefix, and what they call them.
    providers: Vec<String>,
    /// Texts that look like secrets.
    innocent: Vec<String>,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let text = include_str!("../../fixtures/secrets.json");
    serde_json::from_str(text).unwrap_or_else(|wrong| panic!("secrets.json: {wrong}"))
});

/// Files and places in files: (name, text with `@` for the secret).
pub fn containers() -> &'static [Row] {
    &PATTERNS.containers
}

/// Made-up secrets, at least one of each kind. The same in every run.
pub fn samples() -> Vec<Sample> {
    let mut random = Random(7);
    let mut sample = |(kind, pattern): &'static Row, is_block: bool| {
        let (text, secret) = expanded(&mut random, pattern);
        let in_quotes = !is_block && !text.contains(['"', '\'']);
        Sample { kind, text, secret, in_quotes }
    };
    let samples = PATTERNS.samples.iter().map(|row| (row, false));
    samples
        .chain(PATTERNS.blocks.iter().map(|row| (row, true)))
        .map(|(row, block)| sample(row, block))
        .collect()
}

/// Texts that look like secrets and are shown as they are.
pub fn innocent() -> Vec<String> {
    let mut random = Random(11);
    PATTERNS.innocent.iter().map(|pattern| expanded(&mut random, pattern).0).collect()
}

/// The text of a pattern, and the parts of it that must be hidden.
fn expanded(random: &mut Random, pattern: &str) -> (String, Vec<String>) {
    let (mut text, mut secret, mut start) = (String::new(), Vec::new(), 0);
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        match c {
            '·' => {}
            '‹' => start = text.len(),
            '›' => secret.push(text[start..].to_owned()),
            '⟨' => {
                let what: String = rest.by_ref().take_while(|c| *c != '⟩').collect();
                text.push_str(&match what.split_once(' ') {
                    Some((set, length)) => made_up(random, set_of(set), length.parse().unwrap_or(0)),
                    None => [8, 4, 4, 4, 12].map(|length| made_up(random, HEX, length)).join("-"),
                });
            }
            c => text.push(c),
        }
    }
    (text, secret)
}

/// `length` characters of `set`.
fn made_up(random: &mut Random, set: &str, length: usize) -> String {
    let set = set.as_bytes();
    (0..length).map(|_| char::from(set[random.number() as usize % set.len()])).collect()
}

const HEX: &str = "0123456789abcdef";
const URL64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

/// The characters that a pattern calls so.
fn set_of(name: &str) -> &'static str {
    match name {
        "alnum" => &URL64[..62],
        "base64" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "digits" => &HEX[..10],
        "hex" => HEX,
        "lower" => "abcdefghijklmnopqrstuvwxyz0123456789",
        "nonzero" => &HEX[1..10],
        "small" => "abcdefghijklmnopqrstuvwxyz",
        "upper" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "url64" => URL64,
        other => panic!("secrets.json: no set is called {other}"),
    }
}
