//! Types in documentation comments (`@param`, `@return`, `@var`, `@template`): what the checkers of the language read
//! where nothing else says a type. Names in them are no references: a comment is no code.

use super::hooks::path_from_root;
use crate::build::Build;
use crate::shapes::{Documented, type_scope};
use crate::text::comments_before;
use crate::walk::Walk;
use indexer_core::{
    Access, ExprId, Expression, List, Name, Namespace, Role, ScopeId, ScopeKind, Span, TypeParameter,
};

/// More text than this in one tag is not read as a type.
const LONGEST_TYPE: usize = 300;
/// So deep a type is read.
const DEEPEST: u32 = 20;

/// What the comment before the byte `at` says of types.
pub(super) fn read(walk: &mut Walk<'_, '_>, at: u32) -> Documented {
    let mut found = Documented::default();
    let source = walk.build.source;
    // Most of what may have a comment has none: nothing else is looked at then.
    let before = source[..at as usize].trim_end_matches([' ', '\t', '\n', '\r']);
    indexer_core::work::add(1 + (at as usize - before.len()) / 64);
    if !before.ends_with("*/") {
        return found;
    }
    let Some((start, comment)) = comments_before(source, at as usize) else { return found };
    let Some(begin) = comment.rfind("/**") else { return found };
    let (start, comment) = (start + begin, &comment[begin..]);
    indexer_core::work::add(comment.len() / 64);
    let around = type_scope(walk);
    found.type_parameters = templates(walk.build, (start, comment), at);
    for (tag, offset, rest) in tags(comment) {
        let place = start + offset;
        match tag {
            "param" => {
                let (of, rest) = type_at(walk.build, around, (place, rest));
                let name = rest.trim_start().trim_start_matches(['&', '.']).strip_prefix('$').unwrap_or("");
                let name = &name[..name.find(|c| !is_part(c)).unwrap_or(name.len())];
                if !name.is_empty() && !of.is_unknown() {
                    let name = walk.build.names.made(name);
                    found.parameters.insert(name, of);
                }
            }
            "return" => keep(&mut found.result, type_at(walk.build, around, (place, rest)).0),
            "var" => keep(&mut found.of, type_at(walk.build, around, (place, rest)).0),
            _ => {}
        }
    }
    found
}

/// A checker's own tag stands beside the common one: what is known counts.
fn keep(slot: &mut ExprId, of: ExprId) {
    if !of.is_unknown() {
        *slot = of;
    }
}

/// The tags of a comment without the prefixes of checkers, where what follows them stands, and that.
fn tags(comment: &str) -> impl Iterator<Item = (&str, usize, &str)> {
    comment.lines().filter_map(|line| {
        let text = line.trim_start_matches([' ', '\t', '*', '/']).strip_prefix('@')?;
        let (tag, rest) = text.split_once([' ', '\t'])?;
        let tag = tag.strip_prefix("phpstan-").or_else(|| tag.strip_prefix("psalm-")).unwrap_or(tag);
        let rest = rest.strip_suffix("*/").unwrap_or(rest).trim_start();
        Some((tag, rest.as_ptr() as usize - comment.as_ptr() as usize, rest))
    })
}

/// The type parameters that `@template` declares, bound in a scope that is opened for them.
fn templates(build: &mut Build<'_>, (start, comment): (usize, &str), at: u32) -> List {
    let mut names: Vec<(Name, Option<(usize, &str)>)> = Vec::new();
    for (tag, offset, rest) in tags(comment) {
        if matches!(tag, "template" | "template-covariant" | "template-contravariant") {
            let text = rest.trim_start();
            let len = text.find(|c| !is_part(c)).unwrap_or(text.len());
            let (name, after) = text.split_at(len);
            let bound = after
                .trim_start()
                .strip_prefix("of ")
                .map(|bound| (start + offset + (bound.as_ptr() as usize - rest.as_ptr() as usize), bound));
            if !name.is_empty() {
                names.push((build.names.made(name), bound));
            }
        }
    }
    if names.is_empty() {
        return List::default();
    }
    let scope = build.open_scope(ScopeKind::Generics, Span::new(at, at));
    let mut all = Vec::new();
    for (name, bound) in names {
        let bound = bound.map_or(ExprId::UNKNOWN, |bound| type_at(build, None, bound).0);
        let bounds = if bound.is_unknown() { List::default() } else { build.list(&[bound]) };
        all.push(TypeParameter::bounded(name, bounds));
    }
    build.bind_type_parameters(scope, all, Namespace::TYPE)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || !c.is_ascii()
}

/// The type at the start of `text`, which stands at a byte, and what comes after it.
fn type_at<'t>(
    build: &mut Build<'_>,
    around: Option<ScopeId>,
    (start, text): (usize, &'t str),
) -> (ExprId, &'t str) {
    let cut = text.floor_char_boundary(LONGEST_TYPE);
    let mut reader = Reader { build, around, text: &text[..cut], at: 0, start, depth: 0, failed: false };
    let of = reader.union();
    let (at, failed) = (reader.at, reader.failed);
    if failed { (ExprId::UNKNOWN, "") } else { (of, &text[at..]) }
}

