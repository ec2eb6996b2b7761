//! Reads the code of markup: each piece is parsed as a statement of its own, many at once, and where one of them does
//! not parse, alone. What is no code then is a problem, and its names are uses of nobody knows what.

use super::held::{self, Extent};
use super::{Does, Elements, Part, Piece, code};
use crate::build::{Build, Meter};
use crate::languages::javascript::patterns::{self, Binder};
use crate::languages::javascript::state::State;
use crate::parse::Limits;
use crate::table::Field;
use crate::tree::{self, Parsed};
use crate::walk::Walk;
use indexer_core::{
    Access, ExprId, Expression, List, Namespace, Problem, ProblemKind, Role, ScopeId, ScopeKind, Span,
};
use tree_sitter::{Point, Range, Tree};

/// How often pieces that touch each other are put off.
const ROUNDS: usize = 3;
/// How many pieces are parsed alone.
const ALONE: usize = 64;
/// Problems beyond this many say nothing new.
const PROBLEMS: usize = 20;

/// Reads the code of the markup around the scripts, if the file has any.
pub(in crate::languages) fn read(build: &mut Build<'_>, limits: Limits, problems: &mut Vec<Problem>) {
    let Some(state) = build.remembered.get::<State>() else { return };
    let Some(elements) = &mut state.elements else { return };
    elements.is_reading = true;
    problems.append(&mut elements.problems);
    let pieces = std::mem::take(&mut elements.pieces);
    let elements = std::mem::take(elements);
    state.elements = Some(Elements { is_reading: true, ..Elements::default() });
    state.doc = None;
    let (place, tally, mark) = (build.place(), build.tally, build.uses.mark());
    let meter = std::mem::take(&mut build.meter);
    build.to_file();
    let scopes = open_scopes(build, &elements);
    let declared = elements.declared(build);
    elements.register(build, scopes[0], &declared);
    // What a value is made of may be known only behind it.
    let empty = Expression::Tuple(List::default());
    let slots: Vec<ExprId> = (0..elements.slots).map(|_| build.expression(empty)).collect();
    let before = Extent::of(build);
    let mut reader = Reader { build, limits, problems, scopes: &scopes, slots: &slots };
    reader.all(pieces);
    // They are no identifiers of the tree.
    build.uses.uncount_since(mark);
    (build.tally, build.meter) = (tally, meter);
    build.restore(place);
    if elements.markup.kebab {
        held::see_refs(build, before, &scopes);
    } else if !elements.markup.fences {
        held::see_stores(build, crate::languages::svelte::GIVEN);
    }
    elements.settle(build, &scopes, &declared);
    if let Some(state) = build.remembered.get::<State>() {
        state.elements = None;
    }
}

/// The scopes of the markup as those of the file.
fn open_scopes(build: &mut Build<'_>, elements: &Elements) -> Vec<ScopeId> {
    let mut scopes: Vec<ScopeId> = Vec::with_capacity(elements.scopes.len());
    for scope in &elements.scopes {
        build.scope = scope.parent.map_or(ScopeId(0), |parent| scopes[parent as usize]);
        scopes.push(build.open_scope(ScopeKind::Block, scope.span));
    }
    if scopes.is_empty() {
        scopes.push(ScopeId(0));
    }
    build.scope = ScopeId(0);
    scopes
}

struct Reader<'r, 'a> {
    build: &'r mut Build<'a>,
    limits: Limits,
    problems: &'r mut Vec<Problem>,
    scopes: &'r [ScopeId],
    slots: &'r [ExprId],
}

impl Reader<'_, '_> {
    fn all(&mut self, mut waiting: Vec<Piece>) {
        waiting.sort_by_key(|piece| piece.span.start);
        let mut failed = Vec::new();
        for _ in 0..ROUNDS {
            if waiting.is_empty() {
                break;
            }
            let mut text = self.copy();
            let (mut ranges, mut now, mut later) = (Vec::new(), Vec::new(), Vec::new());
            for piece in waiting {
                match write(&mut text, &piece, ranges.last().map_or(0, |range: &Range| range.end_byte)) {
                    Some(range) => {
                        ranges.push(range);
                        now.push(piece);
                    }
                    None => later.push(piece),
                }
            }
            waiting = later;
            match tree::parse(self.build.language, &text, &ranges, self.build.stop) {
                Parsed::Tree(tree) => self.walk(&tree, now, &mut failed),
                Parsed::TooMuch => failed.append(&mut now),
                Parsed::Stopped | Parsed::Unfit => return,
            }
        }
        failed.append(&mut waiting);
        failed.sort_by_key(|piece| piece.span.start);
        self.alone(failed);
    }

