//! Putting a value into the text of a JSON file and taking it out again, without touching another byte.
//!
//! Comments and trailing commas are accepted wherever they stand, and stay. Every edit is checked
//! before it is given back: the new text must say what the old one said and nothing else changed.

use jsonc_parser::ast::{self, ObjectProp};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

/// Why a file cannot be edited: a fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unclear(pub String);

/// What stands at `path`; `None` where there is nothing. A text of nothing but space is an empty object.
pub fn get(text: &str, path: &[&str]) -> Result<Option<Value>, Unclear> {
    let whole = value_of(text)?;
    let mut at = &whole;
    for (depth, name) in path.iter().enumerate() {
        let Value::Object(object) = at else {
            let place = if depth == 0 { "the file".to_owned() } else { format!("{:?}", path[depth - 1]) };
            return Err(Unclear(format!("{place} holds no object where one is expected")));
        };
        match object.get(*name) {
            Some(value) => at = value,
            None => return Ok(None),
        }
    }
    Ok(Some(at.clone()))
}

/// The text with `value`, written as `written`, at `path`, where nothing stands yet. Objects that are
/// missing on the way are made.
pub fn put(text: &str, path: &[&str], written: &Value) -> Result<String, Unclear> {
    insert(text, path, written, false)
}

/// The text with `written` at the end of the list at `path`, which is made where there is none.
pub fn push(text: &str, path: &[&str], written: &Value) -> Result<String, Unclear> {
    insert(text, path, written, true)
}

/// The text without what stands at `path`, and without the objects above that are empty then and hold
/// no comment.
pub fn take(text: &str, path: &[&str]) -> Result<String, Unclear> {
    remove(text, path, None)
}

/// The text without an item of the list at `path`, and without the list and the objects above that
/// are empty then and hold no comment.
pub fn take_item(text: &str, path: &[&str], index: usize) -> Result<String, Unclear> {
    remove(text, path, Some(index))
}

/// Fields that people write first, in this order; a map of values knows none.
const FIRST: [&str; 4] = ["type", "source", "command", "args"];

const MARK: char = '\u{feff}';

fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn parse(text: &str) -> Result<Option<ast::Value<'_>>, Unclear> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options());
    parsed.map(|parsed| parsed.value).map_err(|error| Unclear(format!("is no JSON: {error}")))
}

fn value_of(text: &str) -> Result<Value, Unclear> {
    match parse(text.trim_start_matches(MARK))? {
        Some(value) => plain(&value),
        None => Ok(Value::Object(Map::new())),
    }
}

/// What a piece of the tree says. A name that stands twice in an object is refused: programs do not
/// agree on which of them counts.
fn plain(value: &ast::Value) -> Result<Value, Unclear> {
    Ok(match value {
        ast::Value::StringLit(text) => Value::String(text.value.clone().into_owned()),
        ast::Value::NumberLit(number) => {
            // Kept as it is written: only equality matters here.
            number.value.parse().map_or_else(|_| Value::String(number.value.to_owned()), Value::Number)
        }
        ast::Value::BooleanLit(truth) => Value::Bool(truth.value),
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::Array(list) => Value::Array(list.elements.iter().map(plain).collect::<Result<_, _>>()?),
        ast::Value::Object(object) => {
            let mut map = Map::new();
            for property in &object.properties {
                let name = property.name.as_str().to_owned();
                if map.insert(name.clone(), plain(&property.value)?).is_some() {
                    return Err(Unclear(format!("the key {name:?} stands twice in one object")));
                }
            }
            Value::Object(map)
        }
    })
}

/// Some container of the text: where its brackets are and its items.
struct Container {
    /// The first byte after the opening bracket.
    open: usize,
    /// The closing bracket.
    close: usize,
    items: Vec<Range>,
}

impl Container {
    fn object(object: &ast::Object) -> Self {
        let items = object.properties.iter().map(Ranged::range).collect();
        Self { open: object.range.start + 1, close: object.range.end - 1, items }
    }

