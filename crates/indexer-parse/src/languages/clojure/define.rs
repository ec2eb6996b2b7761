//! What a namespace defines: functions, macros, variables, tests.

use super::functions;
use super::names::{self, NAME, values};
use super::nodes::STYLE;
use crate::shapes::declare::{self, Declared, Opened};
use crate::walk::{Walk, span_of};
use indexer_core::{ExprId, Flags, Namespace, Role, ScopeId, ScopeKind, Span, SymbolKind, Visibility};
use tree_sitter::Node;

/// What is defined, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) token: Span,
    pub(super) kind: SymbolKind,
    pub(super) namespace: Namespace,
    pub(super) within: ScopeId,
    pub(super) whole: Span,
    /// Where its signature ends.
    pub(super) end: u32,
    pub(super) scope: Option<ScopeKind>,
}

/// True for a form of a macro that, as its name says, defines what it is given first: `(defroutes app ..)`.
pub(super) fn is_declaring(word: &str, first: &[Node<'_>]) -> bool {
    let is_named = word.strip_prefix("def").is_some_and(|rest| {
        !rest.is_empty() && !["ault", "er", "late", "ine-"].iter().any(|other| rest.starts_with(other))
    });
    is_named && first.len() > 2 && names::token(first[1]).is_some()
}

/// `(defn f "doc" {..} [a] ..)`, `(def a "doc" 1)`.
pub(super) fn defined(walk: &mut Walk<'_, '_>, word: &str, first: &[Node<'_>]) -> ExprId {
    let Some(token) = first.get(1).and_then(|one| names::token(*one)) else {
        return super::forms::call(walk, word);
    };
    let whole = walk.span();
    let is_function = matches!(word, "defn" | "defn-" | "deftest" | "defmulti")
        || word.starts_with("defn") && first.iter().any(|one| one.kind() == "vec_lit");
    let kind = match word {
        "defmacro" => SymbolKind::Macro,
        "defonce" | "def" => value_kind(first),
        _ if is_function => SymbolKind::Function,
        _ => SymbolKind::Variable,
    };
    let parameters = first.iter().find(|one| one.kind() == "vec_lit").filter(|_| kind.is_callable());
    let end = parameters.map_or(token.end, |list| list.end_byte() as u32);
    let is_callable = kind.is_callable();
    let scope = is_callable.then_some(ScopeKind::Function);
    let within = ScopeId(0);
    let made = Made { token, kind, namespace: NAME, within, whole, end, scope };
    let opened = open(walk, made);
    let id = opened.id;
    let said = said(walk, word, first);
    let definition = walk.build.definition(id);
    definition.visibility = said.visibility;
    definition.doc = said.doc.or_else(|| definition.doc.take());
    if word == "deftest" {
        definition.flags.add(Flags::TEST);
    }
    walk.build.shapes.taken.insert(token.start);
    let mut has_parameters = !is_callable;
    values(walk, &mut |walk, nth| match nth {
        0 => drop(walk.lower_as(Role::Call)),
        1 => drop(walk.lower()),
        // What is done may be a list too, where nothing is taken.
        _ if word == "deftest" => drop(walk.lower_as(Role::Read)),
        _ => functions::rest(walk, &mut has_parameters),
    });
    if let Some(list) = parameters {
        functions::taken(walk, id, *list);
    }
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `(def f (fn [a] ..))` is a function.
fn value_kind(first: &[Node<'_>]) -> SymbolKind {
    let is_function = |one: &&Node<'_>| one.kind() == "anon_fn_lit";
    match first.iter().skip(2).any(|one| is_function(&one)) {
        true => SymbolKind::Function,
        false => SymbolKind::Variable,
    }
}

/// What a definition says of itself.
struct Said {
    visibility: Visibility,
    doc: Option<String>,
}

fn said(walk: &Walk<'_, '_>, word: &str, first: &[Node<'_>]) -> Said {
    let name = first[1];
    let meta = name.children_by_field_name("meta", &mut name.walk()).map(span_of).collect::<Vec<_>>();
    let is_private = word == "defn-" || meta.iter().any(|span| walk.build.text(*span).contains(":private"));
    // A value that is a text is no documentation.
    let has_more = first.len() > 3;
    let text = first.get(2).filter(|one| one.kind() == "str_lit" && has_more);
    let doc = text.map(|one| documentation(walk.build.text(span_of(*one))));
    Said {
        visibility: if is_private { Visibility::Private } else { Visibility::Public },
        doc: doc.filter(|text| !text.is_empty()),
    }
}

/// A text as documentation: without quotes and what lines are indented by.
pub(super) fn documentation(text: &str) -> String {
    let lines: Vec<&str> = text.trim_matches('"').lines().map(str::trim).collect();
    let mut text = lines.join("\n").trim().replace("\\\"", "\"");
    text.truncate(text.floor_char_boundary(2_000));
    text
}

/// Adds a definition to the namespace or type.
pub(super) fn open(walk: &mut Walk<'_, '_>, made: Made) -> Opened {
    let name = walk.build.name(made.token);
    let Made { token, kind, namespace, within, whole, end, scope } = made;
    let of = Declared {
        name,
        bound: name,
        namespace,
        within,
        token,
        kind,
        visibility: Visibility::Public,
        whole,
        end,
        scope,
        style: &STYLE,
    };
    let opened = declare::open(walk, &of);
    if walk.kind() == "list_lit" {
        walk.build.definition(opened.id).signature = signature(walk, token, kind);
    }
    opened
}

/// So many values of a definition are looked at for lists of parameters.
const MOST_ARITIES: usize = 24;

/// The head of the current list as one: `(defn f [a] [a b])`, without documentation and what is done.
fn signature(walk: &Walk<'_, '_>, token: Span, kind: SymbolKind) -> String {
    let mut text = String::from("(");
    let (mut seen, mut is_behind) = (0, false);
    names::values_while(walk.node(), &mut |one| {
        seen += 1;
        let mut is_more = seen < MOST_ARITIES;
        if is_behind {
            let list = parameter_list(one, kind);
            if let Some(list) = list {
                text.push(' ');
                text.push_str(walk.build.text(span_of(list)));
            }
            // One list, or a list for each number of arguments.
            is_more &= list != Some(one) || kind == SymbolKind::Method;
        } else if span_of(one).end >= token.end {
            if seen > 1 {
                text.push(' ');
            }
            text.push_str(walk.build.text(token));
            is_behind = true;
            is_more &= kind == SymbolKind::Struct || kind.is_callable();
        } else if seen == 1 {
            text.push_str(walk.build.text(span_of(one)));
        }
        is_more
    });
    text.push(')');
    crate::text::folded(&text)
}

/// The list of parameters that a value behind the name is or begins with, or the fields of a record.
fn parameter_list(one: Node<'_>, kind: SymbolKind) -> Option<Node<'_>> {
    match one.kind() {
        "vec_lit" => Some(one),
        "list_lit" if !matches!(kind, SymbolKind::Method | SymbolKind::Struct) => {
            names::first_values(one, 1).first().copied().filter(|one| one.kind() == "vec_lit")
        }
        _ => None,
    }
}
