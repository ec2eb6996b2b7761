//! The query engine: questions that are answered once, and what each answer rests on.
//!
//! A [`Query`] is a small key with a function [`run`](Query::run) that answers it from facts and from the answers to
//! other queries. [`Db::ask`] remembers answers for the life of a [`Linker`](crate::Linker) (`memo`), lets queries that
//! ask each other in a circle settle (`fixpoint`), and records what each answer rests on (`dependencies`), so that an
//! edit relinks those files alone whose dependencies it changed. What an edit leaves as it was may answer the run after
//! it too (`answers`).
//!
//! To add a query: a file with its key and `run`, and a line in the list below.

mod answers;
mod db;
mod dependencies;
mod fixpoint;
mod memo;
mod order;
mod remembered;
mod renumbering;

pub use answers::Answers;
pub(crate) use db::Db;
pub(crate) use dependencies::{Dependencies, DependencyLog, Recorder, Unrecorded};
pub(crate) use memo::{LocalCache, Memo, PerFile, Table};
pub(crate) use order::{file_mut, file_of};
pub(crate) use remembered::Remembered;
pub use renumbering::Renumbering;

use crate::flow::{
    BindingFunctions, ClosureFunctions, ElementFunctions, PassedFunctions, PassedValues, ReturnedFunctions,
    StoredFunctions,
};
use crate::infer::{
    BindingValue, ClosureParameter, ClosureResult, DefinitionValue, ExpectedArgument, HeaderType,
    SpecialCases, TypeArguments, TypeMembers,
};
use crate::resolve::{
    FilePackage, ImportTarget, InstalledDefinition, ModuleMember, OnlyDefinition, PackageExport, PackageName,
    PathRoot, TypeParts,
};
use crate::value::Set;

/// A question whose answer is a set of values. The type that implements it is its key.
///
/// Answers only grow while a circle of queries settles, and a set holds at most
/// [`MOST_VALUES`](crate::value::MOST_VALUES): so every circle ends.
pub(crate) trait Query: Copy {
    /// Finds the answer. Whatever it reads is recorded: facts of other files through [`Db::depend`], other queries
    /// through [`Db::ask`].
    fn run(self, db: &Db) -> Set;
}

/// One enumeration of all queries, under which answers are remembered.
macro_rules! queries {
    ($($name:ident,)*) => {
        /// A query of any kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Key {
            $($name($name),)*
        }

        $(impl From<$name> for Key {
            fn from(query: $name) -> Self {
                Self::$name(query)
            }
        })*

        impl Query for Key {
            fn run(self, db: &Db) -> Set {
                match self {
                    $(Self::$name(query) => query.run(db),)*
                }
            }
        }
    };
}

queries! {
    BindingFunctions,
    BindingValue,
    ClosureFunctions,
    ClosureParameter,
    ClosureResult,
    DefinitionValue,
    ElementFunctions,
    ExpectedArgument,
    FilePackage,
    HeaderType,
    ImportTarget,
    InstalledDefinition,
    ModuleMember,
    OnlyDefinition,
    PackageExport,
    PackageName,
    PassedFunctions,
    PassedValues,
    PathRoot,
    ReturnedFunctions,
    SpecialCases,
    StoredFunctions,
    TypeArguments,
    TypeMembers,
    TypeParts,
}
