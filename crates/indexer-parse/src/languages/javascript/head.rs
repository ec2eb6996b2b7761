//! What stands before a definition and is said of all of them.

use super::jsdoc;
use super::state::{Export, Remembers};
use super::text;
use crate::walk::Walk;
use indexer_core::{DefId, ExprId, Flags, Name, Namespace, Role, ScopeId, Span, SymbolKind, Visibility};
use tree_sitter::Node;

/// What comes before the name of a definition.
#[derive(Debug, Default)]
pub(in crate::languages) struct Head {
    /// Of the definition, with `export`, `const` and decorators before it.
    pub span: Span,
    /// The comment that documents it.
    pub doc: Option<Span>,
    pub decorators: Vec<ExprId>,
    pub export: Export,
    pub flags: Flags,
}

impl Head {
    /// Takes what stands before the current node.
    pub(in crate::languages) fn take(walk: &mut Walk<'_, '_>) -> Self {
        let span = walk.span();
        let state = walk.state();
        let start = state.start.take().filter(|start| *start <= span.start).unwrap_or(span.start);
        let doc = state.doc.take();
        let decorators = std::mem::take(&mut state.decorators);
        let export = std::mem::take(&mut state.export);
        let mut flags = if state.ambient { Flags::DECLARATION } else { Flags::NONE };
        if state.is_global && state.frames.len() == 1 {
            flags.add(Flags::EXPORTED);
        }
        let between = |doc: &Span| {
            doc.end <= start && walk.build.text(Span::new(doc.end, start)).trim_ascii().is_empty()
        };
        let doc = doc.filter(between);
        Self { span: Span::new(start, span.end), doc, decorators, export, flags }
    }

    /// Fills in what the head says. The signature ends at `end`.
    pub(in crate::languages) fn finish(self, walk: &mut Walk<'_, '_>, id: DefId, end: u32, mut flags: Flags) {
        flags.add(self.flags);
        let doc = self.doc.map(|doc| walk.build.text(doc));
        if doc.is_some_and(|doc| doc.contains("@deprecated")) {
            flags.add(Flags::DEPRECATED);
        }
        let doc = doc.and_then(text::documentation);
        let signature = Span::new(self.span.start, end.min(self.span.end).max(self.span.start));
        let signature = crate::text::folded(walk.build.text(signature));
        let decorators = if self.decorators.is_empty() {
            indexer_core::expression::List::default()
        } else {
            walk.build.list(&self.decorators)
        };
        let definition = walk.build.definition(id);
        definition.span = self.span;
        definition.signature = signature;
        definition.doc = doc;
        definition.flags.add(flags);
        definition.decorators = decorators;
        if self.export != Export::No {
            definition.visibility = Visibility::Public;
        }
        if self.export == Export::Default {
            export_as(walk, id, "default");
        }
    }

    /// The types that the documentation gives, in the language that has no other place for them.
    pub(in crate::languages) fn types(&self, walk: &mut Walk<'_, '_>) -> jsdoc::Types {
        match self.doc {
            Some(doc) if walk.build.language.id == "javascript" => jsdoc::read(walk, doc),
            _ => jsdoc::Types::default(),
        }
    }
}

/// Begins a definition whose value stands at `value`: says its head, and lets the value know what its
/// documentation says of types.
pub(in crate::languages) fn describe(
    walk: &mut Walk<'_, '_>,
    id: DefId,
    head: Head,
    value: Option<Node<'_>>,
) -> ExprId {
    let types = head.types(walk);
    let of = types.of;
    walk.state().types = types;
    let end = value.map_or(head.span.end, |value| signature_end(value));
    head.finish(walk, id, end, Flags::NONE);
    of
}

/// Where the signature of something with this value ends: before the body of a function or class.
fn signature_end(value: Node<'_>) -> u32 {
    match value.kind() {
        "arrow_function" | "function_expression" | "generator_function" | "class" => {
            value.child_by_field_name("body").map_or(value.end_byte(), |body| body.start_byte()) as u32
        }
        "object" => value.start_byte() as u32 + 1,
        _ => value.end_byte() as u32,
    }
}

