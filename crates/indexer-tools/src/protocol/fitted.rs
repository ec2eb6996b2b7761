//! What is done with an answer that is larger than its budget when all that its tool can leave out is left out: of lists and
//! texts beside the rows, and inside of a row, the largest are halved, and of text the last lines are left out.

use crate::protocol::records::Records;
use serde_json::{Map, Value};

/// Bytes of a text below which it is not cut.
const SHORT: usize = 120;
/// Bytes of the record that says what was left out.
const SAID: usize = 40;

/// Halves the largest lists and texts of an object until it has at most `room` bytes, or nothing is left to halve. How much
/// of a list is left out stands beside it, as `more_` and its name. `rows` is the list that the page is of: it is as long as
/// the cursor says, and only what stands inside is cut. True where anything was left out.
pub(super) fn fit(value: &mut Value, rows: &str, room: usize) -> bool {
    let mut is_cut = false;
    let mut size = size_of(value);
    while size > room {
        let Some(top) = value.as_object_mut() else { break };
        let Some(saved) = halve_largest(top, Some(rows)) else { break };
        is_cut = true;
        if saved == 0 {
            break;
        }
        size = size_of(value);
    }
    is_cut
}

/// Bytes of a value as it is written.
fn size_of(value: &Value) -> usize {
    value.to_string().len()
}

/// Where something that can be halved stands in an object, and how many bytes it has.
struct Largest {
    path: Vec<Step>,
    bytes: usize,
}

/// One step into a value.
#[derive(Clone)]
enum Step {
    Member(String),
    Element(usize),
}

/// Halves the largest list or text in an object; how many bytes that saved. `None` where there is none.
fn halve_largest(top: &mut Map<String, Value>, rows: Option<&str>) -> Option<usize> {
    let mut largest: Option<Largest> = None;
    for (name, value) in top.iter() {
        let path = vec![Step::Member(name.clone())];
        match value {
            // What every answer says of itself.
            _ if matches!(name.as_str(), "index" | "root" | "tool" | "cursor") => {}
            Value::Array(all) if Some(name.as_str()) == rows => {
                for (at, one) in all.iter().enumerate() {
                    look(one, &[path.clone(), vec![Step::Element(at)]].concat(), &mut largest);
                }
            }
            value => look(value, &path, &mut largest),
        }
    }
    let mut path = largest?.path;
    let last = path.pop()?;
    let mut around: &mut Value = top.get_mut(match path.first() {
        Some(Step::Member(name)) => name.as_str(),
        _ => return halve_member(top, last),
    })?;
    for step in &path[1..] {
        around = match step {
            Step::Member(name) => around.get_mut(name.as_str())?,
            Step::Element(at) => around.get_mut(*at)?,
        };
    }
    halve_member(around.as_object_mut()?, last)
}

/// Takes `value` for the largest where it can be halved and is larger, else looks into it. A list is a member of an object,
/// and has things or their names: one of figures says something by its length, and so does one in a list, such as a cycle.
/// A text is prose or code: half a key names nothing.
fn look(value: &Value, path: &[Step], largest: &mut Option<Largest>) {
    let member = match path.last() {
        Some(Step::Member(name)) => Some(name.as_str()),
        _ => None,
    };
    let is_list = member.is_some()
        && matches!(value, Value::Array(all) if all.len() > 1 && !all.iter().any(Value::is_number));
    let is_prose = member.is_some_and(|name| PROSE.contains(&name));
    let is_text = is_prose && matches!(value, Value::String(text) if text.len() > SHORT);
    if is_list || is_text {
        let bytes = size_of(value);
        if largest.as_ref().is_none_or(|known| known.bytes < bytes) {
            *largest = Some(Largest { path: path.to_vec(), bytes });
        }
        return;
    }
    let inside = |step| [path, &[step]].concat();
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, one)| look(one, &inside(Step::Member(name.clone())), largest));
        }
        Value::Array(all) => {
            all.iter().enumerate().for_each(|(at, one)| look(one, &inside(Step::Element(at)), largest));
        }
        _ => {}
    }
}

/// Members whose texts are for people.
const PROSE: &[&str] =
    &["doc", "documentation", "in_part", "new_signature", "old_signature", "signature", "text", "why"];

/// Halves a member of an object, and says beside it how much of a list is gone.
fn halve_member(members: &mut Map<String, Value>, step: Step) -> Option<usize> {
    let Step::Member(name) = step else { return None };
    let (saved, gone) = halve(members.get_mut(&name)?)?;
    // How many there are in all may stand there already.
    if gone > 0 && !members.contains_key(&format!("{name}_total")) {
        let more = format!("more_{name}");
        let known = members.get(&more).and_then(Value::as_u64).unwrap_or(0);
        members.insert(more, (known + gone as u64).into());
    }
    Some(saved)
}

