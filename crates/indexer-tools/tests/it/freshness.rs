//! Whatever happens on disk is in the next answer: scripts of what editors, git and people do,
//! each step followed by a comparison with an index made from nothing.

use indexer_engine::{Clock, Options, Workspace};
use indexer_testkit::{Edit, Random, Scratch, mini_corpus};
use indexer_tools::{Settings, find, roots};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

/// A folder, two processes on one cache, and their clock.
struct Desk {
    scratch: Scratch,
    processes: [Workspace; 2],
    ahead: Arc<AtomicI64>,
    random: Random,
    asked: usize,
}

impl Desk {
    fn new(seed: u64) -> Self {
        let scratch = Scratch::new(&mini_corpus()).unwrap();
        scratch.write("notes.txt", "words\n").unwrap();
        scratch.write("elsewhere/one.py", "def first_target(): return 1\n").unwrap();
        scratch.write("elsewhere/two.py", "def second_target(): return 2\n").unwrap();
        scratch.git(&["init", "-q"]).unwrap();
        commit(&scratch);
        let ahead = Arc::new(AtomicI64::new(0));
        let clock = || {
            let (ahead, system) = (ahead.clone(), Clock::system());
            Clock::new(move || system.now() + ahead.load(Ordering::Relaxed))
        };
        let open = || {
            let options =
                Options { cache_dir: Some(scratch.cache()), clock: clock(), ..Options::new(scratch.root()) };
            Workspace::open(options, |_| ()).unwrap()
        };
        let processes = [open(), open()];
        Self { processes, ahead: ahead.clone(), random: Random(seed), asked: 0, scratch }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.scratch.root().join(path)
    }

    /// Asks one process, the other the next time; both answers must be those of a new index.
    fn check(&mut self, what: &str) {
        let asked = &self.processes[self.asked % 2];
        self.asked += 1;
        let cache = self.scratch.cache().join(format!("new{}", self.asked));
        let options =
            Options { cache_dir: Some(cache), read_only: true, ..Options::new(self.scratch.root()) };
        let new = Workspace::open(options, |_| ()).unwrap();
        for (tool, arguments) in [
            ("list_declarations", json!({"format": "json", "limit": 200})),
            ("find_references", json!({"symbol": "helper", "format": "json"})),
        ] {
            let (now, expected) = (answer(asked, tool, &arguments), answer(&new, tool, &arguments));
            assert_eq!(now, expected, "{tool} after {what}, question {}", self.asked);
        }
        let dump = |of: &Workspace| of.refresh().unwrap().view.dump();
        assert!(dump(asked) == dump(&new), "the view differs after {what}, question {}", self.asked);
        let left_out = |of: &Workspace| of.refresh().unwrap().freshness.left_out.clone();
        assert_eq!(left_out(asked), left_out(&new), "after {what}");
    }

    /// A tracked or other code file that is there now.
    fn some_file(&mut self) -> String {
        let mut found = Vec::new();
        collect(&self.scratch.root(), &self.scratch.root(), &mut found);
        found.sort();
        let which = self.random.number() as usize % found.len();
        found.swap_remove(which)
    }

