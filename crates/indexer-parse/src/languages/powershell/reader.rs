//! The tokens of a file: commands, functions, variables.

use super::lexer::{self, Kind};
use super::{help, words};
use crate::reader::{Declared, Reading};
use crate::shapes::{Counts, Style};
use crate::token_reader::TokenReader;
use crate::tokens::{Tokens, brackets};
use indexer_core::{
    Access, DefId, ExprId, Expression, ImportShape, Name, Namespace, Role, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};
use rustc_hash::FxHashSet;

const STYLE: Style = Style { comment: "#", ..Style::BASE };

/// Reads a file.
pub(super) fn read(reading: &mut Reading<'_, '_>) {
    let source = reading.build.source;
    let lexed = lexer::lex(source);
    reading.note_mistake(&lexed);
    reading.build.facts.verbatim = lexed.verbatim;
    let pairs = brackets(&lexed.tokens);
    let mut shell = Shell {
        reading,
        tokens: Tokens::new(source, lexed.tokens, pairs, lexer::is_identifier),
        this: ExprId::UNKNOWN,
        bound: Vec::new(),
        globals: FxHashSet::default(),
        body: None,
    };
    shell.statements(0);
    let left = shell.tokens.left();
    reading.build.tally.neither += left as u32;
}

/// A reading of the tokens of a file.
pub(super) struct Shell<'r, 'b, 'a> {
    pub(super) reading: &'r mut Reading<'b, 'a>,
    pub(super) tokens: Tokens<'a, Kind>,
    /// An instance of the class around.
    pub(super) this: ExprId,
    /// The names that each function around binds.
    bound: Vec<FxHashSet<Name>>,
    /// Variables of the file.
    globals: FxHashSet<Name>,
    /// The brace with which the body begins of what decides.
    body: Option<usize>,
}

impl<'b, 'a> TokenReader<'b, 'a> for Shell<'_, 'b, 'a> {
    type Kind = Kind;

    fn parts(&mut self) -> (&mut Reading<'b, 'a>, &mut Tokens<'a, Kind>) {
        (self.reading, &mut self.tokens)
    }
}

impl<'a> Shell<'_, '_, 'a> {
    /// The next brace that opens, before which no other statement begins.
    pub(super) fn open_brace(&self, at: usize) -> Option<usize> {
        (at..self.tokens.end.min(at + 200)).find(|at| self.tokens.sign(*at, b'{'))
    }

    /// Makes a reference of the word there.
    pub(super) fn refer(&mut self, at: usize, role: Role, namespace: Namespace) -> ExprId {
        let name = self.lower(at);
        let counted = self.tokens.take(at);
        let build = &mut *self.reading.build;
        let scope = build.scope;
        let value = build.expression(Expression::Name { name, scope, bound: None, namespace });
        build.role = role;
        // It is shown as it is written.
        build.use_member(self.tokens.span(at), value);
        build.role = Role::Read;
        if !counted {
            build.uses.uncount_last();
        }
        value
    }

    /// The name to which the word there is bound, in whatever case it is written.
    pub(super) fn lower(&mut self, at: usize) -> Name {
        self.reading.build.names.made(&self.tokens.text(at).to_lowercase())
    }

    /// Defines the word at `at`; it goes from a token to another, and its signature up to a third.
    pub(super) fn define(
        &mut self,
        at: usize,
        (kind, namespace): (SymbolKind, Namespace),
        (start, end, head): (usize, usize, usize),
        visibility: Visibility,
    ) -> DefId {
        let token = self.tokens.span(at);
        let name = self.reading.build.name(token);
        let counted = self.tokens.take(at);
        let bound = self.lower(at);
        self.define_as((name, bound), token, (kind, namespace, visibility, counted), (start, end, head))
    }

    fn define_as(
        &mut self,
        (name, bound): (Name, Name),
        token: Span,
        (kind, namespace, visibility, counted): (SymbolKind, Namespace, Visibility, bool),
        (start, end, head): (usize, usize, usize),
    ) -> DefId {
        let (whole, end) = (self.tokens.between(start, end), self.tokens.between(start, head).end);
        let style = &STYLE;
        self.reading.define(&Declared {
            name,
            bound,
            namespace,
            token,
            counted,
            kind,
            visibility,
            whole,
            end,
            style,
        })
    }

