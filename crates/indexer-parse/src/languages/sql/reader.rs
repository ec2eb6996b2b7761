//! The tokens of a file, and what all statements have: names, types, tables.

use super::lexer::{self, Kind, Token};
use crate::reader::{Declared, Reading};
use crate::shapes::Style;
use crate::token_reader::TokenReader;
use crate::tokens::Tokens;
use indexer_core::{
    Access, DefId, ExprId, Expression, Flags, ImportShape, Name, Namespace, Role, ScopeId, SymbolKind,
    Visibility,
};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

pub(super) const STYLE: Style = Style { comment: "--", ..Style::BASE };

/// Schemas in which a name without one is looked for.
const DEFAULT_SCHEMAS: &[&str] = &["dbo", "main", "public"];

/// Names of tables, and of queries that have a name in a statement.
pub(super) const TABLE: Namespace = Namespace::TYPE;
/// Names of functions.
pub(super) const FUNCTION: Namespace = Namespace::CALLABLE;

/// Reads a file.
pub(super) fn read(reading: &mut Reading<'_, '_>) {
    let source = reading.build.source;
    let lexed = lexer::lex(source);
    reading.note_mistake(&lexed);
    reading.build.facts.verbatim = lexed.verbatim;
    let pairs = pairs(&lexed.tokens);
    let mut sql = Sql {
        reading,
        tokens: Tokens::new(source, lexed.tokens, pairs, lexer::is_identifier),
        columns: ExprId::UNKNOWN,
        target: ExprId::UNKNOWN,
        is_inside: false,
        variables: FxHashMap::default(),
        defined: FxHashMap::default(),
        fields: false,
    };
    sql.statements(0);
    // Which of several with one name is meant, types of arguments say, or what was dropped before.
    let several = std::mem::take(&mut sql.defined).into_values().filter(|all| all.len() > 1);
    for id in several.flatten() {
        sql.reading.build.definition(id).flags.add(Flags::CONDITIONAL);
    }
    // What nothing took is the name of nothing that is known.
    let left = sql.tokens.left();
    reading.build.tally.neither += left as u32;
}

