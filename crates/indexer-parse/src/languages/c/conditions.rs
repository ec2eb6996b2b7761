//! Conditions of `#if` as texts: how they are joined, and which of them never hold together.
//!
//! Texts are bounded, and a bound may only weaken what a text claims: of parts that are joined by `&&` the outermost are
//! left out first, and one part that is cut stands for itself alone ([`CUT`]).

use super::lexer::is_name_part;
use indexer_core::key::hash_text;
use indexer_core::work;

/// A condition that is made of several is no longer than this in bytes, where none of them is.
const LONGEST_JOINED: usize = 600;

/// One that is written in one place is cut behind so many bytes.
const LONGEST_WRITTEN: usize = 200;

/// Of more parts the innermost are joined, and compared.
const MOST_PARTS: usize = 32;

/// Stands where a text was cut, before a hash of all of it: two that differ behind it are not the same.
pub(super) const CUT: &str = "\u{2026}";

/// A condition as a part of one that joins several by `&&`.
pub(in crate::languages) fn as_part(text: &str) -> String {
    let text = text.trim();
    if is_one(text) { format!("({text})") } else { text.to_owned() }
}

/// The opposite of a condition.
pub(in crate::languages) fn negated(text: &str) -> String {
    let text = text.trim();
    match text.strip_prefix('!') {
        Some(rest) if is_operand(rest) => rest.to_owned(),
        _ if is_operand(text) && !text.starts_with('!') => format!("!{text}"),
        _ => format!("!({text})"),
    }
}

/// A condition as it is written, cut where it is too long.
pub(in crate::languages) fn written(mut text: String) -> String {
    if text.len() <= LONGEST_WRITTEN {
        return text;
    }
    let hash = hash_text(&text);
    text.truncate(text.floor_char_boundary(LONGEST_WRITTEN));
    let depth = text.bytes().fold(0usize, |depth, byte| match byte {
        b'(' => depth + 1,
        b')' => depth.saturating_sub(1),
        _ => depth,
    });
    text.push_str(&")".repeat(depth));
    format!("{text}{CUT}{hash:016x}")
}

/// The condition under which code holds that stands within branches, the outermost first. Of more than [`MOST_PARTS`] the
/// innermost are joined.
pub(in crate::languages) fn joined<'t>(around: impl DoubleEndedIterator<Item = &'t str>) -> String {
    let mut all = String::new();
    for text in around.rev().take(MOST_PARTS) {
        work::add(1);
        let part = as_part(text);
        if all.is_empty() {
            all = part;
        } else if all.len() + part.len() < LONGEST_JOINED {
            all.insert_str(0, " && ");
            all.insert_str(0, &part);
        }
    }
    all
}

/// Adds a condition to some that hold as well. Where that is too long, the first are left out.
pub(in crate::languages) fn add(all: &mut String, text: &str) {
    let part = as_part(text);
    if all.is_empty() {
        *all = part;
        return;
    }
    all.push_str(" && ");
    all.push_str(&part);
    while all.len() > LONGEST_JOINED {
        let first = splits(all, "&&").next().map_or(all.len(), str::len);
        let Some(rest) = all.get(first + 2..).map(|rest| rest.trim_start().len()) else { break };
        all.drain(..all.len() - rest);
    }
}

/// What a condition asks for where it asks for one thing: (whether that holds, what it is, defined or not 0).
pub(in crate::languages) fn switch(text: &str) -> (bool, &str) {
    match claims(text).as_slice() {
        [one] => (one.holds, one.of),
        _ => (true, text),
    }
}

/// True where definitions of `name` under these two conditions never exist together: each is the
/// definition of its own configuration. `name` is "" for what is no macro.
pub(in crate::languages) fn exclude(name: &str, one: &str, other: &str) -> bool {
    let (one, other) = (claims(one), claims(other));
    let gives_default =
        |all: &Claims<'_>| !name.is_empty() && all.iter().any(|claim| !claim.holds && claim.of == name);
    // `#ifndef X`, `#define X`: only where nothing else defined it.
    gives_default(&one) || gives_default(&other) || denies(&one, &other) || denies(&other, &one)
}

/// What a condition says of one thing.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Claim<'t> {
    holds: bool,
    /// A macro, or an expression.
    of: &'t str,
    /// True where it is said whether the macro is defined, and not what it is.
    is_defined: bool,
}

type Claims<'t> = Vec<Claim<'t>>;

