//! Which program a command names.

use std::env;
use std::path::{Path, PathBuf};

/// The file that would run: a path as it is, a bare name as `PATH` finds it.
pub fn find(command: &str) -> Option<PathBuf> {
    if command.contains(['/', '\\']) {
        return runs(Path::new(command));
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find_map(|folder| runs(&folder.join(command)))
}

fn runs(path: &Path) -> Option<PathBuf> {
    let found = [path.to_owned(), path.with_extension("exe")];
    let tried = if cfg!(windows) { &found[..] } else { &found[..1] };
    tried.iter().find(|path| is_program(path)).cloned()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// What files that others share call the program at `path`: its bare name where `PATH` leads there.
pub fn shared_name(path: &Path) -> String {
    let bare = path.file_stem().and_then(|name| name.to_str()).unwrap_or("");
    let same =
        find(bare).is_some_and(|found| dunce::canonicalize(found).ok() == dunce::canonicalize(path).ok());
    if same { bare.to_owned() } else { path.display().to_string() }
}
