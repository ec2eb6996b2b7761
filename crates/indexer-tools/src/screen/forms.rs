//! Rows with places: subjects, uses, declarations, excerpts and source.

use super::rows::{Fields, in_words, marked_name, source_at, words};
use super::{Block, Cut, Ink, Line, Lines, Screen, Span};
use serde_json::Value;

/// What the answer is about.
pub(super) fn subjects(rows: &[Fields<'_>], screen: &mut Screen) {
    for row in rows {
        subject(*row, screen);
    }
}

fn subject(row: Fields<'_>, screen: &mut Screen) {
    screen.line(Line { before: row.spans(), ..Line::default() });
    if let Some(signature) = row.text("signature") {
        screen.line(Line::of([Span::plain(format!("    {}", one_line(signature)))]));
    }
    if let Some(doc) = row.text("doc") {
        screen.line(Line::of([Span::new(Ink::Faint, format!("    {doc}"))]));
    }
}

/// The head of a group of rows that are of one symbol among several.
pub(super) fn group(n: u64, subjects: &[Fields<'_>], screen: &mut Screen) {
    screen.gap();
    for row in subjects.iter().filter(|row| row.number("n") == Some(n)) {
        subject(*row, screen);
    }
}

/// Places below their files.
pub(super) fn uses(rows: &[Fields<'_>], lines: &mut Lines<'_>, screen: &mut Screen) {
    for file in rows.chunk_by(|a, b| a.path() == b.path()) {
        let Some(path) = heading(file, screen) else { continue };
        let place = |row: &Fields<'_>| {
            let column = row.number("column").unwrap_or(0);
            if column > 0 { format!("{}:{column}", row.line()) } else { row.line().to_string() }
        };
        let wide = file.iter().map(|row| place(row).len()).max().unwrap_or(0);
        for row in file {
            let column = row.number("column").and_then(|column| u32::try_from(column).ok()).unwrap_or(0);
            let source = source_at(lines, path, row.line(), column);
            let after = notes(*row, &["role", "enclosing"]);
            let text = if source.is_empty() {
                vec![Span::plain(row.text("text").unwrap_or(row.name()))]
            } else {
                source
            };
            let before = located(&place(row), wide, *row, column);
            screen.line(Line { before, text, after, cut: Cut::Match });
        }
    }
}

/// Lists that are not longer show documentation too.
const WITH_DOC: usize = 10;

/// Declarations below their files.
pub(super) fn declarations(rows: &[Fields<'_>], screen: &mut Screen) {
    for file in rows.chunk_by(|a, b| a.path() == b.path()) {
        let _ = heading(file, screen);
        let wide = file.iter().map(|row| row.line().to_string().len()).max().unwrap_or(0);
        for row in file {
            let depth = row.number("depth").unwrap_or(0).min(20);
            let nesting = "  ".repeat(usize::try_from(depth).unwrap_or(0));
            let mut text = vec![Span::plain(nesting.as_str())];
            match row.text("signature") {
                Some(signature) => text.extend(marked_as_name(&one_line(signature), row.text("name"), *row)),
                None if row.is_file() => match row.number("left_out") {
                    Some(more) => text.push(Span::new(Ink::Faint, format!("… {more} more"))),
                    None => text.push(Span::new(Ink::Faint, "the file itself")),
                },
                None => {
                    let kind = row.text("kind").unwrap_or("");
                    text.push(Span::new(Ink::Kind, format!("{kind} ")));
                    text.push(Span::new(Ink::Name, row.name()));
                }
            }
            let after = notes(*row, &["match", "by", "role", "distance", "through", "why"]);
            let line = if row.line() > 0 { row.line().to_string() } else { String::new() };
            let before = located(&line, wide, *row, 0);
            screen.line(Line { before, text, after, cut: Cut::End });
            if let Some(doc) = row.text("doc").filter(|_| rows.len() <= WITH_DOC) {
                let before = vec![Span::plain(" ".repeat(wide + 3)), Span::plain(nesting)];
                screen.line(Line { before, text: vec![Span::new(Ink::Faint, doc)], ..Line::default() });
            }
        }
    }
}

/// Pieces of text with where they are.
pub(super) fn excerpts(rows: &[Fields<'_>], screen: &mut Screen) {
    let mut part = None;
    let mut file = None;
    for row in rows {
        let role = row.text("role");
        if role.is_some() && role != part {
            screen.gap();
            screen.say(Ink::Title, words(role.unwrap_or("")));
            part = role;
        }
        // Lines of a file that are of no symbol stand below its name once.
        if !row.is_file() || file != row.path() {
            screen.gap();
            let before = if row.is_file() { vec![Span::path(row.name(), 0)] } else { row.spans() };
            let after = if row.is_file() { Vec::new() } else { notes(*row, &["why"]) };
            screen.line(Line { before, after, ..Line::default() });
        }
        file = row.path().filter(|_| row.is_file());
        if let Some(signals) = row.0.get("signals").and_then(Value::as_array) {
            screen.push(Block::Flow { indent: 8, label: String::new(), items: ranked_by(signals, *row) });
        }
        let snippet = row.text("snippet").unwrap_or("");
        let name = row.name().rsplit(['.', ':', '#', '/']).next().unwrap_or("");
        for line in snippet.lines() {
            let numbered = line.split_once(':').filter(|(number, _)| number.parse::<u32>().is_ok());
            let (number, text) = numbered.unwrap_or(("", line));
            let before = vec![Span::new(Ink::Number, format!("{number:>7}")), Span::plain(" ")];
            screen.line(Line {
                before,
                text: marked_name(text.trim_end(), name),
                cut: Cut::Match,
                ..Line::default()
            });
        }
    }
}

/// What a hit was ranked by: each signal with its value and what it puts into the sum, and the total.
fn ranked_by(signals: &[Value], row: Fields<'_>) -> Vec<Span> {
    let thousandths = |value: &Value| (value.as_f64().unwrap_or(0.0) * 1000.0).round() / 1000.0;
    let one = |signal: &Value| {
        let name = words(signal["name"].as_str().unwrap_or(""));
        format!("{name} {}:{}", thousandths(&signal["value"]), thousandths(&signal["share"]))
    };
    let total = row.0.get("total").map(|total| format!("total {}", thousandths(total)));
    signals.iter().map(one).chain(total).map(|said| Span::new(Ink::Faint, said)).collect()
}

/// Text of files.
pub(super) fn source(rows: &[Fields<'_>], screen: &mut Screen) {
    for row in rows {
        screen.gap();
        let path = row.path().unwrap_or("");
        let mut head = vec![Span::path(path, row.line())];
        if let Some(symbol) = row.text("symbol") {
            head.push(Span::plain("  "));
            head.push(Span::new(Ink::Name, symbol));
        }
        screen.line(Line { before: head, ..Line::default() });
        let start = u64::from(row.line().max(1));
        let text = row.text("text").unwrap_or("");
        let wide = (start + text.lines().count() as u64).to_string().len();
        for (number, line) in (start..).zip(text.lines()) {
            let at = u32::try_from(number).unwrap_or(0);
            let number = Span::new(Ink::Number, format!("{number:>wide$}")).at(path, at, 0);
            screen.line(Line::of([number, Span::plain(format!("  {line}"))]));
        }
        for note in ["next", "more"] {
            if let Some(text) = row.text(note) {
                screen.say(Ink::Faint, text);
            }
        }
    }
}

/// The name of the file that these rows are in.
fn heading<'v>(rows: &[Fields<'v>], screen: &mut Screen) -> Option<&'v str> {
    let path = rows.first()?.path()?;
    screen.gap();
    screen.line(Line { before: vec![Span::path(path, 0)], cut: Cut::Middle, ..Line::default() });
    Some(path)
}

/// Line and column, aligned, with the mark of what is only possible.
fn located(place: &str, wide: usize, row: Fields<'_>, column: u32) -> Vec<Span> {
    let mut before = vec![Span::plain(" ".repeat(wide - place.len()))];
    let span = Span::new(Ink::Number, place);
    before.push(row.path().map_or_else(|| span.clone(), |path| span.clone().at(path, row.line(), column)));
    before.push(Span::plain(" "));
    before.push(row.doubt().unwrap_or_else(|| Span::plain(" ")));
    before.push(Span::plain(" "));
    before
}

/// What else is said of a row, behind it.
fn notes(row: Fields<'_>, keys: &[&str]) -> Vec<Span> {
    let said = keys.iter().filter_map(|key| {
        let said = row.0.get(*key).map(in_words).filter(|said| !said.is_empty())?;
        // A key of a symbol by its name alone: where it is stands elsewhere.
        let said = said.split_once('#').map_or(said.as_str(), |(_, name)| name);
        match (*key, said) {
            // What is so nearly everywhere is not said.
            ("role", "call") | ("match", "exact") | ("by", "edge") | ("distance", "1") => None,
            ("why", "pattern") => None,
            ("by", by) => Some(format!("by {by}")),
            ("distance", steps) => Some(format!("{steps} steps")),
            ("through", node) => Some(format!("through {node}")),
            ("enclosing", name) => Some(name.to_owned()),
            (_, said) => Some(words(said)),
        }
    });
    let said = said.collect::<Vec<_>>().join(", ");
    if said.is_empty() { Vec::new() } else { vec![Span::new(Ink::Faint, said)] }
}

/// A signature with the name that it declares.
fn marked_as_name(signature: &str, name: Option<&str>, row: Fields<'_>) -> Vec<Span> {
    let last = name.or_else(|| row.name().rsplit(['.', ':']).next()).unwrap_or("");
    let mut spans = marked_name(signature, last);
    for span in &mut spans {
        if span.ink == Ink::Match {
            span.ink = Ink::Name;
        }
    }
    spans
}

/// A text whose lines are one.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