/// True where `one` claims that something does not hold which `other` says, or another value of it.
fn denies(one: &Claims<'_>, other: &Claims<'_>) -> bool {
    // What is not 0 is defined.
    let says = |of: &str, is_defined: bool| {
        other.iter().any(|claim| claim.holds && claim.of == of && (is_defined || !claim.is_defined))
    };
    // `!(A && B)` where the other says A and B.
    let says_all = |text: &str| {
        splits(text, "&&").count() <= MOST_PARTS
            && claims(text).iter().all(|part| match part.holds {
                true => says(part.of, part.is_defined),
                false => other.contains(part),
            })
    };
    one.iter().any(|claim| match claim.holds {
        true => other.iter().any(|also| also.holds && are_different_values(claim.of, also.of)),
        false => says(claim.of, claim.is_defined) || (!claim.is_defined && says_all(claim.of)),
    })
}

/// What a condition claims.
fn claims(text: &str) -> Claims<'_> {
    let text = without_parentheses(text);
    let parts: Vec<&str> = match is_one(text) {
        true => vec![text],
        false => splits(text, "&&").collect(),
    };
    let parts = parts.iter().rev().take(MOST_PARTS);
    parts
        .map(|part| {
            let mut holds = true;
            let mut rest = without_parentheses(part);
            while let Some(inner) = rest.strip_prefix('!').filter(|inner| is_operand(inner)) {
                holds = !holds;
                rest = without_parentheses(inner);
            }
            let defined = rest.strip_prefix("defined").filter(|r| r.starts_with([' ', '(']) && is_operand(r));
            Claim { holds, of: defined.map_or(rest, without_parentheses), is_defined: defined.is_some() }
        })
        .collect()
}

/// True for a text that is not made of several that all hold.
fn is_one(text: &str) -> bool {
    ["||", "?", CUT].into_iter().any(|operator| splits(text, operator).nth(1).is_some())
}

/// True for what a `!` before it denies as a whole: a name, a call, something in parentheses.
pub(super) fn is_operand(text: &str) -> bool {
    let mut depth = 0i32;
    !text.trim().is_empty()
        && text.bytes().all(|byte| {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            depth > 0 || byte.is_ascii() && (is_name_part(byte) || matches!(byte, b' ' | b')' | b'!'))
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

    fn excluded(one: &str, other: &str) -> bool {
        exclude("f", one, other) && exclude("f", other, one)
    }

    #[test]
    fn branches_of_one_if_exclude_each_other_and_others_do_not() {
        assert!(excluded("WIN32", "!WIN32"));
        assert!(excluded("defined(WIN32)", "!defined WIN32 && UNIX"));
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
    fn what_is_defined_may_be_0() {
        assert!(excluded("A", "!defined(A)"));
        assert!(!excluded("defined(A)", "!A"));
        assert!(!excluded("!(A && B)", "defined(A) && defined(B)"));
        assert!(excluded("!(defined(A) && B)", "A && B"));
    }

    #[test]
    fn parts_of_an_alternative_are_no_claims() {
        assert!(!excluded("(A || B && C)", "!C"));
        assert!(!excluded("(A ? B : C && D)", "!(C && D)"));
        assert!(!excluded("!A < 1", "A < 1"));
        assert!(!excluded("!A ? B : C", "A ? B : C"));
        assert!(excluded("(A || B && C)", "!(A || B && C)"));
    }

    #[test]
    fn what_is_cut_is_the_same_only_as_a_whole() {
        let long = |end: &str| written(format!("({}) && {end}", ["A == 1"; 40].join(" || ")));
        assert!(excluded(&long("B"), &negated(&long("B"))));
        assert!(excluded(&format!("({}) && D", long("B")), &format!("!E && {}", negated(&long("B")))));
        assert!(!excluded(&long("B"), &negated(&long("C"))));
        let parts = |end: &str| written(format!("{} && {end}", ["A"; 60].join(" && ")));
        assert!(!excluded(&parts("B"), "!A"));
        assert!(!excluded(&negated(&parts("B")), "A"));
        assert!(long("B").len() < 300, "{}", long("B"));
    }

    #[test]
    fn what_stands_around_is_joined() {
        assert_eq!(joined(["A || B", "!C"].into_iter()), "(A || B) && !C");
        assert_eq!(joined(["A"].into_iter()), "A");
        let long = "x".repeat(LONGEST_JOINED);
        assert_eq!(joined([long.as_str(), "B"].into_iter()), "B");
    }

    #[test]
    fn the_first_of_many_are_left_out() {
        let mut all = String::new();
        for i in 0..1_000 {
            add(&mut all, &negated(&format!("A{i}")));
            assert!(all.len() <= LONGEST_JOINED);
        }
        assert!(all.starts_with("!A9") && all.ends_with("!A998 && !A999"), "{all}");
    }
}