    /// The name of a variable without its sign, and what stands before the colon in it.
    fn name_of(&self, at: usize) -> (&'a str, &'a str) {
        let text = self.tokens.text(at).trim_start_matches(['$', '@']);
        let text = text.strip_prefix('{').map_or(text, |text| text.trim_end_matches('}'));
        text.split_once(':').map_or(("", text), |(scope, name)| (scope, name))
    }

    /// Variables are told without their sign and in lower case.
    fn folded(&mut self, name: &str) -> Name {
        self.reading.build.names.made(&format!("${}", name.to_lowercase()))
    }

    /// Defines the variable there, up to a token.
    pub(super) fn define_variable(&mut self, at: usize, (kind, end): (SymbolKind, usize)) {
        let (_, text) = self.name_of(at);
        let folded = self.folded(text);
        let names = match kind {
            // Members are named without a sign.
            SymbolKind::Field => {
                let names = &mut self.reading.build.names;
                (names.made(text), names.made(&text.to_lowercase()))
            }
            _ => (folded, folded),
        };
        let counted = self.tokens.take(at);
        let token = self.tokens.span(at);
        self.define_as(names, token, (kind, Namespace::VALUE, Visibility::Public, counted), (at, end, end));
    }

    /// Where the statement ends in which the token stands.
    pub(super) fn statement_end(&mut self, mut at: usize) -> usize {
        while at < self.tokens.end && self.tokens.kind(at) != Some(Kind::End) && self.reading.goes_on() {
            at = match self.tokens.kind(at) {
                Some(Kind::Sign(b'(' | b'{' | b'[')) => self.tokens.close(at) + 1,
                _ => at + 1,
            };
        }
        at.min(self.tokens.end)
    }

    /// All statements up to the end.
    pub(super) fn statements(&mut self, mut at: usize) {
        let mut begins = true;
        while at < self.tokens.end && self.reading.goes_on() {
            let was = std::mem::replace(&mut begins, false);
            at = match self.tokens.kind(at) {
                Some(Kind::End) | Some(Kind::Sign(b'|' | b'=' | b'!')) => {
                    begins = true;
                    at + 1
                }
                Some(Kind::Sign(b'&')) => {
                    begins = true;
                    at + 1
                }
                Some(Kind::Sign(b'.')) if was => self.sourced(at, &mut begins),
                Some(Kind::Sign(b'{')) => {
                    let behind = self.block(at);
                    // What goes on with a statement stands behind its block.
                    let next = self.tokens.text(behind).to_ascii_lowercase();
                    begins = matches!(next.as_str(), "elseif" | "else" | "catch" | "finally" | "while");
                    behind
                }
                Some(Kind::Sign(b'(')) => self.inside(at, |shell, at| shell.statements(at)),
                Some(Kind::Sign(b'[')) => {
                    begins = was;
                    self.bracket(at)
                }
                Some(Kind::Sign(b'.')) => self.member_behind(at, ExprId::UNKNOWN),
                Some(Kind::Word) if was => self.statement(at, &mut begins),
                Some(Kind::Parameter) => {
                    // Behind an operator stands a value, which may be a command in parentheses alone.
                    at + 1
                }
                Some(Kind::Variable) => {
                    self.variable(at);
                    match self.is_this(at) && self.tokens.sign(at + 1, b'.') {
                        true => self.member_behind(at + 1, self.this),
                        false => at + 1,
                    }
                }
                _ => at + 1,
            };
        }
    }

    fn is_this(&self, at: usize) -> bool {
        self.tokens.text(at).eq_ignore_ascii_case("$this")
    }

    /// `.name` behind a value.
    fn member_behind(&mut self, at: usize, of: ExprId) -> usize {
        let is_joined = self.tokens.span(at).end == self.tokens.span(at + 1).start
            && at > 0
            && self.tokens.span(at - 1).end == self.tokens.span(at).start;
        if self.tokens.kind(at + 1) == Some(Kind::Word) && is_joined {
            self.member(at + 1, of, Access::Value);
            return at + 2;
        }
        at + 1
    }

