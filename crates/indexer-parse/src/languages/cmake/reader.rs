//! The commands of a file: functions and macros, and the names that all commands share.

use super::lexer::{self, Kind, Token};
use super::words;
use crate::build::Place;
use crate::reader::{Declared, Opened, Reading};
use crate::shapes::{Counts, Style};
use crate::token_reader::TokenReader;
use crate::tokens::Tokens;
use indexer_core::{
    DefId, ExprId, Flags, ImportShape, Name, Namespace, ProblemKind, Role, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};

const STYLE: Style = Style { comment: "#", ..Style::BASE };

/// Reads a file.
pub(super) fn read(reading: &mut Reading<'_, '_>) {
    let source = reading.build.source;
    let lexed = lexer::lex(source);
    reading.note_mistake(&lexed);
    reading.build.facts.verbatim = lexed.verbatim;
    let pairs = pairs(&lexed.tokens);
    let (ends, unended) = ends(source, &lexed.tokens);
    if let Some(span) = unended {
        reading.note(ProblemKind::Syntax, span, "a block is not ended, or ends nothing");
    }
    let mut lists = Lists {
        reading,
        tokens: Tokens::new(source, lexed.tokens, pairs, lexer::is_identifier),
        ends,
        open: Vec::new(),
        globals: FxHashSet::default(),
        defined: FxHashMap::default(),
    };
    lists.commands();
    // Which of several with one name is there, conditions around them decide.
    let several = std::mem::take(&mut lists.defined).into_values().filter(|all| all.len() > 1);
    for id in several.flatten() {
        lists.reading.build.definition(id).flags.add(Flags::CONDITIONAL);
    }
    let left = lists.tokens.left();
    reading.build.tally.neither += left as u32;
}

/// The index of the token that closes each parenthesis; that behind the last one where none does. O(tokens).
fn pairs(tokens: &[Token]) -> Vec<u32> {
    let mut pairs = vec![tokens.len() as u32; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign(b'(') => open.push(at),
            Kind::Sign(_) => {
                if let Some(begin) = open.pop() {
                    pairs[begin] = at as u32;
                }
            }
            _ => {}
        }
    }
    pairs
}

/// The commands with which what `function`, `macro` and `foreach` begin ends, by the command that begins it; and the first
/// that has no other end. O(tokens).
fn ends(source: &str, tokens: &[Token]) -> (FxHashMap<usize, usize>, Option<Span>) {
    let mut ends = FxHashMap::default();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut counts = [0u32; BLOCKS.len()];
    let mut unended = None;
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Command) {
        let name = token.span.text(source);
        if !words::is_control(name) {
            continue;
        }
        let name = name.to_ascii_lowercase();
        match name.strip_prefix("end") {
            // What is not closed in a block ends nowhere.
            Some(of) => {
                let Some(kind) = BLOCKS.iter().position(|block| *block == of) else { continue };
                if counts[kind] == 0 {
                    unended.get_or_insert(at);
                }
                while counts[kind] > 0
                    && let Some((begin, inner)) = open.pop()
                {
                    counts[inner] -= 1;
                    if inner == kind {
                        ends.insert(begin, at);
                        break;
                    }
                    unended.get_or_insert(begin);
                }
            }
            None => {
                if let Some(kind) = BLOCKS.iter().position(|block| *block == name) {
                    counts[kind] += 1;
                    open.push((at, kind));
                }
            }
        }
    }
    let unended = unended.or(open.first().map(|(begin, _)| *begin));
    (ends, unended.map(|at| tokens[at].span))
}

/// Commands that another one ends.
const BLOCKS: &[&str] = &["block", "foreach", "function", "if", "macro", "while"];

/// What is open while commands are read.
enum Open {
    /// A function or macro: where it ends, and what was around.
    Routine { end: usize, opened: Opened, around: Place, is_macro: bool, bound: FxHashSet<Name> },
    /// A loop with a variable of its own.
    Loop { end: usize, around: Place },
    /// What decides whether the commands in it run.
    Nested { end: usize },
}

/// A reading of the commands of a file.
pub(super) struct Lists<'r, 'b, 'a> {
    pub(super) reading: &'r mut Reading<'b, 'a>,
    pub(super) tokens: Tokens<'a, Kind>,
    ends: FxHashMap<usize, usize>,
    open: Vec<Open>,
    /// Variables of the file.
    globals: FxHashSet<Name>,
    /// What the file defines under each name.
    defined: FxHashMap<(Name, Namespace), Vec<DefId>>,
}

