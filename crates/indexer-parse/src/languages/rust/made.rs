//! Definitions that macros make of a name that is given to them:
//! `macro_rules! check { ($name:ident, $e:expr) => { #[test] fn $name() { $e } } }` and
//! `check!(first, f(1));`.
//!
//! Either half is read by itself: what the macro makes of its first argument, and which name may be
//! one that is made. The linker puts them together.

use crate::build::Build;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, Candidate, DefId, ExprId, Expression, Flags, Makes, Namespace, Owner, Role, ScopeKind, Span,
    SymbolKind,
};
use tree_sitter::Node;

/// Notes what the rules of the current macro make of its first argument: what the first rule says that
/// makes anything of it. Where a rule begins with a word of its own, that word may stand there instead.
pub(super) fn note(walk: &mut Walk<'_, '_>, definition: DefId) {
    let (node, source) = (walk.node(), walk.build.source);
    let made = made_by(node, source, 0).or_else(|| passed_on(node, source));
    if let Some((kind, flags)) = made {
        walk.build.facts.makes.push(Makes { definition, argument: 0, kind, flags });
    }
}

/// What the rules of a macro make of the argument before which so many others stand.
fn made_by(definition: Node<'_>, source: &str, before: usize) -> Option<(SymbolKind, Flags)> {
    let mut cursor = definition.walk();
    let rules = definition.children(&mut cursor).filter(|child| child.kind() == "macro_rule");
    let mut made = None;
    for rule in rules {
        let (left, right) = (rule.child_by_field_name("left")?, rule.child_by_field_name("right")?);
        if left.named_child(0).is_some_and(|first| first.kind() == "identifier") {
            return None;
        }
        made = made.or_else(|| made_of(right, fragment(left, source, before)?, source, 0));
    }
    made
}

/// What a macro makes that passes all that it is given on to another one, which stands before it, behind arguments of its own:
/// `($($t:tt)*) => { check!(words, $($t)*); }`.
fn passed_on(definition: Node<'_>, source: &str) -> Option<(SymbolKind, Flags)> {
    let mut cursor = definition.walk();
    let mut rules = definition.children(&mut cursor).filter(|child| child.kind() == "macro_rule");
    let rule = rules.next().filter(|_| rules.next().is_none())?;
    let inside = |field: &str| {
        let text = text(rule.child_by_field_name(field)?, source);
        Some(text.get(1..text.len().checked_sub(1)?)?.trim())
    };
    let name = inside("left")?.strip_prefix("$(")?.strip_suffix(":tt)*")?;
    let (other, given) = inside("right")?.trim_end_matches(';').trim_end().split_once('!')?;
    let given = given.trim().strip_prefix(['(', '[', '{'])?.strip_suffix([')', ']', '}'])?.trim();
    let before = given.strip_suffix(&format!("$({name})*"))?;
    // Words alone: of anything else it is not plain how many arguments it is.
    let is_plain = |one: char| one.is_alphanumeric() || one == '_' || one == ',' || one.is_whitespace();
    let ends = before.trim_end().is_empty() || before.trim_end().ends_with(',');
    if !before.chars().all(is_plain) || !ends {
        return None;
    }
    let other = other.trim();
    let mut cursor = definition.walk();
    let around = definition.parent()?;
    cursor.reset(around);
    let earlier = around.children(&mut cursor).take_while(|one| one.id() != definition.id());
    let is_other = |one: &Node<'_>| {
        let name = one.child_by_field_name("name").map(|name| text(name, source));
        one.kind() == "macro_definition" && name == Some(other)
    };
    made_by(earlier.filter(is_other).last()?, source, before.matches(',').count())
}

