//! Types as what they take in: `A | B`, `Union[A, B]`, `Optional[A]`, `A?` and `?A` are sets of types.

use crate::spelling::ANY;
use std::collections::BTreeSet;

/// What the names of a file stand for that are other names of types, by how they are written.
pub(crate) type Aliases = rustc_hash::FxHashMap<String, String>;

/// How often one name that stands for a type leads on to another.
const DEEPEST: usize = 8;
/// A longer type, in bytes, is compared as it is written: brackets in it may stand as deep as it is long.
const LONGEST: usize = 1_024;
/// So many parts of one type are looked at: names may stand for unions of names that stand for unions.
const MOST_PARTS: usize = 256;
/// What says that there is nothing: one word for all languages.
const NOTHING: &str = "null";

/// The types that a written type takes in; itself alone where it is too long to be taken apart. `None` where nothing is
/// written. O(length x nesting), with [`MOST_PARTS`] and [`LONGEST`].
pub(crate) fn alternatives(written: &str, aliases: &Aliases) -> Option<BTreeSet<String>> {
    let mut parts = Parts { aliases, found: BTreeSet::new(), left: MOST_PARTS };
    if parts.collect(written, DEEPEST).is_none() {
        parts.found = BTreeSet::from([written.trim().to_owned()]);
    }
    (!parts.found.is_empty()).then_some(parts.found)
}

/// The parts of one type.
struct Parts<'a> {
    aliases: &'a Aliases,
    found: BTreeSet<String>,
    /// How many more may be looked at.
    left: usize,
}

impl Parts<'_> {
    /// Takes a part apart; `None` where that is too much.
    fn collect(&mut self, written: &str, depth: usize) -> Option<()> {
        self.left = self.left.checked_sub(1).filter(|_| written.len() <= LONGEST)?;
        let written = without_group(written.trim());
        if written.is_empty() {
            return Some(());
        }
        if gives(written) {
            self.add(written);
            return Some(());
        }
        let parts = split(written, '|');
        if parts.len() > 1 {
            return parts.into_iter().try_for_each(|part| self.collect(part, depth));
        }
        if let Some(inside) = arguments(written, "Union") {
            return split(inside, ',').into_iter().try_for_each(|part| self.collect(part, depth));
        }
        let optional = arguments(written, "Optional").or_else(|| written.strip_suffix('?'));
        if let Some(inside) = optional.or_else(|| written.strip_prefix('?')) {
            self.add(NOTHING);
            return self.collect(inside, depth);
        }
        let bare = unquoted(written);
        if bare != written {
            return self.collect(bare, depth);
        }
        // Of a path its last name is known.
        let name = written.rsplit(['.', ':']).next().unwrap_or(written);
        if let Some(of) = self.aliases.get(name).filter(|_| depth > 0) {
            return self.collect(of, depth - 1);
        }
        self.add(if matches!(written, "None" | "null" | "NoneType") { NOTHING } else { written });
        Some(())
    }

    fn add(&mut self, written: &str) {
        self.found.insert(written.to_owned());
    }
}

/// A type that is written as a text, because it is defined further down.
fn unquoted(written: &str) -> &str {
    ['"', '\''].into_iter().find_map(|mark| written.strip_prefix(mark)?.strip_suffix(mark)).unwrap_or(written)
}

/// Without brackets around the whole that only group.
fn without_group(written: &str) -> &str {
    match written.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inside) if closes_at_end(inside) && split(inside, ',').len() == 1 => {
            without_group(inside.trim())
        }
        _ => written,
    }
}

/// True where no bracket of `inside` closes one that stands before it.
fn closes_at_end(inside: &str) -> bool {
    let (mut depth, mut last) = (0i32, ' ');
    inside.chars().all(|c| {
        let is_arrow = c == '>' && matches!(last, '-' | '=');
        depth += if is_arrow { 0 } else { step(c) };
        last = c;
        depth >= 0
    })
}

fn step(c: char) -> i32 {
    match c {
        '(' | '[' | '{' | '<' => 1,
        ')' | ']' | '}' | '>' => -1,
        _ => 0,
    }
}

/// True for the type of a function: what stands behind its arrow belongs to what it gives.
fn gives(written: &str) -> bool {
    let mut depth = 0;
    let mut last = ' ';
    for c in written.chars() {
        if c == '>' && matches!(last, '-' | '=') {
            if depth == 0 {
                return true;
            }
        } else {
            depth += step(c);
        }
        last = c;
    }
    false
}

/// The parts of a text between marks that stand in no brackets.
pub(crate) fn split(text: &str, mark: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut last) = (0, 0, ' ');
    for (at, c) in text.char_indices() {
        let is_arrow = c == '>' && matches!(last, '-' | '=');
        if c == mark && depth == 0 {
            parts.push(&text[start..at]);
            start = at + c.len_utf8();
        } else if !is_arrow {
            depth += step(c);
        }
        last = c;
    }
    parts.push(&text[start..]);
    parts
}

/// What stands in the brackets of a type that is called so, whatever path leads to it.
fn arguments<'t>(written: &'t str, name: &str) -> Option<&'t str> {
    let (path, inside) = written.strip_suffix(']')?.split_once('[')?;
    let last = path.rsplit('.').next()?;
    (last == name && closes_at_end(inside)).then_some(inside)
}