/// Halves a list or a text: how many bytes that saved, and how many elements are gone.
fn halve(value: &mut Value) -> Option<(usize, usize)> {
    let before = size_of(value);
    let gone = match value {
        Value::Array(all) => {
            let kept = all.len() / 2;
            let gone = all.len() - kept;
            all.truncate(kept);
            gone
        }
        Value::String(text) => {
            text.truncate(text.floor_char_boundary(text.len() / 2));
            text.push('…');
            0
        }
        _ => return None,
    };
    Some((before.saturating_sub(size_of(value)), gone))
}

/// What stands before the rows, the rows and what stands behind them in at most `room` bytes; `None` where they have no more
/// anyway. Lines are left out of what stands before, then of what stands behind, and of a row alone where that is too large:
/// more rows are not there where there is no room for them.
pub(super) fn parts([head, rows, tail]: [&str; 3], room: usize) -> Option<String> {
    let mut over = (head.len() + rows.len() + tail.len()).checked_sub(room).filter(|over| *over > 0)?;
    let mut fit = |part: &str| match lines(part, part.len().saturating_sub(over)) {
        Some(kept) => {
            over = over.saturating_sub(part.len().saturating_sub(kept.len()));
            kept
        }
        None => part.to_owned(),
    };
    let (head, tail) = (fit(head), fit(tail));
    Some(head + &fit(rows) + &tail)
}

/// The first lines of a text that have at most `room` bytes together, and a record that says how many follow; `None` where
/// all of it fits. The first line is kept.
fn lines(text: &str, room: usize) -> Option<String> {
    if text.len() <= room {
        return None;
    }
    let (mut end, mut kept) = (0, 0);
    for line in text.split_inclusive('\n') {
        if kept > 0 && end + line.len() + SAID > room {
            break;
        }
        end += line.len();
        kept += 1;
    }
    let left = text.lines().count() - kept;
    if left == 0 || end + SAID > text.len() {
        return None;
    }
    let mut said = Records::default();
    said.record("cut").field("lines", left).field("reason", "budget");
    Some(format!("{}{}", &text[..end], said.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_largest_lists_and_texts_are_halved_and_counted() {
        let files: Vec<String> = (0..100).map(|n| format!("file{n}")).collect();
        let mut value = json!({
            "root": "/a/long/path/that/stays",
            "rows": [{"name": "a", "text": "word ".repeat(100), "more_files": 2, "files": files}],
            "deep": {"pair": [1, 2], "key": "k".repeat(130), "edges": ["a", "b", "c"], "edges_total": 9},
            "cycles": [["a", "b"], ["c", "d"]],
        });
        assert!(fit(&mut value, "rows", 420));
        assert!(size_of(&value) <= 420, "{value}");
        let row = &value["rows"][0];
        let kept = row["files"].as_array().unwrap().len() as u64;
        assert_eq!((row["name"].as_str(), row["more_files"].as_u64()), (Some("a"), Some(102 - kept)));
        assert!(row["text"].as_str().unwrap().ends_with('…'));
        fit(&mut value, "rows", 10);
        // What says something by its length stays.
        assert_eq!((&value["deep"]["pair"], &value["cycles"]), (&json!([1, 2]), &json!([["a", "b"]])));
        assert_eq!((value["deep"]["key"].as_str().unwrap().len(), &value["more_cycles"]), (130, &json!(1)));
        assert_eq!((&value["deep"]["edges"], value["deep"].get("more_edges")), (&json!(["a"]), None));
        // What can not be smaller stays as it is.
        let mut small = json!({"rows": [1, 2, 3], "root": "r".repeat(500)});
        assert!(!fit(&mut small, "rows", 10));
        assert_eq!(small["rows"], json!([1, 2, 3]));
    }

    #[test]
    fn lines_are_cut_before_the_rows_then_behind_them_and_counted() {
        let many = |word: &str| (0..9).map(|n| format!("{word} number={n} of=9\n")).collect::<String>();
        let (head, rows, tail) = (many("head"), many("row"), many("tail"));
        let whole = [head.as_str(), rows.as_str(), tail.as_str()];
        assert_eq!(parts(whole, 1_000), None);
        let cut = parts(whole, 420).unwrap();
        assert!(cut.len() <= 420 && cut.contains(&rows) && cut.contains(&tail), "{cut}");
        assert!(cut.starts_with("head number=0 of=9\n") && cut.contains("cut lines="), "{cut}");
        let cut = parts(whole, 300).unwrap();
        assert!(cut.len() <= 300 && cut.contains(&rows) && !cut.contains(&tail), "{cut}");
        let cut = parts(whole, 200).unwrap();
        assert!(cut.contains("row number=0 of=9\n") && !cut.contains(&rows), "{cut}");
        assert_eq!(parts(["", "a row\n", ""], 3).as_deref(), Some("a row\n"), "one line is always there");
    }
}
