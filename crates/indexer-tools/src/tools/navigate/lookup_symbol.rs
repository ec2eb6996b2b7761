//! `lookup_symbol`: symbols by name.

use crate::locate::{self, Called, Filter, Missing, Order};
use crate::protocol::kinds;
use crate::protocol::outlines;
use crate::protocol::prelude::*;
use crate::protocol::rows::SymbolRow;
use crate::protocol::{Listed, Scope};
use crate::repositories::{AskedOf, Together};
use indexer_core::SymbolKind;
use indexer_search::{Grade, NameQuery};
use indexer_store::{NameHandle, Symbol, SymbolRef, View};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Find symbols by name: exact, else prefix, else contains, else fuzzy. Takes Owner.member and mod::name.
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookupSymbol {
    /// Name or part of it
    pub name: String,
    /// How to match at most; by default the closest way that finds something
    #[arg(long = "match", value_name = "HOW")]
    #[serde(default, rename = "match")]
    pub matching: Option<Matching>,
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

/// Names that may have been meant, of several repositories.
const SUGGESTIONS: usize = 5;

/// How a name is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Matching {
    /// The whole name.
    Exact,
    /// Its beginning.
    Prefix,
    /// A part of it.
    Contains,
    /// Its words' beginnings, or with typing errors.
    Fuzzy,
}

/// The symbols of a name.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The symbols, best first.
    pub symbols: Page<Match>,
    /// How much is followed of the files that are no code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_part: Option<String>,
    /// Why there is nothing, and what may have been meant.
    #[serde(flatten)]
    pub missing: Missing,
    /// Of a question to several repositories: which were asked, and why others were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repositories: Option<AskedOf>,
}

/// One symbol and how its name answers.
#[derive(Clone, Debug, Serialize)]
pub struct Match {
    /// The repository that it is of, where several were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// The symbol.
    #[serde(flatten)]
    pub symbol: SymbolRow,
    /// Where else it is declared: `path:line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<String>,
    /// `exact`, `prefix`, `contains` or `fuzzy`.
    #[serde(rename = "match")]
    pub grade: &'static str,
    /// Between 0 and 1.
    pub score: f32,
}

impl Row for Match {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = self.symbol.write("symbol", out);
        record.list("declared", &self.declared);
        record.field("match", self.grade);
    }
}

impl Answer for Found {
    page!(symbols: Match);

    fn head(&self, out: &mut Records) {
        if let Some(says) = &self.in_part {
            out.record("in_part").text("says", says);
        }
        self.repositories.iter().for_each(|asked| asked.write(out));
    }

    fn tail(&self, out: &mut Records) {
        self.missing.write(out);
    }
}

impl Question for LookupSymbol {
    type Answer = Found;
    const NAME: &'static str = "lookup_symbol";
    const CLI: &'static str = "lookup-symbol";
    const ALIASES: &'static [&'static str] = &["symbol", "lookup"];
    const TITLE: &'static str = "Look up symbols by name";
    const LISTED: Listed = Listed::Core;
    const NAME_OF: Option<&'static str> = Some("");
    const SHOWN: &'static [&'static str] = &["name", "kind", "package", "limit", "cursor"];

    const TOGETHER: Option<OfSeveral<Self>> = Some(together);

    fn run(context: &Context<'_>, asked: &Asked<LookupSymbol>) -> Result<Found, Problem> {
        let kinds = kinds::kinds(asked.own.kind.as_deref())?;
        let is_asked = kinds.as_deref().is_some_and(|kinds| kinds.iter().any(|kind| kind.is_outline()));
        let found = look_up(context, asked, kinds.as_deref())?;
        // What is no code counts where it is asked for, and where no code has such a name.
        let is_near = |row: &Match| row.grade != Grade::Fuzzy.as_str();
        let is_chosen = asked.own.matching.is_some() && found.symbols.total > 0;
        let is_code = found.symbols.rows.iter().any(is_near) || kinds.is_some() || is_chosen;
        if is_code && !is_asked {
            return Ok(found);
        }
        let outlined = match is_asked {
            true => outlines::in_scope(context, &asked.scope),
            false => outlines::holding(context, &asked.scope, &last_name(context.view(), &asked.own.name)?),
        };
        let Some(outlined) = outlined else { return Ok(found) };
        let context = &Context { snapshot: &outlined.snapshot, ..*context };
        let others = || SymbolKind::ALL.iter().copied().filter(|kind| kind.is_outline()).collect();
        let inside = look_up(context, asked, Some(&kinds.unwrap_or_else(others)))?;
        let is_better = inside.symbols.rows.iter().any(is_near) || found.symbols.total == 0;
        match inside.symbols.total > 0 && is_better {
            true => Ok(Found { in_part: Some(outlined.says()), ..inside }),
            false => Ok(found),
        }
    }
}

