//! References: what `HEAD`, a branch or a tag leads to.
//!
//! They are read here and not by gix, which opens by its path whatever has the name of one: a pipe,
//! or a file of any size.

use crate::Id;
use crate::reach::{LARGEST_NAME, LARGEST_REFERENCES};
use crate::repository::Repository;
use gix::bstr::ByteSlice;
use std::fs;
use std::path::{Path, PathBuf};

/// A symbolic reference may name another; git itself gives up after five.
const MOST_STEPS: usize = 5;
/// Folders in which names are looked for.
const MOST_FOLDERS: usize = 10_000;

/// Where a reference leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// The name that was begun with.
    pub(crate) first: String,
    /// The last name on the way.
    pub(crate) name: String,
    /// The id there, in hexadecimal digits; `None` for a branch without a commit.
    pub(crate) id: Option<String>,
}

impl Repository {
    /// The commit that is checked out, in hexadecimal digits; `None` before the first commit.
    pub fn head_commit(&self) -> Option<String> {
        self.follow("HEAD")?.id
    }

    /// What `name` (a whole one) leads to; `None` where there is none.
    pub(crate) fn follow(&self, first: &str) -> Option<Reference> {
        let first = first.to_owned();
        let mut name = first.clone();
        for _ in 0..MOST_STEPS {
            let Some(text) = self.loose(&name) else {
                let id = self.packed(&name);
                return (id.is_some() || name != first).then_some(Reference { first, name, id });
            };
            match text.strip_prefix("ref:") {
                // A name, and no path: `ref: ../../etc/passwd` names nothing.
                Some(next) if is_name(next.trim()) => name = next.trim().to_owned(),
                Some(_) => return None,
                None => {
                    let id = text.split_whitespace().next().unwrap_or_default();
                    return is_hex(id).then(|| Reference { first, name, id: Some(id.to_owned()) });
                }
            }
        }
        None
    }

    /// What a short name may mean, the first that there is: itself, a tag, a branch, a remote one.
    pub(crate) fn find_reference(&self, short: &str) -> Option<Reference> {
        let forms: [fn(&str) -> String; 6] = [
            |name| name.to_owned(),
            |name| format!("refs/{name}"),
            |name| format!("refs/tags/{name}"),
            |name| format!("refs/heads/{name}"),
            |name| format!("refs/remotes/{name}"),
            |name| format!("refs/remotes/{name}/HEAD"),
        ];
        let names = forms.iter().map(|form| form(short)).filter(|name| is_name(name) || is_special(name));
        names.into_iter().find_map(|name| self.follow(&name))
    }

    /// The log of a reference: what it led to, the youngest first.
    pub(crate) fn log(&self, name: &str) -> Vec<Logged> {
        if !is_name(name) && !is_special(name) {
            return Vec::new();
        }
        let folders = [&self.git_dir, &self.common_dir].into_iter();
        let read = |folder: &PathBuf| self.reach.read(&folder.join("logs").join(name), LARGEST_REFERENCES);
        let Some(bytes) = folders.map(read).find_map(Result::ok) else { return Vec::new() };
        let lines = gix::refs::file::log::iter::forward(&bytes).filter_map(Result::ok);
        let logged = |line: gix::refs::file::log::LineRef<'_>| {
            let id = |id: gix::ObjectId| id.as_slice().try_into().ok();
            Some(Logged {
                old: id(line.previous_oid())?,
                new: id(line.new_oid())?,
                time: line.signature.time().map_or(0, |time| time.seconds),
                message: line.message.to_str_lossy().into_owned(),
            })
        };
        let mut all: Vec<Logged> = lines.filter_map(logged).collect();
        all.reverse();
        all
    }

    /// Short names of branches, tags and remote branches, at most `most`.
    pub(crate) fn reference_names(&self, most: usize) -> Vec<String> {
        let mut names = Vec::new();
        let kinds = ["heads", "tags", "remotes"];
        let mut folders: Vec<(PathBuf, String)> = Vec::new();
        for kind in kinds {
            let folder = self.reach.folder(&self.common_dir.join("refs").join(kind));
            folders.extend(folder.ok().map(|folder| (folder, String::new())));
        }
        let mut looked = 0;
        while let Some((folder, above)) = folders.pop() {
            looked += 1;
            let entries = fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
            for entry in entries.take(most) {
                let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else {
                    continue;
                };
                let name = format!("{above}{name}");
                if kind.is_dir() && looked + folders.len() < MOST_FOLDERS {
                    folders.push((entry.path(), format!("{name}/")));
                } else if kind.is_file() && names.len() < most {
                    names.push(name);
                }
            }
        }
        let packed = self.reach.text(&self.common_dir.join("packed-refs"), LARGEST_REFERENCES);
        let packed = packed.unwrap_or_default();
        let short = |line: &str| {
            let name = line.split_once(' ').filter(|(id, _)| is_hex(id))?.1.strip_prefix("refs/")?;
            let (kind, short) = name.split_once('/')?;
            kinds.contains(&kind).then(|| short.to_owned())
        };
        names.extend(packed.lines().filter_map(short).take(most - names.len().min(most)));
        names.sort_unstable();
        names.dedup();
        names
    }

    fn loose(&self, name: &str) -> Option<String> {
        let folders = [&self.git_dir, &self.common_dir].into_iter();
        folders.map(|folder| folder.join(name)).find_map(|path| self.reach.text(&path, LARGEST_NAME))
    }

    fn packed(&self, name: &str) -> Option<String> {
        let packed = self.reach.read(&self.common_dir.join("packed-refs"), LARGEST_REFERENCES).ok()?;
        let pairs = packed.lines().filter_map(|line| line.split_once_str(" "));
        let mut ids = pairs.filter(|(_, found)| *found == name.as_bytes()).map(|(id, _)| id);
        ids.find_map(|id| std::str::from_utf8(id).ok().filter(|id| is_hex(id)).map(str::to_owned))
    }
}

