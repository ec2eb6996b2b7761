//! `pom.xml` and Gradle's settings.

use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;
use roxmltree::{Document, Node, ParsingOptions};

/// Nodes of a `pom.xml` at most.
const NODES: u32 = 200_000;

/// The facts of a `pom.xml`. A document type, by which entities could blow up, is refused.
pub(super) fn read_maven(text: &str) -> Result<ManifestFacts, String> {
    let options = ParsingOptions { nodes_limit: NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
    let project = document.root_element();
    let mut modules = named(project, "modules");
    for profile in children(project, "profiles").flat_map(|all| children(all, "profile")) {
        modules.extend(named(profile, "modules"));
    }
    let dependencies = children(project, "dependencies").flat_map(|all| children(all, "dependency"));
    let dependencies = dependencies.filter_map(|one| {
        let name = text_of(one, "artifactId")?;
        Some(Dependency { name, package: text_of(one, "groupId"), path: None })
    });
    Ok(ManifestFacts {
        package: text_of(project, "artifactId"),
        dependencies: dependencies.collect(),
        workspace: !modules.is_empty(),
        members: modules,
        ..ManifestFacts::default()
    })
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

fn text_of(node: Node<'_, '_>, name: &'static str) -> Option<String> {
    let text = children(node, name).next()?.text()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The texts of the elements in the list that is called `name`.
fn named(node: Node<'_, '_>, name: &'static str) -> Vec<String> {
    let items = children(node, name).flat_map(|list| list.children()).filter(Node::is_element);
    items.filter_map(|item| Some(item.text()?.trim().to_owned())).filter(|text| !text.is_empty()).collect()
}

/// The facts of Gradle's settings, Groovy or Kotlin, by their text: what `include` names and where
/// `projectDir` puts it. What a program computes is not seen.
pub(super) fn read_settings(text: &str) -> ManifestFacts {
    let mut facts = ManifestFacts { workspace: true, ..ManifestFacts::default() };
    let words = words(text);
    let mut i = 0;
    while i < words.len() {
        match (&words[i], words.get(i + 1), words.get(i + 2), words.get(i + 3)) {
            (Word::Name("include"), ..) => {
                i += 1;
                while let Some(word) = words.get(i) {
                    match word {
                        Word::Text(name) => facts.members.push(name.trim_start_matches(':').to_owned()),
                        Word::Mark('(' | ',') => {}
                        _ => break,
                    }
                    i += 1;
                }
                continue;
            }
            (Word::Name("rootProject.name"), Some(Word::Mark('=')), Some(Word::Text(name)), _) => {
                facts.package = Some(name.clone());
            }
            // project(":a").projectDir = file("b"), new File(settingsDir, "b")
            (Word::Name("project"), Some(Word::Mark('(')), Some(Word::Text(name)), Some(Word::Mark(')')))
                if matches!(words.get(i + 4), Some(Word::Name(".projectDir"))) =>
            {
                // `= new File ( settingsDir , "path"` is the longest way to say it.
                let mut rest = words[i + 5..].iter().take(7);
                let folder =
                    rest.find_map(|word| if let Word::Text(text) = word { Some(text) } else { None });
                if let Some(folder) = folder {
                    let name = name.trim_start_matches(':').to_owned();
                    facts.dependencies.push(Dependency { name, package: None, path: Some(folder.clone()) });
                }
            }
            _ => {}
        }
        i += 1;
    }
    facts
}

/// A piece of a build script.
#[derive(Debug, PartialEq)]
enum Word<'t> {
    /// Letters with dots between.
    Name(&'t str),
    /// A string.
    Text(String),
    /// Anything else but white space and comments.
    Mark(char),
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let used = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' || c == '\'' {
            let end = rest[1..].find([c, '\n']).map_or(rest.len(), |end| end + 1);
            found.push(Word::Text(rest[1..end].to_owned()));
            (end + 1).min(rest.len())
        } else if c.is_alphanumeric() || matches!(c, '_' | '.') {
            let is_in = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
            let end = rest.find(|c| !is_in(c)).unwrap_or(rest.len());
            found.push(Word::Name(&rest[..end]));
            end
        } else {
            found.push(Word::Mark(c));
            c.len_utf8()
        };
        // A string that a line break ends may be cut in front of a wide character.
        let used = (used..=rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        rest = rest[used..].trim_start();
    }
    found
}