struct Reader<'r, 'b, 't> {
    build: &'r mut Build<'b>,
    around: Option<ScopeId>,
    text: &'t str,
    at: usize,
    start: usize,
    depth: u32,
    failed: bool,
}

impl<'t> Reader<'_, '_, 't> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn take(&mut self, token: &str) -> bool {
        let is_there = self.rest().starts_with(token);
        self.at += if is_there { token.len() } else { 0 };
        is_there
    }

    fn blank(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    /// Types that any of may be there. Those without members are left out: who names a member of the whole means the
    /// others.
    fn union(&mut self) -> ExprId {
        let mut all = Vec::new();
        loop {
            let one = self.single();
            if !one.is_unknown() {
                all.push(one);
            }
            let here = self.at;
            self.blank();
            if self.failed || !(self.take("|") || self.take("&")) {
                self.at = here;
                break;
            }
            self.blank();
        }
        self.build.union(&all)
    }

    fn single(&mut self) -> ExprId {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.failed = true;
            return ExprId::UNKNOWN;
        }
        self.take("?");
        let mut value = if self.take("(") {
            let inner = self.union();
            self.failed |= !self.take(")");
            inner
        } else {
            self.named()
        };
        while self.take("[]") {
            value = self.sequence(value);
        }
        self.depth -= 1;
        value
    }

    fn sequence(&mut self, of: ExprId) -> ExprId {
        if of.is_unknown() { of } else { self.build.expression(Expression::Sequence(of)) }
    }

    fn named(&mut self) -> ExprId {
        let begin = self.at;
        let rest = self.rest();
        let len = rest.find(|c| !(is_part(c) || matches!(c, '\\' | '-' | '$' | ':'))).unwrap_or(rest.len());
        let word = rest[..len].trim_end_matches(':');
        self.at += word.len();
        if word.is_empty() {
            // A literal, or what is no type.
            self.failed = true;
            return ExprId::UNKNOWN;
        }
        let items = if self.take("<") { self.items() } else { Vec::new() };
        if matches!(self.rest().chars().next(), Some('{' | '(')) {
            // The shape of an array, or of a function.
            self.failed = true;
            return ExprId::UNKNOWN;
        }
        match word.trim_start_matches('\\') {
            "$this" | "self" | "static" => {
                let scope = self.around;
                scope.map_or(ExprId::UNKNOWN, |scope| self.build.expression(Expression::SelfType(scope)))
            }
            "array" | "list" | "iterable" | "non-empty-array" | "non-empty-list" | "Iterator"
            | "Traversable" | "ArrayIterator" | "IteratorAggregate" => {
                let last = items.last().copied().unwrap_or(ExprId::UNKNOWN);
                self.sequence(last)
            }
            "Generator" => {
                let given = items.get(1).or(items.first()).copied().unwrap_or(ExprId::UNKNOWN);
                self.sequence(given)
            }
            // Types without members; `mixed` and `object` may be anything.
            other if !word.contains('\\') && is_plain(other) => ExprId::UNKNOWN,
            _ if word.contains(['-', '$', ':']) => ExprId::UNKNOWN,
            _ => {
                let of = self.path(begin, word);
                if items.is_empty() || of.is_unknown() { of } else { self.build.apply(of, &items) }
            }
        }
    }

    fn items(&mut self) -> Vec<ExprId> {
        let mut items = Vec::new();
        loop {
            self.blank();
            items.push(self.union());
            self.blank();
            if self.failed || self.take(">") {
                return items;
            }
            if !self.take(",") {
                self.failed = true;
                return items;
            }
        }
    }

    /// The class of this name, which begins at a byte of the text.
    fn path(&mut self, begin: usize, word: &str) -> ExprId {
        let mut spans = Vec::new();
        let mut at = self.start + begin;
        for name in word.split('\\') {
            if !name.is_empty() {
                spans.push(Span::new(at as u32, (at + name.len()) as u32));
            }
            at += name.len() + 1;
        }
        let Some(first) = spans.first().copied() else { return ExprId::UNKNOWN };
        let is_absolute = word.starts_with('\\');
        let name = self.build.name(first);
        if is_absolute || spans.len() > 1 && !self.build.shapes.imported.contains(&name) {
            let Some((import, around)) = path_from_root(self.build, &spans, is_absolute) else {
                return ExprId::UNKNOWN;
            };
            let upto = around + spans.len() as u32;
            return self.build.expression(Expression::Import { import, upto });
        }
        let before = std::mem::replace(&mut self.build.role, Role::Type);
        let mut of = self.build.use_name(first, Namespace::TYPE);
        self.build.uses.silence_last();
        self.build.role = before;
        for span in &spans[1..] {
            let name = self.build.name(*span);
            of = self.build.expression(Expression::Member { of, name, access: Access::Value });
        }
        of
    }
}

fn is_plain(word: &str) -> bool {
    matches!(
        word,
        "bool"
            | "boolean"
            | "callable"
            | "double"
            | "false"
            | "float"
            | "int"
            | "integer"
            | "mixed"
            | "never"
            | "null"
            | "number"
            | "numeric"
            | "object"
            | "resource"
            | "scalar"
            | "string"
            | "true"
            | "void"
            | "empty"
    )
}
