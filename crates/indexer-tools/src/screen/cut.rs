//! Pieces of lines made to fit: cut at their ends, around what was looked for, or in the middle.

use super::{Ink, Span};
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

/// Stands where something was cut.
const LEFT_OUT: char = '…';

/// A piece of safe text with how it looks.
pub(super) struct Piece<'s> {
    pub(super) text: String,
    pub(super) span: &'s Span,
}

pub(super) fn wide(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().map(|piece| piece.text.width()).sum()
}

/// The first pieces, so many cells of them.
pub(super) fn end(pieces: Vec<Piece<'_>>, room: usize) -> Vec<Piece<'_>> {
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
pub(super) fn begin(pieces: Vec<Piece<'_>>, room: usize) -> Vec<Piece<'_>> {
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
pub(super) fn around_match(pieces: Vec<Piece<'_>>, room: usize) -> Vec<Piece<'_>> {
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
pub(super) fn middle(pieces: Vec<Piece<'_>>, room: usize) -> Vec<Piece<'_>> {
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

/// Cells between two columns.
pub(super) const GAP: usize = 2;
/// Cells below which a column of text is not made narrower.
const NARROW: usize = 14;

/// The widths of the columns that there is room for: the widest texts give way first, then the last columns.
/// O(columns · width)
pub(super) fn widths(rows: &[Vec<Piece<'_>>], numbers: &[bool], room: usize) -> Vec<usize> {
    let mut widths = vec![0; numbers.len()];
    for row in rows {
        for (width, piece) in widths.iter_mut().zip(row) {
            *width = piece.text.width().max(*width);
        }
    }
    let natural = widths.clone();
    loop {
        let needed = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        while needed(&widths) > room {
            let texts =
                widths.iter_mut().zip(numbers).filter(|(width, is_number)| !**is_number && **width > NARROW);
            let Some((widest, _)) = texts.max_by_key(|(width, _)| **width) else { break };
            *widest -= 1;
        }
        if needed(&widths) <= room || widths.len() < 2 {
            return widths;
        }
        widths = natural[..widths.len() - 1].to_vec();
    }
}
