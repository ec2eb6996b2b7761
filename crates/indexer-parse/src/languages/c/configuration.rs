//! Which conditions of `#if` hold in a configuration, as far as that says it.

use super::branches::{self, Dialect};
use super::conditions::{CUT, is_operand, joined, splits, without_parentheses};
use super::lexer::{self, is_name_part};
use indexer_core::work;
use rustc_hash::FxHashMap;

/// Conditions nested deeper than this are not known.
const DEEPEST: usize = 16;

/// Under which condition each place of a file stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditionals {
    /// The conditions around each part, joined by `&&`, the outermost first.
    conditions: Vec<String>,
    /// Where the innermost part becomes another, and which one that is.
    changes: Vec<(u32, Option<usize>)>,
}

impl Conditionals {
    /// The condition around a byte; `None` where there is none. O(log parts).
    pub fn around(&self, at: u32) -> Option<&str> {
        let is_before = |change: &(u32, _)| {
            work::add(1);
            change.0 <= at
        };
        let (_, innermost) = self.changes[..self.changes.partition_point(is_before)].last()?;
        innermost.map(|of| self.conditions[of].as_str())
    }
}

/// What of a file stands under conditions. O(bytes).
pub(in crate::languages) fn conditionals(source: &str, dialect: Dialect) -> Conditionals {
    let tokens = lexer::tokens(source, dialect).all;
    let mut all = branches::choose(source, &tokens, dialect).conditions;
    all.sort_by_key(|one| (one.start, std::cmp::Reverse(one.end)));
    let mut open: Vec<usize> = Vec::new();
    let mut found = Conditionals::default();
    let close = |open: &mut Vec<usize>, found: &mut Conditionals, upto: u32| {
        while let Some(end) = open.last().map(|inner| all[*inner].end).filter(|end| *end <= upto) {
            open.pop();
            found.changes.push((end, open.last().copied()));
        }
    };
    for at in 0..all.len() {
        close(&mut open, &mut found, all[at].start);
        open.push(at);
        found.changes.push((all[at].start, Some(at)));
        found.conditions.push(joined(open.iter().map(|one| all[*one].text.as_str())));
    }
    close(&mut open, &mut found, u32::MAX);
    found
}

/// What is known of macros: whether they are defined, and as what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// `None` for what is not defined.
    macros: FxHashMap<String, Option<String>>,
}

/// A system, and the macros by which it is told from others; what only others define is not defined there.
struct System {
    name: &'static str,
    /// What every compiler defines for it.
    defined: &'static [&'static str],
    /// What depends on the compiler, on its mode, on the C library or on a header.
    open: &'static [&'static str],
}

const SYSTEMS: &[System] = &[
    System {
        name: "linux",
        defined: &["__linux__", "__linux", "__unix__", "__unix"],
        // Not in the strict modes of C; not with another library, such as musl.
        open: &["linux", "unix", "__gnu_linux__", "__GLIBC__"],
    },
    System {
        name: "macos",
        defined: &["__APPLE__", "__MACH__"],
        // Of a header that not every file includes; its compilers define no `unix`, some build files do.
        open: &["TARGET_OS_MAC", "TARGET_OS_OSX", "__unix__", "__unix", "unix"],
    },
    System {
        name: "windows",
        defined: &["_WIN32"],
        open: &["WIN32", "__WIN32__", "_WINDOWS", "_WIN64", "WIN64", "_MSC_VER"],
    },
    System { name: "freebsd", defined: &["__FreeBSD__", "__unix__", "__unix"], open: &["unix"] },
];

