//! Attributes and documentation comments.

use super::{given_values, paths};
use crate::build::Before;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, CollectionKind, ExprId, Expression, Flags, LiteralKind, Namespace, Owner, Role, Span, SymbolKind,
};

/// Most documentation that is kept, in bytes.
const DOC_LIMIT: usize = 2_000;

/// Attributes of the language itself: they name nothing that a file could define.
const BUILT_IN: &[&str] = &[
    "allow",
    "automatically_derived",
    "bench",
    "cfg",
    "cfg_attr",
    "cold",
    "debugger_visualizer",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "global_allocator",
    "ignore",
    "inline",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "must_use",
    "naked",
    "no_link",
    "no_main",
    "no_mangle",
    "no_std",
    "non_exhaustive",
    "panic_handler",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
    "recursion_limit",
    "repr",
    "should_panic",
    "target_feature",
    "test",
    "track_caller",
    "unsafe",
    "used",
    "warn",
];

/// Attributes that make a function a test.
const TESTS: &[&str] = &["test", "bench", "rstest", "test_case", "quickcheck"];

/// `#[...]` and `#![...]`: what it says goes to [`Build::before`](crate::build::Build::before); an
/// inner attribute's goes to all definitions that follow in the place.
pub(super) fn attribute(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let inner = walk.kind() == "inner_attribute_item";
    let outer = inner.then(|| std::mem::take(&mut walk.build.before));
    walk.each_child(|walk, _| {
        if walk.is_named() {
            content(walk);
        }
    });
    match outer {
        Some(outer) => {
            let found = std::mem::replace(&mut walk.build.before, outer);
            if found.flags.has(Flags::TEST) {
                walk.build.inherited.add(Flags::TEST);
            }
        }
        None => {
            walk.build.before.start.get_or_insert(span.start);
        }
    }
    ExprId::UNKNOWN
}

/// The `attribute` node inside.
fn content(walk: &mut Walk<'_, '_>) {
    let mut name = "";
    walk.children(|walk, field| {
        if !walk.is_named() {
            return;
        }
        match field {
            Field::Value => value(walk, name),
            Field::Arguments => arguments(walk, name),
            _ if name.is_empty() => name = path(walk),
            _ => paths::all_neither(walk),
        }
    });
}

/// The attribute's path; gives its last name.
fn path<'a>(walk: &mut Walk<'_, 'a>) -> &'a str {
    let text = walk.text();
    let last = text.rsplit("::").next().unwrap_or(text).trim();
    if TESTS.contains(&last) {
        walk.build.before.flags.add(Flags::TEST);
    }
    match text {
        "deprecated" => walk.build.before.flags.add(Flags::DEPRECATED),
        "macro_export" => walk.build.before.flags.add(Flags::EXPORTED),
        "derive" => walk.build.before.flags.add(Flags::DERIVED),
        "no_mangle" | "proc_macro" | "proc_macro_attribute" | "proc_macro_derive" => {
            walk.build.before.flags.add(Flags::EXPORTED)
        }
        _ => {}
    }
    if BUILT_IN.contains(&text) || text == "default" && is_at_variant(walk) {
        paths::all_neither(walk);
        return last;
    }
    let role = std::mem::replace(&mut walk.build.role, Role::Decorate);
    let value = match walk.kind() {
        "identifier" => paths::name(walk, Namespace::MACRO),
        _ => walk.lower(),
    };
    walk.build.role = role;
    if !value.is_unknown() {
        walk.build.before.decorators.push(value);
    }
    // With a path before it, it is none of the language: `utoipa::path`.
    text
}

/// True where an enumeration lists its variants: `#[default]` there is a part of `#[derive(Default)]`.
fn is_at_variant(walk: &Walk<'_, '_>) -> bool {
    let Owner::Definition(of) = walk.build.owner else { return false };
    walk.build.facts.definitions[of.index()].kind == SymbolKind::Enum
}

/// `name = value`.
fn value(walk: &mut Walk<'_, '_>, name: &str) {
    let text = walk.text();
    match name {
        "doc" => {
            let text = text.trim_start_matches('r').trim_matches('#').trim_matches('"').to_owned();
            add_doc(&mut walk.build.before.doc, &text);
        }
        "path" => {
            let text = text.trim_start_matches('r').trim_matches('#').trim_matches('"');
            walk.build.before.declared_path = Some(walk.build.names.made(text));
        }
        _ => {}
    }
    paths::all_neither(walk);
}

