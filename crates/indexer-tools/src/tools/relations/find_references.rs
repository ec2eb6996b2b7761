//! `find_references`: every use of a symbol, and how complete that is.

mod across;
mod sites;

use crate::brief::{self, Conditions, Detail, Folded, Lines, Place, TestCode};
use crate::locate::{self, Called, Filter, Meant};
use crate::protocol::prelude::*;
use crate::protocol::rows::SymbolRow;
use crate::protocol::{Code, Listed, Scope};
use crate::protocol::{kinds, outlines};
use crate::relations::{Completeness, Hierarchy, Subject as Mentioned, rows_of};
use crate::repositories::AskedOf;
use indexer_core::{Resolution, Role};
use indexer_engine::{Configuration, has_conditions};
use indexer_store::{Reference, TargetRef, View};
use sites::{Site, Sites, folded};

/// Every use of a symbol with its certainty, and how complete that is. include: resolved, possible, external, unresolved, all
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindReferences {
    /// Name, Owner.member, path#key or path:line:column
    pub symbol: String,
    /// resolved, possible, external, unresolved, all
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub include: Vec<String>,
    /// call, read, write, ...
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub roles: Vec<String>,
    /// Nth symbol of that name only
    #[arg(long, value_name = "N")]
    pub pick: Option<u32>,
    /// Kind of the symbol
    #[arg(long)]
    pub kind: Option<String>,
    /// Only what this configuration may hold: linux, macos, windows, freebsd, NAME, NAME=VALUE, !NAME
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub when: Vec<String>,
    /// Upper and lower case differ
    #[arg(long)]
    #[serde(default)]
    pub exact: bool,
    /// brief, or full: every row with all its fields
    #[arg(long, value_enum)]
    pub detail: Option<Detail>,
}

/// The uses of a symbol.
#[derive(Debug, Serialize)]
pub struct Found {
    /// Are the symbols different ones, not parts of one?
    #[serde(skip)]
    several: bool,
    /// The symbols that may be meant, best first.
    pub symbols: Vec<Candidate>,
    /// Candidates that are not shown.
    pub more_symbols: usize,
    /// How many places bear the names, whatever they lead to.
    pub completeness: Completeness,
    /// Uses in languages of which no conditions are read: they are there whatever `when` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_narrowed: Option<usize>,
    /// What the short form leaves out of the rows; `None` where text says all.
    #[serde(skip)]
    pub short: Option<Folded>,
    /// The uses, those of one symbol together, tests last.
    pub references: Page<Use>,
    /// Of a question to several repositories: which were asked, and why others were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repositories: Option<AskedOf>,
}

/// A symbol that may be meant.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// Its number, for `pick` and [`Use::of`].
    pub n: usize,
    /// The symbol.
    #[serde(flatten)]
    pub symbol: SymbolRow,
    /// Uses proved to mean it.
    pub resolved: u64,
    /// Uses that may mean it.
    pub possible: u64,
}

/// One use.
#[derive(Clone, Debug, Serialize)]
pub struct Use {
    /// Relative to the root, with `/`.
    pub path: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column of the name, in characters.
    pub column: u32,
    /// How it is used: `call`, `read`, `type` and others.
    pub role: &'static str,
    /// How sure it is: `resolved`, `possible`, `external` or `unresolved`.
    pub resolution: &'static str,
    /// What decided that: `import`, `scope`, `member` and others.
    pub rule: &'static str,
    /// The symbol around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enclosing: Option<String>,
    /// What it stands in: names of owners and its own.
    #[serde(skip)]
    within: Option<String>,
    /// The name as written, where it is not the symbol's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The condition of a preprocessor under which it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// True in code of tests.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
    /// Numbers of the symbols, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<usize>,
    /// True where nothing but the name agrees.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub textual: bool,
}

