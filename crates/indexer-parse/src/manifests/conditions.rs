//! Conditions in `exports` and `imports` of a `package.json`: who asks decides which target is meant.
//!
//! Node.js and TypeScript take of an object the first key that holds and leads somewhere. Which keys hold depends on whether a
//! statement (`import`) or a call (`require`) asks, and on what reads the package: a compiler wants `types`, a tool that
//! builds the sources may want them, a runtime has its name. What reads a repository is not told, so they are asked one
//! after the other, and the first target that is there counts.

use super::unique_list::UniqueList;
use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What stands behind a name in `exports` or `imports`, in the order in which it is written, which a JSON value does not keep.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Offer {
    Path(String),
    Nowhere,
    Any(Vec<Offer>),
    Conditions(Vec<(String, Offer)>),
}

impl<'de> Deserialize<'de> for Offer {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(OfferVisitor)
    }
}

struct OfferVisitor;

impl<'de> Visitor<'de> for OfferVisitor {
    type Value = Offer;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a path, null, a list or conditions")
    }

    fn visit_str<E>(self, path: &str) -> Result<Offer, E> {
        Ok(Offer::Path(path.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Offer, E> {
        Ok(Offer::Nowhere)
    }

    // What is none of these is no target: a list of nothing.
    fn visit_bool<E>(self, _: bool) -> Result<Offer, E> {
        Ok(Offer::Any(Vec::new()))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Offer, E> {
        Ok(Offer::Any(Vec::new()))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Offer, E> {
        Ok(Offer::Any(Vec::new()))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Offer, E> {
        Ok(Offer::Any(Vec::new()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Offer, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = from.next_element()? {
            all.push(one);
        }
        Ok(Offer::Any(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Offer, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = from.next_entry()? {
            all.push(one);
        }
        Ok(Offer::Conditions(all))
    }
}

/// The two keys of a `package.json` whose order counts.
#[derive(Deserialize)]
pub(super) struct Offers {
    pub(super) exports: Option<Offer>,
    pub(super) imports: Option<Offer>,
}

/// Conditions that hold for a statement; the first holds for no call.
const STATEMENT: &[&str] = &["import", "module-sync", "module"];
/// Conditions that hold for a call; the first holds for no statement.
const CALL: &[&str] = &["require", "module-sync"];

/// Who reads a package: what holds for it, and whether it is asked only where one of that is written.
struct Reader {
    holds: &'static [&'static str],
    is_wanted: bool,
}

/// Those who read packages, in the order in which they are asked.
const READERS: &[Reader] = &[
    Reader { holds: &["types", "node"], is_wanted: true },
    Reader { holds: &["source", "development", "types"], is_wanted: true },
    Reader { holds: &["node"], is_wanted: false },
    Reader { holds: &["browser"], is_wanted: false },
];

/// The targets that a value gives who asks, in the order of preference; none where it says that nothing is there.
/// O(size of the value).
pub(super) fn targets(value: &Offer, by_call: bool) -> Vec<String> {
    let mut found = UniqueList::default();
    for reader in READERS {
        let selected = select(value, reader.holds, by_call);
        let selected = selected.filter(|one| one.is_wanted || !reader.is_wanted);
        selected.into_iter().flat_map(|one| one.paths).for_each(|path| found.push(path.to_owned()));
    }
    // Under a name that only some tool knows may stand what is not built.
    let mut all = Vec::new();
    every(value, by_call, &mut all);
    all.into_iter().for_each(|path| found.push(path.to_owned()));
    found.into_list()
}

/// What the first conditions that hold lead to.
struct Selected<'v> {
    paths: Vec<&'v str>,
    /// A condition that tells the reader from others was on the way.
    is_wanted: bool,
}

/// What a value gives under conditions; `None` where none holds. No paths are its word that nothing is there. As deep as the
/// value, which the reader of JSON bounds.
fn select<'v>(value: &'v Offer, holds: &[&str], by_call: bool) -> Option<Selected<'v>> {
    match value {
        Offer::Path(path) => Some(Selected { paths: vec![path], is_wanted: false }),
        Offer::Nowhere => Some(Selected { paths: Vec::new(), is_wanted: false }),
        Offer::Any(all) => {
            let all: Vec<Selected<'v>> = all.iter().filter_map(|one| select(one, holds, by_call)).collect();
            let is_wanted = all.iter().any(|one| one.is_wanted);
            (!all.is_empty())
                .then(|| Selected { paths: all.into_iter().flat_map(|one| one.paths).collect(), is_wanted })
        }
        Offer::Conditions(conditions) => conditions.iter().find_map(|(key, value)| {
            // `types@>=5` is for some versions of the compiler.
            let key = key.split('@').next().unwrap_or_default();
            let of_asker = if by_call { CALL } else { STATEMENT };
            let is_of_reader = holds.contains(&key);
            if key != "default" && !is_of_reader && !of_asker.contains(&key) {
                return None;
            }
            let found = select(value, holds, by_call)?;
            Some(Selected { is_wanted: found.is_wanted || is_of_reader, ..found })
        }),
    }
}

/// Every path but those that only the other way of asking gets, unless all conditions lead nowhere.
fn every<'v>(value: &'v Offer, by_call: bool, found: &mut Vec<&'v str>) {
    match value {
        Offer::Path(path) => found.push(path),
        Offer::Any(all) => all.iter().for_each(|one| every(one, by_call, found)),
        Offer::Conditions(conditions) => {
            let of_other = if by_call { STATEMENT[0] } else { CALL[0] };
            let mine = conditions.iter().filter(|(key, _)| *key != of_other);
            mine.for_each(|(_, one)| every(one, by_call, found));
        }
        Offer::Nowhere => {}
    }
}

#[cfg(test)]
mod tests {
    use super::targets;

    #[track_caller]
    fn check(text: &str, by_statement: &str, by_call: &str) {
        let value: super::Offer = serde_json::from_str(text).unwrap();
        assert_eq!(targets(&value, false).join(" "), by_statement, "by a statement");
        assert_eq!(targets(&value, true).join(" "), by_call, "by a call");
    }

    #[test]
    fn who_asks_decides() {
        check(r#"{"import": "./a.mjs", "require": "./a.cjs"}"#, "./a.mjs", "./a.cjs");
        check(r#"{"require": "./a.cjs", "default": "./a.mjs"}"#, "./a.mjs", "./a.cjs ./a.mjs");
        check(r#"{"module": "./a.mjs", "default": "./a.cjs"}"#, "./a.mjs ./a.cjs", "./a.cjs ./a.mjs");
    }

    #[test]
    fn the_first_that_holds_counts_in_the_order_that_is_written() {
        check(r#"{"default": "./a.js", "import": "./b.js"}"#, "./a.js ./b.js", "./a.js");
        check(r#"{"node": {"require": "./n.cjs"}, "default": "./d.js"}"#, "./d.js", "./n.cjs ./d.js");
        check(r#"{"browser": "./b.js", "node": "./n.js"}"#, "./n.js ./b.js", "./n.js ./b.js");
    }

    #[test]
    fn types_come_first_whichever_side_they_are_nested_in() {
        check(
            r#"{"types": {"require": "./i.d.cts", "default": "./i.d.ts"}, "require": "./i.cjs", "default": "./i.js"}"#,
            "./i.d.ts ./i.js",
            "./i.d.cts ./i.cjs ./i.d.ts ./i.js",
        );
        check(
            r#"{"import": {"types": "./i.d.mts", "default": "./i.mjs"}, "require": {"types": "./i.d.cts", "default": "./i.cjs"}}"#,
            "./i.d.mts ./i.mjs",
            "./i.d.cts ./i.cjs",
        );
        check(
            r#"{"types@>=5": "./new.d.ts", "default": "./a.js"}"#,
            "./new.d.ts ./a.js",
            "./new.d.ts ./a.js",
        );
    }

    #[test]
    fn sources_come_before_what_is_built_of_them() {
        check(
            r#"{"source": "./src/a.ts", "types": "./a.d.ts", "default": "./a.js"}"#,
            "./a.d.ts ./src/a.ts ./a.js",
            "./a.d.ts ./src/a.ts ./a.js",
        );
    }

    #[test]
    fn of_a_list_all_may_be_meant_and_null_is_nothing() {
        check(r#"["./a.js", {"import": "./b.js"}]"#, "./a.js ./b.js", "./a.js");
        check("null", "", "");
        check(r#"{"node": null, "default": "./page.js"}"#, "./page.js", "./page.js");
        check(r#"{"import": "./a.js", "require": null}"#, "./a.js", "");
    }
}
