//! Screens as text: as wide as the terminal, with its colours and links.
//!
//! The one place where text of a repository meets the codes of a terminal: each piece is made
//! [`visible`] before its own codes are put around it.

use super::cut::{Cut, GAP, Piece, around_match, begin, end, middle, wide, widths};
use super::{Block, Hyperlink, Ink, Line, Screen, Span, Table};
use crate::protocol::terminal::visible;
use anstyle::{AnsiColor, Style};
use std::path::PathBuf;
use tabled::builder::Builder;
use tabled::settings::object::Columns;
use tabled::settings::{Alignment, Padding, Style as Borders};
use unicode_width::UnicodeWidthStr;

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
impl Paper {
    /// The screen as text; each line ends with a line feed and is at most as wide as the paper, names of
    /// files and what may not be cut aside.
    pub fn write(&self, screen: &Screen) -> String {
        let mut out = String::new();
        for block in &screen.blocks {
            match block {
                Block::Line(line) => self.line(line, &mut out),
                Block::Table(table) => self.table(table, &mut out),
                Block::Flow { indent, label, items } => self.flow((*indent, label), items, &mut out),
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

    fn flow(&self, (indent, label): (usize, &str), items: &[Span], out: &mut String) {
        out.push_str(&" ".repeat(indent));
        let mut column = indent;
        if !label.is_empty() {
            let piece = Span::new(Ink::Title, format!("{label}:"));
            let piece = self.piece(&piece);
            column += piece.text.width();
            out.push_str(&self.painted(&piece));
        }
        let hang = if label.is_empty() { indent } else { indent + 2 };
        for (i, item) in items.iter().enumerate() {
            let piece = self.piece(item);
            let comma = usize::from(i + 1 < items.len());
            let wanted = piece.text.width() + comma;
            if column > hang && column + 1 + wanted > self.width() {
                out.push('\n');
                out.push_str(&" ".repeat(hang));
                column = hang;
            } else if column > indent {
                out.push(' ');
                column += 1;
            }
            let room = self.width().saturating_sub(column + comma);
            let pieces = vec![piece];
            let pieces = if wide(&pieces) > room { middle(pieces, room) } else { pieces };
            column += wide(&pieces) + comma;
            pieces.iter().for_each(|piece| out.push_str(&self.painted(piece)));
            if comma > 0 {
                out.push(',');
            }
        }
        out.push('\n');
    }

    fn table(&self, table: &Table, out: &mut String) {
        let titles: Vec<Span> =
            table.titles.iter().map(|title| Span::new(Ink::Title, title.as_str())).collect();
        let rows: Vec<Vec<Piece<'_>>> = [titles.as_slice()]
            .into_iter()
            .chain(table.rows.iter().map(Vec::as_slice))
            .chain(table.sums.as_deref())
            .map(|row| self.pieces(row))
            .collect();
        let widths = widths(&rows, &table.numbers, self.width());
        let mut made = Builder::default();
        let count = rows.len();
        for row in rows {
            let cells = row.into_iter().zip(&widths);
            made.push_record(cells.map(|(piece, width)| {
                let is_path = piece.span.is_path;
                let pieces = vec![piece];
                let fitted = match wide(&pieces) > *width {
                    true if is_path => begin(pieces, *width),
                    true => end(pieces, *width),
                    false => pieces,
                };
                fitted.iter().map(|piece| self.painted(piece)).collect::<String>()
            }));
        }
        let mut made = made.build();
        made.with(Borders::empty()).with(Padding::new(0, GAP, 0, 0));
        let numbers = table.numbers.iter().take(widths.len()).enumerate();
        for (i, _) in numbers.filter(|(_, is_number)| **is_number) {
            made.modify(Columns::one(i), Alignment::right());
        }
        let rule = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        let rule = Span::new(Ink::Faint, "─".repeat(rule));
        let rule = self.painted(&self.piece(&rule));
        for (i, line) in made.to_string().lines().enumerate() {
            if table.sums.is_some() && (i == 1 || i + 1 == count) {
                out.push_str(&rule);
                out.push('\n');
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
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