impl Row for Use {
    fn render(&self, previous: Option<&Self>, out: &mut Records) {
        let first = self.of.first();
        let previous = previous.filter(|previous| previous.of.first() == first);
        if let (Some(n), None) = (first, previous) {
            out.depth(0);
            out.record("of").field("n", n);
        }
        if previous.is_none_or(|previous| previous.path != self.path) {
            out.depth(0);
            out.record("file").text("path", &self.path);
        }
        out.depth(1);
        let mut record = out.record("use");
        record.field("line", self.line).field("column", self.column).field("role", self.role);
        record.field("resolution", self.resolution).field("rule", self.rule);
        record.some("in", self.enclosing.as_deref()).some("name", self.name.as_deref());
        record.some("when", self.when.as_deref());
        if self.of.len() > 1 {
            let numbers: Vec<String> = self.of.iter().map(usize::to_string).collect();
            record.field("of", numbers.join(","));
        }
        record.flag("textual", self.textual).flag("test", self.test).some("text", self.text.as_deref());
    }

    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        let first = self.of.first();
        let previous = previous.filter(|previous| previous.of.first() == first);
        if let (Some(n), None) = (first, previous) {
            out.record("of").field("n", n);
        }
        if self.test && previous.is_none_or(|previous| !previous.test) {
            out.record("tests");
        }
        let previous = previous.filter(|previous| previous.test == self.test);
        // A line says all of its uses.
        let same = |previous: &Self| {
            (&previous.path, previous.line, previous.resolution, &previous.of)
                == (&self.path, self.line, self.resolution, &self.of)
        };
        if previous.is_some_and(same) {
            return;
        }
        self.place().write(previous.map(Self::place).as_ref(), out, |line| {
            brief::certainty(line, self.resolution, self.rule);
            line.some("when", self.when.as_deref());
            if self.of.len() > 1 {
                let numbers: Vec<String> = self.of.iter().map(usize::to_string).collect();
                line.field("of", numbers.join(","));
            }
        });
    }
}

impl Use {
    fn place(&self) -> Place<'_> {
        let text = Some(self.text.as_deref().unwrap_or_default());
        Place { path: &self.path, line: self.line, within: self.within.as_deref(), text }
    }
}

impl Answer for Found {
    page!(references: Use, short);

    fn head(&self, out: &mut Records) {
        if self.short.is_some() {
            return self.brief_head(out);
        }
        self.repositories.iter().for_each(|asked| asked.write(out));
        for candidate in &self.symbols {
            let mut record = candidate.symbol.write("symbol", out);
            if self.several {
                record.field("n", candidate.n);
            }
            record.field("resolved", candidate.resolved).field("possible", candidate.possible);
        }
        out.more("more_symbols", self.more_symbols);
        out.more("not_narrowed", self.not_narrowed.unwrap_or_default());
        self.completeness.write(out);
    }
}

impl Found {
    fn brief_head(&self, out: &mut Records) {
        for candidate in &self.symbols {
            let mut record = candidate.symbol.brief("symbol", out);
            if self.several {
                record.field("n", candidate.n).field("resolved", candidate.resolved);
                record.count("possible", candidate.possible);
            }
        }
        out.more("more_symbols", self.more_symbols);
        out.more("not_narrowed", self.not_narrowed.unwrap_or_default());
        let possible = if self.several { 0 } else { self.symbols.first().map_or(0, |one| one.possible) };
        let completeness = &self.completeness;
        // Nothing found is no proof of no use where uses of the name lead out of the repository.
        let external = if self.references.total == 0 { completeness.external } else { 0 };
        let counts =
            [("possible", possible), ("unresolved", completeness.unresolved), ("external", external)];
        brief::counts(&counts, out);
        completeness.write_in_part(out);
    }
}

/// Symbols that the head shows; each costs about forty tokens of every page.
const CANDIDATES: usize = 20;

