//! A workspace that stays fresh: a folder is indexed, edited and asked again.
//! `cargo run --example fresh` makes a folder of its own and leaves nothing behind.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_engine::{Event, Options, Workspace};
use std::error::Error;

/// Prints the functions before and after an edit, and that a snapshot does not change.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("shop");
    std::fs::create_dir(&root)?;
    std::fs::write(root.join("price.py"), "def total(): ...\n")?;

    // The cache stands outside of the repository; without `cache_dir` it is in the user's cache folder.
    let options = Options { cache_dir: Some(folder.path().join("cache")), ..Options::new(&root) };
    let workspace = Workspace::open(options, |event| {
        if let Event::Done { parsed, linked, .. } = event {
            println!("parsed {parsed} files, linked {linked}");
        }
    })?;
    let names = |snapshot: &indexer_engine::Snapshot| -> Vec<String> {
        let file = snapshot.view.file("price.py");
        file.into_iter()
            .flat_map(|file| file.symbols().map(|one| one.name().to_owned()).collect::<Vec<_>>())
            .collect()
    };

    let before = workspace.refresh()?;
    std::fs::write(root.join("price.py"), "def total(): ...\ndef tax(): ...\n")?;
    // Each refresh takes in what changed on disk, and only that.
    let after = workspace.refresh()?;
    println!("before {:?}, after {:?}", names(&before), names(&after));
    assert_eq!(names(&before), ["total"], "a snapshot stays what it was");
    assert_eq!(names(&after), ["total", "tax"]);

    // Text leaves only where the file is still what the snapshot describes.
    assert!(before.source("price.py").is_err());
    println!("{}", after.source("price.py")?.text);
    Ok(())
}
