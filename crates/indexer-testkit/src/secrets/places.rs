//! Made-up secrets in every place where people leave them: code, configuration, markup, command lines.

use super::{ALNUM, BASE64, HEX, LOWER, Maker, Sample, UPPER, samples};
use crate::edits::Random;

/// A made-up secret in a place.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The kind of the secret, or the name that makes it one.
    pub kind: String,
    /// The place.
    pub place: &'static str,
    /// True for kinds that `docs/limits.md` lists; else a provider's key that only its name gives away.
    pub documented: bool,
    /// What stands in the file.
    pub text: String,
    /// What must not be read in the text that is shown.
    pub secret: Vec<String>,
}

/// Places for what is known by its shape: `@` stands for it.
const PLACES: &[(&str, &str)] = &[
    ("bare", "@\n"),
    ("Python, text", "value = \"@\"\n"),
    ("Python, bytes", "send(b'@')\n"),
    ("JavaScript, text", "const value = '@';\n"),
    ("JavaScript, template", "const value = `@`;\n"),
    ("Go, text", "\tvalue := \"@\"\n"),
    ("Java, text", "  String value = \"@\";\n"),
    ("Rust, text", "    let value: &str = \"@\";\n"),
    ("C", "static const char *value = \"@\";\n"),
    ("YAML", "server:\n  value: @\n"),
    ("YAML, list", "values:\n  - @\n"),
    ("INI", "[a]\nvalue = @\n"),
    ("shell", "export VALUE=@\n"),
    ("shell, quoted", "VALUE='@' make\n"),
    ("JSON", "{\"value\": \"@\", \"other\": 1}\n"),
    ("JSON in a string", "body = \"{\\\"value\\\": \\\"@\\\"}\"\n"),
    ("XML, element", "<a>\n  <value>@</value>\n</a>\n"),
    ("XML, attribute", "<a value=\"@\"/>\n"),
    ("URL", "GET https://example.org/a?value=@&b=1\n"),
    ("Dockerfile, ENV", "FROM scratch\nENV VALUE @\n"),
    ("Dockerfile, ARG", "ARG VALUE=@\n"),
    ("flag", "$ run --value @ --other 1\n"),
    ("flag with a sign", "$ run --value=@\n"),
    ("comment", "// see @, as usual\n"),
    ("Markdown", "Use `@` here.\n"),
];

/// Places for what is known by its name: `%` stands for the name, `@` for the value.
const NAMED: &[(&str, &str)] = &[
    ("Python, text", "% = \"@\"\n"),
    ("Python, argument", "connect(host, %='@', timeout=3)\n"),
    ("Python, dictionary", "    \"%\": \"@\",\n"),
    ("JavaScript, text", "const % = '@';\n"),
    ("JavaScript, object", "  %: \"@\",\n"),
    ("Go, text", "\t% := \"@\"\n"),
    ("Java, text", "  private static final String % = \"@\";\n"),
    ("Rust, text", "const %: &str = \"@\";\n"),
    ("C", "#define % \"@\"\n"),
    ("Ruby", "  '%' => '@',\n"),
    ("PHP", "define('%', '@');\n"),
    ("YAML", "db:\n  %: @\n"),
    ("YAML, quoted", "db:\n  %: \"@\"\n"),
    ("Kubernetes", "env:\n  - name: %\n    value: @\n"),
    ("compose", "environment:\n  - %=@\n"),
    ("INI", "[db]\n% = @\n"),
    ("environment file", "%=@\n"),
    ("shell", "export %=@\n"),
    ("shell, quoted", "export %=\"@\"\n"),
    ("properties", "spring.%=@\n"),
    ("TOML", "% = '@'\n"),
    ("Terraform", "  % = \"@\"\n"),
    ("PowerShell", "$env:% = \"@\"\n"),
    ("batch file", "set %=@\n"),
    ("JSON", "{\"%\": \"@\", \"other\": 1}\n"),
    ("JSON, name and value", "{\"name\": \"%\", \"value\": \"@\"}\n"),
    ("JSON in a string", "body = \"{\\\"%\\\": \\\"@\\\"}\"\n"),
    ("XML, element", "  <%>@</%>\n"),
    ("XML, attribute", "  <db %=\"@\" port=\"1\"/>\n"),
    ("XML, key and value", "  <add key=\"%\" value=\"@\" />\n"),
    ("URL", "GET https://example.org/a?%=@&b=1\n"),
    ("Dockerfile, ENV", "ENV % @\n"),
    ("Dockerfile, ENV with a sign", "ENV %=@\n"),
    ("Dockerfile, ARG", "ARG %=@\n"),
    ("flag", "$ run --% @ --other 1\n"),
    ("flag with a sign", "$ run --%=@\n"),
    ("header", "curl -H '%: @' https://example.org\n"),
];

