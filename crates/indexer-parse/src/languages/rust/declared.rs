//! Items among the bare tokens of an invocation that do not parse: `colors! { pub struct Rgb([u8; 3]) = "RGB"; }`
//! declares `Rgb`, and `flags! { struct Mode: u8 { const READ = 1; } }` a constant of `Mode`.

use super::paths;
use crate::walk::Walk;
use indexer_core::{DefId, Flags, Namespace, Owner, ScopeKind, Span, SymbolKind, Visibility};

/// What the keywords among the tokens of a tree say, as the scan goes over them.
#[derive(Debug)]
pub(super) struct Items {
    place: Place,
    /// The keyword of an item, where it is the token before the current one.
    keyword: Option<(SymbolKind, Span)>,
    is_public: bool,
    /// True where an element of a list begins here.
    begins: bool,
    /// The last type that was declared, until its body was met.
    open: Option<DefId>,
}

/// What may be declared in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Nothing: it stands in a function or an expression.
    None,
    /// Items.
    Items,
    /// Types alone: what else stands in braces may belong to something that did not parse.
    Types,
    /// Variants.
    Enum,
    /// Constants.
    Struct,
}

impl Items {
    /// Of the tree at hand. `outermost` says that it is the whole of what an invocation is given.
    pub(super) fn of(walk: &Walk<'_, '_>, outermost: bool) -> Self {
        let build = &walk.build;
        let scope = build.facts.scopes.get(build.scope.index()).map(|scope| scope.kind);
        let place = match (build.owner, scope) {
            _ if walk.kind() != "token_tree" => Place::None,
            (Owner::File, Some(ScopeKind::File | ScopeKind::Module)) if outermost => Place::Items,
            (Owner::File, Some(ScopeKind::File | ScopeKind::Module)) => Place::Types,
            (Owner::Definition(id), Some(kind)) => match (build.facts.definitions[id.index()].kind, kind) {
                (SymbolKind::Module, ScopeKind::Module) if outermost => Place::Items,
                (SymbolKind::Module, ScopeKind::Module) => Place::Types,
                (SymbolKind::Enum, ScopeKind::Type) => Place::Enum,
                (SymbolKind::Struct, ScopeKind::Type) => Place::Struct,
                _ => Place::None,
            },
            _ => Place::None,
        };
        Self { place, keyword: None, is_public: false, begins: true, open: None }
    }

    /// Looks at the next token: true where it is the name of an item, which [`Self::define`] is to be asked for.
    pub(super) fn declares(&mut self, walk: &Walk<'_, '_>) -> bool {
        if self.place == Place::None {
            return false;
        }
        let kind = walk.kind();
        let begins = self.begins;
        if !matches!(kind, "#" | "token_tree" | "line_comment" | "block_comment") {
            self.begins = kind == ",";
        }
        if kind == "identifier" {
            return self.keyword.is_some() || (self.place == Place::Enum && begins);
        }
        self.keyword = keyword(kind).filter(|kind| self.takes(*kind)).map(|kind| (kind, walk.span()));
        match kind {
            "pub" => self.is_public = true,
            ";" => (self.is_public, self.open) = (false, None),
            _ => {}
        }
        false
    }

    fn takes(&self, kind: SymbolKind) -> bool {
        match self.place {
            Place::Items => true,
            Place::Types => kind.is_type() && kind != SymbolKind::TypeAlias,
            Place::Struct => kind == SymbolKind::Constant,
            Place::Enum | Place::None => false,
        }
    }

    /// The current token is the name of an item.
    pub(super) fn define(&mut self, walk: &mut Walk<'_, '_>) {
        let name = walk.span();
        let (kind, start) = match self.keyword.take() {
            Some((kind, span)) => (kind, span.start),
            None => (SymbolKind::Variant, name.start),
        };
        let namespace = match kind {
            SymbolKind::Struct | SymbolKind::Variant => Namespace::TYPE.with(Namespace::VALUE),
            SymbolKind::Function | SymbolKind::Constant | SymbolKind::Static => Namespace::VALUE,
            _ => Namespace::TYPE,
        };
        let id = walk.build.define(name, kind, namespace);
        let signature = paths::signature(walk.build, start, name.end);
        let is_public =
            std::mem::take(&mut self.is_public) || matches!(self.place, Place::Enum | Place::Struct);
        let inherited = walk.build.inherited;
        let one = walk.build.definition(id);
        one.flags.add(inherited.with(Flags::IN_MACRO));
        one.visibility = if is_public { Visibility::Public } else { Visibility::Private };
        one.span = Span::new(start, name.end);
        one.signature = signature;
        self.open = matches!(kind, SymbolKind::Struct | SymbolKind::Enum).then_some(id);
    }

    /// The current token tree is the body of the type that was declared last, where that waits for one in braces.
    pub(super) fn enter(&mut self, walk: &mut Walk<'_, '_>) {
        let span = walk.span();
        if walk.build.source.as_bytes().get(span.start as usize) != Some(&b'{') {
            return;
        }
        let Some(id) = self.open.take() else { return };
        walk.build.owner = Owner::Definition(id);
        walk.build.enclosing = Some(id);
        let scope = walk.build.open_scope(ScopeKind::Type, span);
        let one = walk.build.definition(id);
        one.body = Some(scope);
        one.span.end = span.end;
    }
}

fn keyword(kind: &str) -> Option<SymbolKind> {
    Some(match kind {
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "union" => SymbolKind::Union,
        "trait" => SymbolKind::Trait,
        "type" => SymbolKind::TypeAlias,
        "fn" => SymbolKind::Function,
        "const" => SymbolKind::Constant,
        "static" => SymbolKind::Static,
        _ => return None,
    })
}
