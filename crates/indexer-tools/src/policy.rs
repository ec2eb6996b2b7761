//! Which tools a server lists and lets be called: what the settings make of the table.

use crate::compat::{Foreign, PEERS, Peer};
use crate::prompts::Prompt;
use crate::protocol::tool::Tool;
use crate::protocol::{Code, Listed, Problem};
use crate::resources::{Completes, Resource};
use crate::settings::Settings;
use crate::settings::table::{DISABLE_TOOLS, ENABLED, MEMORY, READ_ONLY, TOOLS};
use crate::tools::find;

/// Which tools there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    listing: Listing,
    disabled: Vec<String>,
    rights: Rights,
    off: Option<String>,
    warnings: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Listing {
    Core,
    All,
    /// The names of another system; ours can be called.
    Peer(&'static Peer),
    /// Nothing else is there.
    Only(Vec<String>),
}

impl Policy {
    /// What the settings allow.
    pub fn new(settings: &Settings) -> Self {
        let mut warnings = Vec::new();
        let words = settings.words(&TOOLS);
        let mut disabled = settings.words(&DISABLE_TOOLS);
        let first = words.first().map(String::as_str);
        let peer = PEERS.iter().find(|peer| Some(peer.word.as_str()) == first);
        let listing = match (first, peer) {
            (Some("core"), _) => Listing::Core,
            (Some("all"), _) => Listing::All,
            (_, Some(peer)) => Listing::Peer(peer),
            _ => {
                // What was said later, by who is nearer to this run, is what is meant now.
                if settings.origin(&DISABLE_TOOLS) <= settings.origin(&TOOLS) {
                    for name in disabled.iter().filter(|name| words.contains(name)) {
                        warnings.push(format!(
                            "{name} is in tools and in disable_tools; the list of allowed tools decides"
                        ));
                    }
                    disabled.clear();
                }
                Listing::Only(words)
            }
        };
        let off = (!settings.is_on(&ENABLED)).then(|| {
            let place = settings.from(&ENABLED).last().map_or("", |(_, place)| place.as_str());
            format!("the server is switched off by {place}")
        });
        Self { listing, disabled, rights: Rights::of(settings), off, warnings }
    }

    /// What the user should know at the start.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Why the server must not run, where it must not.
    pub fn off(&self) -> Option<&str> {
        self.off.as_deref()
    }

    /// A problem where the tool may not be called.
    pub fn check(&self, tool: &Tool) -> Result<(), Problem> {
        let refuse = |what: String| {
            Err(Problem { tool: Some(tool.name), ..Problem::new(Code::Disabled, what) }
                .hint("the user decides on this, by configuration of the server; use another tool"))
        };
        if let Some(off) = &self.off {
            return refuse(off.clone());
        }
        match &self.listing {
            Listing::Only(only) if !has(only, tool) => {
                let only = if only.is_empty() { "none".to_owned() } else { only.join(", ") };
                refuse(format!("{} is not among the allowed tools, which are {only}", tool.name))
            }
            _ if has(&self.disabled, tool) => refuse(format!("{} is switched off", tool.name)),
            _ => self.rights.permit(tool),
        }
    }

    /// True for a prompt all of whose tools may be called: others would send an agent where it may not go.
    pub fn offers_prompt(&self, prompt: &Prompt) -> bool {
        prompt.tools.iter().all(|name| self.lets(name))
    }

    /// True for a resource whose tool may be called.
    pub fn offers_resource(&self, resource: &Resource) -> bool {
        resource.tool().is_some_and(|tool| self.check(tool).is_ok())
    }

    /// True where words may be completed to what the repository holds.
    pub fn offers_completion(&self, what: Completes) -> bool {
        self.lets(what.tool())
    }

    fn lets(&self, name: &str) -> bool {
        find(name).is_some_and(|tool| self.check(tool).is_ok())
    }

    /// The names of another system that lists show in the place of ours, each with its tool.
    pub fn foreign(&self) -> Option<Vec<(&'static Foreign, &'static Tool)>> {
        let Listing::Peer(peer) = &self.listing else { return None };
        let rows = peer.tools.iter().filter_map(|row| Some((row, row.ours()?)));
        Some(rows.filter(|(_, tool)| self.check(tool).is_ok()).collect())
    }

    /// True for a tool that lists show.
    pub fn lists(&self, tool: &Tool) -> bool {
        let listed = match &self.listing {
            Listing::Core => tool.listed == Listed::Core,
            Listing::Peer(_) => false,
            Listing::All | Listing::Only(_) => true,
        };
        listed && self.check(tool).is_ok()
    }
}

/// A problem where the settings do not let a tool do what it does, whoever asks it.
pub fn permitted(settings: &Settings, tool: &Tool) -> Result<(), Problem> {
    Rights::of(settings).permit(tool)
}

/// What the user lets tools do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rights {
    /// Read and write the ledger.
    memory: bool,
    /// Write nothing but the index.
    read_only: bool,
}

impl Rights {
    fn of(settings: &Settings) -> Self {
        Self { memory: settings.is_on(&MEMORY), read_only: settings.is_on(&READ_ONLY) }
    }

    fn permit(self, tool: &Tool) -> Result<(), Problem> {
        let refuse = |what: String| Problem { tool: Some(tool.name), ..Problem::new(Code::Disabled, what) };
        if tool.memory && !self.memory {
            return Err(refuse(format!("{} needs the ledger, which is switched off", tool.name)).hint(
                "the user switches it on: --memory, INDEXER_MEMORY=true, or memory = true in the user's file of \
                 configuration",
            ));
        }
        if tool.writes && self.read_only {
            return Err(refuse(format!("{} writes, and nothing may be written but the index", tool.name))
                .hint("the user decides on this, by read_only; use another tool"));
        }
        Ok(())
    }
}

