//! Types in documentation comments: what the language without annotations has in their place.
//!
//! The names in them settle what parameters and results are; they are not references, since a
//! comment is no code.

use super::state::{Remembers, union_of};
use super::text::{doc_lines, is_part};
use crate::build::Build;
use crate::walk::Walk;
use indexer_core::{
    Access, Bound, ExprId, Expression, ImportShape, LiteralKind, Namespace, Role, ScopeId, Span,
};

/// What a comment says of types.
#[derive(Clone, Debug)]
pub(in crate::languages) struct Types {
    /// `@returns`.
    pub returns: ExprId,
    /// `@type`.
    pub of: ExprId,
    /// `@param`, in order: name and type.
    parameters: Vec<(String, ExprId)>,
}

impl Default for Types {
    fn default() -> Self {
        Self { returns: ExprId::UNKNOWN, of: ExprId::UNKNOWN, parameters: Vec::new() }
    }
}

impl Types {
    /// The type of the parameter with this name; of the one at this place, where it has no name.
    pub(in crate::languages) fn parameter(&self, name: &str, at: usize) -> ExprId {
        let is_pattern = name.starts_with(|c: char| c.is_ascii_digit());
        let found = if is_pattern {
            self.parameters.get(at)
        } else {
            self.parameters.iter().find(|(one, _)| one == name)
        };
        found.map_or(ExprId::UNKNOWN, |(_, of)| *of)
    }
}

/// More text than this in one tag is not read as a type.
const LONGEST_TYPE: usize = 300;

/// Reads the types of the comment at `doc`.
pub(in crate::languages) fn read(walk: &mut Walk<'_, '_>, doc: Span) -> Types {
    let comment = walk.build.text(doc);
    let mut types = Types::default();
    if !comment.contains('{') {
        return types;
    }
    for line in doc_lines(comment) {
        let line = line.trim_start();
        let Some(tag) = line.strip_prefix('@') else { continue };
        let Some((tag, rest)) = tag.split_once(char::is_whitespace) else { continue };
        let Some((inner, rest)) = braced(rest.trim_start()) else { continue };
        let of = || inner.as_ptr() as usize - comment.as_ptr() as usize + doc.start as usize;
        match tag {
            "param" | "arg" | "argument" => {
                let name = rest.trim_start().trim_start_matches('[');
                let name: String = name.chars().take_while(|c| is_part(*c)).collect();
                // `options.a` says of a member what the parameter's own type does not.
                let is_member = rest.trim_start().trim_start_matches('[')[name.len()..].starts_with('.');
                if !name.is_empty() && !is_member {
                    let of = type_at(walk.build, of(), inner);
                    types.parameters.push((name, of));
                }
            }
            "returns" | "return" => types.returns = type_at(walk.build, of(), inner),
            "type" => types.of = type_at(walk.build, of(), inner),
            _ => {}
        }
    }
    types
}

/// The type that a comment right before the current node says it to be: `/** @type {A} */ (a)`.
pub(in crate::languages) fn before(walk: &mut Walk<'_, '_>) -> ExprId {
    let start = walk.span().start;
    let Some(doc) = walk.state().doc.filter(|doc| doc.end <= start) else { return ExprId::UNKNOWN };
    let is_near = walk.build.text(Span::new(doc.end, start)).trim_ascii().is_empty();
    if walk.build.language.id != "javascript" || !is_near {
        return ExprId::UNKNOWN;
    }
    let of = read(walk, doc).of;
    if !of.is_unknown() {
        walk.state().doc = None;
    }
    of
}

/// Binds the names that `@typedef {A} B` of a comment gives to types, which the file and those that name it see.
pub(in crate::languages) fn bind_types(walk: &mut Walk<'_, '_>, doc: Span) {
    let comment = walk.build.text(doc);
    if walk.build.language.id != "javascript" || !comment.contains("@typedef") {
        return;
    }
    for line in doc_lines(comment) {
        let Some(rest) = line.trim_start().strip_prefix("@typedef") else { continue };
        let Some((inner, rest)) = braced(rest.trim_start()) else { continue };
        let rest = rest.trim_start();
        let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let start = inner.as_ptr() as usize - comment.as_ptr() as usize + doc.start as usize;
        let of = type_at(walk.build, start, inner);
        if !name.is_empty() && !of.is_unknown() {
            let name = walk.build.names.name(name);
            let seen = Namespace::TYPE.with(Namespace::MEMBER);
            walk.build.bind(ScopeId(0), name, seen, Bound::Alias, of);
        }
    }
}

/// The text between the braces at the start, and what comes after.
fn braced(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('{')?;
    let mut depth = 1;
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inner[..at], &inner[at + 1..]));
        }
    }
    None
}

