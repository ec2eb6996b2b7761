//! What becomes of the files of clients.

use crate::{Home, client, removal, request};
use indexer_clients::{CLIENTS, Held, Part, Request, Scope};
use std::fs;

/// A file of each format that others have used.
fn used(id: &str) -> &'static str {
    match id {
        "codex" => "# mine\nmodel = \"m\"\n\n[mcp_servers.other]\ncommand = \"x\"\n",
        _ => "{\n    // mine\n    \"theme\": \"dark\",\n    \"other\": { \"a\": [1, 2] }, // last\n}\n",
    }
}

#[test]
fn every_client_in_both_scopes_comes_and_goes_without_a_trace() {
    for there in [false, true] {
        for scope in [Scope::Project, Scope::Global] {
            let home = Home::new();
            if there {
                for client in
                    CLIENTS.iter().filter(|client| scope == Scope::Global || !client.project.is_empty())
                {
                    home.write(&home.file(client, scope), used(client.id));
                }
            }
            let before = home.everything();
            let ids: Vec<&str> = CLIENTS.iter().map(|client| client.id).collect();
            let ids = if there { &ids[..0] } else { &ids[..] };
            let wanted = Request { scope, instructions: true, skill: true, hooks: true, ..request(ids) };
            let planned = home.plan(&wanted);
            assert_eq!(home.everything(), before, "a plan changes nothing");
            assert!(planned.steps.iter().all(|step| step.diff().contains("\n+")));
            home.run(&wanted);
            for client in CLIENTS.iter().filter(|client| scope == Scope::Global || !client.project.is_empty())
            {
                let text = fs::read_to_string(home.file(client, scope)).unwrap();
                let command = if scope == Scope::Global { "/opt/bin/indexer" } else { "indexer" };
                assert!(text.contains(&format!("\"{command}\"")), "{}: {text}", client.id);
                assert!(!there || text.contains("mine") && text.contains("other"), "{text}");
            }
            let once = home.everything();
            assert!(home.run(&wanted).iter().all(|word| *word == "unchanged"));
            assert_eq!(home.everything(), once, "twice is once");
            assert!(home.run(&removal(&wanted)).iter().all(|word| *word == "removed"));
            // Folders of the user's own are left where they are.
            let kept = |path: &std::path::PathBuf, bytes: &mut Option<Vec<u8>>| {
                bytes.is_some() || path.starts_with(&home.places.root)
            };
            let (mut before, mut after) = (before, home.everything());
            before.retain(kept);
            after.retain(kept);
            assert_eq!(after, before, "{scope:?}, files were there: {there}");
            home.run(&removal(&wanted));
        }
    }
}

#[test]
fn without_names_the_clients_that_are_found_are_meant() {
    let home = Home::new();
    assert!(home.plan(&request(&[])).steps.is_empty());
    fs::create_dir_all(home.places.home.join(".cursor")).unwrap();
    fs::create_dir_all(home.places.home.join(".codeium/windsurf")).unwrap();
    home.write(&home.places.root.join("opencode.jsonc"), "{}");
    let plan = home.plan(&request(&[]));
    let ids =
        |clients: Vec<&'static indexer_clients::Client>| clients.iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids(plan.steps.iter().map(|step| step.client).collect()), ["cursor", "opencode"]);
    assert_eq!(ids(plan.skipped), ["windsurf"]);
    assert!(plan.steps[1].file().ends_with("opencode.jsonc"));
    let plan = home.plan(&Request { scope: Scope::Global, ..request(&[]) });
    assert_eq!(ids(plan.steps.iter().map(|step| step.client).collect()), ["cursor", "windsurf"]);
    // Who names it means the only file that it has.
    let plan = home.plan(&request(&["windsurf"]));
    assert!(plan.steps[0].file().starts_with(&home.places.home));
}

#[test]
fn an_entry_that_is_not_ours_stays_until_force_and_comes_back() {
    for theirs in [
        "{\"mcpServers\": {\"indexer\": {\"command\": \"npx\", \"args\": [\"other\"]}}}",
        "{\"mcpServers\": {\"indexer\": {\"command\": \"indexer\", \"args\": [\"serve\", \"--tools\", \"all\"]}}}",
    ] {
        let home = Home::new();
        let file = home.places.root.join(".mcp.json");
        home.write(&file, theirs);
        let wanted = request(&["claude"]);
        assert_eq!(home.run(&wanted), ["left"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), theirs);
        let forced = Request { force: true, ..wanted };
        assert_eq!(home.run(&forced), ["updated"]);
        assert_ne!(fs::read_to_string(&file).unwrap(), theirs);
        assert_eq!(home.run(&removal(&forced)), ["removed"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), theirs);
    }
}

#[test]
fn what_was_added_since_stays_when_ours_goes() {
    let home = Home::new();
    let file = home.places.root.join(".mcp.json");
    let wanted = request(&["claude"]);
    home.run(&wanted);
    let text = fs::read_to_string(&file).unwrap();
    let more = text.replace("\"mcpServers\": {", "\"mcpServers\": {\n    \"other\": { \"command\": \"x\" },");
    home.write(&file, &more);
    assert_eq!(home.run(&removal(&wanted)), ["removed"]);
    let rest = fs::read_to_string(&file).unwrap();
    assert_eq!(rest, "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n");
    // An entry that somebody gave more arguments is ours all the same.
    home.run(&wanted);
    let text = fs::read_to_string(&file).unwrap();
    home.write(&file, &text.replace("[\"serve\"]", "[\"serve\", \"--read-only\"]"));
    assert_eq!(home.run(&removal(&wanted)), ["removed"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), rest);
}