    fn step(&mut self, kind: u32) {
        let path = self.some_file();
        let (full, name) = (self.path(&path), format!("{kind} on {path}"));
        let text = fs::read(&full).unwrap();
        let changed = [text.as_slice(), format!("\n# {}\n", self.random.number()).as_bytes()].concat();
        match kind {
            // In place, of equal size, with the old time of the last write.
            0 => {
                let time = fs::metadata(&full).unwrap().modified().unwrap();
                fs::write(&full, other_of_equal_size(&text)).unwrap();
                set_time(&full, time);
            }
            // As most editors save: a new file renamed over the old one.
            1 => {
                let new = full.with_extension("tmp~");
                fs::write(&new, &changed).unwrap();
                fs::rename(&new, &full).unwrap();
            }
            // vim: a trial file, a backup, a new file, the backup removed.
            2 => {
                let (trial, backup) = (full.with_file_name("4913"), backup_of(&full));
                fs::write(&trial, "").unwrap();
                fs::remove_file(&trial).unwrap();
                fs::rename(&full, &backup).unwrap();
                fs::write(&full, &changed).unwrap();
                fs::remove_file(&backup).unwrap();
            }
            // emacs: a lock, a backup that stays, written in place.
            3 => {
                let lock = full.with_file_name(".#lock");
                fs::write(&lock, "me").unwrap();
                fs::copy(&full, backup_of(&full)).unwrap();
                fs::write(&full, &changed).unwrap();
                fs::remove_file(&lock).unwrap();
            }
            // Truncated, asked, written again.
            4 => {
                fs::write(&full, "").unwrap();
                self.check("truncation");
                fs::write(&full, &changed).unwrap();
            }
            // Two files swapped; their bytes and times stay.
            5 => {
                let other = self.some_file_like(&path);
                let other = self.path(&other);
                if other != full {
                    let between = full.with_file_name("between");
                    fs::rename(&full, &between).unwrap();
                    fs::rename(&other, &full).unwrap();
                    fs::rename(&between, &other).unwrap();
                }
            }
            // A folder takes another name, and back.
            6 => {
                let (old, new) = (self.path("app"), self.path("renamed"));
                let (from, to) = if old.exists() { (old, new) } else { (new, old) };
                let _ = fs::remove_dir_all(&to);
                fs::rename(from, to).unwrap();
            }
            // A file where a folder was, and the other way round.
            7 => {
                let place = self.path("place");
                if place.is_dir() {
                    fs::remove_dir_all(&place).unwrap();
                    fs::write(&place, "#!/usr/bin/env python3\ndef helper(): pass\n").unwrap();
                } else {
                    let _ = fs::remove_file(&place);
                    fs::create_dir_all(place.join("inner")).unwrap();
                    fs::write(place.join("inner/deep.py"), "def helper(): return 3\n").unwrap();
                }
            }
            #[cfg(unix)]
            8 => {
                use std::os::unix::fs::symlink;
                let (link, folder) = (self.path("link.py"), self.path("linked"));
                let one = fs::read_link(&link).is_ok_and(|to| to.ends_with("one.py"));
                let _ = (fs::remove_file(&link), fs::remove_file(&folder));
                symlink(if one { "elsewhere/two.py" } else { "elsewhere/one.py" }, &link).unwrap();
                symlink(if one { "src" } else { "elsewhere" }, &folder).unwrap();
            }
            // A file becomes a link to another.
            #[cfg(unix)]
            9 if !path.starts_with("elsewhere") => {
                fs::remove_file(&full).unwrap();
                std::os::unix::fs::symlink(self.path("elsewhere/one.py"), &full).unwrap();
                self.check("a file became a link");
                fs::remove_file(&full).unwrap();
                fs::write(&full, text).unwrap();
            }
            // Only the case of its name changes.
            10 => {
                let stem = full.file_name().unwrap().to_str().unwrap();
                let upper = stem.to_uppercase() == stem;
                let other = if upper { stem.to_lowercase() } else { stem.to_uppercase() };
                fs::rename(&full, full.with_file_name(other)).unwrap();
            }
            #[cfg(unix)]
            11 => {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(&full, fs::Permissions::from_mode(0o000)).unwrap();
                self.check("taking the permission to read");
                fs::set_permissions(&full, fs::Permissions::from_mode(0o755)).unwrap();
            }
            12 => {
                fs::write(&full, changed).unwrap();
                self.scratch.git(&["checkout", "-q", "-B", "other"]).unwrap();
                commit(&self.scratch);
                self.check("a commit on a new branch");
                self.scratch.git(&["checkout", "-q", "main"]).unwrap();
                self.check("a switch back");
                self.scratch.git(&["checkout", "-q", "other", "--", "."]).unwrap();
            }
            13 => {
                fs::write(&full, changed).unwrap();
                self.scratch.git(&["stash", "-q", "--include-untracked"]).unwrap();
                self.check("a stash");
                self.scratch.git(&["stash", "pop", "-q"]).unwrap();
            }
            // The time of the last write is set: far past, future.
            14 => {
                fs::write(&full, changed).unwrap();
                let year = Duration::from_secs(365 * 86_400);
                let time = match self.random.number() % 2 {
                    0 => SystemTime::now() + year,
                    _ => SystemTime::now() - 10 * year,
                };
                set_time(&full, time);
                self.check("setting the time");
                fs::write(&full, other_of_equal_size(&text)).unwrap();
                set_time(&full, time);
            }
            // The clock jumps; then an edit that only the bytes and the change time show.
            15 => {
                let hours = i64::from(self.random.number() % 49) - 24;
                self.ahead.store(hours * 3_600_000_000_000, Ordering::Relaxed);
                self.check("a jump of the clock");
                // A clock that is ahead makes all stamps old: two edits within one step of the
                // file system's clock cannot be told apart then.
                thread::sleep(Duration::from_millis(30));
                let time = fs::metadata(&full).unwrap().modified().unwrap();
                fs::write(&full, other_of_equal_size(&text)).unwrap();
                set_time(&full, time);
                self.check("an edit after a jump");
                thread::sleep(Duration::from_millis(30));
                self.ahead.store(0, Ordering::Relaxed);
            }
            16 => {
                fs::remove_file(&full).unwrap();
                if self.random.number().is_multiple_of(2) {
                    self.check("deletion");
                }
                fs::write(&full, &text).unwrap();
            }
            // Rules: one file of ours, one of git's.
            17 => {
                let rules = [".gitignore", ".indexerignore", ".git/info/exclude", "src/.gitignore"];
                let which = self.random.number() as usize % rules.len();
                let rules = self.path(rules[which]);
                match fs::read_to_string(&rules).is_ok_and(|text| text.contains("untracked")) {
                    true => fs::remove_file(rules).unwrap(),
                    false => fs::write(rules, "untracked*\nshapes.py\n*.RS\n").unwrap(),
                }
                let _ = fs::create_dir(self.path("src"));
                fs::write(self.path("src/untracked.py"), "def helper(): return 9\n").unwrap();
            }
            18 => {
                let number = self.random.number() % 3;
                fs::write(self.path("Cargo.toml"), format!("[package]\nname = \"n{number}\"\n")).unwrap();
            }
            _ => {
                let mut files = mini_corpus();
                files.retain(|path, _| self.path(path).is_file());
                let (a, b, c) = (self.random.number(), self.random.number(), self.random.number());
                for path in files.clone().into_keys() {
                    files.insert(path.clone(), fs::read(self.path(&path)).unwrap());
                }
                for path in Edit::from_numbers(a, b, c).apply(&mut files) {
                    match files.get(&path) {
                        Some(bytes) if !self.path(&path).is_dir() => {
                            self.scratch.write(&path, bytes).unwrap()
                        }
                        _ => fs::remove_file(self.path(&path)).unwrap_or_default(),
                    }
                }
            }
        }
        self.check(&format!("step {name}"));
    }

