//! Modules: each has a name that is known everywhere, and short names in the text behind an `alias`.

use super::state::Elixir;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Bound, ExprId, Expression, ImportId, ImportShape, Namespace, Role, ScopeId, Span};
use tree_sitter::Node;

/// So many names of one import are bound.
const MOST_NAMES: usize = 256;

/// What the module that is named at the current token is called as a whole.
pub(super) fn expanded(walk: &mut Walk<'_, '_>) -> String {
    let written: String = walk.text().split_whitespace().collect();
    whole(walk, &written)
}

pub(super) fn whole(walk: &mut Walk<'_, '_>, written: &str) -> String {
    let state = walk.build.remembered.of::<Elixir>();
    let (first, rest) = written.split_once('.').map_or((written, None), |(first, rest)| (first, Some(rest)));
    let known = state.aliases.iter().rev().find(|(short, _)| short == first);
    match (known, rest) {
        (Some((_, whole)), Some(rest)) => cut(format!("{whole}.{rest}")),
        (Some((_, whole)), None) => whole.clone(),
        (None, _) => written.strip_prefix("Elixir.").unwrap_or(written).to_owned(),
    }
}

/// Names are no longer than files can make them by putting themselves together.
pub(super) fn cut(mut name: String) -> String {
    crate::text::cut(&mut name, 300);
    name
}

/// `__MODULE__.Item`: a module below that around.
pub(super) fn below_this(walk: &mut Walk<'_, '_>) -> Option<String> {
    let node = walk.node();
    let (left, right) = (node.child_by_field_name("left")?, node.child_by_field_name("right")?);
    let is_this = left.kind() == "identifier" && walk.build.text(span_of(left)) == "__MODULE__";
    if !is_this || right.kind() != "alias" {
        return None;
    }
    let below = walk.build.text(span_of(right));
    let this = walk.build.remembered.of::<Elixir>().modules.last()?;
    Some(cut(format!("{this}.{below}")))
}

/// The current token names this module.
pub(super) fn mention(walk: &mut Walk<'_, '_>, whole: &str) -> ExprId {
    let span = walk.span();
    let import = import_of(walk, whole, span);
    let expression = walk.build.expression(Expression::Import { import, upto: 1 });
    walk.build.use_member(span, expression);
    expression
}

/// The import that stands for a module: a file that names it depends on it.
pub(super) fn import_of(walk: &mut Walk<'_, '_>, whole: &str, span: Span) -> ImportId {
    let name = walk.build.names.made(whole);
    if let Some(known) = walk.build.remembered.of::<Elixir>().imports.get(&name) {
        return *known;
    }
    let id = walk.build.import(ImportShape::Effect, vec![name], ScopeId(0), span);
    walk.build.remembered.of::<Elixir>().imports.insert(name, id);
    id
}

/// `alias A.B`, `alias A.{B, C}`, `alias A.B, as: C`, `import A, only: [f: 1]`, `require A`, `use A`.
pub(super) fn directive(walk: &mut Walk<'_, '_>, word: &str) {
    let list = arguments(walk.node());
    let options =
        list.and_then(|list| list.named_children(&mut list.walk()).find(|one| one.kind() == "keywords"));
    let first = list.and_then(|list| list.named_child(0));
    let renamed = options.and_then(|options| option(walk, options, "as")).map(|one| span_of(one));
    let mut named = Vec::new();
    walk.with_role(Role::Import, |walk| {
        walk.children(|walk, field| match field {
            Field::Target if walk.is_identifier() => walk.neither(),
            _ if walk.kind() == "arguments" => drop(walk.lower_with(|walk| {
                walk.each_child(|walk, _| {
                    if Some(walk.node().id()) == first.map(|first| first.id()) {
                        modules(walk, &mut named);
                    } else if let Some(renamed) = renamed.filter(|_| walk.kind() == "keywords") {
                        renaming(walk, renamed);
                    } else {
                        walk.with_role(Role::Read, Walk::other);
                    }
                });
                ExprId::UNKNOWN
            })),
            _ => walk.other(),
        });
    });
    let renamed = renamed.map(|span| walk.build.text(span).to_owned());
    for (whole, span) in named {
        match (word, &renamed) {
            ("alias", None) => shorten(walk, whole.rsplit('.').next().unwrap_or("").to_owned(), whole),
            ("alias" | "require", Some(short)) => shorten(walk, short.clone(), whole),
            ("import", _) => bring_in(walk, &whole, options, span),
            _ => {}
        }
    }
}

