//! Numbers that stand for the parts of one file's facts.

use bincode::{Decode, Encode};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
        pub struct $name(pub u32);
        impl $name {
            /// The index as `usize`, to index the vector with.
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )+};
}

ids! {
    /// Index into [`FileFacts::definitions`](crate::FileFacts).
    DefId;
    /// Index into [`FileFacts::scopes`](crate::FileFacts).
    ScopeId;
    /// Index into [`FileFacts::bindings`](crate::FileFacts).
    BindingId;
    /// Index into [`FileFacts::imports`](crate::FileFacts).
    ImportId;
    /// Index into [`FileFacts::parameters`](crate::FileFacts).
    ParameterId;
    /// Index into [`FileFacts::references`](crate::FileFacts).
    ReferenceId;
    /// Index into [`FileFacts::extensions`](crate::FileFacts).
    ExtensionId;
    /// Index into [`FileFacts::lambdas`](crate::FileFacts).
    LambdaId;
}
