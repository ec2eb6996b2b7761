//! Archives of sources, read in place: nothing of them is written to the disk.

use crate::disk;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use zip::ZipArchive;

/// Entries of an archive that are looked at.
pub const MOST_ARCHIVED: usize = 100_000;
/// Archives that stay open for the next question.
const MOST_OPEN: usize = 8;
/// An archive that is larger is not opened, in bytes.
pub const LARGEST_ARCHIVE: u64 = 1 << 30;

/// An archive of source files.
#[derive(Clone, Debug)]
pub(crate) struct Archive {
    zip: ZipArchive<SharedFile>,
    /// Names of the files in each folder, sorted.
    folders: Arc<BTreeMap<String, Vec<String>>>,
}

/// Archives that were opened last, with the stamp that their files had.
static OPEN: Mutex<Vec<(PathBuf, u64, Archive)>> = Mutex::new(Vec::new());

impl Archive {
    /// The archive at this path; `None` where it is none. O(entries), once while its file stays as it is.
    pub(crate) fn open(path: &Path) -> Option<Self> {
        let stamp = disk::stamp(path);
        {
            let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(at) = open.iter().position(|(known, of, _)| known == path && *of == stamp) {
                let found = open.remove(at);
                open.push(found);
                return open.last().map(|(_, _, archive)| archive.clone());
            }
        }
        let archive = Self::read(path)?;
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(known, ..)| known != path);
        if open.len() >= MOST_OPEN {
            open.remove(0);
        }
        open.push((path.to_owned(), stamp, archive.clone()));
        Some(archive)
    }

    fn read(path: &Path) -> Option<Self> {
        let meta = fs::metadata(path).ok().filter(|meta| meta.is_file() && meta.len() <= LARGEST_ARCHIVE)?;
        let file = File::open(path).ok()?;
        let shared = SharedFile { file: Arc::new(Mutex::new(file)), at: 0, length: meta.len() };
        let zip = ZipArchive::new(shared).ok()?;
        let mut folders: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for name in zip.file_names().take(MOST_ARCHIVED).flatten() {
            // A name that leads elsewhere names nothing here.
            if disk::is_plain_path(&name) {
                let folder = indexer_core::path::parent(&name);
                let file = indexer_core::path::file_name(&name);
                folders.entry(folder.to_owned()).or_default().push(file.to_owned());
            }
        }
        folders.values_mut().for_each(|names| names.sort_unstable());
        Some(Self { zip, folders: Arc::new(folders) })
    }

    /// The files in each folder, by their names.
    pub(crate) fn folders(&self) -> &BTreeMap<String, Vec<String>> {
        &self.folders
    }

    /// True for a file of this path.
    pub(crate) fn has(&self, path: &str) -> bool {
        let names = self.folders.get(indexer_core::path::parent(path));
        let name = indexer_core::path::file_name(path);
        names.is_some_and(|names| names.binary_search_by(|known| known.as_str().cmp(name)).is_ok())
    }

    /// The bytes of a file; `None` for one that is not there, cannot be read, or is larger than `most` bytes, whatever the
    /// archive says of its size.
    pub(crate) fn bytes(&self, path: &str, most: u64) -> Option<Vec<u8>> {
        let mut zip = self.zip.clone();
        let entry = zip.by_name(path).ok().filter(|entry| entry.is_file() && entry.size() <= most)?;
        let mut bytes = Vec::new();
        entry.take(most + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= most).then_some(bytes)
    }
}

/// A file that several read, each from a place of its own.
#[derive(Clone, Debug)]
struct SharedFile {
    file: Arc<Mutex<File>>,
    at: u64,
    length: u64,
}

impl Read for SharedFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let count = file.read(into)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for SharedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::{SimpleFileOptions, ZipWriter};

    pub(crate) fn write(path: &Path, files: &[(&str, &str)]) {
        let mut zip = ZipWriter::new(File::create(path).unwrap());
        for (name, text) in files {
            let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
            zip.start_file(*name, options).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
    }

    #[test]
    fn files_are_read_in_place_and_what_leads_elsewhere_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a-sources.jar");
        let long = "x".repeat(2_000);
        write(&path, &[("a/B.java", "class B {}"), ("../C.java", "class C {}"), ("a/D.java", &long)]);
        let archive = Archive::open(&path).unwrap();
        assert_eq!(
            archive.folders().iter().collect::<Vec<_>>(),
            [(&"a".to_owned(), &vec!["B.java".to_owned(), "D.java".to_owned()])]
        );
        assert!(archive.has("a/B.java") && !archive.has("a/C.java") && !archive.has("../C.java"));
        assert_eq!(archive.bytes("a/B.java", 100).as_deref(), Some(&b"class B {}"[..]));
        assert_eq!(archive.bytes("a/D.java", 100), None, "too large");
        assert_eq!(archive.bytes("a/None.java", 100), None);
        assert!(Archive::open(folder.path()).is_none());
        fs::write(&path, "no archive").unwrap();
        assert!(Archive::open(&path).is_none(), "it was written again");
    }
}