    /// The first brace behind the condition of what decides: what stands in its block nests.
    fn body(&mut self, mut at: usize) {
        while matches!(
            self.tokens.kind(at),
            Some(
                Kind::Sign(b'(' | b'[' | b',' | b'.')
                    | Kind::Parameter
                    | Kind::Variable
                    | Kind::Text
                    | Kind::Word
            )
        ) && self.reading.goes_on()
        {
            at = self.tokens.behind(at);
        }
        while self.tokens.kind(at) == Some(Kind::End) && self.tokens.text(at) != ";" {
            at += 1;
        }
        if self.tokens.sign(at, b'{') {
            self.body = Some(at);
        }
    }

    /// `{ .. }`: a scope of its own, in which what is assigned around is seen.
    fn block(&mut self, open: usize) -> usize {
        let place = self.reading.build.place();
        let whole = self.tokens.between(open, self.tokens.close(open) + 1);
        self.reading.build.open_scope(ScopeKind::Block, whole);
        if self.body.take_if(|body| *body == open).is_some() {
            self.reading.build.meter.nest();
        }
        let behind = self.inside(open, |shell, at| shell.statements(at));
        self.reading.build.restore(place);
        behind
    }

    /// `[type]`, `[type]::member`, or an index.
    fn bracket(&mut self, open: usize) -> usize {
        let before = open
            .checked_sub(1)
            .filter(|before| self.tokens.span(*before).end == self.tokens.span(open).start);
        let is_index = before.is_some_and(|before| {
            matches!(
                self.tokens.kind(before),
                Some(Kind::Variable | Kind::Word | Kind::Text | Kind::Sign(b')' | b']' | b'}'))
            )
        });
        if is_index {
            return self.inside(open, |shell, at| shell.statements(at));
        }
        let of = self.type_in(open);
        let behind = (self.tokens.close(open) + 1).min(self.tokens.end);
        if self.tokens.kind(behind) == Some(Kind::Colons) && self.tokens.kind(behind + 1) == Some(Kind::Word)
        {
            if !of.is_unknown() {
                self.member(behind + 1, of, Access::Path);
            }
            return behind + 2;
        }
        behind
    }

    /// A statement that begins with a word.
    fn statement(&mut self, at: usize, begins: &mut bool) -> usize {
        let word = self.tokens.text(at).to_ascii_lowercase();
        match word.as_str() {
            "function" | "filter" | "workflow" if self.tokens.kind(at + 1) == Some(Kind::Word) => {
                self.function(at)
            }
            "class" if self.tokens.kind(at + 1) == Some(Kind::Word) => self.class(at),
            "enum" if self.tokens.kind(at + 1) == Some(Kind::Word) => self.enumeration(at),
            "foreach" if self.tokens.sign(at + 1, b'(') => self.each(at),
            "if" | "elseif" | "while" | "for" | "switch" | "catch" | "trap" => {
                self.reading.counts(match word.as_str() {
                    "if" => Counts::If,
                    "elseif" => Counts::ElseIf,
                    _ => Counts::Loop,
                });
                self.body(at + 1);
                at + 1
            }
            "else" => {
                self.reading.counts(Counts::Else);
                self.body(at + 1);
                *begins = true;
                at + 1
            }
            "do" => {
                self.body(at + 1);
                *begins = true;
                at + 1
            }
            "param" if self.tokens.sign(at + 1, b'(') => self.parameters_of(at + 1),
            "using" => self.statement_end(at),
            "return" | "throw" | "try" | "finally" | "begin" | "process" | "end" => {
                *begins = true;
                at + 1
            }
            _ if words::is_keyword(&word) => at + 1,
            // A key of a table, or a label.
            _ if self.tokens.sign(at + 1, b'=') => at + 1,
            _ => {
                let is_name = !self.tokens.sign(at + 1, b'.')
                    && !self.tokens.sign(at + 1, b'\\')
                    && !self.tokens.sign(at + 1, b':');
                if is_name {
                    self.refer(at, Role::Call, Namespace::CALLABLE);
                }
                at + 1
            }
        }
    }

