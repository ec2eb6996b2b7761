//! Tokens that are for some repositories: nothing of the others leaks.

use crate::http::{Http, Reply, request};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Repositories in a folder; the tokens `orders` (for orders and billing-*) and `all-of-it` (for everything).
struct Served {
    folder: TempDir,
    http: Http,
}

/// What nobody may learn whose token is not for it: the name of a repository, its package, a symbol, the server's root.
const HIDDEN: &[&str] = &["vault", "acme-keys", "unlock", "pkg/a.py", "repository/"];

fn entry(name: &str, token: &str, repositories: &str) -> String {
    let digest: String = Sha256::digest(token).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("[{name}]\nsha256 = \"{digest}\"\nrepositories = [{repositories}]\n")
}

impl Served {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("code/orders/pyproject.toml", "[project]\nname = \"acme-orders\"\n");
        write("code/orders/acme_orders/__init__.py", "def price():\n    return 1\n");
        write(
            "code/billing-eu/bill.py",
            "from acme_orders import price\n\n\ndef bill():\n    return price()\n",
        );
        write("code/vault/pyproject.toml", "[project]\nname = \"acme-keys\"\n");
        write(
            "code/vault/keys.py",
            "from acme_orders import price\n\n\ndef unlock():\n    \"\"\"Opens the price.\"\"\"\n    return price()\n",
        );
        write("code/all.toml", "repositories = [\"orders\", \"billing-eu\", \"vault\", \"vault-gone\"]\n");
        write(
            "tokens.toml",
            &(entry("team", "orders", "\"orders\", \"billing-*\"")
                + &entry("one", "single", "\"billing-eu\"")),
        );
        write("token", "all-of-it\n");
        let at = |path: &str| folder.path().join(path).to_str().unwrap().to_owned();
        let (list, tokens, token) = (at("code/all.toml"), at("tokens.toml"), at("token"));
        let http = Http::start(&["--repositories", &list, "--tokens-file", &tokens, "--token-file", &token]);
        Self { folder, http }
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.folder.path().join(path)
    }

    /// A client that has begun a session.
    fn client(&self, token: &'static str) -> Asker<'_> {
        let authorization = format!("Bearer {token}");
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}});
        let reply = self.http.post(&[("Authorization", &authorization)], &request(1, "initialize", params));
        assert_eq!(reply.status, 200, "{}", reply.body);
        let session = reply.header("mcp-session-id").unwrap().to_owned();
        Asker { http: &self.http, authorization, session }
    }
}

struct Asker<'h> {
    http: &'h Http,
    authorization: String,
    session: String,
}

impl Asker<'_> {
    fn reply(&self, method: &str, params: Value) -> Reply {
        let headers = [("Authorization", self.authorization.as_str()), ("Mcp-Session-Id", &self.session)];
        self.http.post(&headers, &request(7, method, params))
    }

    fn ask(&self, method: &str, params: Value) -> Value {
        let reply = self.reply(method, params);
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }

    fn call(&self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The answer, which holds nothing that is hidden.
    fn hidden(&self, tool: &str, arguments: Value) -> String {
        let asked = arguments.to_string();
        let text = self.call(tool, arguments).to_string();
        for word in HIDDEN.iter().filter(|word| !asked.contains(*word)) {
            assert!(!text.contains(word), "{tool} {asked}: {word} in {text}");
        }
        text
    }
}

#[test]
fn without_a_token_that_is_known_nobody_is_served() {
    let served = Served::new();
    let body = request(1, "initialize", json!({}));
    let reply = served.http.post(&[], &body);
    assert_eq!((reply.status, reply.header("www-authenticate")), (401, Some("Bearer realm=\"indexer\"")));
    for token in ["Bearer wrong", "Bearer order", "Bearer orders2"] {
        let reply = served.http.post(&[("Authorization", token)], &body);
        let expected = "Bearer realm=\"indexer\", error=\"invalid_token\"";
        assert_eq!((reply.status, reply.header("www-authenticate")), (401, Some(expected)), "{token}");
    }
    // The digest is no token.
    let digest: String = Sha256::digest("orders").iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(served.http.post(&[("Authorization", &format!("Bearer {digest}"))], &body).status, 401);
    // Streams and ends of sessions ask for one too.
    for method in ["GET", "DELETE"] {
        assert_eq!(served.http.send(method, &[("Mcp-Session-Id", "x")], "").status, 401);
    }
}

