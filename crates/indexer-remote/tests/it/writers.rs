//! Many writers at once, those that die, and what is removed.

use crate::{Machines, records};
use indexer_engine::RemoteState;
use indexer_remote::{Access, Collected, SharedStore};
use std::time::{Duration, SystemTime};
use std::{fs, thread};

#[test]
fn sixteen_writers_at_once_need_no_lock() {
    sixteen_writers(&Machines::new());
    sixteen_writers(&Machines::encrypted());
}

fn sixteen_writers(machines: &Machines) {
    let opened: Vec<_> = (0..16)
        .map(|number| machines.open(&format!("ci-{number}"), Some(&machines.address()), Access::ReadWrite).0)
        .collect();
    thread::scope(|scope| {
        for workspace in &opened {
            scope.spawn(|| {
                workspace.index(false).unwrap();
                assert_eq!(workspace.publish_remote().unwrap().reason, None);
            });
        }
    });
    let (workspace, counts) = machines.open("laptop", Some(&machines.address()), Access::Read);
    let snapshot = workspace.refresh().unwrap();
    assert_eq!(*counts.lock().unwrap(), (0, 0));
    assert_eq!(records(&snapshot), machines.built_from_nothing("other"));
}

#[test]
fn wherever_a_writer_died_another_one_ends_its_work() {
    let machines = Machines::new();
    machines.published("ci");
    let mut objects = machines.objects();
    // Blocks are put before the head: what is missing after a death is the end of this order.
    objects.sort_by_key(|path| path.to_string_lossy().contains("heads"));
    for missing in 1..=objects.len() {
        for object in &objects[objects.len() - missing..] {
            let _ = fs::remove_file(object);
        }
        machines.published(&format!("again-{missing}"));
        let (workspace, counts) =
            machines.open(&format!("m-{missing}"), Some(&machines.address()), Access::Read);
        workspace.refresh().unwrap();
        assert_eq!(
            (*counts.lock().unwrap(), workspace.remote().unwrap().1.reason),
            ((0, 0), None),
            "{missing}"
        );
    }
}

#[test]
fn what_is_old_and_not_kept_goes_with_what_it_alone_names() {
    let machines = Machines::new();
    machines.published("one");
    machines.origin.write("added.py", "def added():\n    return 1\n").unwrap();
    machines.commit("two");
    let second = machines.published("two");
    let day = Duration::from_secs(24 * 3600);
    let age = |days: u32| {
        for object in machines.objects() {
            let file = fs::File::options().write(true).open(object).unwrap();
            file.set_modified(SystemTime::now() - day * days).unwrap();
        }
    };
    let store = SharedStore::open(&machines.address(), Access::ReadWrite).unwrap();
    let all = machines.objects().len() as u64;
    // What nobody names is left for a day: its writer may be about to name it.
    assert_eq!(
        store.collect(day * 30, 0, false).unwrap(),
        Collected { kept_heads: 2, kept_blocks: all - 2, ..Collected::default() }
    );
    age(40);
    let would = store.collect(day * 30, 1, true).unwrap();
    assert_eq!((would.heads, would.kept_heads, machines.objects().len() as u64), (1, 1, all));
    store.collect(day * 30, 1, false).unwrap();
    let (workspace, counts) = machines.open("laptop", Some(&machines.address()), Access::Read);
    let _ = second;
    workspace.refresh().unwrap();
    let (_, fetched) = workspace.remote().unwrap();
    // Which of two of the same age is kept is chance; both lead to an answer.
    assert!(matches!(fetched.state, RemoteState::Taken | RemoteState::TakenFromAncestor), "{fetched:?}");
    assert!(counts.lock().unwrap().0 <= 1);
    let gone = store.collect(day * 30, 0, false).unwrap();
    assert_eq!((gone.kept_heads, gone.kept_blocks, machines.objects().len()), (0, 0, 0));
    assert!(SharedStore::open(&machines.address(), Access::Read).unwrap().collect(day, 0, false).is_err());
}
