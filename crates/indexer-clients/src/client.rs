//! The table of clients.

use crate::place::{At, Base, Places, Scope, below};
use std::path::PathBuf;

/// One client: where it keeps its servers and how an entry looks there.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// The flag of the command line.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its files below a project's root: the first that exists is meant, else the first. Empty where
    /// it has none.
    pub project: &'static [&'static str],
    /// Its files of the user: the first that exists is meant, else the first.
    pub global: &'static [At],
    /// Where one of these is, the client is installed.
    pub signs: &'static [At],
    /// How the files are written.
    pub format: Format,
    /// The key under which servers stand.
    pub key: &'static str,
    /// How an entry looks.
    pub shape: Shape,
    /// Where it starts a server.
    pub starts: Starts,
    /// The file with words for the model: below the project's root, and the user's where it has one.
    pub instructions: Option<(&'static str, Option<At>)>,
    /// The folder of its skills and hooks, below the project's root and the user's folder.
    pub folder: Option<&'static str>,
    /// The page that says all this.
    pub source: &'static str,
}

/// How an entry looks in the files of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `command`, `args`.
    Plain,
    /// The same below `type = "stdio"`.
    Stdio,
    /// `type = "local"`, and the whole command as one list.
    Local,
    /// As [`Shape::Plain`], said to come from the user.
    Custom,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON; comments and trailing commas are kept where they are.
    Json,
    /// TOML.
    Toml,
}

/// In which folder a client starts its servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// In the project: the server finds its root from there.
    InProject,
    /// It replaces this word of the arguments by the project.
    Word(&'static str),
    /// Anywhere: the entry names the project, so it serves one.
    Anywhere,
}

/// Every client, in the order of pages and lists.
pub static CLIENTS: &[Client] = &[
    Client {
        id: "claude",
        title: "Claude Code",
        project: &[".mcp.json"],
        global: &[At(Base::Home, ".claude.json")],
        signs: &[At(Base::Home, ".claude"), At(Base::Home, ".claude.json")],
        instructions: Some(("CLAUDE.md", Some(At(Base::Home, ".claude/CLAUDE.md")))),
        folder: Some(".claude"),
        source: "https://code.claude.com/docs/en/mcp",
        ..Client::USUAL
    },
    Client {
        id: "claude-desktop",
        title: "Claude Desktop",
        global: &[At(Base::System, "Claude/claude_desktop_config.json")],
        signs: &[At(Base::System, "Claude")],
        starts: Starts::Anywhere,
        source: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
        ..Client::USUAL
    },
    Client {
        id: "cursor",
        title: "Cursor",
        project: &[".cursor/mcp.json"],
        global: &[At(Base::Home, ".cursor/mcp.json")],
        signs: &[At(Base::Home, ".cursor")],
        starts: Starts::Word("${workspaceFolder}"),
        instructions: Some(("AGENTS.md", None)),
        source: "https://cursor.com/docs/context/mcp",
        ..Client::USUAL
    },
    Client {
        id: "vscode",
        title: "VS Code",
        project: &[".vscode/mcp.json"],
        global: &[At(Base::System, "Code/User/mcp.json")],
        signs: &[At(Base::System, "Code")],
        key: "servers",
        shape: Shape::Stdio,
        starts: Starts::Word("${workspaceFolder}"),
        instructions: Some(("AGENTS.md", None)),
        source: "https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
        ..Client::USUAL
    },
    Client {
        id: "windsurf",
        title: "Windsurf",
        global: &[At(Base::Home, ".codeium/windsurf/mcp_config.json")],
        signs: &[At(Base::Home, ".codeium/windsurf")],
        starts: Starts::Anywhere,
        source: "https://docs.windsurf.com/windsurf/cascade/mcp",
        ..Client::USUAL
    },
    Client {
        id: "codex",
        title: "Codex CLI",
        project: &[".codex/config.toml"],
        global: &[At(Base::Home, ".codex/config.toml")],
        signs: &[At(Base::Home, ".codex")],
        format: Format::Toml,
        key: "mcp_servers",
        instructions: Some(("AGENTS.md", Some(At(Base::Home, ".codex/AGENTS.md")))),
        source: "https://developers.openai.com/codex/mcp",
        ..Client::USUAL
    },
    Client {
        id: "gemini",
        title: "Gemini CLI",
        project: &[".gemini/settings.json"],
        global: &[At(Base::Home, ".gemini/settings.json")],
        signs: &[At(Base::Home, ".gemini")],
        instructions: Some(("GEMINI.md", Some(At(Base::Home, ".gemini/GEMINI.md")))),
        source: "https://geminicli.com/docs/tools/mcp-server/",
        ..Client::USUAL
    },
    Client {
        id: "opencode",
        title: "OpenCode",
        project: &["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"],
        global: &[At(Base::Config, "opencode/opencode.json"), At(Base::Config, "opencode/opencode.jsonc")],
        signs: &[At(Base::Config, "opencode")],
        key: "mcp",
        shape: Shape::Local,
        instructions: Some(("AGENTS.md", Some(At(Base::Config, "opencode/AGENTS.md")))),
        source: "https://opencode.ai/docs/mcp-servers/",
        ..Client::USUAL
    },
    Client {
        id: "zed",
        title: "Zed",
        project: &[".zed/settings.json"],
        global: &[At(Base::ConfigOrSystem, "zed/settings.json")],
        signs: &[At(Base::ConfigOrSystem, "zed")],
        key: "context_servers",
        shape: Shape::Custom,
        instructions: Some(("AGENTS.md", None)),
        source: "https://zed.dev/docs/ai/mcp",
        ..Client::USUAL
    },
];

