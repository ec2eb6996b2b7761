//! The table of kinds of secrets.

use super::random::distinct;
use super::{assigned, blocks, shapes};
use std::ops::Range;

/// A kind of secret.
#[derive(Debug)]
pub struct Kind {
    /// What it is, for people.
    pub name: &'static str,
    /// Texts one of which stands in or before every value.
    pub anchors: &'static [&'static str],
    /// How the value is found from there.
    pub find: Find,
}

/// How a value is found from its anchor.
#[derive(Debug)]
pub enum Find {
    /// The anchor begins the value and stands at the beginning of a word; then come so many bytes
    /// of the set: (set, fewest, most).
    Token(Set, usize, usize),
    /// The same, but the anchor is not hidden and may stand anywhere.
    After(Set, usize, usize),
    /// Anything else: (bytes, where the anchor stands, where what is found goes).
    Shape(Shape),
}

/// Finds values from an anchor.
pub type Shape = fn(&[u8], Range<usize>, &mut Vec<Range<usize>>);
/// A set of bytes.
pub type Set = fn(u8) -> bool;

/// Fewest different bytes of a value: `ghp_xxxx` is an example and no secret.
const DISTINCT: u32 = 4;

const NO_END: usize = 4096;

const fn token(name: &'static str, anchors: &'static [&'static str], set: Set, least: usize) -> Kind {
    Kind { name, anchors, find: Find::Token(set, least, NO_END) }
}

const fn exact(name: &'static str, anchors: &'static [&'static str], set: Set, length: usize) -> Kind {
    Kind { name, anchors, find: Find::Token(set, length, length) }
}

const fn shape(name: &'static str, anchors: &'static [&'static str], shape: Shape) -> Kind {
    Kind { name, anchors, find: Find::Shape(shape) }
}

/// Every kind of secret. Adding one is a line here and an example in the testkit's `secrets.rs`.
pub const KINDS: &[Kind] = &[
    exact("AWS access key id", &["AKIA", "ASIA", "ABIA", "ACCA"], upper, 16),
    token("GitHub token", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], alnum, 36),
    token("GitHub fine-grained token", &["github_pat_"], word, 50),
    token("GitLab token", &["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glsoat-", "glft-"], dotted, 20),
    exact("npm token", &["npm_"], alnum, 36),
    token("PyPI token", &["pypi-AgE"], word, 50),
    exact("crates.io token", &["cio"], digits_and_letters, 32),
    exact("RubyGems token", &["rubygems_"], hex, 48),
    token("Docker Hub token", &["dckr_pat_", "dckr_oat_"], word, 20),
    token(
        "Slack token",
        &["xoxb-", "xoxp-", "xoxa-", "xoxs-", "xoxr-", "xoxe-", "xoxe.", "xapp-"],
        dotted,
        20,
    ),
    shape("Slack webhook", &["hooks.slack.com"], shapes::webhook),
    shape("Discord webhook", &["discord.com/api/webhooks", "discordapp.com/api/webhooks"], shapes::webhook),
    shape("Teams webhook", &["webhook.office.com"], shapes::webhook),
    shape("Discord token", &["MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"], shapes::discord),
    shape("Telegram token", &[":AA"], shapes::telegram),
    token("Stripe key", &["sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"], base64, 20),
    token("Square token", &["sq0atp-", "sq0csp-", "EAAAE"], word, 22),
    exact("Shopify token", &["shpat_", "shpss_", "shpca_", "shppa_"], hex, 32),
    exact("Google API key", &["AIza"], word, 35),
    token("Google client secret", &["GOCSPX-"], word, 24),
    token("Google access token", &["ya29."], dotted, 30),
    Kind {
        name: "Azure key",
        anchors: &["AccountKey=", "SharedAccessKey=", "SharedSecret="],
        find: Find::After(base64, 40, NO_END),
    },
    Kind {
        name: "Azure signature",
        anchors: &["&sig=", "?sig=", "&amp;sig="],
        find: Find::After(percent, 40, NO_END),
    },
    token("Anthropic key", &["sk-ant-"], word, 40),
    token("OpenAI key", &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-or-v1-"], word, 32),
    exact("OpenAI key of the old form", &["sk-"], alnum, 48),
    exact("Hugging Face token", &["hf_"], alnum, 34),
    token("Groq key", &["gsk_"], alnum, 40),
    token("Replicate token", &["r8_"], alnum, 37),
    token("Perplexity key", &["pplx-"], alnum, 40),
    shape("SendGrid key", &["SG."], shapes::sendgrid),
    exact("Twilio key", &["SK", "AC"], hex, 32),
    exact("Mailgun key", &["key-", "pubkey-"], hex, 32),
    exact("Mailchimp key", &["mandrill-", "md-"], word, 22),
    exact("DigitalOcean token", &["dop_v1_", "doo_v1_", "dor_v1_"], hex, 64),
    token("Heroku key", &["HRKU-"], word, 36),
    shape("Heroku key of the old form", &["heroku", "Heroku", "HEROKU"], assigned::heroku),
    token("Databricks token", &["dapi"], hex, 32),
    token("Vault token", &["hvs.", "hvb.", "hvr."], word, 24),
    Kind { name: "Terraform token", anchors: &[".atlasv1."], find: Find::After(word, 40, NO_END) },
    token("Doppler token", &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa."], dotted, 40),
    token("Linear key", &["lin_api_", "lin_oauth_"], alnum, 32),
    token("Notion token", &["ntn_"], alnum, 40),
    token("Postman key", &["PMAK-"], word, 50),
    token("New Relic key", &["NRAK-", "NRRA-", "NRJS-"], alnum, 16),
    token("Grafana token", &["glsa_", "glc_"], base64_or_underscore, 32),
    token("Atlassian token", &["ATATT3", "ATCTT3", "ATBB"], base64_or_underscore, 24),
    token("Figma token", &["figd_"], word, 40),
    token("Supabase token", &["sbp_"], hex, 40),
    token("PlanetScale token", &["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], dotted, 32),
    token("Pulumi token", &["pul-"], hex, 40),
    token("Sentry token", &["sntrys_", "sntryu_"], base64_or_underscore, 40),
    token("age key", &["AGE-SECRET-KEY-1"], upper, 50),
    shape("JWT", &["eyJ"], shapes::jwt),
    shape("private key", &["-----BEGIN "], blocks::private_key),
    shape("password in a URL", &["://", ":\\/\\/"], shapes::url),
    shape(
        "HTTP authorization",
        &["Bearer ", "bearer ", "BEARER ", "Basic ", "basic "],
        shapes::authorization,
    ),
    shape(
        "connection string",
        &["Password=", "password=", "PASSWORD=", "Pwd=", "pwd=", "PWD="],
        assigned::connection,
    ),
    shape("password by its name", assigned::PASSWORDS, assigned::password),
    shape("secret by its name", assigned::SECRETS, assigned::secret),
];

impl Kind {
    /// Adds the values of this kind whose anchor stands at `anchor`.
    pub(super) fn find(&self, bytes: &[u8], anchor: Range<usize>, found: &mut Vec<Range<usize>>) {
        let (set, least, most, whole) = match self.find {
            Find::Token(set, least, most) => (set, least, most, true),
            Find::After(set, least, most) => (set, least, most, false),
            Find::Shape(shape) => return shape(bytes, anchor, found),
        };
        if whole && !begins_word(bytes, anchor.start) {
            return;
        }
        let end = run(bytes, anchor.end, set, most);
        let rest = &bytes[anchor.end..end];
        if rest.len() >= least && distinct(rest) >= DISTINCT {
            // Dots and the like at the end are the sentence's.
            let tail = rest.iter().rev().take_while(|b| matches!(b, b'.' | b'-')).count();
            found.push(if whole { anchor.start } else { anchor.end }..end - tail);
        }
    }
}

/// Where the bytes of `set` from `at` on end; `at` itself where there are more than `most`.
pub(super) fn run(bytes: &[u8], at: usize, set: Set, most: usize) -> usize {
    let length = bytes[at..].iter().take(most.saturating_add(1)).take_while(|b| set(**b)).count();
    match length > most && most != NO_END {
        true => at,
        false => at + length.min(most),
    }
}

/// True where no letter or digit stands before `at`, or only that of an escape: `"\nghp_..."`.
pub(super) fn begins_word(bytes: &[u8], at: usize) -> bool {
    match bytes[..at] {
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., before] => !before.is_ascii_alphanumeric(),
        [] => true,
    }
}

pub(super) fn alnum(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

pub(super) fn word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')
}

pub(super) fn dotted(b: u8) -> bool {
    word(b) || b == b'.'
}

pub(super) fn base64(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')
}

fn base64_or_underscore(b: u8) -> bool {
    base64(b) || word(b)
}

fn percent(b: u8) -> bool {
    base64_or_underscore(b) || b == b'%'
}

fn hex(b: u8) -> bool {
    b.is_ascii_hexdigit()
}

fn upper(b: u8) -> bool {
    b.is_ascii_uppercase() || b.is_ascii_digit()
}

fn digits_and_letters(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}
