//! What declares: modules, functions, macros, structures, attributes and tests.

use super::hooks::{behind_word, with_arity};
use super::nodes::STYLE;
use super::state::Elixir;
use super::{calls, modules, types};
use crate::shapes::declare::{self, Declared, Opened, as_pattern, as_value};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{DefId, ExprId, Flags, Namespace, Role, ScopeId, ScopeKind, Span, SymbolKind, Visibility};
use tree_sitter::Node;

/// So many parameters that may be left out are told apart.
const MOST_DEFAULTS: usize = 16;

/// Attributes that the language or its tools read.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "after_compile", "after_verify", "before_compile", "behaviour", "compile", "deprecated", "derive", "describetag",
    "dialyzer", "doc", "enforce_keys", "external_resource", "fallback_to_any", "file", "impl", "moduledoc", "moduletag",
    "nifs", "on_definition", "on_load", "optional_callbacks", "protocol", "shortdoc", "since", "spec", "tag", "typedoc",
    "vsn",
];

/// `defmodule A.B do`, `defprotocol A do`, `defimpl A, for: B do`.
pub(super) fn module(walk: &mut Walk<'_, '_>, word: &str) -> bool {
    let (node, whole) = (walk.node(), walk.span());
    let list = modules::arguments(node);
    let Some(token) =
        list.and_then(|list| list.named_child(0)).filter(|one| matches!(one.kind(), "alias" | "dot"))
    else {
        return false;
    };
    let block = node.named_children(&mut node.walk()).find(|one| one.kind() == "do_block");
    let options =
        list.and_then(|list| list.named_children(&mut list.walk()).find(|one| one.kind() == "keywords"));
    let target =
        options.and_then(|options| modules::option(walk, options, "for")).filter(|one| one.kind() == "alias");
    let span = span_of(token);
    let written: String = walk.build.text(span).split_whitespace().collect();
    let outer = walk.build.remembered.of::<Elixir>().modules.last().cloned();
    let name = match (word, &outer, written.strip_prefix("__MODULE__.")) {
        ("defimpl", ..) => {
            let of = modules::whole(walk, &written);
            let target = target.map(|one| walk.build.text(span_of(one)).to_owned());
            let target = target.map(|one| modules::whole(walk, &one)).or(outer.clone());
            target.map_or_else(|| of.clone(), |target| format!("{of}.{target}"))
        }
        (_, Some(outer), Some(below)) => format!("{outer}.{below}"),
        (_, Some(outer), None) => format!("{outer}.{written}"),
        _ => written.clone(),
    };
    let name = modules::cut(name);
    let made = walk.build.names.made(&name);
    let aliases = walk.build.remembered.of::<Elixir>().aliases.len();
    let end = block.map_or(whole.end, |block| block.start_byte() as u32);
    // Functions of the modules around are not seen by their bare names.
    let place = walk.build.place();
    walk.build.scope = ScopeId(0);
    let of = Declared {
        name: made,
        bound: made,
        // It is known by its whole name, and to imports alone.
        namespace: Namespace::MEMBER,
        within: ScopeId(0),
        token: span,
        kind: SymbolKind::Module,
        visibility: Visibility::Public,
        whole,
        end,
        scope: Some(ScopeKind::Type),
        style: &STYLE,
    };
    walk.build.owner = indexer_core::Owner::File;
    let opened = declare::open(walk, &of);
    walk.build.definition(opened.id).flags.add(Flags::EXPORTED);
    let state = walk.build.remembered.of::<Elixir>();
    state.doc = None;
    state.modules.push(name.clone());
    let is_named = word != "defimpl";
    if is_named && token.kind() == "alias" {
        walk.build.shapes.taken.insert(span.start);
    }
    walk.children(|walk, field| match field {
        Field::Target if walk.is_identifier() => walk.neither(),
        _ if walk.kind() == "arguments" => drop(walk.with_role(Role::Inherit, Walk::lower)),
        // What the module declares is bound in its own scope, which others see into.
        _ if walk.kind() == "do_block" => drop(walk.lower_with(Walk::lower_children)),
        _ => walk.other(),
    });
    declare::close(walk, opened);
    walk.build.restore(place);
    let state = walk.build.remembered.of::<Elixir>();
    state.modules.pop();
    state.aliases.truncate(aliases);
    state.doc = None;
    if let Some(first) = outer.and(written.split('.').next()).filter(|_| is_named && token.kind() == "alias")
    {
        // What is declared inside of a module is known there by its short name.
        let outer = walk.build.remembered.of::<Elixir>().modules.last().cloned().unwrap_or_default();
        let whole = modules::cut(format!("{outer}.{first}"));
        walk.build.remembered.of::<Elixir>().aliases.push((first.to_owned(), whole));
    }
    true
}