    /// A file of the same language.
    fn some_file_like(&mut self, path: &str) -> String {
        let end = |path: &str| Path::new(path).extension().map(|end| end.to_ascii_lowercase());
        let tries = (0..20).map(|_| self.some_file());
        let found: Vec<String> = tries.filter(|other| end(other) == end(path)).take(3).collect();
        found.into_iter().next_back().unwrap_or_else(|| path.to_owned())
    }
}

const KINDS: u32 = 20;

fn answer(workspace: &Workspace, tool: &str, arguments: &Value) -> Value {
    let cancel = AtomicBool::new(false);
    let outcome = roots::ask(workspace, &Settings::default(), find(tool).unwrap(), arguments, &cancel);
    // What is no function of the files: when it was built and how often.
    match outcome {
        Ok(output) => {
            let mut answer = output.structured.unwrap();
            answer["index"] = Value::Null;
            answer["cursor"] = Value::Null;
            answer
        }
        Err(problem) => serde_json::to_value(problem).unwrap(),
    }
}

fn commit(scratch: &Scratch) {
    scratch.git(&["add", "-A"]).unwrap();
    scratch.git(&["commit", "-q", "--allow-empty", "-m", "one"]).unwrap();
}

fn set_time(path: &Path, time: SystemTime) {
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

fn backup_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap().to_owned();
    name.push("~");
    path.with_file_name(name)
}

/// Another text of the same length: one name in it is another one.
fn other_of_equal_size(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let (from, to) = if text.contains("helper") { ("helper", "helpes") } else { ("self", "selv") };
    let changed = text.replacen(from, to, 1);
    if changed != *text { changed.into_bytes() } else { text.replacen("helpes", "helper", 1).into_bytes() }
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() && entry.file_name() != ".git" {
            collect(root, &path, found);
        }
        let code = path.extension().is_some_and(|end| {
            let end = end.to_ascii_lowercase();
            end == "py" || end == "rs"
        });
        if kind.is_file() && code {
            found.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
        }
    }
}

#[test]
fn every_kind_of_change_is_in_the_next_answer() {
    let mut desk = Desk::new(7);
    desk.check("nothing");
    for kind in 0..KINDS {
        desk.step(kind);
    }
}

#[test]
fn scripts_of_changes_are_in_every_next_answer() {
    for seed in 0..3 {
        let mut desk = Desk::new(seed);
        for _ in 0..20 {
            let kind = desk.random.number() % KINDS;
            desk.step(kind);
        }
    }
}