/// The symbols of these kinds.
fn look_up(
    context: &Context<'_>,
    asked: &Asked<LookupSymbol>,
    kinds: Option<&[SymbolKind]>,
) -> Result<Found, Problem> {
    let view = context.view();
    let own = &asked.own;
    let found = hits(context, own, &asked.scope, kinds)?;
    let shown = folded(context, &found);
    let compact = asked.common.compact;
    let symbols = Page::of(&shown, asked.offset, asked.common.rows(50, 200), |(at, declared)| {
        row(context, found[*at], declared, compact)
    });
    let missing = match found.is_empty() {
        true => {
            let name = last_name(view, &own.name)?;
            let filter = Filter { scope: Some(&asked.scope), kinds, ..Filter::default() };
            let problem = locate::missing(context, &name, filter);
            Missing { why: Some(problem.message), suggestions: problem.suggestions }
        }
        false => Missing::default(),
    };
    Ok(Found { symbols, in_part: None, missing, repositories: None })
}

/// The symbols of which the name answers in any way of matching, as the tool lists them with `match=fuzzy`, best first
/// and at most `most`: for who wants symbols and no rows.
pub fn fuzzy<'v>(context: &Context<'v>, name: &str, most: usize) -> Result<Vec<Symbol<'v>>, Problem> {
    let matching = Some(Matching::Fuzzy);
    let own = LookupSymbol { name: name.to_owned(), matching, kind: None, exact: false, package: None };
    let scope = Scope::of(context, &crate::Common::default())?;
    let found = hits(context, &own, &scope, None)?;
    Ok(folded(context, &found).into_iter().take(most).map(|(at, _)| found[at].0).collect())
}

/// The symbols of several repositories: the closest matches of all, the source before what stands beside it, and then by
/// the names of the repositories.
fn together(together: &Together<'_>, asked: &Asked<LookupSymbol>) -> Result<Found, Problem> {
    let own = &asked.own;
    let kinds = kinds::kinds(own.kind.as_deref())?;
    let scopes = together.scopes(&asked.common)?;
    let mut all = Vec::new();
    for (context, scope) in together.of_scopes(&scopes) {
        context.still_wanted()?;
        let found = hits(context, own, scope, kinds.as_deref())?;
        let order = Order::of(context.view());
        // Those of one repository stay in their order.
        let rows = folded(context, &found).into_iter().map(|(at, declared)| {
            let (symbol, grade, score) = found[at];
            (grade, order.standing(symbol), Reverse(score.to_bits()), (context, found[at], declared))
        });
        all.extend(rows);
    }
    if own.matching.is_none()
        && let Some(best) = all.iter().map(|(grade, ..)| *grade).min()
    {
        all.retain(|(grade, ..)| *grade == best);
    }
    all.sort_by_key(|(grade, standing, score, _)| (*grade, *standing, *score));
    let symbols =
        Page::of(&all, asked.offset, asked.common.rows(50, 200), |(.., (context, hit, declared))| {
            row(context, *hit, declared, asked.common.compact)
        });
    let mut suggestions: Vec<String> = Vec::new();
    if all.is_empty() {
        for (context, _) in together.of_scopes(&scopes) {
            let near = locate::suggestions(context.view(), &last_name(context.view(), &own.name)?);
            let new: Vec<String> = near.into_iter().filter(|name| !suggestions.contains(name)).collect();
            suggestions.extend(new);
        }
        suggestions.truncate(SUGGESTIONS);
    }
    let missing = Missing { suggestions, ..Missing::default() };
    Ok(Found { symbols, in_part: None, missing, repositories: Some(together.asked()) })
}