/// The scope of the module around.
fn of_module(walk: &Walk<'_, '_>) -> ScopeId {
    walk.build.scope_around(|kind| kind == ScopeKind::Type).unwrap_or(ScopeId(0))
}

/// What `def` says before its body.
struct Head<'t> {
    /// The name.
    token: Node<'t>,
    /// Its parameters.
    parameters: Vec<Node<'t>>,
}

fn head<'t>(list: Node<'t>) -> Option<Head<'t>> {
    let mut node = list.named_child(0)?;
    let operator = |node: Node<'t>| node.child_by_field_name("operator");
    if node.kind() == "binary_operator" && operator(node).is_some_and(|one| one.kind() == "when") {
        node = node.child_by_field_name("left")?;
    }
    match node.kind() {
        "identifier" => Some(Head { token: node, parameters: Vec::new() }),
        "call" => {
            let token = node.child_by_field_name("target").filter(|one| one.kind() == "identifier")?;
            let list = modules::arguments(node);
            let all = list
                .map(|list| list.named_children(&mut list.walk()).filter(|one| !one.is_extra()).collect());
            Some(Head { token, parameters: all.unwrap_or_default() })
        }
        "binary_operator" => {
            let sides = vec![node.child_by_field_name("left")?, node.child_by_field_name("right")?];
            Some(Head { token: operator(node)?, parameters: sides })
        }
        "unary_operator" => {
            Some(Head { token: operator(node)?, parameters: vec![node.child_by_field_name("operand")?] })
        }
        _ => None,
    }
}