impl Question for FindReferences {
    type Answer = Found;
    const NAME: &'static str = "find_references";
    const CLI: &'static str = "find-references";
    const OUTLINES: Outlines = Outlines::Users;
    const ALIASES: &'static [&'static str] = &["refs", "references"];
    const TITLE: &'static str = "Find references";
    const LISTED: Listed = Listed::Core;
    const SHORT_FORM: bool = true;
    const SHOWN: &'static [&'static str] = &["symbol", "include", "path", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("symbols", Form::Subjects),
        Section::of("references", Form::Uses),
        Completeness::SECTION,
    ]);

    const TOGETHER: Option<OfSeveral<Self>> = Some(across::together);

    fn run(context: &Context<'_>, asked: &Asked<FindReferences>) -> Result<Found, Problem> {
        let view = context.view();
        let own = &asked.own;
        let roles = kinds::roles(&own.roles)?;
        let subject = subject(context, own, &asked.scope)?;
        // Of a name that nothing here has, the uses that lead out are the answer.
        let known = [Resolution::Resolved, Resolution::Possible, Resolution::External];
        let default = if subject.outside.is_some() { &known[..] } else { &known[..2] };
        let include = kinds::resolutions(&own.include, default)?;
        let hierarchy = Hierarchy::new(context);
        // A call of a value names nothing: it is no use of a name, unless it is asked for.
        let invokes = roles.as_ref().is_some_and(|roles| roles.contains(&Role::Invoke));
        // Who links to a file, runs or copies it need not be code.
        let outlined = subject.module.and_then(|path| outlines::users(context, path));
        let mut sites = Sites::new(view, invokes);
        let mut counts = Vec::new();
        for (n, parts) in subject.symbols.iter().enumerate() {
            context.still_wanted()?;
            counts.push(sites.add_uses_of(&hierarchy, parts, n + 1));
        }
        if let Some(path) = subject.module {
            let view = outlined.as_ref().map_or(view, |outlined| &outlined.snapshot.view);
            let all = view.references_to_module(path);
            sites.add(all.into_iter().map(|one| view.reference(one)), None);
        }
        for name in &subject.names {
            let named = view.references_named(name).into_iter().map(|one| view.reference(one));
            let named: Vec<Reference<'_>> = named.collect();
            sites.count(name, of_path(named, subject.outside.as_deref()).into_iter(), &include);
        }
        context.still_wanted()?;
        let mut completeness = sites.completeness;
        completeness.files_with_problems = view.totals().with_problems;
        for symbol in subject.symbols.iter().flatten() {
            completeness.note_symbol(context, &hierarchy, *symbol);
        }
        let scope = rows_of(view, &asked.scope, subject.symbols.iter().flatten());
        let mut wanted: Vec<Site<'_>> = sites
            .uses
            .into_values()
            .filter(|site| include.contains(&site.resolution))
            .filter(|site| roles.as_ref().is_none_or(|roles| roles.contains(&site.reference.role())))
            .filter(|site| scope.covers(site.reference.file().path()))
            .collect();
        let mut lines = Lines::new(context);
        let mut conditions = Conditions::default();
        let mut not_narrowed = 0;
        if !own.when.is_empty() {
            let configuration =
                Configuration::read(&own.when).map_err(|message| Problem::argument("when", message))?;
            let mut held = Vec::with_capacity(wanted.len());
            for site in wanted {
                // Each file of a site is read, shown or not.
                context.still_wanted()?;
                let at = site.reference.span().start;
                not_narrowed += usize::from(!has_conditions(site.reference.file().language()));
                let around = conditions.around(&mut lines, site.reference.file(), at);
                if around.and_then(|condition| configuration.holds(condition)) != Some(false) {
                    held.push(site);
                }
            }
            wanted = held;
        }
        let several = subject.symbols.len() > 1;
        // Those of one symbol together, the best symbol first; what may be of several stands with the first.
        let first = |site: &Site<'_>| site.of.first().copied().unwrap_or(usize::MAX);
        let mut tests = TestCode::default();
        wanted.sort_by_cached_key(|site| (first(site), tests.around(site.reference)));
        let brief = brief::is_wanted(asked, own.detail);
        let (wanted, folded) =
            if brief { folded(wanted, first, &mut tests) } else { (wanted, Folded::default()) };
        let references = Page::of(&wanted, asked.offset, asked.common.rows(200, 1000), |site| {
            let of = if several { site.of.clone() } else { Vec::new() };
            let (text, test) = (lines.of(site.reference), tests.around(site.reference));
            let when = conditions.around(&mut lines, site.reference.file(), site.reference.span().start);
            let when = when.map(str::to_owned);
            Use { text, test, when, ..a_use(site, of, &subject.names) }
        });
        // Half of a small budget stays for the uses.
        let candidates = (asked.common.tokens(Self::BUDGET) / 150).clamp(1, CANDIDATES);
        let shown = subject.symbols.iter().zip(counts).enumerate().take(candidates);
        let mut symbols = Vec::new();
        for (i, (parts, (resolved, possible))) in shown {
            let compact = several || asked.common.compact;
            let parts = Mentioned::Symbols(parts.clone());
            for symbol in parts.shown(several.then_some(i + 1)) {
                let symbol = SymbolRow::new(*symbol, compact);
                symbols.push(Candidate { n: i + 1, symbol, resolved, possible });
            }
        }
        let more_symbols = subject.symbols.len().saturating_sub(candidates);
        let short = brief.then_some(folded);
        let not_narrowed = Some(not_narrowed).filter(|count| *count > 0);
        Ok(Found {
            several,
            symbols,
            more_symbols,
            completeness,
            not_narrowed,
            short,
            references,
            repositories: None,
        })
    }
}

/// Whose uses are looked for.
struct Subject<'v> {
    /// The different symbols, best first.
    symbols: Vec<Meant<'v>>,
    /// The file whose module is meant.
    module: Option<&'v str>,
    /// The names under which sites are counted.
    names: Vec<String>,
    /// How a name is called that no symbol has, and uses do.
    outside: Option<String>,
}

