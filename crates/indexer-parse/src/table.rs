//! A language's node-role table, resolved against its grammar once a process.

use crate::language::{Grammar, Language};
use crate::verbatim::Openers;
use crate::walk::Role;
use rustc_hash::FxHashMap;
use std::num::NonZeroU16;
use std::sync::{Mutex, OnceLock};

macro_rules! fields {
    ($($variant:ident = $text:literal,)+) => {
        /// A field of a grammar, by one name for all languages.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names are the grammars' own")]
        pub enum Field { None, Other, $($variant,)+ }

        impl Field {
            /// The fields with their names in grammars.
            pub const ALL: &'static [(Field, &'static str)] = &[$((Field::$variant, $text)),+];
        }
    };
}

fields! {
    Alias = "alias",
    Alternative = "alternative",
    Args = "args",
    Argument = "argument",
    Arguments = "arguments",
    Attribute = "attribute",
    Base = "base",
    Binds = "binds",
    Block = "block",
    Body = "body",
    Bound = "bound",
    BoundIdentifier = "bound_identifier",
    Bounds = "bounds",
    Captures = "captures",
    Class = "class",
    ClassParameters = "class_parameters",
    Clause = "clause",
    Coercion = "coercion",
    Collection = "collection",
    ComputedValue = "computed_value",
    Condition = "condition",
    Consequence = "consequence",
    Constraint = "constraint",
    ConstructedType = "constructed_type",
    Constructor = "constructor",
    Context = "context",
    Declaration = "declaration",
    DeclarationKind = "declaration_kind",
    Declarations = "declarations",
    Declarator = "declarator",
    Decorator = "decorator",
    Default = "default",
    DefaultType = "default_type",
    DefaultValue = "default_value",
    Definition = "definition",
    Designator = "designator",
    Element = "element",
    Enumerators = "enumerators",
    Error = "error",
    Exceptions = "exceptions",
    Expr = "expr",
    Expression = "expression",
    Extend = "extend",
    ExternalName = "external_name",
    Field = "field",
    Fields = "fields",
    File = "file",
    Fun = "fun",
    Function = "function",
    Funs = "funs",
    Guard = "guard",
    IfFalse = "if_false",
    IfNil = "if_nil",
    IfTrue = "if_true",
    ImportName = "import_name",
    Index = "index",
    IndexType = "index_type",
    Indices = "indices",
    InheritsFrom = "inherits_from",
    Initializer = "initializer",
    Interfaces = "interfaces",
    Interpolator = "interpolator",
    Item = "item",
    Key = "key",
    Kind = "kind",
    Label = "label",
    LambdaStart = "lambda_start",
    Left = "left",
    LeftOperand = "left_operand",
    Length = "length",
    Lhs = "lhs",
    List = "list",
    Macro = "macro",
    Match = "match",
    Member = "member",
    Method = "method",
    Module = "module",
    ModuleName = "module_name",
    ModuleType = "module_type",
    Name = "name",
    Names = "names",
    Object = "object",
    Ok = "ok",
    Operand = "operand",
    Operator = "operator",
    Package = "package",
    Parameter = "parameter",
    Parameters = "parameters",
    Params = "params",
    Pat = "pat",
    Path = "path",
    Pattern = "pattern",
    Patterns = "patterns",
    Property = "property",
    Qualifier = "qualifier",
    Receiver = "receiver",
    Replacement = "replacement",
    Representation = "representation",
    Result = "result",
    ReturnExpression = "return_expression",
    ReturnType = "return_type",
    Returns = "returns",
    Rhs = "rhs",
    Right = "right",
    Scope = "scope",
    Sequence = "sequence",
    Signature = "signature",
    Source = "source",
    Subject = "subject",
    Subscript = "subscript",
    Suffix = "suffix",
    Superclass = "superclass",
    Superclasses = "superclasses",
    Synonym = "synonym",
    Table = "table",
    Target = "target",
    TemplateParameters = "template_parameters",
    Trait = "trait",
    Ty = "ty",
    Type = "type",
    TypeArguments = "type_arguments",
    TypeParameters = "type_parameters",
    Update = "update",
    Uri = "uri",
    Value = "value",
    Variable = "variable",
    Wrapped = "wrapped",
}

/// The tables of one language: kind id to role, field id to field.
#[derive(Debug)]
pub struct Table {
    roles: Vec<Role>,
    kinds: Vec<&'static str>,
    identifiers: Vec<bool>,
    silent: Vec<bool>,
    verbatim: Vec<Option<bool>>,
    fields: Vec<Field>,
    /// The id of each field by its place in [`Field`]; 0 where the grammar has none.
    field_ids: Vec<u16>,
    /// What begins comments and literals.
    openers: Openers,
}

