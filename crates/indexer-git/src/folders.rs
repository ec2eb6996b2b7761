//! The folders in which objects lie, and what may be opened there.
//!
//! gix opens packs, loose objects and `alternates` by their names. So that none of them is a pipe, or
//! lies where it may not, they are looked at first: packs whenever gix is about to list them, a loose
//! object before each reading. Who exchanges a file between the look and the opening can hold up a
//! question about their own repository, and no more.

use crate::error::GitError;
use crate::reach::{LARGEST_CONFIG, LARGEST_NAME, LARGEST_REFERENCES, Reach, is_absent};
use crate::repository::Repository;
use crate::{Id, hex};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of other repositories whose objects count too.
const MOST_ALTERNATES: usize = 64;

impl Repository {
    /// Looks at all that gix opens of a repository when it opens it, and refuses it where that may not be
    /// opened. Gives the folders in which its objects lie.
    pub(crate) fn check(&self) -> Result<Vec<PathBuf>, GitError> {
        self.check_files()?;
        self.object_folders()
    }

    fn check_files(&self) -> Result<(), GitError> {
        let own = [
            ("HEAD", LARGEST_NAME),
            ("commondir", LARGEST_NAME),
            ("gitdir", LARGEST_NAME),
            ("config.worktree", LARGEST_CONFIG),
            ("shallow", LARGEST_REFERENCES),
        ];
        let shared = [
            ("HEAD", LARGEST_NAME),
            ("config", LARGEST_CONFIG),
            ("packed-refs", LARGEST_REFERENCES),
            ("shallow", LARGEST_REFERENCES),
        ];
        for (folder, files) in [(self.git_dir(), &own[..]), (self.common_dir(), &shared)] {
            for (name, most) in files {
                self.reach.check(&folder.join(name), *most)?;
            }
        }
        self.outside(self.reach.folder(&self.common_dir().join("refs")).map(drop))
    }

    /// The folders in which its objects lie: its own first, then those that `alternates` names, and
    /// what these name. Refuses them where one may not be opened.
    pub(crate) fn object_folders(&self) -> Result<Vec<PathBuf>, GitError> {
        let own = self.common_dir().join("objects");
        let mut seen = BTreeSet::new();
        let mut folders = Vec::new();
        let mut open = vec![own.clone()];
        while let Some(folder) = open.pop() {
            let real = match self.reach.folder(&folder) {
                Ok(real) => real,
                // Git goes on without an alternate that is gone.
                Err(error) if is_absent(&error) && !folders.is_empty() => continue,
                Err(error) => return self.outside(Err(error)).map(|()| folders),
            };
            if !seen.insert(real) {
                continue;
            }
            if seen.len() > MOST_ALTERNATES {
                let reason =
                    format!("more than {MOST_ALTERNATES} repositories are named one after the other");
                return Err(GitError::Refused { path: folder.display().to_string(), reason });
            }
            let alternates = folder.join("info").join("alternates");
            self.reach.check(&alternates, LARGEST_NAME)?;
            let text = self.reach.read(&alternates, LARGEST_NAME).unwrap_or_default();
            let named = gix::odb::alternate::parse(&text).map_err(|e| GitError::Read(e.to_string()))?;
            // As gix has it, relative to the first of them all.
            open.extend(named.into_iter().map(|named| own.join(named)));
            self.check_packs(&folder.join("pack"))?;
            folders.push(folder);
        }
        Ok(folders)
    }

    /// Refuses packs and their indexes that may not be opened.
    fn check_packs(&self, packs: &Path) -> Result<(), GitError> {
        match self.reach.folder(packs) {
            Ok(_) => {}
            Err(error) if is_absent(&error) => return Ok(()),
            Err(error) => return self.outside(Err(error)),
        }
        for entry in fs::read_dir(packs).into_iter().flatten().filter_map(Result::ok) {
            let plain = entry.file_type().is_ok_and(|kind| kind.is_file());
            if !plain && is_pack(&entry.file_name().to_string_lossy()) {
                self.reach.check(&entry.path(), u64::MAX)?;
            }
        }
        Ok(())
    }

    fn outside(&self, looked: std::io::Result<()>) -> Result<(), GitError> {
        let folder = self.workdir().display().to_string();
        looked.map_err(|error| match error.kind() {
            std::io::ErrorKind::PermissionDenied if self.reach.within.is_some() => {
                GitError::Outside { folder }
            }
            _ => GitError::Open(error.to_string()),
        })
    }
}

/// Refuses the file of an object that may not be opened. One `stat` for each of the folders.
pub(crate) fn check_loose(reach: &Reach, folders: &[PathBuf], id: &Id) -> Result<(), GitError> {
    let name = hex(id);
    let (first, rest) = name.split_at(2);
    folders.iter().try_for_each(|folder| reach.check(&folder.join(first).join(rest), u64::MAX))
}

fn is_pack(name: &str) -> bool {
    name.starts_with("multi-pack-index") || name.ends_with(".idx") || name.ends_with(".pack")
}
