//! The closed lists: symbol kinds, roles, visibilities, scope kinds, flags.

use bincode::{Decode, Encode};

macro_rules! closed_list {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// Every member of the list, in the order of its code.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word that answers and arguments use.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            /// The member with this word, or `None`.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == text)
            }

            /// The code that columns store.
            pub const fn code(self) -> u8 { self as u8 }

            /// The member with this code, or `None` for a code of no member.
            pub fn from_code(code: u8) -> Option<Self> { Self::ALL.get(code as usize).copied() }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.as_str()) }
        }
    };
}
pub(crate) use closed_list;

closed_list! {
    /// What a language declares a definition as.
    SymbolKind {
        /// A file, an inline module or a namespace.
        Module = "module",
        /// A folder of modules.
        Package = "package",
        /// A function that belongs to no type.
        Function = "function",
        /// A function of a type.
        Method = "method",
        /// What makes an instance (`__init__`, a Java constructor).
        Constructor = "constructor",
        /// A method that reads as a field (property, getter, setter).
        Accessor = "accessor",
        /// A record with named or positional fields.
        Struct = "struct",
        /// A class.
        Class = "class",
        /// An enumeration.
        Enum = "enum",
        /// An untagged union.
        Union = "union",
        /// A trait or protocol.
        Trait = "trait",
        /// An interface.
        Interface = "interface",
        /// A name for another type.
        TypeAlias = "type_alias",
        /// A type that a trait leaves open.
        AssociatedType = "associated_type",
        /// A field, also one assigned through self or this.
        Field = "field",
        /// A property of an object literal.
        Property = "property",
        /// A member of an enumeration.
        Variant = "variant",
        /// A variable of a module.
        Variable = "variable",
        /// A variable with a fixed address (Rust's `static`).
        Static = "static",
        /// A constant.
        Constant = "constant",
        /// A macro.
        Macro = "macro",
        /// A parameter; stays inside its file.
        Parameter = "parameter",
        /// A local variable; stays inside its file.
        Local = "local",
        /// A heading of a document.
        Heading = "heading",
        /// A key of a file of data or settings.
        Key = "key",
        /// A selector of a style sheet, or another rule of one.
        Selector = "selector",
        /// A step of a build: a stage of a Dockerfile, a target of a Makefile.
        Stage = "stage",
        /// An element of markup.
        Element = "element",
        /// What a framework answers under a method and a path. It and the kinds below are made of a call or a
        /// decorator by the rules of a framework: no language declares them.
        Endpoint = "endpoint",
        /// A router put under a path of another one.
        Mount = "mount",
        /// A command of a command line.
        Command = "command",
        /// Work that a queue or a clock runs.
        Task = "task",
        /// What the program reads from its environment.
        Setting = "setting",
        /// A call of something under a path of another program, or of this one.
        Request = "request",
        /// A table of a database: a statement of SQL creates it, or the rules of a framework make it of a type or a
        /// call that describes one.
        Table = "table",
        /// What a framework takes a value of a type from that is asked for: a type that it makes, a function, a binding.
        Provider = "provider",
        /// What a framework gives a value of a type: a constructor, a field, a function.
        Injection = "injection",
    }
}

impl SymbolKind {
    /// True for the kinds that have members and can be a base or be constructed.
    pub const fn is_type(self) -> bool {
        use SymbolKind::*;
        matches!(self, Struct | Class | Enum | Union | Trait | Interface | TypeAlias | AssociatedType | Table)
    }

    /// True for what outlines hold of files that are no code.
    pub const fn is_outline(self) -> bool {
        use SymbolKind::*;
        matches!(self, Heading | Key | Selector | Stage | Element)
    }

    /// True for the kinds that the rules of frameworks make. Whether they made a symbol of such a kind, its place says: a
    /// language may declare one too (a table), but no token of the file names what a rule makes.
    pub const fn may_be_of_framework(self) -> bool {
        use SymbolKind::*;
        matches!(self, Endpoint | Mount | Command | Task | Setting | Request | Table | Provider | Injection)
    }

    /// True for the kinds that have a body of code and can be called.
    pub const fn is_callable(self) -> bool {
        use SymbolKind::*;
        matches!(self, Function | Method | Constructor | Accessor | Macro)
    }
}

closed_list! {
    /// What a reference does with its target.
    Role {
        /// Calls it.
        Call = "call",
        /// Reads its value.
        Read = "read",
        /// Assigns it.
        Write = "write",
        /// Names it as a type.
        Type = "type",
        /// Imports it.
        Import = "import",
        /// Inherits from it or implements it.
        Inherit = "inherit",
        /// Invokes it as a macro.
        Macro = "macro",
        /// Decorates with it.
        Decorate = "decorate",
        /// Calls it without naming it: what a variable, parameter or collection holds, what a
        /// decorator made of the named function, a constructor that is inherited.
        Invoke = "invoke",
    }
}

impl Role {
    /// True where a reference with this role may say which function or type is called, or passed on
    /// to be called.
    pub const fn may_name_value(self) -> bool {
        matches!(self, Self::Call | Self::Read | Self::Import | Self::Inherit | Self::Decorate)
    }
}

