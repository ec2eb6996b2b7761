//! What the linker must know.

use super::{include, standard};
use indexer_core::{
    Files, Inclusion, Linearization, LinkRules, ModulePlace, ModuleQuery, SubmoduleQuery, Surface,
};

/// What can be reached from outside.
const SURFACE: Surface = Surface { entry: include::header, ..Surface::BASE };

/// The rules.
pub(super) const RULES: LinkRules = LinkRules {
    language: "c",
    standard_packages: &["libc"],
    separator: ".",
    linearization: Linearization::Bases,
    implicit: standard::package,
    root,
    submodule,
    module_name: include::module_name,
    surface: &SURFACE,
    inclusion: Some(Inclusion { find: include::find, overloads: false }),
    values_are_followed: true,
    ..LinkRules::BASE
};

fn root(_files: &dyn Files, _query: ModuleQuery<'_>) -> ModulePlace {
    ModulePlace::Unknown
}

fn submodule(_files: &dyn Files, _query: SubmoduleQuery<'_>) -> Option<ModulePlace> {
    None
}