/// `def f(a, b \\ 1) when a > 1 do`: a further clause goes on with the same function.
pub(super) fn function(walk: &mut Walk<'_, '_>, word: &str) -> bool {
    let node = walk.node();
    let Some(list) = modules::arguments(node) else { return false };
    let Some(head) = head(list) else { return false };
    let span = span_of(head.token);
    if walk.build.text(span) == "unquote" {
        return false;
    }
    let count = head.parameters.len();
    let is_default = |one: &&Node<'_>| {
        one.kind() == "binary_operator"
            && one.child_by_field_name("operator").is_some_and(|one| one.kind() == "\\\\")
    };
    let defaults = head.parameters.iter().filter(is_default).count().min(MOST_DEFAULTS);
    let scope = of_module(walk);
    let is_quoted = walk.build.remembered.of::<Elixir>().quoted > 0;
    let mark = if is_quoted { "quoted:" } else { "" };
    let written = format!("{mark}{}", walk.build.text(span));
    let key = walk.build.names.made(&with_arity(&written, count));
    let known = walk.build.remembered.of::<Elixir>().functions.get(&(scope, key)).copied();
    let opened = match known {
        Some(id) => {
            let (end, all) = (walk.span().end, walk.build.facts.definitions.len());
            let state = walk.build.remembered.of::<Elixir>();
            state.doc = None;
            // It goes on to its last clause, where nothing else stands between.
            if state.last == Some((id, all)) {
                let definition = walk.build.definition(id);
                definition.span.end = definition.span.end.max(end);
            }
            walk.build.tally.neither += u32::from(head.token.kind() == "identifier");
            declare::go_on(walk, id, ScopeKind::Function)
        }
        None => {
            let opened = declared(walk, (word, key, list), &head);
            walk.build.remembered.of::<Elixir>().functions.insert((scope, key), opened.id);
            for fewer in 1..=defaults {
                let key = walk.build.names.made(&with_arity(&written, count - fewer));
                walk.build.bind(
                    scope,
                    key,
                    Namespace::VALUE,
                    indexer_core::Bound::Definition(opened.id),
                    ExprId::UNKNOWN,
                );
                walk.build.remembered.of::<Elixir>().functions.entry((scope, key)).or_insert(opened.id);
            }
            walk.build.tally.definitions += u32::from(head.token.kind() == "identifier");
            opened
        }
    };
    let aliases = walk.build.remembered.of::<Elixir>().aliases.len();
    let token = span;
    walk.children(|walk, field| match field {
        Field::Target if walk.is_identifier() => walk.neither(),
        _ if walk.kind() == "arguments" => drop(walk.lower_with(|walk| {
            let mut is_first = true;
            walk.each_child(|walk, _| {
                if walk.is_named() && std::mem::take(&mut is_first) {
                    written_head(walk, token);
                } else {
                    walk.other();
                }
            });
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
    walk.build.remembered.of::<Elixir>().aliases.truncate(aliases);
    let id = opened.id;
    declare::close(walk, opened);
    let all = walk.build.facts.definitions.len();
    walk.build.remembered.of::<Elixir>().last = Some((id, all));
    true
}

/// Adds a function.
fn declared<'t>(
    walk: &mut Walk<'t, '_>,
    (word, key, list): (&str, indexer_core::Name, Node<'t>),
    head: &Head<'t>,
) -> Opened {
    let (whole, token) = (walk.span(), span_of(head.token));
    let kind = if matches!(word, "defmacro" | "defmacrop" | "defguard" | "defguardp") {
        SymbolKind::Macro
    } else {
        SymbolKind::Function
    };
    let is_private = word.ends_with('p');
    let visibility = if is_private { Visibility::Private } else { Visibility::Public };
    let name = walk.build.name(token);
    let end = list.named_child(0).map_or(token.end, |one| one.end_byte() as u32);
    let of = Declared {
        name,
        bound: key,
        namespace: Namespace::VALUE,
        within: of_module(walk),
        token,
        kind,
        visibility,
        whole,
        end,
        scope: Some(ScopeKind::Function),
        style: &STYLE,
    };
    let opened = declare::open(walk, &of);
    let places: Vec<Span> = head.parameters.iter().map(|one| name_in(*one)).collect();
    declare::parameters(walk, opened.id, &places);
    said(walk, opened.id);
    opened
}

/// The name that a parameter has, where it has one.
fn name_in(mut node: Node<'_>) -> Span {
    while node.kind() == "binary_operator" {
        let operator = node.child_by_field_name("operator").map_or("", |one| one.kind());
        let side = match operator {
            "\\\\" => "left",
            "=" => "right",
            _ => break,
        };
        let Some(inner) = node.child_by_field_name(side) else { break };
        // `item = %{}` has its name on the other side.
        node = match node.child_by_field_name("left") {
            Some(left) if operator == "=" && left.kind() == "identifier" => left,
            _ => inner,
        };
    }
    span_of(node)
}

/// Documentation and deprecation that stand before a definition.
fn said(walk: &mut Walk<'_, '_>, id: DefId) {
    let state = walk.build.remembered.of::<Elixir>();
    let (doc, deprecated) = (state.doc.take(), std::mem::take(&mut state.deprecated));
    let definition = walk.build.definition(id);
    if doc.is_some() {
        definition.doc = doc;
    }
    if deprecated {
        definition.flags.add(Flags::DEPRECATED);
    }
}

/// The name, the parameters as patterns, and what stands behind `when`.
fn written_head(walk: &mut Walk<'_, '_>, token: Span) {
    if walk.span() == token {
        return;
    }
    let is_guarded = walk.kind() == "binary_operator"
        && walk.node().child_by_field_name("operator").is_some_and(|one| one.kind() == "when");
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Left if is_guarded => written_head(walk, token),
            Field::Right if is_guarded => drop(walk.lower()),
            Field::Target if walk.span() == token => {}
            _ => drop(as_pattern(walk, 0, |walk| {
                walk.other();
                ExprId::UNKNOWN
            })),
        });
        ExprId::UNKNOWN
    });
}

