//! Snapshots of the files on disk with texts in their place that nobody saved yet.

use crate::source::edited::{EditedFiles, Unsaved};
use crate::types::error::EngineError;
use crate::types::freshness::UNSAVED;
use crate::workspace::open::Workspace;
use crate::workspace::revisions::WantedRevision;
use crate::workspace::snapshot::Snapshot;
use indexer_core::ContentId;
use std::mem;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};

impl Workspace {
    /// A snapshot of what the last [`refresh`](Self::refresh) found, with `unsaved` texts in the place of their files; that
    /// refresh's own, `saved`, where these are what is on disk. It is kept in memory: no view of it is stored. Until `stop` is set.
    pub fn edited(
        &self,
        saved: &Arc<Snapshot>,
        unsaved: &Unsaved,
        stop: &AtomicBool,
    ) -> Result<Arc<Snapshot>, EngineError> {
        if self.is_bare() || unsaved.is_empty() {
            return Ok(saved.clone());
        }
        let (files, links): (Vec<(String, ContentId)>, _) = {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let known = state.current.iter().flat_map(|current| &current.files);
            let links = state.current.as_ref().map(|current| current.dirs.links.clone());
            (known.map(|file| (file.path.clone(), file.content)).collect(), links.unwrap_or_default())
        };
        let is_saved = |(path, text): (&String, &Arc<str>)| {
            let known = files.binary_search_by(|(known, _)| known.cmp(path)).ok().map(|at| files[at].1);
            known == Some(ContentId::of(text.as_bytes()))
        };
        if unsaved.iter().all(is_saved) {
            return Ok(saved.clone());
        }
        let made = self.made_unless(stop, |_| {
            let under = self.source.clone();
            let (files, links, unsaved) = (files.clone(), links.clone(), unsaved.clone());
            let source = EditedFiles { under, files, links, unsaved };
            Ok(WantedRevision {
                name: UNSAVED.to_owned(),
                asked: UNSAVED.to_owned(),
                commit: None,
                source: Arc::new(source),
                layout: None,
                fixed: false,
            })
        });
        // What the next letter changes is told by the facts of these texts; those of the texts before them are needed no more,
        // and worth no pack.
        let texts: Vec<ContentId> = unsaved.values().map(|text| ContentId::of(text.as_bytes())).collect();
        let before =
            mem::replace(&mut *self.unsaved.lock().unwrap_or_else(PoisonError::into_inner), texts.clone());
        self.facts_cache.keep_only(|content| !before.contains(&content) || texts.contains(&content));
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::event::Event;
    use crate::types::options::Options;
    use std::fs;

    fn opened(root: &std::path::Path, cache: &std::path::Path) -> Workspace {
        let options = Options { cache_dir: Some(cache.to_owned()), ..Options::new(root) };
        Workspace::open(options, |_| {}).unwrap()
    }

    fn unsaved(texts: &[(&str, &str)]) -> Unsaved {
        texts.iter().map(|(path, text)| ((*path).to_owned(), Arc::from(*text))).collect()
    }

    #[test]
    fn each_letter_links_again_who_consults_what_it_changes() {
        let (root, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(root.path().join("a.py"), "def f():\n    return 1\n").unwrap();
        for name in ["b", "c", "d", "e"] {
            fs::write(root.path().join(name).with_extension("py"), "import os\nos.name\n").unwrap();
        }
        for read_only in [false, true] {
            let linked = Arc::new(std::sync::Mutex::new(Vec::new()));
            let told = linked.clone();
            let options =
                Options { cache_dir: Some(cache.path().to_owned()), read_only, ..Options::new(root.path()) };
            let on_event = move |event: Event| {
                if let Event::Done { linked, .. } = event {
                    told.lock().unwrap().push(linked);
                }
            };
            let workspace = Workspace::open(options, on_event).unwrap();
            let stop = AtomicBool::new(false);
            workspace.refresh().unwrap();
            linked.lock().unwrap().clear();
            for body in ["return 12", "return 123", "x = 1\n    return x"] {
                let texts = unsaved(&[("a.py", &format!("def f():\n    {body}\n"))]);
                let saved = workspace.refresh().unwrap();
                workspace.edited(&saved, &texts, &stop).unwrap();
            }
            assert_eq!(*linked.lock().unwrap(), [1, 1, 1], "nobody else asks what a body holds");
        }
    }

    #[test]
    fn texts_stand_in_the_place_of_files_and_are_never_stored() {
        let (root, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(root.path().join("a.py"), "from b import g\ng()\n").unwrap();
        fs::write(root.path().join("b.py"), "def f(): pass\n").unwrap();
        fs::write(root.path().join("skip.bin"), [0, 1, 0]).unwrap();
        let workspace = opened(root.path(), cache.path());
        let stop = AtomicBool::new(false);
        let edited = |texts: &[(&str, &str)]| {
            workspace.edited(&workspace.refresh().unwrap(), &unsaved(texts), &stop).unwrap()
        };
        let saved = workspace.refresh().unwrap();
        assert_eq!(saved.view.totals().by_resolution[0], 1, "the module alone: b has no g yet");

        let with = edited(&[("b.py", "x = 1\ndef g(): pass\n")]);
        let file = with.view.file("b.py").unwrap();
        assert_eq!(file.symbols().map(|one| one.name()).collect::<Vec<_>>(), ["x", "g"]);
        assert_eq!(with.view.totals().by_resolution[0], 3, "the import and the call too");
        assert_eq!(&*with.source("b.py").unwrap().text, "x = 1\ndef g(): pass\n");

        let again = edited(&[("b.py", "def g(): pass\n"), ("new.py", "n = 1\n")]);
        assert_eq!(again.view.file("new.py").unwrap().symbol_count(), 1, "of no file on disk");
        assert_eq!(again.view.file("b.py").unwrap().symbol_count(), 1);

        // What was saved since, is there too; what is closed is as it is on disk.
        fs::write(root.path().join("c.py"), "import b\n").unwrap();
        let none = edited(&[]);
        assert!(none.view.file("c.py").is_some() && none.view.file("new.py").is_none());
        let same = edited(&[("b.py", "def f(): pass\n")]);
        assert!(same.revision.is_none(), "the text is what is on disk");
        let left_out = edited(&[("skip.bin", "x")]);
        assert!(left_out.view.file("skip.bin").is_none());

        let other = opened(root.path(), cache.path()).refresh().unwrap();
        assert!(other.view.file("new.py").is_none(), "nothing of it is stored");
        assert_eq!(other.view.dump(), none.view.dump());
    }
}
