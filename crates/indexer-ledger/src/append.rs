//! The file: the only place that touches it. Read whole, written by appending a line under its lock.

use crate::entry::Entry;
use crate::error::LedgerError;
use crate::read::Ledger;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The folder below the root.
pub const FOLDER: &str = ".indexer";
/// The file, relative to the root.
pub const FILE: &str = ".indexer/ledger.jsonl";

const NAME: &str = "ledger.jsonl";
const ATTRIBUTES: &str = ".indexer/.gitattributes";
/// Git keeps the lines of both sides.
const MERGES_BY_UNION: &str = "ledger.jsonl merge=union\n";

/// The largest file that is read: a hundred thousand entries of usual size.
const LARGEST: u64 = 64 << 20;
/// A writer holds the lock for milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);
const APART: Duration = Duration::from_millis(2);
/// Files that were put in the place of the one just opened, as a checkout does.
const REOPENS: usize = 20;
/// What Windows says of bytes that another process has locked.
const LOCK_VIOLATION: i32 = 33;

/// What was written.
#[derive(Clone, Debug)]
pub struct Appended {
    /// The ledger with the entry in it.
    pub ledger: Ledger,
    /// The id of the entry.
    pub id: String,
    /// False where the ledger already said so, and nothing was written.
    pub written: bool,
}

/// The ledger below `root`; an empty one where there is none.
pub fn load(root: &Path) -> Result<Ledger, LedgerError> {
    let Some(path) = existing(root)? else { return Ok(Ledger::default()) };
    let started = Instant::now();
    loop {
        match open(&path, OpenOptions::new().read(true)).and_then(|mut file| whole(&mut file)) {
            Ok(bytes) => return bytes.map_or_else(|| Err(too_large()), |bytes| Ok(Ledger::read(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ledger::default()),
            Err(error)
                if cfg!(windows)
                    && error.raw_os_error() == Some(LOCK_VIOLATION)
                    && started.elapsed() < PATIENCE =>
            {
                thread::sleep(APART);
            }
            Err(error) => return Err(failed("read", FILE, error)),
        }
    }
}

/// Appends what `make` makes of the ledger as it is now; nothing comes in between. The id is drawn here.
/// What is already said and still counts is not written again: whoever asks twice has asked once.
///
/// One write of one line under a lock that all writers take, so no entry is lost or mixed with another. A
/// line that some writer left unfinished is ended first. The folder, and what tells git to merge by union,
/// are made with the first entry.
pub fn append<E: From<LedgerError>>(
    root: &Path,
    make: impl FnOnce(&Ledger) -> Result<Entry, E>,
) -> Result<Appended, E> {
    let mut make = Some(make);
    let mut made: Option<Entry> = None;
    // Whoever is refused leaves nothing behind, not even an empty file.
    if !existing(root)?.is_some_and(|path| path.exists())
        && let Some(make) = make.take()
    {
        made = Some(make(&Ledger::default())?);
    }
    for _ in 0..REOPENS {
        let (mut file, path) = locked(root)?;
        let Some(bytes) = whole(&mut file).map_err(|error| failed("read", FILE, error))? else {
            return Err(too_large().into());
        };
        let mut ledger = Ledger::read(&bytes);
        if let Some(make) = make.take() {
            made = Some(make(&ledger)?);
        }
        let Some(entry) = &mut made else { break };
        if entry.id.is_empty() {
            if let Some(id) = ledger.twin(entry).map(|twin| twin.id.clone()) {
                return Ok(Appended { ledger, id, written: false });
            }
            entry.id = new_id(entry, &ledger)?;
        }
        if ledger.entry(&entry.id).is_none() {
            write(&mut file, &bytes, entry).map_err(|error| failed("write", FILE, error))?;
        }
        // A checkout or a merge puts another file in its place; what was written into the old one is gone.
        if is_at(&file, &path) {
            let mut with = bytes;
            end_line(&mut with);
            with.extend(line(entry).map_err(|error| failed("write", FILE, error))?);
            ledger = Ledger::read(&with);
            return Ok(Appended { ledger, id: entry.id.clone(), written: true });
        }
    }
    let what = "is replaced again and again while it is written";
    Err(LedgerError::Place { path: FILE.to_owned(), what }.into())
}

fn failed(doing: &'static str, path: &str, source: io::Error) -> LedgerError {
    LedgerError::Io { doing, path: path.to_owned(), source }
}

fn too_large() -> LedgerError {
    LedgerError::TooLarge { path: FILE.to_owned(), megabytes: LARGEST >> 20 }
}

/// The path of the file, where the folder is there. Neither may lead out of the root.
fn existing(root: &Path) -> Result<Option<PathBuf>, LedgerError> {
    let refused = |path: &str, what| Err(LedgerError::Place { path: path.to_owned(), what });
    let folder = root.join(FOLDER);
    match fs::symlink_metadata(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed("open", FOLDER, error)),
        Ok(_) => {}
    }
    let (inside, real) = match (fs::canonicalize(root), fs::canonicalize(&folder)) {
        (Ok(root), Ok(real)) => (real.starts_with(root), real),
        (Err(error), _) | (_, Err(error)) => return Err(failed("open", FOLDER, error)),
    };
    if !inside {
        return refused(FOLDER, "is a link that leads out of the root, and is not followed");
    }
    if !real.is_dir() {
        return refused(FOLDER, "is no folder");
    }
    is_own_file(&real.join(NAME), FILE)?;
    Ok(Some(real.join(NAME)))
}

/// A problem where something but a plain file is at `path`.
fn is_own_file(path: &Path, shown: &str) -> Result<(), LedgerError> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_symlink() => {
            Err(LedgerError::Place { path: shown.to_owned(), what: "is a link, and is not followed" })
        }
        Ok(meta) if !meta.is_file() => Err(LedgerError::Place { path: shown.to_owned(), what: "is no file" }),
        _ => Ok(()),
    }
}

