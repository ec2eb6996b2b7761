//! The page as it is served.

use indexer_engine::{Options, Workspace};
use indexer_explore::{Served, Wanted, serve};
use indexer_tools::Settings;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::{fs, thread};

/// The status and the rest of an answer.
fn ask(address: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

#[test]
fn this_machine_alone_is_served_and_what_changed_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("shop");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("a.py"), "def price():\n    return 1\n\ndef total():\n    return price()\n").unwrap();
    let options = Options { cache_dir: Some(folder.path().join("cache")), ..Options::new(&root) };
    let workspace = Workspace::open(options, |_| {}).unwrap();
    let cancel = Arc::new(AtomicBool::new(false));
    let wanted = Wanted { live: true, ..Wanted::default() };
    let served = Served { workspace, settings: Settings::default(), wanted, cancel: Arc::clone(&cancel) };
    let (tell, told) = channel();
    let server = thread::spawn(move || serve(served, 0, |address| tell.send(address).unwrap()));
    let address = told.recv().unwrap();
    assert!(address.ip().is_loopback());
    let here = "Host: localhost\r\n";
    let (status, page) = ask(address, "/", here);
    assert_eq!(status, 200);
    let head = page.split_once("\r\n\r\n").unwrap().0.to_ascii_lowercase();
    for said in
        ["content-security-policy: default-src 'none'", "frame-ancestors 'none'", "nosniff", "no-store"]
    {
        assert!(head.contains(said), "{said}: {head}");
    }
    for refused in ["Host: evil.example\r\n", "Host: localhost\r\nOrigin: http://evil.example\r\n", ""] {
        for path in ["/", "/symbol?key=a.py%23price"] {
            let (status, answer) = ask(address, path, refused);
            assert!(matches!(status, 400 | 403) && !answer.contains("def price"), "{refused}: {answer}");
        }
    }
    for site in ["cross-site", "same-site", "what?"] {
        let from = format!("{here}Sec-Fetch-Site: {site}\r\n");
        let picture = format!("{from}Sec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n");
        let frame = format!("{from}Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n");
        let visit = format!("{from}Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n");
        for headers in [&from, &picture, &frame] {
            assert_eq!(ask(address, "/", headers).0, 403, "{headers}");
        }
        assert_eq!(ask(address, "/", &visit).0, 200, "a link to the page may be followed");
        for headers in [&from, &picture, &frame, &visit] {
            assert_eq!(ask(address, "/symbol?key=a.py%23price", headers).0, 403, "{headers}");
        }
    }
    let port = address.port();
    let own = format!(
        "Host: localhost:{port}\r\nSec-Fetch-Site: same-origin\r\nOrigin: http://localhost:{port}\r\n"
    );
    assert_eq!(ask(address, "/symbol?key=a.py%23price", &own).0, 200);
    let other = format!("Host: localhost:{port}\r\nOrigin: http://localhost:1\r\n");
    assert_eq!(ask(address, "/symbol?key=a.py%23price", &other).0, 403, "another server of this machine");
    let (status, found) = ask(address, "/symbol?key=a.py%23price", here);
    assert!(status == 200 && found.contains("\"key\":\"a.py#total\""), "{found}");
    assert_eq!(ask(address, "/symbol?key=a.py%23gone", here).0, 404);
    assert_eq!(ask(address, "/symbol?key=%zz", here).0, 400);
    assert_eq!(ask(address, "/symbol", here).0, 400);
    assert_eq!(ask(address, "/symbol?key=a.py%23price&line=x", here).0, 400);
    assert_eq!(ask(address, "/etc/passwd", here).0, 404);
    fs::write(root.join("b.py"), "from a import price\n\ndef other():\n    return price()\n").unwrap();
    let (_, found) = ask(address, "/symbol?key=a.py%23price", here);
    assert!(found.contains("\"key\":\"b.py#other\""), "{found}");
    cancel.store(true, Ordering::Relaxed);
    server.join().unwrap().unwrap();
}
