//! `find_definition`: where something is defined.

mod types;

pub use types::Typed;

use crate::locate::{self, AtPlace, Called, Filter};
use crate::outside::{self, Environs, LeadsTo};
use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::protocol::records::Record;
use crate::protocol::rows::SymbolRow;
use indexer_core::SymbolKind;
use indexer_store::{FileRef, Reference, Symbol, TargetRef};

/// Where a name is defined: by name, Owner.member, path#Owner.member, or the place path:line:column of a use.
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindDefinition {
    /// Name, key or place
    pub symbol: String,
    /// definition, or the declared or inferred type (of a function: of its result)
    #[arg(long)]
    pub of: Option<Of>,
    /// function, struct, type, ...
    #[arg(long)]
    pub kind: Option<String>,
    /// Upper and lower case differ
    #[arg(long)]
    #[serde(default)]
    pub exact: bool,
    /// Ask about this installed package instead
    #[arg(long, value_name = "NAME")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// The definition.
    Definition,
    /// Its declared or inferred type; of a function that of its result.
    Type,
}

/// Where something is defined, or its types.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The definitions, best first.
    pub definitions: Page<Definition>,
}

/// One definition, or what is known where there is none in the repository.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Definition {
    /// The symbol; left out where the target is no symbol of the repository.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<SymbolRow>,
    /// The file of a module.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Package and path outside the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external: Option<String>,
    /// The installed package that it stands in, with its exact version: the path of the symbol is in that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// What else is known of it outside: where the package was found, or why the target was not.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub outside: Option<Outside>,
    /// The use that leads there, where a place was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<From>,
    /// Whose type it is, where types were asked.
    #[serde(rename = "type_of", skip_serializing_if = "Option::is_none")]
    pub typed: Option<Typed>,
}

/// What is known of a target outside of the repository.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Outside {
    /// The environment in which the package was found.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub environment: String,
    /// The version that a lock file says, and which file, where another one stands on disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locked: Option<String>,
    /// `possible` where only names tell that the definition is this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<&'static str>,
    /// Why the definition was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl Outside {
    fn write(&self, record: &mut Record<'_>) {
        record.some("environment", Some(self.environment.as_str()).filter(|place| !place.is_empty()));
        record.some("locked", self.locked.as_deref()).some("lead", self.lead);
        record.some("missing", self.missing.as_deref());
    }
}

/// A use and how far its target is known.
#[derive(Clone, Debug, Serialize)]
pub struct From {
    /// The name as it is written there.
    pub name: String,
    /// How it is used: `call`, `read`, `type` and others.
    pub role: &'static str,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// How sure it is: `resolved`, `possible`, `external` or `unresolved`.
    pub resolution: &'static str,
    /// What decided that: `import`, `scope`, `member` and others.
    pub rule: &'static str,
    /// For an unresolved use: how many symbols have the name. None of them need be meant.
    pub same_name: usize,
}

impl Row for Definition {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = match &self.symbol {
            Some(symbol) => symbol.write(self.typed.as_ref().map_or("definition", Typed::record), out),
            None => {
                let record = if self.module.is_some() {
                    "module"
                } else if self.external.is_some() {
                    "external"
                } else {
                    "unknown"
                };
                out.record(record)
            }
        };
        record.some("path", self.module.as_deref());
        match &self.typed {
            Some(typed) => {
                record.some("name", self.external.as_deref());
                record.flag("argument", self.symbol.is_none() && typed.is_argument());
                typed.write(&mut record);
            }
            None => {
                record.some("target", self.external.as_deref());
            }
        }
        record.some("package", self.package.as_deref());
        if let Some(outside) = &self.outside {
            outside.write(&mut record);
        }
        if let Some(from) = &self.from {
            record.text("name", &from.name).field("role", from.role);
            record.field("from", format_args!("{}:{}", from.line, from.column));
            record.field("resolution", from.resolution).field("rule", from.rule);
            record.count("same_name", from.same_name as u64);
        }
    }
}

impl Answer for Found {
    page!(definitions: Definition);
}