fn row(
    context: &Context<'_>,
    (symbol, grade, score): Hit<'_>,
    declared: &[Symbol<'_>],
    compact: bool,
) -> Match {
    let place = |one: &Symbol<'_>| context.placed(format!("{}:{}", one.file().path(), one.at().line));
    let made = SymbolRow::new(symbol, compact);
    Match {
        repository: context.repository.map(str::to_owned),
        symbol: SymbolRow { path: context.placed(made.path), key: context.placed(made.key), ..made },
        declared: declared.iter().map(place).collect(),
        grade: grade.as_str(),
        score: (score * 1000.0).round() / 1000.0,
    }
}

/// The hits, best first.
fn hits<'v>(
    context: &Context<'v>,
    own: &LookupSymbol,
    scope: &Scope,
    kinds: Option<&[SymbolKind]>,
) -> Result<Vec<Hit<'v>>, Problem> {
    let filter = Filter { scope: Some(scope), kinds, exact: own.exact };
    let exact = locate::found(context, &own.name, filter).unwrap_or_default();
    let exact: Vec<Hit<'_>> = exact.into_iter().map(|symbol| (symbol, Grade::Exact, 1.0)).collect();
    last_name(context.view(), &own.name)?;
    // What is asked for in some way of matching is all that it finds; else a looser way counts only
    // where the closer ones find nothing.
    let is_exact = matches!(own.matching, None | Some(Matching::Exact));
    let mut found =
        if is_exact && !exact.is_empty() { exact } else { by_parts(context, &own.name, own, filter)? };
    if own.matching.is_none()
        && let Some(best) = found.iter().map(|(_, grade, _)| *grade).min()
    {
        found.retain(|(_, grade, _)| *grade == best);
    }
    Ok(found)
}

/// A symbol that is found, how, and how well.
type Hit<'v> = (Symbol<'v>, Grade, f32);

/// The rows: which hits stand alone, and the declarations that each stands for.
fn folded<'v>(context: &Context<'v>, found: &[Hit<'v>]) -> Vec<(usize, Vec<Symbol<'v>>)> {
    let places: FxHashMap<SymbolRef, usize> =
        found.iter().enumerate().map(|(at, (symbol, ..))| (symbol.handle(), at)).collect();
    let all = found.iter().map(|(symbol, ..)| *symbol).collect();
    let rows = locate::folded(context, all).into_iter();
    rows.filter_map(|(symbol, beside)| {
        let declares = |one: &Symbol<'_>| one.kind() != SymbolKind::Constructor;
        Some((*places.get(&symbol.handle())?, beside.into_iter().filter(declares).collect()))
    })
    .collect()
}

/// The name without its owners.
fn last_name(view: &View, asked: &str) -> Result<String, Problem> {
    let chain = match locate::called(view, asked) {
        Called::Key { chain, .. } => chain,
        Called::Name(names) => names.last().map(|name| (*name).to_owned()).unwrap_or_default(),
        Called::File(path) | Called::Place { path, .. } | Called::Lines { path, .. } => {
            indexer_core::path::stem(path).to_owned()
        }
    };
    match locate::known_names(view, &chain).last() {
        Some(name) => Ok((*name).to_owned()),
        None => Err(Problem::argument("name", "name: must hold a name")),
    }
}

