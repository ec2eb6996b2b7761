//! Arguments as clients write them, read as those of a tool.
//!
//! Whoever comes from a language server or another index calls a symbol `symbol`, `name`, `target` or
//! `query`, a file `file_path`, the number of rows `max_results`; writes `"5"` for 5 and one word for a
//! list. What that means is plain, so it is taken; none of it is listed. What is not plain stays as it is
//! and is refused by name.

use crate::locate::{self, Called};
use crate::protocol::arguments::clean;
use indexer_core::path::extension;
use indexer_store::View;
use serde_json::{Map, Value, json};

/// Words for what a question is about.
const MAIN: &[&str] = &[
    "symbol",
    "name",
    "target",
    "query",
    "symbol_name",
    "name_path",
    "identifier",
    "qualified_name",
    "function",
    "function_name",
    "method",
    "method_name",
    "class",
    "class_name",
    "type",
    "type_name",
    "module",
    "package",
    "entity",
    "q",
    "question",
    "text",
    "keyword",
    "keywords",
    "pattern",
    "regex",
    "term",
    "prompt",
    "signature",
    "search_term",
    "search_query",
];

/// Words for other arguments: what clients write, and what it is here; the first that the tool has.
#[rustfmt::skip]
const WORDS: &[(&[&str], &[&str])] = &[
    (&["file", "file_path", "filepath", "filename", "file_name", "relative_path", "directory", "dir", "folder",
        "uri", "document", "text_document"], &["path"]),
    (&["files", "file_paths", "filenames"], &["paths", "path"]),
    (&["paths"], &["path"]),
    (&["names", "targets"], &["symbols"]),
    (&["max_results", "max", "max_count", "top_k", "k", "n", "count", "num_results", "head_limit", "rows",
        "max_items"], &["limit"]),
    (&["max_depth", "levels", "hops", "max_hops", "distance"], &["depth"]),
    (&["kinds", "symbol_kind", "symbol_kinds", "symbol_type", "include_kinds", "type", "types"], &["kind"]),
    (&["lang", "languages"], &["language"]),
    (&["max_tokens", "tokens", "token_budget", "token_limit", "max_output_tokens"], &["budget"]),
    (&["start", "line_start", "from_line", "first_line", "begin_line", "offset", "line"], &["start_line"]),
    (&["end", "line_end", "to_line", "last_line"], &["end_line"]),
    (&["source", "src", "start", "source_symbol", "from_symbol", "caller"], &["from"]),
    (&["target", "destination", "dest", "end", "target_symbol", "to_symbol", "callee"], &["to"]),
    (&["base", "base_ref", "since", "from_ref", "revision", "ref", "commit"], &["since_ref", "rev"]),
    (&["branch"], &["rev"]),
    (&["next_cursor", "page_token"], &["cursor"]),
    (&["symbol", "query", "about", "around"], &["focus"]),
];

/// Switches that ask for what every answer holds: where the symbol itself is defined.
const NEEDLESS: &[&str] = &["include_declaration", "include_definition"];

/// The arguments of a tool with this schema that `given` means, whatever is indexed.
pub(crate) fn in_our_words(schema: &Value, given: Map<String, Value>) -> Map<String, Value> {
    let Some(properties) = schema["properties"].as_object() else { return given };
    let reader = Reader { properties, main: main_argument(schema, properties) };
    let mut read = reader.renamed(given);
    reader.lines_of_offset(&mut read);
    reader.place(&mut read);
    reader.main_of_path(schema, &mut read);
    for (name, value) in &mut read {
        if let Some(property) = properties.get(name) {
            fit(property, value);
        }
    }
    // What takes a list of words and has no word for all of them means all of them without any.
    read.retain(|name, value| {
        !(value == "all" || *value == json!(["all"])) || !is_closed_list(properties.get(name))
    });
    read
}

/// The same, paths as the index knows them.
pub(crate) fn read(view: &View, schema: &Value, given: Map<String, Value>) -> Map<String, Value> {
    let mut read = in_our_words(schema, given);
    let Some(properties) = schema["properties"].as_object() else { return read };
    known_path(view, &mut read);
    Reader { properties, main: main_argument(schema, properties) }.symbol_of_path(view, &mut read);
    read
}

/// The argument that says what a question is about: the only one that is required, or the symbol.
fn main_argument<'s>(schema: &'s Value, properties: &'s Map<String, Value>) -> Option<&'s str> {
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    match required {
        [one] => one.as_str(),
        [] => properties.get_key_value("symbol").map(|(name, _)| name.as_str()),
        _ => None,
    }
}

struct Reader<'s> {
    properties: &'s Map<String, Value>,
    main: Option<&'s str>,
}

