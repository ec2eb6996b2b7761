//! Screens as text: as wide as the terminal, with its colours and links.
//!
//! The one place where text of a repository meets the codes of a terminal: each piece is made
//! [`visible`] before its own codes are put around it.

use super::{Block, Hyperlink, Ink, Line, Screen, Span, Table};
use crate::terminal::visible;
use anstyle::{AnsiColor, Style};
use std::path::PathBuf;
use tabled::builder::Builder;
use tabled::settings::object::Columns;
use tabled::settings::peaker::Priority;
use tabled::settings::{Alignment, Padding, Style as Borders, Width};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Where a line is cut that is too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// At its end.
    #[default]
    End,
    /// On both sides of what was looked for.
    Match,
    /// In its middle: names tell by their ends.
    Middle,
}

/// What a screen is written on.
#[derive(Clone, Debug)]
pub struct Paper {
    /// Cells of a line.
    pub width: usize,
    /// Are there colours?
    pub painted: bool,
    /// Where places lead.
    pub links: Hyperlink,
    /// The root of the paths.
    pub root: PathBuf,
    /// The current folder below the root, as paths are written: `a/b`; "" for the root.
    pub folder: String,
}

impl Default for Paper {
    fn default() -> Self {
        Self {
            width: 80,
            painted: false,
            links: Hyperlink::NONE,
            root: PathBuf::new(),
            folder: String::new(),
        }
    }
}

/// Narrower terminals are written to as if they were this wide.
const NARROWEST: usize = 20;
/// What a line of source keeps where something stands behind it.
const SOURCE: usize = 40;
/// Stands where something was cut.
const LEFT_OUT: char = '…';

/// A piece of safe text with how it looks.
struct Piece<'s> {
    text: String,
    span: &'s Span,
}

impl Paper {
    /// The screen as text; each line ends with a line feed and is at most as wide as the paper, names of
    /// files and what may not be cut aside.
    pub fn write(&self, screen: &Screen) -> String {
        let mut out = String::new();
        for block in &screen.blocks {
            match block {
                Block::Line(line) => self.line(line, &mut out),
                Block::Table(table) => self.table(table, &mut out),
                Block::Flow { label, items } => self.flow(label, items, &mut out),
                Block::Gap if out.is_empty() || out.ends_with("\n\n") => {}
                Block::Gap => out.push('\n'),
            }
        }
        let end = out.trim_end_matches('\n').len();
        out.truncate(end);
        if !out.is_empty() {
            out.push('\n');
        }
        out
    }

    fn width(&self) -> usize {
        self.width.max(NARROWEST)
    }

    /// A path as seen from the current folder.
    fn seen(&self, path: &str) -> String {
        let mut folder = self.folder.as_str();
        let mut up = 0;
        loop {
            if folder.is_empty() {
                return format!("{}{path}", "../".repeat(up));
            }
            match path.strip_prefix(folder) {
                Some("") if up == 0 => return ".".to_owned(),
                Some("") => return "../".repeat(up).trim_end_matches('/').to_owned(),
                Some(rest) if rest.starts_with('/') => return format!("{}{}", "../".repeat(up), &rest[1..]),
                _ => {}
            }
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
            up += 1;
        }
    }

