//! Nothing leaves but a question about a pull request, and what is asked of a shared store that the user names: two crates
//! open connections, and no other dependency of a crate, nor any source, does. The server listens where the user says so, in one
//! file.

use super::Finding;
use crate::rust_text::RustText;
use crate::tree::{Crates, File};

/// The crates of the programs that users run, as they are built by default.
const PROGRAMS: &[&str] = &["indexer-cli", "indexer-mcp"];

/// The crates that ask about pull requests, and shared stores. The test over the programs is that they open no socket
/// for anything else.
const HOMES: &[&str] = &["indexer-github", "indexer-remote"];

/// Crates without which nothing connects: those that wrap sockets, those that speak TLS or HTTP
/// over them, and those that resolve names. tokio and hyper are fine: the server listens with them.
const CONNECTS: &[&str] = &[
    "async-io",
    "async-net",
    "async-std",
    "curl",
    "curl-sys",
    "h2",
    "hickory-resolver",
    "hyper-rustls",
    "hyper-tls",
    "isahc",
    "minreq",
    "native-tls",
    "octocrab",
    "openssl",
    "openssl-sys",
    "quinn",
    "reqwest",
    "rustls",
    "smol",
    "tokio-native-tls",
    "tokio-rustls",
    "trust-dns-resolver",
    "tungstenite",
    "ureq",
    "zmq",
];

/// Types of the standard library that are sockets, or open them.
const SOCKETS: &[&str] =
    &["TcpListener", "TcpStream", "UdpSocket", "UnixDatagram", "UnixListener", "UnixStream", "ToSocketAddrs"];

/// The one file that opens a socket: it listens, and connects to nobody.
const LISTENS: &str = "crates/indexer-mcp/src/http.rs";

/// Walks what cargo resolved and what the crates ship.
pub(super) fn check(files: &[File], crates: &Crates) -> Vec<Finding> {
    let mut found = Vec::new();
    for program in PROGRAMS {
        if !crates.closures.contains_key(*program) {
            found.push(Finding::new(*program, "is no crate; the check of its dependencies is void"));
        }
    }
    for (member, tree) in crates.closures.iter().filter(|(member, _)| !HOMES.contains(&member.as_str())) {
        // What is above those crates has what they have, and nothing else.
        let below = HOMES.iter().filter(|home| tree.iter().any(|name| name == *home));
        let granted: Vec<_> = below.filter_map(|home| crates.closures.get(*home)).collect();
        let connects = tree.iter().filter(|name| {
            CONNECTS.contains(&name.as_str()) && !granted.iter().any(|home| home.contains(name))
        });
        found.extend(connects.map(|name| {
            Finding::new(member, format!("has {name} in its dependency tree, which opens connections"))
        }));
    }
    let shipped = files.iter().filter(|file| file.is_shipped() && file.path.starts_with("crates/"));
    for file in shipped {
        let source = RustText::new(&file.text);
        for word in SOCKETS.iter().filter(|word| file.path != LISTENS || **word != "TcpListener") {
            found.extend(
                source.places(word).map(|line| Finding::at(file, line, format!("{word} opens a socket"))),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    fn crates(of_server: &[&str]) -> Crates {
        let mut crates = Crates::default();
        crates.closures.insert("indexer-cli".into(), vec!["tokio".into()]);
        crates
            .closures
            .insert("indexer-mcp".into(), of_server.iter().map(|name| (*name).to_owned()).collect());
        crates
    }

    #[test]
    fn a_crate_or_a_type_that_connects_is_found() {
        assert_eq!(check(&[], &crates(&["tokio", "serde"])), []);
        assert_eq!(places(&check(&[], &crates(&["tokio", "reqwest"]))), ["indexer-mcp"]);
        assert_eq!(check(&[], &Crates::default()).len(), 2);
        // Through those crates alone.
        let mut with_home = crates(&["indexer-github", "hyper", "octocrab"]);
        with_home.closures.insert(HOMES[0].into(), vec!["hyper".into(), "octocrab".into()]);
        assert_eq!(check(&[], &with_home), []);
        with_home.closures.insert("indexer-store".into(), vec!["reqwest".into()]);
        with_home.closures.insert("indexer-cli".into(), vec![HOMES[0].into(), "ureq".into()]);
        assert_eq!(places(&check(&[], &with_home)), ["indexer-cli", "indexer-store"]);
        let file = |text: &str| [File::new("crates/indexer-mcp/src/a.rs", text)];
        let found = check(&file("\nuse std::net::TcpStream;"), &crates(&[]));
        assert_eq!(places(&found), ["crates/indexer-mcp/src/a.rs:2"]);
        let listening = |word: &str| [File::new(LISTENS, &format!("use tokio::net::{word};"))];
        assert_eq!(check(&listening("TcpListener"), &crates(&[])), []);
        assert_eq!(check(&listening("TcpStream"), &crates(&[])).len(), 1);
        assert_eq!(check(&file("// TcpStream\nlet a = \"UdpSocket\";"), &crates(&[])), []);
    }
}
