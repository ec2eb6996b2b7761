//! Where lines begin, and so where what begins on them ends.

use super::lexer::{Kind, Token};
use super::words;

/// The columns of the tokens of a file.
pub(super) struct Layout {
    /// True for the first token of a line.
    starts: Vec<bool>,
    /// The first token of the line of each.
    first: Vec<u32>,
    /// For the first token of a line: that of the next line at whose column what begins here ends.
    ends: Vec<u32>,
}

impl Layout {
    /// Of the tokens of a text. O(bytes).
    pub(super) fn new(source: &str, tokens: &[Token]) -> Self {
        let count = tokens.len();
        let mut layout =
            Self { starts: vec![false; count], first: vec![0; count], ends: vec![count as u32; count] };
        let (mut line, mut behind, mut first) = (0_usize, 0_usize, 0_usize);
        let mut begins: Vec<(usize, usize)> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let start = token.span.start as usize;
            // What a text holds stands before its end.
            let between = source.get(behind..start).unwrap_or_default();
            let is_start = at == 0 || between.contains('\n');
            if let Some(end) = between.rfind('\n') {
                line = behind + end + 1;
            }
            if is_start {
                first = at;
                let column = source.get(line..start).map_or(0, |before| before.chars().count());
                begins.push((at, 2 * column + usize::from(is_continuing(source, token))));
            }
            (layout.starts[at], layout.first[at]) = (is_start, first as u32);
            let within = source.get(start..token.span.end as usize).unwrap_or_default();
            if token.kind == Kind::Text
                && let Some(end) = within.rfind('\n')
            {
                line = start + end + 1;
            }
            behind = behind.max(token.span.end as usize);
        }
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (at, column) in begins.into_iter().rev() {
            while open.pop_if(|(_, later)| *later > column).is_some() {}
            if let Some((next, _)) = open.last() {
                layout.ends[at] = *next as u32;
            }
            open.push((at, column));
        }
        layout
    }

    /// True for the first token of a line.
    pub(super) fn is_start(&self, at: usize) -> bool {
        self.starts.get(at).copied().unwrap_or(true)
    }

    /// True where both stand on one line.
    pub(super) fn is_same_line(&self, one: usize, other: usize) -> bool {
        self.first.get(one) == self.first.get(other)
    }

    /// Behind what begins with the line of the token.
    pub(super) fn end(&self, at: usize) -> usize {
        let first = self.first.get(at).map_or(at, |first| *first as usize);
        self.ends.get(first).map_or(at + 1, |end| *end as usize)
    }
}

/// True for what goes on with what stands before it, where its line begins at the same column.
fn is_continuing(source: &str, token: &Token) -> bool {
    match token.kind {
        Kind::Sign(
            b'|' | b')' | b']' | b'}' | b'>' | b'&' | b'=' | b',' | b';' | b'+' | b'*' | b'/' | b'^' | b'@',
        ) => true,
        Kind::Arrow | Kind::Gets => true,
        Kind::Word => words::is_continuing(token.span.text(source)),
        _ => false,
    }
}
