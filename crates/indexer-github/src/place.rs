//! Which repository of which server.

use crate::token::is_known;
use crate::{Environment, GithubError};

/// A repository of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the API is, without `/` at its end.
    pub api: String,
    /// The host that a token must be for.
    pub host: String,
    /// `owner/name`.
    pub repository: String,
    /// True for GitHub, and where GITHUB_API_URL named the server: tokens for GitHub are for it.
    pub is_named: bool,
}

/// The host of GitHub itself.
const GITHUB: &str = "github.com";

impl Place {
    /// The repository that `given` names (`owner/name`), else GITHUB_REPOSITORY, else the first of
    /// `remotes` (addresses) that has the form of one; the server is GITHUB_API_URL's, else that of the
    /// remote, which must be GitHub or one that the user named elsewhere: whoever wrote the repository's
    /// configuration does not choose whom to ask.
    pub fn find(
        given: Option<&str>,
        remotes: &[String],
        environment: &Environment<'_>,
    ) -> Result<Self, GithubError> {
        let set = |name: &str| environment(name).filter(|value| !value.is_empty());
        let remote = remotes.iter().find_map(|url| repository_of(url));
        let named = match (given, set("GITHUB_REPOSITORY")) {
            (Some(given), _) => Some(checked("repo", given)?),
            (None, Some(variable)) => Some(checked("GITHUB_REPOSITORY", &variable)?),
            (None, None) => None,
        };
        let (host, repository) = match (named, remote) {
            (Some(named), Some((host, _))) => (host, named),
            (Some(named), None) => (GITHUB.to_owned(), named),
            (None, Some(remote)) => remote,
            (None, None) => return Err(GithubError::NoRepository),
        };
        if let Some(url) = set("GITHUB_API_URL") {
            let api = url.trim_end_matches('/').to_owned();
            let rest = api.strip_prefix("https://").or_else(|| api.strip_prefix("http://"));
            let host =
                rest.map(|rest| rest.split('/').next().unwrap_or_default()).filter(|host| !host.is_empty());
            let malformed = || GithubError::Malformed {
                what: "GITHUB_API_URL",
                text: url.clone(),
                wanted: "an address such as https://api.github.com",
            };
            let host = host.ok_or_else(malformed)?.to_owned();
            let host = if host == "api.github.com" { GITHUB.to_owned() } else { host };
            return Ok(Self { api, host, repository, is_named: true });
        }
        if host != GITHUB && !is_known(&host, environment) {
            return Err(GithubError::UnknownServer { host });
        }
        let api = match host.as_str() {
            GITHUB => "https://api.github.com".to_owned(),
            host => format!("https://{host}/api/v3"),
        };
        Ok(Self { api, is_named: host == GITHUB, host, repository })
    }
}

fn checked(what: &'static str, text: &str) -> Result<String, GithubError> {
    let malformed = || GithubError::Malformed { what, text: text.to_owned(), wanted: "owner/name" };
    is_repository(text).then(|| text.to_owned()).ok_or_else(malformed)
}

fn is_repository(text: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty()
            && !matches!(name, "." | "..")
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    text.split_once('/').is_some_and(|(owner, name)| is_name(owner) && is_name(name))
}

/// Host and `owner/name` of the address of a remote: `https://host/owner/name.git`,
/// `ssh://git@host:22/owner/name`, `git@host:owner/name.git`. `None` for others.
pub fn repository_of(url: &str) -> Option<(String, String)> {
    let (authority, path) = match url.split_once("://") {
        Some(("https" | "http" | "ssh" | "git", rest)) => rest.split_once('/')?,
        Some(_) => return None,
        None => url.split_once(':')?,
    };
    let host = authority.rsplit('@').next()?.split(':').next()?.to_ascii_lowercase();
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let is_host =
        host.contains('.') && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    let host = if host == "ssh.github.com" || host == "www.github.com" { GITHUB.to_owned() } else { host };
    (is_host && is_repository(path)).then(|| (host, path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remotes_of_every_form() {
        for url in [
            "https://github.com/o/n.git",
            "https://user:secret@github.com/o/n",
            "git@github.com:o/n.git",
            "ssh://git@ssh.github.com:443/o/n.git",
            "git://GitHub.com/o/n/",
        ] {
            assert_eq!(repository_of(url), Some(("github.com".into(), "o/n".into())), "{url}");
        }
        for url in
            ["/srv/git/n.git", "file:///srv/o/n", "../n", "git@github.com:n", "https://github.com/a/b/c"]
        {
            assert_eq!(repository_of(url), None, "{url}");
        }
    }

    #[test]
    fn what_is_given_counts_more_than_the_environment_and_that_more_than_remotes() {
        let remotes = ["/srv/x".to_owned(), "git@git.example.org:r/r.git".to_owned()];
        let none = |_: &str| None;
        let gh = |name: &str| (name == "GH_HOST").then(|| "git.example.org".to_owned());
        let place = Place::find(None, &remotes, &gh).unwrap();
        assert_eq!(
            (place.api.as_str(), place.repository.as_str()),
            ("https://git.example.org/api/v3", "r/r")
        );
        assert!(!place.is_named, "it gets no token that is for GitHub");
        let workflow = |name: &str| match name {
            "GITHUB_REPOSITORY" => Some("e/e".to_owned()),
            "GITHUB_API_URL" => Some("https://api.github.com/".to_owned()),
            _ => None,
        };
        let place = Place::find(None, &[], &workflow).unwrap();
        assert_eq!((place.api.as_str(), place.host.as_str()), ("https://api.github.com", "github.com"));
        assert_eq!(Place::find(Some("g/g"), &remotes, &workflow).unwrap().repository, "g/g");
        assert_eq!(Place::find(None, &[], &none), Err(GithubError::NoRepository));
        for bad in ["g", "g/../x", "g/n?x", "-/"] {
            assert!(
                matches!(Place::find(Some(bad), &[], &none), Err(GithubError::Malformed { .. })),
                "{bad}"
            );
        }
    }

    #[test]
    fn a_server_that_only_a_remote_names_is_not_asked() {
        let remotes = ["https://git.example.org/r/r.git".to_owned()];
        let refused = Err(GithubError::UnknownServer { host: "git.example.org".into() });
        let none = |_: &str| None;
        assert_eq!(Place::find(None, &remotes, &none), refused);
        assert_eq!(Place::find(Some("o/n"), &remotes, &none), refused);
        let error = refused.clone().unwrap_err();
        assert!(error.to_string().contains("git.example.org") && error.remedy().contains("GH_HOST"));
        let other = |name: &str| (name == "GH_HOST").then(|| "other.example.org".to_owned());
        assert_eq!(Place::find(None, &remotes, &other), refused);
        // Those that `gh auth login` knows are named too.
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("hosts.yml"), "git.example.org:\n    user: me\n").unwrap();
        let files = folder.path().to_str().unwrap().to_owned();
        let login = |name: &str| (name == "GH_CONFIG_DIR").then(|| files.clone());
        assert_eq!(Place::find(None, &remotes, &login).unwrap().host, "git.example.org");
        let elsewhere = ["https://evil.example.org/r/r.git".to_owned()];
        assert!(Place::find(None, &elsewhere, &login).is_err());
    }
}
