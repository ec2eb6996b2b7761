//! Declarations and definitions: what a declaration says, and what its declarators name.

use super::state::{Mark, Remembers};
use super::{declarators, text};
use crate::languages::cpp;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    DefId, ExprId, Expression, Flags, LiteralKind, Metrics, Name, Namespace, Owner, Role, ScopeId, ScopeKind,
    Span, SymbolKind, Visibility,
};

/// Where a declaration stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Place {
    /// In the file or a namespace.
    Open,
    /// In a function.
    Block,
    /// In a type.
    Members,
    /// Behind `typedef`.
    Typedef,
    /// Among the parameters of a function.
    Parameter,
}

/// What stands before the declarators.
#[derive(Clone, Debug)]
pub(in crate::languages) struct Specifiers {
    /// The type.
    pub of: ExprId,
    /// What it says of the definitions.
    pub flags: Flags,
    /// `static`.
    pub is_static: bool,
    /// `extern`.
    pub is_extern: bool,
    /// `const` or `constexpr`.
    pub is_const: bool,
    /// What is declared, or what the function gives, cannot be changed.
    pub is_read: bool,
    /// `void` and nothing more.
    pub is_void: bool,
    /// All its bytes, with documentation.
    pub span: Span,
    /// Its first byte without documentation.
    pub start: u32,
    /// Whether a body follows.
    pub has_body: bool,
    /// The definitions that it made.
    pub made: Vec<DefId>,
    /// Documentation before it.
    pub doc: Option<String>,
    /// Type parameters of the template that it is.
    pub type_parameters: indexer_core::List,
}

impl Specifiers {
    /// Those of the current node, a declaration.
    pub(in crate::languages) fn new(walk: &mut Walk<'_, '_>) -> Self {
        let span = walk.span();
        let template = walk.notes().template.take();
        let first = walk.notes().wrapper(span.start).unwrap_or(span.start);
        let start = template.map_or(first, |(start, _)| start.min(first));
        Self {
            of: ExprId::UNKNOWN,
            flags: Flags::NONE,
            is_static: false,
            is_extern: false,
            is_const: false,
            is_read: false,
            is_void: false,
            span: Span::new(start, span.end),
            start,
            has_body: false,
            made: Vec::new(),
            doc: None,
            type_parameters: template.map(|(_, run)| run).unwrap_or_default(),
        }
    }

    /// Takes the current node where it is a specifier; false where it is none.
    pub(in crate::languages) fn take(&mut self, walk: &mut Walk<'_, '_>, field: Field) -> bool {
        if field == Field::Type {
            self.is_void = walk.kind() == "primitive_type" && walk.text() == "void";
            self.of = walk.lower_as(Role::Type);
            return true;
        }
        match walk.kind() {
            "storage_class_specifier" => match walk.text() {
                "static" => self.is_static = true,
                "extern" => self.is_extern = true,
                _ => {}
            },
            "type_qualifier" => {
                if matches!(walk.text(), "const" | "constexpr" | "constinit") {
                    self.is_const = true;
                    self.is_read |= walk.is_cpp() && walk.text() == "const";
                }
                if matches!(walk.text(), "constexpr" | "consteval") {
                    self.flags.add(Flags::CONST);
                }
                walk.lower_children();
            }
            "attribute_declaration" => {
                if walk.text().contains("deprecated") {
                    self.flags.add(Flags::DEPRECATED);
                }
                super::expressions::all_neither(walk);
            }
            _ => return false,
        }
        true
    }

    /// What the declared is an instance of.
    pub(in crate::languages) fn value(&self, walk: &mut Walk<'_, '_>) -> ExprId {
        if self.of.is_unknown() {
            return ExprId::UNKNOWN;
        }
        let of = if self.is_read { walk.build.expression(Expression::Const(self.of)) } else { self.of };
        walk.build.expression(Expression::Instance(of))
    }

