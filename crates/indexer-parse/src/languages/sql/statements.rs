//! Where statements end, what they are, and those that only name what others declare.

use super::lexer::Kind;
use super::query::BEGIN;
use super::reader::{FUNCTION, Sql, TABLE};
use crate::token_reader::TokenReader;
use indexer_core::{DefId, ExprId, Name, Namespace, Role, SymbolKind};

/// Words before the names of tables.
const BEFORE_TABLES: &[&str] =
    &["lock", "analyze", "vacuum", "cluster", "refresh", "copy", "truncate", "optimize", "describe"];

/// Words between those and the names.
const SMALL: &[&str] = &[
    "table",
    "tables",
    "only",
    "materialized",
    "view",
    "concurrently",
    "verbose",
    "full",
    "analyze",
    "freeze",
    "local",
    "binary",
];

impl Sql<'_, '_, '_> {
    /// All statements up to the end.
    pub(super) fn statements(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            if self.tokens.kind(at) == Some(Kind::Include) {
                self.include(at);
                at += 1;
                continue;
            }
            if self.tokens.kind(at) == Some(Kind::End) {
                at += 1;
                continue;
            }
            let end = self.statement_end(at);
            self.until(end, |sql| sql.statement(at));
            at = end.max(at + 1);
        }
    }

    /// Where the statement ends that begins at `start`: that of a routine, whose body holds statements, behind its last word.
    fn statement_end(&mut self, start: usize) -> usize {
        let (mut at, mut depth, is_routine) = (start, 0u32, self.is_routine(start));
        while at < self.tokens.end && self.reading.goes_on() {
            match self.tokens.kind(at) {
                Some(Kind::End) if depth == 0 || self.tokens.text(at) != ";" => return at,
                Some(Kind::Word) if is_routine => {
                    if self.is_any(at, &["begin", "case"]) && !self.is_any(at + 1, &["transaction", "work"]) {
                        depth += u32::from(!self.is(at.wrapping_sub(1), "end"));
                    } else if self.is(at, "end")
                        && !self.is_any(at + 1, &["if", "loop", "while", "repeat", "for"])
                    {
                        depth = depth.saturating_sub(1);
                    }
                }
                _ => {}
            }
            at = if self.tokens.kind(at) == Some(Kind::Opens) { self.behind(at) } else { at + 1 };
        }
        at.min(self.tokens.end)
    }

    fn is_routine(&self, start: usize) -> bool {
        self.is_any(start, &["create", "alter"])
            && (start + 1..start + 10)
                .any(|at| self.is_any(at, &["function", "procedure", "trigger", "proc", "event"]))
    }

    /// One statement, which goes up to the end.
    pub(super) fn statement(&mut self, at: usize) {
        match self.tokens.text(at).to_ascii_lowercase().as_str() {
            "create" => self.create(at),
            "alter" => self.alter(at),
            "drop" => self.drop(at),
            "comment" => self.comment(at),
            "grant" | "revoke" => self.grant(at),
            "do" => self.anonymous(at),
            "explain" => self.explained(at),
            "call" | "exec" | "execute" => self.called(at + 1),
            "perform" => self.query(at),
            "prepare" | "declare" => self.prepared(at),
            _ if self.is_any(at, BEFORE_TABLES) => self.tables(at),
            _ if self.is_any(at, BEGIN) => self.query(at),
            _ => self.values(at),
        }
    }

    /// `EXPLAIN (ANALYZE) SELECT ..`.
    fn explained(&mut self, at: usize) {
        let mut at = self.pass(at + 1, &["analyze", "verbose", "extended", "query", "plan"]);
        if self.tokens.sign(at, b'(') && !self.is_any(at + 1, BEGIN) {
            at = self.behind(at);
        }
        self.statement_within(at);
    }

    /// A statement behind the words of another one.
    fn statement_within(&mut self, at: usize) {
        if at < self.tokens.end && self.reading.down(self.tokens.span(at)) {
            self.statement(at);
            self.reading.up();
        }
    }

    /// `PREPARE a (int) AS SELECT ..`, `DECLARE a CURSOR FOR SELECT ..`.
    fn prepared(&mut self, at: usize) {
        let mut at = at + 1;
        while at < self.tokens.end && !self.is_any(at, BEGIN) && self.reading.goes_on() {
            at = self.behind(at);
        }
        self.statement_within(at);
    }

    /// `CALL a (b)`.
    fn called(&mut self, at: usize) {
        match self.named(at) {
            Some(of) if self.tokens.kind(of.next) != Some(Kind::Text) => {
                self.call(&of);
                self.values(of.next);
            }
            _ => self.values(at),
        }
    }

    /// `TRUNCATE a, b`, `COPY a (b) FROM ..`.
    fn tables(&mut self, at: usize) {
        let role = if self.is_any(at, &["truncate", "copy"]) { Role::Write } else { Role::Read };
        let mut at = self.pass(at + 1, SMALL);
        if self.tokens.sign(at, b'(') {
            at = self.inside(at, |sql, at| {
                if sql.is_any(at, BEGIN) {
                    sql.query(at);
                }
            });
            at = self.pass(at, SMALL);
        }
        while let Some(of) = self.named(at) {
            let table = self.refer(&of, role, TABLE);
            let rows = self.rows(table);
            at = self.column_list(of.next, rows, Role::Read);
            if !self.tokens.sign(at, b',') || !self.reading.goes_on() {
                break;
            }
            at += 1;
        }
    }

    /// `DROP TABLE IF EXISTS a, b`, `DROP TRIGGER a ON b`.
    fn drop(&mut self, at: usize) {
        let Some((namespace, at)) = self.object(at + 1) else { return };
        let mut at = self.pass(at, &["if", "exists", "concurrently"]);
        while let Some(of) = self.named(at) {
            self.refer(&of, Role::Write, namespace);
            at = of.next;
            if self.tokens.sign(at, b'(') {
                at = self.types(at);
            }
            if self.is(at, "on")
                && let Some(table) = self.named(at + 1)
            {
                self.refer(&table, Role::Read, TABLE);
                return;
            }
            if !self.tokens.sign(at, b',') || !self.reading.goes_on() {
                return;
            }
            at += 1;
        }
    }

    /// The name space of the kind of object that is named there, and the place behind its words; `None` for a kind of which
    /// nothing is declared.
    pub(super) fn object(&mut self, at: usize) -> Option<(Namespace, usize)> {
        let at = self.pass(at, &["foreign", "materialized", "event", "external", "temporary", "temp"]);
        let namespace = match self.tokens.text(at).to_ascii_lowercase().as_str() {
            "table" | "view" | "type" | "domain" => TABLE,
            "function" | "procedure" | "aggregate" | "routine" | "proc" => FUNCTION,
            "index" | "trigger" | "sequence" | "schema" | "policy" | "rule" => Namespace::VALUE,
            _ => return None,
        };
        Some((namespace, at + 1))
    }

    /// `(int, b text)`: the types of what a function takes.
    pub(super) fn types(&mut self, open: usize) -> usize {
        self.inside(open, |sql, mut at| {
            while at < sql.tokens.end && sql.reading.goes_on() {
                at = sql.pass(at, &["in", "out", "inout", "variadic"]);
                // What stands before a type is a name.
                if let Some(of) = sql
                    .named(at)
                    .filter(|of| matches!(sql.tokens.kind(of.next), Some(Kind::Word | Kind::Quoted)))
                {
                    at = if sql.is_any(of.next, &["precision", "varying", "with", "without"]) {
                        at
                    } else {
                        of.next
                    };
                }
                sql.type_name(at);
                at = sql.comma(at) + 1;
            }
        })
    }

    /// `COMMENT ON TABLE a IS 'b'`: documentation of what the file declares.
    fn comment(&mut self, at: usize) {
        if !self.is(at + 1, "on") {
            return;
        }
        if self.is(at + 2, "column") {
            if let Some(of) = self.named(at + 3)
                && let Some(table) = of.before
                && let Some(whole) = self.schema_before(at + 3, table)
            {
                let of_table = self.use_as(table, whole, Role::Read, TABLE);
                let rows = self.rows(of_table);
                self.column(of.token, rows, Role::Read);
            }
            return;
        }
        let Some((namespace, at)) = self.object(at + 2) else { return };
        let Some(of) = self.named(at) else { return };
        self.refer(&of, Role::Read, namespace);
        let at = if self.tokens.sign(of.next, b'(') { self.types(of.next) } else { of.next };
        if self.is(at, "is")
            && self.tokens.kind(at + 1) == Some(Kind::Text)
            && let Some(id) = self.named_before(of.bound, namespace)
        {
            let said = self
                .tokens
                .text(at + 1)
                .trim_matches(|sign: char| sign == '\'' || sign == 'E')
                .replace("''", "'");
            let doc = crate::text::lines_as_documentation(said.lines());
            let definition = self.reading.build.definition(id);
            if definition.doc.is_none() {
                definition.doc = doc;
            }
        }
    }

    /// The last definition of a name of such a kind that stands before this place.
    fn named_before(&self, name: Name, namespace: Namespace) -> Option<DefId> {
        let kinds: &[SymbolKind] = match namespace {
            FUNCTION => &[SymbolKind::Function],
            TABLE => &[SymbolKind::Table, SymbolKind::Struct, SymbolKind::Enum, SymbolKind::TypeAlias],
            _ => &[SymbolKind::Variable, SymbolKind::Module],
        };
        kinds.iter().find_map(|kind| self.defined.get(&(name, *kind))?.last().copied())
    }

    /// `GRANT SELECT ON a, b TO c`.
    fn grant(&mut self, at: usize) {
        let mut at = at;
        while at < self.tokens.end && !self.is(at, "on") && self.reading.goes_on() {
            at = self.behind(at);
        }
        let (namespace, mut at) = self.object(at + 1).unwrap_or((TABLE, at + 1));
        if self.is_any(at, &["all", "schema", "database", "sequence", "language"]) {
            return;
        }
        while let Some(of) = self.named(at) {
            self.refer(&of, Role::Read, namespace);
            at = if self.tokens.sign(of.next, b'(') { self.types(of.next) } else { of.next };
            if !self.tokens.sign(at, b',') || !self.reading.goes_on() {
                return;
            }
            at += 1;
        }
    }

    /// Values in which names without a table are columns of `rows`.
    pub(super) fn values_of(&mut self, at: usize, rows: ExprId) {
        let around = std::mem::replace(&mut self.columns, rows);
        self.values(at);
        self.columns = around;
    }
}