    fn list(list: &ast::Array) -> Self {
        let items = list.elements.iter().map(Ranged::range).collect();
        Self { open: list.range.start + 1, close: list.range.end - 1, items }
    }
}

fn property<'a, 'b>(object: &'b ast::Object<'a>, name: &str) -> Option<&'b ObjectProp<'a>> {
    object.properties.iter().find(|property| property.name.as_str() == name)
}

fn insert(text: &str, path: &[&str], written: &Value, into_list: bool) -> Result<String, Unclear> {
    let before = value_of(text)?;
    let (mark, body) = match text.strip_prefix(MARK) {
        Some(body) => (&text[..MARK.len_utf8()], body),
        None => ("", text),
    };
    let made;
    let body = if parse(body)?.is_none() {
        // Comments of a file without a value stay in front.
        made = format!("{}{{}}\n", if body.trim().is_empty() { "" } else { body });
        &made
    } else {
        body
    };
    let tree = parse(body)?;
    let Some(ast::Value::Object(mut object)) = tree else {
        return Err(Unclear("holds no object".to_owned()));
    };
    let style = Style::of(body);
    let mut rest = path;
    // Down to the last object that is there.
    let edited = loop {
        let Some((name, deeper)) = rest.split_first() else {
            return Err(Unclear("holds something at that place already".to_owned()));
        };
        let Some(at) = object.properties.iter().position(|property| property.name.as_str() == *name) else {
            let mut item = if into_list { Value::Array(vec![written.clone()]) } else { written.clone() };
            for name in deeper.iter().rev() {
                item = Value::Object(Map::from_iter([((*name).to_owned(), item)]));
            }
            break insert_item(body, &Container::object(&object), &style, Some(name), &item);
        };
        match object.properties.swap_remove(at).value {
            ast::Value::Object(inner) => object = inner,
            ast::Value::Array(list) if into_list && deeper.is_empty() => {
                break insert_item(body, &Container::list(&list), &style, None, written);
            }
            _ => return Err(Unclear(format!("{name:?} holds something else than expected"))),
        }
        rest = deeper;
    };
    let edited = format!("{mark}{edited}");
    let mut expected = before;
    set(&mut expected, path, written.clone(), into_list);
    checked(edited, &expected)
}

fn set(whole: &mut Value, path: &[&str], value: Value, into_list: bool) {
    let mut at = whole;
    for name in path {
        let Value::Object(object) = at else { return };
        let made = if into_list && Some(name) == path.last() {
            Value::Array(vec![])
        } else {
            Value::Object(Map::new())
        };
        at = object.entry((*name).to_owned()).or_insert(made);
    }
    match at {
        Value::Array(list) if into_list => list.push(value),
        _ => *at = value,
    }
}

/// An edit that says anything else than it should is given up.
fn checked(edited: String, expected: &Value) -> Result<String, Unclear> {
    if value_of(&edited).as_ref() == Ok(expected) {
        Ok(edited)
    } else {
        Err(Unclear("is written in a way that cannot be edited safely".to_owned()))
    }
}

/// How the file is laid out.
struct Style {
    line: &'static str,
    unit: String,
}

impl Style {
    fn of(text: &str) -> Self {
        let line = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let indented = text.lines().find(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty());
        let unit = match indented {
            Some(line) if line.starts_with('\t') => "\t".to_owned(),
            Some(line) => " ".repeat(line.len() - line.trim_start_matches(' ').len()),
            None => "  ".to_owned(),
        };
        let unit = if unit.len() > 8 { "  ".to_owned() } else { unit };
        Self { line, unit }
    }
}

/// The spaces with which the line of a place begins.
fn indent_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..at];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