    /// `. ./a.ps1` reads a file in the scope here; `. $a` runs something.
    fn sourced(&mut self, at: usize, begins: &mut bool) -> usize {
        let end = self.statement_end(at + 1);
        if self.tokens.span(at).end == self.tokens.span(at + 1).start
            && self.tokens.kind(at + 1) != Some(Kind::Sign(b'\\'))
            && !self.tokens.sign(at + 1, b'/')
        {
            return at + 1;
        }
        let text = self.tokens.between(at + 1, end).text(self.reading.build.source).trim();
        let text = text.trim_matches(['"', '\'']).trim_end();
        let path = text.split_once("$PSScriptRoot").map_or(text, |(_, rest)| rest).replace('\\', "/");
        let path = path.trim_start_matches("./").trim_start_matches('/');
        let is_path = path.ends_with(".ps1") && !path.contains(['$', '(', ' ', '"', '\'']);
        if is_path {
            let span = self.tokens.between(at + 1, end);
            let path = vec![self.reading.build.names.made(path)];
            self.reading.build.import(ImportShape::Wildcard, path, ScopeId(0), span);
        } else {
            *begins = true;
        }
        at + 1
    }

    /// `function f ($a) { param($b) .. }`.
    fn function(&mut self, start: usize) -> usize {
        let mut at = start + 1;
        // `function script:f`
        if self.tokens.sign(at + 1, b':') && self.tokens.kind(at + 2) == Some(Kind::Word) {
            at += 2;
        }
        let Some(open) = self.open_brace(at + 1) else { return at };
        let end = (self.tokens.close(open) + 1).min(self.tokens.end);
        let id = self.define(
            at,
            (SymbolKind::Function, Namespace::CALLABLE),
            (start, end, open),
            Visibility::Public,
        );
        self.help(id, (start, open, end));
        let whole = self.tokens.between(start, end);
        let opened = self.reading.enter(id, ScopeKind::Function, whole);
        self.bound.push(FxHashSet::default());
        if self.tokens.sign(at + 1, b'(') {
            self.parameter_list(at + 1, id);
        }
        self.inside(open, |shell, at| shell.statements(at));
        self.bound.pop();
        self.reading.leave(opened);
        end
    }

    /// What comments say of a function that goes from a token to another, with its body behind a third.
    fn help(&mut self, id: DefId, (start, open, end): (usize, usize, usize)) {
        let (function, source) = (self.tokens.between(start, end), self.reading.build.source);
        let inside = Span::new(self.tokens.span(open).end, function.end.saturating_sub(1));
        let comments = &self.reading.build.facts.verbatim;
        let found = help::of_function(source, comments, function, inside);
        let definition = self.reading.build.definition(id);
        match found {
            Some((doc, above)) => {
                definition.doc = Some(doc);
                definition.span.start = above.map_or(definition.span.start, |one| one.start);
            }
            // Help in comments of single lines.
            None => definition.doc = definition.doc.take().map(|doc| help::read(&doc).unwrap_or(doc)),
        }
    }

    /// `param([int] $a = 1, $b)` of the function around; those of a script are variables of it.
    fn parameters_of(&mut self, open: usize) -> usize {
        let enclosing = self.reading.build.enclosing.filter(|_| !self.bound.is_empty());
        match enclosing {
            Some(id) => self.parameter_list(open, id),
            None => self.inside(open, |shell, at| shell.script_parameters(at)),
        }
    }

