//! The tables of the export as Parquet, and their columns. `docs/export.md` describes them; a test compares the two.

/// Counts up with every change of the tables that a question may notice.
pub const SCHEMA_VERSION: u32 = 1;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// UTF-8. No column has a name that engines want quoted (`column`, `use`).
    Text,
    /// A count, a line, a column: 32 bits.
    Number,
    /// An id: 64 bits.
    Id,
    /// True or false.
    Flag,
    /// Milliseconds since 1970, UTC.
    Time,
}

/// A column: its name, what it holds, and whether a row may leave it out.
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) optional: bool,
}

const fn some(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, optional: false }
}

const fn maybe(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, optional: true }
}

/// The commit that HEAD named, which every row tells, so that rows of several exports can stand in one table.
const COMMIT: Column = maybe("commit", Kind::Text);

/// A table: its name, which is that of its folder, and its columns.
pub(super) struct TableSchema {
    pub(super) name: &'static str,
    pub(super) columns: &'static [Column],
}

pub(super) const FILES: TableSchema = TableSchema {
    name: "files",
    columns: &[
        COMMIT,
        some("path", Kind::Text),
        some("language", Kind::Text),
        some("module", Kind::Text),
        some("bytes", Kind::Id),
        some("lines", Kind::Number),
        some("has_problems", Kind::Flag),
    ],
};

pub(super) const SYMBOLS: TableSchema = TableSchema {
    name: "symbols",
    columns: &[
        COMMIT,
        some("id", Kind::Id),
        some("path", Kind::Text),
        some("name", Kind::Text),
        some("qualified", Kind::Text),
        some("kind", Kind::Text),
        some("visibility", Kind::Text),
        some("flags", Kind::Text),
        maybe("owner", Kind::Id),
        some("line", Kind::Number),
        some("col", Kind::Number),
        some("start_line", Kind::Number),
        some("end_line", Kind::Number),
        some("signature", Kind::Text),
        maybe("documentation", Kind::Text),
    ],
};

pub(super) const METRICS: TableSchema = TableSchema {
    name: "metrics",
    columns: &[
        COMMIT,
        some("symbol", Kind::Id),
        some("path", Kind::Text),
        some("qualified", Kind::Text),
        some("cyclomatic", Kind::Number),
        some("cognitive", Kind::Number),
        some("nesting", Kind::Number),
        some("parameters", Kind::Number),
        some("lines", Kind::Number),
    ],
};

pub(super) const REFERENCES: TableSchema = TableSchema {
    name: "references",
    columns: &[
        COMMIT,
        some("use_id", Kind::Id),
        some("path", Kind::Text),
        some("line", Kind::Number),
        some("col", Kind::Number),
        some("name", Kind::Text),
        some("role", Kind::Text),
        some("certainty", Kind::Text),
        some("rule", Kind::Text),
        maybe("enclosing", Kind::Id),
        maybe("target", Kind::Id),
        maybe("target_path", Kind::Text),
        maybe("target_qualified", Kind::Text),
        maybe("external", Kind::Text),
    ],
};

pub(super) const CALLS: TableSchema = TableSchema {
    name: "calls",
    columns: &[
        COMMIT,
        maybe("caller", Kind::Id),
        maybe("caller_qualified", Kind::Text),
        some("callee", Kind::Id),
        some("callee_path", Kind::Text),
        some("callee_qualified", Kind::Text),
        some("path", Kind::Text),
        some("line", Kind::Number),
        some("certainty", Kind::Text),
        some("rule", Kind::Text),
    ],
};

pub(super) const BASES: TableSchema = TableSchema {
    name: "bases",
    columns: &[
        COMMIT,
        some("symbol", Kind::Id),
        maybe("base", Kind::Id),
        some("name", Kind::Text),
        some("how", Kind::Text),
        some("certainty", Kind::Text),
    ],
};

pub(super) const DEPENDENCIES: TableSchema = TableSchema {
    name: "dependencies",
    columns: &[COMMIT, some("path", Kind::Text), some("needs", Kind::Text)],
};

pub(super) const HISTORY: TableSchema = TableSchema {
    name: "history",
    columns: &[
        COMMIT,
        some("path", Kind::Text),
        some("changes", Kind::Number),
        some("authors", Kind::Number),
        some("last_change", Kind::Time),
    ],
};