impl Reader<'_> {
    /// Every argument under the name that the tool has for it. An argument under its own name decides.
    fn renamed(&self, given: Map<String, Value>) -> Map<String, Value> {
        let (mut read, others): (Map<_, _>, Map<_, _>) =
            given.into_iter().partition(|(name, _)| self.properties.contains_key(name));
        for (name, value) in others {
            let word = snake(&name);
            if NEEDLESS.contains(&word.as_str())
                && self.properties.contains_key("include")
                && value.is_boolean()
            {
                continue;
            }
            let ours = self.ours(&word, &read).map(str::to_owned);
            match ours {
                // Said twice in the same way.
                Some(ours) if read.get(&ours) == Some(&value) => {}
                Some(ours) if !read.contains_key(&ours) => drop(read.insert(ours, value)),
                _ => drop(read.insert(name, value)),
            }
        }
        read
    }

    /// The argument of the tool that a word stands for, one that is not given yet where there is.
    fn ours<'a>(&'a self, word: &'a str, read: &Map<String, Value>) -> Option<&'a str> {
        if self.properties.contains_key(word) {
            return Some(word);
        }
        let of_main = self.main.filter(|_| MAIN.contains(&word));
        let of_words = WORDS
            .iter()
            .filter(|(words, _)| words.contains(&word))
            .flat_map(|(_, ours)| ours.iter().copied());
        let mut all = of_main.into_iter().chain(of_words.filter(|ours| self.properties.contains_key(*ours)));
        let first = all.clone().next();
        // Without a main argument of its own a tool is about a path.
        let of_path = || (self.main.is_none() && MAIN.contains(&word)).then_some("path");
        all.find(|ours| !read.contains_key(*ours)).or(first).or_else(of_path)
    }

    /// A first line and a number of lines, as readers of files have them.
    fn lines_of_offset(&self, read: &mut Map<String, Value>) {
        if !self.properties.contains_key("end_line") || read.contains_key("end_line") {
            return;
        }
        if let (Some(start), Some(count)) =
            (read.get("start_line").and_then(whole), read.get("limit").and_then(whole))
        {
            read.remove("limit");
            read.insert("start_line".into(), json!(start.max(1)));
            read.insert("end_line".into(), json!((start.max(1) + count).saturating_sub(1)));
        }
    }

    /// A place in parts: path, line, and column or what language servers call so, which counts from 0.
    fn place(&self, read: &mut Map<String, Value>) {
        let Some(main) = self.main.filter(|main| !read.contains_key(*main)) else { return };
        let line =
            if self.properties.contains_key("start_line") { None } else { read.get("line").and_then(whole) };
        let (Some(line), Some(Value::String(path))) = (line, read.get("path")) else { return };
        let column = read.get("column").or_else(|| read.get("col")).and_then(whole);
        let column = column.or_else(|| read.get("character").and_then(whole).map(|character| character + 1));
        let mut text = format!("{}:{line}", clean(path));
        if let Some(column) = column {
            text.push_str(&format!(":{column}"));
        }
        for name in ["path", "line", "column", "col", "character"] {
            read.remove(name);
        }
        read.insert(main.to_owned(), text.into());
    }

    /// A question about a file that is asked by `path` alone.
    fn main_of_path(&self, schema: &Value, read: &mut Map<String, Value>) {
        let Some(main) = self.main.filter(|main| matches!(*main, "symbol" | "target")) else { return };
        let is_required = schema["required"].as_array().is_some_and(|all| !all.is_empty());
        if is_required
            && !read.contains_key(main)
            && let Some(path) = read.get("path").filter(|path| path.is_string()).cloned()
        {
            read.remove("path");
            read.insert(main.to_owned(), path);
        }
    }

    /// A symbol, a place or lines where a reader of files wants a path.
    fn symbol_of_path(&self, view: &View, read: &mut Map<String, Value>) {
        let reads = ["symbol", "symbols", "start_line"];
        let Some(Value::String(path)) = read.get("path") else { return };
        let is_reader = reads.iter().all(|name| self.properties.contains_key(*name));
        // Where a folder may be meant as well, a name is what something is called.
        let is_estimate = || ["symbol", "directory"].iter().all(|name| self.properties.contains_key(*name));
        let is_known = || match locate::called(view, path) {
            Called::Name(names) => {
                names.last().is_some_and(|last| !view.symbols_named(last, false).is_empty())
            }
            _ => false,
        };
        if !(is_reader || is_estimate() && is_known())
            || reads.iter().chain(&["end_line"]).any(|name| is_given(read.get(*name)))
            || locate::is_outside(path)
            || view.files_under(clean(path)).next().is_some()
        {
            return;
        }
        let is_path = match locate::called(view, path) {
            Called::File(_) => true,
            Called::Name(_) => {
                let end = extension(path);
                path.contains('/')
                    || !end.is_empty() && view.files().any(|file| extension(file.path()) == end)
            }
            Called::Key { .. } | Called::Place { .. } | Called::Lines { .. } => false,
        };
        if !is_path {
            let path = read.remove("path").unwrap_or_default();
            read.insert("symbol".into(), path);
        }
    }
}

/// False for a list without anything in it, as the command line gives it.
fn is_given(value: Option<&Value>) -> bool {
    value.is_some_and(|value| value.as_array().is_none_or(|all| !all.is_empty()))
}

