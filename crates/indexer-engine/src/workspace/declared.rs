//! What a text that nobody saved declares, before it is linked: an outline needs no more, and linking takes longer than all else.

use crate::link::made_before::made_as_before;
use crate::link::records;
use crate::source::edited::{EditedFiles, Unsaved};
use crate::types::limits::LARGEST_FILE;
use crate::workspace::open::Workspace;
use crate::workspace::snapshot::Snapshot;
use indexer_core::ContentId;
use indexer_store::View;
use std::sync::{Arc, PoisonError};

impl Workspace {
    /// `saved` with what `text` declares in the place of the file at `path`: its symbols are those that
    /// [`edited`](Self::edited) gives, but in no module, and it has no uses. `None` where that cannot be told of one file: no code
    /// stands there, the text is left out, or a macro may make symbols of its names, and not as it did in `linked`: a snapshot
    /// in which all other files are as they are now, if there is one. O(bytes of the text).
    pub fn declared(
        &self,
        saved: &Arc<Snapshot>,
        linked: Option<&Snapshot>,
        path: &str,
        text: &Arc<str>,
    ) -> Option<Arc<Snapshot>> {
        let known = saved.view.file(path)?;
        let content = ContentId::of(text.as_bytes());
        if known.content() == content {
            return Some(saved.clone());
        }
        let largest = self.options.max_file_size_kb.map_or(LARGEST_FILE, |kb| kb.saturating_mul(1024));
        let language = indexer_parse::language_of(path, text.as_bytes())?;
        if text.len() as u64 > largest.min(LARGEST_FILE)
            || text.contains('\0')
            || indexer_parse::is_manifest(path)
            || known.language() != language.id
        {
            return None;
        }
        let facts = self.facts_cache.read_unsaved(text, language)?;
        let before = self.declared.lock().unwrap_or_else(PoisonError::into_inner).replace(content);
        if let Some(before) = before.filter(|before| *before != content) {
            let linked = self.unsaved.lock().unwrap_or_else(PoisonError::into_inner).clone();
            self.facts_cache.keep_only(|kept| kept != before || linked.contains(&kept));
        }
        let made = match facts.candidates.is_empty() {
            true => Vec::new(),
            // What lists of macros that other files include make is decided by their order too.
            false if language.rules.inclusion.is_some() => return None,
            false => {
                let before = linked?.view.file(path)?;
                let known = self.facts_cache.get(before.content(), language)?;
                made_as_before(&known, before, &facts)?
            }
        };
        let made = View::in_memory(vec![records::declared(path, content, &facts, &made, text)]);
        let info = saved.view.info().clone();
        let layer = |view: View, segment| view.layered::<&str>(info.clone(), segment, &[]);
        let made = made.segments().iter().map(|held| held.segment.clone());
        let view = made.fold(saved.view.clone(), layer);
        // Nothing of it is listed: it is read by paths.
        let source = EditedFiles {
            under: saved.source.clone(),
            files: Vec::new(),
            links: Vec::new(),
            unsaved: Unsaved::from([(path.to_owned(), text.clone())]),
        };
        Some(Arc::new(Snapshot { source: Arc::new(source), ..saved.over(view) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::event::Event;
    use crate::types::options::Options;
    use std::fs;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// Symbols of a file, with all that an outline shows of them.
    fn told(snapshot: &Snapshot, path: &str) -> Vec<String> {
        let file = snapshot.view.file(path).unwrap();
        let declared = file.symbols().filter(|symbol| !symbol.is_of_framework());
        let told = declared.map(|symbol| {
            let (at, lines) = (symbol.at(), (symbol.start_line(), symbol.end_line()));
            let own =
                (symbol.name(), symbol.kind(), symbol.signature(), symbol.doc(), symbol.owner_in_file());
            format!("{own:?} {at:?} {lines:?} {:?} {:?}", symbol.name_span(), symbol.flags())
        });
        told.collect()
    }

    #[test]
    fn what_is_declared_is_what_linking_gives() {
        let (root, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let texts = [
            (
                "a.py",
                "import b\nclass A(b.B):\n    \"\"\"Ä\"\"\"\n    def f(self): return é.x\n    ü = 1; v = 2\n",
            ),
            (
                "b.rs",
                "/// Doc.\n#[deprecated]\npub struct S { a: u8 }\nimpl S { fn f(&self) {} }\nmod m { pub fn g() {} }\n",
            ),
            ("c.c", "#define TWICE(x) ((x) * 2)\nstatic int f(int a) { return TWICE(a); }\n"),
            ("d.ts", "export class C { m() { const inner = () => 1; return inner } }\n"),
        ];
        for (path, text) in texts {
            fs::write(root.path().join(path), text).unwrap();
        }
        fs::write(root.path().join("notes.md"), "# Notes\n").unwrap();
        let options = Options { cache_dir: Some(cache.path().to_owned()), ..Options::new(root.path()) };
        let linked = Arc::new(AtomicUsize::new(0));
        let told_of = linked.clone();
        let on_event = move |event: Event| {
            told_of.fetch_add(usize::from(matches!(event, Event::Linking { .. })), Ordering::Relaxed);
        };
        let workspace = Workspace::open(options, on_event).unwrap();
        let saved = workspace.refresh().unwrap();
        for (path, text) in texts {
            // At the beginning, so that every place is another one.
            let comment = if path == "a.py" { "# new\n\n" } else { "// new\n\n" };
            let text: Arc<str> = Arc::from(format!("{comment}{text}"));
            linked.store(0, Ordering::Relaxed);
            let declared = workspace.declared(&saved, None, path, &text).unwrap();
            assert_eq!(linked.load(Ordering::Relaxed), 0, "it is not linked for that");
            let unsaved = Unsaved::from([(path.to_owned(), text.clone())]);
            let edited = workspace.edited(&saved, &unsaved, &AtomicBool::new(false)).unwrap();
            assert!(linked.load(Ordering::Relaxed) > 0);
            let (declared, edited) = (told(&declared, path), told(&edited, path));
            assert!(declared.len() > 1 && declared == edited, "{declared:#?}\n{edited:#?}");
        }
        let same: Arc<str> = Arc::from(texts[0].1);
        assert!(Arc::ptr_eq(&workspace.declared(&saved, None, "a.py", &same).unwrap(), &saved));
        for (path, text) in [("notes.md", "# Other\n"), ("gone.py", "x = 1\n"), ("a.py", "x = '\0'\n")] {
            assert!(workspace.declared(&saved, Some(&*saved), path, &Arc::from(text)).is_none(), "{path}");
        }
    }

    /// What `check!` makes of its argument stands in another file.
    #[test]
    fn what_a_macro_may_make_is_as_before_or_waits_for_linking() {
        let (root, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let text = "fn before() {}\ncheck!(first, crate::called());\nother!(second);\nmod inner {}\n";
        let files = [
            ("Cargo.toml", "[package]\nname = \"a\"\n"),
            ("src/lib.rs", "#[macro_use]\nmod macros;\nmod tests;\nfn called() {}\n"),
            (
                "src/macros.rs",
                "macro_rules! check { ($name:ident, $e:expr) => { #[test] fn $name() { $e; } }; }\n",
            ),
            ("src/tests.rs", text),
        ];
        fs::create_dir(root.path().join("src")).unwrap();
        for (path, text) in files {
            fs::write(root.path().join(path), text).unwrap();
        }
        let options = Options { cache_dir: Some(cache.path().to_owned()), ..Options::new(root.path()) };
        let workspace = Workspace::open(options, |_| {}).unwrap();
        let saved = workspace.refresh().unwrap();
        let edited: Arc<str> = Arc::from(format!("\n{text}"));
        let declared = |text: &str, linked: Option<&Snapshot>| {
            workspace.declared(&saved, linked, "src/tests.rs", &Arc::from(text))
        };
        assert!(declared(&edited, None).is_none(), "nobody knows what the macro makes");
        let linked = |text: &str| {
            let unsaved = Unsaved::from([("src/tests.rs".to_owned(), Arc::from(text))]);
            workspace.edited(&saved, &unsaved, &AtomicBool::new(false)).unwrap()
        };
        let told = |snapshot: &Snapshot| told(snapshot, "src/tests.rs");
        assert_eq!(told(&linked(&edited)).len(), 3, "those before, and what the macro makes");
        // Letters elsewhere, and in the text behind the name: the same is made.
        for text in [
            edited.to_string(),
            text.replace("before", "after"),
            text.replace("called()", "call"),
            format!("{text}fn more() {{}}\n"),
        ] {
            let declared = declared(&text, Some(&saved)).unwrap();
            assert_eq!(told(&declared), told(&linked(&text)), "{text}");
        }
        // From a text that was linked itself.
        let base = linked(&edited);
        assert_eq!(told(&declared(&format!("{edited}fn more() {{}}\n"), Some(&base)).unwrap()).len(), 4);
        // Another name, macro, module, import or place of one: it is linked.
        for (from, to) in [
            ("first", "firsts"),
            ("check!", "checks!"),
            ("mod inner {}\n", ""),
            ("fn before", "use a::b;\nfn before"),
            ("fn before() {}", "#[macro_use] mod before {}"),
            ("fn before() {}", "macro_rules! check { () => {} }"),
            ("check!(first, crate::called());\n", ""),
            ("check!(first, crate::called());\n", "mod around { check!(first, crate::called()); }\n"),
        ] {
            let text = text.replacen(from, to, 1);
            assert!(declared(&text, Some(&saved)).is_none(), "{text}");
        }
    }
}
