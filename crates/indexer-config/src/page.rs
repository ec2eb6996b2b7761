//! The page of all settings, `docs/configuration.md`.

use crate::place::LARGEST;
use crate::table::{FlagOf, InFile, Restricts, SETTINGS};
use crate::tools::ToolNames;
use std::fmt::Write;

/// The text of `docs/configuration.md`.
pub fn page(tools: &ToolNames) -> String {
    let mut out = format!(
        "# Configuration\n\n\
         Every setting has a key, and most have a flag; every one has an environment variable. A later one of these\n\
         decides over an earlier one:\n\n\
         1. the default,\n\
         2. your own file: `$XDG_CONFIG_HOME/indexer/config.toml` (by default `~/.config/indexer/config.toml`; on macOS\n   \
            `~/Library/Application Support/indexer/config.toml`, on Windows `%APPDATA%\\indexer\\config.toml`), or the file\n   \
            that `--config` or `INDEXER_CONFIG` names,\n\
         3. the project's file, `.indexer/config.toml` below the root, where it restricts,\n\
         4. variables,\n\
         5. flags.\n\n\
         `indexer config` (and `indexer-mcp --print-config`) shows every value and where it came from.\n\n\
         Files are TOML, at most {} KB; a key that nobody knows, a value of another type or out of its range is named with\n\
         its line. In your own file, a variable or a flag that is an error (exit code 2). A project's file comes with\n\
         somebody's code: it may lower a limit, leave more files out or switch tools off. Whatever else it asks for is\n\
         left alone and reported, on stderr and by `indexer index-status` as `unsafe_configuration`; a link that leads out\n\
         of the root is not followed. A running server sees a change of it at the next question.\n\n\
         Lists are TOML arrays of strings in a file; in flags and variables their items are separated by commas, and flags\n\
         of lists can be repeated. Relative paths start at the folder of the file, or where the program was started. A\n\
         switch is `true` or `false`; a flag without a value is `true`.\n\n\
         ```toml\n\
         # ~/.config/indexer/config.toml\n\
         max_file_size = 2048\n\
         exclude = [\"third_party/**\", \"*.min.js\"]\n\
         tools = \"all\"\n\
         ```\n\n\
         | key | flag | variable | values | default | a project may | what it does |\n\
         |---|---|---|---|---|---|---|\n",
        LARGEST >> 10
    );
    for setting in SETTINGS {
        let key = if setting.file == InFile::No { "-".to_owned() } else { format!("`{}`", setting.key) };
        let flag = match setting.flag {
            FlagOf::All => format!("`--{}`", setting.flag()),
            FlagOf::Server => format!("`--{}` (server)", setting.flag()),
            FlagOf::None => "-".to_owned(),
        };
        let default =
            if setting.default.is_empty() { "-".to_owned() } else { format!("`{}`", setting.default) };
        let project = match setting.file {
            InFile::No | InFile::User => "not set it",
            InFile::Project(Restricts::Smaller) => "lower it",
            InFile::Project(Restricts::Adds) => "add to it",
            InFile::Project(Restricts::Fewer) => "allow fewer",
            InFile::Project(Restricts::Only(true)) => "set it to `true`",
            InFile::Project(Restricts::Only(false)) => "set it to `false`",
            InFile::Project(Restricts::OnlyWord(word)) => &format!("set it to `{word}`"),
        };
        let (variable, values, help) = (setting.variable(), setting.kind.allowed(tools), setting.help);
        let _ =
            writeln!(out, "| {key} | {flag} | `{variable}` | {values} | {default} | {project} | {help} |");
    }
    let adding: Vec<String> = SETTINGS
        .iter()
        .filter(|setting| setting.adds())
        .map(|setting| format!("`{}`", setting.key))
        .collect();
    let _ = write!(
        out,
        "\nEvery source adds to {}; of all other settings the last source decides.\n\n\
         Other indexers leave out files of more than 512 KB; this one does not, because generated and vendored code is\n\
         often what a question leads to. Set `max_file_size` where you want that.\n",
        adding.join(" and ")
    );
    out
}
