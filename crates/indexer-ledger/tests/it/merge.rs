//! Two branches that both append merge, without anybody's configuration.

use crate::{entry, update, write};
use indexer_ledger::{Kind, load};
use indexer_testkit::{Files, Scratch};

#[test]
fn branches_that_both_append_merge_by_union() {
    let scratch = Scratch::new(&Files::new()).unwrap();
    let root = scratch.root();
    let git = |arguments: &[&str]| scratch.git(arguments).unwrap();
    git(&["init", "-q", "-b", "main"]);
    let bug = write(&root, &entry(Kind::Bug, "it leaks", 0)).id;
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "first"]);
    git(&["checkout", "-q", "-b", "side"]);
    write(&root, &entry(Kind::Decision, "of the side", 1));
    write(&root, &update(&bug, "fixed", 2));
    git(&["commit", "-qam", "side"]);
    git(&["checkout", "-q", "main"]);
    write(&root, &entry(Kind::Decision, "of the main branch", 3));
    git(&["commit", "-qam", "main"]);
    git(&["merge", "-q", "--no-edit", "side"]);
    let ledger = load(&root).unwrap();
    assert_eq!(ledger.damage, []);
    let titles: Vec<&str> = ledger.items().iter().map(|item| item.entry.title.as_str()).collect();
    assert_eq!(titles, ["it leaks", "of the side", "of the main branch"]);
    assert_eq!(ledger.item(&bug).unwrap().status, "fixed");
}