fn has(names: &[String], tool: &Tool) -> bool {
    names.iter().any(|name| name == tool.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompts::PROMPTS;
    use crate::resources::RESOURCES;
    use crate::settings::{Configuration, TOOL_NAMES};
    use crate::tools::ALL;

    fn policy(text: &str, project: Option<&str>) -> Policy {
        let path = std::path::Path::new("/user/config.toml");
        let said = Configuration::of_text(text, path, TOOL_NAMES).unwrap();
        Policy::new(&said.at_text(std::path::Path::new("/project"), project))
    }

    fn callable(policy: &Policy) -> Vec<&str> {
        ALL.iter().filter(|tool| policy.check(tool).is_ok()).map(|tool| tool.name).collect()
    }

    #[test]
    fn lists_list_and_names_confine() {
        let (core, all) = (policy("memory = true", None), policy("memory = true\ntools = \"all\"", None));
        assert_eq!(callable(&core).len(), ALL.len());
        assert!(ALL.iter().any(|tool| !core.lists(tool)) && ALL.iter().all(|tool| all.lists(tool)));
        let only = policy("tools = [\"status\", \"refs\"]", None);
        assert_eq!(callable(&only), ["find_references", "index_status"]);
        assert!(ALL.iter().all(|tool| only.lists(tool) == only.check(tool).is_ok()));
        let refused = only.check(find("read_source").unwrap()).unwrap_err();
        assert_eq!(refused.code, Code::Disabled);
        assert!(refused.message.contains("index_status, find_references"), "{}", refused.message);
        assert_eq!(callable(&policy("tools = []", None)), [""; 0]);
    }

    #[test]
    fn prompts_resources_and_completion_go_with_their_tools() {
        let offered = |policy: &Policy| {
            let prompts = PROMPTS.iter().filter(|prompt| policy.offers_prompt(prompt)).map(|one| one.name);
            let resources = RESOURCES.iter().filter(|one| policy.offers_resource(one)).map(|one| one.name);
            let words = [Completes::Symbol, Completes::Path].map(|what| policy.offers_completion(what));
            (prompts.collect::<Vec<_>>(), resources.collect::<Vec<_>>(), words)
        };
        let (prompts, resources, words) = offered(&policy("read_only = true", None));
        assert_eq!((prompts.len(), resources.len(), words), (PROMPTS.len(), RESOURCES.len(), [true, true]));
        assert_eq!(offered(&policy("tools = [\"status\"]", None)), (vec![], vec!["status"], [false, false]));
        let (prompts, resources, words) = offered(&policy("", Some("disable_tools = [\"impact\", \"map\"]")));
        assert_eq!((prompts, words), (vec!["understand"], [true, true]));
        assert_eq!(resources, ["status", "outline", "symbol", "source"]);
        let lookup = policy("disable_tools = [\"lookup\", \"tree\"]", None);
        assert_eq!(offered(&lookup).2, [false, false]);
        assert_eq!(offered(&policy("enabled = false", None)), (vec![], vec![], [false, false]));
    }

    #[test]
    fn the_names_of_a_peer_are_listed_and_ours_can_be_called() {
        for peer in PEERS.iter() {
            let listed = policy(&format!("memory = true\ntools = \"{}\"", peer.word), None);
            let rows = listed.foreign().unwrap();
            assert!(
                !rows.is_empty()
                    && rows.len() == peer.tools.iter().filter(|row| row.ours().is_some()).count()
            );
            assert_eq!(callable(&listed).len(), ALL.len());
            assert!(!ALL.iter().any(|tool| listed.lists(tool)));
        }
        let text = "tools = \"ck\"\ndisable_tools = [\"semantic_search\"]";
        let names: Vec<&str> =
            policy(text, None).foreign().unwrap().iter().map(|(row, _)| row.name.as_str()).collect();
        assert_eq!(names, ["regex_search", "hybrid_search", "index_status", "reindex", "health_check"]);
        assert_eq!(policy("", None).foreign().map(|rows| rows.len()), None);
    }

    #[test]
    fn an_allowed_tool_is_not_disabled_in_the_same_breath() {
        let both = policy("tools = [\"status\"]\ndisable_tools = [\"status\", \"refs\"]", None);
        assert_eq!(callable(&both), ["index_status"]);
        assert_eq!(both.warnings().len(), 1);
        let disabled = policy("disable_tools = [\"status\"]", None);
        assert!(!callable(&disabled).contains(&"index_status") && disabled.warnings().is_empty());
    }

    #[test]
    fn a_project_takes_away_and_never_gives() {
        let user = "tools = [\"status\", \"refs\"]";
        assert_eq!(callable(&policy(user, Some("tools = [\"refs\", \"read\"]"))), ["find_references"]);
        assert_eq!(callable(&policy(user, Some("tools = \"all\""))).len(), 2);
        assert_eq!(callable(&policy(user, Some("disable_tools = [\"refs\"]"))), ["index_status"]);
        assert_eq!(callable(&policy("", Some("enabled = false"))), [""; 0]);
        let off = policy("enabled = false", Some("enabled = true"));
        assert!(off.off().is_some_and(|off| off.ends_with(":1")), "{off:?}");
    }

    #[test]
    fn a_server_that_only_reads_refuses_what_writes() {
        let mut tool = Tool::of::<crate::tools::index::index_status::IndexStatus>();
        tool.writes = true;
        assert!(policy("", None).check(&tool).is_ok());
        assert_eq!(policy("read_only = true", None).check(&tool).unwrap_err().code, Code::Disabled);
        assert!(policy("", Some("read_only = true")).check(&tool).is_err());
        assert!(policy("read_only = true", Some("read_only = false")).check(&tool).is_err());
    }
}
