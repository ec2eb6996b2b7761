//! `list_workspace_members`: the packages, modules and projects of the root.

use crate::protocol::prelude::*;
use crate::protocol::scope::{members, shown};
use indexer_engine::{Member, member_of};
use std::collections::BTreeMap;

/// Packages, modules and projects of the root with type, path and files; one row for a single project.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListWorkspaceMembers {}

/// The members of the workspace.
#[derive(Debug, Serialize)]
pub struct Members {
    /// The build systems, each once.
    pub workspace_type: String,
    /// The members, by path.
    pub members: Page<MemberRow>,
}

/// One member.
#[derive(Clone, Debug, Serialize)]
pub struct MemberRow {
    /// `cargo`, `npm`, `go` and others; `none` without a manifest.
    #[serde(rename = "type")]
    pub system: String,
    /// What it is called in its manifest.
    pub name: String,
    /// Its folder, relative to the root.
    pub path: String,
    /// Its manifest, relative to the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifest: Option<String>,
    /// Indexed files that belong to it and to no member inside it.
    pub files: usize,
}

impl Row for MemberRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.record("member")
            .text("type", &self.system)
            .text("name", &self.name)
            .text("path", &self.path)
            .some("manifest", self.manifest.as_deref())
            .field("files", self.files);
    }
}

impl Answer for Members {
    page!(members: MemberRow);

    fn head(&self, out: &mut Records) {
        out.record("workspace").text("type", &self.workspace_type);
    }
}

impl Question for ListWorkspaceMembers {
    type Answer = Members;
    const NAME: &'static str = "list_workspace_members";
    const CLI: &'static str = "list-workspace-members";
    const ALIASES: &'static [&'static str] = &["members"];
    const TITLE: &'static str = "List workspace members";
    const SHOWN: &'static [&'static str] = &[];

    fn run(context: &Context<'_>, asked: &Asked<ListWorkspaceMembers>) -> Result<Members, Problem> {
        let all = members(context);
        let mut files: BTreeMap<&str, usize> = BTreeMap::new();
        for file in context.view().files() {
            context.still_wanted()?;
            if let Some(member) = member_of(&all, file.path()) {
                *files.entry(&member.path).or_default() += 1;
            }
        }
        let covered = |member: &&Member| {
            // A member is covered by its folder, not by what a member inside it is.
            asked.scope.prefix().is_empty()
                || indexer_core::path::is_under(&member.path, asked.scope.prefix())
        };
        let wanted: Vec<&Member> = all.iter().filter(covered).collect();
        let mut systems: Vec<&str> = Vec::new();
        for member in &wanted {
            if !systems.contains(&system(member)) {
                systems.push(system(member));
            }
        }
        let row = |member: &&Member| MemberRow {
            system: system(member).to_owned(),
            name: member.name.clone(),
            path: shown(member).to_owned(),
            manifest: (!member.manifest.is_empty()).then(|| member.manifest.clone()),
            files: files.get(member.path.as_str()).copied().unwrap_or(0),
        };
        let workspace_type = systems.join(",");
        let members = Page::of(&wanted, asked.offset, asked.common.rows(200, 1000), row);
        Ok(Members { workspace_type, members })
    }
}

fn system(member: &Member) -> &str {
    // A folder without a manifest has no build system.
    if member.system.is_empty() { "none" } else { &member.system }
}

#[cfg(test)]
mod tests {
    use crate::ALL;
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;
    use serde_json::{Value, json};

    const FILES: &[(&str, &str)] = &[
        ("Cargo.toml", "[package]\nname = \"top\"\n[workspace]\nmembers = [\"crates/*\"]\n"),
        ("src/lib.rs", "pub fn shared() {}\nfn of_top() { shared() }\n"),
        ("crates/core/Cargo.toml", "[package]\nname = \"core\"\n"),
        ("crates/core/src/lib.rs", "pub fn shared() {}\nfn of_core() { shared() }\n"),
        ("web/package.json", "{\"name\": \"web\"}"),
        ("web/tool.py", "def shared(): pass\n"),
    ];

    #[test]
    fn members_are_listed_with_type_manifest_and_files() {
        let lines = Fixture::new(FILES).text("list_workspace_members", "{}");
        assert_eq!(lines[1].get("type"), Some("cargo,npm"));
        assert_eq!(values(&lines, "member", "name"), ["top", "core", "web"]);
        assert_eq!(values(&lines, "member", "path"), [".", "crates/core", "web"]);
        assert_eq!(values(&lines, "member", "files"), ["2", "2", "2"]);
        assert_eq!(values(&lines, "member", "manifest")[2], "web/package.json");
        let json = Fixture::new(FILES).json("list_workspace_members", "{}");
        assert_eq!(
            (&json["workspace_type"], &json["members"][1]["type"]),
            (&json!("cargo,npm"), &json!("cargo"))
        );
    }

    #[test]
    fn a_folder_without_a_workspace_is_one_member() {
        let lines = Fixture::new(&[("a.py", "")]).text("list_workspace_members", "{}");
        assert_eq!((lines[0].get("total"), lines[2].get("name")), (Some("1"), Some("memory")));
        assert_eq!((lines[2].get("type"), lines[2].get("path")), (Some("none"), Some(".")));
    }

    /// The arguments without which a tool answers nothing, as far as their names say what they are.
    fn required(tool: &crate::Tool) -> Value {
        let mut arguments = json!({"format": "json"});
        let schema = tool.full_schema();
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let value = match schema["properties"][name]["type"].as_str() {
                Some("array") => json!(["shared"]),
                Some("integer") => json!(1),
                _ => json!("shared"),
            };
            arguments[name] = value;
        }
        arguments
    }

    /// Every tool, asked about one member, names no file of another. A tool that needs more than
    /// this test can guess answers with a problem, which names none either.
    #[test]
    fn every_tool_stays_in_the_member_that_is_asked_about() {
        let fixture = Fixture::new(FILES);
        let mut answered = 0;
        for tool in ALL.iter().filter(|tool| tool.name != "list_workspace_members" && !tool.writes) {
            for (member, own, others) in [
                ("core", "crates/core/", ["\"src/lib.rs", "\"web/"]),
                ("top", "\"src/lib.rs", ["crates/core/", "\"web/"]),
                ("web", "\"web/", ["crates/core/", "\"src/lib.rs"]),
            ] {
                let mut arguments = required(tool);
                arguments["member"] = member.into();
                let Some(mut json) = fixture.asked(tool.name, arguments) else { continue };
                // The symbol whose uses are asked for may stand anywhere.
                if tool.name == "find_references" {
                    json["symbols"].take();
                }
                let text = json.to_string();
                answered += usize::from(text.contains(own));
                for other in others {
                    assert!(!text.contains(other), "{} {member}: {text}", tool.name);
                }
            }
        }
        assert!(answered > 6, "{answered}");
    }

    #[test]
    fn members_are_found_by_name_and_path_and_unknown_ones_get_candidates() {
        let fixture = Fixture::new(FILES);
        let total = |member: &str| {
            let arguments = json!({"name": "shared", "match": "exact", "member": member}).to_string();
            fixture.text("lookup_symbol", &arguments)[0].get("total").unwrap().to_owned()
        };
        assert_eq!(
            (total("core"), total("crates/core/"), total("."), total("core,web")),
            ("1".into(), "1".into(), "1".into(), "2".into())
        );
        let problem = fixture.problem("lookup_symbol", r#"{"name": "x", "member": "cores"}"#);
        assert_eq!((problem.code, problem.parameter.as_deref()), (Code::NotFound, Some("member")));
        assert_eq!(problem.suggestions[0], "core");
    }
}
