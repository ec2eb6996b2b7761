//! Files that are there when all of them is written.

use crate::say::Failure;
use indexer_tools::{Code, Problem};
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Links that are followed from one to the next, as systems do.
const MOST_LINKS: usize = 40;

/// What a path of the user's is to be.
enum Place {
    /// A file, where links lead to it; with the mode of the one that is there.
    File(PathBuf, Option<Permissions>),
    /// What is there and is no file, as a pipe or a terminal: it is written to and stays what it is.
    Stream,
}

/// Writes a file beside `path` that takes its place when it is whole, or into what is there and is no file.
pub(crate) fn written_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match place(path)? {
        Place::File(file, mode) => {
            let mut beside = beside(&file, mode.as_ref()).map_err(|error| not_written(path, error))?;
            let mut out = BufWriter::new(&mut beside);
            write(&mut out)?;
            out.flush()?;
            drop(out);
            put(beside, &file, mode).map_err(|error| not_written(path, error).into())
        }
        Place::Stream => {
            let stream =
                OpenOptions::new().write(true).open(path).map_err(|error| not_written(path, error))?;
            let mut stream = BufWriter::new(stream);
            write(&mut stream)?;
            Ok(stream.flush()?)
        }
    }
}

/// The same for what opens its file by itself, `what`. That must be a file.
pub(crate) fn file_written_whole(
    path: &Path,
    what: &str,
    write: impl FnOnce(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Place::File(file, mode) = place(path)? else {
        let message = format!("{} is no file, and {what} must be one", path.display());
        return Err(Problem::argument("output", message).hint("name a new file").into());
    };
    let beside = beside(&file, mode.as_ref()).map_err(|error| not_written(path, error))?;
    write(beside.path())?;
    put(beside, &file, mode).map_err(|error| not_written(path, error).into())
}

/// Says which place of the user's cannot be written, and why.
pub(crate) fn not_written(path: &Path, error: io::Error) -> Problem {
    Problem::new(Code::Unreadable, format!("{} cannot be written: {error}", path.display()))
}

fn place(path: &Path) -> Result<Place, Problem> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => {
            Err(Problem::argument("output", format!("{} is a folder, and a file is needed", path.display())))
        }
        Ok(there) if there.is_file() => {
            let file = dunce::canonicalize(path).map_err(|error| not_written(path, error))?;
            Ok(Place::File(file, Some(there.permissions())))
        }
        Ok(_) => Ok(Place::Stream),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Place::File(end_of_links(path), None)),
        Err(error) => Err(not_written(path, error)),
    }
}

/// Where links lead that end at nothing: a file that is made there is seen through them.
fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&end) else { break };
        end = end.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    end
}

/// A new file in the folder of `path`, which nobody may read who may not read the one that is there.
fn beside(path: &Path, mode: Option<&Permissions>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the user's mask leaves of it, as for any new file.
        builder.permissions(Permissions::from_mode(mode.map_or(0o666, |mode| mode.mode() & 0o777 | 0o600)));
    }
    #[cfg(not(unix))]
    let _ = mode;
    builder.prefix(".indexer-").tempfile_in(folder)
}

fn put(beside: NamedTempFile, path: &Path, mode: Option<Permissions>) -> io::Result<()> {
    if let Some(mode) = mode {
        beside.as_file().set_permissions(mode)?;
    }
    beside.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrote(path: &Path, text: &str) {
        written_whole(path, |out| Ok(out.write_all(text.as_bytes())?)).unwrap();
    }

    #[test]
    fn what_is_not_finished_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        wrote(&path, "old");
        let failed = written_whole(&path, |out| {
            out.write_all(b"new")?;
            Err(Problem::cancelled().into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(matches!(written_whole(folder.path(), |_| Ok(())), Err(Failure::Problem(_))), "a folder");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_files_keep_their_mode() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link, loose) =
            (folder.path().join("file"), folder.path().join("link"), folder.path().join("loose"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        wrote(&file, "1");
        fs::set_permissions(&file, Permissions::from_mode(0o604)).unwrap();
        symlink("file", &link).unwrap();
        wrote(&link, "2");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), mode(&file)), ("2", 0o604));
        symlink("new", &loose).unwrap();
        file_written_whole(&loose, "it", |path| Ok(fs::write(path, "3")?)).unwrap();
        assert!(loose.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(folder.path().join("new")).unwrap(), "3");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let failed = file_written_whole(&pipe, "a database", |_| Ok(()));
        assert!(matches!(failed, Err(Failure::Problem(problem)) if problem.message.contains("no file")));
        let reading = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
        };
        wrote(&pipe, "all of it");
        assert_eq!(reading.join().unwrap(), "all of it");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }
}
