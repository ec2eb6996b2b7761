//! How many sites bear a name, whatever they lead to.

use super::calls::is_named;
use super::hierarchy::Hierarchy;
use super::subject::{Subject, Subjects};
use super::unwritten::unwritten;
use crate::protocol::followed::sentence;
use crate::protocol::{Context, Records};
use crate::screen::{Form, Section};
use indexer_core::Resolution;
use indexer_store::{Reference, Symbol, View};
use serde::Serialize;
use std::collections::BTreeSet;

/// How many sites bear the names asked for, whatever they lead to: what a list of uses is measured
/// against. Zero uses beside many unresolved sites is not "unused".
#[derive(Clone, Debug, Default, Serialize)]
pub struct Completeness {
    /// The names.
    pub names: Vec<String>,
    /// Sites whose target is proved.
    pub resolved: u64,
    /// Sites with several targets, or candidates by name.
    pub possible: u64,
    /// Sites that are proved to leave the repository.
    pub external: u64,
    /// Sites of which nothing is claimed.
    pub unresolved: u64,
    /// Files of the repository with syntax errors or other problems.
    pub files_with_problems: u64,
    /// What languages with such sites lack, and what is used where no name is written: a sentence each.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub in_part: BTreeSet<String>,
}

impl Completeness {
    /// How it looks on a screen.
    pub const SECTION: Section<'static> =
        Section::of("completeness", Form::Counts(&["resolved", "possible", "external", "unresolved"]))
            .titled("uses of the name");

    /// Of these names. O(sites with the names).
    pub fn of(view: &View, names: Vec<String>) -> Self {
        let mut counted = Self { files_with_problems: view.totals().with_problems, ..Self::default() };
        for name in &names {
            let sites = view.references_named(name).into_iter().map(|site| view.reference(site));
            sites.filter(|site| is_named(view, *site)).for_each(|site| counted.count(site));
        }
        Self { names, ..counted }
    }

