//! Made-up secrets of every kind, and texts that look like secrets and are none.
//!
//! They are put together from pieces when they are asked for, so that nobody's scanner stumbles
//! over this repository.

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
    prefixed(&mut make);
    shaped(&mut make);
    named(&mut make);
    make.samples
}

fn prefixed(make: &mut Maker) {
    let url64 = &format!("{ALNUM}_-");
    for prefix in ["AK", "AS"] {
        make.token("AWS access key id", &[prefix, "IA"], UPPER, 16);
    }
    for letter in ["p", "o", "u", "s", "r"] {
        make.token("GitHub token", &["gh", letter, "_"], ALNUM, 36);
    }
    make.token("GitHub fine-grained token", &["github", "_pat_", "11ABCDEFG0"], ALNUM, 72);
    make.token("GitLab token", &["gl", "pat-"], url64, 20);
    make.token("npm token", &["np", "m_"], ALNUM, 36);
    make.token("PyPI token", &["py", "pi-AgEIcHlwaS5vcmc"], ALNUM, 120);
    make.token("crates.io token", &["c", "io"], ALNUM, 32);
    make.token("RubyGems token", &["ruby", "gems_"], HEX, 48);
    make.token("Docker Hub token", &["dckr", "_pat_"], ALNUM, 27);
    make.token("Slack token", &["xo", "xb-", "1234567890-"], ALNUM, 24);
    make.token("Slack token", &["xa", "pp-1-A0B1C2-"], ALNUM, 48);
    make.token("Stripe key", &["sk", "_live_"], ALNUM, 24);
    make.token("Stripe key", &["wh", "sec_"], ALNUM, 32);
    make.token("Square token", &["sq0", "atp-"], url64, 22);
    make.token("Shopify token", &["shp", "at_"], HEX, 32);
    make.token("Google API key", &["AI", "za"], ALNUM, 35);
    make.token("Google client secret", &["GOC", "SPX-"], ALNUM, 28);
    make.token("Google access token", &["ya", "29."], ALNUM, 60);
    make.token("Anthropic key", &["sk-", "ant-", "api03-"], ALNUM, 93);
    make.token("OpenAI key", &["sk-", "proj-"], ALNUM, 48);
    make.token("OpenAI key of the old form", &["s", "k-"], ALNUM, 48);
    make.token("Hugging Face token", &["h", "f_"], ALNUM, 34);
    make.token("Groq key", &["gs", "k_"], ALNUM, 52);
    make.token("Replicate token", &["r", "8_"], ALNUM, 37);
    make.token("Perplexity key", &["pp", "lx-"], ALNUM, 48);
    make.token("Twilio key", &["S", "K"], HEX, 32);
    make.token("Mailgun key", &["ke", "y-"], HEX, 32);
    make.token("Mailchimp key", &["m", "d-"], ALNUM, 22);
    make.token("DigitalOcean token", &["do", "p_v1_"], HEX, 64);
    make.token("Heroku key", &["HR", "KU-"], ALNUM, 60);
    make.token("Databricks token", &["da", "pi"], HEX, 32);
    make.token("Vault token", &["hv", "s."], ALNUM, 90);
    make.token("Terraform token", &["abcdefghij", ".atlas", "v1."], ALNUM, 67);
    make.token("Doppler token", &["dp.", "pt."], ALNUM, 43);
    make.token("Linear key", &["lin_", "api_"], ALNUM, 40);
    make.token("Notion token", &["nt", "n_"], ALNUM, 46);
    make.token("Postman key", &["PM", "AK-"], ALNUM, 59);
    make.token("New Relic key", &["NR", "AK-"], UPPER, 27);
    make.token("Grafana token", &["gl", "sa_"], ALNUM, 41);
    make.token("Atlassian token", &["AT", "ATT3"], ALNUM, 180);
    make.token("Figma token", &["fi", "gd_"], ALNUM, 40);
    make.token("Supabase token", &["sb", "p_"], HEX, 40);
    make.token("PlanetScale token", &["pscale", "_tkn_"], ALNUM, 43);
    make.token("Pulumi token", &["pu", "l-"], HEX, 40);
    make.token("Sentry token", &["sn", "trys_"], ALNUM, 80);
    make.token("age key", &["AGE-", "SECRET-KEY-1"], UPPER, 58);
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
    let secret = make.of(ALNUM, 10);
    make.framed("connection string", "Server=db;User Id=sa;Password=", secret, ";Encrypt=yes");
}

