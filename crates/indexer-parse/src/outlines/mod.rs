//! Outlines: what documents, data, markup, style sheets and descriptions of builds hold at their first levels, as the
//! facts that files of code have. An outline is made of a text when somebody asks about it, never while an index is
//! built: what is not asked about costs nothing, and stands in no answer about code.
//!
//! Each format has a reader of its own: they are shorter than the tables of a grammar, keep no tree, follow no alias and
//! no entity, and give what stands before a mistake. Every reader looks at a byte a bounded number of times.

mod css;
mod dockerfile;
mod draft;
mod html;
mod json;
mod makefile;
mod markdown;
mod settings;
mod tags;
mod toml;
mod words;
mod xml;
mod yaml;

use draft::Draft;
use indexer_core::path::{extension, file_name};
use indexer_core::{FileFacts, LineTable, Problem, ProblemKind};
use std::borrow::Cow;

pub use markdown::anchor;

/// A longer text has no outline, in bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// Headings, keys and so on of one file.
pub const MOST_ENTRIES: usize = 2_000;

/// Paths that one file names.
pub const MOST_LINKS: usize = 2_000;

/// Levels of keys or elements.
pub const MOST_LEVELS: usize = 3;

/// What the paths are that a file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Links: they lead to the file that stands there.
    Written,
    /// Words of commands: where a file stands there it may be run or copied, and else they are no paths.
    Run,
}

/// A format of which the outline is read.
#[derive(Debug)]
pub struct Format {
    /// Its id, which answers give as the language of a file.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// File extensions, without the dot, lower case.
    pub extensions: &'static [&'static str],
    /// Whole names of files.
    pub file_names: &'static [&'static str],
    /// What of a file is followed, for people.
    pub outline: &'static str,
    /// What the paths in it are.
    pub links: Links,
    read: fn(&mut Draft<'_>),
}

/// All formats, in alphabetic order of their ids.
pub const FORMATS: &[Format] = &[
    Format {
        id: "css",
        name: "CSS",
        extensions: &["css"],
        file_names: &[],
        outline: "selectors, rules, custom properties; `@import`",
        links: Links::Written,
        read: css::plain,
    },
    Format {
        id: "dockerfile",
        name: "Dockerfile",
        extensions: &["dockerfile"],
        file_names: &["Containerfile", "Dockerfile"],
        outline: "stages, names of `ARG` and `ENV`; files copied and run",
        links: Links::Run,
        read: dockerfile::read,
    },
    Format {
        id: "dotenv",
        name: "Environment",
        extensions: &[],
        file_names: &[".env.dist", ".env.example", ".env.sample", ".env.template"],
        outline: "keys",
        links: Links::Run,
        read: settings::environment,
    },
    Format {
        id: "html",
        name: "HTML",
        extensions: &["htm", "html"],
        file_names: &[],
        outline: "headings, elements with an `id`; links",
        links: Links::Written,
        read: html::read,
    },
    Format {
        id: "ini",
        name: "INI",
        extensions: &["cfg", "ini"],
        file_names: &[],
        outline: "sections and keys",
        links: Links::Run,
        read: settings::ini,
    },
    Format {
        id: "json",
        name: "JSON",
        extensions: &["avsc", "json", "json5", "jsonc"],
        file_names: &[],
        outline: "keys of the first three levels; files that `scripts` run",
        links: Links::Run,
        read: json::read,
    },
    Format {
        id: "less",
        name: "Less",
        extensions: &["less"],
        file_names: &[],
        outline: "selectors, rules, variables; `@import`",
        links: Links::Written,
        read: css::nested,
    },
    Format {
        id: "makefile",
        name: "Makefile",
        extensions: &["mk"],
        file_names: &["GNUmakefile", "Makefile", "makefile"],
        outline: "targets, variables; files run and included",
        links: Links::Run,
        read: makefile::read,
    },
    Format {
        id: "markdown",
        name: "Markdown",
        extensions: &["markdown", "md", "mdx"],
        file_names: &[],
        outline: "headings; links and images",
        links: Links::Written,
        read: markdown::read,
    },
    Format {
        id: "properties",
        name: "Properties",
        extensions: &["properties"],
        file_names: &[],
        outline: "keys",
        links: Links::Run,
        read: settings::properties,
    },
    Format {
        id: "scss",
        name: "SCSS",
        extensions: &["scss"],
        file_names: &[],
        outline: "selectors, rules, mixins, variables; `@import`, `@use`, `@forward`",
        links: Links::Written,
        read: css::nested,
    },
    Format {
        id: "toml",
        name: "TOML",
        extensions: &["toml"],
        file_names: &[],
        outline: "tables and their keys",
        links: Links::Run,
        read: toml::read,
    },
    Format {
        id: "xml",
        name: "XML",
        extensions: &["csproj", "plist", "wsdl", "xml", "xsd", "xsl", "xslt"],
        file_names: &["Directory.Build.props", "Directory.Build.targets"],
        outline: "elements of the first three levels",
        links: Links::Run,
        read: xml::read,
    },
    Format {
        id: "yaml",
        name: "YAML",
        extensions: &["yaml", "yml"],
        file_names: &[],
        outline: "keys of the first three levels; files that `run` and `command` run",
        links: Links::Run,
        read: yaml::read,
    },
];

impl Format {
    /// The format of the file at `path`, by its name; `None` for what has no outline, and for code, unless that declares
    /// nothing.
    pub fn of(path: &str) -> Option<&'static Format> {
        let name = file_name(path);
        let extension = extension(path).to_ascii_lowercase();
        let is_named = |format: &&Format| {
            format.file_names.contains(&name) || format.extensions.contains(&extension.as_str())
        };
        let is_outlined = || crate::language_of(path, b"").is_none() || Self::is_of_code(path);
        FORMATS.iter().find(is_named).filter(|_| is_outlined())
    }

    /// True for a file of code that has an outline, since it declares nothing as code: a project of C#.
    pub fn is_of_code(path: &str) -> bool {
        crate::languages::only_imports(path)
    }

    /// The format of a file of code whose words of commands lead to files, as those of an outline do: what such a file
    /// declares its language says. `None` for all others.
    pub fn beside_code(path: &str) -> Option<&'static Format> {
        let format = FORMATS.iter().find(|format| format.id == "makefile")?;
        let is_code = crate::language_of(path, b"").is_some_and(|language| language.id == "make");
        is_code.then_some(format)
    }

    /// The format with this id.
    pub fn by_id(id: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.id == id)
    }

    /// The outline of `bytes`. Never fails: what is wrong is a problem beside what could be read. O(bytes).
    pub fn outline(&self, bytes: &[u8]) -> FileFacts {
        let refused = |problem: Problem| FileFacts {
            language: self.id.to_owned(),
            lines: LineTable::new(bytes),
            problems: vec![problem],
            ..FileFacts::default()
        };
        if bytes.len() > MOST_BYTES {
            let detail = format!("{} bytes, an outline is made of at most {MOST_BYTES}", bytes.len());
            return refused(Problem::whole(ProblemKind::TooLarge, detail));
        }
        if bytes.contains(&0) {
            return refused(Problem::whole(ProblemKind::Binary, "holds NUL bytes"));
        }
        let text = String::from_utf8_lossy(bytes);
        let mut draft = Draft::new(&text);
        if matches!(text, Cow::Owned(_)) {
            draft.problem(ProblemKind::Encoding, 0, "not UTF-8; some bytes were replaced");
        }
        (self.read)(&mut draft);
        draft.finish(self.id)
    }
}

#[cfg(test)]
mod tests;
