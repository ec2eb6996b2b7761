//! Archives whose bytes depend on nothing but what is in them: entries sorted by path, one time for
//! all, no owner, no name of a machine.

use super::entry::{Entry, Kind};
use super::failed;
use super::stage::Stage;
use super::targets::Target;
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
use lzma_rust2::{FilterType, XzOptions, XzWriter};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What the name of an archive for a target ends with.
pub(super) fn end(target: &Target) -> &'static str {
    if target.is_windows() { "zip" } else { "tar.xz" }
}

/// Writes `indexer-VERSION-TARGET.tar.xz`, for Windows a zip; gives its path.
pub(super) fn write(stage: &Stage, out: &Path) -> Result<PathBuf, String> {
    let folder = format!("indexer-{}-{}", stage.version, stage.target.triple);
    let mut entries = vec![Entry::program(stage.target.program(), stage.program.clone())];
    if !stage.target.is_windows() {
        entries.push(Entry::link("indexer-mcp", "indexer"));
    }
    entries.extend(stage.pages.iter().cloned());
    entries.extend(stage.papers.iter().cloned());
    let entries: Vec<Entry> = entries.into_iter().map(|entry| entry.below(&folder)).collect();
    let path = out.join(format!("{folder}.{}", end(stage.target)));
    let bytes = match stage.target.is_windows() {
        true => zip(entries),
        false => tar_xz(entries, stage.epoch, stage.target.triple.starts_with("x86_64")),
    };
    put(&path, &bytes.map_err(|error| failed(&path, error))?)?;
    Ok(path)
}

/// Writes a file.
pub(super) fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| failed(path, error))
}

fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    entries
}

/// A tar archive compressed by gzip, as npm wants it; `epoch` is the time of all entries.
pub(super) fn tar_gz(entries: Vec<Entry>, epoch: u64) -> io::Result<Vec<u8>> {
    // Without a name and a time in the header of gzip.
    tar(entries, epoch, GzEncoder::new(Vec::new(), Compression::best()))?.finish()
}

/// A tar archive compressed by xz, a quarter smaller than by gzip. Where its code `is_x86`, jumps are written so that
/// equal ones are equal bytes, which every xz since 5.0 reads.
fn tar_xz(entries: Vec<Entry>, epoch: u64, is_x86: bool) -> io::Result<Vec<u8>> {
    let mut options = XzOptions::with_preset(XZ_PRESET);
    if is_x86 {
        options.prepend_pre_filter(FilterType::BcjX86, 0);
    }
    tar(entries, epoch, XzWriter::new(Vec::new(), options)?)?.finish()
}

/// A tar archive, written to `out`.
fn tar<W: Write>(entries: Vec<Entry>, epoch: u64, out: W) -> io::Result<W> {
    let mut tar = tar::Builder::new(out);
    for entry in sorted(entries) {
        let mut header = tar::Header::new_ustar();
        header.set_mode(entry.mode());
        header.set_mtime(epoch);
        header.set_uid(0);
        header.set_gid(0);
        match &entry.kind {
            Kind::Link(target) => {
                header.set_entry_type(tar::EntryType::Symlink);
                header.set_size(0);
                tar.append_link(&mut header, &entry.path, target)?;
            }
            Kind::File(bytes) | Kind::Program(bytes) => {
                header.set_size(bytes.len() as u64);
                tar.append_data(&mut header, &entry.path, bytes.as_slice())?;
            }
        }
    }
    tar.into_inner()
}

/// How hard xz tries: as its own program does unless told otherwise. Who unpacks needs 8 MB.
const XZ_PRESET: u32 = 6;

/// 1 January 1980, the first day that zip knows: day 1, month 1, year 0.
const FIRST_DAY: u16 = (1 << 5) | 1;
/// What unpacks it must know deflate.
const NEEDED: u16 = 20;
/// Made on Unix, so that the mode counts.
const MADE_BY: u16 = (3 << 8) | NEEDED;

