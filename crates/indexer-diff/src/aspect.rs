//! One difference of a signature, and which part of it that is.

/// One difference of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aspect {
    /// Which part it is of.
    pub facet: Facet,
    /// The parameter, for those.
    pub name: Option<String>,
    /// What was there.
    pub from: Option<String>,
    /// What is there now.
    pub to: Option<String>,
}

indexer_core::worded! {
    /// A part of a signature.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Facet {
        /// A parameter that was not there; calls must give it.
        ParameterAdded = "parameter_added",
        /// A parameter that was not there; calls may leave it out.
        OptionalAdded = "optional_parameter_added",
        /// A parameter that is not there any more.
        ParameterRemoved = "parameter_removed",
        /// One that is not there any more, that calls could leave out and that the function kept to itself: `_mode`.
        PrivateParameter = "private_parameter",
        /// Another name at the same place.
        ParameterRenamed = "parameter_renamed",
        /// Another type.
        ParameterType = "parameter_type",
        /// A type that takes in all that the other did, and more.
        ParameterWidened = "parameter_widened",
        /// What a method is called on is taken in another way.
        Receiver = "receiver",
        /// Another default value, one that calls may rely on.
        ParameterDefault = "parameter_default",
        /// Calls must give it now.
        ParameterRequired = "parameter_required",
        /// Calls may leave it out now.
        ParameterOptional = "parameter_optional",
        /// It is given in another way: by name, by position.
        ParameterKind = "parameter_kind",
        /// Calls may give it by its name too now.
        ParameterNamed = "parameter_named",
        /// The same parameters in another order.
        ParameterOrder = "parameter_order",
        /// What a call gives, type parameters; of others their type.
        Type = "type",
        /// Bases and type parameters of a type.
        Bases = "bases",
        /// What a call gives is one of fewer types.
        ResultNarrowed = "result_narrowed",
        /// A type is said where none was, or not said any more, or said more exactly: nothing says that it was another one.
        TypeSaid = "type_said",
        /// A type has more types above it.
        BasesAdded = "bases_added",
        /// What is above a type is made otherwise, or somebody else does its work.
        Delegation = "delegation",
        /// Who may make a type.
        Making = "making",
        /// Words that say what it does with what is above it, or that it may be overridden now.
        Overriding = "overriding",
        /// What it is.
        Kind = "kind",
        /// Who may name it.
        Visibility = "visibility",
        /// Asynchronous, static, abstract and the like.
        Modifiers = "modifiers",
        /// Another path to the same type.
        Path = "path",
        /// A field that nobody else can name, of a type that nobody else can make.
        PrivateField = "private_field",
        /// An attribute or decorator that was not there.
        AttributeAdded = "attribute_added",
        /// An attribute or decorator that is not there any more.
        AttributeRemoved = "attribute_removed",
        /// Something that is derived no more.
        DeriveRemoved = "derive_removed",
        /// One of the same name says something else, or all stand in another order.
        AttributeChanged = "attribute_changed",
    }
}

impl Facet {
    /// True for what stands before the signature and is no part of it.
    pub const fn is_attribute(self) -> bool {
        matches!(
            self,
            Self::AttributeAdded | Self::AttributeRemoved | Self::AttributeChanged | Self::DeriveRemoved
        )
    }
}

pub(crate) fn aspect(facet: Facet, name: Option<&str>, from: Option<&str>, to: Option<&str>) -> Aspect {
    let own = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
    Aspect { facet, name: own(name), from: own(from), to: own(to) }
}
