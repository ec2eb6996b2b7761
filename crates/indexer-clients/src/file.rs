//! Reading and replacing one file of a client.
//!
//! A file is replaced as a whole by a rename in its folder, so nobody ever reads half of it. A link is
//! followed and stays; one that leads out of a project is not, because the project may be somebody
//! else's.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Larger files are no lists of servers.
const LARGEST: u64 = 64 << 20;

/// The end of the name of the copy that stays beside a file.
pub const BACKUP: &str = ".before-indexer";

/// Why a file was left as it is.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// What is wrong: a fragment without a full stop.
    pub reason: String,
}

impl Refused {
    pub(crate) fn new(path: &Path, reason: impl ToString) -> Self {
        Self { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// A file that is to be changed, as it was when it was read.
#[derive(Clone, Debug)]
pub struct Target {
    /// As the client calls it.
    pub path: PathBuf,
    /// Where links lead.
    real: PathBuf,
    /// Its text; `None` where there is no file.
    pub text: Option<String>,
}

impl Target {
    /// Reads a file. With `within`, a link that leads out of that folder is refused.
    pub fn read(path: &Path, within: Option<&Path>) -> Result<Self, Refused> {
        let refused = |reason: &dyn ToString| Refused::new(path, reason.to_string());
        let real = match fs::symlink_metadata(path) {
            Ok(_) => dunce::canonicalize(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => refused(&"a link that leads nowhere"),
                _ => refused(&error),
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                in_real_folder(path).map_err(|e| refused(&e))?
            }
            Err(error) => return Err(refused(&error)),
        };
        if let Some(folder) = within {
            let folder = dunce::canonicalize(folder).map_err(|error| refused(&error))?;
            if !real.starts_with(folder) {
                return Err(refused(&"a link that leads out of the project is not followed"));
            }
        }
        let text = read_text(&real).map_err(|reason| refused(&reason))?;
        Ok(Self { path: path.to_owned(), real, text })
    }

    /// Where links lead.
    pub fn real(&self) -> &Path {
        &self.real
    }

    /// The copy beside it.
    pub fn backup(&self) -> PathBuf {
        let mut name = self.real.file_name().map_or_else(OsString::new, OsString::from);
        name.push(BACKUP);
        self.real.with_file_name(name)
    }

    /// The text of the copy, where there is one.
    pub fn backup_text(&self) -> Option<String> {
        // Whoever can put a link there could put one in the place of the file.
        let is_file = fs::symlink_metadata(self.backup()).is_ok_and(|meta| meta.is_file());
        is_file.then(|| read_text(&self.backup()).ok().flatten()).flatten()
    }

    /// Puts `text` in its place; keeps a copy of what was there where `keep` says so.
    pub fn replace(&self, text: &str, keep: bool) -> Result<(), Refused> {
        self.unchanged()?;
        let refused = |error: io::Error| Refused::new(&self.path, said(&error));
        if keep && let Some(before) = &self.text {
            write(&self.backup(), before, self.permissions()).map_err(refused)?;
        }
        write(&self.real, text, self.permissions()).map_err(refused)
    }

    /// Removes the file, its copy, and up to `folders` folders above that are empty then.
    pub fn remove(&self, folders: usize) -> Result<(), Refused> {
        self.unchanged()?;
        fs::remove_file(&self.real).map_err(|error| Refused::new(&self.path, said(&error)))?;
        self.forget_backup();
        for folder in self.real.ancestors().skip(1).take(folders) {
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Removes the copy.
    pub fn forget_backup(&self) {
        let _ = fs::remove_file(self.backup());
    }

    /// What somebody else wrote since it was read is not lost.
    fn unchanged(&self) -> Result<(), Refused> {
        let now = read_text(&self.real).map_err(|reason| Refused::new(&self.path, reason))?;
        if now == self.text {
            return Ok(());
        }
        Err(Refused::new(&self.path, "was changed by another program meanwhile; run this again"))
    }

    fn permissions(&self) -> Option<fs::Permissions> {
        fs::metadata(&self.real).ok().map(|meta| meta.permissions())
    }
}

/// `path`, which does not exist, with the links of the folders that do followed.
fn in_real_folder(path: &Path) -> io::Result<PathBuf> {
    let mut missing = Vec::new();
    for folder in path.ancestors() {
        if fs::symlink_metadata(folder).is_ok() {
            let real = dunce::canonicalize(folder)?;
            return Ok(missing
                .into_iter()
                .rev()
                .fold(real, |made: PathBuf, name: &std::ffi::OsStr| made.join(name)));
        }
        missing.extend(folder.file_name());
    }
    Err(io::Error::new(io::ErrorKind::NotFound, "no folder of it exists"))
}

fn read_text(path: &Path) -> Result<Option<String>, String> {
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    if !meta.is_file() {
        return Err("not a file".to_owned());
    }
    if meta.len() > LARGEST {
        return Err(format!("larger than {} MB", LARGEST >> 20));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map(Some).map_err(|_| "not UTF-8".to_owned())
}

/// Writes a file by a rename, with the permissions of the one that it replaces.
fn write(path: &Path, text: &str, permissions: Option<fs::Permissions>) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no folder"))?;
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the user's mask leaves of it, as for any new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(".indexer-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn said(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            format!("cannot be written ({error}); is its folder read-only?")
        }
        _ => error.to_string(),
    }
}
