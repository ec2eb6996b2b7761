//! What one file says: a function of its bytes, its language and the limits, and of nothing else.

use crate::expression::{ExprId, Expression, List, LiteralKind, Namespace};
use crate::ids::{DefId, ExtensionId, ImportId, ParameterId, ScopeId};
use crate::kinds::{Flags, Role, ScopeKind, SymbolKind, Visibility};
use crate::names::{Name, Names};
use crate::problem::Problem;
use crate::span::{LineTable, Span};
use bincode::{Decode, Encode};

/// The facts of one file. Ids are indexes into the vectors of the same value.
///
/// Facts hold no path, no module name, no qualified name and no id of another file: those are
/// added by the linker. Definitions stand in the order of their name's byte, references too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct FileFacts {
    /// Id of the language, such as `rust`.
    pub language: String,
    /// Documentation of the file itself (a module's docstring, `//!`).
    pub doc: Option<String>,
    /// Every identifier and text that the facts name, each once; a [`Name`] is an index into it.
    pub names: Names,
    /// Converts byte offsets to lines and columns.
    pub lines: LineTable,
    /// Where names are bound; scope 0 is the file.
    pub scopes: Vec<Scope>,
    /// What scopes bind, sorted by (scope, name, from).
    pub bindings: Vec<Binding>,
    /// The definitions, sorted by the start of their name.
    pub definitions: Vec<Definition>,
    /// Parameters of functions, closures and of variants with payload, each owner's together.
    pub parameters: Vec<Parameter>,
    /// Type parameters, each owner's together.
    pub type_parameters: Vec<TypeParameter>,
    /// Blocks that add members to a type declared elsewhere: Rust's `impl`.
    pub extensions: Vec<Extension>,
    /// Closures and lambdas; they are no definitions, and nothing names them.
    pub lambdas: Vec<Lambda>,
    /// Imports in source order, one for each name that a statement binds.
    pub imports: Vec<Import>,
    /// Uses of names that no local binds, sorted by the start of the name.
    pub references: Vec<Reference>,
    /// What bindings, fields and results are, as syntax; expression 0 is unknown.
    pub expressions: Vec<Expression>,
    /// The elements of all [`List`]s of expressions, one list after the other.
    pub lists: Vec<ExprId>,
    /// Definitions that count where a macro makes them, sorted.
    pub candidates: Vec<Candidate>,
    /// What the macros of the file make, sorted by macro.
    pub makes: Vec<Makes>,
    /// The macros that the file takes back further down, sorted by macro.
    pub taken_back: Vec<TakenBack>,
    /// Comments, and literals in which white space counts, in order.
    pub verbatim: Vec<Verbatim>,
    /// Syntax errors and limits that were met; the facts are those of the rest.
    pub problems: Vec<Problem>,
    /// How many identifier tokens became what; the sum is the number in the tree.
    pub tally: Tally,
}

/// A scope: where names are bound.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Scope {
    /// The construct that opens it.
    pub kind: ScopeKind,
    /// The scope around it; `None` for the file.
    pub parent: Option<ScopeId>,
    /// The innermost definition or extension in which it stands or whose body it is.
    pub owner: Owner,
    /// The bytes in which its bindings are visible.
    pub span: Span,
    /// Its bindings: a run of [`FileFacts::bindings`].
    pub bindings: List,
}

/// What a name of a scope is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub enum Bound {
    /// A definition of this file.
    Definition(DefId),
    /// An import of this file (its alias or last name).
    Import(ImportId),
    /// A parameter of a function, method or closure of this file.
    Parameter(ParameterId),
    /// A type parameter; the index into [`FileFacts::type_parameters`].
    TypeParameter(u32),
    /// A local variable, which is no definition; its value is that of the binding.
    Local,
    /// Another name for what its value denotes (`export { a as b }`).
    Alias,
}

/// A name that a scope binds.
///
/// Bindings of one name in one scope are adjacent. Those with `from` 0 are all visible in the entire
/// scope, and the value is their union; one with a later `from` shadows the earlier ones from that byte
/// on (`let` in Rust).
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Binding {
    /// The scope that binds the name.
    pub scope: ScopeId,
    /// What a lookup compares.
    pub name: Name,
    /// The name spaces in which a lookup finds it.
    pub namespace: Namespace,
    /// The byte offset from which it is visible; 0 for the entire scope.
    pub from: u32,
    /// What it is bound to.
    pub bound: Bound,
    /// The value of a parameter or local. Unknown for definitions and imports, which have a value or path of
    /// their own.
    pub value: ExprId,
}

