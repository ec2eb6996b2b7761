//! Why a pull request could not be told, and what to do about it.

/// Why a pull request could not be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GithubError {
    /// Nobody says which repository it is of.
    #[error("which repository of GitHub this is could not be told from its remotes")]
    NoRepository,
    /// A text that names no repository or address.
    #[error("{what}: {text:?} is not {wanted}")]
    Malformed {
        /// Where it was said.
        what: &'static str,
        /// The text.
        text: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// Nobody but the repository's own configuration names the server.
    #[error("only a remote of the repository names the server {host}; it was not asked")]
    UnknownServer {
        /// The server.
        host: String,
    },
    /// The token is not taken.
    #[error("GitHub does not take the token ({status})")]
    Unauthorized {
        /// The status of the answer.
        status: u16,
    },
    /// Too much was asked in an hour.
    #[error("GitHub answers no more questions for now: its rate limit is used up{}", until(*.resets_in))]
    RateLimit {
        /// Seconds until it answers again, where it says so.
        resets_in: Option<u64>,
    },
    /// The token may not.
    #[error("the token may not read pull requests of {repository}")]
    Forbidden {
        /// The repository.
        repository: String,
    },
    /// There is none, or the token may not know.
    #[error("{repository} has no pull request {number}, or it cannot be seen{}", if *.had_token { " with this token" } else { " without a token" })]
    NotFound {
        /// The repository.
        repository: String,
        /// The number.
        number: u64,
        /// True where a token was sent.
        had_token: bool,
    },
    /// The answer is none of those that are known.
    #[error("GitHub answered with {status}")]
    Answer {
        /// The status of the answer.
        status: u16,
    },
    /// The answer is no pull request.
    #[error("what GitHub says of the pull request cannot be read")]
    Unreadable,
    /// No answer came.
    #[error("{host} cannot be reached: {reason}")]
    Connection {
        /// The host.
        host: String,
        /// What the system said.
        reason: String,
    },
}

fn until(seconds: Option<u64>) -> String {
    seconds.map_or_else(String::new, |seconds| format!("; it is back in {} minutes", seconds.div_ceil(60)))
}

impl GithubError {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NoRepository | Self::Malformed { .. } => {
                "give `repo` as owner/name, or set GITHUB_REPOSITORY; GITHUB_API_URL names another server"
            }
            Self::UnknownServer { .. } => {
                "where you trust it, set GH_HOST to its name, or GITHUB_API_URL to the address of its API"
            }
            Self::Unauthorized { .. } => {
                "set GITHUB_TOKEN or GH_TOKEN to a token that is valid, or to $(gh auth token)"
            }
            Self::RateLimit { .. } => "ask later, or set GITHUB_TOKEN: with a token the limit is higher",
            Self::Forbidden { .. } => "the token needs the permission to read pull requests",
            Self::NotFound { .. } => {
                "check number and repository; for a private one set GITHUB_TOKEN, to $(gh auth token) for example"
            }
            Self::Answer { .. } | Self::Unreadable | Self::Connection { .. } => {
                "ask again; since_ref compares without asking GitHub"
            }
        }
    }
}