impl Question for FindDefinition {
    type Answer = Found;
    const NAME: &'static str = "find_definition";
    const CLI: &'static str = "find-definition";
    const ALIASES: &'static [&'static str] = &["definition", "def"];
    const TITLE: &'static str = "Find a definition";
    const FOLLOWED: Followed = Followed::Shown;
    const NAME_OF: Option<&'static str> = Some("symbol");
    const SHOWN: &'static [&'static str] = &["symbol", "of"];

    fn run(context: &Context<'_>, asked: &Asked<FindDefinition>) -> Result<Found, Problem> {
        let view = context.view();
        let own = &asked.own;
        let limit = asked.common.rows(50, 200);
        if own.of == Some(Of::Type) {
            let all = types::types(context, asked)?;
            return Ok(Found { definitions: Page::of(&all, asked.offset, limit, Definition::clone) });
        }
        let kinds = kinds::kinds(own.kind.as_deref())?;
        let compact = asked.common.compact;
        let own_row = |symbol: &Symbol<'_>| Definition {
            symbol: Some(SymbolRow::new(*symbol, compact)),
            ..Definition::default()
        };
        let definitions = match locate::called(view, &own.symbol) {
            Called::Place { path, line, column } => {
                let all = at_place(context, locate::file(context, path)?, line, column, compact)?;
                Page::of(&all, asked.offset, limit, Definition::clone)
            }
            Called::File(path) => {
                let row = Definition { module: Some(path.to_owned()), ..Definition::default() };
                Page::of(&[row], asked.offset, limit, Definition::clone)
            }
            Called::Key { .. } | Called::Name(_) | Called::Lines { .. } => {
                let filter = Filter { scope: Some(&asked.scope), kinds: kinds.as_deref(), exact: own.exact };
                let all = locate::with_parts(context, locate::symbols(context, &own.symbol, filter)?);
                let all = without_constructors(context, all);
                Page::of(&all, asked.offset, limit, own_row)
            }
        };
        Ok(Found { definitions })
    }
}

/// The definitions of each symbol before its declarations, best first; a type stands for its constructors.
fn without_constructors<'v>(context: &Context<'v>, found: Vec<Symbol<'v>>) -> Vec<Symbol<'v>> {
    let groups = locate::groups(context, found).into_iter().map(|parts| {
        let is_type = parts.first().is_some_and(|first| first.kind().is_type());
        let constructs = move |part: &Symbol<'v>| part.kind() == SymbolKind::Constructor;
        parts.into_iter().filter(move |part| !(is_type && constructs(part)))
    });
    groups.flatten().collect()
}

/// What the names at a place lead to: a definition leads to itself.
fn at_place(
    context: &Context<'_>,
    file: FileRef<'_>,
    line: u32,
    column: Option<u32>,
    compact: bool,
) -> Result<Vec<Definition>, Problem> {
    let view = context.view();
    let at = locate::at_place(file, line, column);
    if at.is_empty() {
        return Err(locate::nothing_at(file, line, column));
    }
    let environs = Environs::of(context);
    let mut rows = Vec::new();
    for one in at {
        let reference = match one {
            AtPlace::Definition(symbol) => {
                let symbol = Some(SymbolRow::new(symbol, compact));
                rows.push(Definition { symbol, ..Definition::default() });
                continue;
            }
            AtPlace::Reference(reference) => reference,
        };
        let from = from(view, reference);
        let targets = reference.targets();
        if targets.is_empty() {
            let led = outside::unexplained(context, reference).map(|path| {
                let found = outside_rows(context, &environs, file.path(), &path, compact);
                found.into_iter().map(|found| Definition { from: Some(from.clone()), ..found }).collect()
            });
            let none = || vec![Definition { from: Some(from.clone()), ..Definition::default() }];
            rows.extend(led.unwrap_or_else(none));
        }
        for target in targets {
            let mut row = Definition { from: Some(from.clone()), ..Definition::default() };
            match target {
                TargetRef::Symbol(key) => {
                    row.symbol = view.symbol(key).map(|symbol| SymbolRow::new(view.sym(symbol), compact));
                }
                TargetRef::Module(path) => row.module = Some(path.to_owned()),
                TargetRef::External(path) => {
                    rows.extend(
                        outside_rows(context, &environs, file.path(), path, compact).into_iter().map(
                            |found| Definition {
                                from: row.from.clone(),
                                external: Some(path.to_owned()),
                                ..found
                            },
                        ),
                    );
                    continue;
                }
            }
            rows.push(row);
        }
    }
    Ok(rows)
}