/// `defstruct [:id, name: "x"]`: fields of what the module names.
pub(super) fn fields(walk: &mut Walk<'_, '_>) -> bool {
    let Some(list) = modules::arguments(walk.node()) else { return false };
    let mut found = Vec::new();
    tokens(list, &mut found);
    for node in found {
        let span = span_of(node);
        let text = walk.build.text(span);
        let (start, end) =
            (text.find(|c| c != ':').unwrap_or(0), text.trim_end().trim_end_matches(':').len());
        let token = Span::new(span.start + start as u32, span.start + end.max(start) as u32);
        let name = walk.build.name(token);
        let whole = Span::new(
            token.start,
            node.parent().filter(|one| one.kind() == "pair").map_or(token.end, |one| one.end_byte() as u32),
        );
        let of = Declared {
            name,
            bound: name,
            namespace: Namespace::MEMBER,
            within: of_module(walk),
            token,
            kind: SymbolKind::Field,
            visibility: Visibility::Public,
            whole,
            end: whole.end,
            scope: None,
            style: &STYLE,
        };
        declare::declare(walk, &of);
    }
    calls::plain(walk, "defstruct");
    true
}

/// So many fields of one structure are looked at.
const MOST_FIELDS: usize = 1_000;

/// Where names of fields stand in a list.
fn tokens<'t>(list: Node<'t>, found: &mut Vec<Node<'t>>) {
    for one in list.named_children(&mut list.walk()) {
        if found.len() >= MOST_FIELDS {
            return;
        }
        match one.kind() {
            "atom" => found.push(one),
            "pair" => found.extend(one.child_by_field_name("key")),
            "list" if list.kind() != "list" => tokens(one, found),
            "keywords" => tokens(one, found),
            _ => {}
        }
    }
}

/// `test "adds up", %{conn: conn} do`.
pub(super) fn test(walk: &mut Walk<'_, '_>) -> bool {
    let (node, whole) = (walk.node(), walk.span());
    let Some(list) = modules::arguments(node) else { return false };
    let text = list.named_child(0).filter(|one| one.kind() == "string");
    let Some(text) = text.map(span_of).filter(|text| text.len() > 2) else { return false };
    let Some(block) = node.named_children(&mut node.walk()).find(|one| one.kind() == "do_block") else {
        return false;
    };
    let token = Span::new(text.start + 1, text.end - 1);
    let said = walk.build.text(token).trim_matches('"').replace("\\\"", "\"");
    let name = walk.build.names.made(&modules::cut(said));
    let of = Declared {
        name,
        bound: name,
        namespace: Namespace::MEMBER,
        within: walk.build.scope,
        token,
        kind: SymbolKind::Function,
        visibility: Visibility::Private,
        whole,
        end: block.start_byte() as u32,
        scope: Some(ScopeKind::Function),
        style: &STYLE,
    };
    let opened = declare::open(walk, &of);
    walk.build.definition(opened.id).flags.add(Flags::TEST);
    walk.children(|walk, field| match field {
        Field::Target if walk.is_identifier() => walk.neither(),
        // What is handed to it is a pattern.
        _ if walk.kind() == "arguments" => drop(as_pattern(walk, 0, Walk::lower)),
        _ => drop(as_value(walk, |walk| {
            walk.other();
            ExprId::UNKNOWN
        })),
    });
    declare::close(walk, opened);
    true
}

