//! Functions and procedures, and what stands in their bodies.

use super::lexer::Kind;
use super::query::BEGIN;
use super::reader::{FUNCTION, Sql};
use crate::token_reader::TokenReader;
use indexer_core::{ExprId, Name, Namespace, ScopeKind, Span, SymbolKind};

/// Words before the name of a parameter.
const MODES: &[&str] = &["in", "out", "inout", "variadic"];

impl Sql<'_, '_, '_> {
    /// `CREATE FUNCTION a (b int) RETURNS c AS $$ .. $$ LANGUAGE d`.
    pub(super) fn routine(&mut self, start: usize, at: usize) {
        let Some(of) = self.named(at) else { return };
        let head = self.head_end(of.next);
        let id = self.define(&of, (SymbolKind::Function, FUNCTION), start, head);
        let whole = self.tokens.between(start, self.tokens.end);
        let opened = self.reading.enter(id, ScopeKind::Function, whole);
        let mut all = Vec::new();
        let mut at = of.next;
        if self.tokens.sign(at, b'(') {
            at = self.inside(at, |sql, at| sql.parameter_list(at, &mut all));
        }
        let count = all.len();
        let mut names: Vec<Name> = all.iter().map(|(name, _, _)| *name).collect();
        self.reading.parameters(id, all);
        if self.is(at, "returns") && self.is(at + 1, "table") && self.tokens.sign(at + 2, b'(') {
            // Its columns are variables of the body.
            let mut columns = Vec::new();
            at = self.inside(at + 2, |sql, at| sql.parameter_list(at, &mut columns));
            for (name, _, _) in columns {
                let scope = self.reading.build.scope;
                self.reading.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
                names.push(name);
            }
        } else if self.is_any(at, &["returns", "return"]) {
            let (next, of) = self.type_name(at + 1);
            let value = self.reading.build.instance(of);
            self.reading.build.definition(id).value = value;
            at = next;
        } else if count == 0 {
            // SQL Server's parameters stand without parentheses, and begin with a sign.
            at = of.next.max(at);
        }
        self.declare_variables(&names, true);
        self.body(at);
        self.declare_variables(&names, false);
        self.reading.leave(opened);
    }

    /// Names are those of variables from here on, or no more.
    fn declare_variables(&mut self, names: &[Name], are_there: bool) {
        for name in names {
            let count = self.variables.entry(*name).or_insert(0);
            *count = if are_there { *count + 1 } else { *count - 1 };
            if *count == 0 {
                self.variables.remove(name);
            }
        }
    }

    /// The token before which the head of a routine ends.
    fn head_end(&mut self, mut at: usize) -> usize {
        while at < self.tokens.end && self.reading.goes_on() {
            if self.is_any(at, &["as", "is", "begin", "language"])
                || self.tokens.kind(at) == Some(Kind::Opens)
            {
                return at;
            }
            at = self.behind(at);
        }
        at
    }

    /// Parameters up to the end: name, its token, type.
    fn parameter_list(&mut self, mut at: usize, all: &mut Vec<(Name, Span, ExprId)>) {
        while at < self.tokens.end && self.reading.goes_on() {
            let end = self.comma(at);
            self.until(end, |sql| {
                let at = sql.pass(at, MODES);
                // A type alone has no name before it.
                let has_name = matches!(sql.tokens.kind(at), Some(Kind::Word | Kind::Quoted))
                    && matches!(sql.tokens.kind(at + 1), Some(Kind::Word | Kind::Quoted))
                    && !sql.is_any(at + 1, &["precision", "varying", "with", "without", "default", "array"]);
                let (name, span, from) = match has_name {
                    true => {
                        let name = sql.folded(at);
                        sql.reading.build.tally.locals += u32::from(sql.tokens.take(at));
                        (name, sql.tokens.span(at), sql.pass(at + 1, MODES))
                    }
                    false => {
                        let index = (all.len() + 1).to_string();
                        (sql.reading.build.names.made(&format!("${index}")), sql.tokens.span(at), at)
                    }
                };
                let (next, of) = sql.type_name(from);
                all.push((name, span, of));
                sql.values(next);
            });
            at = end + 1;
        }
    }

    /// `DO $$ .. $$`.
    pub(super) fn anonymous(&mut self, at: usize) {
        self.body(at + 1);
    }

    /// The statements of a body, which stands in quotes, between words or alone.
    pub(super) fn body(&mut self, mut at: usize) {
        let (columns, is_inside) =
            (std::mem::take(&mut self.columns), std::mem::replace(&mut self.is_inside, true));
        while at < self.tokens.end && self.reading.goes_on() {
            if self.tokens.kind(at) == Some(Kind::Opens) {
                at = self.inside(at, |sql, at| sql.block(at));
            } else if self.is(at, "begin") || self.is_any(at, BEGIN) {
                self.block(at);
                break;
            } else if self.is(at, "return") {
                self.values(at + 1);
                break;
            } else {
                at += 1;
            }
        }
        (self.columns, self.is_inside) = (columns, is_inside);
    }

    /// The statements up to the end, with the variables that they declare.
    fn block(&mut self, mut at: usize) {
        let mut declared = Vec::new();
        let mut declares = false;
        while at < self.tokens.end && self.reading.goes_on() {
            let end = (at..self.tokens.end)
                .find(|at| self.tokens.kind(*at) == Some(Kind::End))
                .unwrap_or(self.tokens.end);
            self.until(end, |sql| sql.step(at, &mut declares, &mut declared));
            at = end + 1;
        }
        self.declare_variables(&declared, false);
    }

    /// One statement of a body, behind the words of what it stands in.
    fn step(&mut self, mut at: usize, declares: &mut bool, declared: &mut Vec<Name>) {
        while at < self.tokens.end && self.reading.goes_on() {
            let word = if self.tokens.kind(at) == Some(Kind::Word) {
                self.tokens.text(at).to_ascii_lowercase()
            } else {
                String::new()
            };
            at = match word.as_str() {
                "begin" => {
                    *declares = false;
                    self.pass(at + 1, &["atomic"])
                }
                "declare" => {
                    *declares = true;
                    at + 1
                }
                "else" | "loop" | "repeat" | "exception" | "then" => at + 1,
                "if" | "elsif" | "elseif" | "while" | "when" | "until"
                    if !self.is(at, "when") || self.is_condition(at) =>
                {
                    if word != "when" {
                        self.reading.build.meter.branch();
                    }
                    self.condition(at + 1, &["then", "loop", "do", "begin"])
                }
                "for" | "foreach" => self.each(at, declared),
                "end" => {
                    if self.is_any(at + 1, &["if", "loop", "while"]) {
                        self.reading.build.meter.leave();
                    }
                    return;
                }
                "return" => {
                    let next = self.pass(at + 1, &["query", "next"]);
                    return self.last(next);
                }
                "set" if self.is_inside => return self.values(at + 1),
                _ if *declares => return self.variable(at, declared),
                _ => return self.last(at),
            };
        }
    }

    fn is_condition(&self, at: usize) -> bool {
        (at + 1..self.tokens.end.min(at + 200)).any(|at| self.is(at, "then"))
    }

    /// Reads a condition; gives the place behind the word that ends it.
    fn condition(&mut self, at: usize, ends: &[&str]) -> usize {
        let mut end = at;
        while end < self.tokens.end && !self.is_any(end, ends) && self.reading.goes_on() {
            end = self.behind(end);
        }
        self.until(end, |sql| sql.last(at));
        end + 1
    }

    /// `FOR a IN SELECT .. LOOP`.
    fn each(&mut self, at: usize, declared: &mut Vec<Name>) -> usize {
        self.reading.build.meter.branch();
        let mut at = at + 1;
        while matches!(self.tokens.kind(at), Some(Kind::Word | Kind::Quoted))
            && !self.is_reserved(at)
            && self.reading.goes_on()
        {
            let name = self.folded(at);
            if self.variables.contains_key(&name) {
                self.use_as(at, name, indexer_core::Role::Write, Namespace::VALUE);
            } else {
                let name = self.local(at, ExprId::UNKNOWN);
                declared.push(name);
                self.declare_variables(&[name], true);
            }
            at += 1;
            if !self.tokens.sign(at, b',') {
                break;
            }
            at += 1;
        }
        let at = self.pass(at, &["slice", "in", "array", "reverse"]);
        self.condition(at, &["loop", "do"])
    }

    /// `a int := 1`, `a b%ROWTYPE`, `a CURSOR FOR SELECT ..`.
    fn variable(&mut self, at: usize, declared: &mut Vec<Name>) {
        if !matches!(self.tokens.kind(at), Some(Kind::Word | Kind::Quoted)) || self.is_reserved(at) {
            return self.values(at);
        }
        let from = self.pass(at + 1, &["constant"]);
        let is_cursor = self.is_any(from, &["cursor", "alias"]) || (self.is_any(from, &["no", "scroll"]));
        let (mut next, of) = match is_cursor {
            true => (from, ExprId::UNKNOWN),
            false => self.type_name(from),
        };
        let value = self.reading.build.instance(of);
        let name = self.local(at, value);
        declared.push(name);
        self.declare_variables(&[name], true);
        while is_cursor && next < self.tokens.end && !self.is_any(next, BEGIN) {
            next += 1;
        }
        self.last(next);
    }

    /// A statement or values.
    fn last(&mut self, at: usize) {
        if at >= self.tokens.end || !self.reading.down(self.tokens.span(at)) {
            return;
        }
        if self.tokens.kind(at) == Some(Kind::Opens) {
            self.values(at + 1);
        } else {
            self.statement(at);
        }
        self.reading.up();
    }
}