closed_list! {
    /// Who may name a definition.
    Visibility {
        /// Whoever can reach its owner.
        Public = "public",
        /// The package (`pub(crate)`, package-private, internal).
        Package = "package",
        /// A part of the package (`pub(super)`, `pub(in path)`, protected).
        Restricted = "restricted",
        /// The file, module or type it stands in.
        Private = "private",
    }
}

closed_list! {
    /// The construct that opens a scope.
    ScopeKind {
        /// The file: its bindings are those of the module.
        File = "file",
        /// An inline module or namespace.
        Module = "module",
        /// The body of a type: its bindings are members.
        Type = "type",
        /// A block that adds members to a type named elsewhere (`impl`, extension).
        Extension = "extension",
        /// A function, with its parameters.
        Function = "function",
        /// A closure, lambda or comprehension: sees the locals around it.
        Lambda = "lambda",
        /// A block inside a function.
        Block = "block",
        /// The type parameters of a definition, around its body.
        Generics = "generics",
    }
}

/// Properties that definitions of several kinds can have: a set of bits, which segments store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub struct Flags(pub u32);

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $bit:literal, $text:literal;)+) => {
        impl Flags {
            $($(#[$doc])* pub const $name: Flags = Flags(1 << $bit);)+
            /// Every flag with its word.
            pub const ALL: &'static [(Flags, &'static str)] = &[$((Flags::$name, $text)),+];
        }
    };
}

flags! {
    /// A test, or a type or module that only holds tests.
    TEST = 0, "test";
    /// Marked as deprecated.
    DEPRECATED = 1, "deprecated";
    /// An asynchronous function.
    ASYNC = 2, "async";
    /// Needs no receiver: a static method or associated function.
    STATIC = 3, "static";
    /// Takes the type itself as receiver.
    CLASSMETHOD = 4, "classmethod";
    /// Has no body and must be provided below.
    ABSTRACT = 5, "abstract";
    /// Yields values.
    GENERATOR = 6, "generator";
    /// Reads as a field.
    PROPERTY = 7, "property";
    /// Marked `unsafe`: a caller must uphold what the compiler does not check.
    UNSAFE = 8, "unsafe";
    /// `const` (a function that can run at compile time).
    CONST = 9, "const";
    /// Declared for or in another language.
    EXTERN = 10, "extern";
    /// Stands under a condition (`cfg`, `if` at module level); the condition is in the definition.
    CONDITIONAL = 11, "conditional";
    /// One of several signatures of one function.
    OVERLOAD = 12, "overload";
    /// A type whose fields make its constructor (dataclass, named tuple, tuple struct).
    RECORD = 13, "record";
    /// Stands in the arguments of a macro that decides what becomes of it.
    IN_MACRO = 14, "in_macro";
    /// Is declared here, defined elsewhere.
    DECLARATION = 15, "declaration";
    /// Visible everywhere in the package by name (`#[macro_export]`, a global).
    EXPORTED = 16, "exported";
    /// The program starts here.
    ENTRY = 17, "entry";
    /// A macro of the compiler or a derive decides on more members than are written.
    DERIVED = 18, "derived";
    /// Stands in a file that a program wrote.
    GENERATED = 19, "generated";
    /// A type of its own that is made from another one, not a second name of it (`type A B` in Go).
    DISTINCT = 20, "distinct";
    /// Made by a macro of a name that is given to it: in facts a candidate, until the linker has seen
    /// the macro.
    MADE = 21, "made";
    /// A macro that its file takes back further down: it does not hold wherever the file is read.
    UNDEFINED = 22, "undefined";
    /// One of several definitions that are parts of one type.
    PARTIAL = 23, "partial";
    /// A method that leaves its receiver as it is, and may be called where that cannot be changed (`const` in C++).
    READS = 24, "reads";
    /// A method that takes its receiver over, and is not called on what has a name (`&&` behind the parameters in C++).
    CONSUMES = 25, "consumes";
    /// A type that stands before definitions and says something of them (an annotation).
    DECORATOR = 26, "decorator";
}

impl Flags {
    /// The empty set.
    pub const NONE: Flags = Flags(0);

    /// True when every bit of `other` is set.
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union of the two sets.
    #[must_use]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Adds the bits of `other`.
    pub fn add(&mut self, other: Flags) {
        self.0 |= other.0;
    }

    /// The words of the set bits, in the order of the bits.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().filter(move |(flag, _)| self.has(*flag)).map(|(_, text)| *text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_words_lead_back() {
        for kind in SymbolKind::ALL {
            assert_eq!(SymbolKind::from_code(kind.code()), Some(*kind));
            assert_eq!(SymbolKind::parse(kind.as_str()), Some(*kind));
        }
        for role in Role::ALL {
            assert_eq!(Role::from_code(role.code()), Some(*role));
        }
        assert_eq!(SymbolKind::from_code(200), None);
    }

    #[test]
    fn flags_are_distinct_bits() {
        let all = Flags::ALL.iter().fold(0u32, |bits, (flag, _)| {
            assert_eq!(bits & flag.0, 0, "one bit twice");
            bits | flag.0
        });
        assert_eq!(all.count_ones() as usize, Flags::ALL.len());
        assert_eq!(Flags::TEST.with(Flags::ASYNC).words().collect::<Vec<_>>(), ["test", "async"]);
    }
}
