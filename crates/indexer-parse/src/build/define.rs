//! Adding definitions.

use super::Build;
use indexer_core::{
    Bound, DefId, Definition, ExprId, Flags, Import, ImportId, ImportShape, List, Name, Namespace, ScopeId,
    Span, SymbolKind, TypeParameter, Visibility,
};

impl<'s> Build<'s> {
    /// Adds a definition whose name stands at `name_span`, owned by the current owner and bound in
    /// the current scope, and counts its name. The caller fills in the rest.
    pub fn define(&mut self, name_span: Span, kind: SymbolKind, namespace: Namespace) -> DefId {
        let name = self.name(name_span);
        self.tally.definitions += 1;
        let scope = self.scope;
        self.define_as(name, name_span, kind, scope, namespace)
    }

    /// Adds a definition bound in `scope`; its name's token is not counted.
    pub fn define_as(
        &mut self,
        name: Name,
        name_span: Span,
        kind: SymbolKind,
        scope: ScopeId,
        namespace: Namespace,
    ) -> DefId {
        let id = self.unbound(name, name_span, kind, scope);
        self.bind(scope, name, namespace, Bound::Definition(id), ExprId::UNKNOWN);
        id
    }

    /// Adds a class without a name that stands at `span`, private to the scope in which it does.
    pub fn define_anonymous_class(&mut self, span: Span) -> DefId {
        let name = self.names.made("{class}");
        let name_span = Span::new(span.start, (span.start + 1).min(span.end));
        let id = self.define_as(name, name_span, SymbolKind::Class, self.scope, Namespace::MEMBER);
        let definition = self.definition(id);
        definition.span = span;
        definition.visibility = Visibility::Private;
        id
    }

    /// Adds a definition that may be one: it is bound nowhere, and its name's token not counted.
    pub fn define_candidate(&mut self, name_span: Span, kind: SymbolKind) -> DefId {
        let name = self.name(name_span);
        self.unbound(name, name_span, kind, self.scope)
    }

    /// Adds an import that only loads a file: nothing is bound. `path` is as the text at `span` gives it, with `/`.
    pub fn import_file(&mut self, path: &'s str, span: Span) {
        let path = path.split('/').map(|step| self.names.name(step)).collect();
        self.import(ImportShape::Effect, path, ScopeId(0), span);
    }

    /// Adds an import that stands at `span` and holds in `scope`. It binds nothing by itself.
    pub fn import(&mut self, shape: ImportShape, path: Vec<Name>, scope: ScopeId, span: Span) -> ImportId {
        let id = ImportId(self.facts.imports.len() as u32);
        self.facts.imports.push(Import {
            scope,
            shape,
            level: 0,
            path,
            alias: None,
            visibility: Visibility::Private,
            condition: None,
            left_out: Vec::new(),
            span,
        });
        id
    }

    /// Adds type parameters that belong together, each bound to its name in `scope`.
    pub fn bind_type_parameters(
        &mut self,
        scope: ScopeId,
        items: Vec<TypeParameter>,
        namespace: Namespace,
    ) -> List {
        let names: Vec<Name> = items.iter().map(|parameter| parameter.name).collect();
        let run = self.type_parameters(items);
        for (index, name) in (run.start..).zip(names) {
            self.bind(scope, name, namespace, Bound::TypeParameter(index), ExprId::UNKNOWN);
        }
        run
    }

    fn unbound(&mut self, name: Name, name_span: Span, kind: SymbolKind, scope: ScopeId) -> DefId {
        let id = DefId(self.facts.definitions.len() as u32);
        self.facts.definitions.push(Definition {
            name,
            kind,
            visibility: Visibility::Private,
            flags: Flags::NONE,
            owner: self.owner,
            scope,
            body: None,
            name_span,
            span: name_span,
            signature: String::new(),
            doc: None,
            parameters: List::default(),
            type_parameters: List::default(),
            value: ExprId::UNKNOWN,
            bases: List::default(),
            decorators: List::default(),
            condition: None,
            metrics: None,
            declared_path: None,
        });
        id
    }

    /// The definition with this id, to fill in.
    pub fn definition(&mut self, id: DefId) -> &mut Definition {
        &mut self.facts.definitions[id.index()]
    }
}
