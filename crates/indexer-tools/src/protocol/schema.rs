//! Input schemas: plain types only, because some clients refuse unions.

use crate::protocol::arguments::Common;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// Drops `null` from types, and formats, defaults, titles and minima; makes a closed list of words
/// an `enum`.
#[derive(Clone, Debug)]
struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        for key in ["format", "default", "title", "minimum", "maximum", "$schema", "unevaluatedProperties"] {
            object.remove(key);
        }
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|one| one != "null");
            if let [one] = types.as_slice() {
                let one = one.clone();
                object.insert("type".into(), one);
            }
        }
        if let Some(Value::Array(words)) = object.get_mut("enum") {
            words.retain(|one| !one.is_null());
        }
        flatten_choice(object, "oneOf");
        flatten_choice(object, "anyOf");
    }
}

/// A choice among words becomes an `enum`, a choice of something or null that something.
fn flatten_choice(object: &mut Map<String, Value>, key: &str) {
    let Some(Value::Array(choices)) = object.remove(key) else { return };
    let choices: Vec<&Value> = choices.iter().filter(|one| one["type"] != "null").collect();
    let words: Vec<Value> = choices.iter().flat_map(|one| words_of(one)).collect();
    if !words.is_empty() {
        object.insert("type".into(), json!("string"));
        object.insert("enum".into(), Value::Array(words));
    } else if let [Value::Object(one)] = choices.as_slice() {
        for (key, value) in one {
            object.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
}

fn words_of(choice: &Value) -> Vec<Value> {
    match (choice.get("const"), choice.get("enum")) {
        (Some(word), _) => vec![word.clone()],
        (None, Some(Value::Array(words))) => words.clone(),
        _ => Vec::new(),
    }
}

/// The plain schema of a struct.
fn plain<T: JsonSchema>() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    Plain.transform(&mut schema);
    match schema.to_value() {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// What a schema shows.
#[derive(Clone, Copy, Debug)]
pub enum Shown {
    /// These arguments, with descriptions of the required ones. More are accepted than are listed
    /// (each would cost every session tokens), so the schema is open.
    Listed(&'static [&'static str]),
    /// Every argument that is accepted, and no other.
    Everything,
}

/// The schema of a tool's own arguments and those of [`Common`], and the description of its struct.
pub fn of<T: JsonSchema>(shown: Shown) -> (Value, String) {
    let mut own = plain::<T>();
    let description = fold(own.remove("description"));
    let mut properties = Map::new();
    if let Some(Value::Object(mine)) = own.remove("properties") {
        properties.extend(mine);
    }
    if let Some(Value::Object(shared)) = plain::<Common>().remove("properties") {
        for (name, mut property) in shared {
            if let Some(property) = property.as_object_mut() {
                property.remove("description");
            }
            properties.entry(name).or_insert(property);
        }
    }
    for property in properties.values_mut().filter_map(Value::as_object_mut) {
        if let Some(text) = property.remove("description") {
            property.insert("description".into(), Value::String(fold(Some(text))));
        }
    }
    if let Shown::Listed(names) = shown {
        properties.retain(|name, _| names.contains(&name.as_str()));
        let required = |name: &String| {
            own.get("required").and_then(Value::as_array).is_some_and(|all| all.iter().any(|one| one == name))
        };
        for (_, property) in properties.iter_mut().filter(|(name, _)| !required(name)) {
            if let Some(property) = property.as_object_mut() {
                property.remove("description");
            }
        }
    }
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(properties));
    if let Some(required) = own.remove("required") {
        schema.insert("required".into(), required);
    }
    if matches!(shown, Shown::Everything) {
        schema.insert("additionalProperties".into(), json!(false));
    }
    (Value::Object(schema), description)
}

/// One line of a documentation comment.
fn fold(text: Option<Value>) -> String {
    text.as_ref().and_then(Value::as_str).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why `arguments` do not fit `schema`: the first argument that is missing, unknown or of another
/// type. `None` where they fit.
pub fn complaint(schema: &Value, arguments: &Map<String, Value>) -> Option<(String, String)> {
    let properties = schema["properties"].as_object()?;
    for (name, value) in arguments {
        let Some(property) = properties.get(name) else {
            let known: Vec<&str> = properties.keys().map(String::as_str).collect();
            let near =
                nearest(schema, name).map_or_else(String::new, |near| format!("; did you mean {near}?"));
            return Some((name.clone(), format!("unknown argument{near}; known are {}", known.join(", "))));
        };
        if !fits(property, value) {
            return Some((name.clone(), format!("must be {}, not {value}", wanted(property))));
        }
    }
    let missing = schema["required"].as_array()?.iter().filter_map(Value::as_str);
    missing
        .filter(|name| !arguments.contains_key(*name))
        .map(|name| (name.to_owned(), "is required".to_owned()))
        .next()
}

/// The argument that is nearest to one that the schema does not have.
pub fn nearest(schema: &Value, name: &str) -> Option<String> {
    let properties = schema["properties"].as_object().filter(|known| !known.contains_key(name))?;
    indexer_search::nearest(name, properties.keys().map(String::as_str), 1).pop()
}

/// The first required argument that is a text without anything in it.
pub fn empty_text<'s>(schema: &'s Value, arguments: &Map<String, Value>) -> Option<&'s str> {
    let required = schema["required"].as_array()?.iter().filter_map(Value::as_str);
    let is_empty =
        |name: &&str| arguments.get(*name).and_then(Value::as_str).is_some_and(|text| text.trim().is_empty());
    required.into_iter().find(is_empty)
}

fn fits(property: &Value, value: &Value) -> bool {
    if let Some(words) = property["enum"].as_array() {
        return words.contains(value);
    }
    match property["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.as_u64().is_some_and(|n| u32::try_from(n).is_ok()),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => {
            value.as_array().is_some_and(|all| all.iter().all(|one| fits(&property["items"], one)))
        }
        _ => true,
    }
}

fn wanted(property: &Value) -> String {
    if let Some(words) = property["enum"].as_array() {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return format!("one of {}", words.join(", "));
    }
    match property["type"].as_str() {
        Some("integer") => format!("a whole number from 0 to {}", u32::MAX),
        Some("array") => match &property["items"] {
            items if items["enum"].is_array() => format!("a list, each {}", wanted(items)),
            _ => "a list".to_owned(),
        },
        Some(one) => format!("a {one}"),
        None => "something else".to_owned(),
    }
}
