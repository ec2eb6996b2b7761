//! Shapes: the constructs that most languages have, as data.
//!
//! A language's table says of a node kind which shape it has and in which of its children the parts are
//! ([`At`]); what becomes of them is the same for every language and written once, below. What no shape
//! says is a hook of the language, as before.
#![cfg_attr(
    not(feature = "languages"),
    allow(dead_code, unused_imports, reason = "what no language of the program needs")
)]

mod call;
mod control;
pub(crate) mod declare;
mod define;
mod head;
mod import;
mod locate;
mod parameters;
mod patterns;
mod places;
mod state;
mod values;
mod variables;

pub use control::Branch;
#[cfg_attr(
    not(feature = "lang-heavy"),
    allow(unused_imports, reason = "only Scala and Swift ask for it")
)]
pub(crate) use define::extend;
pub(crate) use head::comment_before;
pub(crate) use import::{FileImport, import_file};
pub use locate::At;
#[cfg_attr(
    not(feature = "lang-heavy"),
    allow(unused_imports, reason = "only Scala and Swift ask for it")
)]
pub(crate) use parameters::{read_parameters, read_type_parameters};
pub(crate) use places::by_path;
pub use state::State;
pub use values::{receiver, receiver_by_name, take_name, this_instance, type_scope};
pub(crate) use variables::{
    bind_given, bound_in, define_given, function_scope, give, is_bound, is_computing,
};

use crate::walk::Walk;
use indexer_core::{Access, DefId, ExprId, Flags, Name, Namespace, ScopeKind, SymbolKind, Visibility};
use rustc_hash::FxHashMap;

/// What a construct is, and where its parts stand.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A definition with a name: a function, a type, a member of an enumeration.
    Define(Define),
    /// A definition that is a token alone: a member of an enumeration.
    Token(Token),
    /// Fields, variables of a module or locals that one declaration introduces.
    Variables(Variables),
    /// An assignment.
    Assign(Assign),
    /// A call, or with `makes` what makes an instance of a type.
    Call(Call),
    /// A member of a value, type or module.
    Member(Member),
    /// A value, perhaps with names beside it that are neither definitions nor uses: an argument with the name of its
    /// parameter.
    Argument(At),
    /// An element of a collection: all its children in order.
    Index,
    /// A function without a name.
    Lambda(Lambda),
    /// What the function around gives.
    Return,
    /// The receiver.
    This,
    /// The base of the type around.
    Super,
    /// A generic type with its arguments.
    Generic(At, At),
    /// A conversion to the type there.
    Instance(At),
    /// What names something before a definition: an annotation, an attribute, a decorator. Where its name is.
    Annotation(At),
    /// A part of the text in which names hold.
    Scope(ScopeKind),
    /// Control flow.
    Branch(Branch),
    /// Names that are bound here to something that nothing says: patterns.
    Pattern,
    /// Types: what they name is named as a type.
    Types,
    /// `a.b.C`: each name is a member of what stands before it; the last one has the role of the place, this one where that
    /// says nothing.
    Path(indexer_core::Role),
    /// All names in it are neither definitions nor uses: labels.
    Neither,
    /// An operator with two sides.
    Binary,
    /// Imports.
    Import(Import),
    /// A block that adds members to a type: where the type is named, and what is added.
    Extend(At, At),
    /// The package that the file is of: where its name is, and what stands in it.
    Package(At, At),
}

/// A definition.
#[derive(Clone, Copy, Debug)]
pub struct Define {
    /// What it is.
    pub kind: SymbolKind,
    /// What it is as a member of a type or module, where that differs.
    pub member: Option<SymbolKind>,
    /// Words before its name that make it something else.
    pub by_word: &'static [(&'static str, SymbolKind)],
    /// The name spaces of its name.
    pub namespace: Namespace,
    /// Its name.
    pub name: At,
    /// True where a token that is no identifier may name it: an operator.
    pub symbols: bool,
    /// The type that it is added to, where its name says one (`function M.f()`, `fun T.f()`).
    pub of: At,
    /// The list of its parameters, or each of them.
    pub parameters: At,
    /// The list of its type parameters.
    pub type_parameters: At,
    /// True where the type of what it gives stands before its type parameters and may name them; these are in the field
    /// `type_parameters` then.
    pub result_first: bool,
    /// What it extends.
    pub bases: At,
    /// The type of what it gives or is.
    pub result: At,
    /// True where that gives names to it, which are locals.
    pub named_results: bool,
    /// Its value, or default.
    pub value: At,
    /// What stands in it.
    pub body: At,
    /// True where a method without a body is one that others must give a body.
    pub abstract_without_body: bool,
    /// The scope that it opens.
    pub scope: Option<ScopeKind>,
    /// Kinds of nodes that are seen through: their children count as those of the definition.
    pub inside: &'static [&'static str],
    /// What its modifiers and comments mean.
    pub style: &'static Style,
    /// The scope that binds its name, where that is not the one around it: asked at what it is added to, else at its name.
    pub bound_in: fn(&mut Walk<'_, '_>) -> Option<indexer_core::ScopeId>,
    /// What holds in the scope that it opens beside what is written; the walk is in that scope.
    pub opened: fn(&mut Walk<'_, '_>),
    /// What is left to say.
    pub then: fn(&mut Walk<'_, '_>, DefId),
}

