//! `Package.swift`: the targets of a package of Swift. It is a program; what stands there as a text is taken.

use indexer_core::ManifestFacts;
use indexer_core::manifest::PathMap;

/// Words that make a target with sources.
const MAKERS: &[&str] = &[".target", ".executableTarget", ".testTarget", ".macro", ".plugin"];

/// More targets than this nobody writes.
const MOST_TARGETS: usize = 1_000;

/// The facts of a `Package.swift`: each target with its folder, where it says one. O(bytes)
pub(super) fn read(text: &str) -> ManifestFacts {
    let mut maps: Vec<PathMap> = Vec::new();
    // The calls around, each with the target that it makes.
    let mut open: Vec<Option<PathMap>> = Vec::new();
    let tokens = Tokens { rest: text };
    let (mut word, mut label) = ("", "");
    for token in tokens {
        match token {
            Token::Word(one) => word = one,
            Token::Sign('(') => {
                let is_target = MAKERS.contains(&word);
                open.push(is_target.then(PathMap::default));
                (word, label) = ("", "");
            }
            Token::Sign('[') => {
                open.push(None);
                (word, label) = ("", "");
            }
            Token::Sign(')' | ']') => {
                if let Some(Some(one)) = open.pop()
                    && !one.pattern.is_empty()
                    && maps.len() < MOST_TARGETS
                {
                    maps.push(one);
                }
                (word, label) = ("", "");
            }
            Token::Sign(':') => label = std::mem::take(&mut word),
            Token::Sign(_) => (word, label) = ("", ""),
            Token::Text(value) => {
                if let Some(Some(one)) = open.last_mut() {
                    match label {
                        "name" => one.pattern = value.to_owned(),
                        "path" => one.targets = vec![value.to_owned()],
                        _ => {}
                    }
                }
            }
        }
    }
    // A target that another one only names says no place.
    maps.sort_by(|a, b| (&a.pattern, a.targets.is_empty()).cmp(&(&b.pattern, b.targets.is_empty())));
    maps.dedup_by(|later, first| later.pattern == first.pattern);
    ManifestFacts { maps, ..ManifestFacts::default() }
}

/// A part of the text.
enum Token<'t> {
    /// A name, perhaps with a point before it.
    Word(&'t str),
    /// What stands in quotes.
    Text(&'t str),
    Sign(char),
}

struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            if let Some(comment) = self.rest.strip_prefix("//") {
                self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                self.rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            } else if let Some(text) = self.rest.strip_prefix("\"\"\"") {
                self.rest = text.split_once("\"\"\"").map_or("", |(_, rest)| rest);
            } else if let Some(text) = self.rest.strip_prefix('"') {
                let (value, rest) = text.split_once('"').unwrap_or((text, ""));
                self.rest = rest;
                return Some(Token::Text(value));
            } else if first.is_alphanumeric() || matches!(first, '.' | '_') {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let end = self.rest[first.len_utf8()..].find(|c| !is_part(c));
                let end = end.map_or(self.rest.len(), |end| end + first.len_utf8());
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                return Some(Token::Word(word));
            } else {
                self.rest = &self.rest[first.len_utf8()..];
                return Some(Token::Sign(first));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn targets_are_known_by_name_and_path() {
        let text = "let package = Package(name: \"Shop\", products: [.library(name: \"Shop\", targets: [\"Shop\"])],\n\
            targets: [ // .target(name: \"No\")\n\
            .target(name: \"Shop\", dependencies: [\"A\", .target(name: \"B\")], path: \"Source\"),\n\
            .testTarget(name: \"ShopTests\", dependencies: [.product(name: \"X\", package: \"y\")]),\n\
            .target(name: \"B\", path: \"Other/B\")])\n";
        let found = read(text);
        let found: Vec<(&str, Option<&str>)> = found
            .maps
            .iter()
            .map(|one| (one.pattern.as_str(), one.targets.first().map(String::as_str)))
            .collect();
        assert_eq!(found, [("B", Some("Other/B")), ("Shop", Some("Source")), ("ShopTests", None)]);
    }
}