#[test]
fn a_token_sees_its_repositories_and_nothing_of_the_others() {
    let served = Served::new();
    let (all, orders) = (served.client("all-of-it"), served.client("orders"));
    // There is something to see for who may ask everything, and it is indexed.
    let text = all.call("search", json!({"query": "price", "repository": "*"})).to_string();
    assert!(text.contains("repo:vault/keys.py") && text.contains("not_asked=1"), "{text}");

    // Counts: what is asked, and found, is of its own.
    let text = orders.hidden("search", json!({"query": "price", "repository": "*"}));
    assert!(
        text.contains("repo:orders/") && text.contains("asked=2") && !text.contains("not_asked"),
        "{text}"
    );
    let text = orders.hidden("lookup_symbol", json!({"name": "unlock", "repository": "*"}));
    assert!(text.contains("total=0"), "{text}");
    let text = orders.hidden("get_consumers", json!({"symbol": "price", "repository": "orders"}));
    assert!(text.contains("repository=billing-eu") && text.contains("total=2"), "{text}");
    orders.hidden("index_status", json!({"repository": "orders"}));
    assert!(all.call("index_status", json!({"repository": "orders"})).to_string().contains("cache_bytes"));
    assert!(!orders.hidden("index_status", json!({"repository": "orders"})).contains("cache_"));

    // Suggestions: a name that is near.
    for tool in ["search", "lookup_symbol"] {
        let what = if tool == "search" { "query" } else { "name" };
        orders.hidden(tool, json!({what: "unlok", "repository": "*"}));
        orders.hidden(tool, json!({what: "price", "repository": "vaul"}));
        orders.hidden(tool, json!({what: "price", "path": "repo:vaul"}));
    }

    // What is hidden and what is not there are told in the same words.
    let told = |name: &str| {
        let asked = [
            orders.hidden("lookup_symbol", json!({"name": "price", "repository": name})),
            orders.hidden("read_source", json!({"symbol": format!("repo:{name}/keys.py#unlock")})),
            orders.hidden("search", json!({"query": "price", "repository": format!("{name}*")})),
            orders
                .hidden("get_consumers", json!({"symbol": "price", "repository": "orders", "among": [name]})),
        ];
        asked.map(|text| text.replace(name, "NAME"))
    };
    assert_eq!(told("vault"), told("vauxt"));
    assert_eq!(told("vault-gone"), told("vauxt-gone"));

    // Neither the root nor another folder is theirs.
    orders.hidden("lookup_symbol", json!({"name": "first"}));
    let root = served.path("code/vault");
    let text = orders.call("lookup_symbol", json!({"name": "unlock", "root": root})).to_string();
    assert!(text.contains("repositories by name") && !text.contains("keys.py"), "{text}");
    orders.hidden("get_tree", json!({"path": "."}));

    // Resources and completion are of the root, which this one may not ask.
    for uri in ["indexer://map", "indexer://status", "indexer://symbol/unlock", "indexer://outline/pkg/a.py"]
    {
        let text = orders.ask("resources/read", json!({"uri": uri})).to_string().replace(uri, "");
        assert!(text.contains("error") && HIDDEN.iter().all(|word| !text.contains(word)), "{text}");
        let text = orders.ask("resources/subscribe", json!({"uri": uri})).to_string();
        assert!(text.contains("error"), "{text}");
    }
    let reference = json!({"type": "ref/resource", "uri": "indexer://symbol/{name}"});
    let params = json!({"ref": reference, "argument": {"name": "name", "value": "un"}});
    let text = orders.ask("completion/complete", params).to_string();
    assert!(HIDDEN.iter().all(|word| !text.contains(word)), "{text}");

    // A cursor of who may see more leads nowhere.
    let first =
        all.call("search", json!({"query": "price", "repository": "*", "limit": 1, "format": "json"}));
    let cursor = first["result"]["structuredContent"]["cursor"].as_str().unwrap().to_owned();
    let text =
        orders.hidden("search", json!({"query": "price", "repository": "*", "limit": 1, "cursor": cursor}));
    assert!(text.contains("stale_cursor"), "{text}");
}

#[test]
fn a_token_for_one_repository_needs_no_name() {
    let served = Served::new();
    let one = served.client("single");
    assert!(one.hidden("lookup_symbol", json!({"name": "bill"})).contains("bill.py"));
    let text = one.ask("resources/read", json!({"uri": "indexer://symbol/bill"})).to_string();
    assert!(text.contains("bill.py"), "{text}");
    let reference = json!({"type": "ref/resource", "uri": "indexer://symbol/{name}"});
    let params = json!({"ref": reference, "argument": {"name": "name", "value": "bi"}});
    let completed = one.ask("completion/complete", params);
    assert_eq!(completed["result"]["completion"]["values"], json!(["bill.bill"]), "{completed}");
    assert!(one.hidden("get_consumers", json!({"symbol": "bill"})).contains("total=0"));
}

#[test]
fn a_session_is_for_the_token_that_began_it_and_ends_where_that_is_taken_back() {
    let served = Served::new();
    let (all, orders) = (served.client("all-of-it"), served.client("orders"));
    for (authorization, session) in
        [(&orders.authorization, &all.session), (&all.authorization, &orders.session)]
    {
        let headers = [("Authorization", authorization.as_str()), ("Mcp-Session-Id", session)];
        assert_eq!(served.http.post(&headers, &request(2, "tools/list", json!({}))).status, 404);
        assert_eq!(served.http.send("DELETE", &headers, "").status, 404);
    }
    assert_eq!(orders.reply("ping", json!({})).status, 200);
    // Fewer repositories: what was begun with more is over.
    rewrite(&served.path("tokens.toml"), &entry("team", "orders", "\"billing-*\""));
    assert_eq!(orders.reply("ping", json!({})).status, 404);
    let fewer = served.client("orders");
    assert!(!fewer.hidden("search", json!({"query": "price", "repository": "*"})).contains("repo:orders/"));
    // Taken back.
    rewrite(&served.path("tokens.toml"), "");
    assert_eq!(fewer.reply("ping", json!({})).status, 401);
    assert_eq!(all.reply("ping", json!({})).status, 200);
}

fn rewrite(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}