/// Lowers the current node, the value of the definition `id`.
pub(in crate::languages) fn lower_value(walk: &mut Walk<'_, '_>, id: Option<DefId>) -> ExprId {
    let takes_name = matches!(
        walk.kind(),
        "object"
            | "arrow_function"
            | "function_expression"
            | "generator_function"
            | "class"
            | "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "assignment_expression"
            | "call_expression"
    );
    let state = walk.state();
    state.named = id.filter(|_| takes_name);
    if !takes_name {
        state.types = jsdoc::Types::default();
    }
    let value = walk.lower_as(Role::Read);
    walk.state().named = None;
    super::narrow::seen(walk, value)
}

/// Binds a definition under the name by which others import it.
pub(in crate::languages) fn export_as(walk: &mut Walk<'_, '_>, id: DefId, name: &'static str) {
    let name = walk.build.names.name(name);
    let bound = indexer_core::Bound::Definition(id);
    let scope = walk.top().scope;
    walk.build.bind(scope, name, Namespace::MEMBER, bound, ExprId::UNKNOWN);
}

/// Defines the name at the current node in the current scope, where bare names find it.
pub(in crate::languages) fn define(walk: &mut Walk<'_, '_>, kind: SymbolKind, namespace: Namespace) -> DefId {
    let id = walk.build.define(walk.span(), kind, namespace);
    know(walk, id);
    id
}

/// Remembers where bare names find a definition.
pub(in crate::languages) fn know(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let key = (definition.scope, definition.name);
    walk.state().known.entry(key).or_insert(id);
}

/// Defines the member that the current node names (an identifier, a string, a number) in the scope
/// of a type; `None` where the name is computed.
pub(in crate::languages) fn define_member(
    walk: &mut Walk<'_, '_>,
    scope: ScopeId,
    kind: SymbolKind,
) -> Option<DefId> {
    let span = walk.span();
    if walk.state().elements.as_ref().is_some_and(super::components::Elements::is_reading) {
        // An object in markup declares nothing; a computed key uses what it is made of.
        if !walk.is_identifier() {
            walk.lower_children();
        }
        return None;
    }
    let outer = std::mem::replace(&mut walk.build.scope, scope);
    let id = if walk.is_identifier() {
        Some(walk.build.define(span, kind, Namespace::MEMBER))
    } else {
        member_name(walk).map(|name| walk.build.define_as(name, span, kind, scope, Namespace::MEMBER))
    };
    walk.build.scope = outer;
    let id = id?;
    let definition = walk.build.definition(id);
    let key = (scope, definition.name);
    let is_private = walk.build.text(span).starts_with('#');
    let visibility = if is_private { Visibility::Private } else { Visibility::Public };
    walk.build.definition(id).visibility = visibility;
    walk.state().members.insert(key, Some(id));
    Some(id)
}

/// The name that a literal or computed key spells.
fn member_name(walk: &mut Walk<'_, '_>) -> Option<Name> {
    let text = walk.text();
    match walk.kind() {
        "string" if !text.contains('\\') => {
            // What broken code left inside the string is counted too.
            walk.lower_children();
            let inner = text::content(text);
            (!inner.is_empty()).then(|| walk.build.names.name(inner))
        }
        "number" => Some(walk.build.names.name(text)),
        "computed_property_name" => {
            let inner = text.trim_start_matches('[').trim_end_matches(']').trim();
            walk.lower();
            match inner.strip_prefix("Symbol.") {
                Some(_) => Some(walk.build.names.name(inner)),
                None if inner.starts_with(['"', '\'']) && !inner.contains(['\\', '+', ' ']) => {
                    Some(walk.build.names.name(text::content(inner)))
                }
                None => None,
            }
        }
        _ => {
            walk.lower();
            None
        }
    }
}
