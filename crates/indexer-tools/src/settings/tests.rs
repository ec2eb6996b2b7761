//! Settings with the tools there are.

use super::table::*;
use super::*;
use std::path::Path;

fn of_user(text: &str) -> Configuration {
    Configuration::of_text(text, Path::new("/user/config.toml"), TOOL_NAMES).unwrap()
}

fn at(said: &Configuration, project: Option<&str>) -> Settings {
    said.at_text(Path::new("/project"), project)
}

#[test]
fn tools_are_named_by_any_of_their_names() {
    let words = |text: &str| of_user(text).at_text(Path::new("/project"), None).words(&TOOLS);
    assert_eq!(words("tools = [\"status\", \"refs\"]"), ["index_status", "find_references"]);
    assert_eq!(words("tools = \"indxr\""), ["indxr"]);
    let wrong = |text: &str| {
        let made = Configuration::of_text(text, Path::new("/user/config.toml"), TOOL_NAMES);
        made.unwrap_err().to_string()
    };
    let all = "must be core, all, indxr, codexlens, codebase-index, ck, ix or a list of names of tools";
    assert!(wrong("tools = [1]").contains(all));
    assert!(wrong("tools = [\"find_referenses\"]").contains("which there is not; near are find_references"));
}

/// Anything that a project writes leaves the settings as narrow as they were or narrower.
#[test]
fn no_project_widens() {
    let users = [
        "",
        "max_depth = 5\nmax_file_size = 9\nno_gitignore = true\ntools = [\"status\"]\nenabled = false\ndependencies = \"off\"",
        "framework_rules = [\"own.toml\"]\ndependencies = \"link\"",
    ];
    let values = [
        "0",
        "1",
        "7",
        "99999",
        "true",
        "false",
        "\"all\"",
        "\"ask\"",
        "\"link\"",
        "\"/\"",
        "[]",
        "[\"status\", \"read\"]",
        "[\"**\"]",
    ];
    for user in users {
        let said = of_user(user);
        let before = at(&said, None);
        for setting in SETTINGS {
            for value in values {
                let after = at(&said, Some(&format!("{} = {value}", setting.key)));
                let smaller = |of: &Setting| match (before.number(of), after.number(of)) {
                    (Some(before), after) => after.is_some_and(|after| after <= before),
                    (None, _) => true,
                };
                assert!(smaller(&MAX_DEPTH) && smaller(&MAX_FILE_SIZE), "{} = {value}", setting.key);
                for switch in [&ENABLED, &NO_GITIGNORE] {
                    assert!(before.is_on(switch) || !after.is_on(switch), "{} = {value}", setting.key);
                }
                assert!(!before.is_on(&READ_ONLY) || after.is_on(&READ_ONLY));
                for path in [&CACHE_DIR, &ROOT, &CONFIG, &REMOTE_KEY_FILE] {
                    assert_eq!(before.path(path), after.path(path), "{} = {value}", setting.key);
                }
                for store in [&REMOTE, &REMOTE_WRITE] {
                    assert_eq!(before.value(store), after.value(store), "{} = {value}", setting.key);
                }
                for paths in [&DEPENDENCY_FOLDERS, &FRAMEWORK_RULES] {
                    assert_eq!(before.paths(paths), after.paths(paths), "{} = {value}", setting.key);
                }
                assert!(!before.is_word(&DEPENDENCIES, "off") || after.is_word(&DEPENDENCIES, "off"));
                assert!(before.is_word(&DEPENDENCIES, "link") || !after.is_word(&DEPENDENCIES, "link"));
                assert_eq!(before.paths(&ALLOWED_ROOTS), after.paths(&ALLOWED_ROOTS));
                let (was, is) = (crate::Policy::new(&before), crate::Policy::new(&after));
                let more = crate::ALL.iter().find(|tool| was.check(tool).is_err() && is.check(tool).is_ok());
                assert!(more.is_none(), "{} = {value}: {more:?}", setting.key);
                let kept = before.words(&EXCLUDE).iter().all(|glob| after.words(&EXCLUDE).contains(glob));
                assert!(kept);
            }
        }
    }
}

#[test]
fn every_setting_is_shown_with_its_origin() {
    let settings = at(&of_user("max_depth = 9"), Some("max_depth = 3\nroot = 1"));
    let lines = crate::protocol::records::parse(&show(&settings, crate::Format::Text)).unwrap();
    let shown: Vec<&str> = lines.iter().filter_map(|line| line.get("key")).collect();
    assert_eq!(shown, SETTINGS.iter().map(|setting| setting.key).collect::<Vec<_>>());
    let depth = lines.iter().find(|line| line.get("key") == Some("max_depth")).unwrap();
    assert_eq!((depth.get("value"), depth.get("from")), (Some("3"), Some("project")));
    let place = depth.get("place").unwrap();
    assert!(place.starts_with("/user/config.toml:1, ") && place.ends_with("config.toml:1"), "{place}");
    assert!(lines.iter().any(|line| line.kind() == "refused"));
    let json: serde_json::Value = serde_json::from_str(&show(&settings, crate::Format::Json)).unwrap();
    assert_eq!(json["settings"].as_array().unwrap().len(), SETTINGS.len());
    assert_eq!(json["refused"].as_array().unwrap().len(), 1);
}

/// `INDEXER_BLESS=1` writes the page.
#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/configuration.md");
    if std::env::var_os("INDEXER_BLESS").is_some() {
        std::fs::write(&path, page(&TOOL_NAMES)).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, page(&TOOL_NAMES), "run this test with INDEXER_BLESS=1");
}