impl Configuration {
    /// A configuration of words: a system (`linux`, `macos`, `windows`, `freebsd`), `NAME`, `NAME=VALUE`, `!NAME`.
    /// A later word counts.
    pub fn read(words: &[String]) -> Result<Self, String> {
        let mut macros = FxHashMap::default();
        for word in words {
            if let Some(system) = SYSTEMS.iter().find(|system| system.name == word) {
                for name in SYSTEMS.iter().flat_map(|one| one.defined.iter().chain(one.open)) {
                    macros.insert((*name).to_owned(), None);
                }
                for name in system.defined {
                    macros.insert((*name).to_owned(), Some(String::new()));
                }
                for name in system.open {
                    macros.remove(*name);
                }
                continue;
            }
            let (name, value) = match word.strip_prefix('!') {
                Some(name) => (name, None),
                None => word
                    .split_once('=')
                    .map_or((word.as_str(), Some("")), |(name, value)| (name, Some(value))),
            };
            if name.is_empty() || !name.bytes().all(is_name_part) {
                let systems: Vec<&str> = SYSTEMS.iter().map(|system| system.name).collect();
                let systems = systems.join(", ");
                return Err(format!("{word:?} is no system ({systems}) and no NAME, NAME=VALUE or !NAME"));
            }
            macros.insert(name.to_owned(), value.map(str::to_owned));
        }
        Ok(Self { macros })
    }

    /// Does a condition hold? `None` where that is not known.
    pub fn holds(&self, condition: &str) -> Option<bool> {
        self.decide(condition, 0)
    }

    fn decide(&self, text: &str, depth: usize) -> Option<bool> {
        let text = without_parentheses(text);
        // Of a text that was cut, what is left may be a part of anything.
        if depth > DEEPEST || splits(text, CUT).nth(1).is_some() {
            return None;
        }
        for (operator, decides) in [("||", true), ("&&", false)] {
            let parts: Vec<&str> = splits(text, operator).collect();
            if parts.len() > 1 {
                let mut known = Some(!decides);
                for part in parts {
                    match self.decide(part, depth + 1) {
                        Some(found) if found == decides => return Some(decides),
                        Some(_) => {}
                        None => known = None,
                    }
                }
                return known;
            }
        }
        if let Some(rest) = text.strip_prefix('!').filter(|rest| is_operand(rest)) {
            return self.decide(rest, depth + 1).map(|holds| !holds);
        }
        if let Some(rest) = text.strip_prefix("defined").filter(|rest| rest.starts_with([' ', '('])) {
            return self.macros.get(without_parentheses(rest)).map(Option::is_some);
        }
        if let Ok(number) = text.parse::<i64>() {
            return Some(number != 0);
        }
        for (operator, equal) in [("==", true), ("!=", false)] {
            let sides: Vec<&str> = splits(text, operator).map(str::trim).collect();
            if let [name, value] = sides[..] {
                let known = self.macros.get(name)?.as_deref().filter(|known| !known.is_empty())?;
                return are_equal(known, value).map(|same| same == equal);
            }
        }
        self.macros.get(text).map(|value| value.as_deref().is_some_and(|value| value != "0"))
    }
}

