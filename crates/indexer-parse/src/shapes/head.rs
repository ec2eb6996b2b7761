//! What stands before a definition: modifiers, annotations, comments.

use super::locate::{Part, Visited, parts};
use super::{At, Standing, Style, Word};
use crate::text::{blank_before, line_start};
use crate::walk::Walk;
use indexer_core::{
    Access, DefId, ExprId, Flags, List, Namespace, Owner, Role, Span, SymbolKind, Visibility, work,
};

/// What the modifiers and annotations of a definition say.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) visibility: Option<Visibility>,
    pub(super) flags: Flags,
    decorators: Vec<ExprId>,
    /// The words that were met.
    words: Vec<&'static str>,
    /// Where the last annotation ends.
    after: Option<u32>,
}

/// What stands before a declaration, read once for all of its names.
#[derive(Debug)]
pub(super) struct Said {
    decorators: List,
    doc: Option<String>,
    deprecated: bool,
    /// All of it, with its comment.
    declaration: Span,
    /// Where its signature begins.
    start: u32,
    /// How many names have it.
    names: usize,
}

impl Head {
    /// Takes the current node where it is a modifier, an annotation or a word; false where it is none of these.
    pub(super) fn takes(&mut self, walk: &mut Walk<'_, '_>, style: &'static Style) -> bool {
        let kind = walk.kind();
        if !walk.is_named() {
            self.word(kind, style);
            return false;
        }
        if style.lists.contains(&kind) {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if !self.takes(walk, style) {
                        walk.other();
                    }
                });
                ExprId::UNKNOWN
            });
            return true;
        }
        if style.modifiers.contains(&kind) {
            let text = walk.text();
            text.split_whitespace().for_each(|word| self.word(word, style));
            walk.lower();
            return true;
        }
        if style.annotations.contains(&kind) {
            self.annotation(walk, style);
            return true;
        }
        false
    }

    fn word(&mut self, word: &str, style: &'static Style) {
        let Some((word, means)) = style.words.iter().find(|(one, _)| *one == word) else { return };
        if !self.words.contains(word) {
            self.words.push(word);
        }
        match means {
            // `protected internal` is what the first says.
            Word::Visible(visibility) if self.visibility.is_none() => self.visibility = Some(*visibility),
            Word::Visible(_) => {}
            Word::Is(flags) => self.flags.add(*flags),
        }
    }

    /// True where one of these words was met.
    pub(super) fn has_any(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(word))
    }

    /// An annotation, or a list of several: `#[A, B]`.
    fn annotation(&mut self, walk: &mut Walk<'_, '_>, style: &'static Style) {
        if walk.only_passes_on() && walk.node().named_child_count() > 1 {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.is_named() && !walk.node().is_extra() {
                    true => self.annotation(walk, style),
                    false => walk.other(),
                });
                ExprId::UNKNOWN
            });
            return;
        }
        let text = walk.text().trim_start_matches(['@', '#', '[', '<']).trim_start();
        let name = text.split(|c: char| !(c.is_alphanumeric() || "_.\\:".contains(c))).next().unwrap_or("");
        let last = name.rsplit(['.', '\\', ':']).next().unwrap_or("");
        if style.tests.contains(&last) {
            self.flags.add(Flags::TEST);
        }
        if style.deprecated.contains(&last) {
            self.flags.add(Flags::DEPRECATED);
        }
        self.after = Some(walk.span().end);
        let value = walk.lower();
        if !value.is_unknown() {
            self.decorators.push(value);
        }
    }

    /// What stands before all of a declaration, which may have many names.
    pub(super) fn said(&self, walk: &mut Walk<'_, '_>, style: &'static Style, declaration: Span) -> Said {
        let found = comment_before(walk.build.source, style, declaration.start as usize);
        let deprecated =
            found.as_ref().is_some_and(|(_, doc)| doc.lines().any(|line| line.starts_with("@deprecated")));
        work::add(self.decorators.len());
        let decorators = walk.build.list(&self.decorators);
        let start = self.after.unwrap_or(declaration.start);
        let (begins, doc) = found.map_or((declaration.start, None), |(begins, doc)| (begins, Some(doc)));
        let declaration = Span::new(begins, declaration.end);
        Said { decorators, doc, deprecated, declaration, start, names: 0 }
    }

    /// Fills in what all definitions have. `end` is where its signature ends.
    pub(super) fn finish(
        &self,
        walk: &mut Walk<'_, '_>,
        style: &'static Style,
        id: DefId,
        (said, end): (&mut Said, u32),
    ) {
        // What is said of the first names would only be repeated.
        said.names += 1;
        let repeats = said.names <= crate::text::NAMES;
        let signed = if repeats {
            let start = said.start.min(end);
            Span::new(start, end.max(start))
        } else {
            walk.build.definition(id).name_span
        };
        let signature = crate::text::folded(walk.build.text(signed));
        let doc = said.doc.as_ref().filter(|_| repeats).cloned();
        work::add(doc.as_ref().map_or(0, String::len) / 64);
        let definition = walk.build.definition(id);
        let (name, kind, scope, owner) =
            (definition.name, definition.kind, definition.scope, definition.owner);
        let owner = owner_kind(walk, owner);
        let standing = Standing { owner, kind, name: walk.build.names.get(name) };
        // A bare `private` is of methods, not of constants and types.
        let here = walk.build.shapes.visibility.get(&scope).copied().filter(|_| kind.is_callable());
        let implied = here.unwrap_or_else(|| (style.visibility)(standing));
        let definition = walk.build.definition(id);
        definition.visibility = self.visibility.unwrap_or(implied);
        definition.flags.add(self.flags);
        if said.deprecated {
            definition.flags.add(Flags::DEPRECATED);
        }
        definition.decorators = said.decorators;
        definition.signature = signature;
        definition.span = said.declaration;
        definition.doc = doc;
    }
}

