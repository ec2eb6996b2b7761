//! Queries and expressions: which tables, columns and functions they name.

use super::lexer::Kind;
use super::reader::{FUNCTION, Sql, TABLE};
use crate::token_reader::TokenReader;
use indexer_core::{ExprId, Namespace, Role, ScopeKind, SymbolKind};

/// Words that begin a query.
pub(super) const BEGIN: &[&str] =
    &["select", "with", "insert", "update", "delete", "merge", "values", "table", "replace"];

/// Words behind which a query has no tables.
const NO_TABLES: &[&str] = &[
    "select",
    "where",
    "group",
    "order",
    "having",
    "window",
    "limit",
    "offset",
    "fetch",
    "returning",
    "set",
    "values",
    "on",
    "when",
    "for",
    "connect",
    "qualify",
    "union",
    "intersect",
    "except",
    "minus",
];

/// Words of the language that may stand where a column could, and are mostly none there.
const QUIET: &[&str] = &[
    "action",
    "always",
    "at",
    "auto_increment",
    "cascade",
    "conflict",
    "current",
    "day",
    "exclude",
    "first",
    "following",
    "hour",
    "identity",
    "ignore",
    "interval",
    "key",
    "last",
    "locked",
    "matched",
    "minute",
    "month",
    "new",
    "next",
    "no",
    "nothing",
    "nowait",
    "nulls",
    "old",
    "ordinality",
    "overriding",
    "preceding",
    "prior",
    "range",
    "restrict",
    "row",
    "rows",
    "second",
    "skip",
    "source",
    "target",
    "temp",
    "temporary",
    "ties",
    "true",
    "false",
    "unbounded",
    "unknown",
    "value",
    "year",
    "zone",
];

/// Part of a query in which names are met.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Values.
    Values,
    /// Tables.
    Tables,
    /// `SET a = b`.
    Assigned,
}

