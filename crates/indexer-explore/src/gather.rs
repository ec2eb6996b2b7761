//! What the page holds, gathered from the answers of tools.

use crate::change::change;
use crate::detail::{Most, detail_of};
use crate::files::files;
use crate::graph::graphs;
use crate::symbols::{Listed, listed};
use indexer_engine::Bound;
use indexer_store::Symbol;
use indexer_tools::analysis::in_parallel;
use indexer_tools::tools::index::index_status::IndexStatus;
use indexer_tools::tools::navigate::list_workspace_members::ListWorkspaceMembers;
use indexer_tools::tools::relations::get_related_tests::TestReach;
use indexer_tools::{Code, Common, Context, Problem, typed};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// How much goes into a page. What is beyond is counted, and the page says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Symbols that can be searched; the most used stay.
    pub symbols: usize,
    /// Files of the treemap; the longest stay.
    pub files: usize,
    /// Dependencies of files; those with the most uses stay.
    pub edges: usize,
    /// Bytes of what is said of single symbols; the most used have their say first.
    pub detail_bytes: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { symbols: 100_000, files: 20_000, edges: 20_000, detail_bytes: 12 << 20 }
    }
}

/// What is wanted of a page.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The revision with which the files on disk are compared; without one there is no view of a change.
    pub base: Option<String>,
    /// The revision that the page is of; `None` for the files on disk.
    pub rev: Option<String>,
    /// True where the page asks for single symbols when it shows them, so that it holds none.
    pub live: bool,
    /// How much goes into it.
    pub bounds: Bounds,
}

/// The data of a page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of the folder.
    pub name: String,
    /// Everything but symbols.
    pub about: Value,
    /// What can be searched.
    pub symbols: Value,
    /// What is said of single symbols: objects by the number of the symbol.
    pub details: Vec<Value>,
    /// True where the page asks for them instead.
    pub live: bool,
}

/// Symbols of one part of the details, which a browser reads at once.
const PART: usize = 128;

impl Page {
    /// Asks for all that a page holds. O(references), and history as far as the tools look.
    pub fn gather(context: &Context<'_>, wanted: &Wanted) -> Result<Self, Problem> {
        let name = context.snapshot.root.file_name();
        let name = name.map_or_else(|| "repository".to_owned(), |name| name.to_string_lossy().into_owned());
        let reach = TestReach::of_all(context)?;
        let listed = listed(context, wanted.bounds.symbols)?;
        let mut symbols = listed.written();
        let details = match wanted.live {
            true => Vec::new(),
            false => details(context, &listed, reach.as_ref(), wanted.bounds.detail_bytes, &mut symbols)?,
        };
        let status = typed(context, IndexStatus {}, Common::default())?;
        let status = serde_json::to_value(&status).unwrap_or_default();
        let files = files(context, wanted.bounds.files, reach.as_ref())?;
        let about = json!({
            "name": name,
            "program": env!("CARGO_PKG_VERSION"),
            "live": wanted.live,
            "state": context.state(),
            "status": picked(&status),
            "graphs": graphs(context, wanted.bounds.edges)?,
            "commits": commits(context, &files),
            "members": members(context)?,
            "files": files,
            "change": wanted.base.as_deref().map(|base| change(context, base, wanted.rev.clone())).transpose()?,
        });
        Ok(Self { name, about, symbols, details, live: wanted.live })
    }
}

/// Where the packages of the graph are.
fn members(context: &Context<'_>) -> Result<Value, Problem> {
    let common = Common { limit: Some(1_000), ..Common::default() };
    let found = typed(context, ListWorkspaceMembers {}, common)?;
    let rows = found.members.rows.iter();
    Ok(rows.map(|one| json!({"name": one.name, "path": one.path})).collect())
}

/// Commits that the page knows, the youngest.
const COMMITS: usize = 500;

/// What the youngest commits changed: the first line of each message, and files of `files` by number.
fn commits(context: &Context<'_>, files: &Value) -> Value {
    let Some(workspace) = context.workspace() else { return Value::Null };
    let paths = files["path"].as_array().map_or(&[][..], Vec::as_slice).iter().zip(0_usize..);
    let numbers: BTreeMap<&str, usize> = paths.filter_map(|(path, n)| Some((path.as_str()?, n))).collect();
    let rev = context.snapshot.revision.as_ref().map(|asked| asked.name.as_str());
    let bound = Bound { most: COMMITS, stop: context.cancel };
    let found = workspace.commits().commit(rev).map(|commit| workspace.commits().changes(commit, bound));
    let Some(Ok(found)) = found else { return Value::Null };
    let known = |paths: &[String]| -> Vec<usize> {
        paths.iter().filter_map(|path| numbers.get(path.as_str()).copied()).collect()
    };
    found.iter().map(|(subject, paths)| json!([subject, known(paths)])).collect()
}

/// The figures of the whole index that the page shows.
fn picked(status: &Value) -> Map<String, Value> {
    const FIELDS: [&str; 12] = [
        "built_at",
        "generation",
        "head_commit",
        "files",
        "lines",
        "symbols",
        "references",
        "resolved",
        "possible",
        "external",
        "unresolved",
        "changed_count",
    ];
    FIELDS.iter().map(|name| ((*name).to_owned(), status[name].clone())).collect()
}

/// What is said of symbols, the most used first, for as long as there is room; notes in `symbols` where each stands.
fn details<'v>(
    context: &Context<'v>,
    listed: &Listed<'v>,
    reach: Option<&TestReach<'v>>,
    bytes: usize,
    symbols: &mut Value,
) -> Result<Vec<Value>, Problem> {
    let mut left = bytes;
    let mut part_of = vec![0_u32; listed.symbols.len()];
    let mut parts = Vec::new();
    let mut held = 0;
    for some in listed.order.chunks(PART) {
        let asked: Vec<(u32, Symbol<'_>)> =
            some.iter().map(|number| (*number, listed.symbols[*number as usize])).collect();
        let made =
            in_parallel(context, &asked, |(_, symbol)| detail_of(context, *symbol, Most::IN_FILE, reach))?;
        let mut part = Map::new();
        for ((number, _), one) in asked.iter().zip(made) {
            let one = match one {
                Err(problem) if problem.code == Code::Cancelled => return Err(problem),
                // What cannot be said of one symbol, as that its path cannot be asked for, ends nothing.
                Err(problem) => json!({"problem": problem.message}),
                Ok(one) => one,
            };
            let size = one.to_string().len();
            if size > left {
                left = 0;
                break;
            }
            left -= size;
            held += 1;
            part_of[*number as usize] = parts.len() as u32 + 1;
            part.insert(number.to_string(), one);
        }
        if !part.is_empty() {
            parts.push(Value::Object(part));
        }
        if left == 0 {
            break;
        }
    }
    symbols["part"] = json!(part_of);
    symbols["held"] = json!(held);
    Ok(parts)
}
