//! A difference for people: what matters first, labelled, each list folded with its count.
//!
//! Every line begins with its mark, so that it reads without colours: `!` what breaks or goes in a
//! circle, `+` what came, `-` what went, `~` what is another, `>` what may be run.

use super::found::{Found, SymbolChange};
use super::hits::BreakingRow;
use super::routes::RouteRow;
use crate::screen::{Ink, Line, Screen, Span};
use std::fmt::Write;

/// Rows of each list; the rest is counted.
const ROWS: usize = 8;

/// The difference as a screen.
pub(super) fn screen(found: &Found) -> Screen {
    let mut out = Drawing::default();
    out.line(format!("{} .. {}", short(&found.base), short(&found.head)));
    if let Some(pr) = &found.pr {
        out.line(format!("pull request {}: {}", pr.number, pr.title));
    }
    let counts: Vec<String> =
        found.counts.iter().map(|(what, count)| format!("{count} {}", what.replace('_', " "))).collect();
    out.line(format!(
        "{} changed; files: {} added, {} removed, {} modified",
        counted(found.changes, "symbol"),
        found.file_counts[0],
        found.file_counts[1],
        found.file_counts[2]
    ));
    counts.chunks(5).for_each(|part| out.line(format!("  {}", part.join(", "))));
    if found.cosmetic > 0 {
        out.line(format!("  formatting alone: {}", found.cosmetic));
    }
    let broken = found.breaking.len() + found.more_breaking;
    out.title("Breaking changes", broken);
    for row in found.breaking.iter().take(ROWS) {
        breaking(row, &mut out);
    }
    out.more(broken, ROWS);
    let routes = found.routes.len() + found.more_routes;
    if routes > 0 {
        out.title("Routes", routes);
        found.routes.iter().take(ROWS).for_each(|row| route(row, &mut out));
        out.more(routes, ROWS);
    }
    if !found.unread.is_empty() {
        out.title("Not compared, for it could not be read", found.unread.len());
        found.unread.iter().take(ROWS).for_each(|path| out.line(format!("- {path}")));
        out.more(found.unread.len(), ROWS);
    }
    out.title("Cycles that it closes", found.cycles.len());
    for cycle in found.cycles.iter().take(ROWS) {
        out.line(format!("! {}", cycle.first().map_or("", String::as_str)));
        cycle.iter().skip(1).chain(cycle.first()).for_each(|path| out.line(format!("    > {path}")));
    }
    out.more(found.cycles.len(), ROWS);
    if !found.cycles_of_types.is_empty() {
        out.title("Cycles of types alone that it closes", found.cycles_of_types.len());
        let all = found.cycles_of_types.iter().take(ROWS);
        all.for_each(|cycle| out.line(format!("- {}", cycle.join(" > "))));
        out.more(found.cycles_of_types.len(), ROWS);
    }
    out.title("Public, and used by nobody any more", found.unused.len());
    found.unused.iter().take(ROWS).for_each(|name| out.line(format!("- {name}")));
    out.more(found.unused.len(), ROWS);
    out.title("Symbols", found.symbols.total);
    found.symbols.rows.iter().take(2 * ROWS).for_each(|row| out.line(symbol(row)));
    out.more(found.symbols.total, 2 * ROWS);
    out.title("Edges", found.edges.total());
    for (sign, edge) in found.edges.rows().take(ROWS) {
        out.line(format!("{sign} {:7} {}", edge.kind, edge.from));
        out.line(format!("            {}", edge.to));
    }
    out.more(found.edges.total(), ROWS);
    let affected: usize = found.distances.values().map(|(proved, possible)| proved + possible).sum();
    out.title("Affected symbols", affected);
    for (steps, (proved, possible)) in &found.distances {
        let possible = if *possible > 0 { format!(", {possible} more perhaps") } else { String::new() };
        out.line(format!("  {} away: {proved}{possible}", counted(*steps as usize, "step")));
    }
    let tests = found.tests.len() + found.more_tests;
    out.title("Tests that reach it", tests);
    found.tests.iter().take(ROWS).for_each(|test| out.line(format!("> {}", test.node.key)));
    out.more(tests, ROWS);
    out.screen
}