/// Names of passwords.
const PASSWORDS: &[&str] =
    &["password", "DB_PASS", "dbPassword", "MYSQL_ROOT_PASSWORD", "db.password", "user_passwd", "passphrase"];
/// Names of other secrets.
const SECRETS: &[&str] = &[
    "SECRET_KEY",
    "api_key",
    "apiKey",
    "API_TOKEN",
    "client_secret",
    "AWS_SECRET_ACCESS_KEY",
    "auth-token",
    "accessToken",
    "x-api-key",
    "private_key",
    "credentials",
];
/// Providers whose keys have no prefix, and what they call them.
const PROVIDERS: &[&str] = &[
    "adafruit_api_key",
    "airtable_api_key",
    "algolia_admin_key",
    "asana_client_secret",
    "beamer_api_token",
    "bitbucket_client_secret",
    "bittrex_secret_key",
    "cloudflare_global_key",
    "codecov_token",
    "cohere_api_token",
    "coinbase_access_token",
    "confluent_secret_key",
    "contentful_delivery_token",
    "datadog_app_key",
    "discord_client_secret",
    "droneci_access_token",
    "dropbox_api_secret",
    "etsy_access_token",
    "facebook_app_secret",
    "fastly_api_token",
    "finicity_client_secret",
    "finnhub_access_token",
    "flickr_access_token",
    "freshbooks_access_token",
    "gitter_access_token",
    "intercom_api_key",
    "jfrog_api_key",
    "kraken_access_token",
    "kucoin_secret_key",
    "launchdarkly_access_token",
    "linkedin_client_secret",
    "looker_client_secret",
    "mailgun_signing_key",
    "mattermost_access_token",
    "messagebird_api_token",
    "netlify_access_token",
    "nytimes_access_token",
    "okta_access_token",
    "plaid_secret_key",
    "privateai_api_token",
    "rapidapi_access_token",
    "sendbird_access_token",
    "sentry_auth_token",
    "snyk_token",
    "squarespace_access_token",
    "sumologic_access_key",
    "travisci_access_token",
    "trello_api_secret",
    "twitch_api_token",
    "twitter_api_secret",
    "yandex_access_token",
    "zendesk_secret_key",
    "hubspot_api_key",
    "artifactory_password",
    "maxmind_license_key",
];

/// Made-up secrets of every kind in every place, the same in every run.
pub fn generated() -> Vec<Generated> {
    let mut all = Vec::new();
    let mut make = Maker { random: Random(13), samples: Vec::new() };
    for sample in samples() {
        if sample.in_quotes && !sample.text.contains('\n') {
            of_shape(&mut make, &sample, &mut all);
        }
    }
    for name in PASSWORDS {
        for (form, value) in passwords(&mut make) {
            in_places(&mut make, &format!("password, {form}"), name, &value, &mut all);
        }
    }
    for name in SECRETS {
        for (form, value) in values(&mut make) {
            in_places(&mut make, &format!("secret, {form}"), name, &value, &mut all);
        }
    }
    for name in PROVIDERS {
        let values = values(&mut make);
        let at = make.random.number() as usize % values.len();
        in_places(&mut make, name, name, &values[at].1, &mut all);
    }
    all
}

/// What people and programs choose for passwords.
fn passwords(make: &mut Maker) -> Vec<(&'static str, String)> {
    let lower = "abcdefghijklmnopqrstuvwxyz";
    vec![
        ("letters and digits", make.of(ALNUM, 11) + "7"),
        ("small letters and digits", make.of(LOWER, 13) + "4"),
        ("small letters", make.of(lower, 16)),
        ("with signs", format!("{}!{}9#{}", make.of(ALNUM, 4), make.of(ALNUM, 3), make.of(ALNUM, 3))),
        ("words and digits", ["Harbor", "Violin", "42!"].concat()),
    ]
}

