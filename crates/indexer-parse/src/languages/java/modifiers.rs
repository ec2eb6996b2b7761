//! Modifiers and annotations, and what they and the comment before say of a definition.

use super::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, CollectionKind, DefId, ExprId, Expression, Flags, Namespace, Role, Span, SymbolKind, Visibility,
};

/// Annotations that make a method or class a test, by their last name.
const TESTS: &[&str] =
    &["Nested", "ParameterizedTest", "RepeatedTest", "Test", "TestFactory", "TestTemplate"];

/// The modifiers of a declaration.
#[derive(Debug, Default)]
pub(super) struct Modifiers {
    pub visibility: Option<Visibility>,
    pub flags: Flags,
    pub is_final: bool,
    /// `default` before a method of an interface.
    pub is_default: bool,
    pub decorators: Vec<ExprId>,
}

impl Modifiers {
    /// Reads the current node, a `modifiers`.
    pub(super) fn read(&mut self, walk: &mut Walk<'_, '_>) {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| match walk.kind() {
                "public" => self.visibility = Some(Visibility::Public),
                "protected" => self.visibility = Some(Visibility::Restricted),
                "private" => self.visibility = Some(Visibility::Private),
                "static" => self.flags.add(Flags::STATIC),
                "abstract" => self.flags.add(Flags::ABSTRACT),
                "native" => self.flags.add(Flags::EXTERN),
                "final" => self.is_final = true,
                "default" => self.is_default = true,
                "annotation" | "marker_annotation" => self.annotation(walk),
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        });
    }

    fn annotation(&mut self, walk: &mut Walk<'_, '_>) {
        let text = walk.text().trim_start_matches('@').trim_start();
        let name = text.split(|c: char| c == '(' || c.is_whitespace()).next().unwrap_or("");
        match name.rsplit('.').next().unwrap_or("") {
            "Deprecated" => self.flags.add(Flags::DEPRECATED),
            last if TESTS.contains(&last) => self.flags.add(Flags::TEST),
            _ => {}
        }
        let value = walk.lower();
        if !value.is_unknown() {
            self.decorators.push(value);
        }
    }

    /// Fills in what all definitions have. `declaration` is all of the declaration, `end` where its
    /// signature ends.
    pub(super) fn finish(&self, walk: &mut Walk<'_, '_>, id: DefId, declaration: Span, end: u32) {
        let comments = crate::text::comments_before(walk.build.source, declaration.start as usize);
        let comments = comments.filter(|(_, text)| text.contains("/**"));
        let doc = comments.and_then(|(_, text)| crate::text::documentation(text, |_| false));
        let start = self.signature_start(walk, declaration);
        let signature = crate::text::folded(walk.build.text(Span::new(start, end.max(start))));
        let decorators = walk.build.list(&self.decorators);
        let of_interface = matches!(walk.owner_kind(), Some(SymbolKind::Interface));
        let implied = if of_interface { Visibility::Public } else { Visibility::Package };
        let deprecated =
            doc.as_deref().is_some_and(|doc| doc.lines().any(|line| line.starts_with("@deprecated")));
        let definition = walk.build.definition(id);
        definition.visibility = self.visibility.unwrap_or(implied);
        definition.flags.add(self.flags);
        if deprecated {
            definition.flags.add(Flags::DEPRECATED);
        }
        definition.decorators = decorators;
        definition.signature = signature;
        definition.span = declaration;
        if let Some((start, _)) = comments {
            definition.span.start = start as u32;
        }
        definition.doc = doc;
    }

    /// Where the declaration begins behind its annotations.
    fn signature_start(&self, walk: &Walk<'_, '_>, declaration: Span) -> u32 {
        if self.decorators.is_empty() {
            return declaration.start;
        }
        let mut cursor = walk.node().walk();
        let modifiers = walk.node().children(&mut cursor).find(|node| node.kind() == "modifiers");
        let Some(modifiers) = modifiers else { return declaration.start };
        let mut cursor = modifiers.walk();
        let last = modifiers.named_children(&mut cursor).last();
        let first_keyword = |after: u32| {
            let rest = walk.build.text(Span::new(after, declaration.end));
            after + (rest.len() - rest.trim_start().len()) as u32
        };
        last.map_or(declaration.start, |last| first_keyword(last.end_byte() as u32))
    }
}

/// Modifiers of what is no definition of its own: parameters and locals.
pub(super) fn loose(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `@Name` and `@Name(key = value)`: the key is a member of the annotation.
pub(super) fn annotation(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name => {
            of = if walk.is_identifier() {
                let span = walk.span();
                walk.build.role = Role::Decorate;
                let of = walk.build.use_name(span, Namespace::TYPE);
                walk.build.role = Role::Read;
                of
            } else {
                walk.lower_as(Role::Decorate)
            };
        }
        Field::Arguments => arguments(walk, of),
        _ => walk.other(),
    });
    walk.build.role = role;
    of
}

/// `{"a", "b"}` among what an annotation is given.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.lower_list();
    walk.build.collection(CollectionKind::List, &items)
}

fn arguments(walk: &mut Walk<'_, '_>, of: ExprId) {
    let before = walk.build.texts_met();
    let mut given = Vec::new();
    let around = std::mem::replace(&mut walk.state().is_annotation, true);
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() != "element_value_pair" {
                if walk.is_named() && !walk.node().is_extra() {
                    given.push((None, walk.lower()));
                } else {
                    walk.other();
                }
                return;
            }
            walk.lower_with(|walk| {
                let (mut name, mut value) = (None, ExprId::UNKNOWN);
                walk.children(|walk, field| match field {
                    Field::Key if walk.is_identifier() => {
                        name = Some(walk.span());
                        walk.member_of(of, Access::Path);
                    }
                    Field::Value => value = walk.lower(),
                    _ => walk.other(),
                });
                given.push((name, value));
                ExprId::UNKNOWN
            });
        });
        ExprId::UNKNOWN
    });
    walk.state().is_annotation = around;
    if !walk.build.is_read(of, before) {
        return;
    }
    let given: Vec<ExprId> = given
        .into_iter()
        .map(|(name, value)| match name {
            Some(name) => {
                let name = walk.build.name(name);
                walk.build.expression(Expression::Keyword { name, value })
            }
            None => value,
        })
        .collect();
    walk.build.annotated(of, &given, before);
}
