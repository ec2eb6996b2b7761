//! What a type checker says of a repository, by the lines of its file. `benches/truth/README.md`
//! describes them.

use flate2::read::GzDecoder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A place that is a definition's: file, line of its name, its first line.
pub(super) type Site = (String, i64, i64);
/// A token: file, line, name.
pub(super) type Token = (String, i64, String);

/// A definition.
pub(super) struct Definition {
    pub(super) symbol: Option<String>,
    pub(super) name: String,
    /// As it is written.
    pub(super) text: String,
    pub(super) kind: String,
    pub(super) file: String,
    pub(super) line: i64,
    /// First line; that of the name where the checker does not say.
    pub(super) start: i64,
    pub(super) end: i64,
    /// Only the expansion of a macro has it.
    pub(super) made_by_macro: bool,
    pub(super) is_local: bool,
}

/// A reference to a definition of the repository that others can see.
pub(super) struct Reference {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) file: String,
    pub(super) line: i64,
    pub(super) column: i64,
    pub(super) to: Site,
    /// Other definitions that are right as well.
    pub(super) also: Vec<Site>,
    pub(super) is_call: bool,
    /// The function around it: file and line.
    pub(super) within: Option<(String, i64)>,
}

/// All of it.
#[derive(Default)]
pub(super) struct Truth {
    pub(super) files: BTreeSet<String>,
    pub(super) definitions: Vec<Definition>,
    pub(super) references: Vec<Reference>,
    /// Tokens that leave the repository; one may stand twice on a line.
    pub(super) external: Vec<Token>,
    /// Tokens that it takes for definitions of properties, which may be functions: also keys of objects of which it does not know what is expected.
    pub(super) keys: BTreeSet<Token>,
    /// Tokens of definitions, and of what stays in a function or leads to an import that leads nowhere.
    pub(super) bound: Vec<Token>,
    /// Tokens that the checker left undecided.
    pub(super) undecided: BTreeSet<Token>,
    /// Tokens of which it says what they are: a definition, or what leads to something of the repository, out of it, or to
    /// a local.
    pub(super) seen: BTreeSet<Token>,
    /// Those that it calls external, or names of an import alone, because they are imported from a place in the repository
    /// at which it found no file.
    pub(super) unfound: BTreeSet<Token>,
}

impl Truth {
    /// Reads a file, packed by gzip.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let wrong = |reason: String| format!("{}: {reason}", path.display());
        let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
        let mut truth = Self::default();
        for line in BufReader::new(GzDecoder::new(file)).lines() {
            let line = line.map_err(|error| wrong(error.to_string()))?;
            truth.take_in(&serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?);
        }
        Ok(truth)
    }

    fn take_in(&mut self, row: &Value) {
        let file = || text(row, "file");
        match row["t"].as_str().unwrap_or_default() {
            "file" => drop(self.files.insert(file())),
            "def" => {
                let one = definition(row);
                if matches!(one.kind.as_str(), "property" | "method") {
                    self.keys.insert((one.file.clone(), one.line, one.text.clone()));
                }
                self.bound.push((one.file.clone(), one.line, one.text.clone()));
                self.seen.insert((one.file.clone(), one.line, one.text.clone()));
                self.definitions.push(one);
            }
            "ref" => {
                let one = reference(row);
                self.seen.insert((one.file.clone(), one.line, one.name.clone()));
                match row["local"] == true {
                    true => self.bound.push((one.file, one.line, one.name)),
                    false => self.references.push(one),
                }
            }
            "undec" => self.undecided.extend(tokens(row)),
            "ext" => {
                self.seen.extend(tokens(row));
                self.external.extend(tokens(row));
            }
            "loc" => {
                self.seen.extend(tokens(row));
                self.bound.extend(tokens(row));
            }
            _ => {}
        }
    }

    /// Notes which names a file imports from a place in the checkout although the checker calls them external: it did
    /// not find the file there, so that it says nothing of what they are. `own` is the package's own name.
    pub(super) fn note_unfound(&mut self, root: &Path, own: Option<&str>) {
        let mut places: BTreeMap<&str, Vec<(i64, &str)>> = BTreeMap::new();
        for (file, line, name) in self.external.iter().chain(&self.bound) {
            places.entry(file).or_default().push((*line, name));
        }
        let mut unfound = BTreeSet::new();
        for (file, tokens) in places {
            let Ok(text) = std::fs::read_to_string(root.join(file)) else { continue };
            let imported = imported_from_inside(&text, own, &tokens);
            let all = tokens.iter().filter(|(_, name)| imported.contains(name));
            unfound.extend(all.map(|(line, name)| (file.to_owned(), *line, (*name).to_owned())));
        }
        self.unfound = unfound;
    }

    /// The definitions of each file.
    pub(super) fn by_file(&self) -> BTreeMap<&str, Vec<&Definition>> {
        let mut found: BTreeMap<&str, Vec<&Definition>> = BTreeMap::new();
        for definition in &self.definitions {
            found.entry(&definition.file).or_default().push(definition);
        }
        found
    }
}

