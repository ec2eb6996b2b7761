//! `explain_symbol`: all that is needed to use a symbol, without its body.

use crate::imports::is_test;
use crate::locate::{self, Filter, Missing};
use crate::protocol::Code;
use crate::protocol::kinds;
use crate::protocol::prelude::*;
use crate::protocol::rows::SymbolRow;
use crate::relations::{Hierarchy, Kin};
use crate::tools::change::get_history::{CommitRow, last_change};
use indexer_core::{Resolution, Role};
use indexer_graph::hierarchy::How;
use indexer_store::{Reference, Symbol};
use std::collections::BTreeMap;

/// A symbol without its body: signature, documentation, owner, members, bases, implementors, where it is used most
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainSymbol {
    /// Name, Owner.member, path#key or path:line:column
    pub name: String,
    /// Kind of the symbol
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

/// Members of a card.
const MEMBERS: usize = 40;
/// Implementors, files and examples of a card.
const FEW: usize = 5;
/// Bytes of the documentation of a card.
const DOC: usize = 1_000;
/// The same where the budget is small.
const SHORT_DOC: usize = 200;

/// Symbols with what is to be known of each.
#[derive(Debug, Serialize)]
pub struct Explained {
    /// The first card's symbol; null where nothing has the name.
    pub symbol: Option<String>,
    /// Why there is nothing, and what may have been meant.
    #[serde(flatten)]
    pub missing: Missing,
    /// The symbols, best first.
    pub symbols: Page<Card>,
}

/// What there is to know of one symbol.
#[derive(Clone, Debug, Serialize)]
pub struct Card {
    /// The symbol.
    #[serde(flatten)]
    pub symbol: SymbolRow,
    /// The beginning of its documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
    /// The key of what owns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The types that its head names: keys, or names of those outside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<String>,
    /// What it owns, as far as it is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// Members that are not shown.
    pub more_members: usize,
    /// Types that extend or implement it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub implementors: Vec<String>,
    /// Implementors that are not shown.
    pub more_implementors: usize,
    /// Uses that are proved to mean it, and that may.
    pub resolved: u64,
    /// Uses that may mean it.
    pub possible: u64,
    /// Files that use it most.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used_in: Vec<UsedIn>,
    /// Places of a few uses: `path:line` and the symbol around it; tests last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// Tests that use it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// The youngest commit that changed it, where that is not long ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_change: Option<CommitRow>,
    /// 1 + branches (McCabe 1976), of a function with a body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cyclomatic: Option<u32>,
}

/// A member of a type or module.
#[derive(Clone, Debug, Serialize)]
pub struct Member {
    /// Its own name, without owners.
    pub name: String,
    /// What it is: `function`, `class`, `file` and others.
    pub kind: &'static str,
    /// Who may name it: `public`, `package`, `restricted` or `private`.
    pub visibility: &'static str,
    /// Its head as it is written, on one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
}

/// A file and how often it uses the symbol.
#[derive(Clone, Debug, Serialize)]
pub struct UsedIn {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Proved uses there.
    pub uses: u64,
}

impl Row for Card {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(0);
        let mut record = self.symbol.write("symbol", out);
        record.some("owner", self.owner.as_deref());
        record.known("cyclomatic", self.cyclomatic);
        drop(record);
        out.depth(1);
        if let Some(documentation) = &self.documentation {
            out.record("documentation").text("text", documentation);
        }
        for base in &self.bases {
            out.record("base").text("name", base);
        }
        for member in &self.members {
            let mut record = out.record("member");
            record.field("kind", member.kind).text("name", &member.name);
            if member.visibility != "public" {
                record.field("visibility", member.visibility);
            }
            record.some("signature", Some(member.signature.as_str()).filter(|text| !text.is_empty()));
        }
        out.more("more_members", self.more_members);
        for one in &self.implementors {
            out.record("implementor").text("name", one);
        }
        out.more("more_implementors", self.more_implementors);
        out.record("uses").field("resolved", self.resolved).field("possible", self.possible);
        for file in &self.used_in {
            out.record("used_in").text("path", &file.path).field("uses", file.uses);
        }
        for example in &self.examples {
            out.record("example").text("at", example);
        }
        for test in &self.tests {
            out.record("test").text("name", test);
        }
        if let Some(commit) = &self.last_change {
            commit.write("last_change", out);
        }
        out.depth(0);
    }

    fn say_less(&mut self) -> bool {
        if self.documentation.as_ref().is_some_and(|doc| doc.len() > SHORT_DOC) {
            self.documentation = self.documentation.as_deref().map(|doc| cut(doc, SHORT_DOC).to_owned());
            return true;
        }
        if self.members.len() > FEW {
            let kept = (self.members.len() / 2).max(FEW);
            self.more_members += self.members.len() - kept;
            self.members.truncate(kept);
            return true;
        }
        if self.examples.len() + self.tests.len() + self.used_in.len() > 3 {
            // How many uses there are stands in the counts.
            self.examples.truncate(1);
            self.tests.truncate(1);
            self.used_in.truncate(1);
            return true;
        }
        false
    }
}

