//! Which source decides.

use super::table::*;
use super::*;
use std::ffi::OsString;

fn check(user: &str, project: &str, expected: &[(&Setting, &str)], refused: &[&str]) {
    let settings = Configuration::of_user(user).with_project(Some(project));
    for (setting, value) in expected {
        let found = settings.value(setting).map_or_else(String::new, |value| value.to_string());
        assert_eq!(found, *value, "{}: {user} {project}", setting.key);
    }
    assert_eq!(settings.refused().len(), refused.len(), "{:?}", settings.refused());
    for (found, part) in settings.refused().iter().zip(refused) {
        assert!(found.contains(part) && found.contains("config.toml:"), "{found}");
    }
}

#[test]
fn a_project_restricts_and_what_widens_is_reported() {
    check("", "max_file_size = 100", &[(&MAX_FILE_SIZE, "100")], &[]);
    check("max_file_size = 200", "max_file_size = 100", &[(&MAX_FILE_SIZE, "100")], &[]);
    check("max_file_size = 50", "max_file_size = 100", &[(&MAX_FILE_SIZE, "50")], &["widen what holds (50)"]);
    check("exclude = [\"a\"]", "exclude = [\"b\", \"[\"]", &[(&EXCLUDE, "a,b")], &["holds the glob \"[\""]);
    check("", "no_gitignore = true", &[(&NO_GITIGNORE, "false")], &["widen"]);
    check("no_gitignore = true", "no_gitignore = false", &[(&NO_GITIGNORE, "false")], &[]);
    check("", "cache_dir = \"/x\"", &[(&CACHE_DIR, "")], &["a project may not set this"]);
    check("", "enabled = false\nread_only = true", &[(&ENABLED, "false"), (&READ_ONLY, "true")], &[]);
    check("read_only = true", "read_only = false", &[(&READ_ONLY, "true")], &["widen"]);
    check("", "colour = 1", &[], &["unknown key \"colour\""]);
    check("", "x = ", &[], &["not TOML"]);
}

/// Anything that a project writes leaves the settings as narrow as they were or narrower.
#[test]
fn no_project_widens() {
    let users =
        ["", "max_depth = 5\nmax_file_size = 9\nno_gitignore = true\ntools = [\"status\"]\nenabled = false"];
    let values = [
        "0",
        "1",
        "7",
        "99999",
        "true",
        "false",
        "\"all\"",
        "\"/\"",
        "[]",
        "[\"status\", \"read\"]",
        "[\"**\"]",
    ];
    for user in users {
        let said = Configuration::of_user(user);
        let before = said.with_project(None);
        for setting in SETTINGS {
            for value in values {
                let after = said.with_project(Some(&format!("{} = {value}", setting.key)));
                let smaller = |of: &Setting| match (before.number(of), after.number(of)) {
                    (Some(before), after) => after.is_some_and(|after| after <= before),
                    (None, _) => true,
                };
                assert!(smaller(&MAX_DEPTH) && smaller(&MAX_FILE_SIZE), "{} = {value}", setting.key);
                for switch in [&ENABLED, &NO_GITIGNORE] {
                    assert!(before.is_on(switch) || !after.is_on(switch), "{} = {value}", setting.key);
                }
                assert!(!before.is_on(&READ_ONLY) || after.is_on(&READ_ONLY));
                for path in [&CACHE_DIR, &ROOT, &CONFIG] {
                    assert_eq!(before.path(path), after.path(path), "{} = {value}", setting.key);
                }
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
fn later_sources_decide_and_lists_that_add_add() {
    let mut said = Configuration::of_user("max_depth = 9\nexclude = [\"user\"]");
    let (mut wrong, here) = (Vec::new(), PathBuf::from("/here"));
    let mut set = |layer: &mut Layer, setting: &'static Setting, texts: &[&str]| {
        let texts: Vec<OsString> = texts.iter().map(OsString::from).collect();
        take(layer, setting, "place".into(), &texts, &here, &mut wrong);
    };
    set(&mut said.environment, &MAX_DEPTH, &["7"]);
    set(&mut said.environment, &EXCLUDE, &["variable"]);
    set(&mut said.flags, &EXCLUDE, &["flag,more", "again"]);
    set(&mut said.flags, &ROOT, &["sub"]);
    let settings = said.with_project(Some("max_depth = 3\nexclude = [\"project\"]"));
    assert_eq!(settings.number(&MAX_DEPTH), Some(7));
    assert_eq!(settings.origin(&MAX_DEPTH), Origin::Environment);
    assert_eq!(settings.words(&EXCLUDE), ["user", "project", "variable", "flag", "more", "again"]);
    let origins: Vec<Origin> = settings.from(&EXCLUDE).iter().map(|(origin, _)| *origin).collect();
    assert_eq!(origins, [Origin::User, Origin::Project, Origin::Environment, Origin::Flag]);
    assert_eq!(said.root(), PathBuf::from("/here/sub"));
    set(&mut said.flags, &MAX_DEPTH, &["x"]);
    assert_eq!(wrong, ["place must be a whole number of levels from 1 to 10000, not \"x\""]);
}

#[test]
fn every_setting_is_shown_with_its_origin() {
    let settings = Configuration::of_user("max_depth = 9").with_project(Some("max_depth = 3\nroot = 1"));
    let lines = crate::protocol::records::parse(&settings.show(crate::Format::Text)).unwrap();
    let shown: Vec<&str> = lines.iter().filter_map(|line| line.get("key")).collect();
    assert_eq!(shown, SETTINGS.iter().map(|setting| setting.key).collect::<Vec<_>>());
    let depth = lines.iter().find(|line| line.get("key") == Some("max_depth")).unwrap();
    assert_eq!((depth.get("value"), depth.get("from")), (Some("3"), Some("project")));
    let place = depth.get("place").unwrap();
    assert!(place.starts_with("/user/config.toml:1, ") && place.ends_with("config.toml:1"), "{place}");
    assert!(lines.iter().any(|line| line.kind() == "refused"));
    let json: serde_json::Value = serde_json::from_str(&settings.show(crate::Format::Json)).unwrap();
    assert_eq!(json["settings"].as_array().unwrap().len(), SETTINGS.len());
    assert_eq!(json["refused"].as_array().unwrap().len(), 1);
}

/// `INDEXER_BLESS=1` writes the page.
#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/configuration.md");
    if std::env::var_os("INDEXER_BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, page(), "run this test with INDEXER_BLESS=1");
}
