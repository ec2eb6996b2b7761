//! Where the files of one repository stand, and that they take the place of its last ones together.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io, process};

/// What the file of each table is called, so that an export takes the place of the last one of that repository.
const FILE: &str = "index.parquet";

/// The files of one repository in the folders of all tables. Until [`put`](Self::put) they have names that engines
/// leave out, and are removed where it is not reached.
pub(super) struct Partition {
    folder: PathBuf,
    name: String,
    /// Each file as it is written, and as it is called in the end.
    written: Vec<(PathBuf, PathBuf)>,
}

impl Partition {
    /// Of the repository `name`, below `folder`.
    pub(super) fn new(folder: &Path, name: &str) -> Self {
        Self { folder: folder.to_owned(), name: format!("repository={}", escaped(name)), written: Vec::new() }
    }

    /// Where the file of a table is written: its folder exists, the file does not.
    pub(super) fn file(&mut self, table: &str) -> io::Result<PathBuf> {
        let folder = self.folder.join(table).join(&self.name);
        fs::create_dir_all(&folder)?;
        let beside = folder.join(format!(".{FILE}.{}", process::id()));
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        self.written.push((beside.clone(), folder.join(FILE)));
        Ok(beside)
    }

    /// Gives the files their names, each at once.
    pub(super) fn put(mut self) -> io::Result<()> {
        while let Some((beside, path)) = self.written.last() {
            fs::rename(beside, path)?;
            self.written.pop();
        }
        Ok(())
    }
}

impl Drop for Partition {
    fn drop(&mut self) {
        for (beside, _) in &self.written {
            // It is not there where it was not begun.
            let _ = fs::remove_file(beside);
        }
    }
}

/// The value of a partition as Hive writes it: what a path or a partition could take for its own is `%` and two digits.
fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_part_of_a_path_and_one_value() {
        assert_eq!(escaped("my-shop_2.0"), "my-shop_2.0");
        assert_eq!(escaped("a/b=c %ü"), "a%2Fb%3Dc%20%25%C3%BC");
    }

    #[test]
    fn what_is_not_put_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let names = || {
            let all = fs::read_dir(folder.path().join("files/repository=shop")).unwrap();
            all.map(|one| one.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
        };
        let mut first = Partition::new(folder.path(), "shop");
        fs::write(first.file("files").unwrap(), "old").unwrap();
        first.put().unwrap();
        let mut second = Partition::new(folder.path(), "shop");
        fs::write(second.file("files").unwrap(), "new").unwrap();
        assert_eq!(names().len(), 2);
        drop(second);
        assert_eq!(names(), [FILE]);
        assert_eq!(
            fs::read_to_string(folder.path().join("files/repository=shop").join(FILE)).unwrap(),
            "old"
        );
    }
}