/// `name(...)`.
fn arguments(walk: &mut Walk<'_, '_>, name: &str) {
    match name {
        "derive" => derives(walk),
        "cfg" => {
            let text = crate::text::folded(walk.text());
            let text = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(&text);
            let test = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == "test");
            if test && !text.contains("not(test") {
                walk.build.before.flags.add(Flags::TEST);
            }
            walk.build.before.flags.add(Flags::CONDITIONAL);
            let condition = walk.build.names.made(text);
            walk.build.before.condition = Some(condition);
            paths::all_neither(walk);
        }
        _ if BUILT_IN.contains(&name) => paths::all_neither(walk),
        _ => {
            first_text(walk);
            given_values::read(walk);
        }
    }
}

/// What an attribute is given, as far as rules of frameworks ask for it: the text that stands first (the path of a route), a
/// text with the name `name`, and a word that stands alone (`#[command(flatten)]`).
fn first_text(walk: &mut Walk<'_, '_>) {
    let span = walk.span();
    let text = walk.text();
    let Some(of) = walk.build.before.decorators.last().copied() else { return };
    let before = walk.build.texts_met();
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or("").trim();
    if is_word(inside) {
        let name = walk.build.names.made(inside);
        let value = walk.build.literal(LiteralKind::Boolean);
        let given = walk.build.expression(Expression::Keyword { name, value });
        let arguments = walk.build.list(&[given]);
        walk.build.expression(Expression::Call { of, arguments });
        return;
    }
    let literal = |at: usize| {
        let length = text.get(at + 1..)?.find('"')?;
        let start = span.start + at as u32;
        Some(Span::new(start, start + length as u32 + 2))
    };
    let mut given = Vec::new();
    if text.starts_with("(\"")
        && let Some(first) = literal(1)
    {
        let path = walk.build.string(first);
        let methods: Vec<Span> = named_texts(text, "method").filter_map(&literal).collect();
        if let Some(method) = named_word(text, "method") {
            // As if the method stood first, and the path had a name: `#[route("/users", method = POST)]`.
            let method = walk.build.names.name(method);
            given.push(walk.build.expression(Expression::Text(method)));
            let name = walk.build.names.made("uri");
            given.push(walk.build.expression(Expression::Keyword { name, value: path }));
        } else {
            given.push(path);
        }
        if !methods.is_empty() {
            let methods: Vec<ExprId> = methods.into_iter().map(|one| walk.build.string(one)).collect();
            let value = walk.build.collection(CollectionKind::List, &methods);
            let name = walk.build.names.made("method");
            given.push(walk.build.expression(Expression::Keyword { name, value }));
        }
    } else if let Some((word, key)) = routed(inside)
        && let Some(literal) = named_texts(text, key).next().and_then(literal)
    {
        let word = walk.build.names.name(word);
        given.push(walk.build.expression(Expression::Text(word)));
        let value = walk.build.string(literal);
        let name = walk.build.names.made(key);
        given.push(walk.build.expression(Expression::Keyword { name, value }));
    } else if let Some(literal) = named_texts(text, "name").next().and_then(literal) {
        let value = walk.build.string(literal);
        let name = walk.build.names.made("name");
        given.push(walk.build.expression(Expression::Keyword { name, value }));
    }
    if !given.is_empty() {
        walk.build.annotated(of, &given, before);
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The word that stands first, and the name of a path behind it: `get, path = "/users"`, `GET, uri = "/users"`.
fn routed(inside: &str) -> Option<(&str, &'static str)> {
    let (word, _) = inside.split_once(',')?;
    let is_method = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let key = ["path", "uri"].into_iter().find(|key| named_texts(inside, key).next().is_some())?;
    is_method.then_some((word, key))
}

/// The word that an attribute is given under a name: `method = POST`.
fn named_word<'t>(text: &'t str, name: &'t str) -> Option<&'t str> {
    let rest = named(text, name).next().and_then(|at| text.get(at..))?;
    let end = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|word| !word.is_empty())
}

/// Where texts begin that an attribute is given under a name.
fn named_texts<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    named(text, name).filter(|at| text[*at..].starts_with('"'))
}

