//! Build constraints: can two files be built together?

use crate::text::holds;
use indexer_core::path;

/// Operating systems that file names and constraints know, sorted.
#[rustfmt::skip]
const SYSTEMS: &[&str] = &[
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl",
    "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
];

/// Systems that are also another one.
const ALSO: &[(&str, &str)] = &[("android", "linux"), ("illumos", "solaris"), ("ios", "darwin")];

/// Systems for which the tag `unix` holds, sorted.
#[rustfmt::skip]
const UNIX: &[&str] = &[
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "linux", "netbsd",
    "openbsd", "solaris",
];

/// Architectures, sorted.
#[rustfmt::skip]
const ARCHITECTURES: &[&str] = &[
    "386", "amd64", "amd64p32", "arm", "arm64", "arm64be", "armbe", "loong64", "mips", "mips64", "mips64le",
    "mips64p32", "mips64p32le", "mipsle", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x",
    "sparc", "sparc64", "wasm",
];

/// With more tags than this, two files are taken to be able to meet.
const MOST_TAGS: usize = 8;

/// What must be true of a file's build: a list of alternatives and so on, as a tree.
enum Test {
    Tag(String),
    Not(Box<Test>),
    All(Vec<Test>),
    Any(Vec<Test>),
}

/// Can the file `of` count in a build that holds the file `from`? Where no tag of its own keeps `from`
/// out of a build without `-tags`, that is the build that is meant; its system and architecture are
/// left open.
pub(super) fn coexist(from: (&str, Option<&str>), of: (&str, Option<&str>)) -> bool {
    let mut all = tests(of.0, of.1);
    if from.0 == of.0 || all.is_empty() {
        return true;
    }
    let own = Test::All(tests(from.0, from.1));
    let plain = satisfiable(&own, false);
    all.push(own);
    satisfiable(&Test::All(all), !plain)
}

/// True for a file that no build holds: a program to run by itself.
pub(super) fn stands_alone(condition: Option<&str>) -> bool {
    condition == Some("ignore")
}

fn tests(path: &str, condition: Option<&str>) -> Vec<Test> {
    let mut found = of_name(path);
    found.extend(condition.map(read));
    found
}

/// What the name of a file demands: `x_linux.go`, `x_arm64_test.go`, `x_linux_arm64.go`.
fn of_name(path: &str) -> Vec<Test> {
    let stem = path::stem(path);
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    let Some((rest, last)) = stem.rsplit_once('_') else { return Vec::new() };
    let tag = |word: &str| Test::Tag(word.to_owned());
    if holds(SYSTEMS, last) {
        return vec![tag(last)];
    }
    if !holds(ARCHITECTURES, last) {
        return Vec::new();
    }
    let mut found = vec![tag(last)];
    if let Some((_, system)) = rest.rsplit_once('_').filter(|(_, word)| holds(SYSTEMS, word)) {
        found.push(tag(system));
    }
    found
}

/// A constraint: `linux && (amd64 || !cgo)`, or the older form in which a space is *or*, a comma
/// *and*, and each line (`, ` between them) must hold.
fn read(text: &str) -> Test {
    if text.contains(['&', '|', '(']) {
        return ConditionReader { rest: text, depth: 0 }.any();
    }
    let term = |word: &str| match word.strip_prefix('!') {
        Some(word) => Test::Not(Box::new(Test::Tag(word.to_owned()))),
        None => Test::Tag(word.to_owned()),
    };
    let all = |words: &str| Test::All(words.split(',').filter(|word| !word.is_empty()).map(term).collect());
    Test::All(text.split(", ").map(|line| Test::Any(line.split_whitespace().map(all).collect())).collect())
}

struct ConditionReader<'a> {
    rest: &'a str,
    depth: usize,
}

impl ConditionReader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(sign) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn any(&mut self) -> Test {
        let mut items = vec![self.all()];
        while self.takes("||") {
            items.push(self.all());
        }
        Test::Any(items)
    }

    fn all(&mut self) -> Test {
        let mut items = vec![self.one()];
        while self.takes("&&") {
            items.push(self.one());
        }
        Test::All(items)
    }

    fn one(&mut self) -> Test {
        self.depth += 1;
        let found = if self.depth > 64 {
            Test::All(Vec::new())
        } else if self.takes("!") {
            Test::Not(Box::new(self.one()))
        } else if self.takes("(") {
            let inner = self.any();
            self.takes(")");
            inner
        } else {
            let rest = self.rest.trim_start();
            let end =
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
            self.rest = &rest[end..];
            Test::Tag(rest[..end].to_owned())
        };
        self.depth -= 1;
        found
    }
}