fn insert_item(text: &str, into: &Container, style: &Style, name: Option<&str>, item: &Value) -> String {
    let outer = indent_at(text, into.open - 1);
    let Some(last) = into.items.last() else {
        let inner = text[into.open..into.close].trim_end();
        let indent = format!("{outer}{}", style.unit);
        let item = written(name, item, style, Some(&indent));
        let line = style.line;
        let close = &text[into.close..];
        return format!("{}{inner}{line}{indent}{item}{line}{outer}{close}", &text[..into.open]);
    };
    let after = skip(text, last.end);
    let trailing = text[after..].starts_with(',');
    if !text[into.open..into.close].contains('\n') {
        let item = written(name, item, style, None);
        return match trailing {
            true => format!("{} {item},{}", &text[..=after], &text[after + 1..]),
            false => format!("{}, {item}{}", &text[..last.end], &text[last.end..]),
        };
    }
    let first = into.items[0].start;
    let own = indent_at(text, first);
    let stands_first = text[..first].ends_with(&format!("\n{own}"));
    let indent = if stands_first { own.to_owned() } else { format!("{outer}{}", style.unit) };
    let item = written(name, item, style, Some(&indent));
    let from = if trailing { after + 1 } else { last.end };
    // What is said about the last item on its own line stays there.
    let end = rest_of_line(text, from);
    let (comma, own_comma) = if trailing { ("", ",") } else { (",", "") };
    let (line, said) = (style.line, &text[from..end]);
    format!("{}{comma}{said}{line}{indent}{item}{own_comma}{}", &text[..from], &text[end..])
}

/// `"name": value`, on several lines where an indent is given.
fn written(name: Option<&str>, value: &Value, style: &Style, indent: Option<&str>) -> String {
    let name = name.map(|name| format!("{}: ", Value::from(name))).unwrap_or_default();
    name + &spelled(value, style, indent)
}

fn spelled(value: &Value, style: &Style, indent: Option<&str>) -> String {
    let (open, items, close) = match value {
        Value::Object(object) if !object.is_empty() => {
            let deeper = indent.map(|indent| format!("{indent}{}", style.unit));
            let item =
                |(name, value): (&String, &Value)| written(Some(name), value, style, deeper.as_deref());
            let mut fields: Vec<_> = object.iter().collect();
            fields
                .sort_by_key(|(name, _)| FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len()));
            ("{", fields.into_iter().map(item).collect::<Vec<_>>(), "}")
        }
        // Lists of words, as arguments are, stand on one line.
        Value::Array(list) if list.iter().any(Value::is_object) => {
            let deeper = indent.map(|indent| format!("{indent}{}", style.unit));
            ("[", list.iter().map(|value| spelled(value, style, deeper.as_deref())).collect(), "]")
        }
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(Value::to_string).collect();
            return format!("[{}]", items.join(", "));
        }
        other => return other.to_string(),
    };
    match indent {
        None if open == "{" => format!("{{ {} }}", items.join(", ")),
        None => format!("[{}]", items.join(", ")),
        Some(indent) => {
            let (line, unit) = (style.line, &style.unit);
            let items = items.join(&format!(",{line}{indent}{unit}"));
            format!("{open}{line}{indent}{unit}{items}{line}{indent}{close}")
        }
    }
}

/// The first byte at or after `at` that is neither space nor comment.
fn skip(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == MARK).len();
        let rest = &text[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            return at;
        };
        at += length;
    }
}

/// Where the line ends, if nothing but spaces and comments stands between; else `at`.
fn rest_of_line(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        let rest = &text[end..];
        end += rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        let rest = &text[end..];
        if rest.starts_with("//") {
            let line = rest.split('\n').next().unwrap_or("");
            return end + line.trim_end_matches('\r').len();
        }
        if let Some(length) = rest.starts_with("/*").then(|| rest.find("*/")).flatten() {
            if rest[..length].contains('\n') {
                return at;
            }
            end += length + 2;
        } else if rest.starts_with('\n') {
            return end - (text[at..end].len() - text[at..end].trim_end_matches('\r').len());
        } else {
            return at;
        }
    }
}