/// The type of a function without the names of what it takes: `func(w http.ResponseWriter)`.
pub(crate) fn without_names(written: &str) -> String {
    const FUNCTION: &str = "func(";
    let at = written.find(FUNCTION).filter(|_| written.len() <= LONGEST);
    let Some(at) = at else { return written.to_owned() };
    let (before, rest) = written.split_at(at + FUNCTION.len());
    let mut depth = 1;
    let end = rest.char_indices().find(|(_, c)| {
        depth += step(*c);
        depth == 0
    });
    let Some((end, _)) = end else { return written.to_owned() };
    let (inside, behind) = rest.split_at(end);
    let parts: Vec<&str> = split(inside, ',').into_iter().map(str::trim).collect();
    let named = |part: &&str| {
        let (first, of) = part.split_once(' ')?;
        let is_name = first.chars().all(|c| c.is_alphanumeric() || c == '_') && first != "chan";
        is_name.then(|| of.to_owned())
    };
    let inside = match parts.iter().any(|part| named(part).is_some()) {
        false => parts.iter().map(|part| without_names(part)).collect::<Vec<_>>().join(", "),
        true => {
            // `a, b int`: the type of each stands behind the last of them.
            let mut of = String::new();
            let mut types: Vec<String> = Vec::new();
            for part in parts.iter().rev() {
                of = named(part).map_or(of, |found| without_names(&found));
                types.push(of.clone());
            }
            types.reverse();
            types.join(", ")
        }
    };
    format!("{before}{inside}{}", without_names(behind))
}

/// True where `other` is the same type with arguments: `dict`, `dict[str, int]`. What may be any says nothing more or less.
pub(crate) fn is_said_more(one: &str, other: &str) -> bool {
    if [one, other].contains(&ANY) {
        return true;
    }
    let inside = |part: &str| split(part, ',').len();
    match (one.split_once('['), other.split_once('[')) {
        (None, Some((name, _))) => one == name,
        // `Callable[..., Coroutine]`, `Callable[..., Coroutine[Any, Any, Any]]`.
        (Some((name, of)), Some((other, with))) if name == other => {
            let (Some(of), Some(with)) = (of.strip_suffix(']'), with.strip_suffix(']')) else { return false };
            let pairs = || split(of, ',').into_iter().zip(split(with, ','));
            inside(of) == inside(with) && pairs().all(|(a, b)| is_one_said_more(a.trim(), b.trim()))
        }
        _ => false,
    }
}

/// The same, part by part where either is a union: `str | Rule`, `Any | Rule`.
fn is_one_said_more(one: &str, other: &str) -> bool {
    let (ones, others) = (split(one, '|'), split(other, '|'));
    ones.len() == others.len()
        && ones.into_iter().zip(others).all(|(a, b)| a.trim() == b.trim() || is_said_more(a.trim(), b.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(written: &str) -> Vec<String> {
        let aliases = [("Urls".to_owned(), "Union[\"URL\", str]".to_owned())].into_iter().collect();
        alternatives(written, &aliases).into_iter().flatten().collect()
    }

    #[test]
    fn unions_are_sets_however_they_are_written() {
        assert_eq!(set("URL|str|None"), ["URL", "null", "str"]);
        assert_eq!(set("typing.Optional[Urls]"), ["URL", "null", "str"]);
        assert_eq!(set("t.Union[URL, str, None]"), ["URL", "null", "str"]);
        assert_eq!(set("Koin?"), ["Koin", "null"]);
        assert_eq!(set("?Koin"), ["Koin", "null"]);
        assert_eq!(set("(A|B)"), ["A", "B"]);
        assert_eq!(
            set("None|(int|t.Callable[[str|None], int|None])"),
            ["int", "null", "t.Callable[[str|None], int|None]"]
        );
        assert_eq!(set(""), [""; 0]);
    }

    #[test]
    fn what_is_too_much_is_one() {
        for deep in [
            format!("{}A{}", "(".repeat(90_000), ")".repeat(90_000)),
            format!("{}A{}", "Optional[".repeat(30_000), "]".repeat(30_000)),
        ] {
            assert_eq!(set(&deep), [deep.as_str()]);
        }
        let function = format!("{}int{}", "func(".repeat(30_000), ")".repeat(30_000));
        assert_eq!(without_names(&function), function);
        // Each name stands for ten of the next one.
        let name = |at: usize| format!("A{at}|").repeat(10);
        let aliases: Aliases = (0..9).map(|at| (format!("A{at}"), name(at + 1))).collect();
        assert_eq!(alternatives("A0", &aliases), Some(BTreeSet::from(["A0".to_owned()])));
    }

    #[test]
    fn what_a_function_gives_is_its_own() {
        assert_eq!(set("(A)-> B?"), ["(A)-> B?"]);
        assert_eq!(set("(a:A)=>B|C"), ["(a:A)=>B|C"]);
        assert_eq!(set("((A)-> B)?"), ["(A)-> B", "null"]);
        assert_eq!(set("(A, B)"), ["(A, B)"]);
    }

    #[test]
    fn names_in_the_type_of_a_function_are_none_of_it() {
        let same = without_names("func(http.Handler)http.Handler");
        assert_eq!(without_names("func(next http.Handler)http.Handler"), same);
        assert_eq!(without_names("func(a, b int)"), "func(int, int)");
        assert_eq!(without_names("func(int, string)error"), "func(int, string)error");
        assert_eq!(without_names("[]func(f func(a int), b string)"), "[]func(func(int), string)");
    }
}
