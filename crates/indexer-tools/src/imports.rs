//! What a file imports, and who uses a file.

use crate::protocol::{Context, Records, Row};
use indexer_core::{FileFacts, Flags, Import, ImportShape, Resolution, Role, Span, Visibility};
use indexer_search::paths::is_of_tests;
use indexer_store::{FileRef, Reference, TargetRef, View};
use serde::Serialize;
use std::collections::BTreeMap;

/// One import of one thing.
#[derive(Clone, Debug, Serialize)]
pub struct ImportRow {
    /// 1-based line.
    pub line: u32,
    /// Its path, joined as the language joins names; a relative import begins with dots.
    pub name: String,
    /// The name under which it is bound, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// True where everything of the module is bound.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wildcard: bool,
    /// True where it is there for others to use what it binds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reexport: bool,
    /// The condition under which it exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// How far it is known where it leads.
    pub resolution: &'static str,
    /// Where it leads: paths, keys of symbols, names outside the repository.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
}

impl Row for ImportRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("import");
        record.field("line", self.line).text("name", &self.name).some("alias", self.alias.as_deref());
        record.flag("wildcard", self.wildcard).flag("reexport", self.reexport);
        record.some("condition", self.condition.as_deref()).field("resolution", self.resolution);
        record.list("target", &self.targets);
    }
}

/// The imports of a file in order; none where its facts cannot be had. O(imports * references).
pub fn imports(context: &Context<'_>, file: FileRef<'_>) -> Vec<ImportRow> {
    let Some(facts) = context.snapshot.facts(file.path()) else { return Vec::new() };
    let separator = context.snapshot.separator(file.path());
    let uses = uses(file);
    let statements = facts.imports.iter().filter(|import| import.shape.is_statement());
    let passes_on = passes_on(context, file.path());
    let row = |import| {
        let row = row(context.view(), &facts, import, separator, &uses);
        // `import a as a` says that it is meant for others.
        let is_said = || import.alias.is_some() && import.alias.as_ref() == import.path.last();
        let bound = import.alias.or_else(|| import.path.last().copied()).map_or("", |name| facts.name(name));
        ImportRow { reexport: row.reexport && (passes_on(bound) || is_said()), ..row }
    };
    statements.map(row).collect()
}

/// True for the names that the file at `path` passes on where it imports them. Where every import can be named through its
/// file, these are those of a file that is there for it, and those of its list.
fn passes_on(context: &Context<'_>, path: &str) -> impl Fn(&str) -> bool {
    let surface = context.snapshot.rules(path).map(|rules| rules.surface);
    let surface = surface.filter(|surface| surface.imports_are_names && !(surface.passes_on)(path));
    let listed = surface.and_then(|surface| (surface.listed)(&context.source(path).ok()?.text));
    let is_said_of_all = surface.is_none();
    move |name| is_said_of_all || listed.as_ref().is_some_and(|listed| listed.iter().any(|one| one == name))
}

/// The references of a file that are imports.
pub fn uses(file: FileRef<'_>) -> Vec<Reference<'_>> {
    file.references().filter(|one| one.role() == Role::Import).collect()
}

/// Where an import of a file leads; `uses` are those of the file.
pub fn targets_of<'v>(facts: &FileFacts, import: &Import, uses: &[Reference<'v>]) -> Vec<TargetRef<'v>> {
    use_of(facts, import, uses).map_or_else(Vec::new, |one| one.targets())
}

/// The reference that is an import: the path's last name stands in the import's span, or the whole
/// statement for a wildcard.
fn use_of<'v>(facts: &FileFacts, import: &Import, uses: &[Reference<'v>]) -> Option<Reference<'v>> {
    let within = |span: Span| span.start >= import.span.start && span.end <= import.span.end;
    let last = import.path.last().map(|name| facts.name(*name));
    let inside = uses.iter().rfind(|one| within(one.span()));
    let found = inside.or_else(|| {
        // `use a::{self}`: the name that is meant stands before.
        let before = uses.iter().rfind(|one| one.span().start < import.span.start);
        before.filter(|one| last == Some(one.name()))
    });
    found.copied()
}

fn row(
    view: &View,
    facts: &FileFacts,
    import: &Import,
    separator: &str,
    uses: &[Reference<'_>],
) -> ImportRow {
    let names: Vec<&str> = import.path.iter().map(|name| facts.name(*name)).collect();
    let dots = if separator == "." { ".".repeat(import.level as usize) } else { String::new() };
    let use_of = use_of(facts, import, uses);
    ImportRow {
        line: facts.lines.line(import.span.start),
        name: dots + &names.join(separator),
        alias: import.alias.map(|name| facts.name(name).to_owned()),
        wildcard: import.shape == ImportShape::Wildcard,
        reexport: import.visibility != Visibility::Private,
        condition: import.condition.map(|name| facts.name(name).to_owned()),
        resolution: use_of.map_or(Resolution::Unresolved, |one| one.resolution()).as_str(),
        targets: use_of.map_or_else(Vec::new, |one| targets(view, one)),
    }
}

/// Where a reference leads, as text.
pub fn targets(view: &View, reference: Reference<'_>) -> Vec<String> {
    let one = |target: TargetRef<'_>| match target {
        TargetRef::Symbol(key) => Some(view.sym(view.symbol(key)?).printed()),
        TargetRef::Module(path) => Some(path.to_owned()),
        TargetRef::External(path) => Some(path.to_owned()),
    };
    reference.targets().into_iter().filter_map(one).collect()
}

/// A file that uses another one.
#[derive(Clone, Debug, Serialize)]
pub struct User {
    /// Its path.
    pub path: String,
    /// How many of its references lead to the file.
    pub uses: u64,
    /// True where it imports the file or something of it.
    pub imports: bool,
    /// True for a file of tests.
    pub tests: bool,
}

impl User {
    /// Writes the record `kind`.
    pub fn write(&self, kind: &str, out: &mut Records) {
        let mut record = out.record(kind);
        record.text("path", &self.path).field("uses", self.uses);
        record.flag("imports", self.imports).flag("tests", self.tests);
    }
}

/// The other files with references that are proved to lead into `file`, most uses first.
/// O(symbols of the file + the references found).
pub fn users(view: &View, file: FileRef<'_>) -> Vec<User> {
    let mut found: BTreeMap<&str, User> = BTreeMap::new();
    let into = file.symbols().flat_map(|symbol| view.references_to(symbol.key()));
    for one in into.chain(view.references_to_module(file.path())).map(|one| view.reference(one)) {
        let path = one.file().path();
        if path == file.path() || one.resolution() != Resolution::Resolved {
            continue;
        }
        let new = || User { path: path.to_owned(), uses: 0, imports: false, tests: false };
        let user = found.entry(path).or_insert_with(new);
        user.uses += 1;
        user.imports |= one.role() == Role::Import;
    }
    let mut users: Vec<User> = found.into_values().collect();
    for user in &mut users {
        user.tests = view.file(&user.path).is_some_and(is_test);
    }
    users.sort_by(|a, b| b.uses.cmp(&a.uses).then_with(|| a.path.cmp(&b.path)));
    users
}

/// True for a file of tests: one that defines nothing else, or lies in a folder or bears a name that
/// says so. A file with tests beside what they test is none.
pub fn is_test(file: FileRef<'_>) -> bool {
    let mut top = file.symbols().filter(|symbol| symbol.owner().is_none()).peekable();
    is_of_tests(file.path()) || (top.peek().is_some() && top.all(|symbol| symbol.flags().has(Flags::TEST)))
}
