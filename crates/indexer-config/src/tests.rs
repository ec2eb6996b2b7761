//! Which source decides.

use super::table::*;
use super::*;
use crate::layer::{Layer, add};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A few tools, as the crate of the tools would pass them in.
pub(crate) const TOOLS: ToolNames = ToolNames {
    lists: || vec!["indxr", "codexlens", "codebase-index", "ck", "ix"],
    canonical: |name| match name {
        "find_references" | "refs" => Ok("find_references"),
        "index_status" | "status" => Ok("index_status"),
        _ => Err("near are find_references".to_owned()),
    },
};

fn of_user(text: &str) -> Configuration {
    Configuration::of_text(text, Path::new("/user/config.toml"), TOOLS).unwrap()
}

fn check(user: &str, project: &str, expected: &[(&Setting, &str)], refused: &[&str]) {
    let settings = of_user(user).at_text(Path::new("/project"), Some(project));
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

#[test]
fn later_sources_decide_and_lists_that_add_add() {
    let mut said = of_user("max_depth = 9\nexclude = [\"user\"]");
    let mut wrong = Vec::new();
    let mut set = |layer: &mut Layer, setting: &'static Setting, texts: &[&str]| {
        let texts: Vec<OsString> = texts.iter().map(OsString::from).collect();
        let against = ReadAgainst { folder: Path::new("/here"), tools: &TOOLS };
        add(layer, (setting, "place".into()), &texts, &against, &mut wrong);
    };
    set(&mut said.layers.environment, &MAX_DEPTH, &["7"]);
    set(&mut said.layers.environment, &EXCLUDE, &["variable"]);
    set(&mut said.layers.flags, &EXCLUDE, &["flag,more", "again"]);
    set(&mut said.layers.flags, &ROOT, &["sub"]);
    let settings = said.at_text(Path::new("/project"), Some("max_depth = 3\nexclude = [\"project\"]"));
    assert_eq!(settings.number(&MAX_DEPTH), Some(7));
    assert_eq!(settings.origin(&MAX_DEPTH), Origin::Environment);
    assert_eq!(settings.words(&EXCLUDE), ["user", "project", "variable", "flag", "more", "again"]);
    let origins: Vec<Origin> = settings.from(&EXCLUDE).iter().map(|(origin, _)| *origin).collect();
    assert_eq!(origins, [Origin::User, Origin::Project, Origin::Environment, Origin::Flag]);
    assert_eq!(said.root(), PathBuf::from("/here/sub"));
    set(&mut said.layers.flags, &MAX_DEPTH, &["x"]);
    assert_eq!(wrong, ["place must be a whole number of levels from 1 to 10000, not \"x\""]);
}

/// Where no tool is known, a default that is a list of tools is read all the same.
#[test]
fn every_default_can_be_read() {
    let settings = Settings::default();
    for setting in SETTINGS {
        assert_eq!(settings.value(setting).is_some(), !setting.default.is_empty(), "{}", setting.key);
    }
}