/// The file, open and locked, and its path; made where there is none.
fn locked(root: &Path) -> Result<(File, PathBuf), LedgerError> {
    for _ in 0..REOPENS {
        let path = match existing(root)? {
            Some(path) => path,
            None => {
                let made = fs::create_dir(root.join(FOLDER));
                made.or_else(already).map_err(|error| failed("create", FOLDER, error))?;
                continue;
            }
        };
        let opened = open(&path, OpenOptions::new().read(true).append(true).create(true));
        let file = opened.map_err(|error| failed("open", FILE, error))?;
        lock(&file)?;
        if is_at(&file, &path) {
            attributes(&path)?;
            return Ok((file, path));
        }
    }
    Err(LedgerError::Place { path: FILE.to_owned(), what: "is replaced again and again while it is opened" })
}

fn already(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::AlreadyExists { Ok(()) } else { Err(error) }
}

/// Has git merge the ledger by union, beside `path`. What somebody wrote about the ledger there stays.
fn attributes(path: &Path) -> Result<(), LedgerError> {
    let path = path.with_file_name(".gitattributes");
    is_own_file(&path, ATTRIBUTES)?;
    let before = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed("read", ATTRIBUTES, error)),
    };
    if before.lines().any(|line| line.split_whitespace().next() == Some(NAME)) {
        return Ok(());
    }
    let newline = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    let text = format!("{newline}{MERGES_BY_UNION}");
    let written = open(&path, OpenOptions::new().append(true).create(true))
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| failed("write", ATTRIBUTES, error))
}

/// Opens a file and no link that was put in its place a moment ago.
#[cfg(unix)]
fn open(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = (rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK).bits();
    how.custom_flags(i32::from_ne_bytes(flags.to_ne_bytes())).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
    how.open(path)
}

fn lock(file: &File) -> Result<(), LedgerError> {
    let started = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if started.elapsed() < PATIENCE => thread::sleep(APART),
            Err(TryLockError::WouldBlock) => {
                return Err(LedgerError::Locked { path: FILE.to_owned(), seconds: PATIENCE.as_secs() });
            }
            // Some file systems have no locks. Appending one line at once is all that is left then.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(failed("lock", FILE, error)),
        }
    }
}

/// True where the open file is still the one at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |meta: fs::Metadata| (meta.dev(), meta.ino());
    file.metadata().is_ok_and(|own| fs::symlink_metadata(path).is_ok_and(|there| id(own) == id(there)))
}

/// An open file is not replaced here.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// The bytes of a file from its beginning; `None` where they are too many.
fn whole(file: &mut File) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= LARGEST).then_some(bytes))
}

fn line(entry: &Entry) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    Ok(line)
}

/// Ends a line that its writer left unfinished.
fn end_line(bytes: &mut Vec<u8>) {
    if bytes.last().is_some_and(|last| *last != b'\n') {
        bytes.push(b'\n');
    }
}

/// Writes the line of `entry` behind `before`, or nothing.
fn write(file: &mut File, before: &[u8], entry: &Entry) -> io::Result<()> {
    let mut bytes = Vec::new();
    if before.last().is_some_and(|last| *last != b'\n') {
        bytes.push(b'\n');
    }
    bytes.extend(line(entry)?);
    file.write_all(&bytes).inspect_err(|_| {
        // A disk that is full takes a part of a line. Where that cannot be taken back, readers know what
        // an unfinished line is.
        let _ = file.set_len(before.len() as u64);
    })
}

/// Digits of ids: none looks like another.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Sixty bits: among a million entries two of one id are as likely as one in two million.
const LENGTH: u32 = 12;

/// An id that the ledger does not have.
fn new_id(entry: &Entry, ledger: &Ledger) -> Result<String, LedgerError> {
    let letter = entry.kind().map_or("x", |kind| &kind.as_str()[..1]);
    loop {
        let random = getrandom::u64().map_err(|error| LedgerError::Random(error.to_string()))?;
        let digit = |at: u32| char::from(DIGITS[((random >> (5 * at)) & 31) as usize]);
        let id = format!("{letter}-{}", (0..LENGTH).map(digit).collect::<String>());
        if ledger.entry(&id).is_none() {
            return Ok(id);
        }
    }
}
