//! One question to the API.

use crate::place::Place;
use crate::token::Token;
use crate::{GithubError, PullRequest, read};
use octocrab::Octocrab;
use std::error::Error;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// A repository that was renamed is named by its number after one step.
const MOST_STEPS: usize = 3;

/// Asks for a pull request. Blocks the thread.
pub(crate) fn pull_request(
    number: u64,
    place: &Place,
    token: Option<Token>,
) -> Result<PullRequest, GithubError> {
    let failed =
        |reason: &dyn Error| GithubError::Connection { host: place.host.clone(), reason: innermost(reason) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| failed(&error))?.block_on(async {
        let had_token = token.is_some();
        let mut builder = Octocrab::builder()
            .base_uri(place.api.as_str())
            .map_err(|error| failed(&error))?
            .set_connect_timeout(Some(PATIENCE))
            .set_read_timeout(Some(PATIENCE));
        if let Some(Token(token)) = token {
            builder = builder.personal_token(token);
        }
        let client = builder.build().map_err(|error| failed(&error))?;
        let mut route = format!("{}/repos/{}/pulls/{number}", place.api, place.repository);
        for _ in 0..MOST_STEPS {
            let answer = client._get(route.as_str()).await.map_err(|error| failed(&error))?;
            let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok());
            let status = answer.status().as_u16();
            match status {
                200 => {
                    let body = client.body_to_string(answer).await.map_err(|error| failed(&error))?;
                    let json = serde_json::from_str(&body).map_err(|_| GithubError::Unreadable)?;
                    return read(&json).ok_or(GithubError::Unreadable);
                }
                // A token follows no redirection to another server.
                301 | 302 | 307 | 308 => {
                    let to = header("location").filter(|to| to.starts_with(&format!("{}/", place.api)));
                    route = to.ok_or(GithubError::Answer { status })?.to_owned();
                }
                401 => return Err(GithubError::Unauthorized { status }),
                403 | 429
                    if status == 429
                        || header("x-ratelimit-remaining") == Some("0")
                        || header("retry-after").is_some() =>
                {
                    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
                    let number = |name: &str| header(name).and_then(|value| value.parse::<u64>().ok());
                    let reset = number("x-ratelimit-reset").map(|at| at.saturating_sub(now));
                    return Err(GithubError::RateLimit { resets_in: number("retry-after").or(reset) });
                }
                403 => return Err(GithubError::Forbidden { repository: place.repository.clone() }),
                404 => {
                    let repository = place.repository.clone();
                    return Err(GithubError::NotFound { repository, number, had_token });
                }
                _ => return Err(GithubError::Answer { status }),
            }
        }
        Err(GithubError::Answer { status: 301 })
    })
}

/// What is behind an error: octocrab's own words say only which part failed.
fn innermost(error: &dyn Error) -> String {
    let mut at = error;
    while let Some(source) = at.source() {
        at = source;
    }
    at.to_string()
}
