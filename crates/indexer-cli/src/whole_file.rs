//! Files that are there when all of them is written.

use crate::say::Failure;
use indexer_tools::{Code, Problem};
use std::io;
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes a file beside `path` that takes its place when it is whole.
pub(crate) fn written_whole(
    path: &Path,
    write: impl FnOnce(&mut NamedTempFile) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let problem = |error: io::Error| {
        Problem::new(Code::Unreadable, format!("{} cannot be written: {error}", path.display()))
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the user's mask leaves of it, as for any new file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(".indexer-").tempfile_in(folder).map_err(problem)?;
    write(&mut file)?;
    file.persist(path).map_err(|error| problem(error.error))?;
    Ok(())
}