    /// Fills in what all definitions of this declaration share.
    pub(in crate::languages) fn finish(&mut self, walk: &mut Walk<'_, '_>, signature_end: u32) {
        if self.made.is_empty() {
            return;
        }
        let source = walk.build.source;
        let notes = walk.notes();
        let (doc, start) = match text::before(source, &notes.comments, self.start) {
            Some((doc, start)) => (Some(doc), start),
            None => (self.doc.take(), self.start),
        };
        let access = notes.access;
        let is_unnamed = notes.unnamed > 0;
        let inherited = walk.build.inherited;
        let alone = self.made.len() == 1;
        for id in std::mem::take(&mut self.made) {
            let (owner, name_span) = {
                let one = walk.build.definition(id);
                (one.owner, one.name_span)
            };
            let member = match owner {
                Owner::Definition(owner) => walk.build.definition(owner).kind.is_type(),
                Owner::Extension(_) => true,
                Owner::File => false,
            };
            let visibility = match access {
                Some(access) if member && !matches!(owner, Owner::Extension(_)) => access,
                _ if (self.is_static || is_unnamed) && !member => Visibility::Private,
                _ => Visibility::Public,
            };
            let end = if alone { signature_end } else { name_span.end };
            let signature = text::signature(walk.build.text(Span::new(self.start, end.max(name_span.end))));
            let taken = if walk.is_cpp() { self.taken(walk, id, &signature) } else { None };
            let definition = walk.build.definition(id);
            definition.declared_path = taken;
            definition.flags.add(self.flags.with(inherited));
            if member && self.is_static {
                definition.flags.add(Flags::STATIC);
            }
            if definition.doc.is_none() {
                definition.doc.clone_from(&doc);
            }
            definition.visibility = visibility;
            definition.signature = signature;
            definition.span = Span::new(start, self.span.end);
            definition.type_parameters = self.type_parameters;
        }
    }

    /// What a function that differs from others of its name by its parameters alone takes, as facts hold it.
    fn taken(&self, walk: &mut Walk<'_, '_>, id: DefId, signature: &str) -> Option<Name> {
        let one = walk.build.definition(id);
        if !one.kind.is_callable() || one.parameters.len == 0 && one.kind != SymbolKind::Constructor {
            return None;
        }
        let name = one.name;
        let list = cpp::taken(signature, walk.build.names.get(name))?;
        Some(walk.build.names.made(&list.written()))
    }
}

/// Where the walk stands.
pub(in crate::languages) fn place(walk: &Walk<'_, '_>) -> Place {
    let mut scope = Some(walk.build.scope);
    while let Some(id) = scope {
        let info = &walk.build.facts.scopes[id.index()];
        match info.kind {
            ScopeKind::File | ScopeKind::Module => return Place::Open,
            ScopeKind::Function | ScopeKind::Block | ScopeKind::Lambda => return Place::Block,
            ScopeKind::Type => return Place::Members,
            ScopeKind::Extension | ScopeKind::Generics => scope = info.parent,
        }
    }
    Place::Open
}

/// The scope in which what is declared here is known: outside of the heads of templates.
pub(in crate::languages) fn binding_scope(walk: &Walk<'_, '_>) -> ScopeId {
    let mut current = walk.build.scope;
    loop {
        let info = &walk.build.facts.scopes[current.index()];
        match (info.kind, info.parent) {
            (ScopeKind::Generics, Some(parent)) => current = parent,
            _ => return current,
        }
    }
}

/// A declaration with any number of declarators, also a field's or `typedef`.
pub(in crate::languages) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.is_cpp() && cpp::is_guide(walk.node()) {
        return cpp::guide(walk);
    }
    let here = match walk.kind() {
        "type_definition" => Place::Typedef,
        _ => place(walk),
    };
    let mut specifiers = Specifiers::new(walk);
    let mut end = specifiers.span.end;
    let node = walk.node();
    // In broken code a declaration can stand within another.
    let outer = walk.notes().ahead.take();
    walk.children(|walk, field| {
        if field == Field::Type {
            declarators::name_ahead(walk, node, here, &mut specifiers);
        }
        if specifiers.take(walk, field) {
            return;
        }
        match field {
            Field::Declarator => declarators::declare(walk, here, &mut specifiers),
            Field::DefaultValue | Field::Value => {
                end = end.min(walk.span().start);
                let last = specifiers.made.last().copied();
                initialise(walk, last);
            }
            _ => walk.lower_named(),
        }
    });
    specifiers.finish(walk, end);
    walk.notes().ahead = outer;
    ExprId::UNKNOWN
}

/// Lowers the current node as what a definition is initialised with.
pub(in crate::languages) fn initialise(walk: &mut Walk<'_, '_>, id: Option<DefId>) -> ExprId {
    let known = id.map_or(ExprId::UNKNOWN, |id| walk.build.definition(id).value);
    let before = std::mem::replace(&mut walk.notes().initialised, known);
    let enclosing = walk.build.enclosing;
    if enclosing.is_none() {
        walk.build.enclosing = id;
    }
    let value = walk.lower_as(Role::Read);
    walk.build.enclosing = enclosing;
    walk.notes().initialised = before;
    match id {
        Some(id) if known.is_unknown() => walk.build.definition(id).value = value,
        Some(id) => walk.build.put_into(id, value),
        None => {}
    }
    value
}

