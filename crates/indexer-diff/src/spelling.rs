//! Types that may be written in several ways: `Config<'_>` and `Config`, `interface{}` and `any`, `Array<T>` and `T[]`.

/// Ways to write a type, each with the one that stands for all: words, what stands around an argument (`Array<>`, `[]`), and that
/// one type may stand behind several names (`a, b T`).
pub type SameTypes = &'static [(&'static str, &'static str)];

/// Where one type may stand behind several names, and what a function gives may have names: `a, b int`, `(n int, err error)`.
pub(crate) const NAMED: (&str, &str) = ("a, b T", "T, T");

/// Stands for a type that may be any and of which nothing is checked: `Any`. Words of a language lead to it.
pub(crate) const ANY: &str = "*any*";
/// Stands for the type that all others are: `object`, `unknown`.
pub(crate) const TOP: &str = "*top*";

/// A lifetime that is written as one without a name says no more than one that is left out.
const ELIDED: [(&str, &str); 4] = [("&'_ ", "&"), ("'_, ", ""), (", '_", ""), ("<'_>", "")];
/// A longer type, in bytes, is compared as it is written.
const LONGEST: usize = 1_024;

/// A type by the one of the ways to write it that stands for all; `same` are those of its language.
/// O(length x ways).
pub(crate) fn spelled(written: &str, same: SameTypes) -> String {
    let mut out = written.trim().to_owned();
    if out.len() > LONGEST {
        return out;
    }
    // What gives nothing may say so.
    if out == "()" {
        return String::new();
    }
    for (mark, left) in ELIDED {
        if out.contains(mark) {
            out = out.replace(mark, left);
        }
    }
    for (from, to) in same.iter().filter(|one| **one != NAMED) {
        if let Some(before) = from.strip_suffix("<>") {
            out = behind(&out, before, to);
        } else if from.contains(|c: char| !is_part(c)) {
            out = out.replace(from, to);
        }
    }
    words(&out, same)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// With the words of a text that have another one for all; of a path to one nothing but that is left.
fn words(text: &str, same: SameTypes) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        match same.iter().find(|(from, _)| *from == word) {
            Some((_, to)) => {
                let path = |c: char| is_part(c) || c == '.';
                out.truncate(if out.ends_with('.') { out.trim_end_matches(path).len() } else { out.len() });
                out.push_str(to);
            }
            None => out.push_str(word),
        }
        let mark = behind.chars().next().map_or(0, char::len_utf8);
        out.push_str(&behind[..mark]);
        rest = &behind[mark..];
    }
    out
}

/// With `T` and what stands `behind` it in place of `name<T>`.
fn behind(text: &str, name: &str, behind: &str) -> String {
    let mut out = text.to_owned();
    let mut from = 0;
    while let Some(at) = out[from..].find(name).map(|at| at + from) {
        from = at + name.len();
        let begins = !out[..at].ends_with(|c| is_part(c) || c == '.');
        let Some(inside) = out[from..].strip_prefix('<').filter(|_| begins).and_then(enclosed) else {
            continue;
        };
        let group = inside.contains(['|', '&', ' ']);
        let inside = if group { format!("({inside})") } else { inside.to_owned() };
        let end = from + 1 + inside.len() - if group { 2 } else { 0 } + 1;
        out.replace_range(at..end, &format!("{inside}{behind}"));
        // What was inside may be written so too.
        from = at;
    }
    out
}

/// What stands before the angle bracket that closes the one before `text`.
fn enclosed(text: &str) -> Option<&str> {
    let (mut depth, mut last) = (1, ' ');
    let end = text.char_indices().find(|(_, c)| {
        depth += match c {
            '<' => 1,
            '>' if !matches!(last, '-' | '=') => -1,
            _ => 0,
        };
        last = *c;
        depth == 0
    });
    end.map(|(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_by_the_one_way_that_stands_for_all() {
        let same: SameTypes = &[
            ("interface{}", "any"),
            ("byte", "uint8"),
            ("List", "list"),
            ("String", "string"),
            ("Array<>", "[]"),
            ("Nullable<>", "?"),
        ];
        for (written, expected) in [
            ("(interface{}, error)", "(any, error)"),
            ("[]byte", "[]uint8"),
            ("bytes.Buffer", "bytes.Buffer"),
            ("t.List[typing.List[int]]", "list[list[int]]"),
            ("System.String", "string"),
            ("Array<Array<string>>", "string[][]"),
            ("Array<A|B>", "(A|B)[]"),
            ("MyArray<A>", "MyArray<A>"),
            ("Array<", "Array<"),
            ("Nullable<int>", "int?"),
            ("Result<Config<'_>>", "Result<Config>"),
            ("&'_ A<'_, B>", "&A<B>"),
            ("()", ""),
        ] {
            assert_eq!(spelled(written, same), expected, "{written}");
        }
        let deep = "Array<".repeat(100_000);
        assert_eq!(spelled(&deep, same), deep);
    }
}