impl Client {
    /// What most of them have: an object of servers in JSON, and no file of a project.
    const USUAL: Client = Client {
        id: "",
        title: "",
        project: &[],
        global: &[],
        signs: &[],
        format: Format::Json,
        key: "mcpServers",
        shape: Shape::Plain,
        starts: Starts::InProject,
        instructions: None,
        folder: None,
        source: "",
    };

    /// Its file of a project; `None` where it has none.
    pub fn project_file(&self, places: &Places) -> Option<PathBuf> {
        let files: Vec<PathBuf> = self.project.iter().map(|path| below(&places.root, path)).collect();
        first_there(files)
    }

    /// Its file of the user.
    pub fn global_file(&self, places: &Places) -> Option<PathBuf> {
        first_there(self.global.iter().map(|at| places.at(*at)).collect())
    }

    /// True where there are signs that it is installed; where the project's files are meant, also that
    /// the project uses it.
    pub fn is_found(&self, places: &Places, scope: Scope) -> bool {
        let used = self.project_file(places).is_some_and(|path| path.symlink_metadata().is_ok());
        used && scope == Scope::Project || self.signs.iter().any(|at| places.at(*at).exists())
    }
}

/// The first that exists, else the first.
fn first_there(files: Vec<PathBuf>) -> Option<PathBuf> {
    let there = files.iter().find(|path| path.symlink_metadata().is_ok()).cloned();
    there.or_else(|| files.into_iter().next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_stands_for_one_client() {
        let ids: BTreeSet<&str> = CLIENTS.iter().map(|client| client.id).collect();
        assert_eq!(ids.len(), CLIENTS.len());
        for client in CLIENTS {
            assert!(client.source.starts_with("https://"), "{}", client.id);
            assert!(!client.global.is_empty() && !client.signs.is_empty(), "{}", client.id);
            // Two servers of one name in one file would be one too many.
            let alone = CLIENTS.iter().filter(|other| {
                !client.project.is_empty() && other.project == client.project || other.global == client.global
            });
            assert_eq!(alone.count(), 1, "{}", client.id);
        }
    }
}
