//! Places that a text names by file and line: frames of stacks, messages of compilers, hunks of diffs, links to lines.

/// A place that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The file as it is written, in lower case, with a slash before it: `/net/pool.py`.
    pub place: String,
    /// The line, 1-based; 0 where none is named.
    pub line: u32,
}

/// Most places of one text.
const MOST: usize = 64;
/// Longest ending of a file's name.
const LONGEST_ENDING: usize = 6;

/// The places of a text, the innermost of a stack first: Python writes it last. O(length).
pub(super) fn frames_of(text: &str) -> Vec<Frame> {
    let mut found: Vec<Frame> = Vec::new();
    let mut file: Option<String> = None;
    let mut innermost_last = false;
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("+++ ").or_else(|| line.strip_prefix("--- ")) {
            // A file that is new has no name before, one that is gone none after.
            let path = path.split('\t').next().unwrap_or(path).trim();
            if path != "/dev/null" {
                file = place(path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path));
            }
        } else if let (Some(path), Some(hunk)) = (&file, line.strip_prefix("@@ -")) {
            push(&mut found, path.clone(), number(hunk));
        } else if let Some((path, rest)) =
            line.trim_start().strip_prefix("File \"").and_then(|rest| rest.split_once('"'))
        {
            let line = rest.strip_prefix(", line ").map_or(0, number);
            if let Some(place) = place(path) {
                innermost_last = true;
                push(&mut found, place, line);
            }
        } else {
            on_line(line, &mut found);
        }
        if found.len() >= MOST {
            break;
        }
    }
    if innermost_last {
        found.reverse();
    }
    found
}

fn push(found: &mut Vec<Frame>, place: String, line: u32) {
    let frame = Frame { place, line };
    if !found.contains(&frame) && found.len() < MOST {
        found.push(frame);
    }
}

/// Adds what a line names as `path:line`, `(File.java:10)` and `path#L10`.
fn on_line(line: &str, found: &mut Vec<Frame>) {
    let split = |c: char| c.is_whitespace() || "\"'`(),<>[]{}".contains(c);
    // `at a.b.C.run(C.java:10)`: the package is the folder.
    let package = line.trim_start().strip_prefix("at ").and_then(|rest| {
        let (name, rest) = rest.split_once('(')?;
        let in_place = rest.split(')').next().is_some_and(|place| !place.contains(['/', '\\']));
        let (class, _) = name.rsplit_once('.')?;
        let (package, _) = class.rsplit_once('.')?;
        let is_package = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_');
        let package = package.rsplit('/').next().unwrap_or(package);
        (in_place && package.chars().all(is_package)).then(|| package.replace('.', "/"))
    });
    for word in line.split(split).filter(|word| word.contains([':', '#'])) {
        let (path, numbered) = match word.find("#L") {
            Some(at) => (file_of_link(&word[..at]), &word[at + 2..]),
            None => {
                // The drive of a path on Windows is no file.
                let from = if word.as_bytes().get(1) == Some(&b':') { 2 } else { 0 };
                let Some(at) = word[from..].find(':').map(|at| at + from) else { continue };
                (&word[..at], &word[at + 1..])
            }
        };
        let line = number(numbered);
        if line == 0 || path.contains("://") {
            continue;
        }
        let path = match &package {
            Some(package) if !path.contains(['/', '\\']) => format!("{package}/{path}"),
            _ => path.to_owned(),
        };
        if let Some(place) = place(&path) {
            push(found, place, line);
        }
    }
}

/// The path in the repository of a link to a file of a forge: what stands behind `blob` and a revision.
fn file_of_link(link: &str) -> &str {
    let Some((_, rest)) = link.split_once("/blob/") else { return link };
    rest.split_once('/').map_or("", |(_, path)| path)
}

/// The number that a text begins with; 0 where it is none.
fn number(text: &str) -> u32 {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().unwrap_or(0)
}

/// A path as places are written; `None` for what is no name of a file.
fn place(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let path = path.trim_start_matches("./").trim_start_matches('/');
    let (stem, ending) = path.rsplit_once('.')?;
    let is_ending = (1..=LONGEST_ENDING).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !ending.bytes().all(|byte| byte.is_ascii_digit());
    let name = stem.rsplit('/').next().unwrap_or(stem);
    (is_ending && !name.is_empty() && !name.contains('=')).then(|| format!("/{}", path.to_ascii_lowercase()))
}

/// How well a place names a file, both in lower case with a slash before them: 1 where the file ends with all of the
/// place, or the place with all of the file and that is more than a name, since a name at the root stands in many other
/// folders; less where only the file and its folder are the same, as below another root; 0 where they differ.
pub fn likeness(place: &str, file: &str) -> f32 {
    let same = place.rsplit('/').zip(file.rsplit('/')).take_while(|(a, b)| a == b && !a.is_empty()).count();
    match same {
        _ if file.ends_with(place) || place.ends_with(file) && same >= 2 => 1.0,
        2.. => 0.8,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_all_kinds_are_read() {
        for (text, expected) in [
            (
                "Traceback (most recent call last):\n  File \"/home/me/net/a.py\", line 3, in f\n    g()\n  File \
                 \"net/b.py\", line 9, in g\n",
                &[("/net/b.py", 9), ("/home/me/net/a.py", 3)][..],
            ),
            (
                "\tat org.x.net.Pool.run(Pool.java:10)\n\tat Main.main(Main.java:3)",
                &[("/org/x/net/pool.java", 10), ("/main.java", 3)],
            ),
            (
                "    at open (/srv/app/src/pool.ts:6:13)\n    at src/io.js:7:1",
                &[("/srv/app/src/pool.ts", 6), ("/src/io.js", 7)],
            ),
            ("thread 'main' panicked at src/pool.rs:12:5:\nempty", &[("/src/pool.rs", 12)]),
            ("net.(*Pool).Get(0xc0)\n\t/go/src/net/pool.go:31 +0x1d", &[("/go/src/net/pool.go", 31)]),
            ("#1 0x00 in open (n=3) at src/pool.c:88", &[("/src/pool.c", 88)]),
            ("pool.rb:4:in 'open': empty (IOError)", &[("/pool.rb", 4)]),
            (r"C:\src\pool.cs:line 5 and C:\src\a.rs:3", &[("/c:/src/a.rs", 3)]),
            ("see https://github.com/a/b/blob/main/src/pool.go#L10-L20", &[("/src/pool.go", 10)]),
            ("--- a/x.py\n+++ b/y.py\n@@ -3,2 +3,2 @@\n@@ -30 +31 @@", &[("/y.py", 3), ("/y.py", 30)]),
            ("at 10:30, or localhost:8080, or 1.2:3, or https://a.b/c.html:3", &[]),
        ] {
            let found = frames_of(text);
            let found: Vec<(&str, u32)> = found.iter().map(|one| (one.place.as_str(), one.line)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_place_names_a_file_below_another_root() {
        assert_eq!(likeness("/home/me/src/a.py", "/src/a.py"), 1.0);
        assert_eq!(likeness("/a.py", "/src/a.py"), 1.0);
        assert_eq!(likeness("/index.js", "/index.js"), 1.0);
        assert_eq!(likeness("/srv/node_modules/body-parser/index.js", "/index.js"), 0.0);
        assert_eq!(likeness("/lib/site-packages/net/a.py", "/src/net/a.py"), 0.8);
        assert_eq!(likeness("/lib/other/a.py", "/src/net/a.py"), 0.0);
        assert_eq!(likeness("/ba.py", "/src/a.py"), 0.0);
    }
}
