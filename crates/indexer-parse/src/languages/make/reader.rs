//! Names of a Makefile to definitions and references.

use super::lexer::{self, Kind, Token};
use crate::reader::{Declared, Opened, Reading};
use crate::shapes::Style;
use indexer_core::{
    DefId, ExprId, Flags, ImportShape, Name, Namespace, ProblemKind, Role, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};
use rustc_hash::FxHashMap;

const STYLE: Style = Style { comment: "#", ..Style::BASE };

/// What `$(call f)` calls is a variable, as all that is set.
const VARIABLE: Namespace = Namespace::VALUE.with(Namespace::CALLABLE);

/// Reads a file.
pub(super) fn read(reading: &mut Reading<'_, '_>) {
    let source = reading.build.source;
    let lexed = lexer::lex(source);
    reading.build.facts.verbatim = lexed.verbatim;
    if let Some(at) = lexed.unended {
        reading.note(ProblemKind::Syntax, Span::new(at, at + 1), "a condition or definition is not ended");
    }
    let mut known: FxHashMap<&str, bool> = FxHashMap::default();
    for token in &lexed.tokens {
        if let Kind::Set(_) | Kind::Add(_) | Kind::Define(_) = token.kind {
            known.insert(token.span.text(source), false);
        }
    }
    let mut file = Makefile {
        reading,
        known,
        rules: lexed.rules,
        branches: lexed.branches,
        open: Vec::new(),
        defined: FxHashMap::default(),
        line: (0, 0),
        looked: 0,
        last_rule: None,
    };
    for token in lexed.tokens {
        if !file.reading.goes_on() {
            break;
        }
        file.close(token.span.start);
        file.token(token);
    }
    file.close(u32::MAX);
    // Which of several with one name is there, conditions around them decide, or the last.
    let several = std::mem::take(&mut file.defined).into_values().filter(|all| all.len() > 1);
    for id in several.flatten() {
        file.reading.build.definition(id).flags.add(Flags::CONDITIONAL);
    }
}

/// What is open while names are read.
struct Open {
    end: u32,
    enclosing: Option<DefId>,
    function: Option<Opened>,
}

struct Makefile<'r, 'b, 'a> {
    reading: &'r mut Reading<'b, 'a>,
    /// Variables that the file sets, and whether one of its lines was met that does.
    known: FxHashMap<&'a str, bool>,
    /// Where rules end.
    rules: Vec<u32>,
    branches: Vec<u32>,
    open: Vec<Open>,
    /// What the file defines under each name.
    defined: FxHashMap<(Name, SymbolKind), Vec<DefId>>,
    /// The line that was looked at last: where it begins, and where it ends or its comment begins.
    line: (usize, usize),
    /// Behind what was looked through for it.
    looked: usize,
    /// The rule of the last target.
    last_rule: Option<u32>,
}

impl<'a> Makefile<'_, '_, 'a> {
    /// Leaves what ends before a byte.
    fn close(&mut self, at: u32) {
        while let Some(open) = self.open.pop_if(|open| open.end <= at) {
            if let Some(opened) = open.function {
                self.reading.leave(opened);
                self.reading.up();
            }
            self.reading.build.enclosing = open.enclosing;
        }
    }

