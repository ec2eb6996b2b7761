//! The token for a host.

use crate::Environment;
use std::fmt;
use std::fs;
use std::path::PathBuf;

/// A token. Its value stands in no message.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(pub(crate) String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// The token for `host`. For GitHub, and for a server that was named (`is_named`), GITHUB_TOKEN or
/// GH_TOKEN; for another one GH_ENTERPRISE_TOKEN or GITHUB_ENTERPRISE_TOKEN, so that no remote gets a
/// token that is not for it; else what `gh auth login` stored in its file. `gh` is not started: where it
/// keeps the token in a keyring, set GITHUB_TOKEN to `$(gh auth token)`.
pub(crate) fn of(host: &str, is_named: bool, environment: &Environment<'_>) -> Option<Token> {
    let names = match is_named {
        true => ["GITHUB_TOKEN", "GH_TOKEN"],
        false => ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"],
    };
    let set = names.iter().filter_map(|name| environment(name)).map(|value| value.trim().to_owned());
    let set = set.into_iter().find(|value| !value.is_empty());
    set.or_else(|| stored(host, environment)).map(Token)
}

/// True for a server that the user named: as GH_HOST, or to `gh auth login`.
pub(crate) fn is_known(host: &str, environment: &Environment<'_>) -> bool {
    environment("GH_HOST").is_some_and(|named| named.trim().eq_ignore_ascii_case(host))
        || section(host, environment).is_some()
}

/// The token that the file of gh has.
fn stored(host: &str, environment: &Environment<'_>) -> Option<String> {
    let lines = section(host, environment)?;
    let value = lines.iter().find_map(|line| line.trim().strip_prefix("oauth_token:"))?;
    let value = value.trim().trim_matches(['"', '\'']);
    (!value.is_empty()).then(|| value.to_owned())
}

/// What the file of gh says of a host, by lines; `None` where it does not know it.
fn section(host: &str, environment: &Environment<'_>) -> Option<Vec<String>> {
    let folder = environment("GH_CONFIG_DIR").map(PathBuf::from).or_else(|| {
        let config = environment("XDG_CONFIG_HOME").map(PathBuf::from);
        let config = config.or_else(|| Some(PathBuf::from(environment("HOME")?).join(".config")));
        Some(config.or_else(|| environment("AppData").map(PathBuf::from))?.join("gh"))
    })?;
    let text = fs::read_to_string(folder.join("hosts.yml")).ok()?;
    let mut found = None;
    let mut is_inside = false;
    for line in text.lines() {
        if !line.starts_with([' ', '\t', '#']) && !line.trim().is_empty() {
            is_inside = line.trim_end().trim_end_matches(':').trim_matches('"') == host;
            found = found.or_else(|| is_inside.then(Vec::new));
        } else if let Some(lines) = found.as_mut().filter(|_| is_inside) {
            lines.push(line.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_for_its_host() {
        let folder = tempfile::tempdir().unwrap();
        let hosts = "github.com:\n    user: me\n    oauth_token: stored\ngit.example.org:\n    oauth_token: \"other\"\n";
        fs::write(folder.path().join("hosts.yml"), hosts).unwrap();
        let files = folder.path().to_str().unwrap().to_owned();
        let only_files = |name: &str| (name == "GH_CONFIG_DIR").then(|| files.clone());
        let value = |token: Option<Token>| token.map(|token| token.0);
        assert_eq!(value(of("github.com", true, &only_files)).as_deref(), Some("stored"));
        assert_eq!(value(of("git.example.org", false, &only_files)).as_deref(), Some("other"));
        assert_eq!(of("elsewhere.org", false, &only_files), None);
        let variables = |name: &str| match name {
            "GITHUB_TOKEN" => Some(" first ".to_owned()),
            "GH_TOKEN" => Some("second".to_owned()),
            _ => None,
        };
        assert_eq!(value(of("github.com", true, &variables)).as_deref(), Some("first"));
        assert_eq!(of("evil.example.org", false, &variables), None);
        assert_eq!(format!("{:?}", of("github.com", true, &variables)), "Some(Token(..))");
    }
}