    fn piece<'s>(&self, span: &'s Span) -> Piece<'s> {
        let text = match &span.place {
            Some(place) if span.is_path => format!("{}{}", self.seen(&place.path), span.text),
            _ => span.text.clone(),
        };
        let text = visible(&text);
        Piece { text: if text.contains('\t') { text.replace('\t', "    ") } else { text.into_owned() }, span }
    }

    fn pieces<'s>(&self, spans: &'s [Span]) -> Vec<Piece<'s>> {
        spans.iter().map(|span| self.piece(span)).collect()
    }

    /// The piece with its codes.
    fn painted(&self, piece: &Piece<'_>) -> String {
        let style = style(piece.span.ink);
        let mut text = piece.text.clone();
        if self.painted && style != Style::new() && !text.is_empty() {
            text = format!("{style}{text}{style:#}");
        }
        match &piece.span.place {
            Some(place) if !self.links.is_none() && !piece.text.is_empty() => {
                let address = self.links.address(&self.root, place);
                format!("\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\")
            }
            _ => text,
        }
    }

    fn line(&self, line: &Line, out: &mut String) {
        let (mut before, mut text) = (self.pieces(&line.before), self.pieces(&line.text));
        let mut after = self.pieces(&line.after);
        let mut room = self.width();
        if wide(&before) > room {
            before = middle(before, room);
        }
        room -= wide(&before).min(room);
        let behind = wide(&after) + 2;
        let fits = !after.is_empty() && behind + wide(&text).min(SOURCE) <= room;
        if fits {
            room -= behind;
        } else {
            after.clear();
        }
        if wide(&text) > room {
            text = match line.cut {
                Cut::End => end(text, room),
                Cut::Match => around_match(text, room),
                Cut::Middle => middle(text, room),
            };
        }
        let start = out.len();
        for piece in before.iter().chain(&text) {
            out.push_str(&self.painted(piece));
        }
        if after.iter().any(|piece| !piece.text.is_empty()) {
            out.push_str("  ");
            after.iter().for_each(|piece| out.push_str(&self.painted(piece)));
        }
        let kept = start + out[start..].trim_end().len();
        out.truncate(kept);
        out.push('\n');
    }

    fn flow(&self, label: &str, items: &[Span], out: &mut String) {
        let label = visible(label).into_owned();
        let indent = if label.is_empty() { 0 } else { 2 };
        let mut column = 0;
        if !label.is_empty() {
            let piece = Span::new(Ink::Title, format!("{label}:"));
            out.push_str(&self.painted(&self.piece(&piece)));
            column = label.width() + 1;
        }
        for (i, item) in items.iter().enumerate() {
            let piece = self.piece(item);
            let comma = usize::from(i + 1 < items.len());
            let wanted = piece.text.width() + comma;
            if column > indent && column + 1 + wanted > self.width() {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                column = indent;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            let pieces =
                if wanted > self.width() { end(vec![piece], self.width() - comma) } else { vec![piece] };
            column += wide(&pieces) + comma;
            pieces.iter().for_each(|piece| out.push_str(&self.painted(piece)));
            if comma > 0 {
                out.push(',');
            }
        }
        out.push('\n');
    }

    fn table(&self, table: &Table, out: &mut String) {
        let mut made = Builder::default();
        let titles: Vec<Span> =
            table.titles.iter().map(|title| Span::new(Ink::Title, title.as_str())).collect();
        let cells = |spans: &[Span]| -> Vec<String> {
            spans.iter().map(|span| self.painted(&self.piece(span))).collect()
        };
        made.push_record(cells(&titles));
        table.rows.iter().for_each(|row| made.push_record(cells(row)));
        if let Some(sums) = &table.sums {
            made.push_record(cells(sums));
        }
        let mut made = made.build();
        made.with(Borders::empty()).with(Padding::new(0, 2, 0, 0));
        for (i, _) in table.numbers.iter().enumerate().filter(|(_, is_number)| **is_number) {
            made.modify(Columns::one(i), Alignment::right());
        }
        // The blanks behind the last column are taken away below.
        let width = self.width() + 2;
        made.with(Width::truncate(width).suffix("…").priority(Priority::max(true)));
        let text = made.to_string();
        let count = text.lines().count();
        let rule =
            text.lines().map(|line| anstyle_free_width(line.trim_end())).max().unwrap_or(0).min(self.width());
        for (i, line) in text.lines().enumerate() {
            if table.sums.is_some() && (i == 1 || i + 1 == count) {
                let rule = Span::new(Ink::Faint, "─".repeat(rule));
                out.push_str(&self.painted(&self.piece(&rule)));
                out.push('\n');
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

/// Cells of a line whose codes take none.
fn anstyle_free_width(line: &str) -> usize {
    let mut cells = 0;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let code = match rest.strip_prefix("\x1b]") {
            Some(link) => link.find("\x1b\\").map(|end| end + 4),
            None => rest
                .strip_prefix("\x1b[")
                .and_then(|code| code.find(|c: char| c.is_ascii_alphabetic()))
                .map(|end| end + 3),
        };
        match code {
            Some(length) => rest = rest.get(length..).unwrap_or(""),
            None => {
                cells += c.width().unwrap_or(0);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    cells
}

fn style(ink: Ink) -> Style {
    let colour = |colour: AnsiColor| colour.on_default();
    match ink {
        Ink::Plain => Style::new(),
        Ink::Path => colour(AnsiColor::Magenta),
        Ink::Number => colour(AnsiColor::Green),
        Ink::Match => colour(AnsiColor::Red).bold(),
        Ink::Title | Ink::Name => Style::new().bold(),
        Ink::Kind => colour(AnsiColor::Cyan),
        Ink::Faint => Style::new().dimmed(),
        Ink::Warning | Ink::Changed => colour(AnsiColor::Yellow),
        Ink::Broken => colour(AnsiColor::Red).bold(),
        Ink::Added => colour(AnsiColor::Green),
        Ink::Removed => colour(AnsiColor::Red),
        Ink::Runnable => colour(AnsiColor::Cyan),
    }
}

fn wide(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().map(|piece| piece.text.width()).sum()
}

/// The first pieces, so many cells of them.
fn end(pieces: Vec<Piece<'_>>, room: usize) -> Vec<Piece<'_>> {
    let mut left = room.saturating_sub(1);
    let mut kept = Vec::new();
    for mut piece in pieces {
        let (cells, whole) = (piece.text.width(), left);
        if cells > whole {
            piece.text = first_cells(&piece.text, whole).to_owned();
            piece.text.push(LEFT_OUT);
            kept.push(piece);
            break;
        }
        left -= cells;
        kept.push(piece);
    }
    kept
}

/// The last pieces, so many cells of them.
fn begin(pieces: Vec<Piece<'_>>, room: usize) -> Vec<Piece<'_>> {
    let mut left = room.saturating_sub(1);
    let mut kept = Vec::new();
    for mut piece in pieces.into_iter().rev() {
        let cells = piece.text.width();
        if cells > left {
            let cut = format!("{LEFT_OUT}{}", last_cells(&piece.text, left));
            piece.text = cut;
            kept.push(piece);
            break;
        }
        left -= cells;
        kept.push(piece);
    }
    kept.reverse();
    kept
}

/// So many cells around what was looked for.
fn around_match(pieces: Vec<Piece<'_>>, room: usize) -> Vec<Piece<'_>> {
    let Some(at) = pieces.iter().position(|piece| piece.span.ink == Ink::Match) else {
        return end(pieces, room);
    };
    let (before, found) = (wide(&pieces[..at]), pieces[at].text.width());
    if before + found < room {
        return end(pieces, room);
    }
    // A third stands before it.
    let behind = wide(&pieces[at..]);
    let kept_before = (room / 3).max(room.saturating_sub(behind));
    let mut pieces = pieces;
    let rest = pieces.split_off(at);
    let mut kept = begin(pieces, kept_before);
    let room = room.saturating_sub(wide(&kept));
    kept.extend(if wide(&rest) > room { end(rest, room) } else { rest });
    kept
}

/// So many cells of the begin and the end.
fn middle(pieces: Vec<Piece<'_>>, room: usize) -> Vec<Piece<'_>> {
    let room = room.saturating_sub(1);
    let (first, last) = (room / 3, room - room / 3);
    let total = wide(&pieces);
    let mut kept = Vec::new();
    let mut at = 0;
    let mut is_cut = false;
    for mut piece in pieces {
        let cells = piece.text.width();
        let (start, stop) = (at, at + cells);
        at = stop;
        if stop <= first || start >= total - last {
            kept.push(piece);
            continue;
        }
        let mut text = first_cells(&piece.text, first.saturating_sub(start)).to_owned();
        if !is_cut {
            text.push(LEFT_OUT);
            is_cut = true;
        }
        if stop > total - last {
            text.push_str(last_cells(&piece.text, stop - (total - last)));
        }
        piece.text = text;
        kept.push(piece);
    }
    kept
}

/// The longest begin of so many cells at most.
fn first_cells(text: &str, room: usize) -> &str {
    let mut cells = 0;
    for (at, c) in text.char_indices() {
        cells += c.width().unwrap_or(0);
        if cells > room {
            return &text[..at];
        }
    }
    text
}

/// The longest end of so many cells at most.
fn last_cells(text: &str, room: usize) -> &str {
    let mut cells = 0;
    for (at, c) in text.char_indices().rev() {
        cells += c.width().unwrap_or(0);
        if cells > room {
            return &text[at + c.len_utf8()..];
        }
    }
    text
}