#[test]
fn a_file_that_is_not_understood_keeps_everything_from_being_written() {
    let home = Home::new();
    for (id, bad) in [("claude", "{ \"mcpServers\": "), ("codex", "[a\n"), ("gemini", "\"text\"")] {
        home.write(&home.file(client(id), Scope::Project), bad);
    }
    home.write(&home.file(client("zed"), Scope::Project), "{}");
    let before = home.everything();
    let said = home.refused(&request(&["claude", "codex", "gemini", "zed"]));
    assert_eq!(home.everything(), before);
    for part in
        [".mcp.json: is no JSON", "config.toml: is no TOML", "settings.json: the file holds no object"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(said.lines().count(), 3, "{said}");
    fs::write(home.places.root.join(".mcp.json"), [0xff]).unwrap();
    assert!(home.refused(&request(&["claude"])).contains("not UTF-8"));
    fs::remove_file(home.places.root.join(".mcp.json")).unwrap();
    fs::create_dir(home.places.root.join(".mcp.json")).unwrap();
    assert!(home.refused(&request(&["claude"])).contains("not a file"));
}

#[test]
fn what_another_program_writes_meanwhile_is_not_lost() {
    let home = Home::new();
    let file = home.places.root.join(".mcp.json");
    home.write(&file, "{}");
    let plan = home.plan(&request(&["claude"]));
    home.write(&file, "{\"a\": 1}");
    assert!(crate::said(&plan.apply()).contains("meanwhile"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\"a\": 1}");
}

#[test]
fn instructions_are_written_once_for_all_who_read_them() {
    let home = Home::new();
    home.write(&home.places.root.join("AGENTS.md"), "# Ours\n");
    home.write(&home.places.root.join("CLAUDE.md"), "@AGENTS.md\n");
    let wanted = Request { instructions: true, ..request(&["claude", "codex", "zed"]) };
    let before = home.everything();
    home.run(&wanted);
    assert_eq!(fs::read_to_string(home.places.root.join("CLAUDE.md")).unwrap(), "@AGENTS.md\n");
    let text = fs::read_to_string(home.places.root.join("AGENTS.md")).unwrap();
    assert_eq!(text.matches("indexer: begin").count(), 1);
    home.run(&removal(&wanted));
    assert_eq!(home.everything(), before);
}

#[test]
fn a_skill_is_updated_in_place_and_one_that_was_edited_stays() {
    let home = Home::new();
    let file = home.places.root.join(".claude/skills/indexer/SKILL.md");
    let wanted = Request { skill: true, ..request(&["claude"]) };
    home.run(&wanted);
    let text = fs::read_to_string(&file).unwrap();
    home.write(&file, &text.replace('\n', "\r\n"));
    assert_eq!(Part::Skill.held(Some(&text.replace('\n', "\r\n"))).unwrap(), Held::Older);
    assert_eq!(home.run(&wanted), ["unchanged", "updated"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let backup = file.with_file_name("SKILL.md.before-indexer");
    assert_eq!(fs::read_to_string(&backup).unwrap(), text.replace('\n', "\r\n"));
    home.write(&file, &text.replace("Questions", "My questions"));
    assert_eq!(home.run(&wanted), ["unchanged", "left"]);
    assert_eq!(home.run(&removal(&wanted)), ["removed", "left"]);
    home.write(&file, &text);
    home.run(&removal(&wanted));
    assert!(home.everything().keys().all(|path| !path.starts_with(home.places.root.join(".claude"))));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_link_stays_a_link_and_one_out_of_the_project_is_not_followed() {
        let home = Home::new();
        let real = home.places.home.join("dotfiles/claude.json");
        home.write(&real, "{}\n");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        let link = home.places.home.join(".claude.json");
        symlink(&real, &link).unwrap();
        let wanted = Request { scope: Scope::Global, ..request(&["claude"]) };
        home.run(&wanted);
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert!(fs::read_to_string(&real).unwrap().contains("/opt/bin/indexer"));
        assert_eq!(real.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        home.run(&removal(&wanted));
        assert_eq!(fs::read_to_string(&real).unwrap(), "{}\n");

        symlink(&real, home.places.root.join(".mcp.json")).unwrap();
        assert!(home.refused(&request(&["claude"])).contains("leads out of the project"));
        symlink(&home.places.home, home.places.root.join(".cursor")).unwrap();
        assert!(home.refused(&request(&["cursor"])).contains("leads out of the project"));
        symlink("nowhere", home.places.root.join(".vscode")).unwrap();
        home.refused(&request(&["vscode"]));
    }

    #[test]
    fn a_folder_that_is_read_only_is_an_error_that_says_so() {
        let home = Home::new();
        let file = home.file(client("cursor"), Scope::Project);
        home.write(&file, "{}\n");
        let folder = file.parent().unwrap();
        fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
        // Nothing is read-only for a superuser.
        let writable = fs::write(folder.join("probe"), "").is_ok();
        let refused = home.plan(&request(&["cursor"])).apply();
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        if writable {
            assert!(refused.is_empty(), "{refused:?}");
        } else {
            assert!(crate::said(&refused).contains("read-only"), "{refused:?}");
            assert_eq!(fs::read_to_string(&file).unwrap(), "{}\n");
            assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
        }
    }
}
