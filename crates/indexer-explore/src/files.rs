//! Files with their figures: size, complexity, churn, tests that reach them.

use indexer_engine::Bound;
use indexer_tools::analysis::{Aside, measures};
use indexer_tools::protocol::Asked;
use indexer_tools::protocol::scope::Scope;
use indexer_tools::tools::navigate::get_tree::{Entry, GetTree};
use indexer_tools::tools::relations::get_related_tests::TestReach;
use indexer_tools::{Common, Context, Problem, Question};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Commits that are looked at for churn, as `get_hotspots` does.
const COMMITS: usize = 500;

/// The files of the view in columns, the `most` longest of them, in the order of their paths.
pub(crate) fn files<'v>(
    context: &Context<'v>,
    most: usize,
    reach: Option<&TestReach<'v>>,
) -> Result<Value, Problem> {
    let mut all = entries(context)?;
    let total = all.len();
    all.sort_by_key(|file| Reverse(file.lines));
    let mut rows: Vec<Entry> = all.into_iter().take(most).collect();
    rows.sort_by(|a, b| a.path.cmp(&b.path));
    let measured = measures(context)?;
    let measured: BTreeMap<&str, _> = measured.files.iter().map(|file| (file.path.as_str(), file)).collect();
    let functions = |path: &str| {
        let of = measured.get(path)?;
        let known: Vec<u32> = of.functions.iter().filter_map(|one| Some(one.metrics?.cyclomatic)).collect();
        Some((known.len(), known.into_iter().max()?))
    };
    let churns = churns(context);
    let column = |of: &dyn Fn(&Entry) -> Value| rows.iter().map(of).collect::<Vec<_>>();
    let (churn, churn_problem) = match &churns {
        Ok(found) => (json!({"commits": found.commits, "cut": found.cut}), None),
        Err(problem) => (Value::Null, Some(problem.as_str())),
    };
    let commits = |file: &Entry| {
        churns
            .as_ref()
            .map_or(Value::Null, |found| json!(found.files.get(&file.path).map_or(0, |churn| churn.commits)))
    };
    let is_test =
        |file: &Entry| context.view().file(&file.path).is_some_and(|file| Aside::of(file) == Aside::Tests);
    // No test can reach what declares nothing.
    let reached = |file: &Entry| {
        let known = reach.filter(|_| file.symbols > 0)?;
        Some(known.of_file(context.view().file(&file.path)?))
    };
    Ok(json!({
        "total": total,
        "path": column(&|file| json!(file.path)),
        "language": column(&|file| json!(file.language)),
        "lines": column(&|file| json!(file.lines)),
        "symbols": column(&|file| json!(file.symbols)),
        "functions": column(&|file| json!(functions(&file.path).map(|one| one.0))),
        "cyclomatic": column(&|file| json!(functions(&file.path).map(|one| one.1))),
        "churn": column(&commits),
        "test": column(&|file| json!(u8::from(is_test(file)))),
        "reached": column(&|file| json!(reached(file))),
        "commits": churn,
        "churn_problem": churn_problem,
    }))
}

/// All files, without folders.
fn entries(context: &Context<'_>) -> Result<Vec<Entry>, Problem> {
    let common = Common::default();
    let mut asked = Asked {
        own: GetTree::default(),
        scope: Scope::of(context, &common)?,
        common: Common { limit: Some(u32::MAX), ..common },
        offset: 0,
    };
    let mut files = Vec::new();
    loop {
        let tree = GetTree::run(context, &asked)?;
        asked.offset += tree.entries.rows.len();
        let is_last = tree.entries.rows.is_empty() || asked.offset >= tree.entries.total;
        files.extend(tree.entries.rows.into_iter().filter(|entry| !entry.folder));
        if is_last {
            return Ok(files);
        }
    }
}

/// How often each file changed, or why that is not known.
fn churns(context: &Context<'_>) -> Result<indexer_engine::FileChurns, String> {
    let workspace = context.workspace().ok_or("there is no history here")?;
    let rev = context.snapshot.revision.as_ref().map(|asked| asked.name.as_str());
    let bound = Bound { most: COMMITS, stop: context.cancel };
    workspace.commits().file_churns(rev, bound).map_err(|error| error.to_string())
}