impl Table {
    fn new(language: &Language) -> Self {
        let Some(grammar) = language.grammar.of_trees() else { return Self::without_tree() };
        // The kinds' names are borrowed from the grammar, so it is kept for the life of the process.
        let grammar: &'static tree_sitter::Language = Box::leak(Box::new(grammar));
        let count = grammar.node_kind_count();
        let by_kind: FxHashMap<&str, Role> = language.roles.iter().copied().collect();
        let names = (0..count).map(|id| grammar.node_kind_for_id(id as u16).unwrap_or(""));
        let kinds: Vec<&'static str> = names.collect();
        let named = |id: usize| grammar.node_kind_is_named(id as u16);
        let role = |id: usize| match by_kind.get(kinds[id]) {
            Some(role) if named(id) => *role,
            _ if named(id) => Role::Children,
            _ => Role::Leaf,
        };
        let fields = (0..=grammar.field_count() as u16).map(|id| {
            let name = grammar.field_name_for_id(id).unwrap_or("");
            let known = Field::ALL.iter().find(|(_, text)| *text == name);
            known.map_or(if id == 0 { Field::None } else { Field::Other }, |(field, _)| *field)
        });
        let mut field_ids = vec![0; Field::ALL.len() + 2];
        for (field, name) in Field::ALL {
            field_ids[*field as usize] = grammar.field_id_for_name(name).map_or(0, NonZeroU16::get);
        }
        Self {
            roles: (0..count).map(role).collect(),
            identifiers: (0..count)
                .map(|id| named(id) && language.identifiers.contains(&kinds[id]))
                .collect(),
            silent: (0..count).map(|id| !named(id)).collect(),
            verbatim: (0..count).map(|id| crate::verbatim::kind(kinds[id]).filter(|_| named(id))).collect(),
            fields: fields.collect(),
            field_ids,
            openers: Openers::new(language.openers),
            kinds,
        }
    }

    /// The tables of a language without a grammar: no node has a kind.
    fn without_tree() -> Self {
        Self {
            roles: Vec::new(),
            kinds: Vec::new(),
            identifiers: Vec::new(),
            silent: Vec::new(),
            verbatim: Vec::new(),
            fields: Vec::new(),
            field_ids: Vec::new(),
            openers: Openers::none(),
        }
    }

    pub(crate) fn role(&self, kind: u16) -> Role {
        self.roles.get(kind as usize).copied().unwrap_or(Role::Through)
    }

    pub(crate) fn kind(&self, kind: u16) -> &'static str {
        self.kinds.get(kind as usize).copied().unwrap_or("ERROR")
    }

    pub(crate) fn field(&self, id: Option<NonZeroU16>) -> Field {
        id.map_or(Field::None, |id| self.fields.get(id.get() as usize).copied().unwrap_or(Field::Other))
    }

    /// The id of a field; `None` where the grammar has none of that name.
    pub(crate) fn field_id(&self, field: Field) -> Option<NonZeroU16> {
        self.field_ids.get(field as usize).copied().and_then(NonZeroU16::new)
    }

    /// What begins comments and literals.
    pub(crate) fn openers(&self) -> &Openers {
        &self.openers
    }

    /// True for kinds without a name (punctuation, keywords).
    pub(crate) fn is_silent(&self, kind: u16) -> bool {
        self.silent.get(kind as usize).copied().unwrap_or(false)
    }

    /// True for comments, false for literals in which white space counts; `None` for other kinds.
    pub(crate) fn verbatim(&self, kind: u16) -> Option<bool> {
        self.verbatim.get(kind as usize).copied().flatten()
    }

    /// True for the kinds that the language lists as identifiers.
    pub fn is_identifier(&self, kind: u16) -> bool {
        self.identifiers.get(kind as usize).copied().unwrap_or(false)
    }
}

/// The table of a language, made at first use and kept for the life of the process.
pub fn of(language: &'static Language) -> &'static Table {
    // A language may be read by two grammars, which its scripts tell apart.
    static TABLES: OnceLock<Mutex<FxHashMap<(&'static str, usize), &'static Table>>> = OnceLock::new();
    let tables = TABLES.get_or_init(Mutex::default);
    let mut tables = tables.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let grammar = match language.grammar {
        Grammar::Tree(grammar) => grammar as usize,
        Grammar::Tokens(_) => 0,
    };
    let key = (language.id, grammar);
    tables.entry(key).or_insert_with(|| Box::leak(Box::new(Table::new(language))))
}