/// The names among `tokens` (line, name) that statements import from the repository.
fn imported_from_inside<'t>(text: &str, own: Option<&str>, tokens: &[(i64, &'t str)]) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    // Where the statement began that is not at its end: its last line says from where.
    let mut open = None;
    for (line, number) in text.lines().zip(1i64..) {
        let begins =
            ["import", "export", "const {", "let {", "var {"].iter().any(|word| line.starts_with(word));
        if begins {
            open = Some(number);
        }
        if is_import_from_inside(line, own) {
            let lines = open.unwrap_or(number)..=number;
            names.extend(tokens.iter().filter(|(at, _)| lines.contains(at)).map(|(_, name)| *name));
        }
        if line.contains([';', '(']) || line.contains(" from ") || line.trim().is_empty() {
            open = None;
        }
    }
    names
}

/// `import a from './a'`, `const a = require("../a")`, and the same with the name of the package itself.
fn is_import_from_inside(line: &str, own: Option<&str>) -> bool {
    let from =
        ["from '", "from \"", "require('", "require(\""].iter().find_map(|start| line.split_once(start));
    let Some((_, path)) = from else { return false };
    let path = path.split(['\'', '"']).next().unwrap_or("");
    let name = |own: &str| path == own || path.strip_prefix(own).is_some_and(|rest| rest.starts_with('/'));
    path.starts_with('.') || own.is_some_and(name)
}

pub(super) fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}

pub(super) fn number(row: &Value, key: &str) -> i64 {
    row[key].as_i64().unwrap_or(0)
}

fn definition(row: &Value) -> Definition {
    let (line, start) = (number(row, "line"), number(row, "start"));
    let or_name = |text: String| if text.is_empty() { self::text(row, "name") } else { text };
    Definition {
        symbol: row["sym"].as_str().filter(|symbol| !symbol.is_empty()).map(str::to_owned),
        name: text(row, "name"),
        text: or_name(text(row, "text")),
        kind: text(row, "kind"),
        file: text(row, "file"),
        line,
        start: if start == 0 { line } else { start },
        end: number(row, "end"),
        made_by_macro: is_set(&row["macro"]),
        is_local: row["local"] == true,
    }
}

fn reference(row: &Value) -> Reference {
    let site = |one: &Value| {
        let line = |i: usize| one[i].as_i64().unwrap_or(0);
        (one[0].as_str().unwrap_or_default().to_owned(), line(1), line(2))
    };
    Reference {
        name: text(row, "name"),
        kind: text(row, "kind"),
        file: text(row, "ref_file"),
        line: number(row, "ref_line"),
        column: number(row, "ref_col"),
        to: (text(row, "def_file"), number(row, "def_line"), number(row, "def_start")),
        also: row["alts"].as_array().into_iter().flatten().map(site).collect(),
        is_call: row["call"] == true,
        within: row["in"].as_array().map(|_| {
            let (file, line, _) = site(&row["in"]);
            (file, line)
        }),
    }
}

fn tokens(row: &Value) -> Vec<Token> {
    let token = |at: &Value| {
        (text(row, "file"), at[0].as_i64().unwrap_or(0), at[2].as_str().unwrap_or_default().to_owned())
    };
    row["pos"].as_array().into_iter().flatten().map(token).collect()
}

fn is_set(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && *value != 0 && *value != ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_from_inside_are_told_from_others() {
        let inside = |line| is_import_from_inside(line, Some("shop"));
        assert!(inside("import { a } from './a'") && inside("const a = require(\"../a\");"));
        assert!(inside("import shop from 'shop';") && inside("import x from 'shop/lib/x';"));
        assert!(!inside("import x from 'shopping';") && !inside("import x from 'other/shop';"));
        assert!(!inside("// from here") && !is_import_from_inside("import shop from 'shop';", None));
    }

    #[test]
    fn a_statement_imports_what_stands_in_its_own_lines() {
        let text = "import out from 'out';\n\nout(far);\nexport {\n  a,\n  b\n} from './a';\nconst c = require('./c');\n";
        let tokens = [(1, "out"), (3, "out"), (3, "far"), (5, "a"), (6, "b"), (8, "c")];
        let found = imported_from_inside(text, None, &tokens);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