/// The symbols whose names answer in any way that is asked for, best first: closer before looser, then
/// the source before what stands beside it. O(names).
fn by_parts<'v>(
    context: &Context<'v>,
    asked: &str,
    own: &LookupSymbol,
    filter: Filter<'_>,
) -> Result<Vec<Hit<'v>>, Problem> {
    let view = context.view();
    let after_path = asked.rsplit_once('#').map_or(asked, |(_, chain)| chain).trim();
    let names = locate::known_names(view, after_path);
    let Some((name, owners)) = names.split_last() else { return Ok(Vec::new()) };
    let mut found: Vec<Hit<'v>> = Vec::new();
    for (handle, grade, score) in matching_names(context, name, own)? {
        let symbols = view.names().symbols(handle).into_iter().map(|symbol| view.sym(symbol));
        let symbols = symbols
            .filter(|symbol| kinds::wanted(filter.kinds, symbol.kind()))
            .filter(|symbol| filter.scope.is_none_or(|scope| scope.covers(symbol.file().path())));
        let owned = locate::owned_by(symbols.collect(), owners);
        found.extend(owned.into_iter().map(|symbol| (symbol, grade, score)));
    }
    let order = Order::of(view);
    found.sort_by_cached_key(|(symbol, grade, score)| {
        let made = symbol.is_of_framework();
        (*grade, order.standing(*symbol), made, Reverse(score.to_bits()), place(*symbol))
    });
    Ok(found)
}

/// The names that answer, each with how well. O(names).
fn matching_names(
    context: &Context<'_>,
    query: &str,
    own: &LookupSymbol,
) -> Result<Vec<(NameHandle, Grade, f32)>, Problem> {
    let mut found = Vec::new();
    let asked = NameQuery::new(query);
    let mut visit = |name: &str, handle| {
        let Some(hit) = asked.matched(name) else { return };
        let fits = match own.matching {
            None => true,
            Some(Matching::Exact) => hit.grade == Grade::Exact,
            Some(Matching::Prefix) => hit.grade <= Grade::Prefix,
            Some(Matching::Contains) => hit.grade <= Grade::Contains,
            Some(Matching::Fuzzy) => true,
        };
        let case = match hit.grade {
            Grade::Exact => name == query,
            Grade::Prefix => name.starts_with(query),
            Grade::Contains => name.contains(query),
            Grade::Fuzzy => own.matching == Some(Matching::Fuzzy),
        };
        if fits && (case || !own.exact) {
            found.push((handle, hit.grade, hit.score));
        }
    };
    context.view().names().for_each(|shape| asked.may_match(shape), &mut visit);
    context.still_wanted()?;
    Ok(found)
}