/// Are two texts of values the same value? Of texts that differ only plain decimal numbers are known to differ.
fn are_equal(one: &str, other: &str) -> Option<bool> {
    let number = |text: &str| {
        let is_plain =
            text == "0" || (!text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()));
        text.parse::<u64>().ok().filter(|_| is_plain)
    };
    match (one == other, number(one), number(other)) {
        (true, ..) => Some(true),
        (false, Some(_), Some(_)) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_plain_number_decides_nothing() {
        assert_eq!(holds(&["ORDER=LITTLE_ENDIAN"], "ORDER == BIG_ENDIAN"), None);
        assert_eq!(holds(&["ORDER=LITTLE_ENDIAN"], "ORDER == LITTLE_ENDIAN"), Some(true));
        assert_eq!(holds(&["SIZE=8"], "SIZE == 0x8"), None);
        assert_eq!(holds(&["SIZE=8"], "SIZE != 8L"), None);
        assert_eq!(holds(&["SIZE=8"], "!SIZE == 1"), None);
    }

    #[test]
    fn a_condition_that_was_cut_is_not_known() {
        let long = format!("A && {} || B", "defined(SOME_RATHER_LONG_NAME) && ".repeat(8) + "C");
        let cut = super::super::conditions::written(long);
        assert_eq!(holds(&["!A"], &cut), None);
        assert_eq!(holds(&["!A"], &format!("A && ({cut})")), Some(false));
    }

    fn holds(words: &[&str], condition: &str) -> Option<bool> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Configuration::read(&words).expect("a configuration").holds(condition)
    }

    #[test]
    fn systems_decide_what_their_macros_say() {
        assert_eq!(holds(&["linux"], "_WIN32"), Some(false));
        assert_eq!(holds(&["linux"], "!defined(_WIN32)"), Some(true));
        assert_eq!(holds(&["linux"], "defined(__linux__) && !USE_THREADS"), None);
        assert_eq!(holds(&["linux"], "defined(__APPLE__) && USE_THREADS"), Some(false));
        assert_eq!(holds(&["linux"], "defined(__APPLE__) || defined(__linux__)"), Some(true));
        assert_eq!(holds(&["windows"], "(defined(_WIN32) || OTHER)"), Some(true));
        assert_eq!(holds(&["linux"], "defined(_WINDOWS) || defined(_MSC_VER)"), Some(false));
    }

    #[test]
    fn what_a_library_a_compiler_or_its_mode_decides_is_open() {
        for (system, macros) in [
            ("linux", &["__GLIBC__", "__gnu_linux__", "linux", "unix"][..]),
            ("macos", &["TARGET_OS_MAC", "__unix__"]),
            ("windows", &["_MSC_VER", "_WIN64", "WIN32", "__WIN32__", "_WINDOWS"]),
            ("freebsd", &["unix"]),
        ] {
            for name in macros {
                assert_eq!(holds(&[system], name), None, "{name} on {system}");
                assert_eq!(holds(&[system], &format!("!defined({name})")), None, "{name} on {system}");
            }
        }
        assert_eq!(holds(&["windows"], "__GLIBC__"), Some(false));
    }

    #[test]
    fn macros_are_said_one_by_one() {
        assert_eq!(holds(&["SIZE=8"], "SIZE == 8"), Some(true));
        assert_eq!(holds(&["SIZE=8"], "SIZE == 4"), Some(false));
        assert_eq!(holds(&["SIZE=8"], "SIZE != 4"), Some(true));
        assert_eq!(holds(&["SIZE=8"], "SIZE > 4"), None);
        assert_eq!(holds(&["!TRACE"], "TRACE"), Some(false));
        assert_eq!(holds(&["TRACE=0"], "TRACE"), Some(false));
        assert_eq!(holds(&[], "TRACE"), None);
        assert!(Configuration::read(&["a-b".to_owned()]).is_err());
    }

    #[test]
    fn conditions_stand_around_what_is_between() {
        let source = "a;\n#ifdef A\nb;\n#if B\nc;\n#endif\nd;\n#else\ne;\n#endif\nf;\n";
        let all = conditionals(source, Dialect::C);
        let at = |text: &str| all.around(source.find(text).expect("there") as u32);
        assert_eq!([at("a;"), at("b;"), at("d;")], [None, Some("defined(A)"), Some("defined(A)")]);
        assert_eq!([at("c;"), at("e;"), at("f;")], [Some("defined(A) && B"), Some("!defined(A)"), None]);
    }

    #[test]
    fn many_conditions_are_joined_and_found_in_bounded_steps() {
        let steps = |depth: usize| {
            let (opens, ends) = ("#if A\n".repeat(depth), "a;\n#endif\n".repeat(depth));
            let (all, joined) = work::count(|| conditionals(&format!("{opens}b;\n{ends}"), Dialect::C));
            let last = (opens.len() + ends.len() - 8) as u32;
            let (found, looked) = work::count(|| all.around(last).map(str::to_owned));
            assert_eq!(found.as_deref(), Some("A"));
            (joined.steps, looked.steps)
        };
        let (once, twice) = (steps(2_000), steps(4_000));
        assert!(once.0 > 0 && twice.0 * 10 <= once.0 * 23, "{once:?} {twice:?}");
        assert!(once.1 > 0 && twice.1 <= once.1 + 2, "{once:?} {twice:?}");
    }
}