fn breaking(row: &BreakingRow, out: &mut Drawing) {
    out.line(format!("! {}", row.was.as_deref().unwrap_or(&row.symbol)));
    let mut said = row.ways.join(", ").replace('_', " ");
    if row.was.is_some() {
        let _ = write!(said, "; now {}", row.symbol);
    }
    out.line(format!("    {said}"));
    let users = match (row.resolved, row.possible) {
        (0, 0) => "hits nobody in this repository".to_owned(),
        (resolved, 0) => format!("hits {}", counted(resolved, "user")),
        (resolved, possible) => format!("hits {}, perhaps {possible} more", counted(resolved, "user")),
    };
    let touched = if row.touched > 0 { format!("; {} changed with it", row.touched) } else { String::new() };
    let members = match row.members {
        0 => String::new(),
        members => format!("; {} with it", counted(members, "member")),
    };
    let inherit = if row.may_inherit { "; a base from outside may have it" } else { "" };
    out.line(format!("    {users}{touched}{members}{inherit}"));
    for hit in row.hits.iter().filter(|hit| !hit.touched).take(3) {
        let perhaps = if hit.resolution == "resolved" { "" } else { " perhaps" };
        let place = [Span::plain("      "), Span::path(&hit.path, hit.line), Span::plain(perhaps)];
        out.screen.line(Line::of(place));
    }
}

fn route(row: &RouteRow, out: &mut Drawing) {
    let mark = match row.change {
        "added" => '+',
        "removed" => '-',
        _ => '~',
    };
    let reaches = if row.change == "reached" { "  uses what changed" } else { "" };
    out.line(format!("{mark} {}{reaches}", row.title()));
    let clients = match row.clients {
        0 => "no client in this repository".to_owned(),
        count => format!("perhaps {}", counted(count, "client")),
    };
    out.line(format!("    {clients}, {}", counted(row.tests, "test")));
    for place in row.places.iter().take(3) {
        out.line(format!("      {place}"));
    }
}

fn symbol(row: &SymbolChange) -> String {
    let key = |end: &Option<super::End>| end.as_ref().map_or(String::new(), |end| end.key.clone());
    let (old, new) = (key(&row.old), key(&row.new));
    match (&row.old, &row.new) {
        (None, _) => format!("+ {new}"),
        (_, None) => format!("- {old}"),
        _ => format!("~ {new}  {}", row.change.join(", ").replace('_', " ")),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A commit by its first digits; a name as it is.
fn short(name: &str) -> &str {
    let is_commit = name.len() == 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_commit { &name[..10] } else { name }
}

/// Lines of text, each labelled by the mark that it begins with.
#[derive(Default)]
struct Drawing {
    screen: Screen,
}

impl Drawing {
    /// Adds a line; of one that is too long the middle is left out, for names tell by their ends.
    fn line(&mut self, line: String) {
        let ink = match line.as_bytes() {
            [b'!', b' ', ..] => Ink::Broken,
            [b'-', b' ', ..] => Ink::Removed,
            [b'+', b' ', ..] => Ink::Added,
            [b'~', b' ', ..] => Ink::Changed,
            [b'>', b' ', ..] => Ink::Runnable,
            [first, ..] if first.is_ascii_alphanumeric() => Ink::Title,
            _ => Ink::Plain,
        };
        self.screen.line(Line::cut_in_the_middle(Span::new(ink, line)));
    }

    /// Begins a list; says so also where it is empty.
    fn title(&mut self, title: &str, count: usize) {
        let count = if count == 0 { "none".to_owned() } else { count.to_string() };
        self.screen.gap();
        self.line(format!("{title}: {count}"));
    }

    fn more(&mut self, count: usize, shown: usize) {
        if count > shown {
            self.line(format!("  and {} more", count - shown));
        }
    }
}