/// The kind of what a definition belongs to; that of a class for what is added to a type from outside.
pub(super) fn owner_kind(walk: &Walk<'_, '_>, owner: Owner) -> Option<SymbolKind> {
    match owner {
        Owner::File => None,
        Owner::Definition(id) => Some(walk.build.facts.definitions[id.index()].kind),
        Owner::Extension(_) => Some(SymbolKind::Class),
    }
}

/// The documentation that stands before the byte `at`, and where it begins.
pub(crate) fn comment_before(source: &str, style: &Style, at: usize) -> Option<(u32, String)> {
    let (start, doc) = match style.comment {
        "//" => {
            let (start, text) = crate::text::comments_before(source, at)?;
            let text = text.contains(style.documents).then_some(text)?;
            (start, crate::text::documentation(text, |_| false)?)
        }
        mark => lines_before(source, mark, at)?,
    };
    Some((start as u32, plain(&doc)))
}

/// Comments of lines that begin with `mark`, right above the line of `at`.
fn lines_before(source: &str, mark: &str, at: usize) -> Option<(usize, String)> {
    let mut start = blank_before(source, at)?;
    let mut lines = Vec::new();
    let mut first = None;
    while start > 0 {
        let line = line_start(source, start - 1);
        let text = source[line..start - 1].trim();
        // `#!` names a program.
        let is_comment = |rest: &&str| mark != "#" || !rest.starts_with('!');
        let Some(rest) = text.strip_prefix(mark).filter(is_comment) else { break };
        let body = rest.trim_start_matches(mark.chars().next().unwrap_or('#'));
        let body = without_sign(body);
        lines.push(body.strip_prefix(' ').unwrap_or(body));
        first = Some(line + source[line..].len() - source[line..].trim_start().len());
        start = line;
    }
    // `!!` right behind a line of code goes on with what is said of that.
    let goes_on = mark == "!" && source[start..].trim_start().starts_with("!!");
    if goes_on && source[..start].lines().next_back().is_some_and(|line| !line.trim().is_empty()) {
        return None;
    }
    let doc = crate::text::lines_as_documentation(lines.into_iter().rev())?;
    first.map(|first| (first, doc))
}

/// The body of a line without the sign behind the mark that makes documentation of it: `#'` of R, `!>` of Fortran.
fn without_sign(body: &str) -> &str {
    let rest = body.strip_prefix(['\'', '>', '<', '|']);
    rest.filter(|rest| rest.is_empty() || rest.starts_with(' ')).unwrap_or(body)
}

/// Without the third mark of a comment (`///`), and without the tags of XML around sentences.
fn plain(doc: &str) -> String {
    if !doc.starts_with("/ ") && !doc.starts_with("/<") {
        return doc.to_owned();
    }
    let lines = doc.lines().map(|line| line.strip_prefix('/').unwrap_or(line).trim());
    let text: Vec<String> = lines.map(without_tags).filter(|line| !line.is_empty()).collect();
    text.join("\n")
}

fn without_tags(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        let Some((tag, after)) = tag.split_once('>') else {
            out.push('<');
            rest = tag;
            continue;
        };
        // `<see cref="T"/>` names what it is about.
        out.push_str(tag.split('"').nth(1).unwrap_or(""));
        rest = after;
    }
    out.push_str(rest);
    out.trim().to_owned()
}

/// An annotation: its name is a type, what stands behind that are values.
pub(super) fn annotation(walk: &mut Walk<'_, '_>, name: At) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut of = ExprId::UNKNOWN;
    let mut visit = |walk: &mut Walk<'_, '_>, part: Part| {
        if !of.is_unknown() && walk.kind() == "arguments" {
            walk.lower_annotation_arguments(of);
            return Visited::Taken;
        }
        if !of.is_unknown() || !part.is(walk, name) {
            return Visited::Left;
        }
        of = walk.with_role(Role::Decorate, |walk| {
            if walk.is_identifier() {
                let span = walk.span();
                return walk.build.use_name(span, Namespace::TYPE.with(Namespace::CALLABLE));
            }
            walk.lower()
        });
        Visited::Taken
    };
    parts(walk, &[], &mut visit);
    walk.build.role = role;
    of
}

/// The current node names a member of `of`.
pub(super) fn member_at(walk: &mut Walk<'_, '_>, of: ExprId, access: Access) -> ExprId {
    if walk.is_identifier() {
        return walk.member_of(of, access);
    }
    // A name that is only known when it runs.
    walk.lower_as(Role::Read);
    ExprId::UNKNOWN
}