/// What a definition or scope belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub enum Owner {
    /// The file.
    File,
    /// A definition: its type, module or function.
    Definition(DefId),
    /// An extension block, whose type may be defined elsewhere.
    Extension(ExtensionId),
}

/// A declaration that gets a symbol key: a module, type, function, field, variant, constant or macro.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Definition {
    /// The last part of its qualified name.
    pub name: Name,
    /// What the language declares it as.
    pub kind: SymbolKind,
    /// Who may name it, as the language's keywords or conventions say.
    pub visibility: Visibility,
    /// Properties that several kinds share: async, static, deprecated and so on.
    pub flags: Flags,
    /// The type, module or function around it, or the block that adds it to a type.
    pub owner: Owner,
    /// The scope in which its name is bound.
    pub scope: ScopeId,
    /// The scope that it opens: members of a type or module, locals of a function.
    pub body: Option<ScopeId>,
    /// The token of its name.
    pub name_span: Span,
    /// Everything that belongs to it, with decorators, attributes and documentation comments.
    pub span: Span,
    /// From its first keyword to its body, runs of white space as one blank, at most 500 bytes.
    pub signature: String,
    /// Its documentation without comment marks, at most 2,000 bytes.
    pub doc: Option<String>,
    /// Its parameters: a run of [`FileFacts::parameters`]. A variant's or tuple struct's payload
    /// too.
    pub parameters: List,
    /// Its type parameters: a run of [`FileFacts::type_parameters`].
    pub type_parameters: List,
    /// For a function: what a call gives (the annotation as `Instance`, else the union of its
    /// `return` expressions). For a variable, field, constant, type alias: its value (the
    /// annotation as `Instance`, else the union of what is assigned; a type alias: the type
    /// expression).
    pub value: ExprId,
    /// Bases, supertraits: type expressions in order.
    pub bases: List,
    /// Decorators and attributes that name something, in order, outermost first.
    pub decorators: List,
    /// The condition under which it exists, as written, for `Flags::CONDITIONAL`.
    pub condition: Option<Name>,
    /// Complexity, for callables with a body.
    pub metrics: Option<Metrics>,
    /// For a module without a body: the path that its declaration gives (`#[path = "..."]`). For a function, where those of
    /// one name differ by their parameters alone: what they take ([`TakenList`](crate::TakenList)).
    pub declared_path: Option<Name>,
}

/// A definition with the flag [`Flags::MADE`]: the name that is given to a macro as an argument.
/// Its token is a reference too, and its kind not known: the macro may make nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Candidate {
    /// The definition that the macro may make.
    pub definition: DefId,
    /// The name or path by which the macro is called.
    pub of: ExprId,
    /// Which argument it is, from 0.
    pub argument: u8,
}

/// A macro that makes an item of one of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Makes {
    /// The definition of the macro.
    pub definition: DefId,
    /// Which argument names the item, from 0.
    pub argument: u8,
    /// The kind of the item that its expansion declares.
    pub kind: SymbolKind,
    /// The flags of that item.
    pub flags: Flags,
}

/// A macro with the flag [`Flags::UNDEFINED`]: where its file takes it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct TakenBack {
    /// The definition of the macro.
    pub definition: DefId,
    /// First byte of the name behind `#undef`.
    pub place: u32,
    /// True where a condition decides whether it is taken back.
    pub is_conditional: bool,
}

/// A parameter of a function, closure or variant.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Parameter {
    /// Its name; the index as text where it has none (payloads, patterns).
    pub name: Name,
    /// The token of its name.
    pub name_span: Span,
    /// Which arguments of a call it takes.
    pub kind: ParameterKind,
    /// The type expression of its annotation.
    pub annotation: ExprId,
    /// The expression of its default value; unknown where it has none.
    pub default: ExprId,
}

/// Which arguments of a call a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub enum ParameterKind {
    /// The receiver (`self`, `cls`).
    Receiver,
    /// The argument at its position, or the one with its name.
    Plain,
    /// The argument with its name; none by position.
    Keyword,
    /// All further arguments by position (`*args`, `...rest`).
    Rest,
    /// All further arguments by name (`**kwargs`).
    RestKeywords,
}

