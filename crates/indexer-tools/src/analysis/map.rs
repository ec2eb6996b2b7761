//! A skeleton of the repository: files with their most important symbols, as many as fit.

use super::graph::{Graph, NONE};
use crate::protocol::rows::first_line;
use crate::protocol::{Context, Format, Records, Row};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Bytes of a signature that show at first; more of it shows where room is left.
const WIDTH: usize = 100;
/// Bytes that a line takes at least, its number included.
const LEAST: usize = 12;
/// Bytes of a documentation below which none shows.
const LEAST_DOC: usize = 12;
/// Bytes around a documentation, and for what escapes may add.
const DOC_FRAME: usize = 8;
/// Symbols beyond those that fit which are tried, because they are shorter.
const TRIED: usize = 60;

/// A line of a map.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Relative to the root.
    pub path: String,
    /// 1-based line.
    pub line: u32,
    /// How deep it stands in what is shown.
    #[serde(skip)]
    pub depth: usize,
    /// What it is; `...` where symbols are left out.
    pub kind: &'static str,
    /// Module, owners and name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub qualified: String,
    /// Its signature, or its beginning.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
    /// First line of its documentation, or its beginning, where there is room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// How many symbols are left out: of its members, where none shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<usize>,
}

impl Row for Line {
    fn render(&self, previous: Option<&Self>, out: &mut Records) {
        if previous.is_none_or(|previous| previous.path != self.path) {
            out.record("file").text("path", &self.path);
        }
        let mut text = "  ".repeat(self.depth);
        text.push_str(&self.signature);
        if self.left_out.is_some() {
            text.push_str(if self.signature.is_empty() { "..." } else { " ..." });
        }
        if let Some(doc) = &self.doc {
            text.push_str("  // ");
            text.push_str(doc);
        }
        out.source_line(self.line, &text);
    }
}

/// What may stand in a map, most important first, with what stands around it.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    pool: Vec<Candidate>,
    /// Places in the pool of the symbols by importance; the rest of the pool are their owners.
    order: Vec<usize>,
    /// Lines of all symbols of a file that one symbol owns, or none, ascending.
    groups: FxHashMap<Group, Vec<u32>>,
}

/// A file and the place in the pool of an owner.
type Group = (u32, Option<usize>);

#[derive(Clone, Debug)]
struct Candidate {
    file: u32,
    path: String,
    line: u32,
    kind: &'static str,
    qualified: String,
    signature: String,
    doc: Option<String>,
    owner: Option<usize>,
    depth: usize,
    /// How many symbols it owns, where it owns any.
    members: Option<usize>,
}

/// How many symbols are looked at to fill `room` bytes.
pub(crate) const fn tried(room: usize) -> usize {
    room / LEAST + TRIED
}

/// The symbols `order`, most important first, ready to be drawn into at most `room` bytes; where that is to be `compact`,
/// their names alone.
pub fn draw(context: &Context<'_>, graph: &Graph, order: &[u32], room: usize, compact: bool) -> Drawn {
    let (places, drawn) = (FxHashMap::default(), Drawn::default());
    let mut drawing = Drawing { context, graph, places, drawn, compact };
    for node in order.iter().take(tried(room)) {
        let place = drawing.add(*node, 0);
        drawing.drawn.order.push(place);
    }
    drawing.drawn
}

/// The pool of a map while it is filled.
struct Drawing<'c, 'v> {
    context: &'c Context<'v>,
    graph: &'c Graph,
    /// The place of each node in the pool.
    places: FxHashMap<u32, usize>,
    drawn: Drawn,
    compact: bool,
}

