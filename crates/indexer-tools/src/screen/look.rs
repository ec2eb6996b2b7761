//! How a tool's answer looks on a screen, as data.

/// The sections of an answer that are shown, in order.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The sections; where there are none, they are chosen by what the answer holds.
    pub sections: &'static [Section<'static>],
}

impl Look {
    /// These sections.
    pub const fn of(sections: &'static [Section<'static>]) -> Self {
        Self { sections }
    }

    /// Chosen by what the answer holds.
    pub const AUTO: Look = Look { sections: &[] };
}

/// A part of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// The field of the JSON object; "" for its numbers and words that are in no other field.
    pub of: &'a str,
    /// What stands above it; "" for nothing.
    pub title: &'a str,
    /// How it looks.
    pub form: Form,
}

impl<'a> Section<'a> {
    /// A part without a title.
    pub const fn of(of: &'a str, form: Form) -> Self {
        Self { of, title: "", form }
    }

    /// The same with a title.
    #[must_use]
    pub const fn titled(self, title: &'a str) -> Self {
        Self { title, ..self }
    }
}

/// How a part looks.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Symbols that the answer is about: name, kind, place, signature and documentation.
    Subjects,
    /// Places below the names of their files, each with its line of source and the name in it marked.
    Uses,
    /// Declarations below the names of their files, by line, nested where they say how deep.
    Declarations,
    /// Pieces of text, each with where it is and what it is of.
    Excerpts,
    /// Text of files with the numbers of its lines.
    Source,
    /// A tree, with the lines of source at the places that its rows name.
    Tree(Parent, Sites),
    /// Chains of steps.
    Chains,
    /// A table of these columns, each a field, or `field=title`; of all that the rows hold where none are
    /// named.
    Table(&'static [&'static str]),
    /// A table whose last row is made of the answer's own fields of the same names.
    Summed(&'static [&'static str]),
    /// Numbers and words with their names.
    Figures,
    /// These numbers, each before its name.
    Counts(&'static [&'static str]),
    /// Each row by itself: what it is, then what else is said of it.
    Cards,
    /// Words, as many in a line as there is room for.
    Words,
    /// Nothing: what it says stands elsewhere or helps programs only.
    Hidden,
}

/// What says where in a tree a row belongs.
#[derive(Clone, Copy, Debug)]
pub enum Parent {
    /// The field `depth`; children follow their parent.
    Depth,
    /// This field holds the key of the row that it hangs from; without it, it hangs from the top.
    Key(&'static str),
    /// Rows are edges from `from` to `to`.
    Edge,
}

/// In which file the places of a row of a tree are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sites {
    /// In the row's own.
    Own,
    /// In that of the row above, which names this one.
    Above,
}