fn remove(text: &str, path: &[&str], index: Option<usize>) -> Result<String, Unclear> {
    let mut expected = value_of(text)?;
    let (mark, body) = match text.strip_prefix(MARK) {
        Some(body) => (&text[..MARK.len_utf8()], body),
        None => ("", text),
    };
    let Some(ast::Value::Object(whole)) = parse(body)? else {
        return Err(Unclear("holds no object".to_owned()));
    };
    // The containers on the way, each with the item to take out of it.
    let mut way: Vec<(Container, usize)> = Vec::new();
    let missing = || Unclear(format!("holds nothing at {}", path.join(".")));
    let mut object = &whole;
    for (depth, name) in path.iter().enumerate() {
        let at = object.properties.iter().position(|property| property.name.as_str() == *name);
        way.push((Container::object(object), at.ok_or_else(missing)?));
        match property(object, name).map(|property| &property.value) {
            Some(ast::Value::Object(inner)) if depth + 1 < path.len() => object = inner,
            Some(ast::Value::Array(list)) if depth + 1 == path.len() => {
                if let Some(index) = index.filter(|index| *index < list.elements.len()) {
                    way.push((Container::list(list), index));
                }
            }
            _ => {}
        }
    }
    if way.len() != path.len() + usize::from(index.is_some()) {
        return Err(missing());
    }
    // Upwards while nothing else is left.
    let bare = |one: &(Container, usize)| {
        let (container, _) = one;
        let inner = &body[container.open..container.close];
        let item = &container.items[0];
        let around = [&body[container.open..item.start], &body[item.end..container.close]];
        container.items.len() == 1 && !inner.is_empty() && around.iter().all(|text| !text.contains('/'))
    };
    while way.len() > 1 && way.last().is_some_and(bare) {
        way.pop();
    }
    let Some((container, at)) = way.last() else { return Err(missing()) };
    let edited = format!("{mark}{}", remove_item(body, container, *at));
    unset(&mut expected, path, index, way.len());
    checked(edited, &expected)
}

/// Takes out what `length` steps of the path lead to.
fn unset(whole: &mut Value, path: &[&str], index: Option<usize>, length: usize) {
    let mut at = whole;
    for (depth, name) in path.iter().enumerate() {
        let Value::Object(object) = at else { return };
        if depth + 1 == length {
            object.remove(*name);
            return;
        }
        let Some(inner) = object.get_mut(*name) else { return };
        at = inner;
    }
    if let (Value::Array(list), Some(index)) = (at, index)
        && index < list.len()
    {
        list.remove(index);
    }
}