impl Define {
    /// A definition that has nothing but what a table adds.
    pub const BASE: Define = Define {
        kind: SymbolKind::Function,
        member: None,
        by_word: &[],
        namespace: Namespace::ANY,
        name: At::Field(crate::table::Field::Name),
        symbols: false,
        of: At::None,
        parameters: At::None,
        type_parameters: At::None,
        result_first: false,
        bases: At::None,
        result: At::None,
        named_results: false,
        value: At::None,
        body: At::None,
        abstract_without_body: true,
        scope: None,
        inside: &[],
        style: &Style::BASE,
        bound_in: |_| None,
        opened: |_| {},
        then: |_, _| {},
    };
}

/// A definition that is a token alone.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: SymbolKind,
    /// The name spaces of its name.
    pub namespace: Namespace,
    /// What comments mean.
    pub style: &'static Style,
}

/// Variables that one declaration introduces.
#[derive(Clone, Copy, Debug)]
pub struct Variables {
    /// What they are outside of functions and types.
    pub kind: SymbolKind,
    /// What they are in a type.
    pub member: SymbolKind,
    /// Words that make constants of them.
    pub constant: &'static [&'static str],
    /// The name spaces of the names.
    pub namespace: Namespace,
    /// Kinds of the nodes that introduce one name each; empty where the declaration itself is one.
    pub each: &'static [&'static str],
    /// The name.
    pub name: At,
    /// The type.
    pub annotation: At,
    /// The value.
    pub value: At,
    /// Kinds of nodes that are seen through.
    pub inside: &'static [&'static str],
    /// What modifiers and comments mean.
    pub style: &'static Style,
}

impl Variables {
    /// Variables of which a table says the rest.
    pub const BASE: Variables = Variables {
        kind: SymbolKind::Variable,
        member: SymbolKind::Field,
        constant: &[],
        namespace: Namespace::VALUE,
        each: &[],
        name: At::Field(crate::table::Field::Name),
        annotation: At::None,
        value: At::None,
        inside: &[],
        style: &Style::BASE,
    };
}

/// What an assignment to a bare name does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binds {
    /// It writes what is declared elsewhere.
    Never,
    /// The first one in a function introduces a local; outside of functions it writes.
    Locals,
    /// As `Locals`, and outside of functions the first one introduces a variable of the module.
    Variables,
}

/// An assignment.
#[derive(Clone, Copy, Debug)]
pub struct Assign {
    /// What is assigned to.
    pub left: At,
    /// The value.
    pub right: At,
    /// What it does to a bare name.
    pub binds: Binds,
    /// Takes the current token, one of the targets, where it is a member rather than a variable; false where it is not.
    pub member: fn(&mut Walk<'_, '_>) -> bool,
    /// True where both names stand for one variable from then on (`$a = &$b`): nothing is known of either.
    pub aliases: bool,
    /// Kinds of nodes that list values on the right.
    pub lists: &'static [&'static str],
    /// Kinds of nodes on the left whose names are given the elements of the value, in order or by `=>`.
    pub patterns: &'static [&'static str],
    /// Kinds of nodes that are seen through.
    pub inside: &'static [&'static str],
    /// What comments mean.
    pub style: &'static Style,
}

impl Assign {
    /// An assignment of one value, which writes what is declared elsewhere.
    pub const BASE: Assign = Assign {
        left: At::Field(crate::table::Field::Left),
        right: At::Field(crate::table::Field::Right),
        binds: Binds::Never,
        member: |_| false,
        aliases: false,
        lists: &[],
        patterns: &[],
        inside: &[],
        style: &Style::BASE,
    };
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// What has the member that is called.
    pub receiver: At,
    /// What is called.
    pub of: At,
    /// The list of arguments.
    pub arguments: At,
    /// A last argument that stands behind the list.
    pub block: At,
    /// Kinds of nodes that are seen through.
    pub inside: &'static [&'static str],
    /// The name spaces in which a bare callee is looked up.
    pub namespace: Namespace,
    /// True where it makes an instance of the type that it names.
    pub makes: bool,
}