    /// The file's bytes, with room for what stands behind its last piece.
    fn copy(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.build.source.len() + 2);
        text.extend_from_slice(self.build.source.as_bytes());
        text.extend_from_slice(b"  ");
        text
    }

    /// Each piece by itself: an error in one may have swallowed others.
    fn alone(&mut self, pieces: Vec<Piece>) {
        let mut text = self.copy();
        let mut failed = Vec::new();
        for (i, piece) in pieces.into_iter().enumerate() {
            let range = if i < ALONE { write(&mut text, &piece, 0) } else { None };
            let Some(range) = range else {
                failed.push(piece);
                continue;
            };
            match tree::parse(self.build.language, &text, &[range], self.build.stop) {
                Parsed::Tree(tree) => self.walk(&tree, vec![piece], &mut failed),
                Parsed::TooMuch => failed.push(piece),
                Parsed::Stopped | Parsed::Unfit => return,
            }
            let source = self.build.source.as_bytes();
            let end = range.end_byte.min(source.len());
            text[range.start_byte..end].copy_from_slice(&source[range.start_byte..end]);
        }
        for piece in failed {
            self.unread(piece);
        }
    }

    /// Lowers the statements of a tree; what is no whole statement failed.
    fn walk(&mut self, tree: &Tree, pieces: Vec<Piece>, failed: &mut Vec<Piece>) {
        let (scopes, slots) = (self.scopes, self.slots);
        let mut waiting = pieces.into_iter().peekable();
        let mut walk = Walk::new(tree.root_node(), self.build, self.limits);
        walk.each_child(|walk, _| {
            let node = walk.node();
            let (start, end) = (node.start_byte(), node.end_byte());
            let first = |piece: &Piece| piece.span.start as usize - piece.head.len();
            failed.extend(std::iter::from_fn(|| waiting.next_if(|piece| first(piece) < start)));
            let is_whole = |piece: &Piece| end >= piece.span.end as usize + piece.tail.len();
            let fits = |piece: &Piece| first(piece) == start && is_whole(piece) && !node.has_error();
            if let Some(piece) = waiting.next_if(fits) {
                walk.build.to_file();
                walk.build.scope = scopes.get(piece.scope as usize).copied().unwrap_or(ScopeId(0));
                walk.build.meter = Meter::default();
                lower(walk, &piece, slots);
            }
        });
        self.problems.append(&mut walk.problems);
        drop(walk);
        failed.extend(waiting);
    }

    /// A piece that is no code of the language: its names are used, nobody knows how.
    fn unread(&mut self, piece: Piece) {
        let known = self.problems.iter().filter(|problem| problem.kind == ProblemKind::Syntax).count();
        if known < PROBLEMS {
            let detail = "an expression of the markup is not read".to_owned();
            self.problems.push(Problem { kind: ProblemKind::Syntax, span: piece.span, detail });
        }
        let build = &mut *self.build;
        build.to_file();
        build.scope = self.scopes.get(piece.scope as usize).copied().unwrap_or(ScopeId(0));
        let part = (piece.span.start as usize, piece.span.end as usize);
        for (start, end, opens) in code::names(build.source.as_bytes(), part) {
            let span = Span::new(start as u32, end as u32);
            let text = build.text(span);
            if opens && text.starts_with(|c: char| c.is_ascii_uppercase()) {
                build.role = Role::Call;
                build.use_name(span, Namespace::VALUE);
                build.role = Role::Read;
            } else if !text.is_empty() && !opens && !KEYWORDS.contains(&text) {
                let name = build.name(span);
                let of = ExprId::UNKNOWN;
                let member = build.expression(Expression::Member { of, name, access: Access::Value });
                build.use_member(span, member);
            }
        }
    }
}

/// Words that no name can be.
const KEYWORDS: &[&str] = &[
    "as",
    "async",
    "await",
    "const",
    "else",
    "false",
    "for",
    "function",
    "if",
    "in",
    "instanceof",
    "let",
    "new",
    "null",
    "of",
    "return",
    "this",
    "true",
    "typeof",
    "undefined",
    "void",
];

/// Puts a piece into the copy of the text as a statement, and gives its range; `None` where it would touch the one
/// before, which ends at `previous`.
fn write(text: &mut [u8], piece: &Piece, previous: usize) -> Option<Range> {
    let (start, end) = (piece.span.start as usize, piece.span.end as usize);
    let head = start.checked_sub(piece.head.len())?;
    let from = head.saturating_sub(1);
    let to = end + piece.tail.len();
    if from < previous || to > text.len() {
        return None;
    }
    if from < head {
        text[from] = b';';
    }
    text[head..start].copy_from_slice(piece.head.as_bytes());
    text[end..to].copy_from_slice(piece.tail.as_bytes());
    let point = |byte: usize| Point { row: 0, column: byte };
    Some(Range { start_byte: from, end_byte: to, start_point: point(from), end_point: point(to) })
}

/// Lowers the statement at which the walk stands.
fn lower(walk: &mut Walk<'_, '_>, piece: &Piece, slots: &[ExprId]) {
    let slot = |index: u32| slots.get(index as usize).copied().unwrap_or(ExprId::UNKNOWN);
    match piece.does {
        Does::Lower(into) if walk.kind() == "expression_statement" => {
            let value = walk.lower_children();
            if let Some(into) = into {
                walk.build.fill(slot(into), value);
            }
        }
        Does::Lower(_) => drop(walk.lower()),
        Does::Bind(of) => {
            let value = match of {
                Some((of, Part::Element)) => walk.build.expression(Expression::Element(slot(of))),
                Some((of, Part::Awaited)) => walk.build.expression(Expression::Awaited(slot(of))),
                None => ExprId::UNKNOWN,
            };
            let binder = Binder::local(walk.build.scope);
            walk.each_child(|walk, node| {
                if walk.kind_of(node) != "variable_declarator" {
                    return;
                }
                walk.children(|walk, field| match field {
                    Field::Name => patterns::bind(walk, value, &binder),
                    _ => drop(walk.lower()),
                });
            });
        }
    }
}
