//! Names that a package makes global for all files of what depends on it: `describe`, `it`, `expect` of a test runner.

use super::files::depends_on;
use crate::query::Db;
use crate::unit::Unit;

/// The path of a name that nothing of the repository and of the language explains, where a package that makes it global is a
/// dependency of what the file belongs to.
pub(crate) fn global_of_package(db: &Db, unit: &Unit<'_>, name: &str) -> Option<String> {
    let rules = super::rules_of(db, unit)?;
    let has = |all: &[String]| all.binary_search_by(|one| one.as_str().cmp(name)).is_ok();
    let mut all = rules.globals.iter().filter(|rule| has(&rule.names));
    // A workspace often has the runner in the manifest of its root.
    let rule =
        all.find(|rule| depends_on(db, &unit.place, &rule.manifest, &rule.packages, true).is_some())?;
    Some(format!("{}{}{name}", rule.root, unit.rules.separator))
}