/// The metavariable that takes an argument, where that is a name: for the first `$name` of `($name:ident, ...`. Attributes and
/// documentation before it, `$(#[$m:meta])*`, may be left out; so many other metavariables stand before it.
fn fragment<'s>(left: Node<'_>, source: &'s str, before: usize) -> Option<&'s str> {
    let mut cursor = left.walk();
    let is_attributes = |part: &Node<'_>| {
        part.kind() == "token_repetition_pattern" && text(*part, source).starts_with("$(#[")
    };
    let parts = left.named_children(&mut cursor).filter(|part| !is_attributes(part));
    let mut parts = parts.take_while(|part| part.kind() == "token_binding_pattern");
    let found = parts.nth(before)?;
    let is_name = |part: Node<'_>| matches!(text(part, source), "ident" | "tt");
    let kind = found.child_by_field_name("type").filter(|kind| is_name(*kind));
    kind.and(found.child_by_field_name("name")).map(|name| text(name, source))
}

/// The item that is made of a metavariable, at the place of the macro's use itself.
fn made_of(right: Node<'_>, name: &str, source: &str, depth: u32) -> Option<(SymbolKind, Flags)> {
    let mut cursor = right.walk();
    let (mut before, mut flags) = ("", Flags::NONE);
    for token in right.children(&mut cursor) {
        let written = text(token, source);
        match token.kind() {
            "metavariable" if written == name => {
                if let Some(kind) = kind_after(before) {
                    return Some((kind, flags));
                }
            }
            "token_tree" if before == "#" && is_test(written) => flags = Flags::TEST,
            // What it gives to another macro stands there too, changed by that at most.
            "token_tree" if before == "!" && depth < MOST_NESTED => {
                if let Some((kind, of)) = made_of(token, name, source, depth + 1) {
                    return Some((kind, of.with(flags)));
                }
            }
            // An item ends.
            "token_tree" if written.starts_with('{') => flags = Flags::NONE,
            ";" => flags = Flags::NONE,
            _ => {}
        }
        before = written;
    }
    None
}

/// Macros around an item in the rules of another one are looked into this deep.
const MOST_NESTED: u32 = 2;

fn kind_after(keyword: &str) -> Option<SymbolKind> {
    Some(match keyword {
        "fn" => SymbolKind::Function,
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "union" => SymbolKind::Union,
        "trait" => SymbolKind::Trait,
        "mod" => SymbolKind::Module,
        "type" => SymbolKind::TypeAlias,
        "const" => SymbolKind::Constant,
        "static" => SymbolKind::Static,
        _ => return None,
    })
}

/// `[test]`, `[tokio::test]`.
fn is_test(attribute: &str) -> bool {
    let path = attribute.trim_matches(['[', ']', ' ']);
    path.rsplit("::").next() == Some("test")
}

/// The traits that the rules of the current macro implement for what is given to them: `impl Shape for $t`. What
/// a name of a rule means is decided where the macro is used, so that the linker proves nothing by it.
pub(super) fn note_implemented(walk: &mut Walk<'_, '_>, definition: DefId) {
    let node = walk.node();
    let mut cursor = node.walk();
    let rules = node.children(&mut cursor).filter(|child| child.kind() == "macro_rule");
    let mut open: Vec<Node<'_>> = rules.filter_map(|rule| rule.child_by_field_name("right")).collect();
    let mut paths = Vec::new();
    while let Some(tree) = open.pop() {
        let mut cursor = tree.walk();
        let tokens: Vec<Node<'_>> = tree.children(&mut cursor).collect();
        for (at, token) in tokens.iter().enumerate() {
            match token.kind() {
                "token_tree" | "token_repetition" => open.push(*token),
                _ if text(*token, walk.build.source) == "impl" => {
                    paths.extend(implemented(&tokens[at + 1..], walk.build.source));
                }
                _ => {}
            }
        }
    }
    let (role, enclosing) = (walk.build.role, walk.build.enclosing);
    walk.build.enclosing = Some(definition);
    for path in paths {
        let mut of = ExprId::UNKNOWN;
        for (at, name) in path.iter().enumerate() {
            if name.kind() != "identifier" {
                of = super::paths::bare(walk.build, "crate");
                continue;
            }
            let span = span_of(*name);
            walk.build.role = Role::Inherit;
            of = if of.is_unknown() {
                walk.build.use_name(span, Namespace::TYPE)
            } else {
                let name = walk.build.name(span);
                let member = Expression::Member { of, name, access: Access::Path };
                let member = walk.build.expression(member);
                walk.build.use_member(span, member);
                member
            };
            // Counted among the tokens of the rules, which name nothing by themselves.
            if at + 1 == path.len() {
                walk.build.uses.uncount_last();
            } else {
                walk.build.uses.silence_last();
            }
        }
    }
    walk.build.role = role;
    walk.build.enclosing = enclosing;
}

