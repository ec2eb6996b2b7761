//! Value expressions: the small term language to which every language is lowered.
//!
//! An expression says what a binding, field, parameter, return or base *is*, as syntax, without looking
//! at any other file. References are expressions too: the chain `a.b(x)[0].c` is the
//! expression `Member(Index(Call(Member(Name a, b), [x])), c)`, and each of its names is a
//! [`Reference`](crate::Reference) that points at its `Name` or `Member`.

use crate::ids::{BindingId, DefId, ImportId, LambdaId, ScopeId};
use crate::names::Name;
use bincode::{Decode, Encode};

/// An expression of one file: an index into [`FileFacts::expressions`](crate::FileFacts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct ExprId(pub u32);

impl ExprId {
    /// The expression about which nothing is known. Every file's expression 0 is
    /// [`Expression::Unknown`].
    pub const UNKNOWN: ExprId = ExprId(0);

    /// True for [`ExprId::UNKNOWN`].
    pub const fn is_unknown(self) -> bool {
        self.0 == 0
    }
}

/// The position of all keyword arguments of a call in [`Expression::Expected`].
pub const KEYWORDS: u32 = u32::MAX;

/// The index of the receiver among the parameters of a function without a name, in [`Expression::LambdaParameter`].
pub const RECEIVER: u32 = u32::MAX;

/// The index of the whole value, seen as what the pattern names, in [`Expression::Payload`].
pub const WHOLE: u32 = u32::MAX;

/// The name under which a type binds what a member of any name is that it does not declare: what calling it gives.
pub const ANY_MEMBER: &str = "[string]";

/// The name of an argument that holds several ones (`f(*all)`), in languages where such go to the parameter that takes any
/// number of them.
pub const SPREAD: &str = "*";

/// A run of expressions in [`FileFacts::lists`](crate::FileFacts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub struct List {
    /// Index of the first element.
    pub start: u32,
    /// Number of elements.
    pub len: u32,
}

/// Which of a language's name spaces a name is looked up in: a set of bits. Languages with a
/// single name space use [`Namespace::ANY`] everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub struct Namespace(pub u8);

impl Namespace {
    /// Variables, functions, constants, constructors.
    pub const VALUE: Namespace = Namespace(1);
    /// Types and modules.
    pub const TYPE: Namespace = Namespace(2);
    /// Macros, where they have a name space of their own.
    pub const MACRO: Namespace = Namespace(4);
    /// Members that only a receiver reaches (`self.x`); never found by a bare name.
    pub const MEMBER: Namespace = Namespace(8);
    /// Functions, in languages where a variable may have the name of a function (Java).
    pub const CALLABLE: Namespace = Namespace(16);
    /// Names of types that a keyword must precede (`struct x` in C).
    pub const TAG: Namespace = Namespace(32);
    /// Values, types and macros: what a bare name may be.
    pub const ANY: Namespace = Namespace(7);
    /// Beside others, of a lookup: the name stands before a separator of paths, where no variable is meant.
    pub const QUALIFIER: Namespace = Namespace(64);

    /// True when the two share a name space.
    pub const fn meets(self, other: Namespace) -> bool {
        self.0 & other.0 != 0
    }

    /// What both have.
    #[must_use]
    pub const fn shared(self, other: Namespace) -> Namespace {
        Namespace(self.0 & other.0)
    }

    /// The union of the two sets.
    #[must_use]
    pub const fn with(self, other: Namespace) -> Namespace {
        Namespace(self.0 | other.0)
    }
}

/// Whether a member is looked up on a value or on a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub enum Access {
    /// From a value: `value.name`. In languages with one operator, also from a module or type.
    Value,
    /// From a module or type by a path: `Type::name`. In Java, a method that is not called.
    Path,
}

/// Which built-in type a literal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LiteralKind {
    String,
    Bytes,
    Integer,
    Float,
    Boolean,
    Character,
    None,
    Unit,
    Other,
    /// An integer that is written as one of the wide type.
    Long,
    /// A number with a fraction that is written as one of the narrow type.
    Single,
    /// The truth value that is true, where that is a type. To all that asks what a value is, it and the next are a
    /// [`Boolean`](Self::Boolean); [`FileFacts::truth`](crate::FileFacts::truth) tells them apart.
    True,
    /// The truth value that is false, where that is a type.
    False,
}

/// The kind of a collection that is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CollectionKind {
    List,
    Set,
    /// Elements are the values, not the keys.
    Map,
    /// Elements are what is yielded.
    Generator,
    Range,
}