/// One line of the log of a reference.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) old: Id,
    pub(crate) new: Id,
    /// Seconds since 1970, UTC.
    pub(crate) time: i64,
    pub(crate) message: String,
}

/// True for the whole name of a reference, which as a path stays below `refs`.
fn is_name(name: &str) -> bool {
    name.starts_with("refs/")
        && gix::validate::reference::name(name.into()).is_ok()
        && Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

/// True for names such as `HEAD` and `ORIG_HEAD`, which stand beside `refs`.
fn is_special(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

pub(crate) fn is_hex(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use crate::open;
    use crate::repository::tests::{fixture, git};
    use std::fs;

    #[test]
    fn the_commit_is_found_loose_and_packed_and_absent() {
        let folder = fixture();
        let repository = open(folder.path()).unwrap();
        assert_eq!(repository.head_commit(), None);
        git(folder.path(), &["commit", "-q", "-m", "one"]);
        let loose = repository.head_commit().unwrap();
        git(folder.path(), &["pack-refs", "--all"]);
        assert_eq!(repository.head_commit(), Some(loose));
    }

    #[test]
    fn a_symbolic_reference_is_a_name_and_no_path() {
        let folder = fixture();
        git(folder.path(), &["commit", "-q", "-m", "one"]);
        let repository = open(folder.path()).unwrap();
        let id = repository.head_commit().unwrap();
        fs::write(folder.path().join("outside"), &id).unwrap();
        let dot_git = folder.path().join(".git");
        fs::write(dot_git.join("beside"), &id).unwrap();
        let absolute = folder.path().join("outside");
        for name in
            ["../outside", "refs/../../outside", "refs/heads/../../../outside", "beside", "refs/heads/"]
                .into_iter()
                .chain(absolute.to_str())
        {
            fs::write(dot_git.join("HEAD"), format!("ref: {name}\n")).unwrap();
            assert_eq!(repository.head_commit(), None, "{name}");
        }
        fs::write(dot_git.join("HEAD"), "ref: refs/heads/HEAD\n").unwrap();
        fs::write(dot_git.join("refs/heads/HEAD"), "ref: refs/heads/HEAD\n").unwrap();
        assert_eq!(repository.head_commit(), None, "one that names itself ends");
        fs::write(dot_git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        assert_eq!(repository.head_commit(), Some(id));
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_in_the_place_of_references_hold_nobody_up() {
        use std::os::unix::fs::symlink;
        let folder = fixture();
        git(folder.path(), &["commit", "-q", "-m", "one"]);
        git(folder.path(), &["branch", "side"]);
        let repository = open(folder.path()).unwrap();
        let dot_git = folder.path().join(".git");
        for name in ["refs/heads/main", "HEAD", "packed-refs"] {
            let path = dot_git.join(name);
            let before = fs::read(&path).ok();
            let replace = |make: &dyn Fn()| {
                fs::remove_file(&path).ok();
                make();
                assert_eq!(repository.head_commit().is_some(), name == "packed-refs", "{name}");
                let objects = repository.objects();
                // Whether it is refused or passed over: an answer comes, and `side` is there still.
                let side = objects.and_then(|objects| {
                    let _ = objects.resolve("HEAD");
                    let _ = objects.resolve("nothing");
                    objects.resolve("side")
                });
                assert_eq!(side.is_ok(), name == "refs/heads/main", "{name}: {side:?}");
            };
            replace(&|| {
                let mode = rustix::fs::Mode::RUSR;
                rustix::fs::mkfifoat(rustix::fs::CWD, &path, mode).unwrap();
            });
            replace(&|| symlink("/dev/zero", &path).unwrap());
            fs::remove_file(&path).unwrap();
            before.into_iter().for_each(|bytes| fs::write(&path, bytes).unwrap());
        }
    }
}
