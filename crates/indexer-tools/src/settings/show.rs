//! Settings as people read them: what holds and why, and the page of all of them.

use super::LARGEST;
use super::hold::Settings;
use super::table::{FlagOf, InFile, Restricts, SETTINGS, Setting};
use crate::protocol::{Format, Records};
use serde_json::{Value as Json, json};
use std::fmt::Write;

impl Settings {
    /// Every setting, its value and where that came from; records or JSON, with a final newline.
    pub fn show(&self, format: Format) -> String {
        match format {
            Format::Json => format!("{}\n", self.show_json()),
            _ => self.show_text(),
        }
    }

    fn show_text(&self) -> String {
        let mut out = Records::default();
        out.record("configuration").text("root", &self.root.display().to_string());
        for (whose, path, found) in &self.files {
            let path = path.display().to_string();
            out.record("file").field("whose", whose.as_str()).text("path", &path).field("found", found);
        }
        for setting in SETTINGS {
            let value = self.value(setting).map(|value| value.to_string());
            let places: Vec<&str> = self.from(setting).iter().map(|(_, place)| place.as_str()).collect();
            let places = (!places.is_empty()).then(|| places.join(", "));
            out.record("setting")
                .text("key", setting.key)
                .some("value", value.as_deref())
                .field("from", self.origin(setting).as_str())
                .some("place", places.as_deref());
        }
        for what in self.refused() {
            out.record("refused").text("what", what);
        }
        out.finish()
    }

    fn show_json(&self) -> Json {
        let files: Vec<Json> = self
            .files
            .iter()
            .map(|(whose, path, found)| json!({"whose": whose.as_str(), "path": path, "found": found}))
            .collect();
        let row = |setting: &Setting| {
            let value = self.value(setting).map(|value| value.to_string());
            let from: Vec<Json> = self
                .from(setting)
                .iter()
                .map(|(origin, place)| json!({"origin": origin.as_str(), "place": place}))
                .collect();
            json!({"key": setting.key, "value": value, "origin": self.origin(setting).as_str(), "from": from})
        };
        let settings: Vec<Json> = SETTINGS.iter().map(row).collect();
        json!({
            "schema_version": crate::protocol::answer::SCHEMA_VERSION,
            "root": self.root,
            "files": files,
            "settings": settings,
            "refused": self.refused(),
        })
    }
}

/// The text of `docs/configuration.md`.
pub fn page() -> String {
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
        };
        let (variable, values, help) = (setting.variable(), setting.kind.allowed(), setting.help);
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
