//! Draws literals from checkouts: messages and keys that stand in one to three lines of a repository, and
//! questions for them as users paste them. The same seed and checkouts give the same table.

use crate::tree;
use std::collections::BTreeSet;
use std::path::Path;

/// The checkouts with their commits, in the order of the table.
const REPOSITORIES: &[(&str, &str)] = &[
    ("requests", "1f6589ec3a1ee910f9a65cc3ceac60b26677bc0e"),
    ("flask", "2ac89889f4cc330eabd50f295dcef02828522c69"),
    ("ripgrep", "3fce3b5bb0236da2df6d99672afb8a719642eca7"),
    ("axios", "23a25af0688d1db2c396deb09229d2271cc24f6c"),
    ("gin", "dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9"),
    ("gson", "9835b6f90192f79cdf5300c528fc6212455fb6c1"),
    ("jq", "579e6f76cffd7643ba4002a2c3618a5ea710589a"),
    ("leveldb", "78a352f47ed6c1e9d750545e9b242289185b87e1"),
    ("rust-analyzer", "d2e55da49132fa70a13dfbdc99122432b02cf464"),
    ("vue", "e2bede96134f757aad5c5b33ac9be055022dbfc8"),
    ("express", "a3714473feb3d2908add734d340e7755fd85e0a3"),
    ("tokio", "ea91b33ca57ff0581b38e735cc108f831bccbdaa"),
];
const SEED: u64 = 19;
/// Messages and keys of one repository.
const MESSAGES: usize = 5;
const KEYS: usize = 3;
/// Lines that may hold one.
const MOST_PLACES: usize = 3;
/// What stands for the values of a message.
const VALUES: &[&str] = &["/var/run/app.sock", "42", "alpha", "10.0.0.7:8080", "my-plugin"];
/// Folders and marks of files whose messages nobody reports.
const ASIDE: &[&str] =
    &["test", "spec", "bench", "example", "docs", "fixture", "vendor", "dist/", "deps/", ".min."];

/// A literal with where it was found.
struct Literal {
    text: String,
    places: Vec<String>,
}

/// Writes `literals.tsv`.
pub(super) fn write(corpora: &Path, data: &Path) -> Result<(), String> {
    let mut out = "# repository\tkind\tform\tquery\tlines that hold it (| separated)\n".to_owned();
    for (repository, commit) in REPOSITORIES {
        let files = read(&corpora.join(repository), commit)?;
        let found = draw(&files, repository, messages);
        for (at, literal) in found.iter().take(MESSAGES).enumerate() {
            let (form, query) = message_query(&literal.text, at);
            row(&mut out, [repository, "message", form, &query], &literal.places);
        }
        let found = draw(&files, repository, keys);
        for (at, literal) in found.iter().take(KEYS).enumerate() {
            // Without its quotes a key may also be a name that stands everywhere.
            let bare = places(&files, literal.text.trim_matches(['"', '\'']));
            let (form, query) = key_query(&literal.text, at, bare.len() <= MOST_PLACES);
            let places = if form == "backticks" { &bare } else { &literal.places };
            row(&mut out, [repository, "key", form, &query], places);
        }
    }
    let path = data.join("literals.tsv");
    std::fs::write(&path, out).map_err(|e| format!("{}: {e}", path.display()))
}

fn row(out: &mut String, cells: [&str; 4], places: &[String]) {
    out.push_str(&format!("{}\t{}\n", cells.join("\t"), places.join("|")));
}

/// The tracked text files of a checkout, which must be at the commit.
fn read(root: &Path, commit: &str) -> Result<Vec<(String, String)>, String> {
    let head = tree::git(root, &["rev-parse", "HEAD"])?;
    if !head.starts_with(commit) {
        return Err(format!("{} is at {}, not at {commit}", root.display(), head.trim()));
    }
    let listed = tree::git(root, &["ls-files", "-z"])?;
    let paths = listed.split('\0').filter(|path| !path.is_empty());
    Ok(paths
        .filter_map(|path| Some((path.to_owned(), std::fs::read_to_string(root.join(path)).ok()?)))
        .filter(|(_, text)| text.len() < 512 << 10)
        .collect())
}

/// The literals that `of` finds on the lines of source files, those that stand in few lines of the whole
/// repository, in the order of their hashes.
fn draw(files: &[(String, String)], repository: &str, of: fn(&str) -> Vec<String>) -> Vec<Literal> {
    const ENDINGS: &[&str] = &["py", "rs", "js", "ts", "go", "java", "c", "cc", "cpp", "h"];
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for (path, text) in files {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        if ENDINGS.contains(&ending) && !ASIDE.iter().any(|mark| path.to_lowercase().contains(mark)) {
            texts.extend(text.lines().filter(|line| !is_comment(line)).flat_map(of));
        }
    }
    let mut texts: Vec<String> = texts.into_iter().collect();
    texts.sort_by_key(|text| hash(&format!("{repository} {text}")));
    let mut found = Vec::new();
    for text in texts {
        if found.len() >= MESSAGES.max(KEYS) {
            break;
        }
        let places = places(files, &text);
        if (1..=MOST_PLACES).contains(&places.len()) {
            found.push(Literal { text, places });
        }
    }
    found
}

fn is_comment(line: &str) -> bool {
    ["//", "#", "*", "/*", "--"].iter().any(|mark| line.trim_start().starts_with(mark))
}

