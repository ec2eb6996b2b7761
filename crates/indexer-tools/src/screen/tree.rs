//! Trees of rows.

use super::rows::{Fields, counted, source_at, words};
use super::{Cut, Ink, Line, Lines, Screen, Sites, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A row of a tree and how deep it is; the top has 1.
pub(super) struct Branch<'v> {
    pub(super) depth: usize,
    pub(super) row: Fields<'v>,
}

/// Deeper is drawn as this deep.
const DEEPEST: usize = 40;

/// Rows that say how deep they are.
pub(super) fn by_depth<'v>(rows: &[Fields<'v>]) -> Vec<Branch<'v>> {
    // Some count from 0.
    let least = rows.iter().filter_map(|row| row.number("depth")).min().unwrap_or(1);
    let depth = |row: &Fields<'_>| row.number("depth").unwrap_or(least).saturating_sub(least) + 1;
    rows.iter()
        .map(|row| Branch {
            depth: usize::try_from(depth(row)).map_or(DEEPEST, |depth| depth.min(DEEPEST)),
            row: *row,
        })
        .collect()
}

/// Rows that name the row that they hang from. What hangs from a row that is not there hangs from the top.
pub(super) fn by_key<'v>(rows: &[Fields<'v>], parent: &str) -> Vec<Branch<'v>> {
    let key = |row: &Fields<'v>| row.text("key").or_else(|| row.path()).unwrap_or("");
    let known: BTreeMap<&str, usize> = rows.iter().enumerate().map(|(i, row)| (key(row), i)).collect();
    let mut children: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (i, row) in rows.iter().enumerate() {
        let above = row.text(parent).and_then(|above| known.get(above).copied()).filter(|above| *above != i);
        children.entry(above).or_default().push(i);
    }
    let mut placed = BTreeSet::new();
    let mut branches = Vec::with_capacity(rows.len());
    let tops = children.get(&None).cloned().unwrap_or_default();
    // What goes in a circle hangs from nothing: it comes last, from wherever it is entered.
    for top in tops.into_iter().chain(0..rows.len()) {
        let mut open = vec![(top, 1)];
        while let Some((i, depth)) = open.pop() {
            if !placed.insert(i) {
                continue;
            }
            if let Some(row) = rows.get(i) {
                branches.push(Branch { depth: depth.min(DEEPEST), row: *row });
            }
            let below = children.get(&Some(i)).into_iter().flatten().rev();
            open.extend(below.map(|child| (*child, depth + 1)));
        }
    }
    branches
}

/// What is drawn before each row of these depths, and before what else is said of it. O(rows · depth)
pub(super) fn rails(depths: &[usize]) -> Vec<(String, String)> {
    // From the end: at which depths more is to come.
    let mut open: Vec<bool> = Vec::new();
    let mut rails: Vec<(String, String)> = depths
        .iter()
        .enumerate()
        .rev()
        .map(|(i, depth)| {
            let has_child = depths.get(i + 1).is_some_and(|next| next > depth);
            open.resize(depth.max(&open.len()) + 1, false);
            let above: String =
                open.iter().take(*depth).skip(1).map(|open| if *open { "│  " } else { "   " }).collect();
            let more = open[*depth];
            let below = if has_child { "│  " } else { "   " };
            let rail = if more { "│  " } else { "   " };
            open.truncate(*depth);
            open.push(true);
            let knee = if more { "├─ " } else { "└─ " };
            (format!("{above}{knee}"), format!("{above}{rail}{below}"))
        })
        .collect();
    rails.reverse();
    rails
}

