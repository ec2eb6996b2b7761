//! Which repositories a question is about: `repository` among its arguments, and `repo:NAME/` before paths and keys.

use super::Repositories;
use crate::protocol::context::REPO;
use crate::protocol::places::is_place;
use crate::protocol::tool::Tool;
use crate::protocol::{Code, Problem};
use indexer_config::{Named, is_match};
use serde_json::{Map, Value};

/// Where a question goes, with its arguments as that repository takes them.
#[derive(Debug)]
pub enum Route {
    /// To the root.
    Own(Value),
    /// To one of the repositories that are asked together.
    One(Named, Value),
    /// To several at once.
    Several(Vec<Named>, Value),
}

impl Repositories {
    /// Where a question goes. A name leads to one repository; a pattern (`*`, `?`, or names with commas between) to all
    /// that match, in one answer.
    pub fn route(&self, tool: &Tool, arguments: &Value) -> Result<Route, Problem> {
        let Value::Object(given) = arguments else { return self.unnamed(tool, arguments.clone()) };
        let mut given = given.clone();
        let mut wanted: Vec<String> = Vec::new();
        match given.remove("repository") {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => wanted.push(text),
            Some(_) => return Err(Problem::argument("repository", "repository: must be text")),
        }
        if wanted.is_empty() && !self.are_named() {
            return self.unnamed(tool, Value::Object(given));
        }
        take_names(&mut given, &mut wanted);
        wanted.dedup();
        let Some(first) = wanted.first() else { return self.unnamed(tool, Value::Object(given)) };
        if wanted.len() == 1 && is_name(first) {
            return Ok(Route::One(self.named(first)?, Value::Object(given)));
        }
        let fits = |name: &str| wanted.iter().all(|one| one.split(',').any(|one| is_match(one.trim(), name)));
        let mut chosen: Vec<Named> = self.all()?.into_iter().filter(|one| fits(&one.name)).collect();
        let is_one = chosen.len() == 1 && (!tool.asks_several() || wanted.iter().any(|one| is_name(one)));
        match chosen.pop() {
            None => {
                let message = format!("repository: no repository is called {}", wanted.join(" and "));
                Err(Problem::argument("repository", message).hint("ask of each repository on its own"))
            }
            Some(one) if is_one => Ok(Route::One(one, Value::Object(given))),
            Some(last) if tool.asks_several() => {
                chosen.push(last);
                Ok(Route::Several(chosen, Value::Object(given)))
            }
            Some(_) => {
                let message = format!("repository: {} asks one repository at a time", tool.name);
                let problem =
                    Problem { tool: Some(tool.name), ..Problem::not_supported("repository", message) };
                Err(problem.hint("name one; search, lookup_symbol and find_references ask several"))
            }
        }
    }

    /// Where a question goes that names no repository: to the root, for who may ask it; for others to the one that they
    /// may ask.
    fn unnamed(&self, tool: &Tool, arguments: Value) -> Result<Route, Problem> {
        if self.grant.is_everything() {
            return Ok(Route::Own(arguments));
        }
        if !arguments["root"].is_null() {
            let message = "root: your token is for repositories by name";
            return Err(Problem { tool: Some(tool.name), ..Problem::argument("root", message) }
                .hint("leave `root` out and name a repository"));
        }
        let mut all = self.all()?;
        match (all.len(), all.pop()) {
            (1, Some(one)) => Ok(Route::One(one, arguments)),
            (0, _) | (_, None) => Err(Problem {
                tool: Some(tool.name),
                ..Problem::new(Code::NotFound, "no repository may be asked")
            }),
            (_, Some(last)) => {
                all.push(last);
                let names = all.into_iter().take(super::SUGGESTIONS).map(|one| one.name).collect();
                let problem = Problem::argument("repository", "repository: name the one that is meant");
                Err(Problem { tool: Some(tool.name), ..problem.suggest(names) })
            }
        }
    }
}

/// True for the name of one repository.
fn is_name(text: &str) -> bool {
    !text.contains(['*', '?', ','])
}

/// Takes `repo:NAME/` from before paths, keys and places, and adds what stands there to `wanted`.
fn take_names(given: &mut Map<String, Value>, wanted: &mut Vec<String>) {
    for (_, value) in given.iter_mut().filter(|(name, _)| is_place(name)) {
        let texts = match value {
            Value::Array(all) => all.as_mut_slice(),
            one => std::slice::from_mut(one),
        };
        for text in texts {
            let Some((name, rest)) = text.as_str().and_then(split) else { continue };
            let (name, rest) = (name.to_owned(), rest.to_owned());
            if !wanted.contains(&name) {
                wanted.push(name);
            }
            *text = rest.into();
        }
    }
    // A repository alone is all of it.
    if given.get("path").is_some_and(|path| path == "") {
        given.remove("path");
    }
}

/// The name or pattern behind `repo:`, and what follows the slash; `None` where there is none.
fn split(text: &str) -> Option<(&str, &str)> {
    let named = text.trim().trim_matches('`').strip_prefix(REPO)?;
    let (name, rest) = named.split_once('/').unwrap_or((named, ""));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '*' | '?' | ',');
    // `repo::Type` is a path of Rust.
    (!name.is_empty() && name.chars().all(is_part)).then_some((name, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_of_repositories_are_taken_from_before_paths_and_keys() {
        let mut given = json!({
            "path": "repo:web", "symbol": "repo:web/a/b.py#C.d", "symbols": ["repo:orders/x.py:3", "y"],
            "query": "repo:no/path", "name": "repo::Type",
        });
        let mut wanted = Vec::new();
        take_names(given.as_object_mut().unwrap(), &mut wanted);
        assert_eq!(wanted, ["web", "orders"]);
        let expected = json!({
            "symbol": "a/b.py#C.d", "symbols": ["x.py:3", "y"], "query": "repo:no/path", "name": "repo::Type",
        });
        assert_eq!(given, expected);
        assert_eq!(split("repo:svc-*/src"), Some(("svc-*", "src")));
        assert_eq!((split("repo:"), split("repo:a b/c"), split("src/repo:x")), (None, None, None));
    }
}