impl Drawing<'_, '_> {
    /// Adds a symbol behind its owners, `deep` owners of which are on their way; its place.
    fn add(&mut self, node: u32, deep: usize) -> usize {
        if let Some(known) = self.places.get(&node) {
            return *known;
        }
        let (context, graph) = (self.context, self.graph);
        let around = graph.owner[node as usize];
        let owner = (around != NONE && deep < 16).then(|| self.add(around, deep + 1));
        let symbol = context.view().sym(graph.symbols[node as usize]);
        let file = graph.file[node as usize];
        let (signature, doc, _) = symbol.detail();
        let (signature, doc) = if self.compact { ("", None) } else { (signature, doc) };
        let place = self.drawn.pool.len();
        self.drawn.pool.push(Candidate {
            file,
            path: graph.files[file as usize].path.clone(),
            line: symbol.at().line,
            kind: symbol.kind().as_str(),
            qualified: symbol.qualified(),
            signature: if signature.is_empty() { symbol.name().to_owned() } else { signature.to_owned() },
            doc: doc.and_then(first_line).map(str::to_owned),
            owner,
            depth: owner.map_or(0, |owner| self.drawn.pool[owner].depth + 1),
            // What a function defines inside itself is no part of a skeleton.
            members: graph.members(node).filter(|_| !symbol.kind().is_callable()),
        });
        self.places.insert(node, place);
        self.drawn.groups.entry((file, owner)).or_insert_with(|| {
            let nodes =
                graph.files[file as usize].nodes.clone().filter(|one| graph.owner[*one as usize] == around);
            let mut lines: Vec<u32> =
                nodes.map(|one| context.view().sym(graph.symbols[one as usize]).at().line).collect();
            lines.sort_unstable();
            lines
        });
        place
    }
}

impl Drawn {
    /// The lines that fit into `room` bytes, of at most `limit` symbols, and how many symbols they are. As many symbols as fit in their order; then the room that is left goes to
    /// documentation, to the rest of long signatures and to symbols further on that are shorter.
    pub fn fitted(&self, limit: usize, room: usize, format: Format) -> (Vec<Line>, usize) {
        let order = &self.order[..limit.min(self.order.len())];
        let mut picked = Picked::new(self, format);
        let (mut low, mut high) = (1, order.len());
        // The largest number that fits. At least one shows: a page without leads nowhere.
        while low < high {
            let middle = (low + high).div_ceil(2);
            picked.set(&order[..middle]);
            if picked.cost() <= room { low = middle } else { high = middle - 1 }
        }
        let count = low.min(order.len());
        picked.set(&order[..count]);
        picked.describe(order, room);
        picked.widen(order, room);
        picked.fill(&order[count..], room);
        (picked.lines(), count)
    }
}

/// A choice among what may stand in a map.
struct Picked<'d> {
    drawn: &'d Drawn,
    format: Format,
    /// Places in the pool, owners before what they own.
    shown: Vec<usize>,
    is_shown: Vec<bool>,
    has_members: Vec<bool>,
    /// Bytes of the signature that show, and of the documentation.
    widths: FxHashMap<usize, usize>,
    docs: FxHashMap<usize, usize>,
}

impl<'d> Picked<'d> {
    fn new(drawn: &'d Drawn, format: Format) -> Self {
        let is_shown = vec![false; drawn.pool.len()];
        let has_members = is_shown.clone();
        Self {
            drawn,
            format,
            shown: Vec::new(),
            is_shown,
            has_members,
            widths: FxHashMap::default(),
            docs: FxHashMap::default(),
        }
    }

    fn set(&mut self, places: &[usize]) {
        self.truncate(0);
        for place in places {
            self.insert(*place);
        }
    }

    /// Adds a symbol and its owners.
    fn insert(&mut self, place: usize) {
        if let Some(owner) = self.drawn.pool[place].owner {
            self.insert(owner);
        }
        if !std::mem::replace(&mut self.is_shown[place], true) {
            self.shown.push(place);
            if let Some(owner) = self.drawn.pool[place].owner {
                self.has_members[owner] = true;
            }
        }
    }

    fn truncate(&mut self, count: usize) {
        let pool = &self.drawn.pool;
        for place in self.shown.split_off(count) {
            self.is_shown[place] = false;
            if let Some(owner) = pool[place].owner {
                self.has_members[owner] = self.shown.iter().any(|one| pool[*one].owner == Some(owner));
            }
        }
    }

