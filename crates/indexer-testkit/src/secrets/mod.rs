//! Made-up secrets of every kind, and texts that look like secrets and are none.
//!
//! They are put together from pieces when they are asked for, so that nobody's scanner stumbles
//! over this repository.

mod innocent;
mod places;
mod prefixed;

pub use innocent::innocent;
pub use places::{Generated, generated};

use crate::edits::Random;

/// One made-up secret.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The name of its kind.
    pub kind: &'static str,
    /// The text that shows it: the secret, with the name or address without which it is none.
    pub text: String,
    /// The parts that must be hidden.
    pub secret: Vec<String>,
    /// True where the text can stand inside a string literal.
    in_quotes: bool,
}

/// Files and places in files: (name, text with `@` for the secret).
pub const CONTAINERS: &[(&str, &str)] = &[
    ("string.py", "import os\nvalue = \"@\"\n"),
    ("comment.py", "# see @\nx = 1\n"),
    ("docstring.py", "def f():\n    \"\"\"Uses @ to log in.\"\"\"\n"),
    ("default.py", "def f(a, b=\"@\", c=1):\n    return a\n"),
    ("constant.py", "VALUE: str = '@'\n"),
    ("decorator.py", "@@register(\"@\")\nclass C:\n    pass\n"),
    ("fstring.py", "x = f\"{a}/?q= @ {b}\"\n"),
    ("bytes.py", "x = b'@'\n"),
    ("raw.py", "x = r'@'\n"),
    ("triple.py", "x = '''\n@\n'''\n"),
    ("escaped.py", "x = \"a\\n@\\n\"\n"),
    ("call.py", "connect(host, '@', timeout=3)\n"),
    ("annotation.py", "def f(x: Literal['@'] = None) -> None: ...\n"),
    ("constant.rs", "pub const VALUE: &str = \"@\";\n"),
    ("static.rs", "static VALUE: &'static str = \"@\";\n"),
    ("attribute.rs", "#[doc = \"@\"]\npub fn f() {}\n"),
    ("doc.rs", "/// Give it @ as usual.\npub struct S;\n"),
    ("block.rs", "/* @ */ fn f() {}\n"),
    ("raw.rs", "fn f() { g(r#\"@\"#) }\n"),
    ("bytes.rs", "const B: &[u8] = b\"@\";\n"),
    ("macro.rs", "fn f() { println!(\"{} @\", 1); }\n"),
    ("Cargo.toml", "[package]\nname = \"a\"\ndescription = \"@\"\n"),
    ("package.json", "{\"name\": \"a\", \"scripts\": {\"go\": \"@\"}}\n"),
    ("pyproject.toml", "[project]\nname = \"a\"\nurls = { home = \"@\" }\n"),
    ("data.json", "{\"a\": [\"@\"]}\n"),
    ("data.toml", "a = '@'\n"),
    ("data.yaml", "a:\n  - \"@\"\n"),
    ("README.md", "Use `@` here.\n"),
    ("Dockerfile", "FROM scratch\nRUN echo \"@\"\n"),
    ("run.sh", "#!/bin/sh\ncurl \"@\"\n"),
    ("script", "#!/usr/bin/env python3\nx = '@'\n"),
    ("plain", "@\n"),
    ("main.js", "const a = `@`;\n"),
    ("Main.java", "class A { String a = \"@\"; }\n"),
    ("main.c", "char *a = \"@\";\n"),
];

impl Sample {
    /// `container` with the secret in it; `None` where it cannot stand there.
    pub fn inside(&self, what: &str, container: &str) -> Option<String> {
        if self.in_quotes {
            let text = self.text.replace('\n', if what == "plain" { "\n" } else { "\\n" });
            return Some(container.replace("@@", "\u{1}").replace('@', &text).replace('\u{1}', "@"));
        }
        // A text with quotes of its own is a line of code of its own.
        (!container.contains("\"\"\"")).then(|| format!("{}\n{}\n", container.replace('@', "a"), self.text))
    }
}