impl Sql<'_, '_, '_> {
    /// A query that goes up to the end.
    pub(super) fn query(&mut self, start: usize) {
        let place = self.reading.build.place();
        let (columns, target) = (self.columns, std::mem::take(&mut self.target));
        let span = self.tokens.between(start, self.tokens.end);
        self.reading.build.open_scope(ScopeKind::Block, span);
        let mut at = self.named_queries(start);
        loop {
            let outer = self.reading.build.place();
            self.reading.build.open_scope(ScopeKind::Block, span);
            at = self.select(at);
            self.reading.build.restore(outer);
            if at >= self.tokens.end {
                break;
            }
        }
        (self.columns, self.target) = (columns, target);
        self.reading.build.restore(place);
    }

    /// `WITH a (b) AS (..), c AS (..)`.
    fn named_queries(&mut self, mut at: usize) -> usize {
        if !self.is(at, "with") {
            return at;
        }
        at = self.pass(at + 1, &["recursive"]);
        while self.reading.goes_on() {
            let Some(of) = self.named(at).filter(|of| of.before.is_none()) else { break };
            at = of.next;
            if self.tokens.sign(at, b'(') {
                at = self.behind(at);
            }
            if !self.is(at, "as") {
                break;
            }
            self.local_table(of.token);
            at = self.pass(at + 1, &["not", "materialized"]);
            if !self.tokens.sign(at, b'(') {
                break;
            }
            at = self.inside(at, |sql, at| {
                let (fields, target) = (std::mem::replace(&mut sql.fields, false), sql.target);
                sql.query(at);
                (sql.fields, sql.target) = (fields, target);
            });
            if !self.tokens.sign(at, b',') {
                break;
            }
            at += 1;
        }
        at
    }

    /// One query of those that are united; gives where the next one begins.
    fn select(&mut self, start: usize) -> usize {
        let rows = self.place_of_rows();
        self.columns = rows;
        let mut found: Vec<ExprId> = Vec::new();
        let (mut at, mut part, mut has_tables) = (start, Part::Values, false);
        while at < self.tokens.end && self.reading.goes_on() {
            if self.is_any(at, &["union", "intersect", "except", "minus"]) && at > start {
                at = self.pass(at + 1, &["all", "distinct"]);
                break;
            }
            // What is inserted is of tables of its own; what is given back is of the one that is written.
            if self.is(at, "select") && self.is(start, "insert") && at > start {
                break;
            }
            if self.is_any(at, &["conflict", "returning"]) && !self.target.is_unknown() {
                self.columns = self.target;
            }
            match self.tokens.kind(at) {
                Some(Kind::Word) if self.begins_tables(at) => {
                    (part, has_tables) = (Part::Tables, true);
                    let is_written = self.is_written(at);
                    at = self.table(at + 1, if is_written { Role::Write } else { Role::Read }, &mut found);
                }
                Some(Kind::Word) if self.is_any(at, NO_TABLES) => {
                    part = if self.is(at, "set") { Part::Assigned } else { Part::Values };
                    has_tables &= self.is(at, "on");
                    at += 1;
                    if part == Part::Assigned {
                        at = self.assigned(at);
                    }
                }
                Some(Kind::Sign(b',')) => {
                    at = match part {
                        Part::Tables => self.table(at + 1, Role::Read, &mut found),
                        // `FROM a JOIN b ON c, d`
                        Part::Values if has_tables => self.table(at + 1, Role::Read, &mut found),
                        Part::Assigned => self.assigned(at + 1),
                        Part::Values => at + 1,
                    };
                }
                Some(Kind::Word) if self.is(at, "into") => at = self.into(at + 1),
                Some(Kind::Word) if self.is(at, "as") => at = self.alias_of_value(at + 1),
                Some(Kind::Word) if self.is(at, "using") && self.tokens.sign(at + 1, b'(') => {
                    at = self.column_list(at + 1, rows, Role::Read);
                }
                _ => at = self.value(at),
            }
        }
        // A table whose name is not known may have any column.
        if !found.is_empty() && !found.contains(&ExprId::UNKNOWN) {
            let all = self.reading.build.union(&found);
            self.reading.build.fill(rows, all);
        }
        at
    }

    /// Do tables stand behind the word?
    fn begins_tables(&self, at: usize) -> bool {
        if self.is(at, "from") {
            // `IS DISTINCT FROM`
            return !self.is(at.wrapping_sub(1), "distinct") || self.is(at.wrapping_sub(2), "select");
        }
        self.is_any(at, &["join", "update"])
            && !self.is_any(at + 1, &["set"])
            && !self.is_any(at.wrapping_sub(1), &["for", "do", "no", "key"])
            || self.is(at, "into") && self.is_written(at)
            || (self.is(at, "using") && !self.tokens.sign(at + 1, b'('))
    }

    /// Does the statement write what stands behind the word?
    fn is_written(&self, at: usize) -> bool {
        let before = at.wrapping_sub(1);
        match self.tokens.text(at).to_ascii_lowercase().as_str() {
            "update" => true,
            "into" => {
                self.is_any(before, &["insert", "merge", "ignore", "replace", "overwrite"])
                    || self.tokens.sign(before, b')')
            }
            "from" => self.is(before, "delete"),
            _ => false,
        }
    }

    /// A table with what stands behind it, which is added to `found`.
    fn table(&mut self, at: usize, role: Role, found: &mut Vec<ExprId>) -> usize {
        let mut at = self.pass(at, &["only", "lateral", "table", "ignore", "low_priority"]);
        let mut rows = ExprId::UNKNOWN;
        if self.tokens.sign(at, b'(') {
            at = self.parenthesized(at, Some(found));
        } else if let Some(of) = self.named(at) {
            at = of.next;
            if self.tokens.sign(at, b'(') && role == Role::Read {
                self.call(&of);
                at = self.arguments(at);
                at = self.pass(at, &["with", "ordinality"]);
            } else {
                let table = self.refer(&of, role, TABLE);
                rows = self.rows(table);
                if role == Role::Write {
                    self.target = rows;
                }
            }
        } else if matches!(self.tokens.kind(at), Some(Kind::Word | Kind::Inserted))
            && !self.is_any(at, NO_TABLES)
        {
            at += 1;
        }
        if role == Role::Write && self.tokens.sign(at, b'(') && !self.begins_query(at + 1) {
            at = self.column_list(at, rows, Role::Write);
        }
        at += usize::from(self.tokens.sign(at, b'*'));
        found.push(rows);
        self.alias(at, rows)
    }

    /// `AS a (b, c)` behind a table.
    fn alias(&mut self, mut at: usize, rows: ExprId) -> usize {
        let has_word = self.is(at, "as");
        at += usize::from(has_word);
        let is_name = match self.tokens.kind(at) {
            Some(Kind::Quoted) => true,
            Some(Kind::Word) => {
                !self.is_reserved(at)
                    && !self.is_any(
                        at,
                        &["window", "tablesample", "force", "use", "default", "qualify", "minus", "asof"],
                    )
            }
            _ => false,
        };
        if is_name {
            self.local(at, rows);
            at += 1;
            if self.tokens.sign(at, b'(') {
                at = self.behind(at);
            }
        } else if has_word && self.tokens.sign(at, b'(') {
            at = self.behind(at);
        }
        at
    }

    /// `INTO a, b`: what a routine puts a row into; else a table that is made.
    fn into(&mut self, at: usize) -> usize {
        if !self.is_inside {
            let mut made = Vec::new();
            let at = self.pass(at, &["temp", "temporary", "unlogged", "table", "outfile", "dumpfile"]);
            return self.table(at, Role::Write, &mut made);
        }
        let mut at = self.pass(at, &["strict"]);
        while let Some(of) = self.named(at) {
            let is_known = self.variables.contains_key(&of.name);
            if is_known && of.before.is_none() {
                self.use_as(of.token, of.name, Role::Write, Namespace::VALUE);
            }
            at = of.next;
            if !self.tokens.sign(at, b',') || !self.reading.goes_on() {
                break;
            }
            at += 1;
        }
        at
    }

    /// `a = b` behind `SET`, or `(a, b) = ..`.
    fn assigned(&mut self, at: usize) -> usize {
        let columns = self.columns;
        if self.tokens.sign(at, b'(') && self.tokens.sign(self.behind(at), b'=') {
            return self.column_list(at, columns, Role::Write);
        }
        match self.named(at) {
            Some(of) if self.tokens.sign(of.next, b'=') => {
                match of.before {
                    Some(table) => self.column_of(table, of.token),
                    None => self.column(of.token, columns, Role::Write),
                }
                of.next + 1
            }
            _ => at,
        }
    }

    /// The name behind `AS` in a list of values.
    fn alias_of_value(&mut self, at: usize) -> usize {
        if self.fields
            && matches!(self.tokens.kind(at), Some(Kind::Word | Kind::Quoted))
            && self.is_last_of_value(at + 1)
        {
            self.define_member(at, SymbolKind::Field, at + 1);
            return at + 1;
        }
        match self.tokens.kind(at) {
            Some(Kind::Word) if self.is_reserved(at) => at,
            Some(Kind::Word | Kind::Quoted | Kind::Text) => at + 1,
            _ => at,
        }
    }

    fn is_last_of_value(&self, at: usize) -> bool {
        at >= self.tokens.end
            || self.tokens.sign(at, b',')
            || self.is_any(at, &["from", "into", "where", "union"])
    }

    fn begins_query(&self, mut at: usize) -> bool {
        while self.tokens.sign(at, b'(') {
            at += 1;
        }
        self.is_any(at, BEGIN)
            && !(self.is_any(at, &["replace", "values", "table"])
                && self.tokens.sign(at + 1, b'(')
                && !self.is(at, "values"))
    }

    /// A query or values in parentheses; with `found`, tables.
    fn parenthesized(&mut self, open: usize, found: Option<&mut Vec<ExprId>>) -> usize {
        self.inside(open, |sql, at| {
            let (columns, fields) = (sql.columns, std::mem::replace(&mut sql.fields, false));
            if sql.is_any(at, BEGIN) {
                sql.query(at);
            } else if let Some(found) = found {
                let mut at = sql.table(at, Role::Read, found);
                while at < sql.tokens.end && sql.reading.goes_on() {
                    at = match sql.is(at, "join") || sql.tokens.sign(at, b',') {
                        true => sql.table(at + 1, Role::Read, found),
                        false => sql.value(at),
                    };
                }
            } else {
                sql.values(at);
            }
            (sql.columns, sql.fields) = (columns, fields);
        })
    }

    /// Values up to the end.
    pub(super) fn values(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            at = self.value(at);
        }
    }

    /// What stands at one place of an expression; gives the place behind it.
    pub(super) fn value(&mut self, at: usize) -> usize {
        match self.tokens.kind(at) {
            Some(Kind::Sign(b'(')) => self.parenthesized(at, None),
            Some(Kind::Cast) => self.type_name(at + 1).0.max(at + 1),
            Some(Kind::Word) if self.is(at, "references") => self.references(at + 1),
            Some(Kind::Word) if self.is_any(at, &["collate", "constraint", "tablespace", "owner"]) => {
                self.named(at + 1).map_or(at + 1, |of| of.next)
            }
            Some(Kind::Word) if self.is(at, "cast") && self.tokens.sign(at + 1, b'(') => self.cast(at + 1),
            Some(Kind::Word) if self.is(at, "row") && self.tokens.sign(at + 1, b'(') => at + 1,
            Some(Kind::Word | Kind::Quoted | Kind::Inserted) => self.name_in_value(at),
            _ => at + 1,
        }
    }

    /// `REFERENCES a (b)`.
    pub(super) fn references(&mut self, at: usize) -> usize {
        let Some(of) = self.named(at) else { return at };
        let table = self.refer(&of, Role::Read, TABLE);
        let rows = self.rows(table);
        self.column_list(of.next, rows, Role::Read)
    }

    /// `CAST(a AS b)`.
    fn cast(&mut self, open: usize) -> usize {
        self.inside(open, |sql, mut at| {
            while at < sql.tokens.end && !sql.is(at, "as") && sql.reading.goes_on() {
                at = sql.value(at);
            }
            if at < sql.tokens.end {
                sql.type_name(at + 1);
            }
        })
    }

    fn name_in_value(&mut self, at: usize) -> usize {
        let Some(of) = self.named(at) else { return at + 1 };
        if self.tokens.sign(of.next, b'(') {
            self.call(&of);
            return self.arguments(of.next);
        }
        // `date '2000-01-01'`, `a => 1`, `a := 1`
        let is_type = self.tokens.kind(of.next) == Some(Kind::Text) && of.before.is_none();
        let is_argument = self.tokens.sign(of.next, b'=') && self.tokens.sign(of.next + 1, b'>');
        if is_type || is_argument {
            return of.next;
        }
        let is_variable = |sql: &mut Self, at: usize| {
            let name = sql.folded(at);
            sql.variables.contains_key(&name).then_some(name)
        };
        match of.before {
            Some(table) if self.tokens.kind(table) != Some(Kind::Inserted) => {
                if self.is_any(table, &["new", "old", "excluded", "inserted", "deleted"]) {
                    return of.next;
                }
                if table > at {
                    // `schema.table.column`
                    if let Some(whole) = self.schema_before(at, table) {
                        let of_table = self.use_as(table, whole, Role::Read, TABLE);
                        self.column(of.token, of_table, Role::Read);
                    }
                } else {
                    self.column_of(table, of.token);
                }
            }
            Some(_) => {}
            None => {
                if let Some(name) = is_variable(self, of.token) {
                    let role = if self.tokens.sign(of.next, b':') && self.tokens.sign(of.next + 1, b'=') {
                        Role::Write
                    } else {
                        Role::Read
                    };
                    self.use_as(of.token, name, role, Namespace::VALUE);
                } else if !self.columns.is_unknown() && !self.is_any(of.token, QUIET) {
                    self.column(of.token, self.columns, Role::Read);
                }
            }
        }
        of.next
    }

    /// The name of the table at `table`, with the schema that stands two tokens before it.
    pub(super) fn schema_before(&mut self, at: usize, table: usize) -> Option<indexer_core::Name> {
        let end = self.tokens.end;
        self.tokens.end = table + 1;
        let of = self.named(table.saturating_sub(2).max(at));
        self.tokens.end = end;
        of.map(|of| of.bound)
    }

    /// A function is called.
    pub(super) fn call(&mut self, of: &super::reader::Named) -> ExprId {
        let mark = self.reading.build.uses.mark();
        let value = self.refer(of, Role::Call, FUNCTION);
        let count = self.count_arguments(of.next);
        self.reading.build.uses.set_arguments(mark, value, count);
        value
    }

    fn count_arguments(&mut self, open: usize) -> usize {
        let close = self.tokens.close(open);
        if !self.tokens.sign(open, b'(') || close <= open + 1 {
            return 0;
        }
        let around = std::mem::replace(&mut self.tokens.end, close);
        let (mut at, mut count) = (self.comma(open + 1), 1);
        while at < close && count < 100 {
            (at, count) = (self.comma(at + 1), count + 1);
        }
        self.tokens.end = around;
        count
    }

    /// Arguments, and what stands behind them: `FILTER (WHERE a)`, `OVER (PARTITION BY a)`.
    pub(super) fn arguments(&mut self, open: usize) -> usize {
        self.parenthesized(open, None)
    }
}
