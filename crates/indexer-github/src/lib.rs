//! What a pull request compares: from the event of a workflow where that is at hand, else from GitHub's
//! API by octocrab.
//!
//! The one crate that opens connections, and only where a pull request is asked about. A token goes to
//! the host that it is for and nowhere else, and stands in no message.

mod api;
mod error;
mod event;
mod place;
mod token;

pub use error::GithubError;
pub use place::{Place, repository_of};

/// Names and values of the environment.
pub type Environment<'e> = dyn Fn(&str) -> Option<String> + 'e;

/// A pull request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PullRequest {
    /// Its number.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// What it is to be merged into.
    pub base: End,
    /// What it brings.
    pub head: End,
}

/// One end of a pull request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The branch.
    pub name: String,
    /// The commit, in hexadecimal digits.
    pub commit: String,
    /// The repository, `owner/name`; `None` for a fork that is gone.
    pub repository: Option<String>,
}

impl PullRequest {
    /// True where its head is in another repository.
    pub fn is_of_fork(&self) -> bool {
        self.head.repository != self.base.repository
    }
}

/// The pull request `number` of the repository at `place`. In a workflow of GitHub Actions that was
/// started for it, the event suffices and nothing is asked.
pub fn pull_request(
    number: u64,
    place: &Place,
    environment: &Environment<'_>,
) -> Result<PullRequest, GithubError> {
    match event::pull_request(number, &place.repository, environment) {
        Some(found) => Ok(found),
        None => api::pull_request(number, place, token::of(&place.host, place.is_named, environment)),
    }
}

/// What the event and the API say of a pull request; `None` where it is not all there.
fn read(json: &serde_json::Value) -> Option<PullRequest> {
    let end = |end: &serde_json::Value| {
        Some(End {
            name: end["ref"].as_str()?.to_owned(),
            commit: end["sha"].as_str().filter(|id| is_commit(id))?.to_owned(),
            repository: end["repo"]["full_name"].as_str().map(str::to_owned),
        })
    };
    Some(PullRequest {
        number: json["number"].as_u64()?,
        title: json["title"].as_str().unwrap_or_default().to_owned(),
        base: end(&json["base"])?,
        head: end(&json["head"])?,
    })
}

/// What another program says is a commit is one, and nothing else.
fn is_commit(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