impl<'b, 'a> TokenReader<'b, 'a> for Lists<'_, 'b, 'a> {
    type Kind = Kind;

    fn parts(&mut self) -> (&mut Reading<'b, 'a>, &mut Tokens<'a, Kind>) {
        (self.reading, &mut self.tokens)
    }
}

impl<'a> Lists<'_, '_, 'a> {
    fn commands(&mut self) {
        let mut at = 0;
        while at < self.tokens.end && self.reading.goes_on() {
            self.close(at);
            at = match self.tokens.kind(at) {
                Some(Kind::Command) => self.command(at),
                _ => at + 1,
            };
        }
        self.close(usize::MAX);
    }

    /// Leaves what ends there, or before.
    fn close(&mut self, at: usize) {
        let ended = |open: &mut Open| match open {
            Open::Routine { end, .. } | Open::Loop { end, .. } | Open::Nested { end } => *end <= at,
        };
        while let Some(open) = self.open.pop_if(ended) {
            match open {
                Open::Routine { opened, around, .. } => {
                    self.reading.up();
                    self.reading.leave(opened);
                    self.reading.build.restore(around);
                }
                Open::Loop { around, .. } => {
                    self.reading.up();
                    self.reading.build.restore(around);
                }
                Open::Nested { .. } => self.reading.build.meter.leave(),
            }
        }
    }

    /// A command with its arguments; gives the place behind them.
    fn command(&mut self, at: usize) -> usize {
        let close = self.tokens.close(at + 1);
        let behind = (close + 1).min(self.tokens.end).max(at + 2);
        let arguments = self.arguments(at + 2, close);
        let name = self.tokens.text(at).to_ascii_lowercase();
        let begins = match name.as_str() {
            "function" | "macro" => true,
            _ if words::is_control(&name) => false,
            _ => {
                let called = self.reading.build.names.made(&name);
                self.use_as(at, called, Role::Call, Namespace::CALLABLE);
                false
            }
        };
        for inside in at + 2..close {
            match self.tokens.kind(inside) {
                Some(Kind::Variable) => self.variable(inside, Role::Read),
                Some(Kind::Target) => self.target(inside),
                _ => {}
            }
        }
        if begins {
            self.routine(at, behind, &arguments, name == "macro");
        } else {
            self.take(at, &name, &arguments, behind);
        }
        behind
    }

    /// The arguments between two tokens, without what is put into them. O(tokens).
    fn arguments(&mut self, start: usize, close: usize) -> Vec<usize> {
        let is_one = |at: &usize| matches!(self.tokens.kind(*at), Some(Kind::Argument | Kind::Text));
        (start..close).filter(is_one).collect()
    }

    /// `function(name a b)`: it is there for all that is read later, wherever it stands.
    fn routine(&mut self, at: usize, behind: usize, arguments: &[usize], is_macro: bool) {
        let Some((&own, parameters)) = arguments.split_first() else { return };
        if !lexer::is_name(self.tokens.text(own)) {
            return;
        }
        let last = self.ends.get(&at).copied();
        let end = last.map_or(self.tokens.end, |last| self.tokens.close(last + 1) + 1).min(self.tokens.end);
        let around = self.reading.build.place();
        self.reading.build.to_file();
        let kind = if is_macro { SymbolKind::Macro } else { SymbolKind::Function };
        // The case of commands tells nothing.
        let name = self.tokens.text(own).to_ascii_lowercase();
        let name = self.reading.build.names.made(&name);
        let id = self.define(own, (kind, Namespace::CALLABLE, name), (at, end, behind));
        if !self.reading.down(self.tokens.span(at)) {
            self.reading.build.restore(around);
            return;
        }
        let whole = self.tokens.between(at, end);
        let opened = self.reading.enter(id, ScopeKind::Function, whole);
        let mut bound = FxHashSet::default();
        let mut all = Vec::new();
        for at in parameters {
            let name = self.reading.build.name(self.tokens.span(*at));
            if lexer::is_name(self.tokens.text(*at)) && bound.insert(name) {
                self.reading.build.tally.locals += u32::from(self.tokens.take(*at));
                all.push((name, self.tokens.span(*at), ExprId::UNKNOWN));
            }
        }
        self.reading.parameters(id, all);
        self.open.push(Open::Routine { end: last.unwrap_or(end), opened, around, is_macro, bound });
    }

    /// Counts a command that decides; what stands before the one that ends it nests.
    pub(super) fn decides(&mut self, at: usize, counts: Counts) {
        self.reading.counts(counts);
        if let Some(end) = self.ends.get(&at).copied() {
            self.reading.build.meter.nest();
            self.open.push(Open::Nested { end });
        }
    }

