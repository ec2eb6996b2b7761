//! What a table cannot say of HCL: blocks are named by the texts behind their word, and names by the whole address of what
//! they mean (`var.region`, `data.aws_ami.ubuntu`).

use crate::shapes::{Style, comment_before};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, DefId, ExprId, Expression, ImportShape, Name, Namespace, Owner, Role, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};
use tree_sitter::Node;

const STYLE: Style = Style { comment: "#", ..Style::BASE };

/// Blocks whose labels are names of a schema, or say what exists elsewhere: they declare nothing that is named here.
const UNNAMED: &[&str] = &["dynamic", "provider", "provisioner", "backend", "cloud", "required_providers"];

/// First names of addresses of which nothing in the files is declared: what the language gives.
const GIVEN: &[&str] = &["count", "each", "path", "self", "terraform"];

/// Attributes of a module that are none of its variables.
const OF_MODULES: &[&str] = &["count", "depends_on", "for_each", "providers", "source", "version"];

/// So many attributes of a block are looked at for its description and source.
const ATTRIBUTES: usize = 64;
/// So many parts of a block are looked at for its labels.
const LABELS: usize = 8;

/// A block: one of the file with labels declares what its address names; others only hold.
pub(super) fn block(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let word =
        node.named_child(0).filter(|first| first.kind() == "identifier").map_or(Span::default(), span_of);
    let word = walk.build.text(word);
    let is_outermost = walk.build.scope == ScopeId(0);
    if is_outermost && word == "locals" {
        return locals(walk);
    }
    let place = walk.build.place();
    let parts: Vec<Node<'_>> = node.named_children(&mut node.walk()).take(LABELS).collect();
    let labels = parts.into_iter().filter(|part| part.kind() == "string_lit").filter_map(label);
    let labels: Vec<Span> = labels.collect();
    let is_module = is_outermost && word == "module";
    let of = if is_module { source(walk, node) } else { ExprId::UNKNOWN };
    if let Some(token) = labels.last().filter(|_| is_outermost && !UNNAMED.contains(&word)) {
        let id = declare(walk, word, &labels, *token);
        walk.build.definition(id).value = of;
    }
    walk.build.open_scope(ScopeKind::Block, walk.span());
    if let Some(token) = labels.last().filter(|_| word == "dynamic") {
        // What is made for each element is called by the label.
        bind(walk, *token);
    }
    if is_module {
        module(walk, of);
    } else {
        walk.lower_children();
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// What a module is given: all attributes but those of the language are variables of it.
fn module(walk: &mut Walk<'_, '_>, of: ExprId) {
    walk.each_child(|walk, _| match walk.kind() {
        "body" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.kind() {
                    "attribute" => drop(walk.lower_with(|walk| given(walk, of))),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
}

fn given(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" if walk.is_identifier() && !OF_MODULES.contains(&walk.text()) && !of.is_unknown() => {
            let address = format!("var.{}", walk.text());
            walk.with_role(Role::Write, |walk| member(walk, of, &address));
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The current token names what a module has under this address.
fn member(walk: &mut Walk<'_, '_>, of: ExprId, address: &str) {
    let (span, name) = (walk.span(), walk.build.names.made(address));
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    walk.build.use_member_as(name, span, member);
}

/// What a label holds: one text without anything put in.
fn label(node: Node<'_>) -> Option<Span> {
    let inside = node.named_children(&mut node.walk()).find(|child| child.kind() == "template_literal")?;
    Some(span_of(inside))
}

/// Adds the definition of a block, which what stands in it belongs to.
fn declare(walk: &mut Walk<'_, '_>, word: &str, labels: &[Span], token: Span) -> DefId {
    let whole = walk.span();
    let mut address = String::new();
    // Resources are named without the word.
    let first = match word {
        "resource" => None,
        "variable" => Some("var"),
        word => Some(word),
    };
    let labels: Vec<&str> = labels.iter().map(|label| walk.build.text(*label)).collect();
    for part in first.into_iter().chain(labels) {
        if !address.is_empty() {
            address.push('.');
        }
        address.push_str(part);
    }
    crate::text::cut(&mut address, 500);
    let name = walk.build.names.made(&address);
    let visibility = match word {
        "variable" | "output" => Visibility::Public,
        _ => Visibility::Package,
    };
    let body =
        walk.node().named_children(&mut walk.node().walk()).find(|child| child.kind() == "block_start");
    let end = body.map_or(whole.end, |body| body.start_byte() as u32);
    let described = description(walk);
    let declared = Declared { name, token, whole, end, kind: SymbolKind::Variable, visibility };
    define(walk, &declared, described)
}

/// Something with an address.
struct Declared {
    name: Name,
    token: Span,
    whole: Span,
    /// Where its signature ends.
    end: u32,
    kind: SymbolKind,
    visibility: Visibility,
}

fn define(walk: &mut Walk<'_, '_>, of: &Declared, described: Option<String>) -> DefId {
    let id = walk.build.define_as(of.name, of.token, of.kind, ScopeId(0), Namespace::VALUE);
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
    let comment = comment_before(walk.build.source, &STYLE, of.whole.start as usize);
    let signature = crate::text::folded(walk.build.text(Span::new(of.whole.start, of.end)));
    let (start, doc) = comment.map_or((of.whole.start, None), |(start, doc)| (start, Some(doc)));
    let definition = walk.build.definition(id);
    definition.visibility = of.visibility;
    definition.span = Span::new(start, of.whole.end);
    definition.signature = signature;
    definition.doc = described.or(doc);
    id
}

/// The text that the attribute with this name is given in a block.
fn text_of(walk: &Walk<'_, '_>, block: Node<'_>, name: &str) -> Option<Span> {
    let body = block.named_children(&mut block.walk()).find(|child| child.kind() == "body")?;
    for child in body.named_children(&mut body.walk()).take(ATTRIBUTES) {
        let first = child.named_child(0).map_or(Span::default(), span_of);
        if child.kind() == "attribute" && walk.build.text(first) == name {
            return label(child.named_child(1)?.named_child(0)?.named_child(0)?);
        }
    }
    None
}

fn description(walk: &Walk<'_, '_>) -> Option<String> {
    let said = text_of(walk, walk.node(), "description")?;
    crate::text::lines_as_documentation(walk.build.text(said).lines())
}

/// `source = "./modules/vpc"`: the folder that a module is made of; addresses of others are outside.
fn source(walk: &mut Walk<'_, '_>, block: Node<'_>) -> ExprId {
    let Some(span) = text_of(walk, block, "source") else { return ExprId::UNKNOWN };
    let path = vec![walk.build.names.made(walk.build.text(span))];
    let import = walk.build.import(ImportShape::Effect, path, ScopeId(0), span);
    walk.build.expression(Expression::Import { import, upto: 1 })
}

/// `locals { a = 1 }`: each attribute is a name of its own.
fn locals(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| match walk.kind() {
        "body" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.kind() {
                    "attribute" => drop(walk.lower_with(local)),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

fn local(walk: &mut Walk<'_, '_>) -> ExprId {
    let (whole, place) = (walk.span(), walk.build.place());
    let mut is_named = false;
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" if walk.is_identifier() && !is_named => {
            is_named = true;
            let token = walk.span();
            let address = format!("local.{}", walk.text());
            let name = walk.build.names.made(&address);
            walk.build.tally.definitions += 1;
            let (kind, visibility) = (SymbolKind::Constant, Visibility::Package);
            let end = whole.end;
            define(walk, &Declared { name, token, whole, end, kind, visibility }, None);
            walk.build.open_scope(ScopeKind::Block, whole);
        }
        _ => walk.other(),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// An address while its names are met.
#[derive(Default)]
struct Address<'a> {
    /// Its first name.
    root: &'a str,
    /// Names that were met behind it.
    steps: usize,
    text: String,
    /// How many steps its name has.
    wanted: usize,
    /// The module whose outputs are named behind it.
    module: ExprId,
}

/// Names stand beside the attributes behind them: together they are addresses.
pub(super) fn expression(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut address = Address::default();
    walk.each_child(|walk, _| match walk.kind() {
        "variable_expr" => {
            let is_followed = walk.next_kind() == Some("get_attr");
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.is_identifier() {
                    true => address = first(walk, is_followed),
                    false => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        "get_attr" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.is_identifier() {
                    true => step(walk, &mut address),
                    false => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The first name of an address, or a name that a loop binds.
fn first<'a>(walk: &mut Walk<'_, 'a>, is_followed: bool) -> Address<'a> {
    let (span, root) = (walk.span(), walk.text());
    let (name, scope) = (walk.build.name(span), walk.build.scope);
    if walk.build.shapes.knows(walk.build.facts.scopes.as_slice(), scope, name) {
        walk.build.use_name(span, Namespace::VALUE);
        return Address::default();
    }
    // A word for a type, a reference to a provider, a key.
    walk.neither();
    let wanted = match root {
        _ if !is_followed || GIVEN.contains(&root) => 0,
        "data" | "ephemeral" | "source" => 2,
        _ => 1,
    };
    Address { root, steps: 0, text: root.to_owned(), wanted, module: ExprId::UNKNOWN }
}

/// A further name: the last one of the address of something is a reference, what follows is of its schema.
fn step(walk: &mut Walk<'_, '_>, address: &mut Address<'_>) {
    let module = std::mem::replace(&mut address.module, ExprId::UNKNOWN);
    if !module.is_unknown() {
        // `module.net.id` is what the module says that it gives under that name.
        let output = format!("output.{}", walk.text());
        member(walk, module, &output);
        return;
    }
    if address.steps >= address.wanted || address.root.is_empty() {
        walk.neither();
        return;
    }
    address.steps += 1;
    address.text.push('.');
    address.text.push_str(walk.text());
    if address.steps < address.wanted {
        walk.neither();
        return;
    }
    let span = walk.span();
    let name = walk.build.names.made(&address.text);
    let named = walk.build.use_name_as(name, span, Namespace::VALUE);
    if address.root == "module" {
        address.module = named;
    }
}

/// `a ? b : c`, and `%{ if a }`.
pub(super) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    expression(walk);
    walk.build.meter.leave();
    ExprId::UNKNOWN
}

/// `merge(a, b)`: all functions are those of the language.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let (mut callee, mut values) = (ExprId::UNKNOWN, Vec::new());
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" if walk.is_identifier() => {
            let span = walk.span();
            callee = walk.with_role(Role::Call, |walk| walk.build.use_name(span, Namespace::CALLABLE));
        }
        "function_arguments" => {
            walk.lower_with(|walk| {
                values = walk.lower_list();
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    walk.call_of(mark, callee, &values)
}

/// `[for a in b : c]`: its names hold inside it.
pub(super) fn each(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.lower_children();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `for k, v in a`: what is gone through does not see the names.
pub(super) fn bound(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut tokens = Vec::new();
    walk.each_child(|walk, _| match walk.is_identifier() {
        true => tokens.push(walk.local()),
        false => walk.other(),
    });
    for token in tokens {
        bind(walk, token);
    }
    ExprId::UNKNOWN
}

fn bind(walk: &mut Walk<'_, '_>, token: Span) {
    let (name, scope) = (walk.build.name(token), walk.build.scope);
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
}

/// `key = value` of an object: a bare word is a text there.
pub(super) fn element(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Key if is_word(walk.node()) => walk.build.tally.neither += walk.count_identifiers(),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

fn is_word(key: Node<'_>) -> bool {
    key.child_count() == 1
        && key.child(0).is_some_and(|one| one.kind() == "variable_expr")
        && !key.has_error()
}
