//! What a word that somebody is typing may become.

use crate::protocol::tool::typed;
use crate::protocol::{Common, Context, Problem};
use crate::resources::Completes;
use crate::tools::navigate::lookup_symbol::{LookupSymbol, Matching};

/// Words that begin like `typed`, at most `limit`, best first. Paths that hold it come after those
/// that begin with it. O(files) or O(names) of the view.
pub fn complete(
    context: &Context<'_>,
    what: Completes,
    begun: &str,
    limit: usize,
) -> Result<Vec<String>, Problem> {
    match what {
        Completes::Path => Ok(paths(context, begun, limit)),
        Completes::Symbol if begun.trim().is_empty() => Ok(Vec::new()),
        Completes::Symbol => symbols(context, begun, limit),
    }
}

fn paths(context: &Context<'_>, begun: &str, limit: usize) -> Vec<String> {
    let files = context.view().files();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for file in files {
        let path = file.path();
        match path.find(begun) {
            Some(0) => first.push(path.to_owned()),
            Some(_) => second.push(path.to_owned()),
            None => {}
        }
    }
    first.sort_unstable();
    second.sort_unstable();
    first.extend(second);
    first.truncate(limit);
    first
}

fn symbols(context: &Context<'_>, begun: &str, limit: usize) -> Result<Vec<String>, Problem> {
    let matching = Some(Matching::Prefix);
    let own = LookupSymbol { name: begun.to_owned(), matching, kind: None, exact: false, package: None };
    let common = Common { limit: Some(limit as _), ..Common::default() };
    let found = typed(context, own, common)?;
    let mut names: Vec<String> = Vec::new();
    for one in found.symbols.rows {
        if !names.contains(&one.symbol.qualified) {
            names.push(one.symbol.qualified);
        }
    }
    Ok(names)
}