/// The whole path where only its end is given, and one file has it.
fn known_path(view: &View, read: &mut Map<String, Value>) {
    if let Some(Value::String(path)) = read.get_mut("path")
        && !locate::is_outside(path)
        && view.files_under(clean(path)).next().is_none()
        && let Some(file) = locate::find_file(view, path)
    {
        *path = file.path().to_owned();
    }
}

/// `file_path` of `filePath` and `file-path`.
fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for (i, c) in name.chars().enumerate() {
        match c {
            '-' | ' ' => out.push('_'),
            c if c.is_ascii_uppercase() && i > 0 => out.extend(['_', c.to_ascii_lowercase()]),
            c => out.push(c.to_ascii_lowercase()),
        }
    }
    out
}

/// A whole number, also as text.
fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// Makes a value one of the type that is wanted, where it can only mean one.
fn fit(property: &Value, value: &mut Value) {
    let fitted = match (property["type"].as_str(), &*value) {
        (Some("integer"), Value::String(text)) => text.trim().parse::<u32>().ok().map(Value::from),
        (Some("integer"), Value::Number(number)) => {
            let whole = number
                .as_f64()
                .filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number));
            whole.map(|number| json!(number as u32))
        }
        (Some("number"), Value::String(text)) => text.trim().parse::<f64>().ok().map(Value::from),
        (Some("boolean"), Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Some(json!(true)),
            "false" => Some(json!(false)),
            _ => None,
        },
        (Some("array"), Value::String(text)) => Some(list(text)),
        (Some("string"), Value::Array(all)) => {
            let words: Option<Vec<&str>> = all.iter().map(Value::as_str).collect();
            words.filter(|words| !words.is_empty()).map(|words| json!(words.join(",")))
        }
        _ => None,
    };
    if let Some(fitted) = fitted {
        *value = fitted;
    }
}

/// A list that came as one text: JSON, or words with commas as on the command line.
fn list(text: &str) -> Value {
    if let Ok(Value::Array(all)) = serde_json::from_str(text) {
        return Value::Array(all);
    }
    json!(text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect::<Vec<_>>())
}

/// True for a list of words that the schema lists, without a word for all of them.
fn is_closed_list(property: Option<&Value>) -> bool {
    let words = property.and_then(|property| property["items"]["enum"].as_array());
    words.is_some_and(|words| !words.iter().any(|word| word == "all"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::find;

    fn read_as(tool: &str, given: Value) -> Value {
        let schema = find(tool).unwrap().full_schema();
        let Value::Object(given) = given else { unreachable!("an object") };
        Value::Object(read(&View::empty(), &schema, given))
    }

    #[test]
    fn words_of_others_are_read_as_ours() {
        assert_eq!(
            read_as("get_callers", json!({"functionName": "a", "maxDepth": "2"})),
            json!({"symbol": "a", "depth": 2})
        );
        assert_eq!(
            read_as("lookup_symbol", json!({"query": "a", "type": "class"})),
            json!({"name": "a", "kind": "class"})
        );
        assert_eq!(read_as("get_impact", json!({"file": "a.py"})), json!({"target": "a.py"}));
        assert_eq!(
            read_as("find_path", json!({"source": "a", "target": "b"})),
            json!({"from": "a", "to": "b"})
        );
        assert_eq!(read_as("get_tree", json!({"target": "src"})), json!({"path": "src"}));
        assert_eq!(
            read_as("find_definition", json!({"file": "a.py", "line": 3, "character": 4})),
            json!({"symbol": "a.py:3:5"})
        );
        assert_eq!(
            read_as("read_source", json!({"file_path": "a.py", "offset": 3, "limit": 5})),
            json!({"path": "a.py", "start_line": 3, "end_line": 7})
        );
    }

    #[test]
    fn what_is_not_plain_stays_for_the_tool_to_refuse() {
        for given in [json!({"symbol": "a", "name": "b"}), json!({"symbol": "a", "colour": "red"})] {
            assert_eq!(read_as("get_callers", given.clone()), given);
        }
        assert_eq!(read_as("get_callers", json!({"symbol": "a", "name": "a"})), json!({"symbol": "a"}));
        assert_eq!(read_as("get_callers", json!({"symbol": "a", "depth": "much"}))["depth"], "much");
    }

    #[test]
    fn values_are_of_the_type_that_is_wanted() {
        assert_eq!(
            read_as(
                "find_references",
                json!({"symbol": "a", "include": "all", "limit": 5.0, "exact": "true"})
            ),
            json!({"symbol": "a", "include": ["all"], "limit": 5, "exact": true})
        );
        assert_eq!(
            read_as("lookup_symbol", json!({"name": "a", "kind": ["class", "struct"]}))["kind"],
            "class,struct"
        );
        assert_eq!(
            read_as("batch_file_summaries", json!({"paths": "[\"a.py\"]"})),
            json!({"paths": ["a.py"]})
        );
        assert_eq!(read_as("get_smells", json!({"kind": "all"})), json!({}));
    }
}