fn place<'v>(symbol: Symbol<'v>) -> (&'v str, &'v str, u32) {
    (symbol.name(), symbol.file().path(), symbol.name_span().start)
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    const SOURCE: &str = "\
class Cache:
    def load(self): pass
    def save(self): pass

class CacheDir:
    pass

def read_cache(): pass
def load(): pass
";

    #[test]
    fn a_looser_match_is_told_only_where_the_closer_ones_find_nothing() {
        let fixture = Fixture::new(&[("pkg/cache.py", SOURCE)]);
        let found = |name: &str| {
            let lines = fixture.text("lookup_symbol", &format!(r#"{{"name": "{name}"}}"#));
            values(&lines, "symbol", "qualified").join(" ")
        };
        assert_eq!(found("cache"), "pkg.cache.Cache");
        assert_eq!(found("cach"), "pkg.cache.Cache pkg.cache.CacheDir");
        assert_eq!(found("ache"), "pkg.cache.Cache pkg.cache.CacheDir pkg.cache.read_cache");
        assert_eq!(found("laod"), "pkg.cache.Cache.load pkg.cache.load", "a typing error");
    }

    #[test]
    fn a_name_that_only_its_uses_have_leads_to_what_they_mean() {
        let fixture = Fixture::new(&[
            ("panel.js", "export default function () {}\n"),
            ("app.js", "import Panel from './panel.js';\nPanel();\n"),
        ]);
        let lines = fixture.text("lookup_symbol", r#"{"name": "Panel"}"#);
        let why = values(&lines, "why", "text").join(" ");
        assert!(why.contains("all 2 uses of the name lead to panel.js#default"), "{why}");
        let others = "function f(x) {\n  x.Panel();\n  x.Panel();\n}\n";
        let fixture = Fixture::new(&[
            ("panel.js", "export default function () {}\n"),
            ("app.js", "import Panel from './panel.js';\nPanel();\n"),
            ("other.js", others),
        ]);
        let lines = fixture.text("lookup_symbol", r#"{"name": "Panel"}"#);
        let why = values(&lines, "why", "text").join(" ");
        assert!(why.contains("2 of 4 uses of the name lead to panel.js#default"), "{why}");
    }

    #[test]
    fn all_of_a_way_of_matching_stand_closest_first() {
        let fixture = Fixture::new(&[("pkg/cache.py", SOURCE)]);
        let lines = fixture.text("lookup_symbol", r#"{"name": "cache", "match": "contains"}"#);
        assert_eq!(values(&lines, "symbol", "match"), ["exact", "prefix", "contains"]);
        assert_eq!(
            values(&lines, "symbol", "qualified"),
            ["pkg.cache.Cache", "pkg.cache.CacheDir", "pkg.cache.read_cache"]
        );
        assert_eq!(lines[1].get("start_line"), Some("1"));
        assert_eq!(lines[1].get("end_line"), Some("3"));
    }

    #[test]
    fn owners_kinds_paths_and_limits_narrow() {
        let fixture = Fixture::new(&[("a.py", SOURCE), ("b/c.py", "def load(): pass\n")]);
        let of = |arguments: &str| {
            values(&fixture.text("lookup_symbol", arguments), "symbol", "qualified").join(" ")
        };
        assert_eq!(of(r#"{"name": "Cache.load"}"#), "a.Cache.load");
        assert_eq!(of(r#"{"name": "a::load", "kind": "function"}"#), "a.load");
        assert_eq!(of(r#"{"name": "load", "path": "b"}"#), "b.c.load");
        assert_eq!(of(r#"{"name": "load", "kind": "method"}"#), "a.Cache.load");
        let lines = fixture.text("lookup_symbol", r#"{"name": "load", "match": "exact", "limit": 1}"#);
        assert_eq!(lines[0].get("total"), Some("3"));
        assert_eq!(lines[0].get("shown"), Some("1"));
        assert_eq!(lines[0].get("truncated"), Some("true"));
        let cursor = lines[0].get("cursor").unwrap();
        let next = format!(r#"{{"name": "load", "match": "exact", "limit": 5, "cursor": "{cursor}"}}"#);
        assert_eq!(fixture.text("lookup_symbol", &next)[0].get("shown"), Some("2"));
    }

    #[test]
    fn an_unknown_name_gets_suggestions_and_json_an_index_block() {
        let fixture = Fixture::new(&[("a.py", SOURCE)]);
        let lines = fixture.text("lookup_symbol", r#"{"name": "red_cashe", "match": "exact"}"#);
        assert_eq!(values(&lines, "suggestion", "name"), ["read_cache"]);
        let json = fixture.json("lookup_symbol", r#"{"name": "Cache", "match": "exact", "kind": null}"#);
        assert_eq!(json["schema_version"], 2);
        assert_eq!(json["index"]["state"], "fresh");
        assert_eq!(json["symbols"][0]["key"], "a.py#Cache");
        assert_eq!(json["symbols"][0]["path"], "a.py");
    }

    #[test]
    fn bad_arguments_are_named() {
        let fixture = Fixture::new(&[("a.py", SOURCE)]);
        for (arguments, parameter) in [
            (r#"{}"#, "name"),
            (r#"{"name": 3}"#, "name"),
            (r#"{"name": "a", "limit": "x"}"#, "limit"),
            (r#"{"name": "a", "match": "like"}"#, "match"),
            (r#"{"name": "a", "nome": 1}"#, "nome"),
            (r#"{"name": "a", "kind": "klass"}"#, "kind"),
            (r#"{"name": "a", "rev": 3}"#, "rev"),
        ] {
            let problem = fixture.problem("lookup_symbol", arguments);
            assert_eq!(problem.parameter.as_deref(), Some(parameter), "{arguments}: {problem:?}");
            assert_eq!(problem.tool, Some("lookup_symbol"));
        }
    }
}