/// Where what an attribute is given under a name begins.
fn named<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    text.match_indices(name).filter_map(|(at, word)| {
        let before = text[..at].trim_end();
        let is_first = before.is_empty() || before.ends_with(['(', ',']);
        let rest = text[at + word.len()..].trim_start().strip_prefix('=')?.trim_start();
        is_first.then(|| text.len() - rest.len())
    })
}

/// The paths of a `derive`: derive macros are macros, and never a type that has the trait's name.
fn derives(walk: &mut Walk<'_, '_>) {
    let role = std::mem::replace(&mut walk.build.role, Role::Decorate);
    let mut receiver = ExprId::UNKNOWN;
    let mut waiting: Option<Span> = None;
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" => {
            // Another name without a comma before it: broken code, but a name.
            if waiting.is_some() {
                decorate(walk, receiver, waiting.take());
                receiver = ExprId::UNKNOWN;
            }
            waiting = Some(walk.span());
        }
        "::" => match waiting.take() {
            Some(span) => receiver = derived(walk, receiver, span, Role::Read),
            None => receiver = paths::bare(walk.build, "::"),
        },
        "crate" | "self" | "super" => receiver = paths::keyword(walk),
        "token_tree" => paths::all_neither(walk),
        _ => {
            decorate(walk, receiver, waiting.take());
            receiver = ExprId::UNKNOWN;
            if walk.is_named() {
                paths::all_neither(walk);
            }
        }
    });
    decorate(walk, receiver, waiting);
    walk.build.role = role;
}

/// Takes the last name of a path.
fn decorate(walk: &mut Walk<'_, '_>, receiver: ExprId, name: Option<Span>) {
    if let Some(span) = name {
        let value = derived(walk, receiver, span, Role::Decorate);
        walk.build.before.decorators.push(value);
    }
}

fn derived(walk: &mut Walk<'_, '_>, receiver: ExprId, span: Span, role: Role) -> ExprId {
    walk.build.role = role;
    if receiver.is_unknown() {
        let namespace = if role == Role::Read { Namespace::TYPE } else { Namespace::MACRO };
        return walk.build.use_name(span, namespace);
    }
    let name = walk.build.name(span);
    let member = walk.build.expression(Expression::Member { of: receiver, name, access: Access::Path });
    walk.build.use_member(span, member);
    member
}

/// A comment among items: outer documentation goes to what follows; inner documentation to `inner`.
pub(super) fn comment(walk: &mut Walk<'_, '_>, inner: &mut String) {
    let text = walk.text();
    let bytes = text.as_bytes();
    if bytes.len() < 3 {
        return;
    }
    let outer = match (&bytes[..3], bytes.get(3)) {
        (b"///", Some(b'/')) | (b"/**", Some(b'*' | b'/')) => return,
        (b"///" | b"/**", _) => true,
        (b"//!" | b"/*!", _) => false,
        _ => return,
    };
    let start = walk.span().start;
    let into = if outer {
        walk.build.before.start.get_or_insert(start);
        &mut walk.build.before.doc
    } else {
        inner
    };
    let body = &text[3..];
    if bytes[1] == b'/' {
        add_doc(into, body.strip_prefix(' ').unwrap_or(body).trim_end());
        return;
    }
    for line in body.trim_end_matches("*/").trim().lines() {
        let line = line.trim();
        let line = line.strip_prefix('*').unwrap_or(line);
        add_doc(into, line.strip_prefix(' ').unwrap_or(line));
    }
}

fn add_doc(doc: &mut String, line: &str) {
    if doc.len() >= DOC_LIMIT {
        return;
    }
    if !doc.is_empty() {
        doc.push('\n');
    }
    doc.push_str(line);
    crate::text::cut(doc, DOC_LIMIT);
}

/// The documentation of an item, where it has any.
pub(super) fn doc(before: &mut Before) -> Option<String> {
    let doc = std::mem::take(&mut before.doc);
    let trimmed = doc.trim_end();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}
