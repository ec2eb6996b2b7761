//! The tokens of a file, and what all statements share: names, packages, definitions.

use super::lexer::{self, Kind};
use super::packages::Package;
use super::values::Chains;
use crate::reader::{Declared, Reading};
use crate::shapes::Style;
use crate::token_reader::TokenReader;
use crate::tokens::{Tokens, brackets};
use indexer_core::{
    Access, DefId, ExprId, Expression, ImportId, ImportShape, Name, Namespace, Role, Span, SymbolKind,
    Visibility,
};

/// The name spaces of functions: they are found by bare names, by paths and as members.
pub(super) const FUNCTIONS: Namespace = Namespace::CALLABLE.with(Namespace::MEMBER);

const STYLE: Style = Style { comment: "#", ..Style::BASE };

/// Reads a file.
pub(super) fn read(reading: &mut Reading<'_, '_>) {
    let source = reading.build.source;
    let lexed = lexer::lex(source);
    reading.note_mistake(&lexed);
    reading.build.facts.verbatim = lexed.verbatim;
    let pairs = brackets(&lexed.tokens);
    let mut perl = Perl {
        reading,
        tokens: Tokens::new(source, lexed.tokens, pairs, lexer::is_identifier),
        package: None,
        outer: Vec::new(),
        blocks: 0,
        this: ExprId::UNKNOWN,
        receiver: ExprId::UNKNOWN,
        accessors: (0, Vec::new()),
        chains: Chains::default(),
        statement: (0, 0, 0),
        body: None,
    };
    perl.statements(0);
    perl.close_package();
    let left = perl.tokens.left();
    reading.build.tally.neither += left as u32;
}

/// A reading of the tokens of a file.
pub(super) struct Perl<'r, 'b, 'a> {
    pub(super) reading: &'r mut Reading<'b, 'a>,
    pub(super) tokens: Tokens<'a, Kind>,
    /// The package that holds up to the next one.
    pub(super) package: Option<Package>,
    /// The packages around it, where it is one of a block.
    pub(super) outer: Vec<Package>,
    /// How many blocks are open.
    pub(super) blocks: u32,
    /// The brace with which the body begins of what decides.
    pub(super) body: Option<usize>,
    /// An instance of the package.
    pub(super) this: ExprId,
    /// The same where a function is given it before all else; unknown in functions without a name.
    pub(super) receiver: ExprId,
    /// Up to which token functions without a name say what accessors give, and these.
    pub(super) accessors: (usize, Vec<DefId>),
    /// What values are.
    pub(super) chains: Chains,
    /// The last statement of which the end was looked for: from a token to its end, within another end.
    statement: (usize, usize, usize),
}

impl<'b, 'a> TokenReader<'b, 'a> for Perl<'_, 'b, 'a> {
    type Kind = Kind;

    fn parts(&mut self) -> (&mut Reading<'b, 'a>, &mut Tokens<'a, Kind>) {
        (self.reading, &mut self.tokens)
    }
}