/// A type parameter with its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct TypeParameter {
    /// The name that type expressions in the definition use.
    pub name: Name,
    /// Type expressions of its bounds, those of where clauses included.
    pub bounds: List,
    /// The type expression that stands for it where none is given (`<T = string>`).
    pub default: ExprId,
}

impl TypeParameter {
    /// One without a default.
    pub fn bounded(name: Name, bounds: List) -> Self {
        Self { name, bounds, default: ExprId::UNKNOWN }
    }
}

/// A block that adds members to a type: Rust's `impl`.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Extension {
    /// The scope of its members.
    pub scope: ScopeId,
    /// The type expression that is extended.
    pub of: ExprId,
    /// The last name of the extended type's path; `None` for tuples, slices, `impl<T> X for T`.
    pub type_name: Option<Name>,
    /// The type expression of the trait that is implemented; `None` for an inherent block.
    pub implements: Option<ExprId>,
    /// Type parameters: a run of [`FileFacts::type_parameters`].
    pub type_parameters: List,
    /// The block with its header.
    pub span: Span,
    /// The module or function around it.
    pub owner: Owner,
}

/// A function without a name, written as an expression.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Lambda {
    /// The scope of its parameters.
    pub scope: ScopeId,
    /// Its parameters: a run of [`FileFacts::parameters`].
    pub parameters: List,
    /// What a call of it returns: the union of its results.
    pub value: ExprId,
    /// The call in whose arguments it stands, and its position there.
    pub argument_of: Option<(ExprId, u32)>,
}

/// Which names an import binds, and to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub enum ImportShape {
    /// Binds the first name of its path to that module (`import a.b` binds `a`).
    Root,
    /// Binds the alias or last name to whatever the path leads to.
    Item,
    /// Binds every name that the path's module exports.
    Wildcard,
    /// Binds nothing by itself (`import "x"`, `use a as _`).
    Effect,
    /// No statement: a path from the root of all packages, written where what it names is used (`new \A\B`).
    Path,
    /// No statement: the file says that it is made of the file at this path, by a generator (`// source: a/b.proto`).
    Source,
    /// No statement: the compiler takes in the module for what stands in the file, and a comment or a configuration says
    /// which. Where it names nothing of the repository, nothing is referred to.
    Implied,
}

impl ImportShape {
    /// False where it stands for no statement that imports something.
    pub const fn is_statement(self) -> bool {
        !matches!(self, Self::Path | Self::Implied)
    }
}

/// One import of one thing: `use a::{b, c as d}` is two.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Import {
    /// The scope in which the name is bound.
    pub scope: ScopeId,
    /// Which name it binds, and to what.
    pub shape: ImportShape,
    /// Leading dots of a relative import (Python), 1 for a path from the root of all crates
    /// (`::a`), [`Import::BY_CALL`], or [`Import::SEES_ALL`]. `crate`, `self` and `super` are names of the path.
    pub level: u32,
    /// The names of its path, outermost first, without dots and separators.
    pub path: Vec<Name>,
    /// The name under which it is bound, where that is not the last (first) of its path.
    pub alias: Option<Name>,
    /// Who may use what it binds: a re-export is more than private.
    pub visibility: Visibility,
    /// The condition under which it exists, as written.
    pub condition: Option<Name>,
    /// The names that a wildcard does not bind, because it says so (`hide`, `hiding`).
    pub left_out: Vec<Name>,
    /// The token of the path's last name, or the entire statement for a wildcard.
    pub span: Span,
}

/// One use of a name that no local binds, or a call of something without such a name: then its role
/// is `invoke`, the expression is the callee, and what stands for the name is what the place shows (a
/// local's name, an opening parenthesis).
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Reference {
    /// The name as it is written, which an alias may make another than the target's.
    pub name: Name,
    /// The token of the name.
    pub span: Span,
    /// What the code does with the target.
    pub role: Role,
    /// The expression that ends at this name.
    pub expression: ExprId,
    /// The innermost definition with a body around it; `None` at the level of the file.
    pub enclosing: Option<DefId>,
    /// How many arguments the call has, for calls.
    pub arguments: Option<u8>,
}

