//! `compile_commands.json`: what the compiler was called with for each source.
//!
//! Such files are large, so that no tree of values is made of one: an entry is read, used and forgotten.

use super::compilations::{Compilations, of_flags};
use indexer_core::ManifestFacts;
use indexer_core::command_line::{absolute, words};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// Words of one command that are looked at.
const MOST_WORDS: usize = 1 << 16;

/// The facts of a `compile_commands.json`: one compilation for each source, with absolute paths where it has such.
pub(super) fn read(text: &str) -> Result<ManifestFacts, String> {
    let mut folders = Compilations::of(text);
    let mut json = serde_json::Deserializer::from_str(text);
    json.deserialize_seq(Commands(&mut folders)).map_err(|error| error.to_string())?;
    json.end().map_err(|error| error.to_string())?;
    Ok(folders.facts())
}

/// Takes the entries of the file, one after another.
struct Commands<'f>(&'f mut Compilations);

impl<'de> Visitor<'de> for Commands<'_> {
    type Value = ();

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a list of commands")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(one) = entries.next_element::<Loose>()? {
            if let Loose::Entry(entry) = one {
                take(&entry, self.0);
            }
        }
        Ok(())
    }
}

fn take(entry: &Entry, folders: &mut Compilations) {
    let folder = entry.directory.text().unwrap_or("");
    let Some(file) = entry.file.text() else { return };
    let Some(of) = absolute(folder, file) else {
        folders.cut();
        return;
    };
    let told = match (&entry.arguments, entry.command.text()) {
        (Loose::Words(words, is_cut), _) => {
            if *is_cut {
                folders.cut();
            }
            of_flags(words.iter().map(|word| Cow::Borrowed(word.as_str())), folder, folders)
        }
        (_, Some(command)) => {
            let mut words = words(command);
            let told = of_flags(words.by_ref().take(MOST_WORDS).map(Cow::Owned), folder, folders);
            if words.next().is_some() {
                folders.cut();
            }
            told
        }
        _ => return,
    };
    folders.add(of, told);
}

/// An entry as it is written.
#[derive(Default)]
struct Entry {
    directory: Loose,
    file: Loose,
    command: Loose,
    arguments: Loose,
}

/// A value of any kind, of which only what may matter is kept.
#[derive(Default)]
enum Loose {
    /// A number, a truth, nothing.
    #[default]
    Other,
    Text(String),
    /// A list: the texts in it, and whether there are more.
    Words(Vec<String>, bool),
    Entry(Box<Entry>),
}

impl Loose {
    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(LooseVisitor)
    }
}

struct LooseVisitor;

impl<'de> Visitor<'de> for LooseVisitor {
    type Value = Loose;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("any value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Loose, E> {
        Ok(Loose::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Loose, E> {
        Ok(Loose::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Loose, E> {
        Ok(Loose::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Loose, E> {
        Ok(Loose::Other)
    }

    fn visit_unit<E>(self) -> Result<Loose, E> {
        Ok(Loose::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Loose, E> {
        Ok(Loose::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Loose, A::Error> {
        let mut words = Vec::new();
        while words.len() < MOST_WORDS
            && let Some(one) = all.next_element::<Loose>()?
        {
            if let Loose::Text(text) = one {
                words.push(text);
            }
        }
        let mut is_cut = false;
        while all.next_element::<IgnoredAny>()?.is_some() {
            is_cut = true;
        }
        Ok(Loose::Words(words, is_cut))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Loose, A::Error> {
        let mut entry = Box::<Entry>::default();
        while let Some(key) = all.next_key::<String>()? {
            let value = match key.as_str() {
                "directory" => &mut entry.directory,
                "file" => &mut entry.file,
                "command" => &mut entry.command,
                "arguments" => &mut entry.arguments,
                _ => {
                    all.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *value = all.next_value()?;
        }
        Ok(Loose::Entry(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_name_the_folders_of_each_source() {
        let text = r#"[
            {"directory": "/home/me/p/build", "file": "../src/b.c", "command": "cc -I../inc -DX=1 -isystem \"/opt/a b\" -c b.c"},
            {"directory": "/home/me/p", "file": "src/a.c", "arguments": ["cc", "-isystem", "sys", "-I", "inc/", "-iquoteown"]},
            {"directory": "/home/me/p", "file": "plain.c", "arguments": ["cc"]}
        ]"#;
        let found =
            read(text).unwrap().compilations.into_iter().map(|one| (one.of, one.include)).collect::<Vec<_>>();
        let texts = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            found,
            [
                ("/home/me/p/plain.c".to_owned(), texts(&[])),
                ("/home/me/p/src/a.c".to_owned(), texts(&["/home/me/p/inc", "/home/me/p/sys"])),
                ("/home/me/p/src/b.c".to_owned(), texts(&["/home/me/p/inc", "/opt/a b"])),
            ]
        );
        let facts = read(text).unwrap();
        assert_eq!(facts.compilations[1].quoted, ["/home/me/p/own"], "for what stands in quotes alone");
        assert_eq!(facts.compilations[2].defines, ["X=1"]);
        assert!(read("{}").is_err() && read("[").is_err());
        assert!(read("[1, {\"file\": 2}]").unwrap().compilations.is_empty());
    }
}
