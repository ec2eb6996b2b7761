//! `CREATE ..`: what a database holds.

use super::lexer::Kind;
use super::query::BEGIN;
use super::reader::{FUNCTION, Named, Sql, TABLE};
use crate::token_reader::TokenReader;
use indexer_core::{DefId, ExprId, Expression, Namespace, Role, ScopeKind, SymbolKind};

/// Words with which an element of a table begins that is no column.
const NO_COLUMN: &[&str] = &[
    "constraint",
    "primary",
    "unique",
    "foreign",
    "check",
    "exclude",
    "like",
    "index",
    "key",
    "fulltext",
    "spatial",
    "period",
];

/// The word behind `CREATE` is found among so many.
const WORDS: usize = 14;

impl Sql<'_, '_, '_> {
    /// A statement that declares something, if it is of a kind that is known.
    pub(super) fn create(&mut self, start: usize) {
        let kinds = [
            "table",
            "view",
            "index",
            "function",
            "procedure",
            "proc",
            "aggregate",
            "trigger",
            "type",
            "domain",
            "sequence",
            "schema",
            "policy",
            "rule",
            "operator",
            "cast",
            "event",
        ];
        let word = (start + 1..(start + WORDS).min(self.tokens.end)).find(|at| self.is_any(*at, &kinds));
        let Some(word) = word else { return self.values(start + 1) };
        let kind = self.tokens.text(word).to_ascii_lowercase();
        if kind == "event" && !self.is(word + 1, "trigger") {
            return self.routine(start, word + 1);
        }
        let word = if kind == "event" { word + 1 } else { word };
        let at = self.pass(word + 1, &["concurrently", "if", "not", "exists"]);
        match kind.as_str() {
            "table" => self.create_table(start, at),
            "view" => self.create_view(start, at),
            "index" => self.create_index(start, at),
            "function" | "procedure" | "proc" => self.routine(start, at),
            "aggregate" => self.create_aggregate(start, at),
            "trigger" | "event" | "policy" | "rule" => self.create_trigger(start, at),
            "type" => self.create_type(start, at),
            "domain" => self.create_domain(start, at),
            "sequence" => self.plain(start, at, SymbolKind::Variable),
            "schema" => self.plain(start, at, SymbolKind::Module),
            "operator" => self.create_operator(at),
            _ => self.functions_of(at),
        }
    }

    /// Something of which nothing but its name is read.
    fn plain(&mut self, start: usize, at: usize, kind: SymbolKind) {
        if let Some(of) = self.named(at).filter(|of| !self.is(of.token, "authorization")) {
            self.define(&of, (kind, Namespace::VALUE), start, of.next);
        }
    }

    fn create_table(&mut self, start: usize, at: usize) {
        let Some(of) = self.named(at) else { return };
        let id = self.define(&of, (SymbolKind::Table, TABLE), start, of.next);
        let whole = self.tokens.between(start, self.tokens.end);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let rows = self.own_rows();
        let mut at = of.next;
        if self.is(at, "of") {
            at = self.type_name(at + 1).0;
        }
        if self.tokens.sign(at, b'(') && !self.is_any(at + 1, BEGIN) {
            at = self.inside(at, |sql, at| sql.elements(at, rows));
        }
        let mut bases = Vec::new();
        while at < self.tokens.end && self.reading.goes_on() {
            if self.is(at, "partition") && self.is(at + 1, "of") || self.is(at, "like") {
                let named = if self.is(at, "like") { at + 1 } else { at + 2 };
                at = self.base(named, &mut bases);
            } else if self.is(at, "inherits") && self.tokens.sign(at + 1, b'(') {
                at = self.inside(at + 1, |sql, mut at| {
                    while at < sql.tokens.end && sql.reading.goes_on() {
                        at = sql.base(at, &mut bases);
                        at = sql.comma(at) + 1;
                    }
                });
            } else if self.is_any(at, &["select", "values"])
                || (self.is(at, "with") && !self.tokens.sign(at + 1, b'('))
            {
                self.fields = true;
                self.query(at);
                self.fields = false;
                break;
            } else if self.is(at, "partition") && self.is(at + 1, "by") {
                let around = std::mem::replace(&mut self.columns, rows);
                at = self.value(self.pass(at + 2, &["range", "list", "hash"]));
                self.columns = around;
            } else if self.tokens.sign(at, b'(') && self.is_any(at + 1, BEGIN) {
                at = self.inside(at, |sql, at| sql.query(at));
            } else {
                at = self.behind(at);
            }
        }
        let bases = self.reading.build.list(&bases);
        self.reading.build.definition(id).bases = bases;
        self.reading.leave(opened);
    }

    /// A table of which another one has all columns.
    fn base(&mut self, at: usize, bases: &mut Vec<ExprId>) -> usize {
        let Some(of) = self.named(at) else { return at + 1 };
        // What is declared here is no base of itself.
        bases.push(self.refer(&of, Role::Inherit, TABLE));
        of.next
    }

    /// The rows of the table whose declaration is open.
    fn own_rows(&mut self) -> ExprId {
        let scope = self.reading.build.scope;
        self.reading.build.expression(Expression::SelfInstance(scope))
    }

    /// The elements of a table, up to the end.
    fn elements(&mut self, mut at: usize, rows: ExprId) {
        while at < self.tokens.end && self.reading.goes_on() {
            let end = self.comma(at);
            self.until(end, |sql| sql.element(at, rows));
            at = end + 1;
        }
    }

    /// A column, or what holds of columns.
    pub(super) fn element(&mut self, at: usize, rows: ExprId) {
        // A column may have the name of a kind of index.
        let is_quoted = self.tokens.kind(at) == Some(Kind::Quoted);
        let is_name = is_quoted || self.tokens.kind(at) == Some(Kind::Word);
        let has_type =
            matches!(self.tokens.kind(at + 1), Some(Kind::Word | Kind::Quoted)) && !self.is(at + 1, "key");
        let is_column = is_quoted
            || !self.is_any(at, NO_COLUMN)
            || (self.is_any(at, &["key", "index", "period"]) && has_type && self.tokens.end - at < 4);
        if is_name && is_column {
            self.column_definition(at, rows);
        } else {
            self.constraint(at, rows);
        }
    }

    /// `a int NOT NULL REFERENCES b (c)`.
    pub(super) fn column_definition(&mut self, at: usize, rows: ExprId) -> Option<DefId> {
        if at >= self.tokens.end {
            return None;
        }
        let id = self.define_member(at, SymbolKind::Field, self.tokens.end);
        let (mut next, of) = self.type_name(at + 1);
        let value = self.reading.build.instance(of);
        self.reading.build.definition(id).value = value;
        while next < self.tokens.end && self.reading.goes_on() {
            next = self.of_column(next, rows);
        }
        Some(id)
    }

    /// What stands behind the type of a column: only in parentheses are names those of columns.
    fn of_column(&mut self, at: usize, rows: ExprId) -> usize {
        match self.tokens.kind(at) {
            Some(Kind::Sign(b'(')) => self.inside(at, |sql, at| sql.values_of(at, rows)),
            Some(Kind::Word) if self.is(at, "generated") => {
                self.pass(at + 1, &["always", "by", "default", "as", "identity"])
            }
            _ => self.value(at),
        }
    }

    /// `CONSTRAINT a FOREIGN KEY (b) REFERENCES c (d)`, `KEY a (b)`, `LIKE a`.
    pub(super) fn constraint(&mut self, mut at: usize, rows: ExprId) {
        if self.is(at, "like") {
            let mut none = Vec::new();
            self.base(at + 1, &mut none);
            return;
        }
        if self.is(at, "constraint")
            && matches!(self.tokens.kind(at + 1), Some(Kind::Word | Kind::Quoted))
            && !self.is_reserved(at + 1)
        {
            self.define_member(at + 1, SymbolKind::Constant, self.tokens.end);
            at += 2;
        }
        while at < self.tokens.end && self.reading.goes_on() {
            at = match self.tokens.kind(at) {
                Some(Kind::Sign(b'(')) => self.inside(at, |sql, at| sql.values_of(at, rows)),
                Some(Kind::Word) if self.is(at, "references") => self.references(at + 1),
                _ => at + 1,
            };
        }
    }

    fn create_view(&mut self, start: usize, at: usize) {
        let Some(of) = self.named(at) else { return };
        let id = self.define(&of, (SymbolKind::Struct, TABLE), start, of.next);
        let whole = self.tokens.between(start, self.tokens.end);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let mut at = of.next;
        let has_columns = self.tokens.sign(at, b'(');
        if has_columns {
            at = self.inside(at, |sql, mut at| {
                while at < sql.tokens.end && sql.reading.goes_on() {
                    if matches!(sql.tokens.kind(at), Some(Kind::Word | Kind::Quoted)) {
                        sql.define_member(at, SymbolKind::Field, at + 1);
                    }
                    at = sql.comma(at) + 1;
                }
            });
        }
        while at < self.tokens.end && !self.is_any(at, BEGIN) && self.reading.goes_on() {
            at = if self.tokens.sign(at, b'(') && self.is_any(at + 1, BEGIN) {
                at + 1
            } else {
                self.behind(at)
            };
        }
        // `WITH (a = b) AS SELECT` says something of the view.
        while self.is(at, "with") && self.tokens.sign(at + 1, b'(') && self.reading.goes_on() {
            at = self.behind(at + 1);
            at = self.pass(at, &["as"]);
        }
        self.fields = !has_columns;
        self.query(at);
        self.fields = false;
        self.reading.leave(opened);
    }

    /// `CREATE INDEX a ON b USING c (d)`.
    fn create_index(&mut self, start: usize, at: usize) {
        let of = if self.is(at, "on") { None } else { self.named(at) };
        let place = self.reading.build.place();
        if let Some(of) = &of {
            let id = self.define(of, (SymbolKind::Variable, Namespace::VALUE), start, self.tokens.end);
            self.reading.build.enclosing = Some(id);
        }
        let mut at = of.map_or(at, |of| of.next);
        while at < self.tokens.end && !self.is(at, "on") && self.reading.goes_on() {
            at = self.behind(at);
        }
        at = self.pass(at + 1, &["only"]);
        if let Some(of) = self.named(at) {
            let table = self.refer(&of, Role::Read, TABLE);
            let rows = self.rows(table);
            at = of.next;
            if self.is(at, "using") {
                at += 2;
            }
            if self.tokens.sign(at, b'(') {
                at = self.inside(at, |sql, mut at| {
                    while at < sql.tokens.end && sql.reading.goes_on() {
                        let end = sql.comma(at);
                        sql.until(end, |sql| sql.key(at, rows));
                        at = end + 1;
                    }
                });
            }
            if self.is(at, "include") {
                at = self.column_list(at + 1, rows, Role::Read);
            }
            if let Some(behind) = (at..self.tokens.end).find(|at| self.is(*at, "where")) {
                self.values_of(behind + 1, rows);
            }
        }
        self.reading.build.restore(place);
    }

    /// A column or an expression of an index; what stands behind it names the order.
    fn key(&mut self, at: usize, rows: ExprId) {
        let around = std::mem::replace(&mut self.columns, rows);
        self.value(at);
        self.columns = around;
    }

    /// `CREATE AGGREGATE a (int) (SFUNC = b, STYPE = c)`.
    fn create_aggregate(&mut self, start: usize, at: usize) {
        let Some(of) = self.named(at) else { return };
        let id = self.define(&of, (SymbolKind::Function, FUNCTION), start, self.tokens.end);
        let place = self.reading.build.place();
        self.reading.build.enclosing = Some(id);
        let mut at = of.next;
        if self.tokens.sign(at, b'(') && self.tokens.sign(self.behind(at), b'(') {
            at = self.types(at);
        }
        if self.tokens.sign(at, b'(') {
            self.inside(at, |sql, at| sql.given(at));
        }
        self.reading.build.restore(place);
    }

    /// `SFUNC = a, STYPE = b`: functions and types.
    fn given(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            let word = self.tokens.text(at).to_ascii_lowercase();
            if self.tokens.sign(at + 1, b'=') {
                let is_type = matches!(
                    word.as_str(),
                    "stype" | "mstype" | "leftarg" | "rightarg" | "subtype" | "basetype" | "element" | "like"
                );
                let is_function = word.ends_with("func")
                    || word.ends_with("_function")
                    || matches!(
                        word.as_str(),
                        "function"
                            | "procedure"
                            | "input"
                            | "output"
                            | "receive"
                            | "send"
                            | "canonical"
                            | "subtype_diff"
                            | "typmod_in"
                            | "typmod_out"
                            | "restrict"
                            | "join"
                    );
                if is_type {
                    self.type_name(at + 2);
                } else if is_function && let Some(of) = self.named(at + 2) {
                    self.refer(&of, Role::Read, FUNCTION);
                }
            }
            at = self.comma(at) + 1;
        }
    }

    /// `CREATE OPERATOR += (FUNCTION = a, ..)`.
    fn create_operator(&mut self, mut at: usize) {
        while at < self.tokens.end && !self.tokens.sign(at, b'(') {
            at += 1;
        }
        if self.tokens.sign(at, b'(') {
            self.inside(at, |sql, at| sql.given(at));
        }
    }

    /// `WITH FUNCTION a (b)` of what has no name.
    fn functions_of(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            if self.is_any(at, &["function", "procedure"])
                && let Some(of) = self.named(at + 1)
            {
                self.refer(&of, Role::Read, FUNCTION);
                at = of.next;
            } else {
                at = self.behind(at);
            }
        }
    }

    /// `CREATE TRIGGER a BEFORE INSERT ON b FOR EACH ROW EXECUTE FUNCTION c()`; policies and rules look alike.
    fn create_trigger(&mut self, start: usize, at: usize) {
        let Some(of) = self.named(at) else { return };
        let id = self.define(&of, (SymbolKind::Variable, Namespace::VALUE), start, self.tokens.end);
        let place = self.reading.build.place();
        self.reading.build.enclosing = Some(id);
        let mut at = of.next;
        let mut rows = ExprId::UNKNOWN;
        while at < self.tokens.end && self.reading.goes_on() {
            if self.is_any(at, &["on", "to"])
                && rows.is_unknown()
                && let Some(of) = self.named(at + 1)
            {
                let table = self.refer(&of, Role::Read, TABLE);
                rows = self.rows(table);
                at = of.next;
            } else if self.is_any(at, &["execute", "exec"]) && self.is_any(at + 1, &["function", "procedure"])
            {
                match self.named(at + 2) {
                    Some(of) => {
                        self.call(&of);
                        at = of.next;
                    }
                    None => at += 2,
                }
            } else if self.is(at, "begin") {
                self.body(at);
                break;
            } else if self.is_any(at, BEGIN) && self.is(at.wrapping_sub(1), "instead") {
                self.query(at);
                break;
            } else if self.tokens.sign(at, b'(') {
                at = self.inside(at, |sql, at| sql.values_of(at, rows));
            } else {
                at += 1;
            }
        }
        self.reading.build.restore(place);
    }

    fn create_type(&mut self, start: usize, at: usize) {
        let Some(of) = self.named(at) else { return };
        let mut at = of.next;
        if self.is(at, "as") && self.is(at + 1, "enum") {
            let id = self.define(&of, (SymbolKind::Enum, TABLE), start, of.next);
            self.labels(id, at + 2);
            return;
        }
        let id = self.define(&of, (SymbolKind::Struct, TABLE), start, of.next);
        let whole = self.tokens.between(start, self.tokens.end);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let rows = self.own_rows();
        if self.is(at, "as") && self.tokens.sign(at + 1, b'(') {
            self.inside(at + 1, |sql, at| sql.elements(at, rows));
        } else {
            at = self.pass(at, &["as", "range", "from"]);
            if self.tokens.sign(at, b'(') {
                self.inside(at, |sql, at| sql.given(at));
            }
        }
        self.reading.leave(opened);
    }

    /// `('a', 'b')`: the members of an enumeration, which are texts.
    fn labels(&mut self, id: DefId, open: usize) {
        if !self.tokens.sign(open, b'(') {
            return;
        }
        let whole = self.tokens.between(open, self.tokens.end);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        self.inside(open, |sql, mut at| {
            while at < sql.tokens.end && sql.reading.goes_on() {
                if sql.tokens.kind(at) == Some(Kind::Text) {
                    let text = sql.tokens.text(at).trim_matches('\'');
                    let name = sql.reading.build.names.made(text);
                    let of = Named { token: at, before: None, name, bound: name, next: at + 1 };
                    let around = std::mem::replace(&mut sql.tokens.end, at + 1);
                    sql.define(&of, (SymbolKind::Variant, Namespace::VALUE), at, at + 1);
                    sql.tokens.end = around;
                }
                at += 1;
            }
        });
        self.reading.leave(opened);
    }

    fn create_domain(&mut self, start: usize, at: usize) {
        let Some(of) = self.named(at) else { return };
        let id = self.define(&of, (SymbolKind::TypeAlias, TABLE), start, self.tokens.end);
        let place = self.reading.build.place();
        self.reading.build.enclosing = Some(id);
        let (at, _) = self.type_name(self.pass(of.next, &["as"]));
        self.values(at);
        self.reading.build.restore(place);
    }
}