const ALNUM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const HEX: &str = "0123456789abcdef";
const DIGITS: &str = "0123456789";
const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
const URL64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct Maker {
    random: Random,
    samples: Vec<Sample>,
}

impl Maker {
    /// `length` characters of `set`.
    fn of(&mut self, set: &str, length: usize) -> String {
        let set = set.as_bytes();
        (0..length).map(|_| char::from(set[self.random.number() as usize % set.len()])).collect()
    }

    fn uuid(&mut self) -> String {
        [8, 4, 4, 4, 12].map(|length| self.of(HEX, length)).join("-")
    }

    /// A token that begins with the joined `prefix`.
    fn token(&mut self, kind: &'static str, prefix: &[&str], set: &str, length: usize) {
        let rest = self.of(set, length);
        let text = format!("{}{rest}", prefix.concat());
        self.samples.push(Sample { kind, text, secret: vec![rest], in_quotes: true });
    }

    /// A secret with text around it.
    fn framed(&mut self, kind: &'static str, before: &str, secret: String, after: &str) {
        let text = format!("{before}{secret}{after}");
        let in_quotes = !text.contains(['"', '\'']);
        self.samples.push(Sample { kind, text, secret: vec![secret], in_quotes });
    }
}

/// Made-up secrets, at least one of each kind. The same in every run.
pub fn samples() -> Vec<Sample> {
    let mut make = Maker { random: Random(7), samples: Vec::new() };
    prefixed::add(&mut make);
    shaped(&mut make);
    named(&mut make);
    make.samples
}

fn shaped(make: &mut Maker) {
    let secret = make.of(ALNUM, 24);
    make.framed("Slack webhook", "https://hooks.slack.com/services/T0/B0/", secret, "");
    let secret = make.of(ALNUM, 68);
    make.framed("Discord webhook", "https://discord.com/api/webhooks/12/", secret, "");
    let secret = make.of(HEX, 32);
    make.framed("Teams webhook", "https://a.webhook.office.com/webhookb2/", secret, "/c");
    let secret = format!("M{}{}.{}.{}", "T", make.of(ALNUM, 24), make.of(ALNUM, 6), make.of(ALNUM, 38));
    make.framed("Discord token", "", secret, "");
    let secret = format!("123456789:A{}{}", "A", make.of(ALNUM, 33));
    make.framed("Telegram token", "", secret, "");
    let secret = format!("S{}.{}.{}", "G", make.of(ALNUM, 22), make.of(ALNUM, 43));
    make.framed("SendGrid key", "", secret, "");
    let secret = make.of(ALNUM, 86);
    let before = "DefaultEndpointsProtocol=https;AccountName=a;Account";
    make.framed("Azure key", &format!("{before}Key="), secret, "==;EndpointSuffix=b");
    let secret = make.of(ALNUM, 43);
    make.framed("Azure signature", "https://a.blob.core.windows.net/b?sv=2020&sig=", secret, "%3D");
    let jwt = format!("e{}{}.ey{}.{}", "yJ", make.of(ALNUM, 30), make.of(ALNUM, 60), make.of(ALNUM, 43));
    make.framed("JWT", "", jwt, "");
    let lines = [make.of(ALNUM, 64), make.of(ALNUM, 64), make.of(ALNUM, 24)];
    for kind in ["RSA PRIVATE", "OPENSSH PRIVATE", "PRIVATE", "EC PRIVATE"] {
        let text = format!("-----BEGIN {kind} KEY-----\n{}\n-----END {kind} KEY-----", lines.join("\n"));
        make.samples.push(Sample { kind: "private key", text, secret: lines.to_vec(), in_quotes: true });
    }
    let text = format!(
        "-----BEGIN PGP PRIVATE {} BLOCK-----\nVersion: X v1\n\n{}\n=abcd\n-----END PGP PRIVATE",
        "KEY",
        lines.join("\n")
    );
    make.samples.push(Sample { kind: "private key", text, secret: lines.to_vec(), in_quotes: true });
    let secret = make.of(ALNUM, 12);
    make.framed("password in a URL", "postgres://admin:", secret, "@db.example.org:5432/a");
    let secret = make.of(ALNUM, 9);
    make.framed("password in a URL", "redis://:", secret, "@cache/0");
    let secret = make.of(ALNUM, 40);
    make.framed("HTTP authorization", "Authorization: Bearer ", secret, "");
    let basic = ["YWRtaW46", "aHVudGVyMg=="].concat();
    make.framed("HTTP authorization", "Authorization: Basic ", basic, "");
    let lines = [make.of(BASE64, 64), make.of(BASE64, 64)];
    let text = format!("Private-{}: 2\n{}\nPrivate-MAC: 0a", "Lines", lines.join("\n"));
    make.samples.push(Sample {
        kind: "private key of PuTTY",
        text,
        secret: lines.to_vec(),
        in_quotes: false,
    });
    let secret = make.of(BASE64, 40);
    let before = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  blob: ";
    let text = format!("{before}{secret}\n");
    let kind = "values of a Kubernetes secret";
    make.samples.push(Sample { kind, text, secret: vec![secret], in_quotes: false });
    let secret = ["dXNlcjpo", "dW50ZXIyOHE="].concat();
    make.framed(
        "user and password in base64",
        "{\"auths\": {\"a.example.org\": {\"auth\": \"",
        secret,
        "\"}}}",
    );
    let secret = make.of(ALNUM, 14);
    make.framed("password of a command", "mysql -u root -p", secret, "");
    let secret = make.of(ALNUM, 14);
    make.framed("password of a statement", "ALTER USER a IDENTIFIED BY '", secret, "';");
    let secret = make.of(ALNUM, 10);
    make.framed("connection string", "Server=db;User Id=sa;Password=", secret, ";Encrypt=yes");
}