/// A zip archive. Links are files with the text of the link, as zip has them.
pub(super) fn zip(entries: Vec<Entry>) -> io::Result<Vec<u8>> {
    let too_large = |_| io::Error::other("a zip archive holds 65,535 files of 4 GB at most");
    let mut out: Vec<u8> = Vec::new();
    let mut directory: Vec<u8> = Vec::new();
    let entries = sorted(entries);
    for entry in &entries {
        let bytes = entry.bytes();
        let mut crc = Crc::new();
        crc.update(bytes);
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes)?;
        let packed = packed.finish()?;
        let at = u32::try_from(out.len()).map_err(too_large)?;
        // What the entry itself and the directory both say.
        let mut common: Vec<u8> = Vec::new();
        // Flag 11: names are UTF-8. Method 8: deflate.
        [NEEDED, 1 << 11, 8, 0, FIRST_DAY].iter().for_each(|word| common.extend(word.to_le_bytes()));
        let sizes = [packed.len(), bytes.len()].map(u32::try_from);
        for word in [Ok(crc.sum()), sizes[0], sizes[1]] {
            common.extend(word.map_err(too_large)?.to_le_bytes());
        }
        let name = u16::try_from(entry.path.len()).map_err(too_large)?;
        [name, 0].iter().for_each(|word| common.extend(word.to_le_bytes()));

        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(entry.path.as_bytes());
        out.extend(&packed);

        let file_type: u32 = if matches!(entry.kind, Kind::Link(_)) { 0o120_000 } else { 0o100_000 };
        directory.extend(b"PK\x01\x02");
        directory.extend(MADE_BY.to_le_bytes());
        directory.extend(&common);
        // No comment, the first disk, no inner attributes.
        directory.extend([0; 6]);
        directory.extend(((file_type | entry.mode()) << 16).to_le_bytes());
        directory.extend(at.to_le_bytes());
        directory.extend(entry.path.as_bytes());
    }
    let count = u16::try_from(entries.len()).map_err(too_large)?;
    let ends = [directory.len(), out.len()].map(u32::try_from);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    [count, count].iter().for_each(|word| out.extend(word.to_le_bytes()));
    for word in ends {
        out.extend(word.map_err(too_large)?.to_le_bytes());
    }
    out.extend([0; 2]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use lzma_rust2::XzReader;

    fn entries() -> Vec<Entry> {
        vec![
            Entry::file("b/text", "text\n".repeat(100)),
            Entry::program("b/run", b"\x7fELF".repeat(50)),
            Entry::link("a", "b/run"),
        ]
    }

    #[test]
    fn the_order_of_entries_changes_no_byte() {
        let mut other = entries();
        other.reverse();
        assert_eq!(zip(entries()).unwrap(), zip(other.clone()).unwrap());
        assert_eq!(tar_gz(entries(), 7).unwrap(), tar_gz(other.clone(), 7).unwrap());
        assert_eq!(tar_xz(entries(), 7, true).unwrap(), tar_xz(other, 7, true).unwrap());
        assert_ne!(tar_gz(entries(), 7).unwrap(), tar_gz(entries(), 8).unwrap());
    }

    #[test]
    fn a_tar_archive_holds_names_modes_times_and_links() {
        let epoch = 1_700_000_000;
        let gz = tar_gz(entries(), epoch).unwrap();
        assert_eq!(held(GzDecoder::new(gz.as_slice()), epoch), HELD);
        for is_x86 in [false, true] {
            let xz = tar_xz(entries(), epoch, is_x86).unwrap();
            assert_eq!(held(XzReader::new(xz.as_slice(), false), epoch), HELD);
        }
    }

    const HELD: [&str; 3] = ["a 777 0 Some(\"b/run\")", "b/run 755 200 None", "b/text 644 500 None"];

    /// The entries of a tar archive, a line each.
    fn held(archive: impl io::Read, epoch: u64) -> Vec<String> {
        let mut tar = tar::Archive::new(archive);
        let told = tar.entries().unwrap().map(|entry| {
            let entry = entry.unwrap();
            let header = entry.header();
            assert_eq!(header.mtime().unwrap(), epoch);
            assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));
            let link = entry.link_name().unwrap().map(|link| link.display().to_string());
            let (path, mode) = (entry.path().unwrap().display().to_string(), header.mode().unwrap());
            format!("{path} {mode:o} {} {link:?}", entry.size())
        });
        told.collect()
    }
}
