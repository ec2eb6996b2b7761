//! From the JSON value of an answer to a screen.

use super::look::{Form, Look, Parent, Section};
use super::rows::{Fields, words};
use super::{Ink, Lines, Screen, Sites, Span, cards, flow, forms, graph, table, tree};
use serde_json::{Map, Value};

/// Fields of every answer, which say how it was asked and cut.
const ENVELOPE: &[&str] =
    &["schema_version", "tool", "root", "index", "total", "shown", "truncated", "cursor", "why"];
/// Fields that hold what an answer is about, where no sections are named.
const SUBJECTS: &[&str] = &["symbols", "target", "from", "to"];

/// The screen of an answer: its sections as `look` says, or as its fields suggest. O(size of the answer) and
/// the files that are read for lines of source.
pub fn screen_of(answer: &Value, look: &Look, lines: &mut Lines<'_>) -> Screen {
    let mut screen = Screen::default();
    let Some(fields) = answer.as_object() else { return screen };
    asked_of(fields, &mut screen);
    let chosen;
    let sections = match look.sections {
        [] => {
            chosen = sections_of(fields);
            chosen.as_slice()
        }
        named => named,
    };
    let mut made = Building { fields, sections, lines, screen };
    sections.iter().for_each(|section| made.section(section));
    let mut screen = made.screen;
    if number(fields, "total") == 0 && screen.is_empty() {
        screen.say(Ink::Plain, "nothing found");
    }
    rest(fields, &mut screen);
    screen
}

/// Of which revision it is, and whether it is of now.
fn asked_of(fields: &Map<String, Value>, screen: &mut Screen) {
    let index = &fields.get("index").unwrap_or(&Value::Null);
    if let Some(rev) = index["rev"].as_str() {
        let commit: String = index["commit"].as_str().unwrap_or("").chars().take(10).collect();
        screen.say(Ink::Faint, format!("at {rev} {commit}"));
    }
    if let Some(state) = index["state"].as_str().filter(|state| *state != "fresh") {
        screen.say(Ink::Warning, format!("the index is {state}"));
    }
}

/// How much more there is, and what makes the answer less than whole.
fn rest(fields: &Map<String, Value>, screen: &mut Screen) {
    let more = fields.iter().filter_map(|(key, value)| {
        let what = key.strip_prefix("more_")?;
        let count = value.as_u64().filter(|count| *count > 0)?;
        Some(Span::new(Ink::Faint, format!("{count} more {}", words(what))))
    });
    let doubts = fields.iter().filter_map(|(key, value)| match (key.as_str(), value) {
        ("bounded" | "stopped", Value::Bool(true)) => Some("the search stopped at its bound".to_owned()),
        ("approximate", Value::Bool(true)) => Some("approximate".to_owned()),
        ("confidence", Value::String(word)) if word != "high" => Some(format!("confidence {word}")),
        _ => None,
    });
    let said: Vec<Span> = more.chain(doubts.map(|doubt| Span::new(Ink::Warning, doubt))).collect();
    if !said.is_empty() {
        screen.gap();
        screen.flow("", said);
    }
    let (total, shown) = (number(fields, "total"), number(fields, "shown"));
    if shown < total && shown > 0 {
        let cursor = fields.get("cursor").and_then(Value::as_str);
        let mut said = vec![format!("{shown} of {total} shown"), "more with --limit".to_owned()];
        said.extend(cursor.map(|cursor| format!("the next with --cursor {cursor}")));
        screen.gap();
        screen.flow("", said.into_iter().map(|said| Span::new(Ink::Faint, said)).collect());
    }
}

fn number(fields: &Map<String, Value>, key: &str) -> u64 {
    fields.get(key).and_then(Value::as_u64).unwrap_or(0)
}

struct Building<'v, 'l, 's> {
    fields: &'v Map<String, Value>,
    sections: &'v [Section<'v>],
    lines: &'l mut Lines<'s>,
    screen: Screen,
}