/// `@max 3` defines, `@max` reads; others are read by the language.
pub(super) fn attribute(walk: &mut Walk<'_, '_>) {
    let operand = walk.node().child_by_field_name("operand");
    let (token, list) = match operand.map(|operand| (operand, operand.kind())) {
        Some((operand, "identifier")) => (Some(operand), None),
        Some((operand, "call")) => {
            let token = operand.child_by_field_name("target").filter(|one| one.kind() == "identifier");
            (token, modules::arguments(operand))
        }
        _ => (None, None),
    };
    let Some(token) = token else {
        walk.lower_children();
        return;
    };
    let span = span_of(token);
    let word = walk.build.text(span);
    match (word, list) {
        ("type" | "typep" | "opaque", Some(_)) => types::declaration(walk, word),
        ("callback" | "macrocallback", Some(_)) => types::callback(walk, word),
        ("spec", Some(_)) => types::specification(walk),
        ("doc" | "typedoc" | "moduledoc", Some(list)) => {
            documentation(walk, word, list);
            behind_word(walk);
        }
        (word, _) if crate::text::holds(RESERVED, word) => {
            walk.build.remembered.of::<Elixir>().deprecated |= word == "deprecated";
            behind_word(walk);
        }
        (_, None) => read(walk, span),
        (_, Some(_)) => constant(walk, span),
    }
}

fn documentation(walk: &mut Walk<'_, '_>, word: &str, list: Node<'_>) {
    let text = list.named_child(0).filter(|one| matches!(one.kind(), "string" | "sigil"));
    let Some(content) = text
        .and_then(|text| text.named_children(&mut text.walk()).find(|one| one.kind() == "quoted_content"))
    else {
        return;
    };
    let text = walk.build.text(span_of(content));
    let doc = crate::text::lines_as_documentation(text.lines().map(str::trim));
    match word {
        "moduledoc" => {
            if let Some(id) = walk.build.enclosing {
                walk.build.definition(id).doc = doc;
            }
        }
        _ => walk.build.remembered.of::<Elixir>().doc = doc,
    }
}

/// The name to which an attribute is bound.
fn key(walk: &mut Walk<'_, '_>, token: Span) -> indexer_core::Name {
    let key = format!("@{}", walk.build.text(token));
    walk.build.names.made(&key)
}

fn read(walk: &mut Walk<'_, '_>, token: Span) {
    let key = key(walk, token);
    walk.each_child(|walk, _| match walk.span() == token && walk.is_identifier() {
        true => {
            let (scope, namespace) = (walk.build.scope, Namespace::VALUE);
            let expression = indexer_core::Expression::Name { name: key, scope, bound: None, namespace };
            let expression = walk.build.expression(expression);
            walk.with_role(Role::Read, |walk| walk.build.use_member(token, expression));
        }
        false => walk.other(),
    });
}

/// The first one that gives it a value defines it; more of them write it.
fn constant(walk: &mut Walk<'_, '_>, token: Span) {
    let key = key(walk, token);
    let scope = walk.build.scope;
    let is_in_module = walk.build.facts.scopes[scope.index()].kind == ScopeKind::Type;
    let known = walk.build.remembered.of::<Elixir>().functions.contains_key(&(scope, key));
    if is_in_module && !known {
        let (whole, name) = (walk.span(), walk.build.name(token));
        let of = Declared {
            name,
            bound: key,
            namespace: Namespace::VALUE,
            within: scope,
            token,
            kind: SymbolKind::Constant,
            visibility: Visibility::Private,
            whole,
            end: whole.end,
            scope: None,
            style: &STYLE,
        };
        let id = declare::declare(walk, &of);
        walk.build.remembered.of::<Elixir>().functions.insert((scope, key), id);
        walk.build.shapes.taken.insert(token.start);
    }
    walk.children(|walk, field| match field {
        Field::Operand if walk.kind() == "call" => drop(walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Target if walk.span() == token && walk.is_identifier() => {
                    if !declare::is_taken(walk) {
                        let (scope, namespace) = (walk.build.scope, Namespace::VALUE);
                        let name =
                            indexer_core::Expression::Name { name: key, scope, bound: None, namespace };
                        let name = walk.build.expression(name);
                        walk.with_role(Role::Write, |walk| walk.build.use_member(token, name));
                    }
                }
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        _ => walk.other(),
    });
}
