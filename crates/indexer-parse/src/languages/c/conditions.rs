//! Conditions of `#if` as texts: how they are joined, and which of them never hold together.

/// Longer conditions lose what stands around the innermost.
const LONGEST: usize = 600;

/// A condition as a part of one that joins several by `&&`.
pub(in crate::languages) fn as_part(text: &str) -> String {
    let text = text.trim();
    if splits(text, "||").count() > 1 || splits(text, "?").count() > 1 {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

/// The condition under which code holds that stands within branches, the outermost first.
pub(in crate::languages) fn joined<'t>(around: impl DoubleEndedIterator<Item = &'t str>) -> String {
    let mut all = String::new();
    for text in around.rev() {
        let part = as_part(text);
        if all.is_empty() {
            all = part;
        } else if all.len() + part.len() < LONGEST {
            all = format!("{part} && {all}");
        }
    }
    all
}

/// True where definitions of `name` under these two conditions never exist together: each is the
/// definition of its own configuration.
pub(in crate::languages) fn exclude(name: &str, one: &str, other: &str) -> bool {
    let gives_default = |text: &str| parts(text).any(|(holds, part)| !holds && part == name);
    if gives_default(one) || gives_default(other) {
        // `#ifndef X`, `#define X`: only where nothing else defined it.
        return true;
    }
    denies(one, other) || denies(other, one)
}

/// True where `one` claims that something does not hold which `other` says, or another value of it.
fn denies(one: &str, other: &str) -> bool {
    let says = |wanted: (bool, &str)| parts(other).any(|part| part == wanted);
    parts(one).any(|(holds, part)| match holds {
        true => parts(other).any(|(also, against)| also && are_different_values(part, against)),
        // `!(A && B)` where the other says A and B.
        false => says((true, part)) || (splits(part, "&&").nth(1).is_some() && parts(part).all(says)),
    })
}

/// What a condition claims: (whether it holds, of what).
fn parts(text: &str) -> impl Iterator<Item = (bool, &str)> {
    splits(without_parentheses(text), "&&").map(|part| {
        let mut holds = true;
        let mut rest = without_parentheses(part);
        while let Some(inner) = rest.strip_prefix('!').filter(|inner| !inner.starts_with('=')) {
            let inner = inner.trim();
            if splits(inner, "==").count() + splits(inner, "||").count() > 2 {
                break;
            }
            holds = !holds;
            rest = without_parentheses(inner);
        }
        let defined = rest.strip_prefix("defined").filter(|r| r.starts_with([' ', '(']));
        (holds, defined.map_or(rest, without_parentheses))
    })
}

/// `A == 1` and `A == 2`.
fn are_different_values(one: &str, other: &str) -> bool {
    let sides = |text| {
        let mut sides = splits(text, "==").map(str::trim);
        let (name, value) = (sides.next()?, sides.next()?);
        let number = value.bytes().all(|b| b.is_ascii_digit()) && !value.is_empty();
        (number && sides.next().is_none()).then_some((name, value))
    };
    match (sides(one), sides(other)) {
        (Some((name, value)), Some((same, different))) => name == same && value != different,
        _ => false,
    }
}

pub(super) fn without_parentheses(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let mut depth = 0i32;
        let closes_early = inner.bytes().any(|b| {
            depth += i32::from(b == b'(') - i32::from(b == b')');
            depth < 0
        });
        if closes_early {
            break;
        }
        text = inner.trim();
    }
    text
}

/// The text between an operator outside of parentheses.
pub(super) fn splits<'t>(text: &'t str, operator: &'static str) -> impl Iterator<Item = &'t str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let here = rest?;
        let mut depth = 0i32;
        for (at, byte) in here.bytes().enumerate() {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            if depth <= 0 && here.as_bytes()[at..].starts_with(operator.as_bytes()) {
                rest = here.get(at + operator.len()..);
                return here.get(..at);
            }
        }
        rest = None;
        Some(here)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_of_one_if_exclude_each_other_and_others_do_not() {
        let excluded = |one: &str, other: &str| exclude("f", one, other) && exclude("f", other, one);
        assert!(excluded("WIN32", "!WIN32"));
        assert!(excluded("defined(WIN32)", "!WIN32 && UNIX"));
        assert!(excluded("A == 8", "!(A == 8) && A == 4"));
        assert!(excluded("SIZE==8", "SIZE==4"));
        assert!(excluded("(A || B) && C", "!(A || B)"));
        assert!(excluded("defined(A) && (A == 1)", "!(defined(A) && (A == 1)) && B"));
        assert!(excluded("!f", "anything"));
        assert!(!excluded("A", "B"));
        assert!(!excluded("A", "A && B"));
        assert!(!excluded("A || B", "!A"));
        assert!(!excluded("SIZE==8", "OTHER==4"));
        assert!(!excluded("", "A"));
    }

    #[test]
    fn what_stands_around_is_joined() {
        assert_eq!(joined(["A || B", "!C"].into_iter()), "(A || B) && !C");
        assert_eq!(joined(["A"].into_iter()), "A");
        let long = "x".repeat(LONGEST);
        assert_eq!(joined([long.as_str(), "B"].into_iter()), "B");
    }
}