    /// The lines, files in the order of their first symbols.
    fn lines(&self) -> Vec<Line> {
        let pool = &self.drawn.pool;
        let mut files: Vec<u32> = Vec::new();
        let mut of_file: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for place in &self.shown {
            let file = pool[*place].file;
            of_file.entry(file).or_insert_with(|| {
                files.push(file);
                Vec::new()
            });
            of_file.entry(file).or_default().push(*place);
        }
        let mut lines = Vec::new();
        for file in files {
            let places = of_file.remove(&file).unwrap_or_default();
            self.write(file, None, &places, &mut lines);
        }
        lines
    }

    /// The lines of what `owner` owns among `places`, and a line for what is left out of it.
    fn write(&self, file: u32, owner: Option<usize>, places: &[usize], lines: &mut Vec<Line>) {
        let pool = &self.drawn.pool;
        let mut own: Vec<usize> =
            places.iter().copied().filter(|place| pool[*place].owner == owner).collect();
        own.sort_unstable_by_key(|place| (pool[*place].line, *place));
        for place in &own {
            lines.push(self.line(*place));
            self.write(file, Some(*place), places, lines);
        }
        let all = self.drawn.groups.get(&(file, owner)).map_or(&[][..], Vec::as_slice);
        let Some(first) = own.first().filter(|_| all.len() > own.len()) else { return };
        let is_own = |line: &u32| own.iter().any(|place| pool[*place].line == *line);
        let last = own.last().map_or(0, |place| pool[*place].line);
        let left = || all.iter().filter(|line| !is_own(line));
        let Some(line) = left().find(|line| **line > last).or_else(|| left().next()) else { return };
        lines.push(Line {
            path: pool[*first].path.clone(),
            line: *line,
            depth: owner.map_or(0, |owner| pool[owner].depth + 1),
            kind: "...",
            qualified: String::new(),
            signature: String::new(),
            doc: None,
            left_out: Some(all.len() - own.len()),
        });
    }

    fn line(&self, place: usize) -> Line {
        let of = &self.drawn.pool[place];
        Line {
            path: of.path.clone(),
            line: of.line,
            depth: of.depth,
            kind: of.kind,
            qualified: of.qualified.clone(),
            signature: shortened(&of.signature, self.widths.get(&place).copied().unwrap_or(WIDTH)),
            doc: self.docs.get(&place).and_then(|width| Some(shortened(of.doc.as_deref()?, *width))),
            left_out: self.drawn.pool[place].members.filter(|_| !self.has_members[place]),
        }
    }

    fn cost(&self) -> usize {
        let lines = self.lines();
        if self.format == Format::Json {
            return lines
                .iter()
                .map(|line| serde_json::to_string(line).map_or(0, |json| json.len() + 1))
                .sum();
        }
        let mut out = Records::default();
        for (at, line) in lines.iter().enumerate() {
            line.render(at.checked_sub(1).map(|before| &lines[before]), &mut out);
        }
        out.len()
    }

    /// Bytes of one line.
    fn cost_of(&self, place: usize) -> usize {
        let line = self.line(place);
        if self.format == Format::Json {
            return serde_json::to_string(&line).map_or(0, |json| json.len() + 1);
        }
        let mut out = Records::default();
        line.render(Some(&line), &mut out);
        out.len()
    }

    /// Gives what is left of the room to documentation, the most important symbols first.
    fn describe(&mut self, order: &[usize], room: usize) {
        let mut left = room.saturating_sub(self.cost());
        for place in order.iter().copied() {
            if left < LEAST_DOC + DOC_FRAME {
                return;
            }
            let Some(doc) = self.drawn.pool[place].doc.as_deref().filter(|_| self.is_shown[place]) else {
                continue;
            };
            let width = doc.len().min(left - DOC_FRAME);
            self.grown(place, width, &mut left, |picked| &mut picked.docs);
        }
    }

