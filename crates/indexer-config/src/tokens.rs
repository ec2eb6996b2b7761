//! The file that says which token may ask which repositories.

use crate::repositories::{is_pattern, read};
use std::collections::BTreeSet;
use std::path::Path;
use toml::{Table, Value};

/// Bytes of a SHA-256 digest.
const BYTES: usize = 32;

/// A token, by its digest, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenGrant {
    /// What the operator calls it.
    pub name: String,
    /// SHA-256 of the token's bytes.
    pub digest: [u8; BYTES],
    /// Names or patterns of the repositories that it may ask.
    pub repositories: Vec<String>,
}

/// The tokens that the file at `path` names. An error names everything that is wrong with it, and no token.
///
/// ```toml
/// [orders-team]
/// sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
/// repositories = ["orders", "billing-*"]
/// ```
pub fn token_grants(path: &Path) -> Result<Vec<TokenGrant>, String> {
    read(path).and_then(|text| of_text(&text)).map_err(|what| format!("{}: {what}", path.display()))
}

fn of_text(text: &str) -> Result<Vec<TokenGrant>, String> {
    // The parser's own message may quote a line, which may hold a token.
    let table: Table = text.parse().map_err(|_: toml::de::Error| "is no TOML".to_owned())?;
    let (mut found, mut wrong, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (name, value) in &table {
        match value.as_table().ok_or("must be a table").and_then(|table| grant(name, table)) {
            Ok(one) if !seen.insert(one.digest) => wrong.push(format!("{name}: another entry has its token")),
            Ok(one) => found.push(one),
            Err(what) => wrong.push(format!("{name}: {what}")),
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(wrong.join("; ")) }
}

fn grant(name: &str, table: &Table) -> Result<TokenGrant, &'static str> {
    if table.keys().any(|key| key != "sha256" && key != "repositories") {
        return Err("only sha256 and repositories are known");
    }
    let digest = table.get("sha256").and_then(Value::as_str).and_then(digest);
    let digest = digest.ok_or("sha256 must be the 64 hexadecimal digits of the token's SHA-256")?;
    let named = table.get("repositories").and_then(Value::as_array).ok_or("repositories must be a list")?;
    let texts = named.iter().map(|one| one.as_str().filter(|one| is_pattern(one)).map(str::to_owned));
    let repositories: Option<Vec<String>> = texts.collect();
    let repositories = repositories.ok_or("repositories must hold names or patterns with * and ?")?;
    Ok(TokenGrant { name: name.to_owned(), digest, repositories })
}

/// The bytes of hexadecimal digits.
fn digest(text: &str) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    if text.len() != 2 * BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_its_digest_and_names_repositories() {
        let hex = "0a".repeat(32);
        let found =
            of_text(&format!("[a]\nsha256 = \"{hex}\"\nrepositories = [\"x\", \"svc-*\"]\n")).unwrap();
        let expected = TokenGrant {
            name: "a".to_owned(),
            digest: [10; 32],
            repositories: vec!["x".to_owned(), "svc-*".to_owned()],
        };
        assert_eq!(found, [expected]);
        assert_eq!(of_text(""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_said_and_no_token() {
        let hex = "0a".repeat(32);
        for (text, part) in [
            ("[a]\nsha256 = \"hunter2\"\nrepositories = []\n".to_owned(), "a: sha256 must be"),
            (format!("[a]\nsha256 = \"{hex}\"\n"), "a: repositories must be a list"),
            (format!("[a]\nsha256 = \"{hex}\"\nrepositories = [\"a b\"]\n"), "names or patterns"),
            (format!("[a]\ntoken = \"hunter2\"\nsha256 = \"{hex}\"\nrepositories = []\n"), "only sha256"),
            (
                format!(
                    "[a]\nsha256 = \"{hex}\"\nrepositories = []\n[b]\nsha256 = \"{hex}\"\nrepositories = []\n"
                ),
                "b: another entry",
            ),
            ("hunter2".to_owned(), "is no TOML"),
            ("a = \"hunter2\"".to_owned(), "a: must be a table"),
        ] {
            let wrong = of_text(&text).unwrap_err();
            assert!(wrong.contains(part) && !wrong.contains("hunter2"), "{part} in {wrong}");
        }
    }
}