/// The names of the path between `impl<...>` and `for`; none where something is written there that the macro
/// is given, or where no `for` follows.
fn implemented<'t>(tokens: &[Node<'t>], source: &str) -> Option<Vec<Node<'t>>> {
    let (mut names, mut depth) = (Vec::new(), 0i32);
    for token in tokens.iter().take(MOST_TOKENS_OF_HEAD) {
        match text(*token, source) {
            "<" => depth += 1,
            ">" => depth -= 1,
            _ if depth > 0 => {}
            "for" => return (!names.is_empty()).then_some(names),
            "::" => {}
            "crate" | "$crate" if names.is_empty() => names.push(*token),
            _ if token.kind() == "identifier" => names.push(*token),
            _ => return None,
        }
    }
    None
}

/// Tokens between `impl` and `for` at most.
const MOST_TOKENS_OF_HEAD: usize = 64;

/// An invocation whose first argument may be the name of something that the macro makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Invocation {
    span: Span,
    name: Span,
}

impl Invocation {
    /// The current node as one: an item may stand there, and its first argument is a plain name.
    pub(super) fn of(walk: &Walk<'_, '_>) -> Option<Self> {
        if !is_place_of_items(walk.build) && !is_place_of_members(walk.build) {
            return None;
        }
        let node = walk.node();
        let tree = (0..node.child_count()).rev().find_map(|at| node.child(at))?;
        let name = tree.child(1).filter(|name| tree.kind() == "token_tree" && name.kind() == "identifier")?;
        let after = tree.child(2)?.kind();
        let span = walk.span();
        matches!(after, "," | ";" | ":" | "=>" | ")" | "]" | "}")
            .then_some(Self { span, name: span_of(name) })
    }
}

/// Adds what an invocation of the macro of this name may make.
pub(super) fn candidate(walk: &mut Walk<'_, '_>, invocation: Invocation, of: ExprId) -> Option<DefId> {
    if of.is_unknown() {
        return None;
    }
    let Invocation { span, name } = invocation;
    let is_member = matches!(walk.build.owner, Owner::Extension(_));
    let kind = if is_member { SymbolKind::Method } else { SymbolKind::Function };
    let definition = walk.build.define_candidate(name, kind);
    let signature = super::paths::signature(walk.build, span.start, name.end);
    let inherited = walk.build.inherited;
    let one = walk.build.definition(definition);
    one.flags.add(inherited.with(Flags::MADE));
    one.span = span;
    one.signature = signature;
    walk.build.facts.candidates.push(Candidate { definition, of, argument: 0 });
    Some(definition)
}

pub(super) fn is_place_of_items(build: &Build<'_>) -> bool {
    let kind = build.facts.scopes.get(build.scope.index()).map(|scope| scope.kind);
    let owner = match build.owner {
        Owner::File => true,
        Owner::Definition(id) => build.facts.definitions[id.index()].kind == SymbolKind::Module,
        Owner::Extension(_) => false,
    };
    owner && matches!(kind, Some(ScopeKind::File | ScopeKind::Module))
}

/// True in an `impl` itself, not in the body of one of its functions.
fn is_place_of_members(build: &Build<'_>) -> bool {
    let kind = build.facts.scopes.get(build.scope.index()).map(|scope| scope.kind);
    matches!(build.owner, Owner::Extension(_)) && kind == Some(ScopeKind::Extension)
}

fn text<'s>(node: Node<'_>, source: &'s str) -> &'s str {
    source.get(node.byte_range()).unwrap_or("")
}
