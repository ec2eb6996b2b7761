//! `routes.yaml`, and `attributes.yaml` in the folder `routes`: under which beginnings the routes of folders stand, as Symfony reads it.

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
        // Other programs have files of this name, some of them templates: what cannot be read says nothing.
        let Ok((event, _)) = event else { return Ok(ManifestFacts::default()) };
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
        Event::MappingStart(..) if depth > 0 => {
            let mut all = Vec::new();
            while let Some(key) = rest.next().filter(|event| !matches!(event, Event::MappingEnd)) {
                let key = value(key, rest, depth - 1);
                let Some(next) = rest.next() else { break };
                let held = value(next, rest, depth - 1);
                if let Value::Text(key) = key {
                    all.push((key, held));
                }
            }
            Value::Map(all)
        }
        Event::MappingStart(..) | Event::SequenceStart(..) => {
            pass(rest);
            Value::Other
        }
        _ => Value::Other,
    }
}

/// Goes behind the end of what was opened, however deep it is.
fn pass<'e>(rest: &mut impl Iterator<Item = Event<'e>>) {
    let mut open = 1_usize;
    while open > 0
        && let Some(event) = rest.next()
    {
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => open += 1,
            Event::MappingEnd | Event::SequenceEnd => open -= 1,
            _ => {}
        }
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
        let deep = format!("a: 1\nb:\n  {}x\n", "- ".repeat(200_000));
        assert!(
            read(&deep).is_ok_and(|facts| facts.maps.is_empty()),
            "what is nested without an end is passed over"
        );
    }
}