impl<'a> Perl<'_, '_, 'a> {
    /// True where the word stands.
    pub(super) fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.kind(at) == Some(Kind::Word) && self.tokens.text(at) == word
    }

    /// Where the statement ends in which the token stands. What was found is remembered: many may begin where one ends.
    pub(super) fn statement_end(&mut self, start: usize) -> usize {
        let (from, end, within) = self.statement;
        if within == self.tokens.end && (from..=end).contains(&start) {
            return end;
        }
        let mut at = start;
        while at < self.tokens.end && !self.tokens.sign(at, b';') && self.reading.goes_on() {
            at = self.tokens.behind(at);
        }
        let end = at.min(self.tokens.end);
        self.statement = (start, end, self.tokens.end);
        end
    }

    /// The name of a variable: that of the whole, where an element of it stands there.
    pub(super) fn variable_name(&mut self, at: usize) -> Name {
        let text = self.tokens.text(at);
        let plain = text.trim_start_matches(['$', '@', '%', '#']).trim_start_matches("::");
        let plain = plain.strip_prefix('{').map_or(plain, |plain| plain.trim_end_matches('}'));
        let is_joined = self.tokens.span(at).end == self.tokens.span(at + 1).start;
        let sign = match (text.as_bytes()[0], self.tokens.kind(at + 1)) {
            (b'$', _) if text.starts_with("$#") => '@',
            (b'$' | b'@' | b'%', Some(Kind::Sign(b'['))) if is_joined => '@',
            (b'$' | b'@' | b'%', Some(Kind::Sign(b'{'))) if is_joined => '%',
            (sign, _) => sign as char,
        };
        self.reading.build.names.made(&format!("{sign}{plain}"))
    }

    /// Makes a reference to a member of `of`.
    pub(super) fn member(&mut self, at: usize, of: ExprId, role: Role) -> ExprId {
        let name = self.reading.build.name(self.tokens.span(at));
        self.member_as(at, of, name, (role, Access::Value))
    }

    /// A method that is looked for above the package: `->SUPER::f`.
    pub(super) fn member_above(&mut self, at: usize, name: &str) -> ExprId {
        let ExprId::UNKNOWN = self.this else {
            let Expression::SelfInstance(scope) = self.reading.build.facts.expression(self.this) else {
                return ExprId::UNKNOWN;
            };
            let of = self.reading.build.expression(Expression::Super(scope));
            let token = self.tokens.span(at);
            let span = Span::new(token.end - name.len() as u32, token.end);
            let counted = self.tokens.take(at);
            let name = self.reading.build.name(span);
            let member = self.reading.member(of, name, span, (Role::Call, Access::Value));
            if !counted {
                self.reading.build.uses.uncount_last();
            }
            return member;
        };
        ExprId::UNKNOWN
    }

    /// `$A::x`: a variable of a package.
    pub(super) fn variable_of_package(&mut self, at: usize, role: Role) -> ExprId {
        let name = self.variable_name(at);
        let text = self.reading.build.names.get(name).to_owned();
        let (sign, plain) = text.split_at(1);
        let Some((of, last)) = plain.rsplit_once("::") else { return ExprId::UNKNOWN };
        let build = &mut *self.reading.build;
        let path = vec![build.names.made(of), build.names.made(&format!("{sign}{last}"))];
        let token = self.tokens.span(at);
        self.imported(at, path, token, role)
    }

    /// A package that is named in the text at a token, or with the name of a function behind it: `A::B`, `A::f`.
    pub(super) fn path(&mut self, at: usize, token: Span, function: bool, role: Role) -> ExprId {
        let text = self.reading.build.text(token);
        let (of, last) = match text.rsplit_once("::").filter(|_| function) {
            Some((of, last)) => (of, Some(last)),
            None => (text, None),
        };
        let build = &mut *self.reading.build;
        let mut path = vec![build.names.made(of)];
        let mut span = token;
        if let Some(last) = last {
            path.push(build.names.made(last));
            span = Span::new(token.end - last.len() as u32, token.end);
        }
        self.imported(at, path, span, role)
    }

    /// What a path from the root of all packages leads to, of which the token stands there.
    fn imported(&mut self, at: usize, path: Vec<Name>, span: Span, role: Role) -> ExprId {
        let import = ImportId(self.reading.build.facts.imports.len() as u32);
        let counted = self.tokens.take(at);
        let build = &mut *self.reading.build;
        let name = path[path.len() - 1];
        let expression = build.expression(Expression::Import { import, upto: path.len() as u32 });
        build.role = role;
        build.use_member_as(name, span, expression);
        build.role = Role::Read;
        if !counted {
            build.uses.uncount_last();
        }
        let scope = build.scope;
        build.import(ImportShape::Path, path, scope, span);
        expression
    }

    /// Defines what is named at `at`, from a token to another, with a signature up to a third.
    pub(super) fn define(
        &mut self,
        (at, name, token): (usize, Name, Span),
        (kind, namespace): (SymbolKind, Namespace),
        (start, end, head): (usize, usize, usize),
    ) -> DefId {
        let counted = self.tokens.take(at);
        let is_private = self.reading.build.names.get(name).starts_with('_');
        let visibility = if is_private { Visibility::Private } else { Visibility::Public };
        self.reading.define(&Declared {
            name,
            bound: name,
            namespace,
            token,
            counted,
            kind,
            visibility,
            whole: self.tokens.between(start, end),
            end: self.tokens.between(start, head).end,
            style: &STYLE,
        })
    }

    /// Declares a local whose token stands there.
    pub(super) fn local(&mut self, at: usize, value: ExprId) {
        let name = self.declared_name(at);
        // What a package declares up to the next one is of the file or block around.
        let scope = self.reading.build.scope;
        let around = self.package.as_ref().and_then(|package| package.around(scope));
        self.reading.build.scope = around.unwrap_or(scope);
        self.local_as(at, name, value);
        self.reading.build.scope = scope;
    }

    /// The name of a variable where it is declared, with its own sign.
    pub(super) fn declared_name(&mut self, at: usize) -> Name {
        let text: &'a str = self.tokens.text(at);
        self.reading.build.names.made(text)
    }

    /// The words of `qw(a b)`, or the text itself, with their places.
    pub(super) fn listed(&self, at: usize) -> Vec<(&'a str, Span)> {
        let (text, span) = (self.tokens.text(at), self.tokens.span(at));
        let body = match text.strip_prefix("qw") {
            Some(rest) => rest.trim_start(),
            None => text.trim_start_matches("qq").trim_start_matches('q'),
        };
        let mut signs = body.char_indices();
        let (Some(_), Some((last, _))) = (signs.next(), signs.next_back()) else { return Vec::new() };
        let Some(inner) = body.get(1..last) else { return Vec::new() };
        let from = span.start as usize + (text.len() - body.len()) + 1;
        let mut found = Vec::new();
        let mut rest = 0;
        for word in inner.split_ascii_whitespace() {
            let at = rest + inner[rest..].find(word).unwrap_or(0);
            rest = at + word.len();
            let start = (from + at) as u32;
            found.push((word, Span::new(start, start + word.len() as u32)));
        }
        found
    }
}