impl Answer for Explained {
    page!(symbols: Card);

    fn tail(&self, out: &mut Records) {
        self.missing.write(out);
    }
}

impl Question for ExplainSymbol {
    type Answer = Explained;
    const NAME: &'static str = "explain_symbol";
    const CLI: &'static str = "explain-symbol";
    const OUTLINES: Outlines = Outlines::Users;
    const ALIASES: &'static [&'static str] = &["hover"];
    const TITLE: &'static str = "Explain a symbol";
    const TELLS_OF_USES: bool = true;
    const FOLLOWED: Followed = Followed::Shown;
    const NAME_OF: Option<&'static str> = Some("name");
    const SHOWN: &'static [&'static str] = &["name", "path", "kind"];
    const LOOK: Look = Look::of(&[Section::of("symbols", Form::Cards)]);

    fn run(context: &Context<'_>, asked: &Asked<ExplainSymbol>) -> Result<Explained, Problem> {
        let own = &asked.own;
        let kinds = kinds::kinds(own.kind.as_deref())?;
        let filter = Filter { scope: Some(&asked.scope), kinds: kinds.as_deref(), exact: own.exact };
        let found = match locate::symbols(context, &own.name, filter) {
            Ok(found) => found,
            // A name that nothing has is an answer here: why, and what may have been meant.
            Err(problem) if problem.code == Code::NotFound && problem.parameter.is_none() => {
                let missing = Missing { why: Some(problem.message), suggestions: problem.suggestions };
                return Ok(Explained { symbol: None, missing, symbols: Page::none() });
            }
            Err(problem) => return Err(problem),
        };
        let compact = asked.common.compact;
        let rows = asked.common.rows(FEW, 50);
        let found: Vec<Symbol<'_>> =
            locate::folded(context, found).into_iter().map(|(symbol, _)| symbol).collect();
        let mut symbols = Page::of(&found, asked.offset, rows, |symbol| card(context, *symbol, compact));
        // Going back in history takes its time: done where it is clear who is meant.
        if let ([symbol], [card]) = (&*found, &mut *symbols.rows)
            && !compact
        {
            card.last_change = last_change(context, asked.common.rev.as_deref(), *symbol);
        }
        let symbol = found.first().map(Symbol::printed);
        Ok(Explained { symbol, missing: Missing::default(), symbols })
    }
}

fn card(context: &Context<'_>, symbol: Symbol<'_>, compact: bool) -> Card {
    let view = context.view();
    let (_, doc, metrics) = symbol.detail();
    let uses: Vec<Reference<'_>> =
        view.references_to(symbol.key()).into_iter().map(|one| view.reference(one)).collect();
    let count = |resolution| uses.iter().filter(|one| one.resolution() == resolution).count() as u64;
    let children = symbol.children();
    let members = children.iter().take(MEMBERS).map(|member| Member {
        name: member.name().to_owned(),
        kind: member.kind().as_str(),
        visibility: member.visibility().as_str(),
        signature: if compact { String::new() } else { member.signature().to_owned() },
    });
    let hierarchy = Hierarchy::new(context);
    let (mut bases, mut implementors) = (Vec::new(), Vec::new());
    if symbol.kind().is_type() {
        bases = named(&hierarchy.above(symbol), |kin| kin.is_in_head());
        let said = |kin: &Kin<'_>| matches!(kin.how, How::Extends | How::Implements);
        implementors = named(&hierarchy.below(symbol), said);
    }
    implementors.sort_unstable();
    implementors.dedup();
    let used_in = used_in(&uses);
    Card {
        documentation: doc.filter(|_| !compact).map(|doc| cut(doc, DOC).to_owned()),
        owner: symbol.owner().map(|owner| owner.printed()),
        bases,
        more_members: children.len().saturating_sub(MEMBERS),
        members: members.collect(),
        more_implementors: implementors.len().saturating_sub(FEW),
        implementors: implementors.into_iter().take(FEW).collect(),
        resolved: count(Resolution::Resolved),
        possible: count(Resolution::Possible),
        examples: examples(&uses),
        tests: tests(&uses),
        last_change: None,
        used_in,
        cyclomatic: metrics.map(|metrics| metrics.cyclomatic),
        symbol: SymbolRow { doc: None, ..SymbolRow::new(symbol, compact) },
    }
}

/// The beginning of a text, at most `bytes` long, whole characters.
fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// What types beside a type are called: keys, or names outside. What only follows from methods is
/// left out, for it is no fact.
fn named(kin: &[Kin<'_>], is_wanted: impl Fn(&Kin<'_>) -> bool) -> Vec<String> {
    let name = |kin: &Kin<'_>| match kin.symbol.filter(|_| !kin.is_made_of_it) {
        Some(symbol) => symbol.printed(),
        None => kin.name.clone(),
    };
    kin.iter().filter(|kin| is_wanted(kin)).map(name).collect()
}