impl Call {
    /// A call of which a table says the rest.
    pub const BASE: Call = Call {
        receiver: At::None,
        of: At::Field(crate::table::Field::Function),
        arguments: At::Field(crate::table::Field::Arguments),
        block: At::None,
        inside: &[],
        namespace: Namespace::ANY.with(Namespace::CALLABLE),
        makes: false,
    };
}

/// A member access.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// What has the member.
    pub of: At,
    /// Its name.
    pub name: At,
    /// How it is reached.
    pub access: Access,
    /// Kinds of nodes that are seen through.
    pub inside: &'static [&'static str],
}

/// A function without a name.
#[derive(Clone, Copy, Debug)]
pub struct Lambda {
    /// The list of its parameters.
    pub parameters: At,
    /// What stands in it.
    pub body: At,
    /// True where a `return` in it leaves it, rather than the function around.
    pub returns: bool,
    /// True where its parameters are of the types that whatever it is given to declares.
    pub typed: bool,
    /// What its parameters look like.
    pub style: &'static Style,
}

/// How a part of control flow counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// A condition with two ways.
    If,
    /// A further condition of an `if`.
    ElseIf,
    /// The last way of an `if`.
    Else,
    /// What may run again, or not at all: a loop, a handler.
    Loop,
    /// What holds cases.
    Switch,
    /// A case.
    Case,
}

/// Imports.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// The path: a name, or a node of names.
    pub path: At,
    /// The name under which it is known here.
    pub alias: At,
    /// What says that all names are imported.
    pub wildcard: At,
    /// True where all names are always imported.
    pub everything: bool,
    /// Kinds of nodes that are an import each, below the path before them.
    pub each: &'static [&'static str],
    /// Kinds of nodes of which each named child is an import, below the path before them.
    pub lists: &'static [&'static str],
    /// The name spaces of what it binds.
    pub namespace: Namespace,
    /// Words that say of which other name spaces what it binds is.
    pub by_word: &'static [(&'static str, Namespace)],
    /// Kinds of nodes that are seen through.
    pub inside: &'static [&'static str],
    /// 1 where each path begins at the root of all packages.
    pub level: u32,
}

impl Import {
    /// An import of which a table says the rest.
    pub const BASE: Import = Import {
        path: At::None,
        alias: At::None,
        wildcard: At::None,
        everything: false,
        each: &[],
        lists: &[],
        namespace: Namespace::ANY.with(Namespace::CALLABLE),
        by_word: &[],
        inside: &[],
        level: 0,
    };
}

/// A parameter: the kind of its node, and where its parts are.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The kind of its node.
    pub node: &'static str,
    /// Its name; the first identifier where there is none.
    pub name: At,
    /// Its type.
    pub annotation: At,
    /// Its default.
    pub value: At,
    /// Which arguments it takes.
    pub kind: indexer_core::ParameterKind,
    /// Words and kinds of nodes that make a field of it as well.
    pub field: &'static [&'static str],
    /// Words that make the receiver of it.
    pub receiver: &'static [&'static str],
    /// Words that make it take any number of arguments, which it holds in an array.
    pub rest: &'static [&'static str],
    /// Kinds of nodes that are seen through.
    pub inside: &'static [&'static str],
}

impl Parameter {
    /// A parameter of which a table says the rest.
    pub const BASE: Parameter = Parameter {
        node: "",
        name: At::Field(crate::table::Field::Name),
        annotation: At::Field(crate::table::Field::Type),
        value: At::None,
        kind: indexer_core::ParameterKind::Plain,
        field: &[],
        receiver: &[],
        rest: &[],
        inside: &[],
    };
}

/// What a word before a definition says.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    /// Who may name it.
    Visible(Visibility),
    /// A property.
    Is(Flags),
}

/// Where a definition stands, for its visibility.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The kind of what it belongs to; `None` at the level of the file.
    pub owner: Option<SymbolKind>,
    /// Its kind.
    pub kind: SymbolKind,
    /// Its name.
    pub name: &'a str,
}

/// What the comment before a definition says of types, where nothing else does.
#[derive(Debug, Default)]
pub struct Documented {
    /// The type parameters; a scope for them is open.
    pub type_parameters: indexer_core::List,
    /// The types of parameters.
    pub parameters: FxHashMap<Name, ExprId>,
    /// The type of what it gives.
    pub result: ExprId,
    /// The type of what it is.
    pub of: ExprId,
}