/// What an external target leads to in the packages that are installed: at least one row.
fn outside_rows(
    context: &Context<'_>,
    environs: &Environs,
    from: &str,
    path: &str,
    compact: bool,
) -> Vec<Definition> {
    let lead = match outside::lead(context, environs, from, path) {
        Ok(lead) => lead,
        Err(stop) => {
            let missing = Some(stop.why).filter(|why| !why.is_empty());
            let outside = Some(Outside { missing, ..Outside::default() });
            return vec![Definition { package: stop.package, outside, ..Definition::default() }];
        }
    };
    let locked = lead.package.locked.as_ref().map(|(version, file)| format!("{version} in {file}"));
    let outside = Outside {
        environment: lead.package.environment.clone(),
        locked,
        lead: (!lead.is_proved).then_some("possible"),
        missing: None,
    };
    let base =
        Definition { package: Some(lead.package.label()), outside: Some(outside), ..Definition::default() };
    match &lead.to {
        LeadsTo::Module(path) => vec![Definition { module: Some(path.clone()), ..base }],
        LeadsTo::Symbols(_) => {
            let row = |symbol| Definition { symbol: Some(SymbolRow::new(symbol, compact)), ..base.clone() };
            lead.symbols().into_iter().map(row).collect()
        }
    }
}

fn from(view: &indexer_store::View, reference: Reference<'_>) -> From {
    let at = reference.at();
    let unresolved = reference.resolution() == indexer_core::Resolution::Unresolved;
    From {
        name: reference.name().to_owned(),
        role: reference.role().as_str(),
        line: at.line,
        column: at.column,
        resolution: reference.resolution().as_str(),
        rule: reference.rule().as_str(),
        same_name: if unresolved { view.symbols_named(reference.name(), true).len() } else { 0 },
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;

    const A: &str = "class Session:\n    def get(self): pass\n\ndef helper(): pass\n";
    const B: &str = "from a import helper\n\ndef run():\n    helper()\n    print(1)\n";

    #[test]
    fn by_name_by_key_and_by_owner() {
        let fixture = Fixture::new(&[("a.py", A), ("b.py", B)]);
        for symbol in ["get", "Session.get", "a.Session.get", "a.py#Session.get", "SESSION.GET", "a.py:2:9"] {
            let lines = fixture.text("find_definition", &format!(r#"{{"symbol": "{symbol}"}}"#));
            assert_eq!(values(&lines, "definition", "qualified"), ["a.Session.get"], "{symbol}");
            assert_eq!(values(&lines, "definition", "line"), ["2"]);
        }
    }

    #[test]
    fn a_place_of_a_use_leads_to_its_definition() {
        let fixture = Fixture::new(&[("a.py", A), ("b.py", B)]);
        let lines = fixture.text("find_definition", r#"{"symbol": "b.py:4:6"}"#);
        assert_eq!(values(&lines, "definition", "path"), ["a.py"]);
        assert_eq!(values(&lines, "definition", "resolution"), ["resolved"]);
        assert_eq!(values(&lines, "definition", "rule"), ["import"]);
        let lines = fixture.text("find_definition", r#"{"symbol": "b.py:5:5"}"#);
        assert_eq!(lines[1].get("resolution"), Some("external"), "{lines:?}");
    }

    #[test]
    fn nothing_there_is_said_with_what_is_near() {
        let fixture = Fixture::new(&[("a.py", A), ("b.py", B)]);
        let problem = fixture.problem("find_definition", r#"{"symbol": "helpr"}"#);
        assert_eq!((problem.code, problem.suggestions), (Code::NotFound, vec!["helper".to_owned()]));
        let problem = fixture.problem("find_definition", r#"{"symbol": "b.py:4:1"}"#);
        assert_eq!((problem.code, problem.suggestions), (Code::NotFound, vec!["b.py:4:5".to_owned()]));
        let problem = fixture.problem("find_definition", r#"{"symbol": "x/b.py:4:1"}"#);
        assert_eq!(problem.suggestions, ["b.py"]);
    }
}