fn named(make: &mut Maker) {
    let uuid = [8, 4, 4, 4, 12].map(|length| make.of(HEX, length)).join("-");
    make.framed("Heroku key of the old form", "HEROKU_API_KEY=", uuid, "");
    for before in ["password = \"", "PASSWD: '", "{\"db_password\": \"", "f(password=\"", "x.password(\""] {
        let secret = format!("{}7q{}", make.of(ALNUM, 9), make.of(ALNUM, 9));
        let quote = before.chars().next_back().unwrap_or('"');
        make.framed("password by its name", before, secret, &quote.to_string());
    }
    make.framed("password by its name", "password = \"", ["Tr0ub4", "dor&3"].concat(), "\"");
    let aws = format!("{}/{}+{}", make.of(ALNUM, 14), make.of(ALNUM, 14), make.of(ALNUM, 10));
    make.framed("secret by its name", "aws_secret_access_key = ", aws, "");
    for before in [
        "client_secret = '",
        "const TOKEN: &'static str = \"",
        "'apiKey' => '",
        "headers[\"X-Api-Key\"] = \"",
    ] {
        let secret = format!("{}8Z{}3k", make.of(ALNUM, 16), make.of(ALNUM, 16));
        let quote = before.chars().next_back().unwrap_or('"');
        make.framed("secret by its name", before, secret, &quote.to_string());
    }
    for before in ["SECRET_KEY=", "export API_TOKEN=", "signing_key: "] {
        let secret = make.of(HEX, 40);
        make.framed("secret by its name", before, secret, "");
    }
    let secret = make.of(HEX, 64);
    make.framed("secret by its name", "x = \"{\\\"secret\\\": \\\"", secret, "\\\"}\"");
}

/// Texts that are shown as they are.
pub fn innocent() -> Vec<String> {
    let mut make = Maker { random: Random(11), samples: Vec::new() };
    let hash = make.of(HEX, 40);
    let digest = make.of(HEX, 64);
    let image = make.of(ALNUM, 400);
    let uuid = [8, 4, 4, 4, 12].map(|length| make.of(HEX, length)).join("-");
    let mut texts: Vec<String> = [
        "password = \"correct horse battery\"",
        "password = \"your-password-here\"",
        "token = os.environ[\"GITHUB_TOKEN\"]",
        "api_key: \"<your-api-key-0123456789>\"",
        "API_KEY=${API_KEY}",
        "SECRET_KEY=changeme-changeme-changeme-1",
        "if line.startswith('-----BEGIN RSA PRIVATE KEY-----'): pass",
        "token: str = 'expected_token_or_nothing'",
        "AKIA = 1",
        "AKIAXXXXXXXXXXXXXXXX",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "let secret_name = \"the_name_of_the_secret_1\";",
        "let token = self.next_token_of_kind_2(SyntaxKind::IDENT);",
        "tokenizer = Tokenizer.from_pretrained(\"bert-base-uncased-2\")",
        "password_hash_field = \"UserModel.passwordHashSha256Field\"",
        "https://example.org:8080/path@2x.png",
        "git@github.com:owner/name.git",
        "http://user:password@example.org/",
        "f\"https://{user}:{password}@{host}/\"",
        "postgres://$USER:$PASSWORD@localhost/a",
        "Authorization: Bearer <token>",
        "Authorization: Bearer YOUR_ACCESS_TOKEN_1",
        "Basic authentication is described below",
        "npm_config_registry = \"https://registry.example.org\"",
        "task-management-of-the-very-long-name-of-some-module-0",
        "public_key = \"ssh-rsa AAAA\"",
        "-----BEGIN CERTIFICATE-----",
        "fn access_key_is_valid(&self) -> bool { true }",
        "const TOKEN_URL: &str = \"https://login.example.org/oauth2/v2.0/token\";",
        "secret_path: /var/run/secrets/kubernetes.io/serviceaccount",
        "x = SKILLS + ACCOUNT + MTU + NTFS",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.extend([
        format!("request_id = \"{uuid}\""),
        format!("token_id = \"{uuid}\""),
        format!("commit = \"{hash}\""),
        format!("checksum = \"sha256:{digest}\""),
        format!("\"integrity\": \"sha512-{image}==\""),
        format!("\"auth-token\": 1,\n\"integrity\": \"{}\"", &image[..88]),
        format!("src=\"data:image/png;base64,{image}\""),
        format!("rev = {hash}"),
    ]);
    texts
}