fn named(make: &mut Maker) {
    let uuid = [8, 4, 4, 4, 12].map(|length| make.of(HEX, length)).join("-");
    make.framed("UUID that is a key", "HEROKU_API=", uuid, "");
    for before in ["password = \"", "PASSWD: '", "{\"db_password\": \"", "f(password=\"", "x.password(\""] {
        let secret = format!("{}7q{}", make.of(ALNUM, 9), make.of(ALNUM, 9));
        let quote = before.chars().next_back().unwrap_or('"');
        make.framed("password by its name", before, secret, &quote.to_string());
    }
    make.framed("password by its name", "password = \"", ["Tr0ub4", "dor&3"].concat(), "\"");
    let aws = format!("{}/{}+{}", make.of(ALNUM, 14), make.of(ALNUM, 14), make.of(ALNUM, 10));
    make.framed("secret by its name", "aws_secret_access_key = ", aws, "");
    for (kind, before) in [
        ("secret by its name", "client_secret = '"),
        ("secret by its name", "const TOKEN: &'static str = \""),
        ("key by its name", "'apiKey' => '"),
        ("key by its name", "headers[\"X-Api-Key\"] = \""),
    ] {
        let secret = format!("{}8Z{}3k", make.of(ALNUM, 16), make.of(ALNUM, 16));
        let quote = before.chars().next_back().unwrap_or('"');
        make.framed(kind, before, secret, &quote.to_string());
    }
    for (kind, before) in [
        ("secret by its name", "SECRET_KEY="),
        ("secret by its name", "export API_TOKEN="),
        ("key by its name", "signing_key: "),
    ] {
        let secret = make.of(HEX, 40);
        make.framed(kind, before, secret, "");
    }
    let secret = make.of(HEX, 64);
    make.framed("key by its name", "BEAMER_WRITER_KEY=", secret, "");
    let secret = make.of(ALNUM, 32);
    make.framed("webhook by its name", "deploy_webhook: '", secret, "'");
    let secret = make.of(HEX, 40);
    make.framed("authorization by its name", "Authorization: ", secret, "");
    let secret = make.of(HEX, 64);
    make.framed("secret by its name", "x = \"{\\\"secret\\\": \\\"", secret, "\\\"}\"");
}