    fn text(&self, token: Token) -> &'a str {
        token.span.text(self.reading.build.source)
    }

    fn token(&mut self, token: Token) {
        match token.kind {
            Kind::Target(rule) => self.target(token, rule),
            Kind::Set(end) => self.variable(token, end),
            Kind::Add(end) => {
                // Where nothing sets it before, it is there from this line on.
                let is_set = self.known.get(self.text(token)).copied().unwrap_or_default();
                match is_set {
                    true => {
                        self.refer(token, Role::Write, VARIABLE);
                        self.enter(None, end);
                    }
                    false => self.variable(token, end),
                }
            }
            Kind::Define(end) => self.function(token, end),
            Kind::Prerequisite => {
                // Most that end otherwise are files of nobody's rule.
                let is_file = self.text(token).contains(['.', '/']);
                let around = std::mem::replace(&mut self.reading.build.tentative, is_file);
                self.refer(token, Role::Read, Namespace::TYPE);
                self.reading.build.tentative = around;
            }
            Kind::Use => self.refer(token, Role::Read, VARIABLE),
            Kind::Call => self.refer(token, Role::Call, VARIABLE),
            Kind::Local => match self.known.contains_key(self.text(token)) {
                true => self.refer(token, Role::Write, VARIABLE),
                false => {
                    let name = self.reading.build.name(token.span);
                    let scope = self.reading.build.scope;
                    self.reading.build.tally.locals += 1;
                    self.reading.build.bind_local(scope, name, VARIABLE, token.span.start, ExprId::UNKNOWN);
                }
            },
            Kind::Include => {
                let path = vec![self.reading.build.names.made(self.text(token))];
                self.reading.build.import(ImportShape::Wildcard, path, ScopeId(0), token.span);
            }
        }
    }

    fn refer(&mut self, token: Token, role: Role, namespace: Namespace) {
        let name = self.reading.build.name(token.span);
        self.reading.name(name, token.span, role, namespace);
    }

    /// The line in which a byte stands: where it begins, and where it ends or its comment begins. Bytes come in order.
    fn line(&mut self, at: usize) -> (usize, usize) {
        let source = self.reading.build.source;
        let before = self.looked.min(at);
        if let Some(found) = source[before..at].rfind('\n') {
            self.line.0 = before + found + 1;
        }
        self.looked = at;
        if at >= self.line.1 {
            self.line.1 = source[at..].find(['\n', '#']).map_or(source.len(), |found| at + found);
        }
        self.line
    }

    /// Defines what is named; its signature is the first line. Comments are those of what its line names first.
    fn define(
        &mut self,
        token: Token,
        end: u32,
        (kind, namespace): (SymbolKind, Namespace),
        is_first: bool,
    ) -> DefId {
        let source = self.reading.build.source;
        let own = token.span.start as usize;
        let (start, line) = self.line(own);
        let start = if is_first { start } else { own };
        let before = &source[start..own];
        let start = start + (before.len() - before.trim_start_matches([' ', '\t']).len());
        let name = self.reading.build.name(token.span);
        let place = self.reading.build.place();
        self.reading.build.to_file();
        let id = self.reading.define(&Declared {
            name,
            bound: name,
            namespace,
            token: token.span,
            counted: true,
            kind,
            visibility: Visibility::Public,
            whole: Span::new(start as u32, end.max(token.span.end)),
            end: (line as u32).min(end.max(token.span.end)),
            style: &STYLE,
        });
        self.reading.build.restore(place);
        let said = &source[line..];
        // `target: prerequisite ## what it does`
        if let Some(doc) = said.strip_prefix("##").and_then(|said| said.lines().next()) {
            let definition = self.reading.build.definition(id);
            definition.doc.get_or_insert_with(|| doc.trim_matches(['#', ' ']).to_owned());
        }
        self.defined.entry((name, kind)).or_default().push(id);
        id
    }

    fn enter(&mut self, id: Option<DefId>, end: u32) {
        let enclosing = self.reading.build.enclosing;
        self.open.push(Open { end, enclosing, function: None });
        self.reading.build.enclosing = id.or(enclosing);
    }

    /// A target of a rule: the first of several has what the rule names.
    fn target(&mut self, token: Token, rule: u32) {
        let end = self.rules.get(rule as usize).copied().unwrap_or(token.span.end);
        let is_first = self.last_rule.replace(rule) != Some(rule);
        let id = self.define(token, end, (SymbolKind::Stage, Namespace::TYPE), is_first);
        if is_first {
            self.enter(Some(id), end);
        }
    }

    fn variable(&mut self, token: Token, end: u32) {
        let id = self.define(token, end, (SymbolKind::Variable, VARIABLE), true);
        self.known.insert(self.text(token), true);
        self.enter(Some(id), end);
    }

    fn function(&mut self, token: Token, end: u32) {
        let id = self.define(token, end, (SymbolKind::Function, VARIABLE), true);
        self.known.insert(self.text(token), true);
        let enclosing = self.reading.build.enclosing;
        let whole = Span::new(token.span.end, end.max(token.span.end));
        let mut function = None;
        if self.reading.down(token.span) {
            function = Some(self.reading.enter(id, ScopeKind::Function, whole));
            let before = |end: u32| self.branches.partition_point(|at| *at < end) as u32;
            let inside = before(whole.end) - before(whole.start);
            self.reading.build.meter.branches += inside;
            self.reading.build.meter.cognitive += inside;
        }
        self.open.push(Open { end, enclosing, function });
    }
}
