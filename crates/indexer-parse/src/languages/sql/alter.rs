//! `ALTER ..`: what is added to what another statement declares.

use super::lexer::Kind;
use super::reader::{Sql, TABLE};
use crate::token_reader::TokenReader;
use indexer_core::{ExprId, Role, SymbolKind};

impl Sql<'_, '_, '_> {
    pub(super) fn alter(&mut self, start: usize) {
        let Some((namespace, at)) = self.object(start + 1) else { return };
        let at = self.pass(at, &["if", "exists", "only"]);
        if self.is(at, "all") {
            return;
        }
        let Some(of) = self.named(at) else { return };
        let value = self.refer(&of, Role::Write, namespace);
        let mut at = of.next;
        if namespace != TABLE {
            if self.tokens.sign(at, b'(') {
                self.types(at);
            }
            return;
        }
        let rows = self.rows(value);
        let span = self.tokens.between(start, self.tokens.end);
        let place = self.reading.extend(value, of.name, span);
        while at < self.tokens.end && self.reading.goes_on() {
            let end = self.comma(at);
            self.until(end, |sql| sql.action(at, rows));
            at = end + 1;
        }
        self.reading.build.restore(place);
    }

    /// `ADD COLUMN a int`, `ADD CONSTRAINT ..`, `RENAME COLUMN a TO b`, `DROP COLUMN a`, `ATTACH PARTITION a`.
    fn action(&mut self, at: usize, rows: ExprId) {
        let word = self.tokens.text(at).to_ascii_lowercase();
        let behind = self.pass(at + 1, &["column", "attribute", "if", "not", "exists"]);
        match word.as_str() {
            "add" if self.tokens.sign(behind, b'(') => {
                self.inside(behind, |sql, mut at| {
                    while at < sql.tokens.end && sql.reading.goes_on() {
                        let end = sql.comma(at);
                        sql.until(end, |sql| sql.element(at, rows));
                        at = end + 1;
                    }
                });
            }
            // `ADD VALUE 'a'` of an enumeration.
            "add" if self.tokens.kind(behind + 1) == Some(Kind::Text) || self.is(behind, "partition") => {}
            "add" => self.element(behind, rows),
            "rename" | "change" => {
                if !matches!(self.tokens.kind(behind), Some(Kind::Word | Kind::Quoted))
                    || self.is_any(behind, &["to", "as"])
                {
                    return;
                }
                self.column(behind, rows, Role::Write);
                match word.as_str() {
                    "change" => drop(self.column_definition(behind + 1, rows)),
                    _ if self.is(behind + 1, "to") && behind + 2 < self.tokens.end => {
                        self.define_member(behind + 2, SymbolKind::Field, self.tokens.end);
                    }
                    _ => {}
                }
            }
            "alter" | "drop" | "modify" => {
                if self.is(behind, "constraint") || self.is_reserved(behind) || behind >= self.tokens.end {
                    return;
                }
                if matches!(self.tokens.kind(behind), Some(Kind::Word | Kind::Quoted)) {
                    self.column(behind, rows, Role::Write);
                    self.values(behind + 1);
                }
            }
            "attach" | "detach" | "inherit" => {
                if let Some(of) = self.named(self.pass(at + 1, &["partition"])) {
                    self.refer(&of, Role::Read, TABLE);
                }
            }
            "owner" | "set" | "reset" | "enable" | "disable" | "force" | "cluster" | "no" => {}
            _ if at > 0 => self.values_of(at, rows),
            _ => {}
        }
    }
}