impl<'v> Building<'v, '_, '_> {
    fn section(&mut self, section: &Section<'_>) {
        if section.of.is_empty() {
            let taken: Vec<&str> =
                ENVELOPE.iter().copied().chain(self.sections.iter().map(|one| one.of)).collect();
            self.screen.gap();
            match section.form {
                Form::Counts(keys) => flow::counts(self.fields, (section.title, keys), &mut self.screen),
                _ => flow::figures(self.fields, &taken, &mut self.screen),
            }
            return;
        }
        let Some(value) = self.fields.get(section.of) else { return };
        let rows: Vec<Fields<'v>> = match value {
            Value::Array(all) => all.iter().filter_map(Fields::of).collect(),
            one => Fields::of(one).into_iter().collect(),
        };
        if matches!(value, Value::Array(all) if all.is_empty()) {
            // Empty rows are an answer; of what stands beside them nothing need be said.
            if number(self.fields, "total") == 0 && is_rows(section.form) {
                self.screen.gap();
                self.screen.say(Ink::Plain, "nothing found");
            }
            return;
        }
        if matches!(section.form, Form::Subjects) && self.is_grouped() {
            // Each stands above its own rows.
            return;
        }
        let is_beside = matches!(section.form, Form::Words | Form::Figures | Form::Counts(_) | Form::Hidden);
        if !section.title.is_empty() && !is_beside {
            self.screen.gap();
            self.screen.say(Ink::Title, words(section.title));
        }
        match (section.form, value) {
            (Form::Words, Value::Array(all)) => {
                self.screen.gap();
                self.screen.flow(section.title, all.iter().map(flow::item).collect());
            }
            (Form::Figures, Value::Object(inner)) => {
                self.screen.gap();
                let items = inner.iter().filter_map(|(key, value)| flow::figure(key, value)).collect();
                self.screen.flow(section.title, items);
            }
            (Form::Counts(keys), Value::Object(inner)) => {
                self.screen.gap();
                flow::counts(inner, (section.title, keys), &mut self.screen);
                let lacks = inner.get("in_part").and_then(Value::as_array).into_iter().flatten();
                lacks.filter_map(Value::as_str).for_each(|one| self.screen.say(Ink::Faint, one));
            }
            (Form::Hidden, _) => {}
            (form, _) => {
                // Rows of several symbols stand each below its own.
                for group in rows.chunk_by(|a, b| a.of_number() == b.of_number()) {
                    let subjects = self.subjects();
                    let n = group.first().and_then(|row| row.of_number());
                    if let Some(n) = n {
                        forms::group(n, &subjects, &mut self.screen);
                    }
                    let top = subjects.iter().find(|row| n.is_none() || row.number("n") == n);
                    let top = top.and_then(|row| row.path());
                    self.form(form, group, top);
                }
            }
        }
    }

    fn form(&mut self, form: Form, rows: &[Fields<'v>], top: Option<&str>) {
        let screen = &mut self.screen;
        match form {
            Form::Subjects => forms::subjects(rows, screen),
            Form::Uses => forms::uses(rows, self.lines, screen),
            Form::Declarations => forms::declarations(rows, screen),
            Form::Excerpts => forms::excerpts(rows, screen),
            Form::Source => forms::source(rows, screen),
            Form::Tree(Parent::Edge, _) => graph::draw(rows, screen),
            Form::Tree(Parent::Depth, sites) => {
                tree::draw(&tree::by_depth(rows), (sites, top), self.lines, screen);
            }
            Form::Tree(Parent::Key(key), sites) => {
                tree::draw(&tree::by_key(rows, key), (sites, top), self.lines, screen);
            }
            Form::Chains => tree::chains(rows, top, self.lines, screen),
            Form::Table(columns) => {
                screen.gap();
                table::table(rows, columns, None, screen);
            }
            Form::Summed(columns) => {
                screen.gap();
                table::table(rows, columns, Some(self.fields), screen);
            }
            Form::Cards => cards::cards(rows, screen),
            Form::Figures | Form::Counts(_) | Form::Words | Form::Hidden => {}
        }
    }

    /// True where rows are of several symbols, each of which stands above its own.
    fn is_grouped(&self) -> bool {
        let first =
            |section: &Section<'_>| self.fields.get(section.of)?.as_array()?.first().and_then(Fields::of);
        self.sections.iter().filter_map(first).any(|row| row.of_number().is_some())
    }

    /// The symbols that the answer is about.
    fn subjects(&self) -> Vec<Fields<'v>> {
        let of = self.sections.iter().filter(|section| matches!(section.form, Form::Subjects));
        of.filter_map(|section| self.fields.get(section.of))
            .flat_map(|value| match value {
                Value::Array(all) => all.iter().filter_map(Fields::of).collect::<Vec<_>>(),
                one => Fields::of(one).into_iter().collect(),
            })
            .collect()
    }
}

fn is_rows(form: Form) -> bool {
    !matches!(form, Form::Subjects | Form::Words | Form::Figures | Form::Counts(_) | Form::Hidden)
}

/// Sections of an answer that says nothing of how it looks: what it is about, its numbers, its rows.
fn sections_of(fields: &Map<String, Value>) -> Vec<Section<'_>> {
    let open = || fields.iter().filter(|(key, _)| !ENVELOPE.contains(&key.as_str()));
    let lists =
        open().filter(|(_, value)| value.as_array().is_some_and(|all| all.iter().any(Value::is_object)));
    let count = lists.clone().count();
    let mut subjects = Vec::new();
    let mut rows = Vec::new();
    for (key, value) in open() {
        let about = SUBJECTS.contains(&key.as_str());
        if about && (value.is_object() || count > 1 && value.as_array().is_some_and(|all| !all.is_empty())) {
            subjects.push((key.as_str(), Form::Subjects));
        } else if lists.clone().any(|(list, _)| list == key) {
            rows.push((key.as_str(), form_of(value)));
        }
    }
    let several = rows.len() > 1;
    let mut sections: Vec<Section<'_>> =
        subjects.into_iter().map(|(of, form)| Section::of(of, form)).collect();
    sections.push(Section::of("", Form::Figures));
    sections.extend(
        rows.into_iter().map(|(of, form)| Section::of(of, form).titled(if several { of } else { "" })),
    );
    sections
}

/// The form that the fields of the first row suggest.
fn form_of(value: &Value) -> Form {
    let Some(row) = value.as_array().and_then(|all| all.iter().find_map(Fields::of)) else {
        return Form::Words;
    };
    let has = |key: &str| row.0.contains_key(key);
    match () {
        () if has("text") && has("start_line") => Form::Source,
        () if has("snippet") => Form::Excerpts,
        () if has("depth") && (has("key") || has("path")) && !has("signature") => {
            Form::Tree(Parent::Depth, Sites::Own)
        }
        () if has("role") && has("line") && has("column") => Form::Uses,
        () if has("path") && (has("line") || has("start_line")) && (has("signature") || has("qualified")) => {
            Form::Declarations
        }
        // What says more than a line of a table holds.
        () if row.0.values().any(|value| {
            value.is_object()
                || value.as_array().is_some_and(|all| all.len() > 1 || all.iter().any(Value::is_object))
        }) =>
        {
            Form::Cards
        }
        () => Form::Table(&[]),
    }
}