    fn script_parameters(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            at = match self.tokens.kind(at) {
                Some(Kind::Variable) => {
                    self.assigned(at);
                    self.default_of(at + 1)
                }
                Some(Kind::Sign(b'[')) => self.bracket(at),
                _ => at + 1,
            };
        }
    }

    /// The parameters in parentheses; gives the place behind them.
    pub(super) fn parameter_list(&mut self, open: usize, id: DefId) -> usize {
        let mut all = Vec::new();
        let behind = self.inside(open, |shell, mut at| {
            let mut of = ExprId::UNKNOWN;
            while at < shell.tokens.end && shell.reading.goes_on() {
                at = match shell.tokens.kind(at) {
                    Some(Kind::Sign(b'[')) => {
                        let close = shell.tokens.close(at);
                        of = shell.type_in(at);
                        close + 1
                    }
                    Some(Kind::Variable) => {
                        let (_, text) = shell.name_of(at);
                        let name = shell.folded(text);
                        let counted = shell.tokens.take(at);
                        shell.reading.build.tally.locals += u32::from(counted);
                        all.push((name, shell.tokens.span(at), std::mem::take(&mut of)));
                        if let Some(bound) = shell.bound.last_mut() {
                            bound.insert(name);
                        }
                        shell.default_of(at + 1)
                    }
                    _ => at + 1,
                };
            }
        });
        self.reading.parameters(id, all);
        behind
    }

    /// The value behind the name of a parameter, up to the next one.
    fn default_of(&mut self, at: usize) -> usize {
        let mut end = at;
        while end < self.tokens.end && !self.tokens.sign(end, b',') && self.reading.goes_on() {
            end = match self.tokens.kind(end) {
                Some(Kind::Sign(b'(' | b'{' | b'[')) => self.tokens.close(end) + 1,
                _ => end + 1,
            };
        }
        let end = end.min(self.tokens.end);
        self.until(end, |shell| shell.statements(at));
        end
    }

    /// `foreach ($a in b) { .. }`.
    fn each(&mut self, at: usize) -> usize {
        self.reading.counts(Counts::Loop);
        self.body(at + 1);
        self.inside(at + 1, |shell, at| {
            if shell.tokens.kind(at) == Some(Kind::Variable) {
                shell.assigned(at);
                shell.statements(at + 2);
            } else {
                shell.statements(at);
            }
        })
    }

    /// A variable that is read or written.
    pub(super) fn variable(&mut self, at: usize) {
        let behind = at + 1;
        let is_compound =
            matches!(self.tokens.kind(behind), Some(Kind::Sign(b'+' | b'-' | b'*' | b'/' | b'%' | b'?')))
                && self.tokens.sign(behind + 1, b'=');
        if self.tokens.sign(behind, b'=') {
            return self.assigned(at);
        }
        self.named(at, if is_compound { Role::Write } else { Role::Read });
    }

    fn named(&mut self, at: usize, role: Role) {
        let (scope, text) = self.name_of(at);
        if words::is_given(text) || scope.eq_ignore_ascii_case("env") || text.is_empty() {
            return;
        }
        let name = self.folded(text);
        self.use_as(at, name, role, Namespace::VALUE);
    }

    /// A variable that is given a value: the first one in a function is a local of it, outside of functions one of the file.
    fn assigned(&mut self, at: usize) {
        let (scope, text) = self.name_of(at);
        if words::is_given(text) || scope.eq_ignore_ascii_case("env") || text.is_empty() {
            return;
        }
        let name = self.folded(text);
        let of_file = matches!(scope.to_ascii_lowercase().as_str(), "script" | "global");
        if !of_file && let Some(bound) = self.bound.last_mut() {
            if !bound.insert(name) {
                return self.named(at, Role::Write);
            }
            let counted = self.tokens.take(at);
            // It is one of the whole function, whatever block it stands in.
            let around = self.reading.build.scope;
            if let Some(scope) = self.reading.build.scope_around(|kind| kind == ScopeKind::Function) {
                self.reading.build.scope = scope;
            }
            self.reading.local(name, ExprId::UNKNOWN);
            self.reading.build.scope = around;
            self.reading.build.tally.locals -= u32::from(!counted);
            return;
        }
        if !self.globals.insert(name) {
            return self.named(at, Role::Write);
        }
        let place = self.reading.build.place();
        self.reading.build.to_file();
        let end = self.statement_end(at);
        self.define_variable(at, (SymbolKind::Variable, end));
        self.reading.build.restore(place);
    }
}
