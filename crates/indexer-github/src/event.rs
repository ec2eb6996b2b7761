//! The event that a workflow was started for.

use crate::{Environment, PullRequest, read};
use serde_json::Value;
use std::fs;

/// The pull request `number` of `repository`, where the event of the workflow is about it.
pub(crate) fn pull_request(
    number: u64,
    repository: &str,
    environment: &Environment<'_>,
) -> Option<PullRequest> {
    let text = fs::read_to_string(environment("GITHUB_EVENT_PATH")?).ok()?;
    let event: Value = serde_json::from_str(&text).ok()?;
    let found = read(&event["pull_request"])?;
    let is_same = found.number == number
        && event["repository"]["full_name"].as_str().is_none_or(|name| name.eq_ignore_ascii_case(repository));
    is_same.then_some(found)
}
