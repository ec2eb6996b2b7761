//! Whatever a store holds, answers are those of a build from nothing, and the state of the index says what was wrong.

use crate::{Machines, records};
use indexer_engine::RemoteState;
use indexer_remote::{Access, SharedStore};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::{fs, thread};

/// What becomes of an object: other bytes, or nothing.
type Harm = fn(&[u8]) -> Option<Vec<u8>>;

/// What may become of an object.
const HARM: [(&str, Harm); 5] = [
    ("flipped", |bytes| {
        let mut bytes = bytes.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        Some(bytes)
    }),
    ("half", |bytes| Some(bytes[..bytes.len() / 2].to_vec())),
    ("longer", |bytes| Some([bytes, b"more"].concat())),
    ("empty", |_| Some(Vec::new())),
    ("missing", |_| None),
];

#[test]
fn whatever_becomes_of_an_object_every_answer_is_that_of_a_clean_build() {
    every_damage_is_made_good(&Machines::new());
}

#[test]
fn whatever_becomes_of_an_encrypted_object_every_answer_is_that_of_a_clean_build() {
    every_damage_is_made_good(&Machines::encrypted());
}

fn every_damage_is_made_good(machines: &Machines) {
    machines.published("ci");
    machines.origin.write("added.py", "def added():\n    return 1\n").unwrap();
    machines.commit("two");
    let clean = machines.built_from_nothing("clean");
    for (number, object) in machines.objects().into_iter().enumerate() {
        let good = fs::read(&object).unwrap();
        for (harm, make) in HARM {
            match make(&good) {
                Some(bytes) => fs::write(&object, bytes).unwrap(),
                None => fs::remove_file(&object).unwrap(),
            }
            let name = format!("{harm}-{number}");
            let (workspace, _) = machines.open(&name, Some(&machines.address()), Access::Read);
            let snapshot = workspace.refresh().unwrap();
            assert_eq!(records(&snapshot), clean, "{name}");
            let (_, fetched) = workspace.remote().unwrap();
            assert!(fetched.reason.is_some(), "{name}: {fetched:?}");
        }
        fs::write(&object, good).unwrap();
    }
}

#[test]
fn a_writer_puts_anew_what_it_found_damaged() {
    damage_is_put_anew(&Machines::new());
    damage_is_put_anew(&Machines::encrypted());
}

fn damage_is_put_anew(machines: &Machines) {
    machines.published("ci");
    let blocks = machines.objects().into_iter().filter(|path| path.to_string_lossy().contains("blocks"));
    let good: Vec<_> = blocks.map(|path| (fs::read(&path).unwrap(), path)).collect();
    for (bytes, path) in &good {
        fs::write(path, &bytes[1..]).unwrap();
    }
    let again = machines.published("again");
    assert_eq!(again.remote().unwrap().1.state, RemoteState::Failed);
    let (workspace, counts) = machines.open("laptop", Some(&machines.address()), Access::Read);
    workspace.refresh().unwrap();
    assert_eq!((*counts.lock().unwrap(), workspace.remote().unwrap().1.reason), ((0, 0), None));
}

#[test]
fn an_index_of_another_program_or_of_other_settings_is_not_taken() {
    let machines = Machines::new();
    machines.published("ci");
    let heads = machines.store().join("v2/heads");
    let own = fs::read_dir(&heads).unwrap().next().unwrap().unwrap().path();
    let head = fs::read_dir(&own).unwrap().next().unwrap().unwrap().path();
    let good = fs::read(&head).unwrap();
    let asked = |name: &str| {
        let (workspace, counts) = machines.open(name, Some(&machines.address()), Access::Read);
        workspace.refresh().unwrap();
        assert!(counts.lock().unwrap().0 > 0);
        workspace.remote().unwrap().1
    };
    // A layout of heads that comes later.
    let mut later = good.clone();
    later[7] += 1;
    fs::write(&head, later).unwrap();
    let fetched = asked("later");
    assert!(fetched.reason.unwrap().contains("of another version"));
    // The head of other settings under our name.
    fs::write(&head, &good).unwrap();
    let elsewhere = heads.join("6-0000000000000000");
    fs::rename(&own, &elsewhere).unwrap();
    let fetched = asked("other");
    assert_eq!(fetched.state, RemoteState::Absent);
    assert!(fetched.reason.unwrap().contains("other versions of the program"));
}

/// A server that gives this answer to whoever asks.
fn serve(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/prefix", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

#[test]
fn who_refuses_or_is_not_there_holds_nobody_up() {
    let machines = Machines::new();
    let asked = |name: &str, address: &str| {
        let (workspace, counts) = machines.open(name, Some(address), Access::Read);
        workspace.refresh().unwrap();
        assert!(counts.lock().unwrap().0 > 0);
        workspace.remote().unwrap().1
    };
    let refused =
        asked("refused", &serve("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"));
    assert_eq!(refused.state, RemoteState::Failed);
    assert!(refused.reason.unwrap().contains("refuses access"));
    let absent =
        asked("absent", &serve("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"));
    assert_eq!(absent.state, RemoteState::Absent);
    let nonsense =
        asked("nonsense", &serve("HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello"));
    assert_eq!(nonsense.state, RemoteState::Failed);
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let offline = asked("offline", &format!("http://{closed}/"));
    assert_eq!(offline.state, RemoteState::Failed);
    // One attempt after another, and the first question is given ten seconds.
    assert!(offline.took.as_secs() < 12, "{:?}", offline.took);
}

#[test]
fn an_address_holds_no_credentials_and_no_message_shows_them() {
    for address in
        ["https://user:hunter2@example.org/a", "https://example.org/a?sig=hunter2", "ftp://hunter2/"]
    {
        let error = SharedStore::open(address, Access::Read).unwrap_err().to_string();
        assert!(!error.contains("hunter2"), "{error}");
    }
}