    /// `foreach(a ..)`: a variable of the loop.
    pub(super) fn each(&mut self, at: usize, variable: usize) {
        let Some(end) = self.ends.get(&at).copied() else { return };
        if !lexer::is_name(self.tokens.text(variable)) || !self.reading.down(self.tokens.span(at)) {
            return;
        }
        let around = self.reading.build.place();
        self.reading.build.open_scope(ScopeKind::Block, self.tokens.between(at, end));
        self.local(variable);
        self.open.push(Open::Loop { end, around });
    }

    fn local(&mut self, at: usize) {
        let name = self.reading.build.name(self.tokens.span(at));
        self.local_as(at, name, ExprId::UNKNOWN);
    }

    /// The name of a variable that is read or written.
    pub(super) fn variable(&mut self, at: usize, role: Role) {
        if lexer::is_name(self.tokens.text(at)) {
            let name = self.reading.build.name(self.tokens.span(at));
            self.use_as(at, name, role, Namespace::VALUE);
        }
    }

    /// The name of a target that is used.
    pub(super) fn target(&mut self, at: usize) {
        if lexer::is_name(self.tokens.text(at)) {
            let name = self.reading.build.name(self.tokens.span(at));
            self.use_as(at, name, Role::Read, Namespace::TYPE);
        }
    }

    /// Defines what is named at `at` under a name, from a token to another, with a signature up to a third.
    pub(super) fn define(
        &mut self,
        at: usize,
        (kind, namespace, name): (SymbolKind, Namespace, Name),
        (start, end, head): (usize, usize, usize),
    ) -> DefId {
        let token = self.tokens.span(at);
        let counted = self.tokens.take(at);
        let id = self.reading.define(&Declared {
            name,
            bound: name,
            namespace,
            token,
            counted,
            kind,
            visibility: Visibility::Public,
            whole: self.tokens.between(start, end),
            end: self.tokens.between(start, head).end,
            style: &STYLE,
        });
        self.defined.entry((name, namespace)).or_default().push(id);
        id
    }

    /// A variable that a command sets: the first one in a function is a local of it, outside of functions one of the file.
    /// What a macro sets is one of whoever calls it, as far as a file shows one of its own. Gives what it defines.
    pub(super) fn assigned(
        &mut self,
        at: usize,
        (start, end): (usize, usize),
        is_global: bool,
    ) -> Option<DefId> {
        if !lexer::is_name(self.tokens.text(at)) {
            return None;
        }
        let name = self.reading.build.name(self.tokens.span(at));
        let routine = self.open.iter_mut().rev().find_map(|open| match open {
            Open::Routine { is_macro, bound, .. } => Some((*is_macro, bound)),
            Open::Loop { .. } | Open::Nested { .. } => None,
        });
        if let Some((false, bound)) = routine.filter(|_| !is_global) {
            if !bound.insert(name) {
                self.variable(at, Role::Write);
                return None;
            }
            // It is one of the whole function, whatever loop it stands in.
            let around = self.reading.build.scope;
            if let Some(scope) = self.reading.build.scope_around(|kind| kind == ScopeKind::Function) {
                self.reading.build.scope = scope;
            }
            self.local(at);
            self.reading.build.scope = around;
            return None;
        }
        if !self.globals.insert(name) {
            self.variable(at, Role::Write);
            return None;
        }
        let place = self.reading.build.place();
        self.reading.build.to_file();
        let id = self.define(at, (SymbolKind::Variable, Namespace::VALUE, name), (start, end, end));
        self.reading.build.restore(place);
        Some(id)
    }

    /// Defines what a build makes, outside of whatever function defines it.
    pub(super) fn made(&mut self, at: usize, whole: (usize, usize), namespace: Namespace) {
        if !lexer::is_name(self.tokens.text(at)) {
            return;
        }
        let place = self.reading.build.place();
        self.reading.build.to_file();
        let name = self.reading.build.name(self.tokens.span(at));
        self.define(at, (SymbolKind::Module, namespace, name), (whole.0, whole.1, whole.1));
        self.reading.build.restore(place);
    }

    /// The text of an argument, without its quotes.
    pub(super) fn plain(&self, at: usize) -> &'a str {
        self.tokens.text(at).trim_matches('"')
    }

    /// Another file is read at this place.
    pub(super) fn import(&mut self, shape: ImportShape, path: &str, span: Span) {
        let path = vec![self.reading.build.names.made(path)];
        self.reading.build.import(shape, path, ScopeId(0), span);
    }
}
