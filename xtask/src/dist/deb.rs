//! The package for Debian and what descends from it, packed by dpkg-deb.

use super::archive::put;
use super::entry::Entry;
use super::names::Names;
use super::stage::Stage;
use super::{failed, said_by};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes the package; gives its path.
pub(super) fn write(stage: &Stage, names: &Names, architecture: &str, out: &Path) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join(format!("indexer-deb-{}", std::process::id()));
    let path = out.join(format!("{}_{}_{architecture}.deb", names.name, names.version));
    for entry in entries(stage, names, architecture) {
        place(&folder, &entry)?;
    }
    // dpkg-deb sorts names itself; one thread, for how many there are shows in the bytes.
    let packed = said_by(
        Command::new("dpkg-deb")
            .args(["--root-owner-group", "--threads-max=1", "-Zxz", "--build"])
            .args([&folder, &path])
            .env("SOURCE_DATE_EPOCH", stage.epoch.to_string()),
    );
    fs::remove_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    packed.map(|_| path)
}

fn entries(stage: &Stage, names: &Names, architecture: &str) -> Vec<Entry> {
    let doc = format!("usr/share/doc/{}", names.name);
    let mut entries = vec![
        Entry::program("usr/bin/indexer", stage.program.clone()),
        Entry::link("usr/bin/indexer-mcp", "indexer"),
        Entry::file(format!("{doc}/copyright"), copyright(stage, names)),
        Entry::file(format!("{doc}/indexer.cdx.json"), stage.paper("indexer.cdx.json")),
    ];
    for page in &stage.pages {
        let to = match page.path.rsplit('/').next().unwrap_or_default() {
            page if page.ends_with(".1") => format!("usr/share/man/man1/{page}"),
            "indexer.bash" => "usr/share/bash-completion/completions/indexer".to_owned(),
            "_indexer" => "usr/share/zsh/vendor-completions/_indexer".to_owned(),
            "indexer.fish" => "usr/share/fish/vendor_completions.d/indexer.fish".to_owned(),
            _ => continue,
        };
        entries.push(Entry::file(to, page.bytes()));
    }
    let kilobytes = entries.iter().map(|entry| entry.bytes().len().div_ceil(1024)).sum::<usize>();
    let control = format!(
        "Package: {}\nVersion: {}\nArchitecture: {architecture}\nMaintainer: {}\nInstalled-Size: {kilobytes}\n\
         Depends: libc6 (>= {})\nSection: devel\nPriority: optional\nHomepage: {}\nDescription: {}\n",
        names.name,
        names.version,
        names.maintainer,
        stage.target.glibc.unwrap_or("2.17"),
        names.repository,
        names.description,
    );
    entries.push(Entry::file("DEBIAN/control", control));
    entries
}

fn copyright(stage: &Stage, names: &Names) -> String {
    let texts = ["LICENSE-MIT", "LICENSE-APACHE", "LICENSES-OF-PARTS.txt"].map(|name| stage.paper(name));
    let texts: Vec<String> = texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    format!(
        "{} ({}) is under the MIT or the Apache-2.0 licence, at your choice.\n\n{}",
        names.name,
        names.repository,
        texts.join("\n")
    )
}

/// Writes one file below a folder.
fn place(folder: &Path, entry: &Entry) -> Result<(), String> {
    let path = folder.join(&entry.path);
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
    #[cfg(unix)]
    {
        use super::entry::Kind;
        use std::os::unix::fs::{PermissionsExt, symlink};
        if let Kind::Link(target) = &entry.kind {
            return symlink(target, &path).map_err(|error| failed(&path, error));
        }
        put(&path, entry.bytes())?;
        // Whatever the umask is.
        let open = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
        open(&path, entry.mode()).map_err(|error| failed(&path, error))?;
        let folders = parent.ancestors().take_while(|one| one.starts_with(folder));
        for one in folders {
            open(one, 0o755).map_err(|error| failed(one, error))?;
        }
        Ok(())
    }
    #[cfg(not(unix))]
    Err(format!("{}: packages for Debian are made on Unix", path.display()))
}