/// A function with a body.
pub(in crate::languages) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = walk.build.place();
    let here = place(walk);
    let mut specifiers = Specifiers::new(walk);
    specifiers.has_body = true;
    let meter = std::mem::take(&mut walk.build.meter);
    let mut declared = declarators::Declared::default();
    let mut body = None;
    walk.notes().returns.push(Vec::new());
    walk.children(|walk, field| {
        if declared.id.is_none() && specifiers.take(walk, field) {
            return;
        }
        match field {
            Field::Declarator => {
                declared = declarators::named(walk, here, &mut specifiers);
                if let Some(id) = declared.id {
                    walk.build.owner = Owner::Definition(id);
                    walk.build.enclosing = Some(id);
                }
                if let Some(scope) = declared.scope {
                    walk.build.scope = scope;
                }
                walk.build.inherited = Flags(walk.build.inherited.0 & Flags::TEST.0);
                walk.build.role = Role::Read;
            }
            Field::Body => {
                body = body.or(Some(walk.span()));
                walk.lower();
            }
            _ => match walk.kind() {
                "default_method_clause" | "delete_method_clause" | "pure_virtual_clause" => {
                    clause(walk, &mut specifiers, &mut declared);
                }
                "field_initializer_list" => {
                    body = body.or(Some(Span::new(walk.span().start, specifiers.span.end)));
                    walk.lower();
                }
                _ => walk.lower_named(),
            },
        }
    });
    let returned = walk.notes().returns.pop().unwrap_or_default();
    let inner = std::mem::replace(&mut walk.build.meter, meter);
    walk.build.restore(outer);
    if let Some(id) = declared.id {
        let metrics = body.map(|body| Metrics {
            cyclomatic: inner.branches + 1,
            cognitive: inner.cognitive,
            nesting: inner.deepest,
            parameters: declared.parameters.len,
            lines: walk.build.text(body).bytes().filter(|b| *b == b'\n').count() as u32 + 1,
        });
        let mut value = walk.build.definition(id).value;
        if value.is_unknown() && !specifiers.is_void && !returned.is_empty() {
            value = walk.build.union(&returned);
        }
        let entry = here == Place::Open && outer.owner() == Owner::File && {
            let name = walk.build.definition(id).name;
            walk.build.names.get(name) == "main"
        };
        let definition = walk.build.definition(id);
        definition.metrics = metrics;
        definition.value = value;
        if entry {
            definition.flags.add(Flags::ENTRY);
        }
    }
    let end = body.map_or(specifiers.span.end, |body| body.start);
    specifiers.finish(walk, end);
    ExprId::UNKNOWN
}

/// `= default`, `= delete`, `= 0`.
fn clause(walk: &mut Walk<'_, '_>, specifiers: &mut Specifiers, declared: &mut declarators::Declared) {
    if walk.kind() == "pure_virtual_clause" {
        specifiers.flags.add(Flags::ABSTRACT);
        if let Some(id) = declared.id {
            walk.build.definition(id).flags.add(Flags::DECLARATION);
        }
    }
    walk.lower_children();
}

/// Defines the token at `span`. `kind` and name space are as the place says.
pub(in crate::languages) fn define(
    walk: &mut Walk<'_, '_>,
    span: Span,
    kind: SymbolKind,
    scope: ScopeId,
    namespace: Namespace,
) -> DefId {
    let mut span = span;
    let mut name = walk.build.name(span);
    if walk.build.text(span).starts_with('"') {
        // What a macro makes is named by its text.
        let rest = walk.build.text(Span::new(span.start + 1, walk.build.source.len() as u32));
        let text = rest.split(['"', '\n']).next().unwrap_or("");
        span = Span::new(span.start + 1, span.start + 1 + text.len() as u32);
        name = walk.build.names.name(text);
    }
    walk.build.tally.definitions += 1;
    let start = span.start - u32::from(walk.build.source[..span.start as usize].ends_with('"'));
    let id = walk.build.define_as(name, span, kind, scope, namespace);
    match walk.notes().mark(start) {
        Some(Mark::Made) => walk.build.definition(id).flags.add(Flags::IN_MACRO),
        Some(Mark::Test) => walk.build.definition(id).flags.add(Flags::IN_MACRO.with(Flags::TEST)),
        _ => {}
    }
    id
}

/// What a function without a written result gives.
pub(in crate::languages) fn unit(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.literal(LiteralKind::Unit)
}