/// The index of the token that closes each parenthesis or body; that behind the last one where none does. O(tokens).
fn pairs(tokens: &[Token]) -> Vec<u32> {
    let mut pairs = vec![tokens.len() as u32; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign(b'(') | Kind::Opens => open.push(at),
            Kind::Sign(b')') => {
                if let Some(begin) = open.pop_if(|begin| tokens[*begin].kind != Kind::Opens) {
                    pairs[begin] = at as u32;
                }
            }
            // A statement that ends has nothing open.
            Kind::End => {
                while let Some(begin) = open.pop_if(|begin| tokens[*begin].kind != Kind::Opens) {
                    pairs[begin] = at as u32;
                }
            }
            Kind::Closes => {
                while let Some(begin) = open.pop() {
                    pairs[begin] = at as u32;
                    if tokens[begin].kind == Kind::Opens {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    pairs
}

/// A reading of the tokens of a file.
pub(super) struct Sql<'r, 'b, 'a> {
    pub(super) reading: &'r mut Reading<'b, 'a>,
    pub(super) tokens: Tokens<'a, Kind>,
    /// What names without a table are columns of; unknown where they are none.
    pub(super) columns: ExprId,
    /// The rows of the table that the query writes.
    pub(super) target: ExprId,
    /// True in the body of a routine.
    pub(super) is_inside: bool,
    /// How many parameters and variables around have a name.
    pub(super) variables: FxHashMap<Name, u32>,
    /// What the file defines under each name.
    pub(super) defined: FxHashMap<(Name, SymbolKind), Vec<DefId>>,
    /// True where the names that a query gives its columns are fields of what is defined.
    pub(super) fields: bool,
}

/// A name, perhaps with that of its schema before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    /// The token of its last part.
    pub(super) token: usize,
    /// The token of the part before that.
    pub(super) before: Option<usize>,
    /// The last part, as databases fold it.
    pub(super) name: Name,
    /// With the schema, where that is none in which every name is looked for.
    pub(super) bound: Name,
    /// The token behind it.
    pub(super) next: usize,
}

impl<'b, 'a> TokenReader<'b, 'a> for Sql<'_, 'b, 'a> {
    type Kind = Kind;

    fn parts(&mut self) -> (&mut Reading<'b, 'a>, &mut Tokens<'a, Kind>) {
        (self.reading, &mut self.tokens)
    }
}

impl<'a> Sql<'_, '_, 'a> {
    /// True where the word stands, in whatever case.
    pub(super) fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.kind(at) == Some(Kind::Word) && self.tokens.text(at).eq_ignore_ascii_case(word)
    }

    pub(super) fn is_any(&self, at: usize, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(at, word))
    }

    /// The place behind these words, as far as they stand there.
    pub(super) fn pass(&self, mut at: usize, words: &[&str]) -> usize {
        while self.is_any(at, words) {
            at += 1;
        }
        at
    }

    /// The token behind this one, or behind all that it opens.
    pub(super) fn behind(&self, at: usize) -> usize {
        match self.tokens.kind(at) {
            Some(Kind::Sign(b'(') | Kind::Opens) => (self.tokens.close(at) + 1).min(self.tokens.end),
            _ => at + 1,
        }
    }

    /// The next comma from here on that stands in nothing; else the end.
    pub(super) fn comma(&mut self, mut at: usize) -> usize {
        while at < self.tokens.end && !self.tokens.sign(at, b',') && self.reading.goes_on() {
            at = self.behind(at);
        }
        at.min(self.tokens.end)
    }

    /// The name of a token, as databases fold it.
    pub(super) fn folded(&mut self, at: usize) -> Name {
        let text = self.tokens.text(at);
        let text: Cow<'_, str> = match (self.tokens.kind(at), text.as_bytes()) {
            (Some(Kind::Quoted), [b'"', .., b'"']) => Cow::Borrowed(&text[1..text.len() - 1]),
            (Some(Kind::Quoted), [_, .., b'`' | b']']) => Cow::Owned(text[1..text.len() - 1].to_lowercase()),
            _ => lowercase(text),
        };
        self.reading.build.names.made(&text)
    }

    /// The name that begins there.
    pub(super) fn named(&mut self, at: usize) -> Option<Named> {
        let is_part = |sql: &Self, at: usize| {
            matches!(sql.tokens.kind(at), Some(Kind::Word | Kind::Quoted | Kind::Inserted))
        };
        if !is_part(self, at) || (self.is_reserved(at) && !self.tokens.sign(at + 1, b'.')) {
            return None;
        }
        let (mut token, mut before, mut next) = (at, None, at + 1);
        while self.tokens.sign(next, b'.') && self.reading.goes_on() {
            // `a..b`
            let behind = if self.tokens.sign(next + 1, b'.') { next + 2 } else { next + 1 };
            if !is_part(self, behind) {
                break;
            }
            (before, token, next) = (Some(token), behind, behind + 1);
        }
        if self.tokens.kind(token) == Some(Kind::Inserted) {
            return None;
        }
        let name = self.folded(token);
        let schema =
            before.filter(|at| self.tokens.kind(*at) != Some(Kind::Inserted)).map(|at| self.folded(at));
        let names = &self.reading.build.names;
        let schema =
            schema.map(|schema| names.get(schema)).filter(|schema| !DEFAULT_SCHEMAS.contains(schema));
        // The linker finds files by the part before the sign.
        let bound = schema.map(|schema| format!("{}`{schema}", names.get(name)));
        let bound = bound.map_or(name, |bound| self.reading.build.names.made(&bound));
        Some(Named { token, before, name, bound, next })
    }

    pub(super) fn is_reserved(&self, at: usize) -> bool {
        self.tokens.kind(at) == Some(Kind::Word) && super::words::is_reserved(self.tokens.text(at))
    }

    /// Makes a reference of a name, in these name spaces.
    pub(super) fn refer(&mut self, of: &Named, role: Role, namespace: Namespace) -> ExprId {
        self.use_as(of.token, of.bound, role, namespace)
    }

    /// Makes a reference to a column of `of`.
    pub(super) fn column(&mut self, at: usize, of: ExprId, role: Role) {
        let name = self.folded(at);
        self.member_as(at, of, name, (role, Access::Value));
    }

    /// The columns that a list in parentheses names; gives the place behind it.
    pub(super) fn column_list(&mut self, open: usize, of: ExprId, role: Role) -> usize {
        if !self.tokens.sign(open, b'(') {
            return open;
        }
        self.inside(open, |sql, mut at| {
            while at < sql.tokens.end && sql.reading.goes_on() {
                if matches!(sql.tokens.kind(at), Some(Kind::Word | Kind::Quoted)) && !sql.is_reserved(at) {
                    sql.column(at, of, role);
                }
                at = sql.comma(at) + 1;
            }
        })
    }

    /// What rows of the table with this name are.
    pub(super) fn rows(&mut self, table: ExprId) -> ExprId {
        self.reading.build.instance(table)
    }

    /// A type; gives the place behind it, and the expression.
    pub(super) fn type_name(&mut self, mut at: usize) -> (usize, ExprId) {
        at = self.pass(at, &["setof", "national"]);
        if self.is_any(at, &["set", "array", "table"]) {
            return (self.behind_size(at + 1), ExprId::UNKNOWN);
        }
        let Some(of) = self.named(at) else { return (at, ExprId::UNKNOWN) };
        at = of.next;
        let mut value = ExprId::UNKNOWN;
        if self.tokens.sign(at, b'%') && self.is(at + 1, "type") {
            // The type of a column, or of a variable.
            at += 2;
            if let Some(table) = of.before {
                self.column_of(table, of.token);
            }
        } else {
            value = self.refer(&of, Role::Type, TABLE);
            at += 2 * usize::from(self.tokens.sign(at, b'%') && self.is(at + 1, "rowtype"));
        }
        (self.behind_size(self.pass(at, &["precision", "varying", "unsigned", "signed", "zerofill"])), value)
    }

    /// `(10, 2)`, `[]`, `WITH TIME ZONE` behind the name of a type.
    fn behind_size(&mut self, mut at: usize) -> usize {
        if self.tokens.sign(at, b'(') {
            at = self.behind(at);
        }
        if self.is_any(at, &["with", "without"]) && self.is(at + 1, "time") {
            at += 3;
        }
        at = self.pass(at, &["array"]);
        while self.tokens.sign(at, b'[') && self.reading.goes_on() {
            at += if self.tokens.sign(at + 1, b']') { 2 } else { 3 };
        }
        at.min(self.tokens.end)
    }

    /// `table.column`.
    pub(super) fn column_of(&mut self, table: usize, column: usize) {
        let name = self.folded(table);
        let of = self.use_as(table, name, Role::Read, TABLE.with(Namespace::VALUE));
        self.column(column, of, Role::Read);
    }

    /// Declares a local whose token stands there.
    pub(super) fn local(&mut self, at: usize, value: ExprId) -> Name {
        let name = self.folded(at);
        self.local_as(at, name, value);
        name
    }

    /// Declares a query that has a name in its statement.
    pub(super) fn local_table(&mut self, at: usize) {
        let name = self.folded(at);
        self.reading.build.tally.locals += u32::from(self.tokens.take(at));
        let scope = self.reading.build.scope;
        self.reading.build.bind_local(scope, name, TABLE, 0, ExprId::UNKNOWN);
    }

    /// Defines what is named, with the statement around it; `end` is the token before which its signature ends.
    pub(super) fn define(
        &mut self,
        of: &Named,
        (kind, namespace): (SymbolKind, Namespace),
        start: usize,
        end: usize,
    ) -> DefId {
        let whole = self.tokens.between(start, self.tokens.end);
        let counted = self.tokens.take(of.token);
        let id = self.reading.define(&Declared {
            name: of.name,
            bound: of.bound,
            namespace,
            token: self.tokens.span(of.token),
            counted,
            kind,
            visibility: Visibility::Public,
            whole,
            end: self.tokens.between(start, end).end,
            style: &STYLE,
        });
        if self.reading.build.scope == ScopeId(0) {
            self.defined.entry((of.bound, kind)).or_default().push(id);
        }
        id
    }

    /// Defines a member of what is open, which goes up to `end`.
    pub(super) fn define_member(&mut self, at: usize, kind: SymbolKind, end: usize) -> DefId {
        let name = self.folded(at);
        let of = Named { token: at, before: None, name, bound: name, next: at + 1 };
        let end = end.min(self.tokens.end);
        let around = std::mem::replace(&mut self.tokens.end, end);
        let id = self.define(&of, (kind, Namespace::VALUE), at, end);
        self.tokens.end = around;
        id
    }

    /// `\i a.sql`: the file is read at this place.
    pub(super) fn include(&mut self, at: usize) {
        let (text, span) = (self.tokens.text(at).trim_matches(['\'', '"']), self.tokens.span(at));
        let path = vec![self.reading.build.names.made(text.trim_start_matches("./"))];
        if !text.contains([':', '`']) {
            self.reading.build.import(ImportShape::Wildcard, path, ScopeId(0), span);
        }
    }

    /// The rows of which nothing is said in `from` yet.
    pub(super) fn place_of_rows(&mut self) -> ExprId {
        self.reading.build.expression(Expression::Instance(ExprId::UNKNOWN))
    }
}

fn lowercase(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(text.to_ascii_lowercase()),
        false => Cow::Borrowed(text),
    }
}