fn used_in(uses: &[Reference<'_>]) -> Vec<UsedIn> {
    let mut files: BTreeMap<&str, u64> = BTreeMap::new();
    for one in uses {
        *files.entry(one.file().path()).or_default() += 1;
    }
    let mut files: Vec<UsedIn> =
        files.into_iter().map(|(path, uses)| UsedIn { path: path.to_owned(), uses }).collect();
    files.sort_by(|a, b| b.uses.cmp(&a.uses).then_with(|| a.path.cmp(&b.path)));
    files.truncate(FEW);
    files
}

/// A few uses that show how: calls first, of different symbols, outside of tests where there are.
fn examples(uses: &[Reference<'_>]) -> Vec<String> {
    let shown = uses.iter().filter(|one| !matches!(one.role(), Role::Import | Role::Inherit));
    let mut ranked: Vec<(bool, bool, &Reference<'_>)> =
        shown.map(|one| (is_test(one.file()), one.role() != Role::Call, one)).collect();
    ranked.sort_by_key(|(test, other, _)| (*test, *other));
    let mut seen: Vec<Option<String>> = Vec::new();
    let mut found = Vec::new();
    for (_, _, one) in ranked {
        let around = one.enclosing().map(|symbol| symbol.qualified());
        if seen.contains(&around) {
            continue;
        }
        let mut text = format!("{}:{}", one.file().path(), one.at().line);
        if let Some(around) = &around {
            text.push_str(&format!(" {around}"));
        }
        seen.push(around);
        found.push(text);
        if found.len() == FEW {
            break;
        }
    }
    found
}

fn tests(uses: &[Reference<'_>]) -> Vec<String> {
    let mut tests: Vec<String> = uses
        .iter()
        .filter_map(|one| one.enclosing())
        .filter(|symbol| symbol.flags().has(indexer_core::Flags::TEST))
        .map(|symbol| symbol.printed())
        .collect();
    tests.sort_unstable();
    tests.dedup();
    tests.truncate(FEW);
    tests
}

#[cfg(test)]
mod tests_of_cards {
    use crate::fixture::{Fixture, values};

    const A: &str = "class Base:\n    \"\"\"Keeps state.\n\n    Long.\"\"\"\n    def get(self, key): pass\n\n\
        class Other(Base): pass\n";

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("a.py", A),
            (
                "b.py",
                "from a import Base\n\ndef use():\n    return Base().get(1)\n\ndef again():\n    Base()\n",
            ),
            ("test_a.py", "from a import Base\n\ndef test_base():\n    Base()\n"),
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
            (
                "src/lib.rs",
                "pub trait Shape { fn area(&self); }\npub struct Disc;\nimpl Shape for Disc { fn area(&self) {} }\n",
            ),
        ])
    }

    #[test]
    fn a_card_says_how_a_symbol_is_used() {
        let lines = fixture().text("explain_symbol", r#"{"name": "base", "kind": "class"}"#);
        assert_eq!(values(&lines, "symbol", "qualified"), ["a.Base"]);
        assert_eq!(values(&lines, "documentation", "text"), ["Keeps state.\n\nLong."]);
        assert_eq!(values(&lines, "member", "name"), ["get"]);
        assert_eq!(values(&lines, "member", "signature"), ["def get(self, key)"]);
        assert_eq!(values(&lines, "implementor", "name"), ["a.py#Other"]);
        assert_eq!(values(&lines, "used_in", "path"), ["b.py", "test_a.py", "a.py"]);
        assert_eq!(
            values(&lines, "example", "at"),
            ["b.py:4 b.use", "b.py:7 b.again", "test_a.py:4 test_a.test_base"]
        );
        assert_eq!(values(&lines, "test", "name"), ["test_a.py#test_base"]);
        let other = fixture().json("explain_symbol", r#"{"name": "Other"}"#);
        assert_eq!(other["symbols"][0]["bases"][0], "a.py#Base");
        let get = fixture().json("explain_symbol", r#"{"name": "Base.get"}"#);
        assert_eq!(get["symbols"][0]["owner"], "a.py#Base");
    }

    #[test]
    fn implementors_of_a_trait_are_the_types() {
        let lines = fixture().text("explain_symbol", r#"{"name": "Shape"}"#);
        assert_eq!(values(&lines, "implementor", "name"), ["src/lib.rs#Disc"]);
    }

    #[test]
    fn an_unknown_name_is_null_with_suggestions() {
        let json = fixture().json("explain_symbol", r#"{"name": "Bsae"}"#);
        assert_eq!((&json["symbol"], &json["total"]), (&serde_json::Value::Null, &0.into()));
        assert_eq!(json["suggestions"][0], "Base");
        let lines = fixture().text("explain_symbol", r#"{"name": "Bsae"}"#);
        assert!(values(&lines, "suggestion", "name").contains(&"Base".to_owned()));
    }
}
