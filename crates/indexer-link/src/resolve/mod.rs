//! Where names lead: scopes, imports, modules, packages, and what files include.

mod bindings;
mod constness;
mod declarations;
mod everywhere;
mod exclusion;
mod export_lists;
mod exported;
mod global;
mod import;
mod includes;
mod inherited;
mod installed;
mod lists;
mod located;
mod macro_made;
mod module_member;
mod name;
mod objects;
mod only_definition;
mod open_types;
mod opened;
mod package;
mod package_export;
mod package_name;
mod parts;
mod path_root;
mod platform;
mod redeclaration;
mod shadowing;
mod tables;
mod visibility;
mod written_namespace;

pub(crate) use bindings::{by_access, depend_on_binding, in_namespaces, namespace_of, targets_of_bindings};
pub(crate) use constness::{by_constness, names_class};
pub(crate) use declarations::{
    complete_type, definitions_for, including, incomplete_type, is_declaration, resolve_by_linkage,
    settle_targets,
};
pub(crate) use everywhere::{WildcardTargets, imports_everywhere, wildcard_targets, wildcards_of};
pub(crate) use exclusion::{
    by_absence, by_exclusion, by_imports, is_declared_anywhere, is_of_unknown_package,
};
pub(crate) use export_lists::{is_exported_unasked, listed_exports};
pub(crate) use exported::{
    exported, exported_by_module_value, exported_outside, external_member, is_folder_alone, module_above,
    module_of, module_value, undeclared_submodule,
};
pub(crate) use global::{exported_macros, global_definitions, macro_by_name, runs_a_program};
pub(crate) use import::{
    ImportTarget, import_target, import_target_of_binding, is_declared_package, leaves_crate,
};
pub use includes::KnownIncludes;
pub(crate) use includes::{
    IncludeClosure, Includer, depend_on_includes, include_closure, included_files, includers, shared_closure,
};
pub(crate) use inherited::{by_implied_packages, by_outside_wildcards, inherited_before, inherited_names};
pub(crate) use installed::{InstalledDefinition, installed_definition};
pub(crate) use lists::{given_by_includers, listed, listed_as};
pub(crate) use located::{FilePackage, are_packages_apart, located_package};
pub(crate) use macro_made::{macro_made, made_around, made_in_scope};
pub(crate) use module_member::{
    ModuleMember, exported_through_wildcard, module_member, module_member_outside, submodule_of_file,
};
pub(crate) use name::{
    are_modules, crate_named, is_root_of_crates, outside_of_types, own_associated_type, resolve,
    resolve_binding, resolve_name,
};
pub(crate) use objects::{
    applied_edge, as_packages, in_package_object, is_object, is_of_package, namespace_of_type,
    package_inside, record_beside, types_or_values,
};
pub(crate) use only_definition::{OnlyDefinition, only_definition};
pub(crate) use open_types::{
    ByOwner, extended_by, is_extending, open_member, open_parts, open_types, owner_paths, resolve_constant,
};
pub(crate) use opened::{
    Openings, in_opened_namespaces, is_behind_opening, macros_outside, opened_by, told_apart_by_macros,
};
pub(crate) use package::{
    coexisting, definitions_in_package, enclosing_packages, imported_from_packages, inner_package,
    is_package_level,
};
pub(crate) use package_export::{PackageExport, package_export};
pub(crate) use package_name::{PackageName, package_name};
pub(crate) use parts::{TypeParts, as_whole_types, type_parts, whole_type};
pub(crate) use path_root::{PathRoot, module_at, path_root};
pub(crate) use platform::{is_same_elsewhere, meant_here, of_platform};
pub(crate) use redeclaration::{
    Symbols, declared_in, has_linkage, have_same_parameters, is_same_function, overloaded_with, replaces,
    replaces_from, select_declarations,
};
pub(crate) use tables::created_first;
pub(crate) use visibility::{as_namespaces, as_visible, resolve_visible_name, using_declaration, visible};

pub(crate) use written_namespace::{in_written_namespace, namespace_before, namespace_of_name};