/// A comment, or a text, character or pattern as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Verbatim {
    /// From its first mark or quote to its last.
    pub span: Span,
    /// False for a literal in which white space counts.
    pub is_comment: bool,
}

/// How complex the body of a function is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Metrics {
    /// 1 + branches (McCabe 1976).
    pub cyclomatic: u32,
    /// Cognitive complexity (Campbell, SonarSource 2018).
    pub cognitive: u32,
    /// Deepest nesting of control structures.
    pub nesting: u32,
    /// Number of parameters, without the receiver.
    pub parameters: u32,
    /// Lines of the body.
    pub lines: u32,
}

/// Conservation: each identifier token of the file is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Tally {
    /// Identifier tokens in the syntax tree, counted apart from everything below.
    pub identifiers: u32,
    /// Tokens that name a definition.
    pub definitions: u32,
    /// Tokens of references.
    pub references: u32,
    /// Parameters, locals, import aliases, type parameters, and their uses.
    pub locals: u32,
    /// Tokens that the language lists as neither (labels, keyword arguments, lifetimes).
    pub neither: u32,
    /// Tokens in parts that a limit or a syntax error left without facts.
    pub left_out: u32,
}

impl Tally {
    /// True when every identifier is accounted for.
    pub const fn balances(self) -> bool {
        self.identifiers == self.definitions + self.references + self.locals + self.neither + self.left_out
    }
}

impl Import {
    /// The level of an import that holds in all files of its project.
    pub const EVERYWHERE: u32 = 8;
    /// The level of an import that joins files to one: what either imports for itself alone, the other sees too (`part`,
    /// `part of`).
    pub const JOINS: u32 = 9;
    /// The level of an import that is a call (`require("a")`), where packages may answer calls otherwise than statements.
    pub const BY_CALL: u32 = 1;
    /// The level of an import that sees what the imported module keeps to itself (`@testable import A`).
    pub const SEES_ALL: u32 = 1;
}

impl FileFacts {
    /// The same without what no linker reads, for files that others use: documentation, comments and most signatures,
    /// a fifth of what facts weigh.
    pub fn for_linking(mut self) -> Self {
        self.doc = None;
        for one in &mut self.definitions {
            one.doc = None;
            if !is_linked_by_signature(one.kind, &one.signature) {
                one.signature = String::new();
            }
        }
        self.verbatim.retain(|one| !one.is_comment);
        self
    }

    /// The definition with this id. Panics on an id of another file.
    pub fn definition(&self, id: DefId) -> &Definition {
        &self.definitions[id.index()]
    }

    /// The expression with this id; unknown for an id of no expression. A text or truth value that is kept is a literal
    /// here as all others are.
    pub fn expression(&self, id: ExprId) -> Expression {
        match self.expressions.get(id.0 as usize).copied() {
            Some(Expression::Text(_)) => Expression::Literal(LiteralKind::String),
            Some(Expression::Literal(LiteralKind::True | LiteralKind::False)) => {
                Expression::Literal(LiteralKind::Boolean)
            }
            Some(expression) => expression,
            None => Expression::Unknown,
        }
    }

    /// What a short text holds that is given to a call, without its quotes; `None` for all else.
    pub fn text(&self, id: ExprId) -> Option<&str> {
        match self.expressions.get(id.0 as usize) {
            Some(Expression::Text(name)) => Some(self.name(*name)),
            _ => None,
        }
    }

    /// Which truth value a literal type is; `None` for all else.
    pub fn truth(&self, id: ExprId) -> Option<bool> {
        match self.expressions.get(id.0 as usize)? {
            Expression::Literal(LiteralKind::True) => Some(true),
            Expression::Literal(LiteralKind::False) => Some(false),
            _ => None,
        }
    }

    /// The elements of a list; empty for one that is out of bounds.
    pub fn list(&self, list: List) -> &[ExprId] {
        slice(&self.lists, list)
    }

    /// The parameters of one owner, in order; empty for a run that is out of bounds.
    pub fn parameters(&self, run: List) -> &[Parameter] {
        slice(&self.parameters, run)
    }

    /// The type parameters of one owner, in order; empty for a run that is out of bounds.
    pub fn type_parameters(&self, run: List) -> &[TypeParameter] {
        slice(&self.type_parameters, run)
    }

