//! Beginnings of paths that a file of the configuration says for folders: `config/routes.yaml` of Symfony.

use super::entries::{File, Match};
use super::texts::Written;
use indexer_core::path::{is_under, join, parent, resolve};

/// Folders deeper than this are not looked through.
const DEEPEST_FOLDER: usize = 32;

impl File<'_, '_, '_> {
    /// The beginning that the nearest such files say for this one; open where none does, as others may.
    pub(super) fn begun_elsewhere(&self, of: &Match<'_>) -> Written {
        if of.rule.begun_elsewhere.is_empty() {
            return Written::default();
        }
        match self.begun(&of.rule.begun_elsewhere) {
            Some(text) => Written::of(text),
            None => Written { is_open: true, ..Written::default() },
        }
    }

    fn begun(&self, names: &[String]) -> Option<String> {
        let mut folder = parent(&self.unit.place);
        for _ in 0..DEEPEST_FOLDER {
            // A later one takes the place of an earlier one.
            let said = names.iter().rev().filter_map(|name| self.said(&join(folder, name)));
            if let Some(said) = said.reduce(Option::or) {
                return said;
            }
            if folder.is_empty() {
                return None;
            }
            folder = parent(folder);
        }
        None
    }

    /// The beginning that a file says for this one, if it does; `None` where there is no such file.
    fn said(&self, manifest: &str) -> Option<Option<String>> {
        let place = &self.unit.place;
        self.db.with_files(manifest, |files| {
            let facts = files.manifest(manifest)?;
            let covers = |pattern: &str| {
                let found = resolve(parent(manifest), pattern.trim_end_matches('/'));
                found.is_some_and(|found| found == *place || is_under(place, &found))
            };
            let last = facts.maps.iter().rev().find(|map| covers(&map.pattern));
            Some(last.and_then(|map| map.targets.first().cloned()))
        })
    }
}
