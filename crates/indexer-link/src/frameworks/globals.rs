//! Names that a package makes global for all files of what depends on it: `describe`, `it`, `expect` of a test runner.

use super::files::depends_on;
use crate::query::Db;
use crate::unit::Unit;
use indexer_core::framework::GlobalsRule;

/// The path of a name that nothing of the repository and of the language explains, where a package that makes it global is a
/// dependency of what the file belongs to.
pub(crate) fn global_of_package(db: &Db, unit: &Unit<'_>, name: &str) -> Option<String> {
    let rules = super::rules_of(db, unit)?;
    let has = |all: &[String]| all.binary_search_by(|one| one.as_str().cmp(name)).is_ok();
    let sees = |rule: &GlobalsRule| {
        let mut parts = unit.place.split('/');
        rule.folders.is_empty() || parts.any(|part| rule.folders.iter().any(|folder| folder == part))
    };
    let mut all = rules.globals.iter().filter(|rule| has(&rule.names) && sees(rule));
    // A workspace often has the runner in the manifest of its root.
    let rule =
        all.find(|rule| depends_on(db, &unit.place, &rule.manifest, &rule.packages, true).is_some())?;
    Some(format!("{}{}{name}", rule.root, unit.rules.separator))
}

/// True for the path of a function of a package that gives something of that package, whatever it is given.
pub(crate) fn gives_of_package(db: &Db, path: &str) -> bool {
    is_listed(db, path, |rule| &rule.gives)
}

/// True for the path of a function of a package that calls what it is given with something of that package alone.
pub(crate) fn calls_with_its_own(db: &Db, path: &str) -> bool {
    is_listed(db, path, |rule| &rule.calls)
}

fn is_listed(db: &Db, path: &str, list: impl Fn(&GlobalsRule) -> &[String]) -> bool {
    let Some(unit) = db.unit(db.file()) else { return false };
    let Some(rules) = super::rules_of(db, unit) else { return false };
    let is_below = |root: &str, names: &[String]| {
        let name = path.strip_prefix(root).and_then(|rest| rest.strip_prefix(unit.rules.separator));
        name.is_some_and(|name| names.binary_search_by(|one| one.as_str().cmp(name)).is_ok())
    };
    // What a package makes global can be imported from it, too.
    rules.globals.iter().any(|rule| {
        let names = list(rule);
        is_below(&rule.root, names) || rule.packages.iter().any(|package| is_below(package, names))
    })
}