fn tags<'t>(test: &'t Test, found: &mut Vec<&'t str>) {
    match test {
        Test::Tag(word) if !found.contains(&word.as_str()) => found.push(word),
        Test::Tag(_) => {}
        Test::Not(inner) => tags(inner, found),
        Test::All(items) | Test::Any(items) => items.iter().for_each(|item| tags(item, found)),
    }
}

/// True for tags that a build has or has not whatever `-tags` says.
fn is_given(word: &str) -> Option<bool> {
    match word {
        "gc" => Some(true),
        "gccgo" | "race" | "msan" | "asan" | "ignore" => Some(false),
        // The newest version meets them all.
        _ => word.strip_prefix("go1.").map(|_| true),
    }
}

/// Tries every system and architecture that is named (and one that is not) with and without cgo
/// and, where `tagged`, with every choice of the tags that only `-tags` sets.
fn satisfiable(test: &Test, tagged: bool) -> bool {
    let mut named = Vec::new();
    tags(test, &mut named);
    let of = |list: &[&'static str]| {
        let found = list.iter().copied().filter(|word| named.contains(word));
        found.chain([""]).collect::<Vec<&str>>()
    };
    let mut systems = of(SYSTEMS);
    if named.contains(&"unix") {
        // One for which the tag holds though nobody named it.
        systems.push("freebsd");
    }
    let architectures = of(ARCHITECTURES);
    let is_free = |word: &&str| {
        let known = *word == "unix" || holds(SYSTEMS, word) || holds(ARCHITECTURES, word);
        *word == "cgo" || (tagged && !known && is_given(word).is_none())
    };
    let free: Vec<&str> = named.iter().copied().filter(is_free).collect();
    if free.len() > MOST_TAGS {
        return true;
    }
    systems.iter().any(|system| {
        architectures.iter().any(|architecture| {
            (0..1u32 << free.len()).any(|choice| {
                is_met(test, &|word: &str| match free.iter().position(|tag| *tag == word) {
                    Some(at) => choice & (1 << at) != 0,
                    None if word == "unix" => holds(UNIX, system),
                    None if word == *system || word == *architecture => true,
                    None => ALSO.contains(&(*system, word)) || is_given(word).unwrap_or(false),
                })
            })
        })
    })
}

fn is_met(test: &Test, tag: &dyn Fn(&str) -> bool) -> bool {
    match test {
        Test::Tag(word) => tag(word),
        Test::Not(inner) => !is_met(inner, tag),
        Test::All(items) => items.iter().all(|item| is_met(item, tag)),
        Test::Any(items) => items.iter().any(|item| is_met(item, tag)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meet(a: (&str, &str), b: (&str, &str)) -> bool {
        let condition = |text: &'static str| (!text.is_empty()).then_some(text);
        let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        coexist((a.0, condition(leak(a.1))), (b.0, condition(leak(b.1))))
    }

    #[test]
    fn names_of_files_contradict_each_other() {
        assert!(!meet(("a/x_linux.go", ""), ("a/x_windows.go", "")));
        assert!(!meet(("x_linux_arm64.go", ""), ("x_linux_amd64.go", "")));
        assert!(meet(("x_linux.go", ""), ("x_arm64_test.go", "")));
        assert!(meet(("x_linux.go", ""), ("linux.go", "")));
    }

    #[test]
    fn constraints_contradict_each_other() {
        assert!(!meet(("a.go", "jsoniter"), ("b.go", "!jsoniter && !(sonic && linux)")));
        assert!(meet(("a.go", "sonic && windows"), ("b.go", "!jsoniter && !(sonic && linux)")));
        assert!(meet(("a.go", "sonic"), ("b.go", "sonic && linux")));
        assert!(!meet(("a_windows.go", ""), ("b.go", "unix")));
        assert!(meet(("a.go", "unix"), ("b.go", "!linux")));
        assert!(meet(("a_android.go", ""), ("b_linux.go", "")));
        assert!(!meet(("a.go", "linux darwin, !cgo"), ("b.go", "cgo")));
        assert!(meet(("a.go", "linux darwin"), ("b.go", "darwin,cgo")));
    }

    #[test]
    fn tags_are_not_set_unless_a_file_wants_them() {
        assert!(!meet(("a.go", ""), ("b.go", "integration")));
        assert!(meet(("a.go", ""), ("b.go", "!integration && go1.21")));
        assert!(meet(("a.go", "e2e"), ("b.go", "integration")));
        assert!(meet(("a.go", ""), ("b.go", "cgo")) && meet(("a.go", ""), ("b.go", "!cgo")));
    }
}
