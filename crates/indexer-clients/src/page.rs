//! The text of `docs/clients.md`, made from the table.

use crate::client::{CLIENTS, Client, Format, Starts};
use crate::entry::Launch;
use crate::part::Part;
use crate::place::{At, Base};
use std::path::Path;

/// What the page calls a project's root.
pub const PROJECT: &str = "/path/to/project";

const HEAD: &str = "# Clients

`indexer init` registers the server with the clients that it finds, or with those that you name:

```sh
indexer init                      # clients that are found; files of the project
indexer init --claude --cursor    # these two
indexer init --global --codex     # your own files instead
indexer init --claude --dry-run   # only show what would change
indexer init --remove             # take everything out again
```

Other servers, comments and the order of a file stay as they are. The file as it was is kept beside it, with
`.before-indexer` at the end of its name, until `--remove` takes our part out again: where nothing else has changed
since, the file is then what it was, byte for byte. A file that is not understood keeps anything from being written, and
an entry `indexer` that says something else stays unless you give `--force`. At the end the server is started once, to see
that it answers. `indexer doctor` asks every server that is registered, and says what is wrong where one does not answer; it
starts nothing that stands in the project or has arguments of its own.

Files of a project name the program as `PATH` finds it, because they may be shared; your own files name its place,
because programs with windows often know no `PATH`.

## So that agents use it

- `--instructions` adds a block of a dozen lines, between two marks, to the file that the client reads: which question which
  tool answers. A CLAUDE.md or GEMINI.md with a line `@AGENTS.md` needs none: AGENTS.md gets it.
- `--skill` writes `.claude/skills/indexer/SKILL.md` for Claude Code. Its last line holds version and digest: a newer program
  replaces it and keeps the old one beside it; one that you edited stays.
- `--with-hooks` adds one hook to `.claude/settings.json`: at the start of a session Claude Code runs
  `indexer init --print-instructions`, which writes the same block and does nothing else.

All of these name tools that only read.

## By hand

";

/// The whole page.
pub fn page() -> String {
    CLIENTS.iter().fold(HEAD.to_owned(), |page, client| page + &section(client)).trim_end().to_owned() + "\n"
}

fn section(client: &Client) -> String {
    let Client { title, id, source, .. } = client;
    let mut files = Vec::new();
    if !client.project.is_empty() {
        let names: Vec<String> = client.project.iter().map(|path| format!("`{path}`")).collect();
        files.push(format!("{} in the project", names.join(" or ")));
    }
    let global: Vec<String> = client.global.iter().map(|at| place(*at)).collect();
    files.push(format!("{} for yourself", global.join(" or ")));
    let fence = if client.format == Format::Toml { "toml" } else { "json" };
    let more = match client.starts {
        Starts::InProject => String::new(),
        Starts::Word(word) => format!("It puts the project's folder in the place of `{word}`.\n\n"),
        Starts::Anywhere => "It may start servers anywhere, so the entry names one project.\n\n".to_owned(),
    };
    let files = files.join("; ");
    let snippet = snippet(client);
    format!("### {title}\n\n`--{id}`. {files}. [Its page]({source}).\n\n```{fence}\n{snippet}```\n\n{more}")
}

/// A file of the client that holds nothing but our server.
pub fn snippet(client: &Client) -> String {
    let launch = Launch::of(client, "indexer", Path::new(PROJECT));
    // Nothing is in the way of an entry in a file that does not exist.
    CLIENTS
        .iter()
        .find(|row| row.id == client.id)
        .and_then(|row| Part::Server(row, launch).put(None).ok())
        .unwrap_or_default()
}

fn place(at: At) -> String {
    let At(base, path) = at;
    let windows = || format!("`%APPDATA%\\{}`", path.replace('/', "\\"));
    match base {
        Base::Home => format!("`~/{path}`"),
        Base::Config => format!("`~/.config/{path}`"),
        Base::System => {
            let windows = windows();
            format!("`~/.config/{path}` (macOS: `~/Library/Application Support/{path}`, Windows: {windows})")
        }
        Base::ConfigOrSystem => format!("`~/.config/{path}` (Windows: {})", windows()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn the_page_of_clients_is_what_the_table_says() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients.md");
        if std::env::var_os("INDEXER_BLESS").is_some() {
            std::fs::write(&path, page()).unwrap();
        }
        assert!(
            std::fs::read_to_string(path).unwrap().replace("\r\n", "\n") == page(),
            "run it with INDEXER_BLESS=1"
        );
    }
}