/// The type that `text`, which stands at the byte `start`, spells; unknown where it is none.
fn type_at<'b>(build: &mut Build<'b>, start: usize, text: &'b str) -> ExprId {
    if text.len() > LONGEST_TYPE {
        return ExprId::UNKNOWN;
    }
    let mut reader = DocReader { build, text, at: 0, start, depth: 0 };
    let value = reader.union();
    let is_all = reader.rest().trim_start_matches('=').is_empty();
    if is_all { value } else { ExprId::UNKNOWN }
}

struct DocReader<'r, 'b> {
    build: &'r mut Build<'b>,
    text: &'b str,
    at: usize,
    start: usize,
    depth: u32,
}

impl<'b> DocReader<'_, 'b> {
    fn rest(&self) -> &'b str {
        self.text.get(self.at..).unwrap_or("").trim_start()
    }

    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest();
        if !rest.starts_with(token) {
            return false;
        }
        self.at = self.text.len() - rest.len() + token.len();
        true
    }

    /// The span of the next word.
    fn word(&mut self) -> Option<Span> {
        let rest = self.rest();
        let len = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        if len == 0 || rest.starts_with(|c: char| c.is_numeric()) {
            return None;
        }
        let begin = self.text.len() - rest.len();
        self.at = begin + len;
        Some(Span::new((self.start + begin) as u32, (self.start + begin + len) as u32))
    }

    fn union(&mut self) -> ExprId {
        let mut types = vec![self.single()];
        while self.take("|") {
            types.push(self.single());
        }
        union_of(self.build, &types)
    }

    fn single(&mut self) -> ExprId {
        self.depth += 1;
        if self.depth > 20 {
            return ExprId::UNKNOWN;
        }
        let _ = self.take("...") || self.take("?") || self.take("!");
        let mut value = if self.take("(") {
            let inner = self.union();
            self.take(")");
            inner
        } else {
            self.path()
        };
        while self.take("[]") {
            value = self.build.expression(Expression::Sequence(value));
        }
        self.depth -= 1;
        value
    }

    fn items(&mut self) -> Vec<ExprId> {
        let mut items = Vec::new();
        while !self.take(">") && !self.rest().is_empty() {
            let before = self.at;
            items.push(self.union());
            self.take(",");
            if self.at == before {
                break;
            }
        }
        items
    }

    fn path(&mut self) -> ExprId {
        let Some(first) = self.word() else { return ExprId::UNKNOWN };
        let literal = match self.build.text(first) {
            "string" | "String" => Some(LiteralKind::String),
            "number" | "Number" => Some(LiteralKind::Float),
            "boolean" | "Boolean" | "bool" => Some(LiteralKind::Boolean),
            "null" | "undefined" | "void" => Some(LiteralKind::None),
            // Anything: what a value is says more.
            "any" | "object" | "Object" | "Function" | "function" | "unknown" | "typeof" => {
                return ExprId::UNKNOWN;
            }
            _ => None,
        };
        if self.build.text(first) == "import" {
            let module = self.module(first);
            return if module.is_unknown() { module } else { self.members(module, Access::Path) };
        }
        if let Some(kind) = literal {
            return self.build.literal(kind);
        }
        let before = std::mem::replace(&mut self.build.role, Role::Type);
        let value = self.build.use_name(first, Namespace::TYPE.with(Namespace::VALUE));
        self.build.uses.silence_last();
        self.build.role = before;
        self.members(value, Access::Value)
    }

    /// What `import("a")` names, of which `import` was read: the file, as far as the type asks for it.
    fn module(&mut self, word: Span) -> ExprId {
        if !self.take("(") {
            return ExprId::UNKNOWN;
        }
        let rest = self.rest();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            return ExprId::UNKNOWN;
        };
        let Some((inner, _)) = rest[1..].split_once(quote) else { return ExprId::UNKNOWN };
        self.at = self.text.len() - rest.len() + inner.len() + 2;
        if !self.take(")") || inner.is_empty() {
            return ExprId::UNKNOWN;
        }
        let path = vec![self.build.names.name(inner)];
        // A comment is no statement.
        let id = self.build.import(ImportShape::Path, path, self.build.scope, word);
        self.build.expression(Expression::Import { import: id, upto: 1 })
    }

    /// `.a.b` behind a type, and its arguments.
    fn members(&mut self, mut value: ExprId, access: Access) -> ExprId {
        while self.take(".") {
            if self.take("<") {
                return self.applied(value);
            }
            let Some(span) = self.word() else { break };
            let name = self.build.name(span);
            value = self.build.expression(Expression::Member { of: value, name, access });
        }
        if self.take("<") { self.applied(value) } else { value }
    }

    fn applied(&mut self, of: ExprId) -> ExprId {
        let arguments = self.items();
        self.build.apply(of, &arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_hold_braces() {
        assert_eq!(braced("{A} b"), Some(("A", " b")));
        assert_eq!(braced("{{a: B}} c"), Some(("{a: B}", " c")));
        assert_eq!(braced("{A"), None);
    }
}
