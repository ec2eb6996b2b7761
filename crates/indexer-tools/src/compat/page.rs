//! The page `docs/coming-from.md`, made from the rows.

use super::{Foreign, PEERS, Parameter, To, namesakes};
use serde_json::Value;
use std::fmt::Write;

fn literal((name, value): (&String, &Value)) -> String {
    format!("`{name}: {}`", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

fn argument(row: &Foreign, parameter: &Parameter) -> String {
    let name = &parameter.name;
    let is_namesake = |tool| namesakes(tool).any(|one| std::ptr::eq(one, row));
    let own = row.ours().filter(|tool| is_namesake(tool));
    // Words of text are told apart by what they are.
    let own = own.filter(|_| parameter.kind != "string" && matches!(parameter.to, To::Words(_)));
    if let Some(tool) = own.filter(|tool| tool.full_schema()["properties"].get(name).is_some()) {
        return format!("`{name}` is that of `{}`", tool.name);
    }
    match &parameter.to {
        To::Is(ours) if ours == name => format!("`{name}`"),
        To::Is(ours) => format!("`{name}` is `{ours}`"),
        To::PathOr(ours) => format!("`{name}` is `path` where it holds a `/`, else `{ours}`"),
        To::Nothing(why) => format!("`{name}` is taken and changes nothing ({why})"),
        To::Words(words) => {
            let said = words.iter().map(|(word, adds)| {
                let adds: Vec<String> = adds.iter().map(literal).collect();
                let adds = if adds.is_empty() { "nothing more".to_owned() } else { adds.join(", ") };
                format!("`{word}` is {adds}")
            });
            format!("`{name}`: {}", said.collect::<Vec<_>>().join("; "))
        }
    }
}

fn line(row: &Foreign) -> String {
    let mut said: Vec<String> = row.parameters.iter().map(|one| argument(row, one)).collect();
    said.extend(row.adds.iter().map(|one| format!("adds {}", literal(one))));
    let said = if said.is_empty() { "none".to_owned() } else { said.join("<br>") };
    let is_same = row
        .ours()
        .is_some_and(|tool| namesakes(tool).any(|one| std::ptr::eq(one, row)) && tool.name == row.name);
    let ours = if is_same { "the same".to_owned() } else { format!("`{}`", row.tool) };
    format!("| `{}` | {ours} | {said} |\n", row.name)
}

pub(super) fn page() -> String {
    let mut out = String::from(
        "# Coming from another indexer\n\n\
         Made from `crates/indexer-tools/src/compat`; the test `the_page_is_what_the_table_of_peers_says` keeps it true.\n\n\
         The tools of the systems below can be called under their own names and with their own arguments, over the\n\
         Model Context Protocol and on the command line (`indexer code.symbol.search Cache --prefix-mode=false`,\n\
         `indexer refs Cache --kind callers --token-budget 500`). A name of ours stays ours, with the other's arguments\n\
         added; arguments of ours are taken under every name. `.`, `-` and `_` in names are the same. The answers are\n\
         ours: records, or with `format: json` an object with `schema_version`, `total`, `truncated`, `cursor` and an\n\
         `index` block.\n\n\
         None of these names is listed by default. A server with `--tools WORD` lists those of one system in the place of\n\
         ours; `read_only`, `disable_tools` and lists of allowed tools name ours and hold for every name.\n",
    );
    for peer in PEERS.iter() {
        let _ = write!(out, "\n## {}\n\n`--tools {}`. {}\n\n", peer.title, peer.word, peer.about);
        out.push_str("| there | here | arguments there, and what they are here |\n|---|---|---|\n");
        peer.tools.iter().for_each(|row| out.push_str(&line(row)));
        let rows: Vec<&Foreign> = peer.tools.iter().filter(|row| !row.fields.is_empty()).collect();
        if !rows.is_empty() {
            out.push_str("\nFields of answers, as pointers into the JSON of ours:\n\n| tool | there | here |\n|---|---|---|\n");
        }
        for row in rows {
            for (theirs, ours) in &row.fields {
                let _ = writeln!(out, "| `{}` | {theirs} | `{ours}` |", row.name);
            }
        }
    }
    out
}
