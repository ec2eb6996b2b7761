//! Where configuration comes from: the only place of this crate that reads files and the
//! environment.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes of a file of configuration at most.
pub const LARGEST: usize = 64 << 10;

/// The project's file, below its root.
pub const PROJECT_FILE: [&str; 2] = [".indexer", "config.toml"];

/// The value of an environment variable; an empty one is none.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// The user's folder.
pub(crate) fn home() -> Option<PathBuf> {
    variable(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from)
}

/// Where we are; relative paths of flags and variables start here.
pub(crate) fn here() -> PathBuf {
    env::current_dir().unwrap_or_else(|_| PathBuf::from("."))
}

/// The file of the user's configuration, whether it is there or not; `None` where the system names
/// no place for it.
pub fn user_file() -> Option<PathBuf> {
    let folder = if cfg!(windows) {
        variable("APPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library").join("Application Support"))
    } else {
        // The standard says that a relative path there is to be ignored.
        let named = variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        named.or_else(|| home().map(|home| home.join(".config")))
    };
    folder.map(|folder| folder.join("indexer").join("config.toml"))
}

/// The file of a project's configuration.
pub fn project_file(root: &Path) -> PathBuf {
    root.join(PROJECT_FILE[0]).join(PROJECT_FILE[1])
}

/// The text of the user's file; `None` where there is none.
pub(crate) fn read_user(path: &Path) -> Result<Option<String>, String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
        Ok(meta) if !meta.is_file() => Err("not a file".to_owned()),
        Ok(_) => text(path).map(Some),
    }
}

/// The text of a project's file; `None` where there is none. It is somebody else's: a link that
/// leads out of the root, a pipe, or a file that is too large is not opened.
pub(crate) fn read_project(root: &Path) -> Result<Option<String>, String> {
    let path = project_file(root);
    if let Err(error) = fs::symlink_metadata(&path) {
        let absent = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
        return if absent { Ok(None) } else { Err(error.to_string()) };
    }
    let real = dunce::canonicalize(path).map_err(|error| error.to_string())?;
    let inside = dunce::canonicalize(root).is_ok_and(|root| real.starts_with(root));
    if !inside {
        return Err("a link that leads out of the root is not followed".to_owned());
    }
    if !fs::metadata(&real).is_ok_and(|meta| meta.is_file()) {
        return Err("not a file".to_owned());
    }
    text(&real).map(Some)
}

fn text(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    // One byte more than is allowed, so that too many are noticed.
    file.take(LARGEST as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() > LARGEST {
        return Err(format!("larger than {} KB", LARGEST >> 10));
    }
    String::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root_with(bytes: &[u8]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join(".indexer")).unwrap();
        fs::write(project_file(root.path()), bytes).unwrap();
        root
    }

    #[test]
    fn a_projects_file_is_not_trusted() {
        assert_eq!(read_project(tempfile::tempdir().unwrap().path()), Ok(None));
        assert_eq!(read_project(root_with(b"a = 1").path()), Ok(Some("a = 1".to_owned())));
        assert_eq!(read_project(root_with(&[0xff]).path()), Err("not UTF-8".to_owned()));
        assert_eq!(read_project(root_with(&[b'#'; LARGEST]).path()).unwrap().unwrap().len(), LARGEST);
        assert!(read_project(root_with(&[b'#'; LARGEST + 1]).path()).is_err());
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(project_file(folder.path())).unwrap();
        assert_eq!(read_project(folder.path()), Err("not a file".to_owned()));
        let file = tempfile::tempdir().unwrap();
        fs::write(file.path().join(".indexer"), "").unwrap();
        assert_eq!(read_project(file.path()), Ok(None));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_root_is_not_followed() {
        let (outside, root) = (root_with(b"max_depth = 3"), tempfile::tempdir().unwrap());
        std::os::unix::fs::symlink(outside.path().join(".indexer"), root.path().join(".indexer")).unwrap();
        assert!(read_project(root.path()).unwrap_err().contains("leads out"));
        let inside = tempfile::tempdir().unwrap();
        fs::create_dir(inside.path().join(".indexer")).unwrap();
        fs::write(inside.path().join("other.toml"), "max_depth = 3").unwrap();
        std::os::unix::fs::symlink("../other.toml", project_file(inside.path())).unwrap();
        assert!(read_project(inside.path()).unwrap().is_some());
    }
}