    /// Of the names of what a question is about, whose own languages may lack something too, also where there is no site.
    pub fn about<'v>(context: &Context<'v>, subjects: &Subjects<'v>) -> Self {
        let mut counted = Self::of(context.view(), subjects.names());
        let hierarchy = Hierarchy::new(context);
        for symbol in subjects.all.iter().flat_map(Subject::symbols) {
            counted.note_symbol(context, &hierarchy, *symbol);
        }
        counted
    }

    /// Notes what the language of a symbol lacks, and why it may be used where no name of it is written.
    pub fn note_symbol<'v>(&mut self, context: &Context<'v>, hierarchy: &Hierarchy<'v>, symbol: Symbol<'v>) {
        self.note(symbol.file().language());
        self.in_part.extend(unwritten(context, hierarchy, symbol));
    }

    /// Notes what a language lacks.
    pub fn note(&mut self, language: &str) {
        if let Some((name, tier)) = indexer_engine::followed_in_part(language) {
            self.in_part.insert(sentence(&[name], tier));
        }
    }

    /// Adds what was counted in another repository.
    pub fn add(&mut self, other: Self) {
        let new: Vec<String> = other.names.into_iter().filter(|name| !self.names.contains(name)).collect();
        self.names.extend(new);
        self.resolved += other.resolved;
        self.possible += other.possible;
        self.external += other.external;
        self.unresolved += other.unresolved;
        self.files_with_problems += other.files_with_problems;
        self.in_part.extend(other.in_part);
    }

    /// Counts one site.
    pub fn count(&mut self, site: Reference<'_>) {
        let counter = match site.resolution() {
            Resolution::Resolved => &mut self.resolved,
            Resolution::Possible => &mut self.possible,
            Resolution::External => &mut self.external,
            Resolution::Unresolved => &mut self.unresolved,
        };
        *counter += 1;
        self.note(site.file().language());
    }

    /// Writes what languages lack, beside counts.
    pub fn write_in_part(&self, out: &mut Records) {
        for sentence in &self.in_part {
            out.record("in_part").text("says", sentence);
        }
    }

    /// Writes the record.
    pub fn write(&self, out: &mut Records) {
        out.record("sites")
            .text("names", &self.names.join(","))
            .field("resolved", self.resolved)
            .field("possible", self.possible)
            .field("external", self.external)
            .field("unresolved", self.unresolved)
            .field("files_with_problems", self.files_with_problems);
        self.write_in_part(out);
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use serde_json::json;

    #[test]
    fn what_a_language_lacks_is_said_in_text_in_json_and_on_screens() {
        let shell = ("pool.sh", "open() {\n  true\n}\nlone() {\n  true\n}\n\nopen\n");
        let python = ("pool.py", "def shut(): ...\n\nshut()\n");
        let fixture = Fixture::new(&[shell, python]);
        let of = "Shell is structured: ";
        for tool in ["find_references", "get_callers", "get_impact"] {
            let json = fixture.json(tool, r#"{"symbol": "open"}"#);
            let said = json["completeness"]["in_part"].clone();
            assert_eq!(said.as_array().map(Vec::len), Some(1), "{tool}: {json}");
            assert!(said[0].as_str().unwrap().starts_with(of), "{tool}: {said}");
            for detail in ["short", "full"] {
                let asked = json!({"symbol": "open", "detail": detail}).to_string();
                let says = values(&fixture.text(tool, &asked), "in_part", "says");
                assert!(says.len() == 1 && says[0].starts_with(of), "{tool}: {says:?}");
            }
            // Nothing at all bears the name: that is no proof there, either.
            let none = fixture.json(tool, r#"{"symbol": "lone"}"#);
            assert_eq!(none["completeness"]["in_part"], json["completeness"]["in_part"], "{tool}: {none}");
            let screen = |symbol| fixture.output(tool, json!({"symbol": symbol, "format": "screen"})).body;
            assert!(screen("open").contains(of), "{tool}: {}", screen("open"));
            assert!(!screen("shut").contains("structured"), "what is linked lacks nothing");
        }
    }

    #[test]
    fn what_is_used_where_no_name_is_written_says_so() {
        let python = (
            "a.py",
            "import threading\n\nclass A(threading.Thread):\n    def run(self): pass\n    def used(self): pass\n\n\
             class B(A):\n    def __getitem__(self, at): pass\n    def run(self): pass\n\nA().used()\nB()[1]\n\n\
             class C:\n    def run(self): pass\n",
        );
        let rust = (
            "b.rs",
            "pub struct V;\npub trait Own { fn own(&self); }\nimpl std::fmt::Display for V {\n    fn fmt(&self) {}\n}\n\
             impl Own for V {\n    fn own(&self) {}\n}\nimpl V {\n    fn lone(&self) {}\n}\n",
        );
        let go = ("c.go", "package c\n\ntype H struct{}\n\nfunc (h H) ServeHTTP() {}\nfunc (h H) own() {}\n");
        let java = ("E.java", "class E { private void readObject(Object in) {} void lone() {} }\n");
        let csharp = (
            "d.cs",
            "class D { public int this[int at] => 1; public static D operator +(D a, D b) => a; }\n",
        );
        let fixture = Fixture::new(&[python, rust, go, java, csharp]);
        let says = |tool: &str, symbol: &str| {
            let text = fixture.text(tool, &json!({"symbol": symbol}).to_string());
            values(&text, "in_part", "says").join("; ")
        };
        for tool in ["find_references", "get_callers", "get_impact"] {
            for (symbol, said) in [
                ("B.__getitem__", "__getitem__ may be called where no name is written"),
                ("A.run", "A is based on threading.Thread, which is outside"),
                ("B.run", "B is based on threading.Thread, which is outside"),
                ("A.used", ""),
                ("C.run", ""),
                ("V.fmt", "V is based on std::fmt::Display, which is outside"),
                ("V.own", ""),
                ("V.lone", ""),
                ("H.ServeHTTP", "interfaces outside may ask for ServeHTTP"),
                ("H.own", ""),
                ("E.readObject", "the language or a tool of it looks for readObject"),
                ("E.lone", ""),
                ("D.this", "this may be called where no name is written"),
            ] {
                let says = says(tool, symbol);
                assert!(
                    says.starts_with(said) && says.is_empty() == said.is_empty(),
                    "{tool} {symbol}: {says}"
                );
            }
        }
    }
}
