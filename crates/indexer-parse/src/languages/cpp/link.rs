//! What the linker must know.

use crate::languages::c::{include, standard};
use indexer_core::{
    Files, FunctionMembers, Inclusion, Linearization, LinkRules, ModulePlace, ModuleQuery, Protocol,
    SubmoduleQuery, Surface,
};

/// What can be reached from outside.
const SURFACE: Surface =
    Surface { entry: include::header, passes_on: |_| false, list: None, listed: |_| None };

/// The rules.
pub(super) const RULES: LinkRules = LinkRules {
    language: "cpp",
    standard_packages: &["std", "libc"],
    separator: "::",
    constructors: &[],
    call_member: None,
    linearization: Linearization::Bases,
    implicit,
    commodity: |_| false,
    reaches: |_, _, _| true,
    is_untyped: |_| false,
    relative_levels: false,
    imports_see_scope: false,
    root,
    submodule,
    module_name: include::module_name,
    surface: &SURFACE,
    protocol: Protocol {
        literal: |_| None,
        collection: |_| None,
        element: &[&["begin", "operator*"]],
        index: &["operator[]"],
        tried: None,
        deref: Some("operator->"),
        tuple: None,
        guards: &[],
        transparent: &[],
        entered: None,
        promise: None,
        function: None,
        prototype: None,
        class: None,
    },
    packages: None,
    classes: None,
    declared_types: false,
    hidden_from_wildcard: |_| false,
    inclusion: Some(Inclusion { find: include::find, overloads: true }),
    tests_by_name: false,
    wildcards_bind: true,
    whole_module: None,
    default_export: None,
    declarations_merge: false,
    parameters_take_arguments: false,
    values_are_followed: true,
    function_members: FunctionMembers { run: &[], give: &[] },
    has_globals: false,
};

fn root(_files: &dyn Files, _query: ModuleQuery<'_>) -> ModulePlace {
    ModulePlace::Unknown
}

fn submodule(_files: &dyn Files, _query: SubmoduleQuery<'_>) -> Option<ModulePlace> {
    None
}

/// What is in the name space of the standard library, and what C leaves outside of it.
fn implicit(name: &str) -> Option<&'static str> {
    if name == "std" { Some("std") } else { standard::package(name) }
}