    /// The bindings of a scope, sorted by (name, from).
    pub fn bindings(&self, scope: ScopeId) -> &[Binding] {
        self.scopes.get(scope.index()).map_or(&[], |s| slice(&self.bindings, s.bindings))
    }

    /// True for a value that a text literal names and no token: `getattr(x, "name")`. What the program makes of
    /// the text is not known.
    pub fn is_in_text(&self, reference: &Reference) -> bool {
        let is_value = matches!(reference.role, Role::Read | Role::Write);
        let Some(start) = reference.span.start.checked_sub(1).filter(|_| is_value) else { return false };
        let found = self.verbatim.binary_search_by_key(&start, |one| one.span.start);
        found.is_ok_and(|at| {
            let literal = self.verbatim[at];
            !literal.is_comment && literal.span.end == reference.span.end + 1
        })
    }

    /// An expression without what the branches around it say of it.
    pub fn narrowed(&self, mut id: ExprId) -> ExprId {
        while let Expression::Narrowed { of, .. }
        | Expression::Excluded { of, .. }
        | Expression::Matched { of, .. } = self.expression(id)
        {
            id = of;
        }
        id
    }

    /// The call that a reference is given to, and the position there, where the reference names a member of what that
    /// expects: the key of an object among the arguments, or a keyword argument. It may name no member of anything.
    pub fn expected_by(&self, reference: &Reference) -> Option<(ExprId, u32)> {
        let Expression::Member { mut of, .. } = self.expression(reference.expression) else { return None };
        loop {
            match self.expression(of) {
                Expression::Expected { call, position } => return Some((call, position)),
                Expression::Member { of: inner, .. }
                | Expression::Element(inner)
                | Expression::Awaited(inner)
                | Expression::Call { of: inner, .. }
                    if inner < of =>
                {
                    of = inner;
                }
                _ => return None,
            }
        }
    }

    /// The module that the compiler takes in by itself, where a reference names a member of an instance of one of its types.
    pub fn implied_by(&self, reference: &Reference) -> Option<ImportId> {
        let Expression::Member { of, .. } = self.expression(reference.expression) else { return None };
        let Expression::Instance(mut of) = self.expression(of) else { return None };
        while let Expression::Member { of: inner, .. } = self.expression(of) {
            if inner >= of {
                return None;
            }
            of = inner;
        }
        let Expression::Import { import, .. } = self.expression(of) else { return None };
        let is_implied =
            self.imports.get(import.index()).is_some_and(|one| one.shape == ImportShape::Implied);
        is_implied.then_some(import)
    }

    /// The text of a name.
    pub fn name(&self, name: Name) -> &str {
        self.names.get(name)
    }

    /// True for what has members that a receiver or a path reaches: a type, or a module whose body is that of a type.
    pub fn has_members(&self, id: DefId) -> bool {
        let definition = self.definition(id);
        let body = || definition.body.and_then(|body| self.scopes.get(body.index()));
        definition.kind.is_type()
            || (definition.kind == SymbolKind::Module
                && body().is_some_and(|one| one.kind == ScopeKind::Type))
    }

    /// The names of a definition's owners and its own, outermost first. An extension contributes
    /// the name of the type it extends.
    pub fn owner_chain(&self, id: DefId) -> Vec<&str> {
        let mut chain = vec![self.name(self.definition(id).name)];
        let mut owner = self.definition(id).owner;
        loop {
            match owner {
                Owner::File => break,
                Owner::Definition(def) => {
                    chain.push(self.name(self.definition(def).name));
                    owner = self.definition(def).owner;
                }
                Owner::Extension(extension) => {
                    let extension = &self.extensions[extension.index()];
                    chain.push(extension.type_name.map_or("impl", |name| self.name(name)));
                    owner = extension.owner;
                }
            }
        }
        chain.reverse();
        chain
    }
}

/// True for a definition whose signature a linker reads: to compare aliases, to see whether a macro is called, and what a
/// constructor takes.
pub fn is_linked_by_signature(kind: SymbolKind, signature: &str) -> bool {
    match kind {
        SymbolKind::TypeAlias | SymbolKind::Constructor => true,
        SymbolKind::Macro => signature.contains('('),
        _ => false,
    }
}

fn slice<T>(all: &[T], run: List) -> &[T] {
    all.get(run.start as usize..(run.start as usize).saturating_add(run.len as usize)).unwrap_or(&[])
}