fn remove_item(text: &str, from: &Container, at: usize) -> String {
    let item = from.items[at];
    let after = skip(text, item.end);
    let comma = text[after..].starts_with(',');
    let rest = if comma { after + 1 } else { item.end };
    let mut start = item.start;
    let before = text[..start].trim_end_matches([' ', '\t']);
    // The whole line goes, where nothing else stands on it.
    let alone = before.ends_with('\n')
        && text[rest..].trim_start_matches([' ', '\t', '\r']).starts_with('\n')
        && text[item.end..rest].trim_matches([' ', ',']).is_empty();
    let mut end = rest;
    if alone {
        start = before.len() - 1;
        start -= usize::from(before[..start].ends_with('\r'));
        end = rest_of_line(text, rest);
    } else if at > 0 && !text[from.items[at - 1].end..start].contains('\n') {
        start = before.len();
    }
    let between = if alone { "" } else { text[item.end..rest].trim_end_matches(',') };
    let tail = format!("{between}{}", &text[end..]);
    if comma || at == 0 {
        return format!("{}{tail}", &text[..start]);
    }
    // Ours was the last one and no comma may be left behind it.
    let gap = skip(text, from.items[at - 1].end);
    format!("{}{}{tail}", &text[..gap], &text[gap + 1..start])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(before: &str, after: &str) {
        let path = ["servers", "ours"];
        let put = put(before, &path, &json!({"command": "x"})).unwrap();
        assert_eq!(put, after);
        assert_eq!(take(&put, &path).unwrap(), before, "taken out again");
    }

    #[test]
    fn an_entry_goes_in_beside_others_and_comes_out_again() {
        check(
            "{\n  \"servers\": {\n    \"a\": 1 // of a\n  }\n}\n",
            "{\n  \"servers\": {\n    \"a\": 1, // of a\n    \"ours\": {\n      \"command\": \"x\"\n    }\n  }\n}\n",
        );
        check(
            "{\r\n\t\"servers\": {\r\n\t\t\"a\": 1, /* of a */\r\n\t\t// end\r\n\t},\r\n}",
            "{\r\n\t\"servers\": {\r\n\t\t\"a\": 1, /* of a */\r\n\t\t\"ours\": {\r\n\t\t\t\"command\": \"x\"\r\n\t\t},\r\n\t\t// end\r\n\t},\r\n}",
        );
        check(
            "\u{feff}{ \"servers\": { \"a\": [1] } }",
            "\u{feff}{ \"servers\": { \"a\": [1], \"ours\": { \"command\": \"x\" } } }",
        );
        check(
            "{\n    \"a\": 1\n}",
            "{\n    \"a\": 1,\n    \"servers\": {\n        \"ours\": {\n            \"command\": \"x\"\n        }\n    }\n}",
        );
    }

    #[test]
    fn objects_are_made_where_there_are_none() {
        let put = |text| put(text, &["servers", "ours"], &json!(1)).unwrap();
        let made = "{\n  \"servers\": {\n    \"ours\": 1\n  }\n}";
        assert_eq!(put(""), format!("{made}\n"));
        assert_eq!(put("{}"), made);
        assert_eq!(put("// mine\n"), format!("// mine\n{made}\n"));
        assert!(put("{ // mine\n}").starts_with("{ // mine\n  \"servers\""));
        // A comment keeps what it stands in.
        let text = put("{\"servers\": { /* none */ }}");
        assert!(take(&text, &["servers", "ours"]).unwrap().contains("/* none */"), "{text}");
    }

    #[test]
    fn what_is_not_understood_is_an_error_that_says_where() {
        for (text, said) in [
            ("{", "no JSON"),
            ("{'a': 1}", "no JSON"),
            ("{\"a\" 1}", "no JSON"),
            ("[]", "no object"),
            ("{\"servers\": []}", "object"),
            ("{\"servers\": null}", "object"),
            ("{\"servers\": {}, \"servers\": {}}", "twice"),
            ("{\"a\": 1} {}", "no JSON"),
        ] {
            let error = get(text, &["servers", "ours"]).map(drop).err();
            let error = error.or_else(|| put(text, &["servers", "ours"], &json!(1)).err()).unwrap();
            assert!(error.0.contains(said), "{text}: {error}");
        }
        assert!(get("{\n\"a\" 1}", &["a"]).unwrap_err().0.contains("line 2"));
    }

    #[test]
    fn items_of_lists_come_and_go() {
        let path = ["hooks", "Start"];
        let one = push("{\n  \"a\": 1\n}\n", &path, &json!({"b": 1})).unwrap();
        let two = push(&one, &path, &json!({"c": 2})).unwrap();
        assert_eq!(get(&two, &path).unwrap(), Some(json!([{"b": 1}, {"c": 2}])));
        assert_eq!(take_item(&two, &path, 1).unwrap(), one);
        assert_eq!(get(&take_item(&two, &path, 0).unwrap(), &path).unwrap(), Some(json!([{"c": 2}])));
        assert_eq!(take_item(&one, &path, 0).unwrap(), "{\n  \"a\": 1\n}\n");
        assert!(take_item(&one, &path, 1).is_err());
    }
}