/// What providers and programs make up as keys.
fn values(make: &mut Maker) -> Vec<(&'static str, String)> {
    let lower = "abcdefghijklmnopqrstuvwxyz";
    vec![
        ("letters and digits", make.of(ALNUM, 24)),
        ("small letters and digits", make.of(LOWER, 32)),
        ("small letters", make.of(lower, 32)),
        ("hexadecimal", make.of(HEX, 40)),
        ("base64", make.of(BASE64, 43) + "="),
        ("capital letters and digits", make.of(UPPER, 26)),
        ("UUID", make.uuid()),
        ("long", make.of(ALNUM, 600)),
    ]
}

fn of_shape(make: &mut Maker, sample: &Sample, all: &mut Vec<Generated>) {
    let mut add = |place, text: String, secret: Vec<String>| {
        all.push(Generated { kind: sample.kind.to_owned(), place, documented: true, text, secret });
    };
    for (place, frame) in PLACES {
        add(place, frame.replace('@', &sample.text), sample.secret.clone());
    }
    // Cut anywhere but at the ends.
    let cut = 1 + make.random.number() as usize % (sample.text.len() - 1);
    let (first, second) = sample.text.split_at(cut);
    let secret = sample.secret.first().map_or("", String::as_str);
    let pieces = cut_at(secret, cut as isize - sample.text.find(secret).unwrap_or(0) as isize);
    let joins = [
        ("concatenated", "x = \"@\" + \"#\"\n"),
        ("concatenated over lines", "String x = \"@\"\n    + \"#\";\n"),
        ("adjacent", "x = (\"@\"\n     \"#\")\n"),
        ("adjacent in C", "char *x = \"@\" \"#\";\n"),
        ("concatenated in PHP", "$x = '@' . '#';\n"),
        ("continued line", "x = \"@\\\n#\"\n"),
    ];
    for (place, frame) in joins {
        add(place, frame.replace('@', "\u{1}").replace('#', second).replace('\u{1}', first), pieces.clone());
    }
    let code = |form: fn(u8) -> String| {
        let byte = sample.text.as_bytes()[cut - 1];
        format!("{}{}{second}", &first[..cut - 1], form(byte))
    };
    add("escaped in JSON", format!("{{\"a\": \"{}\"}}\n", code(|b| format!("\\u{b:04x}"))), pieces.clone());
    add("escaped in C", format!("x = \"{}\";\n", code(|b| format!("\\x{b:02x}"))), pieces);
    if sample.text.contains('/') {
        add(
            "escaped slashes",
            format!("{{\"a\": \"{}\"}}\n", sample.text.replace('/', "\\/")),
            vec![secret.replace('/', "\\/")],
        );
    }
}

fn in_places(make: &mut Maker, kind: &str, name: &str, value: &str, all: &mut Vec<Generated>) {
    let documented = kind.starts_with("password, ") || kind.starts_with("secret, ");
    let mut add = |place, text: String, secret: Vec<String>| {
        all.push(Generated { kind: kind.to_owned(), place, documented, text, secret });
    };
    let signs = value.contains(['!', '#']);
    for (place, frame) in NAMED {
        // Signs of passwords would have to be escaped there.
        if signs && (*place == "URL" || place.starts_with("shell") || place.starts_with("flag")) {
            continue;
        }
        let text = frame.replace('@', value).replacen('%', name, 1);
        add(place, text, vec![value.to_owned()]);
    }
    let cut = 8 + make.random.number() as usize % (value.len() - 8).max(1);
    let (first, second) = value.split_at(cut.min(value.len()));
    add("concatenated", format!("{name} = \"{first}\" + \"{second}\"\n"), cut_at(value, cut as isize));
}

/// The pieces of `secret` that are long enough to tell something, cut at `at`.
fn cut_at(secret: &str, at: isize) -> Vec<String> {
    let at = at.clamp(0, secret.len() as isize) as usize;
    let (first, second) = secret.split_at(at);
    [first, second].into_iter().filter(|piece| piece.len() >= 6).map(str::to_owned).collect()
}