/// `path:line` of each line that holds the text.
fn places(files: &[(String, String)], text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (path, held) in files.iter().filter(|(_, held)| held.contains(text)) {
        let lines = held.lines().zip(1..).filter(|(line, _)| line.contains(text));
        found.extend(lines.map(|(_, number)| format!("{path}:{number}")));
    }
    found
}

/// FNV-1a, with the seed before the text.
fn hash(text: &str) -> u64 {
    let bytes = SEED.to_le_bytes().into_iter().chain(text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// What stands between quotes on a line, quotes included.
fn strings(line: &str) -> Vec<&str> {
    let (mut found, mut open) = (Vec::new(), None);
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match open {
            _ if escaped => escaped = false,
            _ if c == '\\' => escaped = true,
            Some((start, quote)) if c == quote => {
                found.push(&line[start..=at]);
                open = None;
            }
            None if matches!(c, '"' | '`') => open = Some((at, c)),
            None if c == '\'' && !line[..at].ends_with(|c: char| c.is_alphanumeric() || "&<".contains(c)) => {
                open = Some((at, c));
            }
            _ => {}
        }
    }
    found
}

/// The messages of a line: sentences of at least four words.
fn messages(line: &str) -> Vec<String> {
    let held = strings(line).into_iter().map(|text| &text[1..text.len() - 1]);
    held.filter(|text| {
        let fixed = pieces(text).join(" ");
        let words = fixed.split(' ').filter(|word| word.bytes().filter(u8::is_ascii_alphabetic).count() > 1);
        let letters = fixed.bytes().filter(|b| b.is_ascii_alphabetic() || *b == b' ').count();
        words.count() >= 4
            && fixed.len() >= 20
            && text.len() <= 120
            && letters * 10 >= fixed.len() * 9
            && !text.contains(['\\', '\t', '<', '|', '^'])
            && text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-')
            && text.trim() == *text
    })
    .map(str::to_owned)
    .collect()
}

/// The parts of a message between its placeholders: `{}`, `{name}`, `${x}`, `%s`.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = match rest.as_bytes() {
            [b'$', b'{', ..] | [b'{', ..] => rest.find('}').map(|end| end + 1),
            [b'%', ..] => {
                let flags =
                    rest[1..].bytes().take_while(|byte| b"0123456789.+-#*lhzjt".contains(byte)).count();
                rest.as_bytes().get(flags + 1).filter(|byte| byte.is_ascii_alphabetic()).map(|_| flags + 2)
            }
            _ => None,
        };
        match length {
            Some(length) => {
                found.push(&text[start..at]);
                at += length;
                start = at;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found.push(&text[start..]);
    found
}

/// A message as users paste it.
fn message_query(text: &str, at: usize) -> (&'static str, String) {
    let parts = pieces(text);
    if parts.len() > 1 {
        let mut query = String::new();
        for (part, value) in parts.iter().zip(VALUES.iter().cycle().skip(at)) {
            query += part;
            query += value;
        }
        let last = VALUES.iter().cycle().skip(at).nth(parts.len() - 1).map_or(0, |value| value.len());
        query.truncate(query.len() - last);
        return ("interpolated", query);
    }
    match at % 5 {
        0 => ("plain", text.to_owned()),
        1 => ("quoted", format!("\"{text}\"")),
        2 => ("in a sentence", format!("where does the error '{text}' come from")),
        3 => ("backticks", format!("`{text}`")),
        _ => ("bare sentence", format!("why do I get {text}")),
    }
}

/// The keys of a line, with their quotes: of maps, of configuration, of the environment.
fn keys(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for text in strings(line) {
        let key = &text[1..text.len() - 1];
        let at = text.as_ptr() as usize - line.as_ptr() as usize;
        let (before, after) = (line[..at].trim_end(), line[at + text.len()..].trim_start());
        let asked =
            ["[", "get(", "getenv(", "Getenv(", "var(", "var_os(", "has(", "pop(", "setdefault(", "get_str("];
        let is_key = after.starts_with(':')
            || after.starts_with("=>")
            || asked.iter().any(|one| before.ends_with(one));
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        if is_key
            && (4..=40).contains(&key.len())
            && key.chars().all(plain)
            && key.starts_with(|c: char| c.is_ascii_alphabetic())
            && !text.starts_with('`')
        {
            found.push(text.to_owned());
        }
    }
    found
}

/// A key as users ask for it.
fn key_query(text: &str, at: usize, is_rare: bool) -> (&'static str, String) {
    let key = &text[1..text.len() - 1];
    match at % 3 {
        1 if is_rare => ("backticks", format!("`{key}`")),
        2 => ("in a sentence", format!("where is the key {text} read")),
        _ => ("quoted", text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_a_line_are_read_and_values_stand_for_placeholders() {
        assert_eq!(strings(r#"f("a \" b", 'c') + x['d'] // don't"#), [r#""a \" b""#, "'c'", "'d'"]);
        assert_eq!(pieces("open %s: {} of ${n} 5% %-3lu"), ["open ", ": ", " of ", " 5% ", ""]);
        assert_eq!(messages(r#"raise E("the pool is %s and closed")"#), ["the pool is %s and closed"]);
        assert_eq!(
            message_query("the pool is %s and closed", 0).1,
            "the pool is /var/run/app.sock and closed"
        );
        assert_eq!(keys(r#"x = environ["MY_KEY"] + {"a_key": 1}"#), [r#""MY_KEY""#, r#""a_key""#]);
        assert!(messages(r#""two words""#).is_empty() && keys(r#"print("name")"#).is_empty());
    }
}
