//! `routes.yaml`: under which beginnings the routes of folders stand, as Symfony reads it.

use indexer_core::ManifestFacts;
use indexer_core::manifest::PathMap;
use saphyr_parser::{Event, Parser};

/// Values in values deeper than this are not looked at.
const DEEPEST: usize = 16;
/// How keys begin that hold only in some environments.
const CONDITION: &str = "when@";

/// A value of the file.
enum Value {
    Text(String),
    Map(Vec<(String, Value)>),
    /// A list, what another place stands for, or what stands too deep.
    Other,
}

impl Value {
    fn get(&self, key: &str) -> Option<&Value> {
        let Value::Map(all) = self else { return None };
        all.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The folders and files of which the file says how their routes begin, in its order: a later one takes the place of an earlier
/// one. Where the beginning is not written as a text there is none of it.
pub(super) fn read(text: &str) -> Result<ManifestFacts, String> {
    let mut facts = ManifestFacts::default();
    let mut events = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| error.to_string())?;
        if !matches!(
            event,
            Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd
        ) {
            events.push(event);
        }
    }
    let mut events = events.into_iter();
    let Some(first) = events.next() else { return Ok(facts) };
    let Value::Map(all) = value(first, &mut events, DEEPEST) else { return Ok(facts) };
    for (name, one) in all {
        let said = one.text("resource").or_else(|| one.get("resource")?.text("path"));
        let is_of_code = matches!(one.text("type"), Some("attribute" | "annotation"));
        let Some(pattern) = said.filter(|_| is_of_code && !name.starts_with(CONDITION)) else { continue };
        let targets = match (one.get("prefix"), one.text("prefix"), one.get("exclude")) {
            (_, Some(prefix), None) => vec![prefix.to_owned()],
            (None, _, None) => vec![String::new()],
            _ => Vec::new(),
        };
        facts.maps.push(PathMap { pattern: pattern.to_owned(), targets, called: None });
    }
    Ok(facts)
}

/// The value that begins with an event.
fn value<'e>(first: Event<'e>, rest: &mut impl Iterator<Item = Event<'e>>, depth: usize) -> Value {
    match first {
        Event::Scalar(text, ..) => Value::Text(text.into_owned()),
        Event::MappingStart(..) => {
            let mut all = Vec::new();
            while let Some(key) = rest.next().filter(|event| !matches!(event, Event::MappingEnd)) {
                let key = value(key, rest, depth.saturating_sub(1));
                let Some(next) = rest.next() else { break };
                let held = value(next, rest, depth.saturating_sub(1));
                if let (Value::Text(key), true) = (key, depth > 0) {
                    all.push((key, held));
                }
            }
            if depth > 0 { Value::Map(all) } else { Value::Other }
        }
        Event::SequenceStart(..) => {
            while let Some(item) = rest.next().filter(|event| !matches!(event, Event::SequenceEnd)) {
                value(item, rest, depth.saturating_sub(1));
            }
            Value::Other
        }
        _ => Value::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn beginnings_stand_beside_the_folders_of_which_they_are() {
        let text = "controllers:\n    resource: ../src/Controller/\n    type: attribute\n    prefix: /{_locale}\n\
                    api:\n    resource: { path: ../src/API/, namespace: App }\n    type: annotation\n\
                    several:\n    resource: ../src/L/\n    type: attribute\n    prefix: { en: /e, de: /d }\n\
                    other:\n    resource: ../src/O/\n    type: attribute\n    exclude: ['../src/O/{A}.php']\n\
                    home: { path: /, methods: [GET, POST] }\n\
                    when@dev:\n    _e:\n        resource: ../src/Dev/\n        type: attribute\n";
        let facts = read(text).unwrap();
        let found: Vec<String> =
            facts.maps.iter().map(|map| format!("{} {:?}", map.pattern, map.targets)).collect();
        assert_eq!(
            found,
            ["../src/Controller/ [\"/{_locale}\"]", "../src/API/ [\"\"]", "../src/L/ []", "../src/O/ []"]
        );
        assert!(read("").unwrap().maps.is_empty());
        assert!(read("- a\n- b\n").unwrap().maps.is_empty());
        let deep = "{a: ".repeat(400) + "1" + &"}".repeat(400);
        let _ = read(&deep);
    }
}
