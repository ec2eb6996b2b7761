//! Beginnings of paths that a file of the configuration says for folders: `config/routes.yaml` of Symfony.

use super::entries::{File, Match};
use super::texts::Written;
use indexer_core::path::{is_under, join, parent, resolve};

/// Folders deeper than this are not looked through.
const DEEPEST_FOLDER: usize = 32;

impl File<'_, '_, '_> {
    /// The beginning that the nearest such file says for this one; open where none does, as others may.
    pub(super) fn begun_elsewhere(&self, of: &Match<'_>) -> Written {
        let Some(name) = &of.rule.begun_elsewhere else { return Written::default() };
        match self.begun(name) {
            Some(text) => Written::of(text),
            None => Written { is_open: true, ..Written::default() },
        }
    }

    fn begun(&self, name: &str) -> Option<String> {
        let place = &self.unit.place;
        let mut folder = parent(place);
        for _ in 0..DEEPEST_FOLDER {
            let manifest = join(folder, name);
            let said = self.db.with_files(&manifest, |files| {
                let facts = files.manifest(&manifest)?;
                let covers = |pattern: &str| {
                    let found = resolve(parent(&manifest), pattern.trim_end_matches('/'));
                    found.is_some_and(|found| found == *place || is_under(place, &found))
                };
                // A later one takes the place of an earlier one.
                let last = facts.maps.iter().rev().find(|map| covers(&map.pattern));
                Some(last.and_then(|map| map.targets.first().cloned()))
            });
            match said {
                Some(found) => return found,
                None if folder.is_empty() => return None,
                None => folder = parent(folder),
            }
        }
        None
    }
}
