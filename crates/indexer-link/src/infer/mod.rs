//! What expressions may be: values of names, calls, members and operators, with generics and overloads.

mod accessors;
mod attached_functions;
mod bare_calls;
mod bases;
mod beside_whole;
mod binding_value;
mod blanket;
mod bound_outside;
mod call;
mod call_signatures;
mod closure_parameter;
mod closure_receiver;
mod closure_result;
mod converted;
mod declared_result;
mod decorated_overload;
mod definition_value;
mod delegated;
mod enclosing_type;
mod expected_argument;
mod expression;
mod extension_functions;
mod extensions;
mod fieldwise;
mod function_overloads;
mod generic_type;
mod given_back;
mod global_interfaces;
mod header_type;
mod implemented;
mod instance;
mod instance_members;
mod labelled_calls;
mod labels;
mod lookup_types;
mod member;
mod method_reference;
mod narrowed;
mod open_parameters;
mod operators;
mod overload_fit;
mod overloads;
mod own_member;
mod parameters;
mod payload;
mod projection;
mod properties;
mod ranked;
mod sequence;
mod signature_fit;
mod singleton;
mod special_cases;
mod standard_sources;
mod static_members;
mod stubs;
mod substitution;
mod supertypes;
mod told_by_use;
mod type_arguments;
mod type_extensions;
mod type_members;
mod unification;

pub(crate) use accessors::{accessor_part_run, accessor_parts_run, takes_value};
pub(crate) use attached_functions::{attached_functions, is_attachable};
pub(crate) use bare_calls::{apply_instance, is_callee, run_accessors, run_bare, runs_with_types};
pub(crate) use bases::{
    TypesAbove, are_only_assigned, bases_of, declared_above, is_distinct, linearize, lookup_above,
    lookup_in_bases, nearest_members, seen_as, underlying_instance,
};
pub(crate) use beside_whole::offered_beside;
pub(crate) use binding_value::BindingValue;
pub(crate) use blanket::{are_bounds_known, blanket_member, is_in_sight, outside_bound, outside_name};
pub(crate) use bound_outside::{or_type_of_bound_outside, outside_trait_of};
pub(crate) use call::{
    bind_declared_receiver, call_bound, call_expression, call_member_named, call_value, result_of,
    written_arguments,
};
pub(crate) use call_signatures::{call_signature, taken_by_function};
pub(crate) use closure_parameter::{
    ClosureParameter, callback_parameter, is_open_method, parameter_of, single_method,
};
pub(crate) use closure_receiver::{is_receiver, receiver_around, receivers_of_scope};
pub(crate) use closure_result::{ClosureResult, closure_result};
pub(crate) use converted::{CONVERSION, converts_from, taking_arguments};
pub(crate) use declared_result::{bind_declared_result, declared_results};
pub(crate) use definition_value::{
    DefinitionValue, definition_value, reify, reify_all, reify_definition, reify_external, stub_definition,
};
pub(crate) use delegated::delegated_member;
pub(crate) use enclosing_type::{enum_of, type_around, type_with_parameters};
pub(crate) use expected_argument::{ExpectedArgument, expected_by_callee};
pub(crate) use expression::{bounded_args, instances_of, type_of, value_of};
pub(crate) use extension_functions::extension_functions;
pub(crate) use extensions::{
    all_callable, derived_members, extended_types, extension_blocks, extension_members,
    extension_members_by_name, implemented_traits,
};
pub(crate) use function_overloads::{
    Called, called_functions, declaring_scope, has_extending, overloads_in, select_functions,
};
pub(crate) use generic_type::{
    aliased_by_default, applied_by_default, apply_type_arguments, default_arguments, with_defaults,
};
pub(crate) use given_back::given_back;
pub(crate) use global_interfaces::{member_added, type_added_to};
pub(crate) use header_type::{HeaderType, header_type};
pub(crate) use implemented::implemented_for_arguments;
pub(crate) use instance::{
    as_instance, as_instance_of, as_metatype, as_plain, as_receiver, as_receiver_type, as_type,
};
pub(crate) use instance_members::{dereferenced, members_of_instance};
pub(crate) use labelled_calls::{
    expected_by_initializer, initializers_of, is_of_instances, made_of_fields, select_by_label,
    select_labelled_callees, types_made,
};
pub(crate) use labels::{is_nameable, labelled_family, labelled_place, type_of_member};
pub(crate) use lookup_types::{is_lookup, looked_up, looked_up_by};
pub(crate) use member::{
    called_field, companion_of, extending_instead, member_of_values, member_seen_from, member_value,
    members_of_value, resolve_member,
};
pub(crate) use method_reference::named_overloads;
pub(crate) use narrowed::{excluded, matched, narrowed};
pub(crate) use open_parameters::known_at;
pub(crate) use operators::{awaited_value, deref_value, element_of, indexed_value, item_of};
pub(crate) use overload_fit::{
    Fit, Given, fit_argument, fit_set, is_parameter, items_of_array, language_name,
};
pub(crate) use overloads::{
    MOST_OVERLOADS, Overload, arguments_of, calls_of, fitting_overloads, given_by, overload, overloads_of,
    select_applied_callees, select_overloaded_callees, select_overloads,
};
pub(crate) use own_member::{declared_member, in_scope, merged_members, own_member};
pub(crate) use parameters::{
    called_on, callees_of, parameter_for, passed_to_function, type_of_parameter, type_of_parameter_with,
};
pub(crate) use payload::payload_of;
pub(crate) use projection::{is_projection, members_of_projection, projected, settled};
pub(crate) use properties::{methods_run, property_instead, property_values, read_by_call};
pub(crate) use ranked::best_passed;
pub(crate) use sequence::member_of_sequence;
pub(crate) use signature_fit::{shape_of, signature_for, takes_shape};
pub(crate) use singleton::members_of_singleton;
pub(crate) use special_cases::{SpecialCases, or_of_special_cases};
pub(crate) use standard_sources::{declared_here, member_of_iterator, sources_extending};
pub(crate) use static_members::on_side;
pub(crate) use stubs::{
    are_outside, builtin_type, external_path, external_text, instance_of_builtin, is_external, is_outside,
    rules_of, stub_path,
};
pub(crate) use substitution::{Environment, is_open, known_environment, substitute, substitute_known};
pub(crate) use supertypes::is_below;
pub(crate) use told_by_use::{LocalUses, told_by_use};
pub(crate) use type_arguments::{TypeArguments, members_of_arguments};
pub(crate) use type_extensions::{
    bases_by_extensions, extensions_are_parts, members_of_extensions, parameter_of_extended, told_by_call,
};
pub(crate) use type_members::{Members, TypeMembers, is_of_function, members_of_definition, members_of_type};
pub(crate) use unification::{
    bind_arguments, bind_receiver, bind_types, function_bounds, infer_arguments, unify,
};