fn subject<'v>(context: &Context<'v>, own: &FindReferences, scope: &Scope) -> Result<Subject<'v>, Problem> {
    let view = context.view();
    let kinds = kinds::kinds(own.kind.as_deref())?;
    // `path` narrows the uses, and the symbols where it is a file that defines one.
    let filter = Filter { scope: None, kinds: kinds.as_deref(), exact: own.exact };
    let called = locate::called(view, &own.symbol);
    if let Called::File(path) = called {
        let path = locate::file(context, path)?.path();
        let name = indexer_core::path::stem(path).to_owned();
        return Ok(Subject { symbols: Vec::new(), module: Some(path), names: vec![name], outside: None });
    }
    let mut symbols = match (locate::symbols(context, &own.symbol, filter), &called) {
        (Ok(symbols), _) => {
            of_file(locate::groups(context, locate::with_parts(context, symbols)), view, scope)
        }
        // No symbol of ours: the name may still be used here (`println`, a library's function).
        (Err(problem), Called::Name(names)) if own.kind.is_none() => {
            let name = names.last().copied().unwrap_or_default();
            let path = names.join(".").replace('/', ".");
            let named = view.references_named(name).into_iter().map(|one| view.reference(one));
            let leads_nowhere = |one: &Reference<'_>| {
                matches!(one.resolution(), Resolution::External | Resolution::Unresolved)
            };
            // Where they lead to symbols of other names, the problem says to which.
            if !of_path(named.collect(), Some(&path)).iter().any(leads_nowhere) {
                return Err(problem);
            }
            let outside = Some(path);
            return Ok(Subject { symbols: Vec::new(), module: None, names: vec![name.to_owned()], outside });
        }
        (Err(problem), Called::Place { path, line, column }) if problem.code == Code::NotFound => {
            let names = names_at(view, path, *line, *column);
            if names.is_empty() {
                return Err(problem);
            }
            return Ok(Subject { symbols: Vec::new(), module: None, names, outside: None });
        }
        (Err(problem), _) => return Err(problem),
    };
    if let Some(pick) = own.pick {
        let Some(symbol) = (pick as usize).checked_sub(1).and_then(|at| symbols.get(at)).cloned() else {
            let message = format!("pick: {pick} is not between 1 and {}", symbols.len());
            return Err(Problem::argument("pick", message));
        };
        symbols = vec![symbol];
    }
    let mut names: Vec<String> = symbols.iter().flatten().map(|symbol| symbol.name().to_owned()).collect();
    names.sort_unstable();
    names.dedup();
    Ok(Subject { symbols, module: None, names, outside: None })
}

/// Of uses of a name that no symbol has those that lead out by the path that is asked about; all where that is a name alone.
fn of_path<'v>(named: Vec<Reference<'v>>, path: Option<&str>) -> Vec<Reference<'v>> {
    let Some(path) = path.filter(|path| path.contains('.')) else { return named };
    let leads = |one: &Reference<'v>| {
        one.targets().iter().any(|target| match target {
            TargetRef::External(external) => {
                let external = external.replace("::", ".").replace('/', ".");
                external.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            }
            _ => false,
        })
    };
    named.into_iter().filter(leads).collect()
}

/// Of several symbols those of the file that is asked about, where it defines some.
fn of_file<'v>(mut groups: Vec<Meant<'v>>, view: &View, scope: &Scope) -> Vec<Meant<'v>> {
    let inside = |parts: &Meant<'v>| parts.iter().any(|part| part.file().path() == scope.prefix());
    if view.file(scope.prefix()).is_some() && groups.iter().any(inside) {
        groups.retain(inside);
    }
    groups
}

/// Names of references at a place that lead to no symbol.
fn names_at(view: &View, path: &str, line: u32, column: Option<u32>) -> Vec<String> {
    let Some(file) = view.file(path) else { return Vec::new() };
    let names = locate::at_place(file, line, column).into_iter().filter_map(|one| match one {
        locate::AtPlace::Reference(reference) => Some(reference.name().to_owned()),
        locate::AtPlace::Definition(_) => None,
    });
    names.collect()
}

fn a_use(site: &Site<'_>, mut of: Vec<usize>, names: &[String]) -> Use {
    let one = site.reference;
    let at = one.at();
    let written = one.name();
    of.dedup();
    Use {
        path: one.file().path().to_owned(),
        line: at.line,
        column: at.column,
        role: one.role().as_str(),
        resolution: site.resolution.as_str(),
        rule: site.rule.as_str(),
        enclosing: one.enclosing().map(|symbol| symbol.qualified()),
        within: one.enclosing().map(|symbol| symbol.chain()),
        name: (!names.iter().any(|name| name == written)).then(|| written.to_owned()),
        text: None,
        when: None,
        test: false,
        of,
        textual: site.resolution == Resolution::Unresolved,
    }
}

#[cfg(test)]
mod tests;