fn shorten(walk: &mut Walk<'_, '_>, short: String, whole: String) {
    walk.build.remembered.of::<Elixir>().aliases.push((short, whole));
}

/// `as: C`: the short name is a local of the file.
fn renaming(walk: &mut Walk<'_, '_>, renamed: Span) {
    if walk.is_identifier() && walk.span() == renamed {
        walk.local();
    } else if walk.is_named() && !walk.too_deep() {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| renaming(walk, renamed));
            ExprId::UNKNOWN
        });
    } else {
        walk.other();
    }
}

/// The modules that a directive names: one, or those of `A.{B, C}`.
fn modules(walk: &mut Walk<'_, '_>, named: &mut Vec<(String, Span)>) {
    match walk.kind() {
        "alias" => {
            let whole = expanded(walk);
            named.push((whole.clone(), walk.span()));
            mention(walk, &whole);
        }
        "dot" => {
            let this = below_this(walk);
            let mut outer = String::new();
            walk.lower_with(|walk| {
                walk.children(|walk, field| match (field, walk.kind()) {
                    (Field::Left, "alias") => {
                        outer = expanded(walk);
                        walk.neither();
                    }
                    (Field::Left, "identifier") if walk.text() == "__MODULE__" => {
                        outer =
                            walk.build.remembered.of::<Elixir>().modules.last().cloned().unwrap_or_default();
                        walk.neither();
                    }
                    (Field::Right, "alias") => match &this {
                        Some(whole) => {
                            named.push((whole.clone(), walk.span()));
                            mention(walk, whole);
                        }
                        None => walk.neither(),
                    },
                    (Field::Right, "tuple") => drop(walk.lower_with(|walk| {
                        walk.each_child(|walk, _| {
                            if walk.kind() == "alias" && walk.is_identifier() && !outer.is_empty() {
                                let whole = cut(format!("{outer}.{}", walk.text()));
                                named.push((whole.clone(), walk.span()));
                                mention(walk, &whole);
                            } else {
                                walk.other();
                            }
                        });
                        ExprId::UNKNOWN
                    })),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        "identifier" if walk.text() == "__MODULE__" => {
            let this = walk.build.remembered.of::<Elixir>().modules.last().cloned();
            named.extend(this.map(|whole| (whole, walk.span())));
            walk.neither();
        }
        _ => walk.other(),
    }
}

/// The value of an option in a list of keywords.
pub(super) fn option<'t>(walk: &Walk<'t, '_>, options: Node<'t>, name: &str) -> Option<Node<'t>> {
    let pairs: Vec<Node<'t>> = options.named_children(&mut options.walk()).collect();
    pairs.into_iter().find_map(|pair| {
        let key = pair.child_by_field_name("key")?;
        let text = walk.build.text(span_of(key)).trim().trim_end_matches(':');
        pair.child_by_field_name("value").filter(|_| text == name)
    })
}

/// `import A`: what it has is called by its bare names, or what `only:` lists. Where `except:` takes something out,
/// nothing is known of the rest.
fn bring_in(walk: &mut Walk<'_, '_>, whole: &str, options: Option<Node<'_>>, span: Span) {
    let scope = walk.build.scope;
    let module = walk.build.names.made(whole);
    let Some(options) = options else {
        walk.build.import(ImportShape::Wildcard, vec![module], scope, span);
        return;
    };
    let text = walk.build.text(span_of(options)).to_owned();
    let Some((_, listed)) = text.split_once("only:").and_then(|(_, rest)| rest.split_once('[')) else {
        return;
    };
    let listed = listed.split(']').next().unwrap_or("");
    for (name, arity) in listed.split(',').filter_map(|one| one.split_once(':')).take(MOST_NAMES) {
        let Ok(arity) = arity.trim().parse() else { continue };
        let bound = walk.build.names.made(&super::hooks::with_arity(name.trim(), arity));
        let id = walk.build.import(ImportShape::Item, vec![module, bound], scope, span);
        walk.build.bind(scope, bound, Namespace::VALUE, Bound::Import(id), ExprId::UNKNOWN);
    }
}

/// The list of arguments of a call.
pub(super) fn arguments(call: Node<'_>) -> Option<Node<'_>> {
    call.named_children(&mut call.walk()).find(|one| one.kind() == "arguments")
}
