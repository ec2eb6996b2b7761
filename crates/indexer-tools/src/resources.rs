//! Answers that clients can hold as resources: each is a tool with its arguments filled in from a
//! URI.

use crate::protocol::tool::{Question, Tool};
use crate::tools::find;
use crate::tools::health::repo_map::RepoMap;
use crate::tools::index::index_status::IndexStatus;
use crate::tools::navigate::explain_symbol::ExplainSymbol;
use crate::tools::navigate::get_file_summary::GetFileSummary;
use crate::tools::navigate::get_tree::GetTree;
use crate::tools::navigate::lookup_symbol::LookupSymbol;
use crate::tools::navigate::read_source::ReadSource;
use serde_json::{Map, Value};

/// What a word in braces stands for, and so what completes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completes {
    /// Names of symbols.
    Symbol,
    /// Paths of files.
    Path,
}

impl Completes {
    /// The tool that answers the same question: what it may not tell, completion does not either.
    pub const fn tool(self) -> &'static str {
        match self {
            Completes::Symbol => LookupSymbol::NAME,
            Completes::Path => GetTree::NAME,
        }
    }
}

/// A resource, or a pattern of resources.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// What stands before the argument; the whole URI where there is none.
    pub stem: &'static str,
    /// The argument of the tool that the rest of the URI is.
    pub argument: Option<(&'static str, Completes)>,
    /// A short name.
    pub name: &'static str,
    /// A few words for people.
    pub title: &'static str,
    /// What it holds.
    pub description: &'static str,
    tool: &'static str,
}

/// Every resource and pattern, in the order of lists.
pub static RESOURCES: &[Resource] = &[
    Resource {
        stem: "indexer://map",
        argument: None,
        name: "map",
        title: "Map of the repository",
        description: "The most important symbols with their files, the place to start from",
        tool: RepoMap::NAME,
    },
    Resource {
        stem: "indexer://status",
        argument: None,
        name: "status",
        title: "State of the index",
        description: "How fresh and how complete the index is, and what was left out",
        tool: IndexStatus::NAME,
    },
    Resource {
        stem: "indexer://outline/",
        argument: Some(("path", Completes::Path)),
        name: "outline",
        title: "Outline of a file",
        description: "What a file imports and declares, without bodies",
        tool: GetFileSummary::NAME,
    },
    Resource {
        stem: "indexer://symbol/",
        argument: Some(("name", Completes::Symbol)),
        name: "symbol",
        title: "A symbol",
        description: "Signature, documentation, members and uses of a symbol",
        tool: ExplainSymbol::NAME,
    },
    Resource {
        stem: "indexer://source/",
        argument: Some(("symbol", Completes::Symbol)),
        name: "source",
        title: "Source of a symbol",
        description: "The text of a symbol as it is on disk, secrets hidden",
        tool: ReadSource::NAME,
    },
];

impl Resource {
    /// The URI, or the pattern of RFC 6570 where there is an argument.
    pub fn uri(&self) -> String {
        match self.argument {
            // A path has slashes, which plain expansion would encode.
            Some((name, Completes::Path)) => format!("{}{{+{name}}}", self.stem),
            Some((name, Completes::Symbol)) => format!("{}{{{name}}}", self.stem),
            None => self.stem.to_owned(),
        }
    }

    /// The tool behind it.
    pub fn tool(&self) -> Option<&'static Tool> {
        find(self.tool)
    }

    /// The resource of a URI and the arguments for its tool; `None` where there is none.
    pub fn of(uri: &str) -> Option<(&'static Self, Value)> {
        RESOURCES.iter().find_map(|resource| {
            let mut arguments = Map::new();
            match resource.argument {
                None => (uri == resource.stem).then_some(())?,
                Some((name, _)) => {
                    let rest = decoded(uri.strip_prefix(resource.stem)?)?;
                    (!rest.is_empty()).then(|| arguments.insert(name.to_owned(), rest.into()))?;
                }
            }
            Some((resource, Value::Object(arguments)))
        })
    }
}

/// Percent-decoded; `None` where that is no text.
fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'%' {
            let digits = bytes.get(at + 1..at + 3).filter(|two| two.iter().all(u8::is_ascii_hexdigit))?;
            out.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            at += 3;
        } else {
            out.push(*byte);
            at += 1;
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn uris_lead_to_tools_and_their_arguments() {
        let of = |uri: &str| Resource::of(uri).map(|(resource, arguments)| (resource.name, arguments));
        assert_eq!(of("indexer://map"), Some(("map", json!({}))));
        assert_eq!(of("indexer://outline/src/a%20b.rs"), Some(("outline", json!({"path": "src/a b.rs"}))));
        assert_eq!(of("indexer://symbol/Owner.member"), Some(("symbol", json!({"name": "Owner.member"}))));
        for uri in ["indexer://map/", "indexer://outline/", "indexer://outline/%zz", "file:///etc/passwd", ""]
        {
            assert_eq!(of(uri), None, "{uri}");
        }
    }

    #[test]
    fn every_row_names_a_tool_that_takes_its_argument() {
        for resource in RESOURCES {
            let tool = resource.tool().unwrap();
            if let Some((name, _)) = resource.argument {
                assert!(tool.full_schema()["properties"].get(name).is_some(), "{}: {name}", resource.stem);
                assert!(resource.stem.ends_with('/'));
            }
            assert!(!tool.writes);
        }
    }
}