/// What words, comments and lists of parameters look like in a language.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Words before a definition.
    pub words: &'static [(&'static str, Word)],
    /// Kinds of nodes whose text is such a word.
    pub modifiers: &'static [&'static str],
    /// Kinds of nodes that hold modifiers and annotations.
    pub lists: &'static [&'static str],
    /// Kinds of nodes that are annotations.
    pub annotations: &'static [&'static str],
    /// Who may name what has no word that says it.
    pub visibility: fn(Standing<'_>) -> Visibility,
    /// The mark of a comment that ends with its line.
    pub comment: &'static str,
    /// What the comments before a definition must hold to document it.
    pub documents: &'static str,
    /// Names of annotations that make a test of a definition.
    pub tests: &'static [&'static str],
    /// Names of annotations that say that a definition is deprecated.
    pub deprecated: &'static [&'static str],
    /// Kinds of nodes in a list of parameters that list further ones: those that may be left out.
    pub parameter_lists: &'static [&'static str],
    /// The word before the type and the name of a parameter that takes the rest of the arguments, in the list itself.
    pub rest: &'static str,
    /// True where a parameter may have a type alone.
    pub unnamed_parameters: bool,
    /// What parameters look like. A bare identifier in a list of parameters is one too.
    pub parameters: &'static [Parameter],
    /// A type parameter: the kind of its node ("" where its parts stand in the list itself), and where its bounds are; its
    /// name is its first identifier.
    pub type_parameter: (&'static str, At),
    /// Kinds of nodes that are a type where bases are listed.
    pub types: &'static [&'static str],
    /// Kinds of nodes that hold these, at any depth.
    pub bases: &'static [&'static str],
    /// True where a function without a written result gives what its `return`s say.
    pub returns: bool,
    /// True where it gives the value of its body too.
    pub gives_body: bool,
    /// Reads the comment that ends before a byte.
    pub documented: fn(&mut Walk<'_, '_>, u32) -> Documented,
}

impl Style {
    /// C's comments, everything public, no modifiers.
    pub const BASE: Style = Style {
        words: &[],
        modifiers: &[],
        lists: &[],
        annotations: &[],
        visibility: |_| Visibility::Public,
        comment: "//",
        documents: "",
        tests: &[],
        deprecated: &[],
        parameter_lists: &[],
        rest: "",
        unnamed_parameters: false,
        parameters: &[],
        type_parameter: ("", At::None),
        types: &[],
        bases: &[],
        returns: false,
        gives_body: false,
        documented: |_, _| Documented::default(),
    };
}

/// Lowers the current node by its shape.
pub(crate) fn lower(walk: &mut Walk<'_, '_>, shape: &'static Shape) -> ExprId {
    match shape {
        Shape::Define(shape) => define::define(walk, shape),
        Shape::Token(shape) => define::token(walk, shape),
        Shape::Variables(shape) => variables::variables(walk, shape),
        Shape::Assign(shape) => variables::assign(walk, shape),
        Shape::Call(shape) => call::call(walk, shape),
        Shape::Member(shape) => values::member(walk, shape),
        Shape::Argument(name) => call::argument(walk, *name),
        Shape::Index => values::index(walk),
        Shape::Lambda(shape) => values::lambda(walk, shape),
        Shape::Return => values::returned(walk),
        Shape::This => {
            walk.build.tally.neither += walk.count_identifiers();
            this_instance(walk)
        }
        Shape::Types => walk.with_role(indexer_core::Role::Type, Walk::lower_children),
        Shape::Path(role) => values::path(walk, *role),
        Shape::Super => values::super_instance(walk),
        Shape::Generic(name, arguments) => values::generic(walk, *name, *arguments),
        Shape::Instance(annotation) => values::instance(walk, *annotation),
        Shape::Annotation(name) => head::annotation(walk, *name),
        Shape::Scope(kind) => control::scope(walk, *kind),
        Shape::Branch(shape) => control::branch(walk, shape),
        Shape::Pattern => control::pattern(walk),
        Shape::Neither => {
            walk.build.tally.neither += walk.count_identifiers();
            ExprId::UNKNOWN
        }
        Shape::Binary => {
            crate::operators::binary(walk);
            ExprId::UNKNOWN
        }
        Shape::Import(shape) => import::import(walk, shape),
        Shape::Extend(of, body) => define::extension(walk, *of, *body),
        Shape::Package(name, body) => import::package(walk, *name, *body),
    }
}
