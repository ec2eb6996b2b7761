//! What an answer says of languages of which not all is followed, beside its counts: one place for all questions.

use crate::protocol::context::Context;
use crate::protocol::scope::Scope;
use indexer_engine::followed_in_part;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Which languages an answer says that of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// None: it follows no reference, or its [`Completeness`](crate::relations::Completeness) says it.
    Unsaid,
    /// Those of the files that it names.
    Shown,
    /// Those of all files that it is about: it counts what it does not name.
    Covered,
}

/// How much is followed in files that are no code: their outlines say themselves what is read of them.
const OUTLINED: &str = "outlined";

/// The languages of an index of which not all is followed, each with the word for how much is.
struct InPart(BTreeMap<String, (&'static str, &'static str)>);

/// The sentence that an answer in these words is to say; `None` where all is followed that it speaks of.
/// O(size of the answer), and O(files covered).
pub(crate) fn says(
    context: &Context<'_>,
    scope: &Scope,
    followed: Followed,
    answer: impl FnOnce() -> Value,
) -> Option<String> {
    if followed == Followed::Unsaid {
        return None;
    }
    let view = context.view();
    let known = context.kept(|| {
        let languages: BTreeSet<&str> =
            view.files().filter(|file| file.is_code()).map(|file| file.language()).collect();
        let told = languages.into_iter().filter_map(|id| {
            Some((id.to_owned(), followed_in_part(id).filter(|(_, tier)| *tier != OUTLINED)?))
        });
        Ok(InPart(told.collect()))
    });
    let known = known.ok().filter(|known| !known.0.is_empty())?;
    let mut found: BTreeSet<(&'static str, &'static str)> = BTreeSet::new();
    match followed {
        Followed::Unsaid => {}
        Followed::Shown => named(&answer(), &mut |text| {
            let path = text.split('#').next().unwrap_or(text);
            let file = view.file(path).or_else(|| view.file(path.split(':').next()?));
            found.extend(file.and_then(|file| known.0.get(file.language()).copied()));
        }),
        Followed::Covered => {
            found.extend(scope.files(view).filter_map(|file| known.0.get(file.language()).copied()));
        }
    }
    let of = |tier: &str| -> Vec<&str> {
        found.iter().filter(|(_, of)| *of == tier).map(|(name, _)| *name).collect()
    };
    let tiers: BTreeSet<&str> = found.iter().map(|(_, tier)| *tier).collect();
    let sentences: Vec<String> = tiers.into_iter().map(|tier| sentence(&of(tier), tier)).collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// What is not followed in languages of this tier.
pub(crate) fn sentence(names: &[&str], tier: &str) -> String {
    let are = if names.len() == 1 { "is" } else { "are" };
    format!(
        "{} {are} {tier}: names are followed in their scopes, imports and declared types; a member of anything else is \
         possible or unresolved, so no use found is not unused",
        names.join(", ")
    )
}

/// Calls `with` with each text of a value that may name a file.
fn named(value: &Value, with: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => with(text),
        Value::Array(all) => all.iter().for_each(|one| named(one, with)),
        Value::Object(fields) => fields.values().for_each(|one| named(one, with)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use serde_json::json;

    const SHOP: (&str, &str) = (
        "lib/shop.ex",
        "defmodule Shop do\n  @doc \"Adds.\"\n  def add(a) do\n    check(a)\n  end\n\n  defp check(a), do: a\nend\n",
    );

    #[test]
    fn every_question_that_follows_references_says_what_is_not_followed() {
        let buys = ("lib/buys.ex", "defmodule Buys do\n  def all(a), do: Shop.add(a)\nend\n");
        let fixture = Fixture::new(&[SHOP, buys, ("a.py", "def run(): stop()\n\ndef stop(): ...\n")]);
        let asked = [
            ("get_callees", json!({"symbol": "Shop.add"})),
            ("find_path", json!({"from": "Shop.add", "to": "Shop.check"})),
            ("get_related_tests", json!({"target": "Shop.add"})),
            ("explain_symbol", json!({"symbol": "Shop.add"})),
            ("get_dependents", json!({"target": "lib/shop.ex"})),
            ("get_dependency_graph", json!({})),
            ("explain", json!({"query": "Shop.add"})),
            ("get_file_context", json!({"path": "lib/shop.ex"})),
            ("get_hotspots", json!({"path": "lib"})),
            ("rank_symbols", json!({"path": "lib"})),
            ("repo_map", json!({"path": "lib"})),
            ("get_health", json!({"path": "lib"})),
            ("get_smells", json!({"path": "lib"})),
            ("get_subsystems", json!({"path": "lib"})),
            ("get_stats", json!({})),
        ];
        for (tool, mut arguments) in asked {
            if arguments.get("format").is_none() {
                arguments["format"] = "json".into();
            }
            let output = fixture.output(tool, arguments.clone());
            let is_said = |text: &str| text.matches("Elixir is structured: ").count() == 1;
            assert!(is_said(&output.body), "{tool}: {}", output.body);
            arguments["format"] = "screen".into();
            let screen = fixture.output(tool, arguments);
            let words = screen.body.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(is_said(&words), "{tool}: {}", screen.body);
        }
    }

    #[test]
    fn nothing_is_said_of_what_is_linked_or_not_asked_about() {
        let fixture = Fixture::new(&[SHOP, ("a.py", "def run(): stop()\n\ndef stop(): ...\n")]);
        let lines = fixture.text("get_callees", r#"{"symbol": "run"}"#);
        assert_eq!(values(&lines, "in_part", "says"), Vec::<String>::new());
        let lines = fixture.text("get_callees", r#"{"symbol": "Shop.add"}"#);
        assert_eq!(values(&lines, "in_part", "says").len(), 1);
        assert_eq!(lines[1].kind(), "in_part", "it stands before the counts");
    }

    #[test]
    fn languages_share_a_sentence() {
        let fixture = Fixture::new(&[SHOP, ("a.sh", "run() { true; }\nrun\n")]);
        let lines = fixture.text("get_smells", "{}");
        let says = values(&lines, "in_part", "says");
        assert!(says[0].starts_with("Elixir, Shell are structured: "), "{says:?}");
    }
}
