//! Settings by file, variable and flag.

use crate::{Repository, repository};

/// The repository with a user's file.
fn with_user(text: &str) -> Repository {
    let repository = repository();
    let folder = match std::env::consts::OS {
        "macos" => "Library/Application Support/indexer",
        _ => "indexer",
    };
    let folder = repository.folder.path().join("home").join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), text).unwrap();
    repository
}

fn files(repository: &Repository, arguments: &[&str]) -> String {
    let text = repository.ok(&[&["status"], arguments].concat());
    let size = text.lines().find(|line| line.starts_with("size ")).unwrap();
    size.split(' ').find(|field| field.starts_with("files=")).unwrap().to_owned()
}

#[test]
fn the_users_file_holds_for_every_command_and_flags_decide_over_it() {
    let repository = with_user("max_depth = 1\n");
    assert_eq!(files(&repository, &[]), "files=1");
    assert_eq!(files(&repository, &["--max-depth", "2"]), "files=3");
    let shown = repository.ok(&["config"]);
    assert!(shown.contains("setting key=max_depth value=1 from=user place="), "{shown}");
    let output = repository.command(&["status"]).env("INDEXER_MAX_DEPTH", "2").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains(" files=3 "));
}

#[test]
fn a_broken_users_file_is_an_error_that_names_file_line_and_key() {
    let repository = with_user("# mine\nexlude = [\"a\"]\nmax_depth = true\n");
    for command in [&["status"][..], &["index"], &["serve"], &["config"]] {
        let output = repository.run(command);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(output.stdout.is_empty());
        assert!(errors.contains("config.toml:2: unknown key \"exlude\"; near is exclude"), "{errors}");
        assert!(
            errors.contains("config.toml:3: max_depth must be a whole number of levels from 1 to 10000"),
            "{errors}"
        );
    }
    assert_eq!(repository.run(&["status", "--config", "/no/such/file"]).status.code(), Some(2));
    let other = repository.folder.path().join("other.file");
    std::fs::write(&other, "max_depth = 1").unwrap();
    assert_eq!(files(&repository, &["--config", other.to_str().unwrap()]), "files=1");
}

#[test]
fn a_wrong_flag_or_variable_says_what_is_allowed() {
    let repository = repository();
    let output = repository.run(&["status", "--max-file-size", "0"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("--max-file-size must be a whole number of KB from 1 to 1048576, not 0"),
        "{errors}"
    );
    let output = repository.command(&["status"]).env("INDEXER_NO_GITIGNORE", "perhaps").output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("INDEXER_NO_GITIGNORE must be true or false"), "{errors}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_projects_file_restricts_and_is_never_an_error() {
    let repository = repository();
    repository
        .write(".indexer/config.toml", "exclude = [\"pkg/**\"]\ncache_dir = \"here\"\nno_gitignore = true\n");
    let output = repository.run(&["status"]);
    let (answer, errors) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && answer.contains(" files=1 lines"), "{answer}");
    assert!(errors.contains("config.toml:2: cache_dir: a project may not set this"), "{errors}");
    assert_eq!(answer.matches("unsafe_configuration what=").count(), 2, "{answer}");
    assert!(!repository.root().join(".indexer/here").exists());
    assert!(repository.run(&["status", "--quiet"]).stderr.is_empty());
    repository.write(".indexer/config.toml", "no = [toml");
    assert!(repository.run(&["status"]).status.success());
}

#[test]
fn lists_are_repeated_or_separated_by_commas() {
    let repository = repository();
    assert_eq!(files(&repository, &["--exclude", "main.py,pkg/a.py"]), "files=1");
    assert_eq!(files(&repository, &["--exclude", "main.py", "--exclude", "pkg/{a,b}.py"]), "files=1");
}