/// What something is, as the source says it. Sub-expressions are indexes, so a value is small and `Copy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub enum Expression {
    /// Nothing is known.
    Unknown,
    /// A name. `bound` is the binding of this file that it leads to (the first of its group, see
    /// [`Binding`](crate::Binding)); `None` where no scope of the file binds it.
    Name {
        /// The identifier.
        name: Name,
        /// The scope in which it stands; wildcard imports are looked for from here outwards.
        scope: ScopeId,
        /// The binding of this file; `None` where only other files can bind the name.
        bound: Option<BindingId>,
        /// The name spaces to look in.
        namespace: Namespace,
    },
    /// Member `name` of `of`.
    Member {
        /// The receiver, module or type.
        of: ExprId,
        /// The name of the member.
        name: Name,
        /// Whether `of` is a value, or a type or module.
        access: Access,
    },
    /// What calling `of` gives.
    Call {
        /// The callee.
        of: ExprId,
        /// The arguments by position (keyword arguments are left out, see `Keyword`).
        arguments: List,
    },
    /// A keyword argument in the list of a call.
    Keyword {
        /// The parameter's name.
        name: Name,
        /// The argument.
        value: ExprId,
    },
    /// `of[...]`.
    Index {
        /// The collection.
        of: ExprId,
        /// The index, where it is a literal or a name.
        index: ExprId,
    },
    /// What iterating over `of` gives.
    Element(ExprId),
    /// What awaiting `of` gives.
    Awaited(ExprId),
    /// What `of?` gives (Rust): the value where there is no failure.
    Tried(ExprId),
    /// What `*of` gives.
    Deref(ExprId),
    /// What entering the context manager `of` gives.
    Entered(ExprId),
    /// A literal, of which only the type is kept.
    Literal(LiteralKind),
    /// A collection with these elements.
    Collection(CollectionKind, List),
    /// A tuple with these items.
    Tuple(List),
    /// Item `index` (0-based) of the tuple or sequence `of`.
    Item {
        /// The tuple.
        of: ExprId,
        /// Which item.
        index: u32,
    },
    /// Positional payload `index` of `of`, seen as the variant or struct `pattern`: what `x` is in
    /// the pattern `Some(x)`.
    Payload {
        /// The matched value.
        of: ExprId,
        /// The path of the pattern.
        pattern: ExprId,
        /// Which payload, 0-based.
        index: u32,
    },
    /// Any of these: several assignments, results or branches.
    Union(List),
    /// An instance of the type that the type expression names: what an annotation says.
    Instance(ExprId),
    /// A generic type with arguments: `Apply(Name Vec, [Name T])`.
    Apply {
        /// The generic type.
        of: ExprId,
        /// The arguments.
        arguments: List,
    },
    /// The type of functions with these parameters and this result (`Fn(A) -> B`, `Callable`).
    FunctionType {
        /// Type expressions of the parameters.
        parameters: List,
        /// Type expression of the result.
        returns: ExprId,
    },
    /// A reference to a type or a slice of it: the same type with an array around (`[T]`).
    Sequence(ExprId),
    /// A closure or lambda.
    Lambda(LambdaId),
    /// Parameter `index` of a closure whose type is not written; [`RECEIVER`] for what it is called on, where what it is
    /// passed to says so, else the receiver around it.
    LambdaParameter(LambdaId, u32),
    /// The receiver: an instance of the type around (`self`, `this`).
    SelfInstance(ScopeId),
    /// The type around (`Self`, `cls`). The scope is that of the type or extension.
    SelfType(ScopeId),
    /// The bases of the type around, seen from the receiver (`super()`).
    Super(ScopeId),
    /// A definition of this file, directly (what a decorator is given).
    Definition(DefId),
    /// The first `upto` names of an import's path (1-based count), or all of it.
    Import {
        /// The import.
        import: ImportId,
        /// How many names of its path.
        upto: u32,
    },
    /// An object whose members this scope binds: a literal, or the type of one.
    Object(ScopeId),
    /// What an asynchronous function with this result gives.
    Promised(ExprId),
    /// What the callee of a call takes as the argument at a position: an instance of it.
    Expected {
        /// The call.
        call: ExprId,
        /// Which argument, 0-based; [`KEYWORDS`] for that of which keyword arguments name members.
        position: u32,
    },
    /// What `of` is where the call `by` returned true: of the type for which the called function stands
    /// as a guard (`TypeIs[T]`), else as it was.
    Narrowed {
        /// The value.
        of: ExprId,
        /// The call.
        by: ExprId,
    },
    /// What a function of the type that `of` says is given as argument `index`.
    Given {
        /// The function.
        of: ExprId,
        /// Which argument, 0-based.
        index: u32,
    },
    /// What `into` is after `value` was stored in it: an assignment to a member or an element, or a value
    /// for which a type is declared too.
    Put {
        /// The member, element or declared type.
        into: ExprId,
        /// The value that is stored.
        value: ExprId,
    },
    /// What an operator of the language makes of two values, by their types.
    Combined {
        /// What stands before it.
        left: ExprId,
        /// What stands behind it.
        right: ExprId,
    },
    /// What a value is compared with: a constant of its type where that is an enumeration, else what the name means.
    Case {
        /// The name as a member of the value.
        member: ExprId,
        /// The name by itself.
        name: ExprId,
    },
    /// What `of` is where it is of none of the types that `without` is an instance of: behind a test that said no.
    Excluded {
        /// The value.
        of: ExprId,
        /// Instances of the types that it is not of.
        without: ExprId,
    },
    /// A literal text that is given to a call, a decorator or an annotation, and short. To all that asks what a value
    /// is it is a [`LiteralKind::String`]; [`FileFacts::text`](crate::FileFacts::text) says what it holds.
    Text(Name),
    /// What of `of` may hold `is` under its member `member`, by what the types that it may be declare: what a value is
    /// behind `of.member === is`. As what an [`Excluded`](Self::Excluded) is without, those that hold nothing else there.
    Matched {
        /// The value.
        of: ExprId,
        /// The member that tells types apart.
        member: Name,
        /// What it was compared with, [`True`](LiteralKind::True) where it was only tested; unknown for a test that asks
        /// whether there is such a member.
        is: ExprId,
    },
    /// The type of what a function gives that tells whether its first argument is of this type (`a is T`): a truth value.
    Guards(ExprId),
    /// The same value or type, which cannot be changed through the name that is declared so (`const` in C++).
    Const(ExprId),
    /// The type of the type that the type expression names (`A.Type` in Swift): what is of it is that type itself.
    Metatype(ExprId),
}
