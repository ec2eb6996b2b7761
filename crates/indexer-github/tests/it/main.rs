//! Pull requests of a server that speaks GitHub's API.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use indexer_github::{GithubError, Place, PullRequest, pull_request};
use serde_json::{Value, json};
use wiremock::matchers::{header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const TOKEN: &str = "token-that-nobody-may-see";

fn answer(head: &str, repository: Option<&str>) -> Value {
    let end = |name: &str, digit: &str, repository: Option<&str>| {
        let repo = repository.map_or(Value::Null, |name| json!({"full_name": name}));
        json!({"ref": name, "sha": digit.repeat(40), "repo": repo})
    };
    json!({
        "number": 42, "title": "Add caching layer",
        "base": end("main", "a", Some("o/n")), "head": end(head, "b", repository),
    })
}

/// Asks a server with one answer for the pull request 42 of o/n, below `prefix`.
fn ask(prefix: &str, token: Option<&str>, mocks: Vec<Mock>) -> Result<PullRequest, GithubError> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(async {
        let server = MockServer::start().await;
        for mock in mocks {
            mock.mount(&server).await;
        }
        server
    });
    let api = format!("{}{prefix}", server.uri());
    let environment = |name: &str| match name {
        "GITHUB_API_URL" => Some(api.clone()),
        "GITHUB_TOKEN" => token.map(str::to_owned),
        _ => None,
    };
    let place = Place::find(Some("o/n"), &[], &environment).unwrap();
    let found = pull_request(42, &place, &environment);
    if let Err(error) = &found {
        assert!(!format!("{error} {error:?} {}", error.remedy()).contains(TOKEN));
    }
    drop(server);
    found
}

fn on(route: &str, response: ResponseTemplate) -> Mock {
    Mock::given(method("GET")).and(path(route)).respond_with(response)
}

fn refused(status: u16) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({"message": "no"}))
}

#[test]
fn base_and_head_come_from_the_api_with_the_token() {
    let with_token = Mock::given(method("GET"))
        .and(path("/repos/o/n/pulls/42"))
        .and(header("authorization", format!("Bearer {TOKEN}").as_str()))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer("feat/cache", Some("o/n"))));
    let found = ask("", Some(TOKEN), vec![with_token]).unwrap();
    assert_eq!((found.number, found.title.as_str()), (42, "Add caching layer"));
    assert_eq!((found.base.name.as_str(), found.head.name.as_str()), ("main", "feat/cache"));
    assert_eq!((found.base.commit, found.head.commit.clone()), ("a".repeat(40), "b".repeat(40)));
}

#[test]
fn an_enterprise_server_has_its_api_below_a_path() {
    let response = ResponseTemplate::new(200).set_body_json(answer("x", Some("o/n")));
    let found = ask("/api/v3", Some(TOKEN), vec![on("/api/v3/repos/o/n/pulls/42", response)]).unwrap();
    assert!(!found.is_of_fork());
}

#[test]
fn forks_are_told_also_where_they_are_gone() {
    for repository in [Some("other/n"), None] {
        let response = ResponseTemplate::new(200).set_body_json(answer("x", repository));
        let found = ask("", None, vec![on("/repos/o/n/pulls/42", response)]).unwrap();
        assert!(found.is_of_fork(), "{repository:?}");
    }
}

#[test]
fn what_is_refused_is_explained() {
    let route = "/repos/o/n/pulls/42";
    let asked = |response| ask("", Some(TOKEN), vec![on(route, response)]).unwrap_err();
    assert_eq!(asked(refused(401)), GithubError::Unauthorized { status: 401 });
    let limited =
        asked(refused(403).insert_header("x-ratelimit-remaining", "0").insert_header("retry-after", "90"));
    assert_eq!(limited, GithubError::RateLimit { resets_in: Some(90) });
    assert!(limited.to_string().ends_with("it is back in 2 minutes"), "{limited}");
    assert_eq!(asked(refused(429)), GithubError::RateLimit { resets_in: None });
    assert_eq!(asked(refused(403)), GithubError::Forbidden { repository: "o/n".into() });
    let missing = asked(refused(404));
    assert!(missing.to_string().contains("o/n has no pull request 42"), "{missing}");
    assert!(missing.remedy().contains("GITHUB_TOKEN"));
    assert_eq!(
        asked(ResponseTemplate::new(200).set_body_json(json!({"number": 42}))),
        GithubError::Unreadable
    );
    let mut injected = answer("x", Some("o/n"));
    injected["head"]["sha"] = "--upload-pack=x".into();
    assert_eq!(asked(ResponseTemplate::new(200).set_body_json(injected)), GithubError::Unreadable);
}

#[test]
fn a_repository_that_was_renamed_is_found_and_another_server_is_not_asked() {
    let moved = |to: &str| ResponseTemplate::new(301).insert_header("location", to);
    let error = ask("", Some(TOKEN), vec![on("/repos/o/n/pulls/42", moved("http://127.0.0.2:1/steal"))]);
    assert_eq!(error.unwrap_err(), GithubError::Answer { status: 301 });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(MockServer::start());
    let to = format!("{}/repositories/7/pulls/42", server.uri());
    runtime.block_on(async {
        on("/repos/o/n/pulls/42", moved(&to)).mount(&server).await;
        let response = ResponseTemplate::new(200).set_body_json(answer("x", Some("o/new")));
        on("/repositories/7/pulls/42", response).mount(&server).await;
    });
    let environment = |name: &str| (name == "GITHUB_API_URL").then(|| server.uri());
    let place = Place::find(Some("o/n"), &[], &environment).unwrap();
    assert_eq!(pull_request(42, &place, &environment).unwrap().head.name, "x");
}

#[test]
fn a_server_that_is_not_there_is_an_error_that_names_it() {
    let environment = |name: &str| (name == "GITHUB_API_URL").then(|| "http://127.0.0.1:1".to_owned());
    let place = Place::find(Some("o/n"), &[], &environment).unwrap();
    let error = pull_request(42, &place, &environment).unwrap_err();
    assert!(matches!(&error, GithubError::Connection { host, .. } if host == "127.0.0.1:1"), "{error:?}");
}

#[test]
fn in_a_workflow_the_event_suffices() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("event.json");
    let event = json!({"pull_request": answer("x", Some("o/n")), "repository": {"full_name": "O/n"}});
    std::fs::write(&file, event.to_string()).unwrap();
    let environment = |name: &str| match name {
        "GITHUB_EVENT_PATH" => Some(file.to_str().unwrap().to_owned()),
        "GITHUB_REPOSITORY" => Some("o/n".to_owned()),
        // Nothing listens there.
        "GITHUB_API_URL" => Some("http://127.0.0.1:1".to_owned()),
        _ => None,
    };
    let place = Place::find(None, &[], &environment).unwrap();
    assert_eq!(pull_request(42, &place, &environment).unwrap().title, "Add caching layer");
    // The event is about another one.
    assert!(matches!(pull_request(43, &place, &environment), Err(GithubError::Connection { .. })));
}