    /// Gives what is left of the room to signatures that are cut.
    fn widen(&mut self, order: &[usize], room: usize) {
        let mut left = room.saturating_sub(self.cost());
        for place in order.iter().copied() {
            if left > 0 && self.is_shown[place] && self.drawn.pool[place].signature.len() > WIDTH {
                self.grown(place, WIDTH + left, &mut left, |picked| &mut picked.widths);
            }
        }
    }

    /// Sets a width of a symbol's line where what it adds fits into what is left.
    fn grown(
        &mut self,
        place: usize,
        width: usize,
        left: &mut usize,
        widths: impl Fn(&mut Self) -> &mut FxHashMap<usize, usize>,
    ) {
        let before = self.cost_of(place);
        widths(self).insert(place, width);
        let added = self.cost_of(place).saturating_sub(before);
        if added > *left {
            widths(self).remove(&place);
        } else {
            *left -= added;
        }
    }

    /// Adds symbols further on that fit into what is left.
    fn fill(&mut self, order: &[usize], room: usize) {
        let mut cost = self.cost();
        for place in order.iter().take(TRIED) {
            if room.saturating_sub(cost) < room / 50 {
                return;
            }
            let before = self.shown.len();
            self.insert(*place);
            match self.cost() {
                more if more > room => self.truncate(before),
                more => cost = more,
            }
        }
    }
}

/// The beginning of a text, in so many bytes, what marks the cut included.
fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    format!("{}...", text[..text.floor_char_boundary(most.saturating_sub(3))].trim_end())
}

/// The first `most` of the symbols that `counts` takes by their scores, most important first, those of equal score by
/// place; and how many it takes. O(symbols), and O(most log most): who shows a screen does not sort millions.
pub(crate) fn ordered(
    graph: &Graph,
    scores: &[f64],
    counts: impl Fn(u32) -> bool,
    most: usize,
) -> (Vec<u32>, usize) {
    let by_score =
        |a: &u32, b: &u32| scores[*b as usize].total_cmp(&scores[*a as usize]).then_with(|| a.cmp(b));
    let (mut first, mut total) = (Vec::new(), 0);
    // The last of the first so many that were seen so far.
    let mut last: Option<u32> = None;
    for node in (0..graph.symbols.len() as u32).filter(|node| counts(*node)) {
        total += 1;
        if last.is_none_or(|last| by_score(&node, &last).is_lt()) {
            first.push(node);
        }
        if most > 0 && first.len() == most * 2 {
            last = Some(*first.select_nth_unstable_by(most - 1, by_score).1);
            first.truncate(most);
        }
    }
    first.sort_unstable_by(by_score);
    first.truncate(most);
    (first, total)
}

/// Which symbols are in files that `covers` takes.
pub(crate) fn covered<'g>(graph: &'g Graph, covers: &dyn Fn(&str) -> bool) -> impl Fn(u32) -> bool + use<'g> {
    let inside: Vec<bool> = graph.files.iter().map(|file| covers(&file.path)).collect();
    move |node| inside[graph.file[node as usize] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::graph;
    use indexer_engine::Workspace;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn the_first_are_those_of_all_in_order() {
        let text: String = (0..97).map(|at| format!("def f{at}(): pass\n")).collect();
        let cancel = AtomicBool::new(false);
        let snapshot = Workspace::in_memory([("a.py".to_owned(), text.into_bytes())]).refresh().unwrap();
        let graph = graph(&Context::new(&snapshot, &cancel)).unwrap();
        let scores: Vec<f64> = (0..97).map(|at| f64::from(at * 31 % 97 / 3)).collect();
        let counts = |node: u32| !node.is_multiple_of(5);
        let mut all: Vec<u32> = (0..97).filter(|node| counts(*node)).collect();
        all.sort_by(|a, b| scores[*b as usize].total_cmp(&scores[*a as usize]).then_with(|| a.cmp(b)));
        for most in [0, 1, 2, 7, 40, 77, 78, 1_000] {
            let (first, total) = ordered(&graph, &scores, counts, most);
            assert_eq!((first.as_slice(), total), (&all[..most.min(all.len())], all.len()), "{most}");
        }
    }
}