/// Draws the branches with the lines of source at their places. `top` is the file of what is at the top.
pub(super) fn draw(
    branches: &[Branch<'_>],
    (sites, top): (Sites, Option<&str>),
    lines: &mut Lines<'_>,
    screen: &mut Screen,
) {
    for part in branches.chunk_by(|a, b| a.row.text("direction") == b.row.text("direction")) {
        if let Some(direction) = part.first().and_then(|branch| branch.row.text("direction")) {
            screen.gap();
            screen.say(Ink::Title, format!("{}s", words(direction)));
        }
        let depths: Vec<usize> = part.iter().map(|branch| branch.depth).collect();
        let mut above: Vec<Option<&str>> = Vec::new();
        for (branch, (rail, below)) in part.iter().zip(rails(&depths)) {
            let row = branch.row;
            above.truncate(branch.depth - 1);
            let user = above.last().copied().flatten().or(top);
            above.resize(branch.depth - 1, user);
            above.push(row.path());
            let is_called = sites == Sites::Above || row.text("direction") == Some("callee");
            let path = if is_called { user } else { row.path() };
            let mut before = vec![Span::new(Ink::Faint, rail)];
            before.extend(named(row));
            let after = noted(row);
            screen.line(Line { before, after, ..Line::default() });
            if let Some(path) = path {
                places(row, path, (&below, lines), screen);
            }
        }
    }
}

/// What the row is; an entry of a folder by its last name, for the rails say where it is.
fn named(row: Fields<'_>) -> Vec<Span> {
    let Some(path) = row.path().filter(|_| row.0.contains_key("folder")) else { return row.spans() };
    let name = path.rsplit('/').next().unwrap_or(path);
    let slash = if row.flag("folder") { "/" } else { "" };
    vec![Span::new(Ink::Path, format!("{name}{slash}")).at(path, 0, 0)]
}

fn noted(row: Fields<'_>) -> Vec<Span> {
    let mut said = Vec::new();
    if row.flag("again") {
        said.push("shown above".to_owned());
    }
    for (key, unit) in
        [("how", ""), ("uses", "use"), ("files", "file"), ("lines", "line"), ("symbols", "symbol")]
    {
        match (row.text(key), row.number(key)) {
            (Some(text), _) => said.push(text.to_owned()),
            (None, Some(number)) => said.push(counted(number, unit)),
            _ => {}
        }
    }
    if said.is_empty() { Vec::new() } else { vec![Span::new(Ink::Faint, said.join(", "))] }
}

/// The places of a row, each with its line of source.
fn places(row: Fields<'_>, path: &str, (rail, lines): (&str, &mut Lines<'_>), screen: &mut Screen) {
    let places: Vec<(&str, u32, u32)> = row
        .list("sites")
        .iter()
        .filter_map(|site| {
            let site = site.as_str()?;
            let (line, column) = site.split_once(':')?;
            Some((site, line.parse().ok()?, column.parse().ok()?))
        })
        .collect();
    let wide = places.iter().map(|(site, _, _)| site.len()).max().unwrap_or(0);
    for (site, line, column) in places {
        let text = source_at(lines, path, line, column);
        if text.is_empty() {
            continue;
        }
        let before = vec![
            Span::new(Ink::Faint, rail),
            Span::plain(" ".repeat(wide - site.len())),
            Span::new(Ink::Number, site).at(path, line, column),
            Span::plain("  "),
        ];
        screen.line(Line { before, text, cut: Cut::Match, ..Line::default() });
    }
    if let Some(more) = row.number("more_sites").filter(|more| *more > 0) {
        let before = vec![Span::new(Ink::Faint, rail), Span::new(Ink::Faint, format!("and {more} more"))];
        screen.line(Line { before, ..Line::default() });
    }
}

/// Chains of steps: each step hangs from the one before, in whose file it is named.
pub(super) fn chains(rows: &[Fields<'_>], top: Option<&str>, lines: &mut Lines<'_>, screen: &mut Screen) {
    for (i, row) in rows.iter().enumerate() {
        if i > 0 {
            screen.gap();
        }
        let steps = row.list("steps").iter().filter_map(Fields::of);
        let steps = steps.enumerate().map(|(i, row)| Branch { depth: (i + 1).min(DEEPEST), row });
        draw(&steps.collect::<Vec<_>>(), (Sites::Above, top), lines, screen);
    }
}
