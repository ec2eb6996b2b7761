//! Answers for people: what stands on a screen, before its width, colours and links are known.
//!
//! A [`Screen`] is a list of blocks whose pieces are labelled by what they are, not by how they look.
//! It is made from the JSON value of an answer by [`screen_of`], with the hints that stand beside the
//! tool ([`Look`]), and written by [`Paper::write`], which knows the terminal. Text of a repository
//! passes through [`visible`](crate::protocol::terminal::visible) where it is written, so a screen obeys nothing.

mod build;
mod cards;
mod cut;
mod flow;
mod forms;
mod graph;
mod hyperlink;
mod look;
mod paint;
mod rows;
mod source;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use build::screen_of;
pub use cut::Cut;
pub use hyperlink::{ALIASES, Hyperlink};
pub use look::{Form, Look, Parent, Section, Sites};
pub use paint::Paper;
pub use source::Lines;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Text of a file, and what needs no attention.
    Plain,
    /// The path of a file.
    Path,
    /// A line, a column.
    Number,
    /// What was looked for, in a line of source.
    Match,
    /// A heading.
    Title,
    /// The name of a symbol.
    Name,
    /// What kind of thing it is.
    Kind,
    /// What may be passed over.
    Faint,
    /// What is not certain, or wants attention.
    Warning,
    /// What breaks.
    Broken,
    /// What came.
    Added,
    /// What went.
    Removed,
    /// What is another.
    Changed,
    /// What may be run.
    Runnable,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Relative to the root.
    pub path: String,
    /// 1-based; 0 for the file as a whole.
    pub line: u32,
    /// 1-based, in characters; 0 for the whole line.
    pub column: u32,
}

/// A piece of a line.
#[derive(Clone, Debug)]
pub struct Span {
    text: String,
    ink: Ink,
    place: Option<Place>,
    /// True where the text is the path of the place, written as seen from the current folder.
    is_path: bool,
}

impl Span {
    /// Text of this kind.
    pub fn new(ink: Ink, text: impl Into<String>) -> Self {
        Self { text: text.into(), ink, place: None, is_path: false }
    }

    /// Plain text.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(Ink::Plain, text)
    }

    /// A path, which leads to the file; behind it `:line` where there is one.
    pub fn path(path: &str, line: u32) -> Self {
        let text = if line > 0 { format!(":{line}") } else { String::new() };
        Self { is_path: true, ..Self::new(Ink::Path, text).at(path, line, 0) }
    }

    /// The same, leading to a place.
    #[must_use]
    pub fn at(mut self, path: &str, line: u32, column: u32) -> Self {
        self.place = Some(Place { path: path.to_owned(), line, column });
        self
    }
}

/// One line.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Stays whole for as long as there is room.
    before: Vec<Span>,
    /// Cut where it is too long.
    text: Vec<Span>,
    /// Left out where there is no room for it.
    after: Vec<Span>,
    cut: Cut,
}

impl Line {
    /// A line of these pieces.
    pub fn of(text: impl IntoIterator<Item = Span>) -> Self {
        Self { text: text.into_iter().collect(), ..Self::default() }
    }

    /// A line whose middle is left out where it is too long.
    pub fn cut_in_the_middle(text: Span) -> Self {
        Self { text: vec![text], cut: Cut::Middle, ..Self::default() }
    }
}

/// A table: a line of titles, rows, and perhaps sums.
#[derive(Clone, Debug, Default)]
pub struct Table {
    titles: Vec<String>,
    rows: Vec<Vec<Span>>,
    /// Sums of the columns, behind a rule.
    sums: Option<Vec<Span>>,
    /// Columns of numbers.
    numbers: Vec<bool>,
}

/// A part of a screen.
#[derive(Clone, Debug)]
pub enum Block {
    /// One line.
    Line(Line),
    /// A table.
    Table(Table),
    /// Items behind a label, as many in a line as there is room for.
    Flow {
        /// Cells before each line.
        indent: usize,
        /// What they are; "" for none.
        label: String,
        /// The items.
        items: Vec<Span>,
    },
    /// An empty line, unless the one before is empty or there is none.
    Gap,
}

/// What stands on a screen.
#[derive(Clone, Debug, Default)]
pub struct Screen {
    blocks: Vec<Block>,
}

impl Screen {
    /// Adds a block.
    pub fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Adds a line.
    pub fn line(&mut self, line: Line) {
        self.push(Block::Line(line));
    }

    /// Adds a line of one piece.
    pub fn say(&mut self, ink: Ink, text: impl Into<String>) {
        self.line(Line::of([Span::new(ink, text)]));
    }

    /// Adds items behind a label, where there are any.
    pub fn flow(&mut self, label: &str, items: Vec<Span>) {
        if !items.is_empty() {
            self.push(Block::Flow { indent: 0, label: label.to_owned(), items });
        }
    }

    /// Adds an empty line between what is there and what follows.
    pub fn gap(&mut self) {
        self.push(Block::Gap);
    }

    /// True where nothing is on it.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| matches!(block, Block::Gap))
    }
}
